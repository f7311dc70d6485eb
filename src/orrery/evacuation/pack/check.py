"""What must fit together in a pack: counts, references, totals, lines of the map, and the worked examples.

Faults contradict the rulebook or make the game unplayable. Doubts contradict only what we believe of the printed
game: a pack with doubts loads, and ``check-pack`` shows them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any, Final

from orrery.evacuation.pack.model import GOAL_COUNTS, RESOURCES, TECHNOLOGY_OPS, TERRAINS
from orrery.evacuation.pack.schema import SINGLE, Cleaned, Problem, Values

Entry = dict[str, Any]
Entries = dict[str, Entry]

STEPS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The six neighbours of a hex in axial coordinates."""

COUNTS: Final[Mapping[str, tuple[int, str]]] = {
    "years": (4, "EV-YR-1"),
    "board": (10, "EV-ACT-4"),
    "sites": (11, "EV-SET-2"),
    "turning_points": (4, "EV-TP-1"),
    "ships": (21, "EV-SET-11"),
    "start_stadiums": (4, "EV-SET-2"),
    "stadiums": (17, "EV-SET-10"),
    "infrastructures": (18, "EV-SET-12"),
    "technologies": (36, "EV-SET-5"),
    "bonuses": (9, "EV-SET-14"),
    "goals": (16, "EV-PTS-2"),
    "lines": (2, "EV-LIN-1"),
    "solo_cards": (7, "EV-SOL-4"),
}
"""How many entries a section has, and the rule that says so. (The 80 action cards are counted by copies.)"""


def coordinates(entry: Entry) -> tuple[int, int, int]:
    """q, r and s of a field."""
    q, r = entry["at"]
    return q, r, -q - r


def rise(slot: str) -> int:
    """What a slot adds to a production: its dots, or 1."""
    return int(slot.rpartition(" ")[2]) if " " in slot else 1


class Checker:
    """Collects what does not fit."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.problems: list[Problem] = []

    def one(self, section: str) -> Entry:
        return self.values[section][SINGLE]

    def many(self, section: str) -> Entries:
        return self.values[section]

    def expect(
        self, good: bool, section: str, name: str, field: str, text: str, rule: str, *, doubt: bool = False
    ) -> None:
        """Note a problem unless ``good``."""
        if not good:
            self.problems.append(Problem(section, name, field, text, rule, doubt))

    def refer(self, section: str, field: str, target: str, rule: str) -> None:
        """Every entry's field names an id of the target section."""
        known = self.many(target)
        for name, entry in self.many(section).items():
            told = entry[field]
            self.expect(told in known, section, name, field, f"there is no {told!r} among the {target}", rule)

    def all_used(self, section: str, used: Iterable[str], rule: str) -> None:
        """Every id of the section is used by something (a doubt)."""
        for name in self.many(section):
            self.expect(name in used, section, name, "", "nothing uses it", rule, doubt=True)


def counts(c: Checker) -> None:
    for section, (n, rule) in COUNTS.items():
        found = len(c.many(section))
        c.expect(found == n, section, "", "", f"there are {found} entries, there must be {n}", rule)
    cards = sum(card["copies"] for card in c.many("cards").values())
    c.expect(cards == 80, "cards", "", "", f"the copies add up to {cards} cards, there must be 80", "EV-ADV-1")


def box(c: Checker) -> None:
    told = c.one("box")
    lists: Mapping[str, tuple[int, str]] = {
        "action_cards": (sum(card["copies"] for card in c.many("cards").values()), "EV-ADV-1"),
        "bonus_cards": (len(c.many("bonuses")), "EV-SET-14"),
        "stadium_cards": (len(c.many("stadiums")) + len(c.many("start_stadiums")), "EV-SET-10"),
        "goal_cards": (len(c.many("goals")), "EV-PTS-2"),
        "infrastructure_cards": (len(c.many("infrastructures")), "EV-SET-12"),
        "order_cards": (len({order["card"] for order in c.many("orders").values()}), "EV-ORD-1"),
        "solo_cards": (len(c.many("solo_cards")), "EV-SOL-4"),
        "spaceships": (len(c.many("ships")), "EV-SET-11"),
        "technologies": (len(c.many("technologies")), "EV-SET-5"),
        "factories": (4 * 3 * c.one("setup")["factories"], "EV-SET-2"),
        "sites": (4 * len(c.many("sites")), "EV-SET-2"),
    }
    for field, (found, rule) in lists.items():
        c.expect(told[field] == found, "box", "", field, f"says {told[field]}, but the pack lists {found}", rule)
    totals = {
        "cards_total": (
            *("action_cards", "bonus_cards", "stadium_cards", "goal_cards", "infrastructure_cards"),
            *("overview_cards", "order_cards", "line_dominance_card", "solo_cards"),
        ),
        "tiles_total": (
            *("old_world_cover_tiles", "spaceships", "technologies", "solo_tile", "line_dominance_tiles"),
            *("factories", "sites", "penalty_bonus_tiles"),
        ),
        "wooden_pieces_total": (
            *("production_markers", "small_resources", "large_resources", "markers", "year_marker"),
        ),
    }
    for field, parts in totals.items():
        found = sum(told[part] for part in parts)
        c.expect(
            told[field] == found,
            "box",
            "",
            field,
            f"says {told[field]}, but the parts add up to {found}",
            "EV-SET-2",
        )


def years(c: Checker) -> None:
    track = c.many("years")
    c.expect(list(track) == ["1", "2", "3", "4"], "years", "", "", "the ids must be 1, 2, 3, 4 in order", "EV-YR-1")
    for (_, before), (name, after) in pairwise(track.items()):
        old, new = after["food_old"], after["food_new"]
        text = f"{old} must be less than the {before['food_old']} of the year before"
        c.expect(old < before["food_old"], "years", name, "food_old", text, "EV-INC-2")
        text = f"{new} must be more than the {before['food_new']} of the year before"
        c.expect(new > before["food_new"], "years", name, "food_new", text, "EV-INC-2")
    first = next(iter(track.values()), None)
    if first is not None:
        c.expect(
            first["food_old"] == 5, "years", "1", "food_old", "year 1 takes 5 food on the Old World", "EV-INC-2"
        )
        c.expect(
            first["food_new"] == 0, "years", "1", "food_new", "year 1 takes no food on the New World", "EV-INC-2"
        )
    demand = [year["stadiums"] for year in track.values()]
    c.expect(
        demand == [0, 0, 1, 2],
        "years",
        "",
        "stadiums",
        f"must be 0, 0, 1, 2 over the years, not {demand}",
        "EV-INC-4",
    )


def actions(c: Checker) -> None:
    track = c.one("costs")["action_track"]
    fixed = (
        track[0] == track[1] == track[2] == 0 and track[3] == 1 and track[-1] == 3 and list(track) == sorted(track)
    )
    text = f"must be 0, 0, 0, 1, then rise to 3 on the last space, not {list(track)}"
    c.expect(fixed, "costs", "", "action_track", text, "EV-ACT-5")
    board = c.many("board")
    sizes = Counter(action["area"] for action in board.values())
    found = [sizes[area] for area in (1, 2, 3, 4)]
    text = f"areas 1 to 4 hold {found} actions, they must hold 2, 3, 3, 2"
    c.expect(found == [2, 3, 3, 2], "board", "", "area", text, "EV-ACT-4")
    effects = {name: [(e["op"], e["n"]) for e in action["effects"]] for name, action in board.items()}
    for rule, wanted in BOARD.items():
        text = f"no action is {' and '.join(f'{n} x {op}' for op, n in wanted)}"
        c.expect(list(wanted) in effects.values(), "board", "", "effects", text, rule)
    for name, action in board.items():
        for other, stronger in board.items():
            weak, strong = Counter(dict(effects[name])), Counter(dict(effects[other]))
            if name != other and weak < strong:
                text = f"area {action['area']} must be above that of {other}, which does more"
                c.expect(action["area"] > stronger["area"], "board", name, "area", text, "EV-ACT-3", doubt=True)


BOARD: Final = {
    "EV-BA-1": (("gain_resource", 1), ("infrastructure", 2)),
    "EV-BA-2": (("gain_resource", 1), ("research", 1)),
    "EV-BA-3": (("prepare_factory", 1),),
    "EV-BA-4": (("clone", 1),),
    "EV-BA-5": (("infrastructure", 2),),
    "EV-BA-6": (("settle", 1),),
    "EV-BA-7": (("build_ship", 1),),
    "EV-BA-8": (("build_stadium", 1),),
    "EV-BA-9": (("gain_resource", 1), ("exchange", 3)),
    "EV-BA-10": (("research", 1),),
}
"""The ten board actions of the rulebook."""


def sites(c: Checker) -> None:
    tiles = c.many("sites")
    made = Counter(dict.fromkeys(RESOURCES, 0))
    for name, site in tiles.items():
        sea = site["kind"] == "sea"
        if sea:
            made.update(RESOURCES)
            c.expect(
                not site["resource"],
                "sites",
                name,
                "resource",
                "a sea site makes one of each, leave it out",
                "EV-PRD-2",
            )
            c.expect(
                not site["terrains"],
                "sites",
                name,
                "terrains",
                "a sea site cannot be loaded, leave it out",
                "EV-TRN-8",
            )
        elif site["resource"]:
            made[site["resource"]] += 2 if site["kind"] == "population" else 1
        else:
            c.expect(
                False, "sites", name, "resource", f"is missing; expected one of {', '.join(RESOURCES)}", "EV-PRD-2"
            )
        text = "lists a terrain twice"
        c.expect(len(set(site["terrains"])) == len(site["terrains"]), "sites", name, "terrains", text, "EV-TRN-4")
    found = [made[name] for name in RESOURCES]
    text = f"together make {found} food, steel and energy, they must make 7, 7, 7"
    c.expect(found == [7, 7, 7], "sites", "", "", text, "EV-PRD-2")
    kinds = Counter((site["kind"], site["resource"]) for site in tiles.values())
    for kind, n in (("population", 2), ("factory", 1)):
        for resource in RESOURCES:
            text = f"there are {kinds[kind, resource]} {kind} sites of {resource}, there must be {n}"
            c.expect(kinds[kind, resource] == n, "sites", "", "kind", text, "EV-PRD-2")
    sea = sum(n for (kind, _), n in kinds.items() if kind == "sea")
    c.expect(sea == 2, "sites", "", "kind", f"there are {sea} sea sites, there must be 2", "EV-PRD-2")
    land = {name: site for name, site in tiles.items() if site["kind"] != "sea"}
    bare = [name for name, site in land.items() if not site["terrains"]]
    text = f"there must be exactly one land site without terrain, not {len(bare)}"
    c.expect(len(bare) == 1, "sites", "", "terrains", text, "EV-TE-10")
    for name in bare:
        text = "a site without terrain must be a factory site, which fits a building place"
        c.expect(land[name]["kind"] == "factory", "sites", name, "terrains", text, "EV-TRN-5")
    two = any(len(site["terrains"]) == 2 for site in land.values())
    c.expect(two, "sites", "", "terrains", "some site must have two terrains", "EV-TRN-4")
    coast = any(site["kind"] == "population" and "sea" in site["terrains"] for site in land.values())
    c.expect(coast, "sites", "", "terrains", "some population site must have the sea terrain", "EV-TRN-4")
    food = any(
        site["kind"] == "factory" and site["resource"] == "food" and "savanna" in site["terrains"]
        for site in land.values()
    )
    c.expect(food, "sites", "", "terrains", "the food factory site must have the savanna terrain", "EV-TRN-5")
    yellow = any(s["kind"] == "population" and "savanna" in s["terrains"] for s in land.values())
    grey = any(
        s["kind"] == "factory" and s["resource"] == "energy" and "mountain" in s["terrains"] for s in land.values()
    )
    text = "a population site of the savanna and the energy factory on a mountain were seen on one ship"
    c.expect(yellow and grey, "sites", "", "terrains", text, "EV-TRN-4", doubt=True)


def fields(c: Checker) -> None:
    hexes = c.many("fields")
    board = c.one("map")
    at: dict[tuple[int, int], str] = {}
    for name, entry in hexes.items():
        q, r, _ = coordinates(entry)
        text = f"[{q}, {r}] is where {at.get((q, r))} lies"
        c.expect((q, r) not in at, "fields", name, "at", text, "EV-STL-6")
        at.setdefault((q, r), name)
        for symbol in entry["symbols"]:
            text = f"{symbol!r} is none of the symbols of [map]: {', '.join(board['symbols'])}"
            c.expect(symbol in board["symbols"], "fields", name, "symbols", text, "EV-STL-5")
    radius = board["radius"]
    if board["shape"] == "hexagon":
        span = range(-radius, radius + 1)
        whole = {(q, r) for q in span for r in span if abs(q + r) <= radius}
        for q, r in sorted(whole - set(at)):
            text = f"no field lies at [{q}, {r}], although the map is a hexagon of radius {radius}"
            c.expect(False, "fields", "", "at", text, "EV-LIN-1")
        for place in sorted(set(at) - whole):
            text = f"{list(place)} lies outside the hexagon of radius {radius}"
            c.expect(False, "fields", at[place], "at", text, "EV-LIN-1")
        for name, entry in hexes.items():
            rim = max(map(abs, coordinates(entry))) == radius
            text = "the rim of the map is steppe"
            c.expect(
                not rim or entry["terrain"] == "steppe", "fields", name, "terrain", text, "EV-SOL-5", doubt=True
            )
    kinds = {entry["terrain"] for entry in hexes.values()}
    for terrain in TERRAINS:
        c.expect(terrain in kinds, "fields", "", "terrain", f"there is no {terrain} field", "EV-STL-1")
    example = ("factory", "energy", "energy 2")
    known = any(
        entry["terrain"] == "forest" and sorted(entry["slots"]) == sorted(example) and len(entry["symbols"]) == 2
        for entry in hexes.values()
    )
    text = "no forest field has a factory, an energy and a two-dot energy slot and two symbols"
    c.expect(known, "fields", "", "slots", text, "EV-TV-4")
    if kinds == set(TERRAINS):
        _field_doubts(c, hexes)


def _field_doubts(c: Checker, hexes: Entries) -> None:
    def doubt(good: bool, text: str, rule: str) -> None:
        c.expect(good, "fields", "", "", text, rule, doubt=True)

    kinds = {terrain: [f for f in hexes.values() if f["terrain"] == terrain] for terrain in TERRAINS}
    made = {
        resource: sum(rise(s) for f in hexes.values() for s in f["slots"] if s.startswith(resource))
        for resource in RESOURCES
    }
    doubt(max(made.values()) - min(made.values()) <= 3, f"population slots yield unevenly: {made}", "EV-PRD-5")
    mean = {
        terrain: sum(rise(s) for f in group for s in f["slots"]) / len(group) for terrain, group in kinds.items()
    }
    rising = mean["steppe"] < mean["desert"] < mean["forest"] <= mean["ocean"]
    doubt(rising, "fields do not yield more from steppe over desert and forest to ocean", "EV-STL-1")
    forest, steppe, desert = kinds["forest"], kinds["steppe"], kinds["desert"]
    pairs = sum(coordinates(a)[1] == coordinates(b)[1] for i, a in enumerate(forest) for b in forest[i + 1 :])
    doubt(pairs >= 3, f"only {pairs} pairs of forests lie on a horizontal line", "EV-IC-3")
    reached = all(
        any(sum(coordinates(t)[k] == coordinates(f)[k] for t in steppe) >= 2 for k in (0, 2)) for f in forest
    )
    doubt(reached, "some forest lies on no diagonal with two steppe fields", "EV-IC-5")
    peopled = sum(any(s != "factory" for s in f["slots"]) for f in desert)
    doubt(peopled >= 8, f"only {peopled} desert fields have population, four players want 8", "EV-IC-2")
    doubt(len(steppe) >= 16, f"only {len(steppe)} steppe fields, four players want 16", "EV-IC-1")


def progress(c: Checker) -> None:
    columns = c.many("columns")
    points = c.many("turning_points")
    last = len(columns)
    right = list(columns) == [str(n) for n in range(1, last + 1)]
    c.expect(right, "columns", "", "", "the ids must be 1, 2, 3, ... in order", "EV-PRG-4")
    symbols = c.one("map")["symbols"]
    for name, column in columns.items():
        for field in ("symbols", "plus_symbols"):
            for symbol in column[field]:
                text = f"{symbol!r} is none of the symbols of [map]: {', '.join(symbols)}"
                c.expect(symbol in symbols, "columns", name, field, text, "EV-PRG-7")
    main = sum(len(column["symbols"]) for column in columns.values())
    plus = sum(len(column["plus_symbols"]) for column in columns.values())
    text = f"the 3+ lane shows {plus} symbols, it must show fewer than the {main} of the main lane"
    c.expect(plus < main, "columns", "", "plus_symbols", text, "EV-PRG-5")
    instants = {column[field] for column in columns.values() for field in ("instant", "plus_instant")} - {""}
    told = ", ".join(sorted(instants)) or "none"
    text = f"there must be three kinds of instant effects, research among them, not {told}"
    c.expect(len(instants) == 3 and "research" in instants, "columns", "", "instant", text, "EV-PRG-8")
    wanted = {
        "tp1": ("flip_sea_site", "flip_sea_site"),
        "tp2": ("unlock_desert", "move_sea_site"),
        "tp3": ("unlock_forest", "move_sea_site"),
        "tp4": ("unlock_ocean", "none"),
    }
    c.expect(
        list(points) == list(wanted),
        "turning_points",
        "",
        "",
        "the ids must be tp1, tp2, tp3, tp4 in order",
        "EV-TP-1",
    )
    for name, point in points.items():
        if name in wanted:
            pair = (point["first"], point["second"])
            text = f"must be {' and '.join(wanted[name])}, not {' and '.join(pair)}"
            c.expect(pair == wanted[name], "turning_points", name, "first", text, f"EV-TP-{name[2:]}")
    after = [point["after"] for point in points.values()]
    ordered = all(a < b for a, b in pairwise(after)) and all(column < last for column in after)
    text = f"must rise and end before column {last}, not {after}"
    c.expect(ordered, "turning_points", "", "after", text, "EV-TP-1")
    if right and ordered and len(after) == 4:
        _progress_examples(c, columns, after)


def _progress_examples(c: Checker, columns: Entries, after: list[int]) -> None:
    def passed(column: int) -> int:
        return sum(column > point for point in after)

    def apart(front: int, rear: int) -> bool:
        return abs(passed(front) - passed(rear)) <= 1

    playable = any(
        front <= after[1] < front + 5
        and rear > after[0]
        and apart(front, rear)
        and apart(front + 5, rear)
        and columns[str(rear + 3)]["instant"] == "research"
        for front in range(1, len(columns) - 4)
        for rear in range(1, min(front, len(columns) - 3) + 1)
    )
    text = "no two markers can move 5 over the second turning point and 3 onto research"
    c.expect(playable, "columns", "", "instant", text, "EV-TV-8", doubt=True)
    if len(columns) >= 8:
        c.expect(
            apart(8, 2),
            "turning_points",
            "",
            "after",
            "more than one lies between columns 2 and 8",
            "EV-TV-16",
            doubt=True,
        )


def ships(c: Checker) -> None:
    fleet = c.many("ships")
    known = {(("sea",), 1, 2): "EV-TV-5"}
    shapes = {(ship["sites"], ship["buildings"], ship["resources"]) for ship in fleet.values()}
    for (places, buildings, resources), rule in known.items():
        want = f"{', '.join(places)}, {buildings} for buildings, {resources} for resources"
        text = f"no ship has just the places {want}"
        c.expect((places, buildings, resources) in shapes, "ships", "", "sites", text, rule)
    first_year = {"food": 2, "steel": 7, "energy": 7}
    seen: dict[str, str] = {}
    for name, ship in fleet.items():
        cheap = all(n <= first_year[resource] for resource, n in ship["cost"].items())
        c.expect(cheap, "ships", name, "cost", "cannot be paid in year 1", "EV-SHP-1", doubt=True)
        c.expect(
            sum(ship["cost"].values()) >= 2,
            "ships",
            name,
            "cost",
            "is less than 2 resources",
            "EV-SHP-1",
            doubt=True,
        )
        key = repr(sorted(ship.items(), key=lambda item: item[0]))
        c.expect(key not in seen, "ships", name, "", f"is the same as {seen.get(key)}", "EV-SET-11", doubt=True)
        seen.setdefault(key, name)


def stadiums(c: Checker) -> None:
    colours = Counter(stadium["colour"] for stadium in c.many("start_stadiums").values())
    twice = ", ".join(colour for colour, n in colours.items() if n > 1)
    c.expect(not twice, "start_stadiums", "", "colour", f"{twice} occurs twice", "EV-SET-2")
    values = [stadium["satisfaction"] for stadium in c.many("stadiums").values()]
    for wanted in (4, 5):
        c.expect(wanted in values, "stadiums", "", "satisfaction", f"no stadium has {wanted}", "EV-SOL-3")
    low = sum(value not in c.one("solo")["aside"] for value in values)
    text = f"only {low} stadiums are left for the first two years of the solo game, it wants 9"
    c.expect(low >= 9, "stadiums", "", "satisfaction", text, "EV-SOL-3", doubt=True)
    c.expect(set(c.one("solo")["aside"]) == {4, 5}, "solo", "", "aside", "must be 4 and 5", "EV-SOL-3")


def infrastructures(c: Checker) -> None:
    conditions = c.many("conditions")
    cards = c.many("infrastructures")
    rules = [condition["rule"] for condition in conditions.values()]
    text = f"the rules must be EV-IC-1 to EV-IC-5 in order, not {', '.join(rules)}"
    c.expect(rules[:5] == [f"EV-IC-{n}" for n in range(1, 6)], "conditions", "", "rule", text, "EV-IC-1")
    for condition, (needs, line) in zip(conditions.items(), CONDITIONS, strict=False):
        name, told = condition
        found = tuple((need["n"], need["terrain"], need["with"]) for need in told["needs"])
        text = f"differs from the rulebook: it needs {needs} on {line or 'any'} line"
        c.expect((found, told["line"]) == (needs, line), "conditions", name, "needs", text, told["rule"])
    c.refer("infrastructures", "condition", "conditions", "EV-INF-3")
    c.all_used("conditions", {card["condition"] for card in cards.values()}, "EV-INF-3")
    pictures = Counter(card["illustration"] for card in cards.values())
    for name, card in cards.items():
        shared = pictures[card["illustration"]] > 1
        text = (
            f"must be {str(shared).lower()}: {pictures[card['illustration']]} card(s) show {card['illustration']}"
        )
        c.expect(card["exclamation"] == shared, "infrastructures", name, "exclamation", text, "EV-INF-4")
    c.expect(
        max(pictures.values(), default=0) > 1,
        "infrastructures",
        "",
        "illustration",
        "no two cards share one",
        "EV-INF-4",
    )
    levels = Counter(card["level"] for card in cards.values())
    for level in (1, 2):
        c.expect(
            levels[level] > 0, "infrastructures", "", "level", f"there is no card of level {level}", "EV-SET-12"
        )
        text = f"only {levels[level]} cards of level {level}"
        c.expect(levels[level] >= 6, "infrastructures", "", "level", text, "EV-SET-12", doubt=True)
    peopled = next((name for name, condition in conditions.items() if condition["rule"] == "EV-IC-2"), "")
    known = any(
        card["cost"] == {"steel": 1} and card["condition"] == peopled and card["production"] == {"steel": 2}
        for card in cards.values()
    )
    text = "no card costs 1 steel and brings 2 steel for population on two deserts"
    c.expect(known, "infrastructures", "", "", text, "EV-TV-3")


CONDITIONS: Final = (
    (((4, "steppe", ""),), ""),
    (((2, "desert", "population"),), ""),
    (((2, "forest", ""),), "horizontal"),
    (((1, "desert", "population"), (1, "steppe", "factory")), ""),
    (((2, "steppe", ""), (1, "forest", "")), "diagonal"),
)
"""EV-IC-1 to EV-IC-5: needs and line."""


def technologies(c: Checker) -> None:
    effects = c.many("technology_effects")
    for name, effect in effects.items():
        needed = TECHNOLOGY_OPS[effect["op"]]
        if "factory" in needed:
            text = f"{effect['op']} needs the type of the factory"
            c.expect(effect["factory"] != "any", "technology_effects", name, "factory", text, effect["rule"])
        if "n" in needed:
            c.expect(
                effect["n"] > 0, "technology_effects", name, "n", f"{effect['op']} needs a number", effect["rule"]
            )
        for field, empty in (("factory", "any"), ("resource", "any"), ("n", 0)):
            if field not in needed:
                text = f"{effect['op']} has none"
                c.expect(effect[field] == empty, "technology_effects", name, field, text, effect["rule"])
    rules = [effect["rule"] for effect in effects.values()]
    text = "the rules must be EV-TE-1 to EV-TE-18, in order"
    c.expect(rules[:18] == [f"EV-TE-{n}" for n in range(1, 19)], "technology_effects", "", "rule", text, "EV-TE-1")
    for name, (effect, wanted) in zip(effects, zip(effects.values(), EFFECTS, strict=False), strict=False):
        told = (effect["op"], effect["once"], effect["n"], effect["factory"])
        c.expect(told == wanted, "technology_effects", name, "op", f"must be {wanted}, not {told}", effect["rule"])
    tiles = c.many("technologies")
    c.refer("technologies", "effect", "technology_effects", "EV-TEC-4")
    c.all_used("technology_effects", {tile["effect"] for tile in tiles.values()}, "EV-TEC-4")
    for kit in (1, 2, 3, 4):
        for row in (1, 2, 3):
            row_of = [tile["effect"] for tile in tiles.values() if (tile["set"], tile["row"]) == (kit, row)]
            text = f"set {kit} has {len(row_of)} tiles in row {row}, it must have 3"
            c.expect(len(row_of) == 3, "technologies", "", "row", text, "EV-SET-5")
            text = f"set {kit} has an effect twice in row {row}"
            c.expect(len(set(row_of)) == len(row_of), "technologies", "", "effect", text, "EV-SET-5", doubt=True)
    boost = next((name for name, effect in effects.items() if effect["rule"] == "EV-TE-16"), "")
    known = any(tile["set"] == 1 and tile["effect"] == boost for tile in tiles.values())
    c.expect(known, "technologies", "", "effect", "set 1 must hold the tile of EV-TE-16", "EV-TE-16")
    total = [sum(tile["satisfaction"] for tile in tiles.values() if tile["set"] == kit) for kit in (1, 2, 3, 4)]
    c.expect(max(total) > 0, "technologies", "", "satisfaction", "some tiles must carry satisfaction", "EV-SAT-1")
    text = f"the sets carry {total}, not the same"
    c.expect(len(set(total)) == 1, "technologies", "", "satisfaction", text, "EV-SAT-1", doubt=True)


EFFECTS: Final = (
    ("express_ship", True, 0, "any"),
    ("return_flight", False, 0, "any"),
    ("gain_stadium", True, 0, "any"),
    ("settle_ocean", True, 0, "any"),
    ("ignore_symbol", False, 1, "any"),
    ("turning_point_gain", False, 1, "any"),
    ("extra_factory", False, 0, "food"),
    ("extra_factory", False, 0, "steel"),
    ("extra_factory", False, 0, "energy"),
    ("other_terrain", False, 1, "any"),
    ("crowded_spaces", False, 2, "any"),
    ("wider_choice", False, 2, "any"),
    ("shift_power", False, 2, "any"),
    ("free_infrastructure", True, 0, "any"),
    ("stadium_production", True, 0, "any"),
    ("factory_boost", False, 0, "energy"),
    ("factory_boost", False, 0, "food"),
    ("factory_boost", False, 0, "steel"),
)
"""EV-TE-1 to EV-TE-18: word, lightning, number, factory."""


def bonuses(c: Checker) -> None:
    effects = c.many("bonus_effects")
    rules = [effect["rule"] for effect in effects.values()]
    text = "the rules must be EV-BE-1 to EV-BE-7, in order"
    c.expect(rules == [f"EV-BE-{n}" for n in range(1, 8)], "bonus_effects", "", "rule", text, "EV-BE-1")
    for name, (effect, wanted) in zip(effects, zip(effects.values(), BONUSES, strict=False), strict=False):
        told = tuple((e["op"], e["n"], e["resource"]) for e in effect["effects"])
        c.expect(told == wanted, "bonus_effects", name, "effects", f"must be {wanted}, not {told}", effect["rule"])
    cards = c.many("bonuses")
    c.refer("bonuses", "small_effect", "bonus_effects", "EV-BON-1")
    c.refer("bonuses", "large_effect", "bonus_effects", "EV-BON-1")
    used = {card[field] for card in cards.values() for field in ("small_effect", "large_effect")}
    c.all_used("bonus_effects", used, "EV-BON-3")
    flags = sum(card["flag"] for card in cards.values())
    c.expect(flags == 2, "bonuses", "", "flag", f"{flags} cards have a flag, there must be 2", "EV-SET-14")
    for name, card in cards.items():
        text = f"{card['large']} must be larger than the {card['small']} of small"
        c.expect(card["small"] < card["large"], "bonuses", name, "large", text, "EV-BON-1")
    known = any((card["small"], card["large"], card["flag"]) == (7, 10, False) for card in cards.values())
    c.expect(known, "bonuses", "", "small", "no card without a flag has the numbers 7 and 10", "EV-TV-9")


BONUSES: Final = (
    (("gain_resource", 1, "steel"), ("gain_resource", 1, "food")),
    (("gain_population", 1, "any"), ("gain_resource", 1, "steel"), ("gain_resource", 1, "food")),
    (("gain_resource", 1, "food"), ("research", 1, "any")),
    (("infrastructure", 2, "any"), ("gain_factory", 1, "any")),
    (("gain_ship", 1, "any"),),
    (("research", 1, "any"), ("settle", 1, "any")),
    (("settle", 1, "any"),),
)
"""EV-BE-1 to EV-BE-7: op, n, resource."""


def goals(c: Checker) -> None:
    cards = c.many("goals")
    counted = [card["counts"] for card in cards.values()]
    for word in GOAL_COUNTS:
        c.expect(
            counted.count(word) == 1,
            "goals",
            "",
            "counts",
            f"{counted.count(word)} goals count {word}, not 1",
            "EV-PTS-2",
        )
    for name, card in cards.items():
        low = -1
        for number, tier in enumerate(card["tiers"]):
            high = tier["high"]
            good = tier["low"] > low and (high is None or high >= tier["low"])
            c.expect(good, "goals", name, "tiers", f"tier {number} must lie above the one before", "EV-PTS-3")
            if high is None:
                last = number == len(card["tiers"]) - 1
                c.expect(
                    last, "goals", name, "tiers", f"tier {number} is open to the top but not the last", "EV-PTS-3"
                )
            low = tier["low"] if high is None else high
        each, tiers = GOALS[card["counts"]]
        text = f"must be {list(each)}, not {list(card['each'])}"
        c.expect(tuple(card["each"]) == each, "goals", name, "each", text, GOAL_RULES[card["counts"]])
        told = tuple((tier["low"], tier["high"], tier["extra"]) for tier in card["tiers"])
        same = len(told) == len(tiers) and all(
            (a[0], a[1]) == (b[0], b[1]) and b[2] in (None, a[2]) for a, b in zip(told, tiers, strict=False)
        )
        text = f"must be {_tiers(tiers)}, not {_tiers(told)}"
        c.expect(same, "goals", name, "tiers", text, GOAL_RULES[card["counts"]])


def _tiers(tiers: Iterable[tuple[int, int | None, int | None]]) -> str:
    return ", ".join(
        f"{low}{'+' if high is None else f'-{high}'}: {'any' if extra is None else extra}"
        for low, high, extra in tiers
    )


_FACTORY_GOAL: Final = ((3, 3, 3), ((3, 3, 3), (4, None, 5)))
GOALS: Final[Mapping[str, tuple[tuple[int, int, int], tuple[tuple[int, int | None, int | None], ...]]]] = {
    "population": ((1, 1, 1), ((8, 9, 5), (10, None, 8))),
    "steppe_fields": ((2, 2, 2), ((3, 4, 3), (5, None, 7))),
    "ships": ((3, 3, 3), ((3, 3, 5), (4, None, 6))),
    "factory_sets": ((5, 5, 5), ((2, 2, 4), (3, None, 6))),
    "small_bonuses": ((4, 4, 4), ((3, None, 5),)),
    "turning_points": ((0, 0, 0), ((1, 2, 5), (3, 3, 12), (4, None, 17))),
    "large_bonuses": ((3, 3, 3), ((3, 3, 4), (4, None, 6))),
    "other_fields": ((2, 2, 2), ((4, 5, 2), (6, None, 4))),
    "technologies": ((1, 1, 3), ((5, 5, 1), (6, None, 3))),
    "infrastructures": ((3, 3, 3), ((3, 4, 3), (5, None, 5))),
    "production_food": ((1, 1, 1), ((10, 12, None), (13, None, None))),
    "production_steel": ((1, 1, 1), ((10, 12, 2), (13, None, None))),
    "production_energy": ((1, 1, 1), ((10, 12, None), (13, None, None))),
    "factories_food": _FACTORY_GOAL,
    "factories_steel": _FACTORY_GOAL,
    "factories_energy": _FACTORY_GOAL,
}
"""What the rulebook states: points each, and tiers as (low, high, extra); None for an extra it does not give."""
GOAL_RULES: Final = {
    word: f"EV-GC-{number if number <= 10 else 11 if number <= 13 else 12}"
    for number, word in enumerate(GOAL_COUNTS, 1)
}


def orders(c: Checker) -> None:
    faces = c.many("orders")
    rules = [order["rule"] for order in faces.values()]
    text = f"the rules must be EV-OC-1 to EV-OC-5 in order, not {', '.join(rules)}"
    c.expect(rules == [f"EV-OC-{n}" for n in range(1, 6)], "orders", "", "rule", text, "EV-OC-1")
    wanted = (
        ("technologies", 5),
        ("infrastructures", 3),
        ("production", 5),
        ("population_slots", 7),
        ("factories", 3),
    )
    for (name, order), (condition, amount) in zip(faces.items(), wanted, strict=False):
        told = (order["condition"], order["amount"])
        text = f"must be {amount} {condition}, not {told[1]} {told[0]}"
        c.expect(told == (condition, amount), "orders", name, "condition", text, order["rule"])
    known = any(
        (order["condition"], order["cost"], order["production"], order["points"])
        == ("technologies", {"steel": 2}, {"food": 1}, 5)
        for order in faces.values()
    )
    text = "the order for five technologies costs 2 steel, brings 1 food production and 5 points"
    c.expect(known, "orders", "", "", text, "EV-TV-14")
    cards = Counter(order["card"] for order in faces.values())
    c.expect(len(cards) == 4, "orders", "", "card", f"lie on {len(cards)} cards, there must be 4", "EV-ORD-1")
    for card, n in cards.items():
        c.expect(n <= 2, "orders", "", "card", f"{card} has {n} faces, a card has two at most", "EV-ORD-1")


def lines(c: Checker) -> None:
    hexes = c.many("fields")
    for side, told in c.many("lines").items():
        for direction, axis in (("horizontal", 1), ("diagonal_q", 0), ("diagonal_s", 2)):
            named = told[direction]
            missing = [name for name in named if name not in hexes]
            text = f"there is no field {', '.join(missing)}"
            c.expect(not missing, "lines", side, direction, text, "EV-LIN-1")
            if missing or not named:
                continue
            index = coordinates(hexes[named[0]])[axis]
            whole = {name for name, entry in hexes.items() if coordinates(entry)[axis] == index}
            if len(set(named)) != len(named):
                c.expect(False, "lines", side, direction, "names a field twice", "EV-LIN-1")
            astray = sorted(set(named) - whole)
            text = f"{', '.join(astray)} does not lie on the line of {named[0]}"
            c.expect(not astray, "lines", side, direction, text, "EV-LIN-1")
            left = sorted(whole - set(named))
            text = f"leaves out {', '.join(left)} of the line of {named[0]}"
            c.expect(not left, "lines", side, direction, text, "EV-LIN-1")


def solo(c: Checker) -> None:
    cards = c.many("solo_cards")
    tile = c.one("solo_tile")
    hexes = c.many("fields")
    red = [card for card in cards.values() if card["red"]]
    good = len(red) == 1 and red[0]["number"] == "3"
    c.expect(good, "solo_cards", "", "red", "exactly one card is red, and its number is 3", "EV-SOL-4")
    for name, card in cards.items():
        text = f"{card['letter']!r} is none of the letters of the solo tile: {', '.join(tile['letters'])}"
        c.expect(card["letter"] in tile["letters"], "solo_cards", name, "letter", text, "EV-SOL-14")
    for action in ("ship", "infrastructure", "stadium", "settle"):
        used = any(card["action"] == action for card in cards.values())
        c.expect(used, "solo_cards", "", "action", f"no card has the action {action}", "EV-SOL-10")
    c.expect("B" in tile["letters"], "solo_tile", "", "letters", "the letter B must be among them", "EV-TV-15")
    corners = tile["corners"]
    c.expect(len(set(corners)) == len(corners), "solo_tile", "", "corners", "names a corner twice", "EV-SOL-14")
    text = f"{tile['start']!r} is none of the corners"
    c.expect(tile["start"] in corners, "solo_tile", "", "start", text, "EV-SOL-5")
    arrows = tile["arrows"]
    text = f"must be given for each of {', '.join(corners)}, in this order"
    c.expect(tuple(arrows) == tuple(corners), "solo_tile", "", "arrows", text, "EV-SOL-14")
    for corner, by_letter in arrows.items():
        text = f"{corner} must have an arrow for each of {', '.join(tile['letters'])}, in this order"
        c.expect(tuple(by_letter) == tuple(tile["letters"]), "solo_tile", "", "arrows", text, "EV-SOL-14")
        for letter, way in by_letter.items():
            _arrow(c, hexes, f"{corner} {letter}", way)


def _arrow(c: Checker, hexes: Entries, name: str, way: list[str]) -> None:
    def expect(good: bool, text: str, *, doubt: bool = False) -> None:
        c.expect(good, "solo_tile", "", "arrows", f"{name} {text}", "EV-SOL-14", doubt=doubt)

    missing = [field for field in way if field not in hexes]
    expect(not missing, f"names {', '.join(missing)}, which is no field")
    expect(len(way) == 4, f"must count 4 fields inland, not {len(way)}")
    if missing or not way:
        return
    places = [coordinates(hexes[field]) for field in way]
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(places)}
    expect(len(steps) == 1 and steps <= set(STEPS), "must go straight on from field to field")
    expect(hexes[way[0]]["terrain"] == "steppe", f"must begin in the steppe, not at {way[0]}", doubt=True)
    if len(places) > 1:
        inland = max(map(abs, places[1])) < max(map(abs, places[0]))
        expect(inland, f"must lead inland from {way[0]}", doubt=True)


def scoring(c: Checker) -> None:
    points = c.one("points")
    lowest = points["lowest"]
    c.expect(lowest[8] == 10, "points", "", "lowest", f"8 gives 10 points, not {lowest[8]}", "EV-TV-12")
    c.expect(lowest[10] == 19, "points", "", "lowest", f"10 gives 19 points, not {lowest[10]}", "EV-TV-12")
    c.expect(list(lowest) == sorted(lowest), "points", "", "lowest", "must not fall", "EV-PTS-4")
    for field, wanted, rule in (
        ("satisfaction", (6, 4, 1), "EV-PTS-8"),
        ("satisfaction_two", (4, 0), "EV-PTS-8"),
        ("dominance", (6, 4, 1), "EV-LIN-2"),
        ("dominance_two", (4, 0), "EV-LIN-2"),
    ):
        text = f"must be {list(wanted)}, not {list(points[field])}"
        c.expect(tuple(points[field]) == wanted, "points", "", field, text, rule)


def cards(c: Checker) -> None:
    faces = c.many("cards")
    for name, card in faces.items():
        text = "must list each value once, the smallest first"
        c.expect(list(card["power"]) == sorted(set(card["power"])), "cards", name, "power", text, "EV-ADV-6")
    several = any(len(card["power"]) > 1 for card in faces.values())
    c.expect(several, "cards", "", "power", "some cards must have several values", "EV-ADV-6")
    draws = any(effect["op"] == "draw_cards" for card in faces.values() for effect in card["effects"])
    c.expect(draws, "cards", "", "effects", "some cards must draw cards", "EV-ADV-5")
    n = sum(card["copies"] for card in faces.values())
    if n:
        mean = sum(card["copies"] * sum(card["power"]) / len(card["power"]) for card in faces.values()) / n
        text = f"the cards give {mean:.2f} points on average, as much as board actions"
        c.expect(mean < 2.5, "cards", "", "power", text, "EV-ADV-6", doubt=True)


RULE: Final = re.compile(r"EV-[A-Z]+-[0-9]+\Z")


def rules(c: Checker) -> None:
    for section in ("conditions", "technology_effects", "bonus_effects", "orders"):
        for name, entry in c.many(section).items():
            text = f"{entry['rule']!r} is no rule id such as EV-IC-1"
            c.expect(bool(RULE.match(entry["rule"])), section, name, "rule", text, "")


CHECKS: Final[tuple[tuple[Callable[[Checker], None], tuple[str, ...]], ...]] = (
    (counts, (*COUNTS, "cards")),
    (box, ("box", "setup", "cards", "orders", *COUNTS)),
    (years, ("years",)),
    (actions, ("costs", "board")),
    (sites, ("sites",)),
    (fields, ("map", "fields")),
    (progress, ("map", "columns", "turning_points")),
    (ships, ("ships",)),
    (stadiums, ("stadiums", "start_stadiums", "solo")),
    (infrastructures, ("conditions", "infrastructures")),
    (technologies, ("technology_effects", "technologies")),
    (bonuses, ("bonus_effects", "bonuses")),
    (goals, ("goals",)),
    (orders, ("orders",)),
    (lines, ("fields", "lines")),
    (solo, ("solo_cards", "solo_tile", "fields")),
    (scoring, ("points",)),
    (cards, ("cards",)),
    (rules, ("conditions", "technology_effects", "bonus_effects", "orders")),
)
"""Each check with the sections it reads; it runs when these could be read."""


def check(cleaned: Cleaned) -> list[Problem]:
    """All problems: those met on reading, then those between entries, faults before doubts."""
    broken = {problem.section for problem in cleaned.problems if problem.field != "from"}
    checker = Checker(cleaned.values)
    for run, sections in CHECKS:
        if all(section in cleaned.values and section not in broken for section in sections):
            run(checker)
    found = [*cleaned.problems, *checker.problems]
    return [problem for problem in found if not problem.doubt] + [problem for problem in found if problem.doubt]
