"""A bot of one's own in thirty lines: it looks one answer ahead and counts points, and never thinks for long.

Let it play:  PYTHONPATH=examples orrery arena --title gaia --seats my_bot:MyBot,random --games 10 --out /tmp/mine
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from orrery.bots import Budget, usual
from orrery.core.chance import draw
from orrery.core.game import AnyGame, AnyState, Seat


class MyBot:
    """Takes the answer after which it has most points; among equals one by chance."""

    def __init__(self, seed: int, budget: Callable[[], Budget] = usual) -> None:
        self.name = "my bot"
        self.seed = seed
        self.budget = budget
        self.answers = 0

    def choose(self, game: AnyGame, state: AnyState, seat: Seat) -> Any:
        self.answers += 1
        budget = self.budget()
        best: list[Any] = []
        most = -1000
        for option in state.options():
            trial = state.clone()
            trial.apply(option)
            points = trial.scores()[seat]
            if points > most:
                best, most = [], points
            if points == most:
                best.append(option)
            if not budget.spend():
                break
        return best[draw(self.seed, self.answers, len(best))]
