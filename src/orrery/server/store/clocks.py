"""Clocks run only while a server is there: signs of life, and time given back."""

from __future__ import annotations

from sqlalchemy import Connection, case, exists, insert, select, update
from sqlalchemy.exc import IntegrityError

from orrery.server.store import schema as db

M = db.matches.c
_ALIVE = db.pulses.c.name == "alive"


def beat(connection: Connection, at: int) -> None:
    """A sign of life, where a clock runs."""
    running = exists().where(M.state == "running", M.deadline.is_not(None))
    connection.execute(update(db.pulses).where(_ALIVE, db.pulses.c.at < at, running).values(at=at))


def give_back(connection: Connection, at: int, least: int) -> int:
    """Add the time since the last sign of life to every clock that runs, if it is that long; how long it is.

    A move is a sign of life too: where one came after the last beat, the time since it is given back.
    """
    last = connection.scalar(select(db.pulses.c.at).where(_ALIVE).with_for_update())
    if last is None:
        try:
            with connection.begin_nested():
                connection.execute(insert(db.pulses).values(name="alive", at=at))
        except IntegrityError:  # another process starts at the same moment
            pass
        return 0
    if at - last < least:
        return 0
    connection.execute(update(db.pulses).where(_ALIVE).values(at=at))
    gone = at - case((M.since > last, M.since), else_=last)
    clocks = update(db.matches).where(M.state == "running", M.deadline.is_not(None), M.since < at)
    connection.execute(clocks.values(since=M.since + gone, deadline=M.deadline + gone))
    return int(at - last)
