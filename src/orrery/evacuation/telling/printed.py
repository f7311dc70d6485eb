"""What is printed on components, as plain JSON for views: nothing here changes during a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orrery.evacuation import phases
from orrery.evacuation.pack import ANY, RESOURCES, TERRAINS, WORLDS
from orrery.evacuation.telling.records import printed as record
from orrery.evacuation.words import amounts, site_terrains

if TYPE_CHECKING:
    from orrery.evacuation.pack import Effect, Pack, Space
    from orrery.evacuation.pack.lookup import Lookup
    from orrery.evacuation.state import State


def printed(state: State) -> record.Printed:
    """What never changes within a match."""
    table, pack = state.table, state.table.pack
    tiles = [tile for player in state.players for tile in player.technologies]
    return {
        "pack": {"name": pack.name, "title": pack.title, "digest": pack.digest},
        "options": {name: table.options[name] for name in phases.RULE_OPTIONS},
        "board": board(table.lookup, table.lanes),
        "technologies": {pack.technologies[tile].id: technology(pack, tile) for tile in tiles},
        "line_card": _line_card(pack, state.side) if table.lines else None,
    }


def _line_card(pack: Pack, number: int) -> record.LineCard:
    side = pack.lines[number]
    return {"side": side.id, "lines": [[pack.fields[field].id for field in line.fields] for line in side.lines]}


def effect(one: Effect) -> record.Effect:
    """A sub-action: ``op``, ``n``, and what else it says."""
    found: record.Effect = {"op": one.op, "n": one.n}
    if one.op == "gain_resource":
        found["resource"] = "any" if one.resource == ANY else RESOURCES[one.resource]
    if one.op in ("prepare_factory", "gain_factory"):
        found["factory"] = "any" if one.factory == ANY else RESOURCES[one.factory]
    if one.op in ("gain_factory", "gain_ship"):
        found["world"] = "any" if one.world == ANY else WORLDS[one.world]
    if one.next_terrain:
        found["next_terrain"] = True
    if one.ignore_symbols:
        found["ignore_symbols"] = one.ignore_symbols
    if one.discount:
        found["discount"] = one.discount
    return found


def symbols(pack: Pack, counts: tuple[int, ...]) -> list[str]:
    """Settlement symbols as words, each as often as it is there."""
    return [name for name, count in zip(pack.symbols, counts, strict=True) for _ in range(count)]


def space(pack: Pack, one: Space) -> record.Lane:
    return {"symbols": symbols(pack, one.symbols), "instant": one.instant}


def ship(pack: Pack, index: int) -> record.Ship:
    one = pack.ships[index]
    return {
        "id": one.id,
        "cost": amounts(one.cost),
        "flight": one.flight,
        "sites": [site_terrains(terrain)[0] for terrain in one.sites],
        "buildings": one.buildings,
        "resources": one.resources,
    }


def stadium(lookup: Lookup, index: int) -> record.Stadium:
    start = index >= lookup.start_stadium
    cost = (0, 0, 0) if start else lookup.pack.stadiums[index].cost
    return {
        "id": lookup.stadium_ids[index],
        "cost": amounts(cost),
        "satisfaction": lookup.stadium_satisfaction[index],
        "start": start,
    }


def infrastructure(pack: Pack, index: int) -> record.Infrastructure:
    one = pack.infrastructures[index]
    condition = pack.conditions[one.condition]
    return {
        "id": one.id,
        "level": one.level,
        "cost": amounts(one.cost),
        "production": amounts(one.production),
        "illustration": one.illustration,
        "exclamation": one.exclamation,
        "condition": {
            "id": condition.id,
            "needs": [
                {"terrain": TERRAINS[need.terrain], "n": need.n, "having": need.having} for need in condition.needs
            ],
            "line": condition.line,
        },
    }


def technology(pack: Pack, index: int) -> record.Technology:
    one = pack.technologies[index]
    what = pack.technology_effects[one.effect]
    return {
        "id": one.id,
        "set": one.set + 1,
        "row": one.row + 1,
        "steps": one.steps,
        "effect": what.id,
        "op": what.op,
        "once": what.once,
        "n": what.n,
        "resource": "any" if what.resource == ANY else RESOURCES[what.resource],
        "factory": "any" if what.factory == ANY else RESOURCES[what.factory],
        "satisfaction": one.satisfaction,
    }


def bonus(pack: Pack, index: int) -> record.BonusCard:
    one = pack.bonuses[index]

    def gives(number: int) -> record.BonusEffect:
        what = pack.bonus_effects[number]
        return {"id": what.id, "effects": [effect(each) for each in what.effects]}

    return {
        "id": one.id,
        "flag": one.flag,
        "small": one.small,
        "large": one.large,
        "small_effect": gives(one.small_effect),
        "large_effect": gives(one.large_effect),
    }


def goal(pack: Pack, index: int) -> record.GoalFace:
    one = pack.goals[index]
    return {
        "id": one.id,
        "counts": one.counts,
        "each": list(one.each),
        "tiers": [{"low": tier.low, "high": tier.high, "extra": tier.extra} for tier in one.tiers],
    }


def order(pack: Pack, index: int) -> record.Order:
    one = pack.orders[index]
    return {
        "id": one.id,
        "condition": one.condition,
        "amount": one.amount,
        "cost": amounts(one.cost),
        "production": amounts(one.production),
        "points": one.points,
    }


def card(pack: Pack, index: int) -> record.Card:
    one = pack.cards[index]
    return {"id": one.id, "effects": [effect(each) for each in one.effects], "power": list(one.power)}


def solo_card(pack: Pack, index: int) -> record.SoloCard:
    one = pack.solo_cards[index]
    return {**solo_back(pack, index), "id": one.id, "action": one.action, "red": one.red}


def solo_back(pack: Pack, index: int) -> record.SoloBack:
    one = pack.solo_cards[index]
    return {"number": one.number, "x": one.x, "letter": one.letter}


def _fields(pack: Pack) -> list[record.Field]:
    return [
        {
            "id": one.id,
            "q": one.q,
            "r": one.r,
            "terrain": TERRAINS[one.terrain],
            "factory_slots": one.factories,
            "population_slots": [
                {"resource": RESOURCES[resource], "dots": dots, "rise": rise}
                for (resource, rise), dots in zip(one.population, one.dots, strict=True)
            ],
            "symbols": symbols(pack, one.symbols),
        }
        for one in pack.fields
    ]


def board(lookup: Lookup, lanes: int) -> record.Board:
    """Everything printed on the boards: fields, tracks, sites, actions, years."""
    pack = lookup.pack
    return {
        "fields": _fields(pack),
        "columns": [
            {
                "column": index,
                "id": one.id,
                "main": space(pack, one.main),
                "plus": space(pack, one.plus) if lanes > 1 else None,
                "zone": lookup.zones[index],
            }
            for index, one in enumerate(pack.columns)
        ],
        "turning_points": [
            {"id": one.id, "after": one.after, "first": one.first, "second": one.second}
            for one in pack.turning_points
        ],
        "sites": [
            {
                "id": one.id,
                "kind": one.kind,
                "resource": None if one.resource == ANY else RESOURCES[one.resource],
                "produces": amounts(one.produces),
                "terrains": site_terrains(one.terrains),
                "loadable": one.loadable,
            }
            for one in pack.sites
        ],
        "actions": [
            {"id": one.id, "area": one.area, "effects": [effect(each) for each in one.effects]}
            for one in pack.board
        ],
        "action_track": list(pack.costs.action_track),
        "surcharge": {"from": pack.costs.surcharge_from, "energy": pack.costs.surcharge},
        "costs": {
            "return_flight": pack.costs.return_flight,
            "refresh": pack.costs.refresh,
            "clone_food": pack.costs.clone_food,
            "cloned": pack.costs.cloned,
            "settle_steel": pack.costs.settle_steel,
        },
        "years": [
            {"year": number, "food_old": one.food_old, "food_new": one.food_new, "stadiums": one.stadiums}
            for number, one in enumerate(pack.years, 1)
        ],
        "goal": {"production": pack.race.goal_production, "stadiums": pack.race.goal_stadiums},
        "goals": [goal(pack, index) for index in range(len(pack.goals))],
        "lowest_points": list(pack.points.lowest),
        "lowest_step": pack.points.step,
    }
