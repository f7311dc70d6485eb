"""The Itars."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from orrery.gaia.decisions.gaia import FOR_TILES, GaiaExchange
from orrery.gaia.factions.base import Faction

if TYPE_CHECKING:
    from orrery.gaia.state import State


@final
class Itars(Faction):
    """Burnt tokens go to the Gaia area; the institute exchanges four of the tokens there for a tech tile."""

    def __init__(self) -> None:
        super().__init__("itars")
        self.burnt_to_gaia = True

    def gaia_exchange(self, state: State, seat: int) -> bool:
        if not state.players[seat].has_institute:
            return False
        state.stack.append(GaiaExchange(seat, FOR_TILES))
        return True
