"""The Ivits."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from orrery.gaia.data.buildings import FEDERATION_POWER
from orrery.gaia.decisions.special import PickSpace, open_space
from orrery.gaia.factions.base import Faction

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State


@final
class Ivits(Faction):
    """They start with the institute and form one federation, which grows; satellites cost QIC.

    The institute places a space station each round.
    """

    def __init__(self) -> None:
        super().__init__("ivits")
        self.places_stations = True
        self.growing = True
        self.satellites_cost_qic = True
        self.special = True

    def federation_power(self, player: Player) -> int:
        return FEDERATION_POWER * (player.federations + 1)

    def special_ready(self, state: State, seat: int) -> bool:
        player = state.players[seat]
        return player.has_institute and open_space(state, player) != 0

    def special_begin(self, state: State, seat: int) -> None:
        state.stack.append(PickSpace(seat))
