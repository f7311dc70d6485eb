"""The judge: how many final points one turn brings more than another for a seat, with an interval.

Three ways, each surer and slower than the one before. *Equal searches*: every candidate is followed by a search of
its own with the same budget, and each gets the lines found for the others as plans to try. *Playouts in pairs*:
bots play both turns to the end in the same worlds with the same chance, a number of times that is fixed before: who
looks now and then and stops when the result is clear finds clear results too often. *The solver* (``finish``):
exact, where nobody can interfere any more.

Worlds are guesses: what the seat could not know counts for nothing. What is found is shrunk by a factor learned
from a reference (``calibration``), because the best of several noisy values looks better than it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt
from typing import Any, Final, Literal, NamedTuple, TypedDict

from orrery.bots import Budget, Nodes, bot
from orrery.bots.follow import LIMIT
from orrery.bots.greedy import Greedy
from orrery.bots.mind import AnyMind, Mind, Outlook, mind
from orrery.bots.planner import outlook
from orrery.core.chance import stream
from orrery.core.game import AnyGame, AnyState, Seat
from orrery.study.calibration import Calibration, calibration
from orrery.study.finish import Limit, answered, ending, solved

Turn = tuple[Any, ...]
"""Answers of one seat, in order, as far as they are given; the rest is up to whoever plays on."""
COUNT: Final = 3
"""Candidates of a wide search that are compared."""
MANY: Final = 8
"""Up to so many candidates try each other's plans."""
STUDENT: Final = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131),
    *(2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)
"""Half the width of a 95 % interval in standard errors, by degrees of freedom from 1 on."""


FINEST: Final = 1.0
"""Half the width of the narrowest interval that playouts give: where all pairs are alike, one more might not be."""
LOOK: Final = 64
"""Pairs of a second, careful look: an interval is one for the mean that it would find."""
VARIED: Final = "orrery.study.judge:varied"
SEES: Final = 0.85
"""Which share of the turns comes to mind in playouts."""


def varied(seed: int, budget: Callable[[], Budget]) -> Greedy:
    """Plays like ``greedy`` and overlooks some turns.

    Nothing is hidden or drawn in most games of Gaia Project: bots that always find the same best turn would
    play every playout alike, and an interval of no width would be a lie.
    """
    return Greedy(seed, budget, "varied", sees=SEES)


class Effort(NamedTuple):
    """How much work a judgement may take."""

    nodes: int = 4_000
    """Positions for the search of each candidate, and for the wide search that finds them."""
    pairs: int = 36
    """Pairs of playouts, neither more nor less."""
    level: str = VARIED
    """Who plays on in playouts: a level, or ``module:factory``."""
    level_nodes: int | None = None
    """Positions for each of its turns; that of the level if not given."""
    solver: int = 20_000
    """Positions for the solver, for each candidate; 0 for none."""


class Searched(NamedTuple):
    """A candidate after its own search."""

    turn: Turn
    worth: float
    """What the seat may hope for, points that a rival loses included."""
    own: float
    """The same without them."""
    line: tuple[Any, ...]
    """What a search is told of the plan that follows."""
    soon: AnyState
    """Where the first stage of the plan ends."""
    staged: bool
    """Whether the turn ended a stage of the plan."""


How = Literal["search", "playouts", "solver"]


class Verdict(TypedDict):
    """How much more the second of two turns brings than the first."""

    how: How
    points: float
    """Final points, shrunk."""
    low: float
    high: float
    """Where the mean of ``LOOK`` fresh pairs would lie in 19 of 20 cases; equal to ``points`` where it is exact."""
    raw: float
    """As measured."""
    pairs: int


def search_candidates(known: AnyMind, state: AnyState, seat: Seat, nodes: int, count: int = COUNT) -> list[Turn]:
    """The first turns that a wide search likes best, one for each main answer; ``state`` is a guess."""
    if not known.searched(state):
        return [(option,) for option in state.options()]
    found: list[Turn] = []
    seen: set[Any] = set()
    for end in outlook(known, state, seat, Nodes(nodes)):
        if end.turn and end.turn[0] not in seen:
            seen.add(end.turn[0])
            found.append(end.turn)
            if len(found) == count:
                break
    return found


def equal_searches(
    known: AnyMind, state: AnyState, seat: Seat, turns: Sequence[Turn], nodes: int, seed: int = 0
) -> list[Searched]:
    """Every candidate with the best plan that was found after it; ``state`` is a guess.

    Half of the nodes are for a search of its own, half for trying the best plans that the others found. Another
    seed looks elsewhere in the second half. Where there are very many candidates each has its own search alone.
    """
    ahead = known.ahead(state, seat)
    after = [_after(ahead, state, seat, turn) for turn in turns]
    share = max(1, nodes // 2 if len(turns) <= MANY else nodes)
    first = [_searched(ahead, state, seat, turn, place, share) for turn, place in zip(turns, after, strict=True)]
    if len(turns) > MANY:
        return first
    leaders = sorted(first, key=lambda other: (-other.worth, repr(other.turn)))[: COUNT + 1]
    found = []
    for one, place in zip(first, after, strict=True):
        best = one
        plans = {repr(line): line for line in (_fitting(other, one) for other in leaders) if line}
        for _, line in sorted(plans.items()):
            again = _searched(ahead, state, seat, one.turn, place, max(1, share // len(plans)), line, seed)
            if again.worth > best.worth:
                best = again
        found.append(best)
    return found


class _Place(NamedTuple):
    """Where a seat is asked next after a turn, the others standing still."""

    state: AnyState
    staged: bool
    """Whether the turn ended a stage of the plan."""


def _after(known: AnyMind, state: AnyState, seat: Seat, turn: Turn) -> _Place:
    """The position after a turn where the next plan begins, or the end of the game."""
    if known.searched(state):
        world = known.alone(state, seat)
        waiting = list(turn)
    else:
        trial = state.clone()
        trial.apply(turn[0])
        resumed = known.resumed(trial, seat)
        if resumed is None:
            return _Place(trial, False)
        world = resumed
        waiting = list(turn[1:])
    for _ in range(LIMIT):
        asked = world.asked()
        if asked is None:
            return _Place(world, True)
        if asked != seat:
            world.apply(known.still(world))
        elif waiting:
            answer = waiting.pop(0)
            if answer in world.options() or known.fits(world, answer):
                world.apply(answer)
            else:
                waiting = []  # something else came to light than when it was answered
        elif known.leaf(world, state):
            known.between(world, seat)
            return _Place(world, True)
        elif known.searched(world):
            return _Place(world, False)
        else:
            told = known.policy(world, seat)
            world.apply(best_answer(known, world, seat) if told is None else told)
    return _Place(world, False)


def best_answer(known: AnyMind, state: AnyState, seat: Seat) -> Any:
    """The answer after which the position is worth most."""

    def worth(option: Any) -> float:
        trial = state.clone()
        trial.apply(option)
        return known.value(trial, seat)

    return max(state.options(), key=worth)


def _searched(
    known: AnyMind,
    start: AnyState,
    seat: Seat,
    turn: Turn,
    place: _Place,
    nodes: int,
    old: tuple[Any, ...] = (),
    seed: int = 0,
) -> Searched:
    """A candidate after a search from the position that it leads to; both plan equally far."""
    state = place.state
    stages = known.stages(start) - int(place.staged)
    to_the_end = type(known).plan is not Mind.plan  # a search of its own knows no stages
    plans: Sequence[Outlook[Any, Any]] = ()
    if state.asked() == seat and known.searched(state) and (stages > 0 or to_the_end):
        plans = outlook(known, state, seat, Nodes(nodes), old, seed, stages=max(0, stages), foreseen=True)
    if not plans:
        worth = known.value(state, seat)
        return Searched(turn, worth, worth - known.denied(state, seat), (), state, place.staged)
    best = plans[0]
    soon = state if place.staged else best.end if best.soon is None else best.soon
    return Searched(turn, best.worth, best.worth - known.denied(best.end, seat), best.line, soon, place.staged)


def _fitting(other: Searched, one: Searched) -> tuple[Any, ...]:
    """The plan after another candidate as something to try after this one; empty where there is none.

    Where plans are told by stages, one that begins a stage later lacks its first part, or ends this one first.
    """
    line = other.line
    if other is one or not line:
        return ()
    if other.staged == one.staged or not isinstance(line[0], tuple):
        return line
    return line[1:] if one.staged else ((other.turn[-1],), *line)


# --- playouts -----------------------------------------------------------------------------------------


def budget_of(effort: Effort) -> Callable[[], Budget] | None:
    """How long the bots of playouts think; None for what is usual for their level."""
    return None if effort.level_nodes is None else partial(Nodes, effort.level_nodes)


def playout(game: AnyGame, state: AnyState, seat: Seat, turn: Turn, effort: Effort, seed: int) -> int:
    """What the seat ends with if it begins with this turn and bots play on, in a world drawn from the seed."""
    world = game.guess(state, seat, stream(seed, "world"))
    known = mind(game.name)
    count = len(world.scores())
    bots = [bot(effort.level, stream(seed, f"bot {number}"), budget_of(effort)) for number in range(count)]
    waiting = list(turn)
    number = 0
    while True:
        asked = world.asked()
        if asked is None:
            return int(world.scores()[seat])
        number += 1
        if waiting and asked == seat:
            answer = waiting.pop(0)
            if answer in world.options() or known.fits(world, answer):
                world.apply(answer)
                continue
            waiting = []
        guess = game.guess(world, asked, stream(seed, f"answer {number}"))
        world.apply(bots[asked].choose(game, guess, asked))


def student(count: int) -> float:
    """Half the width of the 95 % interval of the mean of at least two values, in standard errors."""
    return STUDENT[count - 2] if count - 2 < len(STUDENT) else 1.96 + 2.4 / (count - 1)


def interval(values: Sequence[float], look: int | None = None) -> tuple[float, float]:
    """The mean of at least two values and half the width of its 95 % interval.

    With ``look`` the interval is one for the mean of so many further values.
    """
    count = len(values)
    mean = sum(values) / count
    spread = sum((value - mean) ** 2 for value in values) / (count - 1)
    return mean, student(count) * sqrt(spread / count + (spread / look if look else 0.0))


def pair(game: AnyGame, state: AnyState, seat: Seat, one: Turn, other: Turn, effort: Effort, seed: int) -> int:
    """How much more the second turn brings in one world."""
    return playout(game, state, seat, other, effort, seed) - playout(game, state, seat, one, effort, seed)


def compared(
    game: AnyGame,
    state: AnyState,
    seat: Seat,
    one: Turn,
    other: Turn,
    effort: Effort,
    seed: int,
    figures: Calibration | None = None,
) -> Verdict:
    """How many final points the second turn brings more than the first: by the solver, or by playouts in pairs.

    Worlds are guesses for the seat: the position may be the true one.
    """
    exact = solver_verdict(game, state, seat, one, other, effort, seed)
    if exact is not None:
        return exact
    if effort.pairs < 2:
        raise ValueError(f"an interval needs at least two pairs of playouts, not {effort.pairs}")
    figures = figures or calibration()
    pairs = [
        pair(game, state, seat, one, other, effort, stream(seed, f"pair {number}"))
        for number in range(effort.pairs)
    ]
    return measured(pairs, figures.shrink(game.name, "playouts"), same=one == other)


def measured(pairs: Sequence[float], shrink: float = 1.0, same: bool = False) -> Verdict:
    """What pairs of playouts tell; ``same`` if both turns were the same one.

    The interval lies around what was measured. What is told is shrunk, and stays inside.
    """
    mean, half = interval(pairs, LOOK)
    return _verdict("playouts", mean, 0.0 if same else max(half, FINEST), len(pairs), shrink)


def _verdict(how: How, mean: float, half: float, pairs: int, shrink: float) -> Verdict:
    points = min(mean + half, max(mean - half, mean * shrink))
    return {
        "how": how,
        "points": round(points, 2),
        "low": round(mean - half, 2),
        "high": round(mean + half, 2),
        "raw": round(mean, 2),
        "pairs": pairs,
    }


def solver_verdict(
    game: AnyGame, state: AnyState, seat: Seat, one: Turn, other: Turn, effort: Effort, seed: int
) -> Verdict | None:
    """The exact difference, where nobody can interfere and the solver gets through; else None."""
    if not effort.solver:
        return None
    end = ending(game.name)
    if end.applies(state, seat) is not None or end.disturbed(state, seat):
        return None
    world = end.world(game.guess(state, seat, stream(seed, "world")), seat)
    if world.asked() != seat:
        return None
    ends = []
    for turn in (one, other):
        after = answered(end.known, world, seat, turn)
        points = solved(end, after, seat, Limit(effort.solver))
        if points is None:
            return None
        ends.append(points)
    return _verdict("solver", ends[1] - ends[0], 0.0, 0, 1.0)
