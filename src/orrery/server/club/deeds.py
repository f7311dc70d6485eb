"""Deeds: what moderators did, to whom and why. They are only ever added, in the transaction of what was done."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, insert, select

from orrery.core.saying import say
from orrery.desk import wire
from orrery.desk.problems import Refused, not_found
from orrery.server.clock import now
from orrery.server.people import accounts
from orrery.server.people.accounts import Person
from orrery.server.store import schema as db

PAGE = 50

D = db.deeds.c


def moderator(connection: Connection, by: int | None) -> None:
    """Refuse whoever is no moderator at this moment; None is whoever runs the server."""
    if by is None:
        return
    person = accounts.find(connection, by)
    if person is None or not person.moderator or person.banned is not None:
        raise Refused(403, "moderators-only", "only moderators may do this")


def against(connection: Connection, by: int | None, user: int) -> Person:
    """The person whom a moderator is about to act against, whom nobody else changes until the transaction ends.

    Nobody acts against themselves, and only whoever runs the server against a moderator.
    """
    moderator(connection, by)
    found = accounts.held(connection, user)
    if found is None or found.deleted is not None:
        raise not_found(f"person {user}")
    if by is not None and user == by:
        raise Refused(403, "protected", say("server.moderate.self"))
    if by is not None and found.moderator:
        raise Refused(403, "protected", say("server.moderate.moderator"))
    return found


def did(
    connection: Connection,
    by: int | None,
    what: str,
    why: str = "",
    user: int | None = None,
    match: str | None = None,
    number: int | None = None,
) -> None:
    """Remember a deed."""
    values = {"at": now(), "by": by, "what": what, "why": why, "user": user, "match": match, "number": number}
    connection.execute(insert(db.deeds).values(**values))


def told(connection: Connection, before: int | None) -> wire.Deeds:
    """A page of deeds, newest first, older than a number."""
    doer, meant = db.users.alias(), db.users.alias()
    columns: list[ColumnElement[Any]] = [
        D.id,
        D.at,
        D.what,
        D.why,
        D.by,
        doer.c.name,
        D.user,
        meant.c.name,
        D.match,
        D.number,
    ]
    query = (
        select(*columns)
        .outerjoin(doer, doer.c.id == D.by)
        .outerjoin(meant, meant.c.id == D.user)
        .order_by(D.id.desc())
        .limit(PAGE + 1)
    )
    if before is not None:
        query = query.where(D.id < before)
    found = [wire.Deed(*row) for row in connection.execute(query)]
    return wire.Deeds(found[:PAGE], found[PAGE - 1].id if len(found) > PAGE else None)
