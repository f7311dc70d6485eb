"""What a seat may see of a position, as plain JSON: the record of ``docs/views/gaia.md``.

Gaia Project hides nothing but the cards that the Automa has still to draw, so the record is the same for everybody
except for ``you``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from orrery.core.hexes import bits
from orrery.gaia.data.actions import BOARD_ACTIONS
from orrery.gaia.data.boards import BOARDS, FACTIONS
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
    SPACE_STATION,
    STATION,
    STRUCTURES,
    SUPPLY,
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
from orrery.gaia.data.federations import COMMON, TOKENS
from orrery.gaia.data.gains import NOTHING, Gains
from orrery.gaia.data.planets import HOMES, PLANETS, STEPS, TRANSDIM
from orrery.gaia.data.scoring import FINAL_TILES, ROUND_TILES
from orrery.gaia.data.techs import FIRST_ADVANCED, SPOTS, STANDARD, TECHS
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
from orrery.gaia.decisions.base import Decision
from orrery.gaia.decisions.setup import RotateSectors
from orrery.gaia.decisions.turn import specials as ready_specials
from orrery.gaia.maps import Placement
from orrery.gaia.maps import world as built
from orrery.gaia.notation import SPECIALS
from orrery.gaia.rules.building import worth
from orrery.gaia.rules.effects import count
from orrery.gaia.rules.federations import SATELLITES
from orrery.gaia.rules.income import sources
from orrery.gaia.rules.power import capacity
from orrery.gaia.scoring import final_count, resource_points, standings
from orrery.gaia.state import (
    COVERED,
    NO_ONE,
    NOT_OWNED,
    NOTHING_HERE,
    OVER,
    PHASES,
    Player,
    State,
)

Json = dict[str, object]

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


def view(state: State, seat: int | None) -> Json:
    """The record for one seat; None is a spectator."""
    table = state.table
    people = range(table.players)
    return {
        "game": "gaia",
        "you": seat,
        "round": state.round,
        "phase": _phase(state),
        "question": question(state),
        "map": _map(state),
        "board": _board(state),
        "components": _components(state),
        "research": _research(state),
        "actions": _actions(state),
        "rounds": _rounds(state),
        "finals": _finals(state),
        "pool": {
            "boosters": [BOOSTERS[kind].id for kind in state.boosters],
            "tokens": [{"token": TOKENS[kind].id, "left": state.supply[kind]} for kind in COMMON],
        },
        "order": {
            "seats": list(state.order),
            "passed": list(state.passed),
            "active": None if state.turn == NO_ONE or PHASES[state.phase] != "actions" else state.turn,
        },
        "players": [_player(state, number) for number in people],
        "automas": [_automa(state, number) for number in range(table.players, table.seats)],
        "draft": _draft(state),
        "result": _result(state),
        "options": {name: value for name, value in table.options.items() if name not in ("setup_seed", "position")},
    }


def seated(player: Player) -> bool:
    """Whether the player has a faction for good: in an auction it may still be outbid."""
    return player.faction != NO_ONE and player.rules.number == player.faction


def _phase(state: State) -> str:
    name = PHASES[state.phase]
    if name == "factions" and state.table.choice.startswith("auction"):
        return "auction"
    return "end" if name == "ending" else name


def given(gains: Gains) -> dict[str, int]:
    """Gains in the words of views."""
    return dict(gains.items())


def hexes(state: State, mask: int) -> list[str]:
    """The names of a set of hexes."""
    return [state.world.names[index] for index in bits(mask)]


def hex_name(state: State, mask: int) -> str:
    """The name of the one hex of a set."""
    return state.world.names[mask.bit_length() - 1]


def _map(state: State) -> Json:
    """What is printed; while the map is being built, the places done and the others as they lay before."""
    world = state.world
    top = state.stack[-1] if state.stack else None
    laid = len(world.placements)
    if isinstance(top, RotateSectors):
        done = top.placements(state)
        laid = len(done)
        faces = [p.face for p in done]
        rest = [p for p in state.table.world.placements if p.face not in faces]
        places = state.table.world.placements[laid:]
        world = built(
            (*done, *(Placement(p.face, at.centre, p.rotation) for p, at in zip(rest, places, strict=True)))
        )
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


def groups(state: State, player: Player) -> list[int]:
    """The hexes of the player's federations, one set for each connected part."""
    found = []
    rest = player.allied
    while rest:
        part = rest & -rest
        while (wider := state.world.grid.grow(part) & rest) != part:
            part = wider
        found.append(part)
        rest &= ~part
    return found


def _board(state: State) -> Json:
    names = state.world.names
    federations: list[Json] = []
    buildings: list[Json] = []
    formers: list[Json] = []
    satellites: list[Json] = []
    stations: list[Json] = []
    for seat, player in enumerate(state.players):
        values = worth(state, player) if seated(player) else []
        if player.stations:
            values = [*values, (player.stations, 1)]
        member: dict[int, int] = {}
        for part in groups(state, player):
            power = sum((mask & part).bit_count() * value for mask, value in values)
            for index in bits(part):
                member[index] = len(federations)
            federations.append({"seat": seat, "hexes": hexes(state, part), "power": power})
        value_at = {index: value for mask, value in values for index in bits(mask)}
        for piece in STRUCTURES:
            buildings.extend(
                {
                    "hex": names[index],
                    "seat": seat,
                    "building": "lost_planet" if state.lost >> index & 1 and piece == MINE else BUILDINGS[piece],
                    "power": value_at.get(index, 0),
                    "shared": bool(player.shared >> index & 1),
                    "federation": member.get(index),
                }
                for index in bits(player.buildings[piece])
            )
        formers.extend(
            {"hex": names[index], "seat": seat, "ready": bool(state.gaia >> index & 1)}
            for index in bits(player.forming)
        )
        satellites.extend({"hex": name, "seat": seat} for name in hexes(state, player.satellites))
        stations.extend({"hex": name, "seat": seat} for name in hexes(state, player.stations))
    return {
        "gaia": hexes(state, state.world.of_kind[TRANSDIM] & state.gaia),
        "lost": hex_name(state, state.lost) if state.lost else None,
        "buildings": buildings,
        "gaiaformers": formers,
        "satellites": satellites,
        "stations": stations,
        "federations": federations,
    }


def _effect(when: str, gain: dict[str, int], per: str | None = None, trigger: str | None = None) -> Json:
    return {"when": when, "gain": gain, "per": per, "trigger": trigger}


def _counted(when: str, counted: Counted) -> Json:
    return _effect(when, given(counted.gains), COUNTERS[counted.counter])


def _whenever(whenever: Whenever) -> Json:
    return _effect("whenever", given(whenever.gains), None, TRIGGERS[whenever.trigger])


def face(component: Component) -> list[Json]:
    """The effects of a tile."""
    found: list[Json] = []
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


def _components(state: State) -> Json:
    table = state.table
    found: dict[str, object] = {}
    for kind in sorted(table.boosters):
        found[BOOSTERS[kind].id] = {"kind": "booster", "effects": face(BOOSTERS[kind])}
    for tile in STANDARD:
        found[tile.id] = {"kind": "tech", "effects": face(tile)}
    for kind in table.advanced:
        found[TECHS[kind].id] = {"kind": "advanced", "effects": face(TECHS[kind])}
    for kind in table.round_tiles:
        tile_ = ROUND_TILES[kind]
        found[tile_.id] = {"kind": "round", "effects": [_whenever(tile_.whenever)]}
    for kind in table.final_tiles:
        found[FINAL_TILES[kind]] = {"kind": "final", "effects": [_effect("final", {}, FINAL_COUNTERS[kind])]}
    for token in TOKENS:
        found[token.id] = {
            "kind": "federation",
            "green": token.green,
            "effects": [_effect("at_once", given(token.gains))],
        }
    return found


def _stack(state: State, spot: int) -> Json:
    return {
        "tile": TECHS[state.table.techs[spot]].id,
        "left": state.spots[spot],
        "owners": [seat for seat, player in enumerate(state.players) if player.techs[spot] != NOT_OWNED],
    }


def _level(track: int, level: int) -> Json:
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


def _research(state: State) -> Json:
    humans = state.table.players
    tracks: list[Json] = []
    for track, name in enumerate(TRACKS):
        levels = [p.research[track] if seated(p) else None for p in state.players]
        token = state.track_token
        tracks.append(
            {
                "id": name,
                "levels": [_level(track, level) for level in range(TOP + 1)],
                "markers": levels[:humans],
                "automas": levels[humans:],
                "taken": next((seat for seat, level in enumerate(levels) if level == TOP), None),
                "token": TOKENS[token].id if track == TERRAFORMING and token != NOTHING_HERE else None,
                "advanced": TECHS[state.advanced[track]].id if state.advanced[track] != NOTHING_HERE else None,
                "tile": _stack(state, track),
            }
        )
    return {
        "tracks": tracks,
        "free": [_stack(state, spot) for spot in range(len(TRACKS), len(SPOTS))],
        "step_cost": given(RESEARCH_COST),
    }


def _actions(state: State) -> list[Json]:
    found: list[Json] = []
    for action, user in zip(BOARD_ACTIONS, state.acts, strict=True):
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
        found.append({"id": action.id, "cost": cost, "gain": gain, "used": None if user == NO_ONE else user})
    return found


def _rounds(state: State) -> list[Json]:
    found: list[Json] = []
    for number, kind in enumerate(state.table.round_tiles, 1):
        over = number < state.round or state.phase == OVER
        found.append(
            {
                "tile": ROUND_TILES[kind].id,
                "state": "past" if over else "now" if number == state.round else "to_come",
            }
        )
    return found


def _finals(state: State) -> list[Json]:
    return [{"tile": FINAL_TILES[kind], "standings": _standing(state, kind)} for kind in state.table.final_tiles]


def _standing(state: State, kind: int) -> list[Json]:
    return [
        {"seat": seat, "neutral": seat is None, "count": amount, "points": points}
        for seat, amount, points in sorted(standings(state, kind), key=lambda row: -row[1])
    ]


def _rows(state: State, player: Player) -> list[Json]:
    board = player.rules.board
    built = [player.buildings[piece].bit_count() for piece in STRUCTURES]
    own_mines = player.buildings[MINE] & ~(state.lost & ~player.shared)
    built[MINE] = own_mines.bit_count()
    incomes: dict[int, tuple[Gains, ...]] = {
        MINE: board.mines,
        STATION: board.stations,
        LAB: board.labs,
        INSTITUTE: (_sum(board.institute),),
        ACADEMY_LEFT: (board.academy_income,),
        ACADEMY_RIGHT: (NOTHING,),
    }
    found: list[Json] = []
    for piece in STRUCTURES:
        spaces = [
            {
                "built": place < built[piece],
                "income": given(income),
                "action": given(board.academy_special) if piece == ACADEMY_RIGHT else {},
            }
            for place, income in enumerate(incomes[piece])
        ]
        found.append({"building": BUILDINGS[piece], "spaces": spaces})
    return found


def _sum(parts: Iterable[Gains]) -> Gains:
    total = NOTHING
    for part in parts:
        total = total.plus(part)
    return total


def _plain_source(source: str) -> str:
    """The id behind a source of the journal."""
    return source.partition(":")[2] or source


def _player(state: State, seat: int) -> Json:
    player = state.players[seat]
    chosen = seated(player)
    board = BOARDS[player.faction] if player.faction != NO_ONE else None
    brain = 1 if player.brain else 0
    bowls = [player.bowl1, player.bowl2, player.bowl3]
    if brain and player.brain < 4:
        bowls[player.brain - 1] += 1
    step = STEP_ORE[player.research[TERRAFORMING]]
    incomes = [(gains, source) for gains, source in sources(state, player) if gains] if chosen else []
    merged: dict[str, Gains] = {}
    for gains, source in incomes:
        merged[source] = merged.get(source, NOTHING).plus(gains)
    return {
        "seat": seat,
        "faction": board.id if board is not None else None,
        "planet": PLANETS[board.home] if board is not None else None,
        "vp": player.vp,
        "credits": player.credits,
        "ore": player.ore,
        "knowledge": player.knowledge,
        "qic": player.qic,
        "caps": {"credits": CAP_CREDITS, "ore": CAP_ORE, "knowledge": CAP_KNOWLEDGE},
        "bowls": bowls,
        "gaia_area": player.gaia + (1 if player.brain == 4 else 0),
        "brainstone": (player.brain % 4 if player.brain else None),
        "income": [{"source": _plain_source(name), "gain": given(gains)} for name, gains in merged.items()],
        "income_total": given(_sum(merged.values())),
        "rows": _rows(state, player) if chosen else [],
        "base_income": given(board.base) if board is not None else {},
        "gaiaformers": {
            "owned": player.formers + player.parked + player.forming.bit_count(),
            "ready": player.formers,
            "on_map": player.forming.bit_count(),
            "gaia_area": player.parked,
        },
        "gaia_tokens": PROJECT_TOKENS[player.research[GAIA_PROJECT]] or None,
        "range": REACH[player.research[NAVIGATION]],
        "step": step,
        "wheel": _wheel(board.home, step) if board is not None else [],
        "satellites": {"placed": player.satellites.bit_count(), "limit": SATELLITES},
        "stations": SUPPLY[SPACE_STATION] - player.stations.bit_count() if player.rules.growing else None,
        "booster": BOOSTERS[player.booster].id if player.booster != NOTHING_HERE else None,
        "techs": _techs(state, player),
        "tokens": [{"token": TOKENS[token >> 1].id, "green": bool(token & 1)} for token in player.tokens],
        "specials": _specials(state, seat) if chosen else [],
        "counts": _counts(state, seat) if chosen else {},
        "federation_power": player.rules.federation_power(player) if chosen else 0,
        "passed": seat in state.passed,
        "pass_points": pass_points(state, player) if chosen else {},
        "final_points": {
            "research": sum(END_VP[level] for level in player.research),
            "resources": resource_points(player),
            "finals": _final_points(state, seat),
        },
    }


def _final_points(state: State, seat: int) -> int:
    return sum(
        points for kind in state.table.final_tiles for who, _, points in standings(state, kind) if who == seat
    )


def _wheel(home: int, step: int) -> list[Json]:
    return [
        {
            "planet": PLANETS[(home + turn) % len(HOMES)],
            "steps": STEPS[home][(home + turn) % len(HOMES)],
            "ore": STEPS[home][(home + turn) % len(HOMES)] * step,
        }
        for turn in HOMES
    ]


def _techs(state: State, player: Player) -> list[Json]:
    """Every tile of the player: those in force in the order taken, then the covered ones."""
    covers: dict[int, int] = {}
    found: list[Json] = []
    for spot, held in enumerate(player.techs):
        if held >= COVERED:
            covers[state.table.advanced[held - COVERED]] = state.table.techs[spot]
    for kind in player.tiles:
        below = covers.get(kind)
        found.append(
            {
                "tile": TECHS[kind].id,
                "advanced": kind >= FIRST_ADVANCED,
                "covered_by": None,
                "covers": TECHS[below].id if below is not None else None,
            }
        )
    found.extend(
        {"tile": TECHS[below].id, "advanced": False, "covered_by": TECHS[kind].id, "covers": None}
        for kind, below in covers.items()
    )
    return found


def _specials(state: State, seat: int) -> list[Json]:
    player = state.players[seat]
    held: list[tuple[int, str, dict[str, int]]] = []
    if player.buildings[ACADEMY_RIGHT]:
        held.append((0, BUILDINGS[ACADEMY_RIGHT], given(player.rules.board.academy_special)))
    if player.rules.special and (player.has_institute or player.rules.special_always):
        held.append((1, "faction" if player.rules.special_always else BUILDINGS[INSTITUTE], {}))
    if player.booster != NOTHING_HERE and (special := BOOSTERS[player.booster].special) is not None:
        gain = given(special.gains)
        gain.update({name: n for name, n in (("steps", special.steps), ("range", special.reach)) if n})
        held.append((2, BOOSTERS[player.booster].id, gain))
    for kind in player.tiles:
        action = TECHS[kind].special
        if action is not None:
            held.append((3 + kind, TECHS[kind].id, given(action.gains)))
    ready = set(ready_specials(state, seat)) if PHASES[state.phase] == "actions" else set()
    return [
        {
            "id": SPECIALS[number],
            "source": source,
            "gain": gain,
            "used": bool(player.used >> number & 1),
            "ready": number in ready,
        }
        for number, source, gain in held
    ]


def _counts(state: State, seat: int) -> dict[str, int]:
    player = state.players[seat]
    found = {name: count(state, player, number) for number, name in enumerate(COUNTERS) if name is not None}
    for kind, name in enumerate(FINAL_COUNTERS):
        found[name] = final_count(state, seat, kind)
    return found


def pass_points(state: State, player: Player) -> dict[str, int]:
    """Source -> points if the player passed now."""
    found: dict[str, int] = {}
    held = [TECHS[kind] for kind in player.tiles]
    if player.booster != NOTHING_HERE:
        held.insert(0, BOOSTERS[player.booster])
    for tile in held:
        if tile.on_pass is not None:
            found[tile.id] = tile.on_pass.gains.vp * count(state, player, tile.on_pass.counter)
    return found


def _automa(state: State, seat: int) -> Json:
    player, deck = state.players[seat], state.deck
    return {
        "number": seat,
        "faction": FACTIONS[player.faction] if player.faction != NO_ONE else FACTIONS[state.table.automa_faction],
        "level": state.table.automa_level,
        "vp": player.vp,
        "deck": len(deck.cards) if deck is not None else 0,
        "discard": list(deck.discards) if deck is not None else [],
        "action": deck.action or None if deck is not None else None,
        "support": deck.support or None if deck is not None else None,
        "booster": BOOSTERS[player.booster].id if player.booster != NOTHING_HERE else None,
        "passed": seat in state.passed,
        "satellites": player.counted,
        "rows": [],
        "left": {BUILDINGS[piece]: SUPPLY[piece] - player.buildings[piece].bit_count() for piece in STRUCTURES},
        "research": dict(zip(TRACKS, player.research, strict=True)),
    }


def _draft(state: State) -> Json | None:
    if state.round or state.phase == OVER:
        return None
    open_to: list[str] = []
    taken = {player.faction >> 1 for player in state.players if player.faction != NO_ONE}
    taken |= {kind >> 1 for kind in state.out}
    if state.table.automa_faction >= 0:
        taken.add(state.table.automa_faction >> 1)
    open_to = [FACTIONS[kind] for kind in state.table.pool if kind >> 1 not in taken]
    return {
        "factions": open_to,
        "chosen": [
            {"seat": seat, "faction": FACTIONS[player.faction]}
            for seat, player in enumerate(state.players)
            if player.faction != NO_ONE
        ],
        "bids": [
            {
                "faction": FACTIONS[kind],
                "bid": next((p.bid for p in state.players if p.faction == kind), 0),
                "seat": next((seat for seat, p in enumerate(state.players) if p.faction == kind), None),
            }
            for kind in state.out
        ],
        "mines": [
            {"seat": seat, "left": len([other for other in state.queue if other == seat])}
            for seat in range(state.table.players)
        ],
    }


def _result(state: State) -> Json | None:
    if state.phase != OVER:
        return None
    return {
        "scores": state.scores(),
        "places": state.places(),
        "finals": _finals(state),
        "research": [sum(END_VP[level] for level in player.research) for player in state.players],
        "resources": [resource_points(player) for player in state.players],
    }


def question(state: State) -> Json:
    """The pending question: name, who is asked, and what the asking depends on."""
    if not state.stack:
        return {"name": "", "seat": None, "facts": {}}
    top = state.stack[-1]
    return {"name": top.name, "seat": top.seat, "facts": _question_facts(state, top)}


def _question_facts(state: State, top: Decision) -> Json:
    values = top.values()
    name = top.name
    if name == "Turn":
        return {"stage": "after" if values[0] else "before"}
    if name == "LeechOffer":
        return _offer_facts(state, top)
    if name == "IncomeOrder":
        charges, tokens = values
        assert isinstance(charges, tuple)
        assert isinstance(tokens, tuple)
        left: list[Json] = [{"source": "charge", "gain": {"charge": amount}} for amount in charges]
        left.extend({"source": "tokens", "gain": {"tokens": amount}} for amount in tokens)
        return {"left": left}
    if name == "PickSite":
        return {"action": None, "steps": values[0], "range": values[1]}
    if name == "GaiaExchange":
        worth_left = values[0]
        return {"worth": state.players[top.seat].gaia if worth_left == -1 else worth_left}
    if name == "WhichBowl":
        return {"tokens": values[0], "why": "gaia_project" if values[1] else "federation"}
    if name == "CoverTech":
        track = values[0]
        assert isinstance(track, int)
        return {"why": "advanced", "tile": TECHS[state.table.advanced[track]].id, "track": TRACKS[track]}
    return {}


def _offer_facts(state: State, top: Decision) -> Json:
    where, power = top.values()[:2]
    assert isinstance(where, int)
    assert isinstance(power, int)
    builder, building = None, None
    for seat, player in enumerate(state.players):
        if seat != top.seat and player.own >> where & 1 and (builder is None or seat == state.turn):
            builder = seat
            building = next(piece for piece in STRUCTURES if player.buildings[piece] >> where & 1)
    own = state.players[top.seat]
    near = state.world.grid.ball(where, 2)
    best = max(((value, mask & near) for mask, value in worth(state, own) if mask & near), default=(0, 0))
    from_hex = (best[1] & -best[1]).bit_length() - 1
    charges = own.rules.charges(state, top.seat, power, capacity(own))
    amount = max((option.values()[0] for option in charges), default=0)
    return {
        "builder": builder,
        "building": None if building is None else BUILDINGS[building],
        "hex": state.world.names[where],
        "power": amount,
        "price": max(0, amount - 1),
        "offered": power,
        "structure": {
            "hex": state.world.names[from_hex],
            "building": next(BUILDINGS[p] for p in STRUCTURES if own.buildings[p] >> from_hex & 1),
        }
        if best[0]
        else None,
    }
