"""Sub-actions as small numbers: what is still to be done is kept in positions as a tuple of them.

An item is ``op + 32 * first + 512 * second``; the word ``ITEM`` spells it. Effects of the pack are unrolled: three
exchanges are three items.
"""

from __future__ import annotations

from typing import Final

from orrery.evacuation.pack import ANY, Effect

GAIN: Final = 1
EXCHANGE: Final = 2
DEVELOP: Final = 3
RESEARCH: Final = 4
SETTLE: Final = 5
BUILD_SHIP: Final = 6
BUILD_STADIUM: Final = 7
PREPARE: Final = 8
GAIN_FACTORY: Final = 9
GAIN_SHIP: Final = 10
CLONE: Final = 11
GAIN_POPULATION: Final = 12
DRAW_CARD: Final = 13
MOVE_SHIPS: Final = 14
EXPRESS_SHIP: Final = 15
GAIN_STADIUM: Final = 16
SETTLE_OCEAN: Final = 17
FREE_INFRASTRUCTURE: Final = 18
STADIUM_PRODUCTION: Final = 19

NAMES: Final[tuple[str, ...]] = (
    "",
    "gain_resource",
    "exchange",
    "infrastructure",
    "research",
    "settle",
    "build_ship",
    "build_stadium",
    "prepare_factory",
    "gain_factory",
    "gain_ship",
    "clone",
    "gain_population",
    "draw_cards",
    "move_ships",
    "express_ship",
    "gain_stadium",
    "settle_ocean",
    "free_infrastructure",
    "stadium_production",
)
"""The pack's word for each op, and words of our own for what only technologies do."""

Item = int
Items = tuple[Item, ...]


def item(op: int, first: int = 0, second: int = 0) -> Item:
    """The number of a sub-action with its two small arguments."""
    return op + 32 * first + 512 * second


def op(code: Item) -> int:
    """What is to be done."""
    return code & 31


def first(code: Item) -> int:
    """Resource, factory type or discount + 1 or flag, by op: see ``unrolled``."""
    return code >> 5 & 15


def second(code: Item) -> int:
    """World + 1 or number of symbols to ignore, by op: see ``unrolled``."""
    return code >> 9


def unrolled(effects: tuple[Effect, ...]) -> Items:
    """The effects of a board action, a card or a bonus as items, each as often as it says."""
    found: list[Item] = []
    for effect in effects:
        number = NAMES.index(effect.op)
        a = b = 0
        if number == GAIN:
            a = effect.resource + 1
        elif number in (PREPARE, GAIN_FACTORY):
            a = effect.factory + 1
            b = effect.world + 1
        elif number == GAIN_SHIP:
            b = effect.world + 1
        elif number == SETTLE:
            a = int(effect.next_terrain)
            b = effect.ignore_symbols
        elif number in (BUILD_SHIP, BUILD_STADIUM):
            a = effect.discount
        found += [item(number, a, b)] * effect.n
    return tuple(found)


assert ANY == -1, "arguments are stored plus one"
