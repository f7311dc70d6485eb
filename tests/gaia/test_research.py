"""Research, tech tiles, tokens, the lost planet."""

from __future__ import annotations

import pytest

from orrery.core.game import IllegalAction
from orrery.core.hexes import bits
from orrery.gaia.actions import (
    Act,
    Advance,
    Build,
    Charge,
    Cover,
    Decline,
    EndTurn,
    PlaceLost,
    Rescore,
    Research,
    TakeTech,
    Use,
)
from orrery.gaia.data.buildings import ACADEMY_RIGHT, LAB, MINE, STATION
from orrery.gaia.data.tracks import (
    ECONOMY,
    GAIA_PROJECT,
    INTELLIGENCE,
    NAVIGATION,
    SCIENCE,
    TERRAFORMING,
)
from orrery.gaia.rules.effects import planet_types, sectors
from orrery.gaia.rules.income import sources
from orrery.gaia.rules.research import near_steps, raise_level
from tests.gaia.scene import Scene

GREEN = 3  # a token of kind 1 with its green side
GREY = 2


def lab_scene(*factions: str, **options: object) -> Scene:
    """The first seat can turn a trading station into a lab."""
    scene = Scene(*(factions or ("xenos", "ambas")), **options)
    scene.give(credits=30, ore=15, knowledge=0, qic=0)
    scene.build(STATION, scene.mine())
    scene.turn()
    return scene


def lab(scene: Scene) -> Build:
    return Build(LAB, min(bits(scene.player().buildings[STATION])))


def test_a_step_costs_four_knowledge_and_gives_its_bonus() -> None:
    """GP-RES-1 GP-RES-4: the rulebook's example: 2 ore for terraforming 1."""
    scene = Scene("ambas", "xenos")
    scene.give(knowledge=4, ore=5)
    scene.play(Research(TERRAFORMING))
    assert (scene.player().knowledge, scene.player().ore) == (0, 7)
    assert scene.player().research[TERRAFORMING] == 1
    assert scene.state.question() == "Turn"
    assert not scene.can(Research(SCIENCE))


def test_entering_level_three_charges_three_power() -> None:
    """GP-RES-2: in every area."""
    for track in range(6):
        scene = Scene("ambas", "xenos")
        scene.level(track, 2)
        scene.give(knowledge=4, bowl1=0, bowl2=9, bowl3=0)
        scene.turn()
        scene.play(Research(track))
        assert scene.player().bowl3 == 3


def test_only_the_present_level_pays_income() -> None:
    """GP-RES-4: economy 2 replaces economy 1; level 5 stops the income."""
    scene = Scene("ambas", "xenos")
    for level, expected in ((1, (2, 0, 1)), (2, (2, 1, 2)), (4, (4, 2, 4)), (5, (0, 0, 0))):
        scene.level(ECONOMY, level)
        gains = next(g for g, source in sources(scene.state, scene.player()) if source == "research:economy")
        assert (gains.credits, gains.ore, gains.charge) == expected


def test_the_highest_level_needs_a_green_token_and_room() -> None:
    """GP-RES-3: the token turns grey; a second player cannot follow."""
    scene = Scene("ambas", "xenos")
    for seat in (0, 1):
        scene.level(SCIENCE, 4, seat)
        scene.give(seat, knowledge=4)
    scene.player(1).tokens = (GREEN,)
    scene.turn()
    assert not scene.can(Research(SCIENCE))
    scene.player().tokens = (GREY,)
    assert not scene.can(Research(SCIENCE))
    scene.player().tokens = (GREY, GREEN)
    scene.play(Research(SCIENCE), EndTurn())
    assert scene.player().tokens == (GREY, GREY)
    assert scene.player().knowledge == 9
    assert not scene.can(Research(SCIENCE))


def test_terraforming_five_brings_its_token() -> None:
    """GP-RES-5 GP-ROU-4: with its points and resources, green; it scores the round tile and cannot pay itself."""
    scene = Scene("ambas", "xenos")
    scene.level(TERRAFORMING, 4)
    scene.give(knowledge=4, ore=0)
    scene.turn()
    assert not scene.can(Research(TERRAFORMING))
    scene.player().tokens = (GREEN,)
    scene.play(Research(TERRAFORMING))
    assert scene.player().tokens == (GREY, 7)
    assert scene.player().ore == 2
    assert scene.points() == {"federation:fed_7vp_2_ore": 7, "round:federation_5": 5}
    assert scene.state.track_token == -1


def test_gaia_project_five_counts_gaia_planets_with_structures() -> None:
    """GP-RES-7: 4 points and 1 for each; a gaiaformer alone is not enough."""
    scene = Scene("ambas", "xenos")
    scene.level(GAIA_PROJECT, 4)
    scene.player().tokens = (GREEN,)
    first, second, third = scene.planets(7)[:3]
    scene.build(MINE, first)
    scene.build(MINE, second)
    scene.player().forming |= 1 << third
    scene.give(knowledge=4)
    scene.turn()
    scene.play(Research(GAIA_PROJECT))
    assert scene.points() == {"research:gaia_project": 6}


def test_the_lost_planet_counts_as_building_a_mine() -> None:
    """GP-RES-6 GP-INC-4 GP-ROU-1 GP-CHG-1: it scores, offers power, takes no mine; QIC may lengthen the range."""
    scene = Scene(
        "ambas",
        "xenos",
        round_tiles=[
            "mine_2",
            "gaia_mine_4",
            "gaia_mine_3",
            "research_step_2",
            "federation_5",
            "trading_station_4",
        ],
    )
    scene.level(NAVIGATION, 4)
    scene.player().tokens = (GREEN,)
    scene.give(knowledge=4, qic=1)
    scene.turn()
    scene.play(Research(NAVIGATION))
    assert scene.state.question() == "PlaceLostPlanet"
    state, player = scene.state, scene.player()
    types = planet_types(state, player)
    options = [option.where for option in scene.options() if isinstance(option, PlaceLost)]
    assert all(not state.world.planets >> where & 1 for where in options)
    neighbour = scene.mine(1)
    where = next(w for w in options if state.world.grid.ball(neighbour, 2) >> w & 1)
    mines = player.buildings[MINE].bit_count()
    scene.play(PlaceLost(where))
    assert scene.points()["round:mine_2"] == 2
    assert player.buildings[MINE].bit_count() == mines + 1
    assert planet_types(state, player) == types + 1
    assert state.question() == "LeechOffer"
    assert state.asked() == 1
    ore = sum(g.ore for g, source in sources(state, player) if source == "income:mine")
    assert ore == 2


def test_no_lost_planet_on_satellites_or_stations() -> None:
    """GP-RES-6: a hex with anybody's satellite or space station is not empty."""
    scene = Scene("ambas", "xenos")
    scene.level(NAVIGATION, 4)
    scene.player().tokens = (GREEN,)
    scene.give(knowledge=4, qic=0)
    scene.turn()
    scene.play(Research(NAVIGATION))
    first, second = (option for option in scene.options()[:2])
    assert isinstance(first, PlaceLost)
    assert isinstance(second, PlaceLost)
    scene.player(1).satellites |= 1 << first.where
    scene.player(1).stations |= 1 << second.where
    assert first not in scene.options()
    assert second not in scene.options()


def test_a_lab_brings_a_tile_and_a_step_in_its_area() -> None:
    """GP-UPG-2 GP-TEC-2: under an area only that area, a free tile any; the step may be declined."""
    scene = lab_scene()
    scene.play(lab(scene))
    assert scene.state.question() == "PickTech"
    other = scene.state.clone()
    scene.play(TakeTech(SCIENCE))
    assert scene.options() == [Advance(SCIENCE), Decline()]
    scene.play(Decline())
    assert scene.player().research[SCIENCE] == 0
    other.play(TakeTech(7))
    assert len(other.options()) == 7


def test_a_step_that_is_impossible_is_lost() -> None:
    """GP-TEC-2: level 4 without a green token; then nothing is asked."""
    scene = lab_scene()
    scene.level(SCIENCE, 4)
    scene.play(lab(scene), TakeTech(SCIENCE))
    assert scene.state.question() in ("LeechOffer", "Turn")
    assert scene.player().research[SCIENCE] == 4


def test_no_tile_is_taken_twice() -> None:
    """GP-TEC-1: even a covered one counts as owned."""
    scene = lab_scene()
    scene.player().techs = (1, 0, 0, 0, 3, 0, 0, 0, 0)
    scene.play(lab(scene))
    options = scene.options()
    assert TakeTech(0) not in options
    assert TakeTech(4) not in options
    assert TakeTech(1) in options


def test_an_advanced_tile_needs_level_token_and_a_tile_to_cover() -> None:
    """GP-TEC-3: all three, or it is not offered."""
    wanted = TakeTech(9 + INTELLIGENCE)
    for level, token, techs, expected in (
        (4, GREEN, 1, True),
        (5, GREEN, 1, True),
        (3, GREEN, 1, False),
        (4, GREY, 1, False),
        (4, GREEN, 0, False),
        (4, GREEN, 3, False),
    ):
        scene = lab_scene()
        scene.level(INTELLIGENCE, level)
        scene.player().tokens = (token,)
        scene.player().techs = (techs, 0, 0, 0, 0, 0, 0, 0, 0)
        scene.play(lab(scene))
        assert (wanted in scene.options()) is expected


def test_an_advanced_tile_covers_a_standard_one() -> None:
    """GP-TEC-3: the covered tile loses its special action; the token turns grey; a step in any area follows."""
    scene = lab_scene()
    scene.level(INTELLIGENCE, 4)
    scene.player().tokens = (GREEN,)
    scene.player().techs = (1, 0, 0, 0, 0, 0, 0, 0, 1)
    scene.player().tiles = (0, 8)
    scene.turn()
    assert Use(3 + 8) in scene.options()
    scene.play(lab(scene), TakeTech(9 + INTELLIGENCE))
    assert scene.options() == [Cover(0), Cover(8)]
    scene.play(Cover(8))
    player = scene.player()
    assert player.tokens == (GREY,)
    assert player.techs[8] == 2 + INTELLIGENCE
    assert player.tiles == (0, 11)
    assert scene.state.question() == "PickTrack"
    assert Advance(INTELLIGENCE) not in scene.options()
    scene.play(Decline())
    scene.turn()
    assert Use(3 + 8) not in scene.options()
    assert Use(3 + 11) in scene.options()


def test_what_a_tile_gives_at_once_counts_the_new_building() -> None:
    """GP-TEC-4: 2 points for each sector after the upgrade; knowledge for each planet type."""
    scene = lab_scene()
    scene.play(lab(scene), TakeTech(1))
    assert scene.player().knowledge == planet_types(scene.state, scene.player())
    scene = lab_scene()
    scene.level(SCIENCE, 4)
    scene.player().tokens = (GREEN,)
    scene.player().techs = (1, 0, 0, 0, 0, 0, 0, 0, 0)
    scene.player().tiles = (0,)
    scene.play(lab(scene), TakeTech(9 + SCIENCE))
    assert scene.points() == {"tech:now_2vp_per_sector": 2 * sectors(scene.state, scene.player())}


def test_a_covered_tile_for_big_buildings_loses_its_value() -> None:
    """GP-TEC-3 GP-FED-12: institute and academies are worth 3 again."""
    from orrery.gaia.rules.building import big_value

    scene = lab_scene()
    player = scene.player()
    player.tiles = (2,)
    assert big_value(player) == 4
    player.tiles = ()
    assert big_value(player) == 3


def test_the_tile_for_steps_scores_the_step_that_comes_with_it() -> None:
    """GP-TEC-3 GP-ROU-3: 2 points for each research step from now on."""
    scene = lab_scene()
    scene.level(NAVIGATION, 4)
    scene.player().tokens = (GREEN,)
    scene.player().techs = (1, 0, 0, 0, 0, 0, 0, 0, 0)
    scene.player().tiles = (0,)
    scene.play(lab(scene), TakeTech(9 + NAVIGATION), Advance(SCIENCE))
    assert scene.points() == {"tech:research_step_2vp": 2}


def test_the_tile_action_takes_a_tile_without_building() -> None:
    """GP-ACT-2 GP-ROU-3: 4 QIC; its step counts as research."""
    scene = Scene("ambas", "xenos")
    scene.give(qic=4)
    assert scene.can(Act(7))
    scene.play(Act(7), TakeTech(7), Advance(SCIENCE))
    assert scene.player().research[SCIENCE] == 1
    assert scene.player().qic == 0


def test_rescoring_gives_points_and_resources_but_no_token() -> None:
    """GP-ACT-3: also of a grey token; the round tile for federations does not score."""
    scene = Scene("ambas", "xenos")
    scene.give(qic=3)
    assert not scene.can(Act(8))
    scene.player().tokens = (GREY, 7)
    scene.play(Act(8), Rescore(1))
    assert scene.points() == {"action:qic_rescore_federation": 8}
    assert scene.player().qic == 1
    assert scene.player().tokens == (GREY, 7)


def test_two_qic_give_points_for_planet_types() -> None:
    """GP-ACT-4: 3 points and 1 for each type."""
    scene = Scene("ambas", "xenos")
    scene.give(qic=2)
    scene.build(MINE, scene.planets(7)[0])
    scene.build(MINE, scene.planets(0)[0])
    scene.play(Act(9))
    assert scene.points() == {"action:qic_vp_planet_types": 6}


def test_an_action_that_gains_nothing_is_not_allowed() -> None:
    """GP-ACT-2: 2 knowledge at 15; 7 credits at 29 bring something; the option lifts it."""
    scene = Scene("ambas", "xenos")
    scene.give(bowl3=9, knowledge=15, credits=29)
    assert not scene.can(Act(4))
    assert scene.can(Act(3))
    before = scene.state.digest()
    with pytest.raises(IllegalAction, match="does not answer Turn"):
        scene.state.play(Act(4))
    assert scene.state.digest() == before
    other = Scene("ambas", "xenos", useless_actions="allowed")
    other.give(bowl3=9, knowledge=15)
    assert other.can(Act(4))


def test_a_special_action_serves_once_a_round() -> None:
    """GP-SPE-1: the academy's QIC, again after the round's end."""
    scene = Scene("ambas", "xenos")
    scene.build(ACADEMY_RIGHT, scene.mine())
    scene.turn()
    scene.play(Use(0))
    assert scene.player().qic >= 1
    scene.turn()
    assert not scene.can(Use(0))
    scene.finish_round()
    scene.turn()
    assert scene.can(Use(0))


def test_levels_of_others_close_the_top() -> None:
    """GP-RES-3: however somebody came there."""
    scene = Scene("ambas", "xenos")
    scene.level(ECONOMY, 4, 1)
    raise_level(scene.state, 1, ECONOMY)
    scene.level(ECONOMY, 4)
    scene.player().tokens = (GREEN,)
    scene.give(knowledge=4)
    scene.turn()
    assert not scene.can(Research(ECONOMY))
    assert Charge(1) not in scene.options()


def missing(scene: Scene, track: int) -> list[str]:
    """Why a research step in this area is not possible; empty if it is."""
    return [m.key for wish in near_steps(scene.state, 0) if wish.action == Research(track) for m in wish.reasons]


def test_a_step_that_is_not_possible_says_why() -> None:
    """GP-RES-1 GP-RES-3: level 5 is for one player with a green token; above it there is nothing."""
    scene = Scene("terrans", "xenos")
    scene.turn()
    scene.give(knowledge=4)
    assert missing(scene, SCIENCE) == []
    scene.level(SCIENCE, 4)
    assert missing(scene, SCIENCE) == ["needs_green_token"]
    scene.player().tokens = (GREEN,)
    assert missing(scene, SCIENCE) == []
    scene.level(SCIENCE, 5, seat=1)
    scene.state.topped |= 1 << SCIENCE
    assert missing(scene, SCIENCE) == ["level_five_taken"]
    scene.level(SCIENCE, 5)
    scene.give(knowledge=3)
    assert missing(scene, SCIENCE) == ["top_level", "short"]
    assert missing(scene, ECONOMY) == ["short"]
