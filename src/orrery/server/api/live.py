"""Live: the WebSocket and the stream of events for programs."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from typing import Any

import msgspec
import structlog
from litestar import Router, WebSocket, get, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage

from orrery import __version__
from orrery.desk import wire
from orrery.desk.problems import Refused
from orrery.server.api import Asked, house, refusals
from orrery.server.api.access import Limiter, address, same_origin
from orrery.server.clock import now
from orrery.server.house import House, Who
from orrery.server.live.rooms import Client, hello
from orrery.server.play import commits, drafting
from orrery.server.store import matches

SILENT = 20.0
"""Seconds after which a client that takes nothing is cut off; it may come back and resume."""
_DECODER = msgspec.json.Decoder(wire.ClientMessage)
LIMIT = 64_000
QUESTIONS = 16
"""Previews and commits of one connection that are answered at the same time."""

LOG = structlog.get_logger("orrery.live")


@websocket("/live")
async def live(socket: WebSocket[Who, Any, State]) -> None:
    """Follow matches; see docs/api.md for the messages."""
    home: House = socket.app.state.house
    if not same_origin(home.settings, socket):
        await socket.close(code=4403, reason="another site")
        return
    try:
        with home.limits.here(socket.user.id, address(socket)):
            await socket.accept()
            await _talk(home, socket)
    except Refused as refusal:
        await socket.close(code=4429, reason=refusal.sentence)


async def _talk(home: House, socket: WebSocket[Who, Any, State]) -> None:
    limiter: Limiter = socket.app.state.limiter
    client = home.live.enter(socket.user, "socket")
    questions = Questions(home, client, limiter)
    sender = asyncio.create_task(_send(socket, client))
    try:
        client.send(hello(socket.user, __version__, home.announced))
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
            try:
                limiter.take("any", address(socket))  # messages and requests are counted together
            except Refused as refusal:
                client.send(msgspec.json.encode(wire.LiveProblem(refusal.code, refusal.sentence)))
                # Nothing more is read from it until it may say something again.
                await asyncio.wait({sender}, timeout=refusal.detail["wait"])
                continue
            await _follow(home, client, questions, receive.result())
    except WebSocketDisconnect:
        pass
    finally:
        questions.close()
        home.live.exit(client, "socket")
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)


async def _send(socket: WebSocket[Who, Any, State], client: Client) -> None:
    while (message := await client.queue.get()) is not None:
        try:
            async with asyncio.timeout(SILENT):
                await socket.send_data(message.decode(), mode="text")
        except TimeoutError:
            return
    # The server is closing, or the client is too slow: it may come back and resume.
    await socket.close(code=1013, reason="come back")


class Questions:
    """Previews and commits that came by one connection: each is answered when it is, and pings go on meanwhile."""

    def __init__(self, home: House, client: Client, limiter: Limiter) -> None:
        self.home = home
        self.client = client
        self.limiter = limiter
        self._previews: set[asyncio.Task[None]] = set()
        self._open = 0

    def ask(self, said: wire.Drafted | wire.Commit) -> None:
        """Answer it beside everything else."""
        if self._open >= QUESTIONS:
            sentence = f"{QUESTIONS} questions of this connection wait for an answer already"
            self._refuse(said, Refused(429, "too-many", sentence, {"wait": 1}))
            return
        self._open += 1
        task = self.home.spawn(self._answered(said), said.__class__.__name__.lower())
        if isinstance(said, wire.Drafted):
            self._previews.add(task)
            task.add_done_callback(self._previews.discard)

    def close(self) -> None:
        """Nobody waits for previews any more; a commit that has come is done."""
        for task in self._previews:
            task.cancel()

    async def _answered(self, said: wire.Drafted | wire.Commit) -> None:
        try:
            self.limiter.take("write", f"user {self.client.who.must().id}")
            self.client.send(msgspec.json.encode(await self._answer(said)))
        except Refused as refusal:
            self._refuse(said, refusal)
        except Exception:  # as of a request: the log says it, and the client is told
            LOG.exception("a question failed", kind=said.__class__.__name__)
            self._refuse(said, Refused(500, "internal", "the server has failed on this request"))
        finally:
            self._open -= 1

    async def _answer(self, said: wire.Drafted | wire.Commit) -> wire.Answered:
        who, answer = self.client.who, wire.Answered(said.id)
        if isinstance(said, wire.Drafted):
            raw = await drafting.preview(self.home, who, said.match, said.draft)
            answer.position = msgspec.Raw(raw)  # type: ignore[assignment]  # goes out as it is
        else:
            watched = [seat for match, seat in self.client.watches if match == said.match and seat is not None]
            answer.committed = await commits.commit(self.home, who, said.match, said.draft, watched)
        return answer

    def _refuse(self, said: wire.Drafted | wire.Commit, refusal: Refused) -> None:
        problem = wire.LiveProblem(
            refusal.code,
            refusal.sentence,
            said.match,
            said.id,
            refusal.status,
            refusal.detail,
            refusal.position,
        )
        self.client.send(msgspec.json.encode(problem))


async def _follow(home: House, client: Client, questions: Questions, raw: str | bytes) -> None:
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
        elif isinstance(said, (wire.Drafted, wire.Commit)):
            questions.ask(said)
        else:
            client.send(msgspec.json.encode(wire.Pong(now())))
    except msgspec.DecodeError as error:
        client.send(msgspec.json.encode(wire.LiveProblem("bad-request", str(error))))
    except Refused as refusal:
        client.send(msgspec.json.encode(wire.LiveProblem(refusal.code, refusal.sentence, match)))


@get("/events", responses=refusals(401))
async def events(request: Asked) -> ServerSentEvent:
    """A stream of what the asker is asked; what waits already comes first."""
    home, who, where = house(request), request.user, address(request)
    home.limits.room(who.must().id, where)
    return ServerSentEvent(_events(home, who, where))


async def _events(home: House, who: Who, where: str) -> AsyncGenerator[ServerSentEventMessage, None]:
    with home.limits.here(who.id, where):
        async for message in _told(home, who):
            yield message


async def _told(home: House, who: Who) -> AsyncGenerator[ServerSentEventMessage, None]:
    client = home.live.enter(who, "events")
    try:
        if not await home.live.verify(client):
            return
        # Something at once: the headers go out with the first of it.
        yield ServerSentEventMessage(data=None, comment="here")
        waiting = await home.store.read(matches.asking, who.must().id)
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
