"""Actions: every answer a player can give, as small immutable objects of ints.

Numbers are places in the tables of ``data``; a hex is its index on the grid of the map, a set of hexes a
bitboard. Actions compare and hash by kind and values; their ``repr`` can be pasted into a test.
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from orrery.core import asking
from orrery.core.hexes import bits
from orrery.core.words import Phrase, Vocabulary, phrase
from orrery.gaia import words as w

NONE: Final = -1
"""No booster: the pass of the last round."""

BRAIN_GONE: Final = 0
BRAIN_GAIA: Final = 4
"""Places of the brainstone besides the bowls 1 to 3: discarded, and in the Gaia area."""

TILE: Final = -1
"""What an exchange in the Gaia phase may give besides the conversions 0 to 3: a tech tile."""

FIRST_ADVANCED_SPOT: Final = 9
"""Spots 0 to 8 hold the standard tech tiles; 9 to 14 are the advanced ones of areas 0 to 5."""

NO_TOKEN: Final = 0
TOKEN_AFTER: Final = 1
TOKEN_BEFORE: Final = 2
"""When a charge also brings a power token: whether it is taken after or before charging."""


class Action(asking.Action):
    """One answer to one question of Gaia Project."""

    __slots__ = ()


@final
class Lay(Action):
    """Building the map: lay this sector, turned clockwise by ``turns`` times 60 degrees, on the next place."""

    __slots__ = ("sector", "turns")

    says: ClassVar[Phrase] = phrase("lay {sector} turned {turns}", kind="rotate", sector=w.SECTOR, turns=w.TURNS)

    def __init__(self, sector: int, turns: int) -> None:
        self.sector: Final = sector
        self.turns: Final = turns


@final
class Choose(Action):
    """Choose a faction."""

    __slots__ = ("faction",)

    says: ClassVar[Phrase] = phrase("choose {faction}", kind="pick_faction", faction=w.FACTION)

    def __init__(self, faction: int) -> None:
        self.faction: Final = faction


@final
class Bid(Action):
    """Bid victory points for a faction."""

    __slots__ = ("amount", "faction")

    says: ClassVar[Phrase] = phrase("bid {faction} {amount}", faction=w.FACTION, amount=w.POINTS)

    def __init__(self, faction: int, amount: int) -> None:
        self.faction: Final = faction
        self.amount: Final = amount


@final
class Settle(Action):
    """Place a starting structure."""

    __slots__ = ("where",)

    says: ClassVar[Phrase] = phrase("settle {where}", kind="starting_mine", where=w.HEX)

    def __init__(self, where: int) -> None:
        self.where: Final = where


@final
class Take(Action):
    """Take a first booster."""

    __slots__ = ("booster",)

    says: ClassVar[Phrase] = phrase("take {booster}", kind="take_booster", booster=w.BOOSTER)

    def __init__(self, booster: int) -> None:
        self.booster: Final = booster


@final
class Build(Action):
    """Build a mine, start a Gaia project, upgrade, or place a space station: the piece and the hex."""

    __slots__ = ("piece", "where")

    says: ClassVar[Phrase] = phrase("build {piece} {where}", piece=w.BUILDING, where=w.HEX)

    def __init__(self, piece: int, where: int) -> None:
        self.piece: Final = piece
        self.where: Final = where


_BUILDS: Final[dict[int, list[Build]]] = {}


def builds(piece: int, hexes: int) -> list[Action]:
    """To build a piece on each of these hexes: always the same objects, for plans look them up often."""
    known = _BUILDS.get(piece, [])
    if len(known) < hexes.bit_length():
        known = _BUILDS[piece] = [Build(piece, where) for where in range(hexes.bit_length())]
    return [known[where] for where in bits(hexes)]


@final
class Federate(Action):
    """Form a federation: the set of its hexes, own planets and new satellites."""

    __slots__ = ("hexes",)

    says: ClassVar[Phrase] = phrase("federate{hexes}", kind="federation", listed=w.LISTED, hexes=w.BUILT)

    def __init__(self, hexes: int) -> None:
        self.hexes: Final = hexes


@final
class Research(Action):
    """Pay knowledge for a step in a research area."""

    __slots__ = ("track",)

    says: ClassVar[Phrase] = phrase("research {track}", track=w.TRACK)

    def __init__(self, track: int) -> None:
        self.track: Final = track


@final
class Act(Action):
    """Use a power or QIC action of the research board."""

    __slots__ = ("number",)

    says: ClassVar[Phrase] = phrase("act {number}", kind="board_action", number=w.BOARD_ACTION)

    def __init__(self, number: int) -> None:
        self.number: Final = number


@final
class Use(Action):
    """Use a special action: 0 of the academy, 1 of the faction, 2 of the booster, 3 + kind of a tech tile."""

    __slots__ = ("special",)

    says: ClassVar[Phrase] = phrase("use {special}", kind="special_action", special=w.SPECIAL)

    def __init__(self, special: int) -> None:
        self.special: Final = special


@final
class Pass(Action):
    """Pass and take this booster; ``NONE`` in the last round."""

    __slots__ = ("booster",)

    says: ClassVar[Phrase] = phrase("pass{booster}", booster=w.MAYBE_BOOSTER)

    def __init__(self, booster: int) -> None:
        self.booster: Final = booster


@final
class Convert(Action):
    """A free action: one conversion, once."""

    __slots__ = ("way",)

    says: ClassVar[Phrase] = phrase("convert {way}", way=w.CONVERSION)

    def __init__(self, way: int) -> None:
        self.way: Final = way


@final
class Burn(Action):
    """A free action: discard one token of bowl II to move another to bowl III."""

    __slots__ = ()

    says: ClassVar[Phrase] = phrase("burn", kind="convert")


@final
class EndTurn(Action):
    """End the turn after its main action."""

    __slots__ = ()

    says: ClassVar[Phrase] = phrase("end turn", kind="end_turn")


@final
class TakeTech(Action):
    """Take the tech tile of a spot: 0 to 8 standard, 9 to 14 the advanced one of an area."""

    __slots__ = ("spot",)

    says: ClassVar[Phrase] = phrase("tech {spot}", kind="take_tech", spot=w.ANY_SPOT)

    def __init__(self, spot: int) -> None:
        self.spot: Final = spot


@final
class Cover(Action):
    """Cover the own standard tile that came from this spot."""

    __slots__ = ("spot",)

    says: ClassVar[Phrase] = phrase("cover {spot}", kind="cover_tech", spot=w.SPOT)

    def __init__(self, spot: int) -> None:
        self.spot: Final = spot


@final
class Advance(Action):
    """Take a free research step in this area."""

    __slots__ = ("track",)

    says: ClassVar[Phrase] = phrase("advance {track}", track=w.TRACK)

    def __init__(self, track: int) -> None:
        self.track: Final = track


@final
class PlaceLost(Action):
    """Place the lost planet."""

    __slots__ = ("where",)

    says: ClassVar[Phrase] = phrase("lost planet {where}", kind="lost_planet", where=w.HEX)

    def __init__(self, where: int) -> None:
        self.where: Final = where


@final
class TakeToken(Action):
    """Take a federation token of this kind."""

    __slots__ = ("token",)

    says: ClassVar[Phrase] = phrase("token {token}", kind="take_token", token=w.TOKEN)

    def __init__(self, token: int) -> None:
        self.token: Final = token


@final
class Rescore(Action):
    """Score an own federation token of this kind again."""

    __slots__ = ("token",)

    says: ClassVar[Phrase] = phrase("rescore {token}", token=w.TOKEN)

    def __init__(self, token: int) -> None:
        self.token: Final = token


@final
class Charge(Action):
    """Charge power that a neighbour's building offers; ``token`` says when an extra token is taken."""

    __slots__ = ("amount", "token")

    says: ClassVar[Phrase] = phrase("charge {amount}{token}", amount=w.POWER, token=w.TOKEN_ORDER)

    def __init__(self, amount: int, token: int = NO_TOKEN) -> None:
        self.amount: Final = amount
        self.token: Final = token


@final
class Decline(Action):
    """Do not take what is offered."""

    __slots__ = ()

    says: ClassVar[Phrase] = phrase("decline")


@final
class TakeIncome(Action):
    """Take this source of income next: so much power to charge, or so many tokens."""

    __slots__ = ("charge", "tokens")

    says: ClassVar[Phrase] = phrase("income power {charge} tokens {tokens}", charge=w.CHARGED, tokens=w.GAINED)

    def __init__(self, charge: int, tokens: int) -> None:
        self.charge: Final = charge
        self.tokens: Final = tokens


@final
class Brainstone(Action):
    """Where the brainstone is after a move of tokens: bowl 1 to 3, ``BRAIN_GAIA`` or ``BRAIN_GONE``."""

    __slots__ = ("place",)

    says: ClassVar[Phrase] = phrase("brainstone {place}", kind="move_brainstone", place=w.PLACE)

    def __init__(self, place: int) -> None:
        self.place: Final = place


@final
class Exchange(Action):
    """In the Gaia phase: take the gain of this conversion (0 to 3), or ``TILE``."""

    __slots__ = ("way",)

    says: ClassVar[Phrase] = phrase("exchange {way}", kind="gaia_exchange", way=w.EXCHANGE)

    def __init__(self, way: int) -> None:
        self.way: Final = way


@final
class FromBowls(Action):
    """Which tokens leave: so many of bowls I, II, III, and the brainstone (1) or not (0)."""

    __slots__ = ("brainstone", "one", "three", "two")

    says: ClassVar[Phrase] = phrase(
        "from bowls {one} {two} {three}{brainstone}",
        kind="bowls",
        listed=w.LISTED,
        one=w.BOWL,
        two=w.BOWL,
        three=w.BOWL,
        brainstone=w.BRAINSTONE,
    )

    def __init__(self, one: int, two: int, three: int, brainstone: int = 0) -> None:
        self.one: Final = one
        self.two: Final = two
        self.three: Final = three
        self.brainstone: Final = brainstone


@final
class Swap(Action):
    """Swap the institute with the own mine on this hex."""

    __slots__ = ("where",)

    says: ClassVar[Phrase] = phrase("swap {where}", where=w.HEX)

    def __init__(self, where: int) -> None:
        self.where: Final = where


@final
class Done(Action):
    """Enough: take no more exchanges or conversions."""

    __slots__ = ()

    says: ClassVar[Phrase] = phrase("done")


ACTIONS: Final[tuple[type[Action], ...]] = (
    Lay,
    Choose,
    Bid,
    Settle,
    Take,
    Build,
    Federate,
    Research,
    Act,
    Use,
    Pass,
    Convert,
    Burn,
    EndTurn,
    TakeTech,
    Cover,
    Advance,
    PlaceLost,
    TakeToken,
    Rescore,
    Charge,
    Decline,
    TakeIncome,
    Brainstone,
    Exchange,
    FromBowls,
    Swap,
    Done,
)
"""Every kind of action; learners number them in this order."""
VOCABULARY: Final[Vocabulary[Action]] = Vocabulary(ACTIONS)
