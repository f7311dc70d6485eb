"""The race: how it ends, penalties, bonuses, the winner."""

from __future__ import annotations

import random

import pytest

from orrery.evacuation import phases
from orrery.evacuation.actions import (
    DONE,
    NOTHING,
    PASS,
    Act,
    Advance,
    Fly,
    LoadResources,
    LoadStadium,
    Research,
    Take,
)
from orrery.evacuation.decisions.progress import PowerChoice
from orrery.evacuation.game import EVACUATION
from orrery.evacuation.pack import RESOURCES
from orrery.evacuation.pack.lookup import STADIUM
from orrery.evacuation.rules import scoring
from orrery.evacuation.state import State
from tests.evacuation.table import (
    PACK,
    ask,
    do,
    finish,
    markers,
    settle_down,
    ships,
    stadiums,
    stock,
    table,
    until,
)

BOARD = {action.id: Act(index) for index, action in enumerate(PACK.board)}
SATISFACTION = {1: "athens", 2: "cairo", 3: "havana", 4: "lima", 5: "oslo"}


def almost(state: State, seat: int, production: tuple[int, int, int] = (8, 8, 8)) -> None:
    """A seat lacks only its third stadium."""
    player = stock(state, seat, old=(9, 9, 9), new=(9, 9, 9))
    player.production = list(production)
    stadiums(state, seat, *(("athens", "berlin"), ("budapest", "cairo"), ("dakar", "essen"))[seat])
    settle_down(state)


def build(state: State, world: int = 1) -> None:
    """The seat to act builds the first displayed stadium."""
    do(state, BOARD["build-stadium"], Take(STADIUM, state.displays[STADIUM].open[0], world))


def standing(*seats: tuple[list[int], int, int]) -> State:
    """Seats with production, stadiums on the New World and satisfaction; everything evacuated, no penalties.

    Stadiums are filled up with start stadiums, which carry no satisfaction.
    """
    state = table(len(seats))
    for seat, (production, there, pleased) in enumerate(seats):
        player = state.players[seat]
        player.production = production
        player.sites = 0
        home = len(PACK.stadiums) + seat
        values = (PACK.find("stadiums", SATISFACTION[pleased]),) if pleased else ()
        player.stadiums = (() if there else values, (values + (home,) * 4)[:there])
    return state


def test_the_end_comes_after_year_four() -> None:
    """EV-RAC-1, EV-AMB-33: without a trigger the race ends with year 4."""
    state = finish(table())
    assert (state.year, state.ending, state.phase) == (4, 0, phases.OVER)


def test_the_round_is_finished_then_a_last_transport() -> None:
    """EV-RAC-2: all have had equally many turns; no more turns; one Transport; the end."""
    state = table(3)
    do(state, BOARD["research"], Research(0))
    almost(state, 1)
    build(state)
    assert state.ending == 1
    assert (state.question(), state.asked()) == ("Turn", 2)
    ships(state, 0, "albatross")
    stock(state, 0, old=(0, 0, 5))
    do(state, BOARD["research"], Research(0))
    assert (state.phase, state.question(), state.asked()) == (phases.TRANSPORT, "TransportShips", 0)
    do(state, DONE)
    assert state.asked() is None
    assert state.phase == phases.OVER
    assert state.year == 1


def test_who_has_passed_gets_no_turn_in_the_last_round() -> None:
    """EV-RAC-2: seat 2 passed before the trigger."""
    state = table(3)
    do(state, BOARD["research"], Research(0), BOARD["research"], Research(0), PASS)
    almost(state, 0)
    build(state)
    assert (state.ending, state.asked()) == (1, 1)
    do(state, BOARD["research"], Research(1))
    assert state.asked() is None


def test_a_second_trigger_changes_nothing() -> None:
    """EV-AMB-32: another player reaching the goal in the last round."""
    state = table(3)
    for seat in range(3):
        almost(state, seat)
    build(state)
    assert state.ending == 1
    build(state)
    assert (state.ending, state.asked()) == (1, 2)


def test_a_trigger_in_the_transport_ends_the_game_with_that_phase() -> None:
    """EV-RAC-3: the third stadium arrives by ship; the others still transport; no progress follows."""
    state = table()
    almost(state, 0)
    player = state.players[0]
    ships(state, 0, "albatross")
    ships(state, 1, "avocet")
    stock(state, 1, old=(0, 0, 9))
    do(state, PASS, PASS)
    home = player.stadiums[0][0]
    do(state, Fly(PACK.find("ships", "albatross")), NOTHING, LoadStadium(home), LoadResources((0, 0, 0)))
    assert state.ending == 1
    assert (state.phase, state.asked()) == (phases.TRANSPORT, 1)
    do(state, DONE)
    assert state.asked() is None
    assert player.columns == [0, 0]


def test_a_trigger_in_the_progress_phase_ends_the_game_with_that_phase() -> None:
    """EV-RAC-3, EV-TP-2: a moved sea site lifts the last marker to 8; no bonus phase follows."""
    state = table(bonuses="generous")
    almost(state, 0, (7, 7, 7))
    stadiums(state, 0, "jena")
    player = markers(state, 0, 10, 8, 0, 0)
    do(state, BOARD["research"], Research(0), PASS, PASS)
    assert (state.phase, state.question()) == (phases.PROGRESS, "SplitPower")
    do(state, next(o for o in state.options() if isinstance(o, Advance) and (o.front, o.rear) == (0, 4)))
    until(state, lambda: state.asked() is None)
    assert player.production == [8, 8, 8]
    assert state.ending == 1
    assert (player.small, player.large) == (0, 0)


def test_penalties_lower_the_lowest_marker() -> None:
    """EV-RAC-4, EV-RAC-5, EV-RAC-6, EV-RAC-8, EV-AMB-15: tiles, sites, stadiums; below 0 too."""
    state = standing(([5, 9, 7], 3, 0), ([5, 9, 7], 1, 0))
    player = state.players[0]
    player.penalties = 2
    player.sites = 0b111
    stages = dict(scoring.race_stages(state, 0, 0))
    assert stages["penalty tiles"] == [3, 9, 7]
    assert stages["sites left"] == [0, 9, 7]
    assert stages["stadiums missing"] == [0, 9, 7]
    assert dict(scoring.race_stages(state, 1, 0))["stadiums missing"] == [3, 9, 7]
    player.penalties = 7
    assert min(dict(scoring.race_stages(state, 0, 0))["sites left"]) == -5


def test_sea_sites_count_as_left_behind_while_face_up() -> None:
    """EV-AMB-14, EV-RAC-5: face down on the Old World they do not."""
    state = table()
    player = state.players[0]
    assert sum(scoring.sites_left(state, player)) == 11
    assert scoring.sites_left(state, player) == (5, 6)
    markers(state, 0, 5, 5)
    assert scoring.sites_left(state, player) == (3, 6)


@pytest.mark.parametrize(
    ("pleased", "bonuses"),
    [
        ((5, 3, 1), [2, 1, 0]),
        ((5, 5, 3), [2, 2, 0]),
        ((5, 3, 3), [2, 1, 1]),
        ((0, 0, 0), [2, 2, 2]),
        ((5, 3, 3, 1), [2, 1, 1, 0]),
        ((3, 5), [0, 1]),
        ((3, 3), [0, 0]),
    ],
)
def test_satisfaction_raises_the_lowest_marker(pleased: tuple[int, ...], bonuses: list[int]) -> None:
    """EV-RAC-7, EV-AMB-46: +2 and +1; ties; with two players +1 for the higher one, none when equal."""
    state = standing(*(([8, 8, 8], 3, value) for value in pleased))
    assert scoring.race_bonuses(state) == bonuses


@pytest.mark.parametrize(
    ("before", "bonus", "after"),
    [([8, 8, 9], 2, [9, 9, 9]), ([8, 8, 8], 2, [8, 9, 9]), ([5, 9, 9], 2, [7, 9, 9]), ([7, 8, 9], 2, [8, 9, 9])],
)
def test_a_bonus_of_two_moves_two_tied_markers(before: list[int], bonus: int, after: list[int]) -> None:
    """EV-RAC-9: one step each for the currently lowest marker."""
    assert sorted(scoring.raised(before, bonus)) == after


def test_penalties_come_before_bonuses() -> None:
    """EV-AMB-28: 8/8/9 with three penalties and +2 is 7/8/9; the other way round it would be 6/9/9."""
    state = standing(([8, 8, 9], 3, 5), ([8, 8, 8], 3, 1), ([1, 1, 1], 3, 0))
    state.players[0].penalties = 3
    assert sorted(scoring.final_markers(state)[0]) == [7, 8, 9]
    assert sorted(scoring.lowered(scoring.raised([8, 8, 9], 2), 3)) == [6, 9, 9]


def test_the_winner_still_meets_the_goal() -> None:
    """EV-RAC-10, EV-AMB-49: judged after penalties and bonuses; satisfaction breaks ties; then shared."""
    state = standing(([8, 8, 8], 3, 3), ([20, 20, 20], 2, 5), ([7, 8, 8], 3, 2))
    assert scoring.places(state) == [1, 2, 3]
    state = standing(([8, 8, 8], 3, 3), ([9, 9, 9], 3, 5), ([8, 8, 8], 3, 3))
    assert scoring.places(state) == [2, 1, 2]
    state = standing(([8, 8, 8], 3, 3), ([9, 9, 9], 3, 3))
    assert scoring.places(state) == [1, 1]


def test_a_goal_reached_through_bonuses_counts() -> None:
    """EV-AMB-49: 6 and +2 is 8."""
    state = standing(([6, 9, 9], 3, 5), ([7, 9, 9], 3, 1), ([7, 9, 9], 3, 0))
    assert scoring.places(state)[0] == 1
    assert scoring.final_markers(state)[0] == [8, 9, 9]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (([6, 9, 9], 3, 0), ([5, 20, 20], 3, 3)),
        (([5, 9, 9], 3, 0), ([6, 9, 9], 2, 0)),
        (([5, 9, 9], 3, 0), ([6, 9, 9], 2, 3)),
        (([5, 6, 9], 3, 3), ([5, 6, 9], 3, 0)),
        (([5, 7, 7], 3, 0), ([5, 6, 9], 3, 0)),
        (([5, 6, 9], 3, 0), ([5, 6, 8], 3, 0)),
    ],
)
def test_tie_breaks_when_nobody_meets_the_goal(
    first: tuple[list[int], int, int], second: tuple[list[int], int, int]
) -> None:
    """EV-RAC-11, EV-AMB-6: lowest marker, 3 stadiums, satisfaction, second marker, third marker."""
    # Two others take the bonuses for satisfaction, so that the markers compared are these.
    others = (([0, 0, 0], 0, 5), ([0, 0, 0], 0, 4))
    assert scoring.places(standing(first, second, *others))[:2] == [1, 2]


def test_equal_players_share() -> None:
    """EV-RAC-11: nothing left to compare."""
    state = standing(([5, 6, 7], 3, 0), ([5, 6, 7], 3, 0), ([0, 0, 0], 0, 5))
    assert scoring.places(state)[:2] == [1, 1]


def test_race_scores_are_the_lowest_final_markers() -> None:
    """EV-RAC-8, EV-RAC-9: what is compared first; its sources add up."""
    state = finish(table(3))
    assert state.scores() == [min(markers) for markers in scoring.final_markers(state)]
    assert state.scores() == [sum(gains.values()) for gains in scoring.sources(state)]


def test_the_goal_needs_stadiums_on_the_new_world() -> None:
    """EV-GOAL-1: three of the Old World do not count; 7 of one resource is not enough."""
    state = table()
    player = state.players[0]
    player.production = [8, 8, 8]
    stadiums(state, 0, "athens", "berlin", "cairo", world=0)
    assert not scoring.meets_goal(state, player)
    player.stadiums = (player.stadiums[0], player.stadiums[0])
    assert scoring.meets_goal(state, player)
    player.production = [8, 7, 8]
    assert not scoring.meets_goal(state, player)


def test_all_power_counts_even_at_the_end() -> None:
    """EV-RAC-1, EV-PRG-3: an untriggered progress phase goes on as usual."""
    state = table()
    player = markers(state, 0, 4, 4, 0, 0)
    player.areas = [0, 0, 1, 0]
    ask(state, PowerChoice(0))
    assert state.question() == "SplitPower"


@pytest.mark.parametrize("seed", range(8))
def test_the_end_of_a_race_is_told_step_by_step(seed: int) -> None:
    """EV-RAC-8, EV-RAC-9: every step moves a lowest marker by one; the last step leaves the final markers."""
    state = table(2 + seed % 3, seed)
    chance = random.Random(seed)
    while state.asked() is not None:
        state.play(chance.choice(state.options()))
    seen = EVACUATION.view(state, None)
    stages = [scoring.race_stages(state, s, scoring.race_bonuses(state)[s]) for s in range(len(state.players))]
    for seat, told in enumerate(seen["players"]):
        at = list(told["production"].values())
        assert told["accounting"] is not None
        for step in told["accounting"]:
            assert at[RESOURCES.index(step["resource"])] == min(at)
            at[RESOURCES.index(step["resource"])] += step["by"]
            assert list(step["production"].values()) == at
            assert step["by"] == (1 if step["source"] == "satisfaction" else -1)
        assert at == scoring.final_markers(state)[seat]
        sources = [step["source"] for step in told["accounting"]]
        assert sources == sorted(sources, key=[name for name, _ in stages[seat]].index)
