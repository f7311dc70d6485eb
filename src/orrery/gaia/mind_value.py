"""How good a position of Gaia Project is for a seat: points that it may hope for.

A sum over the features of ``mind_features``, each with a weight that depends on the rounds to come. The weights
were made by hand first, then fitted to whole games planned with them and to their points at the end, and then moved
step by step in the direction in which such games ended better.
"""

from __future__ import annotations

from operator import mul
from typing import Final

from orrery.gaia.data.buildings import ROUNDS
from orrery.gaia.data.tracks import END_VP
from orrery.gaia.mind_features import (
    HOLDINGS,
    NAMES,
    board,
    board_key,
    features,
    finals,
    holdings,
    rounds_left,
)
from orrery.gaia.scoring import standings
from orrery.gaia.state import OVER, State

FEATURES: Final[dict[str, tuple[float, float]]] = {
    "credits": (0.07, 0.031),
    "ore": (0.36, 0.275),
    "knowledge": (0.58, -0.092),
    "qic": (2.36, 0.332),
    "bowl1": (-0.06, 0.01),
    "bowl2": (1.01, -0.13),
    "bowl3": (1.31, -0.147),
    "credits_income": (0.23, 0.038),
    "ore_income": (0.48, 0.032),
    "knowledge_income": (1.08, 0.061),
    "qic_income": (-0.32, 0.124),
    "charge_income": (0.3, 0.066),
    "token_income": (0.41, -0.24),
    "building": (0.51, 0.003),
    "mines": (-0.26, 0.215),
    "stations": (0.94, -0.012),
    "labs": (0.57, 0.498),
    "institute": (0.61, 0.796),
    "academy_left": (2.56, -0.654),
    "academy_right": (1.98, 0.207),
    "types": (1.52, 0.139),
    "sectors": (0.93, 0.017),
    "room_home": (1.1, 0.272),
    "room_near": (0.31, -0.054),
    "room_far": (-0.19, -0.203),
    "room_gaia": (0.88, -0.079),
    "forming": (2.48, 0.124),
    "formers": (-2.45, 0.816),
    "green": (2.61, 0.531),
    "tokens": (1.7, -0.729),
    "ready": (0.6, 0.508),
    "unpaid": (-0.93, -0.167),
    "hope": (9.43, -0.086),
    "spread": (0.94, -0.001),
    "advanced": (0.62, 1.799),
    "tiles": (0.4, 0.036),
    "specials": (1.06, -0.16),
    "booster": (1.05, 0.055),
    "finals": (0.24, -0.073),
    "neighbours": (0.14, 0.017),
}
"""Feature -> its weight after the last income, and what each further income adds."""
LEVELS: Final = (
    (0.0, -0.24, 1.33, 3.29, 2.01, 2.94),
    (0.0, -0.25, 0.94, 1.57, 1.43, 2.68),
    (0.0, -0.17, -0.0, -0.43, -0.6, -0.09),
    (0.0, -0.1, 0.51, 0.34, 0.17, -0.1),
    (0.0, -0.14, 0.01, 0.09, 0.27, -0.1),
    (0.0, -0.37, -0.43, 0.06, 0.06, 0.4),
)
"""By research area: worth of each level for every income to come, beside what it brings by itself."""
PROMISE: Final = (0.24, 0.41, 1.59, 0.39, 0.29, 0.51)
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

_WEIGHT: Final = tuple(
    tuple(FEATURES[name][0] + FEATURES[name][1] * rounds for name in NAMES) for rounds in range(ROUNDS + 1)
)
_LEVEL: Final = tuple(
    tuple(
        tuple(
            END_VP[level]
            + rounds * levels[level]
            + (PROMISE[track] * level * min(1.0, rounds / 3) if level < 3 else 0.0)
            for level in range(6)
        )
        for track, levels in enumerate(LEVELS)
    )
    for rounds in range(ROUNDS + 1)
)
_PLACES: Final = {part: tuple(NAMES.index(name) for name in names) for part, names in PARTS.items()}


def value(state: State, seat: int) -> float:
    """Points that the seat may hope for; exact when the game is over, but for rivals who stood still."""
    if state.phase == OVER:
        return _end(state, seat)
    player = state.players[seat]
    rounds = rounds_left(state)
    place, price = _placed(state, seat, rounds)
    total: float = player.vp - player.bid + place + sum(map(mul, _WEIGHT[rounds], holdings(state, seat, price)))
    for levels, level in zip(_LEVEL[rounds], player.research, strict=True):
        total += levels[level]
    return total


_PLACED: Final[dict[tuple[object, ...], tuple[float, int]]] = {}
_PLACED_MOST: Final = 20000


def _placed(state: State, seat: int, rounds: int) -> tuple[float, int]:
    """What the features of ``BOARD`` are worth together, and the satellites of the next federation.

    In a plan most positions differ only in what the seat holds, so this is remembered.
    """
    key = board_key(state, seat) if state.out and state.round else ()
    found = _PLACED.get(key) if key else None
    if found is None:
        numbers, price = board(state, seat)
        found = sum(map(mul, _WEIGHT[rounds][len(HOLDINGS) :], numbers)), price
        if key:
            if len(_PLACED) >= _PLACED_MOST:
                _PLACED.clear()
            _PLACED[key] = found
    return found


def _end(state: State, seat: int) -> float:
    player = state.players[seat]
    if not state.out:
        return float(player.vp)
    sure = 0
    for tile in state.table.final_tiles:
        sure += standings(state, tile)[seat][2]
    return player.vp - sure + finals(state, seat, 0)


def parts(state: State, seat: int) -> dict[str, float]:
    """The value by source."""
    if state.phase == OVER:
        return {"points": _end(state, seat)}
    player = state.players[seat]
    rounds = rounds_left(state)
    worths = list(map(mul, _WEIGHT[rounds], features(state, seat)))
    found = {"points": float(player.vp - player.bid)}
    for part, places in _PLACES.items():
        found[part] = sum(worths[place] for place in places)
    found["research"] += sum(levels[level] for levels, level in zip(_LEVEL[rounds], player.research, strict=True))
    return found
