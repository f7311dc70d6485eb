"""What a seat may see of a position, as plain JSON: ``records.view``, shown in ``docs/views/gaia.md``.

Gaia Project hides nothing but the cards that the Automa has still to draw, so the record is the same for everybody
except for ``you``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orrery.core.hexes import bits
from orrery.gaia.data.actions import BOARD_ACTIONS
from orrery.gaia.data.boards import BOARDS, FACTIONS, HOME
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.buildings import (
    ACADEMY_RIGHT,
    BUILDINGS,
    INSTITUTE,
    MINE,
    ROUNDS,
    SPACE_STATION,
    STRUCTURES,
    SUPPLY,
)
from orrery.gaia.data.federations import COMMON, TOKENS
from orrery.gaia.data.gains import NOTHING, Gains
from orrery.gaia.data.planets import HOMES, PLANETS, STEPS, TRANSDIM
from orrery.gaia.data.scoring import FINAL_TILES, ROUND_TILES
from orrery.gaia.data.techs import FIRST_ADVANCED, SPOTS, TECHS
from orrery.gaia.data.tracks import (
    END_VP,
    GAIA_PROJECT,
    NAVIGATION,
    PROJECT_TOKENS,
    REACH,
    STEP_ORE,
    TERRAFORMING,
    TOP,
    TRACKS,
)
from orrery.gaia.decisions.brainstone import charge_to, places
from orrery.gaia.decisions.setup import RotateSectors
from orrery.gaia.maps import Placement
from orrery.gaia.maps import world as built
from orrery.gaia.phases import COVERED, NO_ONE, NOT_OWNED, NOTHING_HERE, OVER, PHASES
from orrery.gaia.rules.building import worth
from orrery.gaia.rules.effects import count, gain
from orrery.gaia.rules.income import power, sources
from orrery.gaia.rules.power import charge
from orrery.gaia.rules.scoring import final_count, resource_points, standings
from orrery.gaia.rules.specials import ACADEMY, BOOSTER, FACTION, FIRST_TECH, brings, held, specials
from orrery.gaia.telling.printed import COUNTERS, FINAL_COUNTERS, given, laid_map, total
from orrery.gaia.telling.records.printed import Map
from orrery.gaia.telling.records.view import (
    ActionSpace,
    Automa,
    Board,
    Building,
    Draft,
    Federation,
    FinalPoints,
    FinalTile,
    Gaiaformer,
    OwnedTech,
    Piece,
    Question,
    Research,
    Result,
    Round,
    Special,
    Stack,
    Standing,
    Track,
    View,
    WheelPlanet,
)
from orrery.gaia.telling.records.view import Player as Seated
from orrery.gaia.words import SPECIALS

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State

Json = dict[str, object]


def view(state: State, seat: int | None) -> View:
    """The record for one seat; None is a spectator."""
    table = state.table
    people = range(table.players)
    bowls = _after_income(state)
    found: View = {
        "game": "gaia",
        "you": seat,
        "round": state.round,
        "phase": _phase(state),
        "question": question(state),
        "board": _board(state),
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
        "players": [_player(state, number, bowls[number]) for number in people],
        "automas": [_automa(state, number) for number in range(table.players, table.seats)],
        "draft": _draft(state),
        "result": _result(state),
    }
    another = _map(state)
    if another is not None:
        found["map"] = another
    return found


def seated(player: Player) -> bool:
    """Whether the player has a faction for good: in an auction it may still be outbid."""
    return player.faction != NO_ONE and player.rules.number == player.faction


def _phase(state: State) -> str:
    name = PHASES[state.phase]
    if name == "factions" and state.table.choice.startswith("auction"):
        return "auction"
    return "end" if name == "ending" else name


def hex_name(state: State, mask: int) -> str:
    """The name of the one hex of a set."""
    return state.world.names[mask.bit_length() - 1]


def _map(state: State) -> Map | None:
    """The map where it is another than the one laid out at set-up.

    While it is being built: the places done, and the others as they lay before.
    """
    world, first = state.world, state.table.world
    top = state.stack[-1] if state.stack else None
    if isinstance(top, RotateSectors):
        done = top.placements(state)
        faces = [p.face for p in done]
        rest = [p for p in first.placements if p.face not in faces]
        places = first.placements[len(done) :]
        moved = (Placement(p.face, at.centre, p.rotation) for p, at in zip(rest, places, strict=True))
        return laid_map(built((*done, *moved)), len(done))
    return None if world.placements == first.placements else laid_map(world, len(world.placements))


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


def _board(state: State) -> Board:
    names = state.world.names
    federations: list[Federation] = []
    buildings: list[Building] = []
    formers: list[Gaiaformer] = []
    satellites: list[Piece] = []
    stations: list[Piece] = []
    for seat, player in enumerate(state.players):
        values = worth(state, player) if seated(player) else []
        if player.stations:
            values = [*values, (player.stations, 1)]
        member: dict[int, int] = {}
        for part in groups(state, player):
            power = sum((mask & part).bit_count() * value for mask, value in values)
            for index in bits(part):
                member[index] = len(federations)
            federations.append({"seat": seat, "hexes": state.world.named(part), "power": power})
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
        satellites.extend({"hex": name, "seat": seat} for name in state.world.named(player.satellites))
        stations.extend({"hex": name, "seat": seat} for name in state.world.named(player.stations))
    return {
        "gaia": state.world.named(state.world.of_kind[TRANSDIM] & state.gaia),
        "lost": hex_name(state, state.lost) if state.lost else None,
        "buildings": buildings,
        "gaiaformers": formers,
        "satellites": satellites,
        "stations": stations,
        "federations": federations,
    }


def _stack(state: State, spot: int) -> Stack:
    return {
        "tile": TECHS[state.table.techs[spot]].id,
        "left": state.spots[spot],
        "owners": [seat for seat, player in enumerate(state.players) if player.techs[spot] != NOT_OWNED],
    }


def _research(state: State) -> Research:
    humans = state.table.players
    tracks: list[Track] = []
    for track, name in enumerate(TRACKS):
        levels = [p.research[track] if seated(p) else None for p in state.players]
        token = state.track_token
        tracks.append(
            {
                "id": name,
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
    }


def _actions(state: State) -> list[ActionSpace]:
    return [
        {"id": action.id, "used": None if user == NO_ONE else user}
        for action, user in zip(BOARD_ACTIONS, state.acts, strict=True)
    ]


def _rounds(state: State) -> list[Round]:
    found: list[Round] = []
    for number, kind in enumerate(state.table.round_tiles, 1):
        over = number < state.round or state.phase == OVER
        found.append(
            {
                "tile": ROUND_TILES[kind].id,
                "state": "past" if over else "now" if number == state.round else "to_come",
            }
        )
    return found


def _finals(state: State) -> list[FinalTile]:
    return [{"tile": FINAL_TILES[kind], "standings": _standing(state, kind)} for kind in state.table.final_tiles]


def _standing(state: State, kind: int) -> list[Standing]:
    return [
        {"seat": seat, "neutral": seat is None, "count": amount, "points": points}
        for seat, amount, points in sorted(standings(state, kind), key=lambda row: -row[1])
    ]


def _built(state: State, player: Player) -> dict[str, int]:
    """Pieces that have left the board; the mine of the lost planet never stood there."""
    found = {BUILDINGS[piece]: player.buildings[piece].bit_count() for piece in STRUCTURES}
    own_mines = player.buildings[MINE] & ~(state.lost & ~player.shared)
    found[BUILDINGS[MINE]] = own_mines.bit_count()
    return found


def _plain_source(source: str) -> str:
    """The id behind a source of the journal."""
    return source.partition(":")[2] or source


def _after_income(state: State) -> list[list[int]]:
    """The bowls of everybody after the next income: tokens first, the brainstone as far as it goes."""
    if state.round == ROUNDS or state.phase == OVER:
        return [list(player.bowls) for player in state.players]
    trial = state.clone()
    for seat, player in enumerate(state.players):
        if seated(player) and seat != state.automa:
            charges, tokens = power(state, player)
            gain(trial, seat, Gains(tokens=sum(tokens)), "")
            then, amount = trial.players[seat], sum(charges)
            if then.brain in (1, 2):
                charge_to(then, amount, max(places(then, amount)))
            else:
                charge(trial, seat, amount, "")
    return [list(player.bowls) for player in trial.players]


def _player(state: State, seat: int, after: list[int]) -> Seated:
    player = state.players[seat]
    chosen = seated(player)
    board = BOARDS[player.faction] if player.faction != NO_ONE else None
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
        "bowls": player.bowls,
        "bowls_after": after,
        "gaia_area": player.gaia_area,
        "brainstone": player.brainstone,
        "income": [{"source": _plain_source(name), "gain": given(gains)} for name, gains in merged.items()],
        "income_total": given(total(merged.values())),
        "built": _built(state, player) if chosen else {},
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
        "satellites": player.satellites.bit_count(),
        "stations": SUPPLY[SPACE_STATION] - player.stations.bit_count() if player.rules.growing else None,
        "booster": BOOSTERS[player.booster].id if player.booster != NOTHING_HERE else None,
        "techs": _techs(state, player),
        "tokens": [{"token": TOKENS[token >> 1].id, "green": bool(token & 1)} for token in player.tokens],
        "specials": _specials(state, seat) if chosen else [],
        "counts": _counts(state, seat) if chosen else {},
        "federation_power": player.rules.federation_power(player) if chosen else 0,
        "passed": seat in state.passed,
        "pass_points": pass_points(state, player) if chosen else {},
        "final_points": _final_points(state, seat),
    }


def _final_points(state: State, seat: int) -> FinalPoints:
    """What the final scoring would bring now."""
    player = state.players[seat]
    finals = sum(
        points for kind in state.table.final_tiles for who, _, points in standings(state, kind) if who == seat
    )
    research = sum(END_VP[level] for level in player.research)
    resources = resource_points(player) if seat != state.automa else 0
    more = 0 if state.phase == OVER else finals + research + resources - player.bid
    return {
        "research": research,
        "resources": resources,
        "finals": finals,
        "bid": -player.bid,
        "total": player.vp + more,
    }


def _wheel(home: int, step: int) -> list[WheelPlanet]:
    return [
        {
            "planet": PLANETS[(home + turn) % len(HOMES)],
            "steps": STEPS[home][(home + turn) % len(HOMES)],
            "ore": STEPS[home][(home + turn) % len(HOMES)] * step,
        }
        for turn in HOMES
    ]


def _techs(state: State, player: Player) -> list[OwnedTech]:
    """Every tile of the player: those in force in the order taken, then the covered ones."""
    covers: dict[int, int] = {}
    found: list[OwnedTech] = []
    for spot, status in enumerate(player.techs):
        if status >= COVERED:
            covers[state.table.advanced[status - COVERED]] = state.table.techs[spot]
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


def _specials(state: State, seat: int) -> list[Special]:
    player = state.players[seat]
    ready = specials(state, seat) if PHASES[state.phase] == "actions" else []
    found: list[Special] = []
    for number in held(player):
        gain = given(brings(player, number))
        if number == BOOSTER and (special := BOOSTERS[player.booster].special) is not None:
            gain.update({name: n for name, n in (("steps", special.steps), ("range", special.reach)) if n})
        found.append(
            {
                "id": SPECIALS[number],
                "source": _special_source(player, number),
                "gain": gain,
                "used": bool(player.used >> number & 1),
                "ready": number in ready,
            }
        )
    return found


def _special_source(player: Player, number: int) -> str:
    """What a special action is printed on."""
    if number == ACADEMY:
        return BUILDINGS[ACADEMY_RIGHT]
    if number == FACTION:
        return "faction" if player.rules.special_always else BUILDINGS[INSTITUTE]
    return BOOSTERS[player.booster].id if number == BOOSTER else TECHS[number - FIRST_TECH].id


def _counts(state: State, seat: int) -> dict[str, int]:
    player = state.players[seat]
    found = {name: count(state, player, number) for number, name in enumerate(COUNTERS) if name is not None}
    for kind, name in enumerate(FINAL_COUNTERS):
        found[name] = final_count(state, seat, kind)
    return found


def pass_points(state: State, player: Player) -> dict[str, int]:
    """Source -> points if the player passed now."""
    found: dict[str, int] = {}
    tiles = [TECHS[kind] for kind in player.tiles]
    if player.booster != NOTHING_HERE:
        tiles.insert(0, BOOSTERS[player.booster])
    for tile in tiles:
        if tile.on_pass is not None:
            found[tile.id] = tile.on_pass.gains.vp * count(state, player, tile.on_pass.counter)
    return found


def _automa(state: State, seat: int) -> Automa:
    player, deck = state.players[seat], state.deck
    board = BOARDS[player.faction if player.faction != NO_ONE else state.table.automa_faction]
    return {
        "number": seat,
        "faction": board.id,
        "planet": PLANETS[board.home],
        "level": state.table.automa_level,
        "vp": player.vp,
        "deck": len(deck.cards) if deck is not None else 0,
        "discard": list(deck.discards) if deck is not None else [],
        "action": deck.action or None if deck is not None else None,
        "support": deck.support or None if deck is not None else None,
        "booster": BOOSTERS[player.booster].id if player.booster != NOTHING_HERE else None,
        "passed": seat in state.passed,
        "satellites": player.counted,
        "left": {BUILDINGS[piece]: SUPPLY[piece] - player.buildings[piece].bit_count() for piece in STRUCTURES},
        "research": dict(zip(TRACKS, player.research, strict=True)),
        "final_points": _final_points(state, seat),
    }


def _draft(state: State) -> Draft | None:
    if state.round or state.phase == OVER:
        return None
    open_to: list[str] = []
    taken = {HOME[player.faction] for player in state.players if player.faction != NO_ONE}
    taken |= {HOME[kind] for kind in state.out}
    if state.table.automa_faction >= 0:
        taken.add(HOME[state.table.automa_faction])
    open_to = [FACTIONS[kind] for kind in state.table.pool if HOME[kind] not in taken]
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


def _result(state: State) -> Result | None:
    if state.phase != OVER:
        return None
    return {
        "scores": state.scores(),
        "places": state.places(),
        "finals": _finals(state),
        "research": [sum(END_VP[level] for level in player.research) for player in state.players],
        "resources": [resource_points(player) for player in state.players],
    }


def question(state: State) -> Question:
    """The pending question: name, who is asked, and what the asking depends on."""
    if not state.stack:
        return {"name": "", "seat": None, "facts": {}}
    top = state.stack[-1]
    return {"name": top.name, "seat": top.seat, "facts": top.about(state)}
