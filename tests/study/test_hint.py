"""Hints: legal, sorted, with reasons."""

from __future__ import annotations

import pytest

from orrery.bots import bot
from orrery.core.match import Match
from orrery.core.titles import TITLES, title
from orrery.study.hint import hint


@pytest.mark.parametrize("name", sorted(TITLES))
def test_hints_are_legal_sorted_and_have_reasons(name: str) -> None:
    game = title(name)
    match = Match.new(name, {"players": 2, **getattr(game, "arena_options", {})}, 6)
    helper = bot("random", 3)
    turns = 0
    for number in range(60):
        seat = match.state.asked()
        if seat is None:
            break
        if number % 12 == 0 or (match.state.question() == "Turn" and turns < 2):
            turns += match.state.question() == "Turn"
            guess = game.guess(match.state, seat, number)
            found = hint(game, guess, seat, "greedy")
            assert 1 <= len(found) <= 3
            worths = [float(str(advice["worth"])) for advice in found]
            assert worths == sorted(worths, reverse=True)
            for advice in found:
                match.state.clone().play(game.read(match.state, str(advice["text"])))
                turn = advice["turn"]
                assert isinstance(turn, list)
                assert turn[0] == advice["text"]
        match.play(helper.choose(game, match.state.clone(), seat))


def test_nobody_asked_no_hint() -> None:
    match = Match.new("gaia", {"players": 2, "factions": "random"}, 6)
    assert hint(match.game, match.state, 1 - match.state.asked()) == []


def test_an_unknown_adviser_is_refused() -> None:
    match = Match.new("gaia", {"players": 2, "factions": "random"}, 6)
    with pytest.raises(LookupError, match="no bot 'oracle'"):
        hint(match.game, match.state, 0, "oracle")
