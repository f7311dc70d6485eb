"""The end of the game: final tiles with their ties and the neutral player, research, resources, bids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orrery.gaia.data.scoring import (
    ALL_STRUCTURES,
    FINAL_TILES,
    GAIA_COLONISED,
    IN_FEDERATIONS,
    NEUTRAL,
    RANK_VP,
    RESOURCES_PER_VP,
    SATELLITES,
    SECTORS_COLONISED,
    TYPES_COLONISED,
)
from orrery.gaia.data.tracks import END_VP
from orrery.gaia.rules.effects import TRACK_SOURCES, gaia_planets, planet_types, score, sectors

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State

FINAL_SOURCES = tuple(f"final:{name}" for name in FINAL_TILES)
RESOURCES = "resources"
BID = "bid"
NEUTRAL_UP_TO = 2
"""With so many players or fewer a neutral one takes part in the final tiles."""


def final_count(state: State, seat: int, tile: int) -> int:
    """How far a seat has come on a final tile."""
    player = state.players[seat]
    if tile == IN_FEDERATIONS:
        if seat == state.automa:
            return max(0, player.own.bit_count() - 1)
        return (player.own & player.allied).bit_count()
    if tile == ALL_STRUCTURES:
        return player.own.bit_count()
    if tile == TYPES_COLONISED:
        return planet_types(state, player)
    if tile == GAIA_COLONISED:
        return gaia_planets(state, player)
    if tile == SECTORS_COLONISED:
        return sectors(state, player)
    assert tile == SATELLITES
    return player.satellites.bit_count() + player.stations.bit_count() + player.counted


def ranks(counts: list[int]) -> list[tuple[int, int, int]]:
    """For each count how many are better, how many are equal (itself among them), and the points they share."""
    found = []
    for count in counts:
        better = sum(other > count for other in counts)
        tied = sum(other == count for other in counts)
        pot = sum(RANK_VP[rank] for rank in range(better, min(better + tied, len(RANK_VP))))
        found.append((better, tied, pot))
    return found


def shares(counts: list[int], scoring: int) -> list[int]:
    """Points of the first ``scoring`` of these counts: ties share the points of their ranks; 0 gets nothing."""
    ranked = ranks(counts)
    return [ranked[seat][2] // ranked[seat][1] if counts[seat] > 0 else 0 for seat in range(scoring)]


def standings(state: State, tile: int) -> list[tuple[int | None, int, int]]:
    """Seat (None: the neutral player), count and points on a final tile if the game ended now."""
    seats = len(state.players)
    counts = [final_count(state, seat, tile) for seat in range(seats)]
    if seats <= NEUTRAL_UP_TO:
        counts.append(NEUTRAL[tile])
    points = shares(counts, seats)
    found: list[tuple[int | None, int, int]] = [(seat, counts[seat], points[seat]) for seat in range(seats)]
    if len(counts) > seats:
        found.append((None, counts[seats], 0))
    return found


def resource_points(player: Player) -> int:
    """Points for the resources that are left."""
    return (player.credits + player.ore + player.knowledge) // RESOURCES_PER_VP


def final_scoring(state: State) -> None:
    """Score final tiles, research, resources and bids."""
    for tile in state.table.final_tiles:
        for seat, _, points in standings(state, tile):
            if seat is not None:
                score(state, seat, points, FINAL_SOURCES[tile])
    for seat, player in enumerate(state.players):
        for track, level in enumerate(player.research):
            score(state, seat, END_VP[level], TRACK_SOURCES[track])
        if seat != state.automa:
            score(state, seat, resource_points(player), RESOURCES)
        score(state, seat, -player.bid, BID)
