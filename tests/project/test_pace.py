"""Benchmarks with a memory: what is counted is exact, what became dearer is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from orrery import cli, pace
from orrery.core.chance import draw
from tests.every_game import registered
from tests.small_game import SMALL

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def auction() -> Iterator[None]:
    with registered(SMALL):
        yield


def run(*words: str) -> int:
    return cli.main(["bench", "auction", "--games", "3", *words])


def length(seed: int) -> int:
    """Decisions of a random game of three."""
    state, number = SMALL.new({"players": 3}, seed), 0
    while state.asked() is not None:
        options = state.options()
        state.apply(options[draw(seed, number, len(options))])
        number += 1
    return number


def test_a_record_is_kept_and_the_next_one_is_compared_with_it(tmp_path: Path, capsys: Output) -> None:
    assert run("--record", str(tmp_path)) == 0
    assert "There is no record to compare with" in capsys.readouterr().out
    assert run("--record", str(tmp_path)) == 0
    assert "Compared with" in capsys.readouterr().out
    first, second = pace.records(tmp_path / "auction.jsonl")
    assert first.counted["decisions"] == second.counted["decisions"] == sum(map(length, (1, 2, 3)))
    assert first.counted["calls"] == second.counted["calls"]
    assert set(first.ratios) == {"random_game", "decision", "clone", "view", "replay"}
    assert all(ratio > 0 for ratio in first.ratios.values())
    assert cli.main(["bench", "plot", str(tmp_path)]) == 0
    assert (tmp_path / "auction.svg").read_text("utf-8").startswith("<?xml")


def test_what_became_dearer_is_told_and_fails_a_comparison(tmp_path: Path, capsys: Output) -> None:
    assert run("--record", str(tmp_path)) == 0
    file = tmp_path / "auction.jsonl"
    (record,) = pace.records(file)
    file.unlink()
    cheap = {name: ratio / 1000 for name, ratio in record.ratios.items()}
    pace.appended(file, replace(record, ratios=cheap, version="0.0.1"))
    capsys.readouterr()
    assert run("--compare", str(tmp_path)) == 1
    told = capsys.readouterr().out
    assert "Compared with 0.0.1" in told
    assert "clone: " in told
    assert "% dearer" in told
    assert len(pace.records(file)) == 1


def test_only_what_can_be_compared_is_compared() -> None:
    one = pace.Record("2026-01-01", "1", "a", "plain", "3.11.7", "auction", {}, 3, {"decisions": 9, "options": 20})
    assert pace.last([one], replace(one, python="3.11.9")) == one
    assert pace.last([one, replace(one, form="compiled")], one) == one
    for other in (replace(one, games=4), replace(one, python="3.12.1"), replace(one, chosen={"players": 3})):
        assert pace.last([one], other) is None
    more = replace(one, counted={"decisions": 10, "options": 20})
    assert pace.dearer(one, more) == ["decisions: 10 where there were 9: other games"]
    old, new = replace(one, ratios={"clone": 1.0, "view": 2.0}), replace(one, ratios={"clone": 1.04, "view": 2.2})
    assert pace.dearer(old, new) == ["view: 10.0 % dearer (2.0 before, 2.2 now)"]


def test_a_broken_line_is_named(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "auction.jsonl").write_text('{"day": 1}\n')
    assert run("--compare", str(tmp_path)) == 2
    assert "line 1: no record of a benchmark" in capsys.readouterr().err
    assert cli.main(["bench", "plot", str(tmp_path / "nothing")]) == 2


def test_the_yardstick_never_changes() -> None:
    """Its work is a part of every record: another one makes all ratios worthless."""
    number = 1
    for turn in range(4000):
        number = pace._mixed(number + turn)
    assert number == 4420202045619250678


def test_records_of_the_tree_can_be_read() -> None:
    for file in sorted((Path(__file__).parents[2] / "docs/bench").glob("*.jsonl")):
        found = pace.records(file)
        assert found
        assert {one.title for one in found} == {file.stem}
        assert json.dumps([one.ratios for one in found])
