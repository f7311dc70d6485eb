"""Which engine last replayed a match to its digests, and how far: it is done once and not at every start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, and_, delete, func, or_, select, text

from orrery.server.store import schema as db

M, C = db.matches.c, db.checks.c


class Checked(NamedTuple):
    """A match that an engine has replayed up to a number."""

    match: str
    engine: str
    number: int


def started(connection: Connection, states: Sequence[str]) -> list[str]:
    """The ids of all matches in these states, the latest first."""
    query = select(M.id).where(M.state.in_(states), M.seed.is_not(None)).order_by(M.changed.desc())
    return [row[0] for row in connection.execute(query)]


def unchecked(connection: Connection, states: Sequence[str], engines: Mapping[str, str]) -> list[str]:
    """The same without those that these engines, by title, have checked as they are now."""
    same = [and_(M.game == game, C.engine == engine) for game, engine in engines.items()]
    known = and_(M.number == C.number, M.state != "broken", or_(*same)) if same else M.id.is_(None)
    query = (
        select(M.id)
        .outerjoin(db.checks, C.match == M.id)
        .where(M.state.in_(states), M.seed.is_not(None), func.coalesce(~known, True))
        .order_by(M.changed.desc())
    )
    return [row[0] for row in connection.execute(query)]


_REMEMBER = text(
    'INSERT INTO checks ("match", engine, number) SELECT id, :engine, :number FROM matches WHERE id = :match '
    'ON CONFLICT ("match") DO UPDATE SET engine = excluded.engine, number = excluded.number'
)


def remember(connection: Connection, found: Sequence[Checked]) -> None:
    """These matches replay to their digests."""
    for one in found:
        connection.execute(_REMEMBER, one._asdict())


def forget(connection: Connection, match: str) -> None:
    """This one does not: it is checked again every time."""
    connection.execute(delete(db.checks).where(C.match == match))
