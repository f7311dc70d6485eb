"""What a person says ahead: standing orders and premoves."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection

from orrery.core.saying import say
from orrery.desk import wire
from orrery.desk.problems import Refused, not_found
from orrery.server.clock import now
from orrery.server.house import House, Who
from orrery.server.play.driving import drive
from orrery.server.play.standing import Changes, running
from orrery.server.store import matches
from orrery.server.store.matches import MatchRow


async def set_orders(house: House, who: Who, match: str, request: wire.Orders) -> wire.Orders:
    """New standing orders; a question that waits is answered by them."""
    who.must()
    names = [order.question for order in request.orders]
    if len(set(names)) != len(names):
        raise Refused(400, "bad-order", say("desk.orders.one"))
    if any(order.rule == "say" and not order.texts for order in request.orders):
        raise Refused(400, "bad-order", say("desk.orders.texts"))
    seat, asked = await house.store.write(_order, house, who, match, request)
    if asked:
        house.spawn(drive(house, match), "drive")
    return wire.Orders(request.orders, seat)


def _own(connection: Connection, house: House, who: Who, match: str, seat: int | None) -> tuple[MatchRow, int]:
    """A table that nobody else changes until the transaction ends, and the asker's seat at it."""
    row = matches.locked(connection, match)
    if row is None:
        raise not_found(f"table {match!r}")
    return row, house.seat(row, who, seat)


def _order(connection: Connection, house: House, who: Who, match: str, request: wire.Orders) -> tuple[int, bool]:
    """The seat, and whether it is asked now: then the orders are still to answer, also after a crash."""
    row, seat = _own(connection, house, who, match, request.seat)
    asked = row.state == "running" and row.asked == seat
    changes = {"changed": now()} | ({"told": -1} if asked else {})
    matches.change(connection, match, changes, {seat: {"orders": msgspec.to_builtins(request.orders)}})
    return seat, asked


async def set_premoves(house: House, who: Who, match: str, request: wire.Premoves) -> wire.PremovesInfo:
    """Premoves for the next turn; none takes them back. What is answered here is what will be played."""
    who.must()
    seat, asked = await house.store.write(_premove, house, who, match, request)
    if asked:
        house.spawn(drive(house, match), "drive")
    return wire.PremovesInfo(seat, request.actions, request.question, None)


def _premove(
    connection: Connection, house: House, who: Who, match: str, request: wire.Premoves
) -> tuple[int, bool]:
    """The seat, and whether it is asked now."""
    row, seat = _own(connection, house, who, match, request.seat)
    running(row)
    waiting = row.seats[seat].premoves
    if request.instead is not None and request.instead != waiting:
        raise Refused(409, "no-premoves", "these premoves have been played or dropped meanwhile")
    asked = row.asked == seat
    # Those that are about to be played may still be replaced; a question that waits for the person may not.
    if asked and request.actions and not waiting and request.question in (None, row.question):
        raise Refused(409, "not-asked", say("desk.asked.now"))
    values: Changes = {"premoves": request.actions, "premove_question": request.question, "dropped": None}
    matches.change(connection, match, {"changed": now()}, {seat: values})
    return seat, asked
