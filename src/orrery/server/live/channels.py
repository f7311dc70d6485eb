"""Fan-out between processes: Litestar Channels over PostgreSQL's LISTEN and NOTIFY.

Events are stored nowhere: they carry ids, and whoever misses one finds the truth in the log. So a lost
connection is opened again and everybody is told to look (the event ``Missed``).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable

import structlog
from litestar.channels.backends.base import ChannelsBackend
from psycopg import AsyncConnection, OperationalError
from psycopg.sql import SQL, Identifier

from orrery.server.events import Missed
from orrery.server.store.lock import KEY, signature

LOG = structlog.get_logger("orrery.channels")


class PostgresChannels(ChannelsBackend):
    """One listening and one speaking connection, both opened again when they break."""

    def __init__(self, dsn: str) -> None:
        self._dsn = dsn
        self._names: set[str] = set()
        self._events: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._again = asyncio.Event()
        self._speaking: AsyncConnection[tuple[object, ...]] | None = None
        self._lock = asyncio.Lock()

    async def on_startup(self) -> None:
        self._events, self._ready, self._again = asyncio.Queue(), asyncio.Event(), asyncio.Event()
        self._lock = asyncio.Lock()
        self._task = asyncio.create_task(self._listen())

    async def on_shutdown(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        if self._speaking is not None:
            await self._speaking.close()
            self._speaking = None

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        async with self._lock:
            for channel in channels:
                for attempt in (1, 2):
                    try:
                        if self._speaking is None or self._speaking.closed:
                            self._speaking = await AsyncConnection.connect(self._dsn, autocommit=True)
                        await self._speaking.execute("SELECT pg_notify(%s, %s)", (channel, data.decode()))
                        break
                    except OperationalError as error:
                        LOG.warning("event not sent", attempt=attempt, error=str(error))
                        self._speaking = None

    async def subscribe(self, channels: Iterable[str]) -> None:
        self._names.update(channels)
        self._ready.clear()
        self._again.set()
        await self._ready.wait()

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        self._names.difference_update(channels)

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        while True:
            channel, data = await self._events.get()
            if channel in self._names:
                yield channel, data

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        return []

    async def _listen(self) -> None:
        pause, broken = 0.1, False
        while True:
            try:
                name = signature("orrery serve")
                async with await AsyncConnection.connect(
                    self._dsn, autocommit=True, application_name=name
                ) as connection:
                    # Nobody replaces the database as long as this connection is open.
                    held = await connection.execute("SELECT pg_try_advisory_lock_shared(%s)", (KEY,))
                    if not (await held.fetchone() or (False,))[0]:
                        raise OperationalError("the database is being replaced")
                    listening: set[str] = set()
                    while True:
                        for name in self._names - listening:
                            await connection.execute(SQL("LISTEN {}").format(Identifier(name)))
                            listening.add(name)
                        if broken:  # only now nothing more is missed
                            for name in self._names:
                                self._events.put_nowait((name, Missed().encoded()))
                        pause, broken = 0.1, False
                        self._again.clear()
                        self._ready.set()
                        async for notice in connection.notifies(timeout=1.0 if listening else 0.05):
                            self._events.put_nowait((notice.channel, notice.payload.encode()))
                            if self._again.is_set():
                                break
            except OperationalError as error:
                LOG.warning("lost the database's events", error=str(error), again_in=pause)
                broken = True
                await asyncio.sleep(pause)
                pause = min(pause * 2, 5.0)
