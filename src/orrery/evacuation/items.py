"""Sub-actions as small numbers: what is still to be done is kept in positions as a tuple of them.

An item is ``op + 32 * first + 512 * second``; ``text`` and ``number`` turn it into words and back for positions
as data. Effects of the pack are unrolled: three exchanges are three items.
"""

from __future__ import annotations

from typing import Final

from orrery.evacuation.pack import ANY, RESOURCES, WORLDS, Effect

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

NAMES: Final = (
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


def text(code: Item) -> str:
    """The item in words, e.g. ``gain_resource steel`` or ``settle next ignore 1``."""
    number, a, b = op(code), first(code), second(code)
    words = [NAMES[number]]
    if number in (GAIN, PREPARE, GAIN_FACTORY):
        words.append("any" if a == 0 else RESOURCES[a - 1])
    if number in (GAIN_FACTORY, GAIN_SHIP, PREPARE) and b:
        words.append(WORLDS[b - 1])
    if number == SETTLE:
        words += ["next"] * a + (["ignore", str(b)] if b else [])
    if number in (BUILD_SHIP, BUILD_STADIUM) and a:
        words += ["less", str(a)]
    return " ".join(words)


def number(words: str) -> Item:
    """The item of ``text``; a ValueError says what was expected."""
    parts = words.split()
    if not parts or parts[0] not in NAMES[1:]:
        raise ValueError(f"expected a sub-action ({', '.join(NAMES[1:])}), got {words!r}")
    which = NAMES.index(parts[0])
    rest = parts[1:]
    a = b = 0
    if which in (GAIN, PREPARE, GAIN_FACTORY):
        if not rest or rest[0] not in ("any", *RESOURCES):
            raise ValueError(f"{parts[0]} needs any, food, steel or energy, not {words!r}")
        a = 0 if rest[0] == "any" else RESOURCES.index(rest[0]) + 1
        rest = rest[1:]
    if which in (GAIN_FACTORY, GAIN_SHIP, PREPARE) and rest and rest[0] in WORLDS:
        b = WORLDS.index(rest[0]) + 1
        rest = rest[1:]
    if which == SETTLE and rest and rest[0] == "next":
        a = 1
        rest = rest[1:]
    if which == SETTLE and len(rest) == 2 and rest[0] == "ignore" and rest[1].isdigit():
        b = int(rest[1])
        rest = []
    if which in (BUILD_SHIP, BUILD_STADIUM) and len(rest) == 2 and rest[0] == "less" and rest[1].isdigit():
        a = int(rest[1])
        rest = []
    if rest or a > 15 or b > 15:
        raise ValueError(f"{words!r} says more about {parts[0]} than it can mean")
    return item(which, a, b)


assert ANY == -1, "arguments are stored plus one"
