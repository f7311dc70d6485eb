"""What must fit together on the boards: years, actions, the Old World, the New World, the progress track."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Final

from orrery.evacuation.pack.check.checker import Checker, Entries, coordinates, rise
from orrery.evacuation.pack.components import RESOURCES, TERRAINS


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
