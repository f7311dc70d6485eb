"""Positions that people enter: the editor's controls make every one, and whatever is broken is told in words."""

from __future__ import annotations

import copy
import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from orrery.core.game import AnyGame, AnyState
from orrery.core.journal import Message
from orrery.core.saying import LANGUAGES, said
from orrery.desk import entering
from orrery.device.home import Home
from orrery.evacuation.game import EVACUATION
from orrery.gaia.game import GAIA
from tests.evacuation.samples import SAMPLES as EVACUATIONS
from tests.gaia.samples import SAMPLES as GAIAS

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
TITLES: dict[str, tuple[AnyGame, list[dict[str, object]]]] = {
    "gaia": (GAIA, [*GAIAS, {"players": 1, "factions": ["taklons"]}, {"players": 3, "map_building": "rotate"}]),
    "evacuation": (EVACUATION, [*EVACUATIONS]),
}
CHANCE = (1 << 53) - 1
"""The largest number that a browser keeps exactly."""


def played(game: AnyGame, options: list[dict[str, object]], number: int) -> AnyState:
    """A position of a random game, at any moment of it."""
    random = Random(f"enter {game.name} {number}")
    state: AnyState = game.new(game.complete(options[number % len(options)]), random.getrandbits(50))
    for _ in range(random.randrange(220)):
        if state.asked() is None:
            break
        state.apply(random.choice(state.options()))
    data: dict[str, Any] = game.data(state)
    for part in (data, data.get("automa") or {}):
        if "seed" in part:
            part["seed"] &= CHANCE
    found: AnyState = game.position(data)
    return found


@pytest.fixture(scope="module")
def controls(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the editor's controls do, as a program."""
    made = tmp_path_factory.mktemp("controls") / "enter.mjs"
    rolldown = WEB / "node_modules/.bin/rolldown"
    command = [rolldown, "tests/tools/enter.ts", "--platform", "node", "--format", "esm", "--file", made]
    subprocess.run([str(part) for part in command], cwd=WEB, check=True, capture_output=True, timeout=120)
    return made


@pytest.mark.slow
@pytest.mark.parametrize("name", TITLES)
def test_controls_make_every_position_of_random_games(name: str, controls: Path) -> None:
    """From a fresh game of the same options, by numbers, words and hexes alone."""
    game, options = TITLES[name]
    states = [played(game, options, number) for number in range(150)]
    pairs = []
    for number, state in enumerate(states):
        wish = entering.trimmed(game, state)
        fresh = entering.begun(game, {k: v for k, v in wish["options"].items() if k != "position"}, number)
        base = entering.trimmed(game, fresh)
        base["options"] = wish["options"]
        pairs.append({"game": name, "base": base, "wish": wish})
    given, found = controls.parent / f"{name}.json", controls.parent / f"{name}.made.json"
    given.write_text(json.dumps(pairs))
    subprocess.run(["node", str(controls), str(given), str(found)], check=True, timeout=120)
    for number, (state, data) in enumerate(zip(states, json.loads(found.read_text()), strict=True)):
        again: AnyState = game.position(data)
        assert again.digest() == state.digest(), (number, pairs[number]["wish"])
        assert game.data(again) == game.data(state), number


JUNK: list[Any] = [None, True, -1, 0, 1, 3, 7, 99, 10**6, 1.5, "", "x", "mine", "1A1", [], {}, [0], {"a": 1}]


def broken(random: Random, data: Any) -> None:
    """One thing is otherwise: a number, a word, something more, something less."""
    places = []
    todo = [data]
    while todo:
        part = todo.pop()
        for key in list(part) if isinstance(part, dict) else range(len(part)):
            places.append((part, key))
            if isinstance(part[key], (dict, list)) and part[key]:
                todo.append(part[key])
    part, key = random.choice(places)
    value = part[key]
    kind = random.randrange(5)
    if kind == 0 and isinstance(value, int):
        part[key] = value + random.choice([-3, -1, 1, 2, 9])
    elif kind == 1 and isinstance(value, list) and value:
        value.append(copy.deepcopy(random.choice(value)))
    elif kind == 2:
        del part[key]
    else:
        part[key] = random.choice(JUNK)


@pytest.mark.slow
@pytest.mark.parametrize("name", TITLES)
def test_broken_positions_are_told_in_every_language(name: str) -> None:
    """A thousand of them: each is refused with a place and a sentence, or is a position; nothing breaks."""
    game, options = TITLES[name]
    home = Home(keeper=_Nothing())
    told = 0
    for number in range(500):
        random = Random(f"broken {name} {number}")
        data = entering.trimmed(game, played(game, options, number))
        for _ in range(random.choice([1, 1, 2, 4])):
            broken(random, data)
        answer = home.request("POST", f"/titles/{name}/position", json.dumps({"position": data}).encode())
        assert answer.status == 200, answer.body
        found = json.loads(answer.body)
        if found["fault"] is None:
            assert game.position(data).question() == found["question"] or found["asked"] is None
            continue
        told += 1
        for fault in (found["fault"], *found["also"]):
            sentences = {language: said(_message(fault["reason"]), language) for language in LANGUAGES}
            assert all(sentences.values()), sentences
            assert sentences["en"] == fault["sentence"]
            assert len(set(sentences.values())) == len(LANGUAGES), sentences
            # More is told than the field, in every language.
            assert fault["reason"]["key"] != "core.position", sentences
    assert told > 250


SEVERAL: dict[str, dict[str, object]] = {
    "gaia": {
        "round": 9,
        "turn": 7,
        "players[0].ore": 99,
        "players[0].buildings.mine[0]": "nowhere",
        "players[1].bowls[2]": -1,
        "players[1].knowledge": 16,
    },
    "evacuation": {
        "year": 9,
        "order": [0, 0],
        "players[0].stock.new.food": -4,
        "players[0].penalties": "x",
        "players[1].population": -2,
    },
}
"""Values that are wrong by themselves, by their places."""


@pytest.mark.parametrize("name", TITLES)
def test_every_value_that_is_wrong_by_itself_is_told_at_once(name: str) -> None:
    game, _ = TITLES[name]
    data = entering.trimmed(game, entering.begun(game, {"players": 2}, 3))
    for place, value in SEVERAL[name].items():
        data = entering._filled(data, entering._steps(place), value)
    found = entering.examined(game, data)
    assert found.fault is not None
    told = {fault.place.removeprefix("position.") for fault in (found.fault, *found.also)}
    assert told == set(SEVERAL[name])


@pytest.mark.parametrize("name", TITLES)
def test_nothing_is_told_that_follows_from_a_fault(name: str) -> None:
    """One value that is wrong by itself: wherever it lies, it is all that is told."""
    game, options = TITLES[name]
    random = Random(f"alone {name}")
    for number in range(40):
        data = entering.trimmed(game, played(game, options, number))
        places = [(part, key) for part, key in _numbers(data) if part[key] >= 0]
        part, key = random.choice(places)
        part[key] = -77777777
        found = entering.examined(game, data)
        assert found.also == [], (number, key, found.fault, found.also)


def _numbers(data: Any) -> list[tuple[Any, Any]]:
    """Where numbers lie in a position."""
    found: list[tuple[Any, Any]] = []
    for key in list(data) if isinstance(data, dict) else range(len(data)):
        if isinstance(data[key], (dict, list)):
            found += _numbers(data[key])
        elif isinstance(data[key], int) and not isinstance(data[key], bool):
            found.append((data, key))
    return found


def _message(reason: dict[str, Any]) -> Message:
    args = {key: _message(value) if isinstance(value, dict) else value for key, value in reason["args"].items()}
    return Message(reason["key"], args)


class _Nothing:
    """Keeps nothing."""

    def put(self, match: str, record: bytes) -> None:
        raise AssertionError(match)

    def drop(self, match: str) -> None:
        raise AssertionError(match)
