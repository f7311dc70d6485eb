"""Planets and the circle of terraforming."""

from typing import Final

TERRA: Final = 0
OXIDE: Final = 1
VOLCANIC: Final = 2
DESERT: Final = 3
SWAMP: Final = 4
TITANIUM: Final = 5
ICE: Final = 6
GAIA: Final = 7
TRANSDIM: Final = 8
LOST: Final = 9
SPACE: Final = -1
"""No planet."""

PLANETS: Final[tuple[str, ...]] = (
    "terra",
    "oxide",
    "volcanic",
    "desert",
    "swamp",
    "titanium",
    "ice",
    "gaia",
    "transdim",
    "lost",
)
"""Planets by number; the first seven are the home planets in the order of the circle."""

PLANET: Final = {name: number for number, name in enumerate(PLANETS)}
HOMES: Final = range(7)
"""The home planets: the circle of terraforming in its order, the last beside the first."""

COLOURS: Final[tuple[str, ...]] = (
    "blue",
    "red",
    "orange",
    "yellow",
    "brown",
    "grey",
    "white",
    "green",
    "purple",
    "black",
)

STEPS: Final = tuple(tuple(min((a - b) % 7, (b - a) % 7) for b in HOMES) for a in HOMES)
"""``STEPS[home][target]``: terraforming steps, the shorter way round the circle."""

TYPES: Final[tuple[int, ...]] = (TERRA, OXIDE, VOLCANIC, DESERT, SWAMP, TITANIUM, ICE, GAIA, LOST)
"""What counts as a planet type once colonised; transdim planets become Gaia planets first."""
