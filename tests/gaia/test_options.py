"""Options: defaults, what they lead to, and errors that say what was expected."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orrery.core.game import BadOptions
from orrery.core.match import Header, Match
from orrery.gaia import maps
from orrery.gaia.data.boards import BOARD, BOARDS, FACTIONS
from orrery.gaia.data.buildings import INSTITUTE, MORE_BOOSTERS, STRUCTURES
from orrery.gaia.data.layouts import FIRST_FACTIONS
from orrery.gaia.data.techs import FIRST_ADVANCED
from orrery.gaia.game import GAIA
from orrery.gaia.options import FORMER, SETTINGS, complete, seats
from orrery.gaia.phases import MINES
from orrery.gaia.setup import table

seeds = st.integers(0, (1 << 63) - 1)
GIVEN: dict[str, Any] = {
    "players": 2,
    "map": maps.listed(maps.first_game(2)),
    "factions": ["terrans", "ambas"],
    "boosters": ["credits_gaia", "ore_mines", "charge_range", "ore_knowledge", "tokens_ore"],
    "round_tiles": ["mine_2", "gaia_mine_3", "gaia_mine_4", "federation_5", "research_step_2", "big_building_5_a"],
    "final_tiles": ["satellites", "structures"],
    "techs": [
        "seven_vp",
        "ore_qic",
        "gaia_mine_3vp",
        "income_4_credits",
        "action_charge_4",
        "income_ore_charge",
        "big_buildings_value_4",
        "income_knowledge_credit",
        "knowledge_per_planet_type",
    ],
    "advanced_techs": [
        "mine_3vp",
        "action_3_ore",
        "now_2vp_per_mine",
        "research_step_2vp",
        "pass_3vp_per_lab",
        "now_2vp_per_sector",
    ],
    "terraforming_token": "fed_7vp_2_ore",
}


def test_every_option_has_a_default_that_a_game_can_be_set_up_with() -> None:
    whole = complete({})
    assert set(whole) == {setting.name for setting in SETTINGS}
    assert complete(whole) == whole
    assert json.loads(json.dumps(whole)) == whole
    assert table(whole, 0).players == 2


@given(st.integers(1, 4), seeds, st.sampled_from(["choose", "random"]))
def test_a_table_holds_the_right_number_of_tiles(players: int, seed: int, factions: str) -> None:
    """GP-SET-7, GP-SET-10: players + 3 boosters, six round tiles, two final ones, nine stacks, six advanced."""
    laid = table(complete({"players": players, "factions": factions}), seed)
    people = max(2, players)
    assert len(set(laid.boosters)) == people + MORE_BOOSTERS
    assert len(set(laid.round_tiles)) == 6
    assert len(set(laid.final_tiles)) == 2
    assert sorted(laid.techs) == list(range(FIRST_ADVANCED))
    assert len(set(laid.advanced)) == 6
    assert min(laid.advanced) >= FIRST_ADVANCED
    assert laid.terra_token in range(6)
    assert len(laid.factions) == (players if factions == "random" else 0)
    boards = [faction >> 1 for faction in laid.factions] + ([laid.automa_faction >> 1] if players == 1 else [])
    assert len(set(boards)) == len(boards)
    assert len(laid.world.placements) == (7 if players <= 2 else 10)


@given(seeds, seeds)
def test_a_set_up_seed_fixes_the_public_set_up_whatever_the_seed_of_play(given_seed: int, other: int) -> None:
    options = complete({"players": 3, "setup_seed": given_seed, "factions": "random"})
    assert table(options, 0).key == table(options, other).key


def test_without_a_set_up_seed_the_seed_of_play_draws_it() -> None:
    options = complete({"players": 3})
    assert len({table(options, seed).key for seed in range(10)}) == 10


def test_a_real_table_can_be_entered() -> None:
    """GP-SET-10: everything that lies on the table can be given explicitly; then no chance is left."""
    options = complete(GIVEN)
    one, other = table(options, 1), table(options, 2)
    assert one.key == other.key
    assert [BOARDS[number].id for number in one.factions] == ["terrans", "ambas"]
    assert one.choice == "given"
    assert one.final_tiles == (5, 1)
    assert one.terra_token == 3
    assert one.round_tiles[0] == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_game_offers_its_factions_and_its_map(players: int) -> None:
    """GP-SET-8: recommended factions to choose from; mines are given where they are known."""
    options = complete({"players": players, "first_game": True})
    laid = table(options, 5)
    assert [FACTIONS[number] for number in laid.pool] == list(FIRST_FACTIONS[players])
    assert laid.world.placements == maps.first_game(players)
    given_mines = {FACTIONS[number]: mines for number, mines in enumerate(laid.mines) if mines}
    assert set(given_mines) == (set(FIRST_FACTIONS[4]) if players == 4 else set())
    for name, mines in given_mines.items():
        assert len(mines) == BOARDS[BOARD[name]].starting_mines


def test_the_first_game_alone_is_against_the_taklons() -> None:
    laid = table(complete({"players": 1, "first_game": True}), 5)
    assert (laid.players, laid.automas, laid.seats, laid.solo) == (1, 1, 2, True)
    assert FACTIONS[laid.automa_faction] == "taklons"
    assert [FACTIONS[number] for number in laid.pool] == ["hadsch_hallas"]


def test_what_is_set_beside_the_first_game_wins_over_it() -> None:
    assert complete({"players": 2, "first_game": True, "map": "variant_1"})["map"] == "variant_1"


def test_starting_mines_can_be_given_by_name() -> None:
    world = maps.world(maps.first_game(2))
    home = [world.names[index] for index in range(len(world.names)) if world.kind[index] == BOARDS[0].home]
    options = complete({**GIVEN, "starting_mines": {"terrans": home[:2]}})
    laid = table(options, 0)
    assert [world.names[index] for index in laid.mines[0]] == home[:2]
    assert laid.mines[1] == ()


def test_a_starting_institute_can_be_given_too() -> None:
    """GP-SET-6 GP-IVI-1: the hex given for a faction that starts with the institute takes the institute."""
    world = maps.world(maps.first_game(2))
    ivits = BOARDS[BOARD["ivits"]]
    home = [world.names[index] for index in range(len(world.names)) if world.kind[index] == ivits.home]
    state = GAIA.new({**GIVEN, "factions": ["ivits", "ambas"], "starting_mines": {"ivits": home[:1]}}, 0)
    while state.phase == MINES:
        assert state.asked() == 1
        state.apply(state.options()[0])
    buildings = [0] * len(STRUCTURES)
    buildings[INSTITUTE] = 1 << world.where[home[0]]
    assert state.players[0].buildings == buildings


@given(seeds)
def test_random_factions_come_from_the_pool(seed: int) -> None:
    pool = ["terrans", "lantids", "xenos", "itars", "nevlas"]
    laid = table(complete({"players": 3, "factions": "random", "faction_pool": pool}), seed)
    assert {FACTIONS[number] for number in laid.factions} <= set(pool)
    assert len({number >> 1 for number in laid.factions}) == 3


def test_seats_are_the_people_who_are_asked() -> None:
    assert [seats({"players": count}) for count in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert seats({}) == 2


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"player": 3}, "there is no option 'player'; did you mean 'players'?"),
    ({"players": 5}, "option 'players' is a whole number from 1 to 4, not 5"),
    ({"players": "3"}, "option 'players' is a whole number from 1 to 4, not '3'"),
    ({"players": True}, "option 'players' is a whole number from 1 to 4, not True"),
    ({"first_game": 1}, "option 'first_game' is true or false, not 1"),
    ({"charge_token_only": "no"}, "option 'charge_token_only' is true or false"),
    ({"setup_seed": -1}, "option 'setup_seed' is a whole number from 0"),
    ({"map": "round"}, "option 'map' is one of random, first_game, variant_1"),
    ({"map": "variant_3"}, "with 2 players there is only variant_1, not variant_3"),
    ({"map": [["1", 0, 0, 0]]}, "option 'map' needs at least 3 terra planets"),
    ({"map": [["1", 0, 0, 9]]}, "option 'map': sector 1 is turned 0 to 5 times, not 9"),
    ({"map": 7}, "option 'map' is one of"),
    ({"factions": "mine"}, "option 'factions' is one of choose, random"),
    ({"factions": ["terrans"]}, "option 'factions' needs a faction for each of 2 players, not 1"),
    ({"factions": ["terrans", "lantids"]}, "terrans and lantids are two sides of one board"),
    ({"factions": ["terrans", "terans"]}, "there is no 'terans'; did you mean 'terrans'?"),
    ({"factions": ["terrans", "terrans"]}, "option 'factions' names 'terrans' twice"),
    ({"players": 1, "factions": "auction_choose_bid"}, "an auction needs at least two players"),
    ({"faction_pool": ["terrans", "lantids"]}, "needs factions of at least 2 different boards, but has 1"),
    ({"faction_pool": "some"}, "option 'faction_pool' is 'all' or a list of factions"),
    ({"boosters": ["ore_mines"]}, "option 'boosters' needs 5 ids, not 1"),
    ({"boosters": ["booster1"] * 5}, "option 'boosters': there is no 'booster1'"),
    ({"boosters": 3}, "option 'boosters' is 'random' or a list of 5 ids, not 3"),
    ({"final_tiles": ["sectors", "sectors"]}, "option 'final_tiles' names 'sectors' twice"),
    ({"techs": ["seven_vp"]}, "option 'techs' needs 9 ids for terraforming, navigation"),
    ({"techs": ["mine_3vp"] * 9}, "option 'techs': there is no 'mine_3vp'"),
    ({"advanced_techs": ["seven_vp"] * 6}, "option 'advanced_techs': there is no 'seven_vp'"),
    ({"terraforming_token": "fed_gleens"}, "option 'terraforming_token' is one of random, fed_12vp"),
    ({"turn_order": "widdershins"}, "option 'turn_order' is one of clockwise, passing, not 'widdershins'"),
    ({"starting_mines": {"terrans": []}}, "can be given only on a given map"),
    ({"starting_mines": "recommended", "map": "first_game"}, "known only for the first game's map with 4 players"),
    ({**GIVEN, "starting_mines": 3}, "option 'starting_mines' is choose, recommended or a map"),
    ({**GIVEN, "starting_mines": {"martians": []}}, "there is no faction 'martians'"),
    ({**GIVEN, "starting_mines": {"terrans": ["5A3"]}}, "terrans needs a list of 2 hexes, not ['5A3']"),
    ({**GIVEN, "starting_mines": {"terrans": ["5C", "5A3"]}}, "5C is no terra planet of terrans"),
    ({**GIVEN, "starting_mines": {"terrans": ["9C", "5A3"]}}, "there is no hex '9C' on this map"),
    ({"players": 1, "automa_faction": "martians"}, "option 'automa_faction' is one of random"),
    (
        {"players": 1, "automa_faction": "taklons", "factions": ["ambas"]},
        "taklons shares the board of the human's ambas",
    ),
    (
        {"players": 1, "automa_faction": "taklons", "faction_pool": ["ambas", "taklons"]},
        "taklons leaves the human no faction of 'faction_pool'",
    ),
    ({"players": 1, "automa_deck": 5}, "option 'automa_deck' is null or a list of card numbers"),
    ({"players": 1, "automa_deck": [99]}, "automa_deck"),
    ({"automa_level": "easy"}, "option 'automa_level' is one of automalein"),
    ({"position": 3}, "option 'position' is the JSON of a position or null, not 3"),
]


@pytest.mark.parametrize(("options", "sentence"), WRONG)
def test_wrong_options_are_refused_with_what_was_expected(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOptions) as refused:
        GAIA.complete(options)
    assert sentence in str(refused.value)


def test_former_names_of_options_are_read() -> None:
    """Stored matches and positions have them; digests do not depend on names."""
    for before, now in FORMER.items():
        assert complete({before: True}) == complete({now: True})
        assert now in complete({})
        assert before not in complete({before: True})
        with pytest.raises(BadOptions, match="give one of them"):
            complete({before: True, now: True})
    old = Header("gaia", 1, {**GIVEN, "taklons_token_only": True}, 3)
    state = Match.replay(old, ()).state
    assert state.table.charge_token_only
    assert state.digest() == Match.new("gaia", {**GIVEN, "charge_token_only": True}, 3).state.digest()
    data = GAIA.data(state)
    options = dict(state.table.options)
    options["taklons_token_only"] = options.pop("charge_token_only")
    assert GAIA.position({**data, "options": options}).digest() == state.digest()


def test_a_seed_of_more_digits_than_a_browser_keeps_is_for_stored_matches_only() -> None:
    large = {**GIVEN, "setup_seed": 1 << 53}
    with pytest.raises(BadOptions, match="'setup_seed' is a whole number from 0 to 9007199254740991"):
        Match.new("gaia", large, 3)
    assert Match.new("gaia", {**GIVEN, "setup_seed": (1 << 53) - 1}, 3).state.asked() is not None
    again = Match.load(Match.replay(Header("gaia", 1, {**GIVEN, "setup_seed": (1 << 63) - 1}, 3), ()).save())
    assert again.header.options["setup_seed"] == (1 << 63) - 1
    with pytest.raises(BadOptions, match="setup_seed"):
        complete({"setup_seed": 1 << 63})


def test_a_map_that_is_built_in_play_may_begin_with_colours_side_by_side() -> None:
    """GP-SET-2: the builder has to part them, so the first arrangement need not be legal."""
    sectors = maps.listed(maps.first_game(2))
    for number in range(6**3):
        for place, turns in zip((0, 2, 3), (number % 6, number // 6 % 6, number // 36), strict=True):
            sectors[place][3] = turns
        try:
            complete({"map": sectors})
        except BadOptions:
            break
    with pytest.raises(BadOptions, match="adjacent"):
        complete({"map": sectors})
    assert complete({"map": sectors, "map_building": "rotate"})["map"] == sectors


def test_mines_cannot_be_given_for_the_automa() -> None:
    given = {"players": 1, "map": "first_game", "automa_faction": "xenos", "starting_mines": {"xenos": ["1x0"]}}
    with pytest.raises(BadOptions, match=r"xenos is the Automa's"):
        complete(given)


def test_a_mine_cannot_be_given_twice() -> None:
    world = maps.world(maps.first_game(2))
    home = [world.names[index] for index in range(len(world.names)) if world.kind[index] == BOARDS[0].home]
    with pytest.raises(BadOptions, match=r"names .* twice, for terrans and terrans"):
        complete({**GIVEN, "starting_mines": {"terrans": [home[0], home[0]]}})


@given(
    st.dictionaries(
        st.sampled_from([setting.name for setting in SETTINGS]),
        st.recursive(
            st.none() | st.booleans() | st.integers(-3, 40) | st.text(max_size=8),
            lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
            max_leaves=8,
        ),
        max_size=4,
    )
)
def test_whatever_is_given_is_completed_or_refused_with_a_sentence(options: dict[str, Any]) -> None:
    try:
        whole = complete(options)
    except BadOptions:
        return
    assert complete(whole) == whole
