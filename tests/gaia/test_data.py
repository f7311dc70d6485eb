"""The literals of the components against the fact files, when these are there, and against themselves."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from orrery.core.hexes import Hex
from orrery.gaia.data import actions, boards, boosters, buildings, federations, layouts, planets, scoring, sectors
from orrery.gaia.data import effects as e
from orrery.gaia.data.gains import NOTHING, Gains
from orrery.gaia.data.techs import ADVANCED, FIRST_ADVANCED, SPOTS, STANDARD, TECHS
from orrery.gaia.data.tracks import END_VP, LEVELS, PROJECT_TOKENS, REACH, STEP_ORE, TRACKS

FACTS = Path(__file__).parents[3] / "shared" / "facts" / "gaia"
facts_there = pytest.mark.skipif(not FACTS.is_dir(), reason="the fact files are not beside the project")

OURS = {"charge_power": "charge", "power_tokens_bowl_1": "tokens"}


def facts(name: str) -> Any:
    return json.loads((FACTS / f"{name}.json").read_text("utf-8"))


def gains(data: dict[str, int]) -> Gains:
    return Gains(**{OURS.get(name, name): amount for name, amount in data.items()})


def test_gains_add_multiply_and_print_as_they_were_written() -> None:
    both = Gains(ore=1, qic=2).plus(Gains(ore=2, vp=3))
    assert both == Gains(ore=3, qic=2, vp=3)
    assert both.times(2) == Gains(ore=6, qic=4, vp=6)
    assert repr(both) == "Gains(ore=3, qic=2, vp=3)"
    assert not NOTHING
    assert both
    assert hash(both) == hash(Gains(ore=3, qic=2, vp=3))
    assert both.items() == [("ore", 3), ("qic", 2), ("vp", 3)]


def test_every_id_is_a_word_and_stands_once() -> None:
    for ids in (
        [tile.id for tile in TECHS],
        [tile.id for tile in boosters.BOOSTERS],
        [token.id for token in federations.TOKENS],
        [tile.id for tile in scoring.ROUND_TILES],
        list(scoring.FINAL_TILES),
        [action.id for action in actions.BOARD_ACTIONS],
        [way.id for way in actions.CONVERSIONS],
        list(boards.FACTIONS),
        list(planets.PLANETS),
        list(buildings.BUILDINGS),
        list(TRACKS),
        list(SPOTS),
    ):
        assert len(set(ids)) == len(ids)
        assert all(name.replace("_", "").isalnum() and not name.isdigit() for name in ids)


def test_the_box_holds_what_the_component_list_says() -> None:
    assert (len(STANDARD), len(ADVANCED), len(boosters.BOOSTERS)) == (9, 15, 10)
    assert sum(token.copies for token in federations.TOKENS) == 19
    assert (len(scoring.ROUND_TILES), len(scoring.FINAL_TILES), len(scoring.NEUTRAL)) == (10, 6, 6)
    assert (boards.PRINTED, len(sectors.FACES), len(actions.BOARD_ACTIONS)) == (14, 13, 10)
    assert [action.power for action in actions.BOARD_ACTIONS] == [7, 5, 4, 4, 4, 3, 3, 0, 0, 0]
    assert [action.qic for action in actions.BOARD_ACTIONS] == [0, 0, 0, 0, 0, 0, 0, 4, 3, 2]


def test_each_colour_lies_six_times_on_ten_sectors_and_four_times_on_seven() -> None:
    for slots, homes, gaia, transdim in ((layouts.FIRST_TEN, 6, 7, 12), (layouts.FIRST_SEVEN, 4, 5, 7)):
        totals = Counter(planet for face in slots.values() for planet in sectors.FACE[face].planets.values())
        assert [totals[home] for home in planets.HOMES] == [homes] * 7
        assert (totals[planets.GAIA], totals[planets.TRANSDIM], totals[planets.LOST]) == (gaia, transdim, 0)


def test_two_factions_share_each_home() -> None:
    assert Counter(boards.HOME[: boards.PRINTED]) == dict.fromkeys(planets.HOMES, 2)


def test_no_income_source_mixes_tokens_and_charging() -> None:
    """Income order (facts 2.2) is a choice between sources, so that each source holds one kind of power."""
    for board in boards.BOARDS:
        for source in (board.base, *board.mines, *board.stations, *board.labs, *board.institute):
            assert not (source.charge and source.tokens)
    for tile in (*TECHS, *boosters.BOOSTERS):
        assert not (tile.income.charge and tile.income.tokens)


@facts_there
def test_planets_are_those_of_the_fact_files() -> None:
    data = facts("planets")
    assert list(planets.PLANETS) == list(data["types"])
    assert [planets.PLANETS[home] for home in planets.HOMES] == data["wheel_order_circular"]
    for a in planets.HOMES:
        for b in planets.HOMES:
            steps = data["terraforming_steps"][planets.PLANETS[a]][planets.PLANETS[b]]
            assert planets.STEPS[a][b] == steps
    assert [planets.PLANETS[t] for t in planets.TYPES] == data["counts_as_planet_type"]
    for number, name in enumerate(planets.PLANETS):
        assert planets.COLOURS[number] == data["types"][name]["colour"]


@facts_there
def test_sectors_are_those_of_the_fact_files() -> None:
    data = facts("sectors")["sectors"]
    assert len(data) == len(sectors.FACES)
    for name, sector in data.items():
        number, _, side = name.partition("_")
        face = sectors.FACE[f"{int(number)}_outlined" if side == "outlined" else str(int(number))]
        assert face.number == sector["sector_number"]
        ours = {(h.q, h.r): planet for h, planet in face.planets.items()}
        theirs = {(h["q"], h["r"]): planets.PLANET.get(h["planet"], planets.SPACE) for h in sector["hexes"]}
        assert ours == theirs


@facts_there
def test_layouts_are_those_of_the_fact_files() -> None:
    data = facts("maps")
    for name, slots in (
        ("players_1_2", layouts.SEVEN),
        ("players_3_4", layouts.TEN),
        ("players_3_small_variant", layouts.EIGHT),
    ):
        centres = data["layouts"][name]["slot_centres"]
        assert slots == {slot: Hex(c["q"], c["r"]) for slot, c in centres.items()}
    assert set(layouts.INNER) == set(data["layouts"]["players_3_4"]["inner_slots"])
    assert set(sectors.LATTICE) == {
        Hex(*step) for step in data["sector_lattice"]["neighbour_offsets_between_adjacent_sector_centres"]
    }
    first = data["first_game"]
    for name, slots_of in (("players_1_2", layouts.FIRST_SEVEN), ("players_3_4", layouts.FIRST_TEN)):
        short = {
            slot: f"{int(face[:2])}_outlined" if face.endswith("outlined") else str(int(face[:2]))
            for slot, face in first[name]["slots"].items()
        }
        assert slots_of == short
    for count, names in first["recommended_factions"].items():
        assert list(layouts.FIRST_FACTIONS[int(count)]) == [name.split()[0] for name in names]
    mines = first["starting_mines"]["players_4"]["mines"]
    assert {
        name: tuple(Hex(m["absolute"]["q"], m["absolute"]["r"]) for m in where) for name, where in mines.items()
    } == layouts.FIRST_MINES


@facts_there
def test_buildings_and_numbers_are_those_of_the_fact_files() -> None:
    data = facts("costs")
    made = data["buildings"]
    kinds = {
        "mine": ("mine",),
        "trading_station": ("trading_station",),
        "research_lab": ("research_lab",),
        "planetary_institute": ("planetary_institute",),
        "academy": ("academy_left", "academy_right"),
        "gaiaformer": ("gaiaformer",),
        "satellite": ("satellite",),
    }
    for name, ours in kinds.items():
        numbers = [buildings.BUILDING[kind] for kind in ours]
        assert sum(buildings.SUPPLY[number] for number in numbers) == made[name]["supply_per_player"]
        for number in numbers:
            assert buildings.POWER_VALUE[number] == made[name]["power_value"]
            if number in buildings.STRUCTURES and "cost" in made[name]:
                assert buildings.COSTS[number] == gains(made[name]["cost"])
    assert gains(made["trading_station"]["cost_with_neighbour"]) == buildings.STATION_COST
    assert gains(made["trading_station"]["cost_isolated"]) == buildings.STATION_COST_ALONE
    assert made["space_station"]["supply_total"] == buildings.SUPPLY[buildings.SPACE_STATION]
    graph = data["upgrade_graph"]["standard"]
    for number in buildings.STRUCTURES:
        ours_up = [buildings.BUILDINGS[kind] for kind in buildings.UPGRADES[number]]
        assert ours_up == graph[buildings.BUILDINGS[number]]
    assert data["neighbourhood"]["distance"] == buildings.NEIGHBOURHOOD
    assert data["range"]["qic_bonus"] == {"qic": 1, "range": buildings.QIC_REACH}
    assert data["range"]["basic_by_navigation_level"] == list(REACH)
    assert data["terraforming_ore_per_step_by_level"] == list(STEP_ORE)
    assert [tokens or 0 for tokens in data["gaia_project"]["tokens_by_level"]] == list(PROJECT_TOKENS)
    assert gains(data["research_step_cost"]) == buildings.RESEARCH_COST
    caps = data["caps"]
    assert (caps["ore"], caps["knowledge"], caps["credits"]) == (
        buildings.CAP_ORE,
        buildings.CAP_KNOWLEDGE,
        buildings.CAP_CREDITS,
    )
    assert data["federation"]["power_value_needed"] == buildings.FEDERATION_POWER
    assert data["start"]["victory_points"] == buildings.START_VP
    assert data["start"]["rounds"] == buildings.ROUNDS


@facts_there
def test_research_is_that_of_the_fact_files() -> None:
    data = facts("research")
    assert list(TRACKS) == data["common"]["order_left_to_right"]
    assert list(END_VP) == data["common"]["end_of_game_vp_by_level"]
    apart = {"federation_token_on_track", "place_lost_planet", "vp_per_own_gaia_planet"}
    for track, name in enumerate(TRACKS):
        for level, printed in enumerate(data["areas"][name]["levels"]):
            at_once = {k: v for k, v in printed.get("immediate", {}).items() if k not in apart}
            assert LEVELS[track][level].at_once == gains(at_once), (name, level)
            assert LEVELS[track][level].income == gains(printed.get("income_each_round", {})), (name, level)


@facts_there
def test_tiles_are_those_of_the_fact_files() -> None:
    data = facts("techs")
    assert [tile.id for tile in STANDARD] == [tile["id"] for tile in data["standard"]]
    assert [tile.id for tile in ADVANCED] == [tile["id"] for tile in data["advanced"]]
    assert [tile["copies"] for tile in data["standard"]] == [buildings.TECH_COPIES] * FIRST_ADVANCED
    for tile, printed in zip(TECHS, data["standard"] + data["advanced"], strict=True):
        timing, gain = printed["timing"], printed["gain"]
        if timing == "passive":
            assert tile.big_value == gain["power_value_of_institute_and_academies"]
            continue
        wanted = gains(gain)
        counter = e.COUNTERS.index(printed["per"]) if "per" in printed else e.ONE
        if timing == "immediate":
            assert tile.at_once is not None
            assert (tile.at_once.gains, tile.at_once.counter) == (wanted, counter)
        elif timing == "income":
            assert tile.income == wanted
        elif timing == "special_action":
            assert tile.special is not None
            assert tile.special.gains == wanted
        elif timing == "on_pass":
            assert tile.on_pass is not None
            assert (tile.on_pass.gains, tile.on_pass.counter) == (wanted, counter)
        else:
            assert timing == "triggered"
            assert tile.whenever is not None
            assert (tile.whenever.gains, e.TRIGGERS[tile.whenever.trigger]) == (wanted, printed["trigger"])


@facts_there
def test_boosters_are_those_of_the_fact_files() -> None:
    for tile, printed in zip(boosters.BOOSTERS, facts("boosters")["boosters"], strict=True):
        assert tile.id == printed["id"]
        assert tile.income == gains(printed["income"])
        action = printed.get("special_action", {})
        assert (tile.special is None) == (not action)
        if tile.special is not None:
            assert tile.special.steps == action.get("build_mine_with_free_terraforming_steps", 0)
            assert tile.special.reach == action.get("build_mine_or_start_gaia_project_with_extra_range", 0)
        passing = printed.get("on_pass")
        assert (tile.on_pass is None) == (passing is None)
        if tile.on_pass is not None:
            assert tile.on_pass.gains == Gains(vp=passing["vp"])
            assert e.COUNTERS[tile.on_pass.counter] == passing["per"]


@facts_there
def test_federation_tokens_are_those_of_the_fact_files() -> None:
    for token, printed in zip(federations.TOKENS, facts("federations")["tokens"], strict=True):
        assert (token.id, token.copies, token.green) == (printed["id"], printed["copies"], printed["green_side"])
        assert token.gains == gains(printed["gain"])


@facts_there
def test_scoring_tiles_are_those_of_the_fact_files() -> None:
    data = facts("scoring")
    for tile, printed in zip(scoring.ROUND_TILES, data["round_tiles"], strict=True):
        assert tile.id == printed["id"]
        assert (e.TRIGGERS[tile.whenever.trigger], tile.whenever.gains) == (
            printed["trigger"],
            Gains(vp=printed["vp"]),
        )
        assert tile.automa_vp == (printed["automa_vp_rounds_1_3"], printed["automa_vp_rounds_4_6"])
    assert list(scoring.FINAL_TILES) == [tile["id"] for tile in data["final_tiles"]]
    assert list(scoring.NEUTRAL) == [tile["neutral_player"] for tile in data["final_tiles"]]
    assert list(scoring.RANK_VP) == data["final_tile_vp_by_rank"]


@facts_there
def test_board_actions_and_conversions_are_those_of_the_fact_files() -> None:
    for action, printed in zip(actions.BOARD_ACTIONS, facts("board_actions")["actions"], strict=True):
        assert action.id == printed["id"]
        assert printed["cost"] == ({"power": action.power} if action.power else {"qic": action.qic})
        gain = dict(printed["gain"])
        assert action.steps == gain.pop("build_mine_with_free_terraforming_steps", 0)
        assert action.tech == bool(gain.pop("tech_tile", 0))
        assert action.rescore == bool(gain.pop("rescore_one_owned_federation_token", 0))
        per_type = gain.pop("vp_per_planet_type", 0)
        assert (action.also is not None) == bool(per_type)
        if action.also is not None:
            assert (action.also.gains, action.also.counter) == (Gains(vp=per_type), e.PLANET_TYPES)
        assert action.gains == gains(gain)
    data = facts("free_actions")
    printed_ways = {w["id"]: w for w in data["general"] + data["faction_specific"]}
    paid_at_once = {
        "power_to_ore_and_credit": ("power_to_ore", "power_to_credit"),
        "power_to_two_ore": ("power_to_ore", "power_to_ore"),
        "power_to_two_credits": ("power_to_credit", "power_to_credit"),
        "power_to_three_credits": ("power_to_credit", "power_to_credit", "power_to_credit"),
    }
    for way in actions.CONVERSIONS:
        if way.id in paid_at_once:
            parts = [actions.CONVERSIONS[actions.CONVERSION[part]] for part in paid_at_once[way.id]]
            assert way.power == sum(part.power for part in parts)
            total = NOTHING
            for part in parts:
                total = total.plus(part.gains)
            assert way.gains == total
            continue
        printed = next(w for name, w in printed_ways.items() if name.endswith(way.id))
        cost = dict(printed["cost"])
        assert way.power == cost.pop("power", 0)
        assert way.bowl3 == cost.pop("move_bowl_3_to_gaia_area", 0)
        assert way.gaiaformer == cost.pop("move_gaiaformer_board_to_gaia_area", 0)
        assert way.price == gains(cost)
        assert way.gains == gains(printed["gain"])
    assert len(printed_ways) == len(actions.CONVERSIONS) - len(paid_at_once) + 1  # and burning


@facts_there
def test_faction_boards_are_those_of_the_fact_files() -> None:
    for board, printed in zip(boards.BOARDS, facts("factions")["factions"], strict=True):
        assert board.id == printed["id"]
        assert boards.HOME[boards.BOARD[printed["shares_board_with"]]] == board.home
        assert planets.PLANETS[board.home] == printed["home_planet"]
        assert board.start == gains(printed["starting_resources"])
        power = printed["starting_power"]
        assert (*board.bowls, 0, 0) == (power["bowl_1"], power["bowl_2"], power["bowl_3"], power["gaia_area"])
        assert board.brainstone == (power["brainstone"] == "bowl_1")
        assert board.research == tuple(printed["starting_research_levels"][name] for name in TRACKS)
        start = printed["starting_structures"]
        assert board.starting_mines == start.get("mine", 0)
        assert board.starts_with_institute == ("planetary_institute" in start)
        assert printed["starting_victory_points"] == buildings.START_VP
        assert board.base == gains(printed["base_income"])
        rows = printed["income_by_building"]
        assert [gains(income) for income in rows["mine"]] == list(board.mines)
        assert [gains(income) for income in rows["trading_station"]] == list(board.stations)
        assert [gains(income) for income in rows["research_lab"]] == list(board.labs)
        assert board.academy_income == gains(rows["academy_left"]["income"])
        assert board.academy_special == gains(rows["academy_right"]["special_action"])
        assert list(board.institute) == [gains(source) for source in rows["planetary_institute"]["income_sources"]]
