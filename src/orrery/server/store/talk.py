"""Chat and private notes of a table."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from orrery.server.store import schema as db
from orrery.server.store.matches import GUEST


def say(connection: Connection, match: str, user: int, name: str, text: str, at: int) -> int:
    """Add a line of chat; its number."""
    c = db.chat.c
    for _ in range(20):
        number = (connection.scalar(select(func.max(c.number)).where(c.match == match)) or 0) + 1
        try:
            with connection.begin_nested():
                row = {"match": match, "number": number, "user": user, "name": name, "text": text, "at": at}
                connection.execute(insert(db.chat).values(**row))
            return number
        except IntegrityError:  # somebody spoke at the same moment
            continue
    raise RuntimeError("a line of chat found no number")


Removed = Literal["moderator", "deleted"]
Told = tuple[int, int | None, str, str, int, bool, Removed | None]
"""A line as it is told: number, user, name, text, time, guest, removed."""


def said(connection: Connection, match: str, since: int) -> list[Told]:
    """The last 500 lines after a number."""
    c = db.chat.c
    query = (
        select(c.number, c.user, c.name, c.text, c.at, GUEST, c.removed)
        .outerjoin(db.users, db.users.c.id == c.user)
        .where(c.match == match, c.number > since)
        .order_by(c.number.desc())
        .limit(500)
    )
    return [(r[0], r[1], r[2], r[3], r[4], bool(r[5]), r[6]) for r in connection.execute(query)][::-1]


def line(connection: Connection, match: str, number: int) -> tuple[int | None, str | None] | None:
    """Who said a line, and whether its words were removed; None when there is no such line."""
    c = db.chat.c
    row = connection.execute(select(c.user, c.removed).where(c.match == match, c.number == number)).first()
    return None if row is None else (row[0], row[1])


def remove(connection: Connection, match: str, number: int, how: Removed) -> bool:
    """Take the words out of a line; False when they are gone already."""
    c = db.chat.c
    there = update(db.chat).where(c.match == match, c.number == number, c.removed.is_(None))
    return connection.execute(there.values(text="", removed=how)).rowcount == 1


def note(connection: Connection, match: str, user: int) -> str:
    c = db.notes.c
    return connection.scalar(select(c.text).where(c.match == match, c.user == user)) or ""


def set_note(connection: Connection, match: str, user: int, text: str) -> None:
    c = db.notes.c
    if connection.execute(update(db.notes).where(c.match == match, c.user == user).values(text=text)).rowcount:
        return
    try:
        with connection.begin_nested():
            connection.execute(insert(db.notes).values(match=match, user=user, text=text))
    except IntegrityError:
        set_note(connection, match, user, text)
