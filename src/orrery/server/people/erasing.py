"""What is known of a person: all of it for themselves, and nothing of it any more when they wish so."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, exists, or_, select, update

from orrery.desk import wire
from orrery.desk.problems import sign_in
from orrery.server.clock import now
from orrery.server.club import invitations, sanctions
from orrery.server.events import Event
from orrery.server.people import accounts, friends
from orrery.server.store import matches, practice, reports, solving
from orrery.server.store import schema as db

U, M, S, C, N, D = (one.c for one in (db.users, db.matches, db.seats, db.chat, db.notes, db.deliveries))

NOTHING: dict[str, Any] = {
    "name": "",
    "key": None,
    "skeleton": None,
    "password": None,
    "email": None,
    "confirmed": None,
    "notices": {},
    "moderator": False,
    "muted": None,
    "muted_why": None,
    "banned": None,
}
"""What is left of a row of a person."""


def export(connection: Connection, user: int) -> wire.Export:
    """Everything that is stored of a person and theirs to see; no secret of the server, no word of others."""
    person = accounts.find(connection, user)
    if person is None or person.deleted is not None:
        raise sign_in()
    about: list[ColumnElement[Any]] = [M.id, M.game, M.title, M.state, S.seat, S.name, M.started, M.ended]
    about += [M.scores, M.places, M.reason, S.out]
    played = select(*about).join(db.seats, S.match == M.id).where(S.user == user).order_by(M.created, S.seat)
    hosted = select(M.id, M.game, M.title, M.state, M.created).where(M.host == user).order_by(M.created)
    said = select(C.match, C.number, C.text, C.at).where(C.user == user, C.removed.is_(None))
    noted = select(N.match, N.text).where(N.user == user).order_by(N.match)
    sent = (
        select(D.channel, D.target, D.match, D.state, D.error, D.created, D.sent)
        .where(D.user == user)
        .order_by(D.id)
    )
    browsers = select(db.pushes.c.endpoint).where(db.pushes.c.user == user).order_by(db.pushes.c.id)
    opened = select(db.sessions.c.created, db.sessions.c.used).where(db.sessions.c.user == user)
    known, called = friends.exported(connection, user)
    return wire.Export(
        id=person.id,
        name=person.name,
        guest=person.guest,
        moderator=person.moderator,
        email=person.email,
        confirmed=person.reachable,
        created=person.created,
        seen=person.seen,
        muted=accounts.mute_of(person),
        settings=person.notices,
        sessions=[wire.SessionExport(*row) for row in connection.execute(opened)],
        tokens=[wire.Token(*one) for one in accounts.tokens(connection, user)],
        browsers=list(connection.scalars(browsers)),
        matches=[wire.MatchExport(*row) for row in connection.execute(played)],
        hosted=[wire.HostedExport(*row) for row in connection.execute(hosted)],
        chat=[wire.LineExport(*row) for row in connection.execute(said.order_by(C.at))],
        notes=[wire.NoteExport(*row) for row in connection.execute(noted)],
        deliveries=[wire.DeliveryExport(*row) for row in connection.execute(sent)],
        friends=known,
        summons=called,
        practice=practice.exported(connection, user),
        solutions=solving.exported(connection, user),
        solver=solving.rated(connection, user),
    )


def erase(connection: Connection, events: list[Event], user: int) -> None:
    """Nothing is known of a person any more: name, address, password, words and notes go, and every way in.

    Matches go on and can be replayed; the seats of running ones are given up by ``leaving.desert``, which whoever
    keeps house does from then on whatever happens in between.
    """
    person = accounts.held(connection, user)
    if person is None or person.deleted is not None:
        return
    sanctions.put_out(connection, events, user)
    invitations.revoke_of(connection, user)
    friends.forget(connection, user)
    reports.forget(connection, user)
    practice.forget(connection, user)
    solving.forget(connection, user)
    connection.execute(update(db.users).where(U.id == user).values(**NOTHING, deleted=now()))
    for table in (db.notes, db.pushes, db.deliveries, db.origins):
        connection.execute(delete(table).where(table.c.user == user))
    connection.execute(update(db.chat).where(C.user == user).values(name="", text="", removed="deleted"))
    sits = exists().where(S.match == M.id, S.user == user)
    for match in connection.scalars(select(M.id).where(or_(M.host == user, sits)).order_by(M.id)).all():
        row = matches.locked(connection, match)
        assert row is not None
        seats: dict[int, dict[str, Any]] = {
            seat.seat: {"name": "", "premoves": [], "orders": []} for seat in row.seats if seat.user == user
        }
        title = "" if row.host == user else row.title
        names = ["" if seat.seat in seats else seat.name for seat in row.seats]
        changes = {"title": title, "search": matches.searched(title, row.game, names)}
        matches.change(connection, match, changes, seats)


def forget(connection: Connection, user: int) -> bool:
    """What is personal about a guest goes; the name stays, as text, in matches and chats. False if it is no guest.

    Nothing at all stays of a guest who is named nowhere.
    """
    person = accounts.held(connection, user)
    if person is None or not person.guest or person.deleted is not None:
        return False
    accounts.close_all(connection, user)
    friends.forget(connection, user)
    reports.forget(connection, user)
    practice.forget(connection, user)
    solving.forget(connection, user)
    for table in (db.notes, db.pushes, db.deliveries, db.resets, db.origins):
        connection.execute(delete(table).where(table.c.user == user))
    named = [(db.seats, S.user), (db.matches, M.host), (db.chat, C.user)]
    named += [(db.deeds, db.deeds.c.user), (db.invitations, db.invitations.c.user)]
    if any(connection.scalar(select(1).select_from(table).where(of == user).limit(1)) for table, of in named):
        connection.execute(update(db.users).where(U.id == user).values(**NOTHING, deleted=now()))
    else:
        connection.execute(delete(db.users).where(U.id == user))
    return True
