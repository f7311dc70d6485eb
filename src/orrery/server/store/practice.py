"""Own mistakes as cards, and the answers to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, case, delete, func, select, update

from orrery.desk import cards, wire
from orrery.desk.cards import MOST, State
from orrery.server.clock import now
from orrery.server.people import accounts
from orrery.server.store import schema as db
from orrery.server.store.reports import LEASE, Key

C, A, R, S, U = db.cards.c, db.answers.c, db.reports.c, db.seats.c, db.users.c


class CardRow(NamedTuple):
    """A card as it stands."""

    id: int
    user: int
    match: str
    seat: int
    move: int
    game: str
    kind: str
    moment: str
    made: int
    box: int
    due: int
    tries: int
    right: int


class AnswerRow(NamedTuple):
    """An answer to a card."""

    card: int
    number: int
    user: int
    turn: list[str]
    state: State
    at: int
    lease: int
    result: str | None
    problem: dict[str, Any] | None


# Cards


def gather(connection: Connection, key: Key, report: str) -> None:
    """A report is done: its clear moments become cards of whoever made the mistakes.

    That is who sat there; where nobody of the match is known here (it was played elsewhere), who asked for it.
    """
    rows = connection.execute(select(S.seat, S.user).where(S.match == key.match))
    seats: dict[int, int | None] = {row.seat: row.user for row in rows}
    user = seats.get(key.seat)
    if user is None and not any(seats.values()):
        asked = and_(R.match == key.match, R.seat == key.seat, R.depth == key.depth)
        user = connection.scalar(select(R.user).where(asked))
    if user is not None:
        gone = connection.scalar(select(U.deleted).where(U.id == user))
        if gone is None:
            add(connection, user, key, report)


def add(connection: Connection, user: int, key: Key, report: str) -> int:
    """The clear moments of a report as cards of a person, each once; how many there are now.

    A complete report has measured what a quick one has only searched: where both tell of a moment, it counts.
    """
    accounts.held(connection, user)  # one at a time for each person
    game = connection.scalar(select(db.matches.c.game).where(db.matches.c.id == key.match))
    mine = and_(C.user == user, C.match == key.match, C.seat == key.seat)
    known: dict[int, int] = {row.move: row.id for row in connection.execute(select(C.move, C.id).where(mine))}
    count = 0
    for moment in cards.moments(report):
        move, told = moment["move"], msgspec.json.encode(moment).decode()
        usable = cards.usable(moment)
        if move in known and key.depth == "complete":
            if usable:
                change = {"moment": told, "kind": moment["kind"]}
                connection.execute(update(db.cards).where(C.id == known[move]).values(**change))
            else:
                connection.execute(delete(db.answers).where(A.card == known[move]))
                connection.execute(delete(db.cards).where(C.id == known[move]))
        elif usable and move not in known:
            made = now()
            where: dict[str, Any] = {"match": key.match, "seat": key.seat, "move": move}
            fresh = {"game": game, "kind": moment["kind"], "moment": told, "made": made, "due": made}
            connection.execute(db.cards.insert().values(user=user, **where, **fresh, box=0, tries=0, right=0))
        count += usable
    return count


def counts(connection: Connection, user: int, at: int) -> list[tuple[str, str, int, int]]:
    """For each title and kind of mistake: how many cards there are, and how many are due."""
    due = func.sum(case((C.due <= at, 1), else_=0))
    query = select(C.game, C.kind, func.count(), due).where(C.user == user).group_by(C.game, C.kind)
    found = connection.execute(query.order_by(C.game, C.kind))
    return [(game, kind, int(count), int(ripe)) for game, kind, count, ripe in found]


def listed(connection: Connection, user: int) -> list[CardRow]:
    """The cards of a person, those that are due first."""
    query = select(db.cards).where(C.user == user).order_by(C.due, C.id).limit(MOST)
    return [CardRow(**row) for row in connection.execute(query).mappings()]


def card(connection: Connection, user: int, which: int) -> CardRow | None:
    """A card of that person."""
    row = connection.execute(select(db.cards).where(C.id == which, C.user == user)).mappings().one_or_none()
    return None if row is None else CardRow(**row)


def drop(connection: Connection, user: int, which: int) -> bool:
    """A card that a person does not want any more; False if it is not theirs."""
    accounts.present(connection, user)
    if connection.execute(delete(db.cards).where(C.id == which, C.user == user)).rowcount != 1:
        return False
    connection.execute(delete(db.answers).where(A.card == which))
    return True


# Answers


def answer(connection: Connection, user: int, which: int, number: int) -> AnswerRow | None:
    """One answer of that person."""
    query = select(db.answers).where(A.card == which, A.number == number, A.user == user)
    row = connection.execute(query).mappings().one_or_none()
    return None if row is None else AnswerRow(**row)


def ask(connection: Connection, user: int, which: int, number: int, turn: Sequence[str], most: int) -> str:
    """Answer a card: ``asked``, ``there`` if this number was answered before (the first counts), ``gone``,
    ``other`` if another number is the next one, or ``many`` if too much of this person waits.
    """
    accounts.present(connection, user)  # and nobody else answers for them at the same moment
    row = card(connection, user, which)
    if row is None:
        return "gone"
    if answer(connection, user, which, number) is not None:
        return "there"
    if number != row.tries:
        return "other"
    waiting = select(func.count()).select_from(db.answers).where(A.user == user, A.state == "waiting")
    if int(connection.scalar(waiting) or 0) >= most:
        return "many"
    values: dict[str, Any] = {"card": which, "number": number, "user": user, "turn": list(turn), "at": now()}
    connection.execute(db.answers.insert().values(**values, state="waiting", lease=0))
    connection.execute(update(db.cards).where(C.id == which).values(tries=C.tries + 1))
    return "asked"


def claim(connection: Connection, most: int) -> list[tuple[AnswerRow, CardRow]]:
    """Answers that nobody judges, the oldest first, for this process from now on."""
    free = and_(A.state == "waiting", A.lease < now())
    found = connection.execute(
        select(db.answers).where(free).order_by(A.at, A.card, A.number).limit(most)
    ).mappings()
    mine = []
    for one in [AnswerRow(**row) for row in found]:
        change = update(db.answers).where(_is(one), A.lease == one.lease, A.state == "waiting")
        if connection.execute(change.values(lease=now() + LEASE)).rowcount != 1:
            continue
        about = card(connection, one.user, one.card)
        if about is None:
            connection.execute(delete(db.answers).where(_is(one)))
        else:
            mine.append((one, about))
    return mine


def _is(one: AnswerRow) -> ColumnElement[bool]:
    return and_(A.card == one.card, A.number == one.number)


def judged(connection: Connection, one: AnswerRow, result: Mapping[str, Any]) -> bool:
    """The answer is judged: the card goes to its box, once; False if somebody else was quicker."""
    accounts.held(connection, one.user)
    row = card(connection, one.user, one.card)
    done = update(db.answers).where(_is(one), A.state == "waiting")
    told = msgspec.json.encode(result).decode()
    if row is None or connection.execute(done.values(state="done", lease=0, result=told)).rowcount != 1:
        return False
    box, due = cards.moved(row.box, bool(result["right"]), row.due, one.at)
    change = {"box": box, "due": due, "right": C.right + int(result["right"])}
    connection.execute(update(db.cards).where(C.id == one.card).values(**change))
    return True


def failed(connection: Connection, one: AnswerRow, problem: Mapping[str, Any]) -> None:
    """The answer could not be judged: it does not count."""
    done = update(db.answers).where(_is(one), A.state == "waiting")
    connection.execute(done.values(state="failed", lease=0, problem=dict(problem)))


def stay(connection: Connection, under_way: Sequence[tuple[int, int]]) -> None:
    """This process is still at these."""
    for which, number in under_way:
        mine = update(db.answers).where(A.card == which, A.number == number, A.state == "waiting")
        connection.execute(mine.values(lease=now() + LEASE))


def release(connection: Connection, one: AnswerRow | None = None) -> None:
    """This process leaves an answer to whoever comes next; without one all of them: nobody else is there."""
    free = update(db.answers).where(A.state == "waiting")
    connection.execute((free if one is None else free.where(_is(one))).values(lease=0))


def ahead(connection: Connection, one: AnswerRow) -> int:
    """How many answers were given before this one and are not judged."""
    query = select(func.count()).select_from(db.answers).where(A.state == "waiting", A.at < one.at)
    return int(connection.scalar(query) or 0)


# People


def exported(connection: Connection, user: int) -> list[wire.CardExport]:
    """All that is stored of somebody's practice."""
    given: dict[int, list[wire.AnswerExport]] = {}
    for row in connection.execute(select(db.answers).where(A.user == user).order_by(A.card, A.number)).mappings():
        result = None if row["result"] is None else msgspec.json.decode(row["result"])
        given.setdefault(row["card"], []).append(
            wire.AnswerExport(row["number"], row["turn"], row["at"], row["state"], result)
        )
    mine = connection.execute(select(db.cards).where(C.user == user).order_by(C.id)).mappings()
    return [
        wire.CardExport(
            row["id"],
            row["match"],
            row["seat"],
            row["move"],
            row["game"],
            row["kind"],
            row["made"],
            row["box"],
            row["due"],
            given.get(row["id"], []),
        )
        for row in mine
    ]


def forget(connection: Connection, user: int) -> None:
    """Nothing is left of somebody's practice."""
    connection.execute(delete(db.answers).where(A.user == user))
    connection.execute(delete(db.cards).where(C.user == user))
