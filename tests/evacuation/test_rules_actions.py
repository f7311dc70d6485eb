"""The action phase: turns, energy, board actions and all sub-actions."""

from __future__ import annotations

from itertools import product

import pytest

from orrery.evacuation.actions import (
    CLONE,
    DONE,
    FORGO,
    PASS,
    Act,
    Action,
    Choose,
    Exchange,
    Gain,
    PayEnergy,
    PlayInfrastructure,
    Prepare,
    Refresh,
    Research,
    Settle,
    Take,
    Under,
)
from orrery.evacuation.decisions.agenda import Agenda
from orrery.evacuation.decisions.displays import Development, TakeCard
from orrery.evacuation.decisions.effects import EffectOrder
from orrery.evacuation.decisions.subactions import (
    ClonePopulation,
    PrepareFactory,
    ResearchColumn,
    SettleField,
)
from orrery.evacuation.items import EXCHANGE, RESEARCH, item
from orrery.evacuation.pack import ANY
from orrery.evacuation.pack.lookup import INFRASTRUCTURE, SHIP, STADIUM
from orrery.evacuation.rules.progress import energy_world, open_terrains, symbols
from orrery.evacuation.rules.settling import FREE_OCEAN, NEXT_TERRAIN, NORMAL, is_met, obstacles, possible_fields
from orrery.evacuation.state import State
from tests.evacuation.table import PACK, ask, display, do, markers, refused, settled, stock, table, until

BOARD = {action.id: Act(index) for index, action in enumerate(PACK.board)}


def names(actions: list[Action]) -> list[str]:
    return [type(action).__name__ for action in actions]


def fields(state: State, seat: int = 0) -> set[str]:
    return {PACK.fields[field].id for field in possible_fields(state, seat)}


def test_turns_go_round_until_all_have_passed() -> None:
    """EV-ACT-1: one action or pass in turn order; who has passed is not asked again this year."""
    state = table(3)
    assert [state.asked(), state.question()] == [0, "Turn"]
    do(state, PASS)
    assert state.asked() == 1
    do(state, BOARD["research"], Research(0))
    assert state.asked() == 2
    do(state, PASS)
    assert state.asked() == 1
    do(state, PASS)
    assert state.question() != "Turn" or state.year == 2


def test_an_action_tucks_a_card_advances_the_marker_and_is_carried_out() -> None:
    """EV-ACT-2, EV-ACT-5: the first two actions are free, the third costs 1 energy."""
    state = table(2)
    player = stock(state, 0, old=(0, 0, 5))
    for number, energy in ((1, 5), (2, 5), (3, 4)):
        do(state, BOARD["research"], Research(0))
        assert player.marker == number
        assert player.areas == [0, 0, 0, number]
        assert player.stock[2] == energy
        if state.asked() == 1:
            do(state, PASS)


def test_the_fourth_card_under_an_area_costs_one_more() -> None:
    """EV-ACT-2, EV-AMB-16: from the fourth card on each costs 1 extra energy, beside the track."""
    state = table()
    player = stock(state, 0, old=(0, 0, 20))
    player.areas = [0, 0, 0, 3]
    player.marker = 3
    state.forget()
    do(state, BOARD["research"], Research(0))
    assert player.stock[2] == 20 - 1 - 1
    do(state, PASS, BOARD["research"], Research(0))
    assert player.stock[2] == 18 - 2 - 1


def test_the_area_number_is_only_power() -> None:
    """EV-ACT-3: areas do not change what an action does; research in areas 1 and 4 is the same research."""
    state = table()
    stock(state, 0)
    do(state, BOARD["supply-research"], Gain(0, 0), Research(1))
    assert state.players[0].research == [0, 1, 0]
    assert state.players[0].areas == [1, 0, 0, 0]


def test_areas_hold_two_three_three_and_two_actions() -> None:
    """EV-ACT-4, EV-AMB-37: and the stronger twin lies in the lower area."""
    areas = [action.area for action in PACK.board]
    assert areas == [1, 1, 2, 2, 2, 3, 3, 3, 4, 4]


def test_the_last_space_of_the_action_track_repeats() -> None:
    """EV-ACT-5: 0, 0, 1, then rising to 3 for the seventh and every further action."""
    state = table()
    player = stock(state, 0, old=(0, 0, 40))
    paid = []
    for _ in range(9):
        before = player.stock[2]
        player.areas = [0, 0, 0, 0]
        player.research = [0, 0, 0]
        state.forget()
        do(state, BOARD["research"], Research(0))
        paid.append(before - player.stock[2])
        if state.asked() == 1:
            do(state, PASS)
    assert paid[:3] == [0, 0, 1]
    assert paid[6:] == [3, 3, 3]
    assert paid == sorted(paid)
    assert player.marker == 7


@pytest.mark.parametrize(
    ("front", "rear", "world"), [(8, 8, 0), (9, 5, 1), (9, 9, 2), (0, 0, 0), (20, 14, 2)], ids=str
)
def test_the_second_turning_point_governs_the_energy(front: int, rear: int, world: int) -> None:
    """EV-ACT-6, EV-TP-5: Old World, then either, then the New World only."""
    state = table()
    player = markers(state, 0, front, rear)
    assert energy_world(state, player) == world


def test_energy_of_both_worlds_may_be_mixed_after_one_crossing() -> None:
    """EV-ACT-6, EV-TP-5: 2 energy as 2, 1 + 1 or 2 of the other world."""
    state = table()
    player = stock(state, 0, old=(0, 0, 2), new=(0, 0, 2))
    markers(state, 0, 9, 5)
    player.marker = 4
    do(state, BOARD["research"])
    assert state.options() == [PayEnergy(0, 2), PayEnergy(1, 1), PayEnergy(2, 0)]
    do(state, PayEnergy(1, 1), Research(0))
    assert player.stock == [0, 0, 1, 0, 0, 1]


def test_energy_comes_from_the_new_world_alone_after_both_crossings() -> None:
    """EV-ACT-6: Old World energy does not help any more."""
    state = table()
    player = stock(state, 0, old=(0, 0, 9), new=(0, 0, 0))
    markers(state, 0, 9, 9)
    player.marker = 2
    state.forget()
    assert state.options() == [PASS]


def test_an_action_that_cannot_be_paid_cannot_be_taken() -> None:
    """EV-ACT-7: without energy for the track nothing; with just that, no area with a surcharge."""
    state = table()
    player = stock(state, 0, old=(5, 5, 0))
    player.marker = 2
    player.areas = [0, 0, 0, 3]
    state.forget()
    assert state.options() == [PASS]
    assert refused(state, BOARD["settle"])
    player.stock[2] = 1
    state.forget()
    assert BOARD["settle"] in state.options()
    assert BOARD["research"] not in state.options()


def test_subactions_come_in_printed_order_and_lapse_if_impossible() -> None:
    """EV-ACT-8, EV-AMB-17: a take may be forgone; what cannot be done lapses; the card is tucked anyway."""
    state = table()
    player = stock(state, 0)
    do(state, BOARD["settle"])
    assert player.areas == [0, 0, 1, 0]
    assert state.asked() == 1
    do(state, BOARD["supply-infrastructure"])
    assert state.question() == "GainResource"
    do(state, Gain(0, 0))
    assert state.question() == "Development"
    do(state, FORGO, FORGO)
    assert state.asked() == 0
    do(state, BOARD["prepare-factory"])
    assert state.asked() == 1


def test_with_free_subactions_order_and_omission_are_free() -> None:
    """EV-AMB-17: option subactions = free."""
    state = table(subactions="free")
    do(state, BOARD["supply-research"])
    assert state.question() == "EffectOrder"
    assert len(state.options()) == 3
    do(state, state.options()[1])
    assert state.question() == "ResearchColumn"
    assert FORGO in state.options()
    do(state, FORGO)
    assert state.question() == "GainResource"
    do(state, FORGO)
    assert state.asked() == 1
    assert state.players[0].stock == [2, 7, 7, 0, 0, 0]


# ---------------------------------------------------------------- board actions


def after(action: str, *answers: Action) -> State:
    """A board action of seat 0 with a full stock, and its answers."""
    state = table()
    stock(state, 0, old=(9, 9, 9), new=(9, 9, 9))
    state.players[0].population, state.players[0].new_factories = 4, [2, 2, 2]
    return do(state, BOARD[action], *answers)


def test_resource_and_two_infrastructures() -> None:
    """EV-BA-1: gain 1 resource, then develop infrastructure twice."""
    state = after("supply-infrastructure", Gain(1, 2))
    first = state.displays[INFRASTRUCTURE].open[0]
    do(state, Take(INFRASTRUCTURE, first, 1))
    assert state.question() == "Development"
    do(state, FORGO)
    assert state.asked() == 1
    assert state.players[0].stock[5] == 10


def test_resource_and_research() -> None:
    """EV-BA-2: gain 1 resource, research."""
    state = after("supply-research", Gain(0, 1), Research(2))
    assert state.players[0].stock[1] == 10
    assert state.players[0].research == [0, 0, 1]


def test_prepare_a_factory() -> None:
    """EV-BA-3, EV-FAC-1: a factory of a chosen type to a side for 1 resource of its type there."""
    state = after("prepare-factory", Prepare(0, 1))
    player = state.players[0]
    assert player.stock == [9, 8, 9, 9, 9, 9]
    assert (player.supply, player.old_factories) == ([4, 3, 4], [0, 1, 0])
    assert state.asked() == 1


def test_clone() -> None:
    """EV-BA-4, EV-CLN-1: 1 food of the New World for 2 population on its side."""
    state = after("clone")
    assert state.players[0].stock == [9, 9, 9, 8, 9, 9]
    assert state.players[0].population == 6


def test_two_infrastructures() -> None:
    """EV-BA-5: develop infrastructure twice."""
    state = after("infrastructure")
    for _ in range(2):
        card = state.displays[INFRASTRUCTURE].open[1]
        do(state, Take(INFRASTRUCTURE, card, 1))
    assert len(state.players[0].plans) == 2
    assert state.asked() == 1


def test_settle() -> None:
    """EV-BA-6: settle one field."""
    state = after("settle", Settle(PACK.find("fields", "A2")))
    assert state.players[0].fields == 1 << PACK.find("fields", "A2")
    assert state.asked() == 1


def test_build_a_ship() -> None:
    """EV-BA-7, EV-SHP-1, EV-DSP-1: pay where it is built; the gap closes and the rear space is filled."""
    state = after("build-ship")
    shown = list(state.displays[SHIP].open)
    coming = state.displays[SHIP].stack[-1]
    ship = PACK.ships[shown[0]]
    do(state, Take(SHIP, shown[0], 1))
    assert state.players[0].ships == [shown[0] * 4 + 2]
    assert state.players[0].stock == [9, 9, 9, *(9 - ship.cost[r] for r in range(3))]
    assert state.displays[SHIP].open == [*shown[1:], coming]


def test_build_a_stadium() -> None:
    """EV-BA-8, EV-STA-1, EV-DSP-1: pay where it is built; refill."""
    state = after("build-stadium")
    shown = list(state.displays[STADIUM].open)
    stadium = PACK.stadiums[shown[2]]
    do(state, Take(STADIUM, shown[2], 0))
    player = state.players[0]
    assert shown[2] in player.stadiums[0]
    assert player.stock == [*(9 - stadium.cost[r] for r in range(3)), 9, 9, 9]
    assert len(state.displays[STADIUM].open) == 3
    assert state.displays[STADIUM].open[:2] == shown[:2]


def test_resource_and_three_exchanges() -> None:
    """EV-BA-9, EV-EXC-1: gain 1 resource, then up to three exchanges, each within a world."""
    state = after("trade", Gain(0, 0), Exchange(0, 0, 1), Exchange(1, 2, 0), Exchange(0, 1, 2))
    assert state.players[0].stock == [9, 9, 10, 10, 9, 8]
    assert state.asked() == 1
    state = after("trade", Gain(0, 0), FORGO)
    assert state.asked() == 1


def test_who_stops_exchanging_goes_on_with_what_follows() -> None:
    """EV-EXC-1: the further exchanges are forgone with the first, the research behind them is not."""
    state = table()
    stock(state, 0, old=(1, 0, 0))
    ask(state, Agenda(0, (item(EXCHANGE), item(EXCHANGE), item(RESEARCH)), "test"))
    do(state, FORGO)
    assert state.question() == "ResearchColumn"
    do(state, Research(0))
    assert state.players[0].stock == [1, 0, 0, 0, 0, 0]
    assert state.players[0].research == [1, 0, 0]


def test_a_last_sub_action_is_carried_out_in_any_order() -> None:
    """EV-ADV-4, EV-AMB-17: with subactions = free the last one may be chosen or left."""
    for answer, research in ((Choose(item(RESEARCH)), [1, 0, 0]), (DONE, [0, 0, 0])):
        state = table(subactions="free")
        ask(state, EffectOrder(0, (item(RESEARCH),), "test", 1))
        assert state.options() == [Choose(item(RESEARCH)), DONE]
        do(state, answer)
        if state.question() == "ResearchColumn":
            do(state, Research(0))
        assert state.players[0].research == research
        assert state.question() == "Turn"


def test_research() -> None:
    """EV-BA-10: research."""
    state = after("research", Research(0))
    assert state.players[0].research == [1, 0, 0]


# ---------------------------------------------------------------- infrastructure


def test_an_infrastructure_is_taken_or_played() -> None:
    """EV-INF-1: one of the three displayed into hand, or one of the hand into play."""
    state = table()
    player = stock(state, 0, old=(1, 0, 0), new=(1, 1, 1))
    player.plans = (PACK.find("infrastructures", "oder"),)
    away = [card for card in state.displays[INFRASTRUCTURE].open if card not in player.plans]
    ask(state, Development(0))
    kinds = names(state.options())
    assert kinds.count("Take") == 3
    assert kinds.count("PlayInfrastructure") == 1
    assert kinds.count("Refresh") == 4
    do(state, Take(INFRASTRUCTURE, away[0], 1))
    assert away[0] in player.plans
    assert len(state.displays[INFRASTRUCTURE].open) == 3


def test_an_infrastructure_is_paid_on_the_new_world() -> None:
    """EV-INF-2: Old World resources do not pay for it."""
    state = table()
    player = stock(state, 0, old=(9, 9, 9))
    card = PACK.find("infrastructures", "amazon")
    player.plans = (card,)
    ask(state, Development(0))
    assert refused(state, PlayInfrastructure(card))
    player.stock[4] = 1
    state.forget()
    do(state, PlayInfrastructure(card))
    assert player.stock == [9, 9, 9, 0, 0, 0]
    assert list(player.plans) == []
    assert player.infrastructures == (card,)


def test_an_infrastructure_whose_condition_is_met_works_at_once_and_once() -> None:
    """EV-INF-3: production rises when it is played; settling more changes nothing."""
    state = table()
    player = stock(state, 0, new=(0, 9, 0))
    markers(state, 0, 9, 5, 0, 0)
    settled(state, 0, "B2", "D6")
    card = PACK.find("infrastructures", "amazon")
    player.plans = (card,)
    do(ask(state, Development(0)), PlayInfrastructure(card))
    assert player.production == [0, 2, 0]
    player.population = 2
    do(ask(state, SettleField(0, 0, 0)), Settle(PACK.find("fields", "F2")))
    assert player.production == [0, 2, 2]


def test_no_two_infrastructures_with_one_illustration() -> None:
    """EV-INF-4: amazon and congo share a picture; one in play bars the other."""
    state = table()
    player = stock(state, 0, new=(9, 9, 9))
    amazon, congo = PACK.find("infrastructures", "amazon"), PACK.find("infrastructures", "congo")
    assert PACK.infrastructures[amazon].illustration == PACK.infrastructures[congo].illustration
    assert PACK.infrastructures[amazon].exclamation
    player.plans, player.infrastructures = (congo,), (amazon,)
    ask(state, Development(0))
    assert refused(state, PlayInfrastructure(congo))
    player.infrastructures = ()
    state.forget()
    do(state, PlayInfrastructure(congo))


def test_fields_serve_several_infrastructures_and_hands_have_no_limit() -> None:
    """EV-INF-5: the same two deserts fulfil two cards; a hand of ten is fine."""
    state = table()
    player = stock(state, 0, new=(9, 9, 9))
    markers(state, 0, 9, 5, 0, 0)
    settled(state, 0, "B2", "D6")
    amazon, danube = PACK.find("infrastructures", "amazon"), PACK.find("infrastructures", "danube")
    player.plans = tuple(sorted({*range(10), amazon, danube}))
    do(ask(state, Development(0), Development(0)), PlayInfrastructure(amazon), PlayInfrastructure(danube))
    assert player.production == [0, 2, 2]


@pytest.mark.parametrize(
    ("condition", "yes", "no"),
    [
        ("four-steppe", ["A1", "A2", "A3", "G4"], ["A1", "A2", "A3", "B2"]),
        ("peopled-deserts", ["B2", "F4"], ["B2", "A1"]),
        ("forest-row", ["C3", "C5"], ["C3", "D5"]),
        ("desert-and-works", ["B2", "A1"], ["B2", "A2"]),
        ("long-diagonal", ["A2", "F5", "D5"], ["A2", "B5", "D5"]),
        ("long-diagonal", ["B5", "G2", "D5"], ["D1", "D7", "D5"]),
    ],
)
def test_infrastructure_conditions(condition: str, yes: list[str], no: list[str]) -> None:
    """EV-IC-1, EV-IC-2, EV-IC-3, EV-IC-4, EV-IC-5: each condition met and just missed."""
    index = PACK.find("conditions", condition)
    card = next(i for i, c in enumerate(PACK.infrastructures) if c.condition == index)
    for names_, expected in ((yes, True), (no, False)):
        state = table()
        settled(state, 0, *names_)
        assert is_met(state, state.players[0], card) is expected, names_


# ---------------------------------------------------------------- research, settling


def test_research_advances_the_lowest_incomplete_technology() -> None:
    """EV-TEC-1, EV-TEC-2, EV-TEC-3: one research for level 1, two each for 2 and 3; then the column is done."""
    state = table()
    player = state.players[0]
    for total, rows in ((1, 1), (2, 1), (3, 2), (4, 2), (5, 3)):
        player.research[1] = total
        assert sum(player.research[1] >= step for step in state.table.lookup.thresholds) == rows
    ask(state, ResearchColumn(0))
    assert state.options() == [Research(0), Research(2)]
    assert refused(state, Research(1))


def test_a_technology_works_only_when_complete() -> None:
    """EV-TEC-4: the first half of a level 2 technology gives nothing."""
    tiles = [f"ash-{row}-{column}" for column in "abc" for row in ("low", "mid", "top")]
    others = [tile.replace("ash", "birch") for tile in tiles]
    state = table(technologies=[tiles, others])
    player = state.players[0]
    player.research = [0, 1, 0]
    do(ask(state, ResearchColumn(0)), Research(1))
    assert player.new_factories == [0, 0, 0]
    do(ask(state, ResearchColumn(0)), Research(1))
    assert player.new_factories == [0, 0, 1]
    assert player.supply == [4, 4, 3]


@pytest.mark.parametrize(("front", "terrains"), [(8, 0b1), (9, 0b11), (14, 0b111), (19, 0b1111)])
def test_turning_points_open_terrains(front: int, terrains: int) -> None:
    """EV-STL-1, EV-TP-2, EV-TP-3, EV-TP-4, EV-AMB-2: steppe, desert, forest, ocean by the first own marker."""
    state = table()
    assert open_terrains(state, markers(state, 0, front, front - 4)) == terrains


def test_only_open_terrains_and_unsettled_fields_may_be_settled() -> None:
    """EV-STL-1, EV-STL-6, EV-AMB-3: steppe at the start; a field has one settler."""
    state = table()
    player = stock(state, 0, new=(0, 9, 0))
    player.population, player.new_factories = 9, [4, 4, 4]
    found = fields(state)
    assert "A1" in found
    assert {PACK.fields[PACK.find("fields", name)].terrain for name in found} == {0}
    settled(state, 1, "A1")
    assert "A1" not in fields(state)
    ask(state, SettleField(0, 0, 0))
    assert refused(state, Settle(PACK.find("fields", "A1")))
    assert refused(state, Settle(PACK.find("fields", "B2")))


def test_all_slots_must_be_filled_at_once() -> None:
    """EV-STL-2, EV-STL-3: a factory, a population and its steel must all be there, on the New World side."""
    state = table()
    player = stock(state, 0, new=(0, 1, 0))
    player.population, player.new_factories = 1, [1, 0, 0]
    assert "A1" in fields(state)
    player.new_factories, player.old_factories = [0, 0, 0], [1, 1, 1]
    assert "A1" not in fields(state)
    player.new_factories, player.stock[4] = [1, 0, 0], 0
    assert "A1" not in fields(state)
    player.stock[4], player.population = 1, 0
    assert "A1" not in fields(state)
    player.population = 1
    assert "A2" not in fields(state)


def test_factories_of_the_old_world_side_wait_for_a_ship() -> None:
    """EV-FAC-3: prepared on the Old World they settle nothing."""
    state = table()
    player = stock(state, 0, new=(0, 9, 0))
    player.old_factories = [4, 4, 4]
    assert fields(state) == set()


@pytest.mark.parametrize(
    ("front", "rear", "lanes", "offered"),
    [
        (5, 2, (1, 1), [2, 0]),
        (6, 5, (1, 1), [1, 1]),
        (6, 5, (1, 0), [0, 1]),
        (6, 5, (0, 0), [0, 0]),
        (18, 18, (1, 2), [1, 2]),
        (7, 4, (1, 1), [0, 0]),
    ],
    ids=str,
)
def test_symbols_come_from_the_spaces_of_the_markers(
    front: int, rear: int, lanes: tuple[int, int], offered: list[int]
) -> None:
    """EV-STL-5, EV-PRG-7, EV-AMB-35: each marker offers what its space shows; on the parking lane nothing."""
    state = table(3)
    assert symbols(state, markers(state, 0, front, rear, *lanes)) == offered


def test_a_field_with_symbols_needs_them_all() -> None:
    """EV-STL-5, EV-AMB-35: C3 asks for a sun and a house; two suns are not enough."""
    state = table()
    player = stock(state, 0, new=(0, 9, 0))
    player.population, player.new_factories = 9, [4, 0, 0]
    markers(state, 0, 14, 11)
    assert symbols(state, player) == [2, 0]
    assert "C3" not in fields(state)
    assert "C5" in fields(state)
    markers(state, 0, 14, 10)
    assert "C3" in fields(state)
    markers(state, 0, 18, 12, 1, 0)
    assert "C3" in fields(state)
    markers(state, 0, 18, 12, 0, 0)
    assert "C3" not in fields(state)


# ---------------------------------------------------------------- displays


def test_any_number_of_ships() -> None:
    """EV-SHP-2: ten ships and one more."""
    state = table()
    player = stock(state, 0, old=(9, 9, 9))
    player.ships = [ship * 4 for ship in range(21) if ship not in state.displays[SHIP].open][:10]
    shown = state.displays[SHIP].open[0]
    do(ask(state, TakeCard(0, SHIP, 0, ANY, 0, 0)), Take(SHIP, shown, 0))
    assert len(player.ships) == 11


def test_a_display_is_refreshed_for_one_resource() -> None:
    """EV-DSP-2, EV-AMB-20: 1 to 3 cards under the stack in any order; once; then take or let it lapse."""
    state = table()
    player = stock(state, 0, old=(0, 0, 1), new=(1, 0, 0))
    shown = list(state.displays[SHIP].open)
    coming = state.displays[SHIP].stack[-2:]
    ask(state, TakeCard(0, SHIP, 0, ANY, 0, 0))
    assert [option for option in state.options() if isinstance(option, Refresh)] == [Refresh(0, 2), Refresh(1, 0)]
    do(state, Refresh(1, 0), Under(SHIP, shown[2]))
    assert DONE in state.options()
    do(state, Under(SHIP, shown[0]), DONE)
    assert player.stock == [0, 0, 1, 0, 0, 0]
    assert state.displays[SHIP].open == [shown[1], *reversed(coming)]
    assert state.displays[SHIP].stack[:2] == [shown[0], shown[2]]
    assert state.question() == "Turn"


def test_a_refresh_may_come_once_per_take() -> None:
    """EV-DSP-2, EV-AMB-20: after it only taking or forgoing is left; the resource is lost."""
    state = table()
    stock(state, 0, old=(9, 9, 9))
    shown = list(state.displays[STADIUM].open)
    ask(state, TakeCard(0, STADIUM, 0, ANY, 0, 0))
    do(state, Refresh(0, 0), *(Under(STADIUM, card) for card in shown))
    assert state.question() == "TakeCard"
    assert "Refresh" not in names(state.options())
    do(state, FORGO)
    assert state.players[0].stock[0] == 8


def test_an_empty_stack_lets_the_display_shrink() -> None:
    """EV-DSP-3: nothing is renewed."""
    state = table()
    stock(state, 0, old=(9, 9, 9))
    state.displays[SHIP].stack.clear()
    card = state.displays[SHIP].open[0]
    do(ask(state, TakeCard(0, SHIP, 0, ANY, 0, 0)), Take(SHIP, card, 0))
    assert len(state.displays[SHIP].open) == 2


# ---------------------------------------------------------------- factories, clones


def test_a_factory_is_paid_on_the_world_where_it_is_prepared() -> None:
    """EV-FAC-1, EV-RES-3: steel of the New World prepares a steel factory there and nowhere else."""
    state = table()
    player = stock(state, 0, old=(1, 0, 0), new=(0, 1, 0))
    ask(state, PrepareFactory(0, ANY))
    assert state.options() == [Prepare(0, 0), Prepare(1, 1)]
    do(state, Prepare(1, 1))
    assert player.new_factories == [0, 1, 0]
    assert player.stock == [1, 0, 0, 0, 0, 0]


def test_cloning_needs_food_of_the_new_world_and_no_population() -> None:
    """EV-CLN-1: possible with 0 population there; Old World food does not count."""
    state = table()
    player = stock(state, 0, old=(9, 0, 0))
    ask(state, ClonePopulation(0))
    assert player.population == 0
    player.stock[3] = 1
    ask(state, ClonePopulation(0))
    assert (player.population, player.stock[3]) == (2, 0)
    assert CLONE not in state.options()


def test_the_year_goes_on_after_all_have_passed() -> None:
    """EV-ACT-1, EV-YE-4: cards and the action marker come back for the next year."""
    state = table()
    do(state, BOARD["research"], Research(0))
    assert state.players[0].marker == 1
    until(state, lambda: state.year == 2)
    assert state.players[0].marker == 0
    assert state.players[0].areas == [0, 0, 0, 0]


def test_displayed_cards_of_every_kind_are_on_offer() -> None:
    """EV-SHP-1, EV-STA-1: each displayed card on each world where it can be paid."""
    state = table()
    stock(state, 0, old=(9, 9, 9), new=(9, 9, 9))
    display(state, STADIUM, "athens", "oslo", "prague")
    ask(state, TakeCard(0, STADIUM, 0, ANY, 0, 0))
    assert names(state.options()).count("Take") == 6


def test_a_field_can_be_settled_exactly_where_nothing_is_missing() -> None:
    """EV-STL-1, EV-STL-2, EV-STL-3, EV-STL-5, EV-STL-6: the list of fields and the reasons against others agree."""
    state = table()
    possible = missing = 0
    for front, rear, people, steel, factories in product((3, 12, 20), (2, 8), (0, 1, 2), (0, 2), (0, 1, 2)):
        player = markers(state, 0, front, rear)
        player.population, player.new_factories = people, [factories, 0, 0]
        stock(state, 0, new=(0, steel, 0))
        for how, ignore in product((NORMAL, NEXT_TERRAIN, FREE_OCEAN), (0, 1)):
            fields = possible_fields(state, 0, how, ignore)
            free = [field for field in range(len(PACK.fields)) if not obstacles(state, player, field, how, ignore)]
            assert fields == free
            possible += len(fields)
            missing += len(PACK.fields) - len(fields)
    assert possible > 100
    assert missing > 100
