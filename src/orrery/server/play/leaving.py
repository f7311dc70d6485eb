"""Seats change hands in a running match: resigning, standing in, coming back, running out of time."""

from __future__ import annotations

from dataclasses import replace

import structlog

from orrery.core.saying import say
from orrery.desk import wire
from orrery.desk.problems import Refused
from orrery.server.clock import now
from orrery.server.house import House, Who
from orrery.server.play.driving import drive
from orrery.server.play.standing import Changes, ended, running, standing
from orrery.server.play.storing import append, noted, persistent
from orrery.server.store import matches
from orrery.server.store.matches import MatchRow

LOG = structlog.get_logger("orrery.play")


async def resign(house: House, who: Who, match: str, seat: int | None) -> MatchRow:
    """Give up: with one opponent left the match is over, else a bot plays on for the others."""
    mine = house.seat(await house.row(match), who, seat)
    return await persistent(house, match, lambda row: _lost(house, row, mine, "Resign", "resigned"))


async def _lost(house: House, row: MatchRow, seat: int, question: str, out: str) -> MatchRow | None:
    if row.seats[seat].out is not None:
        raise Refused(409, "over", say("desk.seat.left"))
    played = await noted(house, row, seat, question, "")
    if played is None:
        return None
    at = now()
    gone: Changes = {"out": out, "kind": "bot", "level": house.settings.bot_level, "premoves": [], "orders": []}
    left = [s for s in row.seats if s.out is None and s.seat != seat]
    future = replace(row, seats=[replace(s, out=out) if s.seat == seat else s for s in row.seats])
    if len(left) <= 1:
        reason = "time" if out == "time" else "resigned"
        changes = ended(future, played.after.places, reason, at) | {"scores": played.after.scores}
        return await append(house, row, played, "table", changes, {seat: {"out": out}})
    seats = [replace(s, kind="bot", bank=None) if s.seat == seat else s for s in row.seats]
    changes = standing(row, played.after, row.since or at, seats)
    new = await append(house, row, played, "table", changes, {seat: gone})
    if new is not None:
        house.spawn(drive(house, row.id, new), "drive")
    return new


async def desert(house: House, match: str, seat: int) -> None:
    """The person of a seat has been deleted: the seat is given up as if they had resigned."""

    async def left(row: MatchRow) -> MatchRow | None:
        return row if row.seats[seat].out is not None else await _lost(house, row, seat, "Resign", "resigned")

    await persistent(house, match, left)


async def desert_all(house: House) -> None:
    """Every seat of somebody who has been deleted."""
    for match, seat in await house.store.read(matches.deserted):
        house.spawn(desert(house, match, seat), "desert")


async def replace_absent(house: House, who: Who, match: str, request: wire.ReplaceRequest) -> MatchRow:
    """A bot stands in for somebody who is away."""
    row = await house.row(match)
    mine = row.held(who.must().id)
    house.seat(row, who, mine[0] if mine else None)
    running(row)
    if request.seat >= len(row.seats):
        raise Refused(404, "not-found", f"there is no seat {request.seat}")
    seat = row.seats[request.seat]
    if request.seat in mine:
        raise Refused(409, "not-absent", say("server.seat.own"))
    if seat.kind != "person":
        raise Refused(409, "not-absent", say("server.seat.bot"))
    wait = house.settings.absent if row.mode == "live" else house.settings.absent_turns
    at = now()
    last = max(filter(None, (seat.seen, seat.acted, row.started)), default=0)
    if not seat.gone and (
        row.asked != request.seat or at - last < wait * 1000 or at - (row.since or at) < wait * 1000
    ):
        raise Refused(409, "not-absent", "only somebody who is asked and has been away for long can be replaced")
    level = request.level or house.settings.bot_level
    if level not in house.levels:
        raise Refused(400, "bad-request", say("desk.bot.none", got=repr(level), known=", ".join(house.levels)))
    new = await _stand_in(house, row, request.seat, level, "Replace")
    if new is None:
        raise Refused(409, "not-absent", say("server.seat.answered"))
    return new


async def _stand_in(house: House, row: MatchRow, seat: int, level: str, question: str) -> MatchRow | None:
    played = await noted(house, row, seat, question, f"bot {level}")
    if played is None:
        return None
    values: Changes = {"kind": "bot", "level": level, "standin": True}
    seats = [replace(s, kind="bot") if s.seat == seat else s for s in row.seats]
    changes = standing(row, played.after, row.since or now(), seats)
    new = await append(house, row, played, "table", changes, {seat: values})
    if new is not None:
        house.spawn(drive(house, row.id, new), "drive")
    return new


async def come_back(house: House, who: Who, match: str, seat: int | None) -> MatchRow:
    """The person takes the seat back from the bot that stood in."""
    mine = house.seat(await house.row(match), who, seat)
    return await persistent(house, match, lambda row: _back(house, row, mine))


async def _back(house: House, row: MatchRow, seat: int) -> MatchRow | None:
    if not row.seats[seat].standin:
        raise Refused(409, "not-absent", say("server.seat.standin"))
    played = await noted(house, row, seat, "Replace", "person")
    if played is None:
        return None
    bank = row.seats[seat].bank
    if row.clock is not None and row.clock.get("seconds") is not None:
        # Somebody who ran out of time gets one increment, or a minute, to go on with.
        bank = max(bank or 0, int(row.clock.get("increment") or 60) * 1000)
    values: Changes = {"kind": "person", "level": None, "standin": False, "bank": bank}
    seats = [replace(s, kind="person", bank=bank) if s.seat == seat else s for s in row.seats]
    changes = standing(row, played.after, now(), seats)
    return await append(house, row, played, "table", changes, {seat: values})


async def fill(house: House, match: str, seat: int, values: Changes) -> MatchRow:
    """The host puts somebody on a seat that was empty when the match started."""
    return await persistent(house, match, lambda row: _filled(house, row, seat, values))


async def _filled(house: House, row: MatchRow, seat: int, values: Changes) -> MatchRow | None:
    if row.seats[seat].kind != "open":
        raise Refused(409, "taken", say("server.seat.taken"))
    text = f"bot {values['level']}" if values["kind"] == "bot" else "person"
    played = await noted(house, row, seat, "Replace", text)
    if played is None:
        return None
    seats = [replace(s, kind=values["kind"]) if s.seat == seat else s for s in row.seats]
    since = now() if row.asked == seat else row.since or now()
    new = await append(house, row, played, "table", standing(row, played.after, since, seats), {seat: values})
    if new is not None:
        house.spawn(drive(house, row.id, new), "drive")
    return new


async def time_out(house: House, match: str) -> None:
    """The clock of the seat that is asked has run out: as the table chose."""
    row = await house.row(match)
    if row.state != "running" or row.asked is None or row.deadline is None or row.deadline > now():
        return
    LOG.info("time out", match=match, seat=row.asked)
    row.seats[row.asked].bank = 0 if row.seats[row.asked].bank is not None else None
    if row.clock is not None and row.clock.get("out") == "lose":
        await _lost(house, row, row.asked, "TimeOut", "time")
    else:
        await _stand_in(house, row, row.asked, house.settings.bot_level, "TimeOut")
