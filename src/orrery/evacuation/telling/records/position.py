"""A position as data: what ``data`` writes and ``position`` reads. What is not required may be left out."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from orrery.evacuation.pack import RESOURCES, WORLDS
from orrery.evacuation.pack.lookup import KINDS
from orrery.evacuation.phases import PHASES
from orrery.evacuation.rules.progress import LANES

Id = str
"""A word of the pack."""
Number = Annotated[int, range(1_000_000)]
"""A whole number from 0 on."""
Large = Annotated[int, range(1 << 64)]
"""A whole number of at most 64 bits."""
Seat = Annotated[int, range(5)]
"""From 0; in the solo game 1 is the opponent, 2 the neutral colour."""
Resource = Annotated[str, RESOURCES]
"""Food, steel, energy; also the types of factories."""
World = Annotated[str, WORLDS]
"""One of the two planets."""
Amounts = dict[Resource, Number]
"""Resource -> amount; what is left out is 0."""
Phase = Annotated[str, PHASES]
"""A part of the year, or of set-up."""
Kind = Annotated[str, KINDS]
"""A display."""
Question = dict[str, object]
"""A pending question or step: ``question`` (its name), ``seat``, and its fields."""


class Marker(TypedDict):
    """A progress marker."""

    column: NotRequired[Number]
    """Where on the track; 0."""
    lane: NotRequired[Annotated[str, LANES]]
    """``parking``."""


class Ship(TypedDict):
    """A ship of a player."""

    id: Id
    """Which."""
    world: NotRequired[World]
    """Where it is; ``old``."""
    moved: NotRequired[bool]
    """It has flown in this transport; false."""


class Cargo(TypedDict):
    """Under way while ships are being loaded."""

    population: NotRequired[Number]
    """People."""
    factories: NotRequired[Amounts]
    """By type."""
    resources: NotRequired[Amounts]
    """Resources."""
    stadiums: NotRequired[list[Id]]
    """Stadiums."""


class Player(TypedDict):
    """A player; what is left out is as at the first turn of a fresh game, except what follows from other fields."""

    stock: NotRequired[dict[World, Amounts]]
    """Resources by world."""
    production: NotRequired[Amounts]
    """The New World's markers."""
    sites: NotRequired[list[Id]]
    """Face up; all but the sea sites that the markers have turned."""
    sea_moved: NotRequired[Number]
    """Sea sites that have come to the New World; by the markers."""
    supply: NotRequired[Amounts]
    """Factories not built; what makes their number full."""
    old_factories: NotRequired[Amounts]
    """In the Old World."""
    new_factories: NotRequired[Amounts]
    """Waiting in the New World."""
    population: NotRequired[Number]
    """Waiting in the New World."""
    fields: NotRequired[list[Id]]
    """Settled."""
    ships: NotRequired[list[Ship]]
    """Own ships."""
    stadiums: NotRequired[dict[World, list[Id]]]
    """By world."""
    cargo: NotRequired[Cargo]
    """Under way."""
    plans: NotRequired[list[Id]]
    """Infrastructures in hand."""
    infrastructures: NotRequired[list[Id]]
    """In play."""
    fulfilled: NotRequired[list[Id]]
    """Of these; those whose condition is met."""
    technologies: NotRequired[Annotated[list[Id], 9]]
    """Column after column from the bottom row up."""
    research: NotRequired[Annotated[list[Number], 3]]
    """Researches done in each column."""
    markers: NotRequired[Annotated[list[Marker], 2]]
    """The front one first."""
    areas: NotRequired[Annotated[list[Number], 4]]
    """Cards under areas 1 to 4."""
    action_marker: NotRequired[Number]
    """Space of the action track; one for each card used."""
    penalties: NotRequired[Number]
    """Penalty tiles."""
    small_bonuses: NotRequired[Number]
    """Received."""
    large_bonuses: NotRequired[Number]
    """Received."""
    goals: NotRequired[list[Id]]
    """Goal cards."""
    draft: NotRequired[list[Id]]
    """Goal cards to pick from."""
    dropped: NotRequired[Id | None]
    """The goal card given back."""
    open_goals: NotRequired[list[Id]]
    """Those of ``goals`` that lie open."""
    hand: NotRequired[list[Id]]
    """Action cards."""
    tucked: NotRequired[list[Id]]
    """Under areas."""
    played: NotRequired[list[Id]]
    """Face up, this year."""
    discards: NotRequired[list[Id]]
    """Face down."""
    orders: NotRequired[list[Id]]
    """Taken and not yet played."""
    paid_orders: NotRequired[list[Id]]
    """Played."""
    misfit: NotRequired[Annotated[int, range(2)]]
    """1 while this transport has used the place of another terrain."""


class Rival(TypedDict):
    """Somebody without a seat."""

    fields: NotRequired[list[Id]]
    """Settled."""
    stadiums: NotRequired[list[Id]]
    """Own."""
    markers: NotRequired[Annotated[list[Marker], 2]]
    """The front one first."""


class Display(TypedDict):
    """A display."""

    open: NotRequired[list[Id]]
    """X slot first."""
    stack: NotRequired[list[Id]]
    """Top first."""
    known: NotRequired[Number]
    """How many at the bottom everybody knows."""


class Revealed(TypedDict):
    """Cards beside a display (EV-TE-12)."""

    kind: NotRequired[Kind | None]
    """Which display; null for none."""
    cards: NotRequired[list[Id]]
    """To choose from."""


class Solo(TypedDict):
    """The solo cards and their tile."""

    deck: NotRequired[list[Id]]
    """Top first."""
    done: NotRequired[list[Id]]
    """Carried out."""
    corner: NotRequired[Id]
    """Of the tile, that points to the opponent."""
    stadiums_aside: NotRequired[list[Id]]
    """Put aside for later years."""


class GoalDraft(TypedDict):
    """The choice of goals."""

    picks: NotRequired[list[list[Id]]]
    """For each pack dealt, by its first seat, the goals picked in order."""
    piles: NotRequired[Annotated[list[list[Id]], 2]]
    """Of the solo game."""


class Position(TypedDict):
    """A position of Evacuation; what is left out is as at the first turn of a fresh game with the same options."""

    game: Literal["evacuation"]
    """The title."""
    format: NotRequired[Annotated[int, range(2, 3)]]
    """Of this form of data: 2."""
    rules: NotRequired[Annotated[int, range(1, 2)]]
    """In the former form of data, which is still read: 1."""
    options: NotRequired[dict[str, object]]
    """Rule options (``players``, ``mode``, ``bonuses``, ``actions``, ``orders``, ``line_dominance``,
    ``third_party``, ``red_card``, ``empty_spaces``, ``subactions``, ``rewards``, ``track_end``,
    ``new_world_pieces``, ``satisfaction``) and ``pack``."""
    seed: NotRequired[Large]
    """Of chance to come; by the seed of the match."""
    draws: NotRequired[Large]
    """How many there have been."""
    reveals: NotRequired[Large]
    """A counter of revelations."""
    year: NotRequired[Annotated[int, range(1, 10)]]
    """1 to 4; 1."""
    phase: NotRequired[Phase]
    """One in which somebody is asked, or ``over``; ``actions``."""
    step: NotRequired[Annotated[int, range(10)]]
    """Round of the goal draft, from 1."""
    at: NotRequired[Annotated[int, range(6)]]
    """How many of ``order`` have had their turn in this round of the phase, whoever is asked included; by
    ``stack``, else 0."""
    passed: NotRequired[list[Seat]]
    """Who has passed; none."""
    ending: NotRequired[bool]
    """The end of the race is triggered; whether somebody meets its goal."""
    order: NotRequired[list[Seat]]
    """Seats in turn order; in the last year of a game in points mode who is missing takes no part any more."""
    players: NotRequired[list[Player]]
    """One for each seat."""
    rivals: NotRequired[list[Rival]]
    """Opponent and neutral colour, or the third party."""
    factories: NotRequired[dict[Id, Amounts]]
    """On each settled field of a player as many as it has factory slots."""
    displays: NotRequired[dict[Kind, Display]]
    """Cards that can be taken; what nobody has."""
    revealed: NotRequired[Revealed]
    """Cards beside a display."""
    bonuses: NotRequired[list[Id]]
    """The bonus stack, top first: one card for each year left, this one included."""
    orders: NotRequired[list[Id]]
    """Open orders (whoever meets one takes it)."""
    line_side: NotRequired[Id | None]
    """Side of the line dominance card; null without."""
    action_stack: NotRequired[list[Id]]
    """Top first; what nobody has."""
    solo: NotRequired[Solo]
    """Of the solo game."""
    goal_draft: NotRequired[GoalDraft]
    """The choice of goals."""
    stack: NotRequired[list[Question]]
    """Pending questions and steps, the one on top last; what the phase asks next."""
