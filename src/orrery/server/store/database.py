"""The database: SQLite or PostgreSQL, the same statements on both, in threads beside the event loop."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import structlog
from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import DBAPIError, InterfaceError, InternalError, OperationalError

from orrery.desk.problems import Refused
from orrery.server.events import Event, Missed, Moved, PeopleChanged, TableChanged, Wrote
from orrery.server.settings import Settings
from orrery.server.store.memory import Memory, Touched, touched, watch

LOG = structlog.get_logger("orrery.store")

P = ParamSpec("P")
R = TypeVar("R")

MANY = 200
"""Tables named in one event at most: PostgreSQL bounds what it says."""
CHANNEL = "orrery"
"""Where processes tell each other what changed: ids only."""

HEAD = "0013"
"""The newest schema; Alembic, which takes long to import, is asked only when the database has another."""


def opened(settings: Settings) -> Engine:
    """The engine of the settings' database; a SQLite file is made with its folder."""
    if settings.url.startswith("sqlite"):
        path = Path(settings.url.removeprefix("sqlite:///"))
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600)  # SQLite gives its other files the same rights
        engine = create_engine(
            settings.url,
            connect_args={"check_same_thread": False, "timeout": 30},
            pool_size=8,
            max_overflow=8,
            hide_parameters=True,  # errors are logged: they must not hold what people wrote
        )
        event.listen(engine, "connect", _sqlite_connected)
        event.listen(engine, "begin", _sqlite_begin)
        return engine
    return create_engine(settings.url, pool_size=8, max_overflow=8, pool_pre_ping=True, hide_parameters=True)


def _sqlite_connected(connection: Any, record: object) -> None:
    connection.isolation_level = None  # transactions begin where we say, see _sqlite_begin
    cursor = connection.cursor()
    for line in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        cursor.execute(f"PRAGMA {line}")
    cursor.close()


def _sqlite_begin(connection: Connection) -> None:
    # A writer that began as a reader could not become one while another writes.
    writes = connection.get_execution_options().get("writes", True)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def migrations(connection: Connection | None = None) -> Any:
    """Alembic's configuration, on a connection."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def migrate(engine: Engine) -> None:
    """Bring the database to the newest schema; one process at a time."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(7065828)"))
        known = inspect(connection).has_table("alembic_version")
        if known and connection.scalar(text("SELECT version_num FROM alembic_version")) == HEAD:
            return
        from alembic import command

        command.upgrade(migrations(connection), "head")


class Unstored(Refused):
    """The database cannot be used now: its disk is full, or it is not there."""

    def __init__(self, full: bool) -> None:
        said = "the disk of the database is full" if full else "the database cannot be used now"
        super().__init__(503, "no-storage", f"{said}; try again later")


FULL = (13, "53100")
"""How SQLite and PostgreSQL call a full disk."""


def _unusable(error: DBAPIError) -> Unstored | None:
    """What is told when the database itself has failed; None where a statement of ours was wrong."""
    orig: Any = error.orig
    code = getattr(orig, "sqlite_errorcode", None)
    if code is not None:
        return Unstored(code & 0xFF == FULL[0]) if code & 0xFF != sqlite3.SQLITE_ERROR else None
    if isinstance(error, (OperationalError, InterfaceError, InternalError)):
        return Unstored(getattr(orig, "sqlstate", None) == FULL[1])
    return None


class Store:
    """Runs functions of a connection in threads: ``read`` sees one moment, ``write`` is one transaction.

    Where the database itself fails, they raise Unstored; the log says when that begins and when it is over.
    """

    def __init__(self, settings: Settings) -> None:
        self.engine = opened(settings)
        self.postgres = self.engine.dialect.name == "postgresql"
        file = settings.url.removeprefix("sqlite:///") if settings.url.startswith("sqlite") else ""
        self.memory = Memory(Path(f"{file}-written") if file else None)
        watch(self.engine)
        self.publish: Callable[[bytes], None] | None = None
        """Tells this process about events when there is no PostgreSQL to do it."""
        self._threads = ThreadPoolExecutor(8, thread_name_prefix="store")
        self._writing = threading.Lock()
        self.trouble: Unstored | None = None
        """Why the last use failed; None since the last write."""

    def close(self) -> None:
        self._threads.shutdown(wait=True)
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one moment."""
        with self.engine.connect().execution_options(writes=False) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction. SQLite has one writer: waiting here is quicker than asking it again and again."""
        if self.postgres:
            with self.engine.begin() as connection:
                yield connection
        else:
            with self._writing, self.engine.begin() as connection:
                yield connection

    def _read(self, function: Callable[..., R], args: Sequence[Any], kwargs: dict[str, Any]) -> R:
        with self._told_trouble(), self.reading() as connection:
            return function(connection, *args, **kwargs)

    @contextmanager
    def _told_trouble(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            unusable = _unusable(error)
            if unusable is None:
                raise
            if self.trouble is None:
                cause = str(error.orig).partition("\n")[0]
                LOG.error("the database cannot be used", kind=type(error.orig).__name__, cause=cause)
            self.trouble = unusable
            raise unusable from None

    def _write(
        self, events: Sequence[Event], function: Callable[..., R], args: Sequence[Any], kwargs: dict[str, Any]
    ) -> R:
        failed = self.trouble
        with self._told_trouble(), self.writing() as connection:
            found = touched(connection)
            if failed is not None:
                _written(connection)  # one that changes nothing succeeds on a full disk too
            result = function(connection, *args, **kwargs)
            if self.postgres:
                told = [*(events if result is not False else ()), *_unsaid(found, events)]
                if told:  # delivered exactly if the transaction is
                    connection.execute(_NOTIFY, {"said": [one.encoded().decode() for one in told]})
        self.memory.wrote(found)
        if self.publish is None:  # not a server
            self.memory.beside()
        if failed is not None and self.trouble is not None:
            self.trouble = None
            LOG.warning("the database can be used again")
        return result

    async def read(self, function: Callable[Concatenate[Connection, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a reading function."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, partial(self._read, function, args, kwargs))

    async def write(
        self, function: Callable[Concatenate[Connection, P], R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """Run a writing function; when it returns False, nothing is announced."""
        return await self.write_and_tell((), function, *args, **kwargs)

    async def write_and_tell(
        self,
        events: Sequence[Event],
        function: Callable[Concatenate[Connection, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """Run a writing function and tell every process about it, unless it returns False."""
        loop = asyncio.get_running_loop()
        # Shielded: a client that goes away does not decide whether a commit is announced.
        return await asyncio.shield(
            asyncio.ensure_future(self._told(loop, events, partial(self._write, events, function, args, kwargs)))
        )

    async def _told(self, loop: asyncio.AbstractEventLoop, events: Sequence[Event], job: Callable[[], R]) -> R:
        result = await loop.run_in_executor(self._threads, job)
        if result is not False and not self.postgres and self.publish is not None:
            for one in events:
                self.publish(one.encoded())
        return result

    async def usable(self) -> None:
        """Raises Unstored unless the database can be read and, after it failed, written."""
        if self.trouble is None:
            await self.read(_looked)
        else:
            await self.write(_written)

    async def tell(self, *events: Event) -> None:
        """Tell every process something that needs no storing."""
        if self.postgres:
            await self.write_and_tell(events, _nothing)
        elif self.publish is not None:
            for one in events:
                self.publish(one.encoded())


_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', said) FROM unnest(CAST(:said AS text[])) AS said")


def _unsaid(found: Touched, events: Sequence[Event]) -> Iterator[Event]:
    """What other processes must be told so that they read again what was written."""
    said = {one.match for one in events if isinstance(one, (Moved, TableChanged))}
    if found.people:
        yield PeopleChanged()
    rest = sorted(found.tables - said)
    if found.everything or len(rest) > MANY:
        yield Missed()
    elif rest:
        yield Wrote(rest)


def _looked(connection: Connection) -> None:
    connection.execute(text("SELECT number FROM matches LIMIT 1"))


def _written(connection: Connection) -> None:
    """Write something, as a move would."""
    connection.execute(text("DELETE FROM secrets WHERE name = 'written'"))
    connection.execute(text("INSERT INTO secrets (name, value) VALUES ('written', :at)"), {"at": str(time.time())})


def _nothing(connection: Connection) -> None:
    return None
