"""Positions as data: any position as plain JSON."""

from __future__ import annotations

from typing import Final

from orrery.gaia import maps
from orrery.gaia.automa.deck import Deck
from orrery.gaia.data.actions import BOARD_ACTIONS
from orrery.gaia.data.boards import FACTIONS
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.buildings import (
    BUILDINGS,
    STRUCTURES,
)
from orrery.gaia.data.federations import COMMON, TOKENS
from orrery.gaia.data.planets import TRANSDIM
from orrery.gaia.data.scoring import FINAL_TILES, ROUND_TILES
from orrery.gaia.data.techs import SPOTS, TECHS
from orrery.gaia.data.tracks import TRACKS
from orrery.gaia.phases import (
    ACTIVE,
    COVERED,
    NO_ONE,
    NOT_OWNED,
    NOTHING_HERE,
    PHASES,
)
from orrery.gaia.state import State
from orrery.gaia.telling.records import position as record
from orrery.gaia.telling.records.position import BRAIN
from orrery.gaia.words import SPECIALS

FORMAT: Final = 2
"""How positions are written. In format 1 a question had a list of numbers, ``values``, which is still read."""


def data(state: State) -> record.Position:
    """The whole position as plain JSON."""
    table, names = state.table, state.world.names
    result: record.Position = {
        "game": "gaia",
        "format": FORMAT,
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
        "gaia_planets": state.world.named(state.world.of_kind[TRANSDIM] & ~state.transdim),
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
            {"question": decision.name, "seat": decision.seat, **decision.holds.json(state, decision)}
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
            "cards": None if deck is None else _cards(deck),
        }
    return result


def _cards(deck: Deck) -> record.Cards:
    return {
        "cards": list(deck.cards),
        "aside": list(deck.aside),
        "action": deck.action,
        "support": deck.support,
        "discards": list(deck.discards),
        "passed": deck.passed,
        "seen": list(deck.seen),
    }


def _player_data(state: State, seat: int) -> record.Player:
    player = state.players[seat]
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
        "gaiaformers_on_map": state.world.named(player.forming),
        "research": dict(zip(TRACKS, player.research, strict=True)),
        "buildings": {BUILDINGS[piece]: state.world.named(player.buildings[piece]) for piece in STRUCTURES},
        "shared_mines": state.world.named(player.shared),
        "space_stations": state.world.named(player.stations),
        "satellites": state.world.named(player.satellites),
        "satellites_counted": player.counted,
        "federation_hexes": state.world.named(player.allied),
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
