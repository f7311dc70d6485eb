"""Keeping house: clocks that run out, and what a crash or a lost race has left undone."""

from __future__ import annotations

import asyncio

import structlog

from orrery.server.clock import now
from orrery.server.club import tidying
from orrery.server.events import LobbyChanged
from orrery.server.house import House
from orrery.server.lobby import seating
from orrery.server.play import driving, leaving
from orrery.server.store import clocks, matches

LOG = structlog.get_logger("orrery.keeping")

GRACE = 15_000
"""Milliseconds after which something that is still to be done is no longer under way elsewhere."""
BEAT = 2
"""Seconds between signs of life."""


async def wake_up(house: House) -> None:
    """Give back to the clocks the time in which no server was there; before anybody is let in."""
    # Beside other processes only a silence of several beats means that none of them is there.
    least = 3 * BEAT * 1000 if house.store.postgres else 0
    gone = await house.store.write(clocks.give_back, now(), least)
    if gone:
        LOG.info("clocks stood still", seconds=gone // 1000)


async def keep(house: House) -> None:
    """Every second: clocks that ran out; now and then: what nobody does, and what is long over.

    The first time everything is done at once that a former process was about to do.
    """
    count = 0
    while not house.closing:
        try:
            if count % BEAT == 0:
                await house.store.write(clocks.beat, now())
            for match in await house.store.read(matches.expired, now()):
                house.spawn(leaving.time_out(house, match), "time out")
            if count % 3600 == 60:
                await house.store.write_and_tell([LobbyChanged()], tidying.tidy, house.settings)
            if count % 5 == 0:
                await _catch_up(house, now() - (GRACE if count else 0))
        except Exception:  # the database may come back: the clocks must go on then
            LOG.exception("the clocks could not be read")
        await asyncio.sleep(1)
        count += 1


async def _catch_up(house: House, before: int) -> None:
    for match in await house.unattended(await house.store.read(matches.unattended, before)):
        house.spawn(driving.drive(house, match), "drive")
    for match in await house.store.read(matches.full, before):
        house.spawn(seating.start_full(house, match), "start")
    await leaving.desert_all(house)
