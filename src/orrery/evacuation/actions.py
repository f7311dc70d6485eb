"""Actions: one small immutable class per answer. They hold indices into the pack, never parts of a position."""

from __future__ import annotations

from typing import Final, final

Triple = tuple[int, int, int]


class Action:
    """An answer to a question; equal to another of its class with equal fields."""

    __slots__ = ()

    def fields(self) -> tuple[object, ...]:
        """What it holds, in the order of its constructor."""
        return ()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.fields() == other.fields()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.fields()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.fields()))})"


# The turn


@final
class Act(Action):
    """Take a board action."""

    __slots__ = ("board",)

    def __init__(self, board: int) -> None:
        self.board: Final = board

    def fields(self) -> tuple[object, ...]:
        return (self.board,)


@final
class PlayCard(Action):
    """Play an action card from hand (advanced actions)."""

    __slots__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def fields(self) -> tuple[object, ...]:
        return (self.card,)


@final
class Pass(Action):
    """Take no more actions this year."""

    __slots__ = ()


@final
class PayOrder(Action):
    """Play an order from hand, in addition to an action."""

    __slots__ = ("order",)

    def __init__(self, order: int) -> None:
        self.order: Final = order

    def fields(self) -> tuple[object, ...]:
        return (self.order,)


@final
class Done(Action):
    """Nothing more of what is asked."""

    __slots__ = ()


@final
class Forgo(Action):
    """Let a sub-action lapse."""

    __slots__ = ()


@final
class Tuck(Action):
    """Tuck a hand card face down under the area of the chosen board action."""

    __slots__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def fields(self) -> tuple[object, ...]:
        return (self.card,)


@final
class PayEnergy(Action):
    """Pay for an action: so much energy from either world."""

    __slots__ = ("new", "old")

    def __init__(self, old: int, new: int) -> None:
        self.old: Final = old
        self.new: Final = new

    def fields(self) -> tuple[object, ...]:
        return (self.old, self.new)


@final
class Choose(Action):
    """Carry out this sub-action next."""

    __slots__ = ("item",)

    def __init__(self, item: int) -> None:
        self.item: Final = item

    def fields(self) -> tuple[object, ...]:
        return (self.item,)


# Sub-actions


@final
class Gain(Action):
    """Take a resource to a world."""

    __slots__ = ("resource", "world")

    def __init__(self, world: int, resource: int) -> None:
        self.world: Final = world
        self.resource: Final = resource

    def fields(self) -> tuple[object, ...]:
        return (self.world, self.resource)


@final
class Exchange(Action):
    """Return one resource of a world and take another one there."""

    __slots__ = ("give", "take", "world")

    def __init__(self, world: int, give: int, take: int) -> None:
        self.world: Final = world
        self.give: Final = give
        self.take: Final = take

    def fields(self) -> tuple[object, ...]:
        return (self.world, self.give, self.take)


@final
class Research(Action):
    """Advance the lowest incomplete technology of a column."""

    __slots__ = ("column",)

    def __init__(self, column: int) -> None:
        self.column: Final = column

    def fields(self) -> tuple[object, ...]:
        return (self.column,)


@final
class Settle(Action):
    """Settle a field; the factories used may be named at once."""

    __slots__ = ("factories", "field")

    def __init__(self, field: int, factories: Triple | None = None) -> None:
        self.field: Final = field
        self.factories: Final = factories

    def fields(self) -> tuple[object, ...]:
        return (self.field, self.factories)


@final
class UseFactories(Action):
    """Fill the factory slots of the field with so many food, steel and energy factories."""

    __slots__ = ("factories",)

    def __init__(self, factories: Triple) -> None:
        self.factories: Final = factories

    def fields(self) -> tuple[object, ...]:
        return (self.factories,)


@final
class Take(Action):
    """Take a ship or stadium from its display to a world, or an infrastructure (to hand, or into play)."""

    __slots__ = ("card", "kind", "world")

    def __init__(self, kind: int, card: int, world: int) -> None:
        self.kind: Final = kind
        self.card: Final = card
        self.world: Final = world

    def fields(self) -> tuple[object, ...]:
        return (self.kind, self.card, self.world)


@final
class Waive(Action):
    """Take a discount as so much food, steel and energy less."""

    __slots__ = ("less",)

    def __init__(self, less: Triple) -> None:
        self.less: Final = less

    def fields(self) -> tuple[object, ...]:
        return (self.less,)


@final
class PlayInfrastructure(Action):
    """Play an infrastructure from hand."""

    __slots__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def fields(self) -> tuple[object, ...]:
        return (self.card,)


@final
class Reveal(Action):
    """Choose an infrastructure of the display, with more of them revealed first."""

    __slots__ = ()


@final
class Refresh(Action):
    """Pay a resource to put cards of the display under their stack."""

    __slots__ = ("resource", "world")

    def __init__(self, world: int, resource: int) -> None:
        self.world: Final = world
        self.resource: Final = resource

    def fields(self) -> tuple[object, ...]:
        return (self.world, self.resource)


@final
class Under(Action):
    """Put this card of the display under its stack."""

    __slots__ = ("card", "kind")

    def __init__(self, kind: int, card: int) -> None:
        self.kind: Final = kind
        self.card: Final = card

    def fields(self) -> tuple[object, ...]:
        return (self.kind, self.card)


@final
class Prepare(Action):
    """Prepare a factory on a world; or gain one there."""

    __slots__ = ("factory", "world")

    def __init__(self, factory: int, world: int) -> None:
        self.factory: Final = factory
        self.world: Final = world

    def fields(self) -> tuple[object, ...]:
        return (self.factory, self.world)


@final
class Clone(Action):
    """Clone population on the New World."""

    __slots__ = ()


@final
class Raise(Action):
    """Raise one production marker of choice."""

    __slots__ = ("resource",)

    def __init__(self, resource: int) -> None:
        self.resource: Final = resource

    def fields(self) -> tuple[object, ...]:
        return (self.resource,)


# Transport


@final
class Fly(Action):
    """Pay for a flight of a ship to the New World; it is loaded next."""

    __slots__ = ("ship",)

    def __init__(self, ship: int) -> None:
        self.ship: Final = ship

    def fields(self) -> tuple[object, ...]:
        return (self.ship,)


@final
class FlyBack(Action):
    """Pay for a flight of a ship to the Old World."""

    __slots__ = ("ship",)

    def __init__(self, ship: int) -> None:
        self.ship: Final = ship

    def fields(self) -> tuple[object, ...]:
        return (self.ship,)


@final
class LoadSite(Action):
    """Evacuate a site: on the site place asked for, or a factory site on the building place."""

    __slots__ = ("site",)

    def __init__(self, site: int) -> None:
        self.site: Final = site

    def fields(self) -> tuple[object, ...]:
        return (self.site,)


@final
class LoadFactory(Action):
    """Put a prepared factory of the Old World on the building place."""

    __slots__ = ("factory",)

    def __init__(self, factory: int) -> None:
        self.factory: Final = factory

    def fields(self) -> tuple[object, ...]:
        return (self.factory,)


@final
class LoadStadium(Action):
    """Put a stadium of the Old World on the building place."""

    __slots__ = ("stadium",)

    def __init__(self, stadium: int) -> None:
        self.stadium: Final = stadium

    def fields(self) -> tuple[object, ...]:
        return (self.stadium,)


@final
class LoadNothing(Action):
    """Leave the place empty."""

    __slots__ = ()


@final
class LoadResources(Action):
    """Put so much food, steel and energy of the Old World on the resource places."""

    __slots__ = ("resources",)

    def __init__(self, resources: Triple) -> None:
        self.resources: Final = resources

    def fields(self) -> tuple[object, ...]:
        return (self.resources,)


@final
class Load(Action):
    """A whole load given at once: one answer for each site place, then each building place, and the resources."""

    __slots__ = ("places", "resources", "ship")

    def __init__(self, ship: int, places: tuple[Action, ...], resources: Triple) -> None:
        self.ship: Final = ship
        self.places: Final = places
        self.resources: Final = resources

    def fields(self) -> tuple[object, ...]:
        return (self.ship, self.places, self.resources)


# Progress and bonus


@final
class Power(Action):
    """Have so many power points, where cards or technologies leave a choice."""

    __slots__ = ("points",)

    def __init__(self, points: int) -> None:
        self.points: Final = points

    def fields(self) -> tuple[object, ...]:
        return (self.points,)


@final
class Advance(Action):
    """Move the front and the rear marker so many spaces; which of them lands first may matter."""

    __slots__ = ("front", "rear", "rear_first")

    def __init__(self, front: int, rear: int, rear_first: bool = False) -> None:
        self.front: Final = front
        self.rear: Final = rear
        self.rear_first: Final = rear_first

    def fields(self) -> tuple[object, ...]:
        return (self.front, self.rear, self.rear_first)


@final
class Park(Action):
    """Stand on this driving lane of the column."""

    __slots__ = ("lane",)

    def __init__(self, lane: int) -> None:
        self.lane: Final = lane

    def fields(self) -> tuple[object, ...]:
        return (self.lane,)


@final
class Claim(Action):
    """Take the smaller (1) or the larger (2) bonus, or none (0)."""

    __slots__ = ("which",)

    def __init__(self, which: int) -> None:
        self.which: Final = which

    def fields(self) -> tuple[object, ...]:
        return (self.which,)


# Goals and action cards


@final
class KeepGoal(Action):
    """Keep this goal card and pass the others on."""

    __slots__ = ("goal",)

    def __init__(self, goal: int) -> None:
        self.goal: Final = goal

    def fields(self) -> tuple[object, ...]:
        return (self.goal,)


@final
class ReturnGoal(Action):
    """Put this one of the four goal cards back into the box."""

    __slots__ = ("goal",)

    def __init__(self, goal: int) -> None:
        self.goal: Final = goal

    def fields(self) -> tuple[object, ...]:
        return (self.goal,)


@final
class KeepCards(Action):
    """Keep these action cards in hand and discard the others."""

    __slots__ = ("cards",)

    def __init__(self, cards: tuple[int, ...]) -> None:
        self.cards: Final = cards

    def fields(self) -> tuple[object, ...]:
        return (self.cards,)


@final
class Discard(Action):
    """Discard an action card, down to the hand limit."""

    __slots__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def fields(self) -> tuple[object, ...]:
        return (self.card,)


PASS: Final = Pass()
DONE: Final = Done()
FORGO: Final = Forgo()
CLONE: Final = Clone()
REVEAL: Final = Reveal()
NOTHING: Final = LoadNothing()
GAINS: Final = tuple(Gain(world, resource) for world in (0, 1) for resource in (0, 1, 2))
"""All six gains, by world * 3 + resource."""
