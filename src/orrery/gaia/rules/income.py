"""Income: what the player receives at the start of a round, source by source."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from orrery.gaia.data.boards import BOARDS
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.buildings import ACADEMY_LEFT, INSTITUTE, LAB, MINE, STATION
from orrery.gaia.data.gains import Gains
from orrery.gaia.data.techs import TECHS
from orrery.gaia.data.tracks import LEVELS
from orrery.gaia.phases import NOTHING_HERE
from orrery.gaia.rules.effects import BOOSTER_SOURCES, TECH_SOURCES, TRACK_SOURCES

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State

BASE = "income:base"
MINES = "income:mine"
STATIONS = "income:trading_station"
LABS = "income:research_lab"
INSTITUTES = "income:planetary_institute"
ACADEMIES = "income:academy_left"


_Uncovered: TypeAlias = tuple[int, int, int, int, bool, bool, tuple[int, ...], tuple[int, ...], int]
"""Faction, mines, trading stations, labs, institute, academy, tech tiles, research, booster."""


def _uncovered(state: State, player: Player) -> _Uncovered:
    """What income depends on."""
    buildings = player.buildings
    # The mine of the lost planet comes from no place of the faction board, so it uncovers no income.
    mines = (buildings[MINE] & ~state.lost | buildings[MINE] & player.shared).bit_count()
    return (
        player.rules.number,
        mines,
        buildings[STATION].bit_count(),
        buildings[LAB].bit_count(),
        buildings[INSTITUTE] != 0,
        buildings[ACADEMY_LEFT] != 0,
        player.tiles,
        player.research,
        player.booster,
    )


def sources(state: State, player: Player) -> tuple[tuple[Gains, str], ...]:
    """Every source of income with what it gives; power and tokens of different entries are different sources."""
    return _sources(_uncovered(state, player))


@lru_cache(maxsize=16384)
def _sources(uncovered: _Uncovered) -> tuple[tuple[Gains, str], ...]:
    faction, mines, stations, labs, institute, academy, tiles, research, booster = uncovered
    board = BOARDS[faction]
    found = [(board.base, BASE)]
    found.extend((gains, MINES) for gains in board.mines[:mines])
    found.extend((gains, STATIONS) for gains in board.stations[:stations])
    found.extend((gains, LABS) for gains in board.labs[:labs])
    if institute:
        found.extend((gains, INSTITUTES) for gains in board.institute)
    if academy:
        found.append((board.academy_income, ACADEMIES))
    found.extend((TECHS[kind].income, TECH_SOURCES[kind]) for kind in tiles)
    for track, level in enumerate(research):
        if level:
            found.append((LEVELS[track][level].income, TRACK_SOURCES[track]))
    if booster != NOTHING_HERE:
        found.append((BOOSTERS[booster].income, BOOSTER_SOURCES[booster]))
    return tuple(found)


def power(state: State, player: Player) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What the sources of income charge, and the tokens that they bring, source by source."""
    return _power(_uncovered(state, player))


@lru_cache(maxsize=16384)
def _power(uncovered: _Uncovered) -> tuple[tuple[int, ...], tuple[int, ...]]:
    found = [gains for gains, _ in _sources(uncovered)]
    return tuple(gains.charge for gains in found if gains.charge), tuple(
        gains.tokens for gains in found if gains.tokens
    )


def together(state: State, player: Player) -> Gains:
    """The income of all sources without charging and tokens."""
    return _together(_uncovered(state, player))


@lru_cache(maxsize=16384)
def _together(uncovered: _Uncovered) -> Gains:
    found = [gains for gains, _ in _sources(uncovered)]
    return Gains(
        credits=sum([gains.credits for gains in found]),
        ore=sum([gains.ore for gains in found]),
        knowledge=sum([gains.knowledge for gains in found]),
        qic=sum([gains.qic for gains in found]),
        vp=sum([gains.vp for gains in found]),
    )


@lru_cache(maxsize=1024)
def plain(gains: Gains) -> Gains:
    """The gains without charging and tokens."""
    return Gains(credits=gains.credits, ore=gains.ore, knowledge=gains.knowledge, qic=gains.qic, vp=gains.vp)


def order_matters(player: Player, charges: tuple[int, ...], tokens: tuple[int, ...]) -> bool:
    """Whether charging before or after taking tokens makes a difference.

    It makes none while all charges only move tokens out of bowl I that lie there already.
    """
    return bool(tokens) and sum(charges) > player.bowl1
