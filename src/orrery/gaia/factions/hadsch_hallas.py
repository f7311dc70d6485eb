"""The Hadsch Hallas."""

from __future__ import annotations

from typing import final

from orrery.gaia.data.actions import CONVERSION
from orrery.gaia.factions.base import Faction


@final
class HadschHallas(Faction):
    """With the institute, credits may be paid in place of power for the three conversions into resources."""

    def __init__(self) -> None:
        super().__init__("hadsch_hallas")
        self.institute_ways = (
            *self.ways,
            CONVERSION["credits_to_qic"],
            CONVERSION["credits_to_ore"],
            CONVERSION["credits_to_knowledge"],
        )
