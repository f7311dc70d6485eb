"""The points mode: scoring, goal cards, orders, line dominance."""

from __future__ import annotations

import pytest

from orrery.core.journal import Booking
from orrery.evacuation import phases
from orrery.evacuation.actions import PASS, Act, Claim, Gain, PayOrder, Prepare, Research, Settle
from orrery.evacuation.decisions.progress import BonusChoice
from orrery.evacuation.decisions.subactions import SettleField
from orrery.evacuation.game import EVACUATION
from orrery.evacuation.pack import Triple
from orrery.evacuation.rules import scoring
from orrery.evacuation.rules.orders import counted
from orrery.evacuation.state import State
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
    stadiums,
    stock,
    table,
    told,
    until,
)

BOARD = {action.id: Act(index) for index, action in enumerate(PACK.board)}


def goal(state: State, name: str) -> int:
    return scoring.goal_points(state, state.players[0], PACK.find("goals", name))


def test_four_full_years_whatever_happens() -> None:
    """EV-PTS-1: the race goal triggers nothing."""
    state = table(mode="points")
    player = state.players[0]
    player.production = [9, 9, 9]
    stadiums(state, 0, "athens", "berlin", "cairo")
    settle_down(state)
    assert not state.ending
    finish(state)
    assert (state.year, state.phase) == (4, phases.OVER)


def test_the_score_is_the_sum_of_its_parts() -> None:
    """EV-PTS-3: production, goals, penalties, satisfaction, modules."""
    state = table(mode="points", orders=True, line_dominance=True)
    player = state.players[0]
    player.production = [8, 9, 10]
    player.penalties = 1
    stadiums(state, 0, "athens", "berlin", "oslo")
    player.paid_orders = (PACK.find("orders", "producers"),)
    settled(state, 0, *(PACK.fields[i].id for i in PACK.lines[state.side].lines[0].fields[:2]))
    assert scoring.sources(state)[0] == {
        "lowest production": 10,
        "penalty tiles": -2,
        "sites left": -(3 + 2) * 2 - 6 * 3,
        "stadiums missing": 0,
        "satisfaction": 4,
        "orders": 3,
        "line dominance": 4,
    }
    finish(state)
    parts = scoring.sources(state)[0]
    assert sum(name.startswith("goal ") for name in parts) == 3
    assert state.scores()[0] == sum(parts.values())


@pytest.mark.parametrize(
    ("lowest", "points"), [(0, 0), (5, 4), (7, 7), (8, 10), (9, 14), (10, 19), (11, 22), (12, 25), (20, 49)]
)
def test_points_for_the_lowest_production(lowest: int, points: int) -> None:
    """EV-PTS-4: by the table, 3 for each step above 10."""
    assert PACK.points.production(lowest) == points


def test_minus_points_for_what_stays_behind() -> None:
    """EV-PTS-5, EV-AMB-14: factory sites (sea sites among them) and population sites each at their price."""
    state = table(mode="points")
    player = state.players[0]
    player.sites = 1 << PACK.find("sites", "steel-factory") | 1 << PACK.find("sites", "sea-a")
    assert scoring.sources(state)[0]["sites left"] == -2 * PACK.points.penalty_factory_site
    player.sites = 1 << PACK.find("sites", "food-population-a")
    assert scoring.sources(state)[0]["sites left"] == -PACK.points.penalty_population_site


def test_minus_points_for_stadiums_and_tiles() -> None:
    """EV-PTS-6, EV-PTS-7: stadiums missing to 3 on the New World; penalty tiles."""
    state = table(mode="points")
    player = state.players[0]
    stadiums(state, 0, "athens")
    player.penalties = 3
    parts = scoring.sources(state)[0]
    assert parts["stadiums missing"] == -2 * PACK.points.penalty_stadium
    assert parts["penalty tiles"] == -3 * PACK.points.penalty_tile


@pytest.mark.parametrize(
    ("given", "points"),
    [
        ((("lima", "athens", "berlin"), ("cairo", "dakar", "essen"), ("budapest",)), [3 + 2, 3 + 2, 0]),
        (
            (("oslo", "athens", "berlin"), ("cairo", "dakar", "essen"), ("florence", "geneva", "budapest")),
            [6, 4, 1],
        ),
        ((("oslo", "athens", "berlin"), ("cairo", "dakar")), [4, 0]),
        ((("lima", "athens", "berlin"), ("cairo", "dakar", "essen")), [2, 2]),
        ((("lima", "athens"), ("cairo", "dakar")), [0, 0]),
    ],
)
def test_points_for_satisfaction(given: tuple[tuple[str, ...], ...], points: list[int]) -> None:
    """EV-PTS-8, EV-AMB-22: only with 3 stadiums there; ties share, rounded down; two players 4 or 2 each."""
    state = table(len(given), mode="points")
    for seat, names in enumerate(given):
        stadiums(state, seat, *names)
    assert scoring.satisfaction_points(state) == points


def test_no_satisfaction_no_points() -> None:
    """EV-PTS-8: three start stadiums please nobody; Old World stadiums do not count."""
    state = table(mode="points")
    for player in state.players:
        player.stadiums = (player.stadiums[0], (len(PACK.stadiums),) * 3)
    stadiums(state, 0, "oslo", world=0)
    assert scoring.satisfaction_points(state) == [0, 0]


def test_most_points_win_and_ties_share() -> None:
    """EV-PTS-9."""
    state = table(3, mode="points")
    for seat, production in enumerate(([8, 8, 8], [8, 8, 8], [9, 9, 9])):
        state.players[seat].production = production
    assert state.places() == [2, 2, 1]


# ---------------------------------------------------------------- goal cards


@pytest.mark.parametrize(
    ("name", "count", "points"),
    [
        *[("population", n, p) for n, p in ((0, 0), (7, 7), (8, 13), (9, 14), (10, 18), (12, 20))],
        *[("steppe", n, p) for n, p in ((2, 4), (3, 9), (4, 11), (5, 17))],
        *[("ships", n, p) for n, p in ((2, 6), (3, 14), (4, 18), (5, 21))],
        *[("factory-sets", n, p) for n, p in ((1, 5), (2, 14), (3, 21), (4, 26))],
        *[("small-bonuses", n, p) for n, p in ((2, 8), (3, 17), (4, 21))],
        *[("turning-points", n, p) for n, p in ((0, 0), (1, 5), (2, 5), (3, 12), (4, 17))],
        *[("large-bonuses", n, p) for n, p in ((2, 6), (3, 13), (4, 18))],
        *[("beyond-steppe", n, p) for n, p in ((3, 6), (4, 10), (5, 12), (6, 16))],
        *[("infrastructures", n, p) for n, p in ((2, 6), (3, 12), (4, 15), (5, 20))],
        *[("steel-production", n, p) for n, p in ((9, 9), (10, 12), (12, 14), (13, 17))],
        *[("food-factories", n, p) for n, p in ((2, 6), (3, 12), (4, 17))],
    ],
)
def test_points_of_goal_cards(name: str, count: int, points: int) -> None:
    """EV-GC-1, EV-GC-2, EV-GC-3, EV-GC-4, EV-GC-5, EV-GC-6, EV-GC-7, EV-GC-8, EV-GC-10, EV-GC-11, EV-GC-12,
    EV-AMB-30: points each and the extra of every tier.
    """
    assert PACK.goals[PACK.find("goals", name)].points(count) == points


@pytest.mark.parametrize(
    ("rows", "points"), [((3, 1, 0), 4), ((3, 1, 1), 8), ((3, 2, 0), 6), ((3, 2, 1), 11), ((3, 3, 3), 18)]
)
def test_points_of_the_technology_goal(rows: Triple, points: int) -> None:
    """EV-GC-9: 1, 1 and 3 by row; 5 complete +1, 6 and more +3."""
    assert PACK.goals[PACK.find("goals", "technologies")].points(sum(rows), rows) == points


def test_what_goal_cards_count() -> None:
    """EV-GC-1, EV-GC-2, EV-GC-3, EV-GC-4, EV-GC-6, EV-GC-8, EV-GC-9, EV-GC-10, EV-GC-12, EV-AMB-27."""
    state = table(mode="points")
    player = state.players[0]
    player.settled_population, player.population = 8, 5
    settled(state, 0, "A1", "A2", "A3", "B2")
    player.ships = [4, 8, 15]
    player.settled_factories, player.new_factories = [2, 3, 2], [2, 0, 0]
    player.infrastructures = (1, 2, 3)
    player.research = [5, 3, 1]
    markers(state, 0, 19, 14)
    assert goal(state, "population") == 13
    assert goal(state, "steppe") == 9
    assert goal(state, "beyond-steppe") == 2
    assert goal(state, "ships") == 14
    assert goal(state, "factory-sets") == 14
    assert goal(state, "food-factories") == 6
    assert goal(state, "steel-factories") == 12
    assert goal(state, "infrastructures") == 12
    assert goal(state, "technologies") == 5 + 3 + 3
    assert goal(state, "turning-points") == 12


def test_waiting_pieces_count_by_option() -> None:
    """EV-AMB-19: option new_world_pieces = all counts the New World side of the player board too."""
    for option, population, factories in (("settled", 7, 6), ("all", 18, 17)):
        state = table(mode="points", new_world_pieces=option)
        player = state.players[0]
        player.settled_population, player.population = 7, 3
        player.settled_factories, player.new_factories = [2, 0, 0], [2, 0, 0]
        assert goal(state, "population") == population
        assert goal(state, "food-factories") == factories


def test_goals_for_bonuses_open_with_the_first_bonus() -> None:
    """EV-GC-13, EV-GC-5, EV-GC-7: the card lies open from the first one on, which counts."""
    state = new_game(
        mode="points",
        bonuses="strict",
        bonus_cards=["coral", "amber", "beryl", "ruby"],
        goals=[
            ["small-bonuses", "steppe", "ships", "population"],
            ["large-bonuses", "technologies", "turning-points", "infrastructures"],
        ],
    )
    until(state, lambda: state.phase == phases.ACTIONS)
    player = state.players[0]
    small = PACK.find("goals", "small-bonuses")
    player.goals = tuple(sorted({small, *player.goals[:2]}))
    player.areas = [0, 0, 1, 1]
    before = state.revealed()
    do(ask(state, BonusChoice(0)), Claim(1), Gain(0, 0), Research(0))
    assert player.small == 1
    assert player.open_goals >> small & 1
    assert state.revealed() > before
    assert goal(state, "small-bonuses") == 4


def test_a_bonus_that_opens_no_goal_shows_that_there_is_none() -> None:
    """EV-GC-13: who receives a bonus for the first time and opens nothing does not hold the card that counts it."""
    state = new_game(mode="points", players=4)
    until(state, lambda: state.phase == phases.ACTIONS)
    small, large = PACK.find("goals", "small-bonuses"), PACK.find("goals", "large-bonuses")
    player = state.players[1]
    state.players[0].goals, player.goals = (0, 1, 3), (8, 9, 10)
    assert not {0, 1, 3, 8, 9, 10} & {small, large}

    def held() -> set[int]:
        return {goal for seed in range(200) for goal in EVACUATION.guess(state, 0, seed).players[1].goals}

    state.picks = [[] for _ in state.picks]
    assert {small, large} <= held()
    before = state.revealed()
    BonusChoice(1).resolve(state, Claim(1))
    assert state.revealed() > before
    assert player.open_goals == 0
    assert small not in held()
    assert large in held()


def test_a_position_opens_the_goals_of_bonuses_received() -> None:
    """EV-GC-13: they lie open from the first bonus on, whether the position says so or not."""
    given = {"goals": ["small-bonuses", "large-bonuses"], "small_bonuses": 1}
    state = EVACUATION.position(
        {"game": "evacuation", "options": {"players": 2, "mode": "points"}, "players": [given, {}]}
    )
    assert state.players[0].open_goals == 1 << PACK.find("goals", "small-bonuses")


def test_secret_goals_count_at_the_end_only() -> None:
    """EV-PTS-2, EV-PTS-3: while the game goes on nobody's score tells the goals."""
    state = table(mode="points")
    assert not any(name.startswith("goal") for name in scoring.sources(state)[0])
    finish(state)
    assert sum(name.startswith("goal") for name in scoring.sources(state)[0]) == 3


# ---------------------------------------------------------------- orders


ORDERS = ["builders", "producers", "townsfolk"]


def ordered(*names: str, **options: object) -> State:
    return table(mode="points", orders=True, order_cards=list(names), **options)  # type: ignore[arg-type]


def test_the_first_to_meet_the_condition_takes_the_order() -> None:
    """EV-ORD-2, EV-OC-3: at once, into hand; the next player finds it gone."""
    state = ordered(*ORDERS)
    producers = PACK.find("orders", "producers")
    player = stock(state, 0, new=(0, 2, 0))
    player.production = [0, 4, 0]
    player.population = 2
    settle_down(state)
    assert producers in state.orders
    do(ask(state, SettleField(0, 0, 0)), Settle(PACK.find("fields", "C6")))
    assert player.orders == (producers,)
    assert producers not in state.orders
    state.players[1].production = [9, 9, 9]
    settle_down(state)
    assert state.players[1].orders == ()


def test_turn_order_decides_between_two() -> None:
    """EV-AMB-26: both meet it at the same moment."""
    state = ordered(*ORDERS, order=[1, 0])
    for player in state.players:
        player.production = [5, 0, 0]
    settle_down(state)
    assert [player.orders for player in state.players] == [(), (PACK.find("orders", "producers"),)]


@pytest.mark.parametrize(
    ("condition", "amount"),
    [("technologies", 5), ("infrastructures", 3), ("production", 5), ("population_slots", 7), ("factories", 3)],
)
def test_order_conditions(condition: str, amount: int) -> None:
    """EV-OC-1, EV-OC-2, EV-OC-3, EV-OC-4, EV-OC-5, EV-AMB-27: what is counted, and how much of it is wanted."""
    order = next(order for order in PACK.orders if order.condition == condition)
    assert order.amount == amount
    state = table(mode="points")
    player = state.players[0]
    player.research = [5, 3, 0]
    player.infrastructures, player.fulfilled = (1, 2, 3, 4), 0b1110
    player.production = [1, 5, 2]
    player.settled_population, player.population = 7, 9
    player.settled_factories, player.new_factories = [1, 1, 1], [4, 0, 0]
    assert counted(state, player, condition) == amount


def test_an_order_is_paid_in_addition_to_an_action() -> None:
    """EV-ORD-3, EV-AMB-26: before or after it, from the New World, each once; not instead of one."""
    state = ordered(*ORDERS)
    builders, producers = PACK.find("orders", "builders"), PACK.find("orders", "producers")
    player = stock(state, 0, new=(1, 0, 3))
    player.orders = (builders, producers)
    state.forget()
    assert PayOrder(builders) in state.options()
    do(state, PayOrder(builders))
    assert player.stock == [0, 0, 0, 1, 0, 1]
    assert player.production == [0, 1, 0]
    assert PASS not in state.options()
    do(state, BOARD["research"], Research(0))
    assert state.question() == "OrderOffer"
    do(state, PayOrder(producers))
    assert player.paid_orders == (builders, producers)
    assert list(player.orders) == []
    assert player.production == [0, 2, 0]
    assert state.asked() == 1
    assert scoring.sources(state)[0]["orders"] == 8


def test_an_order_that_cannot_be_paid_is_not_offered() -> None:
    """EV-ORD-3: Old World resources do not pay it; unpaid it scores nothing."""
    state = ordered(*ORDERS)
    player = stock(state, 0, old=(9, 9, 9))
    player.orders = (PACK.find("orders", "builders"),)
    state.forget()
    assert not any(isinstance(option, PayOrder) for option in state.options())
    assert scoring.sources(state)[0]["orders"] == 0
    (wish,) = [wish for wish in state.stack[-1].near(state) if isinstance(wish.action, PayOrder)]
    cost = PACK.orders[PACK.find("orders", "builders")].cost
    assert {reason.key for reason in wish.reasons} == {"short"}
    assert sum(int(str(reason.args["by"])) for reason in wish.reasons) == sum(cost)
    stock(state, 0, new=(9, 9, 9))
    assert not [wish for wish in state.stack[-1].near(state) if isinstance(wish.action, PayOrder)]


# ---------------------------------------------------------------- line dominance


def lined(players: int, *fields: tuple[str, ...]) -> list[int]:
    state = table(players, mode="points", line_dominance=True, line_side="a")
    for seat, names in enumerate(fields):
        settled(state, seat, *names)
    return scoring.line_points(state)


def test_most_fields_on_the_lines() -> None:
    """EV-LIN-2: 6, 4, 1; two players 4, 0; ties share; no field no points."""
    assert lined(3, ("C1", "C2", "C6"), ("A2", "F5"), ("A3",)) == [6, 4, 1]
    assert lined(3, ("C1", "C2"), ("A2", "F5"), ("B1",)) == [5, 5, 0]
    assert lined(4, ("C1",), ("C2",), ("A2",), ()) == [3, 3, 3, 0]
    assert lined(2, ("C1",), ("B1", "B2")) == [4, 0]
    assert lined(2, ("C1",), ("C2",)) == [2, 2]
    assert lined(2, (), ()) == [0, 0]


def test_a_field_on_two_lines_counts_once() -> None:
    """EV-AMB-23, EV-LIN-2: B3 lies on both diagonals."""
    side = PACK.lines[0]
    field = PACK.find("fields", "B3")
    assert sum(line.mask >> field & 1 for line in side.lines) == 2
    assert lined(2, ("B3",), ("C1", "C2")) == [0, 4]


def test_waiting_factories_win_an_order_by_option() -> None:
    """EV-OC-5, EV-AMB-19, EV-ORD-2: with new_world_pieces = all a prepared factory wins it at once."""
    makers = PACK.find("orders", "makers")
    for option, won in (("settled", ()), ("all", (makers,))):
        state = ordered("makers", "builders", "producers", new_world_pieces=option)
        player = stock(state, 0, new=(3, 3, 3))
        player.new_factories, player.supply = [1, 1, 0], [3, 3, 4]
        settle_down(state)
        do(state, BOARD["prepare-factory"], Prepare(1, 2))
        assert player.orders == won


def test_a_new_phase_or_a_move_of_the_opponent_may_change_points() -> None:
    """EV-PTS-3, EV-SOL-18: what is counted at the end, and what the solo opponent holds, is looked at anew."""
    state = table(1)
    assert scoring.unmoved(state, state.clone())
    later = state.clone()
    later.phase = phases.OVER
    assert not scoring.unmoved(state, later)
    other = state.clone()
    other.rivals[0].fields |= 1
    assert not scoring.unmoved(state, other)


def test_taking_and_paying_an_order_is_told() -> None:
    """EV-ORD-2: one order card comes, and everybody hears of it."""
    state = table(mode="points", orders=True, order_cards=["producers", "builders", "scholars"])
    state.players[0].production = [9, 9, 9]
    book = journal(state)
    settle_down(state)
    assert [each for each in book.bookings if each.what == "order"] == [Booking(0, "order", 1, "producers")]
    assert "order_taken" in told(book)
