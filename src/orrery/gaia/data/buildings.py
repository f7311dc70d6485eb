"""Buildings: supply, prices, upgrades, power values; and the numbers that all players share."""

from typing import Final

from orrery.gaia.data.gains import Gains

MINE: Final = 0
STATION: Final = 1
LAB: Final = 2
INSTITUTE: Final = 3
ACADEMY_LEFT: Final = 4
ACADEMY_RIGHT: Final = 5
GAIAFORMER: Final = 6
SATELLITE: Final = 7
SPACE_STATION: Final = 8

BUILDINGS: Final[tuple[str, ...]] = (
    "mine",
    "trading_station",
    "research_lab",
    "planetary_institute",
    "academy_left",
    "academy_right",
    "gaiaformer",
    "satellite",
    "space_station",
)
"""Pieces by number; the first six are structures. The left academy gives income, the right one an action."""

BUILDING: Final = {name: number for number, name in enumerate(BUILDINGS)}
STRUCTURES: Final = range(6)
SUPPLY: Final[tuple[int, ...]] = (8, 4, 3, 1, 1, 1, 3, 25, 6)
"""Pieces of one player by number. The six space stations belong to one faction only."""

MINE_COST: Final = Gains(credits=2, ore=1)
STATION_COST: Final = Gains(credits=3, ore=2)
"""With a structure of another player within ``NEIGHBOURHOOD``."""
STATION_COST_ALONE: Final = Gains(credits=6, ore=2)
LAB_COST: Final = Gains(credits=5, ore=3)
INSTITUTE_COST: Final = Gains(credits=6, ore=4)
ACADEMY_COST: Final = Gains(credits=6, ore=6)
COSTS: Final[tuple[Gains, ...]] = (MINE_COST, STATION_COST, LAB_COST, INSTITUTE_COST, ACADEMY_COST, ACADEMY_COST)
"""Price of each structure, the trading station's beside a neighbour."""

UPGRADES: Final[tuple[tuple[int, ...], ...]] = (
    (STATION,),
    (LAB, INSTITUTE),
    (ACADEMY_LEFT, ACADEMY_RIGHT),
    (),
    (),
    (),
)
"""What each structure may become; a faction may differ."""

POWER_VALUE: Final[tuple[int, ...]] = (1, 2, 2, 3, 3, 3, 0, 0, 0)
"""Power value by piece; a space station has ``SPACE_STATION_VALUE`` inside a federation."""
SPACE_STATION_VALUE: Final = 1

NEIGHBOURHOOD: Final = 2
"""Distance for the cheap trading station and for passive charging."""
QIC_REACH: Final = 2
"""More range for each QIC."""

START_VP: Final = 10
ROUNDS: Final = 6
MORE_BOOSTERS: Final = 3
"""Boosters in play beyond the number of players."""
TECH_COPIES: Final = 4

CAP_CREDITS: Final = 30
CAP_ORE: Final = 15
CAP_KNOWLEDGE: Final = 15

FEDERATION_POWER: Final = 7
BRAINSTONE_POWER: Final = 3

RESEARCH_COST: Final = Gains(knowledge=4)
GAIA_PLANET_QIC: Final = 1
"""QIC to make a Gaia planet habitable without an own gaiaformer."""
