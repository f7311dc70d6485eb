"""A bot that plans its own next turns with a beam of positions, the others standing still.

At a turn it follows the most promising lines of its own turns to the end of the round (or as far as the mind of
the title says) and plays the first turn of the best line. The beam is widened for as long as the budget lasts. The
rest of the turn is remembered, so that follow-up questions are answered as planned.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, final

from orrery.bots import Budget, usual
from orrery.bots.follow import follow
from orrery.bots.greedy import best
from orrery.bots.mind import mind
from orrery.core.game import Game, Seat

WIDTHS: Final = (4, 12, 36, 108, 324)
"""Positions kept at each depth, in one search after another while the budget lasts."""
DEPTH: Final = 12


class Line(NamedTuple):
    """A position reached by a line of turns: what the first turn was, and what the line is worth."""

    worth: float
    state: Any
    first: tuple[Any, ...]
    lost: float
    """What putting things off has cost already."""
    asleep: frozenset[tuple[Any, ...]] = frozenset()
    """Turns that need not be tried here, because a line that did them earlier is in the beam too."""


class Outlook(NamedTuple):
    """A first turn and the value of the best line that begins with it."""

    worth: float
    turn: tuple[Any, ...]
    end: Any
    """The position at the end of the line."""
    line: tuple[Any, ...] = ()
    """All answers of the line, where the mind remembers whole plans."""


@final
class Planner:
    """Beam search over own turns."""

    def __init__(self, seed: int, budget: Callable[[], Budget] = usual) -> None:
        self.name: Final = "planner"
        self._seed: Final = seed
        self._budget: Final = budget
        self._plan: list[Any] = []
        self._line: tuple[Any, ...] = ()
        """The rest of the last plan, where the mind remembers whole plans."""
        self._answers = 0

    def choose(self, game: Game[Any, Any], state: Any, seat: Seat) -> Any:
        answer = self._choice(game, state, seat)
        if self._line and self._line[0] == answer:
            self._line = self._line[1:]
        return answer

    def _choice(self, game: Game[Any, Any], state: Any, seat: Seat) -> Any:
        self._answers += 1
        known = mind(game.name)
        if known is None:
            return best(game, state, seat, self._budget(), self._seed + self._answers)
        searched = getattr(known, "searched", known.is_turn)
        if not self._plan and searched(state):
            outlooks = outlook(known, state, seat, self._budget(), self._line)
            if outlooks:
                self._plan = list(outlooks[0].turn)
                self._line = outlooks[0].line
        while self._plan:
            answer = self._plan.pop(0)
            if answer in state.options() or (hasattr(known, "fits") and known.fits(state, answer)):
                return answer
            self._plan = []
        told = known.policy(state, seat)
        if told is not None:
            return told
        return best(game, state, seat, self._budget(), self._seed + self._answers)


def outlook(known: Any, state: Any, seat: Seat, budget: Budget, old: tuple[Any, ...] = ()) -> list[Outlook]:
    """First turns with the value of the best line found for each, best first; by a search of the mind's own if any.

    ``old`` is the rest of an older plan, for a mind that remembers plans.
    """
    if hasattr(known, "plan"):
        return [Outlook(*end[:4]) for end in known.plan(state, seat, budget, old)]
    ends: dict[tuple[Any, ...], Outlook] = {}
    for number, width in enumerate(getattr(known, "WIDTHS", WIDTHS)):
        found, whole = _search(known, state, seat, budget, width, must=number == 0)
        if not ends or whole:
            ends = found
        if not whole or not budget.spend(0):
            break
    return sorted(ends.values(), key=lambda end: -end.worth)


def _search(
    known: Any, state: Any, seat: Seat, budget: Budget, width: int, must: bool
) -> tuple[dict[tuple[Any, ...], Outlook], bool]:
    """A beam of that width: the best line for each first turn, and whether the budget sufficed.

    A plan has one or more stages, each to the next leaf; the best leaves of one are where the next begins. First
    turns that did not get so far are judged by how far they were behind when they were left.

    A search that ``must`` is followed to its end, so that there is a plan whatever the budget.
    """
    stages = known.stages(state) if hasattr(known, "stages") else 1
    between = getattr(known, "between", None)
    beam = [Line(0.0, known.alone(state, seat), (), 0.0)]
    ends: dict[tuple[Any, ...], Outlook] = {}
    for stage in range(stages):
        leaves = _stage(known, beam, seat, budget, width, must, stage)
        if leaves is None:
            return ends, False
        if not leaves:
            break
        best = leaves[0].worth
        top = max(end.worth for end in ends.values()) if ends else best
        for first, end in ends.items():
            ends[first] = end._replace(worth=end.worth - top + best)
        reached: set[tuple[Any, ...]] = set()
        for line in leaves:
            if line.first not in reached:
                reached.add(line.first)
                ends[line.first] = Outlook(line.worth, line.first, line.state)
        beam = leaves[:width]
        if beam[0].state.asked() is None:
            break
        if between is not None:
            for line in beam:
                between(line.state, seat)
    return ends, True


def _stage(
    known: Any, beam: list[Line], seat: Seat, budget: Budget, width: int, must: bool, stage: int
) -> list[Line] | None:
    """The leaves that lines from these positions reach, best first; None if the budget did not suffice."""
    start = beam[0].state
    leaves: dict[int, Line] = {}
    seen: set[int] = set()
    for depth in range(DEPTH):
        lines: list[Line] = []
        for line in beam:
            tried: list[tuple[float, tuple[Any, ...], Line]] = []
            for turn in known.turns(line.state, seat):
                if turn in line.asleep:
                    continue
                if not budget.spend() and not must:
                    return None
                after, played = follow(known, line.state, seat, turn, budget)
                if after is None:
                    continue
                lost = line.lost if stage else line.lost + known.put_off(turn[-1], depth)
                worth = known.value(after, seat) - lost
                first = line.first or played
                key = known.same(after, seat)
                if known.leaf(after, start):
                    old = leaves.get(key)
                    if old is None or worth > old.worth:
                        leaves[key] = Line(worth, after, first, lost)
                elif key not in seen:
                    seen.add(key)
                    tried.append((worth, turn, Line(worth, after, first, lost)))
            # What was better here is not tried again after something worse: the other order leads to the same.
            tried.sort(key=lambda one: -one[0])
            asleep = line.asleep
            for _, turn, found in tried[:width]:
                lines.append(found._replace(asleep=asleep))
                asleep = asleep | {turn}
        lines.sort(key=lambda line: -line.worth)
        beam = lines[:width]
        if not beam:
            break
    return sorted(leaves.values(), key=lambda line: -line.worth)
