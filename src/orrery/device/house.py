"""The matches of one device: how they begin, how entries are added, and who is told."""

from __future__ import annotations

import json
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeVar

import msgspec
from msgspec import msgpack

from orrery import __version__
from orrery.bots import ladder
from orrery.core.saying import say
from orrery.desk import calls, rows, wire
from orrery.desk.desk import Desk
from orrery.desk.problems import Broken, Refused, not_found
from orrery.desk.results import After, Completed, Head, Line, Played
from orrery.device.kept import DECODER, ENCODER, MARK, Keeper, Row, Seat

ROOM: Final = 8
"""Matches that are at hand; others are replayed when they are asked about."""
STANDIN: Final = "planner"
"""Who plays on for somebody who has resigned."""

T = TypeVar("T")


def clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class House:
    """The records of a device, and desks for those that are asked about."""

    def __init__(self, keeper: Keeper, now: Callable[[], int] = clock) -> None:
        self.keeper = keeper
        self.now = now
        self.rows: dict[str, Row] = {}
        self.unread: dict[str, str] = {}
        """Records that cannot be read, and why: they stay where they are."""
        self.out: list[bytes] = []
        """Live messages that nobody has taken yet."""
        self.watches: dict[tuple[str, int | None], int] = {}
        """What is followed, and the number that was told last."""
        self.undecided: set[tuple[str, int]] = set()
        """Matches and numbers at which what was said ahead did not answer: the person is asked there."""
        self._desks: OrderedDict[str, Desk] = OrderedDict()
        self._chances: dict[str, dict[str, object]] = {}

    def load(self, records: Iterable[tuple[str, bytes]]) -> None:
        """Take over what is kept; what was known before is forgotten."""
        self.rows.clear()
        self.unread.clear()
        self._desks.clear()
        self.undecided.clear()
        for match, record in records:
            try:
                self.rows[match] = DECODER.decode(record)
            except msgspec.MsgspecError as error:
                self.unread[match] = str(error)

    # Matches

    def row(self, match: str) -> Row:
        """The match of that id."""
        if match not in self.rows:
            raise not_found(f"match {match!r} on this device")
        return self.rows[match]

    def desk(self, row: Row) -> Desk:
        """Its desk, up to date; a match that does not replay becomes read-only."""
        if row.state == "broken":
            raise Refused(409, "read-only", row.notice or "this match does not replay")
        desk = self._desks.get(row.id)
        if desk is None or desk.number > row.number:
            desk = self._followed(row)
            self._desks[row.id] = desk
            while len(self._desks) > ROOM:
                self._desks.popitem(last=False)
        self._desks.move_to_end(row.id)
        return desk

    def _followed(self, row: Row) -> Desk:
        try:
            desk = Desk(row.id, row.head)
            desk.catch_up(row.lines)
        except Broken as error:
            row.state = "broken"
            row.notice = f"This match does not replay by the rules of this version ({__version__}): {error}"
            self.keep(row)
            self.tell_table(row)
            raise Refused(409, "read-only", row.notice) from None
        return desk

    def about(self, row: Row, what: calls.AboutMatch) -> bytes:
        """A call about a match."""
        return what.answer(self.desk(row))

    def read(self, row: Row, what: calls.AboutMatch, kind: type[T]) -> T:
        """The same, where the answer is a struct."""
        return msgpack.decode(self.about(row, what), type=kind)

    def keep(self, row: Row) -> None:
        """Hand the record over to be kept."""
        self.keeper.put(row.id, ENCODER.encode(row))

    def forget(self, match: str) -> None:
        """The desk of a match whose record was replaced."""
        self._desks.pop(match, None)

    def drop(self, row: Row) -> None:
        """Forget a match."""
        del self.rows[row.id]
        self.forget(row.id)
        self.keeper.drop(row.id)
        for watch in [watch for watch in self.watches if watch[0] == row.id]:
            del self.watches[watch]
            self.say(wire.Unwatched(*watch))
        self.say(wire.LobbyChanged())

    def carried(self, row: Row, address: str) -> None:
        """The match is played on elsewhere: it stays here as it stands, and waits for nobody any more."""
        row.carried = wire.Elsewhere(address, self.now())
        self.changed(row)

    # Beginning

    def completed(
        self, game: str, options: Mapping[str, Any], stored: bool = False
    ) -> tuple[dict[str, Any], int, int]:
        """Options as the title completes them, the number of seats and the rules number."""
        raw = calls.Complete(game=game, options=dict(options), stored=stored).answer()
        found = msgpack.decode(raw, type=Completed)
        return json.loads(found.options), found.seats, found.rules

    def fixed(self, game: str, options: Mapping[str, Any]) -> list[str]:
        """The options by which chance was left out."""
        if game not in self._chances:
            titles = msgspec.json.decode(calls.Titles().answer(), type=list[wire.Title])
            settings = next(title.settings for title in titles if title.name == game)
            self._chances[game] = rows.chances(settings, self.completed(game, {})[0])
        return rows.fixed(self._chances[game], options)

    def seated(self, game: str, wish: wire.NewSeat | wire.ChangeSeat, others: list[str]) -> Seat:
        """A seat as it is wished; ``others`` are the names at the table."""
        if wish.kind == "open":
            raise Refused(400, "bad-request", say("device.seats.open"), {"field": "seats"})
        if wish.kind == "me":
            return Seat("person", wish.name or "")
        known = ladder(game)
        level = wish.level or known[-1]
        if level not in known:
            raise Refused(400, "bad-request", say("desk.bot.none", got=repr(level), known=", ".join(known)))
        return Seat("bot", wish.name or rows.star(others), level)

    def begin(self, request: wire.NewTable) -> Row:
        """A new match; it starts at once, because nobody has to be waited for."""
        options, count, rules = self.completed(request.game, request.options)
        if len(request.seats) > count:
            sentence = say("desk.seats.many", game=request.game, count=count, got=len(request.seats))
            raise Refused(400, "bad-request", sentence, {"field": "seats"})
        wanted = [*request.seats, *(wire.NewSeat("open") for _ in range(count - len(request.seats)))]
        seats: list[Seat] = []
        names = [seat.name for seat in wanted if seat.name]
        for wish in wanted:
            seats.append(self.seated(request.game, wish, names))
            names.append(seats[-1].name)
        head = Head(request.game, rules, calls.dumped(options), secrets.randbits(63))
        row = self.added(head, seats, msgpack.decode(calls.Begin(head=head).answer(), type=After))
        row.title, row.undo, row.coach = request.title, request.undo, request.coach
        row.fixed = self.fixed(request.game, options)
        self.keep(row)
        return row

    def again(self, row: Row) -> Row:
        """The same table once more, everybody one seat further; asked twice it is the same match."""
        if row.state == "running":
            raise Refused(409, "not-over", "a rematch follows a match that is over")
        if row.next in self.rows:
            return self.rows[row.next]
        options = json.loads(row.head.options)
        fresh = {name: value for name, value in options.items() if name not in ("setup_seed", "position")}
        old = [row.seats[number - 1] for number in range(len(row.seats))]
        seats = [
            wire.NewSeat("bot" if seat.kind == "bot" and not seat.out else "me", seat.level, seat.name or None)
            for seat in old
        ]
        for seat in seats:
            seat.level = seat.level if seat.kind == "bot" else None
        wish = wire.NewTable(row.head.game, fresh, seats, undo=row.undo, coach=row.coach, title=row.title)
        new = self.begin(wish)
        row.next = new.id
        self.changed(row)
        return new

    def added(self, head: Head, seats: list[Seat], after: After) -> Row:
        """A new record; not kept yet."""
        at = self.now()
        row = Row(
            id=MARK + rows.new_id(), head=head, engine=__version__, seats=seats, created=at, since=at, after=after
        )
        self.rows[row.id] = row
        self.say(wire.LobbyChanged())
        return row

    # Entries

    def append(self, row: Row, played: Played) -> None:
        """Entries that were played on a copy enter the log; the record is handed over with them."""
        # Undo finds the turns again by their times: no two commits have the same.
        at = max(self.now(), row.lines[-1].at + 1 if row.lines else 0)
        asked = row.after.asked
        if asked is not None:
            row.seats[asked].then = None
        fresh = [Line(line.seat, line.question, line.text, line.digest, at) for line in played.lines]
        self.desk(row).catch_up(fresh)
        row.lines.extend(fresh)
        row.since = at
        places, row.after = played.after.places, played.after
        if played.after.over:
            self.end(row, places, "finished", at)

    def end(self, row: Row, places: list[int], reason: str, at: int) -> None:
        """The match is over."""
        row.state, row.reason, row.ended = "over", reason, at
        row.places = rows.placed([bool(seat.out) for seat in row.seats], places)

    def changed(self, row: Row, told: int | None = None) -> None:
        """The record is kept, and whoever follows the match is told; ``told`` is a seat that knows already."""
        self.keep(row)
        for (match, seat), number in list(self.watches.items()):
            if match != row.id or number >= row.number:
                continue
            self.watches[match, seat] = row.number
            if seat is None or seat != told:
                self.out.append(self.news(row, number, seat))
        self.tell_table(row)

    def news(self, row: Row, since: int, seat: int | None, whole: bool = False) -> bytes:
        """What is new since a number, as a live message."""
        return self.desk(row).news(since, seat, row.finished, {"since": row.since}, whole)

    def tell_table(self, row: Row) -> None:
        """Whoever follows the match is told how its table is now; lists are to be read anew."""
        if any(match == row.id for match, _ in self.watches):
            self.say(wire.TableChanged(self.table(row)))
        self.say(wire.LobbyChanged())

    def say(self, message: msgspec.Struct) -> None:
        """A live message."""
        raw = msgspec.json.encode(message)
        if not self.out or self.out[-1] != raw:
            self.out.append(raw)

    # Showing

    def table(self, row: Row) -> wire.Table:
        """A match as the table that it is."""
        after, running = row.after, row.state == "running"
        asked = row.seat_asked()
        return wire.Table(
            id=row.id,
            game=row.head.game,
            title=row.title,
            rules=row.head.rules,
            engine=row.engine,
            options=json.loads(row.head.options),
            state=row.state,
            notice=row.notice,
            seats=[self._seat(row, number) for number in range(len(row.seats))],
            host=None,
            visibility="public",
            key=None,
            mode="live",
            clock=None,
            undo=row.undo,
            autostart=True,
            coach=row.coach,
            created=row.created,
            started=row.created,
            ended=row.ended,
            number=row.number,
            move=after.move,
            asked=after.asked if running else None,
            question=after.question if running else "",
            since=row.since if running else None,
            deadline=None,
            scores=after.scores,
            places=row.places,
            reason=row.reason,
            mine=True,
            waiting=asked is not None and asked.kind == "person" and row.carried is None,
            next=row.next,
            fixed=row.fixed,
            carried=row.carried,
        )

    def _seat(self, row: Row, number: int) -> wire.SeatInfo:
        seat = row.seats[number]
        mine = seat.kind == "person" and (seat.out is None or row.state != "running")
        return wire.SeatInfo(
            seat=number,
            kind=seat.kind,
            name=seat.name,
            user=None,
            level=seat.level,
            mine=mine,
            standin=False,
            out=seat.out,
            bank=None,
            online=True,
        )

    # Who looks and who acts

    def held(self, row: Row) -> list[int]:
        """The seats of people: all of them are around this screen."""
        return [number for number, seat in enumerate(row.seats) if self._seat(row, number).mine and seat]

    def seat(self, row: Row, seat: int | None) -> int:
        """The seat that somebody acts for."""
        held = self.held(row)
        if seat is None:
            if not held:
                raise Refused(403, "not-yours", "bots play every seat of this match")
            if len(held) == 1:
                return held[0]
            asked = row.after.asked
            if asked is not None and asked in held:
                return asked
            raise Refused(400, "which-seat", f"there are the seats {', '.join(map(str, held))}: name one")
        if seat not in held:
            raise Refused(403, "not-yours", f"seat {seat} is not yours")
        return seat

    def viewer(self, row: Row, seat: int | None) -> int | None:
        """The seat through which somebody looks; None where bots play alone."""
        held = self.held(row)
        if seat is not None:
            return self.seat(row, seat)
        if not held:
            return None
        asked = row.after.asked
        return asked if asked is not None and asked in held else held[0]
