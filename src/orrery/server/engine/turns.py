"""Turns: whose work is done next. Fair by user, measured in processor time, dropped when nobody waits.

Whoever asks has a queue of their own for each group of processes. A free process takes the work of the user
who has used least lately, and among equals of the one who was served longest ago: much work of one user is
slow for that user only.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine, Hashable, MutableMapping
from contextvars import ContextVar, copy_context
from typing import Any, TypeVar

from prometheus_client import Counter, Gauge, Histogram

from orrery.desk.problems import Refused

QUEUED = Gauge("orrery_queue_length", "Calls that wait for a process", ["queue"])
WAITED = Histogram("orrery_queue_seconds", "Time that calls have waited for a process", ["queue"])
USED = Counter("orrery_worker_seconds_total", "Processor time of worker processes", ["queue"])

HALF = 60.0
"""Seconds after which what somebody has used counts half."""
WHOLE = 10_000
"""Calls that may wait in one queue, of all users together."""

T = TypeVar("T")
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]


class Asker:
    """On whose behalf something is computed, and whether they still wait for it."""

    def __init__(
        self, user: str = "", receive: Receive | None = None, bounded: bool = False, address: str = ""
    ) -> None:
        self.user = user
        self.address = address
        self.bounded = bounded
        """Whether the number of this user's waiting calls is limited; work that the server owes is not."""
        self._receive = receive
        self._leaving: asyncio.Task[None] | None = None

    async def wait(self, work: Awaitable[T]) -> T:
        """What the work gives; when the client goes away first, it is cancelled and refused."""
        if self._receive is None:
            return await work
        if self._leaving is None:
            self._leaving = asyncio.create_task(self._left(self._receive))
        future = asyncio.ensure_future(work)
        try:
            await asyncio.wait({future, self._leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if not future.done():
                future.cancel()
        if future.cancelled() or not future.done():
            raise Refused(499, "gone", "nobody waits for this answer any more")
        return future.result()

    @staticmethod
    async def _left(receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    def done(self) -> None:
        """The request has been answered."""
        if self._leaving is not None:
            self._leaving.cancel()


ASKER: ContextVar[Asker] = ContextVar("asker", default=Asker())  # noqa: B039  # the house itself: never changed


def beside(work: Coroutine[Any, Any, T], bounded: bool = False) -> asyncio.Task[T]:
    """Begin something for the same user that does not end with their request."""
    context = copy_context()
    context.run(ASKER.set, Asker(ASKER.get().user, bounded=bounded))
    return asyncio.create_task(work, context=context)


class _Job:
    """A call that waits."""

    __slots__ = ("at", "future", "place")

    def __init__(self, place: int | None, at: float) -> None:
        self.place = place
        self.at = at
        self.future: asyncio.Future[int] = asyncio.get_running_loop().create_future()


class Turns:
    """Gives a number of places, each to one call at a time."""

    def __init__(self, name: str, places: int, most: int = 64, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = name
        self.most = most
        """Calls of one user that may wait."""
        self.closed = False
        self._clock = clock
        self._free = OrderedDict.fromkeys(range(places))
        self._places = places
        self._jobs: dict[str, deque[_Job]] = {}
        self._waiting = 0
        self._used: dict[str, tuple[float, float]] = {}
        self._served: dict[str, int] = {}
        self._count = 0
        QUEUED.labels(name).set(0)
        self._pace = 0.1
        """Seconds that a call takes, of late."""

    # Taking and giving

    async def take(self, place: int | None = None, lasting: bool = False) -> int:
        """Wait for that place, or for any; refused when too much of the same user waits already.

        A call that is not ``lasting`` is dropped when its client goes away.
        """
        asker = ASKER.get()
        if self.closed:
            raise closing()
        wanted = next(iter(self._free), None) if place is None else place
        if wanted is not None and wanted in self._free:
            del self._free[wanted]
            self._serve(asker.user, 0.0)
            return wanted
        jobs = self._jobs.setdefault(asker.user, deque())
        self._bound(asker, len(jobs))
        job = _Job(place, self._clock())
        jobs.append(job)
        self._waiting += 1
        QUEUED.labels(self.name).set(self._waiting)
        try:
            return await (job.future if lasting else asker.wait(job.future))
        except BaseException:
            if job.future.done() and not job.future.cancelled() and job.future.exception() is None:
                self.give(job.future.result(), asker.user, 0.0)  # it came at the moment of leaving
            else:
                self._drop(asker.user, job)
            raise

    def give(self, place: int, user: str, seconds: float, wall: float | None = None) -> None:
        """The place is free again; ``seconds`` of processor time have been used."""
        USED.labels(self.name).inc(seconds)
        self._used[user] = (self.used(user) + seconds, self._clock())
        self._pace += ((seconds if wall is None else wall) - self._pace) / 16
        if len(self._used) > 10_000:
            self._forget()
        found = self._next(place)
        if found is None:
            self._free[place] = None
            return
        user, job = found
        self._drop(user, job)
        self._serve(user, self._clock() - job.at)
        job.future.set_result(place)

    def used(self, user: str) -> float:
        """Processor time that somebody has used; the longer ago, the less it counts."""
        seconds, at = self._used.get(user, (0.0, 0.0))
        return seconds * 0.5 ** ((self._clock() - at) / HALF) if seconds else 0.0

    def close(self) -> None:
        """Drop everything that waits, and take nothing more."""
        self.closed = True
        for jobs in self._jobs.values():
            for job in jobs:
                if not job.future.done():
                    job.future.set_exception(closing())
        self._jobs.clear()
        self._waiting = 0
        QUEUED.labels(self.name).set(0)

    # Inside

    def _bound(self, asker: Asker, mine: int) -> None:
        if asker.bounded and mine >= self.most:
            wait = max(1, min(60, round(mine * self._pace / self._places)))
            sentence = f"{mine} of your requests wait for an answer already: try again in {wait} s"
            raise Refused(429, "too-many", sentence, {"wait": wait})
        if asker.bounded and self._waiting >= WHOLE:
            raise Refused(503, "busy", "too many requests wait for an answer; nothing was stored")

    def _next(self, place: int) -> tuple[str, _Job] | None:
        """The user who is next for this place, and their oldest call that fits."""
        best: tuple[tuple[float, int], str, _Job] | None = None
        for user, jobs in self._jobs.items():
            job = next((job for job in jobs if job.place in (None, place) and not job.future.done()), None)
            if job is None:
                continue
            key = (self.used(user), self._served.get(user, 0))
            if best is None or key < best[0]:
                best = (key, user, job)
        return None if best is None else best[1:]

    def _serve(self, user: str, waited: float) -> None:
        self._count += 1
        self._served[user] = self._count
        WAITED.labels(self.name).observe(waited)

    def _drop(self, user: str, job: _Job) -> None:
        jobs = self._jobs.get(user)
        with contextlib.suppress(ValueError):
            if jobs is not None:
                jobs.remove(job)
                self._waiting -= 1
                QUEUED.labels(self.name).set(self._waiting)
        if jobs is not None and not jobs:
            del self._jobs[user]

    def _forget(self) -> None:
        self._used = {user: known for user, known in self._used.items() if self.used(user) > 0.01}
        self._served = {user: count for user, count in self._served.items() if user in self._used}


def closing() -> Refused:
    """What is said to whoever still waits when the server ends."""
    return Refused(503, "closing", "the server is about to stop; nothing was stored")


class _Making:
    __slots__ = ("task", "waiting")

    def __init__(self, task: asyncio.Task[bytes]) -> None:
        self.task = task
        self.waiting = 0


class Shared:
    """Answers that several may want: each is computed once, as long as somebody waits for it, and kept."""

    def __init__(self, room: int = 500) -> None:
        self.room = room
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._made: dict[Hashable, _Making] = {}

    async def get(self, key: Hashable, make: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        """The answer of that key; ``make`` computes it if nobody has asked before."""
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        making = self._made.get(key)
        if making is None:
            making = self._made[key] = _Making(beside(make(), bounded=ASKER.get().bounded))
        making.waiting += 1
        try:
            answer = await ASKER.get().wait(asyncio.shield(making.task))
        finally:
            making.waiting -= 1
            if not making.waiting:
                making.task.cancel()
            if (not making.waiting or making.task.done()) and self._made.get(key) is making:
                del self._made[key]
        self._kept[key] = answer
        if len(self._kept) > self.room:
            self._kept.popitem(last=False)
        return answer
