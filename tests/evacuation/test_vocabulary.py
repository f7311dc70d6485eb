"""Every action and every question is told both ways: as text, as facts, as data, as a number, as Python."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any

import pytest

from orrery.core import chance
from orrery.core.game import BadNotation
from orrery.core.reading import Given
from orrery.env.encoding import encoding, numbered
from orrery.evacuation import actions
from orrery.evacuation.actions import ACTIONS, Action
from orrery.evacuation.decisions.base import Decision
from orrery.evacuation.decisions.displays import DiscountChoice
from orrery.evacuation.decisions.every import DECISIONS
from orrery.evacuation.decisions.subactions import RaiseMarker
from orrery.evacuation.decisions.transport import ReturnShips
from orrery.evacuation.game import EVACUATION
from orrery.evacuation.pack.lookup import SHIP
from orrery.evacuation.state import State
from orrery.evacuation.telling.facts import facts
from orrery.evacuation.telling.position.reading import question
from tests.evacuation.samples import SAMPLES
from tests.evacuation.table import ask, display, know, ships, stock, table
from tests.vocabulary import Walk

GAMES = 3
WALK = Walk(EVACUATION, encoding("evacuation"), ACTIONS, DECISIONS.values(), facts)


def met() -> Iterator[State]:
    """Positions of random games of every mode, one after the other; each is changed into the next."""
    for place, options in enumerate(SAMPLES):
        for game in range(GAMES):
            seed = chance.stream(game, f"vocabulary {place}")
            state = EVACUATION.new(options, seed)
            number = 0
            while state.asked() is not None:
                yield state
                offered = state.options()
                state.apply(offered[chance.draw(seed, number, len(offered))])
                number += 1


def rare() -> Iterator[State]:
    """Positions for what random games hardly ever come to."""
    state = table(actions="advanced")
    stock(state, 0, old=(1, 1, 1))
    display(state, SHIP, "heron")
    yield ask(state, DiscountChoice(0, SHIP, state.displays[SHIP].open[0], 0, 2))
    state = know(table(), 0, "return-flight")
    stock(state, 0, new=(0, 0, 3))
    ships(state, 0, "heron", "plover", world=1)
    flown = tuple(code >> 2 for code in state.players[0].ships)
    yield ask(state, ReturnShips(0, flown))
    yield ask(table(), RaiseMarker(0, 2, "stadium-production"))


@cache
def gathered() -> tuple[
    list[State], dict[type[Action], list[tuple[State, Action]]], dict[type[Decision], list[Any]]
]:
    """Positions to look at, and some actions and questions of every kind with the position they belong to."""
    states: list[State] = []
    said: dict[type[Action], list[tuple[State, Action]]] = {}
    held: dict[type[Decision], list[Any]] = {}
    for state in chain(rare(), met()):
        kept: State | None = None
        wanted: list[tuple[list[Any], Any]] = [(said.setdefault(type(o), []), o) for o in state.options()]
        wanted += [(held.setdefault(type(decision), []), decision) for decision in state.stack]
        wanted += [(said.setdefault(actions.Load, []), load) for load in _loads(state)]
        for known, one in wanted:
            if len(known) < 40:
                kept = kept or state.clone()
                known.append((kept, one))
        if kept is not None:
            states.append(kept)
    return states, said, held


def _loads(state: State) -> list[Action]:
    """A whole load of the first ship that may fly: nothing on any place."""
    for option in state.options():
        if isinstance(option, actions.Fly):
            ship = state.table.pack.ships[option.ship]
            places = (actions.NOTHING,) * (len(ship.sites) + ship.buildings)
            return [actions.Load(option.ship, places, (0, 0, 0))]
    return []


def test_every_kind_of_action_and_question_is_met() -> None:
    _, said, held = gathered()
    assert set(said) == set(ACTIONS)
    assert set(held) == set(DECISIONS.values())


@pytest.mark.parametrize("kind", ACTIONS, ids=lambda kind: kind.__name__)
def test_an_action_is_told_both_ways(kind: type[Action]) -> None:
    for state, action in gathered()[1][kind]:
        WALK.told(state, action)
        text = EVACUATION.write(state, action)
        assert EVACUATION.read(state, f"  {text.upper()} ") == action
        assert facts(state, action)["kind"] in (kind.says.kind, "end")


@pytest.mark.parametrize("kind", DECISIONS.values(), ids=lambda kind: kind.__name__)
def test_a_question_is_told_both_ways(kind: type[Decision]) -> None:
    for state, decision in gathered()[2][kind]:
        told = {"question": decision.name, "seat": decision.seat, **decision.holds.json(state, decision)}
        plain = json.loads(json.dumps(told))
        assert question(state, Given(plain, "stack[0]")) == decision
        assert plain.get("may") != 0, "it is left out unless it is set"
        WALK.held(state, decision)


def test_no_two_options_have_one_number() -> None:
    code = encoding("evacuation")
    for state in gathered()[0]:
        assert len(numbered(code, state)) == len(state.options()) or state.question() == "KeepHand"


def test_a_text_that_two_actions_could_say_is_the_one_that_is_asked_for() -> None:
    """Prepared factories and factories to load are both said ``factory``; goals and cards are both kept."""
    for name in ("factory", "return", "keep", "fly"):
        kinds = [kind for kind in ACTIONS if kind.says.verb == name]
        assert len(kinds) == 2
        for kind in kinds:
            for state, action in gathered()[1][kind][:5]:
                assert type(EVACUATION.read(state, EVACUATION.write(state, action))) is kind


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gain steel", "expected 'gain RESOURCE WORLD', got 'gain steel'"),
        ("gain gold old", "gain: there is no resource 'gold'; there are food, steel, energy"),
        ("action dance", "action: there is no board action 'dance'; there are "),
        ("take ship heron", "take: there is no world ''; there are old, new"),
        ("take infrastructure mekong old", "take: an infrastructure is taken without naming a world, got old"),
        ("take yacht heron old", "take: there is no display 'yacht'; there are ship, stadium, infrastructure"),
        ("take stadium heron old", "take: there is no card 'heron'; there are "),
        ("under heron", "under: no display is asked about"),
        ("research column 0", "research: columns are counted from 1"),
        ("power much", "power: expected a number, got 'much'"),
        ("settle A1 with gold", "settle: expected amounts like '1 food 2 energy' or 'nothing', got 'gold'"),
        ("next settle twice", "next: 'settle twice' says more about settle than it can mean"),
        ("factory", "expected 'factory RESOURCE WORLD' or 'factory RESOURCE', got 'factory'"),
    ],
)
def test_a_text_that_says_no_action_is_refused_with_what_was_expected(text: str, sentence: str) -> None:
    state = table()
    with pytest.raises(BadNotation) as refused:
        EVACUATION.read(state, text)
    assert f"'{text}' does not answer Turn of seat 0: {sentence}" in str(refused.value)
    assert "; possible: '" in str(refused.value)


def test_what_is_always_asked_lapses_where_there_is_nothing_to_choose() -> None:
    """Positions given without goal cards: nobody is asked to keep or return one."""
    nobody: list[dict[str, list[str]]] = [{"goals": [], "draft": []}] * 2
    draft: dict[str, list[list[str]]] = {"picks": [[], []], "piles": [[], []]}
    common = {"game": "evacuation", "options": {"players": 2, "mode": "points"}, "goal_draft": draft, "stack": []}
    for step in (0, 3):
        state = EVACUATION.position({**common, "phase": "goals", "step": step, "players": nobody})
        assert state.question() == "Turn"
