"""Every fault of a pack is found, named by entry, field and rule."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from orrery.evacuation.pack import Problem, examine, read, text_of

Raw = dict[str, Any]
BASE: Raw = read(text_of("reconstruction-1"))


def problems(change: Callable[[Raw], object]) -> list[Problem]:
    """What is wrong with the built-in pack after a change."""
    raw = copy.deepcopy(BASE)
    change(raw)
    return examine(raw).problems


def put(*path: object) -> Callable[[Raw], None]:
    """A change: the last item is the value, the others lead to its place."""

    def change(raw: Raw) -> None:
        place: Any = raw
        for key in path[:-2]:
            place = place[key]
        place[path[-2]] = path[-1]

    return change


def drop(*path: object) -> Callable[[Raw], None]:
    """A change: the place the path leads to goes."""

    def change(raw: Raw) -> None:
        place: Any = raw
        for key in path[:-1]:
            place = place[key]
        del place[path[-1]]

    return change


def rename(section: str, old: str, new: str) -> Callable[[Raw], None]:
    """A change: an entry gets another id, in place."""

    def change(raw: Raw) -> None:
        raw[section] = {new if name == old else name: entry for name, entry in raw[section].items()}

    return change


FAULTS: list[tuple[Callable[[Raw], object], str]] = [
    # reading
    (drop("pack"), "pack: the section is missing"),
    (drop("pack", "name"), "pack, name: is missing"),
    (put("pack", "nmae", "x"), "pack, nmae: there is no such field; do you mean 'name'?"),
    (put("pack", "name", 3), "pack, name: expected a text, not 3"),
    (
        put("pack", "extends", "moon"),
        "pack, extends: there is no pack 'moon'; there are: reconstruction-1, reconstruction-2",
    ),
    (put("boats", {}), "boats: there is no such section"),
    (drop("ships"), "ships: the section is missing"),
    (drop("race"), "race: the section is missing"),
    (put("ships", 3), "ships: must hold one table for each id"),
    (put("ships", "heron", 3), "ships heron: must be a table, not 3"),
    (put("sources", 3), "sources: must be a table"),
    (rename("ships", "heron", "grey heron"), "ships grey heron: an id is made of letters"),
    (put("ships", "heron", "fligth", 3), "ships heron, fligth: there is no such field; do you mean 'flight'?"),
    (
        drop("ships", "heron", "flight"),
        "ships heron, flight: is missing; expected a whole number from 1 to 9 [EV-TRN-9]",
    ),
    (drop("ships", "heron", "from"), "ships heron, from: is missing: say where"),
    (put("ships", "heron", "from", "hearsay"), "ships heron, from: expected rulebook, derived, reconstruction"),
    (put("ships", "heron", "from", "rulebook; flight"), "ships heron, from: expected 'field: tag'"),
    (put("ships", "heron", "from", "rulebook; : derived"), "ships heron, from: expected a field before the colon"),
    (put("ships", "heron", "from", "rulebook; sail: derived"), "ships heron, from: speaks of 'sail'"),
    (put("ships", "heron", "from", "source me"), "ships heron, from: names the source 'me'"),
    (put("ships", "heron", "flight", True), "ships heron, flight: expected a whole number"),
    (put("ships", "heron", "flight", "2"), "ships heron, flight: expected a whole number"),
    (put("ships", "heron", "cost", {}), "ships heron, cost: expected amounts such as { steel = 2 }"),
    (put("ships", "heron", "cost", {"gold": 1}), "ships heron, cost: 'gold' is no resource"),
    (put("ships", "heron", "cost", {"steel": 0}), "ships heron, cost: steel must be a whole number from 1 to 12"),
    (put("ships", "heron", "sites", "sea"), "ships heron, sites: expected a list of words"),
    (put("ships", "heron", "sites", ["see"]), "ships heron, sites: item 0: expected one of savanna, mountain, sea"),
    (put("ships", "heron", "sites", ["sea"] * 3), "ships heron, sites: lists 3, but 1 to 2 are allowed [EV-TRN-3]"),
    (
        put("ships", "heron", "buildings", 3),
        "ships heron, buildings: expected a whole number from 1 to 2, not 3 [EV-TRN-3]",
    ),
    (put("ships", "heron", "resources", 6), "[EV-TRN-3]"),
    (put("bonuses", "amber", "flag", 1), "bonuses amber, flag: expected true or false, not 1 [EV-SET-14]"),
    (put("board", "settle", "effects", []), "board settle, effects: lists 0, but 1 to 4 are allowed"),
    (put("board", "settle", "effects", [3]), "board settle, effects: item 0: must be a table"),
    (
        put("board", "settle", "effects", [{"op": "fly"}]),
        "board settle, effects: item 0: op: expected one of gain_resource",
    ),
    (put("board", "settle", "effects", [{"n": 1}]), "item 0: op is missing; expected one of"),
    (put("board", "settle", "effects", [{"op": "settle", "discount": 1}]), "item 0: settle has no 'discount'"),
    (put("board", "settle", "effects", [{"op": "settle", "times": 1}]), "item 0: there is no field 'times'"),
    (put("goals", "ships", "each", [1, 2]), "goals ships, each: lists 2, but 3 are allowed"),
    (put("goals", "ships", "tiers", [{"low": 3}]), "goals ships, tiers: item 0: extra is missing"),
    (put("fields", "A1", "slots", ["iron"]), "fields A1, slots: item 0: expected"),
    (put("solo_tile", "arrows", 3), "solo_tile, arrows: expected a table of fields by corner and letter"),
    (put("solo_tile", "arrows", "east", 3), "solo_tile, arrows: east must be a table of fields by letter"),
    (put("solo_tile", "arrows", "east", "A", 3), "solo_tile, arrows: east A must be a list of fields"),
    (put("setup", "goals_kept", 4), "setup, goals_kept: expected 3, not 4 [EV-PTS-2]"),
    # counts
    (drop("ships", "heron"), "ships: there are 20 entries, there must be 21 [EV-SET-11]"),
    (put("cards", "homestead", "copies", 3), "cards: the copies add up to 81 cards, there must be 80 [EV-ADV-1]"),
    (put("box", "spaceships", 20), "box, spaceships: says 20, but the pack lists 21 [EV-SET-11]"),
    (put("box", "overview_cards", 5), "box, cards_total: says 160, but the parts add up to 161"),
    (put("box", "markers", 99), "box, wooden_pieces_total: says 228, but the parts add up to 227"),
    (put("box", "solo_tile", 2), "box, tiles_total: says 180, but the parts add up to 181"),
    # tracks
    (
        put("years", "2", "food_old", 5),
        "years 2, food_old: 5 must be less than the 5 of the year before [EV-INC-2]",
    ),
    (
        put("years", "3", "food_new", 1),
        "years 3, food_new: 1 must be more than the 1 of the year before [EV-INC-2]",
    ),
    (put("years", "1", "food_old", 6), "years 1, food_old: year 1 takes 5 food"),
    (
        put("years", "3", "stadiums", 2),
        "years, stadiums: must be 0, 0, 1, 2 over the years, not [0, 0, 2, 2] [EV-INC-4]",
    ),
    (rename("years", "2", "two"), "years: the ids must be 1, 2, 3, 4 in order [EV-YR-1]"),
    (put("costs", "action_track", [0, 0, 0, 1, 2, 1, 2, 3]), "costs, action_track: must be 0, 0, 0, 1, then rise"),
    (put("board", "settle", "area", 2), "board, area: areas 1 to 4 hold [2, 4, 2, 2] actions"),
    (put("board", "settle", "effects", [{"op": "clone"}]), "board, effects: no action is 1 x settle [EV-BA-6]"),
    # Old World
    (put("sites", "food-factory", "resource", "steel"), "sites: together make [6, 8, 7] food, steel and energy"),
    (drop("sites", "food-factory", "resource"), "sites food-factory, resource: is missing; expected one of"),
    (put("sites", "sea-a", "resource", "food"), "sites sea-a, resource: a sea site makes one of each"),
    (put("sites", "sea-a", "terrains", ["sea"]), "sites sea-a, terrains: a sea site cannot be loaded"),
    (
        put("sites", "steel-factory", "terrains", ["sea"]),
        "sites, terrains: there must be exactly one land site without",
    ),
    (
        put("sites", "food-population-a", "terrains", []),
        "sites food-population-a, terrains: a site without terrain must be",
    ),
    (put("sites", "steel-population-b", "terrains", ["sea", "sea"]), "terrains: lists a terrain twice [EV-TRN-4]"),
    (
        put("sites", "food-factory", "terrains", ["sea"]),
        "sites, terrains: the food factory site must have the savanna",
    ),
    # New World
    (put("fields", "A1", "at", [1, -3]), "fields A2, at: [1, -3] is where A1 lies"),
    (put("fields", "A1", "at", [4, -3]), "fields A1, at: [4, -3] lies outside the hexagon of radius 3"),
    (drop("fields", "A1"), "fields, at: no field lies at [0, -3], although the map is a hexagon of radius 3"),
    (
        put("fields", "A4", "symbols", ["moon"]),
        "fields A4, symbols: 'moon' is none of the symbols of [map]: sun, house",
    ),
    (put("fields", "D5", "terrain", "desert"), "fields, slots: no forest field has a factory, an energy"),
    # progress
    (drop("columns", "3"), "columns: the ids must be 1, 2, 3, ... in order"),
    (put("columns", "3", "symbols", ["moon"]), "columns 3, symbols: 'moon' is none of the symbols"),
    (
        put("columns", "1", "instant", "build_ship"),
        "columns, instant: there must be three kinds of instant effects",
    ),
    (
        put("turning_points", "tp2", "after", 3),
        "turning_points, after: must rise and end before column 22, not [4, 3, 13",
    ),
    (
        put("turning_points", "tp2", "second", "none"),
        "turning_points tp2, first: must be unlock_desert and move_sea_site",
    ),
    # cards and tiles
    (put("ships", "albatross", "resources", 3), "ships, sites: no ship has just the places sea, 1 for buildings"),
    (put("start_stadiums", "home-blue", "colour", "pink"), "start_stadiums, colour: pink occurs twice"),
    (put("solo", "aside", [5]), "solo, aside: must be 4 and 5 [EV-SOL-3]"),
    (
        put("infrastructures", "amazon", "condition", "dry"),
        "infrastructures amazon, condition: there is no 'dry' among",
    ),
    (
        put("infrastructures", "danube", "exclamation", True),
        "infrastructures danube, exclamation: must be false: 1 card",
    ),
    (
        put("infrastructures", "amazon", "production", {"steel": 1}),
        "infrastructures: no card costs 1 steel and brings 2",
    ),
    (
        put("conditions", "forest-row", "line", "diagonal"),
        "conditions forest-row, needs: differs from the rulebook",
    ),
    (put("conditions", "forest-row", "rule", "IC3"), "conditions forest-row, rule: 'IC3' is no rule id"),
    (put("technologies", "ash-low-a", "row", 2), "technologies, row: set 1 has 2 tiles in row 1, it must have 3"),
    (put("technologies", "ash-low-a", "effect", "fly"), "technologies ash-low-a, effect: there is no 'fly' among"),
    (
        put("technologies", "ash-top-a", "effect", "food-boost"),
        "technologies, effect: set 1 must hold the tile of EV-TE-16",
    ),
    (
        put("technology_effects", "wider-choice", "n", 0),
        "technology_effects wider-choice, n: wider_choice needs a number",
    ),
    (
        put("technology_effects", "food-boost", "factory", "any"),
        "food-boost, factory: factory_boost needs the type",
    ),
    (put("technology_effects", "return-flight", "n", 1), "return-flight, n: return_flight has none [EV-TE-2]"),
    (put("technology_effects", "power-shift", "once", True), "technology_effects power-shift, op: must be"),
    (put("bonuses", "amber", "small", 10), "bonuses amber, large: 10 must be larger than the 10 of small"),
    (
        put("bonuses", "amber", "large", 11),
        "bonuses, small: no card without a flag has the numbers 7 and 10 [EV-TV-9]",
    ),
    (put("bonuses", "amber", "flag", True), "bonuses, flag: 3 cards have a flag, there must be 2 [EV-SET-14]"),
    (put("bonuses", "amber", "small_effect", "gold"), "bonuses amber, small_effect: there is no 'gold' among"),
    (put("bonus_effects", "stores", "effects", [{"op": "research"}]), "bonus_effects stores, effects: must be"),
    (put("goals", "ships", "each", 4), "goals ships, each: must be [3, 3, 3], not [4, 4, 4] [EV-GC-3]"),
    (put("goals", "ships", "tiers", 0, "extra", 4), "goals ships, tiers: must be 3-3: 5, 4+: 6, not 3-3: 4, 4+: 6"),
    (
        put("goals", "steel-production", "tiers", 0, "extra", 3),
        "goals steel-production, tiers: must be 10-12: 2, 13+: any",
    ),
    (put("goals", "ships", "counts", "population"), "goals, counts: 2 goals count population, not 1"),
    (put("goals", "ships", "tiers", 0, "high", 9), "goals ships, tiers: tier 1 must lie above the one before"),
    (put("goals", "ships", "tiers", [{"low": 3, "extra": 5}, {"low": 4, "extra": 6}]), "tier 0 is open to the top"),
    (put("orders", "scholars", "points", 4), "orders: the order for five technologies costs 2 steel"),
    (put("orders", "makers", "card", "order-e"), "orders, card: lie on 5 cards, there must be 4 [EV-ORD-1]"),
    (put("orders", "builders", "amount", 4), "orders builders, condition: must be 3 infrastructures, not 4"),
    (
        put("lines", "a", "horizontal", ["C1", "C2"]),
        "lines a, horizontal: leaves out C3, C4, C5, C6 of the line of C1",
    ),
    (
        put("lines", "a", "horizontal", ["C1", "D1"]),
        "lines a, horizontal: D1 does not lie on the line of C1 [EV-LIN-1]",
    ),
    (put("lines", "a", "horizontal", ["Z1", "Z2"]), "lines a, horizontal: there is no field Z1, Z2"),
    (put("lines", "a", "horizontal", ["C1", "C1"]), "lines a, horizontal: names a field twice"),
    (put("solo_cards", "comet", "red", True), "solo_cards, red: exactly one card is red, and its number is 3"),
    (put("solo_cards", "comet", "letter", "Z"), "solo_cards comet, letter: 'Z' is none of the letters"),
    (put("solo_cards", "pulsar", "action", "ship"), "solo_cards, action: no card has the action infrastructure"),
    (put("solo_tile", "start", "top"), "solo_tile, start: 'top' is none of the corners"),
    (put("solo_tile", "corners", ["east"] * 6), "solo_tile, corners: names a corner twice"),
    (
        put("solo_tile", "arrows", "east", "A", ["E6", "E5", "E4"]),
        "solo_tile, arrows: east A must count 4 fields inland",
    ),
    (
        put("solo_tile", "arrows", "east", "A", ["E6", "E5", "E4", "D4"]),
        "east A must go straight on from field to field",
    ),
    (put("solo_tile", "arrows", "east", "A", ["Z6", "E5", "E4", "E3"]), "east A names Z6, which is no field"),
    (drop("solo_tile", "arrows", "east", "A"), "solo_tile, arrows: east must have an arrow for each of A, B, C"),
    (drop("solo_tile", "arrows", "east"), "solo_tile, arrows: must be given for each of east"),
    (put("points", "lowest", 8, 9), "points, lowest: 8 gives 10 points, not 9 [EV-TV-12]"),
    (put("points", "lowest", 5, 9), "points, lowest: must not fall [EV-PTS-4]"),
    (put("points", "satisfaction", [6, 4, 2]), "points, satisfaction: must be [6, 4, 1], not [6, 4, 2] [EV-PTS-8]"),
    (put("cards", "permit", "power", [2, 1]), "cards permit, power: must list each value once, the smallest first"),
]

DOUBTS: list[tuple[Callable[[Raw], object], str]] = [
    (put("fields", "A2", "terrain", "desert"), "fields A2, terrain: the rim of the map is steppe"),
    (put("fields", "D4", "slots", ["food 3", "food 3", "food 3"]), "fields: population slots yield unevenly"),
    (put("ships", "heron", "cost", {"food": 3}), "ships heron, cost: cannot be paid in year 1"),
    (put("ships", "heron", "cost", {"steel": 1}), "ships heron, cost: is less than 2 resources"),
    (put("ships", "avocet", BASE["ships"]["heron"]), "ships heron: is the same as avocet"),
    (
        put("technologies", "ash-low-a", "satisfaction", 2),
        "technologies, satisfaction: the sets carry [5, 4, 4, 4]",
    ),
    (
        put("technologies", "ash-low-b", "effect", "symbol-waiver"),
        "technologies, effect: set 1 has an effect twice",
    ),
    (put("turning_points", "tp2", "after", 6), "turning_points, after: more than one lies between columns 2 and 8"),
    (put("solo_tile", "arrows", "east", "A", ["E3", "E4", "E5", "E6"]), "east A must lead inland from E3"),
    (put("board", "research", "area", 1), "board research, area: area 1 must be above that of supply-research"),
]


@pytest.mark.parametrize(("change", "sentence"), FAULTS, ids=[sentence[:50] for _, sentence in FAULTS])
def test_a_fault_is_found_and_named(change: Callable[[Raw], object], sentence: str) -> None:
    faults = [str(problem) for problem in problems(change) if not problem.doubt]
    assert any(sentence in fault for fault in faults), faults


@pytest.mark.parametrize(("change", "sentence"), DOUBTS, ids=[sentence[:50] for _, sentence in DOUBTS])
def test_what_is_only_unlikely_is_a_doubt(change: Callable[[Raw], object], sentence: str) -> None:
    doubts = [str(problem) for problem in problems(change) if problem.doubt]
    assert any(sentence in doubt for doubt in doubts), doubts


def test_all_problems_are_listed_at_once() -> None:
    def change(raw: Raw) -> None:
        put("ships", "heron", "flight", 0)(raw)
        put("bonuses", "amber", "large", 2)(raw)
        put("goals", "ships", "each", 4)(raw)

    told = [str(problem) for problem in problems(change)]
    assert len(told) >= 4
    for section in ("ships heron", "bonuses amber", "goals ships"):
        assert any(line.startswith(section) for line in told)


def test_a_map_of_another_shape_is_possible() -> None:
    """Owners may find a map that is no hexagon; only its lines and arrows must still fit."""

    def change(raw: Raw) -> None:
        raw["map"] = {"shape": "free", "symbols": ["sun", "house"], "from": "source box"}
        raw["fields"]["H1"] = {"at": [4, 0], "terrain": "ocean", "slots": ["food"], "from": "source box"}

    assert [str(problem) for problem in problems(change) if not problem.doubt] == []
