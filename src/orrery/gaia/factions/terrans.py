"""The Terrans."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from orrery.gaia.decisions.gaia import GaiaExchange
from orrery.gaia.factions.base import Faction

if TYPE_CHECKING:
    from orrery.gaia.state import State


@final
class Terrans(Faction):
    """Tokens return from the Gaia area to bowl II; the institute gives resources worth as much power."""

    def __init__(self) -> None:
        super().__init__("terrans")
        self.gaia_tokens_to = 2

    def gaia_exchange(self, state: State, seat: int) -> bool:
        player = state.players[seat]
        if not player.has_institute or not player.gaia:
            return False
        state.stack.append(GaiaExchange(seat, player.gaia))
        return True
