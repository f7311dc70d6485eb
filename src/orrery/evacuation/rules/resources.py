"""Stocks and production: the one place through which every resource and every production step passes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from orrery.core.journal import Booking, Message
from orrery.evacuation.pack import NEW, OLD, RESOURCES, WORLDS, Triple

if TYPE_CHECKING:
    from orrery.evacuation.state import Player, State

STOCKS: Final = tuple(f"{world} {resource}" for world in WORLDS for resource in RESOURCES)
"""Names of the six stocks in bookings, by world * 3 + resource."""
PRODUCTIONS: Final = tuple(f"{resource} production" for resource in RESOURCES)
FACTORIES: Final = tuple(f"{resource} factory" for resource in RESOURCES)


def note(state: State, key: str, **args: object) -> None:
    """Tell the journal, if there is one, what happened."""
    if state.journal is not None:
        state.journal.messages.append(Message(key, args))


def book(state: State, seat: int, what: str, amount: int, source: str) -> None:
    """Write a change of a holding into the journal, if there is one."""
    if state.journal is not None and amount:
        state.journal.bookings.append(Booking(seat, what, amount, source))


def gain(state: State, seat: int, world: int, resource: int, amount: int, source: str) -> None:
    """Put resources into a stock."""
    state.players[seat].stock[world * 3 + resource] += amount
    if state.journal is not None:
        book(state, seat, STOCKS[world * 3 + resource], amount, source)


def pay(state: State, seat: int, world: int, resource: int, amount: int, source: str) -> None:
    """Take resources from a stock, which must hold them."""
    stock = state.players[seat].stock
    stock[world * 3 + resource] -= amount
    assert stock[world * 3 + resource] >= 0, "paid more than there is"
    if state.journal is not None:
        book(state, seat, STOCKS[world * 3 + resource], -amount, source)


def pay_all(state: State, seat: int, world: int, cost: Triple, source: str) -> None:
    """Pay a printed cost from one world (EV-RES-3)."""
    for resource, amount in enumerate(cost):
        if amount:
            pay(state, seat, world, resource, amount, source)


def has(player: Player, world: int, cost: Triple) -> bool:
    """May this cost be paid from that world?"""
    stock = player.stock
    if world == OLD:
        return cost[0] <= stock[0] and cost[1] <= stock[1] and cost[2] <= stock[2]
    return cost[0] <= stock[3] and cost[1] <= stock[4] and cost[2] <= stock[5]


def missing(player: Player, world: int, cost: Triple) -> int:
    """How many resources are lacking to pay this cost from that world."""
    at = world * 3
    return sum(max(0, amount - player.stock[at + resource]) for resource, amount in enumerate(cost))


def short(what: str, by: int) -> Message:
    """The reason of a near miss: so much of something is not there."""
    return Message("short", {"what": what, "by": by})


def shortages(player: Player, world: int, cost: Triple, discount: int = 0) -> list[Message]:
    """Which resources of a world a cost is short of; nothing if the discount covers them all."""
    if missing(player, world, cost) <= discount:
        return []
    at = world * 3
    return [
        short(STOCKS[at + resource], amount - player.stock[at + resource])
        for resource, amount in enumerate(cost)
        if amount > player.stock[at + resource]
    ]


def raise_production(state: State, seat: int, resource: int, steps: int, source: str) -> None:
    """Move a production marker up (EV-PRD-4 to EV-PRD-6); there is no limit."""
    state.players[seat].production[resource] += steps
    state.touched = True
    if state.journal is not None:
        book(state, seat, PRODUCTIONS[resource], steps, source)


def old_output(state: State, seat: int) -> Triple:
    """What the face-up sites of a seat produce (EV-PRD-1)."""
    lookup = state.table.lookup
    sites = state.players[seat].sites
    found = lookup.output.get(sites)
    if found is None:
        total = [0, 0, 0]
        for index, site in enumerate(lookup.pack.sites):
            if sites >> index & 1:
                for resource in range(3):
                    total[resource] += site.produces[resource]
        found = lookup.output[sites] = (total[0], total[1], total[2])
    return found


def income(state: State, seat: int) -> None:
    """Phase 1 for one seat: both productions, feeding, entertainment (EV-INC-1 to EV-INC-5)."""
    player = state.players[seat]
    year = state.table.pack.years[state.year - 1]
    output = old_output(state, seat)
    for resource in range(3):
        gain(state, seat, OLD, resource, output[resource], "income")
        gain(state, seat, NEW, resource, player.production[resource], "income")
    hungry = 0
    for world, demand in ((OLD, year.food_old), (NEW, year.food_new)):
        eaten = min(demand, player.stock[world * 3])
        pay(state, seat, world, 0, eaten, "feeding")
        hungry += demand - eaten
    bored = max(0, year.stadiums - len(player.stadiums[NEW]))
    penalise(state, seat, hungry, "hunger")
    penalise(state, seat, bored, "entertainment")
    if state.journal is not None:
        note(
            state,
            "income",
            seat=seat,
            old=list(output),
            new=list(player.production),
            hungry=hungry,
            missing_stadiums=bored,
        )


def penalise(state: State, seat: int, tiles: int, source: str) -> None:
    """Take penalty tiles."""
    state.players[seat].penalties += tiles
    book(state, seat, "penalty tile", tiles, source)


def factory_to(state: State, seat: int, factory: int, world: int, source: str) -> None:
    """Move a factory from the own supply to a side of the player board."""
    player = state.players[seat]
    player.supply[factory] -= 1
    assert player.supply[factory] >= 0, "no such factory left"
    (player.new_factories if world == NEW else player.old_factories)[factory] += 1
    state.touched = True
    if state.journal is not None:
        book(state, seat, FACTORIES[factory], 1, source)


def populate(state: State, seat: int, amount: int, source: str) -> None:
    """Put markers as population on the New World side."""
    state.players[seat].population += amount
    if state.journal is not None:
        book(state, seat, "population", amount, source)
