"""The judge: nothing against itself, the same both ways round, exact at the end, blind to what is hidden."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import sqrt
from random import Random
from typing import Any

import pytest

from orrery.bots import bot
from orrery.bots.mind import mind
from orrery.core.game import AnyState
from orrery.core.titles import title
from orrery.gaia.state import State
from orrery.study.calibration import EMPTY, Calibration
from orrery.study.judge import (
    FINEST,
    LOOK,
    Effort,
    compared,
    equal_searches,
    interval,
    measured,
    playout,
    search_candidates,
    student,
)
from tests.study.endings import last_round

PLAIN = Calibration(EMPTY)
QUICK = Effort(nodes=200, pairs=4)


def at_turn(name: str, options: dict[str, object], turns: int) -> AnyState:
    """The position at some turn of a game between bots."""
    game, known = title(name), mind(name)
    state: AnyState = game.new(game.offered({**game.tournament, **options}), 6)
    helper = bot("greedy", 3)
    while True:
        seat = state.asked()
        assert seat is not None
        if known.is_turn(state):
            turns -= 1
            if turns < 0:
                return state
        state.apply(helper.choose(game, state.clone(), seat))


GAMES = [
    ("gaia", {"players": 2}, 24),
    ("gaia", {"players": 1}, 14),
    ("evacuation", {"players": 2, "mode": "points"}, 10),
]


def two_turns(name: str, state: AnyState) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    seat = state.asked()
    assert seat is not None
    one, other, *_ = search_candidates(mind(name), title(name).guess(state, seat, 1), seat, 200)
    return one, other


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "turns"), GAMES)
def test_nothing_against_itself_and_the_same_both_ways_round(
    name: str, options: dict[str, object], turns: int
) -> None:
    game = title(name)
    state = at_turn(name, options, turns)
    seat = state.asked()
    assert seat is not None
    one, other = two_turns(name, state)
    nothing = compared(game, state, seat, one, one, QUICK, 5, PLAIN)
    assert (nothing["points"], nothing["low"], nothing["high"]) == (0, 0, 0)
    there = compared(game, state, seat, one, other, QUICK, 5, PLAIN)
    back = compared(game, state, seat, other, one, QUICK, 5, PLAIN)
    assert there["points"] == -back["points"]
    assert (there["low"], there["high"]) == (-back["high"], -back["low"])
    assert there == compared(game, state.clone(), seat, one, other, QUICK, 5, PLAIN)
    assert there["low"] <= there["points"] <= there["high"]
    assert there["pairs"] == 4


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "turns"), GAMES[1:])
def test_what_is_hidden_changes_no_judgement(name: str, options: dict[str, object], turns: int) -> None:
    """Another true deck that the seat cannot tell from this one: the same searches, the same playouts."""
    game, known = title(name), mind(name)
    state = at_turn(name, options, turns)
    seat = state.asked()
    assert seat is not None
    hidden = game.guess(state, seat, 99)
    assert hidden.digest() != state.digest()
    one, other = two_turns(name, state)
    assert two_turns(name, hidden) == (one, other)
    assert compared(game, state, seat, one, other, QUICK, 5) == compared(game, hidden, seat, one, other, QUICK, 5)
    for turn in (one, other):
        assert playout(game, state, seat, turn, QUICK, 3) == playout(game, hidden, seat, turn, QUICK, 3)
    worths = [
        [found.worth for found in equal_searches(known, game.guess(each, seat, 1), seat, [one, other], 200)]
        for each in (state, hidden)
    ]
    assert worths[0] == worths[1]


@pytest.mark.parametrize(("name", "options", "turns"), GAMES)
def test_equal_searches_give_every_candidate_the_same_chance(
    name: str, options: dict[str, object], turns: int
) -> None:
    """One turn named twice is worth the same, and the order in which candidates are named changes nothing."""
    state = at_turn(name, options, turns)
    seat = state.asked()
    assert seat is not None
    one, other = two_turns(name, state)
    guess = title(name).guess(state, seat, 1)
    first = equal_searches(mind(name), guess, seat, [one, other], 400)
    second = equal_searches(mind(name), guess, seat, [other, one], 400)
    assert [each.worth for each in first] == [each.worth for each in reversed(second)]
    again = equal_searches(mind(name), guess, seat, [one, one], 400)
    assert again[0].worth == again[1].worth


def alone_at_last(number: int) -> State:
    return next(state for state in reversed(last_round(number)) if len(state.passed) == len(state.order) - 1)


def test_exact_where_nobody_can_interfere() -> None:
    """Passing at once instead of what the solver plays costs exactly the difference of both ends."""
    game = title("gaia")
    checked = 0
    for number in (0, 5, 7, 10):
        state = alone_at_last(number)
        seat = state.asked()
        assert seat is not None
        turns = [(option,) for option in state.options()]
        for turn in turns[:4]:
            found = compared(game, state, seat, turns[-1], turn, Effort(), 5)
            assert found["how"] == "solver"
            assert found["low"] == found["points"] == found["high"] == found["raw"]
            checked += 1
    assert checked > 8


def test_an_interval_is_as_wide_as_it_must_be() -> None:
    """By Student's t: values 0 and 10 have mean 5 and a standard error of 5."""
    mean, half = interval([0.0, 10.0])
    assert mean == 5
    assert half == pytest.approx(5 * 12.706)
    wide, narrow = interval([0.0, 10.0] * 3)[1], interval([0.0, 10.0] * 40)[1]
    assert narrow < wide
    assert narrow == pytest.approx(1.99 * 5.031 / 80**0.5, rel=0.01)


def one_pair(chance: Random, mean: float, spread: float) -> int:
    """A difference like those of playouts: whole points, often the same, sometimes far out or to one side."""
    kind = chance.random()
    if kind < 0.25:
        return round(mean)
    if kind < 0.7:
        return round(mean + chance.gauss(0, spread))
    if kind < 0.9:
        wide = sqrt(sum(chance.gauss(0, 1) ** 2 for _ in range(4)) / 4)
        return round(mean + 0.9 * chance.gauss(0, spread) / wide)
    return round(mean + 2.5 * spread * (chance.expovariate(1) - 1))


def coverage(judged: Callable[[Callable[[], int]], tuple[float, float]]) -> float:
    """Which share of intervals holds the mean of a second look, over decisions of all kinds."""
    chance = Random(1)
    count, held = 1_500, 0
    for _ in range(count):
        mean, spread = chance.gauss(0, 5), chance.choice((0, 1, 3, 5, 8, 10, 12, 13, 14, 15, 17, 20))
        look = sum(one_pair(chance, mean, spread) for _ in range(LOOK)) / LOOK
        low, high = judged(partial(one_pair, chance, mean, spread))
        held += low <= look <= high
    return held / count


def test_intervals_hold_a_second_look_as_often_as_they_say() -> None:
    """Known truth and heavy tails: 19 of 20.

    Not so where the interval is for the mean alone, or one stops when it looks clear.
    """

    def fixed(draw: Callable[[], int]) -> tuple[float, float]:
        found = measured([draw() for _ in range(Effort().pairs)])
        return found["low"], found["high"]

    def alone(draw: Callable[[], int]) -> tuple[float, float]:
        mean, half = interval([draw() for _ in range(Effort().pairs)])
        return mean - half, mean + half

    def stopped(draw: Callable[[], int]) -> tuple[float, float]:
        found: list[int] = []
        while True:
            found += [draw() for _ in range(4)]
            mean, half = interval(found, LOOK)
            if len(found) >= Effort().pairs or abs(mean) > half:
                return mean - half, mean + half

    assert coverage(fixed) == pytest.approx(0.95, abs=0.015)
    assert coverage(alone) < 0.9
    assert coverage(stopped) < 0.92


def test_what_is_told_is_shrunk_and_inside_the_interval() -> None:
    pairs = [10, 12, 8, 9, 11, 10]
    plain, shrunk, little = measured(pairs), measured(pairs, 0.9), measured(pairs, 0.1)
    assert plain["points"] == plain["raw"] == shrunk["raw"] == 10
    assert (shrunk["points"], shrunk["low"], shrunk["high"]) == (9, plain["low"], plain["high"])
    assert little["points"] == little["low"] > 1
    alike = measured([3] * 36)
    assert (alike["low"], alike["high"]) == (3 - FINEST, 3 + FINEST)
    assert plain["high"] - 10 == pytest.approx(student(6) * sqrt(2 / 6 + 2 / LOOK), abs=0.01)


def test_one_pair_is_no_interval() -> None:
    state = at_turn("gaia", {"players": 2}, 20)
    seat = state.asked()
    assert seat is not None
    one, other = two_turns("gaia", state)
    with pytest.raises(ValueError, match="at least two pairs"):
        compared(title("gaia"), state, seat, one, other, Effort(pairs=1, solver=0), 1)
