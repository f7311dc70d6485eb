"""Everything that is stored of the asker."""

from __future__ import annotations

from msgspec import Struct

from orrery.desk.wire.base import Json
from orrery.desk.wire.people import Mute, Token


class SessionExport(Struct):
    """A session of a browser."""

    created: int
    used: int


class MatchExport(Struct):
    """A seat of the asker."""

    match: str
    game: str
    title: str
    state: str
    seat: int
    name: str
    started: int | None
    ended: int | None
    scores: list[int]
    places: list[int] | None
    reason: str | None
    out: str | None


class HostedExport(Struct):
    """A table that the asker made."""

    match: str
    game: str
    title: str
    state: str
    created: int


class LineExport(Struct):
    """A line of chat of the asker."""

    match: str
    number: int
    text: str
    at: int


class NoteExport(Struct):
    """Private notes of the asker."""

    match: str
    text: str


class DeliveryExport(Struct):
    """A notice to the asker."""

    channel: str
    target: str
    match: str | None
    state: str
    error: str | None
    created: int
    sent: int | None


class FriendExport(Struct):
    """What the asker thinks of somebody."""

    user: int
    kind: str
    at: int


class SummonsExport(Struct):
    """An invitation to a table, by the asker or to them."""

    match: str
    user: int
    by: int
    at: int
    declined: bool


class AnswerExport(Struct):
    """An answer to a card."""

    number: int
    turn: list[str]
    at: int
    state: str
    result: Json


class CardExport(Struct):
    """A mistake that the asker practises."""

    id: int
    match: str
    seat: int
    move: int
    game: str
    kind: str
    made: int
    box: int
    due: int
    answers: list[AnswerExport]


class SolutionExport(Struct):
    """What the asker made of a puzzle."""

    puzzle: str
    game: str
    share: float
    """Of the first answer, which was rated."""
    reached: int | None
    tries: int
    at: int


class SolverExport(Struct):
    """The rating of the asker as a solver of puzzles."""

    game: str
    rating: float
    spread: float
    answers: int


class Export(Struct):
    """Everything that is stored of the asker; secrets are stored as hashes and left out."""

    id: int
    name: str
    guest: bool
    moderator: bool
    email: str | None
    confirmed: bool
    created: int
    seen: int
    muted: Mute | None
    settings: dict[str, Json]
    sessions: list[SessionExport]
    tokens: list[Token]
    browsers: list[str]
    matches: list[MatchExport]
    hosted: list[HostedExport]
    chat: list[LineExport]
    notes: list[NoteExport]
    deliveries: list[DeliveryExport]
    friends: list[FriendExport]
    summons: list[SummonsExport]
    practice: list[CardExport]
    solutions: list[SolutionExport]
    solver: list[SolverExport]
