"""Bots: legal, repeatable with nodes, stronger the longer they look."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from orrery.arena.table import Thinking, play
from orrery.bots import BOTS, Nodes, bot
from orrery.bots.planner import outlook
from orrery.core.chance import stream
from orrery.core.match import Match
from orrery.core.titles import TITLES, title
from orrery.gaia import mind

FEW = Thinking(nodes=60)
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("level", list(BOTS))
@pytest.mark.parametrize("name", sorted(TITLES))
def test_every_bot_plays_every_title_to_its_end_without_a_fault(name: str, level: str) -> None:
    played = play(name, {"players": 2, **getattr(title(name), "arena_options", {})}, 11, (level, "random"), FEW)
    assert played.faults == []
    assert played.match.state.asked() is None


@pytest.mark.parametrize("level", ["greedy", "planner"])
def test_with_nodes_a_game_repeats(level: str) -> None:
    one, two = (play("gaia", {"players": 2, "factions": "random"}, 4, (level, level), FEW) for _ in range(2))
    assert one.match.entries == two.match.entries


def test_bots_never_get_the_true_position() -> None:
    """What a bot sees of the Automa's deck is a guess."""
    seen: list[Any] = []

    class Spy:
        name = "spy"

        def choose(self, game: Any, state: Any, seat: int) -> Any:
            seen.append(state.deck)
            return state.options()[0]

    from orrery.arena.table import answer

    match = Match.new("gaia", {"players": 1, "factions": "random"}, 3)
    while match.state.question() != "Turn":
        match.play(match.state.options()[0])
    different = 0
    for number in range(8):
        answer(match.game, Spy(), match.state, 0, stream(number, "x"), 5.0)
        different += seen[-1] != match.state.deck
        assert seen[-1].played() == match.state.deck.played()
    assert different >= 7


def test_greedy_beats_random() -> None:
    won = 0
    for seed in range(6):
        seats = ("greedy", "random") if seed % 2 else ("random", "greedy")
        played = play("gaia", {"players": 2, "factions": "random"}, 40 + seed, seats, FEW)
        won += played.match.state.places()[seats.index("greedy")] == 1
    assert won >= 5


def test_an_outlook_is_sorted_and_its_turns_are_legal() -> None:
    match = Match.new("gaia", {"players": 2, "factions": "random"}, 8)
    helper = bot("greedy", 1)
    while match.state.round < 2 or match.state.question() != "Turn":
        seat = match.state.asked()
        match.play(helper.choose(match.game, match.state.clone(), seat))
    seat = match.state.asked()
    found = outlook(mind, match.state.clone(), seat, Nodes(100))
    assert len(found) > 3
    assert all(a.worth >= b.worth for a, b in pairwise(found))
    for end in found:
        trial = match.state.clone()
        for action in end.turn:
            while trial.asked() != seat:
                trial.apply(mind.still(trial))
            trial.play(action)


def test_the_parts_of_a_value_sum_to_it_and_rivals_stand_still_in_plans() -> None:
    match = Match.new("gaia", {"players": 1, "factions": "random"}, 5)
    helper = bot("greedy", 1)
    while match.state.round < 5 or match.state.question() != "Turn":
        match.play(helper.choose(match.game, match.state.clone(), 0))
    state = match.state
    assert sum(mind.parts(state, 0).values()) == pytest.approx(mind.value(state, 0))
    rival = state.players[1].key()
    found = outlook(mind, state.clone(), 0, Nodes(400))
    assert state.players[1].key() == rival
    ends = [end.end for end in found if end.end.asked() is None]
    assert ends, "a plan of two rounds from the fifth reaches the end of the game"
    assert all(end.players[1].own == state.players[1].own for end in ends)
    best = found[0]
    assert mind.parts(best.end, 0)["points"] == pytest.approx(mind.value(best.end, 0))


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(LookupError, match="there is no bot 'genius'; there are: random"):
        bot("genius", 1)


@pytest.mark.parametrize("name", sorted(TITLES))
def test_the_example_bot_plays_every_title(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot of one's own is named by where it is: ``module:factory``."""
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    options = {"players": 2, **getattr(title(name), "arena_options", {})}
    played = play(name, options, 5, ("my_bot:MyBot", "random"), FEW)
    assert played.faults == []
    assert played.match.state.asked() is None


@pytest.mark.parametrize("level", ["my_bot_that_is_nowhere:MyBot", "orrery.bots.greedy:Genius"])
def test_a_bot_that_cannot_be_imported_is_refused(level: str) -> None:
    with pytest.raises(LookupError, match="there is no bot"):
        bot(level, 1)
