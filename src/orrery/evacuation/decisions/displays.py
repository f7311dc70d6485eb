"""Taking cards from the displays: ships, stadiums, infrastructures; and playing infrastructures."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Final, final

from orrery.core.asking import Wish
from orrery.core.journal import Message
from orrery.core.words import Fields, fields
from orrery.evacuation.actions import (
    DONE,
    FORGO,
    REVEAL,
    Action,
    PlayInfrastructure,
    Refresh,
    Reveal,
    Take,
    Under,
    Waive,
)
from orrery.evacuation.decisions.base import Decision
from orrery.evacuation.decisions.transport import express
from orrery.evacuation.pack import ANY, NEW, OLD, Triple
from orrery.evacuation.pack.lookup import INFRASTRUCTURE, SHIP, STADIUM, WIDER_CHOICE
from orrery.evacuation.rules.displays import clear_extra, draw, put_under, refill, take
from orrery.evacuation.rules.holding import added, removed
from orrery.evacuation.rules.resources import book, has, missing, pay, pay_all, shortages
from orrery.evacuation.rules.settling import fulfil, is_met, may_play
from orrery.evacuation.words import ANY_WORLD, COUNT, DISPLAY, DISPLAYED_KIND, FLAG, PURPOSE

if TYPE_CHECKING:
    from orrery.evacuation.state import State

BUILD: Final = 0
"""Pay the cost from the world where it is put."""
GAIN: Final = 1
"""Without cost."""
EXPRESS: Final = 2
"""A ship without cost to the Old World, loaded and flown at once (EV-TE-1)."""
TO_HAND: Final = 3
"""An infrastructure into hand."""
INTO_PLAY: Final = 4
"""An infrastructure without cost into play, as fulfilled (EV-TE-14)."""


REFRESHES: Final = tuple(Refresh(world, resource) for world in (0, 1) for resource in (0, 1, 2))
"""What a refresh can be paid with, by world * 3 + resource."""


def refreshes(state: State, seat: int) -> list[Action]:
    """The resources that can pay for a refresh (EV-DSP-2)."""
    stock = state.players[seat].stock
    price = state.table.pack.costs.refresh
    return [REFRESHES[at] for at in range(6) if stock[at] >= price]


def offer(state: State, seat: int, kind: int, purpose: int, world: int = ANY, discount: int = 0) -> None:
    """Let a seat take a card of a display; who may choose from more sees them first (EV-TE-12)."""
    display = state.displays[kind]
    if state.players[seat].abilities & WIDER_CHOICE:
        for _ in range(min(state.table.lookup.wider_choice, len(display.stack))):
            state.extra.append(draw(state, display))
    state.stack.append(TakeCard(seat, kind, purpose, world, discount, 0))


@final
class Development(Decision):
    """Take an infrastructure into hand or play one from hand (EV-INF-1)."""

    __slots__ = ()

    def options(self, state: State) -> list[Action]:
        player = state.players[self.seat]
        found: list[Action] = [FORGO]
        cards = state.table.pack.infrastructures
        found += [
            PlayInfrastructure(card)
            for card in player.plans
            if has(player, NEW, cards[card].cost) and may_play(state, player, card)
        ]
        display = state.displays[INFRASTRUCTURE]
        if player.abilities & WIDER_CHOICE:
            if display.open or display.stack:
                found.append(REVEAL)
        else:
            found += [Take(INFRASTRUCTURE, card, NEW) for card in display.open]
            if display.open:
                found += refreshes(state, self.seat)
        return found

    def near(self, state: State) -> Iterator[Wish]:
        """Infrastructures in hand that cannot be played."""
        player = state.players[self.seat]
        for card in player.plans:
            reasons = shortages(player, NEW, state.table.pack.infrastructures[card].cost)
            if not may_play(state, player, card):
                reasons.append(Message("same_illustration", {}))
            if reasons:
                yield Wish(PlayInfrastructure(card), tuple(reasons))

    def resolve(self, state: State, action: Action) -> None:
        if isinstance(action, PlayInfrastructure):
            card = state.table.pack.infrastructures[action.card]
            pay_all(state, self.seat, NEW, card.cost, card.id)
            player = state.players[self.seat]
            player.plans = removed(player.plans, action.card)
            lay_out(state, self.seat, action.card)
        elif isinstance(action, Reveal):
            offer(state, self.seat, INFRASTRUCTURE, TO_HAND)
        else:
            TakeCard(self.seat, INFRASTRUCTURE, TO_HAND, ANY, 0, 0).resolve(state, action)


def lay_out(state: State, seat: int, card: int, fulfilled: bool = False) -> None:
    """Put an infrastructure into play; its production rises if its condition is met already (EV-INF-3)."""
    player = state.players[seat]
    player.infrastructures = added(player.infrastructures, card)
    book(state, seat, "infrastructure", 1, state.table.pack.infrastructures[card].id)
    if fulfilled or is_met(state, player, card):
        fulfil(state, seat, card)


@final
class TakeCard(Decision):
    """Choose a displayed card, refresh the display once, or let it be (EV-SHP-1, EV-STA-1, EV-DSP-2)."""

    __slots__ = ("discount", "kind", "purpose", "refreshed", "world")

    holds: ClassVar[Fields] = fields(kind=DISPLAY, purpose=PURPOSE, world=ANY_WORLD, discount=COUNT, refreshed=FLAG)

    def __init__(self, seat: int, kind: int, purpose: int, world: int, discount: int, refreshed: int) -> None:
        self.seat = seat
        self.kind: Final = kind
        self.purpose: Final = purpose
        self.world: Final = world
        """Where it arrives; ANY leaves it open."""
        self.discount: Final = discount
        self.refreshed: Final = refreshed

    def shows(self) -> int:
        return self.kind

    def options(self, state: State) -> list[Action]:
        player = state.players[self.seat]
        display = state.displays[self.kind]
        found: list[Action] = [FORGO]
        cards = display.open + state.extra if state.extra else display.open
        if self.purpose == TO_HAND:
            found += [Take(self.kind, card, NEW) for card in cards]
        elif self.purpose == INTO_PLAY:
            found += [Take(self.kind, card, NEW) for card in cards if may_play(state, player, card)]
        else:
            worlds = (OLD, NEW) if self.world == ANY else (self.world,)
            costs = state.table.lookup.costs[self.kind]
            for card in cards:
                for world in worlds:
                    if self.purpose != BUILD or _affordable(state, self.seat, world, costs[card], self.discount):
                        found.append(Take(self.kind, card, world))
        if not self.refreshed and display.open:
            found += refreshes(state, self.seat)
        return found

    def near(self, state: State) -> Iterator[Wish]:
        """Displayed cards that cannot be paid, or not be played."""
        player = state.players[self.seat]
        offered = set(state.options())
        for card in state.displays[self.kind].open + state.extra:
            if self.purpose == BUILD:
                cost = state.table.lookup.costs[self.kind][card]
                for world in (OLD, NEW):
                    if Take(self.kind, card, world) not in offered:
                        reasons = shortages(player, world, cost, self.discount)
                        yield Wish(Take(self.kind, card, world), tuple(reasons))
            elif all(Take(self.kind, card, world) not in offered for world in (OLD, NEW)):
                yield Wish(Take(self.kind, card, NEW), (Message("same_illustration", {}),))

    def resolve(self, state: State, action: Action) -> None:
        if isinstance(action, Take):
            if self.purpose == BUILD and self.discount:
                state.stack.append(DiscountChoice(self.seat, self.kind, action.card, action.world, self.discount))
                return
            cost = state.table.lookup.costs[self.kind][action.card] if self.purpose == BUILD else (0, 0, 0)
            acquire(state, self.seat, self.kind, action.card, action.world, cost, self.purpose)
        elif isinstance(action, Refresh):
            pay(state, self.seat, action.world, action.resource, state.table.pack.costs.refresh, "refresh")
            state.stack.append(
                RefreshCards(self.seat, self.kind, self.purpose, self.world, self.discount, 0),
            )
        else:
            clear_extra(state, self.kind)


def _affordable(state: State, seat: int, world: int, cost: Triple, discount: int) -> bool:
    player = state.players[seat]
    if discount:
        return missing(player, world, cost) <= discount
    return has(player, world, cost)


def acquire(state: State, seat: int, kind: int, card: int, world: int, cost: Triple, purpose: int) -> None:
    """Pay for a card of a display and put it where it belongs."""
    player = state.players[seat]
    name = state.table.lookup.ids[kind][card]
    pay_all(state, seat, world, cost, name)
    take(state, kind, card)
    clear_extra(state, kind)
    if kind == SHIP:
        insort(player.ships, card * 4 + world * 2)
        book(state, seat, "ship", 1, name)
        if purpose == EXPRESS:
            express(state, seat, card)
    elif kind == STADIUM:
        old, new = player.stadiums
        player.stadiums = (added(old, card), new) if world == OLD else (old, added(new, card))
        state.touched = True
        book(state, seat, "stadium", 1, name)
    elif purpose == INTO_PLAY:
        lay_out(state, seat, card, fulfilled=True)
    else:
        player.plans = added(player.plans, card)
        book(state, seat, "plan", 1, name)


@final
class DiscountChoice(Decision):
    """Which resources a discount saves (EV-ADV-4)."""

    __slots__ = ("card", "discount", "kind", "world")

    holds: ClassVar[Fields] = fields(kind=DISPLAY, card=DISPLAYED_KIND, world=ANY_WORLD, discount=COUNT)

    def __init__(self, seat: int, kind: int, card: int, world: int, discount: int) -> None:
        self.seat = seat
        self.kind: Final = kind
        self.card: Final = card
        self.world: Final = world
        self.discount: Final = discount

    def shows(self) -> int:
        return self.kind

    def options(self, state: State) -> list[Action]:
        player = state.players[self.seat]
        food, steel, energy = state.table.lookup.costs[self.kind][self.card]
        saved = min(self.discount, food + steel + energy)
        found: list[Action] = []
        for f in range(min(saved, food) + 1):
            for s in range(min(saved - f, steel) + 1):
                e = saved - f - s
                if e <= energy and has(player, self.world, (food - f, steel - s, energy - e)):
                    found.append(Waive((f, s, e)))
        return found

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, Waive)
        cost = state.table.lookup.costs[self.kind][self.card]
        less = action.less
        rest = (cost[0] - less[0], cost[1] - less[1], cost[2] - less[2])
        acquire(state, self.seat, self.kind, self.card, self.world, rest, BUILD)


@final
class RefreshCards(Decision):
    """Put one to three displayed cards under their stack, in an order of choice (EV-DSP-2)."""

    __slots__ = ("count", "discount", "kind", "purpose", "world")

    holds: ClassVar[Fields] = fields(kind=DISPLAY, purpose=PURPOSE, world=ANY_WORLD, discount=COUNT, count=COUNT)

    def __init__(self, seat: int, kind: int, purpose: int, world: int, discount: int, count: int) -> None:
        self.seat = seat
        self.kind: Final = kind
        self.purpose: Final = purpose
        self.world: Final = world
        self.discount: Final = discount
        self.count: Final = count
        """How many are under the stack already."""

    def shows(self) -> int:
        return self.kind

    def options(self, state: State) -> list[Action]:
        found: list[Action] = [Under(self.kind, card) for card in state.displays[self.kind].open]
        if self.count:
            found.append(DONE)
        return found

    def resolve(self, state: State, action: Action) -> None:
        display = state.displays[self.kind]
        if isinstance(action, Under):
            display.open.remove(action.card)
            put_under(display, action.card)
            if display.open:
                state.stack.append(
                    RefreshCards(self.seat, self.kind, self.purpose, self.world, self.discount, self.count + 1)
                )
                return
        refill(state, display)
        state.stack.append(TakeCard(self.seat, self.kind, self.purpose, self.world, self.discount, 1))
