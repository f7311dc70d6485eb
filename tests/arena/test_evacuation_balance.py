"""Measuring the pack of Evacuation: the games, the figures, the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from orrery.arena.evacuation.balance import Tally, play, spread
from orrery.arena.evacuation.report import findings, measure, page, plots
from orrery.cli import main
from tests.evacuation.table import PACK


@pytest.fixture(scope="module")
def tallies() -> dict[str, Tally]:
    """Two short measurements."""
    settings: dict[str, dict[str, object]] = {"race": {"players": 2}, "solo": {"players": 1}}
    return measure(2, 5, 1, lambda line: None, settings)


def test_equal_seeds_give_equal_games() -> None:
    one, two = (play({"players": 1}, 3) for _ in range(2))
    assert one == two
    assert one.years == 4
    assert len(one.power) <= 4


def test_figures_add_up(tallies: dict[str, Tally]) -> None:
    race = tallies["race"]
    assert race.games == 2
    assert sum(share for _, share in race.seats()) == pytest.approx(1)
    assert sum(games for games, _ in race.sets().values()) == 4
    for tally in tallies.values():
        for kind in ("ships", "stadiums"):
            used, shown = tally.used(kind), tally.shown(kind)
            assert used
            assert [card for card in used if used[card] > shown[card]] == [], "what was taken was on offer"
    assert spread([3, 1, 2]) == (1, 1, 2, 3, 3)
    assert spread([]) == (0, 0, 0, 0, 0)


def test_the_page_tells_all(tallies: dict[str, Tally], tmp_path: Path) -> None:
    text = page(tallies, 5, "pictures", "Corrected: nothing.")
    for part in (
        "## Race",
        "## Solo",
        PACK.digest,
        "heron",
        "homestead",
        "Corrected: nothing.",
        "What looks broken",
    ):
        assert part in text
    plots(tallies, tmp_path / "pictures")
    assert {file.name for file in (tmp_path / "pictures").iterdir()} == {"spread.svg", "fields.svg"}
    whole = Tally([record for tally in tallies.values() for record in tally.records])
    assert any("never used" in line for line in findings(PACK, whole))


def test_the_command_is_part_of_the_title(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """``orrery evacuation balance`` plays through the arena and writes its page."""
    assert main(["evacuation", "balance", "--games", "1", "--seed", "3", "--page", str(tmp_path / "page.md")]) == 0
    assert "solo: 1 games" in capsys.readouterr().out
    assert "level `greedy`" in (tmp_path / "page.md").read_text()


@pytest.mark.parametrize("name", ["--games", "--jobs"])
def test_bad_numbers_are_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["evacuation", "balance", name, "0"])
    assert left.value.code == 2
    assert "expected a whole number from 1 on, not '0'" in capsys.readouterr().err
