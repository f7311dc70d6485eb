"""Offers to charge power."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, TypedDict, final

from orrery.core.words import Fields, fields
from orrery.gaia import words as w
from orrery.gaia.actions import TOKEN_AFTER, TOKEN_BEFORE, Action, Charge, Decline
from orrery.gaia.data.gains import Gains
from orrery.gaia.decisions.base import Decision
from orrery.gaia.rules.building import offer, standing, worth
from orrery.gaia.rules.effects import gain, score
from orrery.gaia.rules.power import capacity, charge

if TYPE_CHECKING:
    from orrery.gaia.state import State

CHARGING: Final = "charge"
"""The source of power and of the points paid for it."""

ONE_TOKEN: Final = Gains(tokens=1)


class OwnStructure(TypedDict):
    """A structure and where it stands."""

    hex: str
    """Where."""
    building: str | None
    """Which."""


class OfferFacts(TypedDict):
    """What was built where, and what can be charged for it."""

    builder: int | None
    """Who built."""
    building: str | None
    """What."""
    hex: str
    """Where."""
    power: int
    """What can be charged."""
    price: int
    """Victory points that it costs."""
    offered: int
    """The power value of the own structure."""
    structure: OwnStructure | None
    """The own structure that the offer comes from."""


@final
class LeechOffer(Decision):
    """Somebody built near you: charge power for victory points, or decline.

    ``power`` is the highest value of an own structure near ``where``; what of it can be charged and paid is
    decided when it is asked.
    """

    __slots__ = ("power", "where")

    holds: ClassVar[Fields] = fields(where=w.HEX, power=w.COUNT)

    always: ClassVar[bool] = True

    def __init__(self, seat: int, where: int, power: int) -> None:
        self.seat = seat
        self.where: Final = where
        self.power: Final = power

    def arrive(self, state: State) -> bool:
        if self.charges(state):
            return False
        state.stack.pop()
        return True

    def charges(self, state: State) -> list[Action]:
        """The ways to accept; empty if nothing can be charged, then it is not asked."""
        player = state.players[self.seat]
        return player.rules.charges(state, self.seat, self.power, capacity(player))

    def about(self, state: State) -> OfferFacts:
        """Who built what where, the structure that is near, and what can be charged for how many points."""
        builder, building = None, None
        for seat, player in enumerate(state.players):
            if seat != self.seat and player.own >> self.where & 1 and (builder is None or seat == state.turn):
                builder, building = seat, standing(player, self.where)
        own = state.players[self.seat]
        near = state.world.grid.ball(self.where, 2)
        value, hexes = max(
            ((value, mask & near) for mask, value in worth(state, own) if mask & near), default=(0, 0)
        )
        nearest = (hexes & -hexes).bit_length() - 1
        amount = most_charged(state, self.seat, self.power)
        return {
            "builder": builder,
            "building": building,
            "hex": state.world.names[self.where],
            "power": amount,
            "price": max(0, amount - 1),
            "offered": self.power,
            "structure": {"hex": state.world.names[nearest], "building": standing(own, nearest)} if value else None,
        }

    def options(self, state: State) -> list[Action]:
        return [*self.charges(state), Decline()]

    def resolve(self, state: State, action: Action) -> None:
        if not isinstance(action, Charge):
            return
        score(state, self.seat, min(0, 1 - action.amount), CHARGING)
        if action.token == TOKEN_BEFORE:
            gain(state, self.seat, ONE_TOKEN, state.players[self.seat].rules.source)
        charge(state, self.seat, action.amount, CHARGING, 1 if action.token == TOKEN_AFTER else 0)


def most_charged(state: State, seat: int, power: int) -> int:
    """How much of an offer a seat can charge at the most."""
    player = state.players[seat]
    ways = player.rules.charges(state, seat, power, capacity(player)) if power else []
    return max((way.amount for way in ways if isinstance(way, Charge)), default=0)


def offer_charges(state: State, builder: int) -> None:
    """Ask everybody near the hexes that were built on, clockwise from the builder, hex after hex."""
    offers: list[Decision] = []
    at = state.ring.index(builder)
    around = state.ring[at + 1 :] + state.ring[:at]
    for where in state.pending:
        for seat in around:
            if seat == state.automa:
                continue
            power = offer(state, state.players[seat], where)
            if power:
                offers.append(LeechOffer(seat, where, power))
    state.pending = ()
    state.stack.extend(reversed(offers))
