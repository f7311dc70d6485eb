"""The order module (EV-ORD-1 to EV-ORD-3, EV-OC-1 to EV-OC-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orrery.evacuation.pack import NEW
from orrery.evacuation.rules.holding import added, removed
from orrery.evacuation.rules.resources import book, has, note, pay_all, raise_production
from orrery.evacuation.rules.technologies import complete

if TYPE_CHECKING:
    from orrery.evacuation.state import Player, State


def counted(state: State, player: Player, condition: str) -> int:
    """How far a player is with an order's condition."""
    if condition == "technologies":
        return len(complete(state, player))
    if condition == "infrastructures":
        return player.fulfilled.bit_count()
    if condition == "production":
        return max(player.production)
    if condition == "population_slots":
        return player.settled_population
    factories = sum(player.settled_factories)
    return factories + sum(player.new_factories) if state.table.all_pieces else factories


def award(state: State) -> None:
    """Who meets the condition of an open order takes it at once; in turn order (EV-ORD-2, EV-AMB-26)."""
    orders = state.table.pack.orders
    for order in list(state.orders):
        for seat in state.order:
            if seat < len(state.players):
                player = state.players[seat]
                if counted(state, player, orders[order].condition) >= orders[order].amount:
                    state.orders.remove(order)
                    player.orders = added(player.orders, order)
                    book(state, seat, "order", 1, orders[order].id)
                    note(state, "order_taken", seat=seat, order=orders[order].id)
                    break


def may_pay(state: State, player: Player, order: int) -> bool:
    """Can the order be paid from the New World?"""
    return has(player, NEW, state.table.pack.orders[order].cost)


def pay_order(state: State, seat: int, order: int) -> None:
    """Play an order from hand: pay, raise production; its points count at the end (EV-ORD-3)."""
    player = state.players[seat]
    card = state.table.pack.orders[order]
    pay_all(state, seat, NEW, card.cost, card.id)
    player.orders = removed(player.orders, order)
    player.paid_orders = added(player.paid_orders, order)
    for resource, steps in enumerate(card.production):
        if steps:
            raise_production(state, seat, resource, steps, card.id)
