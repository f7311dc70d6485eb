"""The cycle of power: charging, spending, burning, and tokens that leave the bowls.

The brainstone is one token in every respect, so it is never counted in the bowls. Where its owner may choose
which token moves, the move is made in a default way and ``MoveBrainstone`` asks where it shall be instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from orrery.core.game import Booking
from orrery.gaia.actions import BRAIN_GAIA, BRAIN_GONE
from orrery.gaia.data.buildings import BRAINSTONE_POWER
from orrery.gaia.decisions.brainstone import BURNT, LEAD, SPENT, TAKEN, MoveBrainstone, WhichBowl

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State

DISCARDED: Final = BRAIN_GONE
TO_GAIA: Final = BRAIN_GAIA
"""Where tokens that leave the bowls go."""


def capacity(player: Player) -> int:
    """How much power can still be charged: two for each token in bowl I, one for each in bowl II."""
    room = 2 * player.bowl1 + player.bowl2
    if player.brain == 1:
        return room + 2
    return room + 1 if player.brain == 2 else room


def charge(state: State, seat: int, amount: int, source: str) -> int:
    """Charge up to ``amount`` power and return how much was charged. New tokens in bowl I move first."""
    player = state.players[seat]
    brain = player.brain
    if brain == 0 or brain > 2:
        first = min(amount, player.bowl1)
        second = min(amount - first, player.bowl2 + first)
        player.bowl1 -= first
        player.bowl2 += first - second
        player.bowl3 += second
    else:
        first, second = _charge_with_brainstone(state, player, seat, amount)
    moved = first + second
    if state.journal is not None and moved:
        state.journal.bookings.append(Booking(seat, "charge", moved, source))
    return moved


def _charge_with_brainstone(state: State, player: Player, seat: int, amount: int) -> tuple[int, int]:
    """Charge with the brainstone ahead of the other tokens, and ask if it could have stayed behind."""
    in_one = player.bowl1 + (1 if player.brain == 1 else 0)
    first = min(amount, in_one)
    if first and player.brain == 1:
        player.brain = 2
        player.bowl1 -= first - 1
        player.bowl2 += first - 1
        lag = 1 if first < in_one else 0
    else:
        player.bowl1 -= first
        player.bowl2 += first
        lag = 0
    in_two = player.bowl2 + (1 if player.brain == 2 else 0)
    second = min(amount - first, in_two)
    if second and player.brain == 2:
        player.brain = 3
        player.bowl2 -= second - 1
        player.bowl3 += second - 1
        lag = 2 if second < in_two else 0
    else:
        player.bowl2 -= second
        player.bowl3 += second
    if lag:
        state.stack.append(MoveBrainstone(seat, LEAD, lag, 0))
    return first, second


def spendable(player: Player, worth: int) -> int:
    """Power that can be spent, with each token of bowl III worth so much."""
    return player.bowl3 * worth + (BRAINSTONE_POWER if player.brain == 3 else 0)


def spend(state: State, seat: int, amount: int, worth: int, source: str) -> None:
    """Move tokens worth ``amount`` power from bowl III to bowl I; what is paid too much is lost."""
    player = state.players[seat]
    if player.brain == 3 and player.bowl3 < amount:
        player.brain = 1
        tokens = max(0, amount - BRAINSTONE_POWER)
    else:
        if player.brain == 3 and (amount >= BRAINSTONE_POWER or state.table.brainstone_choice == "free"):
            state.stack.append(MoveBrainstone(seat, SPENT, amount, 0))
        tokens = -(-amount // worth)
    player.bowl3 -= tokens
    player.bowl1 += tokens
    if state.journal is not None:
        state.journal.bookings.append(Booking(seat, "power", -amount, source))


def may_burn(player: Player) -> bool:
    """Whether bowl II holds two tokens."""
    return player.bowl2 + (1 if player.brain == 2 else 0) >= 2


def burn(state: State, seat: int, destination: int) -> None:
    """Remove one token of bowl II and move another to bowl III; the brainstone moves unless its owner objects."""
    player = state.players[seat]
    if player.brain == 2:
        player.bowl2 -= 1
        player.brain = 3
        if state.table.brainstone_choice == "free":
            state.stack.append(MoveBrainstone(seat, BURNT, 0, 0))
    else:
        player.bowl2 -= 2
        player.bowl3 += 1
    if destination == TO_GAIA:
        player.gaia += 1
    if state.journal is not None:
        state.journal.bookings.append(Booking(seat, "tokens", -1, "burn"))


def remove(state: State, seat: int, count: int, destination: int, source: str) -> None:
    """Take ``count`` tokens from the bowls to the Gaia area or out of the game; asks from which bowls."""
    if not count:
        return
    if state.table.token_source == "choice":
        state.stack.append(WhichBowl(seat, count, destination))
    else:
        _remove_in_order(state, seat, count, destination)
    if state.journal is not None:
        state.journal.bookings.append(Booking(seat, "tokens", -count, source))


def _remove_in_order(state: State, seat: int, count: int, destination: int) -> None:
    """From bowl I, then II, then III; the brainstone only if the others do not suffice or its owner wishes."""
    player = state.players[seat]
    plain = player.bowl1 + player.bowl2 + player.bowl3
    last = 0
    if 0 < player.brain < BRAIN_GAIA and plain < count:
        player.brain = destination
        count -= 1
        asks = False
    else:
        asks = 0 < player.brain < BRAIN_GAIA
    one = min(count, player.bowl1)
    two = min(count - one, player.bowl2)
    three = count - one - two
    player.bowl1 -= one
    player.bowl2 -= two
    player.bowl3 -= three
    last = 3 if three else 2 if two else 1
    if destination == TO_GAIA:
        player.gaia += count
    if asks:
        state.stack.append(MoveBrainstone(seat, TAKEN, last, destination))
