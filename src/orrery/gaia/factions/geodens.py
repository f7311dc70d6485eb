"""The Geodens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from orrery.gaia.data.gains import Gains
from orrery.gaia.factions.base import Faction
from orrery.gaia.rules.effects import gain

if TYPE_CHECKING:
    from orrery.gaia.state import State

NEW_TYPE: Final = Gains(knowledge=3)


@final
class Geodens(Faction):
    """With the institute, the first mine on a planet type gives knowledge."""

    def __init__(self) -> None:
        super().__init__("geodens")

    def settled(self, state: State, seat: int, where: int, new_type: bool) -> None:
        if new_type and state.players[seat].has_institute:
            gain(state, seat, NEW_TYPE, self.source)
