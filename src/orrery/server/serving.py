"""Running the application on uvicorn."""

from __future__ import annotations

import signal
import socket
import sys
from typing import TYPE_CHECKING, Any, cast

import uvicorn
from litestar import Litestar
from litestar.types import ASGIApp
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from orrery.server.app import create_app
from orrery.server.settings import Settings
from orrery.server.store import lock
from orrery.server.visits import Visits, noted

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent

SILENT = 90_000
"""Milliseconds."""


PIECE = 4096
"""Bytes of a socket's messages that are read without a pause."""


class Sockets(WebSocketsSansIOProtocol):
    """Reads what a socket has sent piece by piece, and no further than it is taken.

    A connection may have sent thousands of messages at once; nobody else is served while they are read.
    """

    def __init__(self, *args: Any, **rest: Any) -> None:
        super().__init__(*args, **rest)
        self._rest = bytearray()

    def data_received(self, data: bytes) -> None:
        self._rest += data
        self._read()

    def _read(self) -> None:
        piece = bytes(self._rest[:PIECE])
        del self._rest[:PIECE]
        super().data_received(piece)
        self._pause()

    def _pause(self) -> None:
        """Go on with the rest after others; where something waits to be taken, ``receive`` does."""
        if self._rest and not self.read_paused and not self.disconnected:
            self.transport.pause_reading()
            self.loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        if self.read_paused or self.disconnected:
            return
        if self._rest:
            self._read()
        if not self._rest and not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> ASGIReceiveEvent:
        message = await super().receive()
        self._pause()
        return message


class Server(uvicorn.Server):
    """Says where it is once it listens."""

    def __init__(self, config: uvicorn.Config, app: Litestar) -> None:
        super().__init__(config)
        self.app = app

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started and sockets:
            host, port = sockets[0].getsockname()[:2]
            shown = f"[{host}]" if ":" in host else host
            print(f"Orrery listens on http://{shown}:{port}", flush=True)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Before it is waited for requests: those that wait for a process or for news are ended.
        house = self.app.state.get("house")
        if house is not None:
            house.leave()
        await super().shutdown(sockets=sockets)


def serve(settings: Settings) -> int:
    """Serve until a signal; 0 after a clean end. Refused where another process has the database for itself."""
    with lock.serving(settings):
        return _serve(settings)


def _serve(settings: Settings) -> int:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # The connections inherit it: one that takes nothing for so long ends, whatever waits to be sent to it.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        raise OSError(f"cannot listen on {settings.host}:{settings.port}: {error.strerror}") from None
    listening.listen(2048)
    visits = Visits(settings)
    app = create_app(settings, visits=visits)
    config = uvicorn.Config(
        cast("Any", noted(cast("ASGIApp", app), visits)),
        lifespan="on",
        loop="auto",
        http="auto",
        ws=Sockets,
        ws_max_size=64_000,
        ws_per_message_deflate=False,
        ws_ping_interval=25,
        ws_ping_timeout=60,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        timeout_graceful_shutdown=15,
        timeout_keep_alive=75,
    )
    server = Server(config, app)
    # uvicorn passes a signal on once it has closed: then there is nothing left to do.
    for one in (signal.SIGTERM, signal.SIGINT):
        signal.signal(one, lambda *_: None)
    server.run(sockets=[listening])
    visits.close()
    if not server.started:
        print("orrery serve: the server could not start; see above", file=sys.stderr)
        return 1
    return 0
