"""The Lantids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from orrery.gaia.data.gains import Gains
from orrery.gaia.factions.base import Faction
from orrery.gaia.rules.effects import gain

if TYPE_CHECKING:
    from orrery.gaia.state import State

SHARED: Final = Gains(knowledge=2)


@final
class Lantids(Faction):
    """Mines may stand beside another player's structure; with the institute each such mine gives knowledge."""

    def __init__(self) -> None:
        super().__init__("lantids")
        self.shares_planets = True

    def shareable(self, state: State, seat: int) -> int:
        found = 0
        for player in state.players:
            found |= player.own
        return found & ~state.players[seat].own

    def settled(self, state: State, seat: int, where: int, new_type: bool) -> None:
        player = state.players[seat]
        if player.has_institute and player.shared >> where & 1:
            gain(state, seat, SHARED, self.source)
