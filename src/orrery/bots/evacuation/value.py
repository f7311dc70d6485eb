"""What a position of Evacuation promises: the one value by which bots judge positions and advice is told.

The promise is a sum of features times numbers (``numbers``) by the years still to come; at the end of the game the
real result counts. A judge may be blind for something: its numbers are nothing to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum
from operator import mul
from typing import Final, final

from orrery.bots.evacuation.numbers import POINTS, RACE, Numbers
from orrery.evacuation import phases
from orrery.evacuation.pack import NEW, OLD, Triple
from orrery.evacuation.rules import scoring
from orrery.evacuation.rules.progress import energy_world
from orrery.evacuation.rules.resources import old_output
from orrery.evacuation.rules.technologies import complete_by_row, complete_rows, satisfaction
from orrery.evacuation.state import Player, State

HEADINGS: Final[Mapping[str, str]] = {
    "lowest production": "production",
    "middle above lowest": "production",
    "highest above lowest": "production",
    "old food": "stock",
    "old steel": "stock",
    "old energy": "stock",
    "new food": "stock",
    "new steel": "stock",
    "new energy": "stock",
    "people": "waiting",
    "many people": "waiting",
    "factories": "waiting",
    "many factories": "waiting",
    "old food output": "old",
    "old steel output": "old",
    "old energy output": "old",
    "population sites": "old",
    "factory sites": "old",
    "sea sites": "old",
    "stadiums": "stadiums",
    "old stadiums": "stadiums",
    "satisfaction": "stadiums",
    "old satisfaction": "stadiums",
    "seats": "ships",
    "seats away": "ships",
    "building places": "ships",
    "resource places": "ships",
    "research": "technologies",
    "abilities": "technologies",
    "plans": "infrastructures",
    "waiting infrastructures": "infrastructures",
    "front": "progress",
    "rear": "progress",
    "front zone": "progress",
    "rear zone": "progress",
    "symbols": "progress",
    "penalties": "hunger",
    "hunger": "hunger",
    "old factories": "old",
    "goals": "goals",
    "paid orders": "orders",
    "orders": "orders",
    "new energy only": "stock",
    "goals one more": "goals",
    "goals two more": "goals",
    "people with steel": "waiting",
}
"""What is counted, in the order of the numbers -> the part of the value that advice calls it."""

FEATURES: Final = tuple(HEADINGS)

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
PENALTIES: Final = FEATURES.index("penalties")
AWAY: Final = FEATURES.index("seats away")
OLD_SATISFACTION: Final = FEATURES.index("old satisfaction")

BLIND: Final[Mapping[str, frozenset[str]]] = {
    "hunger": frozenset({"hunger", "penalties", "old food output"}),
    "transport": frozenset(
        {
            "population sites",
            "factory sites",
            "sea sites",
            "seats",
            "seats away",
            "building places",
            "resource places",
        }
    ),
    "goals": frozenset({"goals", "goals one more", "goals two more"}),
    "income": frozenset({"old food output", "old steel output", "old energy output"}),
    "stadiums": frozenset({"stadiums", "old stadiums", "satisfaction", "old satisfaction"}),
    "progress": frozenset({"front", "rear", "front zone", "rear zone", "symbols"}),
    "balance": frozenset({"lowest production"}),
    "stock": frozenset({"old steel", "old energy", "new steel", "new energy", "new energy only"}),
}
"""Blind spot -> what somebody who has it does not see."""

LOWEST: Final = 3.0
MEETS: Final = 12.0
"""To have fulfilled the race goal when everything is counted."""
RESERVE: Final = 2
"""Steps of production above the goal that others, or what was not foreseen, can still take away."""
BEYOND: Final = 1.0
"""Each of them; more than these decide nothing."""
NEEDLESS: Final = 0.2
"""Each step above them."""
PLEASED: Final = 3.0
"""Satisfaction of somebody who meets the goal of a race: it decides among those who do."""
SATISFIED: Final = 0.4
"""Satisfaction that is still loaded at the end of a game for points: it counts only against the others."""
EARLIER: Final = 3.0
"""To do so a year earlier."""
SPARE: Final = 0.01
"""People and factories that come too late to be settled."""
WON: Final = 6.0
"""To be first if the race ends in the year in which the plan is made."""

PILE: Final[tuple[float, ...]] = (0.0, 1.35, 2.55, 3.6, 4.5, 5.25, 5.8, 6.2, 6.5, 6.7, 6.9)
"""So many resources of a kind are worth this many: some are worth more each than many."""


def pile(amount: int) -> float:
    """Resources of one kind in one world."""
    return PILE[amount] if amount <= 10 else PILE[10] + 0.15 * (amount - 10)


@final
class Judge:
    """Somebody who values positions, perhaps with blind spots (names of ``BLIND``)."""

    def __init__(self, *blind: str) -> None:
        unknown = sorted(set(blind) - set(BLIND))
        if unknown:
            raise LookupError(f"there is no blind spot {unknown[0]!r}; there are: {', '.join(BLIND)}")
        unseen = {name for spot in blind for name in BLIND[spot]}
        self.blind: Final = tuple(sorted(set(blind)))
        self._seen: Final = tuple(0.0 if name in unseen else 1.0 for name in FEATURES)
        self._race: Final = self._through(RACE)
        self._points: Final = self._through(POINTS)

    def _through(self, numbers: Numbers) -> Numbers:
        """Numbers as this judge sees them."""
        return tuple(tuple(map(mul, year, self._seen)) for year in numbers)

    def numbers(self, state: State, later: int = 0) -> tuple[float, ...]:
        """The numbers of a mode and a year, or of so many years later."""
        left = len(state.table.pack.years) - state.year - later
        return (self._race if state.table.race else self._points)[max(0, left)]

    def at_end(self, state: State) -> tuple[float, ...]:
        """The same for what can still be loaded when nothing but the end of the game follows."""
        pack = state.table.pack
        found = [0.0] * len(FEATURES)
        if state.table.race:
            found[PEOPLE_SITES] = found[FACTORY_SITES] = -LOWEST * pack.race.penalty_site
            found[STADIUMS] = LOWEST * pack.race.penalty_stadium
        else:
            found[PEOPLE_SITES] = float(-pack.points.penalty_population_site)
            found[FACTORY_SITES] = float(-pack.points.penalty_factory_site)
            found[STADIUMS] = float(pack.points.penalty_stadium)
        found[SATISFACTION] = PLEASED if state.table.race else SATISFIED
        found[PEOPLE] = found[FACTORIES] = SPARE
        return tuple(map(mul, found, self._seen))

    def promise(self, state: State, seat: int, year: int) -> float:
        """What a position promises in a plan that was begun in ``year``; exact when the game is over."""
        if state.phase == phases.OVER:
            return result(state, seat, year)
        total: float = fsum(map(mul, features(state, seat), self.numbers(state)))
        return total

    def parts(self, state: State, seat: int) -> dict[str, float]:
        """What the promise is made of, by heading."""
        if state.phase == phases.OVER:
            return _sources(state, seat)
        found = dict.fromkeys(HEADINGS.values(), 0.0)
        for heading, count, number in zip(
            HEADINGS.values(), features(state, seat), self.numbers(state), strict=True
        ):
            found[heading] += count * number
        if not state.table.orders:
            del found["orders"]
        if state.table.race:
            del found["goals"]
        return found


SOURCES: Final[Mapping[str, str]] = {
    "lowest production": "production",
    "penalty tiles": "hunger",
    "sites left": "old",
    "stadiums missing": "stadiums",
    "satisfaction": "stadiums",
    "orders": "orders",
    "line dominance": "production",
}
"""Sources of points -> the heading that speaks of them; the others are goals."""


def _sources(state: State, seat: int) -> dict[str, float]:
    """The end of the game by heading; what a race counts beside its points is production."""
    each = LOWEST if state.table.race else 1.0
    found: dict[str, float] = {"production": 0.0}
    for source, points in scoring.sources(state)[seat].items():
        heading = SOURCES.get(source, "goals")
        found[heading] = found.get(heading, 0.0) + each * points
    found["production"] += result(state, seat, state.year) - fsum(found.values())
    return found


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
    goals = one_more = two_more = paid = 0
    if not table.race:
        rows: Triple = (0, 0, 0)
        for goal in player.goals:
            card = pack.goals[goal]
            count = scoring.goal_count(state, player, card.counts)
            if card.counts == "technologies":
                rows = complete_by_row(state, player)
            now = card.points(count, rows)
            goals += now
            one_more += card.points(count + 1, rows) - now
            two_more += card.points(count + 2, rows) - now
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
        one_more,
        two_more,
        min(people, held[4] + cargo[5]),
    )


def result(state: State, seat: int, year: int) -> float:
    """The end of the game: points, and in a race whether its goal is met after all penalties."""
    score = float(scoring.scores(state)[seat])
    if not state.table.race:
        return score
    player = state.players[seat]
    markers = scoring.final_markers(state)[seat]
    pleased = satisfaction(state, player, not state.table.all_stadiums)
    goal = state.table.pack.race.goal_production
    beyond = max(0.0, score - goal)
    reserve = min(float(RESERVE), beyond)
    found = LOWEST * (score - beyond) + BEYOND * reserve + NEEDLESS * (beyond - reserve)
    if scoring.meets_goal(state, player, markers):
        # Among those who meet the goal satisfaction decides.
        found += PLEASED * pleased + MEETS + EARLIER * (len(state.table.pack.years) - state.year)
    else:
        found += 0.1 * pleased
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
