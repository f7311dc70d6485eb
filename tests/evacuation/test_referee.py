"""Games watched by the referee, who knows the rules but not the engine; from positions with plenty of all."""

from __future__ import annotations

import random
from typing import Any

import pytest

from orrery.evacuation.game import EVACUATION
from orrery.evacuation.phases import RULE_OPTIONS
from orrery.evacuation.state import State
from tests.evacuation.referee import RESOURCES, WORLDS, Referee
from tests.evacuation.samples import SAMPLES

PHASES = ("actions", "actions", "transport", "progress", "bonus")


def somewhere(options: dict[str, object], chance: random.Random, seed: int) -> State:
    """A position in the midst of a game: resources, ships, technologies, fields, markers anywhere on the track."""
    rules = EVACUATION.complete(options)
    fresh = EVACUATION.new(options, seed)
    pack = fresh.table.pack
    ships = chance.sample(pack.ships, len(pack.ships))
    stadiums = chance.sample(pack.stadiums, len(pack.stadiums))
    plans = chance.sample(pack.infrastructures, len(pack.infrastructures))
    fields = chance.sample(pack.fields, len(pack.fields))
    lanes = ("parking", "main", "plus")[: 1 + fresh.table.lanes]
    zones = fresh.table.lookup.zones
    standing: set[tuple[int, str]] = set()

    def lane(column: int) -> str:
        """A lane of the column on which nobody stands."""
        free = [name for name in lanes if name == "parking" or (column and (column, name) not in standing)]
        found = chance.choice(free)
        standing.add((column, found))
        return found

    settled: dict[str, dict[str, int]] = {}
    players: list[dict[str, Any]] = []
    for player in fresh.players:
        front = chance.randrange(len(zones))
        rear = chance.choice([c for c in range(front + 1) if zones[front] - zones[c] <= 1])
        left = dict.fromkeys(RESOURCES, 4)
        own = [fields.pop() for _ in range(chance.randrange(4))]
        for field in own:
            used = chance.choices([name for name in RESOURCES if left[name] >= field.factories], k=field.factories)
            settled[field.id] = {name: used.count(name) for name in RESOURCES}
            for name in used:
                left[name] -= 1
        waiting = {name: chance.randrange(left[name] + 1) for name in RESOURCES}
        players.append(
            {
                "stock": {world: {name: chance.choice([0, 1, 2, 4, 8]) for name in RESOURCES} for world in WORLDS},
                "production": {name: chance.randrange(11) for name in RESOURCES},
                "population": chance.randrange(7),
                "research": [chance.randrange(6) for _ in range(3)],
                "markers": [{"column": c, "lane": lane(c)} for c in (front, rear)],
                "ships": [
                    {"id": ships.pop().id, "world": chance.choice(WORLDS)} for _ in range(chance.randrange(3))
                ],
                "stadiums": {
                    "old": [fresh.table.lookup.stadium_ids[player.stadiums[0][0]]],
                    "new": [stadiums.pop().id for _ in range(chance.randrange(4))],
                },
                "plans": [plans.pop().id for _ in range(chance.randrange(3))],
                "fields": [field.id for field in own],
                "new_factories": waiting,
                "old_factories": {name: chance.randrange(left[name] - waiting[name] + 1) for name in RESOURCES},
                "penalties": chance.randrange(3),
            }
        )
    return EVACUATION.position(
        {
            "game": "evacuation",
            "options": {name: rules[name] for name in RULE_OPTIONS},
            "seed": seed,
            "year": chance.randrange(1, 5),
            "phase": chance.choice(PHASES),
            "players": players,
            "factories": settled,
        }
    )


@pytest.mark.parametrize("options", SAMPLES, ids=str)
def test_the_referee_agrees(options: dict[str, object]) -> None:
    """EV-ACT-7, EV-STL-1, EV-TRN-4, EV-PRG-6, EV-BON-2, EV-RAC-11, EV-PTS-3: the same answers, the same result."""
    assert sum(judged(options, seed) for seed in range(8)) > 200


def judged(options: dict[str, object], seed: int) -> int:
    """Play from somewhere to the end before the referee's eyes; how many questions were judged."""
    chance = random.Random(seed)
    state = somewhere(options, chance, seed)
    count = 0
    while state.asked() is not None:
        listed = {EVACUATION.write(state, option): option for option in state.options()}
        allowed = Referee(state).answers()
        if allowed is not None:
            assert set(listed) == allowed, state.question()
            count += 1
        weights = [0.2 if text in ("pass", "done", "forgo", "nothing") else 1 for text in listed]
        state.play(chance.choices(list(listed.values()), weights)[0])
    if state.table.race:
        lowest, winners = Referee(state).race()
        assert state.scores() == lowest
        assert {seat for seat, place in enumerate(state.places()) if place == 1} == winners
    else:
        assert state.scores() == Referee(state).points()
    return count
