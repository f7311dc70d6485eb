"""How good a position of Gaia Project is for a seat: points that it may hope for.

A sum over the features of ``features``, each with a weight (``numbers``) that depends on the rounds to come.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from operator import mul
from typing import Final, final

from orrery.bots.gaia.features import (
    HOLDINGS,
    LEVELS,
    NAMES,
    Ahead,
    board,
    board_key,
    features,
    final_points,
    finals,
    holdings,
    rounds_left,
)
from orrery.bots.gaia.numbers import NUMBERS, Numbers
from orrery.gaia.data.buildings import ROUNDS
from orrery.gaia.phases import OVER
from orrery.gaia.rules.scoring import standings
from orrery.gaia.state import State

PARTS: Final = {
    "resources": ("credits", "ore", "knowledge", "qic", "building"),
    "power": ("bowl1", "bowl2", "bowl3"),
    "income": (
        "credits_income",
        "ore_income",
        "knowledge_income",
        "qic_income",
        "charge_income",
        "token_income",
        "neighbours",
    ),
    "structures": (
        "mines",
        "stations",
        "labs",
        "institute",
        "academy_left",
        "academy_right",
        "types",
        "sectors",
        "room_home",
        "room_near",
        "room_far",
        "room_gaia",
    ),
    "gaia": ("forming", "formers"),
    "federations": ("green", "tokens", "ready", "unpaid", "hope", "spread"),
    "research": ("advanced",),
    "tiles": ("tiles",),
    "specials": ("specials",),
    "booster": ("booster",),
    "finals": ("finals",),
}
"""Under which heading a feature is told."""


@final
class Weights:
    """What features and levels are worth, by incomes to come."""

    __slots__ = ("features", "levels")

    def __init__(self, numbers: Numbers = NUMBERS, blind: Sequence[str] = ()) -> None:
        unseen = {name for part in blind for name in PARTS.get(part, ())}
        stages = range(ROUNDS + 1)
        self.features: Final = tuple(
            tuple(0.0 if name in unseen else float(numbers[name][stage]) for name in NAMES) for stage in stages
        )
        """In the order of ``NAMES``."""
        self.levels: Final = tuple(
            tuple((0.0, *(float(numbers[name][stage]) for name in names)) for names in LEVELS) for stage in stages
        )
        """By research area."""


WEIGHTS: Final = Weights()
_PLACES: Final = {part: tuple(NAMES.index(name) for name in names) for part, names in PARTS.items()}


def value(state: State, seat: int, weights: Weights = WEIGHTS, ahead: Ahead | None = None) -> float:
    """Points that the seat may hope for; exact when the game is over, but for rivals who stood still."""
    if state.phase == OVER:
        return _end(state, seat, ahead)
    player = state.players[seat]
    rounds = rounds_left(state)
    each = weights.features[rounds]
    place, price = _placed(state, seat, each, ahead)
    total: float = player.vp - player.bid + place + fsum(map(mul, each, holdings(state, seat, price)))
    levels, research = weights.levels[rounds], player.research
    for area in range(len(levels)):
        total += levels[area][research[area]]
    return total


def _placed(state: State, seat: int, weights: tuple[float, ...], ahead: Ahead | None) -> tuple[float, int]:
    """What the features of ``BOARD`` are worth together, and the satellites of the next federation.

    In a plan most positions differ only in what the seat holds, so this is remembered.
    """
    if ahead is None:
        return _board_worth(state, seat, weights, None)
    key = board_key(state, seat)
    found = ahead.boards.get(key)
    if found is None:
        found = ahead.boards[key] = _board_worth(state, seat, weights, ahead)
    return found


def _board_worth(state: State, seat: int, weights: tuple[float, ...], ahead: Ahead | None) -> tuple[float, int]:
    numbers, price = board(state, seat, ahead)
    return fsum(map(mul, weights[len(HOLDINGS) :], numbers)), price


def _end(state: State, seat: int, ahead: Ahead | None) -> float:
    player = state.players[seat]
    if ahead is None:
        return float(player.vp)
    sure = 0
    for tile in state.table.final_tiles:
        sure += standings(state, tile)[seat][2]
    return player.vp - sure + finals(state, seat, 0, ahead.ends)


def denied(state: State, seat: int, ahead: Ahead | None = None) -> float:
    """How much of the value of a finished plan are points that the Automa loses."""
    if ahead is None or state.phase != OVER:
        return 0.0
    return final_points(state, seat, 0, ahead.ends)[1]


def parts(state: State, seat: int, weights: Weights = WEIGHTS, ahead: Ahead | None = None) -> dict[str, float]:
    """The value by source."""
    if state.phase == OVER:
        return {"points": _end(state, seat, ahead)}
    player = state.players[seat]
    rounds = rounds_left(state)
    worths = list(map(mul, weights.features[rounds], features(state, seat, ahead)))
    found = {"points": float(player.vp - player.bid)}
    for part, places in _PLACES.items():
        found[part] = fsum(worths[place] for place in places)
    found["research"] += fsum(
        levels[level] for levels, level in zip(weights.levels[rounds], player.research, strict=True)
    )
    return found
