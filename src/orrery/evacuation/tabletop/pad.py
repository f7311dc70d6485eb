"""The score pad: the end of a game at a real table, from figures that people enter, explained."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from orrery.core.game import BadOptions, place
from orrery.core.reading import Given
from orrery.core.saying import say
from orrery.evacuation.options import pack_of
from orrery.evacuation.pack import RESOURCES, Pack
from orrery.evacuation.rules import scoring

SEATS = 4
MODES = ("race", "points")
FIELDS = (
    *("rival", "production", "stadiums", "satisfaction", "penalties", "factory_sites", "population_sites"),
    *("orders", "line", "goals"),
)
"""Of a seat; all may be left out and are then 0 or none."""
TECHNOLOGIES = "technologies"
"""What a goal counts row by row."""


def scored(args: Mapping[str, object]) -> dict[str, object]:
    """Every seat's end of the game with what it comes from; raises BadPosition naming the figure."""
    top = Given(args).only(("mode", "pack", "lines", "seats"))
    mode = MODES[top.get("mode", "race").word(MODES)]
    pack = pack_of({"pack": top.get("pack", None).value})
    seats = top.get("seats").parts()
    top.get("seats").expect(1 <= len(seats) <= SEATS, f"1 to {SEATS} seats")
    for seat in seats:
        seat.only(FIELDS)
    rivals = [seat.get("rival", False).flag() for seat in seats]
    if any(rivals) and (mode == "race" or len(seats) != 2 or all(rivals)):
        raise BadOptions(say("evacuation.pad.rival"))
    if mode == "race" and len(seats) < 2:
        raise BadOptions(say("evacuation.pad.alone"))
    if mode == "race":
        return _race(pack, seats)
    return _points(pack, seats, rivals, top.get("lines", False).flag())


def _production(seat: Given) -> list[int]:
    return seat.get("production", [0] * len(RESOURCES)).each(lambda field: field.number(0, 60), len(RESOURCES))


def _race(pack: Pack, seats: list[Given]) -> dict[str, object]:
    """The final accounting of a race (EV-RAC-4 to -11)."""
    race = pack.race
    pleased = [seat.get("satisfaction", 0).number(0, 99) for seat in seats]
    bonuses = scoring.bonuses(race, pleased)
    found: list[dict[str, Any]] = []
    keys = []
    for number, seat in enumerate(seats):
        production, stadiums = _production(seat), seat.get("stadiums", 0).number(0, 20)
        sites = seat.get("factory_sites", 0).number(0, 11) + seat.get("population_sites", 0).number(0, 11)
        steps = scoring.penalty_steps(race, seat.get("penalties", 0).number(0, 99), sites, stadiums)
        stages = scoring.stages(production, steps, bonuses[number])
        moved = [0, *(-step for _, step in steps), bonuses[number]]
        markers = stages[-1][1]
        keys.append(scoring.race_key(race, markers, stadiums, pleased[number]))
        found.append(
            {
                "stages": [
                    {"name": name, "markers": list(after), "moved": by}
                    for (name, after), by in zip(stages, moved, strict=True)
                ],
                "goal": scoring.reached(race, markers, stadiums),
                "lowest": min(markers),
                "key": list(keys[-1]),
            }
        )
    places = place(keys)
    return {
        "mode": "race",
        "seats": [{**seat, "place": at} for seat, at in zip(found, places, strict=True)],
        "goal": {"production": race.goal_production, "stadiums": race.goal_stadiums},
    }


def _points(pack: Pack, seats: list[Given], rivals: list[bool], lines: bool) -> dict[str, object]:
    """The points mode (EV-PTS-3 to -9, EV-GC, EV-LIN-2)."""
    points = pack.points
    two = len(seats) == 2
    stadiums = [seat.get("stadiums", 0).number(0, 20) for seat in seats]
    pleased = [
        seat.get("satisfaction", 0).number(0, 99) if stadiums[number] >= points.stadiums else 0
        for number, seat in enumerate(seats)
    ]
    satisfied = _shares(pleased, points.satisfaction_two if two else points.satisfaction)
    held = [seat.get("line", 0).number(0, 40) for seat in seats]
    lined = _shares(held, points.dominance_two if two else points.dominance) if lines else []
    found: list[dict[str, Any]] = []
    for number, seat in enumerate(seats):
        if rivals[number]:
            found.append({"total": None, "sources": {}, "goals": []})
            continue
        factories = seat.get("factory_sites", 0).number(0, 11)
        people = seat.get("population_sites", 0).number(0, 11)
        goals = [_goal(pack, goal) for goal in seat.get("goals", []).parts()]
        seat.get("goals", []).expect(len(goals) <= pack.setup.goals_kept, f"at most {pack.setup.goals_kept} goals")
        sources = {
            "lowest production": points.production(min(_production(seat))),
            "penalty tiles": -seat.get("penalties", 0).number(0, 99) * points.penalty_tile,
            "sites left": -factories * points.penalty_factory_site - people * points.penalty_population_site,
            "stadiums missing": -max(0, points.stadiums - stadiums[number]) * points.penalty_stadium,
            "satisfaction": satisfied[number]["points"],
            "orders": seat.get("orders", 0).number(0, 99),
        }
        if lines:
            sources["line dominance"] = lined[number]["points"]
        total = sum(sources.values()) + sum(goal["points"] for goal in goals)
        found.append({"total": total, "sources": sources, "goals": goals})
    totals = [seat["total"] for seat in found if seat["total"] is not None]
    places = iter(place(totals))
    return {
        "mode": "points",
        "seats": [{**seat, "place": None if seat["total"] is None else next(places)} for seat in found],
        "satisfaction": satisfied,
        "lines": lined,
        "stadiums": points.stadiums,
        "solo": {"good": pack.solo.good, "excellent": pack.solo.excellent} if len(totals) == 1 else None,
    }


def _shares(values: list[int], prizes: tuple[int, ...]) -> list[dict[str, int]]:
    """What each gets of the prizes for places, and the places it shares."""
    return [
        {
            "value": value,
            "first": sum(other > value for other in values) + 1,
            "tied": values.count(value),
            "pot": sum(prizes[sum(other > value for other in values) :][: values.count(value)]),
            "points": points,
        }
        for value, points in zip(values, scoring.shared(values, prizes), strict=True)
    ]


def _goal(pack: Pack, given: Given) -> dict[str, Any]:
    """A goal card and its points."""
    given.only(("goal", "count", "rows"))
    card = pack.goals[given.get("goal").word([goal.id for goal in pack.goals])]
    count, rows = given.get("count", 0).number(0, 99), (0, 0, 0)
    if card.counts == TECHNOLOGIES:
        low, middle, high = given.get("rows", [0, 0, 0]).each(lambda field: field.number(0, 3), 3)
        given.get("rows", []).expect(low >= middle >= high, "not more in a higher row than in a lower one")
        rows, count = (low, middle, high), low + middle + high
    return {"goal": card.id, "counts": card.counts, "count": count, "points": card.points(count, rows)}
