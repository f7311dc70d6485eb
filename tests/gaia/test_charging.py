"""Power that others' buildings offer."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from orrery.core.hexes import bits
from orrery.gaia.actions import (
    TOKEN_AFTER,
    TOKEN_BEFORE,
    Advance,
    Build,
    Charge,
    Convert,
    Decline,
    EndTurn,
    Pass,
    PlaceLost,
    TakeTech,
)
from orrery.gaia.data.actions import CONVERSION
from orrery.gaia.data.buildings import INSTITUTE, LAB, MINE, STATION
from orrery.gaia.decisions.charging import LeechOffer
from orrery.gaia.rules.building import offer
from orrery.gaia.rules.power import capacity
from tests.gaia.scene import Scene


def neighbours(*factions: str, piece: int = MINE, **options: object) -> tuple[Scene, Build]:
    """The first seat can upgrade a mine; the others have a structure beside it."""
    scene = Scene(*factions, **options)
    state = scene.state
    where = scene.mine()
    for seat in range(1, len(factions)):
        scene.clear(seat)
        free = state.world.grid.ball(where, 2) & ~(1 << where)
        for other in state.players:
            free &= ~other.own
        scene.build(piece, min(bits(free)), seat)
        scene.give(seat, bowl1=2, bowl2=4, bowl3=0, vp=10)
    scene.give(credits=30, ore=15)
    scene.turn()
    return scene, Build(STATION, where)


def test_a_mine_charges_one_for_nothing() -> None:
    """GP-CHG-1: the amount is the power value, the price one point less."""
    scene, build = neighbours("xenos", "ambas")
    scene.play(build)
    assert scene.options() == [Charge(1), Decline()]
    scene.play(Charge(1))
    assert scene.player(1).vp == 10
    assert scene.player(1).bowl2 == 5


def test_the_highest_structure_counts_alone() -> None:
    """GP-CHG-1: an institute beside mines offers 3 for 2 points."""
    scene, build = neighbours("xenos", "ambas", piece=INSTITUTE)
    extra = next(h for h in bits(scene.state.world.grid.ball(build.where, 1)) if not scene.player().own >> h & 1)
    scene.build(MINE, extra, 1)
    scene.play(build)
    scene.play(Charge(3))
    assert scene.player(1).vp == 8
    assert scene.points(1) == {"charge": -2}


def test_two_hexes_away_is_near_three_is_not() -> None:
    """GP-CHG-1: the neighbourhood ends at two."""
    scene, build = neighbours("xenos", "ambas")
    ring = scene.state.world.grid.ball(build.where, 3) & ~scene.state.world.grid.ball(build.where, 2)
    scene.clear(1)
    scene.build(MINE, min(bits(ring)), 1)
    scene.play(build)
    assert scene.state.question() == "Turn"


def test_declining_costs_nothing() -> None:
    """GP-CHG-1: all or nothing."""
    scene, build = neighbours("xenos", "ambas", piece=STATION)
    before = scene.player(1).key()
    scene.play(build, Decline())
    assert scene.player(1).key() == before


def test_what_cannot_move_is_not_paid() -> None:
    """GP-CHG-2: the rulebook's example: one token left to move, 3 on offer: 1 for nothing."""
    scene, build = neighbours("xenos", "ambas", piece=INSTITUTE)
    scene.give(1, bowl1=0, bowl2=1, bowl3=5)
    scene.play(build)
    assert scene.options() == [Charge(1), Decline()]


def test_short_points_charge_less() -> None:
    """GP-CHG-2: the rulebook's example: 1 point left, 3 on offer: 2 for 1."""
    scene, build = neighbours("xenos", "ambas", piece=INSTITUTE)
    scene.give(1, vp=1)
    scene.play(build)
    assert scene.options() == [Charge(2), Decline()]
    scene.play(Charge(2))
    assert scene.player(1).vp == 0


@given(st.integers(0, 5), st.integers(0, 5), st.integers(0, 5), st.integers(1, 5))
def test_an_offer_is_the_least_of_value_room_and_points(one: int, two: int, vp: int, power: int) -> None:
    """GP-CHG-2: never below 0 points, never more than can move."""
    state = COMMON.state.clone()
    player = state.players[1]
    player.bowl1, player.bowl2, player.vp = one, two, vp
    found = player.rules.charges(state, 1, power, capacity(player))
    amount = min(power, 2 * one + two, vp + 1)
    assert found == ([Charge(amount)] if amount else [])


COMMON = Scene("xenos", "ambas")


def test_full_bowls_are_not_asked() -> None:
    """GP-CHG-2: nothing can be charged."""
    scene, build = neighbours("xenos", "ambas")
    scene.give(1, bowl1=0, bowl2=0, bowl3=6)
    scene.play(build)
    assert scene.state.question() == "Turn"


def test_neighbours_are_asked_clockwise_also_after_passing() -> None:
    """GP-CHG-3: from the builder round the table."""
    scene, build = neighbours("xenos", "ambas", "terrans")
    scene.state.passed = (1,)
    scene.play(build)
    assert scene.state.asked() == 1
    scene.play(Charge(1))
    assert scene.state.asked() == 2


def test_offers_come_at_once_or_at_the_end_of_the_turn() -> None:
    """GP-CHG-3: before later free actions by default; with turn_end after the whole turn."""
    ore = Convert(CONVERSION["ore_to_credit"])
    scene, build = neighbours("xenos", "ambas")
    scene.play(build)
    assert scene.state.question() == "LeechOffer"
    scene.play(Charge(1), ore)
    assert scene.state.asked() == 0
    scene, build = neighbours("xenos", "ambas", charge_timing="turn_end")
    scene.play(build, ore)
    assert scene.state.question() == "Turn"
    scene.play(EndTurn())
    assert scene.state.question() == "LeechOffer"
    assert scene.state.asked() == 1


def test_a_lab_asks_about_its_tile_first() -> None:
    """GP-CHG-3: neighbours are asked once the building and what it brings are done."""
    scene, build = neighbours("xenos", "ambas")
    scene.build(STATION, build.where)
    scene.play(Build(LAB, build.where))
    assert scene.state.question() == "PickTech"
    scene.play(TakeTech(6), Advance(0))
    assert scene.state.question() == "LeechOffer"


def test_passing_offers_nothing() -> None:
    """GP-CHG-5: only building does."""
    scene, _ = neighbours("xenos", "ambas")
    scene.play(Pass(scene.state.boosters[0]))
    assert scene.state.question() == "Turn"
    assert scene.state.asked() == 1


def test_a_stronger_tile_offers_four() -> None:
    """GP-CHG-1: 4 power for 3 points with the tile for big buildings."""
    scene, build = neighbours("xenos", "ambas", piece=INSTITUTE)
    scene.player(1).tiles = (2,)
    assert offer(scene.state, scene.player(1), build.where) == 4
    scene.play(build, Charge(4))
    assert scene.player(1).vp == 7


def test_the_brainstone_owners_get_a_token_with_each_charge() -> None:
    """GP-TAK-2: before or after; taken before it makes room for two more."""
    scene, build = neighbours("xenos", "taklons", piece=INSTITUTE)
    scene.give(1, bowl1=0, bowl2=0, bowl3=3, brain=3)
    scene.play(build)
    assert scene.options() == [Charge(2, TOKEN_BEFORE), Decline()]
    scene.play(Charge(2, TOKEN_BEFORE))
    player = scene.player(1)
    assert (player.bowl1, player.bowl2, player.bowl3, player.vp) == (0, 0, 4, 9)


def test_the_token_may_come_after_charging() -> None:
    """GP-TAK-2: then it stays in bowl I."""
    scene, build = neighbours("xenos", "taklons", piece=INSTITUTE)
    scene.give(1, bowl1=0, bowl2=3, bowl3=0, brain=3)
    scene.play(build, Charge(3, TOKEN_AFTER))
    player = scene.player(1)
    assert (player.bowl1, player.bowl2, player.bowl3) == (1, 0, 3)


def test_the_token_alone_is_an_option() -> None:
    """GP-TAK-2: charge_token_only."""
    scene, build = neighbours("xenos", "taklons", piece=INSTITUTE, charge_token_only=True)
    scene.give(1, bowl1=0, bowl2=0, bowl3=3, brain=3)
    scene.play(build)
    assert Charge(0, TOKEN_AFTER) in scene.options()
    scene.play(Charge(0, TOKEN_AFTER))
    assert scene.player(1).bowl1 == 1
    assert scene.player(1).vp == 10


def test_two_buildings_of_one_turn_are_two_offers() -> None:
    """GP-CHG-4: a lab whose step places the lost planet: first the lab, then the planet."""
    scene, build = neighbours("xenos", "ambas", piece=STATION)
    scene.build(STATION, build.where)
    scene.level(1, 4)
    scene.player().tokens = (3,)
    scene.give(1, bowl1=4, bowl2=4)
    scene.play(Build(LAB, build.where), TakeTech(6), Advance(1))
    place = next(
        option
        for option in scene.options()
        if isinstance(option, PlaceLost) and scene.state.world.grid.ball(build.where, 1) >> option.where & 1
    )
    scene.play(place)
    assert scene.options() == [Charge(2), Decline()]
    assert scene.state.stack[-1].values()[0] == build.where
    scene.play(Charge(2))
    assert scene.state.stack[-1].values()[0] == place.where
    scene.play(Charge(2))
    assert scene.player(1).vp == 8
    assert scene.state.asked() == 0


def test_an_offer_names_who_built() -> None:
    """GP-CHG-1 GP-LAN-1: where two stand on a planet, it is the one whose turn it is."""
    scene = Scene("terrans", "xenos", "ambas")
    where = scene.mine(1)
    offer = LeechOffer(2, where, 1)
    assert offer.about(scene.state)["builder"] == 1
    scene.build(MINE, where, seat=0)
    for turn in (0, 1):
        scene.state.turn = turn
        assert offer.about(scene.state)["builder"] == turn
