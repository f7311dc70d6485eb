"""Who is a moderator, and the people as moderators see them."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, func, or_, update

from orrery.desk import wire
from orrery.desk.problems import Refused
from orrery.server.clock import now
from orrery.server.club import deeds, invitations
from orrery.server.people import accounts
from orrery.server.store import schema as db

PAGE = 50

U = db.users.c


def appoint(connection: Connection, user: int) -> None:
    """Make an account a moderator; only whoever runs the server does."""
    person = accounts.held(connection, user)
    if person is None or person.guest:
        raise Refused(409, "no-account", "only somebody with an account can be a moderator")
    if not person.moderator:
        connection.execute(update(db.users).where(U.id == user).values(moderator=True))
        deeds.did(connection, None, "moderator", user=user)


def dismiss(connection: Connection, user: int) -> None:
    """No longer a moderator: sessions end, and with them connections that saw more; open invitations too."""
    person = accounts.held(connection, user)
    if person is not None and person.moderator:
        connection.execute(update(db.users).where(U.id == user).values(moderator=False))
        accounts.close_all(connection, user)
        invitations.revoke_of(connection, user)
        deeds.did(connection, None, "member", user=user)


def people(connection: Connection, search: str, before: int | None, only: str | None) -> wire.KnownPeople:
    """A page of people, newest first: those whose name has these letters; ``only`` the muted or banned ones."""
    where: list[ColumnElement[bool]] = [U.deleted.is_(None)]
    if search:
        fits = func.lower(U.name).contains(search.lower(), autoescape=True)
        where.append(or_(fits, U.key.contains(search.casefold(), autoescape=True)))
    if before is not None:
        where.append(U.id < before)
    if only == "muted":
        where.append(U.muted > now())
    elif only == "banned":
        where.append(U.banned.is_not(None))
    rows = accounts.found(connection, where, PAGE + 1)
    shown = [
        wire.KnownPerson(one.id, one.name, one.guest, one.moderator, one.seen, accounts.mute_of(one), one.banned)
        for one in rows[:PAGE]
    ]
    return wire.KnownPeople(shown, shown[-1].id if len(rows) > PAGE else None)
