"""The order of income: charging power and taking tokens, source after source."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Literal, TypedDict, final

from orrery.core.words import Fields, fields
from orrery.gaia import words as w
from orrery.gaia.actions import Action, TakeIncome
from orrery.gaia.data.gains import Gains
from orrery.gaia.decisions.base import Decision
from orrery.gaia.rules.effects import gain
from orrery.gaia.rules.income import order_matters, plain, power, sources, together
from orrery.gaia.rules.power import charge

if TYPE_CHECKING:
    from orrery.gaia.state import State

INCOME: Final = "income"


def take_income(state: State, seat: int) -> None:
    """Receive income; power and tokens in an order that the player chooses where it matters."""
    charges, tokens = power(state, state.players[seat])
    state.stack.append(IncomeOrder(seat, charges, tokens))


class PowerIncome(TypedDict):
    """A source of power or tokens."""

    source: Literal["charge", "tokens"]
    """Which of the two."""
    gain: dict[str, int]
    """How much."""


class IncomeFacts(TypedDict):
    """Power incomes not yet taken."""

    left: list[PowerIncome]
    """One by one."""


@final
class IncomeOrder(Decision):
    """Which source of power or tokens next? Asked only while the order makes a difference.

    When all of them are taken, the rest of the income follows.
    """

    __slots__ = ("charges", "tokens")

    holds: ClassVar[Fields] = fields(charges=w.COUNTS, tokens=w.COUNTS)

    def __init__(self, seat: int, charges: tuple[int, ...], tokens: tuple[int, ...]) -> None:
        self.seat = seat
        self.charges: Final = charges
        self.tokens: Final = tokens

    def arrive(self, state: State) -> bool:
        if self.charges and self.tokens:
            player = state.players[self.seat]
            if state.table.income_order == "always" or order_matters(player, self.charges, self.tokens):
                return False
        state.stack.pop()
        if self.charges:
            # Sources of charging that follow one another are one charge: the same tokens can move.
            state.stack.append(IncomeOrder(self.seat, (), self.tokens))
            charge(state, self.seat, sum(self.charges), INCOME)
            return True
        if self.tokens:
            gain(state, self.seat, Gains(tokens=sum(self.tokens)), INCOME)
        player = state.players[self.seat]
        if state.journal is None:
            gain(state, self.seat, together(state, player), INCOME)
            return True
        for gains, source in sources(state, player):
            simple = plain(gains)
            if simple:
                gain(state, self.seat, simple, source)
        return True

    def about(self, state: State) -> IncomeFacts:
        left: list[PowerIncome] = [{"source": "charge", "gain": {"charge": n}} for n in self.charges]
        left.extend({"source": "tokens", "gain": {"tokens": n}} for n in self.tokens)
        return {"left": left}

    def options(self, state: State) -> list[Action]:
        found: list[Action] = [TakeIncome(amount, 0) for amount in dict.fromkeys(self.charges)]
        found.extend(TakeIncome(0, amount) for amount in dict.fromkeys(self.tokens))
        return found

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, TakeIncome)
        charges, tokens = list(self.charges), list(self.tokens)
        if action.charge:
            charges.remove(action.charge)
        else:
            tokens.remove(action.tokens)
        state.stack.append(IncomeOrder(self.seat, tuple(charges), tuple(tokens)))
        if action.charge:
            charge(state, self.seat, action.charge, INCOME)
        else:
            gain(state, self.seat, Gains(tokens=action.tokens), INCOME)
