"""Around a person: what was played to the end, friends, invitations to tables."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from orrery.desk.wire.base import Request


class PastSeat(Struct):
    """A seat of a match that is over."""

    seat: int
    kind: Literal["open", "person", "bot", "automa"]
    """``automa`` is an opponent of the solo rules, who has no seat of the table."""
    name: str
    level: str | None
    mine: bool
    score: int | None
    place: int | None
    out: str | None
    """``resigned`` or ``time`` when the seat has lost by leaving."""
    traits: dict[str, str] = {}
    """What the seat is remembered by, as its title tells it: ``faction`` in Gaia Project."""


class PastGame(Struct):
    """A match of the asker that is over."""

    id: str
    game: str
    title: str
    mode: str
    """The mode of the game where its title has several: ``race`` and ``points`` in Evacuation; else empty."""
    ended: int
    reason: str
    key: str | None
    """For its link, where it needs one."""
    seats: list[PastSeat]
    brought: bool = False
    """It was begun on a device: it counts for nothing."""


class Tally(Struct):
    """The asker's finished games of a kind: those with one seat of theirs and with an opponent."""

    game: str
    mode: str
    faction: str
    """Empty for all of them together."""
    games: int
    wins: int
    mean: float | None
    """Of those that were played to their end; None without one."""
    best: int | None


class Suggestion(Struct):
    """The level at which the asker's next game is likely to be close, and why."""

    level: str
    why: Literal["up", "stay", "down"]
    against: str
    """The level of their last games,"""
    games: int
    """which were so many,"""
    won: int
    """and of which they won so many."""


class History(Struct):
    """What the asker has played to the end."""

    games: list[PastGame]
    """A page, newest first."""
    more: bool
    """There are games before the last of these: ask with its ``ended`` and ``id``."""
    tallies: list[Tally]
    """Over the last 500 games."""
    suggestions: dict[str, Suggestion]
    """By title, where there were games against bots."""
    unread: int
    """Games whose factions are not known yet: some are read with each request."""


class Friend(Struct):
    """Somebody whom the asker knows."""

    id: int
    name: str
    guest: bool
    online: bool | None
    """Whether they are here; only friends know."""
    quiet: bool
    """The asker hears of their invitations in the list only."""


class Friends(Struct):
    """The people around the asker."""

    friends: list[Friend]
    asking: list[Friend]
    """Who would like to be a friend of the asker."""
    asked: list[Friend]
    """Whom the asker would like to have as a friend."""
    blocked: list[Friend]
    met: list[Friend]
    """With whom the asker has played last, and who are none of these."""


class Think(Request):
    """What the asker thinks of somebody."""

    kind: Literal["friend", "quiet", "blocked", "declined"]


class Invite(Request):
    """Whom to invite to a table."""

    user: Annotated[int, Meta(ge=1, le=(1 << 53) - 1)]


class Invited(Struct):
    """An invitation to a table that has not started."""

    match: str
    game: str
    title: str
    by: str
    at: int
    free: int
    """Seats that are free."""
    visibility: str
    key: str
    """Opens the table."""
