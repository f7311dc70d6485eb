"""How the fields of actions and questions are spelled: components by their ids, resources, worlds, sub-actions.

Components have the numbers of the standard pack for learners, in its order. A pack of one's own may change their
values and have fewer of them, but no more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, final

from orrery.core.game import BadNotation, BadPosition
from orrery.core.journal import Message
from orrery.core.reading import shown
from orrery.core.saying import say, why
from orrery.core.words import ALONE, Aside, Beside, Count, Flag, Listed, Named, Several, Word
from orrery.evacuation.items import (
    BUILD_SHIP,
    BUILD_STADIUM,
    GAIN,
    GAIN_FACTORY,
    GAIN_SHIP,
    NAMES,
    PREPARE,
    SETTLE,
    Item,
    first,
    item,
    op,
    second,
)
from orrery.evacuation.pack import ANY, NEW, RESOURCES, SITE_TERRAINS, WORLDS, Triple, default_pack
from orrery.evacuation.pack.lookup import INFRASTRUCTURE as PLAN
from orrery.evacuation.pack.lookup import KINDS, Lookup, lookup
from orrery.evacuation.rules.progress import LANES

if TYPE_CHECKING:
    from orrery.evacuation.state import State

TRIPLE: Final = 8
"""Amounts of food, steel and energy named together have numbers for learners from 0 to 7 each."""
ARGUMENTS: Final = 16
"""Numbers that learners have for the arguments of a sub-action."""
HANDS: Final = 64
"""Hands to keep are numbered by their place in the list, up to this."""
BONUSES: Final = ("none", "small", "large")


@cache
def standard() -> Lookup:
    """The standard pack, whose components learners have numbers for."""
    return lookup(default_pack())


def amounts(values: Sequence[int]) -> dict[str, int]:
    """Three amounts by resource; all three are there."""
    return dict(zip(RESOURCES, values, strict=True))


def site_terrains(mask: int) -> list[str]:
    """The Old World terrains of a site or of a place on a ship."""
    return [name for name, bit in SITE_TERRAINS.items() if mask & bit]


@final
class Component(Named):
    """A component of one section of the pack, by its id."""

    pattern = r"[^\s:,]+"

    def __init__(self, what: str, section: str) -> None:
        super().__init__(what)
        self.section: Final = section

    def size(self) -> int:
        return len(standard().names[self.section])

    def names(self, state: State, beside: Beside = ALONE) -> Sequence[str]:
        return state.table.lookup.names[self.section]

    def expected(self, state: State, beside: Beside = ALONE) -> str | Message:
        return say("evacuation.expected.id", section=self.section, known=", ".join(self.names(state)[:4]))


@final
class Displayed(Named):
    """A card of the display that a field before it names."""

    pattern = r"[^\s:,]+"

    def __init__(self, what: str, display: str) -> None:
        super().__init__(what)
        self.display: Final = display

    def size(self) -> int:
        return max(map(len, standard().ids))

    def names(self, state: State, beside: Beside = ALONE) -> Sequence[str]:
        return state.table.lookup.ids[beside[self.display]]


@final
class AskedDisplay(Listed):
    """The display that the question speaks of: a sentence need not say it."""

    pattern = ""

    def shape(self) -> str:
        return ""

    def write(self, state: State, value: int, beside: Beside = ALONE) -> str:
        return ""

    def read(self, state: State, text: str, beside: Beside = ALONE) -> int:
        display = state.stack[-1].shows() if state.stack else ANY
        if display == ANY:
            raise BadNotation(say("evacuation.display.none"))
        return display


@final
class Arriving(Listed):
    """The world where a card of a display arrives; infrastructures know but one, which goes without saying."""

    pattern = r"(?: \S+)?"

    def shape(self) -> str:
        return " WORLD"

    def size(self) -> int:
        return 3

    def write(self, state: State, value: int, beside: Beside = ALONE) -> str:
        return "" if beside["display"] == PLAN else f" {WORLDS[value]}"

    def read(self, state: State, text: str, beside: Beside = ALONE) -> int:
        if beside["display"] != PLAN:
            world: int = super().read(state, text.strip(), beside)
            return world
        if text:
            raise BadNotation(say("evacuation.infrastructure.world", got=text))
        return NEW

    def number(self, state: State, value: int, beside: Beside = ALONE) -> int:
        return value + 1


class Amounts(Word):
    """Food, steel and energy together: ``1 food 2 energy`` or ``nothing``."""

    pattern = r"\S+(?: \S+)*"
    annotation = "dict[str, int]"

    def size(self) -> int:
        return TRIPLE**3

    def write(self, state: State, value: Triple, beside: Beside = ALONE) -> str:
        return " ".join(f"{n} {name}" for n, name in zip(value, RESOURCES, strict=True) if n) or "nothing"

    def read(self, state: State, text: str, beside: Beside = ALONE) -> Triple | None:
        found = [0, 0, 0]
        parts = text.casefold().split()
        if parts == ["nothing"]:
            return (0, 0, 0)
        pairs = list(zip(parts[::2], parts[1::2], strict=False))
        if not parts or len(parts) % 2 or not all(re.fullmatch(r"[0-9]{1,3}", n) for n, _ in pairs):
            raise self._unlike(text)
        for n, name in pairs:
            if name not in RESOURCES:
                raise self._unlike(text)
            found[RESOURCES.index(name)] += int(n)
        return (found[0], found[1], found[2])

    def _unlike(self, text: str) -> BadNotation:
        return BadNotation(say("evacuation.amounts", got=shown(text, 60)))

    def json(self, state: State, value: Triple | None, beside: Beside = ALONE) -> object:
        return None if value is None else amounts(value)

    def parse(self, state: State, given: object, path: str, beside: Beside = ALONE) -> Triple:
        if not isinstance(given, Mapping) or any(name not in RESOURCES for name in given):
            raise self.wrong(state, given, path, beside)
        food, steel, energy = (HOLDING.parse(state, given.get(name, 0), f"{path}.{name}") for name in RESOURCES)
        return (food, steel, energy)

    def expected(self, state: State, beside: Beside = ALONE) -> str | Message:
        return say("evacuation.expected.amounts")

    def number(self, state: State, value: Triple, beside: Beside = ALONE) -> int:
        if not all(0 <= n < TRIPLE for n in value):
            return -1
        return (value[0] * TRIPLE + value[1]) * TRIPLE + value[2]


@final
class With(Amounts):
    """Amounts that may be named at once or left open (None): learners know the open ones only."""

    pattern = r"(?: with \S+(?: \S+)*)?"
    annotation = "dict[str, int] | None"

    def shape(self) -> str:
        return "[ with AMOUNTS]"

    def size(self) -> int:
        return 1

    def write(self, state: State, value: Triple | None, beside: Beside = ALONE) -> str:
        return "" if value is None else f" with {super().write(state, value)}"

    def read(self, state: State, text: str, beside: Beside = ALONE) -> Triple | None:
        return super().read(state, text[len(" with ") :]) if text else None

    def parse(self, state: State, given: object, path: str, beside: Beside = ALONE) -> Any:
        return None if given is None else super().parse(state, given, path, beside)

    def number(self, state: State, value: Triple | None, beside: Beside = ALONE) -> int:
        return 0


@final
class Subaction(Word):
    """A sub-action in words, e.g. ``gain_resource steel`` or ``settle next ignore 1``."""

    pattern = r"\S+(?: \S+)*"

    def size(self) -> int:
        return len(NAMES) * ARGUMENTS

    def json(self, state: State, value: Item, beside: Beside = ALONE) -> object:
        which, a, b = op(value), first(value), second(value)
        words = [NAMES[which]]
        if which in (GAIN, PREPARE, GAIN_FACTORY):
            words.append("any" if a == 0 else RESOURCES[a - 1])
        if which in (GAIN_FACTORY, GAIN_SHIP, PREPARE) and b:
            words.append(WORLDS[b - 1])
        if which == SETTLE:
            words += ["next"] * a + (["ignore", str(b)] if b else [])
        if which in (BUILD_SHIP, BUILD_STADIUM) and a:
            words += ["less", str(a)]
        return " ".join(words)

    def read(self, state: State, text: str, beside: Beside = ALONE) -> Item:
        parts = text.casefold().split()
        if not parts or parts[0] not in NAMES[1:]:
            raise BadNotation(say("evacuation.subaction", known=", ".join(NAMES[1:]), got=shown(text, 60)))
        which = NAMES.index(parts[0])
        rest = parts[1:]
        a = b = 0
        if which in (GAIN, PREPARE, GAIN_FACTORY):
            if not rest or (rest[0] != "any" and rest[0] not in RESOURCES):
                raise BadNotation(say("evacuation.subaction.any", what=parts[0], got=shown(text, 60)))
            a = 0 if rest[0] == "any" else RESOURCES.index(rest[0]) + 1
            rest = rest[1:]
        if which in (GAIN_FACTORY, GAIN_SHIP, PREPARE) and rest and rest[0] in WORLDS:
            b = WORLDS.index(rest[0]) + 1
            rest = rest[1:]
        if which == SETTLE and rest and rest[0] == "next":
            a = 1
            rest = rest[1:]
        if which == SETTLE:
            b, rest = self._counted("ignore", rest)
        if which in (BUILD_SHIP, BUILD_STADIUM):
            a, rest = self._counted("less", rest)
        if rest:
            raise BadNotation(say("evacuation.subaction.more", got=shown(text, 60), what=parts[0]))
        return item(which, a, b)

    def _counted(self, word: str, rest: list[str]) -> tuple[int, list[str]]:
        """The number after a word, and what is left to read; 0 if the word is not there."""
        if len(rest) == 2 and rest[0] == word and re.fullmatch(r"[0-9]|1[0-5]", rest[1]):
            return int(rest[1]), []
        return 0, rest

    def parse(self, state: State, given: object, path: str, beside: Beside = ALONE) -> Item:
        if not isinstance(given, str):
            raise self.wrong(state, given, path, beside)
        try:
            return self.read(state, given)
        except BadNotation as error:
            raise BadPosition(say("evacuation.position.because", field=path, why=why(error))) from None

    def expected(self, state: State, beside: Beside = ALONE) -> str | Message:
        return say("evacuation.expected.item")

    def number(self, state: State, value: Item, beside: Beside = ALONE) -> int:
        mixed = first(value) * 3 + min(2, second(value))
        return op(value) * ARGUMENTS + min(mixed, ARGUMENTS - 1)


@final
class Ordinal(Count):
    """A place counted from 0 that people count from 1."""

    def write(self, state: State, value: int, beside: Beside = ALONE) -> str:
        return str(value + 1)

    def read(self, state: State, text: str, beside: Beside = ALONE) -> int:
        said: int = super().read(state, text, beside)
        if not said:
            raise BadNotation(say("evacuation.counted", what=self.what))
        return said - 1


@final
class Steps(Count):
    """Spaces that a marker moves on the progress track."""

    def size(self) -> int:
        return len(standard().pack.columns)


@final
class Text(Word):
    """A short text that means something to readers only."""

    def parse(self, state: State, given: object, path: str, beside: Beside = ALONE) -> str:
        if not isinstance(given, str) or not given.isprintable() or len(given) >= 80:
            raise self.wrong(state, given, path, beside)
        return given

    def expected(self, state: State, beside: Beside = ALONE) -> str | Message:
        return say("evacuation.expected.text")


# Resources, worlds, amounts

RESOURCE: Final[Listed] = Listed("resource", RESOURCES)
ANY_RESOURCE: Final[Listed] = Listed("resource", ("any", *RESOURCES), ANY)
WORLD: Final[Listed] = Listed("world", WORLDS)
ANY_WORLD: Final[Listed] = Listed("world", ("any", *WORLDS), ANY)
ARRIVING: Final[Arriving] = Arriving("world", WORLDS)
AMOUNTS: Final[Amounts] = Amounts("amounts")
WITH: Final[With] = With("amounts")
HOLDING: Final[Count] = Count("amount")
ENERGY: Final[Count] = Count("energy", size=16)

# Components

BOARD: Final[Component] = Component("board action", "board")
CARD: Final[Component] = Component("action card", "cards")
CARDS: Final[Several] = Several("action cards", CARD, once=False)
ORDER: Final[Component] = Component("order", "orders")
ORDERS: Final[Several] = Several("orders", ORDER)
GOAL: Final[Component] = Component("goal", "goals")
GOALS: Final[Several] = Several("goals", GOAL)
FIELD: Final[Component] = Component("field", "fields")
FIELDS: Final[Several] = Several("fields", FIELD)
SHIP: Final[Component] = Component("ship", "ships")
SHIPS: Final[Several] = Several("ships", SHIP)
SITE: Final[Component] = Component("site", "sites")
SITES: Final[Several] = Several("sites", SITE)
STADIUM: Final[Component] = Component("stadium", "stadiums")
STADIUMS: Final[Several] = Several("stadiums", STADIUM)
INFRASTRUCTURE: Final[Component] = Component("infrastructure", "infrastructures")
INFRASTRUCTURES: Final[Several] = Several("infrastructures", INFRASTRUCTURE)
TECHNOLOGIES: Final[Several] = Several("technologies", Component("technology", "technologies"))
BONUS_CARDS: Final[Several] = Several("bonus cards", Component("bonus card", "bonuses"))
SOLO_CARDS: Final[Several] = Several("solo cards", Component("solo card", "solo_cards"))

# Displays

DISPLAY: Final[Listed] = Listed("display", KINDS)
ASKED_DISPLAY: Final[AskedDisplay] = AskedDisplay("display", KINDS)
DISPLAYED: Final[Displayed] = Displayed("card", "display")
DISPLAYED_KIND: Final[Displayed] = Displayed("card", "kind")
PURPOSE: Final[Listed] = Listed("purpose", ("build", "gain", "express", "to hand", "into play"))

# Technologies, settling, progress, bonuses

COLUMN: Final[Ordinal] = Ordinal("column", high=2, size=3)
HOW: Final[Listed] = Listed("way of settling", ("normal", "next terrain", "free ocean"))
POINTS: Final[Count] = Count("points", high=9_999, size=64)
STEPS: Final[Steps] = Steps("spaces")
REAR_FIRST: Final[Aside] = Aside("order", "rear first")
LANE: Final[Listed] = Listed("lane", LANES)
BONUS: Final[Listed] = Listed("bonus", BONUSES)

# Sub-actions and other things that questions hold

ITEM: Final[Subaction] = Subaction("sub-action")
ITEMS: Final[Several] = Several("sub-actions", ITEM, once=False, least=1)
SOURCE: Final[Text] = Text("source")
COUNT: Final[Count] = Count("number", high=99)
TYPES: Final[Count] = Count("types of factories as bits", high=7)
FLAG: Final[Flag] = Flag("flag")
MAY: Final[Flag] = Flag("leave to forgo it", optional=True)
"""There only if it is set: the sub-action may be forgone (EV-AMB-54)."""
