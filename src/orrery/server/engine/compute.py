"""Where bots think: local processes by default, a Ray cluster when the settings name one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import msgpack

from orrery.desk.problems import Refused
from orrery.desk.results import Turn, World
from orrery.server.engine.frames import Call, Other, Reply
from orrery.server.engine.pool import Pool
from orrery.server.engine.turns import ASKER, Turns
from orrery.server.settings import Settings, register
from orrery.study.thinking import Choose


class Compute(Protocol):
    """A place that answers the calls of ``thinking``."""

    async def start(self) -> None: ...

    def close(self) -> None:
        """Drop what waits, and take nothing more."""
        ...

    async def stop(self) -> None: ...

    async def call(self, what: Other, limit: float | None = None) -> bytes:
        """The raw answer; raises Refused."""
        ...


def compute(settings: Settings, environment: Mapping[str, str] | None = None) -> Compute:
    """The place that the settings name."""
    if settings.ray:
        return Cluster(settings)
    # What a bot thinks about when the server ends is thought about again after the start: it is not waited for.
    limit, most = settings.bot_limit, settings.waiting
    return Pool(settings.bots, limit, environment, nice=5, name="bots", most=most, grace=0)


def studious(settings: Settings, place: Compute, environment: Mapping[str, str] | None = None) -> Compute:
    """Where finished matches are judged: on the cluster, or in a process that stands back behind all others."""
    if settings.ray:
        return place
    limit, most = settings.bot_limit, settings.waiting
    return Pool(1, limit, environment, nice=settings.report_nice, name="study", most=most, grace=0)


async def chosen(
    place: Compute,
    world: World,
    level: str,
    seat: int,
    seed: int,
    limit: float | None = None,
    quick: bool = False,
) -> list[str]:
    """The draft of a bot of that level in a guessed world."""
    what = Choose(game=world.game, data=world.data, level=level, seat=seat, seed=seed, quick=quick)
    return msgpack.decode(await place.call(what, limit), type=Turn).texts


class Cluster:
    """A Ray cluster: ``local`` starts one on this machine, everything else is an address."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._ray: Any = None
        self._think: Any = None
        self.turns = Turns("bots", 1, settings.waiting)

    async def start(self) -> None:
        await asyncio.to_thread(self._start)

    def _start(self) -> None:
        try:
            import ray
        except ImportError:
            raise ValueError("ORRERY_RAY needs the extra orrery[ray]") from None
        self._ray = ray
        address = None if self.settings.ray == "local" else self.settings.ray
        ray.init(address=address, log_to_driver=False, include_dashboard=False, configure_logging=False)
        self._think = ray.remote(thought)
        self.turns = Turns("bots", max(1, int(self._ray.cluster_resources().get("CPU", 1))), self.settings.waiting)

    def close(self) -> None:
        self.turns.close()

    async def stop(self) -> None:
        self.close()
        if self._ray is not None:
            await asyncio.to_thread(self._ray.shutdown)

    async def call(self, what: Other, limit: float | None = None) -> bytes:
        place, begun, used = await self.turns.take(), time.monotonic(), 0.0
        try:
            reply = await self._asked(what, limit or self.settings.bot_limit)
            used = reply.cpu
        except Refused:
            used = time.monotonic() - begun
            raise
        finally:
            self.turns.give(place, ASKER.get().user, used, time.monotonic() - begun)
        if reply.kind != "ok":
            raise Refused(reply.status or 500, reply.code or "internal", reply.sentence, reply.detail)
        return reply.raw

    async def _asked(self, what: Other, limit: float) -> Reply:
        job = self._think.remote(self.settings.titles, self.settings.levels, msgpack.encode(Call(what)))
        try:
            raw = await asyncio.wait_for(asyncio.wrap_future(job.future()), limit)
        except TimeoutError:
            self._ray.cancel(job, force=True)
            raise Refused(503, "busy", "the bot took too long") from None
        except asyncio.CancelledError:  # nobody waits for it any more
            self._ray.cancel(job, force=True)
            raise
        except self._ray.exceptions.RayError as error:
            raise Refused(503, "busy", f"the bot crashed: {type(error).__name__}") from None
        return msgpack.decode(raw, type=Reply)


def thought(titles: str, levels: str, call: bytes) -> bytes:
    """One call, answered in a process of the cluster."""
    from orrery.server.engine.worker import Worker

    register(titles, levels)
    begun = time.process_time()
    reply = Worker().answer(msgpack.decode(call, type=Call))
    reply.cpu = time.process_time() - begun
    return msgpack.encode(reply)
