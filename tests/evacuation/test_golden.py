"""Whole games replay to the same end, and every answer does what it did."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from orrery.core.match import Match
from tests.evacuation.golden import GAMES, HERE, PRINTED, printed, result


@pytest.mark.parametrize("name", list(GAMES))
def test_a_whole_game_replays_to_its_result(name: str) -> None:
    text = (HERE / "games" / f"{name}.game").read_text(encoding="utf-8")
    match = Match.load(text)
    assert match.state.asked() is None
    assert match.save() + result(match) == text


FORMER = sorted((HERE / "games" / "former").glob("*.game"), key=lambda file: file.name)


@pytest.mark.parametrize("file", FORMER, ids=[file.stem for file in FORMER])
def test_a_game_of_older_rules_replays_as_it_was_played(file: Path) -> None:
    """EV-AMB-54, EV-AMB-55: what has been decided since does not change it, digests included."""
    text = file.read_text(encoding="utf-8")
    match = Match.load(text)
    assert match.header.rules < 3
    assert (match.state.table.may_decline, match.state.table.end_stays) == (False, False)
    assert match.save() + result(match) == text


def test_a_position_of_an_older_match_is_played_by_the_rules_of_then() -> None:
    """EV-AMB-54: also where the match begins from a position, and whatever its header was completed with."""
    given = {"game": "evacuation", "options": {"players": 2}, "phase": "actions"}
    match = Match.new("evacuation", {"position": given}, 1)
    assert match.state.table.may_decline
    header = dataclasses.replace(match.header, rules=2)
    old = Match.replay(header, [])
    assert (old.state.table.may_decline, old.state.table.end_stays) == (False, False)
    assert old.header == header


@pytest.mark.parametrize("name", PRINTED)
def test_a_playthrough_prints_as_before(name: str) -> None:
    """A change of the rules shows as a readable difference."""
    match = Match.load((HERE / "games" / f"{name}.game").read_text(encoding="utf-8"))
    assert printed(match) == (HERE / "playthroughs" / f"{name}.txt").read_text(encoding="utf-8")
