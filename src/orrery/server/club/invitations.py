"""Invitations: links by which one person makes one account; stored as hashes."""

from __future__ import annotations

import secrets as random

from sqlalchemy import Connection, insert, select, update

from orrery.desk import wire
from orrery.desk.problems import Refused, not_found
from orrery.server.clock import now
from orrery.server.club import deeds
from orrery.server.people import accounts
from orrery.server.people.accounts import Person
from orrery.server.store import schema as db

DAY = 86_400_000
PAGE = 200

I = db.invitations.c  # noqa: E741  # as the other tables are called
_OPEN = I.used.is_(None) & I.revoked.is_(None)


def _unused() -> Refused:
    return Refused(403, "invitation", "this invitation is not good, or not any more: ask for another one")


def invite(connection: Connection, by: int | None, days: int, note: str) -> wire.Invitation:
    """A new invitation; its secret is told this once."""
    deeds.moderator(connection, by)
    secret, at = random.token_urlsafe(24), now()
    values = {"hash": accounts.hashed(secret), "by": by, "note": note, "created": at, "expires": at + days * DAY}
    made = connection.execute(insert(db.invitations).values(**values)).inserted_primary_key
    assert made is not None
    deeds.did(connection, by, "invite", note)
    return wire.Invitation(made[0], note, at, at + days * DAY, None, None, None, secret)


def listed(connection: Connection) -> list[wire.Invitation]:
    """The last invitations, newest first, without their secrets."""
    query = (
        select(I.id, I.note, I.created, I.expires, I.used, db.users.c.name, I.revoked)
        .outerjoin(db.users, db.users.c.id == I.user)
        .order_by(I.id.desc())
        .limit(PAGE)
    )
    return [wire.Invitation(*row) for row in connection.execute(query)]


def revoke(connection: Connection, by: int | None, number: int) -> None:
    """An invitation that nobody has used is good for nothing from now on."""
    deeds.moderator(connection, by)
    note = connection.scalar(select(I.note).where(I.id == number))
    if note is None:
        raise not_found(f"invitation {number}")
    mine = update(db.invitations).where(I.id == number, _OPEN)
    if connection.execute(mine.values(revoked=now())).rowcount:
        deeds.did(connection, by, "revoke", note)


def revoke_of(connection: Connection, user: int) -> None:
    """Every invitation of a person that nobody has used."""
    connection.execute(update(db.invitations).where(I.by == user, _OPEN).values(revoked=now()))


def good(connection: Connection, secret: str) -> None:
    """Refuse what is no invitation at this moment."""
    there = select(I.id).where(I.hash == accounts.hashed(secret), _OPEN, I.expires > now())
    if connection.scalar(there) is None:
        raise _unused()


def enter(
    connection: Connection, secret: str | None, name: str, password: str, email: str | None, guest: int | None
) -> Person:
    """A new account; with an invitation, which is used up by it: exactly one account comes of it."""
    person = accounts.add_account(connection, name, password, email, guest)
    if secret is not None:
        mine = update(db.invitations).where(I.hash == accounts.hashed(secret), _OPEN, I.expires > now())
        if connection.execute(mine.values(used=now(), user=person.id)).rowcount != 1:
            raise _unused()
    return person
