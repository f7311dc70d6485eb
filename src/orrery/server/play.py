"""Playing: commits, undo, leaving, clocks, and whoever answers without a person."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import structlog
from msgspec import msgpack
from prometheus_client import Counter

from orrery.server import ledger, people, wire
from orrery.server.calls import After, Played, Thought, Undone, World
from orrery.server.compute import chosen
from orrery.server.house import House, Who
from orrery.server.ledger import MatchRow, SeatRow
from orrery.server.people import now
from orrery.server.problems import Refused

LOG = structlog.get_logger("orrery.play")

MOVES = Counter("orrery_entries_total", "Entries added to matches", ["by"])
STALE = Counter("orrery_stale_commits_total", "Commits that came too late")
OVER = Counter("orrery_matches_over_total", "Matches that ended", ["reason"])

Changes = dict[str, Any]

SUBSTITUTE = 30.0
"""Seconds that the substitute of a bot that failed has at least."""


def _running(row: MatchRow) -> None:
    if row.state == "open":
        raise Refused(409, "not-started", "this match has not started")
    if row.state == "over":
        raise Refused(409, "over", "this match is over")
    if row.state != "running":
        raise Refused(409, "read-only", row.notice or "this match is read-only")


# Where a match stands


def standing(row: MatchRow, after: After, at: int, seats: Sequence[SeatRow] | None = None) -> Changes:
    """What is stored about a position: who is asked until when; or how it ended."""
    changes: Changes = {
        "move": after.move,
        "asked": after.asked,
        "question": after.question,
        "scores": after.scores,
        "since": at,
        "deadline": None,
        "undo_request": None,
    }
    if after.asked is None:
        return changes | ended(row, after.places, "finished", at)
    seat = (seats or row.seats)[after.asked]
    if row.clock is not None and seat.kind == "person":
        days = row.clock.get("days")
        if days is not None:
            changes["deadline"] = at + int(days * 86_400_000)
        elif seat.bank is not None:
            changes["deadline"] = at + seat.bank
    return changes


def ended(row: MatchRow, places: Sequence[int], reason: str, at: int) -> Changes:
    """What is stored about the end: those who left come last."""
    return {
        "state": "over",
        "ended": at,
        "reason": reason,
        "places": placed(row, places),
        "asked": None,
        "question": "",
        "since": None,
        "deadline": None,
        "undo_request": None,
    }


def placed(row: MatchRow, places: Sequence[int]) -> list[int]:
    """Places by the game, with everybody who left behind everybody who stayed."""
    keys = [(bool(seat.out), places[seat.seat]) for seat in row.seats if seat.seat < len(places)]
    # A game may have more places than seats (an Automa); those have not left.
    keys += [(False, place) for place in places[len(keys) :]]
    order = sorted(keys)
    return [order.index(key) + 1 for key in keys]


def _ticked(row: MatchRow, after: After, at: int) -> dict[int, Changes]:
    """The clock of the seat that has answered."""
    found: dict[int, Changes] = {}
    if row.asked is None:
        return found
    seat = row.seats[row.asked]
    found[row.asked] = {"acted": at, "then": None}
    if row.clock is not None and seat.bank is not None and row.since is not None and seat.kind == "person":
        left = max(0, seat.bank - (at - row.since))
        if after.asked != row.asked:
            left += int(row.clock.get("increment") or 0) * 1000
        found[row.asked]["bank"] = left
    return found


def automatic(seat: SeatRow) -> bool:
    """Somebody else than the person may answer for this seat."""
    return seat.kind == "bot" or bool(seat.premoves) or bool(seat.orders) or seat.then is not None


def calling(row: MatchRow, after: After) -> list[dict[str, Any]]:
    """The event that tells a person that they are asked."""
    if after.asked is None:
        return []
    seat = row.seats[after.asked]
    if seat.user is None or automatic(seat):
        return []
    return [_call(row, seat, after.number, after.question)]


def _call(row: MatchRow, seat: SeatRow, number: int, question: str) -> dict[str, Any]:
    asked = {"match": row.id, "seat": seat.seat, "number": number, "question": question, "game": row.game}
    return {"user": seat.user, "asked": asked}


async def append(
    house: House,
    row: MatchRow,
    played: Played,
    by: str,
    changes: Changes | None = None,
    seats: Mapping[int, Changes] | None = None,
) -> MatchRow | None:
    """Add entries in one transaction; None, and nothing is stored, when others were faster.

    ``changes`` and ``seats`` are stored with them. The returned row is as the match stands then.
    """
    at = now()
    ticked = _ticked(row, played.after, at) if changes is None else {}
    merged: dict[int, Changes] = {seat: dict(values) for seat, values in ticked.items()}
    for seat, values in (seats or {}).items():
        merged[seat] = merged.get(seat, {}) | values
    future = [replace(seat, **merged.get(seat.seat, {})) for seat in row.seats]
    whole = standing(replace(row, seats=future), played.after, at, future) if changes is None else changes
    new = replace(row, seats=future, number=row.number + len(played.lines), changed=at, **whole)
    events = [{"match": row.id, "moved": new.number}, *calling(new, played.after)]
    if changes is not None or new.state != "running":
        events.append({"match": row.id, "table": True})
    if new.state != "running":
        events.append({"lobby": True})
    done = await house.store.write_and_tell(
        events, ledger.append, row.id, row.number, played.lines, at, whole, merged
    )
    if not done:
        STALE.inc()
        return None
    house.wrote(row, played.lines, at, new)
    MOVES.labels(by).inc(len(played.lines))
    if new.state == "over":
        OVER.labels(new.reason or "").inc()
    return new


async def _played(
    house: House, row: MatchRow, op: str, by: str, seats: Mapping[int, Changes] | None = None, **args: Any
) -> MatchRow | None:
    """Play something on the position of the row and add it; None when others were faster."""
    try:
        raw = await house.about(row, op, base=row.number, **args)
    except Refused as refusal:
        if refusal.code == "stale":
            return None
        raise
    return await append(house, row, msgpack.decode(raw, type=Played), by, seats=seats)


async def _persistent(
    house: House, match: str, change: Callable[[MatchRow], Awaitable[MatchRow | None]]
) -> MatchRow:
    """Try a change of the table again when somebody else's move came in between."""
    for _ in range(10):
        row = await house.row(match)
        _running(row)
        new = await change(row)
        if new is not None:
            return new
    raise Refused(409, "stale", "others were faster: try again")


# Commits


async def commit(house: House, who: Who, match: str, request: wire.CommitRequest) -> wire.Committed:
    """The draft enters the log, once."""
    row = await house.row(match)
    seat = house.seat(row, who, request.seat)
    if row.state == "open":
        _running(row)
    if request.base > row.number:
        raise Refused(
            400, "bad-request", f"this match has {row.number} entries, not {request.base}", {"field": "base"}
        )
    if request.base == row.number:
        _running(row)
        # What the person said about the end of the turn is stored with the draft, or neither is.
        said: dict[int, Changes] = {seat: {"then": request.then}}
        args = {"seat": seat, "actions": request.actions, "then": request.then}
        new = await _played(house, row, "commit", "person", said, **args)
        if new is not None:
            house.spawn(drive(house, match, new), "drive")
            return _committed(new)
        row = await house.row(match)
    return await _late(house, row, seat, request)


def _committed(row: MatchRow, repeated: bool = False) -> wire.Committed:
    over = row.state != "running"
    return wire.Committed(row.id, row.number, row.move, row.asked, row.question, over, repeated)


async def _late(house: House, row: MatchRow, seat: int, request: wire.CommitRequest) -> wire.Committed:
    """A commit that others were faster than: harmless if it is the same one, else answered with the position."""
    book = await house.book(row)
    there = book.lines[request.base : request.base + len(request.actions)]
    if [(line.seat, line.text) for line in there] == [(seat, text) for text in request.actions]:
        return _committed(row, repeated=True)
    raw = await house.about(row, "position", seat=seat, finished=row.finished)
    position = msgspec.json.decode(raw, type=wire.Position)
    raise Refused(409, "stale", "others were faster: the position has changed", position=position)


async def fresh(house: House, row: MatchRow, seat: int, base: int) -> None:
    """Refuse a request about a position that is no longer the current one, with the current one."""
    if base != row.number:
        raw = await house.about(row, "position", seat=seat, finished=row.finished)
        position = msgspec.json.decode(raw, type=wire.Position)
        raise Refused(409, "stale", "the position has changed", position=position)


# Undo


async def undo(house: House, who: Who, match: str, request: wire.UndoAsk) -> wire.UndoReply:
    """Take moves back: at once where nobody minds, else when everybody has agreed."""
    row = await house.row(match)
    seat = house.seat(row, who, request.seat)
    _running(row)
    await fresh(house, row, seat, request.base)
    raw = await house.about(row, "undoing", base=row.number, seat=seat, keep=request.keep)
    wanted = msgpack.decode(raw, type=Undone)
    others = sorted({s.seat for s in row.seats if s.user is not None and s.user != who.id and s.kind == "person"})
    if not wanted.free and row.undo == "never":
        raise Refused(409, "no-undo", "at this table moves are not taken back")
    if wanted.free or not others:
        return await _undone(house, row, seat, wanted.keep)
    asked = wire.UndoRequest(seat, wanted.keep, row.number, [], others)
    changes = {"undo_request": msgspec.to_builtins(asked)}
    events = [{"match": match, "table": True}]
    if not await house.store.write_and_tell(
        events, ledger.change, match, changes, None, state="running", number=row.number
    ):
        await fresh(house, await house.row(match), seat, request.base)
    return wire.UndoReply("asked", row.number, asked)


async def answer_undo(house: House, who: Who, match: str, request: wire.UndoAnswer) -> wire.UndoReply:
    """Agree to an undo, or refuse it."""
    row = await house.row(match)
    mine = row.held(who.must().id)
    seat = house.seat(row, who, request.seat if request.seat is not None or len(mine) < 2 else mine[0])
    _running(row)
    if row.undo_request is None or row.undo_request["number"] != request.number:
        raise Refused(409, "no-undo", "this undo is no longer asked for")
    asked = wire.UndoRequest(**row.undo_request)
    if asked.seat in mine and not request.consent:  # taken back by the one who asked
        mine = [asked.seat]
    elif seat not in asked.needed:
        raise Refused(403, "not-yours", "this undo does not wait for you")
    asked.consents = sorted({*asked.consents, *(one for one in mine if one in asked.needed)})
    if request.consent and set(asked.consents) >= set(asked.needed):
        return await _undone(house, row, asked.seat, asked.keep)
    changes = {"undo_request": msgspec.to_builtins(asked) if request.consent else None}
    events = [{"match": match, "table": True}]
    if not await house.store.write_and_tell(
        events, ledger.change, match, changes, None, state="running", number=row.number
    ):
        raise Refused(409, "no-undo", "this undo is no longer asked for")
    return wire.UndoReply("asked" if request.consent else "refused", row.number, asked if request.consent else None)


async def _undone(house: House, row: MatchRow, seat: int, keep: int) -> wire.UndoReply:
    raw = await house.about(row, "undo", base=row.number, seat=seat, keep=keep)
    # What was said ahead was meant for a line that is no longer there.
    cleared: dict[int, Changes] = {
        s.seat: {"premoves": [], "then": None} for s in row.seats if s.premoves or s.then is not None
    }
    new = await append(house, row, msgpack.decode(raw, type=Played), "undo", seats=cleared)
    if new is None:
        raise Refused(409, "stale", "others were faster: the position has changed")
    house.spawn(drive(house, row.id, new), "drive")
    return wire.UndoReply("done", new.number)


# Leaving and coming back


async def _noted(house: House, row: MatchRow, seat: int, question: str, text: str) -> Played | None:
    try:
        raw = await house.about(row, "note", base=row.number, seat=seat, question=question, text=text)
    except Refused as refusal:
        if refusal.code == "stale":
            return None
        raise
    return msgpack.decode(raw, type=Played)


async def resign(house: House, who: Who, match: str, seat: int | None) -> MatchRow:
    """Give up: with one opponent left the match is over, else a bot plays on for the others."""
    mine = house.seat(await house.row(match), who, seat)
    return await _persistent(house, match, lambda row: _lost(house, row, mine, "Resign", "resigned"))


async def _lost(house: House, row: MatchRow, seat: int, question: str, out: str) -> MatchRow | None:
    if row.seats[seat].out is not None:
        raise Refused(409, "over", "this seat has left the match")
    played = await _noted(house, row, seat, question, "")
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


async def replace_absent(house: House, who: Who, match: str, request: wire.ReplaceRequest) -> MatchRow:
    """A bot stands in for somebody who is away."""
    row = await house.row(match)
    mine = row.held(who.must().id)
    house.seat(row, who, mine[0] if mine else None)
    _running(row)
    if request.seat >= len(row.seats):
        raise Refused(404, "not-found", f"there is no seat {request.seat}")
    seat = row.seats[request.seat]
    if request.seat in mine:
        raise Refused(409, "not-absent", "this is your own seat")
    if seat.kind != "person":
        raise Refused(409, "not-absent", "a bot plays this seat")
    wait = house.settings.absent if row.mode == "live" else house.settings.absent_turns
    at = now()
    last = max(filter(None, (seat.seen, seat.acted, row.started)), default=0)
    if row.asked != request.seat or at - last < wait * 1000 or at - (row.since or at) < wait * 1000:
        raise Refused(409, "not-absent", "only somebody who is asked and has been away for long can be replaced")
    level = request.level or house.settings.bot_level
    if level not in house.levels:
        raise Refused(400, "bad-request", f"there is no bot {level!r}; there are: {', '.join(house.levels)}")
    new = await _stand_in(house, row, request.seat, level, "Replace")
    if new is None:
        raise Refused(409, "not-absent", "the player has just answered")
    return new


async def _stand_in(house: House, row: MatchRow, seat: int, level: str, question: str) -> MatchRow | None:
    played = await _noted(house, row, seat, question, f"bot {level}")
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
    return await _persistent(house, match, lambda row: _back(house, row, mine))


async def _back(house: House, row: MatchRow, seat: int) -> MatchRow | None:
    if not row.seats[seat].standin:
        raise Refused(409, "not-absent", "no bot stands in for you")
    played = await _noted(house, row, seat, "Replace", "person")
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


# Answers without a person


async def drive(house: House, match: str, row: MatchRow | None = None) -> None:
    """Let bots, standing orders and premoves answer until a person is asked.

    Several processes may do this at once: the log takes each number once, so that only one answer counts.
    """
    while not house.closing:
        row = row or await house.row(match)
        if row.state != "running" or row.asked is None:
            return
        seat = row.seats[row.asked]
        if not automatic(seat):
            await house.notices.turn(row, seat)
            return
        new: MatchRow | None = None
        try:
            new = await _bot(house, row, seat) if seat.kind == "bot" else await _standing(house, row, seat)
        except Refused as refusal:
            if refusal.code != "stale":
                raise
        if new is None:
            after = await house.row(match)
            if after.number == row.number:
                # Nothing decided: the person is asked after all.
                if seat.user is not None:
                    await house.store.tell(_call(after, seat, after.number, after.question))
                await house.notices.turn(after, seat)
                return
            new = after
        row = new


async def _bot(house: House, row: MatchRow, seat: SeatRow) -> MatchRow | None:
    """The answer of a bot; for one that fails a random one stands in, and the match's log says so."""
    raw = await house.about(row, "world", base=row.number, seat=seat.seat, actions=[])
    world = msgpack.decode(raw, type=World)
    level = seat.level or house.settings.bot_level
    try:
        texts = await chosen(house.compute, world, level, seat.seat, secrets.randbits(62))
        return await _played(house, row, "commit", "bot", seat=seat.seat, actions=texts)
    except Refused as refusal:
        LOG.error("bot failed", match=row.id, level=level, code=refusal.code, sentence=refusal.sentence)
        fault = f"{level} failed at {row.question}: {refusal.sentence}"
    # The process of a bot that hung is gone: the substitute's must have time to start.
    limit = max(house.settings.bot_limit, SUBSTITUTE)
    texts = await chosen(house.compute, world, "random", seat.seat, secrets.randbits(62), limit)
    noted = await _noted(house, row, seat.seat, "Fault", fault)
    told = None if noted is None else await append(house, row, noted, "table")
    return None if told is None else await _played(house, told, "commit", "bot", seat=seat.seat, actions=texts)


async def _standing(house: House, row: MatchRow, seat: SeatRow) -> MatchRow | None:
    """The end of a turn that was said with it, premoves, standing orders; None when nothing answers."""
    if seat.then is not None:
        # It was said for the very next question: whatever else is asked, the person answers.
        closing = None
        if seat.then == row.question:
            raw = await house.about(row, "closing", base=row.number, seat=seat.seat)
            closing = msgpack.decode(raw, type=Thought).text
        if closing is not None:
            return await _played(house, row, "commit", "then", seat=seat.seat, actions=[closing])
        await house.store.write(
            ledger.change, row.id, {"changed": now()}, {seat.seat: {"then": None}}, number=row.number
        )
    if seat.premoves and seat.premove_question in (None, row.question):
        try:
            raw = await house.about(row, "premove", base=row.number, seat=seat.seat, actions=seat.premoves)
            played, count = msgpack.decode(raw, type=tuple[Played, int])
            rest = seat.premoves[count:]
            return await append(house, row, played, "premove", seats={seat.seat: {"premoves": rest}})
        except Refused as refusal:
            if refusal.code == "stale":
                return None
            sentence = f"premoves dropped: {refusal.sentence}"
            events = [{"match": row.id, "seat": seat.seat, "user": seat.user, "premoves": sentence}]
            dropped: Changes = {"premoves": [], "premove_question": None, "dropped": sentence}
            await house.store.write_and_tell(
                events, ledger.change, row.id, {"changed": now()}, {seat.seat: dropped}
            )
    if seat.orders:
        raw = await house.about(row, "order", seat=seat.seat, orders=seat.orders)
        text = msgpack.decode(raw, type=Thought).text
        if text is not None:
            return await _played(house, row, "commit", "order", seat=seat.seat, actions=[text])
    return None


async def set_orders(house: House, who: Who, match: str, request: wire.Orders) -> wire.Orders:
    """New standing orders; a question that waits is answered by them."""
    row = await house.row(match)
    seat = house.seat(row, who, request.seat)
    names = [order.question for order in request.orders]
    if len(set(names)) != len(names):
        raise Refused(400, "bad-order", "there is one standing order for each question")
    if any(order.rule == "say" and not order.texts for order in request.orders):
        raise Refused(400, "bad-order", "an order that says something needs texts")
    values = {seat: {"orders": msgspec.to_builtins(request.orders)}}
    await house.store.write(ledger.change, match, {"changed": now()}, values)
    if row.state == "running" and row.asked == seat:
        house.spawn(drive(house, match), "drive")
    return wire.Orders(request.orders, seat)


async def set_premoves(house: House, who: Who, match: str, request: wire.Premoves) -> wire.PremovesInfo:
    """Premoves for the next turn; none takes them back."""
    row = await house.row(match)
    seat = house.seat(row, who, request.seat)
    _running(row)
    if row.asked == seat and request.actions and request.question in (None, row.question):
        raise Refused(409, "not-asked", "you are asked now: commit your answer instead")
    values: Changes = {"premoves": request.actions, "premove_question": request.question, "dropped": None}
    await house.store.write(ledger.change, match, {"changed": now()}, {seat: values})
    after = await house.row(match)
    if after.asked == seat and request.actions:
        house.spawn(drive(house, match), "drive")
    return wire.PremovesInfo(seat, request.actions, request.question, None)


# Watching the time


async def keep_time(house: House) -> None:
    """Every second: clocks that ran out; now and then: bots that nobody drives, and what is long over."""
    count = 0
    while not house.closing:
        await asyncio.sleep(1)
        count += 1
        try:
            for match in await house.store.read(ledger.expired, now()):
                house.spawn(time_out(house, match), "time out")
            if count % 3600 == 60:
                await house.store.write(people.tidy)
            if count % 5 == 1:
                for match in await house.store.read(ledger.unattended, now() - 15_000):
                    house.spawn(drive(house, match), "drive")
        except Exception:  # the database may come back: the clocks must go on then
            LOG.exception("the clocks could not be read")
