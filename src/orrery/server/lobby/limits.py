"""Limits: what one person, and one address, may have at the same time. All of them are off without rates."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import ColumnElement, Connection, exists, func, select

from orrery.core.journal import Message
from orrery.core.saying import say
from orrery.desk.problems import Refused
from orrery.server.engine.turns import ASKER
from orrery.server.settings import Settings
from orrery.server.store import schema as db
from orrery.server.store.database import Store
from orrery.server.store.matches import MatchRow

M, S = db.matches.c, db.seats.c

REMEMBERED = 1000
"""Tables that are remembered by address, and ten times as many addresses."""


def _peopled() -> ColumnElement[bool]:
    return exists().where(S.match == M.id, S.kind == "person")


def _count(connection: Connection, *where: ColumnElement[bool]) -> int:
    return connection.scalar(select(func.count()).select_from(db.matches).where(*where)) or 0


def open_tables(connection: Connection, mine: ColumnElement[bool]) -> int:
    """Tables that have not started."""
    return _count(connection, mine, M.state == "open")


def bot_tables(connection: Connection, mine: ColumnElement[bool]) -> int:
    """Running matches that bots play alone."""
    return _count(connection, mine, M.state == "running", ~_peopled())


def running(connection: Connection, user: int) -> int:
    """Running matches in which somebody has a seat."""
    seated = exists().where(S.match == M.id, S.user == user, S.kind == "person")
    return _count(connection, M.state == "running", seated)


def without_people(connection: Connection, ids: Sequence[str]) -> set[str]:
    """Which of these matches bots play alone."""
    return {row[0] for row in connection.execute(select(M.id).where(M.id.in_(ids), ~_peopled()))} if ids else set()


class Limits:
    """Of one server process; an address counts as many people, as a club shares one."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self._made: OrderedDict[str, deque[str]] = OrderedDict()
        self._here: Counter[str] = Counter()

    # Tables

    async def opening(self, user: int, seats: Sequence[Mapping[str, Any]]) -> None:
        """Before a table is made."""
        if not self.settings.rates:
            return
        kinds = {seat["kind"] for seat in seats}
        if kinds == {"bot"}:
            await self._bots(user)
        if "person" in kinds:
            await self.joining(user)
        most = self.settings.tables_open
        await self._most(user, open_tables, most, "open")

    async def joining(self, user: int) -> None:
        """Before somebody sits down."""
        most = self.settings.tables_running
        if self.settings.rates and await self.store.read(running, user) >= most:
            raise _refused(say("server.tables.running", most=most))

    async def starting(self, row: MatchRow) -> None:
        """Before a match begins."""
        if self.settings.rates and row.host is not None and all(seat.kind == "bot" for seat in row.seats):
            await self._bots(row.host)

    def made(self, match: str) -> None:
        """A table was made by whoever asks now."""
        address = ASKER.get().address
        if not self.settings.rates or not address:
            return
        self._made.setdefault(address, deque(maxlen=REMEMBERED)).append(match)
        self._made.move_to_end(address)
        if len(self._made) > REMEMBERED * 10:
            self._made.popitem(last=False)

    async def _bots(self, user: int) -> None:
        most = self.settings.tables_bots
        await self._most(user, bot_tables, most, "bots")

    async def _most(self, user: int, count: Any, most: int, what: str) -> None:
        if await self.store.read(count, M.host == user) >= most:
            raise _refused(say(f"server.tables.{what}", most=most))
        ids = self._made.get(ASKER.get().address, ())
        most *= self.settings.crowd
        if len(ids) >= most and await self.store.read(count, M.id.in_(list(ids))) >= most:
            raise _refused(say(f"server.tables.{what}.address", most=most))

    # Connections

    def room(self, user: int | None, address: str) -> list[str]:
        """Refuse one more live connection when there are too many; else the names by which it is counted."""
        most = self.settings.sockets
        asked = {f"at {address}": most * self.settings.crowd}
        if user is not None:
            asked[f"user {user}"] = most
        for name, bound in asked.items():
            if self.settings.rates and self._here[name] >= bound:
                raise Refused(429, "too-many", say("server.sockets", most=bound), {"wait": 60})
        return list(asked)

    @contextmanager
    def here(self, user: int | None, address: str) -> Iterator[None]:
        """While a live connection is open."""
        names = self.room(user, address)
        self._here.update(names)
        try:
            yield
        finally:
            self._here.subtract(names)
            for name in names:
                if not self._here[name]:
                    del self._here[name]


def _refused(sentence: Message) -> Refused:
    return Refused(409, "too-many-tables", sentence)
