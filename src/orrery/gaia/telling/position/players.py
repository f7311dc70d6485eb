"""What lies in front of every player."""

from __future__ import annotations

from orrery.core.saying import say
from orrery.gaia.data.boards import BOARD, BOARDS, FACTIONS
from orrery.gaia.data.boosters import BOOSTER
from orrery.gaia.data.buildings import (
    BUILDINGS,
    CAP_CREDITS,
    CAP_KNOWLEDGE,
    CAP_ORE,
    GAIAFORMER,
    MINE,
    SPACE_STATION,
    START_VP,
    STRUCTURES,
    SUPPLY,
)
from orrery.gaia.data.federations import FACTION_TOKEN, TOKEN, TOKENS
from orrery.gaia.data.planets import TRANSDIM
from orrery.gaia.data.techs import SPOTS, TECH, TECHS
from orrery.gaia.data.tracks import GAIA_PROJECT, LEVELS, TOP, TRACK, TRACKS
from orrery.gaia.factions.every import FACTIONS as RULES
from orrery.gaia.flow import structure
from orrery.gaia.phases import (
    ACTIVE,
    COVERED,
    MINES,
    NO_ONE,
    NOT_OWNED,
    NOTHING_HERE,
)
from orrery.gaia.phases import FACTIONS as FACTIONS_PHASE
from orrery.gaia.rules.federations import SATELLITES, grown
from orrery.gaia.state import Player, State
from orrery.gaia.telling.position.given import Field
from orrery.gaia.telling.records import position as record
from orrery.gaia.telling.records.position import BRAIN, PLAYER_FIELDS
from orrery.gaia.words import SPECIAL


def to_cover(top: Field, seat: int) -> list[int]:
    """Areas whose advanced tile a seat has taken and not yet laid on a standard tile."""
    asked = [field for field in top.get("questions", []).parts() if field.get("question").value == "CoverTech"]
    found: list[int] = []
    for field in asked:
        if field.get("seat").value == seat:
            if field.has("values"):
                found.extend(area.number(0, len(TRACKS) - 1) for area in field.get("values").parts()[:1])
            else:
                found.append(field.get("track").named(TRACK))
    return found


def player_of(state: State, field: Field, to_cover: list[int]) -> Player:
    player = Player()
    field.only(PLAYER_FIELDS)
    faction = field.get("faction", None)
    if faction.value is not None:
        player.faction = faction.named(BOARD)
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
        raise field.get("bowls", [0, 0, 0]).wrong(say("gaia.expected.bowls"))
    player.bowl1, player.bowl2, player.bowl3 = bowls
    player.gaia = field.get("gaia_area", 0).number(0, 999)
    player.brain = field.get("brainstone", "none").named({name: number for number, name in enumerate(BRAIN)})
    if player.brain and not (player.faction != NO_ONE and BOARDS[player.faction].brainstone):
        raise field.get("brainstone", "none").wrong(say("gaia.expected.brainstone"))
    player.formers = field.get("gaiaformers", 0).number(0, SUPPLY[GAIAFORMER])
    player.parked = field.get("gaiaformers_in_gaia_area", 0).number(0, SUPPLY[GAIAFORMER])
    player.forming = field.get("gaiaformers_on_map", []).hexes(state)
    if player.forming & ~state.world.of_kind[TRANSDIM]:
        raise field.get("gaiaformers_on_map", []).wrong(say("gaia.expected.formers.where"))
    research = {name: level.number(0, TOP) for name, level in field.get("research", {}).items()}
    if set(research) - set(TRACKS):
        raise field.get("research").wrong(say("gaia.expected.levels", known=", ".join(TRACKS)))
    player.research = tuple(research.get(track, 0) for track in TRACKS)
    shared = field.get("shared_mines", []).hexes(state)
    standing = field.get("buildings", {})
    buildings = {BUILDINGS[piece]: standing.get(BUILDINGS[piece], []) for piece in STRUCTURES}
    if any(name not in buildings for name, _ in standing.items()):
        raise standing.wrong(say("gaia.expected.structures.kinds", known=", ".join(buildings)))
    for piece in STRUCTURES:
        hexes = buildings[BUILDINGS[piece]].hexes(state)
        if hexes & player.own:
            raise buildings[BUILDINGS[piece]].wrong(say("gaia.expected.structures.two"))
        most = SUPPLY[piece] + (1 if piece == MINE and hexes & state.lost & ~shared else 0)
        if hexes.bit_count() > most:
            raise buildings[BUILDINGS[piece]].wrong(say("gaia.expected.structures.most", most=most))
        if hexes & ~(state.world.planets & ~state.transdim | state.lost):
            raise buildings[BUILDINGS[piece]].wrong(say("gaia.expected.structures.planet"))
        player.buildings[piece] = hexes
        player.own |= hexes
    player.shared = shared
    if shared & ~player.buildings[MINE] or (shared and not player.rules.shares_planets):
        raise field.get("shared_mines", []).wrong(say("gaia.expected.shared"))
    player.stations = field.get("space_stations", []).hexes(state)
    planets = state.world.planets | state.lost
    if player.stations and not player.rules.places_stations:
        raise field.get("space_stations").wrong(say("gaia.expected.stations.none"))
    if player.stations.bit_count() > SUPPLY[SPACE_STATION] or player.stations & planets:
        raise field.get("space_stations", []).wrong(say("gaia.expected.stations.most", most=SUPPLY[SPACE_STATION]))
    player.satellites = field.get("satellites", []).hexes(state)
    if player.satellites.bit_count() > SATELLITES or player.satellites & (planets | player.stations):
        raise field.get("satellites", []).wrong(say("gaia.expected.satellites", most=SATELLITES))
    player.counted = field.get("satellites_counted", 0).number(0, 99)
    player.allied = field.get("federation_hexes", []).hexes(state)
    mine = player.own | player.stations | player.satellites
    if player.allied & ~mine or player.satellites & ~player.allied:
        raise field.get("federation_hexes", []).wrong(say("gaia.expected.federations.own"))
    if player.allied and grown(state.world.grid, player.allied, player.own | player.stations) != player.allied:
        raise field.get("federation_hexes", []).wrong(say("gaia.expected.federations.grown"))
    player.federations = field.get("federations", len(_listed(field, "federation_tokens"))).number(0, 99)
    tokens = []
    for token in field.get("federation_tokens", []).parts():
        token.only(record.OwnedToken.__annotations__)
        kind = token.get("token").named(TOKEN)
        green = token.get("green").flag()
        if green and not TOKENS[kind].green:
            raise token.wrong(say("gaia.expected.token.green", token=TOKENS[kind].id))
        tokens.append(2 * kind + int(green))
    player.tokens = tuple(tokens)
    special = sum(token >> 1 == FACTION_TOKEN for token in tokens)
    if special > (1 if player.rules.owns_token and player.has_institute else 0):
        raise field.get("federation_tokens").wrong(
            say("gaia.expected.token.faction", token=TOKENS[FACTION_TOKEN].id)
        )
    formers = player.formers + player.parked + player.forming.bit_count()
    given = sum(
        LEVELS[GAIA_PROJECT][level].at_once.gaiaformers for level in range(1, player.research[GAIA_PROJECT] + 1)
    )
    if formers > given:
        raise field.get("gaiaformers", 0).wrong(say("gaia.expected.formers.most", most=given))
    _techs(state, player, field, to_cover)
    booster = field.get("booster", None)
    player.booster = NOTHING_HERE if booster.value is None else booster.named(BOOSTER)
    for used in field.get("used", []).parts():
        player.used |= 1 << used.named(SPECIAL.places)
    return player


def _listed(field: Field, name: str) -> list[Field]:
    return field.get(name, []).parts()


def _techs(state: State, player: Player, field: Field, to_cover: list[int]) -> None:
    techs = [NOT_OWNED] * len(SPOTS)
    words = {"active": ACTIVE, **{f"covered by {track}": COVERED + n for n, track in enumerate(TRACKS)}}
    held = field.get("techs", {})
    for name, tech in held.items():
        techs[tech.key(name, {spot: number for number, spot in enumerate(SPOTS)})] = tech.named(words)
    player.techs = tuple(techs)
    expected = [state.table.techs[spot] for spot, value in enumerate(techs) if value == ACTIVE]
    expected += [state.table.advanced[value - COVERED] for value in techs if value >= COVERED]
    expected += [state.table.advanced[area] for area in to_cover]
    usual = [TECHS[kind].id for kind in expected]
    player.tiles = tuple(field.get("tiles", usual).each(lambda tile: tile.named(TECH)))
    for area in [value - COVERED for value in techs if value >= COVERED] + to_cover:
        if player.research[area] < TOP - 1:
            raise field.get("techs", {}).wrong(
                say("gaia.expected.advanced.level", track=TRACKS[area], level=TOP - 1)
            )
    if sorted(player.tiles) != sorted(expected):
        names = ", ".join(TECHS[kind].id for kind in expected) or "none"
        raise field.get("tiles").wrong(say("gaia.expected.tiles", known=names))


def topped(state: State, players: list[Field]) -> None:
    state.topped = 0
    for seat, player in enumerate(state.players):
        for track, level in enumerate(player.research):
            if level == TOP:
                if state.topped >> track & 1:
                    raise players[seat].wrong(say("gaia.expected.topped", level=TOP, track=TRACKS[track]))
                state.topped |= 1 << track


def beginning(state: State, player: Player, field: Field) -> None:
    """In set-up there are starting structures and nothing else on the map."""
    piece = structure(player)
    given = state.table.mines[player.faction] if player.faction != NO_ONE else ()
    placed = player.buildings[piece] if player.faction != NO_ONE else 0
    wanted = sum(1 << where for where in given[: placed.bit_count()])
    fits = placed & ~state.world.of_kind[player.rules.home] == 0 and (not given or placed == wanted)
    if player.own != placed or not fits or placed.bit_count() > max(1, player.rules.board.starting_mines):
        raise field.get("buildings").wrong(say("gaia.expected.start.home"))
    if player.stations or player.allied or player.forming or player.tokens or player.tiles:
        raise field.wrong(say("gaia.expected.start.bare"))


def automa_holds(state: State, player: Player, field: Field) -> None:
    """The Automa has its faction, and neither resources nor tiles."""
    if state.phase > FACTIONS_PHASE and player.faction != state.table.automa_faction:
        raise field.get("faction").wrong(
            say("gaia.expected.automa.faction", faction=repr(FACTIONS[state.table.automa_faction]))
        )
    fresh = Player()
    fresh.faction, fresh.vp, fresh.research = player.faction, player.vp, player.research
    fresh.buildings, fresh.counted, fresh.booster = player.buildings, player.counted, player.booster
    if player.key() != fresh.key() or (state.phase <= FACTIONS_PHASE and player.faction != NO_ONE):
        raise field.wrong(say("gaia.expected.automa.bare"))
    board = BOARDS[state.table.automa_faction]
    homes = state.world.of_kind[board.home].bit_count()
    if state.phase <= MINES and homes < board.starting_mines:
        raise field.wrong(say("gaia.expected.automa.homes", count=board.starting_mines, homes=homes))
