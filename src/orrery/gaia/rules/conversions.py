"""Free actions: conversions and burning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from orrery.gaia.actions import Action, Burn, Convert
from orrery.gaia.data.actions import CONVERSIONS
from orrery.gaia.data.buildings import INSTITUTE
from orrery.gaia.rules.effects import gain, pay
from orrery.gaia.rules.ledger import note
from orrery.gaia.rules.power import DISCARDED, TO_GAIA, burn, may_burn, spend, spendable

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State

SOURCES: Final = tuple(f"convert:{way.id}" for way in CONVERSIONS)
HOLDING: Final = tuple(way.holding for way in CONVERSIONS)
AMOUNT: Final = tuple(way.amount for way in CONVERSIONS)
CONVERT: Final = tuple(Convert(way) for way in range(len(CONVERSIONS)))
BURN: Final = Burn()


def at_hand(player: Player) -> list[int]:
    """What there is to pay conversions with, in the order of ``PAID_WITH``."""
    power = spendable(player, player.rules.token_worth(player))
    return [power, player.bowl3, player.formers, player.credits, player.ore, player.knowledge, player.qic]


def payable(player: Player, number: int) -> bool:
    """Whether the price of a conversion is there."""
    return at_hand(player)[HOLDING[number]] >= AMOUNT[number]


def free_actions(state: State, seat: int) -> list[Action]:
    """All free actions that the player can do now, also those whose gain a cap would swallow.

    Spending power for nothing makes room to charge again, so it is no useless action.
    """
    player = state.players[seat]
    ways = player.rules.institute_ways if player.buildings[INSTITUTE] else player.rules.ways
    held = at_hand(player)
    found: list[Action] = [CONVERT[number] for number in ways if held[HOLDING[number]] >= AMOUNT[number]]
    if may_burn(player):
        found.append(BURN)
    return found


def convert(state: State, seat: int, number: int) -> None:
    """Carry out a conversion once."""
    player = state.players[seat]
    way = CONVERSIONS[number]
    source = SOURCES[number]
    if way.power:
        spend(state, seat, way.power, player.rules.token_worth(player), source)
    elif way.bowl3:
        player.bowl3 -= way.bowl3
        player.gaia += way.bowl3
        note(state, seat, "tokens", -way.bowl3, source)
        note(state, seat, "gaia", way.bowl3, source)
    elif way.gaiaformer:
        player.formers -= way.gaiaformer
        player.parked += way.gaiaformer
        note(state, seat, "gaiaformers", -way.gaiaformer, source)
    else:
        price = way.price
        pay(state, seat, source, price.credits, price.ore, price.knowledge, price.qic)
    gain(state, seat, way.gains, source)


def free_action(state: State, seat: int, action: Action) -> None:
    """Carry out a free action."""
    if isinstance(action, Convert):
        convert(state, seat, action.way)
    else:
        burn(state, seat, TO_GAIA if state.players[seat].rules.burnt_to_gaia else DISCARDED)
