"""Reports as they are stored: what waits, which process is at it, and every judged decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, func, select, update

from orrery.desk.wire import Depth
from orrery.server.clock import now
from orrery.server.store import schema as db

R, J = db.reports.c, db.judged.c

State = Literal["waiting", "done", "failed"]
LEASE = 20_000
"""Milliseconds after which a report that nobody goes on with may be taken up by another process."""


class Key(NamedTuple):
    """One report."""

    match: str
    seat: int
    depth: Depth


class ReportRow(NamedTuple):
    """A report as it stands."""

    match: str
    seat: int
    depth: Depth
    user: int | None
    engine: str
    state: State
    created: int
    lease: int
    total: int | None
    done: int
    used: int
    problem: dict[str, Any] | None
    report: str | None

    @property
    def key(self) -> Key:
        return Key(self.match, self.seat, self.depth)


def _is(key: Key) -> ColumnElement[bool]:
    return and_(R.match == key.match, R.seat == key.seat, R.depth == key.depth)


def _of(key: Key) -> ColumnElement[bool]:
    return and_(J.match == key.match, J.seat == key.seat, J.depth == key.depth)


def load(connection: Connection, key: Key) -> ReportRow | None:
    """The report, if anybody has asked for it."""
    row = connection.execute(select(db.reports).where(_is(key))).mappings().one_or_none()
    return None if row is None else ReportRow(**row)


def ask(connection: Connection, key: Key, user: int, engine: str, most: int) -> str:
    """Ask for a report; ``asked``, ``there`` if it is or comes anyway, ``many`` if too much of this person waits.

    One that failed, or that another version has made, is made anew.
    """
    row = load(connection, key)
    if row is not None and row.engine == engine and row.state != "failed":
        return "there"
    waiting = select(func.count()).select_from(db.reports).where(R.user == user, R.state == "waiting")
    if int(connection.scalar(waiting) or 0) >= most:
        return "many"
    connection.execute(delete(db.reports).where(_is(key)))
    connection.execute(delete(db.judged).where(_of(key)))
    fresh: dict[str, Any] = {"user": user, "engine": engine, "state": "waiting", "created": now(), "lease": 0}
    connection.execute(db.reports.insert().values(**key._asdict(), **fresh, done=0, used=0))
    return "asked"


def claim(connection: Connection, most: int) -> list[ReportRow]:
    """Reports that nobody is at, the oldest of each person, for this process from now on.

    Of one person one at a time is made: more would keep the others waiting, and not be there sooner.
    """
    waiting = connection.execute(
        select(R.user, R.match, R.seat, R.depth, R.lease)
        .where(R.state == "waiting")
        .order_by(R.created, R.match, R.seat)
    ).all()
    at = now()
    busy = {row.user for row in waiting if row.lease >= at}
    mine: list[ReportRow] = []
    for user, match, seat, depth, lease in waiting:
        if len(mine) == most:
            break
        if user in busy:
            continue
        busy.add(user)
        key = Key(match, seat, depth)
        change = update(db.reports).where(_is(key), R.lease == lease, R.state == "waiting")
        if connection.execute(change.values(lease=now() + LEASE)).rowcount == 1:
            row = load(connection, key)
            assert row is not None
            mine.append(row)
    return mine


def counted(connection: Connection, key: Key, total: int) -> None:
    """How many pieces of work there are."""
    connection.execute(update(db.reports).where(_is(key)).values(total=total, lease=now() + LEASE))


def keep(connection: Connection, key: Key, engine: str, move: int, unit: str, used: int) -> bool:
    """Store a judged decision, in place of what was known of it; False if the report has gone or begun anew."""
    mine = update(db.reports).where(_is(key), R.engine == engine, R.state == "waiting")
    change = {"lease": now() + LEASE, "used": R.used + used, "done": R.done + 1}
    if connection.execute(mine.values(**change)).rowcount != 1:
        return False
    connection.execute(delete(db.judged).where(_of(key), J.move == move))
    connection.execute(db.judged.insert().values(**key._asdict(), move=move, unit=unit))
    return True


def units(connection: Connection, key: Key) -> list[str]:
    """The judged decisions in the order of the match."""
    return list(connection.scalars(select(J.unit).where(_of(key)).order_by(J.move)))


def close(connection: Connection, key: Key, values: Mapping[str, Any]) -> bool:
    """The report is done, or has failed; False if it has gone or was closed before."""
    mine = update(db.reports).where(_is(key), R.state == "waiting")
    return connection.execute(mine.values(**values, lease=0)).rowcount == 1


def stay(connection: Connection, keys: Sequence[Key]) -> None:
    """This process is still at these."""
    for key in keys:
        connection.execute(update(db.reports).where(_is(key), R.state == "waiting").values(lease=now() + LEASE))


def release_all(connection: Connection) -> None:
    """Nobody is at anything: for the only process of a database, when it starts."""
    connection.execute(update(db.reports).where(R.state == "waiting").values(lease=0))


def release(connection: Connection, key: Key) -> None:
    """This process leaves the report to whoever comes next."""
    connection.execute(update(db.reports).where(_is(key), R.state == "waiting").values(lease=0))


def forget(connection: Connection, user: int) -> None:
    """A person goes: what they asked for and waits is dropped, and nobody is named for the rest."""
    for key in connection.execute(select(R.match, R.seat, R.depth).where(R.user == user, R.state != "done")).all():
        connection.execute(delete(db.judged).where(_of(Key(*key))))
        connection.execute(delete(db.reports).where(_is(Key(*key))))
    connection.execute(update(db.reports).where(R.user == user).values(user=None))
