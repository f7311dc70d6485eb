"""Records: whole matches that come in or go out."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from orrery.desk.wire.base import Json, Request


class ImportRecord(Request):
    """A match as text; it is replayed before it is stored."""

    text: Annotated[str, Meta(min_length=1, max_length=2_000_000)]
    title: Annotated[str, Meta(max_length=80)] = ""
    visibility: Literal["public", "link"] = "link"


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
