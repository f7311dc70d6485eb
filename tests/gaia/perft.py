"""Counting the ways on from a position: a change of the rules changes a number."""

from __future__ import annotations

from orrery.core.chance import draw, stream
from orrery.gaia.actions import Action, Burn, Convert, Decline, EndTurn, Pass
from orrery.gaia.state import State


def perft(state: State, depth: int) -> int:
    """How many sequences of ``depth`` answers there are; a finished game counts as one."""
    options = state.options()
    if depth == 1 or not options:
        return max(1, len(options))
    total = 0
    for option in options:
        after = state.clone()
        after.apply(option)
        total += perft(after, depth - 1)
    return total


def lively(state: State, seed: int, number: int) -> Action:
    """A random answer that prefers building something: passing, declining and free actions come last."""
    options = state.options()
    better = [option for option in options if not isinstance(option, (Pass, EndTurn, Decline, Convert, Burn))]
    if better and draw(seed, 2 * number, 8):
        options = better
    elif any(isinstance(option, EndTurn) for option in options):
        options = [EndTurn()]
    return options[draw(seed, 2 * number + 1, len(options))]


def after(state: State, seed: int, count: int) -> State:
    """The position after so many lively answers."""
    dice = stream(seed, "lively")
    for number in range(count):
        if state.asked() is None:
            break
        state.apply(lively(state, dice, number))
    return state
