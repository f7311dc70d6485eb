"""What is printed on the components of a match, as plain JSON: nothing here changes while it is played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from orrery.gaia.data.actions import BOARD_ACTIONS
from orrery.gaia.data.boards import BOARDS, Board
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.buildings import (
    ACADEMY_LEFT,
    ACADEMY_RIGHT,
    BUILDINGS,
    CAP_CREDITS,
    CAP_KNOWLEDGE,
    CAP_ORE,
    INSTITUTE,
    LAB,
    MINE,
    RESEARCH_COST,
    STATION,
    STRUCTURES,
)
from orrery.gaia.data.effects import (
    BIG_BUILT,
    GAIA_MINE_BUILT,
    MINE_BUILT,
    RESEARCHED,
    STATION_BUILT,
    TERRAFORMED,
    TOKEN_GAINED,
    Component,
    Counted,
    Whenever,
)
from orrery.gaia.data.federations import TOKENS
from orrery.gaia.data.gains import NOTHING, Gains
from orrery.gaia.data.planets import PLANETS
from orrery.gaia.data.scoring import FINAL_TILES, ROUND_TILES, RoundTile
from orrery.gaia.data.techs import STANDARD, TECHS
from orrery.gaia.data.tracks import (
    CHARGE,
    CHARGE_AT,
    END_VP,
    GAIA_PROJECT,
    LEVELS,
    NAVIGATION,
    PROJECT_TOKENS,
    REACH,
    STEP_ORE,
    TERRAFORMING,
    TOP,
    TRACKS,
)
from orrery.gaia.maps import World
from orrery.gaia.rules.federations import SATELLITES
from orrery.gaia.state import Table
from orrery.gaia.telling.records.printed import (
    BoardAction,
    Effect,
    Face,
    FactionBoard,
    Level,
    Map,
    Printed,
    Row,
    Space,
)

COUNTERS: Final = (
    None,
    "planet_type",
    "gaia_planet",
    "sector",
    "federation",
    "mine",
    "trading_station",
    "research_lab",
    "big_building",
)
"""Counters of ``data.effects`` in the words of views, by number."""

TRIGGERS: Final = {
    TERRAFORMED: "terraforming_step",
    RESEARCHED: "research_step",
    MINE_BUILT: "mine",
    GAIA_MINE_BUILT: "gaia_mine",
    STATION_BUILT: "trading_station",
    BIG_BUILT: "big_building",
    TOKEN_GAINED: "federation",
}

FINAL_COUNTERS: Final = (
    "structure_in_federation",
    "structure",
    "planet_type",
    "gaia_planet",
    "sector",
    "satellite",
)
"""What each final tile counts, by number."""

HIDDEN: Final = ("setup_seed", "position")
"""Options that no reader is shown."""


def printed(table: Table) -> Printed:
    """The record of a match."""
    return {
        "options": {name: value for name, value in table.options.items() if name not in HIDDEN},
        "map": laid_map(table.world, len(table.world.placements)),
        "components": _components(table),
        "levels": {name: [_level(track, level) for level in range(TOP + 1)] for track, name in enumerate(TRACKS)},
        "step_cost": given(RESEARCH_COST),
        "board_actions": _board_actions(),
        "boards": {board.id: _faction_board(board) for board in BOARDS},
        "caps": {"credits": CAP_CREDITS, "ore": CAP_ORE, "knowledge": CAP_KNOWLEDGE},
        "satellite_limit": SATELLITES,
    }


def given(gains: Gains) -> dict[str, int]:
    """Gains in the words of views."""
    return dict(gains.items())


def total(parts: Iterable[Gains]) -> Gains:
    """Several gains in one."""
    found = NOTHING
    for part in parts:
        found = found.plus(part)
    return found


def laid_map(world: World, laid: int) -> Map:
    """A map of which the first sectors are laid for good."""
    ids = [placement.face for placement in world.placements]
    return {
        "hexes": [
            {
                "name": world.names[index],
                "q": h.q,
                "r": h.r,
                "sector": ids[world.sector_of[index]],
                "planet": PLANETS[world.kind[index]] if world.kind[index] >= 0 else "",
            }
            for index, h in world.grid.hexes.items()
        ],
        "sectors": [
            {"id": p.face, "q": p.centre.q, "r": p.centre.r, "turns": p.rotation, "laid": number < laid}
            for number, p in enumerate(world.placements)
        ],
    }


def _effect(when: str, gain: dict[str, int], per: str | None = None, trigger: str | None = None) -> Effect:
    return {"when": when, "gain": gain, "per": per, "trigger": trigger}


def _counted(when: str, counted: Counted) -> Effect:
    return _effect(when, given(counted.gains), COUNTERS[counted.counter])


def _whenever(whenever: Whenever) -> Effect:
    return _effect("whenever", given(whenever.gains), None, TRIGGERS[whenever.trigger])


def face(component: Component) -> list[Effect]:
    """The effects of a tile."""
    found: list[Effect] = []
    if component.at_once is not None:
        found.append(_counted("at_once", component.at_once))
    if component.income:
        found.append(_effect("income", given(component.income)))
    if component.special is not None:
        special = component.special
        gain = given(special.gains)
        if special.steps:
            gain["steps"] = special.steps
        if special.reach:
            gain["range"] = special.reach
        found.append(_effect("action", gain))
    if component.whenever is not None:
        found.append(_whenever(component.whenever))
    if component.on_pass is not None:
        found.append(_counted("on_pass", component.on_pass))
    if component.big_value:
        found.append(_effect("passive", {"big_building_power": component.big_value}))
    return found


def round_face(tile: RoundTile) -> Face:
    """The face of a round tile."""
    return {"kind": "round", "effects": [_whenever(tile.whenever)]}


def final_face(kind: int) -> Face:
    """The face of a final tile."""
    return {"kind": "final", "effects": [_effect("final", {}, FINAL_COUNTERS[kind])]}


def _components(table: Table) -> dict[str, Face]:
    found: dict[str, Face] = {}
    for kind in sorted(table.boosters):
        found[BOOSTERS[kind].id] = {"kind": "booster", "effects": face(BOOSTERS[kind])}
    for tile in STANDARD:
        found[tile.id] = {"kind": "tech", "effects": face(tile)}
    for kind in table.advanced:
        found[TECHS[kind].id] = {"kind": "advanced", "effects": face(TECHS[kind])}
    for kind in table.round_tiles:
        found[ROUND_TILES[kind].id] = round_face(ROUND_TILES[kind])
    for kind in table.final_tiles:
        found[FINAL_TILES[kind]] = final_face(kind)
    for token in TOKENS:
        found[token.id] = {
            "kind": "federation",
            "green": token.green,
            "effects": [_effect("at_once", given(token.gains))],
        }
    return found


def _level(track: int, level: int) -> Level:
    at_once = given(LEVELS[track][level].at_once)
    if level == TOP:
        if track == TERRAFORMING:
            at_once["federation"] = 1
        elif track == NAVIGATION:
            at_once["lost_planet"] = 1
        elif track == GAIA_PROJECT:
            at_once["vp_per_gaia_planet"] = 1
    ongoing: dict[str, int] = {}
    if track == TERRAFORMING:
        ongoing["step"] = STEP_ORE[level]
    elif track == NAVIGATION:
        ongoing["range"] = REACH[level]
    elif track == GAIA_PROJECT and PROJECT_TOKENS[level]:
        ongoing["gaia"] = PROJECT_TOKENS[level]
    return {
        "at_once": at_once,
        "income": given(LEVELS[track][level].income),
        "ongoing": ongoing,
        "charge": CHARGE.charge if level == CHARGE_AT else 0,
        "points": END_VP[level],
    }


def _board_actions() -> dict[str, BoardAction]:
    found: dict[str, BoardAction] = {}
    for action in BOARD_ACTIONS:
        gain = given(action.gains)
        if action.steps:
            gain["steps"] = action.steps
        if action.tech:
            gain["tech"] = 1
        if action.rescore:
            gain["rescore"] = 1
        if action.also is not None:
            gain["vp_per_planet_type"] = action.also.gains.vp
        cost = {name: amount for name, amount in (("power", action.power), ("qic", action.qic)) if amount}
        found[action.id] = {"cost": cost, "gain": gain}
    return found


def _faction_board(board: Board) -> FactionBoard:
    incomes: dict[int, tuple[Gains, ...]] = {
        MINE: board.mines,
        STATION: board.stations,
        LAB: board.labs,
        INSTITUTE: (total(board.institute),),
        ACADEMY_LEFT: (board.academy_income,),
        ACADEMY_RIGHT: (NOTHING,),
    }
    rows: list[Row] = []
    for piece in STRUCTURES:
        action = given(board.academy_special) if piece == ACADEMY_RIGHT else {}
        spaces: list[Space] = [{"income": given(income), "action": action} for income in incomes[piece]]
        rows.append({"building": BUILDINGS[piece], "spaces": spaces})
    return {"planet": PLANETS[board.home], "base_income": given(board.base), "rows": rows}
