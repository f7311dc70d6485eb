"""Live messages, both ways."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from orrery.desk.wire.base import Json
from orrery.desk.wire.people import Announcement, User
from orrery.desk.wire.play import ChatLine, CommitRequest, Committed, Moved, Position, PreviewRequest, Whole
from orrery.desk.wire.tables import Table


class Watch(Struct, tag_field="kind", tag="watch"):
    """Follow a match as a seat (None: spectator) from the last number seen (None: only what comes)."""

    match: str
    seat: int | None = None
    number: int | None = None
    key: str | None = None


class Leave(Struct, tag_field="kind", tag="leave"):
    """Stop following."""

    match: str
    seat: int | None = None


class WatchLobby(Struct, tag_field="kind", tag="lobby"):
    """Be told when lists of tables change."""

    on: bool = True


Id = Annotated[int, Meta(ge=0, le=2**53)]
"""What a client calls a question of its own; the answer carries it."""


class Drafted(Struct, tag_field="kind", tag="preview"):
    """As ``POST /preview``; answered by ``answer`` or ``problem`` with the same id."""

    id: Id
    match: str
    draft: PreviewRequest


class Commit(Struct, tag_field="kind", tag="commit"):
    """As ``POST /commit``; answered by ``answer`` or ``problem`` with the same id."""

    id: Id
    match: str
    draft: CommitRequest


class Ping(Struct, tag_field="kind", tag="ping"):
    """Answered by ``pong``."""


ClientMessage = Watch | Leave | WatchLobby | Drafted | Commit | Ping


# Live messages: server to client


class Hello(Struct, tag_field="kind", tag="hello"):
    """The first message."""

    user: User | None
    now: int
    version: str
    announcement: Announcement | None = None


class Watching(Struct, tag_field="kind", tag="watching"):
    """The watch stands; ``number`` is where the match is."""

    match: str
    seat: int | None
    number: int


class Unwatched(Struct, tag_field="kind", tag="unwatched"):
    """The watch has ended: the seat, or the table, is no longer open to this person."""

    match: str
    seat: int | None


class TableChanged(Struct, tag_field="kind", tag="table"):
    """The table as it is now: seats, clocks, undo requests, state."""

    table: Table


class Said(Struct, tag_field="kind", tag="chat"):
    """A new line of chat, or one whose words were removed."""

    match: str
    line: ChatLine


class PremovesDropped(Struct, tag_field="kind", tag="premoves"):
    """Premoves that were no longer legal."""

    match: str
    seat: int
    sentence: str


class YourTurn(Struct, tag_field="kind", tag="asked"):
    """Somebody waits for you, at any of your tables."""

    match: str
    seat: int
    number: int
    question: str
    game: str


class Announced(Struct, tag_field="kind", tag="announced"):
    """What is announced now; None for nothing."""

    announcement: Announcement | None


class LobbyChanged(Struct, tag_field="kind", tag="lobby"):
    """Lists of tables changed."""


class Called(Struct, tag_field="kind", tag="called"):
    """Friends or invitations of the asker have changed."""


class Pong(Struct, tag_field="kind", tag="pong"):
    """Answer to ``ping``."""

    now: int


class Answered(Struct, tag_field="kind", tag="answer", omit_defaults=True):
    """The answer to ``preview`` or ``commit``."""

    id: int
    position: Position | None = None
    committed: Committed | None = None


class LiveProblem(Struct, tag_field="kind", tag="problem", omit_defaults=True):
    """A message that could not be followed."""

    code: str
    sentence: str
    match: str | None = None
    id: int | None = None
    """Of the question that is refused."""
    status: int = 0
    """The HTTP status of the same refusal."""
    detail: dict[str, Json] = {}
    position: Position | None = None
    """With code ``stale``: the position as it is now."""


ServerMessage = (
    Hello
    | Watching
    | Moved
    | Whole
    | Unwatched
    | TableChanged
    | Said
    | PremovesDropped
    | YourTurn
    | Announced
    | LobbyChanged
    | Called
    | Pong
    | Answered
    | LiveProblem
)
