"""Announcements: one line that every page shows, such as that the server is about to be restarted."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from orrery.desk import wire
from orrery.server.clock import now
from orrery.server.club import deeds
from orrery.server.store import schema as db

A = db.announcements.c
_NAME = "now"


def current(connection: Connection) -> wire.Announcement | None:
    """What is announced; what has come true is no longer."""
    row = connection.execute(select(A.text, A.at).where(A.name == _NAME)).first()
    if row is None or (row[1] is not None and row[1] <= now()):
        return None
    return wire.Announcement(*row)


def announce(connection: Connection, by: int | None, text: str, minutes: int | None) -> None:
    """Announce something that comes true in so many minutes, or without a time; it replaces what was announced."""
    deeds.moderator(connection, by)
    at = now()
    values = {"name": _NAME, "text": text, "at": None if minutes is None else at + minutes * 60_000, "made": at}
    try:
        with connection.begin_nested():
            connection.execute(insert(db.announcements).values(**values))
    except IntegrityError:  # something was announced before
        connection.execute(update(db.announcements).where(A.name == _NAME).values(**values))
    deeds.did(connection, by, "announce", text)


def retract(connection: Connection, by: int | None) -> None:
    """Nothing is announced any more."""
    deeds.moderator(connection, by)
    text = connection.scalar(select(A.text).where(A.name == _NAME))
    if text is not None and connection.execute(delete(db.announcements).where(A.name == _NAME)).rowcount:
        deeds.did(connection, by, "retract", text)
