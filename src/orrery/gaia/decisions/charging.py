"""Offers to charge power."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from orrery.gaia.actions import TOKEN_AFTER, TOKEN_BEFORE, Action, Charge, Decline
from orrery.gaia.data.gains import Gains
from orrery.gaia.decisions.base import Decision
from orrery.gaia.rules.building import offer
from orrery.gaia.rules.effects import gain, score
from orrery.gaia.rules.power import capacity, charge

if TYPE_CHECKING:
    from orrery.gaia.state import State

CHARGING: Final = "charge"
"""The source of power and of the points paid for it."""

ONE_TOKEN: Final = Gains(tokens=1)


@final
class LeechOffer(Decision):
    """Somebody built near you: charge power for victory points, or decline.

    ``power`` is the highest value of an own structure near ``where``; what of it can be charged and paid is
    decided when it is asked.
    """

    __slots__ = ("power", "where")

    always: ClassVar[bool] = True

    def __init__(self, seat: int, where: int, power: int) -> None:
        super().__init__(seat)
        self.where: Final = where
        self.power: Final = power

    def values(self) -> tuple[int | tuple[int, ...], ...]:
        return (self.where, self.power)

    def arrive(self, state: State) -> bool:
        if self.charges(state):
            return False
        state.stack.pop()
        return True

    def charges(self, state: State) -> list[Action]:
        """The ways to accept; empty if nothing can be charged, then it is not asked."""
        player = state.players[self.seat]
        return player.rules.charges(state, self.seat, self.power, capacity(player))

    def options(self, state: State) -> list[Action]:
        return [*self.charges(state), Decline()]

    def resolve(self, state: State, action: Action) -> None:
        if not isinstance(action, Charge):
            return
        score(state, self.seat, min(0, 1 - action.amount), CHARGING)
        if action.token == TOKEN_BEFORE:
            gain(state, self.seat, ONE_TOKEN, state.players[self.seat].rules.source)
        charge(state, self.seat, action.amount, CHARGING, 1 if action.token == TOKEN_AFTER else 0)


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
