"""The phases of the game, and the numbers for nobody and nothing."""

from typing import Final

MAP: Final = 0
FACTIONS: Final = 1
MINES: Final = 2
BOOSTERS: Final = 3
INCOME: Final = 4
GAIA_PHASE: Final = 5
ACTIONS: Final = 6
ENDING: Final = 7
OVER: Final = 8
PHASES: Final[tuple[str, ...]] = (
    "map",
    "factions",
    "mines",
    "boosters",
    "income",
    "gaia",
    "actions",
    "ending",
    "over",
)
"""Phases by number. ``mines`` to ``boosters`` belong to set-up, ``ending`` is the last round of free actions."""

NO_ONE: Final = -1
NOTHING_HERE: Final = -1

NOT_OWNED: Final = 0
ACTIVE: Final = 1
COVERED: Final = 2
"""Standard tech tiles of a player by spot; ``COVERED + area`` is covered by the advanced tile of that area."""
