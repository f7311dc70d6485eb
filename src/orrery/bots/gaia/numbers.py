"""The numbers of the value of Gaia Project; docs/bots.md says where they come from.

``numbers.json`` has for each feature, and for each level of each research area, what it is worth by incomes to
come, as ``orrery train`` writes it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Final

Numbers = Mapping[str, Sequence[float]]
"""Name of a feature -> worth by incomes to come."""

NUMBERS: Final[Numbers] = json.loads(files("orrery.bots.gaia").joinpath("numbers.json").read_text("utf-8"))
MARGINS: Final = {
    "ivits": 15.5,
    "hadsch_hallas": 7.2,
    "nevlas": 5.6,
    "ambas": 4.6,
    "firaks": 3.9,
    "xenos": 2.3,
    "itars": 1.5,
    "lantids": -2.1,
    "taklons": -3.4,
    "terrans": -3.9,
    "geodens": -5.9,
    "bal_taks": -6.8,
    "gleens": -7.0,
    "bescods": -8.8,
}
"""By faction: points above the mean of its table of four planners, shrunken towards 0 as few games demand."""
