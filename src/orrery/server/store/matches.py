"""Matches, seats and entries in the database. Entries are only ever added, each number once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Text,
    Update,
    and_,
    bindparam,
    case,
    cast,
    delete,
    exists,
    func,
    insert,
    literal_column,
    or_,
    select,
    tuple_,
    update,
)

from orrery.desk.results import Line
from orrery.server.store import schema as db

PAGE = 30
SEARCHED = 600
"""Characters that a search looks into: with the rest of its row they fit into an index of PostgreSQL."""

M, S, E = db.matches.c, db.seats.c, db.entries.c

GUEST = db.users.c.id.is_not(None) & db.users.c.password.is_(None) & db.users.c.deleted.is_(None)
"""Of a joined user: somebody without an account."""
GONE = db.users.c.banned.is_not(None) | db.users.c.deleted.is_not(None)
"""Of a joined user: somebody who cannot come back by themselves."""


@dataclass(slots=True)
class SeatRow:
    """A seat as stored, and when its person was last seen."""

    match: str
    seat: int
    kind: str
    user: int | None
    name: str
    level: str | None
    standin: bool
    out: str | None
    bank: int | None
    acted: int | None
    orders: list[Any]
    premoves: list[str]
    premove_question: str | None
    dropped: str | None
    then: str | None
    seen: int | None = None
    guest: bool = False
    gone: bool = False
    """Banned or deleted."""


@dataclass(slots=True)
class MatchRow:
    """A table as stored, with its seats."""

    id: str
    game: str
    rules: int
    engine: str
    options: dict[str, Any]
    seed: int | None
    state: str
    notice: str | None
    title: str
    search: str
    host: int | None
    visibility: str
    password: str | None
    key: str
    mode: str
    clock: dict[str, Any] | None
    undo: str
    autostart: bool
    coach: bool
    created: int
    started: int | None
    ended: int | None
    changed: int
    number: int
    move: int
    asked: int | None
    question: str
    since: int | None
    deadline: int | None
    scores: list[int]
    places: list[int] | None
    reason: str | None
    next: str | None
    undo_request: dict[str, Any] | None
    told: int
    """At which number whoever is asked was told so; before that the server answers, or has yet to tell."""
    several: bool
    fixed: list[str]
    brought: int | None
    """How many of its entries were played elsewhere: who brought them knows the seed."""
    carry: str | None
    """The name by which its host brought it."""
    seats: list[SeatRow] = field(default_factory=list)

    @property
    def finished(self) -> bool:
        """Everything about it may be known."""
        return self.state == "over"

    @property
    def begun(self) -> bool:
        """It is or was played here."""
        return self.seed is not None and self.state != "open"

    def held(self, user: int | None) -> list[int]:
        """The seats that a person acts for and looks through: not one given up while the others play on."""
        if user is None:
            return []
        running = self.state == "running"
        return [seat.seat for seat in self.seats if seat.user == user and not (running and seat.out)]

    def known(self, user: int | None) -> bool:
        """Whether somebody is of the table: the host, or a person who has or had a seat of the match."""
        return user is not None and (self.host == user or any(seat.user == user for seat in self.seats))


def create(connection: Connection, values: Mapping[str, Any], seats: Iterable[Mapping[str, Any]]) -> None:
    """A new table with its seats."""
    connection.execute(insert(db.matches).values(**values))
    rows = [{"match": values["id"], **seat} for seat in seats]
    if rows:
        connection.execute(insert(db.seats), rows)


def _seats(connection: Connection, ids: Sequence[str]) -> dict[str, list[SeatRow]]:
    query = (
        select(db.seats, db.users.c.seen, GUEST, GONE)
        .outerjoin(db.users, db.users.c.id == S.user)
        .where(S.match.in_(ids))
        .order_by(S.match, S.seat)
    )
    found: dict[str, list[SeatRow]] = {}
    for row in connection.execute(query):
        found.setdefault(row[0], []).append(SeatRow(*row))
    return found


def _rows(connection: Connection, query: Select[Any]) -> list[MatchRow]:
    rows = [MatchRow(*row) for row in connection.execute(query)]
    seats = _seats(connection, [row.id for row in rows]) if rows else {}
    for row in rows:
        row.seats = seats.get(row.id, [])
    return rows


# The statements of every request are made once.
_LOAD = select(db.matches).where(M.id == bindparam("match"))
_LOAD_SEATS = (
    select(db.seats, db.users.c.seen, GUEST, GONE)
    .outerjoin(db.users, db.users.c.id == S.user)
    .where(S.match == bindparam("match"))
    .order_by(S.seat)
)
_LINES = (
    select(E.seat, E.question, E.text, E.digest, E.at)
    .where(E.match == bindparam("match"), E.number > bindparam("after"))
    .order_by(E.number)
)


_ADD = insert(db.entries)


def _values(columns: Iterable[str]) -> dict[str, Any]:
    return {name: bindparam(f"new_{name}") for name in columns}


def _named(values: Mapping[str, Any]) -> dict[str, Any]:
    return {f"new_{name}": value for name, value in values.items()}


@cache
def _move(columns: tuple[str, ...]) -> Update:
    """The statement that changes these columns of a running match at a number, and tells how it stands then."""
    here = (M.id == bindparam("the_match"), M.number == bindparam("the_base"), M.state == "running")
    return update(db.matches).where(*here).values(_values(columns)).returning(*M)


@cache
def _change_seat(columns: tuple[str, ...]) -> Update:
    """The statement that changes these columns of a seat."""
    here = (S.match == bindparam("the_match"), S.seat == bindparam("the_seat"))
    return update(db.seats).where(*here).values(_values(columns))


def load(connection: Connection, match: str) -> MatchRow | None:
    """The table of that id."""
    found = connection.execute(_LOAD, {"match": match}).first()
    if found is None:
        return None
    row = MatchRow(*found)
    row.seats = _load_seats(connection, match)
    return row


def _load_seats(connection: Connection, match: str) -> list[SeatRow]:
    return [SeatRow(*seat) for seat in connection.execute(_LOAD_SEATS, {"match": match})]


def locked(connection: Connection, match: str) -> MatchRow | None:
    """The table of that id as it is now; nobody else changes it until the transaction ends."""
    # SQLite has one writer at a time anyway.
    connection.execute(select(M.id).where(M.id == match).with_for_update())
    return load(connection, match)


def lines(connection: Connection, match: str, after: int) -> list[Line]:
    """The entries after a number, in order."""
    return [Line(*row) for row in connection.execute(_LINES, {"match": match, "after": after})]


def stored(connection: Connection, match: str) -> list[tuple[int, int, str, str, str, int]]:
    """Number, seat, question, text as everybody may read it, digest and time of every entry."""
    query = (
        select(E.number, E.seat, E.question, func.coalesce(E.heard, E.text), E.digest, E.at)
        .where(E.match == match)
        .order_by(E.number)
    )
    return [(r[0], r[1], r[2], r[3], r[4], r[5]) for r in connection.execute(query)]


def append(
    connection: Connection,
    match: str,
    base: int,
    new: Sequence[Line],
    at: int,
    changes: Mapping[str, Any],
    seats: Mapping[int, Mapping[str, Any]],
    check: Callable[[MatchRow], bool] | None = None,
) -> MatchRow | None:
    """Add entries after number ``base``; None, and nothing is stored, when others were faster.

    ``check`` looks at the table as it is at that moment; what it does not like is not stored either.
    """
    if check is not None:
        there = locked(connection, match)
        if there is None or there.number != base or not check(there):
            return None
    values = {"number": base + len(new), "changed": at, **changes}
    given = {"the_match": match, "the_base": base, **_named(values)}
    found = connection.execute(_move(tuple(values)), given).first()
    if found is None:
        return None
    rows = [
        {
            "match": match,
            "number": number,
            "seat": line.seat,
            "question": line.question,
            "text": line.text,
            "heard": line.heard,
            "digest": line.digest,
            "at": at,
        }
        for number, line in enumerate(new, base + 1)
    ]
    connection.execute(_ADD, rows)
    _change_seats(connection, match, seats)
    row = MatchRow(*found)
    row.seats = _load_seats(connection, match)
    return row


def adopt(
    connection: Connection,
    values: Mapping[str, Any],
    seats: Iterable[Mapping[str, Any]],
    new: Sequence[Line],
    times: Sequence[int],
) -> None:
    """A match from outside with all its entries, each with its time."""
    create(connection, values, seats)
    rows = [
        {"match": values["id"], "number": number, "heard": line.heard, "at": at}
        | {"seat": line.seat, "question": line.question, "text": line.text, "digest": line.digest}
        for number, (line, at) in enumerate(zip(new, times, strict=True), 1)
    ]
    if rows:
        connection.execute(insert(db.entries), rows)


def carried(connection: Connection, user: int, name: str) -> str | None:
    """The table that a person has brought by that name."""
    return connection.scalar(select(M.id).where(M.host == user, M.carry == name))


def change(
    connection: Connection,
    match: str,
    changes: Mapping[str, Any],
    seats: Mapping[int, Mapping[str, Any]] | None = None,
    state: str | None = None,
    number: int | None = None,
) -> bool:
    """Change a table; False when it is not in that state, or not at that number, any more."""
    where: list[ColumnElement[bool]] = [M.id == match]
    if state is not None:
        where.append(M.state == state)
    if number is not None:
        where.append(M.number == number)
    if connection.execute(update(db.matches).where(*where).values(**changes)).rowcount != 1:
        return False
    _change_seats(connection, match, seats or {})
    return True


def _change_seats(connection: Connection, match: str, seats: Mapping[int, Mapping[str, Any]]) -> None:
    for seat, values in seats.items():
        if values:
            given = {"the_match": match, "the_seat": seat, **_named(values)}
            connection.execute(_change_seat(tuple(values)), given)


def begin(
    connection: Connection, row: MatchRow, changes: Mapping[str, Any], seats: Mapping[int, Mapping[str, Any]]
) -> bool:
    """Start a match if its seats are still taken by those whom the row names."""
    there = locked(connection, row.id)
    if there is None or there.state != "open":
        return False
    if [(seat.kind, seat.user) for seat in there.seats] != [(seat.kind, seat.user) for seat in row.seats]:
        return False
    return change(connection, row.id, changes, seats)


def searched(title: str, game: str, names: Sequence[str]) -> str:
    """What a search looks into; no longer than an index takes."""
    return " ".join(filter(None, [title, game, *names])).casefold()[:SEARCHED]


def untitle(connection: Connection, match: str) -> None:
    """Take the title from a table."""
    row = locked(connection, match)
    if row is not None:
        names = [seat.name for seat in row.seats]
        change(connection, match, {"title": "", "search": searched("", row.game, names)})


def seated(connection: Connection, row: MatchRow, seats: Mapping[int, Mapping[str, Any]], at: int) -> None:
    """Change who sits where."""
    names = [seats.get(seat.seat, {}).get("name", seat.name) for seat in row.seats]
    changes = {"changed": at, "search": searched(row.title, row.game, names)}
    change(connection, row.id, changes, seats)


EMPTY = {"kind": "open", "user": None, "name": "", "level": None}
"""A seat that anybody may take."""


def vacate(connection: Connection, user: int, at: int) -> list[str]:
    """Remove the tables of a person that have not started, and stand up from others' ones; which these are."""
    sits = exists().where(S.match == M.id, S.user == user)
    mine = select(M.id).where(M.state == "open", or_(M.host == user, sits)).order_by(M.id)
    found = connection.scalars(mine).all()
    for match in found:
        row = locked(connection, match)
        if row is None or row.state != "open":
            continue
        if row.host == user:
            drop(connection, match)
        else:
            seated(connection, row, dict.fromkeys(row.held(user), EMPTY), at)
    return list(found)


def deserted(connection: Connection) -> list[tuple[str, int]]:
    """Seats of running matches whose person has been deleted, and who has yet to give them up."""
    u = db.users.c
    query = (
        select(M.id, S.seat)
        .join(db.seats, S.match == M.id)
        .join(db.users, u.id == S.user)
        .where(M.state == "running", M.notice.is_(None), u.deleted.is_not(None), S.out.is_(None))
        .order_by(M.id, S.seat)
        .limit(200)
    )
    return [(row[0], row[1]) for row in connection.execute(query)]


def drop(connection: Connection, match: str, before: int | None = None) -> bool:
    """Remove a table that has not started, nor changed since that time; a match is never removed.

    One that was brought goes with its entries: whoever brought them has them still.
    """
    row = locked(connection, match)
    if row is None or row.state != "open" or (before is not None and row.changed >= before):
        return False
    for table in (db.chat, db.notes, db.summons, db.seats, db.entries):
        connection.execute(delete(table).where(table.c.match == match))
    return connection.execute(delete(db.matches).where(M.id == match, M.state == "open")).rowcount == 1


LISTS = {
    "open": (("open", "public"), ("open", "password")),
    "watch": (("running", "public"),),
    "finished": (("over", "public"), ("stopped", "public"), ("broken", "public")),
}
"""The lists that everybody may read: states with visibilities, each of them one range of an index."""

OWN = {"mine": ("open", "running"), "finished": ("over", "stopped", "broken")}
"""States of the tables that a list holds because they are the asker's own."""


class Place(NamedTuple):
    """Where a table stands in a list: what waits for the asker comes first, then what changed last."""

    waiting: int
    changed: int
    id: str


def listing(
    which: str, user: int | None, game: str = "", search: str = "", after: Place | None = None
) -> list[Select[Any]]:
    """The statements that together find the places of a page and of one more, each in the order of the list.

    What everybody may read is read along an index; of the rest only the asker's own tables are looked at.
    """
    narrowed: list[ColumnElement[bool]] = [M.game == game] if game else []
    narrowed.extend(M.search.contains(word, autoescape=True) for word in search.casefold().split()[:8])
    order = (M.changed.desc(), M.id.desc())
    found: list[Select[Any]] = []
    for state, visibility in LISTS.get(which, ()):
        query = select(literal_column("0"), M.changed, M.id).where(M.state == state, M.visibility == visibility)
        if after is not None:
            query = query.where(tuple_(M.changed, M.id) < (after.changed, after.id))
        found.append(query.where(*narrowed).order_by(*order).limit(PAGE + 1))
    if user is None or which not in OWN:
        return found
    others = db.seats.alias().c
    asked = exists().where(
        others.match == M.id, others.user == user, others.seat == M.asked, others.kind == "person"
    )
    waiting = case((and_(M.state == "running", asked), 1), else_=0)
    own = select(waiting, M.changed, M.id).where(M.state.in_(OWN[which]), *narrowed)
    if which in LISTS:  # the public ones are found above
        own = own.where(M.visibility != "public")
    if after is not None:
        own = own.where(tuple_(waiting, M.changed, M.id) < (after.waiting, after.changed, after.id))
    own = own.order_by(waiting.desc(), *order).limit(PAGE + 1)
    seated = own.distinct().join(db.seats, S.match == M.id).where(S.user == user)  # on one seat or on several
    return [*found, seated, own.where(M.host == user)]


def listed(
    connection: Connection, which: str, user: int | None, game: str, search: str, after: Place | None
) -> tuple[list[MatchRow], Place | None]:
    """The tables of a list after a place, and the place of the last of them when there are more."""
    found = (Place(*row) for one in listing(which, user, game, search, after) for row in connection.execute(one))
    once = {place.id: place for place in sorted(found)}
    places = sorted(once.values(), reverse=True)
    page = places[:PAGE]
    rows = _rows(connection, select(db.matches).where(M.id.in_([place.id for place in page]))) if page else []
    known = {row.id: row for row in rows}
    # One that was removed between two statements is not missed.
    return [known[place.id] for place in page if place.id in known], page[-1] if len(places) > PAGE else None


def numbers(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    """How many entries these matches have now."""
    query = select(M.id, M.number).where(M.id.in_(ids))
    return {row[0]: row[1] for row in connection.execute(query)} if ids else {}


def expired(connection: Connection, now: int) -> list[str]:
    """Running matches whose deadline has passed."""
    query = select(M.id).where(M.state == "running", M.deadline < now).order_by(M.deadline).limit(200)
    return [row[0] for row in connection.execute(query)]


def unattended(connection: Connection, before: int) -> list[str]:
    """Running matches in which something should have answered, or a person been told, before that time.

    Those that people play come first.
    """
    others = db.seats.alias()
    people = exists().where(others.c.match == M.id, others.c.kind == "person")
    fits = or_(S.premove_question.is_(None), S.premove_question == M.question)
    ready = or_(S.kind == "bot", S.then.is_not(None), and_(func.length(cast(S.premoves, Text)) > 2, fits))
    query = (
        select(M.id)
        .join(db.seats, and_(S.match == M.id, S.seat == M.asked))
        .where(M.state == "running", M.since < before, or_(ready, M.told != M.number))
        .order_by(case((people, 0), else_=1), M.since)
        .limit(200)
    )
    return [row[0] for row in connection.execute(query)]


def full(connection: Connection, before: int) -> list[str]:
    """Open tables that should have started before that time: every seat is taken, and nobody is waited for."""
    free = exists().where(S.match == M.id, S.kind == "open")
    query = select(M.id).where(M.state == "open", M.autostart.is_(True), M.changed < before, ~free).limit(200)
    return [row[0] for row in connection.execute(query)]


def asking(connection: Connection, user: int) -> list[tuple[str, int, int, str, str]]:
    """Match, seat, number, question and game of everything that waits for a person."""
    query = (
        select(M.id, S.seat, M.number, M.question, M.game)
        .join(db.seats, and_(S.match == M.id, S.seat == M.asked))
        .where(M.state == "running", S.user == user, S.kind == "person")
        .order_by(M.since)
    )
    return [(r[0], r[1], r[2], r[3], r[4]) for r in connection.execute(query)]


def finished(connection: Connection, user: int, most: int) -> list[MatchRow]:
    """The last matches that were played to their end and in which a person has a seat, newest first."""
    seated = select(S.match).where(S.user == user)
    over = select(db.matches).where(M.id.in_(seated), M.state == "over", M.ended.is_not(None))
    return _rows(connection, over.order_by(M.ended.desc(), M.id.desc()).limit(most))
