"""Muting and banning, and taking it back: one transaction each, harmless twice."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, select, update

from orrery.desk.problems import Refused, not_found
from orrery.server.clock import now
from orrery.server.club import deeds
from orrery.server.events import Event, LobbyChanged, TableChanged, WentOut
from orrery.server.people import accounts, origins
from orrery.server.people.accounts import FOR_GOOD
from orrery.server.store import matches, talk
from orrery.server.store import schema as db

U, M, S = db.users.c, db.matches.c, db.seats.c


def _set(connection: Connection, user: int, **values: Any) -> None:
    connection.execute(update(db.users).where(U.id == user).values(**values))


def mute(
    connection: Connection, events: list[Event], by: int | None, user: int, minutes: int | None, why: str
) -> None:
    """No word of a person reaches others for a time, or for good: no chat, and no title of what they host."""
    person = deeds.against(connection, by, user)
    until = FOR_GOOD if minutes is None else now() + minutes * 60_000
    if person.muted_why == why and abs((person.muted or 0) - until) < 60_000:
        return  # asked twice
    _set(connection, user, muted=until, muted_why=why)
    titled = (M.host == user) & (M.title != "") & M.state.in_(("open", "running"))
    for match in connection.scalars(select(M.id).where(titled).order_by(M.id)).all():
        matches.untitle(connection, match)
        events.append(TableChanged(match))
    deeds.did(connection, by, "mute", why, user)


def unmute(connection: Connection, by: int | None, user: int, why: str) -> None:
    """A person may speak again."""
    if deeds.against(connection, by, user).muted is not None:
        _set(connection, user, muted=None, muted_why=None)
        deeds.did(connection, by, "unmute", why, user)


def ban(connection: Connection, events: list[Event], by: int | None, user: int, why: str, hours: int) -> None:
    """A person is put out: sessions and tokens end, their open tables go, and a bot may take their seats.

    For so many hours nobody new comes in from where they came from lately.
    """
    if deeds.against(connection, by, user).banned == why:
        return  # asked twice
    _set(connection, user, banned=why)
    origins.shun(connection, user, hours)
    put_out(connection, events, user)
    deeds.did(connection, by, "ban", why, user)


def put_out(connection: Connection, events: list[Event], user: int) -> None:
    """End sessions, tokens and what waits to be sent to a person, and clear the tables that have not started."""
    accounts.close_all(connection, user)
    connection.execute(delete(db.resets).where(db.resets.c.user == user))
    waiting = (db.deliveries.c.user == user) & (db.deliveries.c.state == "waiting")
    connection.execute(delete(db.deliveries).where(waiting))
    events.extend(TableChanged(match) for match in matches.vacate(connection, user, now()))
    running = select(M.id).join(db.seats, S.match == M.id).where(M.state == "running", S.user == user).distinct()
    events.extend(TableChanged(match) for match in connection.scalars(running))
    events.extend([WentOut(user), LobbyChanged()])


def unban(connection: Connection, by: int | None, user: int, why: str) -> None:
    """A person may come in again."""
    if deeds.against(connection, by, user).banned is not None:
        _set(connection, user, banned=None)
        origins.lift(connection, user)
        deeds.did(connection, by, "unban", why, user)


def remove_line(connection: Connection, by: int | None, match: str, number: int, why: str) -> bool:
    """Take the words out of a line of chat; that there was one stays. False when it was done before."""
    line = talk.line(connection, match, number)
    if line is None:
        raise not_found(f"line {number} of the chat of {match!r}")
    user, removed = line
    if user is not None and accounts.find(connection, user) is not None and removed is None:
        deeds.against(connection, by, user)
    else:
        deeds.moderator(connection, by)
    if not talk.remove(connection, match, number, "moderator"):
        return False
    deeds.did(connection, by, "remove-line", why, user, match, number)
    return True


def remove_table(connection: Connection, by: int | None, match: str, why: str) -> None:
    """Remove a table that has not started."""
    row = matches.load(connection, match)
    if row is None:
        raise not_found(f"table {match!r}")
    if row.host is None:
        deeds.moderator(connection, by)
    else:
        deeds.against(connection, by, row.host)
    if not matches.drop(connection, match):
        raise Refused(409, "started", "this match has started: a match is never removed, but it can be ended")
    deeds.did(connection, by, "remove-table", why, row.host, match)
