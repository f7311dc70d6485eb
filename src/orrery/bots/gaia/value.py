"""How good a position of Gaia Project is for a seat: points that it may hope for.

A sum over the features of ``features``, each with a weight that depends on the rounds to come. The weights
were made by hand first, then fitted to whole games planned with them and to their points at the end, and then moved
step by step in the direction in which such games ended better. At last positions that compete with one another in a
search were each followed to the end by a narrow one, and the weights moved towards those that tell them apart.
"""

from __future__ import annotations

from math import fsum
from operator import mul
from typing import Final

from orrery.bots.gaia.features import (
    HOLDINGS,
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
from orrery.gaia.data.buildings import ROUNDS
from orrery.gaia.data.tracks import END_VP
from orrery.gaia.phases import OVER
from orrery.gaia.rules.scoring import standings
from orrery.gaia.state import State

FEATURES: Final[dict[str, tuple[float, float]]] = {
    "credits": (0.07, 0.072),
    "ore": (0.38, 0.371),
    "knowledge": (0.77, 0.196),
    "qic": (1.8, 0.368),
    "bowl1": (0.39, 0.087),
    "bowl2": (0.97, 0.068),
    "bowl3": (1.06, 0.21),
    "credits_income": (0.32, -0.017),
    "ore_income": (0.48, 0.004),
    "knowledge_income": (1.57, 0.008),
    "qic_income": (2.56, -0.164),
    "charge_income": (0.45, 0.089),
    "token_income": (1.49, -0.51),
    "building": (0.64, -0.048),
    "mines": (0.4, 0.401),
    "stations": (1.59, 0.704),
    "labs": (0.66, -0.05),
    "institute": (2.12, 0.061),
    "academy_left": (1.64, -1.261),
    "academy_right": (1.18, -0.624),
    "types": (2.13, 0.008),
    "sectors": (0.45, -0.07),
    "room_home": (0.08, -0.131),
    "room_near": (-0.38, 0.197),
    "room_far": (0.77, 0.058),
    "room_gaia": (0.95, 0.023),
    "forming": (2.85, -0.967),
    "formers": (-1.41, -0.702),
    "green": (5.07, -0.128),
    "tokens": (-1.39, -2.2),
    "ready": (1.13, 0.303),
    "unpaid": (-1.22, -0.051),
    "hope": (6.59, -1.398),
    "spread": (0.78, 0.03),
    "advanced": (-0.6, 1.412),
    "tiles": (0.82, 0.005),
    "specials": (0.97, 0.098),
    "booster": (0.95, -0.133),
    "finals": (0.12, -0.056),
    "neighbours": (0.31, -0.031),
}
"""Feature -> its weight after the last income, and what each further income adds."""
LEVELS: Final = (
    (
        (0.0, 0.0),
        (-0.13, 0.6),
        (2.75, 1.62),
        (3.27, 2.54),
        (2.37, 1.72),
        (-3.13, 5.09),
    ),
    (
        (0.0, 0.0),
        (0.27, 0.23),
        (0.46, 0.45),
        (0.13, -0.39),
        (-1.18, -0.45),
        (-1.73, 1.08),
    ),
    (
        (0.0, 0.0),
        (1.04, 0.08),
        (2.33, 0.32),
        (0.99, 0.85),
        (-1.29, 0.02),
        (-1.08, -0.84),
    ),
    (
        (0.0, 0.0),
        (-0.63, -2.17),
        (-0.21, -1.94),
        (1.61, 0.91),
        (0.72, -0.29),
        (0.0, -0.02),
    ),
    (
        (0.0, 0.0),
        (-2.43, 0.72),
        (1.75, 0.33),
        (0.15, 0.77),
        (1.26, -0.76),
        (-0.13, 0.0),
    ),
    (
        (0.0, 0.0),
        (-0.48, -0.09),
        (-0.24, -0.45),
        (-5.56, 0.94),
        (-2.88, -1.1),
        (-5.72, -5.05),
    ),
)
"""By research area: worth of each level beside its points at the end, and what each income to come adds."""
PROMISE: Final = (0.33, -0.56, 1.32, 0.33, 0.48, 0.25)
"""By research area: for each level below the first that brings points at the end."""
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

Weights = tuple[tuple[float, ...], ...]
"""By incomes to come: the weight of each feature, in the order of ``NAMES``."""


def blinded(part: str) -> Weights:
    """The weights of somebody who does not see the features under a heading."""
    unseen = PARTS.get(part, ())
    return tuple(
        tuple(0.0 if name in unseen else FEATURES[name][0] + FEATURES[name][1] * rounds for name in NAMES)
        for rounds in range(ROUNDS + 1)
    )


WEIGHTS: Final = blinded("")
_LEVEL: Final = tuple(
    tuple(
        tuple(
            END_VP[level]
            + levels[level][0]
            + levels[level][1] * rounds
            + (PROMISE[track] * level * min(1.0, rounds / 3) if level < 3 else 0.0)
            for level in range(6)
        )
        for track, levels in enumerate(LEVELS)
    )
    for rounds in range(ROUNDS + 1)
)
_PLACES: Final = {part: tuple(NAMES.index(name) for name in names) for part, names in PARTS.items()}


def value(state: State, seat: int, weights: Weights = WEIGHTS, ahead: Ahead | None = None) -> float:
    """Points that the seat may hope for; exact when the game is over, but for rivals who stood still."""
    if state.phase == OVER:
        return _end(state, seat, ahead)
    player = state.players[seat]
    rounds = rounds_left(state)
    place, price = _placed(state, seat, weights[rounds], ahead)
    total: float = player.vp - player.bid + place + fsum(map(mul, weights[rounds], holdings(state, seat, price)))
    for levels, level in zip(_LEVEL[rounds], player.research, strict=True):
        total += levels[level]
    return total


def _placed(state: State, seat: int, weights: tuple[float, ...], ahead: Ahead | None) -> tuple[float, int]:
    """What the features of ``BOARD`` are worth together, and the satellites of the next federation.

    In a plan most positions differ only in what the seat holds, so this is remembered.
    """
    if ahead is None:
        return _board_worth(state, seat, weights, ())
    key = board_key(state, seat)
    found = ahead.boards.get(key)
    if found is None:
        found = ahead.boards[key] = _board_worth(state, seat, weights, ahead.foreseen)
    return found


def _board_worth(
    state: State, seat: int, weights: tuple[float, ...], foreseen: tuple[int, ...]
) -> tuple[float, int]:
    numbers, price = board(state, seat, foreseen)
    return fsum(map(mul, weights[len(HOLDINGS) :], numbers)), price


def _end(state: State, seat: int, ahead: Ahead | None) -> float:
    player = state.players[seat]
    if ahead is None:
        return float(player.vp)
    sure = 0
    for tile in state.table.final_tiles:
        sure += standings(state, tile)[seat][2]
    return player.vp - sure + finals(state, seat, 0, ahead.foreseen)


def denied(state: State, seat: int, ahead: Ahead | None = None) -> float:
    """How much of the value of a finished plan are points that the Automa loses."""
    if ahead is None or state.phase != OVER:
        return 0.0
    return final_points(state, seat, 0, ahead.foreseen)[1]


def parts(state: State, seat: int, weights: Weights = WEIGHTS, ahead: Ahead | None = None) -> dict[str, float]:
    """The value by source."""
    if state.phase == OVER:
        return {"points": _end(state, seat, ahead)}
    player = state.players[seat]
    rounds = rounds_left(state)
    worths = list(map(mul, weights[rounds], features(state, seat, ahead.foreseen if ahead else ())))
    found = {"points": float(player.vp - player.bid)}
    for part, places in _PLACES.items():
        found[part] = fsum(worths[place] for place in places)
    found["research"] += fsum(levels[level] for levels, level in zip(_LEVEL[rounds], player.research, strict=True))
    return found
