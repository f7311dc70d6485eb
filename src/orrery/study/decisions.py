"""The decisions of a match: turns and questions between turns, with all that the seat answered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from orrery.bots.mind import AnyMind, mind
from orrery.core.game import AnyGame, AnyState, Seat
from orrery.core.match import AnyMatch


@dataclass(slots=True)
class Decision:
    """A turn, or a question between turns, with what was answered."""

    move: int
    """How many moves came before it."""
    seat: Seat
    question: str
    state: AnyState
    """The true position; whoever judges it makes guesses."""
    turn: list[Any] = field(default_factory=list)
    """The answers of the seat, in order."""
    last: int = 0
    """The move of its last answer."""


def phase_of(state: AnyState) -> object:
    """The part of a round in which a position is; a turn ends with it."""
    return getattr(state, "phase", None)


def gathered(known: AnyMind, steps: Iterable[tuple[AnyState, Seat, Any]]) -> list[Decision]:
    """The decisions of a line of answers: each is the position before it, who answered, and the answer.

    Questions with a single option are decisions of nobody.
    """
    found: list[Decision] = []
    running: dict[Seat, Decision] = {}
    for move, (state, seat, answer) in enumerate(steps):
        turn = running.get(seat)
        if turn is not None and (known.begins_turn(state) or phase_of(state) != phase_of(turn.state)):
            turn = None
        if turn is None or not known.is_turn(turn.state):
            turn = Decision(move, seat, state.question(), state)
            if len(state.options()) > 1:
                found.append(turn)
            running[seat] = turn
        turn.turn.append(answer)
        turn.last = move
        if known.ends_turn(answer):
            running.pop(seat, None)
    return found


def steps_of(match: AnyMatch) -> list[tuple[AnyState, Seat, Any]]:
    """Every answer along the line of a match: the position before it, who answered, and the answer."""
    game: AnyGame = match.game
    state: AnyState = match.at(0)
    steps: list[tuple[AnyState, Seat, Any]] = []
    for number in match.line:
        entry = match.entries[number]
        answer = game.read(state, entry.text)
        steps.append((state.clone(), entry.seat, answer))
        state.apply(answer)
    return steps


def decisions(match: AnyMatch) -> list[Decision]:
    """The decisions of a match along its line."""
    return gathered(mind(match.game.name), steps_of(match))
