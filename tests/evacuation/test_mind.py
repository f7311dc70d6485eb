"""What the planner of Evacuation promises and plans."""

from __future__ import annotations

from typing import Any

import pytest

from orrery.bots import Nodes, bot
from orrery.bots.evacuation.mind import MIND
from orrery.bots.evacuation.numbers import POINTS, RACE
from orrery.bots.evacuation.value import FEATURES, features, promise
from orrery.core.chance import draw, stream
from orrery.evacuation.actions import PASS, Act, Action, Settle, UseFactories
from orrery.evacuation.game import EVACUATION
from orrery.evacuation.state import State

MODES: dict[str, dict[str, object]] = {
    "race": {"players": 2, "mode": "race"},
    "points": {"players": 2, "mode": "points"},
    "points with everything": {
        "players": 2,
        "mode": "points",
        "actions": "advanced",
        "bonuses": "generous",
        "orders": True,
        "line_dominance": True,
    },
    "solo": {"players": 1},
}


def turn_of(options: dict[str, object], seed: int, after: int = 0) -> tuple[State, int]:
    """A position at a turn with a choice, after so many random answers."""
    state = EVACUATION.new(options, seed)
    number = 0
    while number < after or state.question() != "Turn" or len(state.options()) == 1:
        offered = state.options()
        state.apply(offered[draw(stream(seed, "test"), number, len(offered))])
        number += 1
    seat = state.asked()
    assert seat is not None
    return state, seat


def replayed(state: State, seat: int, line: tuple[Action, ...]) -> State:
    """The position at the end of a plan, the others standing aside."""
    world = MIND.alone(state, seat)
    for answer in line:
        world.play(answer)
    return world


def test_there_is_a_number_for_every_feature_of_every_year() -> None:
    for numbers in (RACE, POINTS):
        assert [len(year) for year in numbers] == [len(FEATURES)] * 4
    state, seat = turn_of(MODES["race"], 3)
    assert len(features(state, seat)) == len(FEATURES)


@pytest.mark.parametrize("mode", ["points", "points with everything", "solo"])
def test_at_the_end_of_the_game_the_promise_is_the_score(mode: str) -> None:
    state = EVACUATION.new(MODES[mode], 5)
    for number in range(10_000):
        if state.asked() is None:
            break
        offered = state.options()
        state.apply(offered[draw(11, number, len(offered))])
    assert [promise(state, seat, 4) for seat in range(len(state.players))] == state.scores()


@pytest.mark.parametrize("mode", MODES)
def test_a_plan_runs_to_the_end_of_the_game_and_begins_with_an_answer_that_may_be_given(mode: str) -> None:
    state, seat = turn_of(MODES[mode], 7, after=25)
    before = state.digest()
    ends = MIND.plan(state, seat, Nodes(300))
    assert state.digest() == before, "planning leaves the position as it is"
    assert [end.worth for end in ends] == sorted((end.worth for end in ends), reverse=True)
    assert ends[0].whole
    assert replayed(state, seat, ends[0].line).asked() is None
    for end in ends:
        assert end.turn[0] in state.options()
        assert end.line[: len(end.turn)] == end.turn


def test_a_plan_made_before_is_followed_as_far_as_it_still_goes() -> None:
    state, seat = turn_of(MODES["race"], 9, after=30)
    first = MIND.plan(state, seat, Nodes(2000))[0]
    assert MIND.plan(state, seat, Nodes(50), first.line)[0].worth >= first.worth - 1e-9
    # Answers that fit nowhere are left out.
    broken: tuple[Any, ...] = (Settle(36), UseFactories((7, 7, 7)), Act(99), PASS)
    assert MIND.plan(state, seat, Nodes(50), broken)[0].whole


def test_a_field_may_be_settled_with_its_factories_named_at_once() -> None:
    game: Any = EVACUATION
    state = game.new(MODES["race"], 21)
    player = bot("planner", 1, lambda: Nodes(60))
    settled = 0
    while state.asked() is not None:
        seat = state.asked()
        assert seat is not None
        answer = player.choose(game, game.guess(state, seat, 4), seat) if seat == 0 else MIND.still(state)
        settled += isinstance(answer, Settle) and answer.factories is not None
        state.play(answer)
    assert settled > 0
