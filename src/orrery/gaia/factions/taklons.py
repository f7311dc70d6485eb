"""The Taklons."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from orrery.gaia.actions import TOKEN_AFTER, TOKEN_BEFORE, Action, Charge
from orrery.gaia.data.actions import CONVERSION
from orrery.gaia.factions.base import Faction

if TYPE_CHECKING:
    from orrery.gaia.state import State


@final
class Taklons(Faction):
    """They own the brainstone; with the institute, every charge near others' buildings brings a token too."""

    def __init__(self) -> None:
        super().__init__("taklons")
        self.ways = (*self.ways, CONVERSION["power_to_three_credits"])
        self.institute_ways = self.ways
        self.unoffered_ways = (CONVERSION["power_to_two_credits"],)

    def charges(self, state: State, seat: int, power: int, room: int) -> list[Action]:
        player = state.players[seat]
        if not player.has_institute:
            return super().charges(state, seat, power, room)
        most = min(power, player.vp + 1)
        before = min(most, room + 2)
        after = min(most, room)
        found: list[Action] = []
        if after or state.table.charge_token_only:
            found.append(Charge(after, TOKEN_AFTER))
        found.append(Charge(before, TOKEN_BEFORE))
        return found
