"""Worker processes with a hard time limit: a stuck engine call costs one request, not the server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import os
import sys
import time
import zlib
from collections.abc import Callable, Mapping
from typing import Any

import structlog
from msgspec import msgpack
from prometheus_client import Counter, Histogram

from orrery.desk import calls
from orrery.desk.problems import Broken, Refused
from orrery.desk.results import Head, Line
from orrery.server.engine.frames import READY, STOP, Call, Other, Reply, framed
from orrery.server.engine.turns import ASKER, Turns, closing

LOG = structlog.get_logger("orrery.pool")

TIME = Histogram("orrery_engine_seconds", "Engine calls by kind", ["op"])
ABANDONED = Counter("orrery_engine_abandoned_total", "Engine calls that were left because nobody waited", ["op"])
KILLED = Counter("orrery_engine_killed_total", "Engine calls that ran into the time limit or crashed", ["op"])

GRACE = 3.0
"""Seconds that running calls get when the server ends."""

STARTUP = 30.0
"""Seconds that a process may take until it is ready; they count for nobody."""
PATIENCE = 0.2
"""Seconds that a call may go on when nobody waits for it any more: most are over by then."""
AGAIN = 600.0
"""Seconds after which a match that has cost a process of its own is tried again."""
STUCK = "This match cannot be shown: replaying its log takes the engine too long."

_REPLIES = msgpack.Decoder(Reply)


class Lost(Refused):
    """An engine call whose process had to be killed, or died."""

    def __init__(self, why: str) -> None:
        super().__init__(503, "busy", f"the engine {why} on this request; nothing was stored")


class Stuck(Refused):
    """A match whose log cannot be replayed within the limit, or costs a process."""

    def __init__(self) -> None:
        super().__init__(503, "stuck", STUCK)


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
        self.knows: dict[str, int] = {}
        self.used = 0.0
        """Processor time of the calls since it was set back."""
        self.process: asyncio.subprocess.Process | None = None
        self.ready = False
        self.ended = False
        self.asked: Call | None = None
        """What it is working on."""
        self.unwanted: Call | None = None
        """What nobody waits for any more, though the process, which is about to start, has not been asked yet."""

    async def start(self) -> asyncio.subprocess.Process:
        if self.ended:
            raise closing()
        process = self.process
        if process is None or process.returncode is not None:
            self.knows.clear()
            self.ready = False
            process = self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "orrery.server.engine.worker",
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

    def abandon(self, call: Call) -> None:
        """Nobody waits for this call any more: the process is told to leave it, if it is at it."""
        process = self.process
        if not self.ready:
            self.unwanted = call
        if STOP is None or self.asked is not call or process is None or process.returncode is not None:
            return
        ABANDONED.labels(call.op).inc()
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(STOP)

    def end(self) -> None:
        """Kill the process, for good; whatever it does is refused."""
        self.ended = True
        if self.process is not None and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()

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
        begun = time.monotonic()
        try:
            if not self.ready:
                async with asyncio.timeout(STARTUP):
                    await process.stdout.readexactly(len(READY))
                self.ready, begun = True, time.monotonic()
            unwanted, self.unwanted = self.unwanted, None
            if unwanted is call:
                raise Refused(499, "gone", "nobody waits for this answer any more")
            self.asked = call
            async with asyncio.timeout(limit):
                process.stdin.write(framed(call))
                await process.stdin.drain()
                size = await process.stdout.readexactly(4)
                body = await process.stdout.readexactly(int.from_bytes(size, "big"))
        except (TimeoutError, asyncio.IncompleteReadError, ConnectionError) as error:
            if self.ended:
                raise closing() from None
            KILLED.labels(call.op).inc()
            self.used += time.monotonic() - begun
            LOG.error("engine call lost", op=call.op, match=call.match, limit=limit, error=type(error).__name__)
            await self.stop()
            raise Lost("took too long" if isinstance(error, TimeoutError) else "crashed") from None
        finally:
            self.asked = None
        reply = _REPLIES.decode(body)
        self.used += reply.cpu
        return reply


class Pool:
    """Workers; the calls about one match go to the same worker, which keeps it on its desk.

    A match whose replay has cost a worker goes to a worker apart from then on, and shares it with nobody else's
    match; when it has cost that one too, it is refused there for a while.
    """

    def __init__(
        self,
        size: int,
        limit: float,
        environment: Mapping[str, str] | None = None,
        nice: int = 0,
        *,
        name: str = "engine",
        most: int = 64,
        grace: float = GRACE,
        last: bool = False,
    ) -> None:
        env = os.environ if environment is None else environment
        self.limit = limit
        self.grace = grace
        self.turns = Turns(name, size, most)
        self._workers = [_Worker(limit, env, nice) for _ in range(size)]
        self._tasks: set[asyncio.Task[bytes]] = set()
        self._last = last
        self._apart: Pool | None = None
        self._add: Callable[[], Pool] = lambda: Pool(
            1, limit, env, nice + 5, name="apart", most=most, grace=0, last=True
        )
        self._stuck: dict[str, float] = {}
        """Matches that are not replayed here, and until when."""

    async def start(self) -> None:
        """Start every process now instead of with the first call."""
        for worker in self._workers:
            await worker.start()

    def close(self) -> None:
        """Drop what waits, and take nothing more; without grace what runs is ended too."""
        self.turns.close()
        if not self.grace:
            for worker in self._workers:
                worker.end()
        if self._apart is not None:
            self._apart.close()

    async def stop(self) -> None:
        """Let running calls finish if they are quick, then end the processes."""
        self.close()
        if self._tasks and self.grace:
            await asyncio.wait(self._tasks, timeout=self.grace)
        for worker in self._workers:
            worker.end()
            await worker.stop()
        if self._apart is not None:
            await self._apart.stop()

    @property
    def apart(self) -> Pool:
        """One worker more, for what must not stand in anybody's way."""
        if self._apart is None:
            self._apart = self._add()
        return self._apart

    def hold(self, match: str) -> None:
        """From now on this match goes to the worker apart."""
        self._stuck[match] = math.inf

    def release(self, match: str) -> None:
        """This match replays again: it is tried like any other."""
        self._stuck.pop(match, None)
        if self._apart is not None:
            self._apart.release(match)

    async def about(self, book: Book, what: calls.AboutMatch) -> bytes:
        """A call about a match at the end of its book; raises Refused or Broken."""
        place = zlib.crc32(book.match.encode()) % len(self._workers)
        try:
            self._bar(book.match)
            return await self._called(place, Call(what, book.match), book)
        except Stuck:
            if self._last:
                raise
        return await self.apart.about(book, what)

    def _bar(self, match: str) -> None:
        if self._stuck.get(match, 0.0) > time.monotonic():
            raise Stuck

    async def call(self, what: Other, limit: float | None = None) -> bytes:
        """A call that needs no match, by whoever is free first."""
        return await self._called(None, Call(what), None, limit)

    async def _called(self, place: int | None, call: Call, book: Book | None, limit: float | None = None) -> bytes:
        asker, lasting = ASKER.get(), call.what.lasting
        place = await self.turns.take(place, lasting)
        # A client that goes away must not leave half an answer in the pipe.
        task = asyncio.create_task(self._run(place, asker.user, call, book, limit))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        running = asyncio.shield(task)
        if lasting:
            return await running
        try:
            return await asker.wait(running)
        finally:
            if not task.done():
                # Nobody waits for it any more, nor for why it failed. If it is a long one, it is left.
                task.add_done_callback(lambda done: done.cancelled() or done.exception())
                asyncio.get_running_loop().call_later(PATIENCE, self._workers[place].abandon, call)

    async def _run(self, place: int, user: str, call: Call, book: Book | None, limit: float | None) -> bytes:
        worker = self._workers[place]
        worker.used, begun = 0.0, time.monotonic()
        try:
            with TIME.labels(call.op).time():
                reply = await self._asked(worker, call, book, limit or worker.limit)
        finally:
            self.turns.give(place, user, worker.used, time.monotonic() - begun)
        if reply.kind == "ok":
            return reply.raw
        if reply.kind == "broken":
            raise Broken(reply.sentence)
        raise Refused(reply.status, reply.code, reply.sentence, reply.detail)

    async def _asked(self, worker: _Worker, call: Call, book: Book | None, limit: float) -> Reply:
        if book is None:
            return await worker.exchange(call, limit)
        self._bar(book.match)  # it may have become stuck while this call waited
        await worker.start()  # a new process knows nothing
        count = len(book.lines)
        known = min(worker.knows.get(book.match, 0), count)
        reply = Reply("forgotten")
        if known:
            call.start, call.tail = known, book.lines[known:count]
            reply = await worker.exchange(call, limit)
        if reply.kind == "forgotten":
            reply = await self._replayed(worker, book, count, limit)
            call.start, call.tail = count, []
            if not count:
                call.head = book.head
            if reply.kind == "ok":
                reply = await worker.exchange(call, limit)
        worker.knows[book.match] = count
        if reply.kind == "broken":
            del worker.knows[book.match]
        return reply

    async def _replayed(self, worker: _Worker, book: Book, count: int, limit: float) -> Reply:
        """Lay a whole match on the worker's desk: a call of its own, so that it is known what costs a worker."""
        if not count:
            return Reply("ok")
        try:
            return await worker.exchange(Call(calls.Stand(), book.match, book.head, 0, book.lines[:count]), limit)
        except Lost:
            LOG.warning("the replay of a match has cost a worker", match=book.match, apart=self._last)
            self._stuck[book.match] = time.monotonic() + AGAIN if self._last else math.inf
            raise Stuck from None


def head_of(game: str, rules: int, options: Mapping[str, Any], seed: int) -> Head:
    """The header as workers take it."""
    return Head(game, rules, json.dumps(options, ensure_ascii=False, sort_keys=True), seed)
