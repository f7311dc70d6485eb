"""Positions as data: any position as plain JSON and back, checked; see ``docs/positions.md``.

``data`` writes what ``position`` reads. Hexes are names, components ids, seats numbers. What follows from other
fields is not written, and what contradicts itself is refused with the path of the field.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeVar, cast, final

from orrery.core.game import BadOptions, BadPosition
from orrery.core.hexes import bits
from orrery.gaia import maps
from orrery.gaia.automa.cards import CARDS
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
from orrery.gaia.data.federations import COMMON, TOKEN, TOKENS
from orrery.gaia.data.planets import TRANSDIM
from orrery.gaia.data.scoring import FINAL_TILE, FINAL_TILES, ROUND_TILE, ROUND_TILES
from orrery.gaia.data.techs import FIRST_ADVANCED, SPOTS, TECH, TECHS
from orrery.gaia.data.tracks import TOP, TRACKS
from orrery.gaia.decisions.base import Decision
from orrery.gaia.decisions.every import DECISIONS
from orrery.gaia.factions.every import FACTIONS as RULES
from orrery.gaia.notation import SPECIAL, SPECIALS
from orrery.gaia.options import Table, complete, first_mines
from orrery.gaia.options import table as drawn_table
from orrery.gaia.rules.federations import SATELLITES, grown
from orrery.gaia.state import (
    ACTIVE,
    COVERED,
    NO_ONE,
    NOT_OWNED,
    NOTHING_HERE,
    OVER,
    PHASES,
    Player,
    State,
    tokens_supplied,
)
from orrery.gaia.state import FACTIONS as FACTIONS_PHASE

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
    """The position that the data describe; raises BadPosition naming the field and what was expected."""
    top = Field("position", given)
    if top.get("game").value != "gaia":
        raise top.get("game").error("'gaia'")
    table = _table(top)
    state = State(table, 0)
    state.world = maps.world(_map(top.get("map"))) if top.has("map") else table.world
    seats = range(table.seats)
    state.round = top.get("round").number(0, ROUNDS)
    state.phase = top.get("phase", "actions").word({name: number for number, name in enumerate(PHASES)})
    state.order = tuple(top.get("order", list(seats)).each(lambda field: field.number(0, table.seats - 1)))
    if sorted(state.order) != list(seats):
        raise top.get("order", list(seats)).error(f"every seat from 0 to {table.seats - 1} once")
    state.ring = tuple(top.get("around", list(seats)).each(lambda field: field.number(0, table.seats - 1)))
    if sorted(state.ring) != list(seats):
        raise top.get("around", list(seats)).error(f"every seat from 0 to {table.seats - 1} once")
    state.passed = tuple(top.get("passed", []).each(lambda field: field.number(0, table.seats - 1)))
    if len(set(state.passed)) != len(state.passed):
        raise top.get("passed", []).error("each seat at most once")
    turn = top.get("turn", None)
    state.turn = NO_ONE if turn.value is None else turn.number(0, table.seats - 1)
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
    state.players = [_player(state, field, _to_cover(top, seat)) for seat, field in enumerate(players)]
    state.topped = 0
    for seat, player in enumerate(state.players):
        for track, level in enumerate(player.research):
            if level == TOP:
                if state.topped >> track & 1:
                    raise players[seat].error(f"only one player on level {TOP} of {TRACKS[track]}")
                state.topped |= 1 << track
    _supplies(state, top)
    _check(state, top)
    state.pending = tuple(top.get("charges_to_offer", []).each(lambda field: field.hex(state)))
    _automa(state, top.get("automa", None))
    if top.has("questions") or state.phase == OVER or state.turn == NO_ONE:
        state.stack = [_question(state, field) for field in top.get("questions", []).parts()]
    else:
        state.stack = [DECISIONS["Turn"](state.turn)]
    if not state.stack and state.phase != OVER:
        raise top.get("questions", []).error("at least one question, because the game is not over")
    if state.stack and state.phase == OVER:
        raise top.get("questions", []).error("no question, because the game is over")
    if state.stack:
        try:
            offered = state.options()
        except (IndexError, TypeError, ValueError, KeyError):
            raise top.get("questions", []).error(f"values that {state.question()} can have here") from None
        if not offered:
            raise top.get("questions", []).error(f"a question with an answer; {state.question()} has none here")
    return state


def _supplies(state: State, top: Field) -> None:
    """What lies open beside the map; left out, it is what nobody has."""
    players = state.players
    held = [player.booster for player in players]
    usual = [BOOSTERS[kind].id for kind in state.table.boosters if kind not in held]
    state.boosters = tuple(top.get("boosters", usual).each(lambda field: field.word(BOOSTER)))
    token = top.get("terraforming_token", _top_token(state))
    state.track_token = -1 if token.value is None else token.word(TOKEN)
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
    covering = {value - COVERED for player in players for value in player.techs if value >= COVERED}
    for number, track in enumerate(TRACKS):
        usual_tile = None if number in covering else TECHS[state.table.advanced[number]].id
        tile = top.get("advanced_techs", {}).get(track, usual_tile)
        advanced.append(-1 if tile.value is None else tile.word(TECH))
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
        shown = repr(self.value)
        return BadPosition(
            f"{self.path}: expected {expected}, got {shown if len(shown) < 80 else shown[:77] + '...'}"
        )

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
        return [(str(name), Field(f"{self.path}.{name}", value)) for name, value in self.value.items()]

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
            raise BadPosition(f"{self.path}: {name!r} is not one of {', '.join(names)}")
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


def _map(field: Field) -> tuple[maps.Placement, ...]:
    try:
        return maps.placed(field.value)
    except maps.BadMap as error:
        raise BadPosition(f"{field.path}: {error}") from None


def _table(top: Field) -> Table:
    """The table: options as given, and everything that set-up laid out."""
    try:
        people = {"players": len(top.get("players").parts())}
        options = complete(dict(cast("Mapping[str, object]", top.get("options", people).value)))
    except (BadOptions, TypeError, ValueError) as error:
        raise BadPosition(f"{top.path}.options: {error}") from None
    if not top.has("table"):
        return drawn_table(options, 0)
    players = cast(int, options["players"])
    laid = top.get("table")

    def tiles(name: str, names: Mapping[str, int], count: int) -> tuple[int, ...]:
        found = tuple(laid.get(name).each(lambda field: field.word(names)))
        if len(found) != count or len(set(found)) != count:
            raise laid.get(name).error(f"{count} different ids")
        return found

    standard = {TECHS[kind].id: kind for kind in range(FIRST_ADVANCED)}
    advanced = {TECHS[kind].id: kind for kind in range(FIRST_ADVANCED, len(TECHS))}
    common = {TOKENS[kind].id: kind for kind in COMMON}
    automa = laid.get("automa_faction", None)
    world = maps.world(_map(laid.get("map")))
    return Table(
        options,
        world=world,
        factions=tuple(laid.get("factions", []).each(lambda field: field.word(BOARD))),
        mines=first_mines(options, world),
        boosters=tiles("boosters", BOOSTER, max(2, players) + MORE_BOOSTERS),
        round_tiles=tiles("round_tiles", ROUND_TILE, ROUNDS),
        final_tiles=tiles("final_tiles", FINAL_TILE, 2),
        techs=tiles("techs", standard, len(SPOTS)),
        advanced=tiles("advanced_techs", advanced, len(TRACKS)),
        terra_token=laid.get("terraforming_token").word(common),
        automa_faction=-1 if automa.value is None else automa.word(BOARD),
    )


def _to_cover(top: Field, seat: int) -> list[int]:
    """Areas whose advanced tile a seat has taken and not yet laid on a standard tile."""
    asked = [field for field in top.get("questions", []).parts() if field.get("question").value == "CoverTech"]
    return [
        area.number(0, len(TRACKS) - 1)
        for field in asked
        if field.get("seat").value == seat
        for area in field.get("values", []).parts()
    ]


def _player(state: State, field: Field, to_cover: list[int]) -> Player:
    player = Player()
    faction = field.get("faction", None)
    if faction.value is not None:
        player.faction = faction.word(BOARD)
        if state.phase > FACTIONS_PHASE:
            player.rules = RULES[player.faction]
    player.bid = field.get("bid", 0).number(0, 999)
    player.vp = field.get("vp", START_VP).number(-999, 9999)
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
    if player.formers + player.parked + player.forming.bit_count() > SUPPLY[6]:
        raise field.get("gaiaformers", 0).error(f"at most {SUPPLY[6]} gaiaformers in all")
    if player.forming & ~state.world.of_kind[TRANSDIM]:
        raise field.get("gaiaformers_on_map", []).error("transdim planets and those that have become Gaia planets")
    research = {name: level.number(0, TOP) for name, level in field.get("research", {}).items()}
    if set(research) - set(TRACKS):
        raise field.get("research").error(f"levels of {', '.join(TRACKS)}")
    player.research = tuple(research.get(track, 0) for track in TRACKS)
    standing = field.get("buildings", {})
    buildings = {BUILDINGS[piece]: standing.get(BUILDINGS[piece], []) for piece in STRUCTURES}
    if any(name not in buildings for name, _ in standing.items()):
        raise standing.error("hexes of " + ", ".join(buildings))
    for piece in STRUCTURES:
        hexes = buildings[BUILDINGS[piece]].hexes(state)
        if hexes & player.own:
            raise buildings[BUILDINGS[piece]].error("hexes without another structure of the player")
        most = SUPPLY[piece] + (1 if piece == MINE and hexes & state.lost else 0)
        if hexes.bit_count() > most:
            raise buildings[BUILDINGS[piece]].error(f"at most {most} hexes")
        if hexes & ~(state.world.planets & ~state.transdim | state.lost):
            raise buildings[BUILDINGS[piece]].error("hexes with a planet that can be colonised")
        player.buildings[piece] = hexes
        player.own |= hexes
    player.shared = field.get("shared_mines", []).hexes(state)
    if player.shared & ~player.buildings[MINE]:
        raise field.get("shared_mines", []).error("some of the hexes of the player's mines")
    player.stations = field.get("space_stations", []).hexes(state)
    if player.stations.bit_count() > SUPPLY[SPACE_STATION] or player.stations & state.world.planets:
        raise field.get("space_stations", []).error(f"at most {SUPPLY[SPACE_STATION]} hexes without planet")
    player.satellites = field.get("satellites", []).hexes(state)
    if player.satellites.bit_count() > SATELLITES or player.satellites & (state.world.planets | player.stations):
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
        kind = token.get("token").word(TOKEN)
        green = token.get("green").flag()
        if green and not TOKENS[kind].green:
            raise token.error(f"no green side of {TOKENS[kind].id}")
        tokens.append(2 * kind + int(green))
    player.tokens = tuple(tokens)
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
    if sorted(player.tiles) != sorted(expected):
        names = ", ".join(TECHS[kind].id for kind in expected) or "none"
        raise field.get("tiles").error(f"the tiles in force that 'techs' describes: {names}")


def _check(state: State, top: Field) -> None:
    """What several players share: hexes, tokens, tiles and boosters."""
    taken = 0
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
    if state.lost and not state.lost & taken:
        raise top.get("lost_planet", None).error("a hex with a mine of the player who found it")
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
        there = state.supply[kind] + held + (1 if state.track_token == kind else 0)
        if there > tokens_supplied(state.table)[kind] + (1 if state.table.terra_token == kind else 0):
            raise (
                top.get("tokens")
                .get(TOKENS[kind].id)
                .error(f"at most {TOKENS[kind].copies} tokens in all with those of the players")
            )
    for seat, player in enumerate(state.players):
        if player.booster not in (NOTHING_HERE, *state.table.boosters):
            known = ", ".join(BOOSTERS[kind].id for kind in state.table.boosters)
            raise BadPosition(
                f"{top.path}.players[{seat}].booster: expected one of {known}, got {BOOSTERS[player.booster].id!r}"
            )
    boosters = [*state.boosters, *(p.booster for p in state.players if p.booster != NOTHING_HERE)]
    if sorted(boosters) != sorted(state.table.boosters):
        raise top.get("boosters", []).error("every booster of the table either open or with one player")
    covered = [value - COVERED for player in state.players for value in player.techs if value >= COVERED]
    for area in covered:
        if state.advanced[area] >= 0 or covered.count(area) > 1:
            raise (
                top.get("advanced_techs", {})
                .get(TRACKS[area], TECHS[state.advanced[area]].id)
                .error("null, because a player has it")
            )


def _where(state: State, mask: int) -> str:
    return ", ".join(_hexes(state.world.names, mask))


def _automa(state: State, field: Field) -> None:
    if not state.table.solo:
        if field.value is not None:
            raise field.error("null in a game of several people")
        return
    state.seed = field.get("seed").number(0, (1 << 64) - 1)
    state.draws = field.get("draws").number(0, 1 << 32)
    state.revelations = field.get("revealed").number(0, 1 << 32)
    given = field.get("cards")
    if given.value is None:
        if state.round:
            raise given.error("the Automa's cards once the first round has begun")
        return

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
    if set(deck.seen) & set(deck.aside):
        raise given.get("seen").error("cards that are not aside")
    state.deck = deck


def _value(field: Field) -> int | tuple[int, ...]:
    if isinstance(field.value, (list, tuple)):
        return tuple(field.each(lambda part: part.number(-1, 1 << 16)))
    return field.number(-1, 1 << 16)


def _question(state: State, field: Field) -> Decision:
    kind = DECISIONS.get(str(field.get("question").value))
    if kind is None:
        raise field.get("question").error(f"one of {', '.join(DECISIONS)}")
    seat = field.get("seat").number(0, len(state.players) - 1)
    values = [_value(part) for part in field.get("values", []).parts()]
    try:
        return kind(seat, *values)
    except TypeError:
        raise field.get("values").error(f"the values of {kind.__name__}") from None
