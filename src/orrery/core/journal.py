"""What a position tells about itself while it is played: bookings of holdings with their sources, and messages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from orrery.core.compiled import reduced

POINTS: Final = "vp"
"""The word for victory points as a holding, in every title."""


class Booking(NamedTuple):
    """One change of one holding of one seat, with the source it came from."""

    seat: int
    what: str
    """The resource, in the game's words; ``vp`` for victory points."""
    amount: int
    """Positive for gains, negative for costs."""
    source: str


class Message(NamedTuple):
    """Something that happened, as a key with arguments; the reader's language makes it a sentence."""

    key: str
    args: Mapping[str, object]


class Totals(NamedTuple):
    """Bookings of one seat added up; each holding by its word."""

    cost: dict[str, int]
    gain: dict[str, int]
    """Victory points excepted."""
    points: dict[str, int]
    """Victory points gained or lost, by source."""


def totals(bookings: Iterable[Booking], seat: int, net: bool = False) -> Totals:
    """What one seat paid and gained, and its points by source.

    With ``net`` a holding that was both paid and gained is told as the difference alone.
    """
    found = Totals({}, {}, {})
    for booking in bookings:
        if booking.seat != seat:
            continue
        if booking.what == POINTS:
            found.points[booking.source] = found.points.get(booking.source, 0) + booking.amount
        elif booking.amount < 0:
            found.cost[booking.what] = found.cost.get(booking.what, 0) - booking.amount
        else:
            found.gain[booking.what] = found.gain.get(booking.what, 0) + booking.amount
    if net:
        for what in [each for each in found.cost if each in found.gain]:
            more = found.gain.pop(what) - found.cost.pop(what)
            if more > 0:
                found.gain[what] = more
            elif more < 0:
                found.cost[what] = -more
    return found


class Journal:
    """What a position tells about itself while it is played: bookings and messages, in order."""

    __slots__ = ("bookings", "messages")

    def __init__(self) -> None:
        self.bookings: list[Booking] = []
        self.messages: list[Message] = []

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)
