"""Research and what complete technologies are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orrery.evacuation.pack import NEW, Triple

if TYPE_CHECKING:
    from orrery.evacuation.state import Player, State


def complete_rows(state: State, player: Player, column: int) -> int:
    """How many technologies of a column are complete."""
    done = player.research[column]
    one, two, three = state.table.lookup.thresholds
    return (done >= one) + (done >= two) + (done >= three)


def complete(state: State, player: Player) -> list[int]:
    """The complete technologies."""
    return [
        player.technologies[column * 3 + row]
        for column in range(3)
        for row in range(complete_rows(state, player, column))
    ]


def complete_by_row(state: State, player: Player) -> Triple:
    """How many technologies are complete in the bottom, middle and top row."""
    rows = [complete_rows(state, player, column) for column in range(3)]
    return (sum(r >= 1 for r in rows), sum(r >= 2 for r in rows), sum(r >= 3 for r in rows))


def may_research(state: State, player: Player) -> list[int]:
    """The columns with something left to research."""
    most = state.table.lookup.thresholds[2]
    return [column for column in range(3) if player.research[column] < most]


def satisfaction(state: State, player: Player, new_only: bool) -> int:
    """Symbols on stadiums (of the New World only, or all) and on complete technologies (EV-SAT-1)."""
    values = state.table.lookup.stadium_satisfaction
    total = sum(values[stadium] for stadium in player.stadiums[NEW])
    if not new_only:
        total += sum(values[stadium] for stadium in player.stadiums[0])
    tiles = state.table.pack.technologies
    return total + sum(tiles[tile].satisfaction for tile in complete(state, player))
