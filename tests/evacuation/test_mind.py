"""What the planner of Evacuation promises and plans."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from orrery.bots import Nodes, bot
from orrery.bots.evacuation.mind import MIND
from orrery.bots.evacuation.numbers import POINTS, RACE
from orrery.bots.evacuation.transport import carried_out, transports
from orrery.bots.evacuation.value import BLIND, FEATURES, Judge, features, result
from orrery.core.chance import draw, stream
from orrery.core.match import Match
from orrery.evacuation import phases
from orrery.evacuation.actions import (
    PASS,
    Act,
    Action,
    Fly,
    Load,
    LoadResources,
    LoadSite,
    Settle,
    UseFactories,
)
from orrery.evacuation.decisions.transport import TransportShips
from orrery.evacuation.game import EVACUATION
from orrery.evacuation.rules.scoring import sites_left
from orrery.evacuation.state import State
from tests.evacuation.table import PACK, stock, table
from tests.evacuation.test_rules_race import standing

LOST = Path(__file__).parents[1] / "bots"
"""Here are races that the planner of before lost."""

MODES: dict[str, dict[str, object]] = {
    "race": {"players": 2, "mode": "race"},
    "points": {"players": 2, "mode": "points"},
    "points with everything": {
        "players": 2,
        "mode": "points",
        "actions": "advanced",
        "bonuses": "generous",
        "orders": True,
        "line_dominance": True,
    },
    "solo": {"players": 1},
}


def turn_of(options: dict[str, object], seed: int, after: int = 0) -> tuple[State, int]:
    """A position at a turn with a choice, after so many random answers."""
    state = EVACUATION.new(options, seed)
    number = 0
    while number < after or state.question() != "Turn" or len(state.options()) == 1:
        offered = state.options()
        state.apply(offered[draw(stream(seed, "test"), number, len(offered))])
        number += 1
    seat = state.asked()
    assert seat is not None
    return state, seat


def replayed(state: State, seat: int, line: tuple[Action, ...]) -> State:
    """The position at the end of a plan, the others standing aside."""
    world = MIND.alone(state, seat)
    for answer in line:
        world.play(answer)
    return world


def test_there_is_a_number_for_every_feature_of_every_year() -> None:
    for numbers in (RACE, POINTS):
        assert [len(year) for year in numbers] == [len(FEATURES)] * 4
    state, seat = turn_of(MODES["race"], 3)
    assert len(features(state, seat)) == len(FEATURES)


@pytest.mark.parametrize("mode", ["points", "points with everything", "solo"])
def test_at_the_end_of_the_game_the_promise_is_the_score(mode: str) -> None:
    state = EVACUATION.new(MODES[mode], 5)
    for number in range(10_000):
        if state.asked() is None:
            break
        offered = state.options()
        state.apply(offered[draw(11, number, len(offered))])
    assert [MIND.judge.promise(state, seat, 4) for seat in range(len(state.players))] == state.scores()


@pytest.mark.parametrize("mode", MODES)
def test_a_plan_runs_to_the_end_of_the_game_and_begins_with_an_answer_that_may_be_given(mode: str) -> None:
    state, seat = turn_of(MODES[mode], 7, after=25)
    before = state.digest()
    ends = MIND.plan(state, seat, Nodes(300))
    assert state.digest() == before, "planning leaves the position as it is"
    assert [end.worth for end in ends] == sorted((end.worth for end in ends), reverse=True)
    assert ends[0].whole
    assert replayed(state, seat, ends[0].line).asked() is None
    for end in ends:
        assert end.turn[0] in state.options()
        assert end.line[: len(end.turn)] == end.turn


def test_a_plan_made_before_is_followed_as_far_as_it_still_goes() -> None:
    state, seat = turn_of(MODES["race"], 9, after=30)
    first = MIND.plan(state, seat, Nodes(2000))[0]
    assert MIND.plan(state, seat, Nodes(50), first.line)[0].worth >= first.worth - 1e-9
    # Answers that fit nowhere are left out.
    broken: tuple[Any, ...] = (Settle(36), UseFactories((7, 7, 7)), Act(99), PASS)
    assert MIND.plan(state, seat, Nodes(50), broken)[0].whole


def test_a_field_may_be_settled_with_its_factories_named_at_once() -> None:
    game: Any = EVACUATION
    state = game.new(MODES["race"], 21)
    player = bot("planner", 1, lambda: Nodes(60))
    settled = 0
    while state.asked() is not None:
        seat = state.asked()
        assert seat is not None
        answer = player.choose(game, game.guess(state, seat, 4), seat) if seat == 0 else MIND.still(state)
        settled += isinstance(answer, Settle) and answer.factories is not None
        state.play(answer)
    assert settled > 0


def ended(mode: str) -> State:
    """A game that is over."""
    state = EVACUATION.new(MODES[mode], 5)
    number = 0
    while state.asked() is not None:
        offered = state.options()
        state.apply(offered[draw(11, number, len(offered))])
        number += 1
    return state


@pytest.mark.parametrize("mode", MODES)
def test_the_parts_of_a_value_sum_to_it(mode: str) -> None:
    state, seat = turn_of(MODES[mode], 13, after=40)
    assert sum(MIND.parts(state, seat).values()) == pytest.approx(MIND.value(state, seat))
    over = ended(mode)
    for each in range(len(over.players)):
        assert sum(MIND.parts(over, each).values()) == pytest.approx(MIND.value(over, each))


@pytest.mark.parametrize("mode", MODES)
def test_the_value_looks_at_nothing_hidden(mode: str) -> None:
    """It is the same in every world the seat cannot tell from this one."""
    state, seat = turn_of(MODES[mode], 3, after=30)
    for seed in range(4):
        assert MIND.value(EVACUATION.guess(state, seat, seed), seat) == MIND.value(state, seat)


def test_a_blind_spot_hides_what_it_is_named_after() -> None:
    state, seat = turn_of(MODES["points"], 13, after=40)
    player = state.players[seat]
    before = MIND.blind(["hunger"]).value(state, seat), MIND.value(state, seat)
    player.penalties += 2
    assert MIND.blind(["hunger"]).value(state, seat) == before[0]
    assert MIND.value(state, seat) < before[1]
    for spot in BLIND:
        assert MIND.blind([spot]).policy(ended("points"), 0) is None
    with pytest.raises(LookupError, match="there is no blind spot 'dusk'; there are: hunger, transport"):
        Judge("dusk")
    assert MIND.blind(["federations"]).value(state, seat) == MIND.value(state, seat), "what the title does not have"


# --- transport ----------------------------------------------------------------------------------------


def loads(way: tuple[Action, ...]) -> dict[int, Load]:
    """Ship -> its load."""
    return {answer.ship: answer for answer in way if isinstance(answer, Load)}


def transport_of(ships: tuple[str, ...], sites: tuple[str, ...], energy: int, year: int = 4) -> State:
    """Seat 0 is asked for its ships with these ships and sites on the Old World."""
    state = table(mode="points")
    state.year = year
    state.phase = phases.TRANSPORT
    player = stock(state, 0, old=(0, 0, energy), new=(0, 0, 0))
    player.ships = [PACK.find("ships", ship) * 4 for ship in ships]
    player.sites = sum(1 << PACK.find("sites", site) for site in sites)
    player.stadiums = ((), ())
    player.old_factories = [0, 0, 0]
    state.stack = [TransportShips(0, ())]
    state.forget()
    return state


def test_sites_make_room_for_each_other() -> None:
    """A site that fits two places takes the one that another cannot use."""
    # The place of the avocet (terrains 1, 2): site b of steel (1 or 2) would block a of food (1) or a of steel (2).
    state = transport_of(("avocet",), ("food-population-a", "steel-population-b"), energy=2)
    way = transports(state, 0, Judge(), 1)[0]
    load = loads(way)[PACK.find("ships", "avocet")]
    assert {site.site for site in load.places if isinstance(site, LoadSite)} == {
        PACK.find("sites", "food-population-a"),
        PACK.find("sites", "steel-population-b"),
    }


def test_a_factory_site_takes_the_place_for_buildings_where_people_need_the_other() -> None:
    state = transport_of(("bunting",), ("food-population-a", "food-factory"), energy=1)
    load = loads(transports(state, 0, Judge(), 1)[0])[PACK.find("ships", "bunting")]
    assert [place.site for place in load.places if isinstance(place, LoadSite)] == [
        PACK.find("sites", "food-population-a"),
        PACK.find("sites", "food-factory"),
    ]


def test_the_best_ships_fly_when_energy_is_short() -> None:
    """With two energy either a dear ship flies with two sites, or two cheap ones with one each and a factory."""
    state = transport_of(
        ("avocet", "bunting", "condor"), ("food-population-a", "steel-population-a", "energy-factory"), energy=2
    )
    ways = transports(state, 0, Judge(), 99)
    assert sum(len([p for p in load.places if isinstance(p, LoadSite)]) for load in loads(ways[0]).values()) == 3
    for way in ways:
        assert sum(PACK.ships[ship].flight for ship in loads(way)) <= 2


def test_no_other_load_of_the_last_year_is_worth_more() -> None:
    """Against every load there is, tried one by one, by the points at the end of the game."""
    for seed in range(12):
        names = [PACK.ships[draw(seed, number, len(PACK.ships))].id for number in range(2)]
        if len(set(names)) < 2:
            continue
        chosen = [site.id for number, site in enumerate(PACK.sites[:9]) if draw(seed, 10 + number, 2)]
        state = transport_of(tuple(names), tuple(chosen), energy=2 + draw(seed, 30, 3))
        best = state.clone()
        carried_out(best, transports(best, 0, Judge(), 1)[0])
        assert left_behind(best) == least_left(state), (names, chosen)


def left_behind(state: State) -> int:
    factories, people = sites_left(state, state.players[0])
    points = state.table.pack.points
    return factories * points.penalty_factory_site + people * points.penalty_population_site


def least_left(state: State) -> int:
    """What must be left behind, by trying everything that can be loaded."""
    if state.question() not in ("TransportShips", "LoadPlace") or state.asked() != 0:
        return left_behind(state)
    found = []
    for option in state.options():
        if isinstance(option, LoadResources) and any(option.resources):
            continue
        trial = state.clone()
        trial.apply(option)
        found.append(least_left(trial))
    return min(found)


def test_a_ship_that_is_loaded_in_part_is_loaded_to_its_end() -> None:
    """Whoever is asked in the middle of a load answers that question, and the rest follows."""
    state = transport_of(
        ("avocet", "bunting"), ("food-population-a", "steel-population-b", "food-factory"), energy=3
    )
    state.play(Fly(PACK.find("ships", "avocet")))
    while state.question() in ("LoadPlace", "TransportShips"):
        answer = MIND.policy(state, 0)
        assert answer is not None
        state.play(answer)
    assert state.players[0].sites == 0


def test_many_ships_do_not_take_for_ever() -> None:
    """A position may hold every ship there is: only the largest are looked at."""
    state = transport_of(
        tuple(ship.id for ship in PACK.ships), tuple(site.id for site in PACK.sites[:9]), energy=99
    )
    ways = transports(state, 0, Judge(), 10**6)
    assert len(ways) == 2**6
    carried_out(state, ways[0])
    assert state.players[0].sites == 0


def test_a_race_is_worth_what_its_places_are_decided_by() -> None:
    """EV-RAC-10: the goal comes first, then satisfaction; production beyond the goal is only a reserve."""

    def worth(production: int, there: int, pleased: int) -> float:
        return result(standing(([production] * 3, there, pleased), ([1, 1, 1], 3, 0)), 0, 0)

    assert worth(8, 3, 0) > worth(15, 2, 0), "the goal before any production without it"
    assert worth(10, 3, 5) > worth(14, 3, 1), "satisfaction before more than a reserve"
    assert worth(9, 3, 2) > worth(10, 3, 1), "a step of it before one of the reserve"
    assert worth(9, 3, 1) > worth(8, 3, 1), "a reserve is worth something"
    assert worth(7, 3, 1) > worth(6, 3, 1), "to be near the goal too"


@pytest.mark.parametrize(("name", "move"), [("left-to-progress", 201), ("decided-by-satisfaction", 177)])
def test_a_race_that_was_lost_in_its_last_year_is_won(name: str, move: int) -> None:
    """Once the planner stopped one step before the goal, which progress was to bring; the rival fulfilled it in its
    last turn, and the race was over with the transport. Once both fulfilled it, and satisfaction decided.
    """
    match: Any = Match.load((LOST / f"race-{name}.game").read_text(encoding="utf-8"))
    assert match.state.places() == [2, 1]
    state = match.at(move)
    assert (state.asked(), state.year, state.question()) == (0, 4, "Turn")
    game: Any = EVACUATION
    players = [bot("planner", 1, lambda: Nodes(500)), bot("greedy", 2)]
    number = 0
    while (seat := state.asked()) is not None:
        state.play(players[seat].choose(game, game.guess(state, seat, number), seat))
        number += 1
    assert state.places() == [1, 2]


def test_what_a_rival_may_cut_short_is_worth_less() -> None:
    state = standing(([6, 9, 9], 3, 0), ([7, 7, 7], 3, 0))
    state.year = 4
    state.forget()
    assert (state.asked(), state.question()) == (0, "Turn")
    still_in = MIND.plan(state, 0, Nodes(300))[0].worth
    state.passed = 2
    gone = MIND.plan(state, 0, Nodes(300))[0].worth
    assert gone > still_in + 1
    state.players[1].production = [8, 8, 8]
    state.players[1].stadiums = ((), state.players[1].stadiums[1][:2])
    state.players[1].cargo_stadiums = state.players[1].stadiums[1][:1]
    assert MIND.plan(state, 0, Nodes(300))[0].worth < gone - 1, "its third stadium is on its way"
