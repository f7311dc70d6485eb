"""Hints: legal, sorted, with reasons."""

from __future__ import annotations

import pytest

from orrery.bots import Nodes, bot
from orrery.bots.planner import outlook
from orrery.core.match import Match
from orrery.core.titles import TITLES, title
from orrery.gaia import mind
from orrery.study.hint import NODES, hint


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


def test_hints_alone_name_sources_and_own_points() -> None:
    """A plan to the end is explained by what grows this round; points that the Automa loses are not promised."""
    match = Match.new("gaia", {"players": 1, "factions": "random"}, 6)
    helper = bot("greedy", 3)
    while match.state.round < 3 or match.state.question() != "Turn":
        match.play(helper.choose(match.game, match.state.clone(), 0))
    guess = match.game.guess(match.state, 0, 1)
    found = hint(match.game, guess, 0)
    plans = outlook(mind, guess, 0, Nodes(NODES["planner"]))
    assert plans[0].end.asked() is None
    assert plans[0].soon.round == 4
    assert float(str(found[0]["worth"])) == pytest.approx(plans[0].worth - mind.denied(plans[0].end, 0), abs=0.051)
    assert mind.denied(plans[0].end, 0) > 0
    assert found[0]["behind"] == 0
    for advice in found:
        reasons = advice["reasons"]
        assert isinstance(reasons, list)
        assert {reason["source"] for reason in reasons} - {"points"}
        assert all(abs(reason["by"]) < 60 for reason in reasons)
