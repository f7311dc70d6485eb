"""Tables before their match starts: open, join, leave, start, again."""

from __future__ import annotations

import asyncio
import base64
import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import msgpack, to_builtins
from sqlalchemy import Connection

from orrery import __version__
from orrery.core.saying import say
from orrery.desk import calls, rows, wire
from orrery.desk.problems import Refused, not_found
from orrery.desk.results import After, Completed, Line, Replayed
from orrery.server.clock import now
from orrery.server.engine.pool import head_of
from orrery.server.events import Event, LobbyChanged, TableChanged
from orrery.server.house import House, Who
from orrery.server.people import accounts
from orrery.server.play import driving, leaving, standing, storing
from orrery.server.store import matches
from orrery.server.store.matches import MatchRow, Place


def new_seat(number: int, kind: str, **values: Any) -> dict[str, Any]:
    """A row of a seat with what every new one has."""
    base: dict[str, Any] = {
        "seat": number,
        "kind": kind,
        "user": None,
        "name": "",
        "level": None,
        "standin": False,
        "out": None,
        "bank": None,
        "acted": None,
        "orders": [],
        "premoves": [],
        "premove_question": None,
        "dropped": None,
    }
    return base | values


def _level(house: House, level: str | None) -> str:
    level = level or house.settings.bot_level
    if level not in house.levels:
        raise Refused(400, "bad-request", say("desk.bot.none", got=repr(level), known=", ".join(house.levels)))
    return level


def sitting(
    house: House, who: Who, kind: str, level: str | None, name: str | None, others: Sequence[str] = ()
) -> dict[str, Any]:
    """The values of a seat of that kind; ``others`` are the names at the table."""
    if kind == "bot":
        return {"kind": "bot", "user": None, "name": name or rows.star(others), "level": _level(house, level)}
    if kind == "me":
        person = who.must()
        return {"kind": "person", "user": person.id, "name": name or person.name, "level": None}
    return dict(matches.EMPTY)


def new_table(**values: Any) -> dict[str, Any]:
    """A row of a table with what every new one has."""
    at = now()
    base: dict[str, Any] = {
        "engine": __version__,
        "seed": None,
        "state": "open",
        "notice": None,
        "key": secrets.token_urlsafe(12),
        "password": None,
        "clock": None,
        "undo": "consent",
        "autostart": True,
        "coach": True,
        "mode": "live",
        "created": at,
        "started": None,
        "ended": None,
        "changed": at,
        "number": 0,
        "move": 0,
        "asked": None,
        "question": "",
        "since": None,
        "deadline": None,
        "scores": [],
        "places": None,
        "reason": None,
        "next": None,
        "undo_request": None,
        "told": -1,
        "several": False,
        "fixed": [],
        "brought": None,
        "carry": None,
    }
    return base | values


async def completed(
    house: House, game: str, options: Mapping[str, Any], stored: bool = False
) -> tuple[dict[str, Any], int, int]:
    """Options as the title completes them, the number of seats and the rules number."""
    raw = await house.pool.call(calls.Complete(game=game, options=dict(options), stored=stored))
    found = msgpack.decode(raw, type=Completed)
    return json.loads(found.options), found.seats, found.rules


async def fixed(house: House, game: str, options: Mapping[str, Any]) -> list[str]:
    """The options by which a host fixes what chance decides otherwise."""
    if game not in house.chances:
        titles = msgspec.json.decode(await house.pool.call(calls.Titles()), type=list[wire.Title])
        settings = next(title.settings for title in titles if title.name == game)
        usual, _, _ = await completed(house, game, {})
        house.chances[game] = rows.chances(settings, usual)
    return rows.fixed(house.chances[game], options)


def checked_clock(clock: wire.Clock | None) -> dict[str, Any] | None:
    """A clock as it is stored; refused where it says two things at once."""
    if clock is None:
        return None
    if (clock.seconds is None) == (clock.days is None):
        raise Refused(400, "bad-request", say("server.clock.both"), {"field": "clock"})
    if clock.days is not None and clock.increment:
        raise Refused(400, "bad-request", say("server.clock.increment"), {"field": "clock"})
    found: dict[str, Any] = to_builtins(clock)
    return found


async def create(house: House, who: Who, request: wire.NewTable) -> MatchRow:
    """Open a table; it starts at once when every seat is taken and it may."""
    person = who.must()
    options, count, rules = await completed(house, request.game, request.options)
    if len(request.seats) > count:
        sentence = say("desk.seats.many", game=request.game, count=count, got=len(request.seats))
        raise Refused(400, "bad-request", sentence, {"field": "seats"})
    if (request.visibility == "password") != (request.password is not None):
        raise Refused(400, "bad-request", say("server.password.visibility"), {"field": "password"})
    wanted = [*request.seats, *(wire.NewSeat("open") for _ in range(count - len(request.seats)))]
    seats: list[dict[str, Any]] = []
    names = [person.name, *(seat.name for seat in wanted if seat.name)]
    for i, seat in enumerate(wanted):
        seats.append(new_seat(i, "open") | sitting(house, who, seat.kind, seat.level, seat.name, names))
        names.append(seats[-1]["name"])
    await house.limits.opening(person.id, seats)
    password = await asyncio.to_thread(accounts.HASHER.hash, request.password) if request.password else None
    names = [seat["name"] for seat in seats]
    values = new_table(
        id=rows.new_id(),
        game=request.game,
        rules=rules,
        options=options,
        title=request.title,
        search=matches.searched(request.title, request.game, names),
        host=person.id,
        visibility=request.visibility,
        password=password,
        mode=request.mode,
        clock=checked_clock(request.clock),
        undo=request.undo,
        autostart=request.autostart,
        coach=request.coach,
        several=request.several,
        fixed=await fixed(house, request.game, options),
    )
    named = any(seat.name for seat in request.seats)
    await house.store.write_and_tell([LobbyChanged()], _create, person.id, values, seats, named)
    house.limits.made(values["id"])
    row = await house.row(values["id"])
    return await _started_if_full(house, row)


def _create(
    connection: Connection, user: int, values: Mapping[str, Any], seats: Sequence[Mapping[str, Any]], named: bool
) -> None:
    """A new table of a person who is still there; one with words of theirs, if they may speak."""
    speaking(connection, user, bool(values["title"]) or named)
    matches.create(connection, values, seats)


def speaking(connection: Connection, user: int, some: bool) -> None:
    """Somebody is about to store something, with words that others see or without."""
    if some:
        accounts.speaking(connection, user)
    else:
        accounts.present(connection, user)


async def _started_if_full(house: House, row: MatchRow) -> MatchRow:
    if row.state == "open" and row.autostart and all(seat.kind != "open" for seat in row.seats):
        return await begin(house, row)
    return row


async def start_full(house: House, match: str) -> None:
    """Start a table that is full and waits for nobody."""
    await _started_if_full(house, await house.row(match))


async def begin(house: House, row: MatchRow) -> MatchRow:
    """Start the match: now the play seed is drawn. One that was brought goes on where it stands."""
    if any(seat.kind == "open" for seat in row.seats):
        raise Refused(409, "not-full", "a seat is still open")
    await house.limits.starting(row)
    if row.brought is None:
        seed: int | None = secrets.randbits(63)
        head = head_of(row.game, row.rules, row.options, seed or 0)
        after = msgpack.decode(await house.pool.call(calls.Begin(head=head)), type=After)
    else:
        seed = row.seed
        after = msgpack.decode(await house.about(row, calls.Stand()), type=After)
    changes, banks = beginning(row, after, now())
    changes["seed"] = seed
    if not await storing.asking(house, row.id, told(row.id), matches.begin, row, changes, banks):
        # Somebody started it before, or stood up or sat down at this moment.
        return await house.row(row.id)
    row = await house.row(row.id)
    house.spawn(driving.drive(house, row.id), "drive")
    return row


def beginning(row: MatchRow, after: After, at: int) -> tuple[dict[str, Any], dict[int, dict[str, Any]]]:
    """What is stored about a table and its seats when its match begins, or goes on here."""
    seconds = row.clock.get("seconds") if row.clock else None
    banks: dict[int, dict[str, Any]] = {
        seat.seat: {"bank": seconds * 1000 if seconds else None} for seat in row.seats
    }
    for seat in row.seats:
        seat.bank = banks[seat.seat]["bank"]
    changes = {"state": "running", "started": at, "changed": at}
    return changes | standing.standing(row, after, at), banks


def _open(row: MatchRow) -> None:
    if row.state != "open":
        raise Refused(409, "started", "this match has started")


async def join(house: House, who: Who, match: str, request: wire.Join) -> MatchRow:
    """Sit down."""
    person = who.must()
    row = await house.row(match)
    if row.held(person.id) and request.seat is None:
        return row
    if row.visibility == "password" and request.key != row.key and row.host != person.id:
        if request.password is None:
            raise Refused(403, "key", "this table needs its password")
        if not await asyncio.to_thread(accounts.verified, row.password, request.password):
            raise Refused(401, "wrong-password", say("server.table.password"))
    elif row.visibility == "link":
        house.admit(row, who, request.key)
    _open(row)
    await house.limits.joining(person.id)
    values = sitting(house, who, "me", None, None)
    await house.store.write_and_tell(told(match), _sit, match, request.seat, values, now())
    return await _started_if_full(house, await house.row(match))


def told(match: str) -> list[Event]:
    """The events of a table that has changed."""
    return [TableChanged(match), LobbyChanged()]


def _table(connection: Connection, match: str) -> MatchRow:
    """A table; nobody else changes it until the transaction ends."""
    row = matches.locked(connection, match)
    if row is None:
        raise not_found(f"table {match!r}")
    return row


def _sit(connection: Connection, match: str, wanted: int | None, values: Mapping[str, Any], at: int) -> None:
    """Sit down on a seat if it is free now; on the first free one when none is named."""
    accounts.present(connection, values["user"])
    row = _table(connection, match)
    if wanted is None and values["user"] in [seat.user for seat in row.seats]:
        return  # asked twice
    _open(row)
    if values["user"] in [seat.user for seat in row.seats] and values["user"] != row.host and not row.several:
        raise Refused(409, "seated", "you have a seat at this table: only its host may take several")
    free = [seat.seat for seat in row.seats if seat.kind == "open"]
    if not free or (wanted is not None and wanted not in free):
        raise Refused(409, "taken", say("server.seat.taken") if wanted is not None else say("server.seats.full"))
    matches.seated(connection, row, {free[0] if wanted is None else wanted: values}, at)


async def leave(house: House, who: Who, match: str, seat: int | None) -> MatchRow:
    """Stand up before the start; one seat, or all of them."""
    who.must()
    await house.store.write_and_tell(told(match), _stand_up, house, who, match, seat, now())
    return await house.row(match)


def _stand_up(connection: Connection, house: House, who: Who, match: str, seat: int | None, at: int) -> None:
    row = _table(connection, match)
    _open(row)
    left = row.held(who.id) if seat is None else [house.seat(row, who, seat)]
    if not left:
        raise Refused(403, "not-yours", "you have no seat at this table")
    matches.seated(connection, row, {one: sitting(house, who, "open", None, None) for one in left}, at)


def _host(row: MatchRow, who: Who) -> None:
    if row.host != who.must().id:
        raise Refused(403, "host-only", "only the host may do this")


async def change_seat(house: House, who: Who, match: str, seat: int, request: wire.ChangeSeat) -> MatchRow:
    """The host gives a seat to a bot, takes it, or opens it again."""
    row = await house.row(match)
    _host(row, who)
    if seat >= len(row.seats):
        raise Refused(404, "not-found", f"there is no seat {seat}")
    if row.state == "running" and row.seats[seat].kind == "open" and request.kind != "open":
        await house.store.write(speaking, who.must().id, bool(request.name))
        values = sitting(house, who, request.kind, request.level, request.name, [s.name for s in row.seats])
        return await leaving.fill(house, match, seat, values)
    _open(row)
    await house.store.write_and_tell(told(match), _give, house, who, match, seat, request, now())
    return await _started_if_full(house, await house.row(match))


def _give(
    connection: Connection, house: House, who: Who, match: str, seat: int, request: wire.ChangeSeat, at: int
) -> None:
    speaking(connection, who.must().id, bool(request.name))
    row = _table(connection, match)
    _open(row)
    if row.seats[seat].out is not None:
        raise Refused(409, "over", say("desk.seat.left"))
    values = sitting(house, who, request.kind, request.level, request.name, [s.name for s in row.seats])
    matches.seated(connection, row, {seat: values}, at)


async def start(house: House, who: Who, match: str) -> MatchRow:
    """The host starts the match with those who sit there at that moment, or is told why not."""
    row = await house.row(match)
    _host(row, who)
    _open(row)
    for _ in range(5):
        row = await begin(house, row)
        if row.state != "open":
            return row
    raise Refused(409, "not-full", say("server.seats.moving"))


async def drop(house: House, who: Who, match: str) -> None:
    """Remove a table that has not started."""
    row = await house.row(match)
    _host(row, who)
    if not await house.store.write_and_tell(told(match), matches.drop, match):
        raise Refused(409, "started", say("server.started.kept"))


async def rematch(house: House, who: Who, match: str) -> MatchRow:
    """The same people again, everybody one seat further; asked twice it is the same table."""
    row = await house.row(match)
    house.seat(row, who, None if len(row.held(who.id)) < 2 else row.held(who.id)[0])
    if row.state not in ("over", "broken"):
        raise Refused(409, "not-over", "a rematch follows a match that is over")
    if row.next is not None:
        return await house.row(row.next)
    options = dict(row.options)
    if "setup_seed" in options or "position" in options:
        fresh = {name: value for name, value in options.items() if name not in ("setup_seed", "position")}
        options, _, rules = await completed(house, row.game, fresh)
    else:
        options, _, rules = await completed(house, row.game, options)
    count = len(row.seats)
    seats: list[dict[str, Any]] = []
    for old in row.seats:
        number = (old.seat + 1) % count
        values: dict[str, Any]
        if old.user is not None:
            # Others than the asker come back by themselves, so that nobody is bound to a match unasked.
            mine = old.user == who.id
            values = {"kind": "person", "user": old.user, "name": old.name} if mine else {"kind": "open"}
        else:
            values = {"kind": old.kind, "name": old.name, "level": old.level}
        seats.append(new_seat(number, "open") | values)
    await house.limits.opening(who.must().id, seats)
    values = new_table(
        id=rows.new_id(),
        game=row.game,
        rules=rules,
        options=options,
        title=row.title,
        search=matches.searched(row.title, row.game, [seat["name"] for seat in seats]),
        host=who.id,
        visibility="link" if row.visibility == "password" else row.visibility,
        key=row.key,  # who could open this match can open the next one
        mode=row.mode,
        clock=row.clock,
        undo=row.undo,
        autostart=row.autostart,
        coach=row.coach,
        several=row.several,
        fixed=await fixed(house, row.game, options),
    )

    if not await house.store.write_and_tell(told(match), _create_next, who.must().id, match, values, seats):
        again = await house.row(match)
        assert again.next is not None
        return await house.row(again.next)
    house.limits.made(values["id"])
    return await _started_if_full(house, await house.row(values["id"]))


def _create_next(
    connection: Connection,
    user: int,
    match: str,
    values: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
) -> bool:
    person = accounts.present(connection, user)
    if accounts.mute_of(person) is not None:
        values = {**values, "title": ""}
    row = matches.load(connection, match)
    if row is None or row.next is not None or not matches.change(connection, match, {"next": values["id"]}):
        return False
    matches.create(connection, values, seats)
    return True


async def replayed(house: House, text: str) -> Replayed:
    """A match from a text, replayed within the bounds for what comes from outside."""
    log = calls.Import(text=text, entries=house.settings.entries, seconds=house.settings.limit / 10)
    # Apart from all matches: whatever a stranger's record does, nobody waits for it.
    return msgpack.decode(await house.pool.apart.call(log), type=Replayed)


async def adopt(house: House, who: Who, request: wire.ImportRecord) -> MatchRow:
    """Store a match from a text; it is replayed first."""
    person = who.must()
    found = await replayed(house, request.text)
    after, head = found.after, found.head
    options = json.loads(head.options)
    at = now()
    names = found.names
    # Without a name the page calls a seat by its number, in the language of whoever reads.
    seats = [
        new_seat(number, "open", name=names.get(number, "").strip()[:40])
        for number in range(await _seats(house, head.game, options))
    ]
    values = new_table(
        id=rows.new_id(),
        game=head.game,
        rules=head.rules,
        options=options,
        seed=head.seed,
        state="over" if after.over else "stopped",
        notice=None if after.over else "This match was imported before its end.",
        title=request.title,
        search=matches.searched(request.title, head.game, [person.name, *names.values()]),
        host=person.id,
        visibility=request.visibility,
        started=at,
        ended=at,
        number=after.number,
        move=after.move,
        question="",
        scores=after.scores,
        places=after.places if after.over else None,
        reason="finished" if after.over else None,
    )
    await house.store.write_and_tell([LobbyChanged()], _adopt, person.id, values, seats, found.lines, at)
    return await house.row(values["id"])


def _adopt(
    connection: Connection,
    user: int,
    values: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
    lines: Sequence[Line],
    at: int,
) -> None:
    speaking(connection, user, bool(values["title"]) or any(seat["name"] for seat in seats))
    matches.adopt(connection, values, seats, lines, [at] * len(lines))


async def _seats(house: House, game: str, options: Mapping[str, Any]) -> int:
    return (await completed(house, game, options, stored=True))[1]


async def listed(house: House, who: Who, which: str, game: str, search: str, after: str | None) -> wire.TablePage:
    """A page of a list of tables, from its beginning or after the ``more`` of another page."""
    place = None if after is None else _read_place(after)
    rows, more = await house.store.read(matches.listed, which, who.id, game, search, place)
    return wire.TablePage([house.table(row, who) for row in rows], None if more is None else _write_place(more))


def _write_place(place: Place) -> str:
    return base64.urlsafe_b64encode(msgpack.encode(place)).decode().rstrip("=")


def _read_place(cursor: str) -> Place:
    try:
        raw = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        place = msgpack.decode(raw, type=Place)
    except (ValueError, msgspec.MsgspecError):
        raise _no_place() from None
    if not (place.waiting in (0, 1) and 0 <= place.changed < 1 << 62 and place.id.isalnum()):
        raise _no_place()
    return place


def _no_place() -> Refused:
    return Refused(400, "bad-request", say("server.list.more"))
