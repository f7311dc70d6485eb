"""Research and what complete technologies are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orrery.evacuation.pack import NEW, OLD, Triple

if TYPE_CHECKING:
    from orrery.evacuation.state import Player, State


def complete_rows(state: State, player: Player, column: int) -> int:
    """How many technologies of a column are complete."""
    done = player.research[column]
    one, two, three = state.table.lookup.thresholds
    if done < one:
        return 0
    return (done >= one) + (done >= two) + (done >= three)


def complete(state: State, player: Player) -> list[int]:
    """The complete technologies."""
    found: list[int] = []
    for column in range(3):
        done = complete_rows(state, player, column)
        found += player.technologies[column * 3 : column * 3 + done]
    return found


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
    total = 0
    for stadium in player.stadiums[NEW]:
        total += values[stadium]
    if not new_only:
        for stadium in player.stadiums[OLD]:
            total += values[stadium]
    tiles = state.table.pack.technologies
    for tile in complete(state, player):
        total += tiles[tile].satisfaction
    return total
