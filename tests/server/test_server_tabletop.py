"""Help for a game with the box on the table, over HTTP: stateless, open to everybody, never a 500."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

from orrery.core.saying import Explained
from orrery.evacuation.game import EVACUATION
from orrery.evacuation.pack import default_pack, resolve
from orrery.gaia.data.tracks import TRACKS
from orrery.gaia.game import GAIA
from orrery.gaia.tabletop.companion import FORMAT, Session, SetUp
from orrery.gaia.tabletop.galaxy import FORMAT as GALAXY
from tests.server.running import Running

SETUP: dict[str, Any] = {"seed": 7, "faction": "terrans", "level": "ultoma"}
PAD: dict[str, Any] = {
    "tiles": ["structures", "satellites"],
    "seats": [
        {"vp": 90, "counts": [11, 4], "research": {"economy": 5}, "credits": 4, "ore": 1, "bowls": [0, 4, 2]},
        {"vp": 80, "automa": True, "counts": [9, 4], "research": {"science": 3}},
    ],
}


def asked(server: Running, game: str, name: str, **args: Any) -> Any:
    answer = server.nobody().ask("POST", f"/api/titles/{game}/tabletop/{name}", json={"args": args})
    assert answer.status_code == 200, answer.text
    return answer.json()["answer"]


def test_everybody_is_helped_and_nothing_is_stored(server: Running) -> None:
    """AU-DECK-1: a session is what was sent; the same is sent, the same is answered."""
    saved = {"format": FORMAT, "setup": SETUP, "commands": []}
    begun = asked(server, "gaia", "companion", saved=saved)
    assert begun["saved"]["setup"]["boosters"]
    commands = [f"take {begun['row'][0]}", "turn", "turn"]
    played = asked(server, "gaia", "companion", saved={**begun["saved"], "commands": commands})
    assert played == asked(server, "gaia", "companion", saved={**begun["saved"], "commands": commands})
    assert [sorted(one) for one in played["done"]] == [["taken"], ["turn"], ["turn"]]
    refusal = server.nobody().ask(
        "POST", "/api/titles/gaia/tabletop/companion", json={"args": {"saved": {**saved, "commands": ["turn"]}}}
    )
    assert (refusal.status_code, refusal.json()["code"]) == (400, "bad-request")
    assert refusal.json()["detail"]["reason"]["key"] == "gaia.command.at"
    missing = server.nobody().ask("POST", "/api/titles/gaia/tabletop/moon", json={"args": {}})
    assert (missing.status_code, missing.json()["code"]) == (404, "no-such-service")


def test_a_pack_that_was_checked_is_played_with(server: Running) -> None:
    """EV-SET-11: the option that the check gives makes a table with these values."""
    ship = next(iter(default_pack().ids["ships"]))
    pack = {
        "pack": {"name": "my box", "extends": "reconstruction-2"},
        "ships": {ship: {"flight": 3, "from": "source box"}},
    }
    told = asked(server, "evacuation", "check-pack", pack=pack)
    assert (told["faults"], told["total"] - told["open"]) == (0, 1)
    assert resolve(told["option"]).ships[0].flight == 3
    shown = server.nobody().ask(
        "POST", "/api/titles/evacuation/setup", json={"options": {"players": 2, "pack": told["option"]}}
    )
    assert shown.json()["options"]["pack"] == told["option"]


def broken(value: Any, chance: random.Random) -> Any:
    """The value with one thing in it changed to something that does not belong there."""
    whole = copy.deepcopy(value)
    places: list[tuple[Any, Any]] = []

    def walk(part: Any) -> None:
        for key in list(part) if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ():
            places.append((part, key))
            walk(part[key])

    walk(whole)
    part, key = chance.choice(places)
    wrong: list[Any] = [None, -1, 10**17, "x", "", [], {}, [[]], {"x": 1}, True, 1.5, "5A3", ["x"] * 3]
    if isinstance(part, dict) and chance.random() < 0.3:
        part["x" if chance.random() < 0.5 else chance.choice(TRACKS)] = part.pop(key)
    else:
        part[key] = chance.choice(wrong)
    return whole


def test_a_thousand_broken_things_get_sentences() -> None:
    """EV-AMB-1: packs, pads, sessions and galaxies; each is answered or refused with a sentence for people."""
    chance = random.Random(5)
    commands = ["put mine 5A3", "take ore_mines", "turn", "points 3", "level economy 2", "act qic_tech"]
    galaxy = {**SETUP, "human": "ambas", "map": "random", "blocked": "skip"}
    session = Session.begin(SetUp.new(3, "xenos"))
    session.do(f"take {session.row[0]}")
    session.do("turn")
    pack: dict[str, Any] = copy.deepcopy(dict(default_pack().data))
    race = {"production": [8, 8, 9], "stadiums": 3, "satisfaction": 4, "penalties": 1, "factory_sites": 2}
    points = {**race, "goals": [{"goal": "ships", "count": 3}, {"goal": "technologies", "rows": [3, 2, 1]}]}
    given: list[tuple[Any, str, dict[str, Any]]] = [
        (EVACUATION, "check-pack", {"pack": {**pack, "pack": {"name": "mine"}}}),
        (EVACUATION, "check-pack", {"pack": {"pack": {"name": "my box", "extends": "reconstruction-2"}, **SHIPS}}),
        (EVACUATION, "pad", {"mode": "race", "seats": [race, race]}),
        (EVACUATION, "pad", {"mode": "points", "lines": True, "seats": [points, points]}),
        (EVACUATION, "components", {"pack": {"name": "reconstruction-2", "digest": default_pack().digest}}),
        (GAIA, "pad", PAD),
        (GAIA, "map", {"map": GAIA.tabletop("map", {})["placements"]}),
        (GAIA, "companion", {"saved": session.saved()}),
        (GAIA, "galaxy", {"saved": {"format": GALAXY, "setup": galaxy, "commands": commands}}),
    ]
    answered = refused = faulty = 0
    for number in range(1000):
        game, name, args = given[number % len(given)]
        try:
            told = game.tabletop(name, broken(args, chance))
            json.dumps(told)
            answered += 1
            if name == "check-pack":
                faulty += told["faults"] > 0
                assert all(problem["text"] for problem in told["problems"])
        except Explained:
            refused += 1
    assert answered + refused == 1000
    assert answered > 100
    assert refused > 400
    assert faulty > 100


SHIPS = {"ships": {"heron": {"flight": 3, "cost": {"steel": 2}, "from": "source box"}}}
