"""The Bescods."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from orrery.gaia.data.buildings import ACADEMY_LEFT, ACADEMY_RIGHT, INSTITUTE, LAB, STATION
from orrery.gaia.data.planets import TITANIUM
from orrery.gaia.decisions.research import PickTrack
from orrery.gaia.factions.base import Faction
from orrery.gaia.rules.research import may_advance

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State


@final
class Bescods(Faction):
    """Institute and academies have changed places; a lowest marker may rise once a round.

    With the institute, structures on titanium planets have 1 more power value.
    """

    def __init__(self) -> None:
        super().__init__("bescods")
        self.upgrades = ((STATION,), (LAB, ACADEMY_LEFT, ACADEMY_RIGHT), (INSTITUTE,), (), (), ())
        self.special = True
        self.special_always = True

    def stronger(self, state: State, player: Player) -> int:
        return state.world.of_kind[TITANIUM] if player.has_institute else 0

    def lowest(self, player: Player) -> int:
        """Areas of the lowest markers, as bits."""
        level = min(player.research)
        return sum(1 << track for track, at in enumerate(player.research) if at == level)

    def special_ready(self, state: State, seat: int) -> bool:
        player = state.players[seat]
        if state.table.useless_actions == "allowed":
            return True
        level = min(player.research)
        return any(at == level and may_advance(state, player, track) for track, at in enumerate(player.research))

    def special_begin(self, state: State, seat: int) -> None:
        state.stack.append(PickTrack(seat, self.lowest(state.players[seat])))
