"""The sub-actions that need no display: gain, exchange, research, settle, prepare, clone (pages 7 to 9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Final, final

from orrery.core.asking import Wish
from orrery.core.hexes import bits
from orrery.core.journal import Message
from orrery.core.words import Fields, fields
from orrery.evacuation.actions import (
    CLONE,
    FORGO,
    GAINS,
    Action,
    Clone,
    Exchange,
    Gain,
    Prepare,
    Raise,
    Research,
    Settle,
    UseFactories,
)
from orrery.evacuation.decisions.agenda import Agenda, learn
from orrery.evacuation.decisions.base import Decision
from orrery.evacuation.items import EXCHANGE, op
from orrery.evacuation.pack import ANY, FOOD, NEW, OLD, RESOURCES
from orrery.evacuation.pack.lookup import EXTRA_FACTORY
from orrery.evacuation.rules.resources import (
    STOCKS,
    book,
    factory_to,
    gain,
    pay,
    populate,
    raise_production,
    short,
)
from orrery.evacuation.rules.settling import factory_choices, obstacles, possible_fields, settle
from orrery.evacuation.rules.technologies import complete_rows, may_research
from orrery.evacuation.words import ANY_RESOURCE, ANY_WORLD, COUNT, FIELD, FLAG, HOW, MAY, SOURCE, TYPES

if TYPE_CHECKING:
    from orrery.evacuation.state import State


def optional(state: State, options: list[Action], may: int = 0) -> list[Action]:
    """A sub-action must be done if it can be, unless sub-actions are free or it is a reward (EV-AMB-17, -54)."""
    if options and (may or state.table.free_order):
        options.append(FORGO)
    return options


@final
class GainResource(Decision):
    """Take one resource to a world of choice (EV-RES-4, EV-GAI-1)."""

    __slots__ = ("may", "resource", "source")

    holds: ClassVar[Fields] = fields(resource=ANY_RESOURCE, source=SOURCE, may=MAY)

    def __init__(self, seat: int, resource: int, source: str, may: int = 0) -> None:
        self.seat = seat
        self.resource: Final = resource
        """Which; ANY leaves it open."""
        self.source: Final = source
        self.may: Final = may
        """1 if it may be forgone, here and below (EV-AMB-54)."""

    def options(self, state: State) -> list[Action]:
        if self.resource == ANY:
            return optional(state, list(GAINS), self.may)
        return optional(state, [GAINS[self.resource], GAINS[3 + self.resource]], self.may)

    def resolve(self, state: State, action: Action) -> None:
        if isinstance(action, Gain):
            gain(state, self.seat, action.world, action.resource, 1, self.source)


@final
class ExchangeResource(Decision):
    """Swap one resource for another within a world, or not (EV-EXC-1)."""

    __slots__ = ("source",)

    holds: ClassVar[Fields] = fields(source=SOURCE)

    def __init__(self, seat: int, source: str) -> None:
        self.seat = seat
        self.source: Final = source

    def options(self, state: State) -> list[Action]:
        stock = state.players[self.seat].stock
        found: list[Action] = [FORGO]
        for at in range(6):
            if stock[at]:
                world, give = divmod(at, 3)
                found += [Exchange(world, give, take) for take in range(3) if take != give]
        return found

    def resolve(self, state: State, action: Action) -> None:
        if isinstance(action, Exchange):
            pay(state, self.seat, action.world, action.give, 1, self.source)
            gain(state, self.seat, action.world, action.take, 1, self.source)
        else:
            self._forgo_the_rest(state)

    def _forgo_the_rest(self, state: State) -> None:
        """Who does not want to exchange once is not asked for the second and third time."""
        if state.stack:
            below = state.stack[-1]
            if isinstance(below, Agenda) and below.seat == self.seat and op(below.items[0]) == EXCHANGE:
                rest = below.items
                while rest and op(rest[0]) == EXCHANGE:
                    rest = rest[1:]
                state.stack.pop()
                if rest:
                    state.stack.append(Agenda(self.seat, rest, below.source, below.any_order, below.may))


@final
class ResearchColumn(Decision):
    """Advance the lowest incomplete technology of a column (EV-TEC-1 to EV-TEC-4)."""

    __slots__ = ("may",)

    holds: ClassVar[Fields] = fields(may=MAY)

    def __init__(self, seat: int, may: int = 0) -> None:
        self.seat = seat
        self.may: Final = may

    def options(self, state: State) -> list[Action]:
        columns = may_research(state, state.players[self.seat])
        return optional(state, [Research(column) for column in columns], self.may)

    def near(self, state: State) -> Iterator[Wish]:
        open_columns = may_research(state, state.players[self.seat])
        for column in range(3):
            if column not in open_columns:
                yield Wish(Research(column), (Message("complete", {}),))

    def resolve(self, state: State, action: Action) -> None:
        if isinstance(action, Research):
            player = state.players[self.seat]
            before = complete_rows(state, player, action.column)
            player.research[action.column] += 1
            book(state, self.seat, "research", 1, "research")
            if complete_rows(state, player, action.column) > before:
                learn(state, self.seat, player.technologies[action.column * 3 + before])


@final
class SettleField(Decision):
    """Choose a field and fill all its slots (EV-STL-1 to EV-STL-6)."""

    __slots__ = ("how", "ignore", "may")

    holds: ClassVar[Fields] = fields(how=HOW, ignore=COUNT, may=MAY)

    def __init__(self, seat: int, how: int, ignore: int, may: int = 0) -> None:
        self.seat = seat
        self.how: Final = how
        """0 by the rules, 1 on the next terrain too, 2 an ocean field for nothing but its pieces."""
        self.ignore: Final = ignore
        """So many symbols need not be there."""
        self.may: Final = may

    def options(self, state: State) -> list[Action]:
        fields = possible_fields(state, self.seat, self.how, self.ignore)
        return optional(state, [Settle(field) for field in fields], self.may)

    def near(self, state: State) -> Iterator[Wish]:
        """Free fields that cannot be settled."""
        player = state.players[self.seat]
        offered = possible_fields(state, self.seat, self.how, self.ignore)
        for field in bits(((1 << len(state.table.pack.fields)) - 1) & ~state.settled):
            if field not in offered:
                yield Wish(Settle(field), tuple(obstacles(state, player, field, self.how, self.ignore)))

    def allows(self, state: State, action: Action) -> bool:
        if isinstance(action, Settle) and action.factories is not None:
            slots = state.table.lookup.factories
            return Settle(action.field) in self.options(state) and action.factories in factory_choices(
                state.players[self.seat], slots[action.field]
            )
        return action in self.options(state)

    def resolve(self, state: State, action: Action) -> None:
        if isinstance(action, Settle):
            if action.factories is not None:
                settle(state, self.seat, action.field, action.factories, self.how)
            else:
                state.stack.append(FactorySlots(self.seat, action.field, self.how))


@final
class FactorySlots(Decision):
    """Which factories fill the factory slots of the field being settled (EV-STL-3, EV-PRD-4)."""

    __slots__ = ("field", "how")

    holds: ClassVar[Fields] = fields(field=FIELD, how=HOW)

    def __init__(self, seat: int, field: int, how: int) -> None:
        self.seat = seat
        self.field: Final = field
        self.how: Final = how

    def options(self, state: State) -> list[Action]:
        slots = state.table.lookup.factories[self.field]
        return [UseFactories(choice) for choice in factory_choices(state.players[self.seat], slots)]

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, UseFactories)
        settle(state, self.seat, self.field, action.factories, self.how)


@final
class PrepareFactory(Decision):
    """Prepare a factory on a world for one resource of its type (EV-FAC-1, EV-FAC-2)."""

    __slots__ = ("extra", "factory", "may", "used")

    holds: ClassVar[Fields] = fields(factory=ANY_RESOURCE, used=TYPES, extra=FLAG, may=MAY)

    def __init__(self, seat: int, factory: int, used: int = 0, extra: int = 0, may: int = 0) -> None:
        self.seat = seat
        self.factory: Final = factory
        """Which type; ANY leaves it open."""
        self.used: Final = used
        """Types whose technology has given its extra factory in this sub-action, as bits (EV-AMB-47)."""
        self.extra: Final = extra
        """1 for the extra factory of a technology: it may be forgone (EV-TE-7 to -9)."""
        self.may: Final = may

    def options(self, state: State) -> list[Action]:
        player = state.players[self.seat]
        types = (0, 1, 2) if self.factory == ANY else (self.factory,)
        found: list[Action] = [
            Prepare(world, factory)
            for factory in types
            if player.supply[factory]
            for world in (OLD, NEW)
            if player.stock[world * 3 + factory]
        ]
        if self.extra:
            found.append(FORGO)
            return found
        return optional(state, found, self.may)

    def near(self, state: State) -> Iterator[Wish]:
        """Factories that cannot be prepared."""
        player = state.players[self.seat]
        for factory in (0, 1, 2) if self.factory == ANY else (self.factory,):
            for world in (OLD, NEW):
                reasons = []
                if not player.supply[factory]:
                    reasons.append(Message("no_factory", {"what": RESOURCES[factory]}))
                if not player.stock[world * 3 + factory]:
                    reasons.append(short(STOCKS[world * 3 + factory], 1))
                if reasons:
                    yield Wish(Prepare(world, factory), tuple(reasons))

    def resolve(self, state: State, action: Action) -> None:
        if isinstance(action, Prepare):
            pay(state, self.seat, action.world, action.factory, 1, "prepare factory")
            factory_to(state, self.seat, action.factory, action.world, "prepare factory")
            bit = 1 << action.factory
            if state.players[self.seat].abilities & EXTRA_FACTORY[action.factory] and not self.used & bit:
                state.stack.append(PrepareFactory(self.seat, ANY, self.used | bit, 1))


@final
class FreeFactory(Decision):
    """Gain a factory without cost (EV-BE-4, EV-AMB-50)."""

    __slots__ = ("factory", "may", "source", "world")

    holds: ClassVar[Fields] = fields(factory=ANY_RESOURCE, world=ANY_WORLD, source=SOURCE, may=MAY)

    def __init__(self, seat: int, factory: int, world: int, source: str, may: int = 0) -> None:
        self.seat = seat
        self.factory: Final = factory
        self.world: Final = world
        self.source: Final = source
        self.may: Final = may

    def options(self, state: State) -> list[Action]:
        player = state.players[self.seat]
        types = (0, 1, 2) if self.factory == ANY else (self.factory,)
        worlds = (OLD, NEW) if self.world == ANY else (self.world,)
        return optional(state, [Prepare(w, f) for f in types if player.supply[f] for w in worlds], self.may)

    def resolve(self, state: State, action: Action) -> None:
        if isinstance(action, Prepare):
            factory_to(state, self.seat, action.factory, action.world, self.source)


@final
class ClonePopulation(Decision):
    """Pay food on the New World for population there (EV-CLN-1)."""

    __slots__ = ("may",)

    holds: ClassVar[Fields] = fields(may=MAY)

    def __init__(self, seat: int, may: int = 0) -> None:
        self.seat = seat
        self.may: Final = may

    def options(self, state: State) -> list[Action]:
        costs = state.table.pack.costs
        if state.players[self.seat].stock[NEW * 3 + FOOD] < costs.clone_food:
            return []
        return optional(state, [CLONE], self.may)

    def resolve(self, state: State, action: Action) -> None:
        if isinstance(action, Clone):
            costs = state.table.pack.costs
            pay(state, self.seat, NEW, FOOD, costs.clone_food, "clone")
            populate(state, self.seat, costs.cloned, "clone")


@final
class RaiseMarker(Decision):
    """Raise one production marker of choice (EV-TE-15)."""

    __slots__ = ("source", "steps")

    holds: ClassVar[Fields] = fields(steps=COUNT, source=SOURCE)

    def __init__(self, seat: int, steps: int, source: str) -> None:
        self.seat = seat
        self.steps: Final = steps
        self.source: Final = source

    def options(self, state: State) -> list[Action]:
        return optional(state, [Raise(0), Raise(1), Raise(2)]) if self.steps else []

    def resolve(self, state: State, action: Action) -> None:
        if isinstance(action, Raise):
            raise_production(state, self.seat, action.resource, self.steps, self.source)
