"""Tables before their match starts: open, join, leave, start, again."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import msgpack, to_builtins

from orrery import __version__
from orrery.server import ledger, play, wire
from orrery.server.calls import After, Replayed
from orrery.server.house import House, Who
from orrery.server.ledger import PAGE, MatchRow
from orrery.server.people import HASHER, now, verified
from orrery.server.problems import Refused

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
LOBBY: dict[str, Any] = {"lobby": True}

STARS = (
    *("Altair", "Antares", "Bellatrix", "Canopus", "Capella", "Castor", "Deneb", "Electra", "Mizar", "Pollux"),
    *("Procyon", "Regulus", "Rigel", "Spica", "Vega", "Aldebaran", "Arcturus", "Achernar"),
)
"""What bots are called, the same in every language: more than any table has seats."""


def new_id() -> str:
    """The id of a table: short enough to read out, too many to guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(12))


def searched(title: str, game: str, names: Sequence[str]) -> str:
    """What a search looks into."""
    return " ".join(filter(None, [title, game, *names])).casefold()


def _seat(number: int, kind: str, **values: Any) -> dict[str, Any]:
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
        raise Refused(400, "bad-request", f"there is no bot {level!r}; there are: {', '.join(house.levels)}")
    return level


def _star(names: Sequence[str]) -> str:
    """A name for a bot that nobody at the table has."""
    return secrets.choice([star for star in STARS if star not in names])


def _taken(
    house: House, who: Who, kind: str, level: str | None, name: str | None, others: Sequence[str] = ()
) -> dict[str, Any]:
    """The values of a seat of that kind; ``others`` are the names at the table."""
    if kind == "bot":
        return {"kind": "bot", "user": None, "name": name or _star(others), "level": _level(house, level)}
    if kind == "me":
        person = who.must()
        return {"kind": "person", "user": person.id, "name": name or person.name, "level": None}
    return {"kind": "open", "user": None, "name": "", "level": None}


def _values(**values: Any) -> dict[str, Any]:
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
    }
    return base | values


async def completed(house: House, game: str, options: Mapping[str, Any]) -> tuple[dict[str, Any], int, int]:
    """Options as the title completes them, the number of seats and the rules number."""
    raw = await house.pool.call("complete", {"game": game, "options": dict(options)})
    whole, seats, rules, _ = msgpack.decode(raw)
    return json.loads(whole), seats, rules


def _clock(clock: wire.Clock | None) -> dict[str, Any] | None:
    if clock is None:
        return None
    if (clock.seconds is None) == (clock.days is None):
        raise Refused(400, "bad-request", "a clock has either seconds or days", {"field": "clock"})
    if clock.days is not None and clock.increment:
        raise Refused(400, "bad-request", "an increment goes with seconds, not with days", {"field": "clock"})
    found: dict[str, Any] = to_builtins(clock)
    return found


async def create(house: House, who: Who, request: wire.NewTable) -> MatchRow:
    """Open a table; it starts at once when every seat is taken and it may."""
    person = who.must()
    options, count, rules = await completed(house, request.game, request.options)
    if len(request.seats) > count:
        sentence = f"with these options {request.game} has {count} seats, not {len(request.seats)}"
        raise Refused(400, "bad-request", sentence, {"field": "seats"})
    if (request.visibility == "password") != (request.password is not None):
        raise Refused(400, "bad-request", "a password goes with the visibility 'password'", {"field": "password"})
    wanted = [*request.seats, *(wire.NewSeat("open") for _ in range(count - len(request.seats)))]
    seats: list[dict[str, Any]] = []
    names = [person.name, *(seat.name for seat in wanted if seat.name)]
    for i, seat in enumerate(wanted):
        seats.append(_seat(i, "open") | _taken(house, who, seat.kind, seat.level, seat.name, names))
        names.append(seats[-1]["name"])
    password = await asyncio.to_thread(HASHER.hash, request.password) if request.password else None
    names = [seat["name"] for seat in seats]
    values = _values(
        id=new_id(),
        game=request.game,
        rules=rules,
        options=options,
        title=request.title,
        search=searched(request.title, request.game, names),
        host=person.id,
        visibility=request.visibility,
        password=password,
        mode=request.mode,
        clock=_clock(request.clock),
        undo=request.undo,
        autostart=request.autostart,
        coach=request.coach,
    )
    await house.store.write_and_tell([LOBBY], ledger.create, values, seats)
    row = await house.row(values["id"])
    return await _started_if_full(house, row)


async def _started_if_full(house: House, row: MatchRow) -> MatchRow:
    if row.state == "open" and row.autostart and all(seat.kind != "open" for seat in row.seats):
        return await begin(house, row)
    return row


async def begin(house: House, row: MatchRow) -> MatchRow:
    """Start the match: now the play seed is drawn."""
    if any(seat.kind == "open" for seat in row.seats):
        raise Refused(409, "not-full", "a seat is still open")
    seed = secrets.randbits(63)
    args = {
        "game": row.game,
        "rules": row.rules,
        "options": json.dumps(row.options, ensure_ascii=False, sort_keys=True),
        "seed": seed,
    }
    after = msgpack.decode(await house.pool.call("begin", args), type=After)
    at = now()
    seconds = row.clock.get("seconds") if row.clock else None
    banks = {seat.seat: {"bank": seconds * 1000 if seconds else None} for seat in row.seats}
    for seat in row.seats:
        seat.bank = banks[seat.seat]["bank"]
    changes = {"state": "running", "seed": seed, "started": at, "changed": at}
    changes |= play.standing(row, after, at)
    events = [{"match": row.id, "table": True}, LOBBY, *play.calling(row, after)]
    if not await house.store.write_and_tell(events, ledger.begin, row, changes, banks):
        # Somebody started it before, or stood up at this moment.
        return await house.row(row.id)
    row = await house.row(row.id)
    house.spawn(play.drive(house, row.id), "drive")
    return row


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
        if not await asyncio.to_thread(verified, row.password, request.password):
            raise Refused(401, "wrong-password", "this is not the password of this table")
    elif row.visibility == "link":
        house.admit(row, who, request.key)
    _open(row)
    free = [seat.seat for seat in row.seats if seat.kind == "open"]
    if not free or (request.seat is not None and request.seat not in free):
        raise Refused(409, "taken", "this seat is taken" if request.seat is not None else "every seat is taken")
    seat = free[0] if request.seat is None else request.seat
    values = _taken(house, who, "me", None, None)
    search = searched(row.title, row.game, [*(s.name for s in row.seats), person.name])
    events = [{"match": match, "table": True}, LOBBY]
    if not await house.store.write_and_tell(events, ledger.take, match, seat, values, now(), search):
        raise Refused(409, "taken", "this seat is taken")
    return await _started_if_full(house, await house.row(match))


async def _change(
    house: House, row: MatchRow, changes: dict[str, Any], seats: dict[int, dict[str, Any]]
) -> MatchRow:
    changes["changed"] = now()
    events = [{"match": row.id, "table": True}, LOBBY]
    if not await house.store.write_and_tell(events, ledger.change, row.id, changes, seats, state="open"):
        _open(await house.row(row.id))
    return await house.row(row.id)


async def leave(house: House, who: Who, match: str, seat: int | None) -> MatchRow:
    """Stand up before the start; one seat, or all of them."""
    row = await house.row(match)
    held = row.held(who.must().id)
    _open(row)
    left = held if seat is None else [house.seat(row, who, seat)]
    if not left:
        raise Refused(403, "not-yours", "you have no seat at this table")
    names = [s.name for s in row.seats if s.seat not in left]
    changes = {"search": searched(row.title, row.game, names)}
    return await _change(house, row, changes, {one: _taken(house, who, "open", None, None) for one in left})


def _host(row: MatchRow, who: Who) -> None:
    if row.host != who.must().id:
        raise Refused(403, "host-only", "only the host may do this")


async def change_seat(house: House, who: Who, match: str, seat: int, request: wire.ChangeSeat) -> MatchRow:
    """The host gives a seat to a bot, takes it, or opens it again."""
    row = await house.row(match)
    _host(row, who)
    _open(row)
    if seat >= len(row.seats):
        raise Refused(404, "not-found", f"there is no seat {seat}")
    others = [s.name for s in row.seats]
    values = _taken(house, who, request.kind, request.level, request.name, others)
    names = [values["name"] if s.seat == seat else s.name for s in row.seats]
    changes = {"search": searched(row.title, row.game, names)}
    return await _started_if_full(house, await _change(house, row, changes, {seat: values}))


async def start(house: House, who: Who, match: str) -> MatchRow:
    row = await house.row(match)
    _host(row, who)
    _open(row)
    row = await begin(house, row)
    if row.state == "open":
        raise Refused(409, "not-full", "a seat is still open")
    return row


async def drop(house: House, who: Who, match: str) -> None:
    """Remove a table that has not started."""
    row = await house.row(match)
    _host(row, who)
    events = [{"match": match, "table": True}, LOBBY]
    if not await house.store.write_and_tell(events, ledger.drop, match):
        raise Refused(409, "started", "this match has started: a match is never removed")


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
        seats.append(_seat(number, "open") | values)
    values = _values(
        id=new_id(),
        game=row.game,
        rules=rules,
        options=options,
        title=row.title,
        search=searched(row.title, row.game, [seat["name"] for seat in seats]),
        host=who.id,
        visibility="link" if row.visibility == "password" else row.visibility,
        key=row.key,  # who could open this match can open the next one
        mode=row.mode,
        clock=row.clock,
        undo=row.undo,
        autostart=row.autostart,
        coach=row.coach,
    )

    events = [LOBBY, {"match": match, "table": True}]
    if not await house.store.write_and_tell(events, _create_next, match, values, seats):
        again = await house.row(match)
        assert again.next is not None
        return await house.row(again.next)
    return await _started_if_full(house, await house.row(values["id"]))


def _create_next(
    connection: Any, match: str, values: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]
) -> bool:
    row = ledger.load(connection, match)
    if row is None or row.next is not None or not ledger.change(connection, match, {"next": values["id"]}):
        return False
    ledger.create(connection, values, seats)
    return True


_NAMED = re.compile(r"^# seat (\d+): (.*)$", re.MULTILINE)
"""Who sat where, as a record says it."""


async def adopt(house: House, who: Who, request: wire.ImportRecord) -> MatchRow:
    """Store a match from a text; it is replayed first."""
    person = who.must()
    found = msgpack.decode(await house.pool.call("import", {"text": request.text}), type=Replayed)
    after, head = found.after, found.head
    options = json.loads(head.options)
    at = now()
    names = dict(_NAMED.findall(request.text))
    # Without a name the page calls a seat by its number, in the language of whoever reads.
    seats = [
        _seat(number, "open", name=names.get(str(number), "").strip()[:40])
        for number in range(await _seats(house, head.game, options))
    ]
    values = _values(
        id=new_id(),
        game=head.game,
        rules=head.rules,
        options=options,
        seed=head.seed,
        state="over" if after.over else "stopped",
        notice=None if after.over else "This match was imported before its end.",
        title=request.title,
        search=searched(request.title, head.game, [person.name, *names.values()]),
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
    await house.store.write_and_tell([LOBBY], ledger.adopt, values, seats, found.lines, at)
    return await house.row(values["id"])


async def _seats(house: House, game: str, options: Mapping[str, Any]) -> int:
    return (await completed(house, game, options))[1]


async def listed(house: House, who: Who, which: str, game: str, search: str, page: int) -> wire.TablePage:
    """A page of a list of tables."""
    rows, total = await house.store.read(ledger.listed, which, who.id, game, search, page)
    return wire.TablePage([house.table(row, who) for row in rows], page, max(1, -(-total // PAGE)), total)
