"""The conversion of everything left at the end of the game, done for a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from orrery.gaia.data.actions import CONVERSION
from orrery.gaia.data.gains import Gains
from orrery.gaia.decisions.brainstone import burn_to
from orrery.gaia.rules.conversions import SOURCES, convert
from orrery.gaia.rules.effects import gain
from orrery.gaia.rules.ledger import note
from orrery.gaia.rules.power import BURNING, may_burn, spendable

if TYPE_CHECKING:
    from orrery.gaia.state import State

QIC_TO_ORE: Final = CONVERSION["qic_to_ore"]
POWER_TO_CREDIT: Final = CONVERSION["power_to_credit"]
CREDIT: Final = Gains(credits=1)


def convert_all(state: State, seat: int) -> None:
    """Burn what can be burnt, spend all power in one sum for credits, and turn QIC into ore; caps hold."""
    player = state.players[seat]
    while may_burn(player):
        if player.brain == 2:
            burn_to(player, 3)
        else:
            player.bowl2 -= 2
            player.bowl3 += 1
        note(state, seat, "tokens", -1, BURNING)
        if player.rules.burnt_to_gaia:
            player.gaia += 1
            note(state, seat, "gaia", 1, BURNING)
    power = spendable(player, player.rules.token_worth(player))
    player.bowl1 += player.bowl3
    player.bowl3 = 0
    if player.brain == 3:
        player.brain = 1
    note(state, seat, "power", -power, SOURCES[POWER_TO_CREDIT])
    gain(state, seat, CREDIT, SOURCES[POWER_TO_CREDIT], power)
    while player.qic:
        convert(state, seat, QIC_TO_ORE)
