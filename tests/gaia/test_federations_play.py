"""The quick search for federations agrees with the slow reference on positions of games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from orrery.core.hexes import Grid
from orrery.gaia.actions import Action, Build, Burn, Choose, Convert, Federate, Pass
from orrery.gaia.game import GAIA
from orrery.gaia.rules.federations import Realm
from orrery.gaia.rules.forming import payable, realm, satellites_left, thinkable
from orrery.gaia.state import State
from tests.gaia.reference_federations import Land, Place, fewest_by_trying, tried
from tests.gaia.test_federations_search import compare, judged, unmasked


def land_of(mine: Realm) -> Land:
    """The same situation as sets of coordinates."""
    grid: Grid = mine.grid
    nodes: dict[Place, int] = {}
    for mask, value in mine.worth:
        nodes.update(dict.fromkeys(unmasked(grid, mask), value))
    return Land(
        frozenset((h.q, h.r) for h in grid.hexes.values()),
        nodes,
        unmasked(grid, mine.planets),
        unmasked(grid, mine.satellites),
        unmasked(grid, mine.allied),
        mine.required,
        mine.growing,
    )


def picked(random: Random, state: State, options: list[Action]) -> Action:
    """A random answer of somebody who likes to build and federates late, so that positions get rich."""
    swarm = [o for o in options if isinstance(o, Choose) and "ivits" in GAIA.write(state, o)]
    if swarm and random.random() < 0.7:
        return swarm[0]
    builds = [o for o in options if isinstance(o, Build)]
    if builds and random.random() < 0.7:
        return random.choice(builds)
    idle: tuple[type[Action], ...] = (Pass, Convert, Burn)
    if random.random() < 0.7:
        idle += (Federate,)
    busy = [o for o in options if not isinstance(o, idle)]
    return random.choice(busy or options)


def games(seeds: range) -> Iterator[tuple[Random, Land, int]]:
    """The different situations of players in random games in which the power values suffice."""
    for seed in seeds:
        random = Random(seed)
        state = GAIA.new(GAIA.complete({"players": random.choice((2, 3, 4))}), seed)
        seen = set()
        while (seat := state.asked()) is not None:
            if state.question() == "Turn":
                player = state.players[seat]
                mine = realm(state, player)
                most = min(payable(player), satellites_left(player))
                if thinkable(state, player) and (mine.key(), most) not in seen:
                    seen.add((mine.key(), most))
                    yield random, land_of(mine), most
            state.apply(picked(random, state, state.options()))


def compare_games(seeds: range, limit: int) -> tuple[int, int, int]:
    """How many positions were compared, how many federations found, how many positions had a growing federation."""
    positions = found = growing = 0
    for random, land, most in games(seeds):
        levels = tried(land, most, limit)
        fewest = fewest_by_trying(land, levels)
        found += compare(land, fewest, len(levels) - 1)
        judged(random, land, levels, fewest)
        positions += 1
        growing += land.growing
    return positions, found, growing


def test_the_reference_agrees_on_positions_of_random_games() -> None:
    """GP-FED-8 GP-FED-9 GP-FED-10: planets, costs, layouts and verdicts in some games."""
    positions, found, growing = compare_games(range(12), 1200)
    assert positions > 40
    assert found > 40
    assert growing > 0


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("block", range(15))
def test_the_reference_agrees_on_positions_of_many_random_games(block: int) -> None:
    """GP-FED-8 GP-FED-9 GP-FED-10: 225 games, more than 5,000 positions, growing federations included."""
    positions, found, growing = compare_games(range(100 + 15 * block, 115 + 15 * block), 6000)
    assert positions > 60
    assert found > 60
    assert growing > 0
