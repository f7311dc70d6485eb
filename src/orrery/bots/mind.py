"""What a bot may know of a title beyond the contract: values of positions and turns worth a look."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any, Protocol

from orrery.core.game import Seat


class Mind(Protocol):
    """The hand-made knowledge of one title; a module with these functions is one.

    It may also have ``PATIENCE`` (what a turn may lose before a bot that looks no further passes),
    ``stages(state)`` (how many leaves a plan passes, 1 without it), ``between(state, seat)`` (what happens to a
    position between two of them), ``kind(state, seat)`` (what the lines of a beam should differ in),
    ``alike(state, seat)`` (equal for follow-up questions that one answer fits, None for others), and for the
    set-up ``openings(state, seat)`` (answers that are worth a plan each) with ``opened(state, seat, answer)``
    (the first turn after one). For advice it may have ``denied(state, seat)`` (how much of a value are points that
    a rival loses), ``ends_turn(action)`` (whether a turn is over with an answer), ``resumed(state, seat)`` (where
    a plan can begin after an answer, or None) and ``in_points(state)`` (whether values are victory points). And it
    may have a search of its own: ``plan(state, seat, budget, old)`` gives (worth, turn, end, whole line) for first
    turns, best first, at every question for which ``searched(state)``; ``fits(state, answer)`` then says whether a
    planned answer beside the options may be given.
    """

    def value(self, state: Any, seat: Seat) -> float:
        """Points that the seat may hope for; exact when the game is over."""
        ...

    def parts(self, state: Any, seat: Seat) -> dict[str, float]:
        """The value by source, for advice."""
        ...

    def policy(self, state: Any, seat: Seat) -> Any | None:
        """The answer to a question that needs no search, or None."""
        ...

    def is_turn(self, state: Any) -> bool:
        """Whether a search is worth its time here."""
        ...

    def alone(self, state: Any, seat: Seat) -> Any:
        """A clone in which the others stand still for as long as a plan reaches."""
        ...

    def still(self, state: Any) -> Any:
        """What somebody answers who stands still."""
        ...

    def turns(self, state: Any, seat: Seat) -> Iterable[tuple[Any, ...]]:
        """Beginnings of turns that are worth a look: free actions and the one that matters last."""
        ...

    def leaf(self, state: Any, start: Any) -> bool:
        """Whether a plan that began at ``start`` ends here."""
        ...

    def put_off(self, action: Any, depth: int) -> float:
        """What is lost by doing the action so many turns later."""
        ...

    def same(self, state: Any, seat: Seat) -> object:
        """A key: equal exactly for positions that differ only by the order in which the seat did things."""
        ...


MINDS: dict[str, str] = {"gaia": "orrery.gaia.mind", "evacuation": "orrery.evacuation.mind"}
"""Title -> module."""


def mind(title: str) -> Any:
    """The mind of a title, or None."""
    return import_module(MINDS[title]) if title in MINDS else None
