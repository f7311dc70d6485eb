"""Numbers and observations of Evacuation for learners; ``docs/bots.md`` lists them.

Components have the numbers of the standard pack, in its order. A pack of one's own may change their values and have
fewer of them, but no more.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

import numpy as np

from orrery.core.game import Seat
from orrery.env.encoding import BOUND, Vector
from orrery.evacuation.actions import Action
from orrery.evacuation.decisions.every import DECISIONS
from orrery.evacuation.pack import default_pack
from orrery.evacuation.pack.lookup import lookup
from orrery.evacuation.phases import PHASES
from orrery.evacuation.state import Player, State
from orrery.evacuation.telling.notation import VOCABULARY

_PACK: Final = default_pack()
_LOOKUP: Final = lookup(_PACK)
SEATS: Final = 4
SITES: Final = len(_PACK.sites)
FIELDS: Final = len(_PACK.fields)
SHIPS: Final = len(_PACK.ships)
STADIUMS: Final = len(_LOOKUP.stadium_ids)
PLANS: Final = len(_PACK.infrastructures)
TECHNOLOGIES: Final = len(_PACK.technologies)
GOALS: Final = len(_PACK.goals)
ORDERS: Final = len(_PACK.orders)
CARDS: Final = len(_PACK.cards)
BONUSES: Final = len(_PACK.bonuses)
COLUMNS: Final = len(_PACK.columns)
DISPLAYED: Final = max(SHIPS, STADIUMS, PLANS)
ABILITIES: Final = 13

BLOCKS: Final = VOCABULARY.blocks()
"""Kinds of actions and how many numbers each has, in order."""

_QUESTIONS: Final = tuple(DECISIONS)
_OWN_WIDTH: Final = PLANS + GOALS + CARDS * 2 + ORDERS
_PLAYER_WIDTH: Final = (
    6
    + 3
    + SITES
    + 1
    + 12
    + 2
    + 3 * SHIPS
    + 2 * STADIUMS
    + 7
    + STADIUMS
    + 2 * PLANS
    + 1
    + 3 * TECHNOLOGIES
    + 3
    + ABILITIES
    + 2 * (COLUMNS + 3)
    + 4
    + 4
    + 3
    + ORDERS
    + FIELDS
    + SEATS
    + 1
    + 1
)
_TABLE_WIDTH: Final = (
    2
    + len(PHASES)
    + len(_QUESTIONS)
    + 2
    + FIELDS * 4
    + 3 * DISPLAYED
    + BONUSES
    + ORDERS
    + 1
    + 2 * (FIELDS + 2 * COLUMNS)
)


@final
class EvacuationEncoding:
    """See ``orrery.env.encoding.Encoding``."""

    def __init__(self) -> None:
        self.version = 1
        self._first: dict[type[Action], int] = {}
        total = 0
        for kind, count in BLOCKS:
            self._first[kind] = total
            total += count
        self.size = total
        self.width = _TABLE_WIDTH + _OWN_WIDTH + SEATS * _PLAYER_WIDTH

    def number(self, state: State, action: Action, rank: int) -> int:
        """The number of the action; -1 for one beyond a bound and for whole loads, which options never list."""
        start = self._first.get(type(action))
        if start is None:
            return -1
        inside = action.says.number(state, action, rank)
        return start + inside if inside >= 0 else -1

    def observe(self, state: State, seat: Seat) -> Vector:
        """Table, what only ``seat`` knows, then the seats beginning with ``seat``."""
        found: list[float] = []
        _table(found, state, seat)
        assert len(found) == _TABLE_WIDTH
        own = state.players[seat]
        for held, count in ((own.plans, PLANS), (own.goals, GOALS), (own.hand, CARDS), (own.tucked, CARDS)):
            found.extend(_some(held, count))
        found.extend(_some(own.orders, ORDERS))
        seats = len(state.players)
        for step in range(SEATS):
            if step < seats:
                before = len(found)
                _player(found, state, (seat + step) % seats)
                assert len(found) - before == _PLAYER_WIDTH
            else:
                found.extend([0.0] * _PLAYER_WIDTH)
        return np.asarray(found, dtype=np.float32).clip(-BOUND, BOUND)


def _table(found: list[float], state: State, seat: Seat) -> None:
    found.append(state.year / 4)
    found.append(1.0 if state.table.race else 0.0)
    found.extend(_one(state.phase, len(PHASES)))
    question = state.question()
    found.extend(_one(_QUESTIONS.index(question) if question else -1, len(_QUESTIONS)))
    found.append(1.0 if state.asked() == seat else 0.0)
    found.append(float(state.ending))
    found.extend(_bits(state.settled, FIELDS))
    for code in (*state.factories, *([0] * FIELDS))[:FIELDS]:
        found.extend((code % 8 / 3, code // 8 % 8 / 3, code // 64 / 3))
    for display in state.displays:
        found.extend(_some(display.open, DISPLAYED))
    found.extend(_one(state.bonuses[0] if state.bonuses else -1, BONUSES))
    found.extend(_some(state.orders, ORDERS))
    found.append(float(state.side))
    for step in range(2):
        rival = state.rivals[step] if step < len(state.rivals) else None
        found.extend(_bits(rival.fields if rival else 0, FIELDS))
        for marker in range(2):
            found.extend(_one(rival.columns[marker] if rival else -1, COLUMNS))


def _player(found: list[float], state: State, who: Seat) -> None:
    player: Player = state.players[who]
    found.extend(amount / 10 for amount in player.stock)
    found.extend(amount / 10 for amount in player.production)
    found.extend(_bits(player.sites, SITES))
    found.append(player.sea_moved / 3)
    for held in (player.supply, player.old_factories, player.new_factories, player.settled_factories):
        found.extend(amount / 5 for amount in held)
    found.append(player.population / 10)
    found.append(player.settled_population / 10)
    ships = [0.0] * (3 * SHIPS)
    for code in player.ships:
        ships[3 * (code >> 2) + (code >> 1 & 1)] = 1.0
        ships[3 * (code >> 2) + 2] = float(code & 1)
    found.extend(ships)
    for world in (0, 1):
        found.extend(_some(player.stadiums[world], STADIUMS))
    found.extend(amount / 5 for amount in player.cargo)
    found.extend(_some(player.cargo_stadiums, STADIUMS))
    found.extend(_some(player.infrastructures, PLANS))
    found.extend(_bits(player.fulfilled, PLANS))
    found.append(len(player.plans) / 5)
    tiles = [0.0] * (3 * TECHNOLOGIES)
    for place, tile in enumerate(player.technologies):
        tiles[3 * tile + place // 3] = 1.0
    found.extend(tiles)
    found.extend(done / 9 for done in player.research)
    found.extend(_bits(player.abilities, ABILITIES))
    for marker in range(2):
        found.extend(_one(player.columns[marker], COLUMNS))
        found.extend(_one(player.lanes[marker], 3))
    found.extend(amount / 5 for amount in player.areas)
    found.extend((player.marker / 10, player.penalties / 10, player.small / 5, player.large / 5))
    found.extend((len(player.hand) / 10, len(player.tucked) / 10, len(player.orders) / 5))
    found.extend(_some(player.paid_orders, ORDERS))
    found.extend(_bits(player.fields, FIELDS))
    found.extend(_one(state.order.index(who) if who in state.order else -1, SEATS))
    found.append(float(state.passed >> who & 1))
    # Points as they stand hold nothing secret: goals count from the end of the game on.
    found.append(state.scores()[who] / 100)


def _one(place: int, count: int) -> list[float]:
    found = [0.0] * count
    if 0 <= place < count:
        found[place] = 1.0
    return found


def _some(places: Iterable[int], count: int) -> list[float]:
    found = [0.0] * count
    for place in places:
        if 0 <= place < count:
            found[place] += 1.0
    return found


def _bits(mask: int, count: int) -> list[float]:
    return [float(mask >> place & 1) for place in range(count)]


ENCODING: Final = EvacuationEncoding()
