"""Records: whole matches that come in or go out."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from orrery.desk.wire.base import Json, Request
from orrery.desk.wire.tables import Clock, NewSeat


class ImportRecord(Request):
    """A match as text; it is replayed before it is stored."""

    text: Annotated[str, Meta(min_length=1, max_length=2_000_000)]
    title: Annotated[str, Meta(max_length=80)] = ""
    visibility: Literal["public", "link"] = "link"


class CarryRecord(Request):
    """A match that was begun on a device, to be played on: at once, or when its open seats are taken."""

    text: Annotated[str, Meta(min_length=1, max_length=2_000_000)]
    name: Annotated[str, Meta(min_length=1, max_length=80, pattern="^[A-Za-z0-9~._-]+$")]
    """What whoever brings it calls it: the same name twice is one table."""
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=16)]
    """Who plays on, for every seat. One that was given up stays with a bot."""
    visibility: Literal["public", "link"] = "link"
    mode: Literal["live", "turns"] = "live"
    clock: Clock | None = None
    undo: Literal["consent", "never"] = "consent"
    coach: bool = True
    title: Annotated[str, Meta(max_length=80)] = ""


class Carried(Request):
    """A match of this device is played on elsewhere."""

    address: Annotated[str, Meta(max_length=400, pattern="^https?://[^ ]+$")]
    """Of the page that shows it there."""


class RecordEntry(Struct, omit_defaults=True):
    """One entry of a record."""

    number: int
    seat: int
    question: str
    text: str
    at: int = 0
    digest: str | None = None


class Record(Struct, omit_defaults=True):
    """A match as JSON: whole once it is over, before that as far as the asker may know."""

    format: str
    game: str
    rules: int
    engine: str
    options: dict[str, Json]
    complete: bool
    entries: list[RecordEntry]
    names: list[str] = []
    seed: int | None = None
    scores: list[int] = []
    places: list[int] | None = None
