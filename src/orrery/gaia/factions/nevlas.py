"""The Nevlas."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from orrery.gaia.data.actions import CONVERSION
from orrery.gaia.factions.base import Faction

if TYPE_CHECKING:
    from orrery.gaia.state import Player


@final
class Nevlas(Faction):
    """A token of bowl III may go to the Gaia area for knowledge; with the institute tokens spent count twice."""

    def __init__(self) -> None:
        super().__init__("nevlas")
        self.ways = (*self.ways, CONVERSION["token_to_knowledge"])
        # Several conversions paid in one go, so that no half of a token is wasted.
        self.institute_ways = (
            *self.ways,
            CONVERSION["power_to_ore_and_credit"],
            CONVERSION["power_to_two_ore"],
            CONVERSION["power_to_two_credits"],
        )

    def token_worth(self, player: Player) -> int:
        return 2 if player.has_institute else 1
