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
    final_points,
    finals,
    holdings,
    rounds_left,
)
from orrery.gaia.scoring import standings
from orrery.gaia.state import OVER, State

FEATURES: Final[dict[str, tuple[float, float]]] = {
    "credits": (0.06, -0.011),
    "ore": (0.55, 0.259),
    "knowledge": (0.65, -0.094),
    "qic": (2.42, 0.496),
    "bowl1": (-0.1, 0.041),
    "bowl2": (0.93, -0.18),
    "bowl3": (0.86, 0.088),
    "credits_income": (0.29, 0.03),
    "ore_income": (0.85, 0.047),
    "knowledge_income": (1.27, 0.072),
    "qic_income": (1.33, 0.192),
    "charge_income": (0.4, 0.138),
    "token_income": (0.79, -0.279),
    "building": (0.7, -0.041),
    "mines": (0.25, 0.14),
    "stations": (0.7, 0.281),
    "labs": (0.95, 0.17),
    "institute": (0.54, 0.761),
    "academy_left": (3.21, -0.679),
    "academy_right": (2.22, 0.31),
    "types": (2.15, 0.02),
    "sectors": (0.24, 0.121),
    "room_home": (0.55, 0.207),
    "room_near": (-0.21, -0.068),
    "room_far": (0.94, -0.04),
    "room_gaia": (0.89, 0.069),
    "forming": (3.15, -0.082),
    "formers": (-1.78, 0.645),
    "green": (3.77, 0.714),
    "tokens": (-0.3, -1.245),
    "ready": (1.65, 0.435),
    "unpaid": (-1.4, -0.25),
    "hope": (8.78, 0.311),
    "spread": (0.81, 0.007),
    "advanced": (-0.77, 1.596),
    "tiles": (0.64, 0.052),
    "specials": (0.48, -0.197),
    "booster": (1.21, 0.034),
    "finals": (0.24, -0.112),
    "neighbours": (0.52, 0.029),
}
"""Feature -> its weight after the last income, and what each further income adds."""
LEVELS: Final = (
    (0.0, -0.52, 1.6, 3.23, 2.64, 2.12),
    (0.0, 0.16, 0.73, 1.34, 1.21, 3.32),
    (0.0, 0.0, 0.18, 0.07, -0.83, 0.29),
    (0.0, -0.32, 0.85, 0.21, -0.29, -0.02),
    (0.0, 0.19, -0.09, 0.17, 0.45, 0.0),
    (0.0, 0.03, -0.33, -0.22, 0.41, 0.67),
)
"""By research area: worth of each level for every income to come, beside what it brings by itself."""
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


def denied(state: State, seat: int) -> float:
    """How much of the value of a finished plan are points that the Automa loses."""
    return final_points(state, seat, 0)[1] if state.phase == OVER and state.out else 0.0


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
