"""Removal of what is stale: guests who do not come back, tables that nobody has touched."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, exists, select

from orrery.server.clock import now
from orrery.server.people import accounts, erasing, friends, origins
from orrery.server.settings import Settings
from orrery.server.store import counts, matches
from orrery.server.store import schema as db

DAY = 86_400_000
KEPT = 30
"""Days for which an invitation to a table is remembered."""
MOST = 500
"""Guests and tables that are removed in one transaction."""

U, M, S = db.users.c, db.matches.c, db.seats.c


@dataclass(frozen=True, slots=True)
class Stale:
    """What can go."""

    guests: list[int]
    tables: list[str]

    @property
    def some(self) -> bool:
        return bool(self.guests or self.tables)


def stale(connection: Connection, settings: Settings, most: int | None = None) -> Stale:
    """Guests not seen for so many days who play nowhere, and tables that have waited for so many in vain."""
    at = now()
    guests: list[int] = []
    tables: list[str] = []
    if settings.guest_days:
        before = at - settings.guest_days * DAY
        came = exists().where(db.sessions.c.user == U.id, db.sessions.c.used >= before)
        called = exists().where(db.tokens.c.user == U.id, db.tokens.c.used >= before)
        sits = exists().where(S.user == U.id, S.match == M.id, M.state.in_(("open", "running")))
        hosts = exists().where(M.host == U.id, M.state.in_(("open", "running")))
        query = select(U.id).where(
            U.password.is_(None), U.deleted.is_(None), U.seen < before, ~came, ~called, ~sits, ~hosts
        )
        guests = list(connection.scalars(query.order_by(U.id).limit(most)))
    if settings.table_days:
        before = at - settings.table_days * DAY
        old = select(M.id).where(M.state == "open", M.changed < before).order_by(M.id).limit(most)
        tables = list(connection.scalars(old))
    return Stale(guests, tables)


def tidy(connection: Connection, settings: Settings) -> Stale:
    """Remove what is stale, and what has run out; the names of guests stay in the matches that they played."""
    accounts.tidy(connection)
    origins.tidy(connection)
    counts.tidy(connection, now())
    friends.tidy(connection, now() - KEPT * DAY)
    found = stale(connection, settings, MOST)
    # Looked at again, each under its lock: somebody may sit down at this moment. People come before tables, as
    # wherever both are held.
    guests = [user for user in found.guests if erasing.forget(connection, user)]
    before = now() - settings.table_days * DAY
    tables = [match for match in found.tables if matches.drop(connection, match, before)]
    return Stale(guests, tables)
