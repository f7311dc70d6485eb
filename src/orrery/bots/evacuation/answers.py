"""Answers to the questions of Evacuation that are worth a look, and those that need none."""

from __future__ import annotations

from math import fsum
from typing import Final

from orrery.bots.evacuation import value as v
from orrery.bots.evacuation.transport import returning, transports
from orrery.bots.evacuation.value import Judge, pile
from orrery.evacuation import items as it
from orrery.evacuation.actions import (
    DONE,
    FORGO,
    Action,
    Advance,
    Choose,
    Claim,
    Discard,
    Exchange,
    Gain,
    KeepCards,
    KeepGoal,
    Park,
    Refresh,
    ReturnGoal,
    Settle,
    Take,
    Tuck,
)
from orrery.evacuation.decisions.progress import LaneChoice
from orrery.evacuation.decisions.transport import LoadPlace, ReturnShips
from orrery.evacuation.pack import NEW
from orrery.evacuation.pack.lookup import FACTORY_BOOST, SHIP
from orrery.evacuation.rules.settling import factory_choices
from orrery.evacuation.state import State

NOTHING_TAKEN: Final[tuple[Action, ...]] = (FORGO, Claim(0))
"""Answers that decline what costs nothing."""

UNRANKED: Final = ("SplitPower", "PowerChoice", "TransportShips")
"""Questions whose candidates come in their order: what follows from them cannot be compared yet."""

ORDER: Final = (
    it.DRAW_CARD,
    it.GAIN,
    it.GAIN_POPULATION,
    it.GAIN_FACTORY,
    it.CLONE,
    it.EXCHANGE,
    it.RESEARCH,
    it.PREPARE,
    it.GAIN_SHIP,
    it.BUILD_SHIP,
    it.BUILD_STADIUM,
    it.SETTLE,
    it.DEVELOP,
    it.MOVE_SHIPS,
)
"""What comes first where the sub-actions of a card may be done in any order: what others need."""

EXPECTED: Final = {
    "population": 10,
    "steppe_fields": 5,
    "ships": 4,
    "factory_sets": 1,
    "small_bonuses": 1,
    "turning_points": 4,
    "large_bonuses": 2,
    "other_fields": 4,
    "technologies": 6,
    "infrastructures": 6,
    "production_food": 13,
    "production_steel": 13,
    "production_energy": 13,
    "factories_food": 2,
    "factories_steel": 2,
    "factories_energy": 2,
}
"""What a planner who holds a goal card has at the end, about, by what the card counts."""

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


# --- answers that need no look ------------------------------------------------------------------------


def rule(state: State, seat: int, judge: Judge) -> tuple[Action, ...] | None:
    """The answers from here on to a question that needs no branches, or None."""
    top = state.stack[-1]
    if top.seat != seat:
        return (still(state),)
    if isinstance(top, LoadPlace):
        return transports(state, seat, judge, 1)[0]
    if isinstance(top, ReturnShips):
        return (returning(state, seat, judge, top.flown),)
    question = top.name
    options = state.options()
    if len(options) == 1:
        return (options[0],)
    if isinstance(top, LaneChoice):
        return (max(options, key=lambda option: _lane(state, seat, top, option)),)
    if question == "EffectOrder":
        return (min(options, key=_priority),)
    if question in ("PickGoal", "PickFromPile"):
        return (max(options, key=lambda option: _hope(state, option)),)
    if question == "DropGoal":
        return (min(options, key=lambda option: _hope(state, option)),)
    if question in ("TuckCard", "DiscardCard"):
        return (min(options, key=lambda option: _rating(state, option)),)
    if question == "KeepHand":
        return (max(options, key=lambda option: _rating(state, option)),)
    if question == "RefreshCards":
        return (DONE if DONE in options else options[0],)
    if question == "OrderOffer":
        return (options[-1],)
    return None


def still(state: State) -> Action:
    """Somebody who stands still is done, and takes the first of what must be answered."""
    offered = state.options()
    for action in (DONE, FORGO):
        if action in offered:
            return action
    return offered[0]


def _lane(state: State, seat: int, top: LaneChoice, option: Action) -> float:
    """A lane by what it shows."""
    assert isinstance(option, Park)
    lookup = state.table.lookup
    column = state.players[seat].columns[top.marker]
    lane = option.lane - 1
    return sum(lookup.symbols[lane][column]) + 1.8 * bool(lookup.instants[lane][column] and top.moved)


def _priority(option: Action) -> int:
    if not isinstance(option, Choose):
        return len(ORDER) + 1
    op = it.op(option.item)
    return ORDER.index(op) if op in ORDER else len(ORDER)


def _hope(state: State, option: Action) -> float:
    """What a goal card may bring."""
    assert isinstance(option, (KeepGoal, ReturnGoal))
    goal = state.table.pack.goals[option.goal]
    count = EXPECTED.get(goal.counts, 2)
    return goal.points(count, (min(3, count), max(0, count - 3), 0))


def _rating(state: State, option: Action) -> float:
    """What action cards are worth to hold."""
    if isinstance(option, KeepCards):
        return fsum([_card(state, card) for card in option.cards])
    assert isinstance(option, (Tuck, Discard))
    return _card(state, option.card)


def _card(state: State, card: int) -> float:
    total = 0.1 * max(state.table.pack.cards[card].power)
    for item in state.table.lookup.card_items[card]:
        total += RATING.get(it.op(item), 0.5)
    return total


# --- answers that are worth a look --------------------------------------------------------------------


def candidates(state: State, seat: int, judge: Judge, most: int) -> list[tuple[Action, ...]]:
    """The answers that are worth a look; to some questions several at once."""
    question = state.question()
    if question == "TransportShips":
        return transports(state, seat, judge, most)
    options = state.options()
    if question == "SettleField":
        found = _fields(state, seat, judge, options, most)
    elif question == "SplitPower":
        found = _splits(state, seat, judge, options, most)
    elif question == "PowerChoice":
        found = options[::-1][:most]
    elif question == "ExchangeResource":
        found = _exchanges(state, seat, judge, options)
    elif question == "GainResource":
        found = _gains(state, seat, judge, options, most)
    elif question in ("TakeCard", "Development"):
        found = _cards(state, options)
    elif question in ("ResearchColumn", "FreeFactory", "BonusChoice"):
        # They cost nothing: nobody plans to do without.
        found = [option for option in options if option not in NOTHING_TAKEN] or options
    else:
        found = options
    return [(option,) for option in found]


def _gains(state: State, seat: int, judge: Judge, options: list[Action], most: int) -> list[Action]:
    """The resources that are worth most now."""
    stock = state.players[seat].stock
    n = judge.numbers(state)
    ranked: list[tuple[float, int]] = []
    for number, option in enumerate(options):
        if isinstance(option, Gain):
            at = option.world * 3 + option.resource
            ranked.append((-n[v.OLD_FOOD + at] * (pile(stock[at] + 1) - pile(stock[at])), number))
    ranked.sort()
    return [options[number] for _, number in ranked[:most]] or options[:1]


def _cards(state: State, options: list[Action]) -> list[Action]:
    """What lies on a display, without refreshing it; ships for the Old World only, as long as they can fly."""
    found = [option for option in options if not isinstance(option, Refresh)]
    if len(found) > 1 and state.question() == "Development":
        found.remove(FORGO)
    if len(state.table.pack.years) > state.year:
        here = [
            option
            for option in found
            if not (isinstance(option, Take) and option.display == SHIP and option.world == NEW)
        ]
        found = here or found
    return found or options[:1]


def _fields(state: State, seat: int, judge: Judge, options: list[Action], most: int) -> list[Action]:
    """The fields, with factories for their slots, that raise production best for what they use up."""
    player = state.players[seat]
    lookup = state.table.lookup
    n = judge.numbers(state)
    ranked: list[tuple[float, int, Action]] = []
    for option in options:
        if not isinstance(option, Settle):
            continue
        field = option.field
        base = lookup.pack.fields[field].yields
        people = lookup.populations[field]
        used = (n[v.PEOPLE] + n[v.NEW_FOOD + 1]) * people + 0.15 * lookup.terrain[field]
        best: tuple[float, Action] | None = None
        slots = lookup.factories[field]
        for choice in factory_choices(player, slots) if slots else [(0, 0, 0)]:
            low, middle, high = sorted(
                player.production[r] + base[r] + choice[r] * (2 if player.abilities & FACTORY_BOOST[r] else 1)
                for r in range(3)
            )
            gain = n[v.LOW] * low + n[v.MIDDLE] * min(middle - low, 5) + n[v.HIGH] * min(high - low, 7)
            gain -= used + n[v.FACTORIES] * sum(choice)
            if best is None or gain > best[0]:
                best = (gain, Settle(field, choice))
        if best is not None:
            ranked.append((-best[0], field, best[1]))
    if not ranked:
        return options[:1]
    ranked.sort(key=lambda entry: entry[:2])
    found = [entry[2] for entry in ranked[:most]]
    if FORGO in options:
        low, middle, high = sorted(player.production)
        now = n[v.LOW] * low + n[v.MIDDLE] * min(middle - low, 5) + n[v.HIGH] * min(high - low, 7)
        if -ranked[0][0] < now:
            found = [FORGO, *found][:most]
    return found


def _splits(state: State, seat: int, judge: Judge, offered: list[Action], most: int) -> list[Action]:
    """The most promising ways to split power points, by what the columns show."""
    if len(offered) <= 1:
        return offered
    player = state.players[seat]
    lookup = state.table.lookup
    n = judge.numbers(state, 1)
    front, rear = player.columns
    zones, symbols, instants = lookup.zones, lookup.symbols[0], lookup.instants[0]
    points = lookup.pack.turning_points
    flip = -n[v.SEA_SITES] - fsum(n[v.OUTPUT : v.OUTPUT + 3])
    ranked: list[tuple[float, int]] = []
    for number, option in enumerate(offered):
        assert isinstance(option, Advance)
        x, y = front + option.front, rear + option.rear
        first, second = max(zones[x], zones[y]), min(zones[x], zones[y])
        score = n[v.FRONT_ZONE] * first + n[v.REAR_ZONE] * second
        for point in range(zones[rear], second):
            if points[point].second == "move_sea_site":
                score += n[v.LOW]
        score += flip * ((first > 0) + (second > 0))
        score += n[v.SYMBOLS] * (sum(symbols[x]) + sum(symbols[y]))
        score += 0.9 * (bool(instants[x]) + bool(instants[y]))
        ranked.append((-score, number))
    ranked.sort()
    return [offered[number] for _, number in ranked[:most]]


def _exchanges(state: State, seat: int, judge: Judge, options: list[Action]) -> list[Action]:
    """The best exchange by what is scarce, and none."""
    stock = state.players[seat].stock
    n = judge.numbers(state)
    found: tuple[float, Action] | None = None
    for option in options:
        if isinstance(option, Exchange):
            give, take = stock[option.world * 3 + option.give], stock[option.world * 3 + option.take]
            at = option.world * 3 + v.OLD_FOOD
            gain = n[at + option.take] * (pile(take + 1) - pile(take))
            gain -= n[at + option.give] * (pile(give) - pile(give - 1))
            if gain > 0.05 and (found is None or gain > found[0]):
                found = (gain, option)
    return [FORGO] if found is None else [found[1]]
