"""Who has the database: one server a SQLite file, any number on PostgreSQL, and nobody beside a restore.

The locks are the kernel's and PostgreSQL's: they go with the process that has them, however it ends.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

from orrery.server.settings import Settings

if TYPE_CHECKING:
    import psycopg

KEY = 7065829
"""The number of PostgreSQL's advisory lock."""
COPIES = 7065830
"""The same for backups, which are made beside a server and one after the other."""

HOLDERS = """
SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
WHERE l.locktype = 'advisory' AND l.classid = 0 AND l.objid = %s AND l.objsubid = 1 AND l.granted
AND a.datname = current_database() AND l.pid <> pg_backend_pid() ORDER BY 1
"""


def signature(what: str) -> str:
    """This process, as it is told to whoever finds the database in use."""
    return f"{what}, process {os.getpid()} on {socket.gethostname()}"[:63]


if sys.platform == "win32":
    import msvcrt

    def _taken(file: IO[str]) -> bool:
        file.seek(1 << 20)  # beside what is written there, which others must be able to read
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(0)
        return True

else:
    import fcntl

    def _taken(file: IO[str]) -> bool:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


@contextmanager
def alone(settings: Settings, what: str) -> Iterator[None]:
    """The database for this process alone; ValueError says who has it."""
    with _exclusive(settings.dsn, what, KEY) if settings.dsn else _file(settings, what):
        yield


@contextmanager
def copying(settings: Settings) -> Iterator[None]:
    """The only backup of the database that is being made; ValueError says who makes another."""
    what = "orrery admin backup"
    with _exclusive(settings.dsn, what, COPIES) if settings.dsn else _file(settings, what, ".backup"):
        yield


@contextmanager
def serving(settings: Settings) -> Iterator[None]:
    """The database for a server; on PostgreSQL its listening connection says so from then on."""
    if settings.dsn:
        import psycopg  # takes long, and SQLite does not need it

        try:
            with psycopg.connect(settings.dsn, autocommit=True) as connection:
                _shared(connection)
        except psycopg.OperationalError:
            pass  # told by whoever needs the database next
        yield
        return
    with _file(settings, "orrery serve"):
        yield


def _shared(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    row = connection.execute("SELECT pg_try_advisory_lock_shared(%s)", (KEY,)).fetchone()
    if row is None or not row[0]:
        raise ValueError(f"the database is in use: {_holders(connection, KEY)}")


@contextmanager
def _exclusive(dsn: str, what: str, key: int) -> Iterator[None]:
    import psycopg

    with psycopg.connect(dsn, autocommit=True, application_name=signature(what)) as connection:
        row = connection.execute("SELECT pg_try_advisory_lock(%s)", (key,)).fetchone()
        if row is None or not row[0]:
            raise ValueError(f"the database is in use: {_holders(connection, key)}")
        yield


def _holders(connection: psycopg.Connection[tuple[object, ...]], key: int) -> str:
    return "; ".join(str(row[0]) for row in connection.execute(HOLDERS, (key,))) or "another process"


@contextmanager
def _file(settings: Settings, what: str, kind: str = "") -> Iterator[None]:
    database = Path(settings.url.removeprefix("sqlite:///"))
    database.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = database.with_name(f"{database.name}{kind}.lock")
    path.touch(mode=0o600)
    with path.open("r+") as file:
        if not _taken(file):
            raise ValueError(f"{database} is in use: {file.read().strip() or 'another process'}")
        file.truncate()
        file.write(signature(what) + "\n")
        file.flush()
        yield
