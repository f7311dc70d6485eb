"""A bot that looks one answer ahead and takes the best by a hand-made value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, final

from orrery.bots import Budget, usual
from orrery.bots.follow import follow
from orrery.bots.mind import AnyMind, Mind, mind
from orrery.core.chance import draw
from orrery.core.compiled import reduced
from orrery.core.game import A, AnyGame, AnyState, S, Seat


def best(known: Mind[S, A], state: S, seat: Seat, budget: Budget, seed: int) -> A:
    """The option after which the position is worth most; ties are broken by the seed."""
    options: list[A] = state.options()
    if len(options) == 1:
        return options[0]
    found, most, count = options[0], float("-inf"), 0
    for option in options:
        trial = state.clone()
        trial.apply(option)
        worth = known.value(trial, seat)
        if worth > most:
            found, most, count = option, worth, 1
        elif worth == most:
            count += 1
            if draw(seed, count, count) == 0:
                found = option
        if not budget.spend():
            break
    return found


def _best_turn(known: Mind[S, A], state: S, seat: Seat, budget: Budget, sees: Callable[[], bool]) -> A | None:
    """The first answer of the best single turn; one that ends the round only if the others lose too much.

    A turn is judged when the questions that follow from it are answered. ``sees`` tells whether the next turn comes
    to mind; to end the round always does.
    """
    known = known.ahead(state, seat)
    now = known.value(state, seat)
    going: tuple[float, A | None] = (float("-inf"), None)
    ending: tuple[float, A | None] = (float("-inf"), None)
    start = known.alone(state, seat)
    for turn in known.turns(start, seat):
        if not (sees() or known.ends_turn(turn[-1])):
            continue
        after, played = follow(known, start, seat, turn, budget)
        if after is None or not played:
            continue
        worth = known.value(after, seat)
        if known.leaf(after, state):
            ending = max(ending, (worth, played[0]), key=lambda pair: pair[0])
        else:
            going = max(going, (worth, played[0]), key=lambda pair: pair[0])
        if not budget.spend() and ending[1] is not None:
            break
    if going[1] is None or (going[0] <= now - known.patience and ending[1] is not None):
        return ending[1]
    return going[1]


@final
class Greedy:
    """One step of looking ahead; weaker ones overlook turns or have a blind spot."""

    def __init__(
        self,
        seed: int,
        budget: Callable[[], Budget] = usual,
        name: str = "greedy",
        blind: Sequence[str] = (),
        sees: float = 1.0,
        taught: AnyMind | None = None,
    ) -> None:
        self.name = name
        self._seed = seed
        self._budget = budget
        self._blind = blind
        """Headings of the value that it does not see."""
        self._sees = sees
        """Which share of the turns it thinks of."""
        self._taught = taught
        """Another mind than the title's."""
        self._answers = 0

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self, self._seed, self._budget)

    def choose(self, game: AnyGame, state: AnyState, seat: Seat) -> Any:
        self._answers += 1
        known = self._taught or mind(game.name)
        if self._blind:
            known = known.blind(self._blind)
        told = known.policy(state, seat)
        if told is not None:
            return told
        if known.is_turn(state):
            chance = Random(self._seed + self._answers)
            found = _best_turn(known, state, seat, self._budget(), lambda: chance.random() < self._sees)
            if found is not None:
                return found
        return best(known, state, seat, self._budget(), self._seed + self._answers)
