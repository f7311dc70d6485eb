"""Notices: "your turn" by browser push, e-mail and webhook, tried again with growing pauses."""

from __future__ import annotations

import asyncio
import base64
import ipaddress
import json
import smtplib
import socket
import ssl
import time
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Any
from urllib.parse import SplitResult, parse_qs, unquote, urlencode, urlsplit, urlunsplit

import httpx
import msgspec
import structlog
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from prometheus_client import Counter
from sqlalchemy import Connection, delete, insert, select, update

from orrery.server import ledger, people, wire
from orrery.server import schema as db
from orrery.server.house import House
from orrery.server.ledger import MatchRow, SeatRow
from orrery.server.people import ONLINE, Person, now
from orrery.server.problems import Refused, not_found

LOG = structlog.get_logger("orrery.notices")

SENT = Counter("orrery_notices_total", "Notices by channel and outcome", ["channel", "outcome"])

PAUSES = (30_000, 120_000, 600_000, 3_600_000)
"""Milliseconds until a failed notice is tried again; then it has failed."""
QUIET = 10.0
"""Seconds for which a wish for no notices of live tables is remembered."""
KEPT = ("language", "origin")
"""What the page tells by itself, beside the settings that a person chooses."""
CLAIM = 300_000
"""A process that takes a delivery has this long before another takes it."""

WORDS = {
    "en": ("Your turn: {what}", "It is your turn at {what}.", "This is a test notice of Orrery."),
    "de": ("Du bist am Zug: {what}", "Du bist am Zug bei {what}.", "Dies ist eine Probenachricht von Orrery."),
    "hu": ("Te következel: {what}", "Te következel ennél az asztalnál: {what}.", "Ez az Orrery próbaüzenete."),
}
NAMES = {"gaia": "Gaia Project", "evacuation": "Evacuation"}
"""What the games are called, in all of these languages alike."""


class NotDelivered(Exception):
    """A notice that did not arrive; ``gone`` when it never will."""

    def __init__(self, sentence: str, gone: bool = False) -> None:
        super().__init__(sentence)
        self.gone = gone


@dataclass(frozen=True, slots=True)
class Due:
    """A delivery to be tried now."""

    id: int
    user: int
    channel: str
    target: str
    match: str | None
    number: int | None
    payload: dict[str, Any]
    tries: int


D, P = db.deliveries.c, db.pushes.c


def new_vapid() -> str:
    """A fresh key pair for browser push, as PEM."""
    keys = ec.generate_private_key(ec.SECP256R1())
    written = keys.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return written.decode()


def settings_of(person: Person) -> wire.NoticeSettings:
    stored = {name: value for name, value in (person.notices or {}).items() if name != "origin"}
    return msgspec.convert(stored, wire.NoticeSettings)


def _add(connection: Connection, rows: list[dict[str, Any]]) -> list[int]:
    """Store deliveries; nobody is told twice about the same position by the same way."""
    found = []
    for row in rows:
        if row["match"] is not None:
            same = [D[name] == row[name] for name in ("user", "channel", "target", "match", "number")]
            if connection.scalar(select(D.id).where(*same).limit(1)) is not None:
                continue
        key = connection.execute(insert(db.deliveries).values(**row)).inserted_primary_key
        assert key is not None
        found.append(int(key[0]))
    return found


def _due(connection: Connection, at: int) -> list[Due]:
    """Deliveries to be tried now, claimed for this process."""
    columns = (D.id, D.user, D.channel, D.target, D.match, D.number, D.payload, D.tries, D.next)
    where = (D.state == "waiting") & (D.next <= at)
    rows = connection.execute(select(*columns).where(where).order_by(D.next).limit(50)).all()
    found = []
    for row in rows:
        claim = update(db.deliveries).where(D.id == row[0], D.next == row[8]).values(next=at + CLAIM)
        if connection.execute(claim).rowcount == 1:
            found.append(Due(*row[:8]))
    return found


def _done(connection: Connection, due: Due, state: str, error: str | None, again: int | None) -> None:
    values = {"state": state, "tries": due.tries + 1, "error": error, "next": again}
    connection.execute(update(db.deliveries).where(D.id == due.id).values(**values))
    if due.channel == "push":
        push = update(db.pushes).where(P.endpoint == due.target).values(failure=error)
        connection.execute(push)


def _browsers(connection: Connection, user: int) -> list[tuple[int, str, str | None]]:
    rows = connection.execute(select(P.id, P.endpoint, P.failure).where(P.user == user).order_by(P.id))
    return [(row[0], row[1], row[2]) for row in rows]


def _keys(connection: Connection, endpoint: str) -> tuple[str, str] | None:
    row = connection.execute(select(P.p256dh, P.auth).where(P.endpoint == endpoint)).first()
    return (row[0], row[1]) if row is not None else None


def checked(given: wire.PushSubscription) -> None:
    """Refuse keys that no browser makes."""
    try:
        point = base64.urlsafe_b64decode(given.p256dh + "==")
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        raise Refused(400, "bad-request", "p256dh is no key of a browser", {"field": "p256dh"}) from None
    try:
        secret = base64.urlsafe_b64decode(given.auth + "==")
    except ValueError:
        secret = b""
    if len(secret) != 16:
        raise Refused(400, "bad-request", "auth is 16 bytes in base64", {"field": "auth"})
    _parts(given.endpoint, "endpoint")


def _parts(url: str, field: str) -> SplitResult:
    """A web address in its parts; refused if it is none."""
    try:
        parts = urlsplit(url)
        fine = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        fine = False
    if not fine:
        raise Refused(400, "bad-request", f"{field} is no web address", {"field": field})
    return parts


def add_browser(connection: Connection, user: int, given: wire.PushSubscription) -> None:
    """Register a browser; one that somebody else used before now belongs to this user."""
    connection.execute(delete(db.pushes).where(P.endpoint == given.endpoint))
    values = {"user": user, "endpoint": given.endpoint, "p256dh": given.p256dh, "auth": given.auth, "failure": None}
    connection.execute(insert(db.pushes).values(**values))


def drop_browser(connection: Connection, user: int, browser: int) -> None:
    if connection.execute(delete(db.pushes).where(P.id == browser, P.user == user)).rowcount != 1:
        raise not_found(f"browser {browser} of yours")


def _drop_endpoint(connection: Connection, endpoint: str) -> None:
    connection.execute(delete(db.pushes).where(P.endpoint == endpoint))


def save(connection: Connection, user: int, notices: dict[str, Any], email: str | None) -> None:
    """New settings; what they do not name stays."""
    old = connection.scalar(select(db.users.c.notices).where(db.users.c.id == user)) or {}
    known = {name: old[name] for name in KEPT if name in old}
    values = {"notices": known | notices, "email": email}
    connection.execute(update(db.users).where(db.users.c.id == user).values(**values))


def speak(connection: Connection, user: int, language: str, origin: str) -> None:
    """The language of a person's page, and the address at which it was opened."""
    old = connection.scalar(select(db.users.c.notices).where(db.users.c.id == user)) or {}
    fresh = old | {"language": language, "origin": origin}
    if fresh != old:
        connection.execute(update(db.users).where(db.users.c.id == user).values(notices=fresh))


def last(connection: Connection, user: int) -> list[wire.Delivery]:
    columns = (D.id, D.channel, D.state, D.tries, D.error, D.created, D.next)
    rows = connection.execute(select(*columns).where(D.user == user).order_by(D.id.desc()).limit(20))
    return [wire.Delivery(*row) for row in rows]


class Notices:
    """Sends notices, and keeps those that failed."""

    def __init__(self, house: House, pem: str) -> None:
        self.house = house
        self.pem = pem
        keys = serialization.load_pem_private_key(pem.encode(), None)
        point = keys.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.public = base64.urlsafe_b64encode(point).rstrip(b"=").decode()
        self._wake = asyncio.Event()
        self._quiet: dict[int, tuple[float, bool]] = {}
        """Who wants no notices of live tables, and when that was asked."""

    @property
    def mail(self) -> bool:
        return bool(self.house.settings.smtp)

    async def shown(self, person: Person) -> wire.Notices:
        """The settings and last deliveries of a person."""
        store = self.house.store
        fresh = await store.read(people.find, person.id) or person
        given = settings_of(fresh)
        given.email = fresh.email
        browsers = await store.read(_browsers, person.id)
        deliveries = await store.read(last, person.id)
        return wire.Notices(given, self.public, self.mail, [wire.PushInfo(*one) for one in browsers], deliveries)

    async def set(self, person: Person, given: wire.NoticeSettings, origin: str) -> None:
        """New settings, from a page at that address."""
        if given.by_email and not given.email:
            raise Refused(400, "bad-request", "notices by e-mail need an address", {"field": "email"})
        if given.email and ("@" not in given.email or any(c.isspace() for c in given.email)):
            raise Refused(400, "bad-request", f"{given.email!r} is no e-mail address", {"field": "email"})
        if given.by_webhook and not given.webhook:
            raise Refused(400, "bad-request", "notices by webhook need an address", {"field": "webhook"})
        if given.webhook:
            _parts(given.webhook, "webhook")
        stored: dict[str, Any] = msgspec.to_builtins(given)
        stored.pop("email", None)
        stored["origin"] = origin
        if given.language is None:
            stored.pop("language")
        await self.house.store.write(save, person.id, stored, given.email)

    async def turn(self, row: MatchRow, seat: SeatRow) -> None:
        """Tell a person that they are asked, where they want to be told."""
        if seat.user is None:
            return
        at, quiet = self._quiet.get(seat.user, (0.0, False))
        if quiet and row.mode == "live" and time.monotonic() - at < QUIET:
            return
        person = await self.house.store.read(people.find, seat.user)
        if person is None:
            return
        wants = settings_of(person)
        if len(self._quiet) > 10_000:
            self._quiet.clear()
        self._quiet[seat.user] = (time.monotonic(), not wants.live_too)
        here = now() - person.seen < ONLINE
        if not wants.live_too and (row.mode == "live" or here):
            return
        game, title = NAMES.get(row.game, row.game), " ".join(row.title.split())
        subject, body, _ = WORDS[wants.language or "en"]
        told = wire.Notice(
            "asked",
            title=subject.format(what=title or game),
            body=body.format(what=f"{title} ({game})" if title else game),
            url=self._address(person, row),
            match=row.id,
            seat=seat.seat,
            number=row.number,
            question=row.question,
            game=row.game,
        )
        targets = await self._targets(person, wants)
        await self._queue(person.id, targets, row, told)

    def _address(self, person: Person, row: MatchRow | None = None) -> str:
        """Where the page shows a match, by the address that this person's browser uses; with the key it needs."""
        settings = self.house.settings
        origin = settings.origin or person.notices.get("origin") or f"http://{settings.host}:{settings.port}"
        if row is None:
            return f"{origin}/"
        key = "" if row.visibility == "public" else f"?{urlencode({'key': row.key})}"
        return f"{origin}/match/{row.id}{key}"

    async def _targets(self, person: Person, wants: wire.NoticeSettings) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        if wants.by_push:
            found.extend(("push", one[1]) for one in await self.house.store.read(_browsers, person.id))
        if wants.by_email and person.email and self.mail:
            found.append(("email", person.email))
        if wants.by_webhook and wants.webhook:
            found.append(("webhook", wants.webhook))
        return found

    async def _queue(self, user: int, targets: list[tuple[str, str]], row: MatchRow, told: wire.Notice) -> None:
        if not targets:
            return
        at = now()
        rows = [
            {
                "user": user,
                "channel": channel,
                "target": target,
                "match": row.id,
                "number": row.number,
                "payload": msgspec.to_builtins(told),
                "state": "waiting",
                "tries": 0,
                "error": None,
                "created": at,
                "next": at,
            }
            for channel, target in targets
        ]
        await self.house.store.write(_add, rows)
        self._wake.set()

    async def test(self, person: Person, channel: str) -> wire.Delivery:
        """One test notice, tried once, now."""
        fresh = await self.house.store.read(people.find, person.id) or person
        wants = settings_of(fresh)
        target: str | None
        if channel == "push":
            browsers = await self.house.store.read(_browsers, person.id)
            target = browsers[-1][1] if browsers else None
        else:
            target = fresh.email if channel == "email" else wants.webhook
        if not target:
            raise Refused(
                400, "bad-request", f"there is nowhere to send a notice by {channel}", {"field": "channel"}
            )
        words = WORDS[wants.language or "en"][2]
        payload = msgspec.to_builtins(wire.Notice("test", "Orrery", words, self._address(fresh)))
        at = now()
        row = {"user": person.id, "channel": channel, "target": target, "match": None, "number": None}
        row |= {
            "payload": payload,
            "state": "waiting",
            "tries": 0,
            "error": None,
            "created": at,
            "next": at + CLAIM,
        }
        number = (await self.house.store.write(_add, [row]))[0]
        due = Due(number, person.id, channel, target, None, None, payload, len(PAUSES))  # not tried again
        await self._try(due)
        found = await self.house.store.read(last, person.id)
        return next(one for one in found if one.id == number)

    async def run(self) -> None:
        """Try what is due, for ever."""
        while not self.house.closing:
            try:
                while due := await self.house.store.write(_due, now()):
                    await asyncio.gather(*(self._try(one) for one in due))
            except Exception:  # the database may come back: notices wait there
                LOG.exception("notices could not be sent")
            self._wake.clear()
            try:
                await asyncio.wait_for(self._wake.wait(), 5)
            except TimeoutError:
                continue

    async def _try(self, due: Due) -> None:
        store = self.house.store
        if due.match is not None and due.number is not None:
            row = await store.read(ledger.load, due.match)
            if row is None or row.number != due.number:
                await store.write(_done, due, "failed", "answered meanwhile", None)
                return
        try:
            if due.channel == "push":
                await self._push(due)
            elif due.channel == "email":
                await asyncio.to_thread(self._mail, due)
            else:
                await self._webhook(due)
        except NotDelivered as error:
            again = None if error.gone or due.tries >= len(PAUSES) else now() + PAUSES[due.tries]
            SENT.labels(due.channel, "failed").inc()
            LOG.warning("notice not delivered", channel=due.channel, user=due.user, error=str(error))
            await store.write(_done, due, "failed" if again is None else "waiting", str(error), again)
            if error.gone and due.channel == "push":
                await store.write(_drop_endpoint, due.target)
            return
        SENT.labels(due.channel, "sent").inc()
        await store.write(_done, due, "sent", None, None)

    async def _push(self, due: Due) -> None:
        keys = await self.house.store.read(_keys, due.target)
        if keys is None:
            raise NotDelivered("this browser is no longer registered", gone=True)
        await asyncio.to_thread(self._push_now, due, keys)

    def _push_now(self, due: Due, keys: tuple[str, str]) -> None:
        from py_vapid import Vapid02  # with all that it brings, only where a browser is told something
        from pywebpush import WebPushException, webpush

        self._allowed(due.target)
        try:
            webpush(
                {"endpoint": due.target, "keys": {"p256dh": keys[0], "auth": keys[1]}},
                json.dumps(due.payload),
                vapid_private_key=Vapid02.from_pem(self.pem.encode()),
                vapid_claims={"sub": self.house.settings.contact},
                ttl=86_400,
                timeout=10,
            )
        except WebPushException as error:
            status = getattr(error.response, "status_code", None)
            raise NotDelivered(f"the push service answered {status or error}", gone=status in (404, 410)) from None
        except (OSError, ValueError) as error:
            raise NotDelivered(f"{type(error).__name__}: {error}") from None

    def _mail(self, due: Due) -> None:
        address = urlsplit(self.house.settings.smtp)
        if not address.hostname:
            raise NotDelivered("this server sends no e-mail", gone=True)
        letter = EmailMessage()
        letter["Subject"] = due.payload["title"]
        letter["From"] = self.house.settings.mail_from or f"orrery@{address.hostname}"
        letter["To"] = due.target
        letter.set_content(f"{due.payload['body']}\n\n{due.payload['url']}\n")
        wants_tls = parse_qs(address.query).get("tls", ["auto"])[0]
        try:
            if address.scheme == "smtps":
                server: smtplib.SMTP = smtplib.SMTP_SSL(
                    address.hostname, address.port or 465, timeout=15, context=ssl.create_default_context()
                )
            else:
                server = smtplib.SMTP(address.hostname, address.port or 587, timeout=15)
            with server:
                server.ehlo()
                if address.scheme != "smtps" and (wants_tls == "yes" or server.has_extn("starttls")):
                    server.starttls(context=ssl.create_default_context())
                    server.ehlo()
                if address.username:
                    server.login(unquote(address.username), unquote(address.password or ""))
                server.send_message(letter)
        except (OSError, smtplib.SMTPException) as error:
            raise NotDelivered(f"{type(error).__name__}: {error}") from None

    def _allowed(self, url: str) -> str:
        """An address of the host that this server may talk to; refused for those of its own network."""
        parts = urlsplit(url)
        host = parts.hostname or ""
        try:
            found = socket.getaddrinfo(host, parts.port or 443, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise NotDelivered(f"{host}: {error}") from None
        addresses = [str(one[4][0]) for one in found]
        if not self.house.settings.private_webhooks:
            for one in addresses:
                if not ipaddress.ip_address(one.partition("%")[0]).is_global:
                    raise NotDelivered(f"{host} is an address of a private network", gone=True)
        return addresses[0]

    async def _webhook(self, due: Due) -> None:
        parts = urlsplit(due.target)
        there = await asyncio.to_thread(self._allowed, due.target)
        # Talk to the address that was checked: a second look-up could give another one.
        host = f"[{there}]" if ":" in there else there
        netloc = f"{host}:{parts.port}" if parts.port else host
        url = urlunsplit((parts.scheme, netloc, parts.path or "/", parts.query, ""))
        headers = {"host": parts.netloc.rpartition("@")[2], "user-agent": "orrery"}
        try:
            async with httpx.AsyncClient(timeout=10, follow_redirects=False, trust_env=False) as client:
                answer = await client.post(
                    url, json=due.payload, headers=headers, extensions={"sni_hostname": parts.hostname}
                )
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
            raise NotDelivered(f"{type(error).__name__}: {error}") from None
        if answer.status_code >= 300:
            raise NotDelivered(f"the webhook answered {answer.status_code}", gone=answer.status_code == 410)
