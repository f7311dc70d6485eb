"""Positions in which every kind of move is possible, found by playing quick games of our own."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from orrery.core.match import Match

WANTED = (
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
WEIGHT = {"pass": 0.15, "convert": 0.2, "federation": 9, "special_action": 9, "board_action": 6, "end_turn": 6}


@cache
def positions(games: int = 90) -> dict[str, tuple[str, dict[str, Any]]]:
    """Kind -> the text of a move of that kind and the position, as data, in which it is possible."""
    found: dict[str, tuple[str, dict[str, Any]]] = {}
    chance = random.Random(5)
    for number in range(games):
        options: dict[str, Any] = {"players": chance.choice([2, 3, 4]), "setup_seed": number}
        if number % 6 == 5:
            options["factions"] = "auction_choose_bid"
        if number % 9 == 7:
            options["map_building"] = "rotate"
        match = Match.new("gaia", options, number)
        game = match.game
        for _ in range(500):
            state = match.state
            if state.asked() is None or len(found) == len(WANTED):
                break
            actions = state.options()
            told = [game.tell(state, action, state.asked()).key for action in actions]
            for action, kind in zip(actions, told, strict=True):
                if kind in WANTED and kind not in found:
                    found[kind] = (game.write(state, action), game.data(state))
            match.play(chance.choices(actions, [WEIGHT.get(kind, 3) for kind in told])[0])
    return found
