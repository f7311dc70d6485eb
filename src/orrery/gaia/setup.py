"""How a game is laid out: the table that completed options describe, and the first question.

Chance in set-up comes from ``setup_seed`` when that is given and from the seed of the match otherwise, by streams
of their own, so that the same number gives the same public set-up whatever else is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from orrery.core.chance import dealt, draw, shuffled, stream
from orrery.gaia import maps
from orrery.gaia.automa.cards import FACTION_CARDS
from orrery.gaia.data.boards import BOARD, FACTIONS, HOME
from orrery.gaia.data.boosters import BOOSTER
from orrery.gaia.data.buildings import MORE_BOOSTERS, ROUNDS
from orrery.gaia.data.federations import COMMON, TOKEN
from orrery.gaia.data.layouts import (
    ALONE,
    FIRST_MINES,
    SEVEN,
)
from orrery.gaia.data.scoring import FINAL_TILE, ROUND_TILE
from orrery.gaia.data.techs import ADVANCED, SPOTS, STANDARD, TECH
from orrery.gaia.data.tracks import TRACKS
from orrery.gaia.options import CHOOSE, FINAL_COUNT, RANDOM, RECOMMENDED, placements
from orrery.gaia.state import State, Table


def laid_out(options: Mapping[str, object], seed: int) -> State:
    """A new game with completed options, at its first question."""
    state = State(table(options, seed), seed)
    state.settle()
    return state


def table(options: Mapping[str, object], seed: int) -> Table:
    """The table that completed options and a seed describe: chance fills in what they leave open."""
    given = options["setup_seed"]
    source = stream(given if isinstance(given, int) else seed, "setup")
    players = cast(int, options["players"])
    sectors = placements(options, stream(source, "map"))
    world = maps.world(_alone(sectors) if players == 1 else sectors)
    tiles = {
        name: _drawn(options[name], kinds, count, stream(source, name))
        for name, kinds, count in (
            ("boosters", BOOSTER, (2 if players == 1 else players) + MORE_BOOSTERS),
            ("round_tiles", ROUND_TILE, ROUNDS),
            ("final_tiles", FINAL_TILE, FINAL_COUNT),
            ("techs", {tile.id: TECH[tile.id] for tile in STANDARD}, len(SPOTS)),
            ("advanced_techs", {tile.id: TECH[tile.id] for tile in ADVANCED}, len(TRACKS)),
        )
    }
    token = options["terraforming_token"]
    terra = draw(stream(source, "terraforming_token"), 0, len(COMMON)) if token == RANDOM else TOKEN[str(token)]
    factions = _seated(options, players, stream(source, "factions"))
    return Table(
        options,
        world=world,
        factions=factions,
        mines=first_mines(options, world),
        boosters=tiles["boosters"] if players == 1 else tuple(sorted(tiles["boosters"])),
        round_tiles=tiles["round_tiles"],
        final_tiles=tiles["final_tiles"],
        techs=tiles["techs"],
        advanced=tiles["advanced_techs"],
        terra_token=terra,
        automa_faction=_automa(options, players, factions, stream(source, "automa")),
    )


def _alone(sectors: tuple[maps.Placement, ...]) -> tuple[maps.Placement, ...]:
    """The sectors in the order in which the solo game lays them, where they have its shape."""
    order = [SEVEN[slot] for slot in ALONE]
    if {placement.centre for placement in sectors} != set(order):
        return sectors
    return tuple(sorted(sectors, key=lambda placement: order.index(placement.centre)))


def _drawn(value: object, known: Mapping[str, int], count: int, seed: int) -> tuple[int, ...]:
    if value == RANDOM:
        return tuple(dealt(seed, 0, list(known.values()), count))
    return tuple(known[word] for word in cast(list[str], value))


def _seated(options: Mapping[str, object], players: int, seed: int) -> tuple[int, ...]:
    """Factions by seat: given, or drawn as boards with a side each; empty if they are chosen in play."""
    value = options["factions"]
    if isinstance(value, list):
        return tuple(BOARD[name] for name in value)
    if value != RANDOM:
        return ()
    pool = [BOARD[name] for name in cast(list[str], options["faction_pool"])]
    automa = options["automa_faction"]
    if players == 1 and automa != RANDOM:
        pool = [number for number in pool if HOME[number] != HOME[BOARD[str(automa)]]]
    boards = sorted({HOME[number] for number in pool})
    found = []
    for turn, board in enumerate(shuffled(seed, 0, boards)[:players]):
        sides = [number for number in pool if HOME[number] == board]
        found.append(sides[draw(seed, len(boards) + turn, len(sides))])
    return tuple(found)


def _automa(options: Mapping[str, object], players: int, factions: tuple[int, ...], seed: int) -> int:
    if players != 1:
        return -1
    if options["automa_faction"] != RANDOM:
        return BOARD[str(options["automa_faction"])]
    taken = {HOME[number] for number in factions}
    pool = {HOME[number] for number in (BOARD[name] for name in cast(list[str], options["faction_pool"]))}
    open_to = [number for number in (BOARD[name] for name in FACTION_CARDS) if HOME[number] not in taken]
    if len(pool) == 1 and not factions:  # leave the human its only board
        open_to = [number for number in open_to if HOME[number] not in pool]
    return open_to[draw(seed, 0, len(open_to))]


def first_mines(options: Mapping[str, object], world: maps.World) -> tuple[tuple[int, ...], ...]:
    """For each faction the hexes of its starting mines, as far as they are given."""
    value = options["starting_mines"]
    if value == CHOOSE:
        return tuple(() for _ in FACTIONS)
    if value == RECOMMENDED:
        return tuple(tuple(world.grid.index(h) for h in FIRST_MINES.get(name, ())) for name in FACTIONS)
    given = cast("dict[str, list[str]]", value)
    return tuple(tuple(world.where[place] for place in given.get(name, [])) for name in FACTIONS)
