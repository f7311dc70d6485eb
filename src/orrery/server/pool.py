"""Worker processes with a hard time limit: a stuck engine call costs one request, not the server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import structlog
from msgspec import msgpack
from prometheus_client import Counter, Histogram

from orrery.server.calls import Call, Head, Line, Reply, framed
from orrery.server.problems import Refused

LOG = structlog.get_logger("orrery.pool")

TIME = Histogram("orrery_engine_seconds", "Engine calls by kind", ["op"])
KILLED = Counter("orrery_engine_killed_total", "Engine calls that ran into the time limit or crashed", ["op"])

WAITING = 512
"""Calls that may wait for one worker; further ones are refused."""

_REPLIES = msgpack.Decoder(Reply)


class Broken(Exception):
    """A stored match that no longer replays; the sentence says where."""


class Book:
    """A match's header and the entries known to this process, in memory."""

    __slots__ = ("head", "lines", "match")

    def __init__(self, match: str, head: Head, lines: list[Line]) -> None:
        self.match = match
        self.head = head
        self.lines = lines


class _Worker:
    """One process; calls take turns."""

    def __init__(self, limit: float, environment: Mapping[str, str], nice: int) -> None:
        self.limit = limit
        self.environment = environment
        self.nice = nice
        self.lock = asyncio.Lock()
        self.knows: dict[str, int] = {}
        self.waiting = 0
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> asyncio.subprocess.Process:
        process = self.process
        if process is None or process.returncode is not None:
            self.knows.clear()
            process = self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "orrery.server.worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=dict(self.environment),
                # A signal to the server's terminal must not end a commit half-way.
                start_new_session=True,
            )
            if self.nice:
                with contextlib.suppress(OSError, AttributeError):
                    os.setpriority(os.PRIO_PROCESS, process.pid, self.nice)
        return process

    async def stop(self) -> None:
        process, self.process = self.process, None
        self.knows.clear()
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        if process is not None:
            # The transport would otherwise be closed by the garbage collector, after its loop.
            process._transport.close()  # type: ignore[attr-defined]

    async def exchange(self, call: Call, limit: float) -> Reply:
        """One call and its answer; the process is killed when it takes too long."""
        process = await self.start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            async with asyncio.timeout(limit):
                process.stdin.write(framed(call))
                await process.stdin.drain()
                size = await process.stdout.readexactly(4)
                body = await process.stdout.readexactly(int.from_bytes(size, "big"))
        except (TimeoutError, asyncio.IncompleteReadError, ConnectionError) as error:
            KILLED.labels(call.op).inc()
            LOG.error("engine call lost", op=call.op, match=call.match, limit=limit, error=type(error).__name__)
            await self.stop()
            why = "took too long" if isinstance(error, TimeoutError) else "crashed"
            raise Refused(503, "busy", f"the engine {why} on this request; nothing was stored") from None
        return _REPLIES.decode(body)


class Pool:
    """Workers; the calls about one match go to the same worker, which keeps it on its desk."""

    def __init__(
        self, size: int, limit: float, environment: Mapping[str, str] | None = None, nice: int = 0
    ) -> None:
        env = os.environ if environment is None else environment
        self.limit = limit
        self._workers = [_Worker(limit, env, nice) for _ in range(size)]
        self._tasks: set[asyncio.Task[bytes]] = set()
        self._turn = 0

    async def start(self) -> None:
        """Start every process now instead of with the first call."""
        for worker in self._workers:
            await worker.start()

    async def stop(self) -> None:
        """Let running calls finish, then end the processes."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=self.limit)
        for worker in self._workers:
            await worker.stop()

    async def about(self, book: Book, op: str, args: dict[str, Any]) -> bytes:
        """A call about a match at the end of its book; raises Refused or Broken."""
        worker = self._workers[zlib.crc32(book.match.encode()) % len(self._workers)]
        return await self._shielded(worker, Call(op, args, book.match), book)

    async def call(self, op: str, args: dict[str, Any], limit: float | None = None) -> bytes:
        """A call that needs no match, by whoever has least to do."""
        self._turn += 1
        order = self._workers[self._turn % len(self._workers) :] + self._workers[: self._turn % len(self._workers)]
        worker = min(order, key=lambda one: one.waiting)
        return await self._shielded(worker, Call(op, args), None, limit)

    async def _shielded(self, worker: _Worker, call: Call, book: Book | None, limit: float | None = None) -> bytes:
        # A client that goes away must not leave half an answer in the pipe.
        if worker.waiting >= WAITING:
            raise Refused(503, "busy", "too many requests wait for the engine; nothing was stored")
        task = asyncio.create_task(self._run(worker, call, book, limit))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _run(self, worker: _Worker, call: Call, book: Book | None, limit: float | None) -> bytes:
        worker.waiting += 1
        try:
            async with worker.lock:
                with TIME.labels(call.op).time():
                    reply = await self._asked(worker, call, book, limit or worker.limit)
        finally:
            worker.waiting -= 1
        if reply.kind == "ok":
            return reply.raw
        if reply.kind == "broken":
            raise Broken(reply.sentence)
        raise Refused(reply.status, reply.code, reply.sentence, reply.detail)

    async def _asked(self, worker: _Worker, call: Call, book: Book | None, limit: float) -> Reply:
        if book is None:
            return await worker.exchange(call, limit)
        await worker.start()  # a new process knows nothing
        count = len(book.lines)
        call.start = min(worker.knows.get(book.match, 0), count)
        call.head = None if call.start else book.head
        call.tail = book.lines[call.start : count]
        reply = await worker.exchange(call, limit)
        if reply.kind == "forgotten":
            call.start, call.head, call.tail = 0, book.head, book.lines[:count]
            reply = await worker.exchange(call, limit)
        worker.knows[book.match] = count
        if reply.kind == "broken":
            del worker.knows[book.match]
        return reply


def head_of(game: str, rules: int, options: Mapping[str, Any], seed: int) -> Head:
    """The header as workers take it."""
    return Head(game, rules, json.dumps(options, ensure_ascii=False, sort_keys=True), seed)


def plain(lines: Sequence[Line]) -> list[Any]:
    """Entries as arguments of a call."""
    return [msgspec.to_builtins(line) for line in lines]
