"""Checks: every stored match replays to its digests."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

import msgspec
import structlog
from prometheus_client import Gauge

from orrery.server import ledger
from orrery.server.house import House
from orrery.server.ledger import MatchRow
from orrery.server.pool import Broken, Pool, head_of, plain
from orrery.server.problems import Refused
from orrery.server.store import Store

LOG = structlog.get_logger("orrery.checking")

CHECKED = Gauge("orrery_matches_checked", "Matches checked at the start, by outcome", ["outcome"])

STARTED = ("running", "over", "stopped", "broken")


@dataclass
class Report:
    """What a check found."""

    fine: int = 0
    entries: int = 0
    wrong: dict[str, str] = field(default_factory=dict)
    """Match -> what is wrong."""


async def check(
    store: Store, pool: Pool, states: tuple[str, ...] = STARTED, heal: bool = False, gently: bool = False
) -> Report:
    """Replay every match in these states; with ``heal`` those that replay again may be played again.

    ``gently`` rests as long as it works, so that people who play hardly notice.
    """
    report = Report()
    for match in await store.read(ledger.all_ids, states):
        row = await store.read(ledger.load, match)
        if row is None or row.seed is None:
            continue
        begun = time.monotonic()
        problem = await _wrong(store, pool, row)
        if gently:
            await asyncio.sleep(time.monotonic() - begun)
        report.entries += row.number
        if problem is not None:
            report.wrong[match] = problem
            LOG.error("match does not check", match=match, problem=problem)
            continue
        report.fine += 1
        if heal and row.state == "broken":
            state = "running" if row.ended is None else "over"
            await store.write(ledger.change, match, {"state": state, "notice": None}, state="broken")
            LOG.info("match replays again", match=match)
    return report


async def _wrong(store: Store, pool: Pool, row: MatchRow) -> str | None:
    lines = await store.read(ledger.lines, row.id, 0)
    if len(lines) < row.number:
        return f"the table says {row.number} entries, but {len(lines)} are stored"
    assert row.seed is not None
    head = msgspec.to_builtins(head_of(row.game, row.rules, row.options, row.seed))
    try:
        await pool.call("check", {"name": row.id, "head": head, "lines": plain(lines)}, 120)
    except (Broken, Refused) as error:
        return str(error)
    return None


async def at_start(house: House) -> None:
    """The check of a starting server, as its settings say; a failed match is reported, not touched."""
    which = house.settings.check
    if which == "none":
        return
    report = await check(
        house.store, house.pool, STARTED if which == "all" else ("running",), heal=True, gently=True
    )
    CHECKED.labels("fine").set(report.fine)
    CHECKED.labels("wrong").set(len(report.wrong))
    LOG.info("checked", matches=report.fine, entries=report.entries, wrong=len(report.wrong))
