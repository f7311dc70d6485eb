"""Reports on finished matches, made beside everything else: decision by decision, each stored when it is judged.

Several reports are under way at once, and their decisions take turns in a process of low priority, fair by user.
A killed server goes on with the next decision; on PostgreSQL another process takes over after a while.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

import structlog
from msgspec import msgpack
from sqlalchemy import Connection

from orrery.core.saying import say
from orrery.desk import cards, wire
from orrery.desk.problems import Refused
from orrery.desk.results import Head, Line
from orrery.server.engine.pool import Lost
from orrery.server.engine.turns import ASKER, Asker
from orrery.server.house import House, Who
from orrery.server.store import practice, reports
from orrery.server.store.matches import MatchRow
from orrery.server.store.reports import Key, ReportRow
from orrery.study import studying

LOG = structlog.get_logger("orrery.reports")

AT_ONCE = 4
"""Reports that one server process goes on with; their decisions take turns."""
MOST = 6
"""Reports of one person that may wait."""
LIMIT = {"quick": 300.0, "complete": 1800.0}
"""Seconds that one decision may take, on a machine that has other things to do."""
STAYING = 5.0
"""Seconds between two signs that a process is still at its reports."""
TRIES = 3
"""How often a decision that cost its process is tried."""


async def ask(house: House, who: Who, row: MatchRow, seat: int, depth: wire.Depth) -> None:
    """Ask for the report on a seat of a finished match."""
    person = who.must()
    finished(row, seat)
    key = Key(row.id, seat, depth)
    if await house.store.write(reports.ask, key, person.id, judge(), MOST) == "many":
        raise Refused(429, "too-many", say("server.report.many", most=MOST), {"wait": 60})
    house.reports.set()


def finished(row: MatchRow, seat: int) -> None:
    """Refused unless the match was played to its end and has such a seat."""
    if row.state != "over" or not row.finished:
        raise Refused(409, "not-over", say("desk.report.running"))
    if seat >= len(row.seats):
        raise Refused(404, "not-found", say("desk.report.seat", got=seat, most=len(row.seats) - 1))


async def told(house: House, row: MatchRow, seat: int, depth: wire.Depth) -> wire.ReportState:
    """How far a report is, and the report itself when it is done."""
    finished(row, seat)
    found = await house.store.read(reports.load, Key(row.id, seat, depth))
    if found is None or found.engine != judge():
        return wire.ReportState(state="none")
    left = None
    if found.state == "waiting" and found.total and found.done:
        left = max(1, round(found.used / 1000 / found.done * (found.total - found.done)))
    return wire.ReportState(
        state=found.state,
        done=found.done,
        total=found.total,
        left=left,
        problem=found.problem["sentence"] if found.problem else None,
        reason=found.problem.get("reason") if found.problem else None,
        report=None if found.report is None else cards.readable(found.report),
    )


def judge() -> str:
    """What judges: another version makes a report anew."""
    from orrery.study.report import VERSION  # with all that thinks, which a server needs for nothing else

    return str(VERSION)


def _problem(refusal: Refused) -> dict[str, Any]:
    return {"sentence": refusal.sentence, **refusal.detail}


async def run(house: House) -> None:
    """Take up what waits, as long as the server is there."""
    under_way: set[Key] = set()
    told = time.monotonic()
    if not house.store.postgres:
        await house.store.write(reports.release_all)
    while not house.closing:
        house.reports.clear()
        try:
            if under_way and time.monotonic() - told > STAYING:
                told = time.monotonic()
                await house.store.write(reports.stay, sorted(under_way))
            room = AT_ONCE - len(under_way)
            for row in await house.store.write(reports.claim, room) if room else ():
                under_way.add(row.key)
                house.spawn(_made(house, row, under_way), "report")
        except Exception:  # the database may come back
            LOG.exception("reports could not be read")
        try:
            async with asyncio.timeout(2):
                await house.reports.wait()
        except TimeoutError:
            continue


async def _made(house: House, row: ReportRow, under_way: set[Key]) -> None:
    """One report, from where it stands to its end."""
    key = row.key
    ASKER.set(Asker(f"user {row.user}" if row.user is not None else f"match {row.match}"))
    try:
        match = await house.row(row.match)
        book = await house.book(match)
        await _through(house, row, book.head, book.lines)
    except Refused as refusal:
        if refusal.code == "closing":
            await house.store.write(reports.release, key)
        else:
            LOG.error("report failed", match=row.match, seat=row.seat, code=refusal.code, sentence=refusal.sentence)
            await house.store.write(reports.close, key, {"state": "failed", "problem": _problem(refusal)})
    finally:
        under_way.discard(key)
        house.reports.set()


async def _through(house: House, row: ReportRow, head: Head, lines: list[Line]) -> None:
    key, limit = row.key, LIMIT[row.depth]
    about = studying.Subject(head, lines, row.seat, row.depth, house.settings.report_nodes)
    if row.total is None:
        total = msgpack.decode(await house.study.call(studying.Outline(about=about), limit), type=int)
        await house.store.write(reports.counted, key, total)
    while True:
        done = await house.store.read(reports.units, key)
        begun = time.monotonic()
        found = msgpack.decode(
            await _judged(house, studying.Judge(about=about, done=done), limit), type=studying.Judged
        )
        if found.move is None:
            break
        used = round(1000 * (time.monotonic() - begun))
        if not await house.store.write(reports.keep, key, row.engine, found.move, found.unit, used):
            return  # asked for anew by another version, or forgotten
    raw = await house.study.call(studying.Conclude(about=about, done=done), limit)
    await house.store.write(_closed, key, raw.decode())


def _closed(connection: Connection, key: Key, report: str) -> None:
    """The report is done, and what can be practised of it is there."""
    if reports.close(connection, key, {"state": "done", "report": report}):
        practice.gather(connection, key, report)


async def _judged(house: House, what: studying.Judge, limit: float) -> bytes:
    """A decision; a process that is lost on it costs another try."""
    for _ in range(TRIES - 1):
        try:
            return await house.study.call(what, limit)
        except Lost:
            LOG.warning("a decision has cost its process", done=len(what.done))
    return await house.study.call(what, limit)
