"""Every faction by its number in ``BOARDS``."""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from typing import Final

from orrery.gaia.factions.ambas import Ambas
from orrery.gaia.factions.bal_taks import BalTaks
from orrery.gaia.factions.base import UNCHOSEN, Faction
from orrery.gaia.factions.bescods import Bescods
from orrery.gaia.factions.firaks import Firaks
from orrery.gaia.factions.geodens import Geodens
from orrery.gaia.factions.gleens import Gleens
from orrery.gaia.factions.hadsch_hallas import HadschHallas
from orrery.gaia.factions.itars import Itars
from orrery.gaia.factions.ivits import Ivits
from orrery.gaia.factions.lantids import Lantids
from orrery.gaia.factions.nevlas import Nevlas
from orrery.gaia.factions.taklons import Taklons
from orrery.gaia.factions.terrans import Terrans
from orrery.gaia.factions.xenos import Xenos

_ALL: Final[tuple[Faction, ...]] = (
    Terrans(),
    Lantids(),
    HadschHallas(),
    Ivits(),
    Geodens(),
    BalTaks(),
    Xenos(),
    Gleens(),
    Taklons(),
    Ambas(),
    Firaks(),
    Bescods(),
    Nevlas(),
    Itars(),
)

FACTIONS: Final[tuple[Faction, ...]] = tuple(sorted(_ALL, key=lambda faction: faction.number))


def numbered(number: int) -> Faction:
    """The faction of that number; -1 stands for none yet."""
    return UNCHOSEN if number < 0 else FACTIONS[number]


def _reference(faction: Faction) -> tuple[Callable[[int], Faction], tuple[int]]:
    return numbered, (faction.number,)


for _faction in (UNCHOSEN, *_ALL):  # there is one of each, also where positions come from another process
    copyreg.pickle(type(_faction), _reference)
