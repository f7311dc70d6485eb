"""The Bal T'aks."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from orrery.gaia.data.actions import CONVERSION
from orrery.gaia.data.tracks import NAVIGATION
from orrery.gaia.factions.base import Faction

if TYPE_CHECKING:
    from orrery.gaia.state import Player


@final
class BalTaks(Faction):
    """A gaiaformer may go to the Gaia area for a QIC; no step in navigation before the institute is built."""

    def __init__(self) -> None:
        super().__init__("bal_taks")
        self.ways = (*self.ways, CONVERSION["gaiaformer_to_qic"])
        self.institute_ways = self.ways

    def may_research(self, player: Player, track: int) -> bool:
        return track != NAVIGATION or player.has_institute
