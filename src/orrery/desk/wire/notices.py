"""Notices to people who are not here, and the plainest answers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from orrery.desk.wire.base import Request
from orrery.desk.wire.people import Language


class PushSubscription(Request):
    """What the browser's ``PushManager.subscribe`` gives."""

    endpoint: Annotated[str, Meta(max_length=2000, pattern="^https?://")]
    p256dh: Annotated[str, Meta(min_length=1, max_length=200)]
    auth: Annotated[str, Meta(min_length=1, max_length=100)]


class PushInfo(Struct):
    """A registered browser."""

    id: int
    endpoint: str
    failure: str | None


class NoticeSettings(Request):
    """Where "your turn" goes; browsers are registered on their own."""

    email: Annotated[str, Meta(max_length=200)] | None = None
    by_email: bool = False
    webhook: Annotated[str, Meta(max_length=2000)] | None = None
    by_webhook: bool = False
    by_push: bool = True
    live_too: bool = False
    """Also for live tables, and while the page is open."""
    language: Language | None = None
    """None leaves it as it is; the page tells it by itself."""


class Notice(Struct, omit_defaults=True):
    """What is sent: to a web address as JSON, to a browser as the data of a push, by e-mail as a letter.

    The page's service worker shows ``title`` and ``body`` and opens ``url``.
    """

    kind: Literal["asked", "invited", "test", "confirm", "reset"]
    title: str
    body: str
    url: str
    """Where the page shows the match, with the key that a table by link needs."""
    match: str | None = None
    seat: int | None = None
    number: int | None = None
    question: str = ""
    game: str = ""


class Delivery(Struct):
    """One notice that was sent, or that waits to be tried again."""

    id: int
    channel: str
    state: Literal["waiting", "sent", "failed"]
    tries: int
    error: str | None
    created: int
    next: int | None


class Notices(Struct):
    """The asker's settings, browsers and the last deliveries."""

    settings: NoticeSettings
    push_key: str
    """VAPID public key for ``PushManager.subscribe``."""
    mail: bool
    """The server can send e-mail."""
    browsers: list[PushInfo]
    deliveries: list[Delivery]
    confirmed: bool = False
    """The owner of the e-mail address has confirmed it by a link that was mailed there; it gets nothing before."""


class NoticeTest(Request):
    """Sends a test notice by one channel."""

    channel: Literal["push", "email", "webhook"]


class Done(Struct):
    """It was done."""

    ok: bool = True


class Health(Struct):
    """``ok``, or which part is not ready."""

    status: str
    version: str
    parts: dict[str, str] = {}
