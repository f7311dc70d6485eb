"""A turn of one's own played out: its answers, those that follow from it, and the others standing still."""

from __future__ import annotations

from typing import Any, Final

from orrery.bots import Budget
from orrery.bots.mind import Mind
from orrery.core.game import A, S, Seat

LIMIT: Final = 60
"""Answers of one turn at most, so that no line runs on for ever."""

Memory = dict[object, Any]
"""What a mind calls ``alike`` -> the answer to such questions."""


def follow(
    known: Mind[S, A],
    state: S,
    seat: Seat,
    turn: tuple[A, ...],
    budget: Budget,
    memory: Memory | None = None,
) -> tuple[S | None, tuple[A, ...]]:
    """The position at the seat's next turn, and every answer of this one; None if a follow-up never ends.

    Follow-up questions are answered by policy or by the value one answer ahead; the others stand still. With a
    ``memory`` questions that are ``alike`` are answered alike without looking ahead again.
    """
    trial = state.clone()
    played: list[A] = []
    waiting = list(turn)
    for _ in range(LIMIT):
        asked = trial.asked()
        if asked is None or known.leaf(trial, state):
            return trial, tuple(played)
        if asked != seat:
            trial.apply(known.still(trial))
            continue
        if known.is_turn(trial):
            if not waiting:
                return trial, tuple(played)
            answer = waiting.pop(0)
        else:
            answer = _answer(known, trial, seat, budget, memory)
        trial.apply(answer)
        played.append(answer)
    return None, ()


def _answer(known: Mind[S, A], state: S, seat: Seat, budget: Budget, memory: Memory | None) -> A:
    alike = None if memory is None else known.alike(state, seat)
    if memory is None or alike is None:
        return known.policy(state, seat) or _best_answer(known, state, seat, budget)
    if alike not in memory:
        memory[alike] = known.policy(state, seat) or _best_answer(known, state, seat, budget)
    answer: A = memory[alike]
    return answer


def _best_answer(known: Mind[S, A], state: S, seat: Seat, budget: Budget) -> A:
    options: list[A] = state.options()
    found, most = options[0], float("-inf")
    for option in options:
        trial = state.clone()
        trial.apply(option)
        worth = known.value(trial, seat)
        if worth > most:
            found, most = option, worth
        budget.spend()
    return found
