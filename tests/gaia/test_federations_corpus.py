"""Federations of recorded games: what was played is legal, and the reference agrees on the positions.

The records lie beside the project; without them these tests are skipped.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import pytest

from orrery.core.hexes import Grid, Hex
from orrery.gaia.rules.federations import Realm, could_federate, federations, judge
from tests.gaia.reference_federations import Land, Place, fewest_by_trees, fewest_by_trying, tried
from tests.gaia.test_federations_search import compare, realm_of

CORPUS = Path(__file__).parents[3] / "shared" / "conformance" / "gaia"
FILES = ("dev.jsonl.gz", "human.jsonl.gz")

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the recorded games are not there")

VALUES = {"m": 1, "ts": 2, "lab": 2, "PI": 3, "ac1": 3, "ac2": 3, "sp": 1}
UNOFFICIAL = ("flexible", "noFedCheck", "variant-beta")


class Board:
    """The map of a record in our coordinates."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.kinds: dict[Place, str] = {}
        self.places: dict[str, Place] = {}
        for q, r, name, _, planet in record["map"]["hexes"]:
            place = (r, -q - r)  # there +q is north and +r north-east
            self.kinds[place] = planet
            self.places[name] = self.places[f"{q}x{r}"] = place
        self.grid = Grid(Hex(q, r) for q, r in self.kinds)

    def mask(self, places: frozenset[Place] | set[Place]) -> int:
        return self.grid.mask(Hex(q, r) for q, r in places)

    def land(self, state: dict[str, Any], seat: int) -> Land | None:
        """What one player's federations depend on in a recorded state."""
        player = state["players"][seat]
        if player["faction"] is None:
            return None
        kinds = dict(self.kinds)
        kinds.update((self.places[name], kind) for name, kind in dict(state["planetChanges"]).items())
        high = any(kind == "tech3" and active for _, kind, active in player["techs"])
        institute = bool(player["buildings"].get("PI"))
        nodes: dict[Place, int] = {}
        for code, names in player["buildings"].items():
            if code == "gf":
                continue
            for name in names:
                value = 4 if high and code in ("PI", "ac1", "ac2") else VALUES[code]
                if player["faction"] == "bescods" and institute and kinds[self.places[name]] == "t":
                    value += 1
                nodes[self.places[name]] = value
        growing = player["faction"] == "ivits"
        required = 6 if player["faction"] == "xenos" and institute else 7
        if growing:
            required = 7 * (player["fedCount"] + 1)
        return Land(
            frozenset(kinds),
            nodes,
            frozenset(place for place, kind in kinds.items() if kind != "e"),
            frozenset(self.places[name] for name in player["satellites"]),
            frozenset(self.places[name] for name in player["fedHexes"]),
            required,
            growing,
        )

    def realm(self, land: Land) -> Realm:
        worth: dict[int, int] = {}
        for (q, r), value in land.nodes.items():
            worth[value] = worth.get(value, 0) | 1 << self.grid.index(Hex(q, r))
        masks = (self.mask(land.planets), self.mask(land.satellites), self.mask(land.allied))
        pairs = [(worth[value], value) for value in sorted(worth)]
        return Realm(self.grid, pairs, *masks, land.required, land.growing)


def at_hand(state: dict[str, Any], seat: int) -> int:
    """How many satellites the player could lay."""
    player = state["players"][seat]
    if player["faction"] == "ivits":
        tokens = player["qic"]
    else:
        tokens = sum(player["power"][:3]) + (player["brainstone"] in (1, 2, 3))
    return int(min(tokens, 25 - len(player["satellites"])))


def records(file: str) -> Iterator[dict[str, Any]]:
    """The games of official rules, one after another: together they would fill the memory."""
    with gzip.open(CORPUS / file, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            if not any(tag in UNOFFICIAL for tag in record["tags"]):
                yield record


class Played(NamedTuple):
    """A federation that somebody founded, with the position before."""

    where: str
    board: Board
    land: Land
    hexes: frozenset[Place]


def seats(record: dict[str, Any]) -> dict[str, int]:
    found = {name: seat for seat, name in enumerate(record["factions"]) if name}
    found.update((f"p{seat + 1}", seat) for seat in range(record["players"]))
    return found


CHANGES = ("build", "lostPlanet", "federation", "swap-PI", "tech")
"""Words of moves after which a recorded state no longer tells what the mover's federations depend on."""


def played(record: dict[str, Any]) -> Iterator[Played]:
    """The federations of a record whose position before can be told from a recorded state."""
    board, seat_of = Board(record), seats(record)
    states = {state["after"]: state for state in record["states"]}
    for number, move in enumerate(record["moves"]):
        match = re.search(r"federation (\S+) \S+", move)
        if not match:
            continue
        last = number - 1
        while last >= 0 and last not in states:
            last -= 1
        seat = seat_of[move.split()[0]]
        between = record["moves"][last + 1 : number]
        if last < 0 or any(
            "lostPlanet" in other
            or (seat_of.get(other.split()[0]) == seat and any(word in other for word in CHANGES))
            for other in between
        ):
            continue
        land = board.land(states[last], seat)
        assert land is not None
        hexes = frozenset(board.places[name] for name in match.group(1).split(","))
        yield Played(f"{record['id']} move {number}", board, land, hexes)


@pytest.mark.parametrize("file", FILES)
def test_every_federation_that_was_played_is_legal_and_offered(file: str) -> None:
    """GP-FED-8 GP-FED-9 GP-FED-13: more than a thousand federations of bots and people."""
    count = 0
    for record in records(file):
        for where, board, land, hexes in played(record):
            realm = board.realm(land)
            verdict = judge(realm, board.mask(hexes), 25, 25)
            assert verdict.legal, (where, verdict.code, verdict.values)
            offered = federations(realm, verdict.federation.cost)
            assert verdict.federation.planets in [f.planets for f in offered], where
            count += 1
    assert count > 350


@pytest.mark.parametrize("file", FILES)
def test_every_federation_that_another_engine_lists_is_legal(file: str) -> None:
    """GP-FED-8 GP-FED-9: lists sampled in the records, with number of satellites and power."""
    count = 0
    for record in records(file):
        board = Board(record)
        states = {state["after"]: state for state in record["states"]}
        for sample in record["legal"] or ():
            state = states.get(sample["before"] - 1)
            listed = (sample["args"].get("federation") or {}).get("feds")
            if not listed or state is None:
                continue
            land = board.land(state, sample["player"])
            assert land is not None
            for names, satellites, _, power in listed:
                names = names.split(",") if isinstance(names, str) else names
                verdict = judge(board.realm(land), board.mask({board.places[name] for name in names}), 25, 25)
                where = (record["id"], sample["before"], names)
                assert verdict.legal, (where, verdict.code, verdict.values)
                assert verdict.federation.cost == satellites, where
                assert verdict.federation.power == power, where
                count += 1
    assert count > 100


def positions(file: str) -> Iterator[tuple[str, Land, int]]:
    """Every different situation of a player in a recorded state in which a federation is thinkable."""
    for record in records(file):
        board, seen = Board(record), set()
        for state in record["states"]:
            for seat in range(record["players"]):
                land = board.land(state, seat)
                if land is None:
                    continue
                realm, most = board.realm(land), at_hand(state, seat)
                if (realm.key(), most) not in seen and could_federate(realm, most):
                    seen.add((realm.key(), most))
                    yield f"{record['id']} after {state['after']} seat {seat}", land, most


def agree(land: Land, most: int, limit: int) -> int:
    """Compare with trying everything as far as that goes; returns how many satellites were tried."""
    levels = tried(land, most, limit)
    reached = len(levels) - 1
    compare(land, fewest_by_trying(land, levels), reached)
    return reached


@pytest.mark.parametrize("file", FILES)
def test_the_reference_agrees_on_some_recorded_positions(file: str) -> None:
    """GP-FED-8 GP-FED-9: late positions of people and bots."""
    for number, (_, land, most) in enumerate(positions(file)):
        if number % 61 == 0:
            agree(land, most, 1500)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("file", FILES)
def test_the_reference_agrees_on_all_recorded_positions(file: str) -> None:
    """GP-FED-8 GP-FED-9: all of them; the richest by trees, with every satellite at hand."""
    count = 0
    for _, land, most in positions(file):
        if agree(land, most, 8000) < most and 3 <= len(land.clusters()) <= 8 and count % 5 == 0:
            compare(land, fewest_by_trees(land), most)
        count += 1
    assert count > 2000


def figures(file: str) -> str:
    """How long the search takes on the recorded positions, best of three, as a row of docs/performance.md."""
    times: list[float] = []
    longest = ("", 0.0)
    sets = 0
    for where, land, most in positions(file):
        best = 1.0
        for _ in range(3):
            _, realm = realm_of(land)  # on a grid of its own, so that nothing is remembered
            start = process_time()
            offered = federations(realm, most)
            best = min(best, process_time() - start)
        sets = max(sets, len(offered))
        times.append(best)
        if best > longest[1]:
            longest = (where, best)
    times.sort()
    parts = [times[len(times) // 2], times[len(times) * 99 // 100], times[-1]]
    row = " | ".join(f"{1000 * part:.2f}" for part in parts)
    return f"| {file.partition('.')[0]} | {len(times)} | {row} | {sets} | {longest[0]} |"


if __name__ == "__main__":
    print("| positions of | count | p50 ms | p99 ms | max ms | most sets | slowest |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name in FILES:
        print(figures(name))
