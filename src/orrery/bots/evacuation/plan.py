"""The planner of Evacuation: the own turns of the rest of the game, the others standing aside.

A plan runs through the years that are left, one stage for each. Within a year a beam of positions is followed from
turn to turn; questions inside a turn branch where that matters and are answered by rules where it does not. The
best positions at the start of a year are where the next stage begins, and at the end of the game the real result
counts.
"""

from __future__ import annotations

from collections.abc import Callable
from math import fsum
from typing import Final, NamedTuple

from orrery.bots import Budget
from orrery.bots.evacuation import value as mv
from orrery.bots.mind import Outlook
from orrery.evacuation import items as it
from orrery.evacuation import phases
from orrery.evacuation.actions import (
    DONE,
    FORGO,
    NOTHING,
    PASS,
    Act,
    Action,
    Advance,
    Choose,
    Claim,
    Exchange,
    Fly,
    FlyBack,
    Gain,
    LoadFactory,
    LoadResources,
    LoadSite,
    LoadStadium,
    Pass,
    PlayCard,
    Refresh,
    Settle,
    Take,
)
from orrery.evacuation.decisions.transport import LoadPlace
from orrery.evacuation.pack import ENERGY, NEW, OLD
from orrery.evacuation.pack.lookup import FACTORY_BOOST, SHIP
from orrery.evacuation.rules.resources import old_output
from orrery.evacuation.rules.settling import factory_choices
from orrery.evacuation.state import Player, State

LATER: Final = 0.03
"""What a turn loses for each turn that it is put off: what lies on a display or a field may be gone then."""
DEPTH: Final = 14
ANSWERS: Final = 80
"""Answers of one turn at most, so that no line runs on for ever."""

CHOICES: Final = {
    "ResearchColumn": 3,
    "SettleField": 3,
    "TakeCard": 4,
    "Development": 3,
    "GainResource": 3,
    "ExchangeResource": 2,
    "PrepareFactory": 3,
    "FreeFactory": 2,
    "ActionEnergy": 2,
    "SplitPower": 4,
    "BonusChoice": 2,
    "PowerChoice": 2,
    "RaiseMarker": 2,
    "TransportShips": 2,
}
"""How many answers to a question are followed, at most."""

NOTHING_TAKEN: Final[tuple[Action, ...]] = (FORGO, Claim(0))
"""Answers that decline what costs nothing."""

SLACK: Final[tuple[int, ...]] = (1, 0)
"""By how many ranks the answers of a turn may fall short of the best in all, in this year and in later ones."""
WIDE: Final = 6
"""A beam of this width allows one more."""

TRIES: Final = 3
"""Wide searches at most, while at least ENOUGH of the budget is left."""
ENOUGH: Final = 0.25
MOST: Final = 400
TURNS: Final = (Act, PlayCard, Pass)

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


class Line(NamedTuple):
    """A position reached by a line of turns."""

    worth: float
    state: State
    first: tuple[Action, ...]
    """The answers of the first turn, as far as they can be known."""
    lost: float
    moves: tuple[Action, ...]
    """The answers of the last turn."""
    before: Line | None
    """The line without its last turn."""


Policy = Callable[[State, int], Action | None]


class Search:
    """One search for a plan."""

    def __init__(self, state: State, seat: int, budget: Budget, policy: Policy, root: State) -> None:
        self.seat: Final = seat
        self.year: Final = state.year
        self.phase: Final = state.phase
        self.reveals: Final = state.reveals
        self.budget: Final = budget
        self.policy: Final = policy
        self.root: Final = root
        self.ends: dict[tuple[Action, ...], Outlook[State, Action]] = {}
        self.shares: list[float] = []
        """What each stage of a beam of one took, as a share of the budget."""
        self.tried: dict[tuple[Action, ...], Line] = {}
        """Every first turn as it stood at once."""
        self.old: dict[int, Line] = {}
        """An older plan as far as it still goes: where it stands at the start of each year, and at the end."""

    def run(self, old: tuple[Action, ...] = ()) -> list[Outlook[State, Action]]:
        """First turns with the best line found for each, best first. ``old`` is a plan made before."""
        if old:
            self._replay(old)
        self._beam(None)
        for again in range(TRIES):
            if self.budget.rest() < ENOUGH:
                break
            self._beam(2.0 if again else 1.0)
        self._keep(self.tried, [])
        return sorted(self.ends.values(), key=_end_worth)

    def _beam(self, scale: float | None) -> None:
        """A beam to the end of the game, as wide as the budget allows; of one where no scale is given."""
        beam = [Line(0.0, self.root, (), 0.0, (), None)]
        stages = len(self.root.table.pack.years) - self.year + 1
        done: list[Line] = []
        found: dict[tuple[Action, ...], Line] = {}
        for stage in range(stages):
            before = self.budget.rest()
            width = 1 if scale is None else self._width(stage, before, scale)
            leaves = self._stage(beam, width, stage)
            if scale is None:
                self.shares.append(before - self.budget.rest())
            if not leaves:
                break
            if stage == 0:
                for line in leaves:
                    found.setdefault(line.first, line)
            done += [line for line in leaves if not line.state.stack]
            beam = [line for line in leaves if line.state.stack][:width]
            old = self.old.get(self.year + stage + 1)
            if old is not None and scale is not None and all(line.moves is not old.moves for line in beam):
                beam = [*beam[: max(1, width - 1)], old]
            if not beam:
                break
        last = self.old.get(0)
        if last is not None:
            done.append(last)
            found.setdefault(last.first, last)
        self._keep(found, done)

    def _width(self, stage: int, rest: float, scale: float) -> int:
        """How many positions this stage may keep, by what a beam of one took: this year gets twice its part."""
        shares = self.shares[stage:]
        if not shares:
            return 1
        part = (1 if stage else 2) / (len(shares) + (0 if stage else 1))
        width = int(scale * rest * part / max(1e-6, shares[0]))
        return max(1, min(MOST, width if width < WIDE else max(WIDE - 1, width // 2)))

    def _keep(self, found: dict[tuple[Action, ...], Line], done: list[Line]) -> None:
        """Remember the best line for each first turn.

        One that was left on the way is behind by as much as it was then, and never first.
        """
        for line in done:
            known = self.ends.get(line.first)
            if known is None or not known.whole or line.worth > known.worth:
                self.ends[line.first] = Outlook(line.worth, line.first, self._near(line), _answers(line))
        most = max((end.worth for end in self.ends.values() if end.whole), default=0.0)
        top = max((line.worth for line in found.values()), default=0.0)
        for first, line in found.items():
            if first not in self.ends:
                worth = most - max(0.01, top - line.worth)
                self.ends[first] = Outlook(worth, first, line.state, _answers(line), whole=False)

    def _near(self, line: Line) -> State:
        """Where a line stands when this year is over."""
        found = line.state
        at: Line | None = line
        while at is not None and at.state.year > self.year:
            found = at.state
            at = at.before
        return found

    def _stage(self, beam: list[Line], width: int, stage: int) -> list[Line]:
        """The positions in which lines from these ones come to the next year or to the end, best first."""
        year = beam[0].state.year
        leaves: dict[tuple[object, ...], Line] = {}
        seen: set[tuple[object, ...]] = set()
        slack = SLACK[min(stage, 1)] + (width >= WIDE)
        for _ in range(DEPTH):
            lines: list[Line] = []
            for line in beam:
                for after, moves, count in self._turns(line.state, slack, year):
                    first = line.first or moves[:count]
                    worth = mv.promise(after, self.seat, self.year)
                    key = same(after, self.seat)
                    if not after.stack or after.year > year:
                        old = leaves.get(key)
                        if old is None or worth - line.lost > old.worth:
                            leaves[key] = Line(worth - line.lost, after, first, line.lost, moves, line)
                    elif key not in seen:
                        seen.add(key)
                        lost = line.lost + LATER
                        lines.append(Line(worth - lost, after, first, lost, moves, line))
                        if not line.first:
                            self.tried[first] = lines[-1]
            lines.sort(key=_line_worth)
            # A search that has used up its budget comes to its end on the shortest way.
            beam = lines[: width if self.budget.spend(0) else 1]
            if not beam:
                break
        return sorted(leaves.values(), key=_line_worth)

    def _replay(self, old: tuple[Action, ...]) -> None:
        """Follow an older plan as far as it goes; what does not fit any more is answered anew or left out."""
        waiting = list(old)
        state = self.root.clone()
        line = Line(0.0, self.root, (), 0.0, (), None)
        moves: list[Action] = []
        first: tuple[Action, ...] = ()
        count, year = 0, self.year
        for _ in range(16 * ANSWERS):
            if moves and (not state.stack or state.year > year or _is_turn(state)):
                first = first or tuple(moves[:count])
                line = Line(0.0, state.clone(), first, 0.0, tuple(moves), line)
                moves = []
                if not state.stack or state.year > year:
                    line = line._replace(worth=mv.promise(state, self.seat, self.year))
                    year = state.year
                    self.old[year if state.stack else 0] = line
            if not state.stack:
                return
            answer = self._remembered(state, waiting)
            if not first and (not moves or (state.phase == self.phase and state.reveals == self.reveals)):
                count += 1
            moves.append(answer)
            state.apply(answer)
            self.budget.spend()

    def _remembered(self, state: State, waiting: list[Action]) -> Action:
        """The next answer of an older plan, if it fits; else one of our own."""
        top = state.stack[-1]
        if _is_turn(state):
            while waiting and not isinstance(waiting[0], TURNS):
                waiting.pop(0)
        if waiting and top.seat == self.seat and top.allows(state, waiting[0]):
            return waiting.pop(0)
        if _is_turn(state):
            if waiting:
                waiting.pop(0)
            options = state.options()
            return PASS if PASS in options else options[0]
        rule = self._rule(state)
        return rule if rule is not None else self._ranked(state, 0)[0][0]

    # --- a turn -------------------------------------------------------------------------------------

    def _turns(self, state: State, slack: int, year: int) -> list[tuple[State, tuple[Action, ...], int]]:
        """Every turn from here: where the next turn or year begins, its answers, and how many can be known now.

        Known are the answers until the phase ends or something hidden comes to light.
        """
        found: list[tuple[State, tuple[Action, ...], int]] = []
        waiting: list[tuple[State, tuple[Action, ...], int, int]] = []
        if _is_turn(state):
            for option in reversed(state.options()):
                after = state.clone()
                after.apply(option)
                self.budget.spend()
                waiting.append((after, (option,), 1, slack))
        else:
            waiting.append((state.clone(), (), 0, slack))
        while waiting:
            trial, moves, count, room = waiting.pop()
            for _ in range(ANSWERS):
                if not trial.stack or _is_turn(trial) or (trial.year > year and trial.phase >= phases.HANDS):
                    found.append((trial, moves, count))
                    break
                if count == len(moves) and (
                    not moves or (trial.phase == self.phase and trial.reveals == self.reveals)
                ):
                    count += 1
                rule = self._rule(trial)
                if rule is not None:
                    moves = (*moves, rule)
                    trial.apply(rule)
                    continue
                ranked = self._ranked(trial, room)
                for rank in range(len(ranked) - 1, 0, -1):
                    option, after = ranked[rank]
                    waiting.append((after, (*moves, option), count, room - rank))
                option, trial = ranked[0]
                moves = (*moves, option)
        return found

    def _rule(self, state: State) -> Action | None:
        """The answer to a question that needs no branches."""
        top = state.stack[-1]
        question = type(top).__name__
        if top.seat != self.seat:
            return still(state)
        if isinstance(top, LoadPlace):
            return load(state, self.seat, top)
        if question == "EffectOrder":
            return min(state.options(), key=_priority)
        if question == "ReturnShips":
            return _back(state, self.seat)
        if question in ("TuckCard", "DiscardCard", "KeepHand", "LaneChoice", "RefreshCards", "OrderOffer"):
            if question == "RefreshCards":
                options = state.options()
                return DONE if DONE in options else options[0]
            if question == "OrderOffer":
                return state.options()[-1]
            return self.policy(state, self.seat)
        return None

    def _ranked(self, state: State, room: int) -> list[tuple[Action, State]]:
        """The most promising answers with what follows, best first."""
        question = state.question()
        most = min(CHOICES.get(question, 1), room + 1)
        options = candidates(state, self.seat, most)
        ranked: list[tuple[float, int, Action, State]] = []
        for number, option in enumerate(options):
            after = state.clone()
            after.apply(option)
            self.budget.spend()
            if len(options) == 1:
                return [(option, after)]
            ranked.append((-mv.promise(after, self.seat, self.year), number, option, after))
        if question in ("SplitPower", "TransportShips"):
            # The candidates come in their order already: what follows is not comparable yet.
            return [(option, after) for _, _, option, after in ranked[:most]]
        ranked.sort(key=lambda entry: entry[:2])
        return [(option, after) for _, _, option, after in ranked[:most]]


def _line_worth(line: Line) -> float:
    return -line.worth


def _end_worth(end: Outlook[State, Action]) -> float:
    return -end.worth


def _answers(line: Line) -> tuple[Action, ...]:
    """All answers of a line."""
    parts: list[tuple[Action, ...]] = []
    at: Line | None = line
    while at is not None:
        parts.append(at.moves)
        at = at.before
    return tuple(action for part in reversed(parts) for action in part)


def _is_turn(state: State) -> bool:
    return state.question() == "Turn"


def still(state: State) -> Action:
    """Somebody who stands still is done, and takes the first of what must be answered."""
    offered = state.options()
    for action in (DONE, FORGO):
        if action in offered:
            return action
    return offered[0]


def same(state: State, seat: int) -> tuple[object, ...]:
    """Equal exactly for positions that differ only by the order in which the seat did things."""
    player = state.players[seat]
    shown = tuple(tuple(display.open) for display in state.displays)
    return player.key(), state.year, state.phase, state.settled, shown


def _priority(option: Action) -> int:
    if not isinstance(option, Choose):
        return len(ORDER) + 1
    op = it.op(option.item)
    return ORDER.index(op) if op in ORDER else len(ORDER)


# --- candidates ---------------------------------------------------------------------------------------


def candidates(state: State, seat: int, most: int) -> list[Action]:
    """The answers that are worth a look."""
    question = state.question()
    options = state.options()
    if question == "SettleField":
        return _fields(state, seat, options, most)
    if question == "SplitPower":
        return _splits(state, seat, options, most)
    if question == "TransportShips":
        return _ships(state, seat, options)
    if question == "ExchangeResource":
        return _exchanges(state, seat, options)
    if question == "GainResource":
        return _gains(state, seat, options, most)
    if question in ("TakeCard", "Development"):
        return _cards(state, options)
    if question in ("ResearchColumn", "FreeFactory", "BonusChoice"):
        # They cost nothing: nobody plans to do without.
        return [option for option in options if option not in NOTHING_TAKEN] or options
    return options


def _gains(state: State, seat: int, options: list[Action], most: int) -> list[Action]:
    """The resources that are worth most now."""
    stock = state.players[seat].stock
    n = mv.numbers(state)
    ranked: list[tuple[float, int]] = []
    for number, option in enumerate(options):
        if isinstance(option, Gain):
            at = option.world * 3 + option.resource
            ranked.append((-n[mv.OLD_FOOD + at] * (mv.pile(stock[at] + 1) - mv.pile(stock[at])), number))
    ranked.sort()
    return [options[number] for _, number in ranked[:most]] or options[:1]


def _cards(state: State, options: list[Action]) -> list[Action]:
    """What lies on a display, without refreshing it; ships for the Old World only, as long as they can fly."""
    found = [option for option in options if not isinstance(option, Refresh)]
    if len(found) > 1 and state.question() == "Development":
        found.remove(FORGO)
    if _years_left(state):
        here = [
            option
            for option in found
            if not (isinstance(option, Take) and option.display == SHIP and option.world == NEW)
        ]
        found = here or found
    return found or options[:1]


def _years_left(state: State) -> int:
    return len(state.table.pack.years) - state.year


def _fields(state: State, seat: int, options: list[Action], most: int) -> list[Action]:
    """The fields, with factories for their slots, that raise production best for what they use up."""
    player = state.players[seat]
    lookup = state.table.lookup
    n = mv.numbers(state)
    ranked: list[tuple[float, int, Action]] = []
    for option in options:
        if not isinstance(option, Settle):
            continue
        field = option.field
        base = lookup.pack.fields[field].yields
        people = lookup.populations[field]
        used = (n[mv.PEOPLE] + n[mv.NEW_FOOD + 1]) * people + 0.15 * lookup.terrain[field]
        best: tuple[float, Action] | None = None
        slots = lookup.factories[field]
        for choice in factory_choices(player, slots) if slots else [(0, 0, 0)]:
            low, middle, high = sorted(
                player.production[r] + base[r] + choice[r] * (2 if player.abilities & FACTORY_BOOST[r] else 1)
                for r in range(3)
            )
            gain = n[mv.LOW] * low + n[mv.MIDDLE] * min(middle - low, 5) + n[mv.HIGH] * min(high - low, 7)
            gain -= used + n[mv.FACTORIES] * sum(choice)
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
        now = n[mv.LOW] * low + n[mv.MIDDLE] * min(middle - low, 5) + n[mv.HIGH] * min(high - low, 7)
        if -ranked[0][0] < now:
            found = [FORGO, *found][:most]
    return found


def _splits(state: State, seat: int, offered: list[Action], most: int) -> list[Action]:
    """The most promising ways to split power points, by what the columns show."""
    if len(offered) <= 1:
        return offered
    player = state.players[seat]
    lookup = state.table.lookup
    n = mv.numbers(state, 1)
    front, rear = player.columns
    zones, symbols, instants = lookup.zones, lookup.symbols[0], lookup.instants[0]
    points = lookup.pack.turning_points
    flip = -n[mv.SEA_SITES] - fsum(n[mv.OUTPUT : mv.OUTPUT + 3])
    ranked: list[tuple[float, int]] = []
    for number, option in enumerate(offered):
        assert isinstance(option, Advance)
        x, y = front + option.front, rear + option.rear
        first, second = max(zones[x], zones[y]), min(zones[x], zones[y])
        score = n[mv.FRONT_ZONE] * first + n[mv.REAR_ZONE] * second
        for point in range(zones[rear], second):
            if points[point].second == "move_sea_site":
                score += n[mv.LOW]
        score += flip * ((first > 0) + (second > 0))
        score += n[mv.SYMBOLS] * (sum(symbols[x]) + sum(symbols[y]))
        score += 0.9 * (bool(instants[x]) + bool(instants[y]))
        ranked.append((-score, number))
    ranked.sort()
    return [offered[number] for _, number in ranked[:most]]


def _exchanges(state: State, seat: int, options: list[Action]) -> list[Action]:
    """The best exchange by what is scarce, and none."""
    stock = state.players[seat].stock
    n = mv.numbers(state)
    found: tuple[float, Action] | None = None
    for option in options:
        if isinstance(option, Exchange):
            give, take = stock[option.world * 3 + option.give], stock[option.world * 3 + option.take]
            at = option.world * 3 + mv.OLD_FOOD
            gain = n[at + option.take] * (mv.pile(take + 1) - mv.pile(take))
            gain -= n[at + option.give] * (mv.pile(give) - mv.pile(give - 1))
            if gain > 0.05 and (found is None or gain > found[0]):
                found = (gain, option)
    return [FORGO] if found is None else [found[1]]


# --- transport ----------------------------------------------------------------------------------------


def _ships(state: State, seat: int, options: list[Action]) -> list[Action]:
    """The ship that gains most by flying now, or back; else done."""
    player = state.players[seat]
    best: tuple[float, Action] = (0.0, DONE)
    for option in options:
        if isinstance(option, Fly):
            gain = _flight(state, seat, player, option.ship)
        elif isinstance(option, FlyBack):
            gain = _return(state, player, option.ship)
        else:
            continue
        if gain > best[0]:
            best = (gain, option)
    return [DONE] if best[1] is DONE else [best[1], DONE]


def _flight(state: State, seat: int, player: Player, ship: int) -> float:
    """What a flight to the New World brings, about."""
    printed = state.table.pack.ships[ship]
    left = _years_left(state)
    n = mv.numbers(state, 1)
    gain = -_old(n, left, ENERGY) * printed.flight
    sites = [site_gain(state, seat, player, index) for index in _land(state, player)]
    sites = sorted((site for site in sites if site > 0), reverse=True)
    gain += fsum(sites[: len(printed.sites) + printed.buildings])
    needed = max(0, 3 - len(player.stadiums[NEW]) - len(player.cargo_stadiums))
    gain += max(0.0, n[mv.STADIUMS] - (n[mv.OLD_STADIUMS] if left else 0.0)) * min(
        needed, len(player.stadiums[OLD]), printed.buildings
    )
    if left:
        gain += max(0.0, n[mv.FACTORIES] - n[mv.OLD_FACTORIES]) * min(sum(player.old_factories), printed.buildings)
        spare = sum(player.stock[:3]) - printed.flight
        gain += 0.5 * n[mv.NEW_FOOD + 1] * max(0, min(printed.resources, spare))
    return gain


def _old(n: tuple[float, ...], left: int, resource: int) -> float:
    """What one more resource of the Old World is worth in transport."""
    return 0.8 * n[mv.OLD_FOOD + resource] if left else 0.01


def _return(state: State, player: Player, ship: int) -> float:
    """What it brings to have a ship on the Old World again next year."""
    left = _years_left(state)
    if not left:
        return -1.0
    n = mv.numbers(state, 1)
    rest = len(_land(state, player))
    for code in player.ships:
        if not code & 2:
            rest -= len(state.table.pack.ships[code >> 2].sites)
    things = len(player.stadiums[OLD]) + sum(player.old_factories)
    printed = state.table.pack.ships[ship]
    gain = max(1.0, n[mv.SEATS]) * max(0, min(rest, len(printed.sites))) + 0.5 * min(things, printed.buildings)
    return gain - n[mv.NEW_FOOD + ENERGY]


def _land(state: State, player: Player) -> list[int]:
    """The sites that can still be evacuated."""
    return [index for index in state.table.lookup.loadable if player.sites >> index & 1]


def site_gain(state: State, seat: int, player: Player, index: int) -> float:
    """What it brings to evacuate a site now."""
    left = _years_left(state)
    n = mv.numbers(state, 1)
    site = state.table.pack.sites[index]
    output = sum(site.produces)
    if site.kind == "population":
        few = player.population + player.cargo[0] < 4
        gain = n[mv.PEOPLE if few else mv.PEOPLE + 1] * output - n[mv.PEOPLE_SITES]
    elif player.supply[site.resource]:
        few = sum(player.new_factories) + sum(player.cargo[1:4]) < 3
        gain = n[mv.FACTORIES if few else mv.FACTORIES + 1] - n[mv.FACTORY_SITES]
    else:
        return -1.0
    if left:
        gain -= output * (n[mv.OUTPUT + site.resource] + 0.8 * n[mv.OLD_FOOD + site.resource])
        if site.produces[0]:
            food = player.stock[0] + old_output(state, seat)[0] - site.produces[0]
            gain += n[mv.HUNGER] * max(0, state.table.pack.years[state.year].food_old - food)
    return gain


def load(state: State, seat: int, place: LoadPlace) -> Action:
    """What goes on a place of a ship."""
    player = state.players[seat]
    options = state.options()
    if isinstance(options[-1], LoadResources):
        return cargo(state, seat, place.ship)
    left = _years_left(state)
    n = mv.numbers(state, 1)
    best: tuple[float, Action] = (0.0, NOTHING)
    sites = state.table.pack.sites
    needed = 3 - len(player.stadiums[NEW]) - len(player.cargo_stadiums)
    for option in options:
        if isinstance(option, LoadSite):
            gain = site_gain(state, seat, player, option.site)
            gain -= 0.1 * sites[option.site].terrains.bit_count() + 0.15 * (sites[option.site].kind == "factory")
        elif isinstance(option, LoadFactory):
            gain = n[mv.FACTORIES] - n[mv.OLD_FACTORIES] if left else 0.01
        elif isinstance(option, LoadStadium):
            values = state.table.lookup.stadium_satisfaction
            gain = n[mv.STADIUMS] - (n[mv.OLD_STADIUMS] if left else 0.0) if needed > 0 else 0.1
            gain += n[mv.SATISFACTION] * values[option.stadium]
        else:
            continue
        if gain > best[0]:
            best = (gain, option)
    return best[1]


def cargo(state: State, seat: int, ship: int) -> Action:
    """Resources for the places of a ship: what the New World lacks, what the Old World can spare."""
    player = state.players[seat]
    pack = state.table.pack
    left = _years_left(state)
    n = mv.numbers(state, 1)
    spare = player.stock[:3]
    # Other ships that are to fly, and the next feeding, come first.
    flights = sum(pack.ships[code >> 2].flight for code in player.ships if not code & 3)
    spare[ENERGY] = max(0, spare[ENERGY] - flights)
    if left:
        spare[0] = max(0, spare[0] - max(0, pack.years[state.year].food_old - old_output(state, seat)[0]))
    loaded = [0, 0, 0]
    for _ in range(pack.ships[ship].resources):
        best, resource = 0.0, -1
        for r in range(3):
            if spare[r]:
                there = player.stock[3 + r] + player.cargo[4 + r] + loaded[r]
                gain = n[mv.NEW_FOOD + r] * (mv.pile(there + 1) - mv.pile(there))
                gain -= n[mv.OLD_FOOD + r] * (mv.pile(spare[r]) - mv.pile(spare[r] - 1))
                if gain > best:
                    best, resource = gain, r
        if resource < 0:
            break
        spare[resource] -= 1
        loaded[resource] += 1
    return LoadResources((loaded[0], loaded[1], loaded[2]))


def _back(state: State, seat: int) -> Action:
    """Ships that may fly back at once do so where it pays."""
    player = state.players[seat]
    best: tuple[float, Action] = (0.0, DONE)
    for option in state.options():
        if isinstance(option, FlyBack):
            gain = _return(state, player, option.ship)
            if gain > best[0]:
                best = (gain, option)
    return best[1]
