"""The conversion of everything left at the end of the game, done for a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orrery.gaia.data.actions import CONVERSION
from orrery.gaia.data.buildings import CAP_CREDITS, CAP_ORE
from orrery.gaia.rules.conversions import convert
from orrery.gaia.rules.power import DISCARDED, burn, may_burn, spendable

if TYPE_CHECKING:
    from orrery.gaia.state import State

QIC_TO_ORE = CONVERSION["qic_to_ore"]
POWER_TO_CREDIT = CONVERSION["power_to_credit"]


def convert_all(state: State, seat: int) -> None:
    """Burn what can be burnt, then power to credits and QIC to ore, as far as the caps allow."""
    player = state.players[seat]
    while may_burn(player):
        burn(state, seat, DISCARDED)
    worth = player.rules.token_worth(player)
    while spendable(player, worth) and player.credits < CAP_CREDITS:
        convert(state, seat, POWER_TO_CREDIT)
    while player.qic and player.ore < CAP_ORE:
        convert(state, seat, QIC_TO_ORE)
