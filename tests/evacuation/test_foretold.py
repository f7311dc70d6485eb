"""What explanations foretell of splits and loads is what happens."""

from __future__ import annotations

import random
from typing import Any

import pytest

from orrery.core.journal import Journal
from orrery.evacuation.actions import Advance, Done, Fly, Pass
from orrery.evacuation.decisions.transport import TransportShips
from orrery.evacuation.game import EVACUATION
from orrery.evacuation.phases import PROGRESS
from orrery.evacuation.rules.progress import LANES
from orrery.evacuation.state import State
from tests.evacuation.samples import SAMPLES


def asked_for(options: dict[str, object], seed: int, *questions: str) -> list[State]:
    """The positions of a random game in which one of these questions is asked."""
    luck = random.Random(seed)
    state = EVACUATION.new(options, seed)
    found = []
    while state.asked() is not None:
        if state.question() in questions:
            found.append(state.clone())
        state.apply(luck.choice(state.options()))
    return found


def landed(state: State, advance: Advance, luck: random.Random) -> tuple[list[Any], list[tuple[int, str]]]:
    """Turning points passed, and where both markers are once they have landed."""
    seat = state.asked()
    assert seat is not None
    trial = state.clone()
    trial.journal = Journal()
    trial.play(advance)
    while (
        trial.phase == PROGRESS and trial.asked() == seat and trial.question() not in ("PowerChoice", "SplitPower")
    ):
        trial.play(luck.choice(trial.options()))
    points = [m.args for m in trial.journal.messages if m.key == "turning_point" and m.args["seat"] == seat]
    own = trial.players[seat]
    return points, [(column, LANES[lane]) for column, lane in zip(own.columns, own.lanes, strict=True)]


@pytest.mark.parametrize("number", range(len(SAMPLES)))
def test_a_split_foretells_where_the_markers_end(number: int) -> None:
    """EV-PRG-6, EV-PRG-9, EV-TP-1 to EV-TP-4: lanes, the parking lane, turning points and what they do."""
    luck = random.Random(number)
    parked = passed = 0
    for state in asked_for(SAMPLES[number], number, "SplitPower"):
        seat = state.asked()
        assert seat is not None
        for option in EVACUATION.explain(state, seat):
            if not isinstance(option.action, Advance):
                continue
            ends: Any = option.facts["ends"]
            points, markers = landed(state, option.action, luck)
            told = sorted((p["id"], p["second"], p["effect"]) for end in ends for p in end["turning_points"])
            assert sorted((p["point"], p["second"], p["effect"]) for p in points) == told
            passed += len(told)
            # Where two end on one space, one of the lanes of each is theirs; never the same one twice.
            ways = [
                [(ends[0]["column"], one), (ends[1]["column"], two)]
                for one in ends[0]["lanes"]
                for two in ends[1]["lanes"]
            ]
            assert sorted(markers) in [sorted(way) for way in ways]
            for end in ends:
                parked += "parking" in end["lanes"]
                assert set(end["symbols"]) == set(end["instant"]) == set(end["lanes"])
                assert end["symbols"].get("parking", []) == []
                if not end["moves"]:
                    assert not any(end["instant"].values())
    assert parked
    assert passed


def test_of_two_markers_on_one_space_one_parks_and_has_no_symbols() -> None:
    """EV-PRG-6, EV-PRG-7: the one that lands first takes the space."""
    state = EVACUATION.position(
        {
            "game": "evacuation",
            "options": {"players": 2},
            "phase": "progress",
            "order": [0, 1],
            "players": [{"areas": [0, 3, 0, 0]}, {}],
        }
    )
    (option,) = [each for each in EVACUATION.explain(state, 0) if each.action == Advance(3, 3, False)]
    ends: Any = option.facts["ends"]
    assert [end["lanes"] for end in ends] == [["main"], ["parking"]]
    assert [end["lands"] for end in ends] == [1, 2]
    assert option.facts["lanes"] == [["main"], []]


def test_a_load_foretells_what_arrives() -> None:
    """EV-TRN-11: people, factories, resources and stadiums come; hunger is told at every step."""
    shipped = warned = 0
    games = [asked_for(options, number, "TransportShips", "LoadPlace") for number, options in enumerate(SAMPLES)]
    for state in [each for game in games for each in game]:
        seat = state.asked()
        assert seat is not None
        for option in EVACUATION.explain(state, seat):
            arrives: Any = option.facts["arrives"]
            adds: Any = option.facts["adds"]
            if isinstance(option.action, Done):
                assert not adds["population"]
            trial = state.clone()
            trial.apply(option.action)
            own, then = state.players[seat], trial.players[seat]
            waiting = then.population + then.cargo[0] - own.population
            if (
                trial.asked() == seat
                and trial.phase == state.phase
                and trial.question() in ("TransportShips", "LoadPlace")
            ):
                assert waiting == arrives["population"]
                here = [*own.stadiums[1]]
                ids = state.table.lookup.stadium_ids
                assert sorted(arrives["stadiums"]) == sorted(
                    ids[card] for card in then.stadiums[1] + then.cargo_stadiums if card not in here
                )
                assert list(arrives["factories"].values()) == then.cargo[1:4]
                assert list(arrives["resources"].values()) == then.cargo[4:7]
            shipped += arrives["population"] + sum(arrives["factories"].values())
            warned += any(warning.key == "hunger" for warning in option.warnings)
    assert shipped
    assert warned


def test_who_passes_is_told_that_no_ship_can_fly() -> None:
    """EV-TRN-9: ships wait on the Old World, and its energy is too little for each of them."""
    told = []
    for number, options in enumerate(SAMPLES):
        for state in asked_for(options, number, "Turn"):
            seat = state.asked()
            assert seat is not None
            passing = [each for each in EVACUATION.explain(state, seat) if isinstance(each.action, Pass)]
            if not passing or all(code & 2 for code in state.players[seat].ships):
                continue
            fly = any(isinstance(action, Fly) for action in TransportShips(seat, ()).options(state))
            said = any(warning.key == "grounded" for warning in passing[0].warnings)
            assert said is not fly
            told.append(said)
    assert 0 < sum(told) < len(told)


def test_the_first_income_is_that_of_year_1() -> None:
    """EV-INC-2: before it, the food of year 1 is due."""
    state = EVACUATION.new({"players": 2, "mode": "points"}, 3)
    assert state.question() == "PickGoal"
    year = state.table.pack.years[0]
    coming: Any = EVACUATION.view(state, 0)["players"][0]["forecast"]
    assert (coming["year"], coming["old"]["demand"], coming["old"]["short"]) == (1, year.food_old, 0)
    while state.question() != "Turn":
        state.play(state.options()[0])
    after: Any = EVACUATION.view(state, 0)["players"][0]["forecast"]
    assert after["year"] == 2


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 1}, {"players": 2, "preset": "points"}])
def test_an_action_of_which_nothing_is_possible_says_so(options: dict[str, object]) -> None:
    """EV-ACT-8: an action is called idle exactly where taking it asks nothing and brings nothing but power."""
    idle = 0
    for state in asked_for(options, 5, "Turn")[:25]:
        seat = state.asked()
        assert seat is not None
        for explained in EVACUATION.explain(state, seat):
            if explained.facts["kind"] not in ("act", "play_card"):
                continue
            trial = state.clone()
            trial.journal = Journal()
            trial.play(explained.action)
            own = [b for b in trial.journal.bookings if b.seat == seat and b.amount > 0]
            asked = trial.asked() == seat and trial.question() != "Turn"
            if explained.facts.get("idle"):
                idle += 1
                assert [w.key for w in explained.warnings] == ["lapses"] * len(explained.warnings) != []
                # What follows is the next turn, a phase or what somebody else does.
                assert trial.question() in ("Turn", "TransportShips", "OrderOffer", "") or trial.asked() != seat
            else:
                assert asked or own or trial.year != state.year or trial.phase != state.phase or not trial.stack
    assert idle > 0
