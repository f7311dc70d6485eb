"""A match that was begun on a device is played on here, with whoever takes its other seats.

Whoever brings it knows its seed: the table says so before anybody sits down, and its result counts for nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from orrery.core.saying import say
from orrery.desk import rows, wire
from orrery.desk.problems import Refused
from orrery.desk.results import After, Line, Replayed
from orrery.server.clock import now
from orrery.server.house import House, Who
from orrery.server.lobby import seating
from orrery.server.play import driving, storing
from orrery.server.store import matches
from orrery.server.store.matches import MatchRow


async def carry(house: House, who: Who, request: wire.CarryRecord) -> MatchRow:
    """A table that goes on from a record, which is replayed first. Asked twice it is the same table."""
    person = who.must()
    there = await house.store.read(matches.carried, person.id, request.name)
    if there is not None:
        return await house.row(there)
    found = await seating.replayed(house, request.text)
    options = json.loads(found.head.options)
    _, count, _ = await seating.completed(house, found.head.game, options, stored=True)
    left = given_up(found.lines)
    if ended(found, len(left), count):
        raise Refused(409, "over", say("server.carry.over"))
    if len(request.seats) != count:
        sentence = say("desk.seats.many", game=found.head.game, count=count, got=len(request.seats))
        raise Refused(400, "bad-request", sentence, {"field": "seats"})
    seats = _seated(house, who, request.seats, left)
    await house.limits.opening(person.id, seats)
    values = seating.new_table(
        id=rows.new_id(),
        game=found.head.game,
        rules=found.head.rules,
        options=options,
        seed=found.head.seed,
        title=request.title,
        search=matches.searched(request.title, found.head.game, [seat["name"] for seat in seats]),
        host=person.id,
        visibility=request.visibility,
        mode=request.mode,
        clock=seating.checked_clock(request.clock),
        undo=request.undo,
        coach=request.coach,
        fixed=await seating.fixed(house, found.head.game, options),
        number=found.after.number,
        move=found.after.move,
        scores=found.after.scores,
        brought=found.after.number,
        carry=request.name,
    )
    named = any(seat.name for seat in request.seats)
    made = values["id"]
    told = seating.told(made)
    args = (person.id, values, seats, found.lines, found.after, named)
    if not await storing.asking(house, made, told, _carried, *args):
        there = await house.store.read(matches.carried, person.id, request.name)
        assert there is not None
        return await house.row(there)
    house.limits.made(made)
    row = await house.row(made)
    if row.state == "running":
        house.spawn(driving.drive(house, made), "drive")
    return row


def given_up(lines: Sequence[Line]) -> dict[int, str]:
    """The seats that were given up for good, and how, as the log tells it."""
    left: dict[int, str] = {}
    for line in lines:
        if line.question == "Resign":
            left[line.seat] = "resigned"
        elif line.question == "TimeOut" and not line.text:  # with a text a bot stood in
            left[line.seat] = "time"
    return left


def ended(found: Replayed, left: int, count: int) -> bool:
    """Whether nothing is left to be played: by the rules, by a moderator, or because the others have gone."""
    return (
        found.after.over or any(line.question == "Ended" for line in found.lines) or (left > 0 and count - left < 2)
    )


def _seated(
    house: House, who: Who, wanted: Sequence[wire.NewSeat], left: Mapping[int, str]
) -> list[dict[str, Any]]:
    names = [who.must().name, *(seat.name for seat in wanted if seat.name)]
    seats: list[dict[str, Any]] = []
    for number, seat in enumerate(wanted):
        kind, level = ("bot", None) if number in left and seat.kind != "bot" else (seat.kind, seat.level)
        taken = seating.sitting(house, who, kind, level, seat.name, names)
        seats.append(seating.new_seat(number, "open") | taken | {"out": left.get(number)})
        names.append(taken["name"])
    return seats


def _carried(
    connection: Connection,
    user: int,
    values: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
    lines: Sequence[Line],
    after: After,
    named: bool,
) -> bool:
    """The table with all that was played; where nobody is waited for it goes on. False if it is there already."""
    seating.speaking(connection, user, bool(values["title"]) or named)  # one at a time for each person
    if matches.carried(connection, user, values["carry"]) is not None:
        return False
    at = now()
    # Undo finds turns by their times: where nobody knows them every answer is one.
    times = range(at - len(lines), at)
    matches.adopt(connection, values, seats, lines, times)
    if all(seat["kind"] != "open" for seat in seats):
        row = matches.load(connection, values["id"])
        assert row is not None
        matches.change(connection, row.id, *seating.beginning(row, after, at))
    return True
