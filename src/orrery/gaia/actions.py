"""Actions: every answer a player can give, as small immutable objects of ints.

Numbers are places in the tables of ``data``; a hex is its index on the grid of the map, a set of hexes a
bitboard. Actions compare and hash by kind and values; their ``repr`` can be pasted into a test.
"""

from __future__ import annotations

from typing import Final, final

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


class Action:
    """One answer to one question. Never changes."""

    __slots__ = ()

    def values(self) -> tuple[int, ...]:
        """The ints it consists of, in the order of its constructor."""
        return ()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Action) and self.values() == other.values()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.values()))})"


@final
class Lay(Action):
    """Building the map: lay this sector, turned clockwise by ``turns`` times 60 degrees, on the next place."""

    __slots__ = ("sector", "turns")

    def __init__(self, sector: int, turns: int) -> None:
        self.sector: Final = sector
        self.turns: Final = turns

    def values(self) -> tuple[int, ...]:
        return (self.sector, self.turns)


@final
class Choose(Action):
    """Choose a faction."""

    __slots__ = ("faction",)

    def __init__(self, faction: int) -> None:
        self.faction: Final = faction

    def values(self) -> tuple[int, ...]:
        return (self.faction,)


@final
class Bid(Action):
    """Bid victory points for a faction."""

    __slots__ = ("amount", "faction")

    def __init__(self, faction: int, amount: int) -> None:
        self.faction: Final = faction
        self.amount: Final = amount

    def values(self) -> tuple[int, ...]:
        return (self.faction, self.amount)


@final
class Settle(Action):
    """Place a starting structure."""

    __slots__ = ("where",)

    def __init__(self, where: int) -> None:
        self.where: Final = where

    def values(self) -> tuple[int, ...]:
        return (self.where,)


@final
class Take(Action):
    """Take a first booster."""

    __slots__ = ("booster",)

    def __init__(self, booster: int) -> None:
        self.booster: Final = booster

    def values(self) -> tuple[int, ...]:
        return (self.booster,)


@final
class Build(Action):
    """Build a mine, start a Gaia project, upgrade, or place a space station: the piece and the hex."""

    __slots__ = ("piece", "where")

    def __init__(self, piece: int, where: int) -> None:
        self.piece: Final = piece
        self.where: Final = where

    def values(self) -> tuple[int, ...]:
        return (self.piece, self.where)


@final
class Federate(Action):
    """Form a federation: the set of its hexes, own planets and new satellites."""

    __slots__ = ("hexes",)

    def __init__(self, hexes: int) -> None:
        self.hexes: Final = hexes

    def values(self) -> tuple[int, ...]:
        return (self.hexes,)


@final
class Research(Action):
    """Pay knowledge for a step in a research area."""

    __slots__ = ("track",)

    def __init__(self, track: int) -> None:
        self.track: Final = track

    def values(self) -> tuple[int, ...]:
        return (self.track,)


@final
class Act(Action):
    """Use a power or QIC action of the research board."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number: Final = number

    def values(self) -> tuple[int, ...]:
        return (self.number,)


@final
class Use(Action):
    """Use a special action: 0 of the academy, 1 of the faction, 2 of the booster, 3 + kind of a tech tile."""

    __slots__ = ("special",)

    def __init__(self, special: int) -> None:
        self.special: Final = special

    def values(self) -> tuple[int, ...]:
        return (self.special,)


@final
class Pass(Action):
    """Pass and take this booster; ``NONE`` in the last round."""

    __slots__ = ("booster",)

    def __init__(self, booster: int) -> None:
        self.booster: Final = booster

    def values(self) -> tuple[int, ...]:
        return (self.booster,)


@final
class Convert(Action):
    """A free action: one conversion, once."""

    __slots__ = ("way",)

    def __init__(self, way: int) -> None:
        self.way: Final = way

    def values(self) -> tuple[int, ...]:
        return (self.way,)


@final
class Burn(Action):
    """A free action: discard one token of bowl II to move another to bowl III."""

    __slots__ = ()


@final
class EndTurn(Action):
    """End the turn after its main action."""

    __slots__ = ()


@final
class TakeTech(Action):
    """Take the tech tile of a spot: 0 to 8 standard, 9 to 14 the advanced one of an area."""

    __slots__ = ("spot",)

    def __init__(self, spot: int) -> None:
        self.spot: Final = spot

    def values(self) -> tuple[int, ...]:
        return (self.spot,)


@final
class Cover(Action):
    """Cover the own standard tile that came from this spot."""

    __slots__ = ("spot",)

    def __init__(self, spot: int) -> None:
        self.spot: Final = spot

    def values(self) -> tuple[int, ...]:
        return (self.spot,)


@final
class Advance(Action):
    """Take a free research step in this area."""

    __slots__ = ("track",)

    def __init__(self, track: int) -> None:
        self.track: Final = track

    def values(self) -> tuple[int, ...]:
        return (self.track,)


@final
class PlaceLost(Action):
    """Place the lost planet."""

    __slots__ = ("where",)

    def __init__(self, where: int) -> None:
        self.where: Final = where

    def values(self) -> tuple[int, ...]:
        return (self.where,)


@final
class TakeToken(Action):
    """Take a federation token of this kind."""

    __slots__ = ("token",)

    def __init__(self, token: int) -> None:
        self.token: Final = token

    def values(self) -> tuple[int, ...]:
        return (self.token,)


@final
class Rescore(Action):
    """Score an own federation token of this kind again."""

    __slots__ = ("token",)

    def __init__(self, token: int) -> None:
        self.token: Final = token

    def values(self) -> tuple[int, ...]:
        return (self.token,)


@final
class Charge(Action):
    """Charge power that a neighbour's building offers; ``token`` says when an extra token is taken."""

    __slots__ = ("amount", "token")

    def __init__(self, amount: int, token: int = NO_TOKEN) -> None:
        self.amount: Final = amount
        self.token: Final = token

    def values(self) -> tuple[int, ...]:
        return (self.amount, self.token)


@final
class Decline(Action):
    """Do not take what is offered."""

    __slots__ = ()


@final
class TakeIncome(Action):
    """Take this source of income next: so much power to charge, or so many tokens."""

    __slots__ = ("charge", "tokens")

    def __init__(self, charge: int, tokens: int) -> None:
        self.charge: Final = charge
        self.tokens: Final = tokens

    def values(self) -> tuple[int, ...]:
        return (self.charge, self.tokens)


@final
class Brainstone(Action):
    """Where the brainstone is after a move of tokens: bowl 1 to 3, ``BRAIN_GAIA`` or ``BRAIN_GONE``."""

    __slots__ = ("place",)

    def __init__(self, place: int) -> None:
        self.place: Final = place

    def values(self) -> tuple[int, ...]:
        return (self.place,)


@final
class Exchange(Action):
    """In the Gaia phase: take the gain of this conversion (0 to 3), or ``TILE``."""

    __slots__ = ("way",)

    def __init__(self, way: int) -> None:
        self.way: Final = way

    def values(self) -> tuple[int, ...]:
        return (self.way,)


@final
class FromBowls(Action):
    """Which tokens leave: so many of bowls I, II, III, and the brainstone (1) or not (0)."""

    __slots__ = ("brainstone", "one", "three", "two")

    def __init__(self, one: int, two: int, three: int, brainstone: int = 0) -> None:
        self.one: Final = one
        self.two: Final = two
        self.three: Final = three
        self.brainstone: Final = brainstone

    def values(self) -> tuple[int, ...]:
        return (self.one, self.two, self.three, self.brainstone)


@final
class Swap(Action):
    """Swap the institute with the own mine on this hex."""

    __slots__ = ("where",)

    def __init__(self, where: int) -> None:
        self.where: Final = where

    def values(self) -> tuple[int, ...]:
        return (self.where,)


@final
class Done(Action):
    """Enough: take no more exchanges or conversions."""

    __slots__ = ()


ACTIONS: Final[dict[str, type[Action]]] = {
    kind.__name__: kind
    for kind in (
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
}
"""Every kind of action by its name."""
