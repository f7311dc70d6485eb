"""Positions as data: written, read back, checked."""

from __future__ import annotations

import copy
import json
import random
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from orrery.core.chance import draw
from orrery.core.game import BadOptions, BadPosition
from orrery.gaia.game import GAIA
from orrery.gaia.state import State
from orrery.gaia.telling.records.position import FIELDS, PLAYER_FIELDS, TABLE_FIELDS
from orrery.gaia.telling.show import show
from orrery.schema import json_schema
from tests.gaia.samples import SAMPLES

ROOT = Path(__file__).resolve().parents[2]


def after(options: dict[str, object], seed: int, count: int) -> State:
    """The position after so many random answers."""
    state = GAIA.new(GAIA.complete(options), seed)
    for number in range(count):
        if state.asked() is None:
            break
        offered = state.options()
        state.apply(offered[draw(seed, number, len(offered))])
    return state


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_position_fits_the_schema_and_comes_back(players: int) -> None:
    """GP-POS-1: the same digest, the same options, and the schema allows it."""
    check = jsonschema.Draft202012Validator(json_schema("gaia"))
    for count in range(0, 160, 12):
        state = after({"players": players, "factions": "random"}, players, count)
        data = json.loads(json.dumps(GAIA.data(state)))
        check.validate(data)
        again = GAIA.position(data)
        assert again.digest() == state.digest()
        assert again.options() == state.options()
        assert show(again) == show(state)


def example() -> dict[str, Any]:
    """The example of the documentation."""
    text = (ROOT / "docs" / "positions.md").read_text()
    blocks = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    found: dict[str, Any] = next(json.loads(block) for block in blocks if '"gaia"' in block)
    return found


def test_the_documented_example_is_a_position() -> None:
    """GP-POS-2: what is left out follows from the rest."""
    state = GAIA.position(example())
    assert state.asked() == 0
    assert state.question() == "Turn"
    assert state.spots[1] == 3
    assert len(state.boosters) == 3
    texts = [GAIA.write(state, option) for option in state.options()]
    assert any("research" in text for text in texts)


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (["game"], "chess", r"position\.game: expected 'gaia'"),
        (["round"], 7, r"position\.round: expected a whole number from 0 to 6, got 7"),
        (["round"], True, r"position\.round"),
        (["turn"], 5, r"position\.turn"),
        (["players", 0, "ore"], 20, r"position\.players\[0\]\.ore: expected a whole number from 0 to 15, got 20"),
        (["players", 0, "faction"], "martians", r"players\[0\]\.faction: expected one of terrans"),
        (["players", 0, "buildings"], {"mine": ["99Z"]}, r"the name of a hex"),
        (["players", 0, "buildings"], {"palace": []}, r"hexes of mine"),
        (["players", 0, "buildings"], {"mine": ["1C"]}, r"planet that can be colonised"),
        (["players", 0, "techs"], {"moon": "active"}, r"'moon' is not one of"),
        (["players", 0, "tiles"], [], r"the tiles in force"),
        (["players", 0, "research"], {"economy": 6}, r"0 to 5"),
        (["players", 0, "brainstone"], "bowl1", r"without brainstone"),
        (["players", 0, "booster"], "ore_mines", r"boosters"),
        (["players", 0, "booster"], "credits_gaia", r"players\[0\]\.booster: expected one of"),
        (["players", 1, "buildings"], {"mine": ["1B1"]}, r"two players on 1B1"),
        (["players"], [{}], r"2 players"),
        (["players"], "none", r"a list"),
        (["techs"], {"navigation": 4}, r"expected 3, with 1 taken"),
        (["tokens"], {"fed_12vp": 9}, r"tokens"),
        (["board_actions"], {"nothing": 0}, r"'nothing' is not one of"),
        (["questions"], [{"question": "Dance", "seat": 0}], r"one of RotateSectors"),
        (["questions"], [{"question": "PickTech", "seat": 0, "values": [1, 2]}], r"the values of PickTech"),
        (["questions"], [{"question": "CoverTech", "seat": 0, "values": ["x"]}], r"whole number"),
        (["questions"], [], r"at least one question"),
        (["automa"], {}, r"null in a game of several people"),
        (["options"], {"players": 9}, r"position\.options: option 'players'"),
        (["lost_planet"], "1C", r"a hex with a mine"),
        (["order"], [0, 0], r"every seat from 0 to 1 once"),
    ],
)
def test_wrong_data_are_refused_with_their_place(path: list[str | int], value: object, words: str) -> None:
    """GP-POS-3: the sentence names the field and what was expected."""
    data = example()
    at: Any = data
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    with pytest.raises(BadPosition, match=words):
        GAIA.position(data)


def test_a_game_can_begin_from_a_position() -> None:
    """GP-POS-4: the option position."""
    state = after({"players": 2, "factions": "random"}, 9, 60)
    data = GAIA.data(state)
    begun = GAIA.new(GAIA.complete({"players": 2, "position": copy.deepcopy(data)}), 1)
    assert begun.digest() == state.digest()


def test_an_advanced_tile_that_covers_nothing_yet_is_a_position() -> None:
    """GP-POS-1: between taking an advanced tile and laying it on a standard one."""
    data = example()
    area = "economy"
    data["players"][0] |= {
        "research": {area: 4, "gaia_project": 1},
        "techs": {"free_1": "active", "free_2": "active"},
        "federation_tokens": [{"token": "fed_12vp", "green": False}, {"token": "fed_7vp_2_ore", "green": True}],
        "credits": 20,
        "ore": 10,
        "buildings": {"trading_station": ["1B1", "4A4"]},
    }
    state = GAIA.position(data)
    written: Any = GAIA.data(state)
    advanced = written["advanced_techs"][area]
    for kind, wish in (("upgrade", "research_lab"), ("take_tech", advanced)):
        state.play(
            next(
                action
                for action in state.options()
                if (told := GAIA.tell(state, action, 0)).key == kind and wish in told.args.values()
            )
        )
    assert state.question() == "CoverTech"
    again = GAIA.position(json.loads(json.dumps(GAIA.data(state))))
    assert again.digest() == state.digest()
    assert again.options() == state.options()


def scene(players: int = 2) -> dict[str, Any]:
    """A small position in the middle of a game; alone with an Automa that has played two cards."""
    data: dict[str, Any] = {
        "game": "gaia",
        "options": {"players": players, "map": "first_game", "setup_seed": 5},
        "round": 3,
        "turn": 0,
        "players": [
            {"faction": "terrans", "buildings": {"mine": ["1B1"]}, "bowls": [3, 0, 0]},
            {"faction": "xenos", "buildings": {"mine": ["1A9"]}, "bowls": [0, 0, 0]},
        ],
    }
    if players == 1:
        data["players"][1].pop("bowls")
        cards: dict[str, Any] = {"cards": [1, 4, 7, 13, 3, 6], "aside": [8, 9, 10, 11, 12, 14, 15, 16, 17]}
        cards |= {"action": 5, "support": 0, "discards": [], "passed": 0, "seen": []}
        data["automa"] = {"seed": 1, "draws": 9, "revealed": 4, "cards": cards}
    return data


def asking(name: str, seat: int, **fields: object) -> dict[str, Any]:
    return {"question": name, "seat": seat, **fields}


def formerly(name: str, seat: int, *values: object) -> dict[str, Any]:
    """A question as format 1 wrote it."""
    return {"question": name, "seat": seat, "values": list(values)}


TURN = asking("Turn", 0, done=1)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        # questions
        (
            {"turn": 1, "questions": [asking("LeechOffer", 0, hex=[], power=1)]},
            r"questions\[0\]\.hex: expected a hex of this map",
        ),
        (
            {"turn": 1, "questions": [asking("LeechOffer", 0, hex="1A1")]},
            r"questions\[0\]: expected a field 'power'",
        ),
        (
            {"turn": 1, "questions": [formerly("LeechOffer", 0, [], 1)]},
            r"values\[0\]: expected a whole number",
        ),
        (
            {"turn": 1, "questions": [asking("Turn", 1, done=1), formerly("LeechOffer", 0, 500, 1)]},
            r"hex of a structure",
        ),
        ({"questions": [asking("Turn", 1)]}, r"questions\[0\]: expected the seat of 'turn', 0"),
        ({"questions": [TURN, asking("PickTech", 1)]}, r"questions\[1\]: expected seat 0"),
        (
            {"questions": [TURN, asking("CoverTech", 0, track="artificial_intelligence")]},
            r"tile of artificial_intelligence on level 4",
        ),
        ({"questions": [TURN, asking("PlaceLostPlanet", 0)]}, r"level 5 of navigation"),
        ({"questions": [TURN, asking("PickSwap", 0)]}, r"PickSwap is not possible for this seat"),
        ({"questions": [TURN, asking("PickSpace", 0)]}, r"PickSpace is not possible for this seat"),
        (
            {"questions": [TURN, asking("MoveBrainstone", 0, why="charged", amount=3, then=0)]},
            r"the brainstone in bowl I or II",
        ),
        ({"questions": [TURN, asking("WhichBowl", 0, count=9, destination=0)]}, r"'count' 1 to 3 and"),
        ({"questions": [TURN, asking("PickSite", 0, free=5, extra=5)]}, r"'free' and 'extra' 0 and 3, "),
        (
            {"questions": [TURN, asking("PickTech", 0), asking("PickTech", 0)]},
            r"what can follow upon Turn, not",
        ),
        (
            {"questions": [asking("IncomeOrder", 0, charges=[1], tokens=[1])]},
            r"'charges' \[\] and 'tokens' \[\], or what",
        ),
        ({"questions": [asking("GaiaExchange", 0, worth=1)]}, r"GaiaExchange is not possible for this seat"),
        ({"questions": [asking("PickBooster", 0)]}, r"a question of this phase first: Turn"),
        ({"questions": [asking("Turn", 0, done=2)]}, r"questions\[0\]\.done: expected 0 or 1"),
        ({"questions": [{**TURN, "why": 1}]}, r"questions\[0\]: there is no field 'why'"),
        (
            {"turn": None, "questions": [asking("LeechOffer", 0, hex="1A1", power=1)]},
            r"position\.turn: expected whose turn it is",
        ),
        ({"turn": None}, r"position\.turn: expected whose turn it is"),
        # the sequence of play
        ({"round": 0}, r"position\.round: expected 1 to 6 in the phase actions, got 0"),
        ({"round": 2, "phase": "ending", "turn": None}, r"position\.round: expected 6 in the phase ending"),
        ({"passed": [0]}, r"position\.turn: expected somebody who has not passed"),
        ({"phase": "income"}, r"questions: expected at least one question"),
        ({"phase": "income", "questions": [asking("Turn", 0)]}, r"a question of this phase first: IncomeOrder"),
        ({"phase": "gaia", "questions": [asking("Turn", 0)]}, r"a question of this phase first: GaiaExchange"),
        ({"queue": [1]}, r"position\.queue: expected none in this phase"),
        ({"auction": ["ivits"]}, r"position\.auction: expected none"),
        ({"charges_to_offer": ["1A9"]}, r"structures of whoever has the turn"),
        ({"charges_to_offer": ["1B1"]}, r"'done' 1, because something was built"),
        # fields
        ({"oree": 3}, r"position: there is no field 'oree'; did you mean 'order'\?"),
        ({"tokens": {"fed_99vp": 1}}, r"position\.tokens: there is no field 'fed_99vp'"),
        ({"techs": {"moon": 1}}, r"position\.techs: there is no field 'moon'"),
        ({"terraforming_token": None}, r"position\.terraforming_token: expected 'fed_"),
        ({"advanced_techs": {"economy": "ore_qic"}}, r"advanced_techs\.economy: expected null or"),
        ({"options": {"players": 2, "position": {}}}, r"no position within a position"),
        ({"gaia_planets": ["1B1"]}, r"position\.gaia_planets: expected printed transdim planets"),
    ],
)
def test_impossible_positions_are_refused(changes: dict[str, Any], words: str) -> None:
    """GP-POS-5: questions, phases and fields that no game can have."""
    GAIA.position(scene())
    with pytest.raises(BadPosition, match=words):
        GAIA.position({**scene(), **changes})


@pytest.mark.parametrize(
    ("seat", "changes", "words"),
    [
        (0, {"oree": 3}, r"players\[0\]: there is no field 'oree'; did you mean 'ore'\?"),
        (0, {"faction": None}, r"players\[0\]\.faction: expected a faction, because"),
        (1, {"faction": "terrans"}, r"a faction of a board that nobody else has"),
        (1, {"faction": "lantids"}, r"a faction of a board that nobody else has"),
        (0, {"space_stations": ["1C"]}, r"space_stations: expected none"),
        (0, {"shared_mines": ["1B1"]}, r"for a faction that builds beside others"),
        (0, {"federation_tokens": [{"token": "fed_gleens", "green": True}]}, r"fed_gleens once"),
        (0, {"federation_tokens": [{"token": "fed_12vp", "green": False, "new": 1}]}, r"there is no field 'new'"),
        (0, {"gaiaformers": 1}, r"at most 0 gaiaformers in all"),
        (0, {"satellites_counted": 1}, r"only those of an Automa"),
    ],
)
def test_impossible_players_are_refused(seat: int, changes: dict[str, Any], words: str) -> None:
    """GP-POS-5: what a faction cannot have."""
    data = scene()
    data["players"][seat] |= changes
    with pytest.raises(BadPosition, match=words):
        GAIA.position(data)


NO_CARDS: dict[str, object] = {
    **dict.fromkeys(("action", "support", "passed"), 0),
    "cards": [],
    "aside": [1, 2, 3, 4, 5, 6],
    "discards": [],
    "seen": [],
}


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (["players", 1, "faction"], "nevlas", r"players\[1\]\.faction: expected one of terrans, hadsch_hallas"),
        (["players", 1, "ore"], 1, r"players\[1\]: expected nothing but faction, points"),
        (["automa", "cards"], NO_CARDS, r"at least one card to draw"),
        (["automa", "cards", "aside"], [], r"at least . cards, because one joins the deck"),
        (["automa", "cards", "deck"], [], r"automa\.cards: there is no field 'deck'"),
        (["automa", "luck"], 1, r"automa: there is no field 'luck'"),
        (["automa", "cards"], None, r"the Automa's cards"),
        (["automa", "cards", "action"], 4, r"each card once"),
        (["questions"], [asking("Turn", 1)], r"the Automa is never asked"),
    ],
)
def test_impossible_automas_are_refused(path: list[str | int], value: object, words: str) -> None:
    """GP-POS-5: factions without a card, cards that are not there, turns that it is never asked for."""
    data = scene(1)
    GAIA.position(data)
    at: Any = data
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    with pytest.raises(BadPosition, match=words):
        GAIA.position(data)


def test_decks_that_run_out_are_refused() -> None:
    """GP-POS-5: there is a card to draw, and one aside for each round to come."""
    data = scene(1)
    cards = data["automa"]["cards"]
    cards |= {"cards": [], "action": 0, "discards": [1, 4, 7, 13, 3, 6, 5]}
    with pytest.raises(BadPosition, match=r"cards\.cards: expected at least one card to draw"):
        GAIA.position(data)
    cards |= {"cards": [*cards["discards"], *cards["aside"][2:]], "aside": cards["aside"][:2], "discards": []}
    with pytest.raises(BadPosition, match=r"cards\.aside: expected at least 3 cards"):
        GAIA.position(data)


def test_the_first_question_tells_whose_turn_it_is() -> None:
    """GP-POS-2: ``turn`` may be left out where a question says it; the game goes on from there."""
    data = {**scene(), "questions": [asking("Turn", 1)]}
    del data["turn"]
    state = GAIA.position(data)
    assert state.turn == 1
    state.play(next(option for option in state.options() if GAIA.tell(state, option, 1).key == "pass"))
    assert (state.asked(), state.question()) == (0, "Turn")


def test_questions_of_the_former_format_are_read() -> None:
    """GP-POS-6: a position of format 1 says the fields of a question as numbers; it is the same position."""
    game = random.Random(11)
    met = set()
    for options in SAMPLES:
        state = GAIA.new(GAIA.complete(options), 5)
        while state.asked() is not None:
            if state.question() not in met:
                met.add(state.question())
                data = GAIA.data(state)
                former = [formerly(asked.name, asked.seat, *asked.values()) for asked in state.stack]
                again = GAIA.position({**data, "format": 1, "questions": json.loads(json.dumps(former))})
                assert again.digest() == state.digest(), state.stack
            state.apply(game.choice(state.options()))
    assert len(met) > 15


def test_nobody_scores_a_booster_that_is_not_there() -> None:
    """GP-POS-2: a player may have no booster; passing then scores none."""
    data = scene()
    data["players"][0]["buildings"] = {"mine": ["1B1", "3B5", "7B4"]}
    state = GAIA.position(data)
    booster = state.boosters[0]
    state.play(next(option for option in state.options() if GAIA.tell(state, option, 0).key == "pass"))
    assert state.players[0].vp == 10
    assert state.players[0].booster == booster


def test_the_schema_has_the_fields_that_are_read() -> None:
    """GP-POS-3: what is refused as unknown is unknown to the schema too."""
    parts = json_schema("gaia")["$defs"]
    assert tuple(parts["Position"]["properties"]) == FIELDS
    assert tuple(parts["Table"]["properties"]) == TABLE_FIELDS
    assert tuple(parts["Player"]["properties"]) == PLAYER_FIELDS


def test_a_table_from_a_wrong_position_is_refused_as_an_option() -> None:
    """GP-POS-4: a building on a transdim planet, another number of players: the options are wrong."""
    data = scene()
    state = GAIA.position(scene())
    transdim = state.world.names[state.transdim.bit_length() - 1]
    data["players"][0]["buildings"] = {"mine": ["1B1", transdim]}
    with pytest.raises(BadOptions, match=r"option 'position': .*buildings\.mine: expected hexes with a planet"):
        GAIA.complete({"position": data})
    with pytest.raises(BadOptions, match=r"option 'position' has 2 players, option 'players' 3"):
        GAIA.complete({"players": 3, "position": scene()})
    assert GAIA.complete({"position": scene()})["players"] == 2
