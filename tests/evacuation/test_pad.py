"""The score pad: figures read from finished games give the engine's results."""

from __future__ import annotations

from typing import Any

import pytest

from orrery.core.chance import draw, stream
from orrery.core.game import BadOptions, BadPosition
from orrery.evacuation.game import EVACUATION
from orrery.evacuation.pack import NEW
from orrery.evacuation.rules import scoring
from orrery.evacuation.rules.solo import rival_satisfaction
from orrery.evacuation.rules.technologies import complete_by_row, satisfaction
from orrery.evacuation.state import State


def finished(seed: int, **options: object) -> State:
    """A random game at its end."""
    state = EVACUATION.new(EVACUATION.complete(options), seed)
    number = 0
    while state.asked() is not None:
        offered = state.options()
        state.apply(offered[draw(stream(seed, "walk"), number, len(offered))])
        number += 1
    return state


def figures(state: State) -> dict[str, Any]:
    """What people would read from their boards."""
    pack = state.table.pack
    race = state.table.race
    seats: list[dict[str, Any]] = []
    for player in state.players:
        factories, people = scoring.sites_left(state, player)
        seat: dict[str, Any] = {
            "production": list(player.production),
            "stadiums": len(player.stadiums[NEW]),
            "satisfaction": satisfaction(state, player, not (race and state.table.all_stadiums)),
            "penalties": player.penalties,
            "factory_sites": factories,
            "population_sites": people,
        }
        if not race:
            seat["orders"] = sum(pack.orders[order].points for order in player.paid_orders)
            seat["line"] = (player.fields & pack.lines[state.side].mask).bit_count() if state.table.lines else 0
            seat["goals"] = [
                {
                    "goal": pack.goals[goal].id,
                    "count": scoring.goal_count(state, player, pack.goals[goal].counts),
                    "rows": list(complete_by_row(state, player)),
                }
                for goal in player.goals
            ]
        seats.append(seat)
    if state.table.solo:
        rival = state.rivals[0]
        seats.append(
            {"rival": True, "stadiums": len(rival.stadiums), "satisfaction": rival_satisfaction(state, rival)}
        )
    mode = "race" if race else "points"
    return {"mode": mode, "lines": state.table.lines, "seats": seats}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_race_ends_as_the_engine_says(players: int) -> None:
    """EV-RAC-4 to EV-RAC-11: markers after every stage, and places."""
    for seed in range(3):
        state = finished(seed, players=players, mode="race")
        told: Any = EVACUATION.tabletop("pad", figures(state))
        assert [seat["place"] for seat in told["seats"]] == scoring.places(state)
        bonuses = scoring.race_bonuses(state)
        for number, seat in enumerate(told["seats"]):
            stages = scoring.race_stages(state, number, bonuses[number])
            assert [(one["name"], one["markers"]) for one in seat["stages"]] == stages


@pytest.mark.parametrize("players", [1, 2, 4])
def test_points_are_the_engines(players: int) -> None:
    """EV-PTS-3 to EV-PTS-9, EV-GC-1 to EV-GC-12, EV-LIN-2: sums and places, alone too."""
    for seed in range(3):
        state = finished(
            seed, players=players, mode="points", actions="advanced", orders=players > 1, line_dominance=players > 1
        )
        told: Any = EVACUATION.tabletop("pad", figures(state))
        assert [seat["total"] for seat in told["seats"] if seat["total"] is not None] == state.scores()
        if players > 1:
            assert [seat["place"] for seat in told["seats"]] == scoring.places(state)


def test_figures_that_cannot_be_are_refused() -> None:
    """EV-PTS-3: with the place, or a sentence."""
    for args, words in (
        ({"mode": "moon", "seats": [{}, {}]}, "mode: expected one of race, points"),
        ({"seats": [{}, {"production": [1, 2]}]}, r"seats\[1\].production"),
        ({"seats": [{}, {"penalty": 2}]}, "there is no field 'penalty'"),
        ({"mode": "points", "seats": [{"goals": [{"goal": "moon"}]}]}, r"goals\[0\].goal"),
        (
            {"mode": "points", "seats": [{"goals": [{"goal": "technologies", "rows": [1, 2, 0]}]}]},
            "not more in a higher row",
        ),
    ):
        with pytest.raises(BadPosition, match=words):
            EVACUATION.tabletop("pad", args)
    alone: dict[str, object] = {"seats": [{}]}
    rival: dict[str, object] = {"seats": [{}, {"rival": True}]}
    other: dict[str, object] = {"seats": [{}, {}], "pack": "moon"}
    for given, words in ((alone, "two players"), (rival, "one person, for points"), (other, "no pack")):
        with pytest.raises(BadOptions, match=words):
            EVACUATION.tabletop("pad", given)
