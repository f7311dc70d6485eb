"""What set-up laid out, and what lies open beside the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from orrery.core.game import BadOptions, BadPosition
from orrery.core.saying import say, why
from orrery.gaia import maps
from orrery.gaia.automa.cards import FACTION_CARDS
from orrery.gaia.data.boards import BOARD, HOME
from orrery.gaia.data.boosters import BOOSTER, BOOSTERS
from orrery.gaia.data.buildings import (
    MORE_BOOSTERS,
    ROUNDS,
    TECH_COPIES,
)
from orrery.gaia.data.federations import COMMON, TOKEN, TOKENS
from orrery.gaia.data.scoring import FINAL_TILE, ROUND_TILE
from orrery.gaia.data.techs import FIRST_ADVANCED, SPOTS, TECHS
from orrery.gaia.data.tracks import TERRAFORMING, TOP, TRACKS
from orrery.gaia.options import FORMER, RANDOM, SETTINGS, complete
from orrery.gaia.phases import (
    MINES,
    NOT_OWNED,
    NOTHING_HERE,
    PHASES,
)
from orrery.gaia.setup import first_mines
from orrery.gaia.setup import table as drawn_table
from orrery.gaia.state import State, Table, tokens_supplied
from orrery.gaia.telling.position.given import Field
from orrery.gaia.telling.records.position import TABLE_FIELDS


def laid_table(top: Field) -> Table:
    """The table: options as given, and everything that set-up laid out."""
    given = top.get("options", {"players": len(top.get("players").parts())})
    given.only([*(setting.name for setting in SETTINGS), *FORMER])
    if given.get("position", None).value is not None:
        raise given.get("position").wrong(say("gaia.expected.position.none"))
    try:
        options = complete(cast("Mapping[str, object]", given.value))
    except BadOptions as error:
        raise BadPosition(say("gaia.position.because", field=given.path, why=why(error))) from None
    drawn = drawn_table(options, 0)
    if not top.has("table"):
        return _as_seated(drawn, top)
    laid = top.get("table")
    laid.only(TABLE_FIELDS)

    def tiles(name: str, names: Mapping[str, int], count: int) -> tuple[int, ...]:
        found = tuple(laid.get(name).each(lambda field: field.named(names)))
        if len(found) != count or len(set(found)) != count:
            raise laid.get(name).wrong(say("gaia.expected.different", count=count))
        return found

    standard = {TECHS[kind].id: kind for kind in range(FIRST_ADVANCED)}
    advanced = {TECHS[kind].id: kind for kind in range(FIRST_ADVANCED, len(TECHS))}
    common = {TOKENS[kind].id: kind for kind in COMMON}
    world = maps.world(laid.get("map").placements(drawn.map_building == "none"))
    if any(drawn.mines) and world.key != drawn.world.key:
        raise laid.get("map").wrong(say("gaia.expected.map.given"))
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
        terra_token=laid.get("terraforming_token").named(common),
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
        automa = top.get("players").parts()[-1].get("faction").named(cards)
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
    found = tuple(field.each(lambda name: name.named(BOARD)))
    if found and (len(found) != drawn.players or len({HOME[faction] for faction in found}) != len(found)):
        raise field.wrong(say("gaia.expected.factions.given", count=drawn.players))
    return found


def _automa_faction(laid: Field, drawn: Table) -> int:
    field = laid.get("automa_faction", None)
    if not drawn.solo:
        if field.value is not None:
            raise field.wrong(say("gaia.expected.automa.none"))
        return -1
    return field.named({name: BOARD[name] for name in FACTION_CARDS})


def supplies(state: State, top: Field) -> None:
    """What lies open beside the map; left out, it is what nobody has."""
    players = state.players
    held = [player.booster for player in players]
    usual = [BOOSTERS[kind].id for kind in state.table.boosters if kind not in held]
    boosters = top.get("boosters", usual).each(lambda field: field.named(BOOSTER))
    state.boosters = tuple(boosters if state.table.solo else sorted(boosters))
    there = _top_token(state)
    token = top.get("terraforming_token", there)
    if token.value != there:
        raise token.wrong(say("gaia.expected.token.gone") if there is None else say("core.expected.this", it=there))
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
            raise tile.wrong(say("gaia.expected.tile.or", it=TECHS[kind].id))
        advanced.append(NOTHING_HERE if tile.value is None else kind)
    state.advanced = tuple(advanced)


def _top_token(state: State) -> str | None:
    """The token on the highest level of terraforming, unless somebody stands there."""
    gone = any(
        player.research[TERRAFORMING] == TOP for seat, player in enumerate(state.players) if seat != state.automa
    )
    return None if gone else TOKENS[state.table.terra_token].id
