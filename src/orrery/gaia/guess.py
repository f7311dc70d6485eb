"""A world that a seat cannot tell from the true one: nothing is hidden but the Automa's deck."""

from __future__ import annotations

from orrery.gaia.automa.turn import reshuffled
from orrery.gaia.state import State


def guess(state: State, seat: int, seed: int) -> State:
    """A copy in which the cards that the Automa has yet to draw are drawn anew from the seed."""
    world = state.clone()
    if world.table.solo:
        reshuffled(world, seed)
    return world
