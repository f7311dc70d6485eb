"""What bots know of Evacuation: how questions are answered, and what a position promises one turn ahead.

That value is made by hand. The planner (``plan``) follows its plans to the end of the game and ranks them on the
way by a value of its own (``value``). Nothing hidden counts.
"""

from __future__ import annotations

from math import fsum
from typing import Final, final

from orrery.bots import Budget
from orrery.bots.evacuation.plan import CHOICES, Search, same
from orrery.bots.mind import Mind, Outlook
from orrery.evacuation import items as it
from orrery.evacuation import phases
from orrery.evacuation.actions import (
    DONE,
    FORGO,
    PASS,
    Action,
    Advance,
    Claim,
    Discard,
    Exchange,
    KeepCards,
    KeepGoal,
    LoadResources,
    Park,
    Power,
    Refresh,
    ReturnGoal,
    Settle,
    Tuck,
)
from orrery.evacuation.decisions.progress import LaneChoice
from orrery.evacuation.decisions.transport import LoadPlace
from orrery.evacuation.pack import ENERGY, NEW, OLD, Pack, Triple
from orrery.evacuation.pack.lookup import FACTORY_BOOST
from orrery.evacuation.rules import scoring
from orrery.evacuation.rules.resources import old_output
from orrery.evacuation.rules.settling import factory_choices
from orrery.evacuation.rules.technologies import complete_rows
from orrery.evacuation.state import Player, State

# What things are worth, in points; by years still to come (0 in the last one) where it matters.
LOWEST: Final = 3.0
MIDDLE: Final = 1.7
HIGHEST: Final = 0.9
PEOPLE: Final[tuple[float, ...]] = (0.1, 1.5, 1.6, 1.6)
"""Population waiting on the New World."""
FACTORY: Final[tuple[float, ...]] = (0.1, 1.5, 1.6, 1.6)
OLD_FACTORY: Final[tuple[float, ...]] = (0.0, 0.7, 0.9, 1.0)
OLD_STOCK: Final[tuple[float, ...]] = (0.01, 0.12, 0.18, 0.22)
NEW_STOCK: Final[tuple[float, ...]] = (0.03, 0.42, 0.48, 0.5)
SITE: Final[tuple[float, ...]] = (3.0, 2.3, 1.6, 1.2)
"""A site that is still to be evacuated costs so much; what it goes on producing is counted beside it."""
TILE: Final = 3.0
STADIUM: Final[tuple[float, ...]] = (3.2, 2.8, 2.5, 2.3)
"""Each of the first three stadiums on the New World."""
OLD_STADIUM: Final[tuple[float, ...]] = (0.2, 1.7, 1.7, 1.6)
SATISFACTION: Final = 0.35
RESEARCH: Final[tuple[float, ...]] = (0.1, 0.45, 0.6, 0.7)
PLAN: Final[tuple[float, ...]] = (0.0, 0.4, 0.5, 0.5)
UNFULFILLED: Final[tuple[float, ...]] = (0.0, 0.8, 1.0, 1.0)
SEAT: Final = 0.8
"""Of what a site costs, for a place on a ship that can still take it."""
ZONE: Final[tuple[float, ...]] = (0.1, 1.4, 1.8, 2.0)
COLUMN: Final = 0.08
SYMBOL: Final[tuple[float, ...]] = (0.0, 0.5, 0.5, 0.5)
GOAL: Final = 0.6
MEETS: Final = 6.0

EXPECTED: Final = {
    "population": 7,
    "steppe_fields": 4,
    "ships": 3,
    "factory_sets": 1,
    "small_bonuses": 1,
    "turning_points": 3,
    "large_bonuses": 1,
    "other_fields": 3,
    "technologies": 4,
    "infrastructures": 3,
    "production_food": 9,
    "production_steel": 9,
    "production_energy": 9,
    "factories_food": 2,
    "factories_steel": 2,
    "factories_energy": 2,
}
"""What a player has at the end, about, by what goal cards count."""

RATING: Final = {
    it.GAIN: 1.0,
    it.EXCHANGE: 0.2,
    it.DEVELOP: 0.7,
    it.RESEARCH: 1.2,
    it.SETTLE: 2.2,
    it.BUILD_SHIP: 1.8,
    it.BUILD_STADIUM: 1.8,
    it.PREPARE: 1.1,
    it.GAIN_FACTORY: 2.0,
    it.GAIN_SHIP: 3.0,
    it.CLONE: 2.0,
    it.GAIN_POPULATION: 1.4,
    it.DRAW_CARD: 0.3,
    it.MOVE_SHIPS: 1.0,
}
"""What the sub-actions of an action card are worth to hold, about."""


# --- the value of a position --------------------------------------------------------------------------


def worth(state: State, seat: int) -> float:
    """What a position promises to a seat, in points, as it stands."""
    return fsum(parts(state, seat).values())


def parts(state: State, seat: int) -> dict[str, float]:
    """What ``worth`` is made of."""
    player = state.players[seat]
    pack, lookup = state.table.pack, state.table.lookup
    if state.phase == phases.OVER:
        return _result(state, seat)
    left = max(0, len(pack.years) - state.year)
    low, middle, high = sorted(player.production)
    production = LOWEST * low + MIDDLE * min(middle, low + 4) + HIGHEST * min(high, low + 6)
    if state.table.race and low >= pack.race.goal_production:
        production += MEETS if len(player.stadiums[NEW]) >= pack.race.goal_stadiums else 0.0
    held, cargo = player.stock, player.cargo
    old, new = OLD_STOCK[left], NEW_STOCK[left]
    stock = 0.0
    for resource in range(3):
        stock += _stock(held[resource], old) + _stock(held[3 + resource] + cargo[4 + resource], new)
    waiting = PEOPLE[left] * min(8, player.population + cargo[0])
    waiting += FACTORY[left] * min(5, sum(player.new_factories) + cargo[1] + cargo[2] + cargo[3])
    output = old_output(state, seat)
    symbols = lookup.symbols
    columns, lanes = player.columns, player.lanes
    progress = ZONE[left] * lookup.zones[columns[0]] + COLUMN * (columns[0] + columns[1])
    for marker in (0, 1):
        if lanes[marker]:
            progress += SYMBOL[left] * sum(symbols[lanes[marker] - 1][columns[marker]])
    found = {
        "production": production,
        "stock": stock,
        "waiting": waiting,
        "old": left * old * (output[0] + output[1] + output[2])
        - SITE[left] * player.sites.bit_count()
        + OLD_FACTORY[left] * min(2, sum(player.old_factories)),
        "stadiums": _stadiums(state, player, left),
        "ships": _places(pack, player, left, (player.sites & ~lookup.sea_sites).bit_count()),
        "technologies": _technologies(state, player, left),
        "infrastructures": PLAN[left] * min(2, len(player.plans))
        + UNFULFILLED[left] * (len(player.infrastructures) - player.fulfilled.bit_count()),
        "progress": progress,
        "hunger": -TILE * (player.penalties + (_hunger(state, player, output[0]) if left else 0)),
    }
    if not state.table.race:
        found["goals"] = GOAL * sum(scoring.goal_points(state, player, goal) for goal in player.goals)
        if state.table.orders:
            paid = sum(pack.orders[order].points for order in player.paid_orders)
            found["orders"] = float(paid + len(player.orders))
    return found


SOURCES: Final = {
    "lowest production": "production",
    "penalty tiles": "hunger",
    "sites left": "old",
    "stadiums missing": "stadiums",
    "satisfaction": "stadiums",
    "orders": "orders",
    "line dominance": "production",
}
"""Sources of points, by the part of the value that speaks of them; the others are goals."""


def _result(state: State, seat: int) -> dict[str, float]:
    """The end of the game: points, and in a race whether its goal is met after all penalties."""
    found: dict[str, float] = {}
    each = LOWEST if state.table.race else 1.0
    for source, points in scoring.sources(state)[seat].items():
        part = SOURCES.get(source, "goals")
        found[part] = found.get(part, 0.0) + each * points
    if state.table.race and scoring.meets_goal(state, state.players[seat], scoring.final_markers(state)[seat]):
        found["production"] += MEETS
    return found


def _stock(amount: int, each: float) -> float:
    """Some of a kind are worth more than many."""
    return each * (amount if amount <= 5 else 5 + 0.35 * (amount - 5))


def _stadiums(state: State, player: Player, left: int) -> float:
    values = state.table.lookup.stadium_satisfaction
    there = player.stadiums[NEW] + player.cargo_stadiums if player.cargo_stadiums else player.stadiums[NEW]
    count = min(3, len(there))
    total = STADIUM[left] * count
    for card in there:
        total += SATISFACTION * values[card]
    total += OLD_STADIUM[left] * min(3 - count, len(player.stadiums[OLD]))
    for card in player.stadiums[OLD]:
        total += 0.6 * SATISFACTION * values[card]
    return total


def _places(pack: Pack, player: Player, left: int, sites: int) -> float:
    """Places on ships that can still be used: a ship flies out every second year."""
    total = places = 0.0
    for code in player.ships:
        ship = pack.ships[code >> 2]
        years = left + 1 - (code & 1)
        flights = years // 2 if code & 2 else (years + 1) // 2
        if flights > 0:
            places += flights * len(ship.sites)
            total += flights * (0.35 * ship.buildings + 0.12 * ship.resources - 0.12 * ship.flight)
    return total + SEAT * SITE[left] * min(places, sites)


def _technologies(state: State, player: Player, left: int) -> float:
    total = RESEARCH[left] * sum(player.research)
    tiles = state.table.pack.technologies
    for column in range(3):
        for row in range(complete_rows(state, player, column)):
            total += SATISFACTION * tiles[player.technologies[column * 3 + row]].satisfaction
    return total


def _hunger(state: State, player: Player, output: int) -> int:
    """Food and stadiums that will be missing at the next income."""
    year = state.table.pack.years[state.year]
    old = year.food_old - player.stock[0] - output
    new = year.food_new - player.stock[3] - player.cargo[4] - player.production[0]
    bored = year.stadiums - len(player.stadiums[NEW]) - len(player.cargo_stadiums)
    return max(0, old) + max(0, new) + max(0, bored)


SPLITS: Final = 4
"""Ways to split power points that are looked into."""
FOLLOWING: Final = 12
"""Open questions that are answered to value a position, at most."""


RESTING: Final = ("Turn", "KeepHand", "TransportShips", "PowerChoice", "SplitPower", "BonusChoice")
"""Questions at which a position may be valued as it stands: they begin a turn or a phase."""
YEARLY: Final = ("Turn", "KeepHand")
"""The same for splits of power points, of which some lead to the next year at once and some do not."""


def value(state: State, seat: int, resting: tuple[str, ...] = RESTING) -> float:
    """What a position promises, in points, once the questions that are open for the seat are answered."""
    if state.asked() != seat or state.question() in resting:
        return worth(state, seat)
    trial = state.clone()
    for _ in range(FOLLOWING):
        answer = policy(trial, seat)
        if answer is None:
            break
        trial.apply(answer)
        if trial.asked() != seat or trial.question() in resting:
            break
    return worth(trial, seat)


# --- answers ------------------------------------------------------------------------------------------


def policy(state: State, seat: int) -> Action | None:
    """The answer to everything but a turn: by what follows from it, by a rule where that is as good."""
    if not state.stack or is_turn(state):
        return None
    offered = state.options()
    if len(offered) == 1:
        return offered[0]
    question = state.question()
    if question in ("PickGoal", "PickFromPile"):
        return max(offered, key=lambda option: _hope(state, option))
    if question == "DropGoal":
        return min(offered, key=lambda option: _hope(state, option))
    if question in ("TuckCard", "DiscardCard"):
        return min(offered, key=lambda option: _rating(state, option))
    if question == "KeepHand":
        return max(offered, key=lambda option: _rating(state, option))
    top = state.stack[-1]
    if isinstance(top, LoadPlace) and isinstance(offered[-1], LoadResources):
        return _cargo(state, seat, top.ship)
    if question == "SettleField":
        return _settling(state, seat)
    if question in ("PowerChoice", "LaneChoice", "BonusChoice"):
        return max(offered, key=lambda option: _step(state, seat, option))
    if question == "SplitPower":
        offered = _splits(state, seat, offered)
    late = question == "SplitPower"
    deep = late or question in ("TransportShips", "EffectOrder")
    found: Action | None = None
    most = float("-inf")
    for option in offered:
        if isinstance(option, Refresh) or (isinstance(option, Exchange) and _idle(state, seat, option)):
            continue
        trial = state.clone()
        trial.apply(option)
        worth_now = value(trial, seat, YEARLY if late else RESTING) if deep else worth(trial, seat)
        if worth_now > most:
            found, most = option, worth_now
    return found


def _step(state: State, seat: int, option: Action) -> float:
    """Power points, lanes and bonuses, by what they show."""
    if isinstance(option, Power):
        return option.points
    lookup = state.table.lookup
    if isinstance(option, Claim):
        card = lookup.pack.bonuses[state.bonuses[0]]
        effect = (None, card.small_effect, card.large_effect)[option.which]
        return fsum(RATING[it.op(item)] for item in lookup.bonus_items[effect]) if effect is not None else 0.0
    top = state.stack[-1]
    assert isinstance(option, Park)
    assert isinstance(top, LaneChoice)
    column = state.players[seat].columns[top.marker]
    lane = option.lane - 1
    return sum(lookup.symbols[lane][column]) + 1.8 * bool(lookup.instants[lane][column] and top.moved)


def _idle(state: State, seat: int, option: Exchange) -> bool:
    """An exchange of what is scarce for what is plenty."""
    stock = state.players[seat].stock
    return stock[option.world * 3 + option.give] <= stock[option.world * 3 + option.take]


def _splits(state: State, seat: int, offered: list[Action]) -> list[Action]:
    """The most promising ways to split power points, by what the columns show."""
    if len(offered) <= SPLITS:
        return offered
    player = state.players[seat]
    lookup = state.table.lookup
    left = max(0, len(lookup.pack.years) - state.year)
    front, rear = player.columns
    zones, symbols, instants = lookup.zones, lookup.symbols[0], lookup.instants[0]
    points = lookup.pack.turning_points
    flip = SITE[left] - 3 * left * OLD_STOCK[left]
    ranked: list[tuple[float, int]] = []
    for number, option in enumerate(offered):
        assert isinstance(option, Advance)
        x, y = front + option.front, rear + option.rear
        first, second = max(zones[x], zones[y]), min(zones[x], zones[y])
        score = ZONE[left] * first
        for point in range(zones[rear], second):
            score += LOWEST + MIDDLE + HIGHEST if points[point].second == "move_sea_site" else 0.0
        score += flip * ((first > 0) + (second > 0))
        score += SYMBOL[left] * (sum(symbols[x]) + sum(symbols[y])) + 0.9 * (bool(instants[x]) + bool(instants[y]))
        ranked.append((-score, number))
    ranked.sort()
    return [offered[number] for _, number in ranked[:SPLITS]]


def _hope(state: State, option: Action) -> float:
    """What a goal card may bring."""
    assert isinstance(option, (KeepGoal, ReturnGoal))
    goal = state.table.pack.goals[option.goal]
    count = EXPECTED.get(goal.counts, 2)
    return goal.points(count, (min(3, count), max(0, count - 3), 0))


def _rating(state: State, option: Action) -> float:
    """What action cards are worth to hold."""
    if isinstance(option, KeepCards):
        return fsum(_card(state, card) for card in option.cards)
    assert isinstance(option, (Tuck, Discard))
    return _card(state, option.card)


def _card(state: State, card: int) -> float:
    total = 0.1 * max(state.table.pack.cards[card].power)
    for item in state.table.lookup.card_items[card]:
        total += RATING.get(it.op(item), 0.5)
    return total


def _cargo(state: State, seat: int, ship: int) -> Action:
    """Resources for the places of a ship: what the New World lacks, what the Old World can spare."""
    player = state.players[seat]
    pack = state.table.pack
    left = max(0, len(pack.years) - state.year)
    spare = player.stock[:3]
    # Other ships that are to fly, and the next feeding, come first.
    flights = sum(pack.ships[code >> 2].flight for code in player.ships if not code & 3)
    spare[ENERGY] = max(0, spare[ENERGY] - flights)
    if left:
        spare[0] = max(0, spare[0] - max(0, pack.years[state.year].food_old - old_output(state, seat)[0]))
    loaded = [0, 0, 0]
    for _ in range(pack.ships[ship].resources):
        gains = [
            (
                _stock(player.stock[3 + r] + player.cargo[4 + r] + loaded[r] + 1, NEW_STOCK[left])
                - _stock(player.stock[3 + r] + player.cargo[4 + r] + loaded[r], NEW_STOCK[left])
                - _stock(spare[r], OLD_STOCK[left])
                + _stock(spare[r] - 1, OLD_STOCK[left])
                + (0.02 if r == 1 else 0.0),
                r,
            )
            for r in range(3)
            if spare[r]
        ]
        if not gains or max(gains)[0] <= 0:
            break
        resource = max(gains)[1]
        spare[resource] -= 1
        loaded[resource] += 1
    return LoadResources((loaded[0], loaded[1], loaded[2]))


def _settling(state: State, seat: int) -> Action:
    """The field and factories that raise production best for what they use up."""
    player = state.players[seat]
    lookup = state.table.lookup
    left = max(0, len(lookup.pack.years) - state.year)
    found: Action | None = None
    most = float("-inf")
    for option in state.options():
        if not isinstance(option, Settle):
            continue
        field = option.field
        base = lookup.pack.fields[field].yields
        people = lookup.populations[field]
        used = PEOPLE[left] * people + NEW_STOCK[left] * people * lookup.pack.costs.settle_steel
        for choice in _choices(player, lookup.factories[field]):
            after = [
                player.production[r] + base[r] + choice[r] * (2 if player.abilities & FACTORY_BOOST[r] else 1)
                for r in range(3)
            ]
            low, middle, high = sorted(after)
            gain = LOWEST * low + MIDDLE * min(middle, low + 4) + HIGHEST * min(high, low + 6)
            gain -= used + FACTORY[left] * sum(choice) + 0.15 * lookup.terrain[field]
            if gain > most:
                found, most = Settle(field, choice), gain
    if found is None:
        return FORGO
    low, middle, high = sorted(player.production)
    as_it_is = LOWEST * low + MIDDLE * min(middle, low + 4) + HIGHEST * min(high, low + 6)
    return FORGO if most < as_it_is and FORGO in state.options() else found


def _choices(player: Player, slots: int) -> list[Triple]:
    return factory_choices(player, slots) if slots else [(0, 0, 0)]


# --- plans --------------------------------------------------------------------------------------------


def is_turn(state: State) -> bool:
    """A turn of the action phase."""
    return state.question() == "Turn"


@final
class EvacuationMind(Mind[State, Action]):
    """Values are points in points mode; in a race they only compare positions."""

    def value(self, state: State, seat: int) -> float:
        return value(state, seat)

    def parts(self, state: State, seat: int) -> dict[str, float]:
        return parts(state, seat)

    def same(self, state: State, seat: int) -> tuple[object, ...]:
        return same(state, seat)

    def policy(self, state: State, seat: int) -> Action | None:
        return policy(state, seat)

    def is_turn(self, state: State) -> bool:
        return is_turn(state)

    def in_points(self, state: State) -> bool:
        """Whether values are victory points: in a race they only compare positions."""
        return not state.table.race

    def still(self, state: State) -> Action:
        """Somebody who stands still passes, is done, forgoes; and takes the first of what must be answered."""
        offered = state.options()
        for action in (PASS, DONE, FORGO):
            if action in offered:
                return action
        return offered[0]

    def put_off(self, action: Action, depth: int) -> float:
        """What lies on a display or a field may be gone later."""
        return 0.03 * depth

    def alone(self, state: State, seat: int) -> State:
        """A clone in which nobody else takes part any more."""
        world = state.clone()
        world.lone = seat
        world.order = [seat]
        world.at = 1 if is_turn(state) else min(world.at, 1)
        world.passed &= 1 << seat
        # Clones share the others: what happens to their used action cards must not depend on which clone is first.
        own = world.players[seat]
        for number, other in enumerate(world.players):
            if number != seat:
                own.discards = sorted(own.discards + other.tucked + other.played + other.discards)
                other.tucked, other.played, other.discards = [], [], []
        return world

    def leaf(self, state: State, start: State) -> bool:
        """A plan ends when the next year's actions begin."""
        if state.phase == phases.OVER:
            return True
        return state.year > start.year and state.phase in (phases.ACTIONS, phases.HANDS)

    def searched(self, state: State) -> bool:
        """Turns, and what is asked in the phases after the actions."""
        return is_turn(state) or state.question() in CHOICES

    def plan(
        self, state: State, seat: int, budget: Budget, old: tuple[Action, ...] = ()
    ) -> list[Outlook[State, Action]]:
        """First answers with the best plan for the rest of the game that begins with each, best first.

        ``old`` is what is left of a plan made before, where one is remembered.
        """
        offered = state.options()
        if len(offered) == 1:
            return [Outlook(worth(state, seat), (offered[0],), state, old or (offered[0],))]
        return Search(state, seat, budget, policy, self.alone(state, seat)).run(old)

    def fits(self, state: State, answer: Action) -> bool:
        """Whether a planned answer may be given: a field may be settled with its factories named at once."""
        return bool(state.stack) and state.stack[-1].allows(state, answer)


MIND: Final = EvacuationMind()
