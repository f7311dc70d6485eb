"""The five verbs in which components are written down.

``at_once``, ``income``, ``special``, ``whenever``, ``on_pass``: a component is an id and any of these.
Counters (what a gain is multiplied by) and triggers (moments) are ints here and words in ``COUNTERS`` and
``TRIGGERS``.
"""

from __future__ import annotations

from typing import Final, final

from orrery.gaia.data.gains import NOTHING, Gains

ONE: Final = 0
PLANET_TYPES: Final = 1
GAIA_PLANETS: Final = 2
SECTORS: Final = 3
FEDERATION_TOKENS: Final = 4
MINES: Final = 5
TRADING_STATIONS: Final = 6
RESEARCH_LABS: Final = 7
BIG_BUILDINGS: Final = 8
COUNTERS: Final[tuple[str, ...]] = (
    "one",
    "planet_type",
    "gaia_planet",
    "colonised_sector",
    "federation_token",
    "mine_on_map",
    "trading_station_on_map",
    "research_lab_on_map",
    "planetary_institute_or_academy_on_map",
)
"""What can be counted for a player, by number. ``one`` counts nothing: the gain stands as printed."""

TERRAFORMED: Final = 0
RESEARCHED: Final = 1
MINE_BUILT: Final = 2
GAIA_MINE_BUILT: Final = 3
STATION_BUILT: Final = 4
BIG_BUILT: Final = 5
TOKEN_GAINED: Final = 6
TRIGGERS: Final[tuple[str, ...]] = (
    "terraforming_step_used",
    "advance_one_level_in_any_research_area",
    "build_mine",
    "build_mine_on_gaia_planet",
    "build_trading_station",
    "build_planetary_institute_or_academy",
    "gain_federation_token",
)
"""Moments that tiles wait for, by number. ``TERRAFORMED`` and ``RESEARCHED`` happen once for each step."""


@final
class Counted:
    """Gains for each of something counted; ``counter`` is ``ONE`` for a plain gain."""

    __slots__ = ("counter", "gains")

    def __init__(self, gains: Gains, counter: int = ONE) -> None:
        self.gains: Final = gains
        self.counter: Final = counter

    def __repr__(self) -> str:
        return f"Counted({self.gains!r}, {COUNTERS[self.counter]})"


@final
class Whenever:
    """Gains each time a moment comes."""

    __slots__ = ("gains", "trigger")

    def __init__(self, trigger: int, gains: Gains) -> None:
        self.trigger: Final = trigger
        self.gains: Final = gains

    def __repr__(self) -> str:
        return f"Whenever({TRIGGERS[self.trigger]}, {self.gains!r})"


@final
class Special:
    """A special action, once a round: gains, or a mine built with free steps or with more range."""

    __slots__ = ("gains", "reach", "steps")

    def __init__(self, gains: Gains = NOTHING, *, steps: int = 0, reach: int = 0) -> None:
        self.gains: Final = gains
        self.steps: Final = steps
        """Free terraforming steps for the mine that is built with it."""
        self.reach: Final = reach
        """More range for the mine that is built or the Gaia project that is started with it."""

    def __repr__(self) -> str:
        return f"Special({self.gains!r}, steps={self.steps}, reach={self.reach})"


@final
class Component:
    """A tile: its id and what it does, by verb. Never changes."""

    __slots__ = ("at_once", "big_value", "id", "income", "on_pass", "special", "whenever")

    def __init__(
        self,
        id: str,  # noqa: A002
        *,
        at_once: Counted | None = None,
        income: Gains = NOTHING,
        special: Special | None = None,
        whenever: Whenever | None = None,
        on_pass: Counted | None = None,
        big_value: int = 0,
    ) -> None:
        self.id: Final = id
        self.at_once: Final = at_once
        self.income: Final = income
        """Each holding in it is an income source of its own (only the order of tokens and charging matters)."""
        self.special: Final = special
        self.whenever: Final = whenever
        self.on_pass: Final = on_pass
        self.big_value: Final = big_value
        """Power value of institute and academies while the tile is active; 0 leaves it as it is."""

    def __repr__(self) -> str:
        return f"Component({self.id!r})"
