"""The ten shared action spaces of the research board, and the free conversions."""

from typing import Final, final

from orrery.gaia.data.effects import PLANET_TYPES, Counted
from orrery.gaia.data.gains import NOTHING, Gains


@final
class BoardAction:
    """A space that one player may use each round, for power or for QIC."""

    __slots__ = ("also", "gains", "id", "power", "qic", "rescore", "steps", "tech")

    def __init__(
        self,
        id: str,  # noqa: A002
        *,
        power: int = 0,
        qic: int = 0,
        gains: Gains = NOTHING,
        steps: int = 0,
        tech: bool = False,
        rescore: bool = False,
        also: Counted | None = None,
    ) -> None:
        self.id: Final = id
        self.power: Final = power
        self.qic: Final = qic
        self.gains: Final = gains
        self.steps: Final = steps
        """Free terraforming steps for the mine that is built with it."""
        self.tech: Final = tech
        """Takes a tech tile."""
        self.rescore: Final = rescore
        """Scores an own federation token again."""
        self.also: Final = also

    def __repr__(self) -> str:
        return f"BoardAction({self.id!r})"


BOARD_ACTIONS: Final[tuple[BoardAction, ...]] = (
    BoardAction("power_3_knowledge", power=7, gains=Gains(knowledge=3)),
    BoardAction("power_2_terraforming_steps", power=5, steps=2),
    BoardAction("power_2_ore", power=4, gains=Gains(ore=2)),
    BoardAction("power_7_credits", power=4, gains=Gains(credits=7)),
    BoardAction("power_2_knowledge", power=4, gains=Gains(knowledge=2)),
    BoardAction("power_1_terraforming_step", power=3, steps=1),
    BoardAction("power_2_tokens", power=3, gains=Gains(tokens=2)),
    BoardAction("qic_tech_tile", qic=4, tech=True),
    BoardAction("qic_rescore_federation", qic=3, rescore=True),
    BoardAction("qic_vp_planet_types", qic=2, gains=Gains(vp=3), also=Counted(Gains(vp=1), PLANET_TYPES)),
)
"""By number, left to right on the board."""
BOARD_ACTION: Final = {action.id: number for number, action in enumerate(BOARD_ACTIONS)}


PAID_WITH: Final[tuple[str, ...]] = ("power", "bowl3", "formers", "credits", "ore", "knowledge", "qic")
"""What conversions are paid with."""


@final
class Conversion:
    """A free action: a price for a gain, any number of times beside the main action of a turn.

    The price is power or plain holdings, or for some factions a token of bowl III or a gaiaformer that moves to
    the Gaia area.
    """

    __slots__ = ("amount", "bowl3", "gaiaformer", "gains", "holding", "id", "power", "price")

    def __init__(
        self,
        id: str,  # noqa: A002
        gains: Gains,
        *,
        power: int = 0,
        price: Gains = NOTHING,
        bowl3: int = 0,
        gaiaformer: int = 0,
    ) -> None:
        self.id: Final = id
        self.gains: Final = gains
        self.power: Final = power
        self.price: Final = price
        self.bowl3: Final = bowl3
        self.gaiaformer: Final = gaiaformer
        paid = (power, bowl3, gaiaformer, price.credits, price.ore, price.knowledge, price.qic)
        assert sum(map(bool, paid)) == 1, "a price is of one kind"
        self.amount: Final = max(paid)
        self.holding: Final = paid.index(self.amount)
        """Of which kind the price is: see ``PAID_WITH``."""

    def __repr__(self) -> str:
        return f"Conversion({self.id!r})"


CONVERSIONS: Final[tuple[Conversion, ...]] = (
    Conversion("power_to_qic", Gains(qic=1), power=4),
    Conversion("power_to_ore", Gains(ore=1), power=3),
    Conversion("power_to_knowledge", Gains(knowledge=1), power=4),
    Conversion("power_to_credit", Gains(credits=1), power=1),
    Conversion("qic_to_ore", Gains(ore=1), price=Gains(qic=1)),
    Conversion("knowledge_to_credit", Gains(credits=1), price=Gains(knowledge=1)),
    Conversion("ore_to_credit", Gains(credits=1), price=Gains(ore=1)),
    Conversion("ore_to_power_token", Gains(tokens=1), price=Gains(ore=1)),
    Conversion("credits_to_qic", Gains(qic=1), price=Gains(credits=4)),
    Conversion("credits_to_ore", Gains(ore=1), price=Gains(credits=3)),
    Conversion("credits_to_knowledge", Gains(knowledge=1), price=Gains(credits=4)),
    Conversion("token_to_knowledge", Gains(knowledge=1), bowl3=1),
    Conversion("gaiaformer_to_qic", Gains(qic=1), gaiaformer=1),
    Conversion("power_to_ore_and_credit", Gains(credits=1, ore=1), power=4),
    Conversion("power_to_two_ore", Gains(ore=2), power=6),
    Conversion("power_to_two_credits", Gains(credits=2), power=2),
    Conversion("power_to_three_credits", Gains(credits=3), power=3),
)
"""By number: the first ``FOR_ALL`` are everybody's, the others belong to factions. Burning is no conversion."""
CONVERSION: Final = {way.id: number for number, way in enumerate(CONVERSIONS)}
FOR_ALL: Final = range(8)
"""Burning power (two tokens of bowl II: one is discarded, one moves to bowl III) is a free action of its own."""
