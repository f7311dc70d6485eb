"""The words of Gaia Project: how the fields of its actions and questions are spelled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from orrery.core.game import BadNotation
from orrery.core.journal import Message
from orrery.core.reading import shown
from orrery.core.saying import say
from orrery.core.words import ALONE, HIGHEST, Beside, Count, Flag, Listed, Named, Several, Together, Word
from orrery.gaia.data.actions import BOARD_ACTIONS, CONVERSIONS
from orrery.gaia.data.boards import FACTIONS
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.buildings import BUILDINGS
from orrery.gaia.data.federations import TOKENS
from orrery.gaia.data.techs import SPOTS, TECHS
from orrery.gaia.data.tracks import TRACKS
from orrery.gaia.maps import NUMBERED_SECTORS

if TYPE_CHECKING:
    from orrery.gaia.state import State

SPECIALS: Final = ("academy", "faction", "booster", *(tile.id for tile in TECHS))
"""Special actions by number."""
ALL_SPOTS: Final = (*SPOTS, *(f"advanced_{track}" for track in TRACKS))
"""Spots of tech tiles: 0 to 8 standard, 9 to 14 the advanced one of an area."""
WAYS: Final = tuple(way.id for way in CONVERSIONS)
EXCHANGES: Final = 4
"""The first conversions, those of power into something, are what the Gaia phase may exchange for."""
HEXES: Final = NUMBERED_SECTORS * 19
"""Hexes that learners have numbers for."""
BIDS: Final = 40
AMOUNTS: Final = 16
LISTED: Final = 100
"""Federations, and ways to take tokens from bowls, are numbered for learners by their place in the list."""


class HexWord(Word):
    """A hex of the map by its name, e.g. ``5A3``; the field is its index on the grid."""

    def size(self) -> int:
        return HEXES

    def json(self, state: State, value: int, beside: Beside = ALONE) -> str:
        return state.world.names[value]

    def read(self, state: State, text: str, beside: Beside = ALONE) -> int:
        where = state.world.where
        found = where.get(text, where.get(text.upper()))
        if found is None:
            raise BadNotation(say("gaia.hex.none", got=shown(text, 60)))
        return found

    def parse(self, state: State, given: object, path: str, beside: Beside = ALONE) -> int:
        if not isinstance(given, str) or given not in state.world.where:
            raise self.wrong(state, given, path, beside)
        return state.world.where[given]

    def expected(self, state: State, beside: Beside = ALONE) -> str | Message:
        return say("gaia.expected.hex.map")

    def number(self, state: State, value: int, beside: Beside = ALONE) -> int:
        return state.world.numbers.get(value, -1)


class HexesWord(Together):
    """A set of hexes; in a sentence it may be left out, when the set is empty."""

    pattern = r"(?: \S+)?"

    def shape(self) -> str:
        return " HEX,HEX,..."

    def write(self, state: State, value: int, beside: Beside = ALONE) -> str:
        return " " + ",".join(sorted(state.world.named(value))) if value else ""

    def read(self, state: State, text: str, beside: Beside = ALONE) -> int:
        hexes = 0
        for name in text.strip().split(",") if text else ():
            hexes |= 1 << self.each.read(state, name, beside)
        return hexes


class SectorWord(Named):
    """A sector tile of the map that is being built."""

    def size(self) -> int:
        return NUMBERED_SECTORS

    def names(self, state: State, beside: Beside = ALONE) -> Sequence[str]:
        return [placement.face for placement in state.table.world.placements]


class MaybeBooster(Listed):
    """A booster, or none (-1), which is left out of the sentence."""

    pattern = r"(?: \S+)?"

    def __init__(self) -> None:
        super().__init__("booster", ("", *(tile.id for tile in BOOSTERS)), -1)
        self.annotation = f"Literal{[tile.id for tile in BOOSTERS]} | None"

    def shape(self) -> str:
        return " [BOOSTER]"

    def write(self, state: State, value: int, beside: Beside = ALONE) -> str:
        return f" {self.fixed[value + 1]}" if value >= 0 else ""

    def read(self, state: State, text: str, beside: Beside = ALONE) -> Any:
        return super().read(state, text.strip(), beside) if text else -1

    def json(self, state: State, value: int, beside: Beside = ALONE) -> object:
        return self.fixed[value + 1] if value >= 0 else None

    def parse(self, state: State, given: object, path: str, beside: Beside = ALONE) -> Any:
        return -1 if given is None else super().parse(state, given, path, beside)


class Upto(Count):
    """An amount; learners have one number for all from the highest on."""

    def number(self, state: State, value: int, beside: Beside = ALONE) -> int:
        return min(value, self.size() - 1)


class TokenOrder(Listed):
    """Whether a charge also brings a power token, and if it is taken after or before charging."""

    pattern = r"(?: (?:then|after) token)?"

    def __init__(self) -> None:
        super().__init__("token", ("none", "then", "after"), 0, "token_order")

    def shape(self) -> str:
        return "[ then token| after token]"

    def write(self, state: State, value: int, beside: Beside = ALONE) -> str:
        return f" {self.fixed[value]} token" if value else ""

    def read(self, state: State, text: str, beside: Beside = ALONE) -> Any:
        return super().read(state, text.split()[0], beside) if text else 0


class WithBrainstone(Flag):
    """Whether the brainstone is among the tokens that leave the bowls."""

    pattern = r"(?: with brainstone)?"

    def shape(self) -> str:
        return "[ with brainstone]"

    def write(self, state: State, value: int, beside: Beside = ALONE) -> str:
        return " with brainstone" if value else ""

    def read(self, state: State, text: str, beside: Beside = ALONE) -> int:
        return int(bool(text))


class LaidWord(Word):
    """The places of the map that are done: sector and turns of each, one after the other."""

    annotation = "list[list[object]]"

    def json(self, state: State, value: tuple[int, ...], beside: Beside = ALONE) -> object:
        return [[SECTOR.json(state, sector), turns] for sector, turns in zip(value[::2], value[1::2], strict=True)]

    def parse(self, state: State, given: object, path: str, beside: Beside = ALONE) -> tuple[int, ...]:
        if not isinstance(given, list):
            raise self.wrong(state, given, path, beside)
        laid: list[int] = []
        for number, each in enumerate(given):
            if not isinstance(each, list) or len(each) != 2:
                raise self.wrong(state, each, f"{path}[{number}]", beside)
            laid.append(SECTOR.parse(state, each[0], f"{path}[{number}][0]"))
            laid.append(TURNS.parse(state, each[1], f"{path}[{number}][1]"))
        return tuple(laid)

    def expected(self, state: State, beside: Beside = ALONE) -> str | Message:
        return say("gaia.expected.sectors")


# What actions name

HEX: Final[HexWord] = HexWord("hex", "hex")
BUILT: Final[HexesWord] = HexesWord("hexes", HEX)
SECTOR: Final[SectorWord] = SectorWord("sector")
TURNS: Final[Count] = Count("turns", 0, 5, 6)
FACTION: Final[Listed] = Listed("faction", FACTIONS)
POINTS: Final[Count] = Count("points", 0, HIGHEST, BIDS, "bid")
BOOSTER: Final[Listed] = Listed("booster", tuple(tile.id for tile in BOOSTERS))
MAYBE_BOOSTER: Final[MaybeBooster] = MaybeBooster()
BUILDING: Final[Listed] = Listed("building", BUILDINGS, key="building")
TRACK: Final[Listed] = Listed("area", TRACKS)
BOARD_ACTION: Final[Listed] = Listed("action", tuple(action.id for action in BOARD_ACTIONS), key="action")
SPECIAL: Final[Listed] = Listed("special", SPECIALS)
CONVERSION: Final[Listed] = Listed("conversion", WAYS, key="conversion")
EXCHANGE: Final[Listed] = Listed("exchange", ("tile", *WAYS[:EXCHANGES]), -1, "exchange")
SPOT: Final[Listed] = Listed("spot", SPOTS)
ANY_SPOT: Final[Listed] = Listed("spot", ALL_SPOTS)
TOKEN: Final[Listed] = Listed("token", tuple(token.id for token in TOKENS))
POWER: Final[Count] = Count("power", 0, HIGHEST, AMOUNTS)
TOKEN_ORDER: Final[TokenOrder] = TokenOrder()
CHARGED: Final[Upto] = Upto("power", 0, HIGHEST, AMOUNTS)
GAINED: Final[Upto] = Upto("tokens", 0, HIGHEST, AMOUNTS)
PLACE: Final[Listed] = Listed("place", ("discard", "bowl1", "bowl2", "bowl3", "gaia"))
BOWL: Final[Count] = Count("tokens")
BRAINSTONE: Final[WithBrainstone] = WithBrainstone("brainstone")

# What questions hold

COUNT: Final[Count] = Count("amount")
COUNTS: Final[Several] = Several("amounts", COUNT, once=False)
FLAG: Final[Flag] = Flag("flag")
LAID: Final[LaidWord] = LaidWord("places")
OPEN_TRACKS: Final[Together] = Together("areas", TRACK, least=1)
WORTH: Final[Count] = Count("worth", -1)
WHY: Final[Listed] = Listed("why", ("charged", "spent", "burnt", "taken"))
