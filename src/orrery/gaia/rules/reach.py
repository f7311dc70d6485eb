"""Range: which hexes a player reaches, and how many QIC that takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orrery.gaia.data.buildings import QIC_REACH
from orrery.gaia.data.tracks import NAVIGATION, REACH

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State


def basic_range(player: Player) -> int:
    """The range of the navigation level."""
    return REACH[player.research[NAVIGATION]]


def within(state: State, player: Player, steps: int) -> int:
    """Hexes at most so many steps from an own structure or space station: inside the map, or across its gaps."""
    reaches = player.reaches
    if not reaches:
        reaches.append(player.own | player.stations)
    world = state.world
    across = state.table.range_across_gaps
    while len(reaches) <= steps:
        last = reaches[-1]
        wider = world.across(reaches[0], len(reaches)) if across else world.grid.grow(last)
        if wider == last:
            return last
        reaches.append(wider)
    return reaches[steps]


def reachable(state: State, player: Player, qic: int, extra: int = 0) -> int:
    """Hexes within range when up to ``qic`` QIC are spent on it."""
    return within(state, player, REACH[player.research[NAVIGATION]] + extra + QIC_REACH * qic)


def qic_for(state: State, player: Player, where: int, extra: int = 0) -> int:
    """QIC needed to reach a hex; -1 if no number of them helps."""
    steps = REACH[player.research[NAVIGATION]] + extra
    qic = 0
    while True:
        reach = within(state, player, steps)
        if reach >> where & 1:
            return qic
        if within(state, player, steps + QIC_REACH) == reach:
            return -1
        steps += QIC_REACH
        qic += 1


def beyond(state: State, player: Player, where: int) -> int:
    """How many steps a hex lies beyond the range that the player has now; trusts that it can be reached."""
    steps = basic_range(player)
    by = 0
    while not within(state, player, steps + by) >> where & 1:
        by += 1
    return by
