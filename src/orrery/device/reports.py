"""Reports on finished matches, made on the device itself: one decision at a time, each kept when it is judged."""

from __future__ import annotations

import time
from typing import Final

import msgspec
from msgspec import msgpack

from orrery.core.saying import say
from orrery.desk import cards, wire
from orrery.desk.problems import Refused
from orrery.device.house import House
from orrery.device.kept import Report, Row
from orrery.study import studying
from orrery.study.report import VERSION

NODES: Final = 4000
"""Positions for each candidate of a decision, as on a server."""


def find(row: Row, seat: int, depth: wire.Depth) -> Report | None:
    """The report on a seat, by the judge of now."""
    found = (one for one in row.reports if (one.seat, one.depth, one.engine) == (seat, depth, str(VERSION)))
    return next(found, None)


def ask(house: House, row: Row, seat: int, depth: wire.Depth) -> None:
    """Ask for a report; one that failed is tried again."""
    finished(row, seat)
    there = find(row, seat, depth)
    if there is not None and there.problem is None:
        return
    row.reports = [one for one in row.reports if (one.seat, one.depth) != (seat, depth)]
    row.reports.append(Report(seat, depth, str(VERSION)))
    house.keep(row)


def told(row: Row, seat: int, depth: wire.Depth) -> wire.ReportState:
    """How far a report is, and the report itself when it is done."""
    finished(row, seat)
    there = find(row, seat, depth)
    if there is None:
        return wire.ReportState(state="none")
    state = wire.ReportState(state="waiting", done=there.done, total=there.total)
    if there.problem is not None:
        state.state = "failed"
        state.problem, state.reason = there.problem["sentence"], there.problem.get("reason")
    elif there.report is not None:
        state.state = "done"
        state.report = cards.readable(there.report)
    elif there.total and there.done:
        state.left = max(1, round(there.used / 1000 / there.done * (there.total - there.done)))
    return state


def finished(row: Row, seat: int) -> None:
    """Refused unless the match is over and has such a seat."""
    if row.state != "over":
        raise Refused(409, "not-over", say("desk.report.running"))
    if seat >= len(row.seats):
        raise Refused(404, "not-found", say("desk.report.seat", got=seat, most=len(row.seats) - 1))


def waiting(row: Row) -> Report | None:
    """The report of a match that is to be gone on with."""
    undone = (one for one in row.reports if one.report is None and one.problem is None and _current(one))
    return next(undone, None)


def _current(report: Report) -> bool:
    return report.engine == str(VERSION)


def work(row: Row, report: Report, nodes: int = NODES) -> bool:
    """One piece of it; whether it is done now. Whoever calls keeps the record."""
    about = studying.Subject(row.head, row.lines, report.seat, report.depth, nodes)
    begun = time.monotonic_ns()
    try:
        if report.total is None:
            report.total = msgpack.decode(studying.Outline(about=about).answer(), type=int)
        else:
            judge = studying.Judge(about=about, done=report.units)
            found = msgpack.decode(judge.answer(), type=studying.Judged)
            if found.move is None:
                report.report = studying.Conclude(about=about, done=report.units).answer().decode()
            else:
                units = {msgspec.json.decode(unit)["move"]: unit for unit in report.units}
                units[found.move] = found.unit
                report.units = [units[move] for move in sorted(units)]
                report.done += 1
    except Refused as refusal:
        report.problem = {"sentence": refusal.sentence, **refusal.detail}
    except Exception as error:  # noqa: BLE001  # a fault of ours: told, and the device goes on
        report.problem = {"sentence": f"{type(error).__name__}: {error}"}
    report.used += (time.monotonic_ns() - begun) // 1_000_000
    return report.report is not None
