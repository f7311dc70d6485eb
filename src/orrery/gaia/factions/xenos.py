"""The Xenos."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from orrery.gaia.data.buildings import FEDERATION_POWER
from orrery.gaia.factions.base import Faction

if TYPE_CHECKING:
    from orrery.gaia.state import Player

EASIER: Final = 6


@final
class Xenos(Faction):
    """A third starting mine (on their board); with the institute, federations need a power value of 6 only."""

    def __init__(self) -> None:
        super().__init__("xenos")

    def federation_power(self, player: Player) -> int:
        return EASIER if player.has_institute else FEDERATION_POWER
