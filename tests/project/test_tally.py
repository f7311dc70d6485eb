"""The table of ``make mutation``: changes noticed by file, and what a sample says of all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tally import BEGIN, END, PAGE, Row, interval, rows_of, table, write

OLD = Row("gaia/rules/power.py", 200, 40, 30, 2, 8, "2026-01-01", "abc")
NEW = Row("gaia/rules/reach.py", 1_050, 50, 50, 0, 0, "2026-01-02", "def")


def test_a_row_is_read_as_it_is_written() -> None:
    assert OLD.score == 80
    assert str(NEW) == "| `gaia/rules/reach.py` | 1,050 | 50 | 50 | 0 | 0 | 100.0 % | 2026-01-02 | def |"
    assert rows_of(table([NEW, OLD])) == {row.file: row for row in (OLD, NEW)}


def test_the_sum_of_all_files_says_how_sure_it_is() -> None:
    text = table([OLD, NEW])
    assert "| all | 1,250 | 90 | 80 | 2 | 8 | 91.1 % | | |" in text
    assert text.startswith("91.1 % of the changes that were tried were noticed; were this a first draw, it would ")


def test_what_is_tried_whole_needs_no_interval() -> None:
    whole = Row("gaia/rules/power.py", 40, 40, 30, 2, 8, "2026-01-01", "abc")
    assert interval([whole]) == (80, 80, 80)
    assert interval([]) == (0, 0, 0)
    assert table([whole]).startswith("80.0 % of the changes that were tried were noticed.\n")


def test_a_file_counts_by_its_changes_and_not_by_how_many_were_drawn() -> None:
    share, low, high = interval([OLD, NEW])
    assert share == pytest.approx(100 * (200 * 0.8 + 1_050) / 1_250)
    assert 0 < low < share < high < 100


@pytest.mark.parametrize("killed", [0, 5, 10])
def test_an_interval_holds_the_share_and_shrinks_with_the_sample(killed: int) -> None:
    few = Row("gaia/rules/power.py", 99, 10, killed, 0, 10 - killed, "", "")
    many = Row("gaia/rules/power.py", 99, 50, 5 * killed, 0, 50 - 5 * killed, "", "")
    share, low, high = interval([few])
    assert 0 <= low <= share + 1e-9
    assert share - 1e-9 <= high <= 100
    _, lower, higher = interval([many])
    assert low <= lower + 1e-9
    assert higher - lower < high - low


def test_rows_of_files_that_were_not_run_stay_in_the_page(tmp_path: Path) -> None:
    page = tmp_path / "quality.md"
    page.write_text(f"before\n{BEGIN}{END}after\n", "utf-8")
    write([OLD], page)
    write([NEW], page)
    text = page.read_text("utf-8")
    assert list(rows_of(text)) == [OLD.file, NEW.file]
    assert text.startswith("before\n")
    assert text.endswith("after\n")


def test_the_page_has_a_place_for_it() -> None:
    text = PAGE.read_text("utf-8")
    assert text.index(BEGIN) < text.index(END)
