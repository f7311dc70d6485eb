"""The cycle of power: charging, spending, burning, and tokens that leave the bowls.

The brainstone is one token in every respect, though it is not counted in the bowls. Where its owner may choose
which token moves, ``MoveBrainstone`` asks first and moves the tokens then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from orrery.gaia.actions import BRAIN_GAIA, BRAIN_GONE
from orrery.gaia.data.buildings import BRAINSTONE_POWER
from orrery.gaia.decisions.brainstone import (
    BURNT,
    CHARGED,
    SPENT,
    TAKEN,
    MoveBrainstone,
    WhichBowl,
    burn_to,
    charge_to,
    places,
    spend_to,
    take_to,
)
from orrery.gaia.rules.ledger import note

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State

DISCARDED: Final = BRAIN_GONE
TO_GAIA: Final = BRAIN_GAIA
"""Where tokens that leave the bowls go."""
NOWHERE: Final = -1

BURNING: Final = "burn"
"""The source of what burning takes."""


def capacity(player: Player) -> int:
    """How much power can still be charged: two for each token in bowl I, one for each in bowl II."""
    room = 2 * player.bowl1 + player.bowl2
    if player.brain == 1:
        return room + 2
    return room + 1 if player.brain == 2 else room


def charge(state: State, seat: int, amount: int, source: str, then: int = 0) -> None:
    """Charge up to ``amount`` power, then gain ``then`` tokens; new tokens in bowl I move first."""
    player = state.players[seat]
    moved = min(amount, capacity(player))
    note(state, seat, "charge", moved, source)
    note(state, seat, "tokens", then, player.rules.source)
    if player.brain in (1, 2):
        ends = places(player, amount)
        if len(ends) > 1:
            state.stack.append(MoveBrainstone(seat, CHARGED, amount, then))
            return
        charge_to(player, amount, ends[0])
    else:
        first = min(amount, player.bowl1)
        second = min(amount - first, player.bowl2 + first)
        player.bowl1 -= first
        player.bowl2 += first - second
        player.bowl3 += second
    player.bowl1 += then


def spendable(player: Player, worth: int) -> int:
    """Power that can be spent, with each token of bowl III worth so much."""
    return player.bowl3 * worth + (BRAINSTONE_POWER if player.brain == 3 else 0)


def spend(state: State, seat: int, amount: int, worth: int, source: str) -> None:
    """Move tokens worth ``amount`` power from bowl III to bowl I; what is paid too much is lost."""
    player = state.players[seat]
    note(state, seat, "power", -amount, source)
    if player.brain != 3:
        tokens = -(-amount // worth)
        player.bowl3 -= tokens
        player.bowl1 += tokens
    elif player.bowl3 < amount:
        spend_to(player, amount, 1)
    elif amount < BRAINSTONE_POWER and state.table.brainstone_choice == "guarded":
        spend_to(player, amount, 3)
    else:
        state.stack.append(MoveBrainstone(seat, SPENT, amount, 0))


def may_burn(player: Player) -> bool:
    """Whether bowl II holds two tokens."""
    return player.bowl2 + (1 if player.brain == 2 else 0) >= 2


def burn(state: State, seat: int, destination: int) -> None:
    """Remove one token of bowl II and move another to bowl III; the brainstone as its owner likes."""
    player = state.players[seat]
    note(state, seat, "tokens", -1, BURNING)
    if destination == TO_GAIA:
        player.gaia += 1
        note(state, seat, "gaia", 1, BURNING)
    if player.brain != 2:
        player.bowl2 -= 2
        player.bowl3 += 1
    elif state.table.brainstone_choice == "guarded":
        burn_to(player, 3)
    else:
        state.stack.append(MoveBrainstone(seat, BURNT, 0, 0))


def remove(state: State, seat: int, count: int, destination: int, source: str) -> None:
    """Take ``count`` tokens from the bowls to the Gaia area or out of the game; asks from which bowls.

    With fixed bowls they come from I, then II, then III; then only the brainstone is asked about.
    """
    if not count:
        return
    note(state, seat, "tokens", -count, source)
    if destination == TO_GAIA:
        note(state, seat, "gaia", count, source)
    player = state.players[seat]
    if state.table.token_source == "choice":
        state.stack.append(WhichBowl(seat, count, destination))
    elif not 0 < player.brain < BRAIN_GAIA:
        take_to(player, count, destination, NOWHERE)
    elif player.bowl1 + player.bowl2 + player.bowl3 < count:
        take_to(player, count, destination, destination)
    else:
        state.stack.append(MoveBrainstone(seat, TAKEN, count, destination))
