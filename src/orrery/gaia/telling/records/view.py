"""What stands: the record of a view. What never changes within a match is in ``printed``."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from orrery.gaia.telling.records.printed import Area, Gains, Hex, Id, Map

Seat = int
"""A place at the table, from 0; an Automa's is its number in ``automas`` plus the number of players."""


Question = dict[str, object]
"""The pending question: ``name`` (``""`` when the game is over), ``seat``, and what it is about."""


class Building(TypedDict):
    """A building on the map."""

    hex: Hex
    """Where."""
    seat: Seat
    """Whose."""
    building: Id
    """Its kind; ``lost_planet`` is the mine that comes with it."""
    power: int
    """Its present power value."""
    shared: bool
    """A mine beside the building of somebody else."""
    federation: int | None
    """The number of its federation (index into ``federations``)."""


class Gaiaformer(TypedDict):
    """A Gaiaformer on the map."""

    hex: Hex
    """Where."""
    seat: Seat
    """Whose."""
    ready: bool
    """The planet is a Gaia planet by now."""


class Piece(TypedDict):
    """A satellite or a space station on the map."""

    hex: Hex
    """Where."""
    seat: Seat
    """Whose."""


class Federation(TypedDict):
    """A federation on the map."""

    seat: Seat
    """Whose."""
    hexes: list[Hex]
    """All hexes of it: planets and satellites, grown ones too."""
    power: int
    """The sum of its power values."""


class Board(TypedDict):
    """What stands on the map."""

    gaia: list[Hex]
    """Transdim planets that became Gaia planets (drawn as ``gaia``)."""
    lost: Hex | None
    """Where the lost planet lies."""
    buildings: list[Building]
    """Of everybody, Automas included."""
    gaiaformers: list[Gaiaformer]
    """Under way or done."""
    satellites: list[Piece]
    """Several may lie on one hex."""
    stations: list[Piece]
    """Space stations."""
    federations: list[Federation]
    """One for each connected part."""


class Stack(TypedDict):
    """A stack of standard tech tiles."""

    tile: Id
    """What it holds."""
    left: int
    """How many."""
    owners: list[Seat]
    """Who has one."""


class Track(TypedDict):
    """A research area."""

    id: Area
    """Which."""
    markers: list[int | None]
    """For each seat its level; null before the seat has a faction."""
    automas: list[int | None]
    """For each Automa its level."""
    taken: Seat | None
    """Who stands on level 5."""
    token: Id | None
    """Terraforming only: the federation token still lying on level 5."""
    advanced: Id | None
    """The advanced tile still lying there."""
    tile: Stack
    """The standard stack under it."""


class Research(TypedDict):
    """The research board."""

    tracks: Annotated[list[Track], 6]
    """In board order."""
    free: Annotated[list[Stack], 3]
    """Standard tiles of the free slots."""


class ActionSpace(TypedDict):
    """A power or Q.I.C. action of the research board; its cost and gain are printed."""

    id: Id
    """``power_3_knowledge``, ..."""
    used: Seat | None
    """Who has used it this round."""


class Round(TypedDict):
    """A round."""

    tile: Id
    """Its round tile."""
    state: Literal["past", "now", "to_come"]
    """Where the game stands."""


class Standing(TypedDict):
    """Somebody's place in a final scoring."""

    seat: Seat | None
    """Null is the neutral player."""
    neutral: bool
    """Nobody's: the neutral player of two."""
    count: int
    """What the tile counts."""
    points: int
    """If the game ended now."""


class FinalTile(TypedDict):
    """A final scoring tile."""

    tile: Id
    """Which."""
    standings: list[Standing]
    """Best first."""


class TokensLeft(TypedDict):
    """A kind of federation tokens."""

    token: Id
    """Which."""
    left: int
    """How many."""


class Pool(TypedDict):
    """What lies beside the map."""

    boosters: list[Id]
    """Open ones, in row order."""
    tokens: list[TokensLeft]
    """Every kind of federation token of this game, in board order."""


class Order(TypedDict):
    """Turn order."""

    seats: list[Seat]
    """Of this round, Automas included."""
    passed: list[Seat]
    """Who passed this round, in order."""
    active: Seat | None
    """Whose turn it is; who must answer a question in between is ``question.seat``."""


class Income(TypedDict):
    """What one source brings in the next income phase."""

    source: Id
    """``base``, ``mine``, ``trading_station``, ``research_lab``, ``academy_left``, ``planetary_institute``,
    ``economy``, ``science``, a booster or a tile."""
    gain: Gains
    """What it brings."""


class Gaiaformers(TypedDict):
    """The Gaiaformers of a player."""

    owned: int
    """All of them."""
    ready: int
    """On the board."""
    on_map: int
    """At work."""
    gaia_area: int
    """Resting."""


class WheelPlanet(TypedDict):
    """A planet type as seen from home."""

    planet: Id
    """Which."""
    steps: int
    """Terraforming steps to it."""
    ore: int
    """Their price now: steps times ``step``."""


class OwnedTech(TypedDict):
    """A tech tile of a player."""

    tile: Id
    """Which."""
    advanced: bool
    """It is an advanced one."""
    covered_by: Id | None
    """The advanced tile upon it."""
    covers: Id | None
    """The tile under it."""


class OwnedToken(TypedDict):
    """A federation token of a player."""

    token: Id
    """Which."""
    green: bool
    """Its green side is up."""


class Special(TypedDict):
    """A special action of a player."""

    id: str
    """How the notation names it."""
    source: Id
    """A booster, a tile, ``academy_right``, ``planetary_institute`` or ``faction``."""
    gain: Gains
    """What it brings."""
    used: bool
    """This round."""
    ready: bool
    """Not used, and its source in force."""


class FinalPoints(TypedDict):
    """Points at the end, if it came now."""

    research: int
    """For levels."""
    resources: int
    """For what is left."""
    finals: int
    """For the final tiles."""
    bid: int
    """What was bid for the faction, as a loss."""
    total: int
    """All points then; once the game is over, those it ended with."""


class Player(TypedDict):
    """The holdings of a seat."""

    seat: Seat
    """Which."""
    faction: Id | None
    """Null before it has one."""
    planet: Id | None
    """Home type."""
    vp: int
    """Victory points."""
    credits: int
    """Credits."""
    ore: int
    """Ore."""
    knowledge: int
    """Knowledge."""
    qic: int
    """Q.I.C."""
    bowls: Annotated[list[int], 3]
    """Tokens in bowls I, II, III, brainstone included."""
    bowls_after: Annotated[list[int], 3]
    """The same after the next income, its tokens taken before its power; in the last round as now."""
    gaia_area: int
    """Tokens in the Gaia area, brainstone included."""
    brainstone: int | None
    """The bowl with the brainstone (1 to 3, 0 = Gaia area); null for others."""
    income: list[Income]
    """Coming income by source."""
    income_total: Gains
    """Their sum, caps not applied."""
    built: Gains
    """Building -> how many of its pieces have left the board, so that the income of that many spaces of its row
    counts."""
    gaiaformers: Gaiaformers
    """Where they are."""
    gaia_tokens: int | None
    """Tokens that a Gaia project needs now."""
    range: int
    """Basic range."""
    step: int
    """Ore per terraforming step."""
    wheel: list[WheelPlanet]
    """The seven planet types in wheel order, starting with the home type; empty before there is a faction."""
    satellites: int
    """Placed."""
    stations: int | None
    """Space stations left, for who has any."""
    booster: Id | None
    """The round booster."""
    techs: list[OwnedTech]
    """Those in force in the order taken, then the covered ones."""
    tokens: list[OwnedToken]
    """Federation tokens, in the order gained."""
    specials: list[Special]
    """Own special actions."""
    counts: Gains
    """Every counter of effects and final tiles."""
    federation_power: int
    """Power value that the next federation needs."""
    passed: bool
    """This round."""
    pass_points: Gains
    """Source -> points if the seat passed now."""
    final_points: FinalPoints
    """If the game ended now."""


class Automa(TypedDict):
    """An Automa."""

    number: Seat
    """Its seat."""
    faction: Id
    """Which it plays."""
    planet: Id
    """Home type of its faction."""
    level: str
    """How strong it is."""
    vp: int
    """Victory points."""
    deck: int
    """Cards to draw."""
    discard: list[int]
    """Numbers of the cards discarded."""
    action: int | None
    """The card lying as action."""
    support: int | None
    """The card lying as support."""
    booster: Id | None
    """The round booster."""
    passed: bool
    """This round."""
    satellites: int
    """Counted for it."""
    left: Gains
    """Building -> pieces in its supply."""
    research: Gains
    """Research area -> its level."""
    final_points: FinalPoints
    """If the game ended now."""


class Chosen(TypedDict):
    """A faction that is chosen."""

    seat: Seat
    """By whom."""
    faction: Id
    """Which."""


class Bid(TypedDict):
    """A faction put up for auction."""

    faction: Id
    """Which."""
    bid: int
    """The highest bid."""
    seat: Seat | None
    """Whose bid it is."""


class MinesLeft(TypedDict):
    """Starting mines to place."""

    seat: Seat
    """Whose."""
    left: int
    """How many."""


class Draft(TypedDict):
    """Set-up: the choice of factions and the first mines."""

    factions: list[Id]
    """Still to choose from."""
    chosen: list[Chosen]
    """By seat."""
    bids: list[Bid]
    """Of an auction."""
    mines: list[MinesLeft]
    """By seat."""


class Result(TypedDict):
    """Final scoring."""

    scores: list[int]
    """By seat, Automas included."""
    places: list[int]
    """By seat."""
    finals: list[FinalTile]
    """With their last standings."""
    research: list[int]
    """Points for levels, by seat."""
    resources: list[int]
    """Points for what was left, by seat."""


class View(TypedDict):
    """What stands, as a seat may see it."""

    game: Literal["gaia"]
    """The title."""
    you: Seat | None
    """The seat this view was made for."""
    round: int
    """1 to 6; 0 during set-up; 6 stays when the game is over."""
    phase: str
    """``map``, ``factions``, ``auction``, ``mines``, ``boosters``, ``income``, ``gaia``, ``actions``, ``end`` (last
    conversions) or ``over``."""
    question: Question
    """The pending question."""
    map: NotRequired[Map]
    """Only where it differs from the printed one: while it is being built, and after it was built otherwise."""
    board: Board
    """What stands on the map."""
    research: Research
    """Areas, markers, tech tiles."""
    actions: Annotated[list[ActionSpace], 10]
    """The board actions, left to right."""
    rounds: Annotated[list[Round], 6]
    """The round tiles."""
    finals: Annotated[list[FinalTile], 2]
    """The final tiles."""
    pool: Pool
    """Boosters and federation tokens left."""
    order: Order
    """Who comes when."""
    players: list[Player]
    """One for each seat."""
    automas: list[Automa]
    """One for each Automa."""
    draft: Draft | None
    """During set-up; null later."""
    result: Result | None
    """When the game is over; null before."""
