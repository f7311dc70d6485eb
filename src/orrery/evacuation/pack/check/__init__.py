"""What must fit together in a pack: counts, references, totals, lines of the map, and the worked examples.

Faults contradict the rulebook or make the game unplayable. Doubts contradict only what we believe of the printed
game: a pack with doubts loads, and ``check-pack`` shows them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from orrery.evacuation.pack.check.boards import actions, fields, lines, progress, sites, years
from orrery.evacuation.pack.check.cards import (
    bonuses,
    cards,
    goals,
    infrastructures,
    orders,
    ships,
    solo,
    stadiums,
    technologies,
)
from orrery.evacuation.pack.check.checker import Checker
from orrery.evacuation.pack.schema import Cleaned, Problem

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
