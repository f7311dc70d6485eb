"""Matches of a device as files, one or all of them, and files as matches."""

from __future__ import annotations

import json
from typing import Final

import msgspec
from msgspec import Struct, msgpack

from orrery.core.match import FORMAT
from orrery.core.saying import say
from orrery.desk import calls, rows, wire
from orrery.desk.problems import Broken, Refused
from orrery.desk.results import Replayed
from orrery.device import practising
from orrery.device.house import House
from orrery.device.kept import FORM, Row, Seat

ENTRIES: Final = 4000
"""Of a record that is brought in ..."""
SECONDS: Final = 60.0
"""... and the processor time that replaying it may take."""
BUNDLE: Final = "orrery device 1"
"""How a file with everything begins."""


class Bundle(Struct, kw_only=True):
    """Every match of a device, as one file."""

    format: str = BUNDLE
    matches: list[Row]


class Brought(Struct):
    """What became of a file with everything."""

    added: int
    known: int
    """Matches that were here already, as far or further."""
    broken: int
    """Matches that do not replay: nothing of them is kept."""


def record(row: Row) -> wire.Record:
    """A match as a record: whole, because everybody who plays it sits here and it is their own."""
    entries = [
        wire.RecordEntry(number, line.seat, line.question, line.text, line.at, line.digest)
        for number, line in enumerate(row.lines, 1)
    ]
    return wire.Record(
        format=FORMAT,
        game=row.head.game,
        rules=row.head.rules,
        engine=row.engine,
        options=json.loads(row.head.options),
        complete=True,
        entries=entries,
        names=[seat.name for seat in row.seats],
        seed=row.head.seed,
        scores=row.after.scores,
        places=row.places,
    )


def adopt(house: House, request: wire.ImportRecord) -> Row:
    """A match from a text; it is replayed first. One that is not over is played on, by people on every seat."""
    log = calls.Import(text=request.text, entries=ENTRIES, seconds=SECONDS)
    found = msgpack.decode(log.answer(), type=Replayed)
    options = json.loads(found.head.options)
    _, count, _ = house.completed(found.head.game, options, stored=True)
    seats = [Seat("person", found.names.get(number, "").strip()[:40]) for number in range(count)]
    row = house.added(found.head, seats, found.after)
    at = house.now()
    # Undo finds turns by their times: where nobody knows them every answer is one.
    row.lines = [msgspec.structs.replace(line, at=at + number) for number, line in enumerate(found.lines)]
    row.since = at + len(row.lines)
    row.title = request.title
    row.fixed = house.fixed(found.head.game, options)
    if found.after.over:
        house.end(row, found.after.places, "finished", at)
    house.keep(row)
    return row


def everything(house: House) -> bytes:
    """All matches as one file."""
    return msgspec.json.encode(Bundle(matches=list(house.rows.values())))


def bring(house: House, raw: bytes) -> Brought:
    """The matches of such a file: each is replayed, and replaces one that it goes on from."""
    try:
        bundle = msgspec.json.decode(raw, type=Bundle)
    except (msgspec.MsgspecError, UnicodeError):
        raise Refused(400, "bad-record", say("device.bundle")) from None
    if bundle.format != BUNDLE or any(row.form > FORM for row in bundle.matches):
        raise Refused(400, "bad-record", say("device.bundle"))
    brought = Brought(0, 0, 0)
    for row in bundle.matches:
        there = house.rows.get(row.id)
        if there is not None and there.number >= row.number:
            if practising.joined(there, row):
                house.keep(there)
            brought.known += 1
            continue
        try:
            calls.Check(name=row.id, head=row.head, lines=row.lines).answer()
        except (Broken, Refused):
            brought.broken += 1
            continue
        if there is not None:
            practising.joined(row, there)
        house.rows[row.id] = row
        house.forget(row.id)
        house.changed(row)
        brought.added += 1
    return brought


def text(row: Row) -> str:
    """A match as text."""
    return rows.as_text(record(row))
