"""Income: what the player receives at the start of a round, source by source."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.buildings import ACADEMY_LEFT, INSTITUTE, LAB, MINE, STATION
from orrery.gaia.data.gains import Gains
from orrery.gaia.data.techs import TECHS
from orrery.gaia.data.tracks import LEVELS
from orrery.gaia.rules.effects import BOOSTER_SOURCES, TECH_SOURCES, TRACK_SOURCES
from orrery.gaia.state import NOTHING_HERE

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State

BASE = "income:base"
MINES = "income:mine"
STATIONS = "income:trading_station"
LABS = "income:research_lab"
INSTITUTES = "income:planetary_institute"
ACADEMIES = "income:academy_left"


def sources(state: State, player: Player) -> list[tuple[Gains, str]]:
    """Every source of income with what it gives; power and tokens of different entries are different sources."""
    board = player.rules.board
    found = [(board.base, BASE)]
    buildings = player.buildings
    # The mine of the lost planet comes from no place of the faction board, so it uncovers no income.
    mines = (buildings[MINE] & ~state.lost | buildings[MINE] & player.shared).bit_count()
    found.extend((gains, MINES) for gains in board.mines[:mines])
    found.extend((gains, STATIONS) for gains in board.stations[: buildings[STATION].bit_count()])
    found.extend((gains, LABS) for gains in board.labs[: buildings[LAB].bit_count()])
    if buildings[INSTITUTE]:
        found.extend((gains, INSTITUTES) for gains in board.institute)
    if buildings[ACADEMY_LEFT]:
        found.append((board.academy_income, ACADEMIES))
    found.extend((TECHS[kind].income, TECH_SOURCES[kind]) for kind in player.tiles)
    for track, level in enumerate(player.research):
        if level:
            found.append((LEVELS[track][level].income, TRACK_SOURCES[track]))
    if player.booster != NOTHING_HERE:
        found.append((BOOSTERS[player.booster].income, BOOSTER_SOURCES[player.booster]))
    return found


@lru_cache(maxsize=1024)
def plain(gains: Gains) -> Gains:
    """The gains without charging and tokens."""
    return Gains(credits=gains.credits, ore=gains.ore, knowledge=gains.knowledge, qic=gains.qic, vp=gains.vp)


def order_matters(player: Player, charges: tuple[int, ...], tokens: tuple[int, ...]) -> bool:
    """Whether charging before or after taking tokens makes a difference.

    It makes none while all charges only move tokens out of bowl I that lie there already.
    """
    return bool(tokens) and sum(charges) > player.bowl1
