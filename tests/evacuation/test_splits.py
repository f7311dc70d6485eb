"""Splitting power points, against a slow search that moves the markers step by step."""

from __future__ import annotations

import random
from functools import cache

import pytest

from orrery.evacuation.actions import Advance
from orrery.evacuation.game import EVACUATION
from orrery.evacuation.rules.progress import splits
from orrery.evacuation.state import State

STATE: State = EVACUATION.new({"players": 3}, 1)
ZONES = STATE.table.lookup.zones
LAST = STATE.table.lookup.last_column


@cache
def walks(x: int, y: int, a: int, b: int) -> frozenset[int]:
    """Which marker (0 front, 1 rear) can make the very last step when they have a and b steps left to go.

    -1 stands for "no step is left". Every single step keeps at most one turning point between them.
    """
    if not a and not b:
        return frozenset({-1})
    found: set[int] = set()
    for marker, steps in ((0, a), (1, b)):
        if steps:
            nx, ny = (x + 1, y) if marker == 0 else (x, y + 1)
            if abs(ZONES[nx] - ZONES[ny]) <= 1:
                rest = walks(nx, ny, a - (marker == 0), b - (marker == 1))
                found |= {marker if last == -1 else last for last in rest}
    return frozenset(found)


@pytest.mark.parametrize("power", [0, 1, 2, 3, 5, 8, 13, 18, 21, 40])
def test_exactly_the_splits_that_can_be_walked_are_offered(power: int) -> None:
    """EV-PRG-4, EV-PRG-9, EV-PRG-10, EV-AMB-29: all points are used, at most one turning point lies between."""
    player = STATE.clone().players[0]
    for front in range(LAST + 1):
        for rear in range(front + 1):
            if abs(ZONES[front] - ZONES[rear]) > 1:
                continue
            player.columns = [front, rear]
            total = min(power, LAST - front + LAST - rear)
            offered = splits(STATE, player, power)
            assert len(set(offered)) == len(offered)
            assert offered, "there is always a way"
            expected = set()
            for a in range(total + 1):
                b = total - a
                if a <= LAST - front and b <= LAST - rear and walks(front, rear, a, b):
                    expected.add((a, b))
            if front == rear:
                # The markers cannot be told apart: the one that goes farther is the front one.
                expected = {(max(pair), min(pair)) for pair in expected}
            assert {(a, b) for a, b, _ in offered} == expected
            for a, b, rear_first in offered:
                if a and b:
                    # Who lands second makes the last step.
                    assert (0 if rear_first else 1) in walks(front, rear, a, b)


def test_both_orders_of_landing_are_offered_where_they_can_differ() -> None:
    """EV-PRG-8: an instant effect comes when its marker lands, before or after the other one moves."""
    instants = STATE.table.lookup.instants
    player = STATE.clone().players[0]
    for front in range(LAST):
        for rear in range(front):
            if abs(ZONES[front] - ZONES[rear]) > 1:
                continue
            player.columns = [front, rear]
            offered = splits(STATE, player, 6)
            for a, b, _ in offered:
                x, y = front + a, rear + b
                matters = x == y or (a and b and any(lane[x] or lane[y] for lane in instants))
                orders = {first for a_, b_, first in offered if (a_, b_) == (a, b)}
                possible = {bool(1 - last) for last in walks(front, rear, a, b)} if a and b else {False, True}
                if matters:
                    assert orders == possible
                else:
                    assert len(orders) == 1


@pytest.mark.parametrize("seed", range(6))
def test_the_ends_of_both_markers_are_foretold(seed: int) -> None:
    """EV-PRG-4: an explained split tells where both markers end, also when an instant effect asks in between."""
    chance = random.Random(seed)
    state = EVACUATION.new({"players": 2 + seed % 2, "setup_seed": seed}, seed)
    looked = 0
    while (seat := state.asked()) is not None:
        if state.question() == "SplitPower":
            columns = state.players[seat].columns
            for option in EVACUATION.explain(state, seat):
                split = option.action
                assert isinstance(split, Advance)
                ends = [columns[0] + split.front, columns[1] + split.rear]
                assert option.facts["columns"] == ends
                assert option.facts["zones"] == [ZONES[column] for column in ends]
                looked += 1
        state.play(chance.choice(state.options()))
    assert looked
