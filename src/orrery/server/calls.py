"""What the server and its worker processes say to each other: length-prefixed MessagePack."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, msgpack


class Line(Struct, array_like=True, frozen=True):
    """A stored entry."""

    seat: int
    question: str
    text: str
    digest: str
    at: int


class NewLine(Struct, array_like=True, frozen=True):
    """An entry to be stored; ``heard`` is what everybody may read, where that is less."""

    seat: int
    question: str
    text: str
    heard: str | None
    digest: str


class Head(Struct, array_like=True, frozen=True):
    """A match header; the options are JSON text, so that no number is too large."""

    game: str
    rules: int
    options: str
    seed: int


class Call(Struct, array_like=True):
    """One engine call, about a match (with the entries that the worker does not know yet) or about a title."""

    op: str
    args: dict[str, Any]
    match: str = ""
    head: Head | None = None
    """With the first entries only."""
    start: int = 0
    tail: list[Line] = []


class Reply(Struct, array_like=True):
    """The answer. ``forgotten``: send the header and all entries; ``broken``: the log does not replay."""

    kind: Literal["ok", "refused", "forgotten", "broken"]
    raw: bytes = b""
    status: int = 0
    code: str = ""
    sentence: str = ""
    detail: dict[str, Any] = {}


class After(Struct, array_like=True):
    """Where a match stands."""

    number: int
    move: int
    asked: int | None
    question: str
    scores: list[int]
    places: list[int]
    over: bool


class Played(Struct, array_like=True):
    """Entries that would follow, and where the match stands after them."""

    lines: list[NewLine]
    after: After


class News(Struct, array_like=True):
    """Live messages (JSON), one for each viewer in the order of the call."""

    number: int
    messages: list[bytes]


class Replayed(Struct, array_like=True):
    """A log replayed from outside: its digests and where it stands."""

    lines: list[NewLine]
    after: After
    head: Head


class Thought(Struct, array_like=True):
    """What is answered without asking the person; None for nothing."""

    text: str | None


class Turn(Struct, array_like=True):
    """What a bot answers: one draft, as far as it is asked without a break."""

    texts: list[str]


class Undone(Struct, array_like=True):
    """What an undo would be: how many moves it keeps and whether it needs nobody's consent."""

    keep: int
    free: bool


class World(Struct, array_like=True):
    """A guess of a position as JSON text, for bots and hints."""

    game: str
    data: str


ENCODER = msgpack.Encoder()


def framed(message: Struct) -> bytes:
    """A message with its length in front."""
    body = ENCODER.encode(message)
    return len(body).to_bytes(4, "big") + body
