"""Positions with invented questions and altered fields: refused with a sentence, or as good as any other."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import pytest

from orrery.core.game import BadPosition
from orrery.evacuation import items
from orrery.evacuation.decisions.every import DECISIONS
from orrery.evacuation.game import EVACUATION
from orrery.evacuation.pack import RESOURCES, WORLDS, default_pack
from orrery.evacuation.pack.lookup import KINDS
from orrery.evacuation.phases import PHASES
from orrery.evacuation.state import State
from orrery.evacuation.telling.position.pending import PLACES
from tests.evacuation.samples import SAMPLES

Json = Any

JUNK: tuple[Json, ...] = (
    None,
    True,
    -1,
    0,
    1,
    2,
    7,
    10**30,
    0.5,
    "",
    "x",
    "any",
    "main",
    [],
    [0],
    [[]],
    {},
    {"x": 1},
)


def ids(kind: str) -> list[str]:
    return list(default_pack().ids[kind])


def value(luck: Random, name: str, given: dict[str, Json], data: dict[str, Json]) -> Json:
    """A value that a field of a question could have, more or less."""
    seat = data["players"][given.get("seat", 0) % len(data["players"])]
    if name == "seat":
        return luck.randrange(len(data["players"]))
    if name in ("paid", "any_order", "extra", "refreshed", "moved", "marker", "pile"):
        return luck.randrange(2)
    if name == "items":
        return [sub_action(luck) for _ in range(luck.choice((1, 1, 2, 3)))]
    if name in ("resource", "factory"):
        return luck.choice(("any", *RESOURCES))
    if name == "world":
        return luck.choice(("any", *WORLDS))
    if name == "how":
        return luck.choice(("normal", "next terrain", "free ocean"))
    if name == "field":
        return luck.choice(ids("fields"))
    if name == "kind":
        return luck.choice(KINDS)
    if name == "purpose":
        return luck.choice(("build", "gain", "express", "to hand", "into play"))
    if name == "card":
        kind = given["kind"]
        shown = data["displays"][kind]["open"] + data["revealed"]["cards"]
        every = ids(f"{kind}s")
        return luck.choice(shown or every) if luck.random() < 0.7 else luck.choice(every)
    if name in ("ship", "flown"):
        own = [ship["id"] for ship in seat["ships"]]
        away = [ship["id"] for ship in seat["ships"] if ship["world"] == "new" and ship["moved"]]
        pool = luck.choice((own, away, away, ids("ships"))) or ids("ships")
        if name == "ship":
            return luck.choice(pool)
        return luck.sample(pool, luck.randrange(min(3, len(pool)) + 1))
    if name == "source":
        return luck.choice(("turning point", "settle", "x"))
    if name == "points":
        return luck.choice((luck.randrange(14), sum((i + 1) * n for i, n in enumerate(seat["areas"]))))
    return luck.choice((0, 0, 1, 1, 2, 3, luck.randrange(100)))


def sub_action(luck: Random) -> str:
    name = luck.choice(items.NAMES[1:])
    if name in ("gain_resource", "prepare_factory", "gain_factory"):
        name += " " + luck.choice(("any", *RESOURCES))
    if name.startswith(("gain_factory", "gain_ship")):
        name += luck.choice(("", " old", " new"))
    if name == "settle":
        name += luck.choice(("", " next", " ignore 1", " next ignore 3"))
    if name in ("build_ship", "build_stadium"):
        name += luck.choice(("", " less 1", " less 3"))
    return name


def question(luck: Random, data: dict[str, Json], likely: bool) -> dict[str, Json]:
    """An invented question, of the position's phase if it is to be likely."""
    phase = PHASES.index(data["phase"])
    names = [name for name, kind in DECISIONS.items() if not likely or phase in PLACES[kind][0]]
    name = luck.choice(names or list(DECISIONS))
    found: dict[str, Json] = {"question": name}
    for field in ("seat", *DECISIONS[name].holds.names):
        found[field] = value(luck, field, found, data)
    return found


def altered(luck: Random, data: dict[str, Json]) -> None:
    """Change something somewhere."""
    inside: Json = data
    while True:
        places = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
        if inside is data:
            places = [name for name in places if name not in ("game", "format", "options")]
        if not places:
            return
        at = luck.choice(places)
        if isinstance(inside[at], (dict, list)) and inside[at] and luck.random() < 0.85:
            inside = inside[at]
            continue
        break
    old = inside[at]
    what = luck.randrange(6)
    if what == 0:
        del inside[at]
    elif what == 1 and isinstance(inside, dict):
        inside[luck.choice(("oree", "seat", "x"))] = old
    elif what == 2:
        inside[at] = luck.choice(JUNK)
    elif isinstance(old, bool):
        inside[at] = not old
    elif isinstance(old, int):
        inside[at] = max(0, old + luck.choice((-2, -1, 1, 2, 5, 40, 990)))
    elif isinstance(old, str):
        kind = luck.choice(("ships", "stadiums", "infrastructures", "fields", "goals", "cards", "orders"))
        inside[at] = luck.choice((*ids(kind), "parking", "main", "plus", "old", "new"))
    elif isinstance(old, list):
        inside[at] = luck.choice((old[1:], old + old[:1], old[::-1], []))


def invented(luck: Random, data: dict[str, Json], others: list[dict[str, Json]]) -> None:
    """Give the position questions of another one, or invented ones, upon its own or instead of them."""
    kind = luck.randrange(4)
    if kind == 0:
        other = luck.choice(others)
        data["stack"] = other["stack"]
        data["phase"] = luck.choice((data["phase"], other["phase"]))
        return
    if luck.random() < 0.3:
        data["phase"] = luck.choice(("actions", "transport", "progress", "bonus", "goals", "cards", "hands"))
    likely = luck.random() < 0.8
    new = [question(luck, data, likely) for _ in range(luck.choice((1, 1, 1, 2, 3)))]
    if likely:
        seat = luck.choice(data["stack"])["seat"] if data["stack"] else 0
        for each in new:
            each["seat"] = seat
    data["stack"] = [*data["stack"][: luck.randrange(len(data["stack"]) + 1)], *new] if kind == 1 else new
    if luck.random() < 0.3:
        data.pop("at", None)


@cache
def bases(number: int, count: int) -> list[str]:
    """Positions of a random game of one of the samples."""
    luck = Random(number)
    state = EVACUATION.new(SAMPLES[number], number)
    found: list[State] = []
    while state.asked() is not None:
        found.append(state.clone())
        state.apply(luck.choice(state.options()))
    return [json.dumps(EVACUATION.data(each)) for each in luck.sample(found, min(count, len(found)))]


def proves_itself(state: State, luck: Random) -> int:
    """Shown, explained, written and read back; options apart from each other; played to the end."""
    answers = 0
    while True:
        if answers % 25 == 0 or state.asked() is None:
            again = EVACUATION.position(json.loads(json.dumps(EVACUATION.data(state))))
            assert again.key() == state.key()
            for seat in (None, *range(len(state.players))):
                json.dumps(EVACUATION.view(state, seat), allow_nan=False)
                if seat is not None:
                    explained = EVACUATION.explain(state, seat)
                    assert len(explained) == (len(state.options()) if state.asked() == seat else 0)
                    EVACUATION.guess(state, seat, answers).digest()
        if state.asked() is None:
            assert state.phase == PHASES.index("over")
            state.places()
            return answers
        options = state.options()
        texts = [EVACUATION.write(state, option) for option in options]
        assert len(set(texts)) == len(texts)
        choice = luck.randrange(len(options))
        assert EVACUATION.read(state, texts[choice]) == options[choice]
        state.play(options[choice])
        answers += 1
        assert answers < 5000


def fuzz(seed: int, number: int, rounds: int, games: int) -> tuple[int, int]:
    """How many positions were refused and how many played."""
    luck = Random(seed * 1000 + number)
    texts = bases(number, games)
    others = [json.loads(text) for text in texts]
    refused = played = 0
    for _ in range(rounds):
        data = json.loads(luck.choice(texts))
        kind = luck.randrange(3)
        if kind != 1:
            invented(luck, data, json.loads(json.dumps(others)))
        for _ in range(luck.choice((1, 1, 2)) if kind else 0):
            altered(luck, data)
        given = json.dumps(data)
        try:
            state = EVACUATION.position(data)
        except BadPosition:
            refused += 1
            continue
        try:
            proves_itself(state, luck)
        except Exception as error:
            raise AssertionError(f"accepted, but {type(error).__name__} later: {given}") from error
        played += 1
    return refused, played


@pytest.mark.parametrize("number", range(len(SAMPLES)))
def test_a_position_that_is_accepted_is_as_good_as_any_other(number: int) -> None:
    refused, played = fuzz(1, number, 40, 12)
    assert refused > 5
    assert played > 2


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("number", range(len(SAMPLES)))
def test_soak_positions(seed: int, number: int) -> None:
    refused, played = fuzz(seed, number, 400, 60)
    assert refused > 50
    assert played > 20


def test_every_question_has_its_place() -> None:
    assert set(DECISIONS.values()) == set(PLACES)
