"""A turn of the action phase: one action or pass (EV-ACT-1 to EV-ACT-7), orders and action cards beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Final, final

from orrery.core.asking import Wish
from orrery.core.journal import Message
from orrery.core.words import Fields, fields
from orrery.evacuation.actions import (
    ACTS,
    DONE,
    PASS,
    Act,
    Action,
    Discard,
    Pass,
    PayEnergy,
    PayOrder,
    PlayCard,
    Tuck,
)
from orrery.evacuation.decisions.agenda import Agenda
from orrery.evacuation.decisions.base import Decision
from orrery.evacuation.pack import ENERGY, NEW, OLD
from orrery.evacuation.rules.displays import shuffle
from orrery.evacuation.rules.holding import added, removed
from orrery.evacuation.rules.orders import may_pay, pay_order
from orrery.evacuation.rules.progress import energy_world
from orrery.evacuation.rules.resources import book, note, pay, short, shortages
from orrery.evacuation.words import COUNT, FLAG

if TYPE_CHECKING:
    from orrery.evacuation.state import Player, State


AREAS: Final[tuple[int, ...]] = (1, 2, 3, 4)
"""The power areas of the player board, as printed."""


def action_energy(state: State, player: Player) -> int:
    """Energy of the next action by the action track (EV-ACT-5)."""
    track = state.table.lookup.track
    return track[min(player.marker + 1, len(track) - 1)]


def surcharge(state: State, player: Player, area: int) -> int:
    """Energy for one more card under this area, 1 to 4 (EV-ACT-2, EV-AMB-16)."""
    costs = state.table.pack.costs
    return costs.surcharge if player.areas[area - 1] + 1 >= costs.surcharge_from else 0


def energy_at_hand(state: State, player: Player) -> int:
    """How much energy may be spent on actions."""
    world = energy_world(state, player)
    old = player.stock[OLD * 3 + ENERGY] if world < 2 else 0
    new = player.stock[NEW * 3 + ENERGY] if world > 0 else 0
    return old + new


def has_cards(state: State, player: Player) -> bool:
    """Is there a card to tuck? (EV-SET-8, EV-ADV-3)"""
    if state.table.advanced:
        return bool(player.hand)
    return sum(player.areas) < state.table.pack.setup.basic_cards


def area_open(state: State, player: Player, area: int) -> bool:
    """May an action of this area be taken? The cover tile allows one of area 1 a year (EV-ADV-2)."""
    return area != 1 or not state.table.advanced or player.areas[0] < state.table.pack.setup.area1_limit


def actions(state: State, player: Player, energy: int) -> list[Action]:
    """The board actions and cards that can be paid with so much energy."""
    if not has_cards(state, player):
        return []
    rest = energy - action_energy(state, player)
    if rest < 0:
        return []
    board_areas = state.table.lookup.board_areas
    if rest >= state.table.pack.costs.surcharge and not state.table.advanced:
        return list(ACTS[: len(board_areas)])  # every area is open and can be paid
    areas = [a for a in AREAS if surcharge(state, player, a) <= rest and area_open(state, player, a)]
    found: list[Action] = [ACTS[board] for board, area in enumerate(board_areas) if area in areas]
    if state.table.advanced:
        found += [PlayCard(card) for card in dict.fromkeys(player.hand)]
    return found


def unpaid_orders(state: State, player: Player) -> Iterator[Wish]:
    """Orders in hand that cannot be paid."""
    for order in player.orders:
        reasons = shortages(player, NEW, state.table.pack.orders[order].cost)
        if reasons:
            yield Wish(PayOrder(order), tuple(reasons))


@final
class Turn(Decision):
    """One action, or pass. Orders may be played in addition to an action (EV-ORD-3)."""

    __slots__ = ("paid",)

    holds: ClassVar[Fields] = fields(paid=FLAG)
    always: ClassVar[bool] = True

    def __init__(self, seat: int, paid: int = 0) -> None:
        self.seat = seat
        self.paid: Final = paid
        """1 once an order is played in this turn: an action must follow."""

    def options(self, state: State) -> list[Action]:
        player = state.players[self.seat]
        found = actions(state, player, energy_at_hand(state, player))
        if not self.paid:
            found.append(PASS)
        if player.orders and len(found) > 1 - self.paid:
            found += [PayOrder(order) for order in player.orders if self._may_pay_first(state, player, order)]
        return found

    def near(self, state: State) -> Iterator[Wish]:
        """Board actions and cards that cannot be paid or are covered; orders that cannot be paid."""
        player = state.players[self.seat]
        at_hand = energy_at_hand(state, player)
        what = ("old energy", "energy", "new energy")[energy_world(state, player)]
        offered = set(state.options())
        for board, area in enumerate(state.table.lookup.board_areas):
            if Act(board) not in offered:
                reasons = []
                energy = action_energy(state, player) + surcharge(state, player, area)
                if not has_cards(state, player):
                    reasons.append(Message("no_card", {}))
                if not area_open(state, player, area):
                    reasons.append(Message("covered", {"area": area}))
                if energy > at_hand:
                    reasons.append(short(what, energy - at_hand))
                yield Wish(Act(board), tuple(reasons), {"energy": energy})
        if state.table.advanced:
            for card in dict.fromkeys(player.hand):
                if PlayCard(card) not in offered:
                    yield Wish(PlayCard(card), (short(what, action_energy(state, player) - at_hand),))
        yield from unpaid_orders(state, player)

    def _may_pay_first(self, state: State, player: Player, order: int) -> bool:
        """Can the order be paid and an action after it?"""
        if not may_pay(state, player, order):
            return False
        cost = state.table.pack.orders[order].cost[ENERGY] if energy_world(state, player) else 0
        return bool(actions(state, player, energy_at_hand(state, player) - cost))

    def resolve(self, state: State, action: Action) -> None:
        player = state.players[self.seat]
        stack = state.stack
        if isinstance(action, Act):
            lookup = state.table.lookup
            area = lookup.board_areas[action.board]
            energy = action_energy(state, player) + surcharge(state, player, area)
            player.areas[area - 1] += 1
            source = lookup.pack.board[action.board].id
            stack.append(EndTurn(self.seat))
            stack.append(Agenda(self.seat, lookup.board_items[action.board], source))
            self._spend(state, player, energy)
            if state.table.advanced:
                stack.append(TuckCard(self.seat))
        elif isinstance(action, PlayCard):
            card = state.table.pack.cards[action.card]
            energy = action_energy(state, player)
            player.hand = removed(player.hand, action.card)
            player.played = added(player.played, action.card)
            stack.append(EndTurn(self.seat))
            stack.append(Agenda(self.seat, state.table.lookup.card_items[action.card], card.id, 1))
            self._spend(state, player, energy)
        elif isinstance(action, PayOrder):
            pay_order(state, self.seat, action.order)
            stack.append(Turn(self.seat, 1))
        else:
            assert isinstance(action, Pass)
            state.passed |= 1 << self.seat

    def _spend(self, state: State, player: Player, energy: int) -> None:
        """Advance the action marker and pay (EV-ACT-2)."""
        player.marker = min(player.marker + 1, len(state.table.lookup.track) - 1)
        if energy:
            state.stack.append(ActionEnergy(self.seat, energy))


@final
class TuckCard(Decision):
    """Which hand card goes face down under the area (EV-ADV-3)."""

    __slots__ = ()

    always: ClassVar[bool] = True
    secret: ClassVar[str] = "tuck a card"

    def options(self, state: State) -> list[Action]:
        return [Tuck(card) for card in dict.fromkeys(state.players[self.seat].hand)]

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, Tuck)
        player = state.players[self.seat]
        player.hand = removed(player.hand, action.card)
        player.tucked = added(player.tucked, action.card)


@final
class ActionEnergy(Decision):
    """From which world the energy of an action is paid (EV-ACT-6)."""

    __slots__ = ("amount",)

    holds: ClassVar[Fields] = fields(amount=COUNT)

    def __init__(self, seat: int, amount: int) -> None:
        self.seat = seat
        self.amount: Final = amount

    def options(self, state: State) -> list[Action]:
        player = state.players[self.seat]
        world = energy_world(state, player)
        amount = self.amount
        if world == 0:
            return [PayEnergy(amount, 0)]
        if world == 2:
            return [PayEnergy(0, amount)]
        old, new = player.stock[OLD * 3 + ENERGY], player.stock[NEW * 3 + ENERGY]
        return [PayEnergy(k, amount - k) for k in range(max(0, amount - new), min(amount, old) + 1)]

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, PayEnergy)
        if action.old:
            pay(state, self.seat, OLD, ENERGY, action.old, "action")
        if action.new:
            pay(state, self.seat, NEW, ENERGY, action.new, "action")


@final
class EndTurn(Decision):
    """The action is done: draw a card, offer orders (EV-ADV-5, EV-ORD-3)."""

    __slots__ = ()

    ends: ClassVar[bool] = True

    def arrive(self, state: State) -> bool:
        state.stack.pop()
        player = state.players[self.seat]
        if player.orders:
            state.stack.append(OrderOffer(self.seat))
        if state.table.advanced:
            draw_card(state, self.seat)
            if len(player.hand) > state.table.pack.setup.hand:
                state.stack.append(DiscardCard(self.seat))
        return True


@final
class OrderOffer(Decision):
    """Play an order after the action (EV-ORD-3, EV-AMB-26)."""

    __slots__ = ()

    def options(self, state: State) -> list[Action]:
        player = state.players[self.seat]
        found: list[Action] = [DONE]
        found += [PayOrder(order) for order in player.orders if may_pay(state, player, order)]
        return found

    def near(self, state: State) -> Iterator[Wish]:
        return unpaid_orders(state, state.players[self.seat])

    def resolve(self, state: State, action: Action) -> None:
        if isinstance(action, PayOrder):
            pay_order(state, self.seat, action.order)
            state.stack.append(self)


@final
class DiscardCard(Decision):
    """Discard down to the hand limit (EV-ADV-5)."""

    __slots__ = ()

    always: ClassVar[bool] = True
    secret: ClassVar[str] = "discard a card"

    def options(self, state: State) -> list[Action]:
        return [Discard(card) for card in dict.fromkeys(state.players[self.seat].hand)]

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, Discard)
        player = state.players[self.seat]
        player.hand = removed(player.hand, action.card)
        player.discards = added(player.discards, action.card)
        if len(player.hand) > state.table.pack.setup.hand:
            state.stack.append(self)


def draw_card(state: State, seat: int) -> None:
    """Draw an action card; an empty stack is renewed from the discard pile."""
    if not state.cards:
        pile = [card for player in state.players for card in player.discards]
        if not pile:
            return
        for player in state.players:
            player.discards = ()
        state.cards = shuffle(state, pile)
        note(state, "action_stack_shuffled", cards=len(pile))
    drawn = state.players[seat]
    drawn.hand = added(drawn.hand, state.cards.pop())
    state.reveals += 1
    book(state, seat, "action card", 1, "draw")
