"""Counts that all processes on one database share: how often something rare and dear was done."""

from __future__ import annotations

from sqlalchemy import Connection, delete, text

from orrery.server.store import schema as db

KEPT = 86_400_000
"""Milliseconds after which every bucket is full again."""

# One statement: of requests that come at the same moment each finds what the others have left. PostgreSQL only; a
# SQLite file has one server.
_ROOM = "least(CAST(:size AS float8), buckets.room + greatest(0, :at - buckets.at) / CAST(:every AS float8))"
_TAKE = text(
    "INSERT INTO buckets (key, room, at) VALUES (:key, CAST(:size AS float8) - 1, :at) "
    f"ON CONFLICT (key) DO UPDATE SET room = {_ROOM} - 1, at = greatest(:at, buckets.at) WHERE {_ROOM} >= 1 "
    "RETURNING room"
)
_LEFT = text(f"SELECT {_ROOM} FROM buckets WHERE key = :key")


def take(connection: Connection, key: str, size: int, every: float, at: int) -> float:
    """Take one of ``size`` from a bucket that gets one more ``every`` seconds; 0, or in how many seconds to try."""
    given = {"key": key, "size": size, "every": every * 1000, "at": at}
    if connection.scalar(_TAKE, given) is not None:
        return 0.0
    left = connection.scalar(_LEFT, given)
    return max(0.001, (1 - float(left or 0)) * every)


def tidy(connection: Connection, at: int) -> None:
    """Forget what has been full again for long."""
    connection.execute(delete(db.buckets).where(db.buckets.c.at < at - KEPT))
