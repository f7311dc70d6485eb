"""The bound of the best finish: never below the truth, of any position of a last round, cut or not."""

from __future__ import annotations

import pytest

from orrery.core.titles import title
from orrery.gaia.state import State
from orrery.study import finish as finishing
from orrery.study.endings.bound import CREDITS, ORE, POWER, QIC, Bound
from orrery.study.endings.gaia import GaiaEnding
from orrery.study.finish import Limit, answered, choices, finish, solved
from tests.study.endings import last_round, small

GAIA = title("gaia")


def asked(state: State) -> int:
    seat = state.asked()
    assert seat is not None
    return seat


def test_never_below_what_the_solver_finds() -> None:
    """Small endings of all kinds, at caps and near federations among them."""
    checked = 0
    for number in range(0, 100, 5):
        state, seat = small(number)
        end = GaiaEnding()
        world = end.world(state, seat)
        best = solved(end, world, seat, Limit(300))
        most = end.most(world, seat)
        if best is not None and most is not None:
            assert end.now(world, seat) + most >= best, number
            checked += 1
    assert checked > 6


def test_never_below_the_truth_after_any_first_move() -> None:
    """The prices of the position where the search began hold for the positions after it."""
    checked = 0
    for number in range(6):
        for state in last_round(number)[-6:]:
            seat, end = asked(state), GaiaEnding()
            world = end.world(state, seat)
            found = choices(end, world, seat, Limit(900))
            if found is None:
                continue
            whole = end.most(world, seat)
            assert whole is not None
            assert end.now(world, seat) + whole >= found.best
            for move, points in found.moves:
                after = answered(end.known, world, seat, move)
                most = end.most(after, seat)
                if after.asked() is not None and most is not None:
                    assert end.now(after, seat) + most >= points
                    checked += 1
    assert checked > 10


def test_never_below_the_truth_where_a_search_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions that can be solved, cut at any point: best found and at most so many more."""
    monkeypatch.setattr(finishing, "PLANNED", 1)
    checked = 0
    for number in range(6):
        for state in last_round(number)[-6:]:
            seat, end = asked(state), GaiaEnding()
            best = solved(end, end.world(state, seat), seat, Limit(900))
            if best is None:
                continue
            for cut in (1, 6, 40, 200):
                found = finish(GAIA, state, seat, Limit(cut))
                if found["word"] == "found":
                    assert found["more"] is not None
                    assert found["points"] <= best <= found["points"] + found["more"]
                    checked += 1
    assert checked > 10


def test_more_in_hand_is_never_worth_less() -> None:
    for number in range(4):
        state = last_round(number)[-1]
        seat = asked(state)
        world = GaiaEnding().world(state, seat)
        bound = Bound(world, seat)
        before = bound.most(world)
        world.players[seat].credits += 3
        world.players[seat].ore += 1
        assert bound.most(world) >= before + 1


def test_no_conversion_pays_by_the_prices() -> None:
    """Else anything could be bounded by nothing."""
    for number in range(4):
        state = last_round(number)[-1]
        seat = asked(state)
        prices = Bound(GaiaEnding().world(state, seat), seat).prices
        assert prices[QIC] >= prices[ORE] - 1e-9 >= prices[CREDITS] - 2e-9
        assert 3 * prices[POWER] >= prices[ORE] - 1e-9
        assert 4 * prices[POWER] >= prices[QIC] - 1e-9
        assert prices[CREDITS] >= 1 / 3 - 1e-9
