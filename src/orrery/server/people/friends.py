"""Friends: people who have played together and both said so. They see each other, and invite each other to tables.

Nobody is told who has blocked or declined them: what they do then looks as if it waited for an answer.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, insert, or_, select, update

from orrery.core.saying import say
from orrery.desk import wire
from orrery.desk.problems import Refused, not_found
from orrery.server.clock import now
from orrery.server.events import Called, Event
from orrery.server.house import House
from orrery.server.people import accounts
from orrery.server.people.accounts import ONLINE
from orrery.server.store import matches
from orrery.server.store import schema as db
from orrery.server.store.matches import MatchRow

U, F, C, M = db.users.c, db.friends.c, db.summons.c, db.matches.c

MOST: Final = 300
"""People of whom somebody thinks something,"""
UNANSWERED: Final = 20
"""and who have not answered yet whether they are friends."""
MET: Final = 20
HOUR: Final = 3_600_000
IN_AN_HOUR: Final = 20
"""Invitations by one person in an hour,"""
TO_ONE: Final = 3
"""of them to one other."""
SHOWN: Final = 20
WARM: Final = ("friend", "quiet")


def _kind(connection: Connection, user: int, other: int) -> str | None:
    """What somebody thinks of another."""
    found = connection.scalar(select(F.kind).where(F.user == user, F.other == other))
    return None if found is None else str(found)


def are_friends(connection: Connection, one: int, other: int) -> bool:
    """Whether both say so."""
    return _kind(connection, one, other) in WARM and _kind(connection, other, one) in WARM


def _together(user: int, other: int) -> ColumnElement[bool]:
    """Both have or had a seat of the same match, which has started."""
    mine, theirs = db.seats.alias().c, db.seats.alias().c
    return exists().where(
        mine.match == theirs.match,
        mine.user == user,
        theirs.user == other,
        M.id == mine.match,
        M.state != "open",
    )


def think(connection: Connection, events: list[Event], user: int, other: int, kind: str) -> None:
    """Somebody thinks this of another from now on; refused where they do not know each other."""
    accounts.present(connection, user)
    if other == user:
        raise Refused(400, "bad-request", say("server.friend.self"), {"field": "user"})
    person = accounts.find(connection, other)
    old, theirs = _kind(connection, user, other), _kind(connection, other, user)
    met = old is not None or theirs in WARM or bool(connection.scalar(select(_together(user, other))))
    if person is None or person.deleted is not None or not met:
        raise not_found(f"person {other} with whom you have played")
    if kind == old:
        return
    if kind == "quiet" and old not in WARM:
        raise Refused(409, "no-friend", "only a friend can be made quiet")
    if kind == "declined" and (old is not None or theirs not in WARM):
        raise Refused(409, "no-friend", "nobody waits for this answer")
    if old is None:
        _room(connection, user, kind, theirs)
        connection.execute(insert(db.friends).values(user=user, other=other, kind=kind, at=now()))
    else:
        connection.execute(update(db.friends).where(F.user == user, F.other == other).values(kind=kind, at=now()))
    if kind == "blocked":
        connection.execute(update(db.summons).where(C.user == user, C.by == other).values(declined=True))
    elif kind == "friend" and theirs in (None, *WARM):
        events.append(Called(other))
    events.append(Called(user))


def _room(connection: Connection, user: int, kind: str, theirs: str | None) -> None:
    """Nobody thinks something of the whole world, or asks everybody."""
    if (connection.scalar(select(func.count()).where(F.user == user)) or 0) >= MOST:
        raise Refused(409, "too-many-friends", f"you know {MOST} people already: remove one first")
    back = db.friends.alias().c
    answered = exists().where(back.user == F.other, back.other == F.user, back.kind.in_(WARM))
    waiting = select(func.count()).where(F.user == user, F.kind == "friend", ~answered)
    if kind == "friend" and theirs not in WARM and (connection.scalar(waiting) or 0) >= UNANSWERED:
        raise Refused(409, "too-many-friends", f"{UNANSWERED} people have not answered you yet: wait for them")


def drop(connection: Connection, events: list[Event], user: int, other: int) -> None:
    """Somebody thinks nothing of another any more; a friendship ends for both."""
    accounts.present(connection, user)
    old = _kind(connection, user, other)
    connection.execute(delete(db.friends).where(F.user == user, F.other == other))
    if old in WARM and _kind(connection, other, user) in WARM:
        connection.execute(delete(db.friends).where(F.user == other, F.other == user))
        events.append(Called(other))
    events.append(Called(user))


def _friend(row: Any, near: bool) -> wire.Friend:
    online = now() - row.seen < ONLINE if near else None
    return wire.Friend(row.id, row.name, row.password is None, online, quiet=near and row.kind == "quiet")


def listed(connection: Connection, user: int) -> wire.Friends:
    """The people around somebody."""
    there = and_(U.deleted.is_(None), U.banned.is_(None))
    people = select(U.id, U.name, U.password, U.seen)
    mine = people.add_columns(F.kind).join(db.friends, F.other == U.id).where(F.user == user, there)
    theirs = people.add_columns(F.kind).join(db.friends, F.user == U.id).where(F.other == user, there)
    own = {row.id: row for row in connection.execute(mine.order_by(U.name, U.id))}
    back = {row.id: row for row in connection.execute(theirs.order_by(F.at.desc()).limit(MOST))}
    near = [row for row in own.values() if row.kind in WARM and back.get(row.id) is not None]
    near = [row for row in near if back[row.id].kind in WARM]
    known = {row.id for row in near}
    met = _met(connection, user, {*own, *(row.id for row in back.values() if row.kind in WARM)})
    return wire.Friends(
        friends=[_friend(row, near=True) for row in near],
        asking=[_friend(row, near=False) for row in back.values() if row.kind in WARM and row.id not in own],
        asked=[_friend(row, near=False) for row in own.values() if row.kind in WARM and row.id not in known],
        blocked=[_friend(row, near=False) for row in own.values() if row.kind == "blocked"],
        met=met,
    )


def _met(connection: Connection, user: int, apart: set[int]) -> list[wire.Friend]:
    """With whom somebody has played last, but for some."""
    mine, theirs = db.seats.alias("mine"), db.seats.alias("theirs")
    last = func.max(M.changed).label("last")
    query = (
        select(U.id, U.name, U.password, U.seen, last)
        .select_from(mine)
        .join(db.matches, and_(M.id == mine.c.match, M.state != "open"))
        .join(theirs, theirs.c.match == mine.c.match)
        .join(db.users, U.id == theirs.c.user)
        .where(mine.c.user == user, U.id != user, U.id.not_in(apart), U.deleted.is_(None), U.banned.is_(None))
        .group_by(U.id, U.name, U.password, U.seen)
        .order_by(last.desc(), U.id)
        .limit(MET)
    )
    return [_friend(row, near=False) for row in connection.execute(query)]


def summon(connection: Connection, house: House, events: list[Event], match: str, by: int, user: int) -> None:
    """Invite a friend to a table, and tell them. Asked twice it is the same invitation."""
    host = accounts.present(connection, by)
    row = matches.locked(connection, match)
    if row is None:
        raise not_found(f"table {match!r}")
    if not row.known(by):
        raise Refused(403, "not-yours", "only people of the table invite to it")
    if row.state != "open":
        raise Refused(409, "started", "this match has started")
    if all(seat.kind != "open" for seat in row.seats):
        raise Refused(409, "taken", say("server.seats.full"))
    guest = accounts.find(connection, user)
    if guest is None or guest.banned is not None or not are_friends(connection, by, user):
        raise Refused(403, "no-friend", "only friends are invited")
    if any(seat.user == user for seat in row.seats):
        raise Refused(409, "seated", f"{guest.name} has a seat at this table")
    if connection.scalar(select(C.at).where(C.match == match, C.user == user)) is not None:
        return
    at = now()
    for bound, *of in ((IN_AN_HOUR, C.by == by), (TO_ONE, C.by == by, C.user == user)):
        if (connection.scalar(select(func.count()).where(*of, C.at > at - HOUR)) or 0) >= bound:
            raise Refused(429, "too-many", "too many invitations: try again later", {"wait": HOUR // 1000})
    connection.execute(insert(db.summons).values(match=match, user=user, by=by, at=at, declined=False))
    if _kind(connection, user, by) != "quiet":
        events.append(Called(user))
        house.notices.invited(connection, row, guest, host)


def summoned(connection: Connection, user: int) -> list[wire.Invited]:
    """The invitations that somebody has not declined, to tables that still have a seat for them."""
    blocked = exists().where(F.user == user, F.other == C.by, F.kind == "blocked")
    query = (
        select(C.match, C.at, U.name)
        .join(db.users, U.id == C.by)
        .where(C.user == user, C.declined.is_(False), ~blocked, U.banned.is_(None))
        .order_by(C.at.desc(), C.match)
        .limit(SHOWN * 5)
    )
    found: list[wire.Invited] = []
    for match, at, name in connection.execute(query).all():
        row = matches.load(connection, match)
        if row is not None and _open(row, user) and len(found) < SHOWN:
            free = sum(seat.kind == "open" for seat in row.seats)
            found.append(wire.Invited(match, row.game, row.title, name, at, free, row.visibility, row.key))
    return found


def _open(row: MatchRow, user: int) -> bool:
    return row.state == "open" and not row.held(user) and any(seat.kind == "open" for seat in row.seats)


def decline(connection: Connection, events: list[Event], user: int, match: str) -> None:
    """Somebody does not come; nobody is told."""
    connection.execute(update(db.summons).where(C.match == match, C.user == user).values(declined=True))
    events.append(Called(user))


def forget(connection: Connection, user: int) -> None:
    """Nobody knows somebody any more."""
    connection.execute(delete(db.friends).where(or_(F.user == user, F.other == user)))
    connection.execute(delete(db.summons).where(or_(C.user == user, C.by == user)))


def exported(connection: Connection, user: int) -> tuple[list[wire.FriendExport], list[wire.SummonsExport]]:
    """What somebody thinks of others, and their invitations."""
    thought = select(F.other, F.kind, F.at).where(F.user == user).order_by(F.other)
    called = select(C.match, C.user, C.by, C.at, C.declined).where(or_(C.user == user, C.by == user)).order_by(C.at)
    return (
        [wire.FriendExport(*row) for row in connection.execute(thought)],
        [wire.SummonsExport(*row) for row in connection.execute(called)],
    )


def tidy(connection: Connection, before: int) -> None:
    """Old invitations go."""
    connection.execute(delete(db.summons).where(C.at < before))
