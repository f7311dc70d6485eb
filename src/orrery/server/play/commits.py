"""A draft enters the log, once."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from msgspec import msgpack

from orrery.core.saying import say
from orrery.desk import calls, wire
from orrery.desk.problems import Refused
from orrery.server.house import House, Who
from orrery.server.play.drafting import stale
from orrery.server.play.driving import drive
from orrery.server.play.standing import Changes, running
from orrery.server.play.storing import played_on
from orrery.server.store.matches import MatchRow


async def commit(
    house: House, who: Who, match: str, request: wire.CommitRequest, watched: Collection[int] = ()
) -> wire.Committed:
    """The draft enters the log, once; answered with what it changed, unless that seat is ``watched`` anyway."""
    row, seat = await house.acting(match, who, request.seat, request.base)
    if row.state == "open":
        running(row)
    if request.base > row.number:
        raise Refused(
            400, "bad-request", say("desk.entries.other", count=row.number, got=request.base), {"field": "base"}
        )
    if request.base == row.number:
        running(row)
        # What the person said about the end of the turn is stored with the draft, or neither is.
        said: dict[int, Changes] = {seat: {"then": request.then}}
        draft = calls.Commit(seat=seat, actions=request.actions, then=request.then)
        new = await played_on(house, row, draft, "person", said)
        if new is not None:
            house.spawn(drive(house, match, new), "drive")
            return await _answered(house, who, new, seat, request.base, watched)
        row = await house.row(match)
        house.seat(row, who, seat)  # the seat may have been given up since
    return await _late(house, row, seat, request)


async def _answered(
    house: House, who: Who, row: MatchRow, seat: int, base: int, watched: Collection[int]
) -> wire.Committed:
    viewer = row.asked if row.asked is not None and row.asked in row.held(who.id) else seat
    news = await house.live.moved(row, base, seat, viewer)
    answer = _committed(row)
    if news is not None and viewer not in watched:
        # It has been written by the engine's process, and goes out as it is.
        answer.news = msgspec.Raw(news)  # type: ignore[assignment]
    return answer


def _committed(row: MatchRow, repeated: bool = False) -> wire.Committed:
    over = row.state != "running"
    return wire.Committed(row.id, row.number, row.move, row.asked, row.question, over, repeated)


async def _late(house: House, row: MatchRow, seat: int, request: wire.CommitRequest) -> wire.Committed:
    """A commit that others were faster than: harmless if it is the same one, else answered with the position."""
    book = await house.book(row)
    there = book.lines[request.base : request.base + len(request.actions)]
    if [(line.seat, line.text) for line in there] == [(seat, text) for text in request.actions]:
        return _committed(row, repeated=True)
    if len(there) == len(request.actions) and all(line.seat == seat for line in there):
        # People write it with other spaces or letters than the engine.
        raw = await house.about(row, calls.Repeated(after=request.base, actions=request.actions))
        if msgpack.decode(raw, type=bool):
            return _committed(row, repeated=True)
    raise await stale(house, row, seat, "others were faster: the position has changed")
