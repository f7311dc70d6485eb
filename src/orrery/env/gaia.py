"""Numbers and observations of Gaia Project for learners; ``docs/bots.md`` lists them.

A hex has the number ``19 * sector + place``, sector being its place in the list of the map's sectors and place
that of its 19 names (A0 to A11, B0 to B5, C): the same on every map of up to ten sectors.
"""

from __future__ import annotations

from typing import Final, final

import numpy as np

from orrery.core.game import Seat
from orrery.core.hexes import bits
from orrery.env.encoding import BOUND, Vector
from orrery.gaia import actions as a
from orrery.gaia.data.actions import BOARD_ACTIONS, CONVERSIONS
from orrery.gaia.data.boards import FACTIONS
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.buildings import BUILDINGS
from orrery.gaia.data.federations import TOKENS
from orrery.gaia.data.planets import PLANETS
from orrery.gaia.data.scoring import FINAL_TILES, ROUND_TILES
from orrery.gaia.data.sectors import POSITIONS
from orrery.gaia.data.techs import SPOTS, TECHS
from orrery.gaia.data.tracks import TRACKS
from orrery.gaia.decisions.every import DECISIONS
from orrery.gaia.maps import World
from orrery.gaia.state import ACTIVE, NO_ONE, NOT_OWNED, PHASES, State

SECTORS: Final = 10
HEXES: Final = SECTORS * 19
SEATS: Final = 4
BIDS: Final = 40
AMOUNTS: Final = 16
LISTED: Final = 100
"""Federations, and ways to take tokens from bowls, are numbered by their place in the list, up to this."""

BLOCKS: Final = (
    ("Lay", SECTORS * 6),
    ("Choose", len(FACTIONS)),
    ("Bid", len(FACTIONS) * BIDS),
    ("Settle", HEXES),
    ("Take", len(BOOSTERS)),
    ("Build", len(BUILDINGS) * HEXES),
    ("Federate", LISTED),
    ("Research", len(TRACKS)),
    ("Act", len(BOARD_ACTIONS)),
    ("Use", 3 + len(TECHS)),
    ("Pass", len(BOOSTERS) + 1),
    ("Convert", len(CONVERSIONS)),
    ("Burn", 1),
    ("EndTurn", 1),
    ("TakeTech", len(SPOTS) + len(TRACKS)),
    ("Cover", len(SPOTS)),
    ("Advance", len(TRACKS)),
    ("PlaceLost", HEXES),
    ("TakeToken", len(TOKENS)),
    ("Rescore", len(TOKENS)),
    ("Charge", AMOUNTS * 3),
    ("Decline", 1),
    ("TakeIncome", AMOUNTS * AMOUNTS),
    ("Brainstone", 5),
    ("Exchange", 5),
    ("FromBowls", LISTED),
    ("Swap", HEXES),
    ("Done", 1),
)
"""Kinds of actions and how many numbers each has, in order."""

_QUESTIONS: Final = tuple(DECISIONS)
_HEX_WIDTH: Final = len(PLANETS) + SEATS * 9
_PLAYER_WIDTH: Final = (
    15 + len(FACTIONS) + len(TRACKS) + len(SPOTS) + len(TECHS) + len(BOOSTERS) + 2 * len(TOKENS) + 28
)
_TABLE_WIDTH: Final = (
    1
    + len(PHASES)
    + len(_QUESTIONS)
    + 1
    + len(BOARD_ACTIONS)
    + len(BOOSTERS)
    + len(TOKENS)
    + 6 * len(ROUND_TILES)
    + 2 * len(FINAL_TILES)
    + len(SPOTS) * 9
    + len(TRACKS) * (len(TECHS) + 1)
    + len(SPOTS)
)


def _places(world: World) -> dict[int, int]:
    """Index on the grid -> number of the hex."""
    found: dict[int, int] = {}
    for sector, placement in enumerate(world.placements[:SECTORS]):
        for place, (_, offset) in enumerate(POSITIONS):
            found[world.grid.index(placement.centre.plus(offset))] = 19 * sector + place
    return found


@final
class GaiaEncoding:
    """See ``orrery.env.encoding.Encoding``."""

    def __init__(self) -> None:
        self.version = 1
        self._first: dict[str, int] = {}
        total = 0
        for kind, count in BLOCKS:
            self._first[kind] = total
            total += count
        self.size = total
        self.width = _TABLE_WIDTH + SEATS * _PLAYER_WIDTH + HEXES * _HEX_WIDTH
        self._known: tuple[World | None, dict[int, int]] = (None, {})

    def _hex(self, state: State, index: int) -> int:
        world, places = self._known
        if world is not state.world:
            places = _places(state.world)
            self._known = (state.world, places)
        return places[index]

    def number(self, state: State, action: a.Action, rank: int) -> int:
        """The number of the action; -1 for one beyond a bound."""
        kind = type(action).__name__
        inside = self._inside(state, kind, action.values(), rank)
        return -1 if inside < 0 else self._first[kind] + inside

    def _inside(self, state: State, kind: str, values: tuple[int, ...], rank: int) -> int:
        if kind in ("Federate", "FromBowls"):
            return rank if rank < LISTED else -1
        if not values:
            return 0
        if kind in ("Settle", "PlaceLost", "Swap"):
            return self._hex(state, values[0])
        if kind == "Build":
            return values[0] * HEXES + self._hex(state, values[1])
        if kind == "Lay":
            return values[0] * 6 + values[1]
        if kind == "Bid":
            return values[0] * BIDS + values[1] if values[1] < BIDS else -1
        if kind == "Charge":
            return values[0] * 3 + values[1]
        if kind == "TakeIncome":
            return min(values[0], AMOUNTS - 1) * AMOUNTS + min(values[1], AMOUNTS - 1)
        if kind in ("Pass", "Exchange"):
            return values[0] + 1
        return values[0]

    def observe(self, state: State, seat: Seat) -> Vector:
        """Table, then the seats beginning with ``seat``, then the hexes; amounts are divided by round numbers."""
        found: list[float] = []
        self._table(found, state, seat)
        seats = len(state.players)
        for step in range(SEATS):
            if step < seats:
                self._player(found, state, (seat + step) % seats)
            else:
                found.extend([0.0] * _PLAYER_WIDTH)
        planes = self._hexes(state, seat)
        whole: Vector = np.concatenate([np.asarray(found, dtype=np.float32), planes])
        return whole.clip(-BOUND, BOUND)

    def _table(self, found: list[float], state: State, seat: Seat) -> None:
        found.append(state.round / 6)
        found.extend(_one(state.phase, len(PHASES)))
        question = state.question()
        found.extend(_one(_QUESTIONS.index(question) if question else -1, len(_QUESTIONS)))
        found.append(1.0 if state.asked() == seat else 0.0)
        found.extend(0.0 if user == NO_ONE else 1.0 for user in state.acts)
        found.extend(1.0 if kind in state.boosters else 0.0 for kind in range(len(BOOSTERS)))
        found.extend(count / 3 for count in (*state.supply, 0))
        for place, kind in enumerate(state.table.round_tiles):
            found.extend(_one(kind if place >= state.round - 1 else -1, len(ROUND_TILES)))
        for kind in state.table.final_tiles:
            found.extend(_one(kind, len(FINAL_TILES)))
        for kind in state.table.techs:
            found.extend(_one(kind, 9))
        for kind in state.advanced:
            found.extend(_one(kind + 1, len(TECHS) + 1))
        found.extend(left / 4 for left in state.spots)

    def _player(self, found: list[float], state: State, seat: Seat) -> None:
        player = state.players[seat]
        start = len(found)
        found.extend(
            (
                player.vp / 100,
                player.credits / 30,
                player.ore / 15,
                player.knowledge / 15,
                player.qic / 10,
                player.bowl1 / 10,
                player.bowl2 / 10,
                player.bowl3 / 10,
                player.gaia / 10,
                player.brain / 4,
                player.formers / 3,
                player.federations / 5,
                player.satellites.bit_count() / 25,
                player.bid / 40,
                1.0 if seat in state.passed else 0.0,
            )
        )
        found.extend(_one(player.faction, len(FACTIONS)))
        found.extend(level / 5 for level in player.research)
        found.extend(0.0 if held == NOT_OWNED else 1.0 if held == ACTIVE else 0.5 for held in player.techs)
        found.extend(1.0 if kind in player.tiles else 0.0 for kind in range(len(TECHS)))
        found.extend(_one(player.booster, len(BOOSTERS)))
        for kind in range(len(TOKENS)):
            found.append(player.tokens.count(2 * kind + 1) / 3)
            found.append(player.tokens.count(2 * kind) / 3)
        found.extend(float(player.used >> number & 1) for number in range(27))
        found.append(player.parked / 3)
        assert len(found) - start == _PLAYER_WIDTH

    def _hexes(self, state: State, seat: Seat) -> Vector:
        planes = np.zeros((HEXES, _HEX_WIDTH), dtype=np.float32)
        masks = [*state.world.of_kind]
        masks[7], masks[8], masks[9] = state.gaia, state.transdim, state.lost
        for kind, hexes in enumerate(masks):
            for index in bits(hexes):
                planes[self._hex(state, index), kind] = 1
        seats = len(state.players)
        for step in range(min(SEATS, seats)):
            player = state.players[(seat + step) % seats]
            for layer, hexes in enumerate(
                (*player.buildings, player.forming, player.satellites | player.stations, player.allied)
            ):
                for index in bits(hexes):
                    planes[self._hex(state, index), len(PLANETS) + 9 * step + layer] = 1
        return planes.reshape(-1)


def _one(place: int, length: int) -> list[float]:
    found = [0.0] * length
    if 0 <= place < length:
        found[place] = 1.0
    return found


ENCODING: Final = GaiaEncoding()
