"""Who is asking: sessions in signed cookies, personal tokens, cross-site protection, rate limits."""

from __future__ import annotations

import hashlib
import hmac
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult
from prometheus_client import Counter
from sqlalchemy import Connection

from orrery.desk.problems import Refused
from orrery.server.clock import now
from orrery.server.house import House, Who
from orrery.server.people import accounts, origins
from orrery.server.settings import Settings
from orrery.server.store import counts
from orrery.server.store.database import Store

FAILED = Counter("orrery_sign_ins_failed_total", "Passwords and tokens that did not fit", ["by"])
for _by in ("password", "token"):
    FAILED.labels(_by)  # told from the beginning

SESSION = "orrery_session"
CSRF = "orrery_csrf"

READS = {"GET", "HEAD", "OPTIONS"}

# What may be done how often: how many at once, and how many seconds until one more.
RATES: dict[str, tuple[int, float]] = {
    "sign-in": (60, 3.0),  # from an address, which a whole club may share
    "password": (10, 6.0),  # for one name or one table, wherever from
    "people": (60, 5.0),
    "write": (120, 0.1),
    "any": (1200, 0.005),
    "chat": (10, 2.0),
    "letters": (10, 600.0),
    "forgotten": (3, 1200.0),  # letters about the password of one name
    "export": (5, 60.0),
    "history": (60, 0.5),
    "report": (20, 30.0),
    "practice": (60, 2.0),
    "puzzles": (60, 2.0),
    "friends": (30, 4.0),
    "invite": (10, 30.0),
}


def rates(settings: Settings) -> dict[str, tuple[int, float]]:
    """What may be done how often by the settings: tables of a person, and from an address."""
    one, many = settings.tables_minute, settings.tables_minute * settings.crowd
    return {"tables": (one, 60 / one), "tables-here": (many, 60 / many)}


def _too_many(seconds: float) -> Refused:
    wait = max(1, round(seconds + 0.5))
    return Refused(429, "too-many", f"too many requests: try again in {wait} s", {"wait": wait})


Shared = Callable[[str, int, float], Awaitable[float]]
"""Counts something together with other processes: so many are free at once, and one more after so many seconds.
Answers 0, or in how many seconds there is one."""


def shared(store: Store, key: str) -> Shared | None:
    """The count of a database that several processes may use; whom it counts cannot be read there."""
    if not store.postgres:
        return None

    async def counted(what: str, size: int, every: float) -> float:
        return await store.write(counts.take, origins.marked(key, what), size, every, now())

    return counted


class Limiter:
    """Token buckets in memory, one for each kind and asker; the oldest are forgotten."""

    def __init__(
        self,
        on: bool,
        more: Mapping[str, tuple[int, float]] | None = None,
        room: int = 100_000,
        shared: Shared | None = None,
    ) -> None:
        self.on = on
        self.shared = shared
        self.rates = {**RATES, **(more or {})}
        self.room = room
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def take(self, kind: str, asker: str) -> None:
        """Count one request; refused when there were too many."""
        if not self.on:
            return
        size, every = self.rates[kind]
        at = time.monotonic()
        left, then = self._buckets.get((kind, asker), (float(size), at))
        left = min(size, left + (at - then) / every)
        if left < 1:
            raise _too_many((1 - left) * every)
        self._buckets[kind, asker] = (left - 1, at)
        self._buckets.move_to_end((kind, asker))
        if len(self._buckets) > self.room:
            self._buckets.popitem(last=False)

    async def count(self, kind: str, asker: str) -> None:
        """Count something rare and dear, together with the other processes of the database."""
        self.take(kind, asker)
        if self.on and self.shared is not None:
            size, every = self.rates[kind]
            wait = await self.shared(f"{kind} {asker}", size, every)
            if wait:
                raise _too_many(wait)

    def rare(self, name: str, every: float = 60.0) -> bool:
        """True for the first time, and again after so many seconds."""
        at = time.monotonic()
        _, then = self._buckets.get(("rare", name), (0.0, at - every - 1))
        if at - then < every:
            return False
        self._buckets["rare", name] = (0.0, at)
        return True


def csrf_of(key: str, session: str) -> str:
    """What a page of ours sends back with every writing request of a session."""
    return hmac.new(key.encode(), b"csrf " + session.encode(), hashlib.sha256).hexdigest()[:32]


def address(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where a request comes from."""
    return connection.client.host if connection.client is not None else "?"


def same_origin(settings: Settings, connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Whether a browser says that a page of ours asks; programs say nothing."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "none") in ("none", "same-origin", "same-site")
    if settings.origin and origin == settings.origin:
        return True
    try:
        return urlsplit(origin).netloc == connection.headers.get("host", "")
    except ValueError:  # an address that is none
        return False


class Access(AbstractAuthenticationMiddleware):
    """Finds out who asks, before any handler runs."""

    async def authenticate_request(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AuthenticationResult:
        house: House = connection.app.state.house
        limiter: Limiter = connection.app.state.limiter
        method = connection.scope.get("method", "GET")
        where = address(connection)
        limiter.take("any", where)
        header = connection.headers.get("authorization", "")
        if header:
            scheme, _, token = header.partition(" ")
            person = None
            if scheme.lower() == "bearer" and token:
                person = await house.person(accounts.by_token, token.strip())
            if person is None:
                FAILED.labels("token").inc()
                raise Refused(401, "sign-in", "this is no personal token of this server")
            if method not in READS:
                limiter.take("write", f"user {person.id}")
            if limiter.rare(token):
                house.spawn(house.store.write(accounts.used_token, token.strip()), "token")
            who = Who(person, door=accounts.hashed(token.strip()))
            return AuthenticationResult(user=who, auth="token")
        session = None
        cookie = connection.cookies.get(SESSION)
        if cookie:
            session = accounts.unsigned(house.key, cookie)
        person = await house.person(accounts.by_session, session) if session else None
        if person is None or session is None:
            if method not in READS:
                if not same_origin(house.settings, connection):
                    raise Refused(403, "csrf", "this request comes from another site")
                limiter.take("write", where)
            return AuthenticationResult(user=Who(), auth=None)
        csrf, door = csrf_of(house.key, session), accounts.hashed(session)
        if limiter.rare(f"used {door}", 3600):
            mark, hours = origins.mark(house.key, where), house.settings.ban_hours
            house.spawn(house.store.write(_used, session, person.id, mark, hours), "session")
        if method not in READS:
            given = connection.headers.get("x-csrf", "")
            if not hmac.compare_digest(given.encode(), csrf.encode()):
                raise Refused(403, "csrf", "the header X-CSRF is missing or wrong; GET /api/me tells it")
            if not same_origin(house.settings, connection):
                raise Refused(403, "csrf", "this request comes from another site")
            limiter.take("write", f"user {person.id}")
        return AuthenticationResult(user=Who(person, session, csrf, door), auth="session")


def _used(connection: Connection, session: str, user: int, mark: str | None, hours: int) -> None:
    accounts.use_session(connection, session)
    origins.came(connection, user, mark, hours)


def cookies(settings: Settings, key: str, session: str | None) -> list[Cookie]:
    """The cookies of a session, or their end."""
    secure = settings.origin.startswith("https://")
    age = accounts.SESSION_DAYS * 86_400 if session else 0
    signed = accounts.signed(key, session) if session else ""
    csrf = csrf_of(key, session) if session else ""
    shared: dict[str, Any] = {"path": "/", "max_age": age, "secure": secure, "samesite": "lax"}
    return [
        Cookie(key=SESSION, value=signed, httponly=True, **shared),
        Cookie(key=CSRF, value=csrf, httponly=False, **shared),
    ]
