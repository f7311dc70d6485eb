"""The six research areas, level by level."""

from typing import Final, final

from orrery.gaia.data.gains import NOTHING, Gains

TERRAFORMING: Final = 0
NAVIGATION: Final = 1
INTELLIGENCE: Final = 2
GAIA_PROJECT: Final = 3
ECONOMY: Final = 4
SCIENCE: Final = 5

TRACKS: Final[tuple[str, ...]] = (
    "terraforming",
    "navigation",
    "artificial_intelligence",
    "gaia_project",
    "economy",
    "science",
)
"""Research areas by number, left to right."""
TRACK: Final = {name: number for number, name in enumerate(TRACKS)}
TOP: Final = 5


@final
class Level:
    """What one level of one area gives: once on entering, and in each income while it is the present one."""

    __slots__ = ("at_once", "income")

    def __init__(self, at_once: Gains = NOTHING, income: Gains = NOTHING) -> None:
        self.at_once: Final = at_once
        self.income: Final = income

    def __repr__(self) -> str:
        return f"Level({self.at_once!r}, {self.income!r})"


LEVELS: Final[tuple[tuple[Level, ...], ...]] = (
    (Level(), Level(Gains(ore=2)), Level(), Level(), Level(Gains(ore=2)), Level()),
    (Level(), Level(Gains(qic=1)), Level(), Level(Gains(qic=1)), Level(), Level()),
    (
        Level(),
        Level(Gains(qic=1)),
        Level(Gains(qic=1)),
        Level(Gains(qic=2)),
        Level(Gains(qic=2)),
        Level(Gains(qic=4)),
    ),
    (
        Level(),
        Level(Gains(gaiaformers=1)),
        Level(Gains(tokens=3)),
        Level(Gains(gaiaformers=1)),
        Level(Gains(gaiaformers=1)),
        Level(Gains(vp=4)),
    ),
    (
        Level(),
        Level(income=Gains(credits=2, charge=1)),
        Level(income=Gains(credits=2, ore=1, charge=2)),
        Level(income=Gains(credits=3, ore=1, charge=3)),
        Level(income=Gains(credits=4, ore=2, charge=4)),
        Level(Gains(credits=6, ore=3, charge=6)),
    ),
    (
        Level(),
        Level(income=Gains(knowledge=1)),
        Level(income=Gains(knowledge=2)),
        Level(income=Gains(knowledge=3)),
        Level(income=Gains(knowledge=4)),
        Level(Gains(knowledge=9)),
    ),
)
"""``LEVELS[track][level]``. Beyond what stands here: terraforming 5 gives the federation token laid there,
navigation 5 places the lost planet, Gaia project 5 gives ``GAIA_TOP_PER_PLANET`` for each Gaia planet too."""

GAIA_TOP_PER_PLANET: Final = Gains(vp=1)
CHARGE_AT: Final = 3
CHARGE: Final = Gains(charge=3)
"""Entering level ``CHARGE_AT`` of any area charges this."""

STEP_ORE: Final[tuple[int, ...]] = (3, 3, 2, 1, 1, 1)
"""Ore for a terraforming step by terraforming level."""
REACH: Final[tuple[int, ...]] = (1, 1, 2, 2, 3, 4)
"""Basic range by navigation level."""
PROJECT_TOKENS: Final[tuple[int, ...]] = (0, 6, 6, 4, 3, 3)
"""Power tokens for a Gaia project by Gaia project level; at level 0 nobody owns a gaiaformer."""
END_VP: Final[tuple[int, ...]] = (0, 0, 0, 4, 8, 12)
"""Victory points at the end of the game for each area, by level."""
