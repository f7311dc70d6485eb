"""Memory: tables and people that were read, kept until somebody writes them.

What a transaction wrote is found out from its statements, so that no writer has to remember to say it. Other server
processes are told with the transaction; a command beside a server on SQLite leaves a mark that is seen.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from copy import copy
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.sql.dml import UpdateBase

from orrery.server.people.accounts import Person
from orrery.server.store.matches import MatchRow

KEPT = 10.0
"""Seconds after which something is read again in any case."""
ROWS = 2000
PEOPLE = 5000

NAMES = ("the_match", "id_", "match_")
"""How parameters begin that name a table in a condition."""
TABLES = frozenset({"matches", "seats"})
DOORS = frozenset({"users", "sessions", "tokens"})


def copied(row: MatchRow) -> MatchRow:
    """A table of one's own."""
    mine = copy(row)
    mine.seats = [copy(seat) for seat in row.seats]
    return mine


class Touched:
    """What a transaction has written."""

    __slots__ = ("everything", "people", "tables")

    def __init__(self) -> None:
        self.tables: set[str] = set()
        """The ids of the tables."""
        self.everything = False
        """Tables were written without naming one."""
        self.people = False


def watch(engine: Engine) -> None:
    """From now on ``touched`` tells what a connection has written."""
    event.listen(engine, "before_cursor_execute", _noted)


def touched(connection: Connection) -> Touched:
    """What is written on this connection from here on."""
    found = connection.info["touched"] = Touched()
    return found


def _noted(connection: Any, cursor: Any, statement: str, parameters: Any, context: Any, many: bool) -> None:
    found: Touched | None = connection.info.get("touched")
    compiled = getattr(context, "compiled", None)
    if found is None or compiled is None or not isinstance(compiled.statement, UpdateBase):
        return
    if context.execution_options.get("quiet"):
        return
    table = getattr(compiled.statement.table, "name", "")
    if table in DOORS:
        found.people = True
    elif table in TABLES and not context.isinsert:
        given = {
            value
            for one in context.compiled_parameters
            for name, value in one.items()
            if name.startswith(NAMES) and isinstance(value, str)
        }
        found.tables |= given
        found.everything = found.everything or not given


class Memory:
    """Kept by a server process; used by its event loop and dropped from by the threads that write."""

    def __init__(self, mark: Path | None = None) -> None:
        self._mark = mark
        """The file that other programs touch when they have written."""
        self._marked = self._touched()
        self._lock = threading.Lock()
        self._rows: OrderedDict[str, tuple[float, MatchRow]] = OrderedDict()
        self._people: OrderedDict[str, tuple[float, Person]] = OrderedDict()
        self._writes: dict[str, int] = {}
        """By table that was asked for: how often it was written since."""
        self._all = 0
        self._doors = 0

    # Other programs

    def _touched(self) -> int:
        if self._mark is None:
            return 0
        try:
            return self._mark.stat().st_mtime_ns
        except FileNotFoundError:
            return 0

    def _look(self) -> None:
        """Forget everything when another program has written."""
        found = self._touched()
        if found != self._marked:
            self._marked = found
            self.forget()

    def beside(self) -> None:
        """Tell a server that this program, beside it, has written."""
        if self._mark is not None:
            self._mark.touch(mode=0o600)

    # Tables

    def mark(self, match: str) -> tuple[int, int]:
        """To be taken before a table is read; a table that was written since is not kept."""
        self._look()
        with self._lock:
            return self._all, self._writes.setdefault(match, 0)

    def keep(self, row: MatchRow, mark: tuple[int, int], writes: int = 0) -> None:
        """Remember a table as it was read after ``mark``, written so often by oneself since."""
        with self._lock:
            if (mark[0], mark[1] + writes) == (self._all, self._writes.get(row.id)):
                self._rows[row.id] = (time.monotonic() + KEPT, row)
                self._rows.move_to_end(row.id)
                while len(self._rows) > ROWS:
                    self._rows.popitem(last=False)

    def row(self, match: str) -> MatchRow | None:
        """The table of that id, if it is known; one's own copy."""
        self._look()
        with self._lock:
            until, row = self._rows.get(match, (0.0, None))
            if row is None or until < time.monotonic():
                return None
            return copied(row)

    def wrote(self, found: Touched) -> None:
        """A transaction stands: what it wrote is read again."""
        with self._lock:
            if found.everything:
                self._all += 1
                self._rows.clear()
            for match in found.tables:
                if match in self._writes:
                    self._drop(match)
            if found.people:
                self._doors += 1
                self._people.clear()

    def moved(self, match: str, number: int) -> None:
        """Some process has told that a match has so many entries."""
        with self._lock:
            known = self._rows.get(match)
            if known is not None and known[1].number < number:
                self._drop(match)

    def changed(self, *matches: str) -> None:
        """Some process has told that these tables were written."""
        with self._lock:
            for match in matches:
                if match in self._writes:
                    self._drop(match)

    def _drop(self, match: str) -> None:
        self._writes[match] += 1
        self._rows.pop(match, None)
        if len(self._writes) > 4 * ROWS:  # whoever reads just now does not keep it
            self._writes.clear()
            self._all += 1

    # People

    @property
    def doors(self) -> int:
        """To be taken before a session or token is looked up; what ended since is not kept."""
        self._look()
        return self._doors

    def admit(self, door: str, person: Person, mark: int) -> None:
        """Remember whom a session or token lets in."""
        with self._lock:
            if mark == self._doors:
                self._people[door] = (time.monotonic() + KEPT, person)
                while len(self._people) > PEOPLE:
                    self._people.popitem(last=False)

    def person(self, door: str) -> Person | None:
        """Whom a session or token lets in, if that is known."""
        self._look()
        until, person = self._people.get(door, (0.0, None))
        return person if person is not None and until >= time.monotonic() else None

    def shut(self) -> None:
        """Some process has told that people, sessions or tokens were written."""
        with self._lock:
            self._doors += 1
            self._people.clear()

    def forget(self) -> None:
        """Events were lost: nothing that is kept is certain."""
        with self._lock:
            self._all += 1
            self._doors += 1
            self._rows.clear()
            self._people.clear()
