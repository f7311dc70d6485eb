"""How the pack plays: games of a player who looks to the end of each action, and what was used in them.

``play`` is one game, ``Tally`` adds games up. The player knows only what stands on the table: its value of a
position looks at nothing hidden, and it never pays for a refresh. ``balance_report`` writes the figures down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from orrery.core.chance import draw, stream
from orrery.evacuation import options, phases
from orrery.evacuation.actions import (
    PASS,
    Act,
    Action,
    PlayCard,
    PlayInfrastructure,
    Refresh,
    Settle,
    Take,
)
from orrery.evacuation.decisions.progress import SplitPower
from orrery.evacuation.pack import NEW, OLD, Pack
from orrery.evacuation.pack.lookup import KINDS
from orrery.evacuation.rules import scoring
from orrery.evacuation.rules.settling import factory_choices
from orrery.evacuation.setup import laid_out
from orrery.evacuation.state import Player, State

WIDE: Final = (99, 4, 2, 1, 1, 1, 1)
"""Answers that are looked into further: all of the first question, fewer of each that follows from it."""

# What things are worth to the player, in points; by years still to come (0 in year 4) where it matters.
LOWEST: Final = 3.2
MIDDLE: Final = 1.8
HIGHEST: Final = 1.2
WAITING_PEOPLE: Final = (0.1, 0.9, 1.0, 1.0)
WAITING_FACTORY: Final = (0.1, 1.1, 1.2, 1.2)
OLD_FACTORY: Final = (0.1, 0.7, 0.8, 0.9)
OLD_STOCK: Final = (0.02, 0.1, 0.16, 0.2)
NEW_STOCK: Final = (0.03, 0.4, 0.45, 0.45)
LEFT_BEHIND: Final = (2.6, 1.9, 1.2, 0.7)
HUNGER: Final = 2.0
STADIUM: Final = 3.0
OLD_STADIUM: Final = (0.3, 1.8, 2.0, 2.0)
RESEARCH: Final = (0.15, 0.5, 0.6, 0.6)
PLAN: Final = (0.1, 0.5, 0.6, 0.6)
UNFULFILLED: Final = (0.2, 1.2, 1.4, 1.4)
PLACE: Final = 0.75
TERRAIN: Final = (0.2, 1.6, 2.2, 2.5)
COLUMN: Final = 0.06
SYMBOL: Final = (0.1, 0.4, 0.4, 0.4)


def worth(state: State, seat: int) -> float:
    """What a position promises to a seat, in points."""
    player = state.players[seat]
    pack = state.table.pack
    if state.phase == phases.OVER:
        return float(scoring.scores(state)[seat]) * LOWEST
    left = max(0, len(pack.years) - state.year)
    low, middle, high = sorted(player.production)
    total = LOWEST * low + MIDDLE * min(middle, low + 4) + HIGHEST * min(high, low + 6)
    total += sum(_stock(player.stock[r], OLD_STOCK[left]) for r in range(3))
    total += sum(_stock(player.stock[3 + r] + player.cargo[4 + r], NEW_STOCK[left]) for r in range(3))
    total += WAITING_PEOPLE[left] * min(8, player.population + player.cargo[0])
    total += WAITING_FACTORY[left] * min(5, sum(player.new_factories) + sum(player.cargo[1:4]))
    total += OLD_FACTORY[left] * min(3, sum(player.old_factories))
    for index, site in enumerate(pack.sites):
        if player.sites >> index & 1:
            total += left * OLD_STOCK[left] * sum(site.produces) - LEFT_BEHIND[left]
    total += _stadiums(state, player, left) + _ships(pack, player, left)
    total += RESEARCH[left] * sum(min(5, done) for done in player.research)
    total += 0.4 * sum(pack.technologies[tile].satisfaction for tile in _complete(state, player))
    total += PLAN[left] * min(3, len(player.plans))
    total += UNFULFILLED[left] * (len(player.infrastructures) - player.fulfilled.bit_count())
    zones = state.table.lookup.zones
    total += TERRAIN[left] * zones[player.columns[0]] + COLUMN * sum(player.columns)
    for marker in (0, 1):
        lane = player.lanes[marker]
        if lane:
            total += SYMBOL[left] * sum(state.table.lookup.symbols[lane - 1][player.columns[marker]])
    total -= HUNGER * player.penalties
    if left:
        total -= HUNGER * _hunger(state, player)
    total += 0.8 * (player.small + player.large)
    if not state.table.race:
        total += 0.5 * sum(scoring.goal_points(state, player, goal) for goal in player.goals)
        total += sum(pack.orders[order].points for order in player.paid_orders)
        total += 1.0 * len(player.orders)
    return total


def _stock(amount: int, value: float) -> float:
    """The tenth resource of a kind is worth less than the first."""
    return value * (amount if amount <= 6 else 6 + 0.3 * (amount - 6))


def _complete(state: State, player: Player) -> list[int]:
    steps = state.table.lookup.thresholds
    return [
        player.technologies[column * 3 + row]
        for column in range(3)
        for row in range(3)
        if player.research[column] >= steps[row]
    ]


def _stadiums(state: State, player: Player, left: int) -> float:
    values = state.table.lookup.stadium_satisfaction
    there = player.stadiums[NEW] + player.cargo_stadiums
    total = STADIUM * min(3, len(there)) + 0.4 * sum(values[card] for card in there)
    short = max(0, 3 - len(there))
    total += OLD_STADIUM[left] * min(short, len(player.stadiums[OLD]))
    return total + 0.3 * sum(values[card] for card in player.stadiums[OLD])


def _ships(pack: Pack, player: Player, left: int) -> float:
    """Places that can still be used: a ship flies out every second year."""
    sites = sum(1 for i, site in enumerate(pack.sites) if player.sites >> i & 1 and site.loadable)
    total = places = 0.0
    for code in player.ships:
        ship = pack.ships[code >> 2]
        moved, away = code & 1, code >> 1 & 1
        flights = left + 1 - moved if not away else left - moved
        flights = (max(0, flights) + 1) // 2 if not away else max(0, flights) // 2
        places += flights * len(ship.sites)
        total += 0.3 * flights * ship.buildings + 0.08 * flights * ship.resources - 0.08 * flights * ship.flight
    return total + PLACE * LEFT_BEHIND[0] * min(places, sites)


def _hunger(state: State, player: Player) -> int:
    """Food and stadiums that will be missing at the next income."""
    year = state.table.pack.years[state.year]
    output = sum(site.produces[0] for i, site in enumerate(state.table.pack.sites) if player.sites >> i & 1)
    old = max(0, year.food_old - player.stock[0] - output)
    new = max(0, year.food_new - player.stock[3] - player.cargo[4] - player.production[0])
    return old + new + max(0, year.stadiums - len(player.stadiums[NEW]) - len(player.cargo_stadiums))


# ---------------------------------------------------------------- the player


def answers(state: State, seat: int) -> list[Action]:
    """The answers of the seat asked that are worth a look: settling with its factories named, no refreshes."""
    found: list[Action] = []
    for option in state.options():
        if isinstance(option, Refresh):
            continue
        if isinstance(option, Settle):
            slots = state.table.lookup.factories[option.field]
            found += [Settle(option.field, choice) for choice in factory_choices(state.players[seat], slots)]
        else:
            found.append(option)
    return found


def best(state: State, seat: int, depth: int = 0) -> tuple[float, Action]:
    """The answer with the highest value once the questions it leads to are answered as well as possible."""
    tried: list[tuple[float, int, Action, State]] = []
    for number, option in enumerate(answers(state, seat)):
        trial = state.clone()
        trial.apply(option)
        tried.append((worth(trial, seat), -number, option, trial))
    if depth:
        tried = sorted(tried, key=lambda entry: entry[:2], reverse=True)[: WIDE[depth]]
    found: tuple[float, Action] | None = None
    for value, _, option, trial in tried:
        if depth + 1 < len(WIDE) and trial.asked() == seat and trial.question() not in ("Turn", "TransportShips"):
            value = best(trial, seat, depth + 1)[0]
        if found is None or value > found[0]:
            found = value, option
    assert found is not None
    return found


SEALED: Final = ("PickGoal", "DropGoal", "PickFromPile", "KeepHand", "TuckCard", "DiscardCard")
"""Questions about cards whose worth is not told by what stands on the table."""


def choose(state: State, seat: int, noise: int) -> Action:
    """The player's answer: an action must beat passing; sealed choices are made by chance, so that no card is
    preferred.
    """
    if state.question() in SEALED:
        some = state.options()
        return some[draw(noise, 0, len(some))]
    value, option = best(state, seat)
    if option == PASS or PASS not in state.options():
        return option
    resting = state.clone()
    resting.apply(PASS)
    # Power points move the markers: an action is worth a little even if nothing else comes of it.
    return option if value > worth(resting, seat) - 0.3 else PASS


# ---------------------------------------------------------------- games


@dataclass
class Record:
    """One game: its result and everything that was used."""

    places: list[int]
    scores: list[int]
    lowest: list[int]
    first_order: list[int]
    sets: list[int]
    triggered: bool
    years: int
    actions: Counter[str] = field(default_factory=Counter)
    taken: dict[str, Counter[str]] = field(default_factory=dict)
    """Kind -> id -> times."""
    shown: dict[str, Counter[str]] = field(default_factory=dict)
    """The same for cards that came to lie on a display."""
    power: list[int] = field(default_factory=list)
    """Power points of every seat in every year."""
    bonuses: Counter[str] = field(default_factory=Counter)
    goals: list[tuple[str, int]] = field(default_factory=list)
    """Goal cards kept to the end and what they scored."""


SEEN: Final = ("ships", "stadiums", "infrastructures", "technologies", "fields", "cards", "goals")


def play(given: Mapping[str, object], seed: int) -> Record:
    """A whole game of equal players."""
    whole = options.complete(given)
    pack = options.pack_of(whole)
    state = laid_out(pack, whole, seed)
    noise = stream(seed, "noise")
    order = list(state.order)
    used: list[tuple[int, str, str]] = []
    shown: dict[str, Counter[str]] = {kind: Counter() for kind in SEEN}
    actions: Counter[str] = Counter()
    power: list[int] = []
    seen: set[tuple[int, int]] = set()
    number = 0
    while (seat := state.asked()) is not None:
        for which, display in enumerate(state.displays):
            for card in display.open:
                if (which, card) not in seen:
                    seen.add((which, card))
                    shown[f"{KINDS[which]}s"][state.table.lookup.ids[which][card]] += 1
        number += 1
        action = choose(state, seat, stream(noise, str(number)))
        _note(pack, state, seat, action, used, actions)
        top = state.stack[-1]
        if isinstance(top, SplitPower):
            power.append(top.points)
        state.apply(action)
    places = state.places()
    for owner, player in enumerate(state.players):
        held = {
            "technologies": [pack.technologies[tile].id for tile in _complete(state, player)],
            "fields": [one.id for index, one in enumerate(pack.fields) if player.fields >> index & 1],
            "infrastructures": [pack.infrastructures[card].id for card in player.infrastructures],
            "goals": [pack.goals[goal].id for goal in player.goals],
        }
        used += [(owner, kind, name) for kind, names in held.items() for name in names]
    taken: dict[str, Counter[str]] = {kind: Counter() for kind in SEEN}
    for _, kind, name in used:
        taken[kind][name] += 1
    record = Record(
        places,
        state.scores(),
        [min(player.production) for player in state.players],
        order,
        [pack.technologies[player.technologies[0]].set + 1 for player in state.players],
        bool(state.ending),
        state.year,
        actions,
        taken,
        shown,
        power,
    )
    for player in state.players:
        record.bonuses.update({"smaller": player.small, "larger": player.large})
        record.bonuses["chances"] += state.year
        record.goals += [(pack.goals[goal].id, scoring.goal_points(state, player, goal)) for goal in player.goals]
    return record


def _note(
    pack: Pack, state: State, seat: int, action: Action, used: list[tuple[int, str, str]], actions: Counter[str]
) -> None:
    """Write down what an answer uses."""
    if isinstance(action, Act):
        actions[pack.board[action.board].id] += 1
    elif isinstance(action, PlayCard):
        used.append((seat, "cards", pack.cards[action.card].id))
    elif isinstance(action, Take) and KINDS[action.display] != "infrastructure":
        used.append((seat, f"{KINDS[action.display]}s", state.table.lookup.ids[action.display][action.card]))
    elif isinstance(action, PlayInfrastructure):
        actions["play infrastructure"] += 1


@dataclass
class Tally:
    """Many games added up."""

    records: list[Record] = field(default_factory=list)

    @property
    def games(self) -> int:
        return len(self.records)

    def add(self, record: Record) -> None:
        self.records.append(record)

    def used(self, kind: str) -> Counter[str]:
        """How often each component of a kind was used."""
        total: Counter[str] = Counter()
        for record in self.records:
            total.update(record.taken[kind])
        return total

    def shown(self, kind: str) -> Counter[str]:
        """How often each card of a display was on offer."""
        total: Counter[str] = Counter()
        for record in self.records:
            total.update(record.shown[kind])
        return total

    def seats(self) -> list[tuple[int, float]]:
        """For each place in the first turn order: games and share of wins (shared wins count in part)."""
        players = len(self.records[0].places)
        wins = [0.0] * players
        for record in self.records:
            best_seats = [seat for seat, place in enumerate(record.places) if place == 1]
            for seat in best_seats:
                wins[record.first_order.index(seat)] += 1 / len(best_seats)
        return [(self.games, won / self.games) for won in wins]

    def sets(self) -> dict[int, tuple[int, float]]:
        """Technology set -> players who had it against others, and the share of them who won."""
        games: Counter[int] = Counter()
        wins: dict[int, float] = {1: 0.0, 2: 0.0, 3: 0.0, 4: 0.0}
        for record in self.records:
            if len(record.places) == 1:
                continue
            best_seats = [seat for seat, place in enumerate(record.places) if place == 1]
            for seat, number in enumerate(record.sets):
                games[number] += 1
                if seat in best_seats:
                    wins[number] += 1 / len(best_seats)
        return {number: (games[number], wins[number] / max(1, games[number])) for number in sorted(wins)}


def spread(values: Iterable[int]) -> tuple[int, int, int, int, int]:
    """Least, lower quarter, middle, upper quarter, most."""
    ranked = sorted(values)
    if not ranked:
        return 0, 0, 0, 0, 0
    at = [ranked[min(len(ranked) - 1, len(ranked) * quarter // 4)] for quarter in range(4)]
    return at[0], at[1], at[2], at[3], ranked[-1]
