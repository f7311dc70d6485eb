"""The Ambas."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from orrery.gaia.decisions.special import PickSwap, swappable
from orrery.gaia.factions.base import Faction

if TYPE_CHECKING:
    from orrery.gaia.state import State


@final
class Ambas(Faction):
    """The institute may change places with an own mine once a round."""

    def __init__(self) -> None:
        super().__init__("ambas")
        self.special = True

    def special_ready(self, state: State, seat: int) -> bool:
        player = state.players[seat]
        return player.has_institute and swappable(state, player) != 0

    def special_begin(self, state: State, seat: int) -> None:
        state.stack.append(PickSwap(seat))
