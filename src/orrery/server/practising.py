"""Practice of own mistakes: answers are judged beside everything else, fair by user, and survive a kill."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec
import structlog
from msgspec import msgpack

from orrery.core.saying import say
from orrery.desk import cards, wire
from orrery.desk.cards import WAITING
from orrery.desk.problems import Refused, not_found
from orrery.server.clock import now
from orrery.server.engine.pool import Lost
from orrery.server.engine.turns import ASKER, Asker
from orrery.server.house import House, Who
from orrery.server.reporting import LIMIT, STAYING, TRIES, finished, judge
from orrery.server.store import practice, reports
from orrery.server.store.matches import MatchRow
from orrery.server.store.practice import AnswerRow, CardRow
from orrery.study import studying

LOG = structlog.get_logger("orrery.practice")

AT_ONCE = 8
"""Answers that one server process has under way; they take turns with the decisions of reports."""


async def overview(house: House, who: Who) -> wire.Practice:
    """How much is due, by kind, and the cards themselves."""
    person, at = who.must(), now()
    found = await house.store.read(practice.counts, person.id, at)
    return cards.overview(found, await house.store.read(practice.listed, person.id), at)


async def card(house: House, who: Who, which: int) -> wire.CardPosition:
    """A card with its position; what would have been better is not told."""
    row = await house.store.read(practice.card, who.must().id, which)
    if row is None:
        raise not_found("such card")
    return cards.asked(row, now())


async def drop(house: House, who: Who, which: int) -> None:
    """A card that is not wanted any more."""
    if not await house.store.write(practice.drop, who.must().id, which):
        raise not_found("such card")


async def add(house: House, who: Who, row: MatchRow, seat: int, depth: wire.Depth) -> wire.Gathered:
    """The clear moments of a report that is done as cards of the asker."""
    finished(row, seat)
    key = reports.Key(row.id, seat, depth)
    found = await house.store.read(reports.load, key)
    if found is None or found.report is None or found.engine != judge():
        raise Refused(409, "no-report", say("study.practice.report"))
    return wire.Gathered(await house.store.write(practice.add, who.must().id, key, found.report))


async def ask(house: House, who: Who, which: int, number: int, turn: list[str]) -> wire.CardAnswer:
    """Answer a card; the same number again is told what became of the first."""
    person = who.must()
    match await house.store.write(practice.ask, person.id, which, number, turn, WAITING):
        case "gone":
            raise not_found("such card")
        case "other":
            raise Refused(409, "other-number", say("study.practice.number"))
        case "many":
            raise Refused(429, "too-many", say("study.practice.many", most=WAITING), {"wait": 10})
    house.answers.set()
    return await told(house, who, which, number)


async def told(house: House, who: Who, which: int, number: int) -> wire.CardAnswer:
    """What became of an answer; with the best line once it is judged."""
    person = who.must()
    found = await house.store.read(practice.answer, person.id, which, number)
    row = await house.store.read(practice.card, person.id, which)
    if found is None or row is None:
        raise not_found("such answer")
    if found.state == "waiting":
        return wire.CardAnswer(state="waiting", ahead=await house.store.read(practice.ahead, found))
    return cards.told(row, now(), found.result, found.problem)


async def run(house: House) -> None:
    """Judge what waits, as long as the server is there."""
    under_way: set[tuple[int, int]] = set()
    said = time.monotonic()
    if not house.store.postgres:
        await house.store.write(practice.release)
    while not house.closing:
        house.answers.clear()
        try:
            if under_way and time.monotonic() - said > STAYING:
                said = time.monotonic()
                await house.store.write(practice.stay, sorted(under_way))
            room = AT_ONCE - len(under_way)
            for one, about in await house.store.write(practice.claim, room) if room else ():
                under_way.add((one.card, one.number))
                house.spawn(_made(house, one, about, under_way), "answer")
        except Exception:  # the database may come back
            LOG.exception("answers could not be read")
        try:
            async with asyncio.timeout(2):
                await house.answers.wait()
        except TimeoutError:
            continue


async def _made(house: House, one: AnswerRow, about: CardRow, under_way: set[tuple[int, int]]) -> None:
    """One answer, judged."""
    ASKER.set(Asker(f"user {one.user}"))
    what = studying.Practise(
        game=about.game,
        seat=about.seat,
        moment=about.moment,
        turn=one.turn,
        nodes=house.settings.report_nodes,
    )
    try:
        result: dict[str, Any] = msgspec.json.decode(msgpack.decode(await _judged(house, what), type=str))
        await house.store.write(practice.judged, one, result)
    except Refused as refusal:
        if refusal.code == "closing":
            await house.store.write(practice.release, one)
        else:
            problem = {"sentence": refusal.sentence, **refusal.detail}
            await house.store.write(practice.failed, one, problem)
    finally:
        under_way.discard((one.card, one.number))
        house.answers.set()


async def _judged(house: House, what: studying.Practise) -> bytes:
    """A judgement; a process that is lost on it costs another try."""
    for _ in range(TRIES - 1):
        try:
            return await house.study.call(what, LIMIT["quick"])
        except Lost:
            LOG.warning("an answer has cost its process")
    return await house.study.call(what, LIMIT["quick"])
