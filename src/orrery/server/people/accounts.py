"""People in the database: guests, accounts, sessions, personal tokens. Secrets are stored as hashes."""

from __future__ import annotations

import hashlib
import hmac
import secrets as random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import ColumnElement, Connection, Table, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from orrery.core.saying import say
from orrery.desk import wire
from orrery.desk.problems import Refused, not_found
from orrery.desk.problems import sign_in as unknown
from orrery.server.clock import now
from orrery.server.people import names
from orrery.server.store import schema as db

HASHER = PasswordHasher()
SESSION_DAYS = 180
"""Days after its last use on which a session ends."""
NOTICE_DAYS = 30
ONLINE = 60_000
"""Milliseconds after which somebody who was seen counts as away."""
FOR_GOOD = 253_402_300_799_000
"""Until when somebody is muted for good: the end of the year 9999."""
RESET = 3_600_000
"""Milliseconds for which a link for a new password is good."""


def hashed(secret: str) -> str:
    """For long random secrets; passwords get argon2."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Person:
    """A user as the server knows them."""

    id: int
    name: str
    key: str | None
    password: str | None
    email: str | None
    notices: dict[str, Any]
    seen: int
    confirmed: str | None = None
    moderator: bool = False
    muted: int | None = None
    """Until when nothing that they say reaches others."""
    muted_why: str | None = None
    banned: str | None = None
    """Why they may not come in."""
    deleted: int | None = None
    created: int = 0

    @property
    def reachable(self) -> bool:
        """Whether letters may go to the e-mail address."""
        return self.email is not None and self.email == self.confirmed

    @property
    def guest(self) -> bool:
        return self.password is None


_FIRST = ("id", "name", "key", "password", "email", "notices", "seen", "confirmed")
_MORE = ("moderator", "muted", "muted_why", "banned", "deleted", "created")
_COLUMNS = [db.users.c[name] for name in (*_FIRST, *_MORE)]


def secret(connection: Connection, name: str, make: Callable[[], str], table: Table = db.secrets) -> str:
    """A secret of the server, made when it is first asked for; all processes get the same one."""
    found = connection.scalar(select(table.c.value).where(table.c.name == name))
    if found is not None:
        return str(found)
    value = make()
    try:
        with connection.begin_nested():
            connection.execute(insert(table).values(name=name, value=value))
    except IntegrityError:
        return secret(connection, name, make, table)
    return value


def session_key(connection: Connection) -> str:
    """The key that signs sessions."""
    return secret(connection, "session", new_secret, db.keys)


def new_secret() -> str:
    """A secret that nobody guesses."""
    return random.token_urlsafe(48)


def signed(key: str, value: str) -> str:
    """The value with a signature, for a cookie."""
    return f"{value}.{hmac.new(key.encode(), value.encode(), 'sha256').hexdigest()[:32]}"


def unsigned(key: str, text: str) -> str | None:
    """The value of a signed text; None if the signature is wrong."""
    value, _, _ = text.rpartition(".")
    return value if value and hmac.compare_digest(signed(key, value).encode(), text.encode()) else None


def find(connection: Connection, user: int) -> Person | None:
    row = connection.execute(select(*_COLUMNS).where(db.users.c.id == user)).first()
    return Person(*row) if row is not None else None


def found(connection: Connection, where: Sequence[ColumnElement[bool]], most: int | None) -> list[Person]:
    """The newest people of whom all that is true; all of them without a bound."""
    query = select(*_COLUMNS).where(*where).order_by(db.users.c.id.desc()).limit(most)
    return [Person(*row) for row in connection.execute(query)]


def held(connection: Connection, user: int) -> Person | None:
    """A person whom nobody else changes until the transaction ends."""
    row = connection.execute(select(*_COLUMNS).where(db.users.c.id == user).with_for_update(key_share=True)).first()
    return Person(*row) if row is not None else None


def present(connection: Connection, user: int) -> Person:
    """A person who is neither banned nor deleted, nor will be before the transaction ends; else refused.

    Whatever is stored for a person begins with it: the request may have been let in a moment before.
    """
    person = held(connection, user)
    if person is None or person.deleted is not None:
        raise unknown()
    if person.banned is not None:
        raise banned(person.banned)
    return person


def banned(why: str) -> Refused:
    return Refused(403, "banned", f"you are banned from this server: {why}", {"why": why})


def mute_of(person: Person) -> wire.Mute | None:
    """Until when somebody is muted, and why; None for who is not."""
    if person.muted is None or person.muted <= now():
        return None
    return wire.Mute(person.muted_why or "", None if person.muted == FOR_GOOD else person.muted)


def speaking(connection: Connection, user: int) -> Person:
    """A person whose words may reach others; refused for who is muted."""
    person = present(connection, user)
    mute = mute_of(person)
    if mute is not None:
        detail = {"why": mute.why} | ({} if mute.until is None else {"until": mute.until})
        raise Refused(403, "muted", f"a moderator has muted you: {mute.why}", detail)
    return person


def named(connection: Connection, name: str) -> Person | None:
    """The account of that name; one that is older than the rules for names is found as it was written."""
    for one in (names.plain(name), " ".join(name.split())):
        row = connection.execute(select(*_COLUMNS).where(db.users.c.key == one.casefold())).first()
        if row is not None:
            return Person(*row)
    return None


def free(connection: Connection, name: str, but: int | None = None) -> None:
    """Refuse a name that belongs to an account other than this one, or could be taken for its name."""
    key, looks = db.users.c.key == name.casefold(), db.users.c.skeleton == names.skeleton(name)
    found = connection.execute(select(db.users.c.id, db.users.c.key).where(key | looks)).all()
    others = [row for row in found if row[0] != but]
    if any(row[1] == name.casefold() for row in others):
        raise Refused(409, "taken", say("server.name.taken", name=repr(name)))
    if others:
        raise Refused(409, "taken", say("server.name.alike", name=repr(name)))


def add_guest(connection: Connection, name: str) -> Person:
    free(connection, name)
    at = now()
    values = {"name": name, "notices": {}, "created": at, "seen": at}
    user = connection.execute(insert(db.users).values(**values)).inserted_primary_key
    assert user is not None
    return Person(user[0], name, None, None, None, {}, at)


def add_account(connection: Connection, name: str, password: str, email: str | None, guest: int | None) -> Person:
    """A new account, or a guest who becomes one; ``password`` is already hashed."""
    free(connection, name, guest)
    at = now()
    values: dict[str, Any] = {"name": name, "key": name.casefold(), "password": password, "email": email}
    values["skeleton"] = names.skeleton(name)
    try:
        with connection.begin_nested():
            if guest is not None:
                present(connection, guest)
                where = (db.users.c.id == guest) & db.users.c.password.is_(None)
                if connection.execute(update(db.users).where(where).values(**values)).rowcount == 1:
                    connection.execute(update(db.seats).where(db.seats.c.user == guest).values(name=name))
                    found = find(connection, guest)
                    assert found is not None
                    return found
            made = connection.execute(insert(db.users).values(**values, notices={}, created=at, seen=at))
    except IntegrityError:
        raise Refused(409, "taken", say("server.name.taken", name=repr(name))) from None
    key = made.inserted_primary_key
    assert key is not None
    return Person(key[0], name, name.casefold(), password, email, {}, at)


def confirm(connection: Connection, user: int, email: str) -> bool:
    """The owner of an e-mail address has said that it is this user's; False if it no longer is."""
    where = (db.users.c.id == user) & (db.users.c.email == email)
    return connection.execute(update(db.users).where(where).values(confirmed=email)).rowcount == 1


def open_session(connection: Connection, user: int) -> str:
    """A new session; its secret goes into the cookie. Refused for who is banned."""
    present(connection, user)
    token = random.token_urlsafe(32)
    at = now()
    connection.execute(insert(db.sessions).values(id=hashed(token), user=user, created=at, used=at))
    return token


def use_session(connection: Connection, token: str) -> None:
    """It is used now: from here on it counts the days until it ends. Once a day is enough."""
    mine = (db.sessions.c.id == hashed(token)) & (db.sessions.c.used < now() - 86_400_000)
    connection.execute(update(db.sessions).where(mine).values(used=now()), execution_options=db.QUIET)


_BY_SESSION = (
    select(*_COLUMNS)
    .join(db.sessions, db.sessions.c.user == db.users.c.id)
    .where(db.sessions.c.id == bindparam("hash"), db.sessions.c.used > bindparam("oldest"))
)
_BY_TOKEN = (
    select(*_COLUMNS)
    .join(db.tokens, db.tokens.c.user == db.users.c.id)
    .where(db.tokens.c.hash == bindparam("hash"))
)


def by_session(connection: Connection, token: str) -> Person | None:
    """The person whose session it is."""
    oldest = now() - SESSION_DAYS * 86_400_000
    row = connection.execute(_BY_SESSION, {"hash": hashed(token), "oldest": oldest}).first()
    return Person(*row) if row is not None else None


def close_session(connection: Connection, token: str) -> None:
    connection.execute(delete(db.sessions).where(db.sessions.c.id == hashed(token)))


def close_all(connection: Connection, user: int, tokens: bool = True) -> None:
    """Sign out everywhere."""
    connection.execute(delete(db.sessions).where(db.sessions.c.user == user))
    if tokens:
        connection.execute(delete(db.tokens).where(db.tokens.c.user == user))


def set_password(connection: Connection, user: int, password: str) -> None:
    """A new password (already hashed); every session ends, and so does a link for another one."""
    mine = (db.users.c.id == user) & db.users.c.deleted.is_(None)
    connection.execute(update(db.users).where(mine).values(password=password))
    connection.execute(delete(db.resets).where(db.resets.c.user == user))
    close_all(connection, user)


def reset_link(connection: Connection, user: int, email: str) -> str | None:
    """The secret of a link for a new password, in place of an earlier one; None if the address is another now."""
    person = held(connection, user)
    if person is None or person.guest or person.banned is not None or not person.reachable or person.email != email:
        return None
    token = random.token_urlsafe(32)
    connection.execute(delete(db.resets).where(db.resets.c.user == user))
    values = {"user": user, "hash": hashed(token), "expires": now() + RESET}
    connection.execute(insert(db.resets).values(**values))
    return token


def reset(connection: Connection, token: str, password: str) -> int:
    """A new password (already hashed) by such a link, once: whose it is. Every session and token ends."""
    r = db.resets.c
    user = connection.scalar(select(r.user).where(r.hash == hashed(token), r.expires > now()))
    mine = delete(db.resets).where(r.hash == hashed(token))
    if user is None or connection.execute(mine).rowcount != 1:
        raise Refused(403, "bad-link", "this link is not good, or not any more: ask for another one")
    present(connection, user)
    set_password(connection, user, password)
    return int(user)


def verified(stored: str | None, given: str) -> bool:
    """Whether a password fits; takes as long when there is no such account."""
    nobody = _nobody()
    try:
        HASHER.verify(stored or nobody, given)
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None


@cache
def _nobody() -> str:
    """A password that nobody has."""
    return HASHER.hash(random.token_urlsafe(16))


def add_token(connection: Connection, user: int, name: str) -> tuple[int, str, int]:
    """A personal token: its number, its secret and when it was made."""
    present(connection, user)
    token, at = "orrery_" + random.token_urlsafe(32), now()
    made = connection.execute(insert(db.tokens).values(user=user, name=name, hash=hashed(token), created=at))
    key = made.inserted_primary_key
    assert key is not None
    return key[0], token, at


def by_token(connection: Connection, token: str) -> Person | None:
    """The person whose token it is."""
    row = connection.execute(_BY_TOKEN, {"hash": hashed(token)}).first()
    return Person(*row) if row is not None else None


def used_token(connection: Connection, token: str) -> None:
    used = update(db.tokens).where(db.tokens.c.hash == hashed(token)).values(used=now())
    connection.execute(used, execution_options=db.QUIET)


def tokens(connection: Connection, user: int) -> list[tuple[int, str, int, int | None]]:
    t = db.tokens.c
    rows = connection.execute(select(t.id, t.name, t.created, t.used).where(t.user == user).order_by(t.id))
    return [(row[0], row[1], row[2], row[3]) for row in rows]


def drop_token(connection: Connection, user: int, token: int) -> None:
    """End a token."""
    mine = (db.tokens.c.id == token) & (db.tokens.c.user == user)
    if connection.execute(delete(db.tokens).where(mine)).rowcount != 1:
        raise not_found(f"token {token} of yours")


def valid(connection: Connection, doors: Sequence[str]) -> set[str]:
    """Those of these hashes of sessions and tokens that still let somebody in."""
    oldest = now() - SESSION_DAYS * 86_400_000
    s, t = db.sessions.c, db.tokens.c
    found = set(connection.scalars(select(s.id).where(s.id.in_(doors), s.used > oldest)))
    return found | set(connection.scalars(select(t.hash).where(t.hash.in_(doors))))


def banned_of(connection: Connection, users: Sequence[int]) -> dict[int, str]:
    """Those of these people who are banned, and why."""
    u = db.users.c
    query = select(u.id, u.banned).where(u.id.in_(users), u.banned.is_not(None))
    return {row[0]: row[1] for row in connection.execute(query)} if users else {}


def seen(connection: Connection, users: list[int]) -> None:
    """These people are here now."""
    if users:
        there = db.users.c.id.in_(users) & db.users.c.deleted.is_(None)
        connection.execute(update(db.users).where(there).values(seen=now()), execution_options=db.QUIET)


def tidy(connection: Connection) -> None:
    """Forget sessions and links that have run out and notices of long ago."""
    at = now()
    connection.execute(delete(db.sessions).where(db.sessions.c.used < at - SESSION_DAYS * 86_400_000))
    old = at - NOTICE_DAYS * 86_400_000
    connection.execute(delete(db.deliveries).where(db.deliveries.c.created < old))
    connection.execute(delete(db.resets).where(db.resets.c.expires < at))
