"""Positions as data: written, read back, checked."""

from __future__ import annotations

import copy
import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from orrery.core.chance import draw
from orrery.core.game import BadPosition
from orrery.gaia.game import GAIA
from orrery.gaia.show import show
from orrery.gaia.state import State

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
    schema = json.loads(files("orrery.gaia").joinpath("position.schema.json").read_text())
    check = jsonschema.Draft202012Validator(schema)
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
        "research": {area: 4},
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
