"""Rivals in plans of Gaia Project: what they take in the rest of the round, and what they may end with."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from orrery.bots import Nodes, bot
from orrery.bots.gaia.features import GROWN, foresee_ends
from orrery.bots.gaia.mind import LATER_ACT, LATER_SITE, MIND
from orrery.bots.gaia.rivals import CYCLES, moved, replies
from orrery.bots.planner import outlook
from orrery.core.titles import title
from orrery.gaia.actions import Act, Build, Research
from orrery.gaia.data.buildings import MINE
from orrery.gaia.phases import NO_ONE
from orrery.gaia.rules.scoring import final_count

GAIA = title("gaia")


def at_turn(round_: int, players: int = 4, seed: int = 5) -> Any:
    """The first turn of a round of a game of greedy bots."""
    state = GAIA.new(GAIA.complete({"players": players, "factions": "random"}), seed)
    bots = [bot("greedy", seat) for seat in range(players)]
    while not (state.round == round_ and state.question() == "Turn"):
        seat = state.asked()
        assert seat is not None
        state.apply(bots[seat].choose(GAIA, state, seat))
    return state


@pytest.mark.parametrize("round_", [1, 3, 5])
def test_rivals_move_in_the_rest_of_the_round_and_the_seat_does_nothing(round_: int) -> None:
    state = at_turn(round_)
    seat, before = state.asked(), state.digest()
    found = replies(MIND, state, seat)
    assert 1 <= len(found) <= CYCLES
    assert state.digest() == before
    for after in found:
        assert after.players[seat].key() == state.players[seat].key()
        assert after.round == state.round
    changed = [n for n, other in enumerate(found[0].players) if other.key() != state.players[n].key()]
    assert len(changed) >= 2
    assert seat not in changed


def test_nobody_is_expected_to_move_who_has_passed_nor_the_automa() -> None:
    state = at_turn(2)
    seat = state.asked()
    state.passed = tuple(other for other in state.order if other != seat)
    assert replies(MIND, state, seat) == ()
    solo = at_turn(1, players=1)
    assert replies(MIND, solo, 0) == ()


def test_what_rivals_take_is_gone_in_a_line_unless_the_line_took_it_before() -> None:
    taken, settled = 0, 0
    for seed in range(5, 15):
        state = at_turn(3, seed=seed)
        seat = state.asked()
        found = replies(MIND, state, seat)
        acts = [number for number, by in enumerate(found[-1].acts) if by != NO_ONE and state.acts[number] == NO_ONE]
        line = state.clone()
        if acts:
            line.acts = tuple(seat if number == acts[0] else by for number, by in enumerate(line.acts))
        moved(line, seat, state, found[-1])
        for number in acts[1:]:
            assert line.acts[number] not in (NO_ONE, seat)
        if acts:
            assert line.acts[acts[0]] == seat
            taken += 1
        for rival, other in enumerate(found[-1].players):
            site = other.own & ~state.players[rival].own
            if site:
                settled += 1
                assert line.players[rival].own & site == site
                mine = state.clone()
                mine.players[seat].own |= site
                moved(mine, seat, state, found[-1])
                assert mine.players[rival].own == state.players[rival].own
    assert taken
    assert settled


def test_a_plan_does_not_count_on_an_action_that_a_rival_takes_before() -> None:
    """Of lines that use a board action at their second turn or later, none uses one that is gone by then."""
    looked = 0
    for seed in range(5, 13):
        state = at_turn(3, seed=seed)
        seat = state.asked()
        found = replies(MIND, state, seat)
        for plan in outlook(MIND, state, seat, Nodes(600)):
            for turn, action in enumerate(plan.line[0]):
                if isinstance(action, Act) and turn:
                    looked += 1
                    gone = found[min(turn, len(found)) - 1]
                    assert gone.acts[action.number] in (NO_ONE, state.acts[action.number])
    assert looked


def test_what_others_want_too_is_worth_less_later() -> None:
    act, site, step = Act(1), Build(MINE, 40), Research(1)
    known = MIND.ahead(at_turn(1, players=2), 0)
    assert known.put_off(act, 0, 0) == known.put_off(site, 0, 0) == known.put_off(step, 3, 2) == 0
    assert known.put_off(act, 0, 1) == LATER_ACT
    assert known.put_off(site, 0, 2) == LATER_SITE
    assert known.put_off(act, 2, 0) > known.put_off(site, 2, 0) > 0
    alone = MIND.ahead(at_turn(1, players=1), 0)
    assert alone.put_off(act, 0, 1) == alone.put_off(site, 0, 1) == 0


def test_at_the_end_of_a_plan_rivals_have_grown_as_they_do_in_games() -> None:
    state = at_turn(5)
    seat = state.asked()
    found = foresee_ends(state, seat)
    others = [other for other in range(4) if other != seat]
    for place, other in enumerate(others):
        tile = state.table.final_tiles[0]
        grown = found[1 + place] / 10 - final_count(state, other, tile)
        assert GROWN[6][tile] < grown < GROWN[5][tile]
    state.passed = (others[0],)
    assert foresee_ends(state, seat)[1] < found[1]
    for earlier, later in pairwise(GROWN[1:]):
        assert all(one >= other for one, other in zip(earlier, later, strict=True))
