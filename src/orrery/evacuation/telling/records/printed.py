"""What is printed on boards and components, and what a match was set up with: the same at every move."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from orrery.evacuation.pack import RESOURCES, SITE_TERRAINS, TERRAINS, WORLDS

Id = str
"""A word of the pack (``heron``, ``C4``, ``geneva``)."""
World = Annotated[str, WORLDS]
"""One of the two planets."""
Resource = Annotated[str, RESOURCES]
"""What is produced; also the three types of factories."""
AnyResource = Annotated[str, (*RESOURCES, "any")]
"""A resource or a type of factory, or the owner's choice."""
Amounts = dict[Resource, int]
"""Resource -> amount, always all three."""
Terrain = Annotated[str, TERRAINS]
"""Of the New World."""
SiteTerrain = Annotated[str, tuple(SITE_TERRAINS)]
"""Of the Old World."""
Symbol = str
"""A settlement symbol, a word of the pack (``sun``, ``house``); lists repeat them."""


class Effect(TypedDict):
    """A sub-action."""

    op: str
    """``gain_resource``, ``exchange``, ``infrastructure``, ``research``, ``settle``, ``build_ship``,
    ``build_stadium``, ``prepare_factory``, ``gain_factory``, ``gain_ship``, ``clone``, ``gain_population``,
    ``draw_cards`` or ``move_ships``."""
    n: int
    """How often, or how many."""
    resource: NotRequired[AnyResource]
    """Of ``gain_resource``."""
    factory: NotRequired[AnyResource]
    """Of ``prepare_factory`` and ``gain_factory``."""
    world: NotRequired[Annotated[str, (*WORLDS, "any")]]
    """Of ``gain_factory`` and ``gain_ship``."""
    next_terrain: NotRequired[bool]
    """The terrain of the next turning point is open for it."""
    ignore_symbols: NotRequired[int]
    """So many symbols need not be there."""
    discount: NotRequired[int]
    """So much less to pay."""


class PopulationSlot(TypedDict):
    """A slot for population on a field."""

    resource: Resource
    """Which production it raises."""
    dots: int
    """As printed."""
    rise: int
    """What settling the slot adds to the production."""


class Field(TypedDict):
    """A field of the New World: axial coordinates of pointy-top hexes, x = q + r/2, y = r * sqrt(3)/2 downwards."""

    id: Id
    """Which."""
    q: int
    """To the east."""
    r: int
    """To the south-east."""
    terrain: Terrain
    """What must be open to settle it."""
    factory_slots: int
    """Factories it needs."""
    population_slots: list[PopulationSlot]
    """Population it needs."""
    symbols: list[Symbol]
    """What the progress markers must offer."""


class Lane(TypedDict):
    """A space of a driving lane."""

    symbols: list[Symbol]
    """What it offers."""
    instant: str
    """The op carried out on arrival, or ``""``."""


class Column(TypedDict):
    """A column of the progress track."""

    column: int
    """From the start, 0."""
    id: Id
    """Which."""
    main: Lane
    """The lane of every game."""
    plus: Lane | None
    """The lane for three and more; null if it is not in use."""
    zone: int
    """Turning points passed there."""


class TurningPoint(TypedDict):
    """A turning point of the progress track."""

    id: Id
    """Which."""
    after: int
    """The column before it."""
    first: str
    """What the first marker sets off: ``flip_sea_site``, ``unlock_desert``, ``unlock_forest``, ``unlock_ocean``,
    ``move_sea_site`` or ``none``."""
    second: str
    """What the second one sets off."""


class Site(TypedDict):
    """A site of the Old World; everybody has the same."""

    id: Id
    """Which."""
    kind: str
    """``population``, ``factory`` or ``sea``."""
    resource: Resource | None
    """What a factory site produces."""
    produces: Amounts
    """While it is face up."""
    terrains: list[SiteTerrain]
    """Ships carry it on places of these."""
    loadable: bool
    """Ships can carry it."""


class BoardAction(TypedDict):
    """An action of the board."""

    id: Id
    """Which."""
    area: int
    """1 to 4; also its power points."""
    effects: list[Effect]
    """Its sub-actions."""


class Costs(TypedDict):
    """Prices that stand on no card."""

    return_flight: int
    """Energy to fly back."""
    refresh: int
    """Resources to refresh a display."""
    clone_food: int
    """Food to clone."""
    cloned: int
    """Population that cloning brings."""
    settle_steel: int
    """Steel for each population slot."""


class Year(TypedDict):
    """What is demanded at the income of a year."""

    year: int
    """1 to 4."""
    food_old: int
    """In the Old World."""
    food_new: int
    """In the New World."""
    stadiums: int
    """In the New World."""


class RaceGoal(TypedDict):
    """What triggers the end of a race."""

    production: int
    """Of each resource."""
    stadiums: int
    """In the New World."""


class Tier(TypedDict):
    """Further points of a goal card."""

    low: int
    """From this count on."""
    high: int | None
    """Up to it; null without end."""
    extra: int
    """Points."""


class GoalFace(TypedDict):
    """A goal card."""

    id: Id
    """Which."""
    counts: str
    """What it counts."""
    each: list[int]
    """Points for one, two, ..."""
    tiers: list[Tier]
    """Points beyond."""


class Board(TypedDict):
    """What is printed on the boards."""

    fields: list[Field]
    """The New World."""
    columns: list[Column]
    """The progress track."""
    turning_points: list[TurningPoint]
    """In order."""
    sites: list[Site]
    """The Old World."""
    actions: list[BoardAction]
    """The basic actions."""
    action_track: list[int]
    """Energy on space 0, 1, ...; the last repeats."""
    surcharge: dict[Annotated[str, ("from", "energy")], int]
    """More energy for a crowded area: from which card of it on, and how much."""
    costs: Costs
    """Prices that stand on no card."""
    years: list[Year]
    """Demands."""
    goal: RaceGoal
    """Of the race."""
    goals: list[GoalFace]
    """Every goal card of the box."""
    lowest_points: list[int]
    """Points for the lowest production 0, 1, ..."""
    lowest_step: int
    """Points for each step beyond."""


class Ship(TypedDict):
    """A ship card."""

    id: Id
    """Which."""
    cost: Amounts
    """To build it."""
    flight: int
    """Energy to fly."""
    sites: list[SiteTerrain]
    """The terrain of each place for a site."""
    buildings: int
    """Places for factories and stadiums."""
    resources: int
    """Places for resources."""


class Stadium(TypedDict):
    """A stadium card."""

    id: Id
    """Which."""
    cost: Amounts
    """To build it."""
    satisfaction: int
    """What it counts."""
    start: bool
    """Everybody begins with one."""


class Need(TypedDict):
    """What a condition wants."""

    terrain: Terrain
    """Of fields."""
    n: int
    """How many."""
    having: str
    """``population``, ``factory`` or ``""``."""


class Condition(TypedDict):
    """When an infrastructure is fulfilled."""

    id: Id
    """Which."""
    needs: list[Need]
    """All of them."""
    line: str
    """The fields lie in a line: ``horizontal``, ``diagonal`` or ``""``."""


class Infrastructure(TypedDict):
    """An infrastructure card."""

    id: Id
    """Which."""
    level: int
    """1 to 3."""
    cost: Amounts
    """To play it."""
    production: Amounts
    """What it raises when fulfilled."""
    illustration: str
    """Nobody has two of one."""
    exclamation: bool
    """Its mark."""
    condition: Condition
    """When it is fulfilled."""


class Technology(TypedDict):
    """A technology tile."""

    id: Id
    """Which."""
    set: int
    """1 to 4."""
    row: int
    """1 to 3."""
    steps: int
    """Researches that complete it."""
    effect: Id
    """What it is called."""
    op: str
    """What it does."""
    once: bool
    """When it is completed, not from then on."""
    n: int
    """How much."""
    resource: AnyResource
    """Where it speaks of one."""
    factory: AnyResource
    """Where it speaks of one."""
    satisfaction: int
    """What it counts when complete."""


class BonusEffect(TypedDict):
    """What a bonus brings."""

    id: Id
    """Which."""
    effects: list[Effect]
    """Its sub-actions."""


class BonusCard(TypedDict):
    """A bonus card."""

    id: Id
    """Which."""
    flag: bool
    """It bears the flag."""
    small: int
    """Power points for the small bonus."""
    large: int
    """Power points for the large one."""
    small_effect: BonusEffect
    """The small bonus."""
    large_effect: BonusEffect
    """The large bonus."""


class Order(TypedDict):
    """An order."""

    id: Id
    """Which."""
    condition: str
    """What it wants."""
    amount: int
    """How much of it."""
    cost: Amounts
    """To play it."""
    production: Amounts
    """What it raises."""
    points: int
    """What it scores."""


class Card(TypedDict):
    """An action card."""

    id: Id
    """Which."""
    effects: list[Effect]
    """Its sub-actions."""
    power: list[int]
    """Its power points, one of them."""


class SoloBack(TypedDict):
    """The back of a solo card."""

    number: int
    """Printed on it."""
    x: bool
    """It bears an X."""
    letter: str
    """Printed on it."""


class SoloCard(SoloBack):
    """A solo card."""

    id: Id
    """Which."""
    action: str
    """What the opponent does."""
    red: bool
    """It is a red one."""


class PackInfo(TypedDict):
    """The components; many values are a reconstruction, and a page says so."""

    name: Id
    """Its name."""
    title: str
    """What it calls itself."""
    digest: str
    """Of all its values."""


class LineCard(TypedDict):
    """The card of line dominance."""

    side: Id
    """Which side lies up."""
    lines: list[list[Id]]
    """Three lists of fields."""


class Printed(TypedDict):
    """What never changes within a match."""

    pack: PackInfo
    """The components."""
    options: dict[str, object]
    """Rule options: ``players``, ``mode``, ``bonuses``, ``actions``, ``orders``, ``line_dominance``,
    ``third_party``, ``red_card``, ``empty_spaces``, ``subactions``, ``rewards``, ``track_end``,
    ``new_world_pieces``, ``satisfaction``."""
    board: Board
    """What is printed on the boards."""
    technologies: dict[Id, Technology]
    """The face of every technology tile of the players."""
    line_card: LineCard | None
    """Of line dominance; null without."""
