"""Positions as data: any position as plain JSON and back, checked; see ``docs/positions.md``.

``data`` writes what ``position`` reads. Hexes are names, components ids, seats numbers. What follows from other
fields is not written, and what contradicts itself is refused with the path of the field.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final, TypeVar, cast, final

from orrery.core.game import BadOptions, BadPosition
from orrery.core.hexes import bits
from orrery.core.reading import shown
from orrery.gaia import maps
from orrery.gaia.automa.cards import CARDS, FACTION_CARDS
from orrery.gaia.automa.deck import Deck
from orrery.gaia.data.actions import BOARD_ACTION, BOARD_ACTIONS
from orrery.gaia.data.boards import BOARD, BOARDS, FACTIONS
from orrery.gaia.data.boosters import BOOSTER, BOOSTERS
from orrery.gaia.data.buildings import (
    BUILDINGS,
    CAP_CREDITS,
    CAP_KNOWLEDGE,
    CAP_ORE,
    MINE,
    MORE_BOOSTERS,
    ROUNDS,
    SPACE_STATION,
    START_VP,
    STRUCTURES,
    SUPPLY,
    TECH_COPIES,
)
from orrery.gaia.data.federations import COMMON, FACTION_TOKEN, TOKEN, TOKENS
from orrery.gaia.data.planets import TRANSDIM
from orrery.gaia.data.scoring import FINAL_TILE, FINAL_TILES, ROUND_TILE, ROUND_TILES
from orrery.gaia.data.techs import FIRST_ADVANCED, SPOTS, TECH, TECHS
from orrery.gaia.data.tracks import GAIA_PROJECT, LEVELS, NAVIGATION, TOP, TRACKS
from orrery.gaia.decisions.base import Decision
from orrery.gaia.decisions.every import DECISIONS
from orrery.gaia.decisions.gaia import GaiaExchange
from orrery.gaia.decisions.income import IncomeOrder
from orrery.gaia.decisions.setup import Bid, RotateSectors
from orrery.gaia.decisions.turn import Turn
from orrery.gaia.factions.every import FACTIONS as RULES
from orrery.gaia.flow import structure
from orrery.gaia.notation import SPECIAL, SPECIALS
from orrery.gaia.options import RANDOM, SETTINGS, Table, complete, first_mines
from orrery.gaia.options import table as drawn_table
from orrery.gaia.pending import fault
from orrery.gaia.rules.federations import SATELLITES, grown
from orrery.gaia.state import (
    ACTIONS,
    ACTIVE,
    COVERED,
    ENDING,
    GAIA_PHASE,
    INCOME,
    MINES,
    NO_ONE,
    NOT_OWNED,
    NOTHING_HERE,
    OVER,
    PHASES,
    Player,
    State,
    tokens_supplied,
)
from orrery.gaia.state import BOOSTERS as BOOSTERS_PHASE
from orrery.gaia.state import FACTIONS as FACTIONS_PHASE

FIELDS: Final = (
    "game",
    "options",
    "table",
    "round",
    "phase",
    "map",
    "order",
    "around",
    "passed",
    "turn",
    "queue",
    "auction",
    "gaia_planets",
    "lost_planet",
    "board_actions",
    "boosters",
    "tokens",
    "terraforming_token",
    "techs",
    "advanced_techs",
    "charges_to_offer",
    "players",
    "questions",
    "automa",
)
TABLE_FIELDS: Final = (
    "map",
    "boosters",
    "round_tiles",
    "final_tiles",
    "techs",
    "advanced_techs",
    "terraforming_token",
    "factions",
    "automa_faction",
)
PLAYER_FIELDS: Final = (
    "faction",
    "bid",
    "vp",
    "credits",
    "ore",
    "knowledge",
    "qic",
    "bowls",
    "gaia_area",
    "brainstone",
    "gaiaformers",
    "gaiaformers_in_gaia_area",
    "gaiaformers_on_map",
    "research",
    "buildings",
    "shared_mines",
    "space_stations",
    "satellites",
    "satellites_counted",
    "federation_hexes",
    "federations",
    "federation_tokens",
    "techs",
    "tiles",
    "booster",
    "used",
)
"""The fields of a position, of its table and of a player; the schema has the same."""

MOST: Final = 1 << 16
"""The highest number in the values of a question."""

BRAIN: Final = ("none", "bowl1", "bowl2", "bowl3", "gaia")
"""Where the brainstone is, by number."""

_T = TypeVar("_T")


def data(state: State) -> dict[str, object]:
    """The whole position as plain JSON."""
    table, names = state.table, state.world.names
    result: dict[str, object] = {
        "game": "gaia",
        "options": table.options,
        "table": {
            "map": maps.listed(table.world.placements),
            "boosters": [BOOSTERS[kind].id for kind in table.boosters],
            "round_tiles": [ROUND_TILES[kind].id for kind in table.round_tiles],
            "final_tiles": [FINAL_TILES[kind] for kind in table.final_tiles],
            "techs": [TECHS[kind].id for kind in table.techs],
            "advanced_techs": [TECHS[kind].id for kind in table.advanced],
            "terraforming_token": TOKENS[table.terra_token].id,
            "factions": [FACTIONS[kind] for kind in table.factions],
            "automa_faction": FACTIONS[table.automa_faction] if table.automa_faction >= 0 else None,
        },
        "round": state.round,
        "phase": PHASES[state.phase],
        "map": maps.listed(state.world.placements),
        "order": list(state.order),
        "around": list(state.ring),
        "passed": list(state.passed),
        "turn": None if state.turn == NO_ONE else state.turn,
        "queue": list(state.queue),
        "auction": [FACTIONS[kind] for kind in state.out],
        "gaia_planets": _hexes(names, state.world.of_kind[TRANSDIM] & ~state.transdim),
        "lost_planet": names[state.lost.bit_length() - 1] if state.lost else None,
        "board_actions": {
            action.id: seat for action, seat in zip(BOARD_ACTIONS, state.acts, strict=True) if seat != NO_ONE
        },
        "boosters": [BOOSTERS[kind].id for kind in state.boosters],
        "tokens": {TOKENS[kind].id: state.supply[kind] for kind in COMMON},
        "terraforming_token": None if state.track_token < 0 else TOKENS[state.track_token].id,
        "techs": dict(zip(SPOTS, state.spots, strict=True)),
        "advanced_techs": {
            track: None if kind < 0 else TECHS[kind].id for track, kind in zip(TRACKS, state.advanced, strict=True)
        },
        "charges_to_offer": [names[where] for where in state.pending],
        "players": [_player_data(state, seat) for seat in range(len(state.players))],
        "questions": [
            {"question": decision.name, "seat": decision.seat, "values": _plain(decision.values())}
            for decision in state.stack
        ],
        "automa": None,
    }
    if table.solo:
        deck = state.deck
        result["automa"] = {
            "seed": state.seed,
            "draws": state.draws,
            "revealed": state.revelations,
            "cards": None if deck is None else {name: _card_data(value) for name, value in deck._asdict().items()},
        }
    return result


def _card_data(value: int | tuple[int, ...]) -> object:
    return list(value) if isinstance(value, tuple) else value


def _hexes(names: Sequence[str], mask: int) -> list[str]:
    return [names[index] for index in bits(mask)]


def _plain(values: Iterable[object]) -> list[object]:
    return [_plain(value) if isinstance(value, tuple) else value for value in values]


def _player_data(state: State, seat: int) -> dict[str, object]:
    player, names = state.players[seat], state.world.names
    return {
        "faction": None if player.faction == NO_ONE else FACTIONS[player.faction],
        "bid": player.bid,
        "vp": player.vp,
        "credits": player.credits,
        "ore": player.ore,
        "knowledge": player.knowledge,
        "qic": player.qic,
        "bowls": [player.bowl1, player.bowl2, player.bowl3],
        "gaia_area": player.gaia,
        "brainstone": BRAIN[player.brain],
        "gaiaformers": player.formers,
        "gaiaformers_in_gaia_area": player.parked,
        "gaiaformers_on_map": _hexes(names, player.forming),
        "research": dict(zip(TRACKS, player.research, strict=True)),
        "buildings": {BUILDINGS[piece]: _hexes(names, player.buildings[piece]) for piece in STRUCTURES},
        "shared_mines": _hexes(names, player.shared),
        "space_stations": _hexes(names, player.stations),
        "satellites": _hexes(names, player.satellites),
        "satellites_counted": player.counted,
        "federation_hexes": _hexes(names, player.allied),
        "federations": player.federations,
        "federation_tokens": [
            {"token": TOKENS[token >> 1].id, "green": bool(token & 1)} for token in player.tokens
        ],
        "techs": {
            spot: "active" if held == ACTIVE else f"covered by {TRACKS[held - COVERED]}"
            for spot, held in zip(SPOTS, player.techs, strict=True)
            if held != NOT_OWNED
        },
        "tiles": [TECHS[kind].id for kind in player.tiles],
        "booster": None if player.booster == NOTHING_HERE else BOOSTERS[player.booster].id,
        "used": [name for number, name in enumerate(SPECIALS) if player.used >> number & 1],
    }


def position(given: Mapping[str, object]) -> State:
    """The position that the data describe; raises BadPosition naming the field and what was expected.

    Whatever it accepts can be shown, explained, written and played to the end.
    """
    top = Field("position", given)
    if top.get("game").value != "gaia":
        raise top.get("game").error("'gaia'")
    top.only(FIELDS)
    table = _table(top)
    state = State(table, 0)
    state.world = maps.world(_map(top.get("map"), table.map_building == "none")) if top.has("map") else table.world
    state.round = top.get("round").number(0, ROUNDS)
    state.phase = top.get("phase", "actions").word({name: number for number, name in enumerate(PHASES)})
    first, last = _rounds(state.phase)
    if not first <= state.round <= last:
        raise top.get("round").error(
            f"{first} in the phase {PHASES[state.phase]}"
            if first == last
            else f"{first} to {last} in the phase {PHASES[state.phase]}"
        )
    state.order = _everybody(top, table, "order")
    state.ring = _everybody(top, table, "around")
    state.passed = tuple(top.get("passed", []).each(lambda field: field.number(0, table.seats - 1)))
    if len(set(state.passed)) != len(state.passed):
        raise top.get("passed", []).error("each seat at most once")
    state.queue = tuple(top.get("queue", []).each(lambda field: field.number(0, table.seats - 1)))
    state.out = tuple(top.get("auction", []).each(lambda field: field.word(BOARD)))
    formed = top.get("gaia_planets", []).hexes(state)
    if formed & ~state.world.of_kind[TRANSDIM]:
        raise top.get("gaia_planets", []).error("printed transdim planets that have become Gaia planets")
    state.gaia = state.world.of_kind[7] | formed
    state.transdim = state.world.of_kind[TRANSDIM] & ~formed
    lost = top.get("lost_planet", None)
    state.lost = 0 if lost.value is None else 1 << lost.hex(state)
    if state.lost & state.world.planets:
        raise lost.error("a hex without a planet")
    acts = [NO_ONE] * len(BOARD_ACTIONS)
    for name, field in top.get("board_actions", {}).items():
        acts[field.key(name, BOARD_ACTION)] = field.number(0, table.seats - 1)
    state.acts = tuple(acts)
    players = top.get("players").parts()
    if len(players) != table.seats:
        raise top.get("players").error(f"{table.seats} players")
    to_cover = [_to_cover(top, seat) for seat in range(table.seats)]
    state.players = [_player(state, field, to_cover[seat]) for seat, field in enumerate(players)]
    _topped(state, players)
    _supplies(state, top)
    _check(state, top, [area for areas in to_cover for area in areas])
    state.stack = [_question(state, field) for field in top.get("questions", []).parts()]
    _seats(state, top)
    _automa(state, top.get("automa", None))
    _questions(state, top)
    return state


def _everybody(top: Field, table: Table, name: str) -> tuple[int, ...]:
    """Every seat once, in an order."""
    field = top.get(name, list(range(table.seats)))
    found = tuple(field.each(lambda seat: seat.number(0, table.seats - 1)))
    if sorted(found) != list(range(table.seats)):
        raise field.error(f"every seat from 0 to {table.seats - 1} once")
    return found


def _rounds(phase: int) -> tuple[int, int]:
    """The first and the last round in which a phase can be."""
    if phase < INCOME:
        return 0, 0
    return (1, ROUNDS) if phase <= ACTIONS else (ROUNDS, ROUNDS)


def _topped(state: State, players: list[Field]) -> None:
    state.topped = 0
    for seat, player in enumerate(state.players):
        for track, level in enumerate(player.research):
            if level == TOP:
                if state.topped >> track & 1:
                    raise players[seat].error(f"only one player on level {TOP} of {TRACKS[track]}")
                state.topped |= 1 << track


def _questions(state: State, top: Field) -> None:
    """Whose turn it is, what was built, and who is asked what; see ``pending``."""
    asked = top.get("questions", [])
    listed = asked.parts()
    turn = top.get("turn", None)
    state.turn = NO_ONE if turn.value is None else turn.number(0, len(state.players) - 1)
    if state.turn == NO_ONE and state.stack and isinstance(state.stack[0], (Turn, GaiaExchange, Bid)):
        state.turn = state.stack[0].seat
    if state.phase in (GAIA_PHASE, ACTIONS) and state.turn == NO_ONE:
        raise turn.error("whose turn it is, because no question tells it")
    if state.phase == ACTIONS:
        if state.turn in state.passed:
            raise turn.error("somebody who has not passed")
        if not top.has("questions"):
            state.stack = [Turn(state.turn)]
            asked = turn
    if state.phase in (MINES, BOOSTERS_PHASE) and state.turn != NO_ONE:
        raise turn.error("null in set-up")
    if state.queue and state.phase in (ACTIONS, OVER):
        raise top.get("queue").error("none in this phase")
    if state.phase not in (ACTIONS, ENDING, OVER) and any(seat != NO_ONE for seat in state.acts):
        raise top.get("board_actions").error("none before the turns of the round")
    pending = top.get("charges_to_offer", [])
    state.pending = tuple(pending.each(lambda field: field.hex(state)))
    if state.pending:
        built = state.players[state.turn].own if state.phase in (GAIA_PHASE, ACTIONS) else 0
        if len(set(state.pending)) != len(state.pending) or any(not built >> where & 1 for where in state.pending):
            raise pending.error("different hexes with structures of whoever has the turn")
    if state.phase == OVER:
        if state.stack:
            raise asked.error("no question, because the game is over")
        return
    if not state.stack:
        raise asked.error("at least one question, because the game is not over")
    wrong = fault(state)
    if wrong is not None:
        raise (listed[wrong.number] if listed else asked).error(wrong.expected)


def _supplies(state: State, top: Field) -> None:
    """What lies open beside the map; left out, it is what nobody has."""
    players = state.players
    held = [player.booster for player in players]
    usual = [BOOSTERS[kind].id for kind in state.table.boosters if kind not in held]
    boosters = top.get("boosters", usual).each(lambda field: field.word(BOOSTER))
    state.boosters = tuple(boosters if state.table.solo else sorted(boosters))
    there = _top_token(state)
    token = top.get("terraforming_token", there)
    if token.value != there:
        raise token.error("null, because somebody has it" if there is None else repr(there))
    state.track_token = NOTHING_HERE if there is None else TOKEN[there]
    top.get("tokens", {}).only(TOKENS[kind].id for kind in COMMON)
    top.get("techs", {}).only(SPOTS)
    top.get("advanced_techs", {}).only(TRACKS)
    whole = tokens_supplied(state.table)
    supply = []
    for kind in COMMON:
        gone = sum(token >> 1 == kind for player in players for token in player.tokens)
        if kind == state.table.terra_token and state.track_token == NOTHING_HERE:
            gone -= 1
        left = top.get("tokens", {}).get(TOKENS[kind].id, max(0, whole[kind] - gone))
        supply.append(left.number(0, TOKENS[kind].copies))
    state.supply = tuple(supply)
    spots = []
    for number, spot in enumerate(SPOTS):
        owners = sum(player.techs[number] != NOT_OWNED for player in players)
        spots.append(top.get("techs", {}).get(spot, TECH_COPIES - owners).number(0, TECH_COPIES))
    state.spots = tuple(spots)
    advanced = []
    covering = {
        state.table.advanced.index(kind) for player in players for kind in player.tiles if kind >= FIRST_ADVANCED
    }
    for number, track in enumerate(TRACKS):
        usual_tile = None if number in covering else TECHS[state.table.advanced[number]].id
        tile = top.get("advanced_techs", {}).get(track, usual_tile)
        kind = state.table.advanced[number]
        if tile.value not in (None, TECHS[kind].id):
            raise tile.error(f"null or {TECHS[kind].id!r}")
        advanced.append(NOTHING_HERE if tile.value is None else kind)
    state.advanced = tuple(advanced)


def _top_token(state: State) -> str | None:
    """The token on the highest level of terraforming, unless somebody stands there."""
    gone = any(player.research[0] == TOP for seat, player in enumerate(state.players) if seat != state.automa)
    return None if gone else TOKENS[state.table.terra_token].id


@final
class Field:
    """A value of the data and its path, so that errors can say where they are."""

    __slots__ = ("path", "value")

    def __init__(self, path: str, value: object) -> None:
        self.path: Final = path
        self.value: Final = value

    def error(self, expected: str) -> BadPosition:
        return BadPosition(f"{self.path}: expected {expected}, got {shown(self.value)}")

    def only(self, names: Iterable[str]) -> None:
        """Refuse fields of other names than these: a slip of the pen would change the position silently."""
        if not isinstance(self.value, Mapping):
            raise self.error("an object")
        known = list(names)
        for name in self.value:
            if name not in known:
                near = get_close_matches(str(name), known, 1)
                hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
                raise BadPosition(f"{self.path}: there is no field {shown(name)}; {hint}")

    def get(self, name: str, usual: object = ...) -> Field:
        """The field of that name, or its usual value where it may be left out."""
        if not isinstance(self.value, Mapping):
            raise self.error("an object")
        if name not in self.value and usual is ...:
            raise BadPosition(f"{self.path}: the field {name!r} is missing")
        return Field(f"{self.path}.{name}", self.value.get(name, usual))

    def has(self, name: str) -> bool:
        return isinstance(self.value, Mapping) and name in self.value

    def items(self) -> list[tuple[str, Field]]:
        if not isinstance(self.value, Mapping):
            raise self.error("an object")
        return [(str(name), Field(f"{self.path}.{str(name)[:40]}", value)) for name, value in self.value.items()]

    def parts(self) -> list[Field]:
        if not isinstance(self.value, (list, tuple)):
            raise self.error("a list")
        return [Field(f"{self.path}[{number}]", value) for number, value in enumerate(self.value)]

    def each(self, read: Callable[[Field], _T]) -> list[_T]:
        return [read(field) for field in self.parts()]

    def number(self, low: int, high: int) -> int:
        if isinstance(self.value, bool) or not isinstance(self.value, int) or not low <= self.value <= high:
            raise self.error(f"a whole number from {low} to {high}")
        return self.value

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.error("true or false")
        return self.value

    def word(self, names: Mapping[str, int]) -> int:
        if not isinstance(self.value, str) or self.value not in names:
            raise self.error(f"one of {', '.join(names)}")
        return names[self.value]

    def key(self, name: str, names: Mapping[str, int]) -> int:
        if name not in names:
            raise BadPosition(f"{self.path}: {shown(name)} is not one of {', '.join(names)}")
        return names[name]

    def hex(self, state: State) -> int:
        if not isinstance(self.value, str) or self.value not in state.world.where:
            raise self.error("the name of a hex of the map, e.g. 5A3")
        return state.world.where[self.value]

    def hexes(self, state: State) -> int:
        mask = 0
        for field in self.parts():
            bit = 1 << field.hex(state)
            if mask & bit:
                raise field.error("each hex once")
            mask |= bit
        return mask


def _map(field: Field, finished: bool) -> tuple[maps.Placement, ...]:
    try:
        return maps.placed(field.value, finished=finished)
    except maps.BadMap as error:
        raise BadPosition(f"{field.path}: {error}") from None


def _table(top: Field) -> Table:
    """The table: options as given, and everything that set-up laid out."""
    given = top.get("options", {"players": len(top.get("players").parts())})
    given.only(setting.name for setting in SETTINGS)
    if given.get("position", None).value is not None:
        raise given.get("position").error("no position within a position")
    try:
        options = complete(cast("Mapping[str, object]", given.value))
    except BadOptions as error:
        raise BadPosition(f"{given.path}: {error}") from None
    drawn = drawn_table(options, 0)
    if not top.has("table"):
        return _as_seated(drawn, top)
    laid = top.get("table")
    laid.only(TABLE_FIELDS)

    def tiles(name: str, names: Mapping[str, int], count: int) -> tuple[int, ...]:
        found = tuple(laid.get(name).each(lambda field: field.word(names)))
        if len(found) != count or len(set(found)) != count:
            raise laid.get(name).error(f"{count} different ids")
        return found

    standard = {TECHS[kind].id: kind for kind in range(FIRST_ADVANCED)}
    advanced = {TECHS[kind].id: kind for kind in range(FIRST_ADVANCED, len(TECHS))}
    common = {TOKENS[kind].id: kind for kind in COMMON}
    world = maps.world(_map(laid.get("map"), drawn.map_building == "none"))
    if any(drawn.mines) and world.key != drawn.world.key:
        raise laid.get("map").error("the map of the options, whose 'starting_mines' are given")
    boosters = tiles("boosters", BOOSTER, drawn.seats + MORE_BOOSTERS)
    return Table(
        options,
        world=world,
        factions=_given_factions(laid, drawn),
        mines=first_mines(options, world),
        boosters=boosters if drawn.solo else tuple(sorted(boosters)),
        round_tiles=tiles("round_tiles", ROUND_TILE, ROUNDS),
        final_tiles=tiles("final_tiles", FINAL_TILE, 2),
        techs=tiles("techs", standard, len(SPOTS)),
        advanced=tiles("advanced_techs", advanced, len(TRACKS)),
        terra_token=laid.get("terraforming_token").word(common),
        automa_faction=_automa_faction(laid, drawn),
    )


def _as_seated(drawn: Table, top: Field) -> Table:
    """The table that the options draw, with the factions that the players have where they are left to chance."""
    if top.get("phase", "actions").value in PHASES[:MINES]:
        return drawn
    factions, automa = drawn.factions, drawn.automa_faction
    if drawn.choice == RANDOM:
        factions = ()
    if drawn.solo and drawn.options["automa_faction"] == RANDOM:
        cards = {name: BOARD[name] for name in FACTION_CARDS}
        automa = top.get("players").parts()[-1].get("faction").word(cards)
    return Table(
        drawn.options,
        world=drawn.world,
        factions=factions,
        mines=drawn.mines,
        boosters=drawn.boosters,
        round_tiles=drawn.round_tiles,
        final_tiles=drawn.final_tiles,
        techs=drawn.techs,
        advanced=drawn.advanced,
        terra_token=drawn.terra_token,
        automa_faction=automa,
    )


def _given_factions(laid: Field, drawn: Table) -> tuple[int, ...]:
    """Factions by seat that were given or drawn at the start."""
    field = laid.get("factions", [])
    found = tuple(field.each(lambda name: name.word(BOARD)))
    if found and (len(found) != drawn.players or len({faction >> 1 for faction in found}) != len(found)):
        raise field.error(f"none, or a faction of a board of its own for each of {drawn.players} players")
    return found


def _automa_faction(laid: Field, drawn: Table) -> int:
    field = laid.get("automa_faction", None)
    if not drawn.solo:
        if field.value is not None:
            raise field.error("null in a game of several people")
        return -1
    return field.word({name: BOARD[name] for name in FACTION_CARDS})


def _to_cover(top: Field, seat: int) -> list[int]:
    """Areas whose advanced tile a seat has taken and not yet laid on a standard tile."""
    asked = [field for field in top.get("questions", []).parts() if field.get("question").value == "CoverTech"]
    return [
        area.number(0, len(TRACKS) - 1)
        for field in asked
        if field.get("seat").value == seat
        for area in field.get("values", []).parts()[:1]
    ]


def _player(state: State, field: Field, to_cover: list[int]) -> Player:
    player = Player()
    field.only(PLAYER_FIELDS)
    faction = field.get("faction", None)
    if faction.value is not None:
        player.faction = faction.word(BOARD)
        if state.phase > FACTIONS_PHASE:
            player.rules = RULES[player.faction]
    player.bid = field.get("bid", 0).number(0, 9999)
    player.vp = field.get("vp", START_VP).number(-99999, 99999)
    player.credits = field.get("credits", 0).number(0, CAP_CREDITS)
    player.ore = field.get("ore", 0).number(0, CAP_ORE)
    player.knowledge = field.get("knowledge", 0).number(0, CAP_KNOWLEDGE)
    player.qic = field.get("qic", 0).number(0, 999)
    bowls = field.get("bowls", [0, 0, 0]).each(lambda bowl: bowl.number(0, 999))
    if len(bowls) != 3:
        raise field.get("bowls", [0, 0, 0]).error("the tokens of bowls I, II and III")
    player.bowl1, player.bowl2, player.bowl3 = bowls
    player.gaia = field.get("gaia_area", 0).number(0, 999)
    player.brain = field.get("brainstone", "none").word({name: number for number, name in enumerate(BRAIN)})
    if player.brain and not (player.faction != NO_ONE and BOARDS[player.faction].brainstone):
        raise field.get("brainstone", "none").error("'none' for a faction without brainstone")
    player.formers = field.get("gaiaformers", 0).number(0, SUPPLY[6])
    player.parked = field.get("gaiaformers_in_gaia_area", 0).number(0, SUPPLY[6])
    player.forming = field.get("gaiaformers_on_map", []).hexes(state)
    if player.forming & ~state.world.of_kind[TRANSDIM]:
        raise field.get("gaiaformers_on_map", []).error("transdim planets and those that have become Gaia planets")
    research = {name: level.number(0, TOP) for name, level in field.get("research", {}).items()}
    if set(research) - set(TRACKS):
        raise field.get("research").error(f"levels of {', '.join(TRACKS)}")
    player.research = tuple(research.get(track, 0) for track in TRACKS)
    shared = field.get("shared_mines", []).hexes(state)
    standing = field.get("buildings", {})
    buildings = {BUILDINGS[piece]: standing.get(BUILDINGS[piece], []) for piece in STRUCTURES}
    if any(name not in buildings for name, _ in standing.items()):
        raise standing.error("hexes of " + ", ".join(buildings))
    for piece in STRUCTURES:
        hexes = buildings[BUILDINGS[piece]].hexes(state)
        if hexes & player.own:
            raise buildings[BUILDINGS[piece]].error("hexes without another structure of the player")
        most = SUPPLY[piece] + (1 if piece == MINE and hexes & state.lost & ~shared else 0)
        if hexes.bit_count() > most:
            raise buildings[BUILDINGS[piece]].error(f"at most {most} hexes")
        if hexes & ~(state.world.planets & ~state.transdim | state.lost):
            raise buildings[BUILDINGS[piece]].error("hexes with a planet that can be colonised")
        player.buildings[piece] = hexes
        player.own |= hexes
    player.shared = shared
    if shared & ~player.buildings[MINE] or (shared and not player.rules.shares_planets):
        raise field.get("shared_mines", []).error(
            "some of the hexes of the player's mines, for a faction that builds beside others"
        )
    player.stations = field.get("space_stations", []).hexes(state)
    planets = state.world.planets | state.lost
    if player.stations and not player.rules.places_stations:
        raise field.get("space_stations").error("none, because the faction has no space stations")
    if player.stations.bit_count() > SUPPLY[SPACE_STATION] or player.stations & planets:
        raise field.get("space_stations", []).error(f"at most {SUPPLY[SPACE_STATION]} hexes without planet")
    player.satellites = field.get("satellites", []).hexes(state)
    if player.satellites.bit_count() > SATELLITES or player.satellites & (planets | player.stations):
        raise field.get("satellites", []).error(f"at most {SATELLITES} hexes without planet and space station")
    player.counted = field.get("satellites_counted", 0).number(0, 99)
    player.allied = field.get("federation_hexes", []).hexes(state)
    mine = player.own | player.stations | player.satellites
    if player.allied & ~mine or player.satellites & ~player.allied:
        raise field.get("federation_hexes", []).error(
            "hexes with something of the player, all satellites among them"
        )
    if player.allied and grown(state.world.grid, player.allied, player.own | player.stations) != player.allied:
        raise field.get("federation_hexes", []).error(
            "all structures beside a federation in it, because it has grown"
        )
    player.federations = field.get("federations", len(_listed(field, "federation_tokens"))).number(0, 99)
    tokens = []
    for token in field.get("federation_tokens", []).parts():
        token.only(("token", "green"))
        kind = token.get("token").word(TOKEN)
        green = token.get("green").flag()
        if green and not TOKENS[kind].green:
            raise token.error(f"no green side of {TOKENS[kind].id}")
        tokens.append(2 * kind + int(green))
    player.tokens = tuple(tokens)
    special = sum(token >> 1 == FACTION_TOKEN for token in tokens)
    if special > (1 if player.rules.owns_token and player.has_institute else 0):
        raise field.get("federation_tokens").error(
            f"{TOKENS[FACTION_TOKEN].id} once, for the faction whose institute brings it"
        )
    formers = player.formers + player.parked + player.forming.bit_count()
    given = sum(
        LEVELS[GAIA_PROJECT][level].at_once.gaiaformers for level in range(1, player.research[GAIA_PROJECT] + 1)
    )
    if formers > given:
        raise field.get("gaiaformers", 0).error(f"at most {given} gaiaformers in all by the level of gaia_project")
    _techs(state, player, field, to_cover)
    booster = field.get("booster", None)
    player.booster = NOTHING_HERE if booster.value is None else booster.word(BOOSTER)
    for used in field.get("used", []).parts():
        player.used |= 1 << used.word(SPECIAL)
    return player


def _listed(field: Field, name: str) -> list[Field]:
    return field.get(name, []).parts()


def _techs(state: State, player: Player, field: Field, to_cover: list[int]) -> None:
    techs = [NOT_OWNED] * len(SPOTS)
    words = {"active": ACTIVE, **{f"covered by {track}": COVERED + n for n, track in enumerate(TRACKS)}}
    held = field.get("techs", {})
    for name, tech in held.items():
        techs[tech.key(name, {spot: number for number, spot in enumerate(SPOTS)})] = tech.word(words)
    player.techs = tuple(techs)
    expected = [state.table.techs[spot] for spot, value in enumerate(techs) if value == ACTIVE]
    expected += [state.table.advanced[value - COVERED] for value in techs if value >= COVERED]
    expected += [state.table.advanced[area] for area in to_cover]
    usual = [TECHS[kind].id for kind in expected]
    player.tiles = tuple(field.get("tiles", usual).each(lambda tile: tile.word(TECH)))
    for area in [value - COVERED for value in techs if value >= COVERED] + to_cover:
        if player.research[area] < TOP - 1:
            raise field.get("techs", {}).error(
                f"the advanced tile of {TRACKS[area]} on level {TOP - 1} of it at least"
            )
    if sorted(player.tiles) != sorted(expected):
        names = ", ".join(TECHS[kind].id for kind in expected) or "none"
        raise field.get("tiles").error(f"the tiles in force that 'techs' describes: {names}")


def _check(state: State, top: Field, to_cover: list[int]) -> None:
    """What several players share: hexes, tokens, tiles and boosters."""
    taken = forming = 0
    for seat, player in enumerate(state.players):
        own = player.own & ~player.shared
        if own & taken:
            raise BadPosition(f"{top.path}.players[{seat}].buildings: two players on {_where(state, own & taken)}")
        taken |= own
    for seat, player in enumerate(state.players):
        if player.shared & ~taken:
            raise BadPosition(
                f"{top.path}.players[{seat}].shared_mines: nobody else is on "
                f"{_where(state, player.shared & ~taken)}"
            )
        if player.forming & taken:
            raise BadPosition(
                f"{top.path}.players[{seat}].gaiaformers_on_map: there is a structure on "
                f"{_where(state, player.forming & taken)}"
            )
        if player.forming & forming:
            both = _where(state, player.forming & forming)
            raise BadPosition(f"{top.path}.players[{seat}].gaiaformers_on_map: two players on {both}")
        forming |= player.forming
    found = [
        seat
        for seat, player in enumerate(state.players)
        if state.lost & player.buildings[MINE] & ~player.shared and player.research[NAVIGATION] == TOP
    ]
    if state.lost and found in ([], [state.automa]):
        raise top.get("lost_planet").error(
            f"a hex with a mine of the player on level {TOP} of navigation, who found it"
        )
    for number, spot in enumerate(SPOTS):
        owners = sum(player.techs[number] != NOT_OWNED for player in state.players)
        if state.spots[number] + owners != TECH_COPIES:
            raise (
                top.get("techs", {})
                .get(spot, state.spots[number])
                .error(f"{TECH_COPIES - owners}, with {owners} taken")
            )
    for kind in COMMON:
        held = sum(token >> 1 == kind for player in state.players for token in player.tokens)
        left = tokens_supplied(state.table)[kind] + (1 if state.table.terra_token == kind else 0)
        left -= held + (1 if state.track_token == kind else 0)
        if left < 0:
            raise top.get("players").error(f"at most {held + left} tokens {TOKENS[kind].id} of all players")
        if state.supply[kind] != left:
            raise top.get("tokens").get(TOKENS[kind].id).error(f"{left}, with {held} taken")
    for seat, player in enumerate(state.players):
        if player.booster not in (NOTHING_HERE, *state.table.boosters):
            known = ", ".join(BOOSTERS[kind].id for kind in state.table.boosters)
            raise BadPosition(
                f"{top.path}.players[{seat}].booster: expected one of {known}, got {BOOSTERS[player.booster].id!r}"
            )
    boosters = [*state.boosters, *(p.booster for p in state.players if p.booster != NOTHING_HERE)]
    if sorted(boosters) != sorted(state.table.boosters):
        raise top.get("boosters", []).error("every booster of the table either open or with one player")
    covered = [value - COVERED for player in state.players for value in player.techs if value >= COVERED] + to_cover
    for area in covered:
        if state.advanced[area] >= 0 or covered.count(area) > 1:
            raise (
                top.get("advanced_techs", {})
                .get(TRACKS[area], TECHS[state.advanced[area]].id)
                .error("null, because a player has it")
            )


def _where(state: State, mask: int) -> str:
    return ", ".join(_hexes(state.world.names, mask))


def _seats(state: State, top: Field) -> None:
    """Who plays what, and what nobody can have yet."""
    table, players = state.table, top.get("players").parts()
    chosen = [player.faction for player in state.players if player.faction != NO_ONE]
    boards = [faction >> 1 for faction in chosen]
    if state.phase <= FACTIONS_PHASE and state.automa != NO_ONE:
        boards.append(table.automa_faction >> 1)
    for seat, player in enumerate(state.players):
        field = players[seat]
        if player.faction == NO_ONE and state.phase > FACTIONS_PHASE:
            raise field.get("faction", None).error("a faction, because factions have been chosen")
        if player.faction != NO_ONE and boards.count(player.faction >> 1) > 1:
            raise field.get("faction").error("a faction of a board that nobody else has")
        if state.phase <= FACTIONS_PHASE:
            fresh = Player()
            fresh.faction, fresh.bid = player.faction, player.bid
            if player.key() != fresh.key():
                raise field.error("nothing but a faction and a bid before set-up is over")
        elif table.factions and seat != state.automa and player.faction != table.factions[seat]:
            raise field.get("faction").error(f"{FACTIONS[table.factions[seat]]!r}, as the table says")
        if player.used and state.phase not in (ACTIONS, ENDING, OVER):
            raise field.get("used").error("none before the turns of the round")
        if player.counted and seat != state.automa:
            raise field.get("satellites_counted").error("0; only those of an Automa are counted")
        if seat != state.automa and state.phase < INCOME:
            _beginning(state, player, field)
        elif seat == state.automa:
            _automa_holds(state, player, field)
    if state.phase <= FACTIONS_PHASE:
        _choosing(state, top)
    elif state.out:
        raise top.get("auction").error("none once factions have been chosen")


def _beginning(state: State, player: Player, field: Field) -> None:
    """In set-up there are starting structures and nothing else on the map."""
    piece = structure(player)
    given = state.table.mines[player.faction] if player.faction != NO_ONE else ()
    placed = player.buildings[piece] if player.faction != NO_ONE else 0
    wanted = sum(1 << where for where in given[: placed.bit_count()])
    fits = placed & ~state.world.of_kind[player.rules.home] == 0 and (not given or placed == wanted)
    if player.own != placed or not fits or placed.bit_count() > max(1, player.rules.board.starting_mines):
        raise field.get("buildings").error("starting structures on planets of the own colour only")
    if player.stations or player.allied or player.forming or player.tokens or player.tiles:
        raise field.error("no station, satellite, gaiaformer, federation token or tech tile in set-up")


def _automa_holds(state: State, player: Player, field: Field) -> None:
    """The Automa has its faction, and neither resources nor tiles."""
    if state.phase > FACTIONS_PHASE and player.faction != state.table.automa_faction:
        raise field.get("faction").error(f"the Automa's faction {FACTIONS[state.table.automa_faction]!r}")
    fresh = Player()
    fresh.faction, fresh.vp, fresh.research = player.faction, player.vp, player.research
    fresh.buildings, fresh.counted, fresh.booster = player.buildings, player.counted, player.booster
    if player.key() != fresh.key() or (state.phase <= FACTIONS_PHASE and player.faction != NO_ONE):
        raise field.error(
            "nothing but faction, points, levels, buildings, counted satellites and booster of an Automa"
        )
    board = BOARDS[state.table.automa_faction]
    homes = state.world.of_kind[board.home].bit_count()
    if state.phase <= MINES and homes < board.starting_mines:
        raise field.error(f"a map with {board.starting_mines} home planets of the Automa, which has {homes}")


def _choosing(state: State, top: Field) -> None:
    """While factions are chosen: what is put up, and who has what."""
    table, field = state.table, top.get("auction", [])
    auction = table.choice.startswith("auction")
    people = [seat for seat in state.order if seat != state.automa]
    factions = [state.players[seat].faction for seat in people]
    chosen = [faction for faction in factions if faction != NO_ONE]
    boards = {faction >> 1 for faction in state.out}
    if len(boards) != len(state.out) or set(state.out) - set(table.pool) or len(state.out) > len(people):
        raise field.error(f"at most {len(people)} factions of different boards out of the pool")
    if auction:
        whole = table.choice == "auction_bid_while_choosing" or len(state.out) == len(people)
        fits = set(chosen) <= set(state.out) and (whole or not chosen)
        fits = fits and (table.choice != "auction_bid_while_choosing" or len(chosen) == len(state.out))
    else:
        fits = factions == [*state.out, *[NO_ONE] * (len(people) - len(state.out))]
        fits = fits and not (table.factions and state.out)
    if not fits or (table.solo and state.out):
        raise field.error("the factions that were put up or chosen, in order, as the players have them")
    for seat, player in enumerate(state.players):
        if player.bid and (not auction or player.faction == NO_ONE):
            raise top.get("players").parts()[seat].get("bid").error("0 without a faction that was bid for")


def _automa(state: State, field: Field) -> None:
    if not state.table.solo:
        if field.value is not None:
            raise field.error("null in a game of several people")
        return
    field.only(("seed", "draws", "revealed", "cards"))
    state.seed = field.get("seed").number(0, (1 << 64) - 1)
    state.draws = field.get("draws").number(0, 1 << 32)
    state.revelations = field.get("revealed").number(0, 1 << 32)
    given = field.get("cards")
    made = state.round > 0 or state.players[state.automa].booster != NOTHING_HERE
    if not made:
        if given.value is not None:
            raise given.error("null before the Automa has taken its first booster")
        return
    if given.value is None:
        raise given.error("the Automa's cards once it has taken its first booster")
    given.only(Deck._fields)

    def cards(name: str) -> tuple[int, ...]:
        return tuple(given.get(name).each(lambda card: card.number(1, len(CARDS))))

    def card(name: str) -> int:
        return given.get(name).number(0, len(CARDS))

    deck = Deck(
        cards("cards"),
        tuple(sorted(cards("aside"))),
        card("action"),
        card("support"),
        cards("discards"),
        card("passed"),
        tuple(sorted(cards("seen"))),
    )
    everything = [*deck.cards, *deck.aside, *deck.played()]
    if len(set(everything)) != len(everything):
        raise given.error("each card once")
    if len(set(deck.seen)) != len(deck.seen) or set(deck.seen) & set(deck.aside):
        raise given.get("seen").error("different cards that are not aside")
    done = state.phase == ACTIONS and state.automa in state.passed
    grown = done or state.phase < INCOME
    joins = ROUNDS - max(1, state.round) - int(done and state.round < ROUNDS)
    if len(deck.aside) < joins:
        raise given.get("aside").error(f"at least {joins} cards, because one joins the deck after each round")
    if state.phase <= ACTIONS and not deck.cards and not deck.action and not (done and state.round == ROUNDS):
        raise given.get("cards").error("at least one card to draw")
    if (grown or state.phase in (INCOME, GAIA_PHASE)) and state.round < ROUNDS and deck.played():
        raise given.error("no card played yet from the deck of the next turns")
    state.deck = deck


LISTS: Final = (RotateSectors, IncomeOrder)
"""Questions whose values are lists; those of the others are numbers."""


def _question(state: State, field: Field) -> Decision:
    field.only(("question", "seat", "values"))
    kind = DECISIONS.get(str(field.get("question").value))
    if kind is None:
        raise field.get("question").error(f"one of {', '.join(DECISIONS)}")
    seat = field.get("seat").number(0, len(state.players) - 1)
    values = field.get("values", []).parts()
    try:
        if kind in LISTS:
            return kind(seat, *(tuple(part.each(lambda item: item.number(0, MOST))) for part in values))
        return kind(seat, *(part.number(-1, MOST) for part in values))
    except TypeError:
        raise field.get("values", []).error(f"the values of {kind.__name__}") from None
