"""Mines, Gaia projects, upgrades: where, for what price, with what consequence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orrery.core.chance import draw
from orrery.core.game import IllegalAction
from orrery.core.hexes import bits, distance
from orrery.gaia.actions import Act, Build, EndTurn, Use
from orrery.gaia.data.buildings import (
    ACADEMY_LEFT,
    ACADEMY_RIGHT,
    GAIAFORMER,
    INSTITUTE,
    LAB,
    MINE,
    STATION,
)
from orrery.gaia.data.planets import GAIA, STEPS, TRANSDIM
from orrery.gaia.data.tracks import GAIA_PROJECT, NAVIGATION, REACH, STEP_ORE, TERRAFORMING
from orrery.gaia.game import GAIA as GAME
from orrery.gaia.rules.building import (
    mine_price,
    mine_sites,
    near_mines,
    near_projects,
    project_price,
    project_sites,
)
from orrery.gaia.rules.income import sources
from orrery.gaia.rules.reach import beyond, qic_for, within
from orrery.gaia.state import State
from tests.gaia.scene import Scene


def rich(scene: Scene, seat: int = 0) -> Scene:
    scene.give(seat, credits=30, ore=15, knowledge=15, qic=9, bowl1=4, bowl2=4, bowl3=4)
    return scene


@given(st.integers(0, 6), st.integers(0, 6))
def test_terraforming_steps_go_the_shorter_way_round_the_circle(home: int, target: int) -> None:
    """GP-MIN-3: at most three steps, the same both ways, none at home, and one more or less beside."""
    steps = STEPS[home][target]
    assert steps == STEPS[target][home]
    assert steps in range(4)
    assert (steps == 0) == (home == target)
    assert abs(STEPS[home][(target + 1) % 7] - steps) <= 1


@given(st.integers(0, 5), st.integers(1, 3), st.integers(0, 2))
def test_steps_cost_ore_by_level_after_free_ones(level: int, steps: int, free: int) -> None:
    """GP-MIN-1 GP-MIN-3 GP-MIN-6: 1 ore for the mine and 3, 3, 2, 1, 1, 1 for each step that is not free."""
    scene = Scene("xenos", "ambas")
    scene.level(TERRAFORMING, level)
    scene.level(NAVIGATION, 5)
    player = scene.player()
    where = next(
        where for kind in range(7) if STEPS[player.rules.home][kind] == steps for where in scene.planets(kind)
    )
    price = mine_price(scene.state, 0, where, free)
    assert price.credits == 2
    assert price.ore == 1 + max(0, steps - free) * STEP_ORE[level]
    assert price.steps == steps
    assert price.qic == qic_for(scene.state, player, where)


def test_sites_are_exactly_the_planets_that_can_be_paid() -> None:
    """GP-MIN-1 GP-MIN-2 GP-MIN-4 GP-MIN-5: the quick sets agree with the price of every hex, in random games."""
    checked = 0
    for seed in range(12):
        state = GAME.new({"players": 2 + seed % 3, "factions": "random", "extra_range": "needed"}, seed)
        number = 0
        while state.asked() is not None:
            options = state.options()
            if state.question() == "Turn":
                checked += 1
                compare_sites(state, state.asked() or 0)
            state.apply(options[draw(seed, number, len(options))])
            number += 1
    assert checked > 300


def compare_sites(state: State, seat: int) -> None:
    player = state.players[seat]
    world = state.world
    own_colours = 0
    for other in state.players:
        own_colours |= other.own | other.forming
    for free in (0, 1, 2):
        slow = 0
        for where in world.grid.hexes:
            bit = 1 << where
            kind = GAIA if state.gaia & bit else world.kind[where]
            shared = bool(player.rules.shareable(state, seat) & bit)
            mine = bool(player.forming & bit) and kind == GAIA
            if not (0 <= kind <= GAIA or shared) or (own_colours & bit and not mine and not shared):
                continue
            if not mine and qic_for(state, player, where) < 0:
                continue
            price = mine_price(state, seat, where, free)
            if free and (shared or kind == GAIA or not price.steps):
                continue
            enough = price.credits <= player.credits and price.ore <= player.ore and price.qic <= player.qic
            used = (player.buildings[MINE] & ~state.lost).bit_count() + (
                player.buildings[MINE] & state.lost & player.shared
            ).bit_count()
            if enough and used < 8:
                slow |= bit
        assert mine_sites(state, seat, free) == slow, (state, seat, free)
    slow = 0
    for where in bits(state.transdim & ~own_colours):
        price = project_price(state, seat, where)
        if player.formers and 0 <= price.qic <= player.qic and price.tokens <= player.power_tokens:
            slow |= 1 << where
    assert project_sites(state, seat) == slow


def test_range_comes_from_navigation_and_qic() -> None:
    """GP-MIN-2: basic range by level, two more for each QIC; plain distance on the map of ten sectors."""
    scene = Scene("xenos", "ambas", "geodens")
    state, player = scene.state, scene.player()
    hexes = state.world.grid.hexes
    for level in range(6):
        scene.level(NAVIGATION, level)
        for where in state.world.grid.hexes:
            away = min(distance(hexes[where], hexes[own]) for own in bits(player.own))
            expected = max(0, -(-(away - REACH[level]) // 2))
            assert qic_for(state, player, where) == expected


def test_gaiaformers_and_satellites_are_no_origin_of_range() -> None:
    """GP-MIN-2 GP-PRO-2: only structures and space stations count."""
    scene = Scene("xenos", "ambas")
    player = scene.player()
    before = within(scene.state, player, 2)
    far = next(where for where in scene.state.world.grid.hexes if not before >> where & 1)
    player.forming |= 1 << far
    player.satellites |= 1 << far
    player.reaches = []
    assert within(scene.state, player, 2) == before
    player.stations |= 1 << far
    player.reaches = []
    assert within(scene.state, player, 2) >> far & 1


def test_a_gaia_planet_costs_a_qic() -> None:
    """GP-MIN-4: one QIC besides those for range, and no terraforming."""
    scene = rich(Scene("xenos", "ambas"))
    where = scene.planets(GAIA)[0]
    price = mine_price(scene.state, 0, where)
    assert price.steps == 0
    assert price.qic == qic_for(scene.state, scene.player(), where) + 1
    assert price.ore == 1


def test_an_own_gaiaformer_makes_a_gaia_planet_cheap_and_returns() -> None:
    """GP-MIN-4 GP-PRO-3: neither QIC nor range; nobody else may build there."""
    scene = rich(Scene("xenos", "ambas"))
    where = max(scene.planets(GAIA), key=lambda h: qic_for(scene.state, scene.player(), h))
    scene.player().forming |= 1 << where
    scene.give(qic=0, formers=0)
    scene.turn()
    scene.play(Build(MINE, where))
    player = scene.player()
    assert (player.qic, player.formers, player.forming) == (0, 1, 0)
    assert player.buildings[MINE] >> where & 1
    other = rich(Scene("xenos", "ambas"), 1)
    other.player(0).forming |= 1 << where
    other.turn(1)
    assert not other.can(Build(MINE, where))


def test_transdim_planets_are_closed_to_mines() -> None:
    """GP-MIN-5: whatever one pays."""
    scene = rich(Scene("xenos", "ambas"))
    assert all(not scene.can(Build(MINE, where)) for where in scene.planets(TRANSDIM))
    assert not scene.can(Build(MINE, scene.mine(1)))


def test_free_steps_must_be_used() -> None:
    """GP-MIN-6: not on the home type, not on a Gaia planet, unless the option allows it."""
    for option, expected in (("forbidden", False), ("board", False), ("allowed", True)):
        scene = rich(Scene("xenos", "ambas", useless_actions=option))
        home = scene.player().rules.home
        scene.play(Act(5))
        assert scene.state.question() == "PickSite"
        assert scene.can(Build(MINE, scene.planets(home)[0])) is expected
        assert scene.can(Build(MINE, scene.planets(GAIA)[0])) is expected
        assert scene.can(Build(MINE, scene.planets((home + 1) % 7)[0]))


def test_a_terraforming_action_without_a_planet_for_it_is_not_offered() -> None:
    """GP-MIN-6 GP-ACT-2: an option is offered only if it can be completed."""
    scene = Scene("xenos", "ambas")
    scene.give(bowl3=9, credits=1, ore=9)
    assert not scene.can(Act(5))
    assert not scene.can(Act(1))
    scene.give(credits=2, qic=5)
    assert scene.can(Act(5))


def test_extra_range_reaches_three_further() -> None:
    """GP-MIN-7: QIC may be added; with extra_range = needed only where normal range ends."""
    for option in ("any", "needed"):
        scene = rich(Scene("xenos", "ambas", extra_range=option))
        player = scene.player()
        player.booster = 4
        scene.turn()
        planets = [where for kind in range(7) for where in scene.planets(kind)]
        close = [where for where in planets if within(scene.state, player, 1) >> where & 1]
        far = [where for where in planets if within(scene.state, player, 4) >> where & 1 and where not in close]
        beyond = [where for where in planets if not within(scene.state, player, 4) >> where & 1]
        scene.give(qic=0)
        scene.play(Use(2))
        assert close
        assert far
        assert beyond
        assert all(scene.can(Build(MINE, where)) for where in far)
        assert not any(scene.can(Build(MINE, where)) for where in beyond)
        assert all(scene.can(Build(MINE, where)) is (option == "any") for where in close)


def test_a_project_moves_tokens_and_is_no_building() -> None:
    """GP-PRO-1 GP-PRO-2 GP-CHG-5: six tokens at level 1; nobody is asked to charge."""
    scene = Scene("terrans", "ambas")
    player = scene.player()
    scene.give(qic=9, bowl1=6, bowl2=0, bowl3=0, formers=1)
    where = scene.planets(TRANSDIM)[0]
    structures = player.own
    scene.play(Build(GAIAFORMER, where))
    assert scene.state.question() == "Turn"
    assert (player.bowl1, player.gaia, player.formers) == (0, 6, 0)
    assert player.own == structures
    assert scene.state.pending == ()


def test_a_project_needs_a_gaiaformer_and_the_tokens() -> None:
    """GP-PRO-1: by level 6, 6, 4, 3, 3 tokens."""
    for level, tokens in ((1, 6), (2, 6), (3, 4), (4, 3), (5, 3)):
        scene = Scene("terrans", "ambas")
        scene.level(GAIA_PROJECT, level)
        scene.give(qic=9, bowl1=tokens - 1, bowl2=0, bowl3=0, formers=1)
        scene.turn()
        where = scene.planets(TRANSDIM)[0]
        assert not scene.can(Build(GAIAFORMER, where))
        scene.give(bowl3=1)
        assert scene.can(Build(GAIAFORMER, where))
        scene.give(formers=0)
        assert not scene.can(Build(GAIAFORMER, where))


def test_a_trading_station_is_cheap_beside_others() -> None:
    """GP-UPG-1: 3 credits with a structure of another within two hexes, else 6; satellites do not count."""
    scene = Scene("xenos", "ambas")
    where = scene.mine()
    scene.clear(1)
    scene.give(credits=3, ore=2)
    assert not scene.can(Build(STATION, where))
    beside = next(h for h in bits(scene.state.world.grid.ball(where, 2)) if not 1 << h & scene.state.world.planets)
    other = scene.player(1)
    other.satellites |= 1 << beside
    other.stations |= 1 << beside
    other.forming |= 1 << beside
    assert not scene.can(Build(STATION, where))
    scene.build(MINE, beside, 1)
    assert scene.can(Build(STATION, where))
    scene.play(Build(STATION, where))
    assert (scene.player().credits, scene.player().ore) == (0, 0)


def test_upgrades_return_the_replaced_structure() -> None:
    """GP-UPG-2 GP-UPG-3: the income of the replaced one is covered again."""
    scene = rich(Scene("xenos", "ambas"))
    scene.clear(1)
    player = scene.player()
    where = scene.mine()
    mines = player.buildings[MINE].bit_count()
    scene.play(Build(STATION, where))
    assert player.buildings[MINE].bit_count() == mines - 1
    assert player.buildings[STATION] == 1 << where
    income = [gains for gains, source in sources(scene.state, player) if source == "income:trading_station"]
    assert [gains.credits for gains in income] == [3]
    assert (player.credits, player.ore) == (24, 13)


def test_each_academy_stands_once() -> None:
    """GP-UPG-2: lab to academy, 6 ore and 6 credits, each of the two sides."""
    scene = rich(Scene("xenos", "ambas"))
    first, second = list(bits(scene.player().buildings[MINE]))[:2]
    scene.build(LAB, first)
    scene.build(ACADEMY_LEFT, second)
    scene.turn()
    assert not scene.can(Build(ACADEMY_LEFT, first))
    assert scene.can(Build(ACADEMY_RIGHT, first))
    assert not scene.can(Build(INSTITUTE, first))


def test_the_lost_planet_is_never_upgraded() -> None:
    """GP-UPG-4 GP-RES-6: its mine stays a mine and comes from no supply."""
    scene = rich(Scene("xenos", "ambas"))
    where = min(bits(scene.state.world.space))
    scene.state.lost = 1 << where
    scene.build(MINE, where)
    scene.turn()
    assert not scene.can(Build(STATION, where))


def test_an_impossible_building_is_refused_and_changes_nothing() -> None:
    """GP-MIN-1: the error says what is expected; the position stays as it was."""
    scene = Scene("xenos", "ambas")
    scene.give(ore=0)
    before = scene.state.digest()
    with pytest.raises(IllegalAction, match="does not answer Turn of seat 0"):
        scene.state.play(Build(MINE, scene.planets(0)[0]))
    with pytest.raises(IllegalAction, match="does not answer Turn of seat 0"):
        scene.state.play(EndTurn())
    assert scene.state.digest() == before


def test_each_terraforming_step_scores_paid_or_free() -> None:
    """GP-ROU-2: two points for each step needed; wasted ones do not count."""
    tiles = ["terraforming_step_2", "gaia_mine_4", "gaia_mine_3", "big_building_5_a", "federation_5", "mine_2"]
    for action, away, expected in ((None, 2, 4), (5, 2, 4), (1, 1, 2), (1, 3, 6)):
        scene = rich(Scene("xenos", "ambas", round_tiles=tiles))
        scene.give(bowl3=9)
        scene.turn()
        if action is not None:
            scene.play(Act(action))
        home = scene.player().rules.home
        where = [*scene.planets((home + away) % 7), *scene.planets((home - away) % 7)][0]
        scene.play(Build(MINE, where))
        assert scene.points() == {"round:terraforming_step_2": expected}


def test_extra_range_may_build_beside_an_own_gaiaformer() -> None:
    """GP-MIN-7: it is a mine like others; with extra_range = needed the range must be used."""
    for option, expected in (("any", True), ("needed", False)):
        scene = rich(Scene("xenos", "ambas", extra_range=option))
        where = scene.planets(GAIA)[0]
        scene.player().booster = 4
        scene.player().forming = 1 << where
        scene.turn()
        scene.play(Use(2))
        assert scene.can(Build(MINE, where)) is expected


def test_range_goes_round_gaps_of_the_map_unless_the_option_says_otherwise() -> None:
    """GP-MIN-2: on the small map of eight sectors some ways inside the map are longer than straight ones."""
    longer = 0
    for across in (False, True):
        state = GAME.new({"players": 3, "map": "small", "factions": "random", "range_across_gaps": across}, 4)
        hexes = state.world.grid.hexes
        player = state.players[0]
        for start in list(hexes)[::7]:
            player.own = 1 << start
            player.reaches = []
            for where in hexes:
                straight = distance(hexes[start], hexes[where])
                inside = state.world.grid.steps(start, where)
                steps = next(n for n in range(40) if within(state, player, n) >> where & 1)
                assert steps == (straight if across else inside)
                longer += inside > straight
    assert longer


def test_no_number_of_qic_reaches_over_a_map_that_ends() -> None:
    """GP-MIN-2: who has nothing on the map has no range, whatever is paid."""
    scene = Scene("terrans", "xenos")
    where = scene.mine()
    scene.clear()
    assert qic_for(scene.state, scene.player(), where) == -1


def test_a_planet_with_a_gaiaformer_waits_for_the_gaia_phase() -> None:
    """GP-PRO-1 GP-PRO-3 GP-MIN-5: no second project, no mine before it is green; others hear whose it is."""
    scene = Scene("terrans", "xenos")
    player = scene.player()
    scene.level(NAVIGATION, 5)
    scene.give(credits=9, ore=9, qic=0, formers=1, bowl1=6)
    where = scene.planets(TRANSDIM)[0]
    player.forming |= 1 << where
    assert not project_sites(scene.state, 0) >> where & 1
    assert not mine_sites(scene.state, 0) >> where & 1
    assert Build(GAIAFORMER, where) not in [wish.action for wish in near_projects(scene.state, 0)]
    assert Build(MINE, where) not in [wish.action for wish in near_mines(scene.state, 0)]
    scene.level(NAVIGATION, 5, seat=1)
    scene.level(GAIA_PROJECT, 1, seat=1)
    scene.give(seat=1, formers=1, qic=3)
    (wish,) = [wish for wish in near_projects(scene.state, 1) if wish.action == Build(GAIAFORMER, where)]
    assert [(m.key, m.args) for m in wish.reasons] == [("foreign_gaiaformer", {"seat": 0})]
    assert wish.possible is not None
    assert not wish.possible(scene.state)
    player.forming = 0
    assert wish.possible(scene.state)


def wished(scene: Scene, where: int) -> list[tuple[str, dict[str, object]]]:
    """Why no mine can be built there; empty if one can."""
    found = [wish for wish in near_mines(scene.state, 0) if wish.action == Build(MINE, where)]
    return [(m.key, dict(m.args)) for wish in found for m in wish.reasons]


def test_a_mine_that_is_not_possible_says_what_is_missing() -> None:
    """GP-MIN-1 GP-MIN-2: credits, ore, and how far beyond the range the planet lies."""
    scene = Scene("terrans", "xenos")
    world = scene.state.world
    scene.clear()
    home, *rest = scene.planets(scene.player().rules.home)
    scene.build(MINE, home)
    scene.give(credits=1, ore=0, qic=0)
    far = {distance(world.grid.hexes[home], world.grid.hexes[where]): where for where in rest}
    steps, where = min((steps, where) for steps, where in far.items() if steps > 2)
    short: list[tuple[str, dict[str, object]]] = [
        ("short", {"what": "credits", "by": 1}),
        ("short", {"what": "ore", "by": 1}),
    ]
    assert wished(scene, where) == [*short, ("out_of_range", {"by": steps - 1, "qic": steps // 2})]
    assert beyond(scene.state, scene.player(), where) == steps - 1
    scene.give(qic=steps // 2)
    assert wished(scene, where) == short
    scene.give(credits=2, ore=1)
    assert wished(scene, where) == []
    assert mine_sites(scene.state, 0) >> where & 1


def test_a_mine_upon_ones_own_gaiaformer_needs_no_range() -> None:
    """GP-MIN-4 GP-PRO-3: neither QIC nor range, wherever it stands; only credits and ore can be missing."""
    scene = Scene("terrans", "xenos")
    player = scene.player()
    where = max(scene.planets(TRANSDIM), key=lambda each: beyond(scene.state, player, each))
    assert beyond(scene.state, player, where) > 0
    player.forming |= 1 << where
    scene.state.transdim ^= 1 << where
    scene.state.gaia |= 1 << where
    scene.give(credits=2, ore=0, qic=0)
    assert wished(scene, where) == [("short", {"what": "ore", "by": 1})]
