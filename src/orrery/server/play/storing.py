"""Entries enter the log, and whoever is asked next is told so in the same transaction."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Concatenate, Literal, ParamSpec, TypeVar

import structlog
from msgspec import msgpack
from prometheus_client import Counter
from sqlalchemy import Connection

from orrery.desk import calls
from orrery.desk.problems import Refused
from orrery.desk.results import Played
from orrery.server.clock import now
from orrery.server.events import Asked, Event, LobbyChanged, Moved, TableChanged
from orrery.server.house import House
from orrery.server.play.standing import Changes, alike, automatic, running, standing, ticked
from orrery.server.store import matches
from orrery.server.store.matches import MatchRow, SeatRow
from orrery.server.store.memory import copied

LOG = structlog.get_logger("orrery.play")

MOVES = Counter("orrery_entries_total", "Entries added to matches", ["by"])

STALE = Counter("orrery_stale_commits_total", "Commits that came too late")

OVER = Counter("orrery_matches_over_total", "Matches that ended", ["reason"])

P = ParamSpec("P")
R = TypeVar("R")


class _Asking:
    """Whoever is asked is told so in the transaction that asks: no crash comes in between."""

    def __init__(self, house: House, events: list[Event]) -> None:
        self.house = house
        self.events = events
        self.notices = False

    def ask(self, connection: Connection, row: MatchRow) -> None:
        """Tell the person who is asked; where something may answer for them, that is left to ``drive``."""
        if row.state != "running" or row.asked is None:
            return
        seat = row.seats[row.asked]
        if not automatic(seat):
            self.tell(connection, row, seat)
        elif row.told == row.number:
            self._mark(connection, row, -1)  # it was foreseen otherwise

    def _mark(self, connection: Connection, row: MatchRow, number: int) -> None:
        if row.told != number:
            row.told = number
            matches.change(connection, row.id, {"told": number})

    def tell(self, connection: Connection, row: MatchRow, seat: SeatRow) -> None:
        """Tell the person of a seat that they are asked."""
        self._mark(connection, row, row.number)
        if seat.user is not None:
            self.events.append(Asked(seat.user, row.id, seat.seat, row.number, row.question, row.game))
            self.notices = self.house.notices.turn(connection, row, seat)


async def asking(
    house: House,
    match: str,
    events: Sequence[Event],
    function: Callable[Concatenate[Connection, P], bool],
    *args: P.args,
    **kwargs: P.kwargs,
) -> bool:
    """Store something after which somebody may be asked, and tell everybody, unless it returns False."""
    asking = _Asking(house, list(events))

    def stored(connection: Connection) -> bool:
        if not function(connection, *args, **kwargs):
            return False
        row = matches.load(connection, match)
        assert row is not None
        asking.ask(connection, row)
        return True

    return await _sent(asking, stored)


async def _sent(asking: _Asking, stored: Callable[[Connection], R]) -> R:
    done = await asking.house.store.write_and_tell(asking.events, stored)
    if done and asking.notices:
        asking.house.notices.wake()
    return done


async def after_all(house: House, row: MatchRow, seat: SeatRow) -> None:
    """Nothing answers for a person: they are asked after all."""
    asking = _Asking(house, [])

    def stored(connection: Connection) -> bool:
        there = matches.locked(connection, row.id)
        if there is None or there.state != "running" or there.number != row.number or there.told == row.number:
            return False
        if not alike(there.seats[seat.seat], seat):
            return False
        asking.tell(connection, there, there.seats[seat.seat])
        return True

    await _sent(asking, stored)


async def append(
    house: House,
    row: MatchRow,
    played: Played,
    by: str,
    changes: Changes | None = None,
    seats: Mapping[int, Changes] | None = None,
    check: Callable[[MatchRow], bool] | None = None,
    also: Callable[[Connection], None] | None = None,
) -> MatchRow | None:
    """Add entries in one transaction; None, and nothing is stored, when others were faster.

    ``changes`` and ``seats`` are stored with them, if ``check`` likes the table as it is at that moment, and so is
    what ``also`` stores. The returned row is as the match stands then.
    """
    at = now()
    merged: dict[int, Changes] = ticked(row, played.after, at) if changes is None else {}
    for seat, values in (seats or {}).items():
        merged[seat] = merged.get(seat, {}) | values
    future = [replace(seat, **merged.get(seat.seat, {})) for seat in row.seats]
    whole = standing(replace(row, seats=future), played.after, at, future) if changes is None else changes
    events: list[Event] = [Moved(row.id, row.number + len(played.lines))]
    over = whole.get("state", "running") != "running"
    if changes is not None or over:
        events.append(TableChanged(row.id))
    if over:
        events.append(LobbyChanged())
    asked = whole.get("asked", row.asked)
    if not over and asked is not None and not automatic(future[asked]):
        whole = whole | {"told": row.number + len(played.lines)}  # as it looks; whoever is asked is told below
    asking = _Asking(house, events)

    memory = house.store.memory

    def stored(connection: Connection) -> tuple[MatchRow, tuple[int, int]] | Literal[False]:
        # What was ordered or taken back while the move was on its way counts.
        there = matches.append(connection, row.id, row.number, played.lines, at, whole, merged, check)
        if there is None:
            return False
        if also is not None:
            also(connection)
        mark = memory.mark(row.id)  # nobody else writes it before this transaction ends
        asking.ask(connection, there)
        return there, mark

    found = await _sent(asking, stored)
    if found is False:
        STALE.inc()
        return None
    new, mark = found
    memory.keep(copied(new), mark, writes=1)
    house.wrote(row, played.lines, at)
    MOVES.labels(by).inc(len(played.lines))
    if new.state == "over":
        OVER.labels(new.reason or "").inc()
    return new


async def played_on(
    house: House,
    row: MatchRow,
    commit: calls.Commit,
    by: str,
    seats: Mapping[int, Changes] | None = None,
    check: Callable[[MatchRow], bool] | None = None,
) -> MatchRow | None:
    """Play a draft on the position of the row and add it; None when others were faster."""
    try:
        commit.base = row.number
        raw = await house.about(row, commit)
    except Refused as refusal:
        if refusal.code == "stale":
            return None
        raise
    return await append(house, row, msgpack.decode(raw, type=Played), by, seats=seats, check=check)


async def persistent(
    house: House, match: str, change: Callable[[MatchRow], Awaitable[MatchRow | None]]
) -> MatchRow:
    """Try a change of the table again when somebody else's move came in between."""
    for _ in range(10):
        row = await house.row(match)
        running(row)
        new = await change(row)
        if new is not None:
            return new
    raise Refused(409, "stale", "others were faster: try again")


async def noted(house: House, row: MatchRow, seat: int, question: str, text: str) -> Played | None:
    try:
        raw = await house.about(row, calls.Note(base=row.number, seat=seat, question=question, text=text))
    except Refused as refusal:
        if refusal.code == "stale":
            return None
        raise
    return msgpack.decode(raw, type=Played)
