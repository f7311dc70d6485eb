"""The database: SQLite or PostgreSQL, the same statements on both, in threads beside the event loop."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text

from orrery.server.settings import Settings

P = ParamSpec("P")
R = TypeVar("R")

CHANNEL = "orrery"
"""Where processes tell each other what changed: ids only."""

HEAD = "0003"
"""The newest schema; Alembic, which takes long to import, is asked only when the database has another."""

Event = dict[str, Any]


def opened(settings: Settings) -> Engine:
    """The engine of the settings' database; a SQLite file is made with its folder."""
    if settings.url.startswith("sqlite"):
        path = Path(settings.url.removeprefix("sqlite:///"))
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
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


class Store:
    """Runs functions of a connection in threads: ``read`` sees one moment, ``write`` is one transaction."""

    def __init__(self, settings: Settings) -> None:
        self.engine = opened(settings)
        self.postgres = self.engine.dialect.name == "postgresql"
        self.publish: Callable[[bytes], None] | None = None
        """Tells this process about events when there is no PostgreSQL to do it."""
        self._threads = ThreadPoolExecutor(8, thread_name_prefix="store")
        self._writing = threading.Lock()

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
        with self.reading() as connection:
            return function(connection, *args, **kwargs)

    def _write(
        self, events: Sequence[Event], function: Callable[..., R], args: Sequence[Any], kwargs: dict[str, Any]
    ) -> R:
        with self.writing() as connection:
            result = function(connection, *args, **kwargs)
            if self.postgres and result is not False:
                for one in events:  # delivered exactly if the transaction is
                    connection.execute(text(f"SELECT pg_notify('{CHANNEL}', :said)"), {"said": json.dumps(one)})
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
                self.publish(json.dumps(one).encode())
        return result

    async def tell(self, *events: Event) -> None:
        """Tell every process something that needs no storing."""
        if self.postgres:
            await self.write_and_tell(events, _nothing)
        elif self.publish is not None:
            for one in events:
                self.publish(json.dumps(one).encode())


def _nothing(connection: Connection) -> None:
    return None
