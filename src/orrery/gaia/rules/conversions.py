"""Free actions: conversions and burning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orrery.gaia.actions import Action, Burn, Convert
from orrery.gaia.data.actions import CONVERSIONS
from orrery.gaia.data.buildings import INSTITUTE
from orrery.gaia.rules.effects import gain, pay
from orrery.gaia.rules.ledger import note
from orrery.gaia.rules.power import DISCARDED, TO_GAIA, burn, may_burn, spend, spendable

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State

SOURCES = tuple(f"convert:{way.id}" for way in CONVERSIONS)
CONVERT = tuple(Convert(way) for way in range(len(CONVERSIONS)))
BURN = Burn()


def payable(player: Player, number: int, power: int) -> bool:
    """Whether the price of a conversion is there, with so much power to spend."""
    way = CONVERSIONS[number]
    if way.power:
        return power >= way.power
    if way.bowl3:
        return player.bowl3 >= way.bowl3
    if way.gaiaformer:
        return player.formers >= way.gaiaformer
    price = way.price
    return (
        player.credits >= price.credits
        and player.ore >= price.ore
        and player.knowledge >= price.knowledge
        and player.qic >= price.qic
    )


def free_actions(state: State, seat: int) -> list[Action]:
    """All free actions that the player can do now, also those whose gain a cap would swallow.

    Spending power for nothing makes room to charge again, so it is no useless action.
    """
    player = state.players[seat]
    faction = player.rules
    ways = faction.institute_ways if player.buildings[INSTITUTE] else faction.ways
    power = spendable(player, faction.token_worth(player))
    found: list[Action] = [CONVERT[number] for number in ways if payable(player, number, power)]
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
