"""What was learned about the planner's promises and the judge's differences, from games and from a reference.

The figures lie beside this file as data, made by ``orrery study calibrate`` and ``orrery study reference``.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple, TypedDict

from orrery.bots.mind import AnyMind
from orrery.core.game import AnyState

FILE: Final = "calibration.json"
UNMEASURED: Final = 8.0
"""How noisy a difference is thought to be as long as nobody has measured it."""
SURE: Final = 1.64
"""A difference is clear if it is at least so many times the noise: of 20 such the sign of 19 is right."""


class Promise(TypedDict):
    """How much the planner promises too much at one stage of the game."""

    count: int
    over: float
    """Promised minus reached, on average."""
    spread: float
    """Standard deviation of that."""


class Figures(TypedDict):
    """What the file holds."""

    promise: dict[str, dict[str, dict[str, Promise]]]
    """Title -> number of players -> stage -> how much is promised too much."""
    shrink: dict[str, dict[str, float]]
    """Title -> ``search`` or ``playouts`` -> what of a measured difference is true on average."""
    noise: dict[str, float]
    """Title -> standard deviation of the error of a difference between equal searches, once it is shrunk."""
    made: dict[str, str]
    """What each part was made of, for people."""


class Calibration(NamedTuple):
    """Figures with the questions that are asked of them. What was not measured is left as it is."""

    figures: Figures

    def promise(self, title: str, players: int, stage: int) -> Promise | None:
        """How much is promised too much; of the nearest number of players and stage that was measured."""
        tables = self.figures["promise"].get(title)
        if not tables:
            return None
        by_stage = tables[min(tables, key=lambda name: (abs(int(name) - players), name))]
        return by_stage[min(by_stage, key=lambda name: (abs(int(name) - stage), name))] if by_stage else None

    def shrink(self, title: str, how: str) -> float:
        """What of a measured difference is true on average."""
        return self.figures["shrink"].get(title, {}).get(how, 1.0)

    def noise(self, title: str) -> float:
        """The standard deviation of the error of a difference between equal searches, once it is shrunk."""
        return self.figures["noise"].get(title, UNMEASURED)

    def unclear(self, title: str, behind: float) -> bool:
        """Whether a difference between equal searches, once it is shrunk, is inside the noise."""
        return behind < SURE * self.noise(title)


EMPTY: Final[Figures] = {"promise": {}, "shrink": {}, "noise": {}, "made": {}}


@lru_cache(maxsize=1)
def calibration() -> Calibration:
    """The figures that Orrery comes with."""
    file = files("orrery.study").joinpath(FILE)
    figures: Figures = json.loads(file.read_text("utf-8")) if file.is_file() else EMPTY
    return Calibration(figures)


def stage_of(known: AnyMind, state: AnyState) -> int:
    """The round or year of a position."""
    for name in ("round", "year"):
        found = getattr(state, name, None)
        if isinstance(found, int):
            return found
    return known.stage(state)


def players_of(state: AnyState) -> int:
    """How many people play; an opponent of a solo game is none of them."""
    found: object = getattr(getattr(state, "table", None), "players", None)
    return found if isinstance(found, int) else len(state.scores())
