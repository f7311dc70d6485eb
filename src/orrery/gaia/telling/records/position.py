"""A position as data: what ``data`` writes and ``position`` reads. What is not required may be left out."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from orrery.gaia.automa.cards import CARDS
from orrery.gaia.data.actions import BOARD_ACTION
from orrery.gaia.data.boards import FACTIONS
from orrery.gaia.data.boosters import BOOSTER
from orrery.gaia.data.buildings import (
    BUILDINGS,
    CAP_CREDITS,
    CAP_KNOWLEDGE,
    CAP_ORE,
    ROUNDS,
    STRUCTURES,
    TECH_COPIES,
)
from orrery.gaia.data.federations import COMMON, TOKEN, TOKENS
from orrery.gaia.data.scoring import FINAL_TILES, ROUND_TILE
from orrery.gaia.data.techs import SPOTS, TECH
from orrery.gaia.data.tracks import TOP, TRACKS
from orrery.gaia.phases import PHASES

BRAIN = ("none", "bowl1", "bowl2", "bowl3", "gaia")
"""Where the brainstone is, by number."""

Number = Annotated[int, range(1 << 16)]
"""A whole number from 0 on."""
Large = Annotated[int, range(1 << 64)]
"""A whole number of at most 64 bits."""
Seat = Annotated[int, range(5)]
"""From 0."""
Hex = Annotated[str, r"\d+(A([0-9]|1[01])|B[0-5]|C)"]
"""The name of a hex, as in the notation (``5A3``)."""
Phase = Annotated[str, PHASES]
"""A part of a round, or of set-up."""
Area = Annotated[str, TRACKS]
"""A research area."""
Spot = Annotated[str, SPOTS]
"""A stack of standard tech tiles: the area it lies under, or a free slot."""
Structure = Annotated[str, tuple(BUILDINGS[piece] for piece in STRUCTURES)]
"""A building of a faction board."""
Faction = Annotated[str, FACTIONS]
"""A faction."""
Booster = Annotated[str, tuple(BOOSTER)]
"""A round booster."""
RoundTile = Annotated[str, tuple(ROUND_TILE)]
"""A round scoring tile."""
FinalTile = Annotated[str, tuple(FINAL_TILES)]
"""A final scoring tile."""
Tech = Annotated[str, tuple(TECH)]
"""A standard or advanced tech tile."""
Token = Annotated[str, tuple(TOKEN)]
"""A federation token."""
CommonToken = Annotated[str, tuple(TOKENS[kind].id for kind in COMMON)]
"""A federation token of the supply."""
BoardAction = Annotated[str, tuple(BOARD_ACTION)]
"""A power or Q.I.C. action."""
Card = Annotated[int, range(1, len(CARDS) + 1)]
"""A card of the Automa, by number."""
CardOrNone = Annotated[int, range(len(CARDS) + 1)]
"""The same, 0 for none."""
Held = Annotated[str, ("active", *(f"covered by {track}" for track in TRACKS))]
"""How a player has a standard tech tile."""
Brainstone = Annotated[str, BRAIN]
"""Where the brainstone is."""
Question = dict[str, object]
"""A pending question: ``question`` (its name), ``seat`` and its fields."""
Placement = Annotated[list[object], 4]
"""A sector on the map: ``[face, q, r, rotation]``."""


class Table(TypedDict):
    """What set-up laid out; the options may hold each of them, or a ``setup_seed``."""

    map: list[Placement]
    """Sectors as they were laid."""
    boosters: list[Booster]
    """In the game."""
    round_tiles: Annotated[list[RoundTile], 6]
    """By round."""
    final_tiles: Annotated[list[FinalTile], 2]
    """Of the end."""
    techs: Annotated[list[Tech], 9]
    """By spot."""
    advanced_techs: Annotated[list[Tech], 6]
    """By area."""
    terraforming_token: CommonToken
    """On the last level of terraforming."""
    factions: NotRequired[list[Faction]]
    """By seat, if given or drawn at the start; none."""
    automa_faction: NotRequired[Faction | None]
    """Of the solo game; null."""


class OwnedToken(TypedDict):
    """A federation token of a player."""

    token: Token
    """Which."""
    green: bool
    """Its green side is up."""


class Player(TypedDict):
    """A player; everything may be left out and is then 0, none or empty."""

    faction: NotRequired[Faction | None]
    """Null before it has one."""
    bid: NotRequired[Number]
    """In an auction."""
    vp: NotRequired[int]
    """Victory points; 10."""
    credits: NotRequired[Annotated[int, range(CAP_CREDITS + 1)]]
    """Credits."""
    ore: NotRequired[Annotated[int, range(CAP_ORE + 1)]]
    """Ore."""
    knowledge: NotRequired[Annotated[int, range(CAP_KNOWLEDGE + 1)]]
    """Knowledge."""
    qic: NotRequired[Number]
    """Q.I.C."""
    bowls: NotRequired[Annotated[list[Number], 3]]
    """Tokens in bowls I, II, III without the brainstone."""
    gaia_area: NotRequired[Number]
    """Tokens in the Gaia area without the brainstone."""
    brainstone: NotRequired[Brainstone]
    """Where it is; ``none``."""
    gaiaformers: NotRequired[Annotated[int, range(4)]]
    """Ready ones."""
    gaiaformers_in_gaia_area: NotRequired[Annotated[int, range(4)]]
    """Parked ones."""
    gaiaformers_on_map: NotRequired[list[Hex]]
    """At work."""
    research: NotRequired[dict[Area, Annotated[int, range(TOP + 1)]]]
    """Area -> level."""
    buildings: NotRequired[dict[Structure, list[Hex]]]
    """The mine of the lost planet and shared mines are among the mines."""
    shared_mines: NotRequired[list[Hex]]
    """Beside the building of somebody else."""
    space_stations: NotRequired[list[Hex]]
    """On the map."""
    satellites: NotRequired[list[Hex]]
    """On the map."""
    satellites_counted: NotRequired[Number]
    """Of an Automa."""
    federation_hexes: NotRequired[list[Hex]]
    """All hexes of own federations, grown."""
    federations: NotRequired[Number]
    """How often one was formed; as many as there are tokens."""
    federation_tokens: NotRequired[list[OwnedToken]]
    """In the order gained."""
    techs: NotRequired[dict[Spot, Held]]
    """Standard tiles by spot."""
    tiles: NotRequired[list[Tech]]
    """Those in force, in the order taken; in the order of ``techs``."""
    booster: NotRequired[Booster | None]
    """Who has none scores none on passing."""
    used: NotRequired[list[str]]
    """Special actions used this round: ``academy``, ``faction``, ``booster`` or a tile."""


class Cards(TypedDict):
    """The Automa's cards."""

    cards: list[Card]
    """The deck, next first."""
    aside: list[Card]
    """Those that join it later."""
    action: CardOrNone
    """Lying as action."""
    support: CardOrNone
    """Lying as support."""
    discards: list[Card]
    """Oldest first."""
    passed: CardOrNone
    """Whose X made it pass."""
    seen: list[Card]
    """Open in earlier rounds."""


class Automa(TypedDict):
    """The hidden part of the solo game."""

    seed: Large
    """Of chance to come."""
    draws: Large
    """How many there have been."""
    revealed: Large
    """A counter of revelations."""
    cards: Cards | None
    """Null before the deck is made."""


class Position(TypedDict):
    """A position of Gaia Project."""

    game: Literal["gaia"]
    """The title."""
    format: NotRequired[Annotated[int, range(1, 3)]]
    """Of this form of data: 2. In format 1, which is still read, a question had its fields as a list of numbers,
    ``values``; 2."""
    options: NotRequired[dict[str, object]]
    """Options of the game; only ``players``, as many as there are players."""
    table: NotRequired[Table]
    """What set-up laid out; drawn from the options."""
    round: Annotated[int, range(ROUNDS + 1)]
    """0 in set-up, then 1 to 6."""
    phase: NotRequired[Phase]
    """The part of the round, or of set-up; ``actions``."""
    map: NotRequired[list[Placement]]
    """Sectors as they lie now; those of the table."""
    order: NotRequired[list[Seat]]
    """Seats in turn order of the round; 0, 1, 2 ..."""
    around: NotRequired[list[Seat]]
    """Seats as they sit around the table; 0, 1, 2 ..."""
    passed: NotRequired[list[Seat]]
    """Who has passed, first first; none."""
    turn: NotRequired[Seat | None]
    """Whose turn it is (or was last), in the phases ``gaia`` and ``actions`` and while bidding; the seat of a first
    question ``Turn``, ``GaiaExchange`` or ``Bid``."""
    queue: NotRequired[list[Seat]]
    """Seats that a phase other than ``actions`` has still to come to; none."""
    auction: NotRequired[list[Faction]]
    """Factions put up for auction so far; none."""
    gaia_planets: NotRequired[list[Hex]]
    """Transdim planets that have become Gaia planets; none."""
    lost_planet: NotRequired[Hex | None]
    """Its hex; null."""
    board_actions: NotRequired[dict[BoardAction, Seat]]
    """Who used an action this round; none."""
    boosters: NotRequired[list[Booster]]
    """Open ones (in the solo game in row order); what nobody has."""
    tokens: NotRequired[dict[CommonToken, Annotated[int, range(4)]]]
    """Federation tokens left by kind; what nobody has."""
    terraforming_token: NotRequired[CommonToken | None]
    """The token still on the track; null if somebody has it."""
    techs: NotRequired[dict[Spot, Annotated[int, range(TECH_COPIES + 1)]]]
    """Standard tiles left by spot; what nobody has."""
    advanced_techs: NotRequired[dict[Area, Tech | None]]
    """Advanced tiles by area, null when gone; what nobody has."""
    charges_to_offer: NotRequired[list[Hex]]
    """Hexes built on for which nobody has been asked to charge yet; none."""
    players: list[Player]
    """One for each seat; in the solo game the Automa is the second."""
    questions: NotRequired[list[Question]]
    """Pending ones, the one asked now last; in the phase ``actions`` the turn of ``turn``, needed in the others."""
    automa: NotRequired[Automa | None]
    """Of the solo game; null."""


FIELDS = tuple(Position.__annotations__)
TABLE_FIELDS = tuple(Table.__annotations__)
PLAYER_FIELDS = tuple(Player.__annotations__)
"""The fields of a position, of its table and of a player, by name."""
