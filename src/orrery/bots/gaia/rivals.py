"""What rivals do while a plan goes on: the turns that each would take next by what they bring at once."""

from __future__ import annotations

from typing import Final

from orrery.bots import Nodes
from orrery.bots.follow import follow
from orrery.bots.gaia.turns import turns
from orrery.bots.mind import Mind
from orrery.core.hexes import bits
from orrery.gaia.actions import Action
from orrery.gaia.data.buildings import MINE
from orrery.gaia.decisions.turn import Turn
from orrery.gaia.phases import ACTIONS, NO_ONE, NOTHING_HERE
from orrery.gaia.rules.building import offer
from orrery.gaia.rules.power import capacity, charge
from orrery.gaia.state import State

CYCLES: Final = 3
"""Turns of each rival that a plan foresees."""


def replies(known: Mind[State, Action], state: State, seat: int) -> tuple[State, ...]:
    """How the table stands after one, two ... turns of each rival, the seat itself doing nothing.

    A rival takes the turn after which the value is highest for it, as the greedy bot does.
    """
    if state.table.solo or state.phase != ACTIONS:
        return ()
    found: list[State] = []
    at = state.order.index(seat)
    waiting = [other for other in state.order[at + 1 :] + state.order[:at] if other not in state.passed]
    world = state
    for _ in range(CYCLES):
        going: list[int] = []
        for other in waiting:
            after = _turn(known, world, other)
            if after is not None:
                going.append(other)
                world = after
        if not going:
            break
        found.append(world)
        waiting = going
    return tuple(found)


def _turn(known: Mind[State, Action], state: State, seat: int) -> State | None:
    """The position after the turn that looks best at once; None if it passes."""
    start = known.alone(state, seat)
    start.stack = [Turn(seat)]
    start.turn = seat
    start.pending = ()
    start.forget()
    known = known.ahead(start, seat)
    now = known.value(start, seat)
    best: State | None = None
    most, ending = now - known.patience, False
    budget = Nodes(1000)
    for turn in turns(start, seat):
        after, _ = follow(known, start, seat, turn, budget)
        if after is None:
            continue
        if known.leaf(after, start):
            ending = True
            continue
        worth = known.value(after, seat)
        if worth > most or (best is None and not ending):
            best, most = after, worth
    return best


def moved(state: State, seat: int, before: State, after: State) -> None:
    """Let rivals have done in a line what they did between two foreseen positions, as far as that is free."""
    mine = state.players[seat].own
    for number, other in enumerate(after.players):
        if number == seat:
            continue
        was = before.players[number]
        if other.own == was.own and other.buildings == was.buildings:
            continue
        if other.own & ~was.own & mine:
            continue
        built = other.own & ~was.own
        for piece in range(MINE + 1, len(other.buildings)):
            built |= other.buildings[piece] & ~was.buildings[piece]
        player = state.players[seat]
        for where in bits(built):
            if not player.brain and offer(state, player, where) == 1 and capacity(player):
                charge(state, seat, 1, "charge")
        state.players[number] = other.clone()
    state.acts = tuple(theirs if own == NO_ONE else own for own, theirs in zip(state.acts, after.acts, strict=True))
    state.spots = tuple(
        max(0, left - was + now) for left, was, now in zip(state.spots, before.spots, after.spots, strict=True)
    )
    state.supply = tuple(
        max(0, left - was + now) for left, was, now in zip(state.supply, before.supply, after.supply, strict=True)
    )
    state.advanced = tuple(
        NOTHING_HERE if theirs == NOTHING_HERE else own
        for own, theirs in zip(state.advanced, after.advanced, strict=True)
    )
    state.topped |= after.topped
    state.forget()
