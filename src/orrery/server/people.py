"""People in the database: guests, accounts, sessions, personal tokens. Secrets are stored as hashes."""

from __future__ import annotations

import hashlib
import hmac
import secrets as random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from orrery.server import schema as db
from orrery.server.problems import Refused, not_found

HASHER = PasswordHasher()
SESSION_DAYS = 180
NOTICE_DAYS = 30
ONLINE = 60_000
"""Milliseconds after which somebody who was seen counts as away."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


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

    @property
    def guest(self) -> bool:
        return self.password is None


_COLUMNS = [db.users.c[name] for name in ("id", "name", "key", "password", "email", "notices", "seen")]


def secret(connection: Connection, name: str, make: Any) -> str:
    """A secret of the server, made when it is first asked for; all processes get the same one."""
    found = connection.scalar(select(db.secrets.c.value).where(db.secrets.c.name == name))
    if found is not None:
        return str(found)
    value: str = make()
    try:
        with connection.begin_nested():
            connection.execute(insert(db.secrets).values(name=name, value=value))
    except IntegrityError:
        return secret(connection, name, make)
    return value


def new_secret() -> str:
    """A secret that nobody guesses."""
    return random.token_urlsafe(48)


def signed(key: str, value: str) -> str:
    """The value with a signature, for a cookie."""
    return f"{value}.{hmac.new(key.encode(), value.encode(), 'sha256').hexdigest()[:32]}"


def unsigned(key: str, text: str) -> str | None:
    """The value of a signed text; None if the signature is wrong."""
    value, _, _ = text.rpartition(".")
    return value if value and hmac.compare_digest(signed(key, value), text) else None


def find(connection: Connection, user: int) -> Person | None:
    row = connection.execute(select(*_COLUMNS).where(db.users.c.id == user)).first()
    return Person(*row) if row is not None else None


def named(connection: Connection, name: str) -> Person | None:
    """The account of that name."""
    row = connection.execute(select(*_COLUMNS).where(db.users.c.key == name.casefold())).first()
    return Person(*row) if row is not None else None


def add_guest(connection: Connection, name: str) -> Person:
    at = now()
    values = {"name": name, "notices": {}, "created": at, "seen": at}
    user = connection.execute(insert(db.users).values(**values)).inserted_primary_key
    assert user is not None
    return Person(user[0], name, None, None, None, {}, at)


def add_account(connection: Connection, name: str, password: str, email: str | None, guest: int | None) -> Person:
    """A new account, or a guest who becomes one; ``password`` is already hashed."""
    at = now()
    values: dict[str, Any] = {"name": name, "key": name.casefold(), "password": password, "email": email}
    try:
        with connection.begin_nested():
            if guest is not None:
                where = (db.users.c.id == guest) & db.users.c.password.is_(None)
                if connection.execute(update(db.users).where(where).values(**values)).rowcount == 1:
                    connection.execute(update(db.seats).where(db.seats.c.user == guest).values(name=name))
                    found = find(connection, guest)
                    assert found is not None
                    return found
            made = connection.execute(insert(db.users).values(**values, notices={}, created=at, seen=at))
    except IntegrityError:
        raise Refused(409, "taken", f"the name {name!r} is taken") from None
    key = made.inserted_primary_key
    assert key is not None
    return Person(key[0], name, name.casefold(), password, email, {}, at)


def open_session(connection: Connection, user: int) -> str:
    """A new session; its secret goes into the cookie."""
    token = random.token_urlsafe(32)
    connection.execute(insert(db.sessions).values(id=hashed(token), user=user, created=now()))
    return token


_BY_SESSION = (
    select(*_COLUMNS)
    .join(db.sessions, db.sessions.c.user == db.users.c.id)
    .where(db.sessions.c.id == bindparam("hash"), db.sessions.c.created > bindparam("oldest"))
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
    """A new password (already hashed); every session ends."""
    connection.execute(update(db.users).where(db.users.c.id == user).values(password=password))
    close_all(connection, user)


def verified(stored: str | None, given: str) -> bool:
    """Whether a password fits; takes as long when there is no such account."""
    try:
        HASHER.verify(stored or _NOBODY, given)
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None


_NOBODY = HASHER.hash(random.token_urlsafe(16))


def add_token(connection: Connection, user: int, name: str) -> tuple[int, str, int]:
    """A personal token: its number, its secret and when it was made."""
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
    connection.execute(update(db.tokens).where(db.tokens.c.hash == hashed(token)).values(used=now()))


def tokens(connection: Connection, user: int) -> list[tuple[int, str, int, int | None]]:
    t = db.tokens.c
    rows = connection.execute(select(t.id, t.name, t.created, t.used).where(t.user == user).order_by(t.id))
    return [(row[0], row[1], row[2], row[3]) for row in rows]


def drop_token(connection: Connection, user: int, token: int) -> str:
    """End a token; its hash."""
    mine = (db.tokens.c.id == token) & (db.tokens.c.user == user)
    found = connection.scalar(select(db.tokens.c.hash).where(mine))
    if connection.execute(delete(db.tokens).where(mine)).rowcount != 1:
        raise not_found(f"token {token} of yours")
    return str(found)


def valid(connection: Connection, doors: Sequence[str]) -> set[str]:
    """Those of these hashes of sessions and tokens that still let somebody in."""
    oldest = now() - SESSION_DAYS * 86_400_000
    s, t = db.sessions.c, db.tokens.c
    found = set(connection.scalars(select(s.id).where(s.id.in_(doors), s.created > oldest)))
    return found | set(connection.scalars(select(t.hash).where(t.hash.in_(doors))))


def seen(connection: Connection, users: list[int]) -> None:
    """These people are here now."""
    if users:
        connection.execute(update(db.users).where(db.users.c.id.in_(users)).values(seen=now()))


def tidy(connection: Connection) -> None:
    """Forget sessions that have run out and notices of long ago."""
    at = now()
    connection.execute(delete(db.sessions).where(db.sessions.c.created < at - SESSION_DAYS * 86_400_000))
    old = at - NOTICE_DAYS * 86_400_000
    connection.execute(delete(db.deliveries).where(db.deliveries.c.created < old))
