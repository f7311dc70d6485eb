"""Positions in which every kind of move is possible: found by playing quick games of our own, or built as data."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from orrery.core.journal import Message
from orrery.core.match import Match
from orrery.gaia.game import GAIA

Json = dict[str, Any]

FOUND = (
    "pick_faction",
    "starting_mine",
    "take_booster",
    "income",
    "convert",
    "charge",
    "decline",
    "build_mine",
    "upgrade",
    "board_action",
    "pass",
    "special_action",
    "space_station",
    "take_tech",
    "advance",
    "no_advance",
    "federation",
    "bowls",
    "take_token",
    "research",
    "gaia_project",
    "done",
    "move_brainstone",
    "bid",
    "swap",
    "rotate",
    "gaia_exchange",
)
"""Kinds that chance meets soon enough."""

WEIGHT = {"pass": 0.15, "convert": 0.2, "federation": 9, "special_action": 9, "board_action": 6, "end_turn": 6}


@cache
def found(games: int = 90) -> dict[str, tuple[str, Json]]:
    """Kind -> the text of a move of that kind and the position, as data, in which it is possible."""
    moves: dict[str, tuple[str, Json]] = {}
    chance = random.Random(5)
    for number in range(games):
        options: Json = {"players": chance.choice([2, 3, 4]), "setup_seed": number}
        if number % 6 == 5:
            options["factions"] = "auction_choose_bid"
        if number % 9 == 7:
            options["map_building"] = "rotate"
        match = Match.new("gaia", options, number)
        for _ in range(500):
            state = match.state
            if state.asked() is None or len(moves) == len(FOUND):
                break
            actions = state.options()
            told = [GAIA.tell(state, action, state.asked()).key for action in actions]
            for action, kind in zip(actions, told, strict=True):
                if kind in FOUND and kind not in moves:
                    moves[kind] = (GAIA.write(state, action), GAIA.data(state))
            match.play(chance.choices(actions, [WEIGHT.get(kind, 3) for kind in told])[0])
    return moves


@cache
def _first_turn(faction: str) -> Json:
    options: Json = {"players": 2, "map": "first_game", "setup_seed": 5, "factions": [faction, "xenos"]}
    match = Match.new("gaia", options, 1)
    while match.state.question() != "Turn":
        match.play(match.state.options()[0])
    data: Json = GAIA.data(match.state)
    # What the supply has left follows from what the players have.
    for name in ("boosters", "tokens", "terraforming_token", "techs", "advanced_techs"):
        del data[name]
    return data


def _built(faction: str, *steps: tuple[str, Any], rest: Json | None = None, **player: Any) -> tuple[str, Json]:
    """Give a faction at its first turn what it needs, and take steps (kind, one value); the last is the move."""
    start = _first_turn(faction)
    me = {**start["players"][0], **player}
    del me["tiles"]
    data = {**start, **(rest or {}), "players": [me, *start["players"][1:]]}
    match = Match.new("gaia", {"players": 2, "position": data}, 1)
    for number, step in enumerate(steps):
        state = match.state
        action = next(a for a in state.options() if _is(GAIA.tell(state, a, state.asked()), *step))
        if number + 1 == len(steps):
            return GAIA.write(state, action), GAIA.data(state)
        match.play(action)
    raise AssertionError("no step was named")


def _is(told: Message, kind: str, value: Any) -> bool:
    return told.key == kind and (value is None or value in told.args.values())


def _mines(faction: str) -> list[str]:
    mines: list[str] = _first_turn(faction)["players"][0]["buildings"]["mine"]
    return mines


def lost_planet() -> tuple[str, Json]:
    token = [{"token": "fed_7vp_6_credits", "green": True}]
    levels = {"navigation": 4, "gaia_project": 1}
    wish = ("research", "navigation"), ("lost_planet", None)
    return _built("terrans", *wish, research=levels, knowledge=8, federation_tokens=token, federations=1)


def _many_tokens(*steps: tuple[str, Any]) -> tuple[str, Json]:
    return _built(
        "terrans",
        *steps,
        research={"economy": 4, "gaia_project": 1},
        federation_tokens=[{"token": "fed_7vp_6_credits", "green": True}, {"token": "fed_8vp_qic", "green": False}],
        federations=2,
        techs={"free_1": "active", "free_2": "active"},
        buildings={"trading_station": _mines("terrans")},
        credits=20,
        ore=10,
        qic=4,
    )


def cover_tech() -> tuple[str, Json]:
    tile = _first_turn("terrans")["table"]["advanced_techs"][4]
    return _many_tokens(("upgrade", "research_lab"), ("take_tech", tile), ("cover_tech", None))


def rescore() -> tuple[str, Json]:
    return _many_tokens(("board_action", "qic_rescore_federation"), ("rescore", None))


def downgrade() -> tuple[str, Json]:
    one, two = _mines("firaks")
    buildings = {"planetary_institute": [one], "research_lab": [two, "4A0"]}
    return _built("firaks", ("special_action", "faction"), ("downgrade", None), buildings=buildings)


def shared_mine() -> tuple[str, Json]:
    """The Lantids build beside somebody."""
    other = _first_turn("lantids")["players"][1]["buildings"]["mine"][0]
    return _built("lantids", ("build_mine", other), qic=9, ore=9)


def chooser() -> tuple[str, Json]:
    """One hex, two upgrades."""
    return _built(
        "hadsch_hallas",
        ("upgrade", "planetary_institute"),
        buildings={"trading_station": _mines("hadsch_hallas")},
        credits=20,
        ore=10,
    )


def _gaia_phase(faction: str, worth: int, value: Any) -> tuple[str, Json]:
    question = {"question": "GaiaExchange", "seat": 0, "values": [worth]}
    rest = {"phase": "gaia", "round": 3, "turn": None, "queue": [1], "questions": [question]}
    buildings = {"planetary_institute": _mines(faction)[:1]}
    return _built(faction, ("gaia_exchange", value), rest=rest, buildings=buildings, gaia_area=8)


def terrans_exchange() -> tuple[str, Json]:
    """Tokens that leave the Gaia area buy resources."""
    return _gaia_phase("terrans", 8, None)


def itars_exchange() -> tuple[str, Json]:
    """Four tokens of the Gaia area for a tile."""
    return _gaia_phase("itars", -1, None)


def token_first() -> tuple[str, Json]:
    """The Taklons with their institute get a token before or after they charge."""
    start = _first_turn("taklons")
    names = list(GAIA.position(start).world.names)
    built = names.index(start["players"][1]["buildings"]["mine"][0])
    offer = {"question": "LeechOffer", "seat": 0, "values": [built, 3]}
    rest = {"turn": 1, "questions": [{"question": "Turn", "seat": 1, "values": [1]}, offer]}
    buildings = {"planetary_institute": _mines("taklons")[:1]}
    return _built("taklons", ("charge", True), rest=rest, buildings=buildings)


BUILT: dict[str, Callable[[], tuple[str, Json]]] = {
    case.__name__: case
    for case in (
        lost_planet,
        cover_tech,
        rescore,
        downgrade,
        shared_mine,
        chooser,
        terrans_exchange,
        itars_exchange,
        token_first,
    )
}
"""Rare kinds, and special cases of others."""

CASES = (*FOUND, *BUILT)


def position(case: str) -> tuple[str, Json]:
    """The text of the move and the position of a case."""
    return BUILT[case]() if case in BUILT else found()[case]
