"""A position: fields, clone, key, digest; what is asked, and the two doors, come from ``orrery.core.asking``."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Final, final

from orrery.core.asking import Asked
from orrery.core.compiled import reduced
from orrery.core.journal import Message
from orrery.evacuation import flow
from orrery.evacuation.actions import Action
from orrery.evacuation.decisions.agenda import Agenda
from orrery.evacuation.decisions.base import Decision
from orrery.evacuation.decisions.effects import carry_out
from orrery.evacuation.pack import Pack
from orrery.evacuation.pack.lookup import Lookup, lookup
from orrery.evacuation.phases import GOALS, OVER, RULE_OPTIONS, SILENT
from orrery.evacuation.rules import scoring
from orrery.evacuation.telling import refusals


@final
class Table:
    """What never changes during a game: pack, options, and what follows from them. Shared by all clones."""

    def __init__(self, pack: Pack, options: Mapping[str, object]) -> None:
        self.options: Final = dict(options)
        self.pack: Final = pack
        self.lookup: Final[Lookup] = lookup(pack)
        self.players: Final = int(str(options["players"]))
        self.solo: Final = self.players == 1
        self.third_party: Final = bool(options["third_party"])
        self.race: Final = options["mode"] == "race"
        self.generous: Final = options["bonuses"] == "generous"
        self.advanced: Final = options["actions"] == "advanced"
        self.orders: Final = bool(options["orders"])
        self.lines: Final = bool(options["line_dominance"])
        self.lanes: Final = 2 if self.players >= 3 else 1
        self.red_card: Final = int(str(options["red_card"]))
        self.shared_spaces: Final = options["empty_spaces"] == "many"
        self.free_order: Final = options["subactions"] == "free"
        self.may_decline: Final = options["rewards"] == "may"
        self.end_stays: Final = options["track_end"] == "stays"
        self.all_pieces: Final = options["new_world_pieces"] == "all"
        self.all_stadiums: Final = options["satisfaction"] == "all"
        self.watched: Final = self.race or self.orders

    def __reduce__(self) -> tuple[object, ...]:
        return Table, (self.pack, self.options)


@final
class Display:
    """Three open cards and their stack. Slot 1, the X slot, is ``open[0]``; the top of the stack is its end."""

    __slots__ = ("known", "open", "stack")

    def __init__(self, cards: list[int], stack: list[int], known: int = 0) -> None:
        self.open = cards
        self.stack = stack
        self.known = known
        """So many cards at the bottom of the stack were put there openly: everybody knows their order."""

    def clone(self) -> Display:
        return Display(self.open.copy(), self.stack.copy(), self.known)

    def __reduce__(self) -> tuple[object, ...]:
        return Display, (self.open, self.stack, self.known)


@final
class Player:
    """The holdings of a seat. Lists of three go by food, steel, energy; cards are tuples in ascending order."""

    __slots__ = (
        "abilities",
        "areas",
        "cargo",
        "cargo_stadiums",
        "columns",
        "discards",
        "draft",
        "dropped",
        "fields",
        "fulfilled",
        "goals",
        "hand",
        "infrastructures",
        "lanes",
        "large",
        "marker",
        "misfit",
        "new_factories",
        "old_factories",
        "open_goals",
        "orders",
        "paid_orders",
        "penalties",
        "plans",
        "played",
        "population",
        "production",
        "research",
        "sea_moved",
        "settled_factories",
        "settled_population",
        "ships",
        "sites",
        "small",
        "stadiums",
        "stock",
        "supply",
        "technologies",
        "tucked",
    )

    def __init__(self, like: Player | None = None) -> None:
        if like is not None:
            self.copy(like)
            return
        self.stock = [0, 0, 0, 0, 0, 0]
        """Resources by world * 3 + resource."""
        self.production = [0, 0, 0]
        """The New World's production markers, tens included."""
        self.sites = 0
        """Face-up sites as bits."""
        self.sea_moved = 0
        """Sea sites that have come to the New World."""
        self.supply = [0, 0, 0]
        """Factories nowhere yet."""
        self.old_factories = [0, 0, 0]
        """Prepared on the Old World side."""
        self.new_factories = [0, 0, 0]
        """Waiting on the New World side."""
        self.settled_factories = [0, 0, 0]
        self.population = 0
        """Waiting on the New World side."""
        self.settled_population = 0
        self.fields = 0
        """Own settled fields as bits."""
        self.ships: list[int] = []
        """Each as ship * 4 + world * 2 + 1 if it has moved this year."""
        self.stadiums: tuple[tuple[int, ...], ...] = ((), ())
        """Beside the Old and the New World side."""
        self.cargo = [0, 0, 0, 0, 0, 0, 0]
        """Under way to the New World: population, three kinds of factories, three of resources."""
        self.cargo_stadiums: tuple[int, ...] = ()
        self.plans: tuple[int, ...] = ()
        """Infrastructures in hand."""
        self.infrastructures: tuple[int, ...] = ()
        """In play."""
        self.fulfilled = 0
        """Infrastructures whose production has risen, as bits."""
        self.technologies: tuple[int, ...] = ()
        """Nine tiles, index column * 3 + row."""
        self.research = [0, 0, 0]
        """Researches done in each column."""
        self.abilities = 0
        self.columns = [0, 0]
        """Of the progress markers; the front one first."""
        self.lanes = [0, 0]
        """0 parking lane (or start space), 1 main lane, 2 the 3+ lane."""
        self.areas = [0, 0, 0, 0]
        """Cards tucked under each power area this year."""
        self.marker = 0
        """On the action track."""
        self.penalties = 0
        self.small = 0
        """Smaller bonuses received."""
        self.large = 0
        self.goals: tuple[int, ...] = ()
        self.draft: tuple[int, ...] = ()
        """Goal cards to pick from."""
        self.dropped = -1
        """The goal card returned to the box."""
        self.open_goals = 0
        """Own goals that lie open, as bits."""
        self.hand: tuple[int, ...] = ()
        self.tucked: tuple[int, ...] = ()
        self.played: tuple[int, ...] = ()
        """Action cards played face up this year."""
        self.discards: tuple[int, ...] = ()
        """Own cards on the discard pile."""
        self.orders: tuple[int, ...] = ()
        """In hand."""
        self.paid_orders: tuple[int, ...] = ()
        self.misfit = 0
        """1 while this transport has used the place of another terrain (EV-TE-10)."""

    def copy(self, like: Player) -> None:
        """Take over everything, with lists of its own; cards are shared."""
        self.stock = like.stock.copy()
        self.production = like.production.copy()
        self.sites = like.sites
        self.sea_moved = like.sea_moved
        self.supply = like.supply.copy()
        self.old_factories = like.old_factories.copy()
        self.new_factories = like.new_factories.copy()
        self.settled_factories = like.settled_factories.copy()
        self.population = like.population
        self.settled_population = like.settled_population
        self.fields = like.fields
        self.ships = like.ships.copy()
        self.stadiums = like.stadiums
        self.cargo = like.cargo.copy()
        self.cargo_stadiums = like.cargo_stadiums
        self.plans = like.plans
        self.infrastructures = like.infrastructures
        self.fulfilled = like.fulfilled
        self.technologies = like.technologies
        self.research = like.research.copy()
        self.abilities = like.abilities
        self.columns = like.columns.copy()
        self.lanes = like.lanes.copy()
        self.areas = like.areas.copy()
        self.marker = like.marker
        self.penalties = like.penalties
        self.small = like.small
        self.large = like.large
        self.goals = like.goals
        self.draft = like.draft
        self.dropped = like.dropped
        self.open_goals = like.open_goals
        self.hand = like.hand
        self.tucked = like.tucked
        self.played = like.played
        self.discards = like.discards
        self.orders = like.orders
        self.paid_orders = like.paid_orders
        self.misfit = like.misfit

    def clone(self) -> Player:
        return Player(self)

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)

    def key(self) -> tuple[object, ...]:
        """Everything, as ints; hands and piles whose order means nothing are sorted."""
        return (
            *self.stock,
            *self.production,
            self.sites,
            self.sea_moved,
            *self.supply,
            *self.old_factories,
            *self.new_factories,
            *self.settled_factories,
            self.population,
            self.settled_population,
            self.fields,
            tuple(sorted(self.ships)),
            tuple(sorted(self.stadiums[0])),
            tuple(sorted(self.stadiums[1])),
            *self.cargo,
            tuple(sorted(self.cargo_stadiums)),
            tuple(sorted(self.plans)),
            tuple(sorted(self.infrastructures)),
            self.fulfilled,
            self.technologies,
            *self.research,
            self.abilities,
            *self.columns,
            *self.lanes,
            *self.areas,
            self.marker,
            self.penalties,
            self.small,
            self.large,
            tuple(sorted(self.goals)),
            tuple(sorted(self.draft)),
            self.dropped,
            self.open_goals,
            tuple(sorted(self.hand)),
            tuple(sorted(self.tucked)),
            tuple(sorted(self.played)),
            tuple(sorted(self.discards)),
            tuple(sorted(self.orders)),
            tuple(sorted(self.paid_orders)),
            self.misfit,
        )


@final
class Rival:
    """Somebody without a player board: the solo opponent, the neutral colour, or a third party."""

    __slots__ = ("columns", "fields", "lanes", "stadiums")

    def __init__(self) -> None:
        self.columns = [0, 0]
        self.lanes = [0, 0]
        self.fields = 0
        self.stadiums: list[int] = []

    def clone(self) -> Rival:
        r = Rival()
        r.columns = self.columns.copy()
        r.lanes = self.lanes.copy()
        r.fields = self.fields
        r.stadiums = self.stadiums.copy()
        return r

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)

    def key(self) -> tuple[object, ...]:
        return (*self.columns, *self.lanes, self.fields, tuple(sorted(self.stadiums)))


@final
class State(Asked[Action, Decision]):
    """A position of Evacuation."""

    __slots__ = (
        "at",
        "bonuses",
        "cards",
        "corner",
        "displays",
        "draws",
        "ending",
        "extra",
        "factories",
        "order",
        "orders",
        "passed",
        "phase",
        "picks",
        "piles",
        "players",
        "reveals",
        "rivals",
        "seed",
        "settled",
        "side",
        "solo_deck",
        "solo_out",
        "stadiums_aside",
        "step",
        "table",
        "year",
    )

    def __init__(self, table: Table, seed: int, like: State | None = None, seat: int = -1) -> None:
        if like is not None:
            self.copy(like, seat)
            return
        self.table = table
        self.seed = seed
        self.draws = 0
        self.year = 1
        self.phase = GOALS
        self.step = 0
        """Round of the goal draft."""
        self.at = 0
        """How many of ``order`` have had their turn in this round of the phase."""
        self.passed = 0
        self.ending = 0
        """1 once the end of the race is triggered."""
        self.order: list[int] = []
        """Seats in turn order; in the solo game 1 is the opponent and 2 the neutral colour."""
        self.players: list[Player] = []
        self.rivals: list[Rival] = []
        self.stack = []
        self.settled = 0
        """All settled fields as bits."""
        self.factories: list[int] = []
        """The factories on each field, as food + 8 * steel + 64 * energy."""
        self.displays: list[Display] = []
        self.extra: list[int] = []
        """Cards revealed beside a display until the choice is made (EV-TE-12)."""
        self.bonuses: list[int] = []
        """The bonus stack, top first."""
        self.orders: list[int] = []
        """Orders that nobody has taken."""
        self.side = 0
        """Of the line dominance card."""
        self.cards: list[int] = []
        """The action stack, top last."""
        self.solo_deck: list[int] = []
        """Face-down solo cards, top last."""
        self.solo_out: list[int] = []
        """Solo cards carried out this year."""
        self.corner = 0
        """Where the solo tile stands."""
        self.stadiums_aside: list[int] = []
        self.picks: list[list[int]] = []
        """The goal draft so far: for each of the packs dealt, by its first seat, the cards picked in order."""
        self.piles: tuple[list[int], list[int]] = ([], [])
        """The two piles of the solo goal choice."""
        self.reveals = 0
        self.touched = False
        self.journal = None
        self._offered = None

    def copy(self, like: State, seat: int = -1) -> None:
        """Take over everything but the journal, with lists of its own; players but that of a seat shared."""
        self.table = like.table
        self.seed = like.seed
        self.draws = like.draws
        self.year = like.year
        self.phase = like.phase
        self.step = like.step
        self.at = like.at
        self.passed = like.passed
        self.ending = like.ending
        self.order = like.order.copy()
        if seat < 0:
            self.players = [p.clone() for p in like.players]
        else:
            self.players = like.players.copy()
            self.players[seat] = like.players[seat].clone()
        self.rivals = [r.clone() for r in like.rivals]
        self.stack = like.stack.copy()
        self.settled = like.settled
        self.factories = like.factories.copy()
        self.displays = [d.clone() for d in like.displays]
        self.extra = like.extra.copy()
        self.bonuses = like.bonuses.copy()
        self.orders = like.orders.copy()
        self.side = like.side
        self.cards = like.cards.copy()
        self.solo_deck = like.solo_deck.copy()
        self.solo_out = like.solo_out.copy()
        self.corner = like.corner
        self.stadiums_aside = like.stadiums_aside.copy()
        self.picks = [picks.copy() for picks in like.picks]
        self.piles = (like.piles[0].copy(), like.piles[1].copy())
        self.reveals = like.reveals
        self.touched = like.touched
        self.journal = None
        self._offered = like._offered

    def clone(self) -> State:
        return State(self.table, self.seed, self)

    def clone_of(self, seat: int) -> State:
        """A clone that shares the players of all other seats: for whoever lets none of them do anything."""
        return State(self.table, self.seed, self, seat)

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self, self.table, self.seed)

    def watch(self) -> None:
        if self.table.watched:
            flow.watch(self)

    def moved(self) -> bool:
        if self.phase == OVER:
            return False
        flow.advance(self)
        return True

    def carry_out(self, agenda: Agenda) -> None:
        """Begin the next sub-action of an agenda; which question asks for it only ``effects`` knows."""
        carry_out(self, agenda)

    def apply(self, action: Action) -> None:
        """For bots: trusts that the action is allowed. A journal, if there is one, hears of all points."""
        before = None if self.journal is None else scoring.sources(self)
        self._offered = None
        self.stack.pop().resolve(self, action)
        self.settle()
        if before is not None:
            scoring.book(self, before)

    def followed(self, action: Action, before: list[dict[str, int]] | None = None) -> State:
        """As everywhere; whoever tries many answers gives the sources of points ``before`` them, counted once."""
        trial = super().followed(action)
        if not scoring.unmoved(self, trial):
            scoring.book(trial, scoring.sources(self) if before is None else before)
        return trial

    def refused(self, action: Action) -> Message:
        return refusals.illegal(self, action)

    def scores(self) -> list[int]:
        """What each seat would score if the game ended now; secret goals count from the end of the game on."""
        return scoring.scores(self)

    def places(self) -> list[int]:
        return scoring.places(self)

    def revealed(self) -> int:
        return self.reveals

    def key(self) -> tuple[object, ...]:
        """Everything that makes two positions of one game the same or not."""
        return (
            self.table.pack.digest,
            tuple(
                sorted(
                    (name, repr(value))
                    for name, value in self.table.options.items()
                    if name in RULE_OPTIONS and SILENT.get(name) != value
                )
            ),
            self.seed,
            self.draws,
            self.year,
            self.phase,
            self.step,
            self.at,
            self.passed,
            self.ending,
            tuple(self.order),
            tuple(p.key() for p in self.players),
            tuple(r.key() for r in self.rivals),
            tuple((d.name, (d.seat, *d.holds.lasting(d))) for d in self.stack),
            self.settled,
            tuple(self.factories),
            tuple((tuple(d.open), tuple(d.stack), d.known) for d in self.displays),
            tuple(self.extra),
            tuple(self.bonuses),
            tuple(sorted(self.orders)),
            self.side,
            tuple(self.cards),
            tuple(self.solo_deck),
            tuple(sorted(self.solo_out)),
            self.corner,
            tuple(sorted(self.stadiums_aside)),
            tuple(tuple(picks) for picks in self.picks),
            tuple(sorted(self.piles[0])),
            tuple(sorted(self.piles[1])),
        )

    def digest(self) -> bytes:
        return blake2b(repr(self.key()).encode(), digest_size=16).digest()
