"""Live connections: who watches which match, and what they are sent.

Every process follows the log by itself: events carry ids only, and a room asks its worker what is new for
each kind of viewer, once, however many watch. A message to a client never holds more than its seat may know,
because it is made for that seat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

import msgspec
import structlog
from msgspec import msgpack
from prometheus_client import Gauge

from orrery.core.saying import say
from orrery.desk import calls, wire
from orrery.desk.problems import Refused
from orrery.desk.results import Told
from orrery.server.clock import now
from orrery.server.club import announcing
from orrery.server.events import (
    DECODER,
    Announced,
    Asked,
    Called,
    Hurried,
    LobbyChanged,
    Missed,
    Moved,
    PeopleChanged,
    PremovesDropped,
    Said,
    TableChanged,
    WentOut,
    Wrote,
)
from orrery.server.house import House, Who, clock_news
from orrery.server.people import accounts
from orrery.server.store import matches, talk
from orrery.server.store.matches import MatchRow

LOG = structlog.get_logger("orrery.live")

CONNECTIONS = Gauge("orrery_connections", "Live connections", ["kind"])
ROOMS = Gauge("orrery_rooms", "Matches that somebody watches")

BACKLOG = 256
"""Messages that may wait for a slow client; then it is cut off, and resumes when it can."""
POLL = 10.0
"""Seconds after which a room looks for entries by itself, in case an event was lost."""
WATCHES = 64
"""Matches that one client may watch."""

Viewer = int | None


class Client:
    """One connection: a queue that somebody empties."""

    def __init__(self, who: Who) -> None:
        self.who = who
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(BACKLOG)
        self.watches: dict[tuple[str, Viewer], str | None] = {}
        """What is followed, with the key of the link by which the table was opened."""
        self.lobby = False
        self.gone = False

    def send(self, message: bytes) -> None:
        """Queue a message; None in the queue means: close."""
        if self.gone:
            return
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.close()

    def close(self) -> None:
        """End the connection as soon as its sender looks."""
        self.gone = True
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)

    def last(self, message: bytes) -> None:
        """The last message of a connection that is being closed."""
        if self.queue.qsize() == 1:
            self.queue.get_nowait()
            self.queue.put_nowait(message)
            self.queue.put_nowait(None)


class Room:
    """A match that somebody watches."""

    def __init__(self, match: str) -> None:
        self.match = match
        self.number = -1
        """What the watchers have been told; -1 before the first one."""
        self.watchers: dict[Viewer, set[Client]] = {}
        self.lock = asyncio.Lock()
        self.wanted = False
        self.table = False
        self.running = False
        self.entering = 0

    @property
    def empty(self) -> bool:
        return not self.watchers and not self.entering

    def clients(self) -> set[Client]:
        return {client for clients in self.watchers.values() for client in clients}


class Live:
    """All connections of this process."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.clients: set[Client] = set()
        self.users: dict[int, set[Client]] = {}
        self.rooms: dict[str, Room] = {}
        self._lobby = False

    # Connections

    def enter(self, who: Who, kind: str) -> Client:
        client = Client(who)
        self.clients.add(client)
        CONNECTIONS.labels(kind).inc()
        if who.id is not None:
            self.users.setdefault(who.id, set()).add(client)
            self.house.spawn(self.house.seen([who.id]), "seen")
        return client

    def exit(self, client: Client, kind: str) -> None:
        client.gone = True
        self.clients.discard(client)
        if client.who.id is not None:
            others = self.users.get(client.who.id, set())
            others.discard(client)
            if not others:
                self.users.pop(client.who.id, None)
        for match, viewer in list(client.watches):
            self.leave(client, match, viewer)
        CONNECTIONS.labels(kind).dec()

    async def verify(self, *clients: Client) -> bool:
        """Close the connections whose session or token has ended; whether there were none."""
        doors = {client.who.door for client in clients if client.who.door is not None}
        fine: set[str] = set()
        for start in range(0, len(doors), 500):
            fine |= await self.house.store.read(accounts.valid, sorted(doors)[start : start + 500])
        ended = [client for client in clients if client.who.door is not None and client.who.door not in fine]
        users = sorted({client.who.id for client in ended if client.who.id is not None})
        why = await self.house.store.read(accounts.banned_of, users) if users else {}
        for client in ended:
            client.close()
            if client.who.id in why:  # a guest could not even try to sign in, and would never be told
                refusal = accounts.banned(why[client.who.id])
                client.last(
                    msgspec.json.encode(wire.LiveProblem(refusal.code, refusal.sentence, detail=refusal.detail))
                )
        return not ended

    async def watch(self, client: Client, asked: wire.Watch) -> None:
        """Follow a match; first what was missed since the number that the client has."""
        if not await self.verify(client):
            return
        row = await self.house.row(asked.match)
        if asked.seat is None:
            self.house.admit(row, client.who, asked.key)
        else:
            self.house.viewer(row, client.who, asked.seat, asked.key)
        if (row.id, asked.seat) not in client.watches and len(client.watches) >= WATCHES:
            raise Refused(429, "too-many", say("server.watches", most=WATCHES))
        room = self.rooms.setdefault(row.id, Room(row.id))
        ROOMS.set(len(self.rooms))
        room.entering += 1
        try:
            await self._enter(room, row, client, asked)
        finally:
            room.entering -= 1
            if client.gone:
                self.leave(client, row.id, asked.seat)
            self._tidy(room)

    async def _enter(self, room: Room, row: MatchRow, client: Client, asked: wire.Watch) -> None:
        async with room.lock:
            if row.begun and row.state != "broken":
                if room.number < 0:
                    room.number = row.number
                await self._follow(room)
                await self._resume(room, client, asked)
            else:
                client.send(msgspec.json.encode(wire.Watching(row.id, asked.seat, row.number)))
            # Before every later message it is looked at again who holds the seat.
            room.watchers.setdefault(asked.seat, set()).add(client)
            client.watches[row.id, asked.seat] = asked.key
            if row.state == "open":  # whoever stood up since the row was read has been told nothing of it
                await self._look(room)

    def _tidy(self, room: Room) -> None:
        if room.empty and not room.running and self.rooms.get(room.match) is room:
            del self.rooms[room.match]
            ROOMS.set(len(self.rooms))

    async def _resume(self, room: Room, client: Client, asked: wire.Watch) -> None:
        client.send(msgspec.json.encode(wire.Watching(room.match, asked.seat, room.number)))
        if asked.number is None or asked.number == room.number:
            return
        row = await self.house.row(room.match)
        message = (await self._news(row, asked.number, [asked.seat])).messages[0]
        # Whoever gave the seat up meanwhile is not told what came after.
        row = await self.house.row(room.match)
        if asked.seat is None:
            self.house.admit(row, client.who, asked.key)
        else:
            self.house.viewer(row, client.who, asked.seat, asked.key)
        client.send(message)

    def leave(self, client: Client, match: str, viewer: Viewer) -> None:
        """Stop following."""
        client.watches.pop((match, viewer), None)
        room = self.rooms.get(match)
        if room is None:
            return
        clients = room.watchers.get(viewer, set())
        clients.discard(client)
        if not clients:
            room.watchers.pop(viewer, None)
        self._tidy(room)

    # Rooms

    def _fits(self, row: MatchRow, client: Client, viewer: Viewer) -> bool:
        """Whether a watch still stands: seats change hands, and tables stop being public to those who left."""
        key = client.watches.get((row.id, viewer))
        return self.house.admits(row, client.who, key) and (viewer is None or viewer in row.held(client.who.id))

    def _prune(self, room: Room, row: MatchRow) -> None:
        """End the watches that no longer stand, and say so."""
        for viewer, clients in list(room.watchers.items()):
            for client in list(clients):
                if not self._fits(row, client, viewer):
                    self._end(client, row.id, viewer)

    def _end(self, client: Client, match: str, viewer: Viewer) -> None:
        self.leave(client, match, viewer)
        client.send(msgspec.json.encode(wire.Unwatched(match, viewer)))

    async def _news(
        self, row: MatchRow, since: int, viewers: Sequence[Viewer], wholes: Sequence[Viewer] = ()
    ) -> Told:
        """What is new for each of these viewers, and then the whole position for each of those."""
        asked = calls.News(
            since=since,
            viewers=list(viewers),
            finished=row.finished,
            clock=clock_news(row),
            wholes=list(wholes),
        )
        return msgpack.decode(await self.house.about(row, asked), type=Told)

    async def _follow(self, room: Room) -> None:
        """Tell the watchers what is new; under the room's lock."""
        try:
            row = await self.house.known(room.match)
        except Refused:  # a table that was removed: its watchers are told with the table
            return
        if not row.begun or row.number <= room.number or row.state == "broken":
            return
        if room.number < 0:
            room.number = row.number
            return
        await self._spread(room, row, list(room.watchers))

    async def _spread(
        self, room: Room, row: MatchRow, viewers: Sequence[Viewer], wholes: Sequence[Viewer] = ()
    ) -> Told:
        """Tell the watchers what is new since the room's number; what was told to whom."""
        news = await self._news(row, room.number, viewers, wholes)
        room.number = news.number
        if news.number > row.number:  # others were faster than the look at the table: who holds the seats now?
            row = await self.house.row(room.match)
        self._prune(room, row)
        for viewer, message in zip(viewers, news.messages, strict=False):
            for client in list(room.watchers.get(viewer, ())):
                client.send(message)
        return news

    async def moved(self, row: MatchRow, since: int, seat: int, viewer: int) -> bytes | None:
        """Tell everybody here what has just been stored; what ``viewer``, who played for ``seat``, is told of it.

        For another seat than the one played for that is the whole position. None where it cannot be told now: the
        live connection will.
        """
        wholes = [] if viewer == seat else [viewer]
        room = self.rooms.get(row.id)
        try:
            if room is None:
                return (await self._news(row, since, [] if wholes else [viewer], wholes)).messages[-1]
            async with room.lock:
                if room.number != since:  # others move on at the same time
                    await self._follow(room)
                    return (await self._news(row, since, [] if wholes else [viewer], wholes)).messages[-1]
                viewers = [*(one for one in room.watchers if one != seat), seat]
                return (await self._spread(room, row, viewers, wholes)).messages[-1]
        except Refused as refusal:
            LOG.warning("news could not be told", match=row.id, code=refusal.code)
            return None
        finally:
            if room is not None:
                self._tidy(room)

    async def _look(self, room: Room) -> MatchRow | None:
        """The table as it is now, with only those who may watch it; None when it was removed."""
        try:
            row = await self.house.row(room.match)
        except Refused:
            for viewer, clients in list(room.watchers.items()):
                for client in list(clients):
                    self._end(client, room.match, viewer)
            return None
        self._prune(room, row)
        return row

    async def _tables(self, room: Room) -> None:
        row = await self._look(room)
        if row is None:
            return
        made: dict[int | None, bytes] = {}
        for client in room.clients():
            user = client.who.id
            if user not in made:
                made[user] = msgspec.json.encode(wire.TableChanged(self.house.table(row, client.who)))
            client.send(made[user])

    def wake(self, match: str, table: bool = False) -> None:
        """Something happened in a match: its room looks, once for many events."""
        room = self.rooms.get(match)
        if room is None:
            return
        room.wanted = True
        room.table = room.table or table
        if not room.running:
            room.running = True
            self.house.spawn(self._run(room), "room")

    async def _run(self, room: Room) -> None:
        try:
            while room.wanted and not self.house.closing:
                room.wanted, table = False, room.table
                room.table = False
                async with room.lock:
                    await self._follow(room)
                    if table:
                        await self._tables(room)
        finally:
            room.running = False
            self._tidy(room)

    # Events

    async def heard(self, raw: bytes) -> None:
        """An event from any process."""
        match DECODER.decode(raw):
            case Missed():
                self.house.store.memory.forget()
                for match in list(self.rooms):
                    self.wake(match, table=True)
                self.house.spawn(self.verify(*self.clients), "doors")
                self.house.spawn(self.announce(), "announcement")
            case Moved(match, number):
                self.house.store.memory.moved(match, number)
                self.wake(match)
            case TableChanged(match):
                self.house.store.memory.changed(match)
                self.wake(match, table=True)
            case Hurried(match, number):
                self.house.hurry(match, number)
            case Wrote(written):
                self.house.store.memory.changed(*written)
            case PeopleChanged():
                self.house.store.memory.shut()
            case Asked(user, match, seat, number, question, game):
                self._to(user, msgspec.json.encode(wire.YourTurn(match, seat, number, question, game)))
            case PremovesDropped(user, match, seat, sentence):
                self._to(user, msgspec.json.encode(wire.PremovesDropped(match, seat, sentence)))
            case Said(match, number):
                room = self.rooms.get(match)
                if room is not None:
                    self.house.spawn(self._chat(room, number), "chat")
            case Called(user):
                self._to(user, msgspec.json.encode(wire.Called()))
            case LobbyChanged():
                if not self._lobby:
                    self._lobby = True
                    self.house.spawn(self._lobby_changed(), "lobby")
            case Announced():
                self.house.spawn(self.announce(), "announcement")
            case WentOut(user):
                self.house.spawn(self.verify(*self.users.get(user, ())), "doors")

    def _to(self, user: int, message: bytes) -> None:
        for client in list(self.users.get(user, ())):
            client.send(message)

    async def _chat(self, room: Room, number: int) -> None:
        row = await self.house.row(room.match)
        for line in await self.house.store.read(talk.said, room.match, number - 1):
            if line[0] == number:
                self._prune(room, row)
                message = msgspec.json.encode(wire.Said(room.match, wire.ChatLine(*line)))
                for client in room.clients():
                    client.send(message)

    async def announce(self) -> None:
        """Look what is announced, and tell everybody when it is something else."""
        found = await self.house.store.read(announcing.current)
        if found == self.house.announced:
            return
        self.house.announcement = found
        message = msgspec.json.encode(wire.Announced(found))
        for client in list(self.clients):
            client.send(message)

    async def _lobby_changed(self) -> None:
        await asyncio.sleep(0.5)  # many tables change at once: one message is enough
        self._lobby = False
        message = msgspec.json.encode(wire.LobbyChanged())
        for client in list(self.clients):
            if client.lobby:
                client.send(message)

    # Beside it all

    async def look_after(self) -> None:
        """From time to time: who is here, and rooms that missed an event."""
        while not self.house.closing:
            await asyncio.sleep(POLL)
            try:
                await self.verify(*self.clients)
                await self.announce()
                await self.house.seen(sorted(self.users))
                ids = list(self.rooms)
                for start in range(0, len(ids), 500):
                    found = await self.house.store.read(matches.numbers, ids[start : start + 500])
                    self._missed(found.items())
            except Exception:  # the database may come back: watchers must be told then
                LOG.exception("rooms could not be looked after")

    def _missed(self, found: Iterable[tuple[str, int]]) -> None:
        for match, number in found:
            room = self.rooms.get(match)
            if room is not None and number > room.number >= 0:
                self.house.store.memory.moved(match, number)
                self.wake(match, table=True)

    def close(self) -> None:
        """Tell every client to come back later."""
        for client in list(self.clients):
            client.close()


def hello(who: Who, version: str, announcement: wire.Announcement | None) -> bytes:
    """The first message of a connection."""
    person = who.person
    user = wire.User(person.id, person.name, person.guest) if person is not None else None
    return msgspec.json.encode(wire.Hello(user, now(), version, announcement))
