"""The components of the box as the engine reads them.

Everything is frozen and made of ints, words and tuples. Positions hold indices into these tuples; words (ids)
appear in notation, views, positions as data and pack files only. Costs, stocks and productions are triples
``(food, steel, energy)``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

FOOD: Final = 0
STEEL: Final = 1
ENERGY: Final = 2
ANY: Final = -1
"""In place of a resource or a factory: the player's choice."""
RESOURCES: Final[tuple[str, ...]] = ("food", "steel", "energy")

OLD: Final = 0
NEW: Final = 1
WORLDS: Final[tuple[str, ...]] = ("old", "new")

STEPPE: Final = 0
DESERT: Final = 1
FOREST: Final = 2
OCEAN: Final = 3
TERRAINS: Final[tuple[str, ...]] = ("steppe", "desert", "forest", "ocean")
"""New World terrains in the order in which the turning points open them."""

SAVANNA: Final = 1
MOUNTAIN: Final = 2
SEA: Final = 4
SITE_TERRAINS: Final = {"savanna": SAVANNA, "mountain": MOUNTAIN, "sea": SEA}
"""Old World terrains as bits: a site with two terrains has two bits, one without has none."""

Triple = tuple[int, int, int]
"""Amounts of food, steel and energy."""


@dataclass(frozen=True)
class Effect:
    """One sub-action of a board action, an action card or a bonus, in the small vocabulary of ``OPS``."""

    op: str
    """A word of ``OPS``."""
    n: int = 1
    """How often, or how many."""
    resource: int = ANY
    """``gain_resource``: which; ANY is the player's choice, each one separately."""
    factory: int = ANY
    """``prepare_factory`` and ``gain_factory``: which type."""
    world: int = ANY
    """``gain_factory`` and ``gain_ship``: where it arrives; ANY is the owner's choice."""
    next_terrain: bool = False
    """``settle``: the next terrain that is not open yet is allowed as well (EV-BE-7)."""
    ignore_symbols: int = 0
    """``settle``: so many symbols of the field need not be there."""
    discount: int = 0
    """``build_ship`` and ``build_stadium``: so many resources fewer, the player chooses which."""


OPS: Final[Mapping[str, frozenset[str]]] = {
    "gain_resource": frozenset({"resource"}),
    "exchange": frozenset(),
    "infrastructure": frozenset(),
    "research": frozenset(),
    "settle": frozenset({"next_terrain", "ignore_symbols"}),
    "build_ship": frozenset({"discount"}),
    "build_stadium": frozenset({"discount"}),
    "prepare_factory": frozenset({"factory"}),
    "gain_factory": frozenset({"factory", "world"}),
    "gain_ship": frozenset({"world"}),
    "clone": frozenset(),
    "gain_population": frozenset(),
    "draw_cards": frozenset(),
    "move_ships": frozenset(),
}
"""Word -> what may be said about it beside ``n``. ``move_ships`` is a whole Transport with ships that have not
moved this year; everything that is not a gain costs as usual."""


@dataclass(frozen=True)
class Year:
    """What the population demands at the income of one year."""

    id: str
    food_old: int
    food_new: int
    stadiums: int
    """Stadiums wanted on the New World (EV-INC-4)."""


@dataclass(frozen=True)
class BoardAction:
    """One of the ten actions printed on the player board."""

    id: str
    area: int
    """The power area 1-4, which is also its power points (EV-ACT-3)."""
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class ActionCard:
    """The face of an action card (advanced actions); ``copies`` equal cards are in the stack."""

    id: str
    effects: tuple[Effect, ...]
    power: tuple[int, ...]
    """Power values to choose from, rising."""
    copies: int


@dataclass(frozen=True)
class Site:
    """An Old World tile of every player."""

    id: str
    kind: str
    """``population``, ``factory`` or ``sea``."""
    resource: int
    """What its population or factory makes; ANY on a sea site."""
    produces: Triple
    terrains: int
    """Bits of ``SITE_TERRAINS``; 0 for the site without terrain and for sea sites."""
    loadable: bool


@dataclass(frozen=True)
class Field:
    """A hex of the New World."""

    id: str
    q: int
    r: int
    terrain: int
    factories: int
    """Number of factory slots."""
    population: tuple[tuple[int, int], ...]
    """Population slots as (resource, rise of production): the dots, or 1 without dots (EV-PRD-5)."""
    dots: tuple[int, ...]
    """Printed dots of the population slots, 0 for none; beside ``population``."""
    symbols: tuple[int, ...]
    """How many of each settlement symbol of ``Pack.symbols`` it asks for."""
    yields: Triple
    """What its population slots bring together."""

    @property
    def s(self) -> int:
        """The third axial coordinate: q + r + s = 0."""
        return -self.q - self.r


@dataclass(frozen=True)
class Space:
    """One space of a driving lane."""

    symbols: tuple[int, ...]
    """How many of each settlement symbol it offers."""
    instant: str
    """The instant effect as a word of ``OPS``, empty for none (EV-PRG-8)."""


@dataclass(frozen=True)
class Column:
    """One step of the progress track; column 0 is the start space and shows nothing."""

    id: str
    main: Space
    plus: Space
    """The 3+ lane (EV-PRG-5)."""


@dataclass(frozen=True)
class TurningPoint:
    """Lies after a column; crossing it is at once worth the effect of the first or second own marker."""

    id: str
    after: int
    first: str
    """``flip_sea_site``, ``unlock_desert``, ``unlock_forest`` or ``unlock_ocean``."""
    second: str
    """``flip_sea_site``, ``move_sea_site`` (to the New World, all three productions rise by 1) or ``none``."""


@dataclass(frozen=True)
class Ship:
    """A spaceship."""

    id: str
    cost: Triple
    flight: int
    """Energy of a flight to the New World."""
    sites: tuple[int, ...]
    """The terrain bit of each site place."""
    buildings: int
    resources: int


@dataclass(frozen=True)
class Stadium:
    """A stadium of the stack."""

    id: str
    cost: Triple
    satisfaction: int


@dataclass(frozen=True)
class StartStadium:
    """The stadium every player begins with on the Old World; it carries no cost."""

    id: str
    colour: str
    satisfaction: int


@dataclass(frozen=True)
class Need:
    """Settled fields of one terrain that a condition asks for."""

    terrain: int
    n: int
    having: str
    """``population``, ``factory`` or empty: what each of these fields must hold at least one of."""


@dataclass(frozen=True)
class Condition:
    """What an infrastructure waits for.

    It is met exactly if for some mask ``line`` of ``lines`` every ``(mask, n)`` of ``masks`` has
    ``(settled & line & mask).bit_count() >= n``, with a set of own fields as bits ``1 << field index``.
    """

    id: str
    rule: str
    needs: tuple[Need, ...]
    line: str
    """``horizontal`` or ``diagonal``: all of it on one such line; empty: anywhere."""
    masks: tuple[tuple[int, int], ...]
    lines: tuple[int, ...]


@dataclass(frozen=True)
class Infrastructure:
    """An infrastructure card."""

    id: str
    level: int
    cost: Triple
    condition: int
    """Index into ``Pack.conditions``."""
    production: Triple
    illustration: str
    """Cards with the same word may not both be in play with one player (EV-INF-4)."""
    exclamation: bool


@dataclass(frozen=True)
class TechnologyEffect:
    """What a complete technology does; ``op`` is interpreted by the engine, see ``TECHNOLOGY_OPS``."""

    id: str
    rule: str
    op: str
    once: bool
    """A lightning tile: takes effect on completion and never again."""
    n: int = 0
    """The number in its text: resources gained, cards looked at, power points added at most."""
    resource: int = ANY
    factory: int = ANY


TECHNOLOGY_OPS: Final[Mapping[str, frozenset[str]]] = {
    "express_ship": frozenset(),
    "return_flight": frozenset(),
    "gain_stadium": frozenset(),
    "settle_ocean": frozenset(),
    "ignore_symbol": frozenset({"n"}),
    "turning_point_gain": frozenset({"n", "resource"}),
    "extra_factory": frozenset({"factory"}),
    "other_terrain": frozenset({"n"}),
    "crowded_spaces": frozenset({"n", "resource"}),
    "wider_choice": frozenset({"n"}),
    "shift_power": frozenset({"n"}),
    "free_infrastructure": frozenset(),
    "stadium_production": frozenset(),
    "factory_boost": frozenset({"factory"}),
}
"""Word -> the numbers and types it needs. In the order of EV-TE-1 to EV-TE-18: ``express_ship`` 1,
``return_flight`` 2, ``gain_stadium`` 3, ``settle_ocean`` 4, ``ignore_symbol`` 5, ``turning_point_gain`` 6,
``extra_factory`` 7-9, ``other_terrain`` 10, ``crowded_spaces`` 11, ``wider_choice`` 12, ``shift_power`` 13,
``free_infrastructure`` 14, ``stadium_production`` 15, ``factory_boost`` 16-18."""


@dataclass(frozen=True)
class Technology:
    """A technology tile."""

    id: str
    set: int
    """Which of the four sets, 0-3 (printed 1-4)."""
    row: int
    """Level 0-2 (printed as one to three dots); the bottom row is 0."""
    steps: int
    """Researches until it is complete."""
    effect: int
    """Index into ``Pack.technology_effects``."""
    satisfaction: int


@dataclass(frozen=True)
class BonusEffect:
    """What a bonus gives."""

    id: str
    rule: str
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class BonusCard:
    """A bonus card: two numbers of power points, each with a bonus."""

    id: str
    flag: bool
    """Lies at the bottom of the stack: the card of year 4."""
    small: int
    large: int
    small_effect: int
    """Index into ``Pack.bonus_effects``."""
    large_effect: int


@dataclass(frozen=True)
class Tier:
    """Extra points for a count from ``low`` to ``high`` (None: and more)."""

    low: int
    high: int | None
    extra: int


@dataclass(frozen=True)
class Goal:
    """A goal card of the points mode."""

    id: str
    counts: str
    """A word of ``GOAL_COUNTS``."""
    each: Triple
    """Points per thing counted, by technology row; three equal numbers for everything else."""
    tiers: tuple[Tier, ...]

    def points(self, count: int, rows: Triple = (0, 0, 0)) -> int:
        """The goal's points for ``count`` things; technologies are given by row as well."""
        total = count * self.each[0]
        if self.counts == "technologies":
            total = rows[0] * self.each[0] + rows[1] * self.each[1] + rows[2] * self.each[2]
        for tier in self.tiers:
            if tier.low <= count and (tier.high is None or count <= tier.high):
                total += tier.extra
        return total


GOAL_COUNTS: Final = (
    "population",
    "steppe_fields",
    "ships",
    "factory_sets",
    "small_bonuses",
    "turning_points",
    "large_bonuses",
    "other_fields",
    "technologies",
    "infrastructures",
    "production_food",
    "production_steel",
    "production_energy",
    "factories_food",
    "factories_steel",
    "factories_energy",
)
"""What goal cards count, in the order of EV-GC-1 to EV-GC-12. ``turning_points`` is the number of turning points
that both own progress markers have passed; its tiers are the whole score."""

ORDER_CONDITIONS: Final = (
    "technologies",
    "infrastructures",
    "production",
    "population_slots",
    "factories",
)
"""What orders ask for, EV-OC-1 to EV-OC-5: complete technologies; infrastructures played and fulfilled; the
highest production marker; population slots settled; factories on the New World."""


@dataclass(frozen=True)
class Order:
    """One face of an order card."""

    id: str
    rule: str
    condition: str
    """A word of ``ORDER_CONDITIONS``."""
    amount: int
    """At least so many."""
    cost: Triple
    production: Triple
    points: int
    card: int
    """Index into ``Pack.order_cards``."""


@dataclass(frozen=True)
class OrderCard:
    """An order card; one with two faces is drawn with a random one up (EV-AMB-10)."""

    id: str
    faces: tuple[int, ...]
    """Indices into ``Pack.orders``."""


@dataclass(frozen=True)
class Line:
    """A straight line of fields across the New World."""

    direction: str
    """``horizontal`` (same r), ``diagonal_q`` (same q) or ``diagonal_s`` (same s)."""
    fields: tuple[int, ...]
    mask: int


@dataclass(frozen=True)
class LineSide:
    """One side of the line dominance card."""

    id: str
    lines: tuple[Line, ...]
    mask: int
    """All fields of its lines; a field on two lines counts once (EV-AMB-23)."""


@dataclass(frozen=True)
class SoloCard:
    """A solo card: the face gives an action, the back a number and a letter."""

    id: str
    action: str
    """``ship``, ``infrastructure``, ``stadium`` or ``settle``."""
    number: int
    """1-3; for an X the value it has for settling and progress (EV-SOL-10)."""
    x: bool
    """An X: no action unless it is settling."""
    letter: str
    red: bool
    """The card that enters later (EV-SOL-4)."""


@dataclass(frozen=True)
class SoloTile:
    """Where the solo tile stands and what it points at."""

    corners: tuple[str, ...]
    """The corners of the New World, counter-clockwise."""
    start: int
    letters: tuple[str, ...]
    arrows: tuple[tuple[tuple[int, ...], ...], ...]
    """``arrows[corner][letter]``: the fields counted inland; number n is entry n - 1."""
