"""A draft is shown before it is sent; nothing is stored."""

from __future__ import annotations

import msgspec

from orrery.desk import calls, wire
from orrery.desk.problems import Refused
from orrery.server.house import House, Who
from orrery.server.store.matches import MatchRow


async def preview(house: House, who: Who, match: str, request: wire.PreviewRequest) -> bytes:
    """The position after a draft, as JSON."""
    row, seat = await _at(house, who, match, request)
    return await house.about(row, calls.Preview(seat=seat, actions=request.actions, near=request.near))


async def supposed(house: House, who: Who, match: str, request: wire.PreviewRequest) -> bytes:
    """The same on a position in which the own seat is asked next, as JSON."""
    row, seat = await _at(house, who, match, request)
    return await house.about(row, calls.Supposed(seat=seat, actions=request.actions, near=request.near))


async def _at(house: House, who: Who, match: str, request: wire.PreviewRequest) -> tuple[MatchRow, int]:
    row, seat = await house.acting(match, who, request.seat, request.base)
    if row.state != "running":
        raise Refused(409, "over" if row.state == "over" else "not-started", "this match is not being played")
    await fresh(house, who, row, seat, request.base)
    return row, seat


async def fresh(house: House, who: Who, row: MatchRow, seat: int, base: int) -> None:
    """Refuse a request about a position that is no longer the current one, with the current one."""
    if base != row.number:
        house.seat(row, who, seat)  # the seat may have been given up since
        raise await stale(house, row, seat, "the position has changed")


async def stale(house: House, row: MatchRow, seat: int, sentence: str) -> Refused:
    """The refusal of what came too late, with the position as it is now."""
    raw = await house.about(row, calls.Position(seat=seat, finished=row.finished))
    return Refused(409, "stale", sentence, position=msgspec.json.decode(raw, type=wire.Position))
