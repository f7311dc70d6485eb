"""Positions from damaged data: refused with a sentence, or as good as any other position."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from orrery.core.game import BadPosition
from orrery.gaia.decisions.every import DECISIONS
from orrery.gaia.game import GAIA
from orrery.gaia.state import State
from orrery.gaia.telling.show import show
from tests.gaia.samples import SAMPLES

GAMES: list[dict[str, object]] = [
    *SAMPLES,
    {"players": 1, "factions": ["taklons"], "automa_level": "automa"},
    {"players": 1, "factions": ["itars"], "automa_faction": "hadsch_hallas", "charge_timing": "turn_end"},
    {"players": 3, "factions": ["taklons", "itars", "terrans"], "charge_timing": "turn_end"},
    {"players": 2, "factions": ["taklons", "firaks"], "token_source": "fixed", "map": "small"},
    {"players": 4, "factions": ["ambas", "lantids", "ivits", "gleens"], "map": "small"},
]
JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    3,
    7,
    99,
    10**6,
    10**5000,
    1.5,
    "",
    "x",
    "gaia",
    [],
    {},
    [0],
    [[]],
    {"a": 1},
]
Json = Any


def played(number: int) -> State:
    """A position of a random game: any moment of it, questions in the middle of turns more often."""
    random = Random(f"base {number}")
    options = GAMES[number % len(GAMES)]
    state = GAIA.new(GAIA.complete(options), random.getrandbits(60))
    # The middle of moves is rarer than turns and more interesting.
    left = random.randrange(260)
    wished = random.random() < 0.6
    while state.asked() is not None:
        if left <= 0 and (not wished or len(state.stack) > 1 or state.question() != "Turn"):
            break
        state.apply(random.choice(state.options()))
        left -= 1
    return state


def places(data: Json) -> list[tuple[Json, Any]]:
    """Every place of the data: what holds it, and its key."""
    found: list[tuple[Json, Any]] = []
    todo = [data]
    while todo:
        at = todo.pop()
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        for key in keys:
            found.append((at, key))
            if isinstance(at[key], (dict, list)):
                todo.append(at[key])
    return found


def asked(random: Random, data: Json) -> Json:
    """A question that somebody might make up."""
    some: list[Callable[[], Any]] = [
        lambda: random.randrange(-1, 5),
        lambda: random.randrange(400),
        lambda: random.choice(JUNK),
        lambda: random.choice(["mine", "navigation", "charged", "1A1", "5C"]),
        lambda: [random.randrange(-1, 6) for _ in range(random.randrange(4))],
    ]
    name = random.choice(list(DECISIONS))
    question = {"question": name, "seat": random.randrange(len(data["players"]))}
    if random.randrange(3):
        return {**question, **{key: random.choice(some)() for key in DECISIONS[name].holds.keys}}
    count = random.choice([0, 1, 1, 2, 2, 3])
    return {**question, "values": [random.choice(some)() for _ in range(count)]}


def damage(random: Random, data: Json) -> None:
    """Change one thing."""
    parts = [data, data, data["players"], data["questions"], data["questions"], data["table"]]
    if data.get("automa"):
        parts += [data["automa"]] * 2
    part = random.choice(parts)
    kind = random.randrange(9)
    if kind == 0:
        data["questions"] = [*data["questions"], asked(random, data)]
    elif kind == 1:
        data["questions"] = [*data["questions"][:-1], asked(random, data)]
    elif kind == 2:
        for name in random.choice([["turn"], ["questions"], ["turn", "queue"], ["table"], ["passed"]]):
            data.pop(name, None)
    elif spots := places(part if isinstance(part, (dict, list)) else data):
        at, key = random.choice(spots)
        value = at[key]
        if kind == 3:
            del at[key]
        elif kind == 4:
            at[key] = random.choice(JUNK)
        elif kind == 5 and isinstance(value, int):
            at[key] = value + random.choice([-1, 1, 2])
        elif kind == 6 and isinstance(at, dict):
            at[f"{key}{random.choice('sx_')}"] = value
        elif kind == 7 and isinstance(value, list):
            at[key] = random.choice([value[::-1], value + value[:1], value[1:], [*value, random.choice(JUNK)]])
        else:
            other, there = random.choice(places(data))
            at[key] = json.loads(json.dumps(other[there], default=str)) if other[there] != 10**5000 else 0


def survives(state: State, random: Random) -> None:
    """Everything that can be done with a position: shown, explained, written, read, played to the end."""
    answers = 0
    while True:
        if not answers or random.random() < 0.02 or state.asked() is None:
            seats = range(len(state.players))
            for seat in (None, *seats):
                json.dumps(GAIA.view(state, seat))
            show(state)
            for seat in seats:
                GAIA.explain(state, seat)
            again = GAIA.position(json.loads(json.dumps(GAIA.data(state))))
            assert again.digest() == state.digest()
            assert again.options() == state.options()
        if state.asked() is None:
            return
        options = state.options()
        assert options
        chosen = random.choice(options)
        assert GAIA.read(state, GAIA.write(state, chosen)) == chosen
        state.play(chosen)
        answers += 1
        assert answers < 5000


def fuzz(numbers: range) -> tuple[int, int]:
    """How many damaged positions were refused, and how many were accepted and proved sound."""
    accepted = 0
    sentences: list[str] = []
    for number in numbers:
        random = Random(f"damage {number}")
        data = json.loads(json.dumps(GAIA.data(played(number))))
        for _ in range(random.choice([1, 1, 1, 2, 3])):
            if {"players", "questions", "table"} <= set(data) and all(
                isinstance(data[name], (dict, list)) and data[name] for name in ("players", "questions", "table")
            ):
                damage(random, data)
        try:
            state = GAIA.position(data)
        except BadPosition as error:
            sentences.append(str(error))
            continue
        accepted += 1
        try:
            survives(state, random)
        except Exception as error:
            error.add_note(f"damaged position {number}")
            raise
    assert all(sentence.startswith("position") and len(sentence) < 1500 for sentence in sentences)
    return len(sentences), accepted


def test_damaged_positions_are_refused_or_sound() -> None:
    """GP-POS-5: whatever is accepted can be shown, explained, written, read and played to the end."""
    refused, accepted = fuzz(range(500))
    assert refused > 200
    assert accepted > 40


@pytest.mark.soak
def test_many_damaged_positions_are_refused_or_sound() -> None:
    """GP-POS-5: the same with many more."""
    fuzz(range(500, 20_000))
