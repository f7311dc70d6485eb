"""The Gaia phase: what an institute gives for the tokens in the Gaia area."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from orrery.core.game import Booking
from orrery.gaia.actions import BRAIN_GAIA, TILE, Action, Done, Exchange
from orrery.gaia.data.actions import CONVERSIONS
from orrery.gaia.decisions.base import Decision
from orrery.gaia.decisions.research import PickTech
from orrery.gaia.rules.effects import gain
from orrery.gaia.rules.research import takeable

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State

FOR_TILES: Final = -1
"""As the worth of an exchange: tokens are given for tech tiles."""
TOKENS_FOR_TILE: Final = 4
WAYS: Final = range(4)
"""The conversions of power that an exchange may use."""


def leave_gaia_area(player: Player, count: int) -> None:
    """So many plain tokens leave the Gaia area for the bowl of the faction."""
    player.gaia -= count
    if player.rules.gaia_tokens_to == 2:
        player.bowl2 += count
    else:
        player.bowl1 += count


def return_tokens(state: State, seat: int) -> None:
    """All tokens leave the Gaia area, the brainstone for bowl I."""
    player = state.players[seat]
    leave_gaia_area(player, player.gaia)
    if player.brain == BRAIN_GAIA:
        player.brain = 1


@final
class GaiaExchange(Decision):
    """Resources for tokens as they leave the Gaia area (``worth`` of them are left), or tech tiles for tokens."""

    __slots__ = ("worth",)

    def __init__(self, seat: int, worth: int) -> None:
        super().__init__(seat)
        self.worth: Final = worth

    def values(self) -> tuple[int | tuple[int, ...], ...]:
        return (self.worth,)

    def options(self, state: State) -> list[Action]:
        player = state.players[self.seat]
        if self.worth == FOR_TILES:
            tile: list[Action] = (
                [Exchange(TILE)] if player.gaia >= TOKENS_FOR_TILE and takeable(state, player) else []
            )
            return [*tile, Done()]
        found: list[Action] = [Exchange(way) for way in WAYS if CONVERSIONS[way].power <= self.worth]
        if not found or state.table.gaia_exchange == "free":
            found.append(Done())
        return found

    def resolve(self, state: State, action: Action) -> None:
        source = state.players[self.seat].rules.source
        if isinstance(action, Exchange) and action.way == TILE:
            state.players[self.seat].gaia -= TOKENS_FOR_TILE
            if state.journal is not None:
                state.journal.bookings.append(Booking(self.seat, "tokens", -TOKENS_FOR_TILE, source))
            state.stack.append(self)
            state.stack.append(PickTech(self.seat))
        elif isinstance(action, Exchange):
            way = CONVERSIONS[action.way]
            gain(state, self.seat, way.gains, source)
            leave_gaia_area(state.players[self.seat], way.power)
            state.stack.append(GaiaExchange(self.seat, self.worth - way.power))
        else:
            return_tokens(state, self.seat)
