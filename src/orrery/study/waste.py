"""The waste ledger of a match: what was lost at caps, burnt, left unspent, and paid for charging. No judgement.

What was burnt and paid is read from the bookings of the match, what is unspent from the position. What a cap
swallows is not booked, because it never was there: such an answer is given once more with room enough, and the two
sets of bookings are compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, TypedDict

from orrery.core.game import Seat
from orrery.core.journal import POINTS, Booking, Journal
from orrery.core.match import Match
from orrery.evacuation.rules.resources import STOCKS
from orrery.evacuation.state import State as EvacuationState
from orrery.gaia.actions import Action
from orrery.gaia.data.buildings import CAP_CREDITS, CAP_KNOWLEDGE, CAP_ORE, ROUNDS
from orrery.gaia.decisions.charging import CHARGING
from orrery.gaia.phases import ENDING
from orrery.gaia.rules.power import BURNING, spendable
from orrery.gaia.state import State

Kind = Literal["cap", "burnt", "unspent", "charging"]
CAPS: Final = {"credits": CAP_CREDITS, "ore": CAP_ORE, "knowledge": CAP_KNOWLEDGE}
STEP: Final = 3
ROOM: Final = 100
"""How much less there is in trials: as little as leaves room, so that everything can be paid as before."""


class Waste(TypedDict):
    """Something that came to nothing."""

    seat: int
    kind: Kind
    """Lost at a cap, burnt, unspent after the last turn, or points paid for charging."""
    what: str
    """The holding, in the words of bookings."""
    amount: int
    move: int
    """The move of the line that did it, counted from 0."""
    source: str
    """Where it would have come from; empty for what is unspent."""


def wasted(match: Match[Any]) -> list[Waste]:
    """The ledger of all seats, in order."""
    if isinstance(match.state, State):
        return _gaia(match)
    if isinstance(match.state, EvacuationState):
        return _evacuation(match)
    return []


def _gaia(match: Match[Any]) -> list[Waste]:
    found: list[Waste] = []
    state = match.at(0)
    left: set[Seat] = set()
    for move, number in enumerate(match.line):
        assert isinstance(state, State)
        if state.phase == ENDING:
            break
        bookings = match.happenings[number].bookings
        answer = match.game.read(state, match.entries[number].text)
        before = state.clone()
        state.apply(answer)
        for booking in bookings:
            if booking.source == BURNING and booking.what == "tokens":
                found.append(_waste(booking, "burnt", move, -booking.amount))
            elif booking.source == CHARGING and booking.what == POINTS:
                found.append(_waste(booking, "charging", move, -booking.amount))
        for seat, player in enumerate(state.players):
            for what, cap in CAPS.items():
                if getattr(player, what) == cap:
                    found += _swallowed(before, answer, seat, what, move, bookings)
            if state.round == ROUNDS and seat in state.passed and seat not in left and seat != state.automa:
                left.add(seat)
                found += _unspent(before, seat, move)
    return found


def _waste(booking: Booking, kind: Kind, move: int, amount: int) -> Waste:
    return {
        "seat": booking.seat,
        "kind": kind,
        "what": booking.what,
        "amount": amount,
        "move": move,
        "source": booking.source,
    }


def _unspent(state: State, seat: Seat, move: int) -> list[Waste]:
    """What a seat holds when it passes for the last time, power that could be spent included."""
    player = state.players[seat]
    amounts = {
        "credits": player.credits,
        "ore": player.ore,
        "knowledge": player.knowledge,
        "qic": player.qic,
        "power": spendable(player, player.rules.token_worth(player)),
    }
    return [
        {"seat": seat, "kind": "unspent", "what": what, "amount": amount, "move": move, "source": ""}
        for what, amount in amounts.items()
        if amount
    ]


def _swallowed(
    before: State, answer: Action, seat: Seat, what: str, move: int, bookings: tuple[Booking, ...]
) -> list[Waste]:
    """What a cap has swallowed: the same answer, given where the seat has a little less, books all of it."""
    for less in range(STEP, ROOM, STEP):
        trial = before.clone()
        player = trial.players[seat]
        setattr(player, what, getattr(player, what) - less)
        trial.forget()
        trial.journal = journal = Journal()
        trial.apply(answer)
        if getattr(player, what) < CAPS[what]:
            break
    booked, full = _by_source(bookings, seat, what), _by_source(journal.bookings, seat, what)
    return [
        _waste(Booking(seat, what, amount, source), "cap", move, amount - booked.get(source, 0))
        for source, amount in full.items()
        if amount > booked.get(source, 0)
    ]


def _by_source(bookings: Iterable[Booking], seat: Seat, what: str) -> dict[str, int]:
    """The changes of one holding of a seat, added up by source."""
    found: dict[str, int] = {}
    for booking in bookings:
        if booking.seat == seat and booking.what == what:
            found[booking.source] = found.get(booking.source, 0) + booking.amount
    return found


def _evacuation(match: Match[Any]) -> list[Waste]:
    """What lies in the stocks of both worlds at the end."""
    if match.state.asked() is not None:
        return []
    return [
        {
            "seat": seat,
            "kind": "unspent",
            "what": what,
            "amount": player.stock[number],
            "move": len(match.line) - 1,
            "source": "",
        }
        for seat, player in enumerate(match.state.players)
        for number, what in enumerate(STOCKS)
        if player.stock[number]
    ]


def sums(ledger: Sequence[Waste], seat: Seat) -> dict[str, dict[str, int]]:
    """The ledger of one seat added up: kind -> what -> amount."""
    found: dict[str, dict[str, int]] = {}
    for waste in ledger:
        if waste["seat"] == seat:
            kind = found.setdefault(waste["kind"], {})
            kind[waste["what"]] = kind.get(waste["what"], 0) + waste["amount"]
    return found
