"""Records: a match as a file, whole once it is over, before that as far as somebody may know."""

from __future__ import annotations

import msgspec

from orrery.core.match import FORMAT
from orrery.desk import calls, wire
from orrery.desk.problems import Refused
from orrery.server.house import House
from orrery.server.store import matches
from orrery.server.store.matches import MatchRow


async def record(house: House, row: MatchRow, viewer: int | None) -> wire.Record:
    """The record for a viewer."""
    if row.seed is None:
        raise Refused(409, "not-started", "this match has not started")
    complete = row.finished or row.state == "stopped" or (row.state == "broken" and row.ended is not None)
    if complete:
        lines = await house.store.read(matches.lines, row.id, 0)
        entries = [
            wire.RecordEntry(number, line.seat, line.question, line.text, line.at, line.digest)
            for number, line in enumerate(lines, 1)
        ]
    elif row.state == "broken":
        stored = await house.store.read(matches.stored, row.id)
        entries = [wire.RecordEntry(*one[:4], at=one[5]) for one in stored]
    else:
        raw = await house.about(row, calls.Log(seat=viewer, since=0, finished=False))
        log = msgspec.json.decode(raw, type=wire.Log)
        entries = [wire.RecordEntry(e.number, e.seat, e.question, e.text, e.at) for e in log.entries]
    return wire.Record(
        format=FORMAT,
        game=row.game,
        rules=row.rules,
        engine=row.engine,
        options=row.options,
        complete=complete,
        entries=entries,
        names=[seat.name for seat in row.seats],
        seed=row.seed if complete else None,
        scores=row.scores,
        places=row.places,
    )


async def broken_log(house: House, row: MatchRow, since: int) -> wire.Log:
    """The stored entries of a match that no longer replays, as everybody may read them."""
    if row.ended is not None:
        lines = await house.store.read(matches.lines, row.id, 0)
        entries = [
            wire.LogEntry(number, line.seat, line.question, line.text, at=line.at, digest=line.digest)
            for number, line in enumerate(lines, 1)
        ]
    else:
        stored = await house.store.read(matches.stored, row.id)
        entries = [wire.LogEntry(n, seat, question, text, at=at) for n, seat, question, text, _, at in stored]
    return wire.Log(row.id, row.number, row.move, entries[since:])
