"""What bots know of Evacuation: what a position promises, and how a year is planned.

A plan is the rest of the own actions of a year, the others having passed; transport, progress and bonus follow by
the best answers one question ahead, and the plan is judged when the actions of the next year begin, or at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from orrery.evacuation import phases
from orrery.evacuation.actions import DONE, FORGO, PASS, Action
from orrery.evacuation.balance import answers, best, worth
from orrery.evacuation.state import State

WIDTHS: Final = (1, 3, 9, 27, 81)
"""Positions kept at each depth of a plan, in one search after another."""
SEALED: Final = ("PickGoal", "DropGoal", "PickFromPile", "KeepHand", "TuckCard", "DiscardCard")
"""Questions about cards: their worth shows in what can be done with them later, not in what stands there now."""


def value(state: State, seat: int) -> float:
    """What a position promises, in points, once the questions that are open for the seat are answered well."""
    if state.asked() == seat and state.question() not in ("Turn", "TransportShips", *SEALED):
        return best(state, seat)[0]
    return worth(state, seat)


def policy(state: State, seat: int) -> Action | None:
    """Everything but a turn and a sealed choice is answered by looking at what follows from it."""
    if is_turn(state):
        return None
    offered = state.options()
    if len(offered) == 1:
        return offered[0]
    if state.question() in SEALED:
        return None
    return best(state, seat)[1]


def is_turn(state: State) -> bool:
    """A turn of the action phase."""
    return state.question() == "Turn"


def alone(state: State, seat: int) -> State:
    """A clone in which everybody else has passed."""
    world = state.clone()
    for other in world.order:
        if other != seat:
            world.passed |= 1 << other
    return world


def still(state: State) -> Action:
    """Somebody who stands still passes, is done, forgoes; and takes the first of what must be answered."""
    offered = state.options()
    for action in (PASS, DONE, FORGO):
        if action in offered:
            return action
    return offered[0]


def turns(state: State, seat: int) -> Iterator[tuple[Action, ...]]:
    """Every action of the turn; no refresh is paid for."""
    for option in answers(state, seat):
        yield (option,)


def leaf(state: State, start: State) -> bool:
    """A plan ends when the next year's actions begin."""
    if state.phase == phases.OVER:
        return True
    return state.year > start.year and state.phase in (phases.ACTIONS, phases.HANDS)


def put_off(action: Action, depth: int) -> float:
    """What lies on a display or a field may be gone later."""
    return 0.03 * depth


def same(state: State, seat: int) -> int:
    """Equal for positions that differ only by the order in which the seat did things."""
    player = state.players[seat]
    shown = tuple(tuple(display.open) for display in state.displays)
    return hash((player.key(), state.year, state.phase, state.settled, shown))
