"""The Gaia phase: what an institute gives for the tokens in the Gaia area."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, TypedDict, final

from orrery.core.words import Fields, fields
from orrery.gaia import words as w
from orrery.gaia.actions import BRAIN_GAIA, TILE, Action, Done, Exchange
from orrery.gaia.data.actions import CONVERSIONS
from orrery.gaia.decisions.base import Decision
from orrery.gaia.decisions.charging import offer_charges
from orrery.gaia.decisions.research import PickTech
from orrery.gaia.rules.effects import gain
from orrery.gaia.rules.ledger import note
from orrery.gaia.rules.research import takeable

if TYPE_CHECKING:
    from orrery.gaia.state import State

FOR_TILES: Final = -1
"""As the worth of an exchange: tokens are given for tech tiles."""
TOKENS_FOR_TILE: Final = 4
GAIA: Final = "gaia_phase"
"""The source of tokens and gaiaformers that come back."""
WAYS: Final = range(4)
"""The conversions of power that an exchange may use."""


def leave_gaia_area(state: State, seat: int, count: int) -> None:
    """So many plain tokens leave the Gaia area for the bowl of the faction."""
    player = state.players[seat]
    player.gaia -= count
    if player.rules.gaia_tokens_to == 2:
        player.bowl2 += count
    else:
        player.bowl1 += count
    note(state, seat, "gaia", -count, GAIA)
    note(state, seat, "tokens", count, GAIA)


def return_tokens(state: State, seat: int) -> None:
    """All tokens leave the Gaia area, the brainstone for bowl I."""
    player = state.players[seat]
    leave_gaia_area(state, seat, player.gaia)
    if player.brain == BRAIN_GAIA:
        player.brain = 1
        note(state, seat, "gaia", -1, GAIA)
        note(state, seat, "tokens", 1, GAIA)


class WorthFacts(TypedDict):
    """What there is to exchange."""

    worth: int
    """Power left to exchange, or tokens in the Gaia area where tech tiles are given for them."""


@final
class GaiaExchange(Decision):
    """Resources for tokens as they leave the Gaia area (``worth`` of them are left), or tech tiles for tokens."""

    __slots__ = ("worth",)

    holds: ClassVar[Fields] = fields(worth=w.WORTH)

    def __init__(self, seat: int, worth: int) -> None:
        self.seat = seat
        self.worth: Final = worth

    def arrive(self, state: State) -> bool:
        # A tile just taken can have placed the lost planet: its neighbours answer before the next exchange.
        if state.pending and state.table.charge_timing == "immediate":
            offer_charges(state, self.seat)
            return True
        return False

    def about(self, state: State) -> WorthFacts:
        return {"worth": state.players[self.seat].gaia if self.worth == FOR_TILES else self.worth}

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
            note(state, self.seat, "gaia", -TOKENS_FOR_TILE, source)
            state.stack.append(self)
            state.stack.append(PickTech(self.seat))
        elif isinstance(action, Exchange):
            way = CONVERSIONS[action.way]
            gain(state, self.seat, way.gains, source)
            leave_gaia_area(state, self.seat, way.power)
            state.stack.append(GaiaExchange(self.seat, self.worth - way.power))
        else:
            return_tokens(state, self.seat)
