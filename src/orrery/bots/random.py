"""A bot that answers anything that is legal, each option equally likely."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, final

from orrery.bots import Budget, usual
from orrery.core import chance
from orrery.core.compiled import reduced
from orrery.core.game import AnyGame, AnyState, Seat


@final
class Random:
    """Uniform over the options; the same seed gives the same answers."""

    def __init__(self, seed: int, budget: Callable[[], Budget] = usual) -> None:
        self.name = "random"
        self._seed = seed
        self._draws = 0

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self, self._seed)

    def choose(self, game: AnyGame, state: AnyState, seat: Seat) -> Any:
        options = state.options()
        self._draws += 1
        return options[chance.draw(self._seed, self._draws, len(options))]
