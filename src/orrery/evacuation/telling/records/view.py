"""What stands: the record of a view. What never changes within a match is in ``printed``."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from orrery.evacuation.pack import TERRAINS
from orrery.evacuation.phases import PHASES
from orrery.evacuation.telling.records.printed import (
    Amounts,
    BonusCard,
    Card,
    Id,
    Infrastructure,
    Order,
    Resource,
    Ship,
    SoloBack,
    SoloCard,
    Stadium,
    Symbol,
    Tier,
    World,
)

COLOURS = ("blue", "yellow", "white", "pink")
"""Of the seats, by number."""
ENERGY_FROM = ("old", "either", "new")
"""Where action energy is paid, by number."""

Seat = int
"""A place at the table, from 0."""
Rival = Annotated[str, ("opponent", "neutral", "third party")]
"""Somebody without a seat."""
Owner = Seat | Rival
"""A seat, or somebody without one."""
Question = dict[str, object]
"""The pending question: ``name`` (``""`` when the game is over), ``seat``, and what it is about."""


class Settled(TypedDict):
    """A settled field."""

    field: Id
    """Which."""
    owner: Owner
    """Whose."""
    factories: Amounts
    """On it, by type."""


class Marker(TypedDict):
    """A progress marker."""

    owner: Owner
    """Whose."""
    column: int
    """Where on the track."""
    lane: str
    """``start``, ``parking``, ``main`` or ``plus``."""


class ShipDisplay(TypedDict):
    """The display of ships."""

    open: list[Ship]
    """From the X slot (which leaves at the year end) to the one beside the stack."""
    revealed: list[Ship]
    """Beside it: a technology allows to choose from them."""
    stack: int
    """Cards in it."""
    bottom: list[Id]
    """Cards known to lie at the bottom of the stack, the lowest last."""


class StadiumDisplay(TypedDict):
    """The display of stadiums."""

    open: list[Stadium]
    """As those of ships."""
    revealed: list[Stadium]
    """As those of ships."""
    stack: int
    """Cards in it."""
    bottom: list[Id]
    """As those of ships."""


class InfrastructureDisplay(TypedDict):
    """The display of infrastructures."""

    open: list[Infrastructure]
    """As those of ships."""
    revealed: list[Infrastructure]
    """As those of ships."""
    stack: int
    """Cards in it."""
    bottom: list[Id]
    """As those of ships."""


class Displays(TypedDict):
    """The three displays."""

    ship: ShipDisplay
    """Ships."""
    stadium: StadiumDisplay
    """Stadiums."""
    infrastructure: InfrastructureDisplay
    """Infrastructures."""


class Lines(TypedDict):
    """Line dominance as it stands."""

    counts: list[int]
    """Fields on the lines, by seat."""
    rivals: list[int]
    """The same of those without a seat."""


class Stock(TypedDict):
    """Resources."""

    old: Amounts
    """In the Old World."""
    new: Amounts
    """In the New World."""


class WorldForecast(TypedDict):
    """The next income of a world."""

    income: Amounts
    """What comes in."""
    demand: int
    """Food that is eaten."""
    short: int
    """Food that will be missing."""


class StadiumForecast(TypedDict):
    """Stadiums at the next income."""

    demand: int
    """How many."""
    short: int
    """How many will be missing."""


class Forecast(TypedDict):
    """The next income, if nothing changes."""

    year: int
    """Whose."""
    old: WorldForecast
    """The Old World."""
    new: WorldForecast
    """The New World."""
    stadiums: StadiumForecast
    """Entertainment."""


class OwnSite(TypedDict):
    """A site of a player."""

    id: Id
    """Which."""
    up: bool
    """Face down is evacuated (a sea site: turned)."""


class Factories(TypedDict):
    """The factories of a player, by type."""

    supply: Amounts
    """Not built."""
    old: Amounts
    """In the Old World."""
    new: Amounts
    """Waiting in the New World."""
    settled: Amounts
    """On fields."""


class Population(TypedDict):
    """Population on the New World."""

    waiting: int
    """Not settled."""
    settled: int
    """On fields."""


class Cargo(TypedDict):
    """Under way while ships are being loaded."""

    population: int
    """People."""
    factories: Amounts
    """By type."""
    resources: Amounts
    """Resources."""
    stadiums: list[Id]
    """Stadiums."""


class OwnShip(Ship):
    """A ship of a player."""

    world: World
    """Where it is."""
    moved: bool
    """It has flown in this transport."""


class Stadiums(TypedDict):
    """The stadiums of a player."""

    old: list[Stadium]
    """In the Old World."""
    new: list[Stadium]
    """In the New World."""


class OwnInfrastructure(Infrastructure):
    """An infrastructure in play."""

    fulfilled: bool
    """It has raised the production."""
    met: bool
    """Its condition is met now."""


class OwnTechnology(TypedDict):
    """A technology tile of a player; its face is printed."""

    id: Id
    """Which."""
    researched: int
    """How often."""
    complete: bool
    """In force."""


class Satisfaction(TypedDict):
    """Of stadiums and technologies."""

    all: int
    """With all stadiums."""
    new: int
    """With those of the New World."""


class NextAction(TypedDict):
    """The price of the next action."""

    energy: int
    """Of any."""
    areas: list[int | None]
    """Of one of area 1 to 4; null where none can be taken."""
    at_hand: int
    """Energy that could be spent."""


class Bonuses(TypedDict):
    """Bonuses received."""

    small: int
    """Small ones."""
    large: int
    """Large ones."""


class Goal(TypedDict):
    """A goal card of a player: a face where it may be seen."""

    id: Id | None
    """Which; null is hidden."""
    open: bool
    """It lies open."""
    counts: NotRequired[str]
    """As printed."""
    each: NotRequired[list[int]]
    """As printed."""
    tiers: NotRequired[list[Tier]]
    """As printed."""
    count: NotRequired[int]
    """What it counts now."""
    points: NotRequired[int]
    """If the game ended now."""


class Accounted(TypedDict):
    """A step of the end of a race."""

    source: str
    """A penalty or a bonus."""
    resource: Resource
    """The marker it moves."""
    by: int
    """-1 or 1."""
    production: Amounts
    """The markers after it."""


class Player(TypedDict):
    """The holdings of a seat; of hands and goals of others only how many."""

    seat: Seat
    """Which."""
    colour: Annotated[str, COLOURS]
    """Of its pieces."""
    stock: Stock
    """Resources."""
    production: Amounts
    """The New World's markers (tens included)."""
    old_production: Amounts
    """What the face-up sites produce."""
    forecast: Forecast | None
    """The next income; null in the last year."""
    sites: list[OwnSite]
    """Every site."""
    sea_moved: int
    """Sea sites that have come to the New World."""
    factories: Factories
    """Where they are."""
    population: Population
    """On the New World."""
    cargo: Cargo
    """Under way."""
    ships: list[OwnShip]
    """Own ships."""
    stadiums: Stadiums
    """Own stadiums."""
    plans: list[Infrastructure]
    """Infrastructures in hand (they were taken openly)."""
    infrastructures: list[OwnInfrastructure]
    """In play."""
    technologies: list[list[OwnTechnology]]
    """Three columns of three tiles, from the bottom row up."""
    satisfaction: Satisfaction
    """As it stands."""
    symbols: list[Symbol]
    """What the progress markers offer."""
    terrains: list[Annotated[str, TERRAINS]]
    """What the progress markers open."""
    energy_from: Annotated[str, ENERGY_FROM]
    """Where action energy is paid."""
    action_marker: int
    """Space of the action track."""
    next_action: NextAction
    """Its price."""
    areas: list[int]
    """Cards under areas 1 to 4."""
    power: list[int]
    """The sums of power points that are possible."""
    penalties: int
    """Penalty tiles."""
    bonuses: Bonuses
    """Received."""
    goals: list[Goal] | None
    """Own and open ones with their faces; null in a race."""
    draft: list[Id] | int
    """Own: the goal cards to pick from; others: how many."""
    hand: list[Card] | int | None
    """Own: action cards; others: how many; null with basic actions."""
    tucked: list[Card] | int | None
    """Cards under areas that count; as the hand."""
    played: list[Card] | None
    """Action cards played face up this year; null with basic actions."""
    discards: list[Card] | int | None
    """As the hand."""
    orders: list[Order]
    """Taken and not yet played."""
    paid_orders: list[Order]
    """Played."""
    meets_goal: bool
    """Stadiums and production of the race goal are there."""
    points: dict[str, int]
    """Source -> points if the game ended now: ``lowest production``, ``penalty tiles``, ``sites left``,
    ``stadiums missing``, ``satisfaction``, ``orders``, ``line dominance``, and at the end ``goal ...``."""
    accounting: list[Accounted] | None
    """At the end of a race every penalty and bonus in order; else null."""


class RivalInfo(TypedDict):
    """The solo opponent, the neutral colour or the third party."""

    who: Rival
    """Which."""
    fields: list[Id]
    """Settled."""
    stadiums: list[Stadium]
    """Own."""
    satisfaction: float
    """Of its stadiums; the neutral colour's is the opponent's less 2.5."""


class Solo(TypedDict):
    """The solo cards and their tile."""

    done: list[SoloCard]
    """Carried out."""
    left: int
    """Still to be carried out this year."""
    top: SoloBack | None
    """The face-down card on top."""
    corner: Id
    """Of the tile, that points to the opponent."""
    corners: list[Id]
    """Counter-clockwise."""
    stadiums_aside: list[Id]
    """Put aside for later years."""
    goal_piles: list[list[Id]] | None
    """The two piles during the choice of goals; else null."""


class View(TypedDict):
    """What stands, as a seat may see it."""

    game: Literal["evacuation"]
    """The title."""
    you: Seat | None
    """The seat this view was made for."""
    year: int
    """1 to 4."""
    phase: Annotated[str, PHASES]
    """Set-up (``goals``, ``cards``), a phase of the year (``hands`` is the choice of hands after the income), or
    the end."""
    ending: bool
    """The end of the race is triggered."""
    over: bool
    """The game is over."""
    question: Question
    """The pending question."""
    order: list[Owner]
    """Turn order."""
    passed: list[Owner]
    """Who has passed in this action phase."""
    settled: list[Settled]
    """Every settled field."""
    markers: list[Marker]
    """Progress markers, two for each colour, the front one first."""
    displays: Displays
    """Cards that can be taken."""
    bonuses: list[BonusCard]
    """The bonus stack, top first."""
    orders: list[Order] | None
    """Orders nobody has taken; null without."""
    lines: Lines | None
    """Line dominance; null without."""
    action_stack: int | None
    """Cards in the action stack; null with basic actions."""
    players: list[Player]
    """One for each seat."""
    rivals: list[RivalInfo]
    """Those without a seat."""
    solo: Solo | None
    """Of the solo game; else null."""
    scores: list[int]
    """What each seat would score if the game ended now; secret goals count from the end on."""
    places: list[int] | None
    """When it is over."""
