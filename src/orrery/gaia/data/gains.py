"""A bundle of holdings: what a component gives or costs."""

from __future__ import annotations

from typing import Final, final

CREDITS: Final = "credits"
ORE: Final = "ore"
KNOWLEDGE: Final = "knowledge"
QIC: Final = "qic"
CHARGE: Final = "charge"
TOKENS: Final = "tokens"
VP: Final = "vp"
GAIAFORMERS: Final = "gaiaformers"

HOLDINGS: Final[tuple[str, ...]] = (CREDITS, ORE, KNOWLEDGE, QIC, CHARGE, TOKENS, VP, GAIAFORMERS)
"""What a Gains can hold, in the order in which it is always listed."""


@final
class Gains:
    """Amounts of holdings. Never changes; compares and prints by its amounts.

    ``charge`` is power to charge, ``tokens`` are new power tokens for bowl I.
    """

    __slots__ = ("charge", "credits", "gaiaformers", "knowledge", "ore", "qic", "tokens", "vp")

    def __init__(
        self,
        *,
        credits: int = 0,  # noqa: A002  # the rulebook's word for money
        ore: int = 0,
        knowledge: int = 0,
        qic: int = 0,
        charge: int = 0,
        tokens: int = 0,
        vp: int = 0,
        gaiaformers: int = 0,
    ) -> None:
        self.credits: Final = credits
        self.ore: Final = ore
        self.knowledge: Final = knowledge
        self.qic: Final = qic
        self.charge: Final = charge
        self.tokens: Final = tokens
        self.vp: Final = vp
        self.gaiaformers: Final = gaiaformers

    def amounts(self) -> tuple[int, ...]:
        """All amounts in the order of ``HOLDINGS``."""
        return (
            self.credits,
            self.ore,
            self.knowledge,
            self.qic,
            self.charge,
            self.tokens,
            self.vp,
            self.gaiaformers,
        )

    def items(self) -> list[tuple[str, int]]:
        """Holding and amount of all that is not zero."""
        return [(name, amount) for name, amount in zip(HOLDINGS, self.amounts(), strict=True) if amount]

    def times(self, count: int) -> Gains:
        """The same ``count`` times."""
        return Gains(
            credits=self.credits * count,
            ore=self.ore * count,
            knowledge=self.knowledge * count,
            qic=self.qic * count,
            charge=self.charge * count,
            tokens=self.tokens * count,
            vp=self.vp * count,
            gaiaformers=self.gaiaformers * count,
        )

    def plus(self, other: Gains) -> Gains:
        """Both together."""
        return Gains(
            credits=self.credits + other.credits,
            ore=self.ore + other.ore,
            knowledge=self.knowledge + other.knowledge,
            qic=self.qic + other.qic,
            charge=self.charge + other.charge,
            tokens=self.tokens + other.tokens,
            vp=self.vp + other.vp,
            gaiaformers=self.gaiaformers + other.gaiaformers,
        )

    def __bool__(self) -> bool:
        return any(self.amounts())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Gains) and self.amounts() == other.amounts()

    def __hash__(self) -> int:
        return hash(self.amounts())

    def __repr__(self) -> str:
        return f"Gains({', '.join(f'{name}={amount}' for name, amount in self.items())})"


NOTHING: Final = Gains()
