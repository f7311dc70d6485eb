"""Moderation: sanctions, deeds, invitations."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from orrery.desk.wire.base import Request
from orrery.desk.wire.people import Mute

Reason = Annotated[str, Meta(min_length=1, max_length=300, pattern=r"^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*$")]
"""One line that says why: whom it concerns is told it."""
Remark = Annotated[str, Meta(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]


class Why(Request):
    """A moderator's reason."""

    why: Reason


class MuteRequest(Request):
    """Mutes a person for so many minutes; for good without."""

    why: Reason
    minutes: Annotated[int, Meta(ge=1, le=527_040)] | None = None


class KnownPerson(Struct):
    """A person as moderators see them."""

    id: int
    name: str
    guest: bool
    moderator: bool
    seen: int
    muted: Mute | None
    banned: str | None
    """Why; None for who is not."""


class KnownPeople(Struct):
    """A page of people, newest first; ``next`` goes into ``before`` for the next page."""

    people: list[KnownPerson]
    next: int | None


DeedKind = Literal[
    "mute",
    "unmute",
    "ban",
    "unban",
    "remove-line",
    "remove-table",
    "end",
    "repair",
    "invite",
    "revoke",
    "announce",
    "retract",
    "moderator",
    "member",
    "delete",
]


class Deed(Struct):
    """Something that a moderator did, or (``by`` None) whoever runs the server."""

    id: int
    at: int
    what: DeedKind
    why: str
    by: int | None
    by_name: str | None
    user: int | None
    user_name: str | None
    match: str | None
    number: int | None


class Deeds(Struct):
    """A page of deeds, newest first; ``next`` goes into ``before`` for the next page."""

    deeds: list[Deed]
    next: int | None


class NewInvitation(Request):
    """Makes a link by which one person makes one account within so many days."""

    days: Annotated[int, Meta(ge=1, le=365)] = 14
    note: Remark = ""
    """Whom it is for."""


class Invitation(Struct):
    """An invitation; ``secret`` is shown once, when it is made: ``/account?invitation=SECRET`` is the link."""

    id: int
    note: str
    created: int
    expires: int
    used: int | None
    user: str | None
    """Who came by it."""
    revoked: int | None
    secret: str | None = None


class Announce(Request):
    """A line for everybody, about something that comes true in so many minutes or without a time."""

    text: Reason
    minutes: Annotated[int, Meta(ge=1, le=10_080)] | None = None
