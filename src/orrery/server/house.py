"""The house: everything that a server process holds, and the way from an id to a match."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import structlog

from orrery import __version__
from orrery.server import ledger, people, wire
from orrery.server.calls import Line, NewLine
from orrery.server.compute import Compute
from orrery.server.ledger import MatchRow, SeatRow
from orrery.server.people import ONLINE, Person, now
from orrery.server.pool import Book, Broken, Pool, head_of
from orrery.server.problems import Refused, not_found, not_yours, sign_in
from orrery.server.settings import Settings
from orrery.server.store import Store

if TYPE_CHECKING:
    from orrery.server.live import Live
    from orrery.server.notices import Notices

LOG = structlog.get_logger("orrery.house")

BOOKS = 2000
"""Logs kept in memory."""


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

    def __init__(self, settings: Settings, store: Store, pool: Pool, compute: Compute) -> None:
        self.settings = settings
        self.store = store
        self.pool = pool
        self.compute = compute
        self.live: Live
        self.notices: Notices
        self.key = ""
        """Signs session cookies."""
        self.levels: list[str] = []
        self.closing = False
        self._books: OrderedDict[str, Book] = OrderedDict()
        self._written: dict[str, MatchRow] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # Background work

    def spawn(self, work: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]:
        """Do something beside the request; failures are logged."""
        task = asyncio.create_task(self._guarded(work, name))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _guarded(self, work: Coroutine[Any, Any, Any], name: str) -> None:
        try:
            await work
        except Refused as refusal:
            LOG.warning("background work refused", work=name, code=refusal.code, sentence=refusal.sentence)
        except Exception:  # nobody waits for it: the log is where it is seen
            LOG.exception("background work failed", work=name)

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

    # Matches

    async def row(self, match: str) -> MatchRow:
        """The table of that id."""
        row = await self.store.read(ledger.load, match)
        if row is None:
            raise not_found(f"table {match!r}")
        return row

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
            more = await self.store.read(ledger.lines, row.id, known)
            if known == len(book.lines):  # nobody else read them meanwhile
                book.lines.extend(more)
            if not more and len(book.lines) < row.number:
                raise Refused(503, "busy", "the log is behind its table; try again")
        return book

    def wrote(self, row: MatchRow, new: Sequence[NewLine], at: int, after: MatchRow) -> None:
        """Remember entries that were just stored after those of the row, and how the table stands then."""
        if row.id in self.live.rooms:
            self._written[row.id] = after
        book = self._books.get(row.id)
        if book is not None and len(book.lines) == row.number:
            book.lines.extend(Line(line.seat, line.question, line.text, line.digest, at) for line in new)

    async def row_after(self, match: str, number: int) -> MatchRow:
        """The table at a later number than this one if it has moved on; one that this process wrote is at hand."""
        written = self._written.pop(match, None)
        return written if written is not None and written.number > number else await self.row(match)

    async def about(self, row: MatchRow, op: str, **args: Any) -> bytes:
        """An engine call about a match; one that no longer replays becomes read-only.

        The match may have moved on since the row was read. With ``base`` the call is refused as ``stale`` then.
        """
        if row.state == "broken":
            raise Refused(409, "read-only", row.notice or "this match no longer replays")
        book = await self.book(row)
        try:
            return await self.pool.about(book, op, args)
        except Broken as error:
            notice = f"This match does not replay by the rules of this version ({__version__}): {error}"
            LOG.error("match does not replay", match=row.id, error=str(error))
            change = {"state": "broken", "notice": notice, "deadline": None}
            await self.store.write_and_tell(
                [{"match": row.id, "table": True}], ledger.change, row.id, change, state=row.state
            )
            raise Refused(409, "read-only", notice) from None

    # Who may do what

    def admit(self, row: MatchRow, who: Who, key: str | None) -> None:
        """Let somebody look at a table, or refuse."""
        if not self.admits(row, who, key):
            raise Refused(403, "key", "this table needs its link or password")

    def admits(self, row: MatchRow, who: Who, key: str | None) -> bool:
        """Whether somebody may look at a table."""
        return row.visibility == "public" or row.known(who.id) or (key is not None and key == row.key)

    def seat(self, row: MatchRow, who: Who, seat: int | None) -> int:
        """The seat that somebody acts for."""
        who.must()
        held = row.held(who.id)
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
            return row.asked if row.asked in held else held[0]
        if seat not in held:
            raise not_yours(f"seat {seat}")
        return seat

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
            online=seat.seen is not None and seat.kind == "person" and now() - seat.seen < ONLINE,
        )

    async def seen(self, users: Sequence[int]) -> None:
        """These people are here."""
        await self.store.write(people.seen, list(users))


def clock_news(row: MatchRow) -> dict[str, Any]:
    """What a live message about a move says about time."""
    if row.clock is None:
        return {"since": row.since}
    banks = [seat.bank for seat in row.seats] if row.clock.get("seconds") else []
    return {"since": row.since, "deadline": row.deadline, "banks": banks}
