"""Settling fields of the New World, and what settled fields fulfil."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orrery.core.hexes import bits
from orrery.evacuation.pack import NEW, OCEAN, STEEL, Triple
from orrery.evacuation.rules.progress import open_terrains, symbols
from orrery.evacuation.rules.resources import book, note, pay, raise_production
from orrery.evacuation.tables import FACTORY_BOOST, IGNORE_SYMBOL

if TYPE_CHECKING:
    from orrery.evacuation.state import Player, State

NORMAL = 0
NEXT_TERRAIN = 1
FREE_OCEAN = 2
"""How a field may be settled: by the rules; also on the next terrain (EV-BE-7); an ocean field for nothing but its
pieces (EV-TE-4)."""


def terrains(state: State, player: Player, how: int) -> int:
    """The terrains allowed, as bits."""
    if how == FREE_OCEAN:
        return 1 << OCEAN
    found = open_terrains(state, player)
    if how == NEXT_TERRAIN:
        # The lowest terrain that is not open yet, in the order of the turning points (EV-AMB-51).
        found |= ~found & (found + 1) & 15
    return found


def lacking_symbols(state: State, player: Player, field: int) -> int:
    """How many symbols of the field the progress markers do not offer."""
    needs = state.frame.tables.needs[field]
    offered = symbols(state, player)
    return sum(max(0, need - have) for need, have in zip(needs, offered, strict=True))


def ignorable(state: State, player: Player, how: int, ignore: int) -> int:
    """How many symbols need not be there."""
    if how == FREE_OCEAN:
        return 99
    return ignore + (state.frame.tables.ignore_symbols if player.abilities & IGNORE_SYMBOL else 0)


def possible_fields(state: State, seat: int, how: int = NORMAL, ignore: int = 0) -> list[int]:
    """The fields a seat can settle now (EV-STL-1, -2, -3, -5, -6)."""
    player = state.players[seat]
    tables = state.frame.tables
    population = player.population
    steel = tables.pack.costs.settle_steel
    if how != FREE_OCEAN and steel:
        population = min(population, player.stock[NEW * 3 + STEEL] // steel)
    factories = sum(player.new_factories)
    if not population and not factories:
        return []
    allowed = 0
    open_now = terrains(state, player, how)
    for terrain, mask in enumerate(tables.pack.terrain_masks):
        if open_now >> terrain & 1:
            allowed |= mask
    ignored = ignorable(state, player, how, ignore)
    offered: list[int] | None = None
    found = []
    for field in bits(allowed & ~state.settled):
        if tables.populations[field] > population or tables.factories[field] > factories:
            continue
        needs = tables.needs[field]
        if needs != tables.no_symbols:
            if offered is None:
                offered = symbols(state, player)
            lacking = 0
            for need, have in zip(needs, offered, strict=True):
                if need > have:
                    lacking += need - have
            if lacking > ignored:
                continue
        found.append(field)
    return found


def factory_choices(player: Player, slots: int) -> list[Triple]:
    """All ways to fill so many factory slots from the New World side."""
    food, steel, energy = player.new_factories
    return [
        (f, s, slots - f - s)
        for f in range(min(slots, food) + 1)
        for s in range(min(slots - f, steel) + 1)
        if slots - f - s <= energy
    ]


def settle(state: State, seat: int, field: int, factories: Triple, how: int) -> None:
    """Fill all slots of the field, pay, raise production, check infrastructures (EV-STL-2 to EV-STL-4)."""
    player = state.players[seat]
    tables = state.frame.tables
    source = tables.pack.fields[field].id
    count = tables.populations[field]
    if how != FREE_OCEAN and count:
        pay(state, seat, NEW, STEEL, count * tables.pack.costs.settle_steel, source)
    player.population -= count
    player.settled_population += count
    player.fields |= 1 << field
    state.settled |= 1 << field
    state.factories[field] = factories[0] + 8 * factories[1] + 64 * factories[2]
    rises = list(tables.pack.fields[field].yields)
    for factory in range(3):
        used = factories[factory]
        if used:
            player.new_factories[factory] -= used
            player.settled_factories[factory] += used
            rises[factory] += used * (2 if player.abilities & FACTORY_BOOST[factory] else 1)
    book(state, seat, "field", 1, source)
    for resource in range(3):
        if rises[resource]:
            raise_production(state, seat, resource, rises[resource], source)
    state.touched = True
    check_infrastructures(state, seat)


def is_met(state: State, player: Player, infrastructure: int) -> bool:
    """Do the settled fields meet the condition of an infrastructure? (EV-IC-1 to EV-IC-5)"""
    pack = state.frame.pack
    condition = pack.conditions[pack.infrastructures[infrastructure].condition]
    for line in condition.lines:
        own = player.fields & line
        for mask, n in condition.masks:
            if (own & mask).bit_count() < n:
                break
        else:
            return True
    return False


def check_infrastructures(state: State, seat: int) -> None:
    """Raise production for every played infrastructure whose condition is met by now (EV-INF-3)."""
    player = state.players[seat]
    for card in player.infrastructures:
        if not player.fulfilled >> card & 1 and is_met(state, player, card):
            fulfil(state, seat, card)


def fulfil(state: State, seat: int, card: int) -> None:
    """Raise the production an infrastructure shows, once."""
    player = state.players[seat]
    player.fulfilled |= 1 << card
    infrastructure = state.frame.pack.infrastructures[card]
    note(state, "infrastructure_fulfilled", seat=seat, card=infrastructure.id)
    for resource, steps in enumerate(infrastructure.production):
        if steps:
            raise_production(state, seat, resource, steps, infrastructure.id)
    state.touched = True


def may_play(state: State, player: Player, card: int) -> bool:
    """Is no infrastructure with the same illustration in play? (EV-INF-4)"""
    cards = state.frame.pack.infrastructures
    picture = cards[card].illustration
    return all(cards[other].illustration != picture for other in player.infrastructures)
