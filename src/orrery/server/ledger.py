"""Matches, seats and entries in the database. Entries are only ever added, each number once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Text,
    and_,
    bindparam,
    case,
    cast,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from orrery.server import schema as db
from orrery.server.calls import Line, NewLine

PAGE = 30

M, S, E = db.matches.c, db.seats.c, db.entries.c


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
    seats: list[SeatRow] = field(default_factory=list)

    @property
    def finished(self) -> bool:
        """Everything about it may be known."""
        return self.state == "over"

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
        select(db.seats, db.users.c.seen)
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
    select(db.seats, db.users.c.seen)
    .outerjoin(db.users, db.users.c.id == S.user)
    .where(S.match == bindparam("match"))
    .order_by(S.seat)
)
_LINES = (
    select(E.seat, E.question, E.text, E.digest, E.at)
    .where(E.match == bindparam("match"), E.number > bindparam("after"))
    .order_by(E.number)
)


def load(connection: Connection, match: str) -> MatchRow | None:
    """The table of that id."""
    found = connection.execute(_LOAD, {"match": match}).first()
    if found is None:
        return None
    row = MatchRow(*found)
    row.seats = [SeatRow(*seat) for seat in connection.execute(_LOAD_SEATS, {"match": match})]
    return row


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
    new: Sequence[NewLine],
    at: int,
    changes: Mapping[str, Any],
    seats: Mapping[int, Mapping[str, Any]],
) -> bool:
    """Add entries after number ``base``; False, and nothing is stored, when others were faster."""
    moved = update(db.matches).where(M.id == match, M.number == base, M.state == "running")
    if connection.execute(moved.values(number=base + len(new), changed=at, **changes)).rowcount != 1:
        return False
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
    connection.execute(insert(db.entries), rows)
    _change_seats(connection, match, seats)
    return True


def adopt(
    connection: Connection,
    values: Mapping[str, Any],
    seats: Iterable[Mapping[str, Any]],
    new: Sequence[NewLine],
    at: int,
) -> None:
    """A match from outside with all its entries."""
    create(connection, values, seats)
    rows = [
        {"match": values["id"], "number": number, "heard": line.heard, "at": at}
        | {"seat": line.seat, "question": line.question, "text": line.text, "digest": line.digest}
        for number, line in enumerate(new, 1)
    ]
    if rows:
        connection.execute(insert(db.entries), rows)


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
            connection.execute(update(db.seats).where(S.match == match, S.seat == seat).values(**values))


def begin(
    connection: Connection, row: MatchRow, changes: Mapping[str, Any], seats: Mapping[int, Mapping[str, Any]]
) -> bool:
    """Start a match if its seats are still taken by those whom the row names."""
    # Whoever sits down or stands up changes the table first: from here on nobody does.
    if not change(connection, row.id, {"changed": changes["changed"]}, state="open"):
        return False
    there = connection.execute(select(S.kind, S.user).where(S.match == row.id).order_by(S.seat))
    if [tuple(one) for one in there] != [(seat.kind, seat.user) for seat in row.seats]:
        return False
    return change(connection, row.id, changes, seats)


def take(connection: Connection, match: str, seat: int, values: Mapping[str, Any], at: int, search: str) -> bool:
    """Sit down on a seat if it is still open and the match has not started."""
    if not change(connection, match, {"changed": at, "search": search}, state="open"):
        return False
    taken = update(db.seats).where(S.match == match, S.seat == seat, S.kind == "open").values(**values)
    return connection.execute(taken).rowcount == 1


def drop(connection: Connection, match: str) -> bool:
    """Remove a table that has not started; a match is never removed."""
    if connection.scalar(select(M.state).where(M.id == match)) != "open":
        return False
    for table in (db.chat, db.notes, db.seats):
        connection.execute(delete(table).where(table.c.match == match))
    return connection.execute(delete(db.matches).where(M.id == match, M.state == "open")).rowcount == 1


def listed(
    connection: Connection, which: str, user: int | None, game: str, search: str, page: int
) -> tuple[list[MatchRow], int]:
    """A page of a list, and how many there are in all."""
    mine = exists().where(S.match == M.id, S.user == user) if user is not None else None
    waiting = (
        exists().where(S.match == M.id, S.user == user, S.seat == M.asked, S.kind == "person")
        if user is not None
        else None
    )
    order: list[Any] = [M.changed.desc(), M.id]
    where: list[ColumnElement[bool]] = []
    match which:
        case "mine":
            if mine is None or waiting is None:
                return [], 0
            where.append(and_(M.state.in_(("open", "running")), or_(mine, M.host == user)))
            order.insert(0, case((and_(M.state == "running", waiting), 0), else_=1))
        case "open":
            where.append(and_(M.state == "open", M.visibility.in_(("public", "password"))))
        case "watch":
            where.append(and_(M.state == "running", M.visibility == "public"))
        case _:
            public = M.visibility == "public"
            seen = or_(public, mine, M.host == user) if mine is not None else public
            where.append(and_(M.state.in_(("over", "stopped", "broken")), seen))
    if game:
        where.append(M.game == game)
    where.extend(M.search.contains(word, autoescape=True) for word in search.casefold().split()[:8])
    total = connection.scalar(select(func.count()).select_from(db.matches).where(*where)) or 0
    query = select(db.matches).where(*where).order_by(*order).limit(PAGE).offset((page - 1) * PAGE)
    return _rows(connection, query), total


def numbers(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    """How many entries these matches have now."""
    query = select(M.id, M.number).where(M.id.in_(ids))
    return {row[0]: row[1] for row in connection.execute(query)} if ids else {}


def expired(connection: Connection, now: int) -> list[str]:
    """Running matches whose deadline has passed."""
    query = select(M.id).where(M.state == "running", M.deadline < now).order_by(M.deadline).limit(200)
    return [row[0] for row in connection.execute(query)]


def unattended(connection: Connection, before: int) -> list[str]:
    """Running matches in which a bot, a premove or the end of a turn should have answered before that time."""
    fits = or_(S.premove_question.is_(None), S.premove_question == M.question)
    ready = or_(S.kind == "bot", S.then.is_not(None), and_(func.length(cast(S.premoves, Text)) > 2, fits))
    query = (
        select(M.id)
        .join(db.seats, and_(S.match == M.id, S.seat == M.asked))
        .where(M.state == "running", M.since < before, ready)
        .order_by(M.since)
        .limit(200)
    )
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


def all_ids(connection: Connection, states: Sequence[str]) -> list[str]:
    """The ids of all matches in these states."""
    return [
        row[0] for row in connection.execute(select(M.id).where(M.state.in_(states)).order_by(M.changed.desc()))
    ]


# Chat and notes


def say(connection: Connection, match: str, user: int, name: str, text: str, at: int) -> int:
    """Add a line of chat; its number."""
    c = db.chat.c
    for _ in range(20):
        number = (connection.scalar(select(func.max(c.number)).where(c.match == match)) or 0) + 1
        try:
            with connection.begin_nested():
                row = {"match": match, "number": number, "user": user, "name": name, "text": text, "at": at}
                connection.execute(insert(db.chat).values(**row))
            return number
        except IntegrityError:  # somebody spoke at the same moment
            continue
    raise RuntimeError("a line of chat found no number")


def said(connection: Connection, match: str, since: int) -> list[tuple[int, int | None, str, str, int]]:
    """The last 500 lines after a number."""
    c = db.chat.c
    query = (
        select(c.number, c.user, c.name, c.text, c.at)
        .where(c.match == match, c.number > since)
        .order_by(c.number.desc())
        .limit(500)
    )
    return [(r[0], r[1], r[2], r[3], r[4]) for r in connection.execute(query)][::-1]


def note(connection: Connection, match: str, user: int) -> str:
    c = db.notes.c
    return connection.scalar(select(c.text).where(c.match == match, c.user == user)) or ""


def set_note(connection: Connection, match: str, user: int, text: str) -> None:
    c = db.notes.c
    if connection.execute(update(db.notes).where(c.match == match, c.user == user).values(text=text)).rowcount:
        return
    try:
        with connection.begin_nested():
            connection.execute(insert(db.notes).values(match=match, user=user, text=text))
    except IntegrityError:
        set_note(connection, match, user, text)
