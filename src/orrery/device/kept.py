"""What a device keeps of a match: one record, header and entries, with who sits where."""

from __future__ import annotations

from typing import Final, Literal, Protocol

import msgspec
from msgspec import Struct

from orrery.desk import wire
from orrery.desk.results import After, Head, Line

FORM: Final = 1
"""Of records: raised when older ones mean something else."""

MARK: Final = "~"
"""Ids of matches on a device begin with it, so that everybody knows whom to ask about them."""


class Keeper(Protocol):
    """Where records lie: they are there for good before anybody is told what they hold."""

    def put(self, match: str, record: bytes) -> None:
        """Keep a record in the place of an older one."""

    def drop(self, match: str) -> None:
        """Forget a record."""


class Seat(Struct, omit_defaults=True):
    """Who sits on a seat, and what they said ahead."""

    kind: Literal["person", "bot"]
    name: str = ""
    level: str | None = None
    out: str | None = None
    orders: list[wire.Order] = []
    premoves: list[str] = []
    premove_question: str | None = None
    dropped: str | None = None
    then: str | None = None

    @property
    def automatic(self) -> bool:
        """Somebody else than the person may answer for this seat."""
        return self.kind == "bot" or bool(self.premoves) or bool(self.orders) or self.then is not None


class Report(Struct, omit_defaults=True):
    """A report on a seat, as far as it is made."""

    seat: int
    depth: wire.Depth
    engine: str
    """What judges: another version makes it anew."""
    total: int | None = None
    done: int = 0
    """Pieces of work that are done; a decision may take two."""
    units: list[str] = []
    """Decisions that are judged, as JSON."""
    used: int = 0
    """Milliseconds that they took."""
    report: str | None = None
    problem: dict[str, wire.Json] | None = None


class Answer(Struct, omit_defaults=True):
    """An answer to a card, and what it was worth once that is known."""

    turn: list[str]
    """The texts; none: the solution was looked at."""
    at: int
    result: str | None = None
    """The judgement, as JSON."""
    problem: dict[str, wire.Json] | None = None
    """Why it could not be judged."""

    @property
    def waiting(self) -> bool:
        """Nobody has judged it yet."""
        return self.result is None and self.problem is None


class Card(Struct, kw_only=True, omit_defaults=True):
    """An own mistake that comes back: a clear moment of a report."""

    id: int
    seat: int
    move: int
    kind: str
    moment: str
    """As a report has it, with the position before it."""
    made: int
    box: int = 0
    due: int
    right: int = 0
    """How many answers were right."""
    answers: list[Answer] = []


class Row(Struct, kw_only=True, omit_defaults=True):
    """A match; its entries are the truth, and everything else is about the table."""

    form: int = FORM
    id: str
    head: Head
    engine: str
    seats: list[Seat]
    title: str = ""
    state: Literal["running", "over", "broken"] = "running"
    notice: str | None = None
    undo: Literal["consent", "never"] = "consent"
    coach: bool = True
    fixed: list[str] = []
    created: int
    since: int
    ended: int | None = None
    reason: str | None = None
    places: list[int] | None = None
    next: str | None = None
    note: str = ""
    """Private notes."""
    reports: list[Report] = []
    cards: list[Card] = []
    carried: wire.Elsewhere | None = None
    """Where it is played on."""
    after: After
    """Where it stands, so that lists need no replay."""
    lines: list[Line] = []

    @property
    def number(self) -> int:
        return len(self.lines)

    @property
    def finished(self) -> bool:
        """Everything about it may be known."""
        return self.state == "over"

    def seat_asked(self) -> Seat | None:
        """The seat that the running match waits for."""
        asked = self.after.asked
        return None if self.state != "running" or asked is None else self.seats[asked]


ENCODER: Final = msgspec.json.Encoder()
DECODER: Final = msgspec.json.Decoder(Row)
