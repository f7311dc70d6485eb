"""Live: the WebSocket and the stream of events for programs."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from typing import Any

import msgspec
from litestar import Router, WebSocket, get, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage

from orrery import __version__
from orrery.server import ledger, wire
from orrery.server.access import same_origin
from orrery.server.api import Asked, house, refusals
from orrery.server.house import House, Who
from orrery.server.live import Client, hello
from orrery.server.people import now
from orrery.server.problems import Refused

_DECODER = msgspec.json.Decoder(wire.ClientMessage)
LIMIT = 64_000


@websocket("/live")
async def live(socket: WebSocket[Who, Any, State]) -> None:
    """Follow matches; see docs/api.md for the messages."""
    home: House = socket.app.state.house
    if not same_origin(home.settings, socket):
        await socket.close(code=4403, reason="another site")
        return
    await socket.accept()
    client = home.live.enter(socket.user, "socket")
    sender = asyncio.create_task(_send(socket, client))
    try:
        client.send(hello(socket.user, __version__))
        if not await home.live.verify(client):  # it may have been signed out since it was let in
            await sender
        while not client.gone:
            receive = asyncio.ensure_future(socket.receive_data(mode="text"))
            await asyncio.wait({receive, sender}, return_when=asyncio.FIRST_COMPLETED)
            if not receive.done():
                receive.cancel()
                with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect):
                    await receive
                break
            await _follow(home, client, receive.result())
    except WebSocketDisconnect:
        pass
    finally:
        home.live.exit(client, "socket")
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)


async def _send(socket: WebSocket[Who, Any, State], client: Client) -> None:
    while (message := await client.queue.get()) is not None:
        await socket.send_data(message.decode(), mode="text")
    # The server is closing, or the client is too slow: it may come back and resume.
    await socket.close(code=1013, reason="come back")


async def _follow(home: House, client: Client, raw: str | bytes) -> None:
    match: str | None = None
    try:
        if len(raw) > LIMIT:
            raise Refused(413, "too-large", f"a message has at most {LIMIT} bytes")
        said = _DECODER.decode(raw)
        if isinstance(said, wire.Watch):
            match = said.match
            await home.live.watch(client, said)
        elif isinstance(said, wire.Leave):
            home.live.leave(client, said.match, said.seat)
        elif isinstance(said, wire.WatchLobby):
            client.lobby = said.on
        else:
            client.send(msgspec.json.encode(wire.Pong(now())))
    except msgspec.DecodeError as error:
        client.send(msgspec.json.encode(wire.LiveProblem("bad-request", str(error))))
    except Refused as refusal:
        client.send(msgspec.json.encode(wire.LiveProblem(refusal.code, refusal.sentence, match)))


@get("/events", responses=refusals(401))
async def events(request: Asked) -> ServerSentEvent:
    """A stream of what the asker is asked; what waits already comes first."""
    request.user.must()
    return ServerSentEvent(_events(house(request), request.user))


async def _events(home: House, who: Who) -> AsyncGenerator[ServerSentEventMessage, None]:
    client = home.live.enter(who, "events")
    try:
        if not await home.live.verify(client):
            return
        # Something at once: the headers go out with the first of it.
        yield ServerSentEventMessage(data=None, comment="here")
        waiting = await home.store.read(ledger.asking, who.must().id)
        for match, seat, number, question, game in waiting:
            turn = wire.YourTurn(match, seat, number, question, game)
            yield ServerSentEventMessage(data=msgspec.json.encode(turn).decode(), event="asked")
        while True:
            try:
                message = await asyncio.wait_for(client.queue.get(), 20)
            except TimeoutError:
                yield ServerSentEventMessage(data=None, comment="still here")
                continue
            if message is None:
                return
            kind = msgspec.json.decode(message)["kind"]
            yield ServerSentEventMessage(data=message.decode(), event=kind)
    finally:
        home.live.exit(client, "events")


ROUTER = Router("/", route_handlers=[live, events], tags=["live"])
