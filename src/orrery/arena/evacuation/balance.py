"""How the pack of Evacuation plays: games of equal bots, and what was used in them.

``play`` is one game through the arena, ``Tally`` adds games up. ``report`` writes the figures down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from orrery.arena.table import Thinking
from orrery.arena.table import play as played
from orrery.core.match import TABLE
from orrery.evacuation.actions import Act, Action, PlayCard, PlayInfrastructure, Take
from orrery.evacuation.decisions.displays import TakeCard
from orrery.evacuation.decisions.progress import SplitPower
from orrery.evacuation.game import EVACUATION
from orrery.evacuation.pack import Pack
from orrery.evacuation.pack.lookup import KINDS
from orrery.evacuation.rules import scoring
from orrery.evacuation.rules.technologies import complete
from orrery.evacuation.state import State

PLAYER: Final = "greedy"
"""Who plays all seats."""
THINKING: Final = Thinking(nodes=2000)


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
    whole = EVACUATION.complete(given)
    match = played("evacuation", whole, seed, (PLAYER,) * EVACUATION.seats(whole), THINKING).match
    state = match.at(0)
    assert isinstance(state, State)
    pack = state.table.pack
    order = list(state.order)
    used: list[tuple[int, str, str]] = []
    shown: dict[str, Counter[str]] = {kind: Counter() for kind in SEEN}
    actions: Counter[str] = Counter()
    power: list[int] = []
    seen: set[tuple[int, int]] = set()
    for entry in match.entries:
        if entry.question in TABLE:
            continue
        top = state.stack[-1]
        offered = [(which, card) for which, display in enumerate(state.displays) for card in display.open]
        if isinstance(top, TakeCard):
            offered += [(top.kind, card) for card in state.extra]
        for which, card in offered:
            if (which, card) not in seen:
                seen.add((which, card))
                shown[f"{KINDS[which]}s"][state.table.lookup.ids[which][card]] += 1
        action = EVACUATION.read(state, entry.text)
        _note(pack, state, entry.seat, action, used, actions)
        if isinstance(top, SplitPower):
            power.append(top.points)
        state.apply(action)
    places = state.places()
    for owner, player in enumerate(state.players):
        held = {
            "technologies": [pack.technologies[tile].id for tile in complete(state, player)],
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
