"""Resources, production, income, satisfaction."""

from __future__ import annotations

import pytest

from orrery.evacuation import phases
from orrery.evacuation.actions import Exchange, Gain, Prepare, Settle, Take, UseFactories
from orrery.evacuation.decisions.subactions import (
    ExchangeResource,
    GainResource,
    PrepareFactory,
    SettleField,
)
from orrery.evacuation.pack import ANY, FOOD
from orrery.evacuation.pack.lookup import SHIP
from orrery.evacuation.rules.resources import income, raise_production
from orrery.evacuation.rules.technologies import satisfaction
from tests.evacuation.table import (
    PACK,
    ask,
    display,
    do,
    markers,
    new_game,
    refused,
    stadiums,
    stock,
    table,
    until,
)


def test_stocks_of_the_two_worlds_are_apart() -> None:
    """EV-RES-1, EV-RES-2: Old World production fills the Old World stock, New World production the other."""
    state = table()
    player = stock(state, 0)
    player.production = [1, 2, 3]
    income(state, 0)
    assert player.stock == [2, 7, 7, 1, 2, 3]


def test_a_cost_is_paid_from_one_world_only() -> None:
    """EV-RES-3, EV-SHP-1: steel of both worlds together does not build a ship."""
    state = table()
    display(state, SHIP, "albatross", "heron", "wren")
    player = stock(state, 0, old=(0, 1, 5), new=(0, 1, 0))
    do(state, state.options()[PACK.find("board", "build-ship")])
    ship = PACK.find("ships", "albatross")
    assert refused(state, Take(SHIP, ship, 0))
    assert refused(state, Take(SHIP, ship, 1))
    player.stock[1] = 2
    state.forget()
    do(state, Take(SHIP, ship, 0))
    assert player.stock == [0, 0, 5, 0, 1, 0]
    assert player.ships == [ship * 4]


def test_each_gained_resource_chooses_its_world() -> None:
    """EV-RES-4, EV-GAI-1: of two resources gained one may go to each world."""
    state = table()
    player = stock(state, 0)
    ask(state, GainResource(0, ANY, "test"), GainResource(0, ANY, "test"))
    assert len(state.options()) == 6
    do(state, Gain(0, FOOD), Gain(1, 2))
    assert player.stock == [1, 0, 0, 0, 0, 1]


def test_an_exchange_stays_within_a_world() -> None:
    """EV-RES-5, EV-EXC-1: a resource of a world for another one there; it may be forgone."""
    state = table()
    player = stock(state, 0, old=(1, 0, 0))
    ask(state, ExchangeResource(0, "test"))
    assert [type(option).__name__ for option in state.options()] == ["Forgo", "Exchange", "Exchange"]
    assert refused(state, Exchange(1, 0, 1))
    do(state, Exchange(0, 0, 2))
    assert player.stock == [0, 0, 1, 0, 0, 0]


def test_the_supply_of_resources_has_no_end() -> None:
    """EV-RES-6, EV-AMB-13: only amounts are kept, more of them than there are pieces in the box."""
    state = table()
    player = stock(state, 0, old=(0, 100, 0))
    income(state, 0)
    assert player.stock[1] == 107


def test_markers_have_no_end_and_factories_do() -> None:
    """EV-RES-7, EV-FAC-2: population beyond 25 markers; four factories of a type and no fifth."""
    state = table()
    player = stock(state, 0, old=(9, 9, 9))
    player.population = 40
    player.supply = [0, 1, 4]
    ask(state, PrepareFactory(0, ANY))
    assert state.options() == [Prepare(0, 1), Prepare(0, 2)]
    assert refused(state, Prepare(0, 0))


def test_waiting_pieces_produce_nothing() -> None:
    """EV-PRD-3: New World production is what the markers show; pieces on the player board add nothing."""
    state = table()
    player = stock(state, 0)
    player.population, player.new_factories, player.sites = 5, [2, 2, 2], 0
    player.production = [3, 0, 1]
    income(state, 0)
    assert player.stock == [0, 0, 0, 3, 0, 1]


def test_a_factory_slot_raises_the_resource_of_the_factory() -> None:
    """EV-PRD-4, EV-STL-3: the player chooses the types of factories; they cost nothing on the field."""
    state = table()
    player = stock(state, 0)
    player.new_factories = [1, 1, 1]
    do(ask(state, SettleField(0, 0, 0)), Settle(PACK.find("fields", "A3")))
    assert state.question() == "FactorySlots"
    assert len(state.options()) == 3
    do(state, UseFactories((0, 1, 1)))
    assert player.production == [0, 1, 1]
    assert player.new_factories == [1, 0, 0]


def test_a_population_slot_raises_by_its_dots() -> None:
    """EV-PRD-5: 1 without dots, else the dots."""
    state = table()
    player = stock(state, 0, new=(0, 3, 0))
    player.population = 3
    do(ask(state, SettleField(0, 0, 0)), Settle(PACK.find("fields", "A2")))
    assert player.production == [1, 1, 0]
    markers(state, 0, 9, 5, 0, 0)
    do(ask(state, SettleField(0, 0, 0)), Settle(PACK.find("fields", "B2")))
    assert player.production == [1, 3, 0]


def test_production_has_no_limit() -> None:
    """EV-PRD-6: beyond 10 and beyond 20."""
    state = table()
    for _ in range(5):
        raise_production(state, 0, 2, 5, "test")
    assert state.players[0].production[2] == 25


def test_satisfaction_counts_stadiums_and_complete_technologies() -> None:
    """EV-SAT-1, EV-TEC-4: technologies count when complete; the points mode counts the New World only."""
    state = table()
    player = state.players[0]
    stadiums(state, 0, "havana", world=0)
    stadiums(state, 0, "cairo", world=1)
    tile = next(i for i, t in enumerate(player.technologies) if PACK.technologies[t].satisfaction and i % 3 == 1)
    assert satisfaction(state, player, False) == 5
    assert satisfaction(state, player, True) == 2
    column = tile // 3
    base = PACK.technologies[player.technologies[column * 3]].satisfaction
    player.research[column] = 2
    assert satisfaction(state, player, True) == 2 + base
    player.research[column] = 3
    assert satisfaction(state, player, True) == 2 + base + PACK.technologies[player.technologies[tile]].satisfaction


def test_a_year_has_seven_phases() -> None:
    """EV-YR-1: income, actions, transport, turn order, progress, bonus, year end; four years."""
    assert [phases.PHASES[p] for p in (phases.INCOME, phases.ACTIONS, phases.TRANSPORT, phases.TURN_ORDER)] == [
        "income",
        "actions",
        "transport",
        "turn order",
    ]
    state = table()
    for year in (2, 3, 4):
        until(state, lambda year=year: state.year == year)  # type: ignore[misc]
        assert state.question() == "Turn"
    until(state, lambda: state.asked() is None)
    assert state.year == 4


@pytest.mark.parametrize(("year", "old", "new"), [(1, 5, 0), (2, 3, 1), (3, 2, 2), (4, 1, 4)])
def test_both_worlds_must_be_fed(year: int, old: int, new: int) -> None:
    """EV-INC-2: the food of the year track leaves each stock."""
    state = table()
    state.year = year
    player = stock(state, 0, new=(9, 0, 0))
    stadiums(state, 0, "athens", "berlin")
    income(state, 0)
    assert player.stock == [7 - old, 7, 7, 9 - new, 0, 0]
    assert player.penalties == 0


def test_food_is_paid_as_far_as_it_reaches() -> None:
    """EV-INC-3, EV-INC-5: no food is kept back; each missing one is a penalty tile, on both worlds."""
    state = table()
    state.year = 4
    player = stock(state, 0, new=(1, 0, 0))
    stadiums(state, 0, "athens", "berlin")
    player.sites = 0
    income(state, 0)
    assert player.stock == [0] * 6
    assert player.penalties == 1 + 3


@pytest.mark.parametrize(
    ("year", "there", "penalties"), [(2, 0, 0), (3, 0, 1), (3, 1, 0), (4, 0, 2), (4, 1, 1), (4, 2, 0)]
)
def test_the_new_world_wants_stadiums(year: int, there: int, penalties: int) -> None:
    """EV-INC-4, EV-INC-5: 1 in year 3, 2 in year 4; a penalty tile for each missing on the New World."""
    state = table()
    state.year = year
    player = stock(state, 0, old=(9, 0, 0), new=(9, 0, 0))
    stadiums(state, 0, *("athens", "berlin")[:there])
    stadiums(state, 0, "oslo", world=0)
    income(state, 0)
    assert player.penalties == penalties


def test_income_comes_in_its_order() -> None:
    """EV-INC-1: food that the New World makes this year feeds the New World this year."""
    state = table()
    state.year = 2
    player = stock(state, 0)
    player.production = [1, 0, 0]
    income(state, 0)
    assert player.stock == [4, 7, 7, 0, 0, 0]
    assert player.penalties == 0


def test_nobody_has_resources_before_the_first_income() -> None:
    """EV-SET-17: the goal draft finds empty stocks."""
    state = new_game(mode="points")
    assert [player.stock for player in state.players] == [[0] * 6, [0] * 6]
