"""Checks: every stored match replays to its digests; what has been checked by this engine is remembered."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

import structlog
from msgspec import msgpack
from prometheus_client import Gauge

from orrery.desk import calls
from orrery.desk.problems import Broken, Refused
from orrery.desk.results import After
from orrery.server.engine.pool import STUCK, Lost, Pool, head_of
from orrery.server.engine.sources import engines
from orrery.server.house import House
from orrery.server.play.standing import over_again
from orrery.server.store import checks, matches
from orrery.server.store.checks import Checked
from orrery.server.store.database import Store
from orrery.server.store.matches import MatchRow

LOG = structlog.get_logger("orrery.checking")

CHECKED = Gauge(
    "orrery_matches_checked", "Matches at the start, by what a check found (known: not checked again)", ["outcome"]
)

STARTED = ("running", "over", "stopped", "broken")

TOGETHER = 50
"""Matches that are remembered in one transaction."""


@dataclass
class Report:
    """What a check found."""

    fine: int = 0
    known: int = 0
    """Matches that needed no check: this engine has made it before, and they are as they were."""
    entries: int = 0
    wrong: dict[str, str] = field(default_factory=dict)
    """Match -> what is wrong."""


async def check(
    store: Store,
    pool: Pool,
    states: tuple[str, ...] = STARTED,
    heal: bool = False,
    gently: bool = False,
    new: bool = False,
) -> Report:
    """Replay every match in these states; with ``heal`` those that replay again may be played again.

    With ``new`` the matches are left out that this engine has checked and that have had no entry since.
    ``gently`` rests as long as it works, so that people who play hardly notice, and leaves out the matches whose
    replay has cost workers before.
    """
    report = Report()
    mine = await asyncio.to_thread(engines)
    ids = await store.read(checks.started, states)
    if new:
        wanted = await store.read(checks.unchecked, states, mine)
        ids, report.known = wanted, max(0, len(ids) - len(wanted))
    fine: list[Checked] = []
    for match in ids:
        row = await store.read(matches.load, match)
        if row is None or row.seed is None:
            continue
        if gently and (row.notice or "").startswith(STUCK):
            LOG.warning("match not checked: its replay has cost workers before", match=match)
            continue
        begun = time.monotonic()
        found = await replayed(store, pool, row, None if gently else 120)
        if gently:
            await asyncio.sleep(time.monotonic() - begun)
        report.entries += row.number
        if isinstance(found, str):
            report.wrong[match] = found
            LOG.error("match does not check", match=match, problem=found)
            await store.write(checks.forget, match)
            continue
        report.fine += 1
        if row.game in mine:
            fine.append(Checked(match, mine[row.game], row.number))
        if len(fine) >= TOGETHER:
            await store.write(checks.remember, fine)
            fine = []
        if heal:
            await _heal(store, row, msgpack.decode(found, type=After))
    if fine:
        await store.write(checks.remember, fine)
    return report


async def _heal(store: Store, row: MatchRow, after: After) -> None:
    if row.state == "broken":
        running = {"state": "running", "notice": None}
        changes = running if row.ended is None else over_again(row, after)
        await store.write(matches.change, row.id, changes, state="broken")
        LOG.info("match replays again", match=row.id)
    elif row.notice == STUCK:
        await store.write(matches.change, row.id, {"notice": None}, state=row.state)
        LOG.info("match replays in time again", match=row.id)


async def replayed(store: Store, pool: Pool, row: MatchRow, limit: float | None = None) -> bytes | str:
    """Where a match stands after its whole log (an ``After``), or what is wrong with it."""
    lines = await store.read(matches.lines, row.id, 0)
    if len(lines) < row.number:
        return f"the table says {row.number} entries, but {len(lines)} are stored"
    assert row.seed is not None
    head = head_of(row.game, row.rules, row.options, row.seed)
    try:
        return await pool.apart.call(calls.Check(name=row.id, head=head, lines=lines), limit)
    except Lost as error:
        await store.write(matches.change, row.id, {"notice": STUCK}, state=row.state)
        return str(error)
    except (Broken, Refused) as error:
        return str(error)


async def at_start(house: House) -> None:
    """The check of a starting server, as its settings say; a failed match is reported, not touched."""
    which = house.settings.check
    if which == "none":
        return
    states = STARTED if which == "all" else ("running",)
    report = await check(house.store, house.pool, states, heal=True, gently=True, new=True)
    CHECKED.labels("known").set(report.known)
    CHECKED.labels("fine").set(report.fine)
    CHECKED.labels("wrong").set(len(report.wrong))
    LOG.info("checked", matches=report.fine, entries=report.entries, wrong=len(report.wrong), known=report.known)
