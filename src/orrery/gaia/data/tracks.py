"""The six research areas, level by level."""

from typing import Final

from orrery.gaia.data.gains import NOTHING, Gains

TERRAFORMING: Final = 0
NAVIGATION: Final = 1
INTELLIGENCE: Final = 2
GAIA_PROJECT: Final = 3
ECONOMY: Final = 4
SCIENCE: Final = 5

TRACKS: Final = (
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


_N: Final = NOTHING

AT_ONCE: Final = (
    (_N, Gains(ore=2), _N, _N, Gains(ore=2), _N),
    (_N, Gains(qic=1), _N, Gains(qic=1), _N, _N),
    (_N, Gains(qic=1), Gains(qic=1), Gains(qic=2), Gains(qic=2), Gains(qic=4)),
    (_N, Gains(gaiaformers=1), Gains(tokens=3), Gains(gaiaformers=1), Gains(gaiaformers=1), Gains(vp=4)),
    (_N, _N, _N, _N, _N, Gains(credits=6, ore=3, power=6)),
    (_N, _N, _N, _N, _N, Gains(knowledge=9)),
)
"""``AT_ONCE[track][level]``: gained once on entering. Beyond it: terraforming 5 gives the federation token laid
there, navigation 5 places the lost planet, Gaia project 5 gives ``GAIA_TOP_PER_PLANET`` for each Gaia planet."""

INCOME: Final = (
    (_N, _N, _N, _N, _N, _N),
    (_N, _N, _N, _N, _N, _N),
    (_N, _N, _N, _N, _N, _N),
    (_N, _N, _N, _N, _N, _N),
    (
        _N,
        Gains(credits=2, power=1),
        Gains(credits=2, ore=1, power=2),
        Gains(credits=3, ore=1, power=3),
        Gains(credits=4, ore=2, power=4),
        _N,
    ),
    (_N, Gains(knowledge=1), Gains(knowledge=2), Gains(knowledge=3), Gains(knowledge=4), _N),
)
"""``INCOME[track][level]``: gained in each income phase while this is the present level."""

GAIA_TOP_PER_PLANET: Final = Gains(vp=1)
CHARGE_AT: Final = 3
CHARGE: Final = Gains(power=3)
"""Entering level ``CHARGE_AT`` of any area charges this."""

ORE_PER_STEP: Final = (3, 3, 2, 1, 1, 1)
"""Ore for a terraforming step by terraforming level."""
RANGE: Final = (1, 1, 2, 2, 3, 4)
"""Basic range by navigation level."""
GAIA_TOKENS: Final = (0, 6, 6, 4, 3, 3)
"""Power tokens for a Gaia project by Gaia project level; at level 0 nobody owns a gaiaformer."""
END_VP: Final = (0, 0, 0, 4, 8, 12)
"""Victory points at the end of the game for each area, by level."""
