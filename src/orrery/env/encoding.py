"""What a title gives its learners: stable numbers for actions, and an observation of fixed size."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from orrery.core.game import AnyState, Seat
from orrery.core.titles import named

Vector = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]

BOUND = 10.0
"""No number of an observation is larger; amounts are scaled to be near 1."""


class Encoding(Protocol):
    """The numbers of one title. They never change for a given ``version``."""

    version: int
    size: int
    """How many numbers there are for actions."""
    width: int
    """How long an observation is."""

    def number(self, state: AnyState, action: Any, rank: int) -> int:
        """The number of an option; ``rank`` is its place among the options of its kind."""
        ...

    def observe(self, state: AnyState, seat: Seat) -> Vector:
        """What the seat may know, seen from that seat."""
        ...


ENCODINGS: dict[str, str] = {
    "gaia": "orrery.env.gaia:ENCODING",
    "evacuation": "orrery.env.evacuation:ENCODING",
}
"""Title -> ``module:object``."""


def encoding(title: str) -> Encoding:
    """The encoding of a title; the error lists what there is."""
    if title not in ENCODINGS:
        raise LookupError(f"there is no encoding for {title!r}; there are: {', '.join(ENCODINGS)}")
    found: Encoding = named(ENCODINGS[title])
    return found


def numbered(code: Encoding, state: AnyState) -> dict[int, Any]:
    """Number -> option, for every option of the pending question that has a number.

    Options of a kind with more members than its numbers (federations, tokens from bowls) are numbered by their
    place in the list; those beyond the bound are left out, but never all of a kind.
    """
    found: dict[int, Any] = {}
    ranks: dict[type, int] = {}
    for option in state.options():
        kind = type(option)
        rank = ranks.get(kind, 0)
        ranks[kind] = rank + 1
        number = code.number(state, option, rank)
        if number >= 0:
            found.setdefault(number, option)
    return found


def mask(code: Encoding, legal: dict[int, Any]) -> Mask:
    """One for each number that may be played now."""
    found = np.zeros(code.size, dtype=np.int8)
    found[list(legal)] = 1
    return found
