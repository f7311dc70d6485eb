"""A bot that plans its own next turns with a beam of positions.

At a turn it follows the most promising lines of its own turns to the end of the round (or as far as the mind of
the title says) and plays the first turn of the best line. The first search is narrow, so that the cost of each of
its layers is known; a wide one uses what is left of the budget. From the third position of a layer on only those
actions are tried that gained most at positions before, and follow-up questions that are alike are answered alike.
In the first stage the others do in every line what they would do next, as far as the mind of the title says so;
then they stand still. The rest of the turn is remembered, so that follow-up questions are answered as planned, and
the rest of the plan is one of the lines of the next search, which needs no narrow one before it.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import fsum
from random import Random
from typing import Any, Final, Generic, final

from orrery.bots import Budget, usual
from orrery.bots.follow import Memory, follow
from orrery.bots.greedy import best
from orrery.bots.mind import AnyMind, Mind, Outlook, mind
from orrery.core.compiled import reduced
from orrery.core.game import A, AnyGame, AnyState, S, Seat

NARROW: Final = 2
"""Positions from which every layer of a search goes on, whatever the budget."""
WIDE: Final = 400
"""Positions that a layer keeps at most."""
LIKELY: Final = 0.35
"""Which share of the turns of a position is tried: those whose actions gained most at positions before it."""
LIKELY_END: Final = 0.25
"""The same share of the turns that end a stage."""
BLUR: Final = 0.4
"""Points by which a blurred search misjudges positions, as a standard deviation."""
DEPTH: Final = 20
"""Turns of a stage at most."""
SHORT: Final = 3
"""Stages of the plans that tell which answers of the set-up are hopeless."""
HOPEFUL: Final = 3
"""Answers of the set-up that are looked at further, where short plans tell the others from them."""


@final
class Line(Generic[S, A]):
    """A position reached by a line of turns."""

    __slots__ = ("actions", "first", "lost", "old", "rank", "soon", "state", "worth")

    def __init__(
        self,
        worth: float,
        state: S,
        first: tuple[A, ...],
        actions: tuple[tuple[A, ...], ...],
        lost: float,
        soon: S | None = None,
        old: int = -1,
    ) -> None:
        self.worth = worth
        self.state = state
        self.first = first
        """The answers of its first turn."""
        self.actions = actions
        """The action that matters of every turn, by stage."""
        self.lost = lost
        """What putting things off has cost already."""
        self.soon = soon
        """The position at the end of the first stage, once it got there."""
        self.rank = 0.0
        """Its worth, blurred in a search that looks for something else than the one before found."""
        self.old = old
        """How many actions of this stage of the old plan it has followed, or -1: it is another plan."""


@final
class Planner:
    """Beam search over own turns."""

    def __init__(self, seed: int, budget: Callable[[], Budget] = usual, name: str = "planner") -> None:
        self.name = name
        self._seed = seed
        self._budget = budget
        self._plan: list[Any] = []
        self._line: tuple[Any, ...] = ()
        """The rest of the last plan."""
        self._memory: Memory = {}
        """Answers to follow-up questions: with the same ones the plan comes out the same again."""
        self._answers = 0

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self, self._seed, self._budget)

    def choose(self, game: AnyGame, state: AnyState, seat: Seat) -> Any:
        answer = self._choice(mind(game.name), state, seat)
        self._line = after_answer(self._line, answer)
        return answer

    def _choice(self, known: AnyMind, state: AnyState, seat: Seat) -> Any:
        self._answers += 1
        if not self._plan and known.searched(state):
            seed = self._seed + self._answers
            budget = _Part(self._budget(), known.effort(state))
            outlooks = outlook(known, state, seat, budget, self._line, seed, self._memory)
            if outlooks:
                self._plan = list(outlooks[0].turn)
                self._line = outlooks[0].line
        while self._plan:
            answer = self._plan.pop(0)
            if answer in state.options() or known.fits(state, answer):
                return answer
            self._plan = []
        openings = known.openings(state, seat)
        if len(openings) > 1:
            answer, self._line = _opening(known, state, seat, self._budget(), openings, self._memory)
            return answer
        told = known.policy(state, seat)
        if told is not None:
            return told
        return best(known, state, seat, self._budget(), self._seed + self._answers)


def after_answer(line: tuple[Any, ...], answer: Any) -> tuple[Any, ...]:
    """What is left of a plan after an answer."""
    if not line:
        return ()
    if line[0] == answer:
        return line[1:]
    if isinstance(line[0], tuple) and line[0][0] == answer:
        return (line[0][1:], *line[1:]) if len(line[0]) > 1 else line[1:]
    return line


def _opening(
    known: Mind[S, A], state: S, seat: Seat, budget: Budget, openings: list[A], memory: Memory
) -> tuple[A, tuple[Any, ...]]:
    """The answer of the set-up after which the best plan was found, and the plan."""
    begun = [(0.0, answer, known.opened(state, seat, answer)) for answer in openings]
    if any(len(ways) > 1 for _, _, ways in begun):
        begun = _hopeful(known, seat, budget, begun)
        memory = {}
    found: tuple[float, A, tuple[Any, ...]] = (float("-inf"), openings[0], ())
    for number, (promised, answer, ways) in enumerate(begun):
        part = _Part(budget, 1 / (len(begun) - number))
        plan = outlook(known, ways[0], seat, part, memory=memory)[0]
        if promised + plan.worth > found[0]:
            found = promised + plan.worth, answer, plan.line
    return found[1], found[2]


def _hopeful(
    known: Mind[S, A], seat: Seat, budget: Budget, begun: Sequence[tuple[float, A, Sequence[S]]]
) -> list[tuple[float, A, Sequence[S]]]:
    """The answers of the set-up with the best short plans, what these promise, and how it goes on best after each.

    All answers are judged by the first way to go on, the others are tried only where there is hope.
    """

    def short(start: S) -> float:
        return outlook(known, start, seat, _Part(budget, 0.0), stages=SHORT)[0].worth

    judged = [(short(ways[0]), answer, ways) for _, answer, ways in begun]
    judged.sort(key=lambda one: -one[0])
    found: list[tuple[float, A, Sequence[S]]] = []
    for promised, answer, ways in judged[:HOPEFUL]:
        best, most = ways[0], promised
        for way in ways[1:]:
            worth = short(way)
            if worth > most:
                best, most = way, worth
        found.append((most, answer, [best]))
    return found


@final
class _Part:
    """A part of what is left of a budget."""

    def __init__(self, budget: Budget, share: float) -> None:
        self._budget: Final = budget
        self._size: Final = max(1e-9, budget.rest() * share)
        self._end: Final = budget.rest() - self._size

    def spend(self, nodes: int = 1) -> bool:
        self._budget.spend(nodes)
        return self.rest() > 0

    def rest(self) -> float:
        return (self._budget.rest() - self._end) / self._size


def outlook(
    known: Mind[S, A],
    state: S,
    seat: Seat,
    budget: Budget,
    old: tuple[Any, ...] = (),
    seed: int = 0,
    memory: Memory | None = None,
    stages: int = 0,
    foreseen: bool = False,
) -> Sequence[Outlook[S, A]]:
    """First turns with the value of the best line found for each, best first; by a search of the mind's own if any.

    ``old`` is the rest of an older plan. A search that has one is blurred, by the seed, so that it looks elsewhere.
    ``memory`` holds the answers of older searches to follow-up questions and gets those of this one.
    ``stages`` says how far to plan, if not as far as usual; with ``foreseen`` the mind is one that was made ahead
    of this position already.
    """
    with uncollected():
        return _outlook(known, state, seat, budget, old, seed, {} if memory is None else memory, stages, foreseen)


def _outlook(
    known: Mind[S, A],
    state: S,
    seat: Seat,
    budget: Budget,
    old: tuple[Any, ...],
    seed: int,
    memory: Memory,
    stages: int,
    foreseen: bool,
) -> Sequence[Outlook[S, A]]:
    """What a search needed is gone with its frame, before garbage is collected again."""
    if not foreseen:
        known = known.ahead(state, seat)
    planned = known.plan(state, seat, budget, old)
    if planned is not None:
        return planned
    spending = _Spending(budget, stages or known.stages(state), old)
    replies = known.replies(state, seat)
    ends = _search(known, state, seat, spending, old, Random(seed) if old else None, memory, replies)
    if not old and budget.rest() > 0.5:
        spending.measured()
        for first, end in _search(known, state, seat, spending, (), None, memory, replies).items():
            if first not in ends or end.worth > ends[first].worth:
                ends[first] = end
    return sorted(ends.values(), key=lambda end: -end.worth)


@contextmanager
def uncollected() -> Iterator[None]:
    """No garbage collection meanwhile: a search makes many positions and no cycles."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


@final
class _Spending:
    """Shares a budget among the layers of a search: by an old plan, or by what they cost in a narrow search."""

    def __init__(self, budget: Budget, stages: int, old: tuple[Any, ...]) -> None:
        self.budget: Final = budget
        self.stages: Final = stages
        self._costs: list[list[float]] = [[1.0] * len(actions) for actions in old]
        """What layers cost, by stage and depth."""
        self._narrow = not old
        while old and len(self._costs) < stages:
            self._costs.append(self._costs[-1])
        self._until = 0.0

    def measured(self) -> None:
        """The narrow search is over."""
        self._narrow = False

    def layer(self, stage: int, depth: int) -> None:
        """A layer begins."""
        rest = self.budget.rest()
        if self._narrow:
            while len(self._costs) <= stage:
                self._costs.append([])
            self._until = rest
            return
        costs = self._costs[stage] if stage < len(self._costs) else []
        later = fsum(map(fsum, self._costs[stage + 1 :])) + fsum(costs[depth + 1 :])
        own = costs[depth] if depth < len(costs) else costs[-1] if costs else 0.0
        self._until = rest - rest * own / (own + later) if own else rest

    def more(self, expanded: int) -> bool:
        """Whether the layer may go on from one more position."""
        return expanded < NARROW or (not self._narrow and self.budget.rest() > self._until)

    def done(self, stage: int) -> None:
        """The layer is over."""
        if self._narrow:
            self._costs[stage].append(self._until - self.budget.rest())


def _search(
    known: Mind[S, A],
    state: S,
    seat: Seat,
    spending: _Spending,
    old: tuple[tuple[A, ...], ...],
    blur: Random | None,
    memory: Memory,
    replies: Sequence[S],
) -> dict[tuple[A, ...], Outlook[S, A]]:
    """The best line for each first turn.

    A plan has one or more stages, each to the next leaf; the best leaves of one are where the next begins. First
    turns that did not get so far are judged by how far they were behind when they were left.
    """
    beam: list[Line[S, A]] = [Line(0.0, known.alone(state, seat), (), ((),), 0.0, old=0 if old else -1)]
    ends: dict[tuple[A, ...], Outlook[S, A]] = {}
    for stage in range(spending.stages):
        kept = old[stage] if stage < len(old) else ()
        leaves = _stage(known, beam, seat, spending, stage, kept, blur, memory, () if stage else (state, *replies))
        if not leaves:
            break
        if not stage:
            for line in leaves:
                line.soon = line.state.clone()
        highest = max(line.worth for line in leaves)
        top = max(end.worth for end in ends.values()) if ends else highest
        for first, end in ends.items():
            ends[first] = end._replace(worth=end.worth - top + highest)
        reached: set[tuple[A, ...]] = set()
        for line in sorted(leaves, key=lambda line: -line.worth):
            if line.first not in reached:
                reached.add(line.first)
                ends[line.first] = Outlook(line.worth, line.first, line.state, line.actions, line.soon)
        beam = leaves
        if beam[0].state.asked() is None:
            break
        for line in beam:
            line.actions = (*line.actions, ())
            line.old = min(line.old, 0)
            known.between(line.state, seat)
    return ends


def _stage(
    known: Mind[S, A],
    beam: list[Line[S, A]],
    seat: Seat,
    spending: _Spending,
    stage: int,
    old: tuple[A, ...],
    blur: Random | None,
    memory: Memory,
    rivals: Sequence[S],
) -> list[Line[S, A]]:
    """The leaves that lines from these positions reach, in the order in which a search goes on from them.

    ``rivals`` are positions before and after turns of the others, which they take while the lines go on.
    """
    start = beam[0].state
    leaves: dict[object, Line[S, A]] = {}
    seen: dict[object, Line[S, A]] = {}
    gained: dict[A, float] = {}
    ended: dict[A, float] = {}
    for depth in range(DEPTH):
        spending.layer(stage, depth)
        lines: list[Line[S, A]] = []
        for expanded, line in enumerate(beam):
            if not spending.more(expanded):
                break
            after_it: list[tuple[A, Line[S, A]]] = []
            turns = list(known.turns(line.state, seat))
            if expanded >= NARROW:
                unlikely = _least(turns, gained, LIKELY) | _least(turns, ended, LIKELY_END)
                turns = [turn for turn in turns if turn[-1] not in unlikely or turn[-1] in old]
            for turn in turns:
                spending.budget.spend()
                after, played = follow(known, line.state, seat, turn, spending.budget, memory)
                if after is None:
                    continue
                ends = known.leaf(after, start)
                if not ends and depth + 1 < len(rivals):
                    known.replied(after, seat, rivals[depth], rivals[depth + 1])
                key = known.same(after, seat)
                if key in seen:
                    after_it.append((turn[-1], seen[key]))
                    continue
                lost = line.lost + known.put_off(turn[-1], depth, stage)
                actions = (*line.actions[:-1], (*line.actions[-1], turn[-1]))
                found = Line(known.value(after, seat) - lost, after, line.first or played, actions, lost, line.soon)
                found.rank = found.worth + _blurred(blur) if blur else found.worth
                if ends:
                    ended[turn[-1]] = found.worth - line.worth
                    earlier = leaves.setdefault(key, found)
                    if found.worth > earlier.worth:
                        found.old = earlier.old
                        leaves[key] = found
                    else:
                        found = earlier
                else:
                    gained[turn[-1]] = found.worth - line.worth
                    seen[key] = found
                    lines.append(found)
                after_it.append((turn[-1], found))
            if line.old >= 0:
                _keep(line, old, after_it, list(leaves.values()))
        spending.done(stage)
        beam = _varied(known, lines, seat)
        if not beam:
            break
    return _varied(known, list(leaves.values()), seat)


def _blurred(blur: Random) -> float:
    """By how much a blurred search misjudges a position.

    A sum of three even draws is nearly normal, and unlike logarithms the same to the last digit on every machine.
    """
    return (blur.random() + blur.random() + blur.random() - 1.5) * 2 * BLUR


def _least(turns: list[tuple[A, ...]], gained: dict[A, float], share: float) -> set[A]:
    """Actions that gained less when they were tried before than this share of the others did."""
    tried: list[tuple[float, A]] = []
    for turn in turns:
        worth = gained.get(turn[-1])
        if worth is not None:
            tried.append((worth, turn[-1]))
    if not tried:
        return set()
    before = sorted([worth for worth, _ in tried], reverse=True)
    least = before[int(len(before) * share)]
    return {action for worth, action in tried if worth < least}


def _keep(
    line: Line[S, A], old: tuple[A, ...], after_it: list[tuple[A, Line[S, A]]], leaves: list[Line[S, A]]
) -> None:
    """Mark which of the positions after a line of the old plan goes on with it: by its next possible action.

    Where none is, not even the last, the best leaf known so far takes its place.
    """
    for number in range(line.old, len(old)):
        for action, found in after_it:
            if action == old[number]:
                found.old = number + 1
                return
    if leaves:
        max(leaves, key=lambda leaf: leaf.worth).old = len(old)


def _varied(known: Mind[S, A], lines: list[Line[S, A]], seat: Seat) -> list[Line[S, A]]:
    """The lines from which a search goes on, best first: the old plan, then one of each kind, then the others.

    Variety finds more than lines that hardly differ.
    """
    lines.sort(key=lambda line: (line.old < 0, -line.rank))
    found: list[Line[S, A]] = []
    others: list[Line[S, A]] = []
    kinds: set[object] = set()
    for line in lines:
        kind = known.kind(line.state, seat)
        if kind in kinds:
            others.append(line)
        else:
            kinds.add(kind)
            found.append(line)
    return (found + others)[:WIDE]
