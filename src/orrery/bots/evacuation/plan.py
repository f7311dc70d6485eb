"""The planner of Evacuation: the own turns of the rest of the game, the others standing aside.

A plan runs through the years that are left, one stage for each. Within a year a beam of positions is followed from
turn to turn; questions inside a turn branch where that matters and are answered by rules where it does not. The
best positions at the start of a year are where the next stage begins, and at the end of the game the real result
counts.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from orrery.bots import Budget
from orrery.bots.evacuation.answers import UNRANKED, candidates, rule
from orrery.bots.evacuation.transport import carried_out
from orrery.bots.evacuation.value import Judge, result
from orrery.bots.mind import Outlook
from orrery.evacuation import phases
from orrery.evacuation.actions import PASS, Act, Action, Pass, PlayCard
from orrery.evacuation.pack import NEW
from orrery.evacuation.rules.scoring import reached
from orrery.evacuation.rules.technologies import satisfaction
from orrery.evacuation.state import State

CUT: Final = 0.4
"""How likely a rival who may still do so is to end a race before the progress of the last year."""
PLEASING: Final = 1.0
"""Satisfaction on the way to the goal of a race, beside what the judge says of it."""
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

SLACK: Final[tuple[int, ...]] = (1, 0)
"""By how many ranks the answers of a turn may fall short of the best in all, in this year and in later ones."""
WIDE: Final = 6
"""A beam of this width allows one more."""

TRIES: Final = 3
"""Wide searches at most, while at least ENOUGH of the budget is left."""
ENOUGH: Final = 0.25
MOST: Final = 400
TURNS: Final = (Act, PlayCard, Pass)


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


class Way(NamedTuple):
    """A turn on its way, or done."""

    state: State
    moves: tuple[Action, ...]
    """Its answers so far."""
    told: int
    """How many of them can be known now: until the phase ends or something hidden comes to light."""
    room: int
    """By how many ranks its answers may still fall short of the best."""
    short: float | None
    """What it would have come to, had a rival ended the race before the progress of the last year."""


class Search:
    """One search for a plan."""

    def __init__(self, state: State, seat: int, budget: Budget, judge: Judge, root: State) -> None:
        self.seat: Final = seat
        self.year: Final = state.year
        self.phase: Final = state.phase
        self.reveals: Final = state.reveals
        self.budget: Final = budget
        self.judge: Final = judge
        self.root: Final = root
        self.last: Final = len(state.table.pack.years)
        self.cut: Final = cut_short(state, seat)
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
        stages = self.last - self.year + 1
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
                for after, moves, count, _, short in self._turns(line.state, slack, year):
                    first = line.first or moves[:count]
                    worth = self._worth(after, short)
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
        short: float | None = None
        for _ in range(16 * ANSWERS):
            short = self._short(state, short)
            if moves and (not state.stack or state.year > year or _is_turn(state)):
                first = first or tuple(moves[:count])
                line = Line(0.0, state.clone_of(self.seat), first, 0.0, tuple(moves), line)
                moves = []
                if not state.stack or state.year > year:
                    line = line._replace(worth=self._worth(state, short))
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
        return answers(state, self.seat, self.judge, self.budget)[0]

    # --- a turn -------------------------------------------------------------------------------------

    def _turns(self, state: State, slack: int, year: int) -> list[Way]:
        """Every turn from here to where the next turn or year begins."""
        found: list[Way] = []
        waiting: list[Way] = []
        if _is_turn(state):
            for option in reversed(state.options()):
                after = state.clone_of(self.seat)
                after.apply(option)
                self.budget.spend()
                waiting.append(Way(after, (option,), 1, slack, None))
        else:
            waiting.append(Way(state.clone_of(self.seat), (), 0, slack, None))
        while waiting:
            trial, moves, count, room, short = waiting.pop()
            for _ in range(ANSWERS):
                short = self._short(trial, short)
                if not trial.stack or _is_turn(trial) or (trial.year > year and trial.phase >= phases.HANDS):
                    found.append(Way(trial, moves, count, room, short))
                    break
                told = count == len(moves) and (
                    not moves or (trial.phase == self.phase and trial.reveals == self.reveals)
                )
                if told:
                    count += 1
                known = rule(trial, self.seat, self.judge)
                if known is None:
                    ranked = self._ranked(trial, room)
                    for rank in range(len(ranked) - 1, 0, -1):
                        way, after = ranked[rank]
                        told_of = count + len(way) - 1 if told else count
                        waiting.append(Way(after, moves + way, told_of, room - rank, short))
                    known, trial = ranked[0]
                else:
                    known = carried_out(trial, known)
                moves += known
                if told:
                    count += len(known) - 1
        return found

    def _short(self, state: State, known: float | None) -> float | None:
        """What a race comes to if it ends with the transport of the last year; None where that is not known."""
        if known is None and self.cut and state.phase == phases.PROGRESS and state.year == self.last:
            return result(state, self.seat, self.year)
        return known

    def _worth(self, state: State, short: float | None) -> float:
        """What a position promises, and what it comes to if a rival ends the race before."""
        worth = self.judge.promise(state, self.seat, self.year)
        if state.table.race and state.phase != phases.OVER:
            worth += PLEASING * satisfaction(state, state.players[self.seat], not state.table.all_stadiums)
        return worth if short is None else worth + self.cut * (short - worth)

    def _ranked(self, state: State, room: int) -> list[tuple[tuple[Action, ...], State]]:
        """The most promising answers with what follows, best first."""
        question = state.question()
        most = min(CHOICES.get(question, 1), room + 1)
        return ranked(state, self.seat, self.judge, self.year, most, self.budget)


def ranked(
    state: State, seat: int, judge: Judge, year: int, most: int, budget: Budget
) -> list[tuple[tuple[Action, ...], State]]:
    """The most promising answers to a question with what follows, best first; the plan was begun in ``year``."""
    ways = candidates(state, seat, judge, most)
    found: list[tuple[float, int, tuple[Action, ...], State]] = []
    for number, way in enumerate(ways):
        after = state.clone_of(seat)
        done = carried_out(after, way)
        budget.spend()
        if len(ways) == 1:
            return [(done, after)]
        found.append((-judge.promise(after, seat, year), number, done, after))
    if state.question() not in UNRANKED:
        found.sort(key=lambda entry: entry[:2])
    return [(way, after) for _, _, way, after in found[:most]]


def answers(state: State, seat: int, judge: Judge, budget: Budget) -> tuple[Action, ...]:
    """The answers from here on of somebody who looks no further than the position after them."""
    return rule(state, seat, judge) or ranked(state, seat, judge, state.year, 1, budget)[0][0]


def cut_short(state: State, seat: int) -> float:
    """How likely rivals are to end a race, by fulfilling its goal, before the progress of the last year.

    Who has passed in that year can only wait for stadiums that are on their way.
    """
    last = state.year == len(state.table.pack.years)
    if not state.table.race or state.ending or (last and state.phase > phases.TRANSPORT):
        return 0.0
    goes_on = 1.0
    for number, rival in enumerate(state.players):
        done = last and (state.phase == phases.TRANSPORT or bool(state.passed >> number & 1))
        there = len(rival.stadiums[NEW]) + len(rival.cargo_stadiums)
        if number != seat and not (done and not reached(state.table.pack.race, rival.production, there)):
            goes_on *= 1 - CUT
    return 1 - goes_on


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


def same(state: State, seat: int) -> tuple[object, ...]:
    """Equal exactly for positions that differ only by the order in which the seat did things."""
    player = state.players[seat]
    shown = tuple(tuple(display.open) for display in state.displays)
    return player.key(), state.year, state.phase, state.settled, shown
