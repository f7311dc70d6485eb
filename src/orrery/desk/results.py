"""What calls are answered with, where it is not JSON for a client: structs that travel as MessagePack."""

from __future__ import annotations

from msgspec import Struct, msgpack

ENCODER = msgpack.Encoder()


class Line(Struct, array_like=True, frozen=True):
    """An entry of a log: as it was played, and then as it was stored."""

    seat: int
    question: str
    text: str
    digest: str
    at: int = 0
    """When it was stored."""
    heard: str | None = None
    """What everybody may read, where that is less."""


class Head(Struct, array_like=True, frozen=True):
    """A match header; the options are JSON text, so that no number is too large."""

    game: str
    rules: int
    options: str
    seed: int


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

    lines: list[Line]
    after: After


class Told(Struct, array_like=True):
    """Live messages (JSON), one for each viewer in the order of the call."""

    number: int
    messages: list[bytes]


class Replayed(Struct, array_like=True):
    """A log replayed from outside: its digests and where it stands."""

    lines: list[Line]
    after: After
    head: Head
    names: dict[int, str]


class Completed(Struct, array_like=True):
    """The options of a table, complete, as JSON text."""

    options: str
    seats: int
    rules: int


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
