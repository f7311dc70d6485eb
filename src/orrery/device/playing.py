"""Play on a device: drafts, commits, undo, resigning, what is said ahead, and answers without a person."""

from __future__ import annotations

import secrets

import msgspec
from msgspec import msgpack

from orrery.core.saying import say
from orrery.desk import calls, wire
from orrery.desk.problems import Refused
from orrery.desk.results import Played, Thought, Turn, Undone, World
from orrery.device.house import STANDIN, House
from orrery.device.kept import Row, Seat
from orrery.study.thinking import Choose


def running(row: Row) -> None:
    if row.state == "over":
        raise Refused(409, "over", "this match is over")
    if row.state != "running":
        raise Refused(409, "read-only", row.notice or "this match is read-only")


def fresh(house: House, row: Row, seat: int, base: int) -> None:
    """Refuse a request about a position that is no longer the current one, with the current one."""
    if base != row.number:
        raise stale(house, row, seat)


def stale(house: House, row: Row, seat: int) -> Refused:
    """The refusal of what came too late, with the position as it is now."""
    raw = house.about(row, calls.Position(seat=seat, finished=row.finished))
    position = msgspec.json.decode(raw, type=wire.Position)
    return Refused(409, "stale", "the position has changed", position=position)


# A person


def commit(house: House, row: Row, request: wire.CommitRequest) -> wire.Committed:
    """The draft enters the log, once."""
    seat = house.seat(row, request.seat)
    if request.base > row.number:
        sentence = say("desk.entries.other", count=row.number, got=request.base)
        raise Refused(400, "bad-request", sentence, {"field": "base"})
    if request.base < row.number:
        return _late(house, row, seat, request)
    running(row)
    draft = calls.Commit(seat=seat, actions=request.actions, then=request.then)
    house.append(row, house.read(row, draft, Played))
    row.seats[seat].then = request.then
    asked = row.after.asked
    viewer = asked if asked is not None and asked in house.held(row) else seat
    answer = _committed(row)
    # It is written already, and goes out as it is.
    answer.news = msgspec.Raw(house.news(row, request.base, viewer, viewer != seat))  # type: ignore[assignment]
    house.changed(row, told=viewer)
    return answer


def _committed(row: Row, repeated: bool = False) -> wire.Committed:
    after, over = row.after, row.state != "running"
    question = "" if over else after.question
    return wire.Committed(row.id, row.number, after.move, None if over else after.asked, question, over, repeated)


def _late(house: House, row: Row, seat: int, request: wire.CommitRequest) -> wire.Committed:
    """A commit that has come before is harmless; any other is answered with the position."""
    there = row.lines[request.base : request.base + len(request.actions)]
    if len(there) == len(request.actions) and all(line.seat == seat for line in there):
        same = calls.Repeated(after=request.base, actions=request.actions)
        if house.read(row, same, bool):
            return _committed(row, repeated=True)
    raise stale(house, row, seat)


def undo(house: House, row: Row, request: wire.UndoAsk) -> wire.UndoReply:
    """Take moves back: whoever would have to agree sits around the same screen."""
    seat = house.seat(row, request.seat)
    running(row)
    fresh(house, row, seat, request.base)
    wanted = house.read(row, calls.Undoing(seat=seat, keep=request.keep), Undone)
    if not wanted.free and row.undo == "never":
        raise Refused(409, "no-undo", say("desk.undo.table"))
    house.append(row, house.read(row, calls.Undo(seat=seat, keep=wanted.keep), Played))
    for one in row.seats:  # what was said ahead was meant for a line that is no longer there
        one.premoves, one.then = [], None
    house.changed(row)
    return wire.UndoReply("done", row.number)


def resign(house: House, row: Row, seat: int | None) -> None:
    """Give up: with one opponent left the match is over, else a bot plays on."""
    number = house.seat(row, seat)
    running(row)
    house.append(row, house.read(row, calls.Note(seat=number, question="Resign", text=""), Played))
    gone = row.seats[number]
    gone.out, gone.premoves, gone.orders = "resigned", [], []
    if sum(one.out is None for one in row.seats) <= 1:
        house.end(row, row.after.places, "resigned", row.since)
    else:
        gone.kind, gone.level = "bot", STANDIN
    house.changed(row)


def change_seat(house: House, row: Row, number: int, request: wire.ChangeSeat) -> None:
    """A bot takes over a seat of a running match, or a person does."""
    running(row)
    if number >= len(row.seats):
        raise Refused(404, "not-found", f"there is no seat {number}")
    old = row.seats[number]
    if old.out is not None:
        raise Refused(409, "over", say("desk.seat.left"))
    names = [one.name for one in row.seats]
    new = house.seated(row.head.game, request, names)
    if request.kind == "me":
        new.name = request.name or (old.name if old.kind == "person" else "")
    text = f"bot {new.level}" if new.kind == "bot" else "person"
    house.append(row, house.read(row, calls.Note(seat=number, question="Replace", text=text), Played))
    row.seats[number] = new
    house.changed(row)


# Ahead


def set_orders(house: House, row: Row, request: wire.Orders) -> wire.Orders:
    """New standing orders; a question that waits is answered by them."""
    names = [order.question for order in request.orders]
    if len(set(names)) != len(names):
        raise Refused(400, "bad-order", say("desk.orders.one"))
    if any(order.rule == "say" and not order.texts for order in request.orders):
        raise Refused(400, "bad-order", say("desk.orders.texts"))
    seat = house.seat(row, request.seat)
    row.seats[seat].orders = request.orders
    house.undecided.discard((row.id, row.number))
    house.keep(row)
    return wire.Orders(request.orders, seat)


def set_premoves(house: House, row: Row, request: wire.Premoves) -> wire.PremovesInfo:
    """Premoves for the next turn; none takes them back."""
    number = house.seat(row, request.seat)
    running(row)
    seat = row.seats[number]
    if request.instead is not None and request.instead != seat.premoves:
        raise Refused(409, "no-premoves", "these premoves have been played or dropped meanwhile")
    asked = row.after.asked == number and not seat.premoves
    if asked and request.actions and request.question in (None, row.after.question):
        raise Refused(409, "not-asked", say("desk.asked.now"))
    seat.premoves, seat.premove_question, seat.dropped = request.actions, request.question, None
    house.undecided.discard((row.id, row.number))
    house.keep(row)
    return wire.PremovesInfo(number, request.actions, request.question, None)


# Without a person


def idle(house: House, row: Row) -> bool:
    """Whether nothing answers by itself now."""
    seat = row.seat_asked()
    return seat is None or not seat.automatic or (row.id, row.number) in house.undecided


def answer(house: House, row: Row, quick: bool = False) -> None:
    """One answer of whoever is not a person: a bot's turn, the end of a turn, premoves, standing orders."""
    number, seat = row.after.asked, row.seat_asked()
    if number is None or seat is None:
        return
    if seat.kind == "bot":
        _bot(house, row, number, seat, quick)
    elif not _standing(house, row, number, seat):
        house.undecided.add((row.id, row.number))
        house.keep(row)


def _bot(house: House, row: Row, number: int, seat: Seat, quick: bool) -> None:
    """The answer of a bot; for one that fails a random one stands in, and the log says so."""
    world = house.read(row, calls.Guess(seat=number), World)
    level = seat.level or STANDIN
    try:
        _play(house, row, number, _chosen(world, level, number, quick))
    except Exception as error:  # noqa: BLE001  # whatever a bot does, the match goes on
        fault = f"{level} failed at {row.after.question}: {type(error).__name__}: {error}"
        house.append(row, house.read(row, calls.Note(seat=number, question="Fault", text=fault), Played))
        _play(house, row, number, _chosen(world, "random", number, quick))
    house.changed(row)


def _chosen(world: World, level: str, seat: int, quick: bool) -> list[str]:
    choose = Choose(
        game=world.game, data=world.data, level=level, seat=seat, seed=secrets.randbits(62), quick=quick
    )
    return msgpack.decode(choose.answer(), type=Turn).texts


def _play(house: House, row: Row, seat: int, texts: list[str]) -> None:
    house.append(row, house.read(row, calls.Commit(seat=seat, actions=texts), Played))


def _standing(house: House, row: Row, number: int, seat: Seat) -> bool:
    """The end of a turn that was said with it, premoves, standing orders; whether something answered."""
    if seat.then is not None:
        # It was said for the very next question: whatever else is asked, the person answers.
        said, seat.then = seat.then, None
        closing = house.read(row, calls.Closing(seat=number), Thought).text if said == row.after.question else None
        if closing is not None:
            _play(house, row, number, [closing])
            house.changed(row)
            return True
    if seat.premoves and seat.premove_question in (None, row.after.question):
        try:
            premove = calls.Premove(seat=number, actions=seat.premoves)
            played, count = house.read(row, premove, tuple[Played, int])
        except Refused as refusal:
            seat.premoves, seat.premove_question = [], None
            seat.dropped = f"premoves dropped: {refusal.sentence}"
            house.say(wire.PremovesDropped(row.id, number, seat.dropped))
        else:
            rest = seat.premoves[count:]
            house.append(row, played)
            seat.premoves = rest
            house.changed(row)
            return True
    if seat.orders:
        text = house.read(row, calls.Order(seat=number, orders=seat.orders), Thought).text
        if text is not None:
            _play(house, row, number, [text])
            house.changed(row)
            return True
    return False
