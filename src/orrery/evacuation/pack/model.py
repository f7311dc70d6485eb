"""The typed pack: all components of the box, and the numbers of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from orrery.evacuation.pack.components import (
    ActionCard,
    BoardAction,
    BonusCard,
    BonusEffect,
    Column,
    Condition,
    Field,
    Goal,
    Infrastructure,
    LineSide,
    Order,
    OrderCard,
    Ship,
    Site,
    SoloCard,
    SoloTile,
    Stadium,
    StartStadium,
    Technology,
    TechnologyEffect,
    TurningPoint,
    Year,
)


@dataclass(frozen=True)
class SoloRules:
    """Numbers of the solo game."""

    neutral_halves: int
    """Satisfaction of the neutral colour above the opponent's, in halves (-5: 2.5 below)."""
    aside: tuple[int, ...]
    """Stadiums of these satisfactions are put aside at first."""
    return_year: int
    """Before the year end of this year they return."""
    x_value: int
    good: int
    excellent: int


@dataclass(frozen=True)
class Setup:
    """Numbers of the set-up and of hands."""

    basic_cards: int
    display: int
    flag_cards: int
    plain_cards: int
    goals_dealt: int
    goals_kept: int
    cards_dealt: int
    hand: int
    area1_limit: int
    """Advanced actions: actions of area 1 per year."""
    year_end_draw: int
    orders_drawn: int
    factories: int
    """Per type and player."""


@dataclass(frozen=True)
class Costs:
    """Printed numbers that are not on a card."""

    action_track: tuple[int, ...]
    """Energy on space 0, 1, ...; the last space repeats."""
    surcharge_from: int
    """From this card under one area on ..."""
    surcharge: int
    """... each costs so much energy more."""
    return_flight: int
    refresh: int
    """Resources for a refresh of a display."""
    clone_food: int
    cloned: int
    settle_steel: int
    """Per population slot."""


@dataclass(frozen=True)
class Race:
    """Numbers of the race mode."""

    goal_production: int
    goal_stadiums: int
    penalty_tile: int
    penalty_site: int
    penalty_stadium: int
    bonus_first: int
    bonus_second: int
    bonus_two: int
    """For the higher satisfaction with two players."""


@dataclass(frozen=True)
class Points:
    """Numbers of the points mode."""

    lowest: tuple[int, ...]
    """Points for the lowest production 0, 1, ...; beyond the table ``step`` for each more."""
    step: int
    penalty_factory_site: int
    penalty_population_site: int
    penalty_stadium: int
    penalty_tile: int
    stadiums: int
    """Wanted on the New World."""
    satisfaction: tuple[int, ...]
    """Points of the places."""
    satisfaction_two: tuple[int, ...]
    dominance: tuple[int, ...]
    dominance_two: tuple[int, ...]

    def production(self, lowest: int) -> int:
        """Points for the lowest production marker (EV-PTS-4)."""
        last = len(self.lowest) - 1
        if lowest <= last:
            return self.lowest[max(0, lowest)]
        return self.lowest[last] + self.step * (lowest - last)


@dataclass(frozen=True)
class Pack:
    """The whole box. Made by ``orrery.evacuation.pack.load``; equal packs have equal digests."""

    name: str
    title: str
    digest: str
    """32 hex digits over all values; provenance, title and name do not count."""
    data: Mapping[str, object]
    """The raw content of the file, provenance included."""

    symbols: tuple[str, ...]
    """Kinds of settlement symbols."""
    setup: Setup
    costs: Costs
    race: Race
    points: Points
    years: tuple[Year, ...]
    board: tuple[BoardAction, ...]
    cards: tuple[ActionCard, ...]
    deck: tuple[int, ...]
    """The 80 action cards as indices into ``cards``, each as often as it has copies."""
    sites: tuple[Site, ...]
    fields: tuple[Field, ...]
    columns: tuple[Column, ...]
    """``columns[0]`` is the start space, the last one the end of the track."""
    turning_points: tuple[TurningPoint, ...]
    ships: tuple[Ship, ...]
    stadiums: tuple[Stadium, ...]
    start_stadiums: tuple[StartStadium, ...]
    conditions: tuple[Condition, ...]
    infrastructures: tuple[Infrastructure, ...]
    technology_effects: tuple[TechnologyEffect, ...]
    technologies: tuple[Technology, ...]
    bonus_effects: tuple[BonusEffect, ...]
    bonuses: tuple[BonusCard, ...]
    goals: tuple[Goal, ...]
    orders: tuple[Order, ...]
    order_cards: tuple[OrderCard, ...]
    lines: tuple[LineSide, ...]
    solo_cards: tuple[SoloCard, ...]
    solo_tile: SoloTile
    solo: SoloRules

    terrain_masks: tuple[int, ...]
    """Fields of each terrain as bits ``1 << field index``."""
    population_mask: int
    """Fields with a population slot."""
    factory_mask: int
    """Fields with a factory slot."""
    rows: tuple[int, ...]
    """All horizontal lines as masks."""
    diagonals: tuple[int, ...]
    """All diagonal lines of both directions as masks."""

    ids: Mapping[str, Mapping[str, int]]
    """Kind (the name of the tuple, e.g. ``ships``) -> id -> index."""

    def find(self, kind: str, name: str) -> int:
        """The index of a component by its id; a LookupError lists what there is."""
        found = self.ids[kind].get(name)
        if found is None:
            raise LookupError(
                f"there is no {name!r} among the {kind} of pack {self.name}: {', '.join(self.ids[kind])}"
            )
        return found
