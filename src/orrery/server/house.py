"""The house: everything that a server process holds, and the way from an id to a match."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
import structlog
from sqlalchemy import Connection

from orrery import __version__
from orrery.desk import calls, wire
from orrery.desk.problems import Broken, Refused, not_found, not_yours, sign_in
from orrery.desk.results import Line
from orrery.server.clock import now
from orrery.server.engine.compute import Compute
from orrery.server.engine.pool import STUCK, Book, Pool, Stuck, head_of
from orrery.server.engine.turns import ASKER, Asker, Shared, beside
from orrery.server.events import TableChanged
from orrery.server.lobby.limits import Limits, without_people
from orrery.server.people import accounts
from orrery.server.people.accounts import ONLINE, Person
from orrery.server.settings import Settings
from orrery.server.store import matches
from orrery.server.store.database import Store
from orrery.server.store.matches import MatchRow, SeatRow
from orrery.server.store.memory import copied

if TYPE_CHECKING:
    from orrery.server.live.rooms import Live
    from orrery.server.notices.sending import Notices

LOG = structlog.get_logger("orrery.house")

BOOKS = 2000
"""Logs kept in memory."""
ALONE = 4
"""Matches of bots alone that go on at once after a restart."""


@dataclass(frozen=True, slots=True)
class Who:
    """Who asks: a person with a session or a token, or nobody."""

    person: Person | None = None
    session: str | None = None
    csrf: str = ""
    door: str | None = None
    """The hash of the session or token by which the person came in; connections end with it."""

    @property
    def id(self) -> int | None:
        return self.person.id if self.person is not None else None

    def must(self) -> Person:
        """The person; refused for nobody."""
        if self.person is None:
            raise sign_in()
        return self.person


class House:
    """Shared by all requests of one server process."""

    def __init__(self, settings: Settings, store: Store, pool: Pool, compute: Compute, study: Compute) -> None:
        self.settings = settings
        self.store = store
        self.pool = pool
        self.compute = compute
        self.study = study
        """Where finished matches are judged: it has time, and nobody waits behind it."""
        self.reports = asyncio.Event()
        """Somebody has asked for a report, or one is done."""
        self.answers = asyncio.Event()
        """Somebody has answered a card of their practice, or an answer is judged."""
        self.live: Live
        self.notices: Notices
        self.key = ""
        """Signs session cookies."""
        self.levels: list[str] = []
        self.chances: dict[str, dict[str, Any]] = {}
        """By title: the options that are left to chance, and how it is said that they are."""
        self.closing = False
        self.announcement: wire.Announcement | None = None
        """What was announced when it was last looked at; ``announced`` is what is."""
        self.limits = Limits(settings, store)
        self.hints = Shared()
        """Advice by match, number, seat, level and draft."""
        self._books: OrderedDict[str, Book] = OrderedDict()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._driving: Counter[str] = Counter()
        self._hurries: dict[str, tuple[int, asyncio.Event]] = {}
        """Match that is driven here -> a number of entries, and whether its bot was asked to be quick there."""

    # Background work

    def spawn(self, work: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]:
        """Do something beside the request, for the same user; failures are logged."""
        task = beside(self._guarded(work, name))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _guarded(self, work: Coroutine[Any, Any, Any], name: str) -> None:
        try:
            await work
        except Refused as refusal:
            if refusal.code == "closing":
                return
            LOG.warning("background work refused", work=name, code=refusal.code, sentence=refusal.sentence)
        except Exception:  # nobody waits for it: the log is where it is seen
            LOG.exception("background work failed", work=name)

    @contextlib.contextmanager
    def driving(self, match: str) -> Iterator[None]:
        """While somebody lets the bots of a match answer."""
        self._driving[match] += 1
        try:
            yield
        finally:
            self._driving[match] -= 1
            if not self._driving[match]:
                del self._driving[match]
                self._hurries.pop(match, None)

    def hurried(self, match: str, number: int) -> asyncio.Event:
        """Set once somebody has asked the bot that answers there to be quick."""
        at, event = self._hurries.get(match, (-1, asyncio.Event()))
        if at != number:
            event = asyncio.Event()
            self._hurries[match] = number, event
        return event

    def hurry(self, match: str, number: int) -> None:
        """Somebody asks the bot that answers there to be quick; heeded by whoever drives the match.

        A wish may be heard when that answer has been given: the next one is thought about as long as ever.
        """
        at, _ = self._hurries.get(match, (-1, None))
        if match in self._driving and at <= number:
            self.hurried(match, number).set()

    async def unattended(self, matches: Sequence[str]) -> list[str]:
        """Which of these should be driven now: none twice, and of those without people only a few at once."""
        fresh = [match for match in matches if match not in self._driving]
        alone = await self.store.read(without_people, [*self._driving, *fresh]) if fresh else set()
        places = ALONE - len(alone & self._driving.keys())
        later = [match for match in fresh if match in alone][max(0, places) :]
        return [match for match in fresh if match not in later]

    def leave(self) -> None:
        """The server is about to stop: what waits is dropped; bots' turns are made again after the start."""
        self.closing = True
        self.live.close()
        self.compute.close()
        self.study.close()
        self.pool.close()

    async def settle(self) -> None:
        """Wait for background work that was begun; then cancel what does not end by itself."""
        self.closing = True
        pending = {task for task in self._tasks if not task.done()}
        if pending:
            await asyncio.wait(pending, timeout=5)
        for task in pending:
            if not task.done():
                task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*pending, return_exceptions=True)

    # People

    async def person(self, find: Callable[[Connection, str], Person | None], secret: str) -> Person | None:
        """Whom a session or a token lets in."""
        memory, door = self.store.memory, accounts.hashed(secret)
        person = memory.person(door)
        if person is None:
            mark = memory.doors
            person = await self.store.read(find, secret)
            if person is not None:
                memory.admit(door, person, mark)
        return person

    # Announcements

    @property
    def announced(self) -> wire.Announcement | None:
        """What is announced now."""
        found = self.announcement
        return None if found is None or (found.at is not None and found.at <= now()) else found

    # Matches

    async def row(self, match: str) -> MatchRow:
        """The table of that id."""
        row = await self.store.read(matches.load, match)
        if row is None:
            raise not_found(f"table {match!r}")
        return row

    async def known(self, match: str) -> MatchRow:
        """The table of that id as this process knows it: as it stands, but for who is online.

        Whatever is stored because of it is stored only if it still stands so.
        """
        memory = self.store.memory
        row = memory.row(match)
        if row is None:
            mark = memory.mark(match)
            row = await self.row(match)
            memory.keep(copied(row), mark)
        return row

    async def acting(self, match: str, who: Who, seat: int | None, base: int) -> tuple[MatchRow, int]:
        """The table and the seat that somebody acts for on the position after ``base`` entries.

        Another process may have written it a moment ago: nothing is refused because of what this one remembers.
        """
        row = await self.known(match)
        if row.number == base and row.state == "running":
            with contextlib.suppress(Refused):
                return row, self.seat(row, who, seat)
        row = await self.row(match)
        return row, self.seat(row, who, seat)

    async def book(self, row: MatchRow) -> Book:
        """The log of a match that has started, as far as the row goes or further."""
        if row.seed is None:
            raise Refused(409, "not-started", "this match has not started")
        book = self._books.get(row.id)
        if book is None:
            book = Book(row.id, head_of(row.game, row.rules, row.options, row.seed), [])
            self._books[row.id] = book
            while len(self._books) > BOOKS:
                self._books.popitem(last=False)
        self._books.move_to_end(row.id)
        while len(book.lines) < row.number:
            known = len(book.lines)
            more = await self.store.read(matches.lines, row.id, known)
            if known == len(book.lines):  # nobody else read them meanwhile
                book.lines.extend(more)
            if not more and len(book.lines) < row.number:
                raise Refused(503, "busy", "the log is behind its table; try again")
        return book

    def wrote(self, row: MatchRow, new: Sequence[Line], at: int) -> None:
        """Remember entries that were just stored after those of the row."""
        book = self._books.get(row.id)
        if book is not None and len(book.lines) == row.number:
            book.lines.extend(msgspec.structs.replace(line, at=at, heard=None) for line in new)

    async def about(self, row: MatchRow, what: calls.AboutMatch) -> bytes:
        """An engine call about a match; one that no longer replays becomes read-only.

        The match may have moved on since the row was read. With ``base`` the call is refused as ``stale`` then.
        What nobody asked for (bots after a restart, news for a room) is done for the host from here on.
        """
        if not ASKER.get().user:
            ASKER.set(Asker(f"user {row.host}" if row.host is not None else f"match {row.id}"))
        if row.state == "broken":
            raise Refused(409, "read-only", row.notice or "this match no longer replays")
        if row.state == "open" and not _open_to_all(what):
            raise Refused(409, "not-started", "this match has not started")
        book = await self.book(row)
        if row.notice == STUCK:
            self.pool.hold(row.id)
        try:
            return await self.pool.about(book, what)
        except Stuck:
            if row.notice != STUCK:
                table = TableChanged(row.id)
                await self.store.write_and_tell([table], matches.change, row.id, {"notice": STUCK}, state=row.state)
            raise
        except Broken as error:
            notice = f"This match does not replay by the rules of this version ({__version__}): {error}"
            LOG.error("match does not replay", match=row.id, error=str(error))
            change = {"state": "broken", "notice": notice, "deadline": None}
            await self.store.write_and_tell([TableChanged(row.id)], matches.change, row.id, change, state=row.state)
            raise Refused(409, "read-only", notice) from None

    # Who may do what

    def admit(self, row: MatchRow, who: Who, key: str | None) -> None:
        """Let somebody look at a table, or refuse."""
        if not self.admits(row, who, key):
            raise Refused(403, "key", "this table needs its link or password")

    def admits(self, row: MatchRow, who: Who, key: str | None) -> bool:
        """Whether somebody may look at a table."""
        if row.visibility == "public" or row.known(who.id) or (key is not None and key == row.key):
            return True
        return who.person is not None and who.person.moderator

    def seat(self, row: MatchRow, who: Who, seat: int | None) -> int:
        """The seat that somebody acts for."""
        who.must()
        held = row.held(who.id)
        given_up = [one.seat for one in row.seats if one.user == who.id and one.seat not in held]
        if given_up and (seat in given_up or (seat is None and not held)):
            out = row.seats[given_up[0] if seat is None else seat].out
            how = "ran out of time" if out == "time" else "resigned"
            raise Refused(409, "left", f"you {how} in this match: a bot plays your seat")
        if not held:
            raise not_yours("a seat of this table")
        if seat is None:
            if len(held) > 1:
                if row.asked in held:
                    return row.asked
                raise Refused(400, "which-seat", f"you hold the seats {', '.join(map(str, held))}: name one")
            return held[0]
        if seat not in held:
            raise not_yours(f"seat {seat}")
        return seat

    def viewer(self, row: MatchRow, who: Who, seat: int | None, key: str | None) -> int | None:
        """The seat through which somebody looks; None for a spectator."""
        self.admit(row, who, key)
        held = row.held(who.id)
        if seat is None:
            if not held:
                return None
            seat = row.asked if row.asked in held else held[0]
        elif seat not in held:
            raise not_yours(f"seat {seat}")
        # Who sits down at a table that was brought may stand up again: what a seat knows is shown once it goes on.
        return None if row.state == "open" else seat

    # Showing tables

    def table(self, row: MatchRow, who: Who) -> wire.Table:
        """A table as somebody may see it."""
        held = row.held(who.id)
        close = row.known(who.id)
        return wire.Table(
            id=row.id,
            game=row.game,
            title=row.title,
            rules=row.rules,
            engine=row.engine,
            options=row.options,
            state=row.state,  # type: ignore[arg-type]  # the store holds these words only
            notice=row.notice,
            seats=[self._seat(seat, seat.seat in held) for seat in row.seats],
            host=row.host,
            visibility=row.visibility,
            key=row.key if close else None,
            mode=row.mode,
            clock=wire.Clock(**row.clock) if row.clock else None,
            undo=row.undo,
            autostart=row.autostart,
            coach=row.coach,
            created=row.created,
            started=row.started,
            ended=row.ended,
            number=row.number,
            move=row.move,
            asked=row.asked,
            question=row.question,
            since=row.since,
            deadline=row.deadline,
            scores=row.scores,
            places=row.places,
            reason=row.reason,
            mine=close,
            waiting=row.state == "running" and row.asked in held and row.seats[row.asked].kind == "person",
            next=row.next,
            undo_request=wire.UndoRequest(**row.undo_request) if row.undo_request else None,
            several=row.several,
            fixed=row.fixed,
            brought=row.brought,
        )

    def _seat(self, seat: SeatRow, mine: bool) -> wire.SeatInfo:
        return wire.SeatInfo(
            seat=seat.seat,
            kind=seat.kind,  # type: ignore[arg-type]  # the store holds these words only
            name=seat.name,
            user=seat.user,
            level=seat.level,
            mine=mine,
            standin=seat.standin,
            out=seat.out,
            bank=seat.bank,
            guest=bool(seat.guest),
            gone=bool(seat.gone),
            online=seat.seen is not None and seat.kind == "person" and now() - seat.seen < ONLINE,
        )

    async def seen(self, users: Sequence[int]) -> None:
        """These people are here."""
        await self.store.write(accounts.seen, list(users))


def _open_to_all(what: calls.AboutMatch) -> bool:
    """Whether a call tells nothing but what every spectator may know."""
    if isinstance(what, calls.Position | calls.Log | calls.Replay | calls.Series):
        return what.seat is None
    return isinstance(what, calls.Stand)


def clock_news(row: MatchRow) -> dict[str, Any]:
    """What a live message about a move says about time."""
    if row.clock is None:
        return {"since": row.since}
    banks = [seat.bank for seat in row.seats] if row.clock.get("seconds") else []
    return {"since": row.since, "deadline": row.deadline, "banks": banks}
