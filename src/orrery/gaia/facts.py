"""What an action is about, in the words of views: the things on the board that it belongs to, and its message."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from orrery.core.game import Message
from orrery.core.hexes import bits
from orrery.gaia import actions as a
from orrery.gaia.data.actions import BOARD_ACTIONS, CONVERSIONS
from orrery.gaia.data.boards import FACTIONS
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.buildings import BUILDINGS, GAIAFORMER, MINE, SPACE_STATION, STRUCTURES
from orrery.gaia.data.federations import TOKENS
from orrery.gaia.data.planets import GAIA, PLANETS
from orrery.gaia.data.techs import TECHS
from orrery.gaia.data.tracks import TRACKS
from orrery.gaia.decisions.turn import PickSite
from orrery.gaia.notation import SPECIALS
from orrery.gaia.rules.building import mine_price, project_price
from orrery.gaia.rules.forming import verdict
from orrery.gaia.rules.reach import qic_for
from orrery.gaia.state import NO_ONE, State

Json = dict[str, object]


def facts(state: State, action: a.Action) -> Json:
    """``kind`` and what the action belongs to; ``docs/views/gaia.md`` lists them."""
    return _FACTS[type(action).__name__](state, action)


def tell(state: State, action: a.Action, seat: int | None) -> Message:
    """The action as a message for the log."""
    args = facts(state, action)
    return Message(str(args.pop("kind")), {"seat": state.asked(), **args})


def _hex(state: State, index: int) -> str:
    return state.world.names[index]


def settled(state: State, where: int) -> str:
    """The kind of planet that a mine there would stand on."""
    if state.gaia >> where & 1:
        return PLANETS[GAIA]
    kind = state.world.kind[where]
    return PLANETS[kind] if kind >= 0 else "lost"


def _standing(state: State, seat: int, index: int) -> str | None:
    buildings = state.players[seat].buildings
    return next((BUILDINGS[piece] for piece in STRUCTURES if buildings[piece] >> index & 1), None)


def _build(state: State, action: a.Action) -> Json:
    assert isinstance(action, a.Build)
    seat = state.asked()
    assert seat is not None
    top = state.stack[-1]
    free, extra = (top.free, top.extra) if isinstance(top, PickSite) else (0, 0)
    name, where = _hex(state, action.where), action.where
    if action.piece == MINE:
        price = mine_price(state, seat, where, free, extra)
        return {
            "kind": "build_mine",
            "hex": name,
            "building": BUILDINGS[MINE],
            "planet": settled(state, where),
            "steps": price.steps,
            "free_steps": min(free, price.steps),
            "qic_range": 0
            if state.players[seat].forming >> where & 1
            else qic_for(state, state.players[seat], where, extra),
        }
    if action.piece == GAIAFORMER:
        price = project_price(state, seat, where, extra)
        return {"kind": "gaia_project", "hex": name, "building": BUILDINGS[GAIAFORMER], "qic_range": price.qic}
    if action.piece == SPACE_STATION:
        return {
            "kind": "space_station",
            "hex": name,
            "building": BUILDINGS[SPACE_STATION],
            "qic_range": qic_for(state, state.players[seat], where),
        }
    kind = "downgrade" if top.name == "PickLab" else "upgrade"
    return {"kind": kind, "hex": name, "from": _standing(state, seat, where), "building": BUILDINGS[action.piece]}


def _federate(state: State, action: a.Action) -> Json:
    assert isinstance(action, a.Federate)
    seat = state.asked()
    assert seat is not None
    formed = verdict(state, state.players[seat], action.hexes).federation
    return {
        "kind": "federation",
        "hexes": [_hex(state, index) for index in bits(formed.hexes)],
        "planets": [_hex(state, index) for index in bits(formed.planets)],
        "satellites": [_hex(state, index) for index in bits(formed.satellites)],
        "power": formed.power,
    }


def _tech(state: State, action: a.Action) -> Json:
    assert isinstance(action, a.TakeTech)
    spot = action.spot
    if spot >= a.FIRST_ADVANCED_SPOT:
        track = spot - a.FIRST_ADVANCED_SPOT
        return {
            "kind": "take_tech",
            "tile": TECHS[state.advanced[track]].id,
            "track": TRACKS[track],
            "advanced": True,
        }
    under = TRACKS[spot] if spot < len(TRACKS) else None
    return {"kind": "take_tech", "tile": TECHS[state.table.techs[spot]].id, "track": under, "advanced": False}


def _track(kind: str) -> Callable[[State, a.Action], Json]:
    def written(state: State, action: a.Action) -> Json:
        seat, track = state.asked(), action.values()[0]
        assert seat is not None
        return {"kind": kind, "track": TRACKS[track], "level": state.players[seat].research[track] + 1}

    return written


def _charge(state: State, action: a.Action) -> Json:
    assert isinstance(action, a.Charge)
    found: Json = {"kind": "charge", "amount": action.amount, "price": max(0, action.amount - 1)}
    if action.token:
        found["token_first"] = action.token == a.TOKEN_BEFORE
    return found


def _convert(state: State, action: a.Action) -> Json:
    if isinstance(action, a.Burn):
        return {"kind": "convert", "conversion": "burn_power", "times": 1}
    return {"kind": "convert", "conversion": CONVERSIONS[action.values()[0]].id, "times": 1}


def _settle(state: State, action: a.Action) -> Json:
    piece = state.stack[-1].values()[0]
    assert isinstance(piece, int)
    return {"kind": "starting_mine", "hex": _hex(state, action.values()[0]), "building": BUILDINGS[piece]}


def _lost(state: State, action: a.Action) -> Json:
    seat, where = state.asked(), action.values()[0]
    assert seat is not None
    qic = qic_for(state, state.players[seat], where)
    return {"kind": "lost_planet", "hex": _hex(state, where), "building": "lost_planet", "qic_range": qic}


def _swap(state: State, action: a.Action) -> Json:
    seat = state.asked()
    assert seat is not None
    institute = state.players[seat].buildings[3]
    return {
        "kind": "swap",
        "hex": _hex(state, action.values()[0]),
        "from": _hex(state, institute.bit_length() - 1),
        "building": BUILDINGS[3],
    }


def _exchange(state: State, action: a.Action) -> Json:
    way = action.values()[0]
    if way == a.TILE:
        return {"kind": "gaia_exchange", "tech": True, "gain": {}}
    return {
        "kind": "gaia_exchange",
        "gain": dict(CONVERSIONS[way].gains.items()),
        "conversion": CONVERSIONS[way].id,
    }


def _income(state: State, action: a.Action) -> Json:
    charge, tokens = action.values()
    gain = {"charge": charge} if charge else {"tokens": tokens}
    return {"kind": "income", "source": "charge" if charge else "tokens", "gain": gain}


def _bowls(state: State, action: a.Action) -> Json:
    assert isinstance(action, a.FromBowls)
    return {"kind": "bowls", "bowls": [action.one, action.two, action.three], "brainstone": bool(action.brainstone)}


def _lay(state: State, action: a.Action) -> Json:
    sector, turns = action.values()
    return {"kind": "rotate", "sector": state.table.world.placements[sector].face, "turns": turns}


def _pass(state: State, action: a.Action) -> Json:
    booster = action.values()[0]
    return {"kind": "pass", "booster": None if booster == a.NONE else BOOSTERS[booster].id}


def _cover(state: State, action: a.Action) -> Json:
    return {"kind": "cover_tech", "tile": TECHS[state.table.techs[action.values()[0]]].id}


def _decline(state: State, action: a.Action) -> Json:
    return {"kind": "no_advance" if state.question() == "PickTrack" else "decline"}


def _bare(kind: str) -> Callable[[State, a.Action], Json]:
    return lambda state, action: {"kind": kind}


def _named(kind: str, name: str, names: tuple[str, ...]) -> Callable[[State, a.Action], Json]:
    return lambda state, action: {"kind": kind, name: names[action.values()[0]]}


_TOKENS: Final = tuple(token.id for token in TOKENS)

_FACTS: Final[Mapping[str, Callable[[State, a.Action], Json]]] = {
    "Lay": _lay,
    "Choose": _named("pick_faction", "faction", FACTIONS),
    "Bid": lambda state, action: {
        "kind": "bid",
        "faction": FACTIONS[action.values()[0]],
        "bid": action.values()[1],
    },
    "Settle": _settle,
    "Take": _named("take_booster", "booster", tuple(tile.id for tile in BOOSTERS)),
    "Build": _build,
    "Federate": _federate,
    "Research": _track("research"),
    "Act": _named("board_action", "action", tuple(action.id for action in BOARD_ACTIONS)),
    "Use": _named("special_action", "special", SPECIALS),
    "Pass": _pass,
    "Convert": _convert,
    "Burn": _convert,
    "EndTurn": _bare("end_turn"),
    "TakeTech": _tech,
    "Cover": _cover,
    "Advance": _track("advance"),
    "PlaceLost": _lost,
    "TakeToken": _named("take_token", "token", _TOKENS),
    "Rescore": _named("rescore", "token", _TOKENS),
    "Charge": _charge,
    "Decline": _decline,
    "TakeIncome": _income,
    "Brainstone": lambda state, action: {"kind": "move_brainstone", "to": action.values()[0]},
    "Exchange": _exchange,
    "FromBowls": _bowls,
    "Swap": _swap,
    "Done": _bare("done"),
}


def seat_name(state: State, seat: int) -> str:
    """The faction of a seat, or its number before it has one."""
    faction = state.players[seat].faction
    return f"seat {seat}" if faction == NO_ONE else FACTIONS[faction]
