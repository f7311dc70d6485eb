"""The Gleens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from orrery.gaia.data.buildings import ACADEMY_RIGHT
from orrery.gaia.data.federations import FACTION_TOKEN
from orrery.gaia.factions.base import Faction
from orrery.gaia.rules.effects import score
from orrery.gaia.rules.research import gain_token

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State

GAIA_VP: Final = 2


@final
class Gleens(Faction):
    """QIC are ore until the right academy stands; Gaia planets cost ore and give points.

    The institute brings a federation token of their own.
    """

    def __init__(self) -> None:
        super().__init__("gleens")
        self.owns_token = True
        self.gaia_planet_ore = 1
        self.gaia_planet_qic = 0

    def qic_becomes_ore(self, player: Player) -> bool:
        return not player.buildings[ACADEMY_RIGHT]

    def settled(self, state: State, seat: int, where: int, new_type: bool) -> None:
        if state.gaia >> where & 1:
            score(state, seat, GAIA_VP, self.source)

    def institute_built(self, state: State, seat: int) -> None:
        gain_token(state, seat, FACTION_TOKEN)
