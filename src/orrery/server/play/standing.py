"""Where a match stands: who is asked until when, or how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from orrery.desk import rows
from orrery.desk.problems import Refused
from orrery.desk.results import After
from orrery.server.store.matches import MatchRow, SeatRow

Changes = dict[str, Any]


def running(row: MatchRow) -> None:
    if row.state == "open":
        raise Refused(409, "not-started", "this match has not started")
    if row.state == "over":
        raise Refused(409, "over", "this match is over")
    if row.state != "running":
        raise Refused(409, "read-only", row.notice or "this match is read-only")


def standing(row: MatchRow, after: After, at: int, seats: Sequence[SeatRow] | None = None) -> Changes:
    """What is stored about a position: who is asked until when; or how it ended."""
    changes: Changes = {
        "move": after.move,
        "asked": after.asked,
        "question": after.question,
        "scores": after.scores,
        "since": at,
        "deadline": None,
        "undo_request": None,
    }
    if after.asked is None:
        return changes | ended(row, after.places, "finished", at)
    seat = (seats or row.seats)[after.asked]
    if row.clock is not None and seat.kind == "person":
        days = row.clock.get("days")
        if days is not None:
            changes["deadline"] = at + int(days * 86_400_000)
        elif seat.bank is not None:
            changes["deadline"] = at + seat.bank
    return changes


def ended(row: MatchRow, places: Sequence[int], reason: str, at: int) -> Changes:
    """What is stored about the end: those who left come last."""
    return {
        "state": "over",
        "ended": at,
        "reason": reason,
        "places": placed(row, places),
        "asked": None,
        "question": "",
        "since": None,
        "deadline": None,
        "undo_request": None,
    }


def over_again(row: MatchRow, after: After) -> Changes:
    """What is stored about a match that had ended and can be replayed again."""
    changes: Changes = {"state": "over", "notice": None}
    if row.places is None:  # it was ended while nobody knew them
        changes |= {"places": placed(row, after.places), "scores": after.scores}
    return changes


def placed(row: MatchRow, places: Sequence[int]) -> list[int]:
    """Places by the game, with everybody who left behind everybody who stayed."""
    return rows.placed([bool(seat.out) for seat in row.seats], places)


def ticked(row: MatchRow, after: After, at: int) -> dict[int, Changes]:
    """The clock of the seat that has answered."""
    found: dict[int, Changes] = {}
    if row.asked is None:
        return found
    seat = row.seats[row.asked]
    found[row.asked] = {"acted": at, "then": None}
    if row.clock is not None and seat.bank is not None and row.since is not None and seat.kind == "person":
        left = max(0, seat.bank - (at - row.since))
        if after.asked != row.asked:
            left += int(row.clock.get("increment") or 0) * 1000
        found[row.asked]["bank"] = left
    return found


def automatic(seat: SeatRow) -> bool:
    """Somebody else than the person may answer for this seat."""
    return seat.kind == "bot" or bool(seat.premoves) or bool(seat.orders) or seat.then is not None


def alike(one: SeatRow, other: SeatRow) -> bool:
    """The same answers for a seat."""
    names = ("kind", "level", "premoves", "premove_question", "orders", "then")
    return all(getattr(one, name) == getattr(other, name) for name in names)
