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
from orrery.gaia.actions import VOCABULARY, Action
from orrery.gaia.data.actions import BOARD_ACTIONS
from orrery.gaia.data.boards import FACTIONS
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.federations import TOKENS
from orrery.gaia.data.planets import GAIA, LOST, PLANETS, TRANSDIM
from orrery.gaia.data.scoring import FINAL_TILES, ROUND_TILES
from orrery.gaia.data.techs import SPOTS, TECHS
from orrery.gaia.data.tracks import TRACKS
from orrery.gaia.decisions.every import DECISIONS
from orrery.gaia.phases import ACTIVE, NO_ONE, NOT_OWNED, PHASES
from orrery.gaia.state import State
from orrery.gaia.words import HEXES

SEATS: Final = 4

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


@final
class GaiaEncoding:
    """See ``orrery.env.encoding.Encoding``."""

    def __init__(self) -> None:
        self.version = 1
        self._first: dict[type[Action], int] = {}
        total = 0
        for kind, count in VOCABULARY.blocks():
            self._first[kind] = total
            total += count
        self.size = total
        self.width = _TABLE_WIDTH + SEATS * _PLAYER_WIDTH + HEXES * _HEX_WIDTH

    def number(self, state: State, action: Action, rank: int) -> int:
        """The number of the action; -1 for one beyond a bound."""
        inside = action.says.number(state, action, rank)
        return -1 if inside < 0 else self._first[type(action)] + inside

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
        numbers = state.world.numbers
        masks = [*state.world.of_kind]
        masks[GAIA], masks[TRANSDIM], masks[LOST] = state.gaia, state.transdim, state.lost
        for kind, hexes in enumerate(masks):
            for index in bits(hexes):
                planes[numbers[index], kind] = 1
        seats = len(state.players)
        for step in range(min(SEATS, seats)):
            player = state.players[(seat + step) % seats]
            for layer, hexes in enumerate(
                (*player.buildings, player.forming, player.satellites | player.stations, player.allied)
            ):
                for index in bits(hexes):
                    planes[numbers[index], len(PLANETS) + 9 * step + layer] = 1
        return planes.reshape(-1)


def _one(place: int, length: int) -> list[float]:
    found = [0.0] * length
    if 0 <= place < length:
        found[place] = 1.0
    return found


ENCODING: Final = GaiaEncoding()
