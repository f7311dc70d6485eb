"""What a position of Evacuation promises to somebody who plans ahead to the end of the game.

The promise is a sum of features times numbers (``mind_numbers``) by the years still to come. It only ranks plans on
their way: at the end of the game the real result counts.
"""

from __future__ import annotations

from math import fsum
from operator import mul
from typing import Final

from orrery.bots.evacuation.numbers import POINTS, RACE
from orrery.evacuation import phases
from orrery.evacuation.pack import NEW, OLD
from orrery.evacuation.rules import scoring
from orrery.evacuation.rules.progress import energy_world
from orrery.evacuation.rules.resources import old_output
from orrery.evacuation.rules.technologies import complete_rows, satisfaction
from orrery.evacuation.state import Player, State

FEATURES: Final[tuple[str, ...]] = (
    "lowest production",
    "middle above lowest",
    "highest above lowest",
    "old food",
    "old steel",
    "old energy",
    "new food",
    "new steel",
    "new energy",
    "people",
    "many people",
    "factories",
    "many factories",
    "old food output",
    "old steel output",
    "old energy output",
    "population sites",
    "factory sites",
    "sea sites",
    "stadiums",
    "old stadiums",
    "satisfaction",
    "old satisfaction",
    "seats",
    "seats away",
    "building places",
    "resource places",
    "research",
    "abilities",
    "plans",
    "waiting infrastructures",
    "front",
    "rear",
    "front zone",
    "rear zone",
    "symbols",
    "penalties",
    "hunger",
    "old factories",
    "goals",
    "paid orders",
    "orders",
    "new energy only",
)
"""What is counted, in the order of the numbers."""

LOW, MIDDLE, HIGH = (FEATURES.index(name) for name in FEATURES[:3])
OLD_FOOD: Final = FEATURES.index("old food")
NEW_FOOD: Final = FEATURES.index("new food")
PEOPLE: Final = FEATURES.index("people")
FACTORIES: Final = FEATURES.index("factories")
OUTPUT: Final = FEATURES.index("old food output")
PEOPLE_SITES: Final = FEATURES.index("population sites")
FACTORY_SITES: Final = FEATURES.index("factory sites")
SEA_SITES: Final = FEATURES.index("sea sites")
STADIUMS: Final = FEATURES.index("stadiums")
OLD_STADIUMS: Final = FEATURES.index("old stadiums")
SATISFACTION: Final = FEATURES.index("satisfaction")
SEATS: Final = FEATURES.index("seats")
FRONT_ZONE: Final = FEATURES.index("front zone")
REAR_ZONE: Final = FEATURES.index("rear zone")
SYMBOLS: Final = FEATURES.index("symbols")
HUNGER: Final = FEATURES.index("hunger")
OLD_FACTORIES: Final = FEATURES.index("old factories")

LOWEST: Final = 3.0
MEETS: Final = 12.0
"""To have fulfilled the race goal when everything is counted."""
BEYOND: Final = 2.5
"""Each step of production above the goal, which others can still take away."""
PLEASED: Final = 0.4
"""Satisfaction of somebody who meets the goal."""
EARLIER: Final = 3.0
"""To do so a year earlier."""
WON: Final = 6.0
"""To be first if the race ends in the year in which the plan is made."""

PILE: Final[tuple[float, ...]] = (0.0, 1.35, 2.55, 3.6, 4.5, 5.25, 5.8, 6.2, 6.5, 6.7, 6.9)
"""So many resources of a kind are worth this many: some are worth more each than many."""


def pile(amount: int) -> float:
    """Resources of one kind in one world."""
    return PILE[amount] if amount <= 10 else PILE[10] + 0.15 * (amount - 10)


def numbers(state: State, later: int = 0) -> tuple[float, ...]:
    """The numbers of a mode and a year, or of so many years later."""
    return (RACE if state.table.race else POINTS)[max(0, len(state.table.pack.years) - state.year - later)]


def promise(state: State, seat: int, year: int) -> float:
    """What a position promises in a plan that was begun in ``year``; exact when the game is over."""
    if state.phase == phases.OVER:
        return result(state, seat, year)
    total: float = fsum(map(mul, features(state, seat), numbers(state)))
    return total


def features(state: State, seat: int) -> tuple[float, ...]:
    """What is counted."""
    player = state.players[seat]
    table = state.table
    pack, lookup = table.pack, table.lookup
    low, middle, high = sorted(player.production)
    held, cargo = player.stock, player.cargo
    people = player.population + cargo[0]
    factories = sum(player.new_factories) + cargo[1] + cargo[2] + cargo[3]
    output = old_output(state, seat)
    columns, lanes = player.columns, player.lanes
    symbols = 0
    for marker in (0, 1):
        lane = lanes[marker]
        if lane:
            symbols += sum(lookup.symbols[lane - 1][columns[marker]])
    values = lookup.stadium_satisfaction
    there = player.stadiums[NEW] + player.cargo_stadiums if player.cargo_stadiums else player.stadiums[NEW]
    stadiums = min(3, len(there))
    pleased = sum([values[card] for card in there])
    technologies = pack.technologies
    for column in range(3):
        if player.research[column]:
            for row in range(complete_rows(state, player, column)):
                pleased += technologies[player.technologies[column * 3 + row]].satisfaction
    seats = away = buildings = resources = 0
    last = state.year == len(pack.years)
    for code in player.ships:
        ship = pack.ships[code >> 2]
        if last and code & 3:
            continue
        if code & 2:
            away += len(ship.sites)
        else:
            seats += len(ship.sites)
        buildings += ship.buildings
        resources += ship.resources
    people_sites = (player.sites & lookup.population_sites).bit_count()
    sea = (player.sites & lookup.sea_sites).bit_count()
    sites = player.sites.bit_count()
    factory_sites = sites - sea - people_sites
    goals = paid = 0
    if not table.race:
        for goal in player.goals:
            goals += scoring.goal_points(state, player, goal)
        for order in player.paid_orders:
            paid += pack.orders[order].points
    return (
        low,
        min(middle - low, 5),
        min(high - low, 7),
        pile(held[0]),
        pile(held[1]),
        pile(held[2]),
        pile(held[3] + cargo[4]),
        pile(held[4] + cargo[5]),
        pile(held[5] + cargo[6]),
        min(people, 4),
        min(max(0, people - 4), 5),
        min(factories, 3),
        min(max(0, factories - 3), 3),
        output[0],
        output[1],
        output[2],
        people_sites,
        factory_sites,
        sea,
        stadiums,
        min(3 - stadiums, len(player.stadiums[OLD])),
        pleased,
        sum([values[card] for card in player.stadiums[OLD]]),
        min(seats, sites - sea),
        min(away, sites - sea),
        min(buildings, 4),
        min(resources, 8),
        sum(player.research),
        player.abilities.bit_count(),
        min(2, len(player.plans)),
        len(player.infrastructures) - player.fulfilled.bit_count(),
        columns[0],
        columns[1],
        lookup.zones[columns[0]],
        lookup.zones[columns[1]],
        symbols,
        player.penalties,
        0.0 if last else _hunger(state, player, output[0]),
        min(2, sum(player.old_factories)),
        goals,
        paid,
        len(player.orders),
        energy_world(state, player) == 2,
    )


def result(state: State, seat: int, year: int) -> float:
    """The end of the game: points, and in a race whether its goal is met after all penalties."""
    score = float(scoring.scores(state)[seat])
    if not state.table.race:
        return score
    player = state.players[seat]
    markers = scoring.final_markers(state)[seat]
    pleased = satisfaction(state, player, not state.table.all_stadiums)
    if scoring.meets_goal(state, player, markers):
        # Among those who meet the goal satisfaction decides; what is beyond it is only a reserve.
        goal = state.table.pack.race.goal_production
        found = LOWEST * goal + BEYOND * (score - goal) + PLEASED * pleased
        found += MEETS + EARLIER * (len(state.table.pack.years) - state.year)
    else:
        found = LOWEST * score + 0.1 * pleased
    if state.year == year and len(state.players) > 1:
        found += WON if scoring.places(state)[seat] == 1 else -WON
    return found


def _hunger(state: State, player: Player, output: int) -> int:
    """Food and stadiums that will be missing at the next income."""
    year = state.table.pack.years[state.year]
    old = year.food_old - player.stock[0] - output
    new = year.food_new - player.stock[3] - player.cargo[4] - player.production[0]
    bored = year.stadiums - len(player.stadiums[NEW]) - len(player.cargo_stadiums)
    return max(0, old) + max(0, new) + max(0, bored)
