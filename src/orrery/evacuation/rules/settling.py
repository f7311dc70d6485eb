"""Settling fields of the New World, and what settled fields fulfil."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orrery.core.hexes import bits
from orrery.core.journal import Message
from orrery.evacuation.pack import NEW, OCEAN, STEEL, TERRAINS, Triple
from orrery.evacuation.pack.lookup import FACTORY_BOOST, IGNORE_SYMBOL
from orrery.evacuation.rules.progress import UNLOCKS, open_terrains, symbols
from orrery.evacuation.rules.resources import book, note, pay, raise_production, short

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
    needs = state.table.lookup.needs[field]
    offered = symbols(state, player)
    return sum(max(0, need - have) for need, have in zip(needs, offered, strict=True))


def ignorable(state: State, player: Player, how: int, ignore: int) -> int:
    """How many symbols need not be there."""
    if how == FREE_OCEAN:
        return 99
    return ignore + (state.table.lookup.ignore_symbols if player.abilities & IGNORE_SYMBOL else 0)


def possible_fields(state: State, seat: int, how: int = NORMAL, ignore: int = 0) -> list[int]:
    """The fields a seat can settle now (EV-STL-1, -2, -3, -5, -6)."""
    player = state.players[seat]
    lookup = state.table.lookup
    population = player.population
    steel = lookup.pack.costs.settle_steel
    if how != FREE_OCEAN and steel:
        population = min(population, player.stock[NEW * 3 + STEEL] // steel)
    factories = sum(player.new_factories)
    if not population and not factories:
        return []
    allowed = 0
    open_now = terrains(state, player, how)
    for terrain, mask in enumerate(lookup.pack.terrain_masks):
        if open_now >> terrain & 1:
            allowed |= mask
    ignored = ignorable(state, player, how, ignore)
    offered: list[int] | None = None
    found = []
    for field in bits(allowed & ~state.settled):
        if lookup.populations[field] > population or lookup.factories[field] > factories:
            continue
        needs = lookup.needs[field]
        if needs != lookup.no_symbols:
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


def obstacles(state: State, player: Player, field: int, how: int, ignore: int) -> list[Message]:
    """Why a free field cannot be settled now; nothing if it can."""
    pack, lookup = state.table.pack, state.table.lookup
    found: list[Message] = []
    terrain = lookup.terrain[field]
    if not terrains(state, player, how) >> terrain & 1:
        points = {UNLOCKS[point.first]: point.id for point in pack.turning_points if point.first in UNLOCKS}
        args = {"terrain": TERRAINS[terrain], "turning_point": points.get(terrain, "")}
        found.append(Message("closed_terrain", args))
    people = lookup.populations[field]
    if people > player.population:
        found.append(short("population", people - player.population))
    steel = 0 if how == FREE_OCEAN else people * pack.costs.settle_steel
    if steel > player.stock[NEW * 3 + STEEL]:
        found.append(short("new steel", steel - player.stock[NEW * 3 + STEEL]))
    if lookup.factories[field] > sum(player.new_factories):
        found.append(short("factory", lookup.factories[field] - sum(player.new_factories)))
    lacking = lacking_symbols(state, player, field) - ignorable(state, player, how, ignore)
    if lacking > 0:
        found.append(Message("lacking_symbols", {"by": lacking}))
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
    lookup = state.table.lookup
    source = lookup.pack.fields[field].id
    count = lookup.populations[field]
    if how != FREE_OCEAN and count:
        pay(state, seat, NEW, STEEL, count * lookup.pack.costs.settle_steel, source)
    player.population -= count
    player.settled_population += count
    player.fields |= 1 << field
    state.settled |= 1 << field
    state.factories[field] = factories[0] + 8 * factories[1] + 64 * factories[2]
    rises = list(lookup.pack.fields[field].yields)
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
    pack = state.table.pack
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
    infrastructure = state.table.pack.infrastructures[card]
    note(state, "infrastructure_fulfilled", seat=seat, card=infrastructure.id)
    for resource, steps in enumerate(infrastructure.production):
        if steps:
            raise_production(state, seat, resource, steps, infrastructure.id)
    state.touched = True


def may_play(state: State, player: Player, card: int) -> bool:
    """Is no infrastructure with the same illustration in play? (EV-INF-4)"""
    cards = state.table.pack.infrastructures
    picture = cards[card].illustration
    return all(cards[other].illustration != picture for other in player.infrastructures)
