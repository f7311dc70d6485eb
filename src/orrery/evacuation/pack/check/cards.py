"""What must fit together among the cards and tiles: their numbers, references and worked examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Final

from orrery.evacuation.pack.check.checker import STEPS, Checker, Entries, coordinates
from orrery.evacuation.pack.components import GOAL_COUNTS, TECHNOLOGY_OPS


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
