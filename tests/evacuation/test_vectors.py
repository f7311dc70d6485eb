"""The worked examples of the rulebook."""

from __future__ import annotations

from orrery.evacuation import flow, phases
from orrery.evacuation.actions import (
    Act,
    Advance,
    Load,
    LoadSite,
    PayOrder,
    PlayInfrastructure,
    Research,
    Settle,
    Take,
)
from orrery.evacuation.decisions.displays import Development
from orrery.evacuation.decisions.progress import PowerChoice
from orrery.evacuation.decisions.subactions import ResearchColumn, SettleField
from orrery.evacuation.decisions.transport import begin_transport
from orrery.evacuation.pack.lookup import STADIUM
from orrery.evacuation.rules import scoring, solo
from orrery.evacuation.rules.progress import open_terrains, outcome, powers
from orrery.evacuation.rules.resources import old_output, raise_production
from orrery.evacuation.rules.technologies import complete
from tests.evacuation.table import (
    PACK,
    ask,
    do,
    finish,
    journal,
    markers,
    new_game,
    settle_down,
    settled,
    ships,
    stadiums,
    stock,
    table,
    told,
    until,
)


def test_income_of_the_first_year() -> None:
    """EV-TV-1, EV-INC-1, EV-SET-17: 7/7/7 less 5 food is 2 food, 7 steel, 7 energy; nothing on the New World."""
    state = table(4)
    for player in state.players:
        assert player.stock == [2, 7, 7, 0, 0, 0]
        assert player.penalties == 0


def test_a_population_site_and_a_factory_site_produce() -> None:
    """EV-TV-2, EV-PRD-1: 2 steel of the population, 1 energy of the factory."""
    state = table()
    sites = (PACK.find("sites", "steel-population-a"), PACK.find("sites", "energy-factory"))
    state.players[0].sites = sum(1 << site for site in sites)
    assert old_output(state, 0) == (0, 2, 1)


def test_an_infrastructure_waits_for_its_condition() -> None:
    """EV-TV-3, EV-INF-2, EV-INF-3, EV-IC-2: 1 steel now, 2 steel production once people live on two deserts."""
    state = table()
    card = PACK.find("infrastructures", "amazon")
    player = stock(state, 0, new=(0, 2, 0))
    markers(state, 0, 9, 5, 0, 0)
    settled(state, 0, "B2")
    player.plans = (card,)
    player.population = 1
    do(ask(state, Development(0)), PlayInfrastructure(card))
    assert player.stock == [0, 0, 0, 0, 1, 0]
    assert player.production == [0, 0, 0]
    do(ask(state, SettleField(0, 0, 0)), Settle(PACK.find("fields", "D6")))
    assert player.production == [2, 2, 0]
    assert player.stock == [0, 0, 0, 0, 0, 0]


def test_settling_the_forest_of_the_example() -> None:
    """EV-TV-4, EV-STL-3, EV-STL-4, EV-STL-5: a factory, 2 population, 2 steel; energy production rises by 4."""
    state = table()
    player = stock(state, 0, new=(0, 2, 0))
    markers(state, 0, 16, 14)
    player.population, player.new_factories = 2, [0, 0, 1]
    do(ask(state, SettleField(0, 0, 0)), Settle(PACK.find("fields", "D5")))
    assert player.production == [0, 0, 4]
    assert player.stock == [0] * 6
    assert (player.population, player.new_factories) == (0, [0, 0, 0])
    assert (player.settled_population, player.settled_factories) == (2, [0, 0, 1])


def test_the_ship_of_the_example_is_loaded() -> None:
    """EV-TV-5, EV-TRN-4, EV-TRN-5, EV-TRN-6: a coastal site, a savanna factory on the building place, 2 energy."""
    state = table()
    player = stock(state, 0, old=(0, 0, 3))
    ships(state, 0, "albatross")
    coast, savanna = PACK.find("sites", "food-population-b"), PACK.find("sites", "food-factory")
    begin_transport(state, 0)
    settle_down(state)
    do(state, Load(PACK.find("ships", "albatross"), (LoadSite(coast), LoadSite(savanna)), (0, 0, 2)))
    until(state, lambda: state.question() == "Turn")
    assert not player.sites >> coast & 1
    assert not player.sites >> savanna & 1
    assert player.sites.bit_count() == 9
    assert (player.population, player.new_factories, player.supply) == (2, [1, 0, 0], [3, 4, 4])
    assert player.stock == [0, 0, 0, 0, 0, 2]


def test_turn_order_of_the_example() -> None:
    """EV-TV-6, EV-TUR-1, EV-TUR-3, EV-AMB-53, EV-SAT-2: blue with 2 comes first, the three tied reverse."""
    blue, yellow, white, pink = range(4)
    state = table(4, order=[pink, white, blue, yellow])
    stadiums(state, blue, "cairo", world=0)
    until(state, lambda: state.year == 2)
    assert state.order == [blue, yellow, white, pink]


def test_power_points_of_the_example() -> None:
    """EV-TV-7, EV-PRG-3: cards under areas 1, 1, 2, 4 are 8 power points."""
    state = table()
    state.players[0].areas = [2, 1, 0, 1]
    assert powers(state, state.players[0]) == [8]


def test_five_and_three_spaces() -> None:
    """EV-TV-8, EV-PRG-4, EV-PRG-8, EV-TP-2: the turning point works at once, then the second marker researches."""
    state = table()
    player = markers(state, 0, 6, 6, 0, 0)
    player.areas = [2, 1, 0, 1]
    book = journal(state)
    do(ask(state, PowerChoice(0)), Advance(5, 3))
    assert open_terrains(state, player) == 0b11
    assert state.question() == "ResearchColumn"
    assert told(book)[0] == "turning_point"
    do(state, Research(0))
    assert player.research == [1, 0, 0]
    assert player.columns == [11, 9]


def test_strict_bonuses_of_the_example() -> None:
    """EV-TV-9, EV-BON-2: exactly 7 the upper bonus, exactly 10 the lower, else nothing."""
    state = table(bonuses="strict", bonus_cards=["amber", "beryl", "coral", "ruby"])
    assert [outcome(state, points) for points in (6, 7, 8, 9, 10, 11)] == [0, 1, 0, 0, 2, 0]


def test_generous_bonuses_of_the_example() -> None:
    """EV-TV-10, EV-BON-4: up to 7 the upper bonus, 8 to 10 the lower, above nothing."""
    state = table(bonuses="generous", bonus_cards=["amber", "beryl", "coral", "ruby"])
    assert [outcome(state, points) for points in (0, 5, 7, 8, 10, 11)] == [1, 1, 1, 2, 2, 0]


def test_the_third_stadium_triggers_the_end() -> None:
    """EV-TV-11, EV-GOAL-1, EV-RAC-1: year 3, all productions at 8 or more, the third stadium arrives."""
    state = table()
    until(state, lambda: state.year == 3 and state.question() == "Turn" and state.asked() == 0)
    player = stock(state, 0, old=(0, 0, 9), new=(5, 5, 5))
    stadiums(state, 0, "athens", "berlin")
    player.production = [8, 9, 8]
    settle_down(state)
    assert not state.ending
    card = state.displays[STADIUM].open[0]
    do(state, Act(PACK.find("board", "build-stadium")), Take(STADIUM, card, 1))
    assert state.ending


def test_points_for_the_lowest_marker() -> None:
    """EV-TV-12, EV-PTS-4: 8 gives 10; 12 gives 19 + 3 + 3 = 25."""
    state = table(mode="points")
    for lowest, points in ((8, 10), (12, 25)):
        state.players[0].production = [lowest + 5, lowest, lowest + 1]
        assert scoring.sources(state)[0]["lowest production"] == points


def test_satisfaction_points_of_the_example() -> None:
    """EV-TV-13, EV-PTS-8: three of four with 3 stadiums and satisfaction 5 get 3 each, the fourth nothing."""
    state = table(4, mode="points")
    stadiums(state, 0, "athens", "cairo", "dakar")
    stadiums(state, 1, "berlin", "essen", "florence")
    state.players[2].stadiums = state.players[2].stadiums[::-1]
    stadiums(state, 2, "geneva", "havana")
    stadiums(state, 3, "lima", "budapest")
    assert scoring.satisfaction_points(state) == [3, 3, 3, 0]


TILES = [f"ash-{row}-{column}" for column in "abc" for row in ("low", "mid", "top")]
OTHERS = [f"birch-{row}-{column}" for column in "abc" for row in ("low", "mid", "top")]


def test_the_order_of_the_example() -> None:
    """EV-TV-14, EV-ORD-2, EV-ORD-3, EV-OC-1: five technologies; 2 steel for 1 food production and 5 points."""
    state = table(
        mode="points", orders=True, order_cards=["scholars", "builders", "producers"], technologies=[TILES, OTHERS]
    )
    player = stock(state, 0, old=(0, 0, 5), new=(0, 2, 0))
    player.research = [2, 5, 0]
    scholars = PACK.find("orders", "scholars")
    settle_down(state)
    assert not player.orders
    do(state, Act(PACK.find("board", "research")), Research(0))
    assert player.orders == (scholars,)
    assert state.question() == "OrderOffer"
    do(state, PayOrder(scholars))
    assert player.stock[3:] == [0, 0, 0]
    assert player.production == [1, 0, 0]
    assert scoring.sources(state)[0]["orders"] == 5


def test_solo_settling_of_the_example() -> None:
    """EV-TV-15, EV-SOL-14: three corners counter-clockwise, then the third field inland from B."""
    state = table(1)
    assert PACK.solo_tile.corners[state.corner] == "east"
    before = state.settled
    solo.settle(state, state.rivals[0], 3, "B")
    assert PACK.solo_tile.corners[state.corner] == "west"
    assert state.settled & ~before == 1 << PACK.find("fields", "D3")
    assert state.rivals[0].fields == 1 << PACK.find("fields", "D3")


def test_solo_progress_of_the_example() -> None:
    """EV-TV-16, EV-SOL-15, EV-SOL-17: year 1, card 7/10, bottom card 2: opponent 2 and 8, neutral 2 and 5."""
    state = new_game(1, bonus_cards=["amber", "beryl", "coral", "ruby"])
    until(state, lambda: state.phase == phases.ACTIONS)
    state.solo_deck = [PACK.find("solo_cards", "eclipse")]
    for seat, columns in ((solo.OPPONENT, [8, 2]), (solo.NEUTRAL, [5, 2])):
        solo.rival_progress(state, seat)
        assert state.rivals[seat - 1].columns == columns


def test_the_steel_goal_of_the_example() -> None:
    """EV-TV-17, EV-GC-11: production 12 scores 12 + 2 = 14."""
    state = table(mode="points")
    state.players[0].production = [20, 12, 3]
    assert scoring.goal_points(state, state.players[0], PACK.find("goals", "steel-production")) == 14


def test_a_marker_wraps_at_ten() -> None:
    """EV-TV-18, EV-PRD-6: a marker on 9 raised by 4 is one disc and a marker on 3."""
    state = table()
    state.players[0].production = [9, 0, 0]
    raise_production(state, 0, 0, 4, "test")
    assert state.players[0].production[0] == 13
    assert divmod(state.players[0].production[0], 10) == (1, 3)


def test_solo_turn_order_by_difference() -> None:
    """EV-TV-19, EV-SOL-6, EV-SOL-7: equal swaps, 1 or 2 less is place 2, 3 or more less place 3, more place 1."""
    stadium = {0: "home", 1: "athens", 2: "cairo", 3: "havana", 4: "lima", 5: "oslo"}
    for order, mine, theirs, place in (
        ([0, 1, 2], (3,), (3,), 1),
        ([1, 0, 2], (3,), (3,), 0),
        ([0, 1, 2], (3,), (4,), 1),
        ([0, 1, 2], (3,), (5,), 1),
        ([0, 1, 2], (2,), (5,), 2),
        ([0, 1, 2], (), (5, 2), 2),
        ([1, 0, 2], (4,), (3,), 0),
    ):
        state = table(1)
        state.order = order
        home = state.players[0].stadiums[0]
        state.players[0].stadiums = (home, tuple(PACK.find("stadiums", stadium[value]) for value in mine))
        state.rivals[0].stadiums = [PACK.find("stadiums", stadium[value]) for value in theirs]
        assert flow.new_order(state).index(0) == place


def test_the_research_picture() -> None:
    """EV-TV-20, EV-TEC-2, EV-TEC-4: four complete; a fifth researched once does not count."""
    state = table()
    player = state.players[0]
    player.research = [3, 1, 1]
    assert len(complete(state, player)) == 4
    do(ask(state, ResearchColumn(0)), Research(1))
    assert player.research == [3, 2, 1]
    assert len(complete(state, player)) == 4
    assert not state.ending
    finish(state)
