"""Answers without a person: bots, standing orders, premoves, the end of a turn."""

from __future__ import annotations

import asyncio
import secrets

import msgspec
import structlog
from msgspec import msgpack
from sqlalchemy import Connection

from orrery.desk import calls, wire
from orrery.desk.problems import Refused
from orrery.desk.results import Played, Thought, World
from orrery.server.clock import now
from orrery.server.engine.compute import chosen
from orrery.server.engine.turns import beside
from orrery.server.events import Hurried, PremovesDropped
from orrery.server.house import House, Who
from orrery.server.play.standing import Changes, alike, automatic, running
from orrery.server.play.storing import after_all, append, noted, played_on
from orrery.server.store import matches
from orrery.server.store.matches import MatchRow, SeatRow

LOG = structlog.get_logger("orrery.play")

SUBSTITUTE = 30.0
"""Seconds that the substitute of a bot that failed has at least."""


async def drive(house: House, match: str, row: MatchRow | None = None) -> None:
    """Let bots, standing orders and premoves answer until a person is asked.

    Several processes may do this at once: the log takes each number once, so that only one answer counts.
    """
    with house.driving(match):
        await _driven(house, match, row)


async def _driven(house: House, match: str, row: MatchRow | None) -> None:
    while not house.closing:
        row = row or await house.row(match)
        if row.state != "running" or row.asked is None:
            return
        seat = row.seats[row.asked]
        if not automatic(seat):
            if row.told != row.number:
                await after_all(house, row, seat)
            return
        new: MatchRow | None = None
        try:
            new = await _bot(house, row, seat) if seat.kind == "bot" else await _standing(house, row, seat)
        except Refused as refusal:
            if refusal.code != "stale":
                raise
        if new is None:
            new = await house.row(match)
            if new.number == row.number and alike(new.seats[seat.seat], seat):
                await after_all(house, new, seat)  # nothing decided
                return
        row = new


async def _bot(house: House, row: MatchRow, seat: SeatRow) -> MatchRow | None:
    """The answer of a bot; for one that fails a random one stands in, and the match's log says so."""
    raw = await house.about(row, calls.Guess(base=row.number, seat=seat.seat))
    world = msgpack.decode(raw, type=World)
    level = seat.level or house.settings.bot_level
    try:
        texts = await _thought(house, row, seat, world, level)
        return await played_on(house, row, calls.Commit(seat=seat.seat, actions=texts), "bot")
    except Refused as refusal:
        if refusal.code == "closing":  # it will be asked again after the start
            raise
        LOG.error("bot failed", match=row.id, level=level, code=refusal.code, sentence=refusal.sentence)
        fault = f"{level} failed at {row.question}: {refusal.sentence}"
    # The process of a bot that hung is gone: the substitute's must have time to start.
    limit = max(house.settings.bot_limit, SUBSTITUTE)
    texts = await chosen(house.compute, world, "random", seat.seat, secrets.randbits(62), limit)
    fallen = await noted(house, row, seat.seat, "Fault", fault)
    told = None if fallen is None else await append(house, row, fallen, "table")
    return (
        None if told is None else await played_on(house, told, calls.Commit(seat=seat.seat, actions=texts), "bot")
    )


async def _thought(house: House, row: MatchRow, seat: SeatRow, world: World, level: str) -> list[str]:
    """What a bot chooses; once somebody asks it to be quick its thoughts are left, and a short look decides."""
    seed = secrets.randbits(62)
    hurried = house.hurried(row.id, row.number)
    thinking = beside(chosen(house.compute, world, level, seat.seat, seed))
    hurrying = asyncio.create_task(hurried.wait())
    try:
        await asyncio.wait({thinking, hurrying}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        hurrying.cancel()
        if not thinking.done():
            thinking.cancel()
    if thinking.done():
        return thinking.result()
    return await chosen(house.compute, world, level, seat.seat, seed, quick=True)


async def hurry(house: House, who: Who, match: str, base: int) -> None:
    """Ask the bot that thinks at the number ``base`` to answer at once. Asked too late or twice it does nothing."""
    row = await house.row(match)
    mine = row.held(who.must().id)
    house.seat(row, who, mine[0] if mine else None)
    running(row)
    if row.number == base and row.asked is not None and row.seats[row.asked].kind == "bot":
        await house.store.tell(Hurried(match, base))


async def _standing(house: House, row: MatchRow, seat: SeatRow) -> MatchRow | None:
    """The end of a turn that was said with it, premoves, standing orders.

    None when nothing answers, or when something of it changed: then it is looked at again.
    """

    def same(there: MatchRow) -> bool:
        """Nothing was taken back or replaced meanwhile."""
        return alike(there.seats[seat.seat], seat)

    if seat.then is not None:
        # It was said for the very next question: whatever else is asked, the person answers.
        closing = None
        if seat.then == row.question:
            raw = await house.about(row, calls.Closing(base=row.number, seat=seat.seat))
            closing = msgpack.decode(raw, type=Thought).text
        if closing is not None:
            return await played_on(house, row, calls.Commit(seat=seat.seat, actions=[closing]), "then")
        await house.store.write(
            matches.change, row.id, {"changed": now()}, {seat.seat: {"then": None}}, number=row.number
        )
        return None
    if seat.premoves and seat.premove_question in (None, row.question):
        try:
            raw = await house.about(row, calls.Premove(base=row.number, seat=seat.seat, actions=seat.premoves))
            played, count = msgpack.decode(raw, type=tuple[Played, int])
            rest = seat.premoves[count:]
            return await append(house, row, played, "premove", seats={seat.seat: {"premoves": rest}}, check=same)
        except Refused as refusal:
            if refusal.code == "stale":
                return None
            if refusal.status >= 500:  # the engine's trouble, not theirs: they wait until it answers
                raise
            sentence = f"premoves dropped: {refusal.sentence}"
            told = [] if seat.user is None else [PremovesDropped(seat.user, row.id, seat.seat, sentence)]
            await house.store.write_and_tell(told, _drop_premoves, row, seat, sentence)
            return None
    if seat.orders:
        orders = msgspec.convert(seat.orders, list[wire.Order])
        raw = await house.about(row, calls.Order(seat=seat.seat, orders=orders))
        text = msgpack.decode(raw, type=Thought).text
        if text is not None:
            return await played_on(house, row, calls.Commit(seat=seat.seat, actions=[text]), "order", check=same)
    return None


def _drop_premoves(connection: Connection, row: MatchRow, seat: SeatRow, sentence: str) -> bool:
    """Forget premoves that are no longer legal, unless they were replaced meanwhile."""
    there = matches.locked(connection, row.id)
    if there is None or there.number != row.number or not alike(there.seats[seat.seat], seat):
        return False
    dropped: Changes = {"premoves": [], "premove_question": None, "dropped": sentence}
    return matches.change(connection, row.id, {"changed": now()}, {seat.seat: dropped})
