"""The access log: who asked from where, one line a request, in a file a day, kept for so many days.

A line has no more than is needed to find out who troubles a server: the moment, the address, the id of the user,
what kind of request it was and how it was answered. Of an address of the page or the API it has the pattern, such
as ``/api/tables/{match}``, and so neither keys nor what was searched for.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from datetime import UTC, date, datetime, timedelta
from typing import Any, cast

import msgspec
import structlog
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from orrery.server.house import Who
from orrery.server.settings import Settings

LOG = structlog.get_logger("orrery.visits")

REFUSAL = "refusal"
"""Where in the state of a request the code stands with which it was refused."""


class Visit(msgspec.Struct, omit_defaults=True):
    """A line of the log."""

    at: str
    address: str
    user: int | None
    method: str
    path: str
    status: int
    ms: float
    """Until the answer began."""
    code: str = ""
    """Of a refusal."""


class Visits:
    """The files of the access log; several processes may write to the same."""

    def __init__(self, settings: Settings) -> None:
        self.folder = settings.data / "access"
        self.on = settings.access_log
        self.days = settings.access_days
        self._day: date | None = None
        self._file: int | None = None
        self._failed = False

    def note(self, visit: Visit) -> None:
        """Add a line; a disk without room costs the line and not the request."""
        if not self.on:
            return
        try:
            os.write(self._open(date.fromisoformat(visit.at[:10])), msgspec.json.encode(visit) + b"\n")
        except OSError as error:
            if not self._failed:
                LOG.warning("the access log cannot be written", error=error.strerror)
            self._failed = True
        else:
            self._failed = False

    def _open(self, day: date) -> int:
        if self._file is None or day != self._day:
            self.close()
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            name = self.folder / f"{day.isoformat()}.log"
            self._file = os.open(name, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            self._day = day
            self.tidy(day)
        return self._file

    def tidy(self, today: date) -> None:
        """Remove the files of days that are over for so long."""
        first = today - timedelta(days=self.days - 1)
        for file in self.folder.glob("????-??-??.log"):
            with contextlib.suppress(ValueError, OSError):
                if date.fromisoformat(file.stem) < first:
                    file.unlink()

    async def keep(self) -> None:
        """Remove them also while nobody comes."""
        while True:
            self.tidy(datetime.now(UTC).date())
            await asyncio.sleep(600)

    def close(self) -> None:
        """Nothing is written any more."""
        if self._file is not None:
            os.close(self._file)
        self._file = self._day = None


def noted(app: ASGIApp, visits: Visits) -> ASGIApp:
    """Notes every request to an application as it is answered, and every live connection as it is let in or not."""

    async def asgi(scope: Scope, receive: Receive, send: Send) -> None:
        if cast("str", scope["type"]) == "lifespan":
            await app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 0

        async def answered(message: Message) -> None:
            nonlocal status
            if not status:
                status = _status(message)
                if status:
                    visits.note(_visit(scope, status, time.perf_counter() - begun))
            await send(message)

        await app(scope, receive, answered)

    return asgi


def _status(message: Message) -> int:
    """What an answer begins with; 0 before it begins."""
    match message["type"]:
        case "http.response.start":
            return message["status"]
        case "websocket.accept":
            return 101
        case "websocket.close":
            return 403
    return 0


def _visit(scope: Scope, status: int, seconds: float) -> Visit:
    known = cast("dict[str, Any]", scope)
    who, client = known.get("user"), known.get("client")
    return Visit(
        at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        address=client[0] if client else "?",
        user=who.id if isinstance(who, Who) else None,
        method=str(known.get("method", "GET"))[:10],
        path=known.get("path_template") or "?",
        status=status,
        ms=round(seconds * 1000, 1),
        code=known.get("state", {}).get(REFUSAL, ""),
    )
