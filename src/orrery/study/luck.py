"""Luck: what came to light, against what might have come to light.

Something comes to light with an answer: a card of the Automa, new cards on a display, a goal. Its luck for a seat
is what the seat may hope for after it, less the mean of that over guesses: worlds that the seat could not tell from
the true one before the answer, in which the same answer is given. Both sides are searched with the same budget.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from orrery.bots import Nodes
from orrery.bots.follow import LIMIT
from orrery.bots.mind import AnyMind
from orrery.bots.planner import outlook
from orrery.core.chance import stream
from orrery.core.game import AnyGame, AnyState, Seat
from orrery.study.judge import best_answer

GUESSES: Final = 6
"""Worlds on either side."""


class Event(NamedTuple):
    """An answer with which something came to light."""

    move: int
    """How many moves came before it."""
    before: AnyState
    answer: Any
    after: AnyState


def events(steps: Iterable[tuple[AnyState, Seat, Any]]) -> list[Event]:
    """The answers of a line with which something came to light: each is the position before it, who, and what."""
    found: list[Event] = []
    for move, (state, _, answer) in enumerate(steps):
        after = state.clone()
        after.apply(answer)
        if after.revealed() != state.revealed():
            found.append(Event(move, state, answer, after))
    return found


def hoped(known: AnyMind, state: AnyState, seat: Seat, nodes: int) -> float:
    """The own points that a seat may hope for from here, the others standing still; ``state`` is a guess."""
    world = state.clone()
    for _ in range(LIMIT):
        asked = world.asked()
        if asked is None:
            return float(world.scores()[seat])
        if asked != seat:
            resumed = known.resumed(world, seat)
            if resumed is not None and resumed.asked() == seat:
                world = resumed
            else:
                world.apply(known.still(world))
        elif known.searched(world):
            plans = outlook(known, world, seat, Nodes(nodes))
            if plans:
                return plans[0].worth - known.denied(plans[0].end, seat)
            break
        else:
            told = known.policy(world, seat)
            world.apply(best_answer(known, world, seat) if told is None else told)
    return known.value(world, seat) - known.denied(world, seat)


def luck(game: AnyGame, known: AnyMind, event: Event, seat: Seat, nodes: int, seed: int) -> float:
    """How much more the seat may hope for after what came to light than it could before, as searches see it.

    ``nodes`` are for all searches together. 0 where the answer cannot be given in any guess.
    """
    share = max(1, nodes // (2 * GUESSES))
    after: list[float] = []
    before: list[float] = []
    for number in range(GUESSES):
        chance = stream(seed, f"luck {number}")
        world = game.guess(event.before, seat, chance)
        if event.answer not in world.options() and not known.fits(world, event.answer):
            continue  # somebody else answered with what the seat could not know of
        world.apply(event.answer)
        before.append(hoped(known, world, seat, share))
        after.append(hoped(known, game.guess(event.after, seat, chance), seat, share))
    return (sum(after) - sum(before)) / len(before) if before else 0.0
