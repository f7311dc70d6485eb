"""The position: what lies on the table and in front of every player, and the stack of questions.

Everything is an int, a bitboard or a tuple of ints, so that a clone copies references and a key is quickly made.
What never changes in a game (the map, the tiles laid out, the options) stands in the ``Table`` that clones share.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, cast, final

from orrery.core.asking import Asked
from orrery.core.compiled import reduced
from orrery.core.game import place
from orrery.core.journal import Message
from orrery.gaia import maps
from orrery.gaia.actions import BRAIN_GAIA, Action
from orrery.gaia.data.boards import BOARD, PRINTED
from orrery.gaia.data.buildings import INSTITUTE, START_VP, TECH_COPIES
from orrery.gaia.data.federations import COMMON, TOKENS
from orrery.gaia.data.layouts import INNER_FREE
from orrery.gaia.data.planets import GAIA, TRANSDIM
from orrery.gaia.decisions.base import Decision
from orrery.gaia.factions.base import UNCHOSEN, Faction
from orrery.gaia.flow import advance
from orrery.gaia.options import GIVEN, RULINGS, SETTINGS, SILENT, inner_sectors
from orrery.gaia.phases import MAP, NO_ONE, NOTHING_HERE, OVER
from orrery.gaia.telling.refusals import refused

if TYPE_CHECKING:
    from orrery.gaia.automa.deck import Deck
    from orrery.gaia.maps import World

SOLO_COPIES: Final = 2
"""Federation tokens of each kind in the solo game."""


@final
class Table:
    """What never changes in a game: tiles laid out, the first map, and the rulings. Shared by all clones."""

    __slots__ = (
        "advanced",
        "automa_blocked_area",
        "automa_deck",
        "automa_faction",
        "automa_level",
        "automas",
        "boosters",
        "brainstone_choice",
        "charge_timing",
        "charge_token_only",
        "choice",
        "extra_range",
        "factions",
        "final_conversions",
        "final_tiles",
        "gaia_exchange",
        "gaia_phase_round_tile",
        "income_order",
        "inner",
        "key",
        "map_building",
        "mines",
        "options",
        "players",
        "pool",
        "range_across_gaps",
        "round_tiles",
        "seats",
        "solo",
        "techs",
        "terra_token",
        "token_source",
        "turn_order",
        "useless_actions",
        "world",
    )

    def __init__(
        self,
        options: Mapping[str, object],
        *,
        world: maps.World,
        factions: tuple[int, ...],
        mines: tuple[tuple[int, ...], ...],
        boosters: tuple[int, ...],
        round_tiles: tuple[int, ...],
        final_tiles: tuple[int, ...],
        techs: tuple[int, ...],
        advanced: tuple[int, ...],
        terra_token: int,
        automa_faction: int,
    ) -> None:
        self.options: Final = dict(options)
        """As completed."""
        self.solo: Final = options["players"] == 1
        self.players: Final = cast(int, options["players"])
        """People."""
        self.automas: Final = 1 if self.solo else 0
        self.seats: Final = self.players + self.automas
        """Seats with holdings: people first, then the Automa."""
        self.world: Final = world
        """The map as first laid; building it in play changes the position's own."""
        self.map_building: Final = str(options["map_building"])
        self.inner: Final = inner_sectors(options) if self.map_building != "none" else INNER_FREE
        """What whoever builds the map may do with the inner four sectors."""
        self.choice: Final = GIVEN if isinstance(options["factions"], list) else str(options["factions"])
        """How seats come to factions: ``choose``, ``random``, ``given`` or one of the auctions."""
        self.factions: Final = factions
        """Numbers by seat if given or drawn, else empty."""
        self.pool: Final = tuple(BOARD[name] for name in cast(list[str], options["faction_pool"]))
        """Factions that may be chosen."""
        self.mines: Final = mines
        """For each faction number the hexes of its starting mines, empty where the player chooses."""
        self.boosters: Final = boosters
        """Sorted by number; in the solo game in the order of the row."""
        self.round_tiles: Final = round_tiles
        self.final_tiles: Final = final_tiles
        """Upper and lower."""
        self.techs: Final = techs
        """Kind by spot."""
        self.advanced: Final = advanced
        """Kind by area, numbers of ``TECHS``."""
        self.terra_token: Final = terra_token
        self.turn_order: Final = str(options["turn_order"])
        self.charge_timing: Final = str(options["charge_timing"])
        self.useless_actions: Final = str(options["useless_actions"])
        """Whether actions that gain nothing are refused: all, those of the research board only, or none."""
        self.extra_range: Final = str(options["extra_range"])
        """Whether the special action for more range may be used where the range suffices without it."""
        self.range_across_gaps: Final = bool(options["range_across_gaps"])
        """Whether range is counted straight across gaps of the map, not only over its hexes."""
        self.gaia_phase_round_tile: Final = bool(options["gaia_phase_round_tile"])
        self.charge_token_only: Final = bool(options["charge_token_only"])
        self.token_source: Final = str(options["token_source"])
        self.brainstone_choice: Final = str(options["brainstone_choice"])
        self.gaia_exchange: Final = str(options["gaia_exchange"])
        self.final_conversions: Final = str(options["final_conversions"])
        self.income_order: Final = str(options["income_order"])
        self.automa_faction: Final = automa_faction
        """Number of the Automa's faction in the solo game, else -1."""
        self.automa_level: Final = str(options["automa_level"])
        self.automa_deck: Final = tuple(cast("list[int] | None", options["automa_deck"]) or ())
        """Starting cards of a custom deck, empty for the level's own."""
        self.automa_blocked_area: Final = str(options["automa_blocked_area"])
        self.key: Final = (
            self.players,
            self.automas,
            world.key,
            self.map_building + self.inner,
            self.choice,
            factions,
            self.pool,
            mines[:PRINTED] + tuple(given for given in mines[PRINTED:] if given),
            boosters,
            round_tiles,
            final_tiles,
            techs,
            advanced,
            terra_token,
            automa_faction,
            self.automa_deck,
            *(str(options[s.name]) for s in SETTINGS if s.group == RULINGS and s.name not in SILENT),
            self.automa_level,
            self.automa_blocked_area,
            *(f"{name} {options[name]}" for name, value in SILENT.items() if options[name] != value),
        )
        """Everything that distinguishes two tables, as ints, strings and tuples of them."""

    def __reduce__(self) -> tuple[object, ...]:
        laid = partial(
            Table,
            world=self.world,
            factions=self.factions,
            mines=self.mines,
            boosters=self.boosters,
            round_tiles=self.round_tiles,
            final_tiles=self.final_tiles,
            techs=self.techs,
            advanced=self.advanced,
            terra_token=self.terra_token,
            automa_faction=self.automa_faction,
        )
        return laid, (self.options,)


@final
class Player:
    """The holdings of one seat."""

    __slots__ = (
        "allied",
        "bid",
        "booster",
        "bowl1",
        "bowl2",
        "bowl3",
        "brain",
        "buildings",
        "counted",
        "credits",
        "faction",
        "federations",
        "formers",
        "forming",
        "gaia",
        "knowledge",
        "ore",
        "own",
        "parked",
        "qic",
        "reaches",
        "research",
        "rules",
        "satellites",
        "shared",
        "stations",
        "techs",
        "tiles",
        "tokens",
        "used",
        "vp",
    )

    def __init__(self, other: Player | None = None) -> None:
        if other is None:
            self.faction = NO_ONE
            """Number in ``BOARDS``; -1 before it is chosen."""
            self.rules: Faction = UNCHOSEN
            """The rules of the faction."""
            self.bid = 0
            """Victory points bid for the faction; they are paid at the end of the game."""
            self.vp = START_VP
            self.credits = 0
            self.ore = 0
            self.knowledge = 0
            self.qic = 0
            self.bowl1 = 0
            self.bowl2 = 0
            self.bowl3 = 0
            self.gaia = 0
            """Power tokens in the Gaia area; like the bowls without the brainstone."""
            self.brain = 0
            """Where the brainstone is: 0 nowhere, 1 to 3 a bowl, 4 the Gaia area."""
            self.formers = 0
            """Gaiaformers on the faction board, ready for use."""
            self.parked = 0
            """Gaiaformers lying in the Gaia area until the next Gaia phase."""
            self.forming = 0
            """Hexes with own gaiaformers."""
            self.research: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
            """Level in each area."""
            self.buildings = [0, 0, 0, 0, 0, 0]
            """Hexes of each structure; mines with the lost planet and those beside another's structure."""
            self.own = 0
            """Hexes with any own structure: the union of ``buildings``."""
            self.shared = 0
            """Hexes of own mines beside another player's structure."""
            self.stations = 0
            """Hexes with own space stations."""
            self.satellites = 0
            """Hexes with own satellites."""
            self.counted = 0
            """Satellites of an Automa, which are only counted."""
            self.allied = 0
            """Every hex of own federations: planets, stations and satellites, grown."""
            self.federations = 0
            """How often a federation token was gained by forming a federation on the map."""
            self.tokens: tuple[int, ...] = ()
            """Federation tokens in the order gained: twice the kind, plus 1 while it shows its green side."""
            self.techs: tuple[int, ...] = (0, 0, 0, 0, 0, 0, 0, 0, 0)
            """By spot: ``NOT_OWNED``, ``ACTIVE``, or ``COVERED`` + the area of the advanced tile upon it."""
            self.tiles: tuple[int, ...] = ()
            """Kinds of all tech tiles that are in force, in the order taken."""
            self.booster = NOTHING_HERE
            self.used = 0
            """Special actions used this round: bit 0 academy, 1 faction, 2 booster, 3 + kind tech tile."""
            self.reaches: list[int] = []
            """Derived: hexes within 0, 1, 2 ... steps of ``own`` and ``stations``, as far as needed until now."""
        else:
            self.faction = other.faction
            self.rules = other.rules
            self.bid = other.bid
            self.vp = other.vp
            self.credits = other.credits
            self.ore = other.ore
            self.knowledge = other.knowledge
            self.qic = other.qic
            self.bowl1 = other.bowl1
            self.bowl2 = other.bowl2
            self.bowl3 = other.bowl3
            self.gaia = other.gaia
            self.brain = other.brain
            self.formers = other.formers
            self.parked = other.parked
            self.forming = other.forming
            self.research = other.research
            self.buildings = other.buildings[:]
            self.own = other.own
            self.shared = other.shared
            self.stations = other.stations
            self.satellites = other.satellites
            self.counted = other.counted
            self.allied = other.allied
            self.federations = other.federations
            self.tokens = other.tokens
            self.techs = other.techs
            self.tiles = other.tiles
            self.booster = other.booster
            self.used = other.used
            self.reaches = other.reaches

    def clone(self) -> Player:
        """An independent copy."""
        return Player(self)

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)

    def key(self) -> tuple[object, ...]:
        """Everything that makes two players' holdings equal, as ints and tuples of ints."""
        return (
            self.faction,
            self.bid,
            self.vp,
            self.credits,
            self.ore,
            self.knowledge,
            self.qic,
            self.bowl1,
            self.bowl2,
            self.bowl3,
            self.gaia,
            self.brain,
            self.formers,
            self.parked,
            self.forming,
            self.research,
            tuple(self.buildings),
            self.shared,
            self.stations,
            self.satellites,
            self.counted,
            self.allied,
            self.federations,
            self.tokens,
            self.techs,
            self.tiles,
            self.booster,
            self.used,
        )

    @property
    def power_tokens(self) -> int:
        """Tokens in bowls I to III, the brainstone included: what satellites and Gaia projects may take."""
        return self.bowl1 + self.bowl2 + self.bowl3 + (1 if 0 < self.brain < BRAIN_GAIA else 0)

    @property
    def bowls(self) -> list[int]:
        """Tokens in each of the bowls I to III, the brainstone included."""
        found = [self.bowl1, self.bowl2, self.bowl3]
        if 0 < self.brain < BRAIN_GAIA:
            found[self.brain - 1] += 1
        return found

    @property
    def gaia_area(self) -> int:
        """Tokens in the Gaia area, the brainstone included."""
        return self.gaia + (1 if self.brain == BRAIN_GAIA else 0)

    @property
    def brainstone(self) -> int | None:
        """The bowl of the brainstone; 0 is the Gaia area, None nowhere."""
        return self.brain % BRAIN_GAIA if self.brain else None

    @property
    def has_institute(self) -> bool:
        return self.buildings[INSTITUTE] != 0

    @property
    def green(self) -> bool:
        """Whether a federation token still shows its green side."""
        return any(token & 1 for token in self.tokens)


@final
class State(Asked[Action, Decision]):
    """A position of Gaia Project; see ``orrery.core.game.State`` for what it promises."""

    __slots__ = (
        "acts",
        "advanced",
        "boosters",
        "deck",
        "draws",
        "gaia",
        "lost",
        "order",
        "out",
        "passed",
        "pending",
        "phase",
        "players",
        "queue",
        "revelations",
        "ring",
        "round",
        "seed",
        "spots",
        "supply",
        "table",
        "topped",
        "track_token",
        "transdim",
        "turn",
        "world",
    )

    def __init__(self, table: Table, seed: int, other: State | None = None) -> None:
        if other is None:
            world = table.world
            self.table = table
            """What never changes: options, tiles laid out; shared by clones."""
            self.world: World = world
            """The map; it changes only while the map is being built."""
            self.seed = seed
            """The seed of the draws still to come, and how many were made: only the solo game draws in play."""
            self.draws = 0
            self.round = 0
            """0 in set-up, then 1 to 6."""
            self.phase = MAP
            self.players = [Player() for _ in range(table.seats)]
            self.order: tuple[int, ...] = tuple(range(table.seats))
            """Seats in turn order of this round."""
            self.ring: tuple[int, ...] = self.order
            """Seats as they sit around the table, clockwise; an auction makes them change places."""
            self.passed: tuple[int, ...] = ()
            """Seats that have passed this round, first first."""
            self.turn = NO_ONE
            """Whose turn it is or was last, in the action phase."""
            self.queue: tuple[int, ...] = ()
            """Seats that the present phase (other than the actions) has still to come to, next first."""
            self.out: tuple[int, ...] = ()
            """In the choice of factions: factions put up for auction, in the order chosen."""
            self.gaia = world.of_kind[GAIA]
            """All Gaia planets, printed and transformed."""
            self.transdim = world.of_kind[TRANSDIM]
            """Transdim planets not yet transformed."""
            self.lost = 0
            """The hex of the lost planet, once placed."""
            self.topped = 0
            """Research areas whose highest level is taken, as bits."""
            self.acts: tuple[int, ...] = (NO_ONE,) * 10
            """For each action of the research board the seat that used it this round."""
            self.boosters: tuple[int, ...] = table.boosters
            """Open boosters: by number, in the solo game in the order of the row."""
            self.supply: tuple[int, ...] = tokens_supplied(table)
            """Federation tokens left of each common kind."""
            self.track_token = table.terra_token
            """The kind of token lying on the highest level of terraforming, or -1."""
            self.spots: tuple[int, ...] = (TECH_COPIES,) * 9
            """Standard tech tiles left on each spot."""
            self.advanced: tuple[int, ...] = table.advanced
            """Kind (in ``TECHS``) of the advanced tile in each area, or -1."""
            self.pending: tuple[int, ...] = ()
            """Hexes built on in this turn for which nobody has been asked to charge yet."""
            self.stack = []
            self.revelations = 0
            self.deck: Deck | None = None
            """The Automa's cards in the solo game."""
            self.journal = None
            self.touched = False
            self._offered = None
        else:
            self.table = other.table
            self.world = other.world
            self.seed = other.seed
            self.draws = other.draws
            self.round = other.round
            self.phase = other.phase
            self.players = [player.clone() for player in other.players]
            self.order = other.order
            self.ring = other.ring
            self.passed = other.passed
            self.turn = other.turn
            self.queue = other.queue
            self.out = other.out
            self.gaia = other.gaia
            self.transdim = other.transdim
            self.lost = other.lost
            self.topped = other.topped
            self.acts = other.acts
            self.boosters = other.boosters
            self.supply = other.supply
            self.track_token = other.track_token
            self.spots = other.spots
            self.advanced = other.advanced
            self.pending = other.pending
            self.stack = other.stack[:]
            self.revelations = other.revelations
            self.deck = other.deck
            self.journal = None
            self.touched = False
            self._offered = other._offered

    def clone(self) -> State:
        """An independent copy without a journal."""
        return State(self.table, self.seed, self)

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self, self.table, self.seed)

    def key(self) -> tuple[object, ...]:
        """Everything that makes two positions equal, as ints, strings and tuples of them."""
        chance = (self.seed, self.draws, self.deck) if self.table.solo else ()
        return (
            self.table.key,
            self.world.placements,
            chance,
            self.round,
            self.phase,
            tuple(player.key() for player in self.players),
            self.order,
            self.ring,
            self.passed,
            self.turn,
            self.queue,
            self.out,
            self.gaia,
            self.transdim,
            self.lost,
            self.acts,
            self.boosters,
            self.supply,
            self.track_token,
            self.spots,
            self.advanced,
            self.pending,
            tuple(decision.key() for decision in self.stack),
        )

    def digest(self) -> bytes:
        """16 bytes; equal exactly for equal positions, on every machine."""
        return blake2b(repr(self.key()).encode(), digest_size=16).digest()

    @property
    def automa(self) -> int:
        """The seat of the Automa, which is never asked; -1 without one."""
        return len(self.players) - 1 if self.table.solo else NO_ONE

    def moved(self) -> bool:
        """Nobody is asked: the next thing of the sequence of play; False when the game is over."""
        if self.phase == OVER:
            return False
        advance(self)
        return True

    def refused(self, action: Action) -> Message:
        return refused(self, action)

    def scores(self) -> list[int]:
        return [player.vp for player in self.players]

    def places(self) -> list[int]:
        return place(self.scores())

    def revealed(self) -> int:
        return self.revelations


def tokens_supplied(table: Table) -> tuple[int, ...]:
    """Federation tokens of each common kind beside the map at the start: all but the one on the track."""
    copies = [SOLO_COPIES if table.solo else TOKENS[kind].copies for kind in COMMON]
    copies[table.terra_token] -= 1
    return tuple(copies)
