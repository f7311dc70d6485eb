"""Notices: "your turn" by browser push, e-mail and webhook, tried again with growing pauses."""

from __future__ import annotations

import asyncio
import base64
import json
import time
from collections import Counter as Tally
from dataclasses import dataclass
from email.message import EmailMessage
from functools import cached_property
from typing import Any
from urllib.parse import SplitResult, urlencode, urlsplit

import http_ece
import msgspec
import structlog
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from prometheus_client import Counter
from sqlalchemy import Connection, delete, func, insert, select, update

from orrery.core.saying import say, why
from orrery.desk import wire
from orrery.desk.problems import Refused, not_found
from orrery.server.clock import now
from orrery.server.house import House
from orrery.server.notices.post import NotDelivered, Post, line, mailbox
from orrery.server.people import accounts
from orrery.server.people.accounts import ONLINE, Person
from orrery.server.store import matches
from orrery.server.store import schema as db
from orrery.server.store.matches import MatchRow, SeatRow

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
BROWSERS = 10
"""Browsers that a person may register; one more takes the place of the oldest."""
AT_ONCE = 200
"""Deliveries that are under way at the same time,"""
ONE_HOST = 20
"""of them to one host; to one target they go one after the other."""

WORDS = {
    "en": ("Your turn: {what}", "It is your turn at {what}.", "This is a test notice of Orrery."),
    "de": ("Du bist am Zug: {what}", "Du bist am Zug bei {what}.", "Dies ist eine Probenachricht von Orrery."),
    "hu": ("Te következel: {what}", "Te következel ennél az asztalnál: {what}.", "Ez az Orrery próbaüzenete."),
}
INVITED = {
    "en": ("{who} invites you: {what}", "There is a free seat for you. {who} invites you to: {what}."),
    "de": ("{who} lädt dich ein: {what}", "Ein Platz ist für dich frei. {who} lädt dich ein: {what}."),
    "hu": ("{who} meghív: {what}", "Van egy szabad hely. {who} meghív ide: {what}."),
}
"""Title and text of an invitation to a table."""
INVITATION = -1
"""The number of a notice about an invitation: no position has it."""
CONFIRM = {
    "en": (
        "Orrery: is this your address?",
        "Somebody, probably you, wants notices of Orrery at this address. If so, confirm it within a day. "
        "If it was not you, do nothing: nothing more will be sent.",
        "Notices of Orrery to {email}",
        "Yes, this is my address",
        "{email} is confirmed. You can close this window.",
        "This link has run out, or the address was changed since. Your settings send a new one.",
    ),
    "de": (
        "Orrery: Ist das deine Adresse?",
        "Jemand, wahrscheinlich du, möchte Nachrichten von Orrery an diese Adresse. Wenn ja, bestätige sie "
        "innerhalb eines Tages. Wenn nicht, tu nichts: Es wird nichts weiter geschickt.",
        "Nachrichten von Orrery an {email}",
        "Ja, das ist meine Adresse",
        "{email} ist bestätigt. Du kannst dieses Fenster schließen.",
        "Dieser Link ist abgelaufen, oder die Adresse wurde inzwischen geändert. Deine Einstellungen schicken "
        "einen neuen.",
    ),
    "hu": (
        "Orrery: a tiéd ez a cím?",
        "Valaki, valószínűleg te, erre a címre kéri az Orrery értesítéseit. Ha így van, erősítsd meg egy napon "
        "belül. Ha nem te voltál, ne tegyél semmit: többet nem küldünk.",
        "Az Orrery értesítései ide: {email}",
        "Igen, ez az én címem",
        "{email} megerősítve. Bezárhatod ezt az ablakot.",
        "Ez a hivatkozás lejárt, vagy a cím azóta megváltozott. A beállításaid küldenek újat.",
    ),
}
"""Subject and text of the letter that asks; what its link shows: a heading, a button, done, not done."""
RESET = {
    "en": (
        "Orrery: a new password",
        "Somebody, probably you, has asked for a new password for your account. This link is good for an hour and "
        "for one new password; all your sessions and tokens end with it. If it was not you, do nothing: nothing "
        "changes.",
    ),
    "de": (
        "Orrery: ein neues Passwort",
        "Jemand, wahrscheinlich du, hat um ein neues Passwort für dein Konto gebeten. Dieser Link gilt eine Stunde "
        "lang für ein neues Passwort; alle deine Sitzungen und Zugänge enden damit. Wenn du es nicht warst, tu "
        "nichts: Es ändert sich nichts.",
    ),
    "hu": (
        "Orrery: új jelszó",
        "Valaki, valószínűleg te, új jelszót kért a fiókodhoz. Ez a hivatkozás egy óráig, egyetlen új jelszóhoz "
        "érvényes; vele minden bejelentkezésed és hozzáférésed véget ér. Ha nem te voltál, ne tegyél semmit: semmi "
        "sem változik.",
    ),
}
"""Subject and text of the letter with a link for a new password."""
CONFIRM_WITHIN = 86_400_000
"""Milliseconds for which the link of such a letter is good."""
HOUR = 3_600_000
ASKED_AGAIN = 3
"""Such letters to one address in an hour."""
NAMES = {"gaia": "Gaia Project", "evacuation": "Evacuation"}
"""What the games are called, in all of these languages alike."""


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


def _host(channel: str, target: str) -> str:
    """Who takes a delivery: the mail server, or the host of the address."""
    return "mail" if channel == "email" else urlsplit(target).netloc.rpartition("@")[2].lower()


def _due(connection: Connection, at: int, busy: list[Due]) -> list[Due]:
    """Deliveries to be tried now beside those under way, claimed for this process.

    Those who have fewest under way come first; a host that has enough to do holds up nobody else.
    """
    people, hosts = Tally(one.user for one in busy), Tally(_host(one.channel, one.target) for one in busy)
    targets = {one.target for one in busy}
    columns = (D.id, D.user, D.channel, D.target, D.match, D.number, D.payload, D.tries, D.next)
    turn = func.row_number().over(partition_by=D.user, order_by=(D.next, D.id)).label("turn")
    where = (D.state == "waiting") & (D.next <= at) & D.target.not_in(targets)
    waiting = select(*columns, turn).where(where).subquery()
    rows = connection.execute(select(waiting).order_by(waiting.c.turn, waiting.c.next).limit(1000)).all()
    found: list[Due] = []
    for row in sorted(rows, key=lambda row: row.turn + people[row.user]):
        host = _host(row.channel, row.target)
        if len(busy) + len(found) >= AT_ONCE:
            break
        if row.target in targets or hosts[host] >= ONE_HOST:
            continue
        claim = update(db.deliveries).where(D.id == row.id, D.next == row.next).values(next=at + CLAIM)
        if connection.execute(claim).rowcount == 1:
            found.append(Due(*row[:8]))
            targets.add(row.target)
            hosts[host] += 1
    return found


def _done(connection: Connection, due: Due, state: str, error: str | None, again: int | None) -> None:
    values = {"state": state, "tries": due.tries + 1, "error": error, "next": again}
    values["sent"] = now() if state == "sent" else None
    connection.execute(update(db.deliveries).where(D.id == due.id).values(**values))
    if due.channel == "push":
        push = update(db.pushes).where(P.endpoint == due.target).values(failure=error)
        connection.execute(push)


def _later(connection: Connection, due: Due, error: str, at: int) -> None:
    """Not now; this was no try."""
    connection.execute(update(db.deliveries).where(D.id == due.id).values(error=error, next=at))


def _room(connection: Connection, email: str, most: int) -> int | None:
    """When an address may get its next letter; None for now."""
    recent = select(D.sent).where(D.channel == "email", D.target == email, D.sent > now() - HOUR)
    oldest = connection.scalar(recent.order_by(D.sent.desc()).offset(most - 1).limit(1))
    return None if oldest is None else oldest + HOUR


def _ask(connection: Connection, row: dict[str, Any]) -> bool:
    """Queue a letter that somebody asked for, unless its address has had enough, or the person just this one."""
    asked = select(func.count()).where(D.channel == "email", D.target == row["target"], D.match.is_(None))
    if (connection.scalar(asked.where(D.created > row["created"] - HOUR)) or 0) >= ASKED_AGAIN:
        return False
    mine = select(D.payload).where(D.target == row["target"], D.user == row["user"], D.match.is_(None))
    recent = connection.scalars(mine.where(D.created > row["created"] - HOUR // 60))
    if any(one.get("kind") == row["payload"]["kind"] for one in recent):
        return False
    _add(connection, [row])
    return True


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
        raise Refused(400, "bad-request", say("server.push.key"), {"field": "p256dh"}) from None
    try:
        secret = base64.urlsafe_b64decode(given.auth + "==")
    except ValueError:
        secret = b""
    if len(secret) != 16:
        raise Refused(400, "bad-request", say("server.push.auth"), {"field": "auth"})
    if ":" in (_parts(given.endpoint, "endpoint").hostname or ""):  # push services have names
        raise Refused(400, "bad-request", say("server.push.endpoint"), {"field": "endpoint"})


def checked_email(given: str | None) -> str | None:
    """One e-mail address as it is stored; refused if it is none."""
    try:
        return mailbox(given) if given else None
    except ValueError as error:
        raise Refused(400, "bad-request", why(error), {"field": "email"}) from None


def _parts(url: str, field: str) -> SplitResult:
    """A web address in its parts; refused if it is none."""
    try:
        parts = urlsplit(url)
        fine = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        fine = False
    if not fine:
        raise Refused(400, "bad-request", say("server.web.address", field=field), {"field": field})
    return parts


def add_browser(connection: Connection, user: int, given: wire.PushSubscription) -> None:
    """Register a browser; one that somebody else used before now belongs to this user."""
    accounts.present(connection, user)
    connection.execute(delete(db.pushes).where(P.endpoint == given.endpoint))
    kept = connection.scalars(select(P.id).where(P.user == user).order_by(P.id.desc()).limit(BROWSERS - 1)).all()
    connection.execute(delete(db.pushes).where(P.user == user, P.id.not_in(kept)))
    values = {"user": user, "endpoint": given.endpoint, "p256dh": given.p256dh, "auth": given.auth, "failure": None}
    connection.execute(insert(db.pushes).values(**values))


def drop_browser(connection: Connection, user: int, browser: int) -> None:
    if connection.execute(delete(db.pushes).where(P.id == browser, P.user == user)).rowcount != 1:
        raise not_found(f"browser {browser} of yours")


def _drop_endpoint(connection: Connection, endpoint: str) -> None:
    connection.execute(delete(db.pushes).where(P.endpoint == endpoint))


def save(connection: Connection, user: int, notices: dict[str, Any], email: str | None) -> None:
    """New settings; what they do not name stays. A link for a new password ends with the address it went to."""
    person = accounts.present(connection, user)
    if person.email != email:
        connection.execute(delete(db.resets).where(db.resets.c.user == user))
    old = person.notices
    known = {name: old[name] for name in KEPT if name in old}
    values = {"notices": known | notices, "email": email}
    connection.execute(update(db.users).where(db.users.c.id == user).values(**values))


def speak(connection: Connection, user: int, language: str, origin: str) -> None:
    """The language of a person's page, and the address at which it was opened."""
    old = accounts.present(connection, user).notices
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
        self.post = Post(house.settings)
        self._busy: dict[int, Due] = {}
        """Deliveries under way."""
        self._wake = asyncio.Event()
        self._quiet: dict[int, tuple[float, bool]] = {}
        """Who wants no notices of live tables, and when that was asked."""

    @property
    def mail(self) -> bool:
        return bool(self.house.settings.smtp)

    async def shown(self, person: Person) -> wire.Notices:
        """The settings and last deliveries of a person."""
        store = self.house.store
        fresh = await store.read(accounts.find, person.id) or person
        given = settings_of(fresh)
        given.email = fresh.email
        browsers = await store.read(_browsers, person.id)
        deliveries = await store.read(last, person.id)
        shown = [wire.PushInfo(*one) for one in browsers]
        return wire.Notices(given, self.public, self.mail, shown, deliveries, fresh.reachable)

    async def set(self, person: Person, given: wire.NoticeSettings, origin: str) -> None:
        """New settings, from a page at that address."""
        if given.by_email and not given.email:
            raise Refused(400, "bad-request", say("server.mail.missing"), {"field": "email"})
        email = checked_email(given.email)
        if given.by_webhook and not given.webhook:
            raise Refused(400, "bad-request", say("server.hook.missing"), {"field": "webhook"})
        if given.webhook:
            _parts(given.webhook, "webhook")
        stored: dict[str, Any] = msgspec.to_builtins(given)
        stored.pop("email", None)
        stored["origin"] = origin
        if given.language is None:
            stored.pop("language")
        await self.house.store.write(save, person.id, stored, email)

    async def asks(self, person: Person) -> Person | None:
        """The person, if their e-mail address is one that must be confirmed first."""
        fresh = await self.house.store.read(accounts.find, person.id)
        return fresh if self.mail and fresh is not None and fresh.email and not fresh.reachable else None

    async def ask(self, person: Person, origin: str) -> None:
        """Send a letter with a link by which the owner of an e-mail address confirms it.

        Nothing in it was written by a user: it may go to a stranger.
        """
        at, email = now(), person.email or ""
        written = base64.urlsafe_b64encode(email.encode()).rstrip(b"=").decode()
        token = accounts.signed(self.house.key, f"confirm.{person.id}.{at + CONFIRM_WITHIN}.{written}")
        subject, body, *_ = CONFIRM[settings_of(person).language or "en"]
        told = wire.Notice("confirm", subject, body, f"{origin}/api/notices/confirm?{urlencode({'token': token})}")
        row = {"user": person.id, "channel": "email", "target": email, "match": None, "number": None}
        row |= {"payload": msgspec.to_builtins(told), "state": "waiting", "tries": 0, "error": None}
        if await self.house.store.write(_ask, row | {"created": at, "next": at}):
            self._wake.set()

    async def forgotten(self, name: str, origin: str) -> None:
        """Send a letter with a link for a new password, if there is such an account and its address is confirmed.

        The secret of the link is made when the letter goes, so that it is stored nowhere but in the letter.
        """
        person = await self.house.store.read(accounts.named, name)
        if person is None or person.guest or person.banned is not None or not person.reachable:
            return
        at = now()
        subject, body = RESET[settings_of(person).language or "en"]
        told = wire.Notice("reset", subject, body, f"{origin}/reset")
        row = {"user": person.id, "channel": "email", "target": person.email, "match": None, "number": None}
        row |= {"payload": msgspec.to_builtins(told), "state": "waiting", "tries": 0, "error": None}
        if await self.house.store.write(_ask, row | {"created": at, "next": at}):
            self._wake.set()

    async def asked(self, token: str) -> tuple[int, str, str] | None:
        """Who is meant by such a link, which address and in which language; None if it is not ours or has ended."""
        word, user, until, written = ((accounts.unsigned(self.house.key, token) or "").split(".") + [""] * 3)[:4]
        if word != "confirm" or int(until) < now():
            return None
        email = base64.urlsafe_b64decode(written + "==").decode()
        person = await self.house.store.read(accounts.find, int(user))
        return None if person is None else (person.id, email, settings_of(person).language or "en")

    async def confirm(self, token: str) -> bool:
        """The address of such a link is confirmed; False if it has run out or the address is another one now."""
        found = await self.asked(token)
        return found is not None and await self.house.store.write(accounts.confirm, found[0], found[1])

    def turn(self, connection: Connection, row: MatchRow, seat: SeatRow) -> bool:
        """Queue that a person is asked, where they want to be told, within the transaction that asks them.

        Whether there is something to send: once it is stored, ``wake`` has it sent.
        """
        if seat.user is None:
            return False
        at, quiet = self._quiet.get(seat.user, (0.0, False))
        if quiet and row.mode == "live" and time.monotonic() - at < QUIET:
            return False
        person = accounts.find(connection, seat.user)
        if person is None or person.banned is not None or person.deleted is not None:
            return False
        wants = settings_of(person)
        if len(self._quiet) > 10_000:
            self._quiet.clear()
        self._quiet[seat.user] = (time.monotonic(), not wants.live_too)
        here = now() - person.seen < ONLINE
        if not wants.live_too and (row.mode == "live" or here):
            return False
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
        targets = self._targets(connection, person, wants)
        return self._queue(connection, person.id, targets, row, told)

    def invited(self, connection: Connection, row: MatchRow, person: Person, by: Person) -> bool:
        """Queue that a friend invites a person, where they want to be told and are not here; as ``turn`` does."""
        wants = settings_of(person)
        if now() - person.seen < ONLINE and not wants.live_too:
            return False
        game, title = NAMES.get(row.game, row.game), " ".join(row.title.split())
        what = f"{title} ({game})" if title else game
        subject, body = INVITED[wants.language or "en"]
        told = wire.Notice(
            "invited",
            title=subject.format(who=by.name, what=what),
            body=body.format(who=by.name, what=what),
            url=self._address(person, row),
            match=row.id,
            game=row.game,
        )
        return self._queue(connection, person.id, self._targets(connection, person, wants), row, told, INVITATION)

    def wake(self) -> None:
        """Something is due."""
        self._wake.set()

    def _address(self, person: Person, row: MatchRow | None = None) -> str:
        """Where the page shows a match, by the address that this person's browser uses; with the key it needs."""
        settings = self.house.settings
        origin = settings.origin or person.notices.get("origin") or f"http://{settings.host}:{settings.port}"
        if row is None:
            return f"{origin}/"
        key = "" if row.visibility == "public" else f"?{urlencode({'key': row.key})}"
        return f"{origin}/match/{row.id}{key}"

    def _targets(self, connection: Connection, person: Person, wants: wire.NoticeSettings) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        if wants.by_push:
            found.extend(("push", one[1]) for one in _browsers(connection, person.id))
        if wants.by_email and person.email and person.reachable and self.mail:
            found.append(("email", person.email))
        if wants.by_webhook and wants.webhook:
            found.append(("webhook", wants.webhook))
        return found

    def _queue(
        self,
        connection: Connection,
        user: int,
        targets: list[tuple[str, str]],
        row: MatchRow,
        told: wire.Notice,
        number: int | None = None,
    ) -> bool:
        at = now()
        rows = [
            {
                "user": user,
                "channel": channel,
                "target": target,
                "match": row.id,
                "number": row.number if number is None else number,
                "payload": msgspec.to_builtins(told),
                "state": "waiting",
                "tries": 0,
                "error": None,
                "created": at,
                "next": at,
            }
            for channel, target in targets
        ]
        return bool(_add(connection, rows))

    async def test(self, person: Person, channel: str) -> wire.Delivery:
        """One test notice, tried once, now."""
        fresh = await self.house.store.read(accounts.find, person.id) or person
        wants = settings_of(fresh)
        target: str | None
        if channel == "push":
            browsers = await self.house.store.read(_browsers, person.id)
            target = browsers[-1][1] if browsers else None
        else:
            target = fresh.email if channel == "email" else wants.webhook
        if channel == "email" and target and not fresh.reachable:
            said = say("server.mail.unconfirmed")
            raise Refused(400, "bad-request", said, {"field": "email"})
        if not target:
            raise Refused(400, "bad-request", say("server.channel.nowhere", channel=channel), {"field": "channel"})
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
            self._wake.clear()
            try:
                for due in await self.house.store.write(_due, now(), list(self._busy.values())):
                    self._busy[due.id] = due
                    self.house.spawn(self._tried(due), "notice")
            except Exception:  # the database may come back: notices wait there
                LOG.exception("notices could not be sent")
            try:
                await asyncio.wait_for(self._wake.wait(), 5)
            except TimeoutError:
                continue

    async def _tried(self, due: Due) -> None:
        try:
            await self._try(due)
        finally:
            del self._busy[due.id]
            self._wake.set()

    async def _try(self, due: Due) -> None:
        store = self.house.store
        if due.match is not None and due.number is not None:
            row = await store.read(matches.load, due.match)
            invited = row is not None and row.state == "open" and due.number == INVITATION
            if row is None or (row.number != due.number and not invited):
                await store.write(_done, due, "failed", "answered meanwhile", None)
                return
        if due.channel == "email":
            later = await store.read(_room, due.target, self.house.settings.mails)
            if later is not None:
                said = f"an address gets at most {self.house.settings.mails} letters in an hour"
                if due.tries >= len(PAUSES):
                    await self._failed(due, said, gone=False)
                else:
                    await store.write(_later, due, said, later)
                return
        try:
            await self._send(due)
        except NotDelivered as error:
            await self._failed(due, str(error), error.gone)
        except Exception:  # a fault of ours: it is given up like one of theirs
            LOG.exception("a notice could not be made", channel=due.channel, delivery=due.id)
            await self._failed(due, "the server has failed on this notice", gone=False)
        else:
            SENT.labels(due.channel, "sent").inc()
            await store.write(_done, due, "sent", None, None)

    async def _failed(self, due: Due, error: str, gone: bool) -> None:
        """Try again after a pause that grows, a few times; not at all what is gone."""
        again = None if gone or due.tries >= len(PAUSES) else now() + PAUSES[due.tries]
        SENT.labels(due.channel, "failed").inc()
        LOG.warning("notice not delivered", channel=due.channel, user=due.user, error=error)
        await self.house.store.write(_done, due, "failed" if again is None else "waiting", error, again)
        if gone and due.channel == "push":
            await self.house.store.write(_drop_endpoint, due.target)

    async def _send(self, due: Due) -> None:
        if due.channel == "push":
            await self._push(due)
        elif due.channel == "email":
            await self._mail(due)
        else:
            await self._webhook(due)

    @cached_property
    def _vapid(self) -> Any:
        from py_vapid import Vapid02  # only where a browser is told something

        return Vapid02.from_pem(self.pem.encode())

    async def _push(self, due: Due) -> None:
        keys = await self.house.store.read(_keys, due.target)
        if keys is None:
            raise NotDelivered("this browser is no longer registered", gone=True)
        parts = urlsplit(due.target)
        claims = {
            "sub": self.house.settings.contact,
            "aud": f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}",
            "exp": int(time.time()) + 12 * 3600,
        }
        body = http_ece.encrypt(
            json.dumps(due.payload).encode(),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=base64.urlsafe_b64decode(keys[0] + "=="),
            auth_secret=base64.urlsafe_b64decode(keys[1] + "=="),
            version="aes128gcm",
        )
        headers = {"content-encoding": "aes128gcm", "content-type": "application/octet-stream", "ttl": "86400"}
        status = await self.post.web(due.target, body, headers | self._vapid.sign(claims))
        if status >= 300:
            raise NotDelivered(f"the push service answered {status}", gone=status in (404, 410))

    async def _mail(self, due: Due) -> None:
        url = due.payload["url"]
        if due.payload["kind"] == "reset":
            token = await self.house.store.write(accounts.reset_link, due.user, due.target)
            if token is None:
                raise NotDelivered("the address has changed since", gone=True)
            url = f"{url}?{urlencode({'token': token})}"
        letter = EmailMessage()
        letter["Subject"] = line(due.payload["title"])
        letter["From"] = self.post.sender()
        letter["To"] = due.target
        letter.set_content(f"{due.payload['body']}\n\n{url}\n")
        await self.post.letter(letter, due.target)

    async def _webhook(self, due: Due) -> None:
        body = json.dumps(due.payload, ensure_ascii=False).encode()
        status = await self.post.web(due.target, body, {"content-type": "application/json"})
        if status >= 300:
            raise NotDelivered(f"the webhook answered {status}", gone=status == 410)
