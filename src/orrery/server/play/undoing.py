"""Moves are taken back: at once where nobody minds, else by consent."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import msgpack
from sqlalchemy import Connection

from orrery.core.saying import say
from orrery.desk import calls, wire
from orrery.desk.problems import Refused, not_found
from orrery.desk.results import Played, Undone
from orrery.server.events import TableChanged
from orrery.server.house import House, Who
from orrery.server.play.drafting import fresh
from orrery.server.play.driving import drive
from orrery.server.play.standing import Changes, running
from orrery.server.play.storing import append
from orrery.server.store import matches
from orrery.server.store.matches import MatchRow


async def undo(house: House, who: Who, match: str, request: wire.UndoAsk) -> wire.UndoReply:
    """Take moves back: at once where nobody minds, else when everybody has agreed."""
    row = await house.row(match)
    seat = house.seat(row, who, request.seat)
    running(row)
    await fresh(house, who, row, seat, request.base)
    raw = await house.about(row, calls.Undoing(base=row.number, seat=seat, keep=request.keep))
    wanted = msgpack.decode(raw, type=Undone)
    others = sorted({s.seat for s in row.seats if s.user is not None and s.user != who.id and s.kind == "person"})
    if not wanted.free and row.undo == "never":
        raise Refused(409, "no-undo", say("desk.undo.table"))
    if wanted.free or not others:
        return await _undone(house, row, seat, wanted.keep)
    asked = wire.UndoRequest(seat, wanted.keep, row.number, [], others)
    found = await house.store.write_and_tell([TableChanged(match)], _ask_undo, match, asked)
    if found is None:
        await fresh(house, who, await house.row(match), seat, request.base)
        raise Refused(409, "no-undo", say("server.undo.past"))
    return wire.UndoReply("asked", row.number, found)


def _ask_undo(connection: Connection, match: str, asked: wire.UndoRequest) -> wire.UndoRequest | None:
    """Put a request in the place of any other, without the consents of that one; None when others were faster."""
    row = matches.locked(connection, match)
    if row is None or row.state != "running" or row.number != asked.number:
        return None
    there = pending(row)
    if there is not None and (there.seat, there.keep) == (asked.seat, asked.keep):
        return there  # asked twice: what was agreed to stays
    matches.change(connection, match, {"undo_request": msgspec.to_builtins(asked)})
    return asked


def pending(row: MatchRow) -> wire.UndoRequest | None:
    """The undo that waits for consent."""
    return None if row.undo_request is None else wire.UndoRequest(**row.undo_request)


async def answer_undo(house: House, who: Who, match: str, request: wire.UndoAnswer) -> wire.UndoReply:
    """Agree to an undo, or refuse it."""
    who.must()
    row, asked = await house.store.write_and_tell([TableChanged(match)], _answer, house, who, match, request)
    if asked is None:
        return wire.UndoReply("refused", row.number)
    if not set(asked.consents) >= set(asked.needed):
        return wire.UndoReply("asked", row.number, asked)

    def agreed(there: MatchRow) -> bool:
        """The others' consents are stored, and this one is given with the undo itself."""
        now = pending(there)
        mine = there.held(who.id)
        return now is not None and now.keep == asked.keep and set(now.needed) <= {*now.consents, *mine}

    return await _undone(house, row, asked.seat, asked.keep, agreed)


def _answer(
    connection: Connection, house: House, who: Who, match: str, request: wire.UndoAnswer
) -> tuple[MatchRow, wire.UndoRequest | None]:
    """Store a consent or a refusal; the last consent is not stored, but done."""
    row = matches.locked(connection, match)
    if row is None:
        raise not_found(f"table {match!r}")
    mine = row.held(who.id)
    seat = house.seat(row, who, request.seat if request.seat is not None or len(mine) < 2 else mine[0])
    running(row)
    asked = pending(row)
    if asked is None or (asked.number, asked.keep) != (request.number, request.keep):
        raise no_undo()
    if asked.seat in mine and not request.consent:  # taken back by the one who asked
        mine = [asked.seat]
    elif not set(mine) & set(asked.needed) or (request.seat is not None and seat not in asked.needed):
        raise Refused(403, "not-yours", say("server.undo.other"))
    if not request.consent:
        matches.change(connection, match, {"undo_request": None})
        return row, None
    asked.consents = sorted({*asked.consents, *(one for one in mine if one in asked.needed)})
    if not set(asked.consents) >= set(asked.needed):
        matches.change(connection, match, {"undo_request": msgspec.to_builtins(asked)})
    return row, asked


def no_undo() -> Refused:
    return Refused(409, "no-undo", say("server.undo.gone"))


async def _undone(
    house: House, row: MatchRow, seat: int, keep: int, agreed: Callable[[MatchRow], bool] | None = None
) -> wire.UndoReply:
    try:
        raw = await house.about(row, calls.Undo(base=row.number, seat=seat, keep=keep))
    except Refused as refusal:
        if refusal.code == "stale" and agreed is not None:
            raise no_undo() from None
        raise
    # What was said ahead was meant for a line that is no longer there.
    cleared: dict[int, Changes] = {s.seat: {"premoves": [], "then": None} for s in row.seats}
    new = await append(house, row, msgpack.decode(raw, type=Played), "undo", seats=cleared, check=agreed)
    if new is None:
        raise no_undo() if agreed is not None else _late()
    house.spawn(drive(house, row.id, new), "drive")
    return wire.UndoReply("done", new.number)


def _late() -> Refused:
    return Refused(409, "stale", "others were faster: the position has changed")
