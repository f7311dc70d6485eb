"""The Firaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from orrery.gaia.decisions.special import PickLab, downgradable
from orrery.gaia.factions.base import Faction

if TYPE_CHECKING:
    from orrery.gaia.state import State


@final
class Firaks(Faction):
    """With the institute, a lab may become a trading station again for a research step, once a round."""

    def __init__(self) -> None:
        super().__init__("firaks")
        self.special = True

    def special_ready(self, state: State, seat: int) -> bool:
        player = state.players[seat]
        return player.has_institute and downgradable(player) != 0

    def special_begin(self, state: State, seat: int) -> None:
        state.stack.append(PickLab(seat))
