"""The ledger: every change of a holding is noted with its source.

Holdings are ``credits ore knowledge qic vp``, ``tokens`` (power tokens in bowls I to III), ``gaia`` (tokens in the
Gaia area) and ``gaiaformers`` (on the faction board); each is at any time the sum of what was noted. ``charge`` and
``power`` note power charged and spent, which move tokens without changing their number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orrery.core.journal import Booking

if TYPE_CHECKING:
    from orrery.gaia.state import State


def note(state: State, seat: int, what: str, amount: int, source: str) -> None:
    """Note a change, if anybody keeps a journal."""
    if state.journal is not None and amount:
        state.journal.bookings.append(Booking(seat, what, amount, source))
