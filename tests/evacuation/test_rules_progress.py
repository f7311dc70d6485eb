"""Turn order, progress, turning points, bonus, year end."""

from __future__ import annotations

import pytest

from orrery.evacuation import flow, phases
from orrery.evacuation.actions import (
    FORGO,
    PASS,
    Act,
    Advance,
    Claim,
    Gain,
    Park,
    Prepare,
    Research,
    Settle,
    Take,
)
from orrery.evacuation.decisions.agenda import Agenda
from orrery.evacuation.decisions.progress import BonusChoice, LaneChoice, PowerChoice
from orrery.evacuation.game import EVACUATION
from orrery.evacuation.pack.lookup import SHIP
from orrery.evacuation.rules.progress import free_lanes, open_terrains, powers, splits, symbols
from orrery.evacuation.rules.resources import old_output
from orrery.evacuation.state import State
from tests.evacuation.table import (
    PACK,
    ask,
    do,
    know,
    markers,
    refused,
    settled,
    stadiums,
    stock,
    table,
    until,
)

BOARD = {action.id: Act(index) for index, action in enumerate(PACK.board)}


def moving(front: int, rear: int, areas: list[int], players: int = 2, **options: object) -> State:
    """Seat 0 splits its power points, everything parked."""
    state = table(players, **options)  # type: ignore[arg-type]  # options of many types
    for player in state.players:
        player.lanes = [0, 0]
    player = markers(state, 0, front, rear, 0, 0)
    player.areas = areas
    return ask(state, PowerChoice(0))


def advance(state: State, front: int, rear: int) -> State:
    """Give the split, unless it is the only one and has been made already."""
    return do(state, Advance(front, rear)) if state.question() == "SplitPower" else state


def bonus(state: State, effect: str) -> State:
    """Seat 0 receives this bonus."""
    index = PACK.find("bonus_effects", effect)
    return ask(state, Agenda(0, state.table.lookup.bonus_items[index], effect))


# ---------------------------------------------------------------- turn order


def test_more_satisfaction_comes_first() -> None:
    """EV-TUR-1, EV-TUR-2, EV-AMB-21: by satisfaction, stadiums of both worlds counted."""
    state = table(3)
    stadiums(state, 1, "cairo", world=0)
    stadiums(state, 2, "havana", world=1)
    until(state, lambda: state.year == 2)
    assert state.order == [2, 1, 0]


def test_only_the_new_world_counts_by_option() -> None:
    """EV-AMB-21: option satisfaction = new."""
    state = table(3, satisfaction="new")
    stadiums(state, 1, "cairo", world=0)
    stadiums(state, 2, "athens", world=1)
    until(state, lambda: state.year == 2)
    assert state.order == [2, 1, 0]
    assert flow.new_order(state)[0] == 2
    # Seats 0 and 1 are tied at 0: they reverse again.
    assert flow.new_order(state) == [2, 0, 1]


def test_all_tied_players_reverse() -> None:
    """EV-TUR-3, EV-AMB-53: every tie reverses the order among the tied."""
    assert flow.reordered([2, 0, 1, 3], [0, 0, 0, 0]) == [3, 1, 0, 2]
    assert flow.reordered([2, 0, 1, 3], [4, 0, 4, 0]) == [0, 2, 3, 1]


# ---------------------------------------------------------------- progress


def test_markers_park_before_they_move_except_in_year_one() -> None:
    """EV-PRG-1, EV-PRG-7: from year 2 on all slide to the parking lane, and offer symbols no more."""
    state = table()
    markers(state, 0, 3, 2)
    assert symbols(state, state.players[0]) == [1, 1]
    state.year = 2
    flow.progress_begins(state)
    assert state.players[0].lanes == [0, 0]
    assert symbols(state, state.players[0]) == [0, 0]


def test_players_move_in_the_new_order() -> None:
    """EV-PRG-2: who has more satisfaction moves first already in this year."""
    state = table()
    do(state, BOARD["research"], Research(0), BOARD["research"], Research(0))
    stadiums(state, 1, "cairo", world=0)
    do(state, PASS, PASS)
    assert (state.question(), state.asked()) == ("SplitPower", 1)


def test_all_points_are_split() -> None:
    """EV-PRG-3, EV-PRG-4: every split adds up to the points; 0 for one marker is allowed."""
    state = moving(8, 5, [1, 1, 0, 0])
    options = [(o.front, o.rear) for o in state.options() if isinstance(o, Advance)]
    assert {a + b for a, b in options} == {3}
    assert (3, 0) in options
    assert (0, 3) in options
    assert refused(state, Advance(2, 0))


def test_an_unmoved_marker_returns_to_a_lane() -> None:
    """EV-PRG-4, EV-AMB-12: it goes to the free space beside it and triggers nothing there."""
    state = moving(7, 5, [1, 1, 0, 0])
    do(state, Advance(0, 3))
    player = state.players[0]
    assert player.columns == [8, 7]
    assert player.lanes == [1, 1]
    assert player.research == [0, 0, 0]
    assert state.question() == "Turn"


def test_the_symbols_of_an_unmoved_marker_serve_the_other_one() -> None:
    """EV-PRG-4, EV-PRG-7, EV-STL-5: it stands on its lane space when the other lands on an instant settlement."""
    state = moving(10, 8, [0, 1, 0, 0])
    player = stock(state, 0, new=(0, 5, 0))
    player.population, player.new_factories = 3, [0, 1, 0]
    do(state, Advance(2, 0))
    assert player.lanes == [1, 1]
    sunny = PACK.find("fields", "B4")
    assert PACK.fields[sunny].symbols == (1, 0)
    assert Settle(sunny) in state.options()


def test_an_unmoved_marker_without_a_space_waits_for_what_the_other_brings() -> None:
    """EV-AMB-36, EV-TE-11: research on landing may allow it to stand on an occupied space."""
    state = table(sets=[2, 1])
    markers(state, 1, 6, 5, 1, 1)
    player = markers(state, 0, 6, 5, 0, 0)
    player.areas = [1, 0, 0, 0]
    crowded = next(
        column
        for column in range(3)
        if PACK.technology_effects[PACK.technologies[player.technologies[column * 3]].effect].op == "crowded_spaces"
    )
    do(ask(state, PowerChoice(0)), Advance(1, 0), Research(crowded), Gain(1, 0), Gain(1, 0))
    assert player.columns == [7, 5]
    assert player.lanes == [1, 1]


def test_an_unmoved_marker_without_a_free_space_stays_parked() -> None:
    """EV-AMB-36: the space beside it is occupied."""
    state = table()
    markers(state, 1, 6, 5, 1, 1)
    player = markers(state, 0, 6, 4, 0, 0)
    player.areas = [0, 1, 0, 0]
    do(ask(state, PowerChoice(0)), Advance(0, 2))
    assert player.columns == [6, 6]
    assert player.lanes == [0, 0]


def test_a_marker_on_the_start_space_may_stay_there() -> None:
    """EV-AMB-40: an unmoved marker of year 1."""
    state = moving(0, 0, [0, 1, 0, 0])
    do(state, Advance(2, 0))
    assert state.players[0].columns == [2, 0]
    assert state.players[0].lanes == [1, 0]


@pytest.mark.parametrize(("players", "lanes"), [(1, [1]), (2, [1]), (3, [1, 2]), (4, [1, 2])])
def test_the_second_lane_is_for_three_and_more(players: int, lanes: list[int]) -> None:
    """EV-PRG-5, EV-SOL-2: with two players and solo there is one driving lane."""
    state = table(players)
    assert free_lanes(state, 5, False) == lanes


def test_a_driving_space_holds_one_marker() -> None:
    """EV-PRG-6: whoever would end on an occupied one parks; occupied spaces may be passed."""
    state = moving(0, 0, [1, 1, 0, 0])
    markers(state, 1, 3, 2)
    do(state, Advance(3, 0))
    assert state.players[0].columns == [3, 0]
    assert state.players[0].lanes == [0, 0]
    state = moving(0, 0, [0, 0, 0, 1])
    markers(state, 1, 3, 2)
    do(state, Advance(4, 0), FORGO)
    assert state.players[0].columns == [4, 0]
    assert state.players[0].lanes == [1, 0]


def test_own_markers_block_each_other() -> None:
    """EV-PRG-6: two own markers on one column of a single lane: one of them parks."""
    state = moving(0, 0, [0, 1, 0, 0])
    do(state, Advance(1, 1))
    assert state.players[0].columns == [1, 1]
    assert state.players[0].lanes == [1, 0]


def test_the_owner_chooses_among_free_lanes() -> None:
    """EV-AMB-39, EV-PRG-6: with two lanes free a choice; one taken, the other; none, parking."""
    state = moving(0, 0, [0, 1, 0, 0], players=3)
    do(state, Advance(2, 0))
    assert state.options() == [Park(1), Park(2)]
    markers(state, 1, 2, 1)
    assert free_lanes(state, 2, False) == [2]
    markers(state, 2, 2, 1, 2, 0)
    assert free_lanes(state, 2, False) == []


def test_spaces_without_print_may_hold_many_by_option() -> None:
    """EV-AMB-11: option empty_spaces = many; a printed space still holds one."""
    for option, first in (("one", []), ("many", [1])):
        state = table(empty_spaces=option)
        markers(state, 1, 2, 1)
        assert free_lanes(state, 1, False) == first
        assert free_lanes(state, 2, False) == []


@pytest.mark.parametrize(("column", "question"), [(4, "Development"), (7, "ResearchColumn"), (2, "Turn")])
def test_landing_on_an_instant_effect_carries_it_out(column: int, question: str) -> None:
    """EV-PRG-8: at once, by the normal rules."""
    state = table()
    stock(state, 0, old=(1, 1, 1))
    player = markers(state, 0, 1, 1, 0, 0)
    player.columns = [column - 1, column - 1]
    player.areas = [1, 0, 0, 0]
    advance(ask(state, PowerChoice(0)), 1, 0)
    assert state.question() == question


def test_an_instant_settlement_obeys_the_rules() -> None:
    """EV-PRG-8, EV-STL-2: landing on settle asks for a field that can be settled."""
    state = moving(10, 9, [0, 1, 0, 0])
    player = stock(state, 0, new=(0, 2, 0))
    player.population = 2
    do(state, Advance(2, 0))
    assert state.question() == "SettleField"
    do(state, Settle(PACK.find("fields", "A2")))
    assert player.production == [1, 1, 0]


def test_at_most_one_turning_point_between_the_markers() -> None:
    """EV-PRG-9, EV-AMB-29: ends with two between them are not offered; steps may be interleaved."""
    state = moving(0, 0, [0, 0, 3, 1])
    ends = [(o.front, o.rear) for o in state.options() if isinstance(o, Advance)]
    assert (13, 0) not in ends
    assert (9, 4) not in ends
    assert (8, 5) in ends
    assert (9, 4) not in [(a, b) for a, b, _ in splits(state, state.players[0], 13)]
    state = moving(4, 4, [0, 0, 2, 0])
    # The front marker goes over the second turning point once the rear has passed the first.
    assert (5, 1) in [(a, b) for a, b, _ in splits(state, state.players[0], 6)]
    do(state, next(o for o in state.options() if isinstance(o, Advance) and (o.front, o.rear) == (5, 1)))
    until(state, lambda: state.question() == "Turn")
    assert state.players[0].columns == [9, 5]


def test_the_end_of_the_track_stops_a_marker() -> None:
    """EV-PRG-10: the other takes all further points; both at the end lose the rest; end spaces hold two."""
    last = len(PACK.columns) - 1
    state = moving(last - 1, last - 4, [0, 2, 0, 0])
    options = [(o.front, o.rear) for o in state.options() if isinstance(o, Advance)]
    assert sorted(set(options)) == [(0, 4), (1, 3)]
    state = moving(last - 1, last - 1, [0, 0, 3, 0])
    assert state.players[0].columns == [last, last]
    assert state.players[0].lanes == [1, 1]
    assert free_lanes(state, last, False) == []


# ---------------------------------------------------------------- turning points


def test_the_first_turning_point_turns_a_sea_site_for_each_marker() -> None:
    """EV-TP-1: production of the Old World falls by 1/1/1 with each."""
    before = old_output(table(), 0)
    state = advance(moving(4, 4, [1, 0, 0, 0]), 1, 0)
    assert old_output(state, 0) == tuple(n - 1 for n in before)
    state.players[0].lanes = [0, 0]
    do(ask(state, PowerChoice(0)), Advance(0, 1))
    assert old_output(state, 0) == tuple(n - 2 for n in before)
    assert state.players[0].production == [0, 0, 0]


def test_the_second_turning_point_opens_the_desert_then_moves_a_sea_site() -> None:
    """EV-TP-2, EV-AMB-38: the first marker opens desert; the second moves a sea site, productions +1."""
    state = advance(moving(8, 8, [1, 0, 0, 0]), 1, 0)
    player = state.players[0]
    until(state, lambda: state.question() == "Turn")
    assert open_terrains(state, player) == 0b11
    assert player.production == [0, 0, 0]
    player.lanes = [0, 0]
    do(ask(state, PowerChoice(0)), Advance(0, 1))
    assert player.production == [1, 1, 1]
    assert player.sea_moved == 1


def test_the_third_turning_point_opens_the_forest_then_moves_the_other_sea_site() -> None:
    """EV-TP-3: like the second, with the other sea site."""
    state = moving(13, 13, [1, 0, 0, 0])
    player = state.players[0]
    assert player.sea_moved == 1
    advance(state, 1, 0)
    assert open_terrains(state, player) == 0b111
    player.lanes = [0, 0]
    do(ask(state, PowerChoice(0)), Advance(0, 1))
    assert player.production == [1, 1, 1]
    assert player.sea_moved == 2


def test_the_fourth_turning_point_opens_the_ocean_and_nothing_else() -> None:
    """EV-TP-4: the second crossing does nothing."""
    state = moving(18, 18, [0, 1, 0, 0])
    player = state.players[0]
    before = list(player.production)
    do(state, Advance(2, 0))
    assert open_terrains(state, player) == 0b1111
    player.lanes = [0, 0]
    do(ask(state, PowerChoice(0)), Advance(0, 2))
    assert player.production == before


# ---------------------------------------------------------------- bonus


CARDS = ["amber", "beryl", "coral", "ruby"]


@pytest.mark.parametrize(
    ("areas", "small", "large"), [([0, 0, 1, 1], 1, 0), ([0, 0, 2, 1], 0, 1), ([0, 0, 0, 2], 0, 0), ([0] * 4, 0, 0)]
)
def test_the_top_bonus_card_rewards_exact_power(areas: list[int], small: int, large: int) -> None:
    """EV-BON-1, EV-BON-2, EV-AMB-18: 7 the bonus beside the smaller number, 10 the other, else nothing."""
    state = table(bonuses="strict", bonus_cards=CARDS)
    player = state.players[0]
    player.areas = areas
    ask(state, BonusChoice(0))
    if small or large:
        assert state.options() == [Claim(0), Claim(1 if small else 2)]
        do(state, state.options()[-1])
    assert (player.small, player.large) == (small, large)


def test_bonuses_come_in_turn_order() -> None:
    """EV-BON-1: the new turn order."""
    state = table(bonuses="generous", bonus_cards=["beryl", "amber", "coral", "ruby"], order=[1, 0])
    do(state, PASS, PASS)
    assert (state.phase, state.question(), state.asked()) == (phases.BONUS, "BonusChoice", 0)
    do(state, Claim(1))
    assert (state.question(), state.asked()) == ("TakeCard", 0)


def test_normal_costs_apply_to_what_is_not_gained() -> None:
    """EV-BON-3: settling by a bonus costs steel as usual."""
    state = table()
    player = stock(state, 0, new=(0, 1, 0))
    player.population = 2
    bonus(state, "vanguard")
    assert PACK.find("fields", "A2") not in [o.field for o in state.options() if isinstance(o, Settle)]


def test_a_bonus_of_steel_and_food() -> None:
    """EV-BE-1, EV-RES-4: each to a world of choice."""
    state = table()
    player = stock(state, 0)
    bonus(state, "stores")
    assert state.options() == [Gain(0, 1), Gain(1, 1)]
    do(state, Gain(1, 1), Gain(0, 0))
    assert player.stock == [1, 0, 0, 0, 1, 0]


def test_a_bonus_of_population_steel_and_food() -> None:
    """EV-BE-2: population on the New World side."""
    state = table()
    player = stock(state, 0)
    bonus(state, "settlers")
    do(state, Gain(1, 1), Gain(1, 0))
    assert (player.population, player.stock) == (1, [0, 0, 0, 1, 1, 0])


def test_a_bonus_of_food_and_research() -> None:
    """EV-BE-3."""
    state = table()
    do(bonus(state, "study"), Gain(0, 0), Research(0))
    assert state.players[0].research == [1, 0, 0]


def test_a_bonus_of_infrastructures_and_a_factory() -> None:
    """EV-BE-4, EV-AMB-50: the factory is free, of any type that is left, on either world."""
    state = table()
    player = stock(state, 0)
    player.supply = [0, 4, 4]
    do(bonus(state, "works"), FORGO, FORGO)
    assert state.options() == [Prepare(0, 1), Prepare(1, 1), Prepare(0, 2), Prepare(1, 2)]
    do(state, Prepare(1, 2))
    assert (player.new_factories, player.stock) == ([0, 0, 1], [0] * 6)
    player.supply = [0, 0, 0]
    do(bonus(state, "works"), FORGO, FORGO)
    assert state.question() == "Turn"


def test_a_bonus_of_a_ship() -> None:
    """EV-BE-5, EV-AMB-24: free, on a world of choice."""
    state = table()
    player = stock(state, 0)
    bonus(state, "vessel")
    ship = state.displays[SHIP].open[0]
    assert Take(SHIP, ship, 0) in state.options()
    do(state, Take(SHIP, ship, 1))
    assert player.ships == [ship * 4 + 2]
    assert len(state.displays[SHIP].open) == 3


def test_a_bonus_of_research_and_settling() -> None:
    """EV-BE-6."""
    state = table()
    player = stock(state, 0, new=(0, 2, 0))
    player.population = 2
    do(bonus(state, "frontier"), Research(1), Settle(PACK.find("fields", "A2")))
    assert player.fields == 1 << PACK.find("fields", "A2")


@pytest.mark.parametrize(("front", "rear", "highest"), [(0, 0, 1), (9, 5, 2), (14, 9, 3), (19, 14, 3)])
def test_a_bonus_settles_the_next_terrain_too(front: int, rear: int, highest: int) -> None:
    """EV-BE-7, EV-AMB-51: the first terrain that is not open yet, desert while only the steppe is."""
    state = table()
    player = stock(state, 0, new=(0, 9, 0))
    player.population, player.new_factories = 9, [4, 4, 4]
    markers(state, 0, front, rear)
    player.abilities |= 2  # one symbol may be ignored
    bonus(state, "vanguard")
    fields = [PACK.fields[o.field] for o in state.options() if isinstance(o, Settle)]
    assert max(field.terrain for field in fields) <= highest
    assert highest in {field.terrain for field in fields} or highest == 3


# ---------------------------------------------------------------- year end


def test_the_year_ends() -> None:
    """EV-YE-1, EV-YE-2, EV-YE-3, EV-YE-4: next year; bonus card and X cards leave; displays shift; cards return."""
    state = table()
    shown = [list(display.open) for display in state.displays]
    coming = [display.stack[-1] for display in state.displays]
    cards = list(state.bonuses)
    until(state, lambda: state.year == 2)
    assert state.bonuses == cards[1:]
    for kind in range(3):
        assert state.displays[kind].open == [*shown[kind][1:], coming[kind]]
        assert shown[kind][0] not in state.displays[kind].stack


def test_year_four_has_no_year_end() -> None:
    """EV-YE-1, EV-RAC-1, EV-AMB-33: the game ends after its bonus phase, without another transport."""
    state = table()
    until(state, lambda: state.year == 4)
    shown = [list(display.open) for display in state.displays]
    until(state, lambda: state.asked() is None)
    assert state.year == 4
    assert state.phase == phases.OVER
    assert [display.open for display in state.displays] == shown
    assert len(state.bonuses) == 1


# ---------------------------------------------------------------- technologies of the track


def test_the_front_marker_brings_resources_at_turning_points() -> None:
    """EV-TE-6: 1 resource whenever the front marker passes a turning point; the rear brings none."""
    state = table()
    know(state, 0, "turning-point-gain")
    player = markers(state, 0, 4, 4, 0, 0)
    player.areas = [0, 1, 0, 0]
    do(ask(state, PowerChoice(0)), Advance(1, 1))
    assert state.question() == "GainResource"
    do(state, Gain(1, 2))
    assert state.question() == "Turn"
    assert player.stock[5] == 1


def test_markers_may_end_on_occupied_spaces() -> None:
    """EV-TE-11, EV-AMB-52: two resources of choice, then occupied spaces count as free."""
    state = table()
    player = stock(state, 0)
    know(state, 0, "crowded-lanes")
    assert len(state.options()) == 6
    do(state, Gain(0, 0), Gain(1, 1))
    assert player.stock == [1, 0, 0, 0, 1, 0]
    markers(state, 0, 0, 0, 0, 0)
    other = markers(state, 1, 3, 2)
    player.areas = [1, 1, 0, 0]
    do(ask(state, PowerChoice(0)), Advance(3, 0))
    assert player.lanes == [1, 0]
    assert other.lanes == [1, 1]
    assert symbols(state, player) == [0, 1]


def test_power_may_be_shifted_in_both_phases() -> None:
    """EV-TE-13, EV-AMB-34: by 1 or 2 up or down, decided separately for Progress and Bonus."""
    state = table(bonuses="strict", bonus_cards=CARDS)
    know(state, 0, "power-shift")
    player = state.players[0]
    player.areas = [0, 0, 0, 2]
    assert powers(state, player) == [6, 7, 8, 9, 10]
    ask(state, PowerChoice(0))
    assert len(state.options()) == 5
    state.stack.pop()
    ask(state, BonusChoice(0))
    assert state.options() == [Claim(0), Claim(1), Claim(2)]
    do(state, Claim(2))
    assert player.large == 1
    player.areas = [1, 0, 0, 0]
    assert powers(state, player) == [0, 1, 2, 3]


def test_a_lane_is_chosen_for_each_marker() -> None:
    """EV-AMB-39: a question of its own for each marker."""
    state = table(3)
    markers(state, 0, 5, 5, 0, 0)
    ask(state, LaneChoice(0, 1, 0), LaneChoice(0, 0, 0))
    do(state, Park(2))
    # The other marker stands in the same column: only the main lane is left, nobody need be asked.
    assert state.players[0].lanes == [2, 1]
    assert state.question() == "Turn"


def test_fields_settled_by_others_stay_closed_to_a_bonus() -> None:
    """EV-STL-6, EV-BE-6: a settled field is nobody else's."""
    state = table()
    player = stock(state, 0, new=(0, 2, 0))
    player.population = 2
    settled(state, 1, "A2")
    do(bonus(state, "frontier"), Research(0))
    assert Settle(PACK.find("fields", "A2")) not in state.options()


# ---------------------------------------------------------------- rewards and the end of the track


LONE_FIELD: dict[str, object] = {
    "game": "evacuation",
    "seed": 3,
    "year": 3,
    "phase": "progress",
    "order": [0, 1],
    "players": [
        {
            "markers": [{"column": 11}, {"column": 9}],
            "areas": [1, 0, 0, 0],
            "population": 1,
            "stock": {"new": {"steel": 1}, "old": {}},
        },
        {"areas": [1, 0, 0, 0], "fields": ["D6", "F2"]},
    ],
}


def test_an_instant_settlement_of_the_only_field_is_asked_and_may_be_forgone() -> None:
    """EV-PRG-8, EV-AMB-54: it would take the last population."""
    state = EVACUATION.position({**LONE_FIELD, "options": {"players": 2}})
    do(state, Advance(1, 0))
    assert (state.question(), state.asked()) == ("SettleField", 0)
    assert [EVACUATION.write(state, option) for option in state.options()] == ["settle B2", "forgo"]
    do(state, FORGO)
    player = state.players[0]
    assert (player.population, player.fields, player.stock[4]) == (1, 0, 1)


def test_with_rewards_that_must_be_taken_the_only_field_is_settled() -> None:
    """EV-AMB-54: option rewards = must."""
    state = EVACUATION.position({**LONE_FIELD, "options": {"players": 2, "rewards": "must"}})
    do(state, Advance(1, 0))
    assert state.players[0].population == 0
    assert state.players[0].fields == 1 << PACK.find("fields", "B2")


def test_a_bonus_and_each_of_its_effects_may_be_declined() -> None:
    """EV-BON-1, EV-AMB-54: who declines it has not received it."""
    state = table(bonuses="strict", bonus_cards=["coral", "amber", "beryl", "ruby"])
    player = state.players[0]
    player.areas = [0, 0, 1, 1]
    before = list(player.stock)
    do(ask(state.clone(), BonusChoice(0)), Claim(0))
    declined = ask(state.clone(), BonusChoice(0))
    do(declined, Claim(0))
    assert (declined.players[0].small, declined.players[0].stock) == (0, before)
    taken = do(ask(state, BonusChoice(0)), Claim(1))
    assert state.question() == "GainResource"
    do(taken, FORGO)
    assert state.question() == "ResearchColumn"
    do(taken, FORGO)
    assert (player.small, player.stock, player.research) == (1, before, [0, 0, 0])


def test_what_a_technology_of_a_reward_does_at_once_must_be_done() -> None:
    """EV-AMB-54, EV-TEC-4: only the instant effect or the bonus itself may be forgone."""
    state = table(bonuses="strict", bonus_cards=["coral", "amber", "beryl", "ruby"])
    player = state.players[0]
    player.areas = [0, 0, 1, 1]
    tile = next(
        i for i, t in enumerate(PACK.technologies) if PACK.technology_effects[t.effect].op == "crowded_spaces"
    )
    column = PACK.technologies[tile].row
    player.technologies = (*player.technologies[:column], tile, *player.technologies[column + 1 :])
    player.research = [state.table.lookup.thresholds[column] - 1, 0, 0]
    do(ask(state, BonusChoice(0)), Claim(1), Gain(0, 0), Research(0))
    assert state.question() == "GainResource"
    assert FORGO not in state.options()


def test_sub_actions_of_an_action_must_still_be_done() -> None:
    """EV-AMB-17, EV-AMB-54: an action was chosen, so all of it is carried out as far as it can be."""
    state = table()
    do(state, BOARD["supply-research"])
    assert state.question() == "GainResource"
    assert FORGO not in state.options()
    do(state, Gain(0, 0))
    assert state.question() == "ResearchColumn"
    assert FORGO not in state.options()


@pytest.mark.parametrize(("reading", "lane"), [("stays", "main"), ("parks", "parking")])
def test_a_marker_at_the_end_of_the_track_stays_where_it_lies(reading: str, lane: str) -> None:
    """EV-PRG-10, EV-AMB-55: it does not park, so that nobody else takes its space; option track_end = parks."""
    state = EVACUATION.position(
        {
            "game": "evacuation",
            "options": {"players": 2, "track_end": reading},
            "year": 4,
            "phase": "transport",
            "order": [1, 0],
            "players": [
                {
                    "markers": [{"column": 22, "lane": "main"}, {"column": 20, "lane": "main"}],
                    "areas": [1, 0, 0, 0],
                },
                {
                    "markers": [{"column": 21, "lane": "main"}, {"column": 21, "lane": "parking"}],
                    "areas": [0, 1, 0, 0],
                    "stadiums": {"new": ["athens"]},
                },
            ],
        }
    )
    until(state, lambda: state.question() == "SplitPower" or state.phase != phases.TRANSPORT)
    until(state, lambda: state.phase == phases.OVER)
    names = {1: "main", 0: "parking"}
    front = state.players[0]
    assert (front.columns[0], names[front.lanes[0]]) == (22, lane)


def test_the_rest_of_the_points_comes_in_one_order_beside_a_marker_that_stays() -> None:
    """EV-PRG-10, EV-AMB-55: which of them lands first makes no difference."""
    last = len(PACK.columns) - 1
    state = table()
    player = markers(state, 0, last, last - 2, 1, 0)
    assert splits(state, player, 2) == [(0, 2, False)]
    parks = table(track_end="parks")
    player = markers(parks, 0, last, last - 2, 0, 0)
    assert splits(parks, player, 2) == [(0, 2, False), (0, 2, True)]
