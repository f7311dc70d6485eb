"""What the fourteen factions do differently."""

from __future__ import annotations

import pytest

from orrery.core.hexes import bits
from orrery.gaia.actions import (
    TILE,
    Act,
    Advance,
    Build,
    Burn,
    Convert,
    Decline,
    Done,
    Exchange,
    Federate,
    PlaceLost,
    Research,
    Swap,
    TakeTech,
    TakeToken,
    Use,
)
from orrery.gaia.data.actions import CONVERSION
from orrery.gaia.data.buildings import (
    ACADEMY_LEFT,
    ACADEMY_RIGHT,
    INSTITUTE,
    LAB,
    MINE,
    SPACE_STATION,
    STATION,
)
from orrery.gaia.data.planets import GAIA
from orrery.gaia.data.tracks import INTELLIGENCE, NAVIGATION, SCIENCE
from orrery.gaia.decisions.gaia import FOR_TILES, GaiaExchange
from orrery.gaia.decisions.special import STATIONS
from orrery.gaia.rules.building import mine_price, offer, worth
from orrery.gaia.rules.effects import gaia_planets, planet_types, sectors
from orrery.gaia.rules.forming import offered
from orrery.gaia.rules.income import sources
from orrery.gaia.rules.specials import near_specials
from orrery.gaia.telling.notation import read, write
from tests.gaia.scene import Scene

GREEN = 3


def rich(*factions: str, **options: object) -> Scene:
    scene = Scene(*factions, **options)
    scene.give(credits=30, ore=15, knowledge=15, qic=9, bowl1=4, bowl2=4, bowl3=4)
    return scene


def with_institute(*factions: str, **options: object) -> Scene:
    scene = rich(*factions, **options)
    scene.build(INSTITUTE, scene.mine())
    scene.turn()
    return scene


def gaia_phase(scene: Scene) -> None:
    """Come to the Gaia phase of the first seat with nothing before it."""
    state = scene.state
    state.stack = []
    state._offered = None
    state.phase = 5
    state.queue = state.order
    state.settle()


# Terrans


def test_tokens_of_the_terrans_return_to_bowl_two() -> None:
    """GP-TER-1: past bowl I."""
    scene = Scene("terrans", "ambas")
    scene.give(gaia=6, bowl1=0, bowl2=0, bowl3=0)
    gaia_phase(scene)
    assert (scene.player().bowl1, scene.player().bowl2, scene.player().gaia) == (0, 6, 0)


def test_the_terrans_institute_gives_resources_for_returning_tokens() -> None:
    """GP-TER-2: the rulebook's example: four tokens for an ore and a credit; the tokens are not spent."""
    scene = with_institute("terrans", "ambas")
    scene.give(gaia=4, bowl1=0, bowl2=0, bowl3=0, ore=0, credits=0)
    gaia_phase(scene)
    assert scene.state.question() == "GaiaExchange"
    scene.play(Exchange(CONVERSION["power_to_ore"]))
    assert Exchange(CONVERSION["power_to_ore"]) not in scene.options()
    scene.play(Exchange(CONVERSION["power_to_credit"]))
    player = scene.player()
    assert (player.ore, player.credits, player.bowl2, player.gaia) == (1, 1, 4, 0)
    assert scene.state.question() == "Turn"


def test_the_terrans_may_leave_the_rest_unless_all_is_asked() -> None:
    """GP-TER-2: the option gaia_exchange."""
    for option, expected in (("free", True), ("all", False)):
        scene = with_institute("terrans", "ambas", gaia_exchange=option)
        scene.give(gaia=4)
        gaia_phase(scene)
        assert (Done() in scene.options()) is expected


# Lantids


def test_lantid_mines_stand_beside_others() -> None:
    """GP-LAN-1 GP-LAN-2: for the price of a mine and range; knowledge with the institute; no type, no upgrade."""
    scene = with_institute("lantids", "ambas")
    state, player = scene.state, scene.player()
    where = scene.mine(1)
    scene.give(knowledge=0)
    types = planet_types(state, player)
    price = mine_price(state, 0, where)
    assert (price.credits, price.ore, price.steps) == (2, 1, 0)
    scene.play(Build(MINE, where))
    assert player.knowledge == 2
    assert planet_types(state, player) == types
    assert state.asked() == 1
    scene.play(Decline())
    scene.turn()
    assert not scene.can(Build(STATION, where))
    assert not scene.can(Build(MINE, where))


def test_lantid_mines_count_as_mines_and_for_sectors_but_not_as_gaia_planets() -> None:
    """GP-LAN-2 GP-ROU-1: round tile for mines yes, for Gaia mines no."""
    tiles = ["mine_2", "gaia_mine_4", "gaia_mine_3", "big_building_5_a", "federation_5", "trading_station_4"]
    for number, expected in ((1, {"round:mine_2": 2}), (2, {})):
        scene = rich("lantids", "ambas", round_tiles=tiles)
        scene.state.round = number
        where = scene.planets(GAIA)[0]
        scene.build(MINE, where, 1)
        scene.player().tiles = (6,)
        scene.turn()
        before = sectors(scene.state, scene.player())
        scene.play(Build(MINE, where))
        assert scene.points() == expected
        assert gaia_planets(scene.state, scene.player()) == 0
        assert sectors(scene.state, scene.player()) >= before


def test_lantids_do_not_share_with_a_gaiaformer() -> None:
    """GP-LAN-1: the planet is not colonised."""
    scene = rich("lantids", "ambas")
    where = scene.planets(GAIA)[0]
    scene.player(1).forming |= 1 << where
    scene.turn()
    assert not scene.can(Build(MINE, where))


def test_lantids_may_share_the_lost_planet() -> None:
    """GP-LAN-1: it is a colonised planet like others."""
    scene = rich("lantids", "ambas")
    where = min(bits(scene.state.world.space & scene.state.world.grid.ball(scene.mine(), 2)))
    scene.state.lost = 1 << where
    scene.build(MINE, where, 1)
    scene.turn()
    assert scene.can(Build(MINE, where))


# Hadsch Hallas


def test_credits_buy_resources_with_the_hadsch_hallas_institute() -> None:
    """GP-HAD-1: 4 for a QIC, 3 for an ore, 4 for a knowledge; not before."""
    ways = {"credits_to_qic": ("qic", 4), "credits_to_ore": ("ore", 3), "credits_to_knowledge": ("knowledge", 4)}
    for way, (what, price) in ways.items():
        scene = Scene("hadsch_hallas", "ambas")
        scene.give(credits=price, ore=0, knowledge=0, qic=0)
        assert not scene.can(Convert(CONVERSION[way]))
        scene.build(INSTITUTE, scene.mine())
        scene.play(Convert(CONVERSION[way]))
        assert scene.player().credits == 0
        assert getattr(scene.player(), what) == 1


# Ivits


def test_space_stations_extend_range_and_the_federation() -> None:
    """GP-IVI-2 GP-FED-10: one a round on empty space in range; worth 1; QIC lengthen the range."""
    scene = rich("ivits", "ambas")
    player = scene.player()
    scene.give(qic=0)
    scene.play(Use(1))
    sites = [option for option in scene.options() if isinstance(option, Build)]
    assert all(option.piece == SPACE_STATION for option in sites)
    assert all(scene.state.world.space >> option.where & 1 for option in sites)
    scene.play(sites[0])
    assert player.stations == 1 << sites[0].where
    assert player.own.bit_count() == 1
    assert scene.state.question() == "Turn"
    scene.turn()
    assert not scene.can(Use(1))
    reasons = {wish.action: [reason.key for reason in wish.reasons] for wish in near_specials(scene.state, 0)}
    assert reasons[Use(1)] == ["used"]


def test_there_are_six_space_stations() -> None:
    """GP-IVI-2: when the last one is placed, the institute places no more."""
    scene = rich("ivits", "ambas")
    player = scene.player()
    spaces = list(bits(scene.state.world.space))
    player.stations = sum(1 << where for where in spaces[: STATIONS - 1])
    player.reaches = []
    assert scene.can(Use(1))
    player.stations |= 1 << spaces[STATIONS]
    assert STATIONS == 6
    assert not scene.can(Use(1))


def test_ivits_pay_satellites_with_qic_and_need_seven_more_each_time() -> None:
    """GP-IVI-1 GP-FED-10 GP-FED-11: the second token needs 14 in all; a token of any kind left may be taken."""
    scene = rich("ivits", "ambas")
    player = scene.player()
    assert player.rules.federation_power(player) == 7
    grid = scene.state.world.grid
    scene.clear()
    home = next(h for h in scene.planets(1) if grid.ball(h, 1).bit_count() == 7)
    scene.build(INSTITUTE, home)
    ring = [h for h in bits(grid.ball(home, 1)) if h != home]
    scene.build(ACADEMY_LEFT, ring[0])
    scene.build(MINE, ring[1])
    scene.turn()
    federations = offered(scene.state, player)
    assert [federation.cost for federation in federations] == [0]
    scene.play(Federate(federations[0].hexes))
    assert scene.options() == [TakeToken(kind) for kind in range(6)]
    scene.play(TakeToken(1))
    assert scene.state.supply == (3, 2, 3, 2, 3, 3)
    assert scene.points() == {"federation:fed_8vp_qic": 8, "round:federation_5": 5}
    assert player.rules.federation_power(player) == 14
    assert player.federations == 1
    scene.turn()
    assert not offered(scene.state, player)
    scene.build(ACADEMY_RIGHT, ring[2])
    scene.build(LAB, ring[3])
    scene.build(STATION, ring[4])
    assert [federation.hexes for federation in offered(scene.state, player)] == [0]
    assert scene.can(Federate(0))
    assert write(scene.state, Federate(0)) == "ivits federate"
    assert read(scene.state, "ivits federate") == Federate(0)


# Geodens


def test_geodens_learn_from_new_planet_types() -> None:
    """GP-GEO-1: 3 knowledge for the first mine on a type, none for the home type; with the institute only."""
    for institute, expected in ((False, 0), (True, 3)):
        scene = (with_institute if institute else rich)("geodens", "ambas")
        scene.give(knowledge=0)
        scene.play(Build(MINE, scene.planets(0)[0]))
        assert scene.player().knowledge == expected
    scene = with_institute("geodens", "ambas")
    scene.give(knowledge=0)
    home = scene.player().rules.home
    scene.play(Build(MINE, scene.planets(home)[0]))
    assert scene.player().knowledge == 0


def test_geodens_learn_from_the_lost_planet() -> None:
    """GP-GEO-1 GP-RES-6: a type of its own."""
    scene = with_institute("geodens", "ambas")
    scene.level(NAVIGATION, 4)
    scene.player().tokens = (GREEN,)
    scene.give(knowledge=4)
    scene.play(Research(NAVIGATION))
    place = scene.options()[0]
    assert isinstance(place, PlaceLost)
    scene.play(place)
    assert scene.player().knowledge == 3


# Bal T'aks


def test_bal_tak_gaiaformers_become_qic_until_the_gaia_phase() -> None:
    """GP-BAL-1 GP-GAI-2: one from the board; it returns."""
    scene = Scene("bal_taks", "ambas")
    scene.give(qic=0)
    way = Convert(CONVERSION["gaiaformer_to_qic"])
    scene.play(way)
    player = scene.player()
    assert (player.qic, player.formers, player.parked) == (1, 0, 1)
    assert not scene.can(way)
    gaia_phase(scene)
    assert (player.formers, player.parked) == (1, 0)


def test_bal_taks_navigate_only_with_the_institute() -> None:
    """GP-BAL-2 GP-TEC-2: the step of the tile under navigation is lost."""
    scene = rich("bal_taks", "ambas")
    assert not scene.can(Research(NAVIGATION))
    scene.play(Act(7), TakeTech(NAVIGATION))
    assert scene.state.question() == "Turn"
    assert scene.player().research[NAVIGATION] == 0
    scene = with_institute("bal_taks", "ambas")
    assert scene.can(Research(NAVIGATION))


def test_the_bal_tak_academy_gives_credits() -> None:
    """GP-SPE-1 GP-BAL-1: 4 credits in place of a QIC."""
    scene = Scene("bal_taks", "ambas")
    scene.build(ACADEMY_RIGHT, scene.mine())
    scene.give(credits=0, qic=0)
    scene.turn()
    scene.play(Use(0))
    assert (scene.player().credits, scene.player().qic) == (4, 0)


# Xenos


def test_xenos_federate_with_six() -> None:
    """GP-XEN-1 GP-FED-1: with the institute."""
    scene = Scene("xenos", "ambas")
    player = scene.player()
    assert player.buildings[MINE].bit_count() == 3
    assert player.rules.federation_power(player) == 7
    scene.build(INSTITUTE, scene.mine())
    assert player.rules.federation_power(player) == 6


# Gleens


def test_gleens_gain_ore_for_qic_until_the_right_academy() -> None:
    """GP-GLE-1: from tracks, tiles, conversions; a tile taken with the academy is already real."""
    scene = Scene("gleens", "ambas")
    scene.give(knowledge=8, qic=0, ore=0, bowl3=4)
    scene.play(Convert(CONVERSION["power_to_qic"]))
    assert (scene.player().qic, scene.player().ore) == (0, 1)
    scene.play(Research(INTELLIGENCE))
    assert (scene.player().qic, scene.player().ore) == (0, 2)
    scene = rich("gleens", "ambas")
    scene.clear(1)
    scene.give(qic=0, ore=9)
    where = scene.mine()
    scene.build(LAB, where)
    scene.turn()
    scene.play(Build(ACADEMY_RIGHT, where), TakeTech(0), Decline())
    assert (scene.player().qic, scene.player().ore) == (1, 4)


def test_gleens_pay_ore_for_gaia_planets_and_score() -> None:
    """GP-GLE-2: 2 points for each; none to pay with an own gaiaformer."""
    scene = rich("gleens", "ambas")
    where = min(scene.planets(GAIA), key=lambda h: mine_price(scene.state, 0, h).qic)
    price = mine_price(scene.state, 0, where)
    assert price.ore == 2
    scene.play(Build(MINE, where))
    assert scene.points() == {"faction:gleens": 2}


def test_the_gleens_institute_brings_their_token() -> None:
    """GP-GLE-3 GP-ROU-4: ore, knowledge, credits; green; it scores the federation tile."""
    scene = rich("gleens", "ambas")
    where = scene.mine()
    scene.build(STATION, where)
    scene.give(credits=6, ore=4, knowledge=0)
    scene.turn()
    scene.play(Build(INSTITUTE, where))
    player = scene.player()
    assert (player.credits, player.ore, player.knowledge) == (2, 1, 1)
    assert player.tokens == (13,)
    assert player.green
    assert scene.points() == {"round:federation_5": 5}
    assert player.federations == 0


# Ambas


def test_ambas_swap_institute_and_mine() -> None:
    """GP-AMB-1 GP-CHG-5: no points, nobody charges, federations stay; not with the lost planet."""
    scene = with_institute("ambas", "xenos")
    player = scene.player()
    old = min(bits(player.buildings[INSTITUTE]))
    new = scene.mine()
    lost = min(bits(scene.state.world.space))
    scene.state.lost = 1 << lost
    scene.build(MINE, lost)
    scene.build(MINE, scene.planets(0)[0])
    player.allied = 1 << old
    scene.turn()
    scene.play(Use(1))
    assert Swap(lost) not in scene.options()
    scene.play(Swap(new))
    assert player.buildings[INSTITUTE] == 1 << new
    assert player.buildings[MINE] >> old & 1
    assert player.allied == 1 << old
    assert scene.points() == {}
    assert scene.state.question() == "Turn"


# Firaks


def test_firaks_downgrade_a_lab_for_a_step() -> None:
    """GP-FIR-1 GP-ROU-5: counts as building a trading station; a step in any area."""
    tiles = [
        "trading_station_3",
        "gaia_mine_4",
        "gaia_mine_3",
        "big_building_5_a",
        "federation_5",
        "trading_station_4",
    ]
    scene = with_institute("firaks", "ambas", round_tiles=tiles)
    where = scene.mine()
    assert not scene.can(Use(1))
    scene.build(LAB, where)
    scene.turn()
    scene.give(credits=0, ore=0)
    scene.play(Use(1), Advance(SCIENCE))
    player = scene.player()
    assert player.buildings[STATION] == 1 << where
    assert player.buildings[LAB] == 0
    assert scene.points() == {"round:trading_station_3": 3}
    assert player.research[SCIENCE] == 1


def test_firaks_need_a_trading_station_left() -> None:
    """GP-FIR-1: at most four stand on the map."""
    scene = with_institute("firaks", "ambas")
    scene.build(LAB, scene.mine())
    for where in scene.planets(0)[:4]:
        scene.build(STATION, where)
    scene.turn()
    assert not scene.can(Use(1))


# Bescods


def test_bescods_upgrade_the_other_way() -> None:
    """GP-BES-1: trading station to academy, lab to institute."""
    scene = rich("bescods", "ambas")
    first, second = list(bits(scene.player().buildings[MINE]))[:2]
    scene.build(STATION, first)
    scene.build(LAB, second)
    scene.turn()
    assert scene.can(Build(ACADEMY_LEFT, first))
    assert scene.can(Build(LAB, first))
    assert not scene.can(Build(INSTITUTE, first))
    assert scene.can(Build(INSTITUTE, second))
    assert not scene.can(Build(ACADEMY_LEFT, second))


def test_bescods_advance_a_lowest_marker() -> None:
    """GP-BES-2: among ties; not when the lowest cannot rise."""
    scene = Scene("bescods", "ambas")
    scene.player().research = (1, 2, 0, 3, 0, 1)
    scene.turn()
    scene.play(Use(1))
    assert scene.options() == [Advance(2), Advance(4), Decline()]
    scene.play(Advance(4))
    assert scene.player().research[4] == 1
    scene = Scene("bescods", "ambas")
    scene.player().research = (4, 4, 4, 4, 4, 4)
    scene.turn()
    assert not scene.can(Use(1))


def test_bescods_are_stronger_on_titanium() -> None:
    """GP-BES-3: with the institute, on top of the tile; for charging and federations."""
    scene = Scene("bescods", "ambas")
    where = scene.mine()
    player = scene.player()
    assert offer(scene.state, player, where) == 1
    second = next(h for h in bits(player.buildings[MINE]) if h != where)
    scene.build(INSTITUTE, second)
    assert offer(scene.state, player, where) == 2
    player.tiles = (2,)
    assert offer(scene.state, player, second) == 5
    assert sum(mask.bit_count() * value for mask, value in worth(scene.state, player)) == 2 + 5


def test_bescods_have_swapped_incomes() -> None:
    """GP-BES-1 GP-INC-1: trading stations give knowledge, labs credits."""
    scene = Scene("bescods", "ambas")
    first, second = list(bits(scene.player().buildings[MINE]))[:2]
    scene.build(STATION, first)
    scene.build(LAB, second)
    found = {source: gains for gains, source in sources(scene.state, scene.player())}
    assert found["income:trading_station"].knowledge == 1
    assert found["income:research_lab"].credits == 3


# Nevlas


def test_nevlas_research_with_tokens() -> None:
    """GP-NEV-1: a token of bowl III goes to the Gaia area; never doubled."""
    scene = with_institute("nevlas", "ambas")
    scene.give(bowl3=1, gaia=0, knowledge=0)
    scene.play(Convert(CONVERSION["token_to_knowledge"]))
    player = scene.player()
    assert (player.bowl3, player.gaia, player.knowledge) == (0, 1, 1)


def test_nevla_tokens_are_worth_two() -> None:
    """GP-NEV-2: 3 power take two tokens, 4 power too; an ore and a credit may be paid in one sum."""
    for way, tokens in (
        ("power_to_ore", 2),
        ("power_to_qic", 2),
        ("power_to_ore_and_credit", 2),
        ("power_to_credit", 1),
    ):
        scene = with_institute("nevlas", "ambas")
        scene.give(bowl1=0, bowl2=0, bowl3=3)
        scene.play(Convert(CONVERSION[way]))
        assert scene.player().bowl1 == tokens
    scene = Scene("nevlas", "ambas")
    scene.give(bowl3=9)
    assert not scene.can(Convert(CONVERSION["power_to_ore_and_credit"]))


def test_nevla_tokens_pay_board_actions_twice() -> None:
    """GP-NEV-2 GP-ACT-1: 7 power are four tokens."""
    scene = with_institute("nevlas", "ambas")
    scene.give(bowl1=0, bowl2=0, bowl3=4, knowledge=0)
    scene.play(Act(0))
    assert (scene.player().bowl1, scene.player().bowl3, scene.player().knowledge) == (4, 0, 3)


# Itars


def test_burnt_itar_tokens_go_to_the_gaia_area() -> None:
    """GP-ITA-1: and return to bowl I."""
    scene = Scene("itars", "ambas")
    scene.give(bowl1=0, bowl2=2, bowl3=0)
    scene.play(Burn())
    player = scene.player()
    assert (player.bowl2, player.bowl3, player.gaia) == (0, 1, 1)
    gaia_phase(scene)
    assert (player.bowl1, player.gaia) == (1, 0)


def test_itars_exchange_four_tokens_for_a_tile() -> None:
    """GP-ITA-2: as often as possible, with its step; the rest returns."""
    scene = with_institute("itars", "ambas")
    scene.give(gaia=9, bowl1=0)
    gaia_phase(scene)
    assert scene.options() == [Exchange(TILE), Done()]
    scene.play(Exchange(TILE), TakeTech(7), Advance(SCIENCE))
    assert scene.player().gaia == 5
    scene.play(Exchange(TILE), TakeTech(8), Decline())
    assert scene.player().gaia == 0
    assert scene.player().bowl1 == 1
    assert scene.state.question() == "Turn"


def test_round_tiles_do_not_score_in_the_gaia_phase() -> None:
    """GP-GAI-3: unless the option says so."""
    tiles = [
        "research_step_2",
        "gaia_mine_4",
        "gaia_mine_3",
        "big_building_5_a",
        "federation_5",
        "trading_station_4",
    ]
    for option, expected in ((False, {}), (True, {"round:research_step_2": 2})):
        scene = with_institute("itars", "ambas", round_tiles=tiles, gaia_phase_round_tile=option)
        scene.give(gaia=4)
        scene.state.stack = [GaiaExchange(0, FOR_TILES)]
        scene.state.phase = 5
        scene.state.queue = ()
        scene.state._offered = None
        scene.play(Exchange(TILE), TakeTech(7), Advance(SCIENCE))
        assert scene.points() == expected


def test_a_lost_planet_of_the_gaia_phase_offers_power() -> None:
    """GP-ITA-2 GP-CHG-1: neighbours are asked then."""
    scene = with_institute("itars", "ambas")
    scene.level(NAVIGATION, 4)
    scene.player().tokens = (GREEN,)
    scene.give(gaia=4)
    scene.give(1, bowl1=2, bowl2=2, bowl3=0)
    gaia_phase(scene)
    scene.play(Exchange(TILE), TakeTech(7), Advance(NAVIGATION))
    beside = scene.state.world.grid.ball(scene.mine(1), 2)
    place = next(
        option for option in scene.options() if isinstance(option, PlaceLost) and beside >> option.where & 1
    )
    scene.play(place)
    assert (scene.state.question(), scene.state.asked()) == ("LeechOffer", 1)
    scene.play(Decline())
    assert scene.state.question() == "Turn"


@pytest.mark.parametrize(
    ("timing", "questions"),
    [("immediate", ["LeechOffer", "GaiaExchange", "Turn"]), ("turn_end", ["GaiaExchange", "LeechOffer", "Turn"])],
)
def test_neighbours_of_a_lost_planet_answer_before_the_next_exchange(timing: str, questions: list[str]) -> None:
    """GP-ITA-2 GP-CHG-3: at once, or when the exchanges are over."""
    scene = with_institute("itars", "ambas", charge_timing=timing)
    scene.level(NAVIGATION, 4)
    scene.player().tokens = (GREEN,)
    scene.give(gaia=8)
    scene.give(1, bowl1=2, bowl2=2, bowl3=0)
    gaia_phase(scene)
    scene.play(Exchange(TILE), TakeTech(7), Advance(NAVIGATION))
    beside = scene.state.world.grid.ball(scene.mine(1), 2)
    place = next(
        option for option in scene.options() if isinstance(option, PlaceLost) and beside >> option.where & 1
    )
    scene.play(place)
    asked = []
    while scene.state.question() != "Turn":
        asked.append(scene.state.question())
        scene.play(scene.options()[-1])
    assert [*asked, scene.state.question()] == questions


def test_four_tokens_leave_the_gaia_area_for_a_tile() -> None:
    """GP-ITA-2: exactly four."""
    scene = Scene("itars", "xenos")
    scene.give(gaia=5)
    scene.state.stack = [GaiaExchange(0, FOR_TILES)]
    bookings = scene.play(Exchange(TILE))
    assert [each.amount for each in bookings if each.what == "gaia"] == [-4]
    assert scene.player().gaia == 1
