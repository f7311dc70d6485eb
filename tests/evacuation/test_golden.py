"""Whole games replay to the same end, and every answer does what it did."""

from __future__ import annotations

import pytest

from orrery.core.match import Match
from tests.evacuation.golden import GAMES, HERE, PRINTED, printed, result


@pytest.mark.parametrize("name", list(GAMES))
def test_a_whole_game_replays_to_its_result(name: str) -> None:
    text = (HERE / "games" / f"{name}.game").read_text(encoding="utf-8")
    match = Match.load(text)
    assert match.state.asked() is None
    assert match.save() + result(match) == text


@pytest.mark.parametrize("name", PRINTED)
def test_a_playthrough_prints_as_before(name: str) -> None:
    """A change of the rules shows as a readable difference."""
    match = Match.load((HERE / "games" / f"{name}.game").read_text(encoding="utf-8"))
    assert printed(match) == (HERE / "playthroughs" / f"{name}.txt").read_text(encoding="utf-8")
