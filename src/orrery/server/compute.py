"""Where bots think: local processes by default, a Ray cluster when the settings name one."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import msgpack

from orrery.server.calls import Call, Reply, Turn, World
from orrery.server.pool import Pool
from orrery.server.problems import Refused
from orrery.server.settings import Settings, register


class Compute(Protocol):
    """A place that answers the calls ``choose`` and ``hint``."""

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def call(self, op: str, args: dict[str, Any], limit: float | None = None) -> bytes:
        """The raw answer; raises Refused."""
        ...


def compute(settings: Settings, environment: Mapping[str, str] | None = None) -> Compute:
    """The place that the settings name."""
    if settings.ray:
        return Cluster(settings)
    return Pool(settings.bots, settings.bot_limit, environment, nice=5)


async def chosen(
    place: Compute, world: World, level: str, seat: int, seed: int, limit: float | None = None
) -> list[str]:
    """The draft of a bot of that level in a guessed world."""
    args = {"game": world.game, "data": world.data, "level": level, "seat": seat, "seed": seed}
    return msgpack.decode(await place.call("choose", args, limit), type=Turn).texts


class Cluster:
    """A Ray cluster: ``local`` starts one on this machine, everything else is an address."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._ray: Any = None
        self._think: Any = None

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

    async def stop(self) -> None:
        if self._ray is not None:
            await asyncio.to_thread(self._ray.shutdown)

    async def call(self, op: str, args: dict[str, Any], limit: float | None = None) -> bytes:
        limit = limit or self.settings.bot_limit
        job = self._think.remote(self.settings.titles, self.settings.levels, op, args)
        try:
            raw = await asyncio.wait_for(asyncio.wrap_future(job.future()), limit)
        except TimeoutError:
            self._ray.cancel(job, force=True)
            raise Refused(503, "busy", "the bot took too long") from None
        except self._ray.exceptions.RayError as error:
            raise Refused(503, "busy", f"the bot crashed: {type(error).__name__}") from None
        reply = msgpack.decode(raw, type=Reply)
        if reply.kind != "ok":
            raise Refused(reply.status or 500, reply.code or "internal", reply.sentence, reply.detail)
        return reply.raw


def thought(titles: str, levels: str, op: str, args: dict[str, Any]) -> bytes:
    """One call, answered in a process of the cluster."""
    from orrery.server.worker import Worker

    register(titles, levels)
    return msgpack.encode(Worker().answer(Call(op, args)))
