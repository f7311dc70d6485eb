"""Tables: how they are made, who sits where, how they are listed."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from orrery.desk.wire.base import Json, Name, Request, SeatNumber, Secret
from orrery.desk.wire.play import UndoRequest

SeatKind = Literal["me", "open", "bot"]


class NewSeat(Request):
    """Who takes a seat of a new table: ``me`` more than once is a hot seat."""

    kind: SeatKind
    level: Annotated[str, Meta(max_length=40)] | None = None
    """Of a bot."""
    name: Name | None = None
    """A name of its own for a hot seat."""


class Clock(Struct, forbid_unknown_fields=True):
    """Time to think: ``seconds`` per player with ``increment`` per turn, or ``days`` per move; never both."""

    seconds: Annotated[int, Meta(ge=10, le=604_800)] | None = None
    increment: Annotated[int, Meta(ge=0, le=86_400)] = 0
    days: Annotated[float, Meta(gt=0, le=60)] | None = None
    out: Literal["bot", "lose"] = "bot"
    """What happens to somebody who runs out of time."""


class NewTable(Request):
    """A table to be opened; fewer seats than the game has are filled up with open ones."""

    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, Json] = {}
    seats: Annotated[list[NewSeat], Meta(max_length=16)] = []
    visibility: Literal["public", "link", "password"] = "public"
    password: Secret | None = None
    mode: Literal["live", "turns"] = "live"
    clock: Clock | None = None
    undo: Literal["consent", "never"] = "consent"
    autostart: bool = True
    """Start as soon as every seat is taken; otherwise the host starts."""
    coach: bool = True
    """Whether people may ask for hints while they play."""
    several: bool = False
    """Whether others than the host may take more than one seat."""
    title: Annotated[str, Meta(max_length=80)] = ""


class Join(Request):
    """Takes an open seat (the first one when ``seat`` is left out)."""

    seat: SeatNumber | None = None
    password: Secret | None = None
    key: Annotated[str, Meta(max_length=80)] | None = None
    """From the link of a table that is open by link only."""


class ChangeSeat(Request):
    """The host gives a seat to a bot or opens it again."""

    kind: Literal["open", "bot", "me"]
    level: Annotated[str, Meta(max_length=40)] | None = None
    name: Name | None = None


class SeatInfo(Struct):
    """A seat of a table."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    user: int | None
    level: str | None
    mine: bool
    standin: bool
    """A bot plays for an absent person, who may come back."""
    out: str | None
    """``resigned`` or ``time`` when the seat has lost by leaving."""
    bank: int | None
    """Milliseconds left on the clock when last asked; None without a clock."""
    online: bool
    guest: bool = False
    """The person has no account: anybody may use such a name."""
    gone: bool = False
    """The person is banned or deleted: a bot may take the seat at once."""


class Elsewhere(Struct):
    """Where a match of a device is played on."""

    address: str
    """Of the page that shows it."""
    at: int
    """Since when."""


class Table(Struct):
    """A table, and the match once it has started; both have the same id."""

    id: str
    game: str
    title: str
    rules: int
    engine: str
    options: dict[str, Json]
    state: Literal["open", "running", "over", "stopped", "broken"]
    """``stopped`` is an unfinished import, ``broken`` no longer replays: both are read-only."""
    notice: str | None
    seats: list[SeatInfo]
    host: int | None
    visibility: str
    key: str | None
    """For the invitation link; only people of the table see it."""
    mode: str
    clock: Clock | None
    undo: str
    autostart: bool
    coach: bool
    created: int
    started: int | None
    ended: int | None
    number: int
    move: int
    asked: int | None
    question: str
    since: int | None
    """When the pending question was put."""
    deadline: int | None
    scores: list[int]
    places: list[int] | None
    reason: str | None
    """How it ended: ``finished``, ``resigned``, ``time``, or ``ended`` by a moderator."""
    mine: bool
    waiting: bool
    """The asker must answer."""
    next: str | None
    """The rematch, when there is one."""
    undo_request: UndoRequest | None = None
    several: bool = False
    """Others than the host may take more than one seat."""
    fixed: list[str] = []
    """Options by which the host fixed what chance decides otherwise: ``setup_seed``, ``position``, ``cards`` ..."""
    brought: int | None = None
    """Entries that were played on a device before it came here: who brought them knows what chance has in store."""
    carried: Elsewhere | None = None
    """Of a match on a device: where it is played on."""


class TablePage(Struct):
    """A page of a list of tables."""

    tables: list[Table]
    more: str | None
    """What to send as ``after`` for the tables that follow; none: these are the last."""
