"""Set-up, income, Gaia phase, turn order, passing, the end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orrery.core.hexes import bits
from orrery.core.journal import Journal
from orrery.gaia.actions import (
    NONE,
    Bid,
    Build,
    Choose,
    Convert,
    Done,
    EndTurn,
    Lay,
    Pass,
    Settle,
    Take,
    TakeIncome,
)
from orrery.gaia.data.actions import CONVERSION
from orrery.gaia.data.boards import BOARD, BOARDS
from orrery.gaia.data.boosters import BOOSTER
from orrery.gaia.data.buildings import ACADEMY_LEFT, GAIAFORMER, INSTITUTE, LAB, MINE, STATION
from orrery.gaia.data.layouts import INNER_CENTRES
from orrery.gaia.data.scoring import IN_FEDERATIONS, NEUTRAL
from orrery.gaia.data.tracks import ECONOMY, SCIENCE
from orrery.gaia.decisions.income import IncomeOrder, take_income
from orrery.gaia.game import GAIA
from orrery.gaia.maps import is_legal
from orrery.gaia.phases import BOOSTERS, MINES
from orrery.gaia.rules.building import put
from orrery.gaia.rules.income import sources
from orrery.gaia.rules.scoring import final_count, final_scoring, shares
from orrery.gaia.state import State
from tests.gaia.scene import Scene


def begun(factions: list[str], **options: object) -> State:
    return GAIA.new({"players": len(factions), "factions": factions, **options}, 3)


# Set-up


def test_a_board_taken_excludes_both_factions() -> None:
    """GP-SET-3: chosen in turn order."""
    state = GAIA.new({"players": 3}, 3)
    assert (state.question(), state.asked()) == ("PickFaction", 0)
    assert len(state.options()) == 14
    state.play(Choose(BOARD["ivits"]))
    assert state.asked() == 1
    assert Choose(BOARD["ivits"]) not in state.options()
    assert Choose(BOARD["hadsch_hallas"]) not in state.options()
    assert len(state.options()) == 12


def test_starting_mines_go_forward_and_back() -> None:
    """GP-SET-6: then the third mine, the institute last; on free planets of the own colour, no power, no points."""
    state = begun(["ivits", "xenos", "terrans", "nevlas"])
    asked = []
    while state.phase == MINES:
        asked.append((state.asked(), state.stack[-1].values()))
        seat = state.asked()
        assert seat is not None
        home = state.world.of_kind[state.players[seat].rules.home]
        for option in state.options():
            assert isinstance(option, Settle)
            assert home >> option.where & 1
        state.apply(state.options()[0])
    mine, institute = (MINE,), (INSTITUTE,)
    assert asked == [(1, mine), (2, mine), (3, mine), (3, mine), (2, mine), (1, mine), (1, mine), (0, institute)]
    assert state.scores() == [10, 10, 10, 10]


def test_the_first_game_gives_map_factions_and_mines() -> None:
    """GP-SET-8 GP-SET-3: four players choose among four factions and place nothing."""
    state = GAIA.new({"players": 4, "first_game": True}, 3)
    assert [option.values() for option in state.options()] == [
        (BOARD[name],) for name in ("terrans", "hadsch_hallas", "xenos", "taklons")
    ]
    while state.question() == "PickFaction":
        state.apply(state.options()[-1])
    assert state.question() == "PickBooster"
    counts = {BOARDS[player.faction].id: player.own.bit_count() for player in state.players}
    assert counts == {"terrans": 2, "hadsch_hallas": 2, "xenos": 3, "taklons": 2}
    for player in state.players:
        assert not player.own & ~state.world.of_kind[player.rules.home]
    three = GAIA.new({"players": 3, "first_game": True}, 3)
    while three.question() == "PickFaction":
        three.apply(three.options()[0])
    assert three.question() == "StartingMine"


def test_first_boosters_go_backwards() -> None:
    """GP-SET-7: from the last player to the first, out of players + 3."""
    state = begun(["taklons", "xenos", "terrans"])
    while state.phase != BOOSTERS:
        state.apply(state.options()[0])
    asked = []
    while state.phase == BOOSTERS:
        asked.append((state.asked(), len(state.options())))
        option = state.options()[0]
        assert isinstance(option, Take)
        state.apply(option)
    assert asked == [(2, 6), (1, 5), (0, 4)]
    assert len(state.boosters) == 3


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("terrans", (15, 4, 3, 1, 4, 4, 1)),
        ("lantids", (13, 4, 3, 1, 4, 0, 0)),
        ("gleens", (15, 5, 3, 0, 2, 4, 0)),
        ("geodens", (15, 6, 3, 1, 2, 4, 0)),
        ("xenos", (15, 4, 3, 2, 2, 4, 0)),
        ("ambas", (15, 4, 3, 2, 2, 4, 0)),
        ("bal_taks", (15, 4, 3, 0, 2, 2, 1)),
        ("firaks", (15, 3, 2, 1, 2, 4, 0)),
        ("bescods", (15, 4, 1, 1, 2, 4, 0)),
        ("itars", (15, 5, 3, 1, 4, 4, 0)),
    ],
)
def test_starting_holdings_include_the_bonus_of_starting_levels(name: str, expected: tuple[int, ...]) -> None:
    """GP-SET-5 GP-GLE-1: credits, ore, knowledge, QIC, bowls, gaiaformers."""
    other = "nevlas" if BOARDS[BOARD[name]].home != BOARDS[BOARD["nevlas"]].home else "xenos"
    player = begun([name, other]).players[0]
    found = (player.credits, player.ore, player.knowledge, player.qic, player.bowl1, player.bowl2, player.formers)
    assert found == expected
    assert player.vp == 10


def test_the_last_player_turns_the_sectors() -> None:
    """GP-SET-2: place by place; every map that can come out is legal."""
    state = GAIA.new({"players": 3, "map_building": "rotate"}, 5)
    number = 0
    while state.question() == "RotateSectors":
        assert state.asked() == 2
        options = state.options()
        assert all(isinstance(option, Lay) and option.sector == number for option in options)
        state.play(options[(number * 7) % len(options)])
        number += 1
    assert number == 10
    assert is_legal(state.world.placements)
    assert state.question() == "PickFaction"


@pytest.mark.parametrize("way", ["rotate", "arrange"])
@pytest.mark.parametrize(
    ("variant", "inner", "still", "upright"),
    [
        ("variant_1", "turned", True, True),
        ("variant_2", "upright", False, True),
        ("variant_2", "turned", False, False),
    ],
)
def test_whoever_builds_the_map_keeps_to_its_variant(
    way: str, variant: str, inner: str, still: bool, upright: bool
) -> None:
    """GP-SET-2 GP-SET-9: the first leaves the inner four as they lie, the second leaves them inside."""
    options = {"players": 4, "map": variant, "inner_sectors": inner, "map_building": way, "setup_seed": 3}
    state = GAIA.new(options, 5)
    first = {placement.centre: placement for placement in state.world.placements}
    number = 0
    while state.question() == "RotateSectors":
        options_ = state.options()
        state.play(options_[(number * 7 + 5) % len(options_)])
        number += 1
    built = [placement for placement in state.world.placements if placement.centre in INNER_CENTRES]
    assert {placement.face for placement in built} == {"1", "2", "3", "4"}
    assert all(first[placement.centre] == placement for placement in built) or not still
    assert {placement.rotation for placement in built} == {0} if upright else number >= 9
    assert is_legal(state.world.placements)


def test_the_last_player_arranges_the_sectors() -> None:
    """GP-SET-1 GP-SET-2: any sector on any place."""
    state = GAIA.new({"players": 2, "map_building": "arrange"}, 5)
    assert len(state.options()) == 7 * 6
    number = 0
    while state.question() == "RotateSectors":
        options = state.options()
        state.play(options[(number * 11) % len(options)])
        number += 1
    assert is_legal(state.world.placements)
    assert len({placement.face for placement in state.world.placements}) == 7


def test_an_auction_after_choosing() -> None:
    """GP-SET-4: outbid players bid again in their turn; turn order follows the factions."""
    state = GAIA.new({"players": 4, "factions": "auction_choose_bid"}, 5)
    for name in ("ambas", "ivits", "bal_taks", "terrans"):
        assert state.question() == "PickFaction"
        state.play(Choose(BOARD[name]))
    script = [
        (0, "ambas", 2),
        (1, "bal_taks", 2),
        (2, "terrans", 0),
        (3, "bal_taks", 3),
        (1, "terrans", 1),
        (2, "ivits", 0),
    ]
    for seat, name, amount in script:
        assert (state.question(), state.asked()) == ("Bid", seat)
        state.play(Bid(BOARD[name], amount))
    assert [BOARDS[player.faction].id for player in state.players] == ["ambas", "terrans", "ivits", "bal_taks"]
    assert state.order == (0, 2, 3, 1)
    assert [player.bid for player in state.players] == [2, 1, 0, 3]
    assert (state.question(), state.asked()) == ("StartingMine", 0)


def test_an_auction_while_choosing() -> None:
    """GP-SET-4: choose a free faction for nothing or outbid; higher bids than shown are allowed."""
    state = GAIA.new({"players": 2, "factions": "auction_bid_while_choosing"}, 5)
    state.play(Choose(BOARD["gleens"]))
    assert not state.allows(Bid(BOARD["gleens"], 0))
    assert state.allows(Bid(BOARD["gleens"], 1))
    assert Bid(BOARD["gleens"], 25) not in state.options()
    state.play(Bid(BOARD["gleens"], 25))
    assert state.asked() == 0
    state.play(Choose(BOARD["itars"]))
    assert state.order == (1, 0)
    final_scoring(state)
    assert state.players[1].vp < 10


# Income and Gaia phase


def test_income_adds_up_everything_uncovered() -> None:
    """GP-INC-1: board, structures, levels, tiles, booster."""
    scene = Scene("xenos", "ambas")
    scene.clear()
    homes = scene.planets(3) + scene.planets(0)
    for piece, where in zip((MINE, MINE, STATION, LAB, ACADEMY_LEFT), homes, strict=False):
        scene.build(piece, where)
    player = scene.player()
    scene.level(ECONOMY, 2)
    scene.level(SCIENCE, 3)
    player.tiles = (5,)
    player.booster = BOOSTER["ore_knowledge"]
    scene.give(credits=0, ore=0, knowledge=0, qic=0, bowl1=0, bowl2=2, bowl3=0)
    take_income(scene.state, 0)
    scene.state.settle()
    assert player.credits == 3 + 2 + 1
    assert player.ore == 1 + 2 + 1 + 1
    assert player.knowledge == 1 + 1 + 2 + 3 + 1 + 1
    assert player.bowl3 == 2


def test_income_above_the_caps_is_lost() -> None:
    """GP-INC-2: 15 ore, 15 knowledge, 30 credits."""
    scene = Scene("hadsch_hallas", "ambas")
    scene.give(credits=29, ore=15, knowledge=15)
    take_income(scene.state, 0)
    scene.state.settle()
    player = scene.player()
    assert (player.credits, player.ore, player.knowledge) == (30, 15, 15)


def test_the_player_orders_tokens_and_charging() -> None:
    """GP-INC-3: the rulebook's example of the institute: 4 power and a token, either first."""
    results = {}
    for first in (TakeIncome(4, 0), TakeIncome(0, 1)):
        scene = Scene("ambas", "xenos")
        scene.give(bowl1=1, bowl2=2, bowl3=0)
        scene.state.stack = [IncomeOrder(0, (4,), (1,))]
        scene.state.forget()
        scene.state.settle()
        assert scene.state.question() == "IncomeOrder"
        scene.play(first)
        player = scene.player()
        results[first] = (player.bowl1, player.bowl2, player.bowl3)
    assert results == {TakeIncome(4, 0): (1, 0, 3), TakeIncome(0, 1): (0, 2, 2)}


@given(
    st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(0, 6)),
    st.lists(st.integers(1, 4), min_size=1, max_size=3),
    st.lists(st.integers(1, 2), min_size=1, max_size=2),
)
def test_the_order_is_asked_exactly_when_it_matters(
    start: tuple[int, int, int], charges: list[int], tokens: list[int]
) -> None:
    """GP-INC-3: all orders give the same bowls exactly when nothing is asked."""
    outcomes = set()
    for order in (charges_first(charges, tokens), charges_first(charges, tokens)[::-1]):
        one, two, three = start
        for power, count in order:
            one += count
            for _ in range(power):
                if one:
                    one, two = one - 1, two + 1
                elif two:
                    two, three = two - 1, three + 1
        outcomes.add((one, two, three))
    state = COMMON.state.clone()
    player = state.players[0]
    player.bowl1, player.bowl2, player.bowl3 = start
    state.stack = [IncomeOrder(0, tuple(charges), tuple(tokens))]
    state.settle()
    assert (state.question() == "IncomeOrder") == (len(outcomes) > 1)


def charges_first(charges: list[int], tokens: list[int]) -> list[tuple[int, int]]:
    return [(power, 0) for power in charges] + [(0, count) for count in tokens]


COMMON = Scene("ambas", "xenos")


def test_projects_are_completed_in_the_next_gaia_phase() -> None:
    """GP-GAI-1 GP-GAI-2: the planet turns, the gaiaformer stays, the tokens return to bowl I."""
    scene = Scene("xenos", "ambas")
    where = scene.planets(8)[0]
    player = scene.player()
    player.forming = 1 << where
    scene.give(gaia=5, bowl1=0, bowl2=0, bowl3=0)
    scene.finish_round()
    while scene.state.question() != "Turn":
        scene.state.apply(scene.state.options()[0])
    assert scene.state.gaia >> where & 1
    assert not scene.state.transdim >> where & 1
    assert player.forming == 1 << where
    assert player.gaia == 0
    assert player.power_tokens == 5


def test_a_planet_cannot_be_settled_in_the_round_of_its_project() -> None:
    """GP-PRO-3: only after the next Gaia phase."""
    scene = Scene("terrans", "ambas")
    scene.give(credits=9, ore=9, qic=9, bowl1=6, formers=1)
    where = scene.planets(8)[0]
    scene.play(Build(GAIAFORMER, where))
    while scene.state.question() != "Turn":
        scene.state.apply(scene.state.options()[0])
    scene.play(EndTurn())
    scene.turn()
    assert not scene.can(Build(MINE, where))


# Turn order and passing


def test_the_first_to_pass_begins_and_seats_keep_their_order() -> None:
    """GP-RND-2: clockwise by default, by passing with the option."""
    for option, expected in (("clockwise", (2, 0, 1)), ("passing", (2, 1, 0))):
        scene = Scene("xenos", "ambas", "terrans", turn_order=option)
        scene.turn(2)
        scene.play(Pass(scene.state.boosters[0]))
        scene.turn(1)
        scene.play(Pass(scene.state.boosters[0]))
        scene.turn(0)
        scene.play(Pass(scene.state.boosters[0]))
        assert scene.state.round == 2
        assert scene.state.order == expected


def test_passing_scores_and_exchanges_the_booster() -> None:
    """GP-PAS-1 GP-PAS-2: mines on the map; the old booster is open for the next."""
    scene = Scene("xenos", "ambas")
    player = scene.player()
    old = player.booster
    if old != BOOSTER["ore_mines"]:
        scene.state.boosters = tuple(b for b in scene.state.boosters if b != BOOSTER["ore_mines"])
        player.booster = BOOSTER["ore_mines"]
    player.tiles = (9,)
    player.tokens = (3, 2)
    scene.turn()
    assert Pass(BOOSTER["ore_mines"]) not in scene.options()
    scene.play(Pass(scene.state.boosters[0]))
    assert scene.points() == {"booster:ore_mines": 3, "tech:pass_3vp_per_federation": 6}
    assert Pass(BOOSTER["ore_mines"]) in scene.options()


def test_after_passing_there_are_no_free_actions() -> None:
    """GP-FRE-2: the turn is over at once."""
    scene = Scene("xenos", "ambas")
    scene.play(Pass(scene.state.boosters[0]))
    assert scene.state.asked() == 1


def test_no_free_actions_between_the_parts_of_an_action() -> None:
    """GP-FRE-2: while a tile is chosen only tiles are offered."""
    scene = Scene("xenos", "ambas")
    scene.give(credits=30, ore=15)
    scene.build(STATION, scene.mine())
    scene.play(Build(LAB, min(bits(scene.player().buildings[STATION]))))
    assert not any(isinstance(option, Convert) for option in scene.options())


def test_a_free_action_is_no_main_action() -> None:
    """GP-FRE-1 GP-FRE-2: the main action remains to be done."""
    scene = Scene("xenos", "ambas")
    scene.give(ore=3, credits=0)
    scene.play(Convert(CONVERSION["ore_to_credit"]))
    assert scene.state.asked() == 0
    assert EndTurn() not in scene.options()
    assert (scene.player().ore, scene.player().credits) == (2, 1)


@pytest.mark.parametrize(
    ("way", "before", "after"),
    [
        ("power_to_qic", {"bowl3": 4}, {"bowl3": 0, "bowl1": 4, "qic": 1}),
        ("power_to_ore", {"bowl3": 3}, {"bowl3": 0, "bowl1": 3, "ore": 1}),
        ("power_to_knowledge", {"bowl3": 4}, {"bowl3": 0, "bowl1": 4, "knowledge": 1}),
        ("power_to_credit", {"bowl3": 1}, {"bowl3": 0, "bowl1": 1, "credits": 1}),
        ("qic_to_ore", {"qic": 1}, {"qic": 0, "ore": 1}),
        ("knowledge_to_credit", {"knowledge": 1}, {"knowledge": 0, "credits": 1}),
        ("ore_to_credit", {"ore": 1}, {"ore": 0, "credits": 1}),
        ("ore_to_power_token", {"ore": 1}, {"ore": 0, "bowl1": 1}),
    ],
)
def test_every_conversion(way: str, before: dict[str, int], after: dict[str, int]) -> None:
    """GP-FRE-1: its price and its gain, and not without the price."""
    nothing = dict.fromkeys(("credits", "ore", "knowledge", "qic", "bowl1", "bowl2", "bowl3"), 0)
    scene = Scene("xenos", "ambas")
    scene.give(**nothing)
    assert not scene.can(Convert(CONVERSION[way]))
    scene.give(**{**nothing, **before})
    scene.play(Convert(CONVERSION[way]))
    player = scene.player()
    assert {name: getattr(player, name) for name in nothing} == {**nothing, **after}


# The end


def last_round(*factions: str, **options: object) -> Scene:
    scene = Scene(*factions, **options)
    scene.state.round = 6
    scene.turn()
    return scene


def test_the_last_pass_takes_no_booster() -> None:
    """GP-PAS-1: in round 6 it is only given back."""
    scene = last_round("xenos", "ambas")
    assert [option for option in scene.options() if isinstance(option, Pass)] == [Pass(NONE)]
    scene.play(Pass(NONE))
    assert scene.player().booster == -1


def test_free_actions_once_more_at_the_end() -> None:
    """GP-END-1 GP-END-4: then three resources are a point."""
    scene = last_round("xenos", "ambas", final_tiles=["satellites", "gaia_planets"])
    scene.give(0, credits=2, ore=0, knowledge=0, qic=1, bowl1=0, bowl2=0, bowl3=0)
    scene.give(1, credits=0, ore=0, knowledge=2, qic=0, bowl1=0, bowl2=0, bowl3=0)
    scene.play(Pass(NONE), Pass(NONE))
    assert (scene.state.question(), scene.state.asked()) == ("FinalConversions", 0)
    scene.play(Convert(CONVERSION["qic_to_ore"]), Done(), Done())
    assert scene.points(0) == {"resources": 1}
    assert scene.points(1) == {}
    assert scene.state.asked() is None
    assert scene.state.phase == 8


@given(st.lists(st.integers(0, 6), min_size=2, max_size=4))
def test_ties_share_the_points_of_their_ranks(counts: list[int]) -> None:
    """GP-END-2: equal counts get equal points, more never less, nothing for 0."""
    points = shares(counts, len(counts))
    for a, first in zip(counts, points, strict=True):
        for b, second in zip(counts, points, strict=True):
            if a == b:
                assert first == second
            if a > b:
                assert first >= second
        if a == 0:
            assert first == 0
    if all(counts):
        assert sum(points) == sum((18, 12, 6, 0)[: len(counts)])


def test_the_first_two_share_thirty_points() -> None:
    """GP-END-2: the rulebook's example."""
    assert shares([5, 5, 2, 1], 4) == [15, 15, 6, 0]
    assert shares([4, 4, 4, 4], 4) == [9, 9, 9, 9]


def test_the_neutral_player_takes_a_rank_with_two_players() -> None:
    """GP-END-3: it gains nothing and takes points away."""
    scene = last_round("xenos", "ambas", final_tiles=["satellites", "structures"])
    scene.player(0).satellites = (1 << 9) - 1
    scene.player(1).satellites = (1 << 3) - 1
    assert NEUTRAL[5] == 8
    scene.play(Pass(NONE), Pass(NONE))
    while scene.state.asked() is not None:
        scene.play(Done())
    assert final_count(scene.state, 0, 5) == 9
    assert scene.points(1)["final:satellites"] == 6


def test_final_tiles_count_what_they_say() -> None:
    """GP-END-6: structures in federations, structures, types, Gaia planets, sectors, satellites with stations."""
    scene = Scene("ambas", "xenos")
    scene.clear()
    player = scene.player()
    gaia = scene.planets(7)[0]
    first, second = scene.planets(4)[:2]
    for where in (gaia, first, second):
        scene.build(MINE, where)
    player.allied = 1 << first | 1 << gaia
    player.satellites = 0b111
    player.stations = 0b1000
    found = [final_count(scene.state, 0, tile) for tile in range(6)]
    sectors = len({scene.state.world.sector_of[where] for where in (gaia, first, second)})
    assert found == [2, 3, 2, 1, sectors, 4]


def test_levels_three_to_five_are_worth_four_points_each() -> None:
    """GP-END-4: 4, 8 and 12 points."""
    scene = Scene("ambas", "xenos", final_tiles=["satellites", "gaia_planets"])
    scene.give(credits=0, ore=0, knowledge=2, vp=0)
    scene.player().research = (2, 3, 4, 5, 0, 1)
    final_scoring(scene.state)
    assert scene.player().vp == 24


def test_equal_points_share_a_place() -> None:
    """GP-END-5: no tie-break."""
    scene = Scene("ambas", "xenos", "terrans")
    for seat, vp in enumerate((50, 70, 50)):
        scene.give(seat, vp=vp)
    assert scene.state.places() == [2, 1, 2]


def test_the_lost_planet_uncovers_no_income() -> None:
    """GP-RES-6 GP-INC-1: its mine comes from no place of the faction board."""
    scene = Scene("xenos", "ambas")
    before = sources(scene.state, scene.player())
    where = next(iter(bits(scene.state.world.space)))
    scene.state.lost = 1 << where
    scene.build(MINE, where)
    assert sources(scene.state, scene.player()) == before


def test_income_is_told_by_source() -> None:
    """GP-INC-1: a journal hears of the board and of each structure; the sum is what comes without one."""
    scene, silent = Scene("xenos", "ambas"), Scene("xenos", "ambas")
    scene.state.journal = Journal()
    for each in (scene, silent):
        each.state.stack = []
        take_income(each.state, 0)
        while each.state.stack:
            each.state.stack[-1].arrive(each.state)
    told = {booking.source for booking in scene.state.journal.bookings}
    assert {"income:base", "income:mine"} <= told
    for name in ("credits", "ore", "knowledge", "qic", "bowls"):
        assert getattr(scene.player(), name) == getattr(silent.player(), name)


def test_who_is_outbid_owes_nothing() -> None:
    """GP-SET-4: and takes another faction for nothing."""
    state = GAIA.new({"players": 2, "factions": "auction_bid_while_choosing"}, 5)
    state.play(Choose(BOARD["gleens"]))
    state.play(Bid(BOARD["gleens"], 3))
    state.play(Choose(BOARD["itars"]))
    assert [player.bid for player in state.players] == [0, 3]


@pytest.mark.parametrize("way", ["rotate", "arrange"])
def test_inner_sectors_that_lie_upright_are_laid_so(way: str) -> None:
    """GP-SET-2 GP-SET-9: they are laid like all others, with one turn to choose from."""
    options = {"players": 4, "map": "variant_2", "inner_sectors": "upright", "map_building": way, "setup_seed": 3}
    state = GAIA.new(options, 5)
    number = 0
    while state.question() == "RotateSectors":
        laid = state.options()
        number += 1
        state.play(laid[-1])
    assert number == {"rotate": 6, "arrange": 9}[way]


def test_the_automa_counts_its_structures_but_one_as_federated() -> None:
    """GP-END-6: none counts none."""
    state = GAIA.new({"players": 1}, 5)
    automa = state.automa
    player = state.players[automa]
    assert player.own.bit_count() == 0
    counts = [final_count(state, automa, IN_FEDERATIONS)]
    for where in list(bits(state.world.planets))[:3]:
        put(state, automa, MINE, 1 << where)
        counts.append(final_count(state, automa, IN_FEDERATIONS))
    assert counts == [0, 0, 1, 2]
