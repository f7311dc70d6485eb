"""The best finish from here: the own turns that are left, solved over every answer that the rules allow.

The others stand still. Positions are followed depth first, each once: what can still be gained in one is kept in a
table. What a title knows of its endings (``Ending``) makes that quick without leaving anything out. The result says
how sure it is: proven, proven if the others stand still, or only the best that was found.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, Literal, NamedTuple, TypedDict, final

from orrery.bots import Nodes
from orrery.bots.mind import AnyMind, Mind, mind
from orrery.bots.planner import Planner, uncollected
from orrery.core.game import A, AnyGame, AnyState, S, Seat
from orrery.core.journal import Message
from orrery.core.saying import Explained, say
from orrery.core.titles import named

NODES: Final = 200_000
"""Positions looked at, unless something else is said."""
PLANNED: Final = 2_000
"""Positions for each turn of the planner, whose line counts where a search was cut."""
ANSWERS: Final = 400
"""Own answers of a line at most."""
BOUNDED: Final = 1_000
"""Positions that a search left undone for which a bound of their own is computed, at most."""
EVERY: Final = 64
"""Positions between two looks at the clock."""

_spent: Final = getattr(time, "thread_time", time.process_time)
"""Seconds of processor time; in a browser a thread has no clock of its own, and nothing else in its process."""

Word = Literal["proven", "still", "found"]
"""Proven; proven if the others stand still; the best that was found."""


class Finish(TypedDict):
    """The best end that a seat can reach."""

    seat: int
    points: int
    """What the seat ends with."""
    word: Word
    """How sure that is."""
    more: int | None
    """With ``found``: so many more are possible at the most; None if no bound is known. Otherwise 0."""
    line: list[str]
    """The seat's own answers up to the end, as they are written."""
    positions: int
    """Positions that were looked at."""


class Ending(Generic[S, A]):
    """What is known of the end of a title; what is said here is right for any title, and slow."""

    def __init__(self, known: Mind[S, A]) -> None:
        self.known: Final = known

    def applies(self, state: S, seat: Seat) -> Message | None:
        """None where the rest of the game can be searched; else why it cannot."""
        return None

    def world(self, state: S, seat: Seat) -> S:
        """A clone in which nobody else does anything any more."""
        return self.known.alone(state, seat)

    def disturbed(self, state: S, seat: Seat) -> bool:
        """Whether anybody else, or chance, could still change what the seat ends with."""
        return True

    def now(self, state: S, seat: Seat) -> int:
        """Points that are safe: what is still gained does not depend on them."""
        return 0

    def key(self, state: S, seat: Seat) -> object:
        """Equal only for positions in which the same can still be gained."""
        return state.digest()

    def moves(self, state: S, seat: Seat) -> Sequence[tuple[A, ...]]:
        """Answers to go on with, one of which leads to the best end."""
        return [(option,) for option in state.options()]

    def open(self, state: S, seat: Seat) -> bool:
        """Whether ``moves`` may have left something out here."""
        return False

    def most(self, state: S, seat: Seat) -> int | None:
        """What can still be gained at the most; None where no bound is known.

        Asked first about the position where a search began, then about later ones.
        """
        return None


ENDINGS: Final[dict[str, str]] = {
    "gaia": "orrery.study.endings.gaia:GaiaEnding",
    "evacuation": "orrery.study.endings.evacuation:EvacuationEnding",
}
"""Title -> ``module:class``."""


def ending(title: str) -> Ending[Any, Any]:
    """What is known of the end of a title; one for each search."""
    found: Ending[Any, Any] = named(ENDINGS[title])() if title in ENDINGS else Ending(mind(title))
    return found


class Limit(NamedTuple):
    """How long a search may take."""

    nodes: int = NODES
    seconds: float | None = None
    """Processor seconds of this thread."""
    stop: Callable[[], bool] | None = None
    """Asked now and then whether somebody wants it to end."""


class _Cut(Exception):
    """The search was ended before it was through."""


@final
class _Search(Generic[S, A]):
    """One search, depth first."""

    def __init__(self, end: Ending[S, A], seat: Seat, limit: Limit) -> None:
        self.end: Final = end
        self.seat: Final = seat
        self.limit: Final = limit
        self.until: Final = None if limit.seconds is None else _spent() + limit.seconds
        self.table: Final[dict[object, tuple[int, tuple[A, ...]]]] = {}
        """Key -> what can be gained, and the answers to go on with."""
        self.positions = 0
        self.open = False
        """Something may have been left out on the way."""
        self.best = -(10**9)
        """The best end so far."""
        self.best_path: tuple[tuple[A, ...], ...] = ()
        self.best_at: S | None = None
        """How it is reached: answers up to a position, from which on the table knows."""
        self.path: list[tuple[A, ...]] = []
        self.left: Final[list[tuple[S, Sequence[tuple[A, ...]]]]] = []
        """What a search that was cut left undone: positions with moves; without any it was not looked at at all."""

    def gain(self, state: S) -> int:
        """What can still be gained from here; raises ``_Cut``."""
        end, seat = self.end, self.seat
        now = end.now(state, seat)
        if state.asked() is None:
            final = state.scores()[seat]
            self._better(final, state)
            return final - now
        key = end.key(state, seat)
        known = self.table.get(key)
        if known is not None:
            self._better(now + known[0], state)
            return known[0]
        if not self._count():
            self.left.append((state, ()))
            raise _Cut
        self.open = self.open or end.open(state, seat)
        most: int | None = None
        chosen: tuple[A, ...] = ()
        moves = end.moves(state, seat)
        for number, move in enumerate(moves, 1):
            after = answered(end.known, state, seat, move)
            self.path.append(move)
            try:
                found = end.now(after, seat) - now + self.gain(after)
            except _Cut:
                self.left.append((state, moves[number:]))
                raise
            self.path.pop()
            if most is None or found > most:
                most, chosen = found, move
        assert most is not None, "somebody who is asked has an answer"
        self.table[key] = most, chosen
        return most

    def line(self) -> list[A]:
        """The own answers that lead to the best end."""
        found = [answer for move in self.best_path for answer in move]
        state = self.best_at
        while state is not None and state.asked() is not None:
            move = self.table[self.end.key(state, self.seat)][1]
            found.extend(move)
            state = answered(self.end.known, state, self.seat, move)
        return found

    def _better(self, points: int, state: S) -> None:
        if points > self.best:
            self.best, self.best_path, self.best_at = points, tuple(self.path), state

    def most(self, world: S) -> int | None:
        """The best end that there can be, of a search that was cut or left something out; None if nobody knows.

        ``world`` is where it began.
        """
        end, seat = self.end, self.seat
        whole = self._bound(world)
        if whole is None or self.open or sum(len(moves) + 1 for _, moves in self.left) > BOUNDED:
            return whole
        found = self.best
        for state, moves in self.left:
            here = self._bound(state)
            here = whole if here is None else min(whole, here)
            if not moves and state is self.left[0][0]:
                found = max(found, here)  # not looked at at all
            for move in moves:
                after = answered(end.known, state, seat, move)
                known = None if after.asked() is None else self.table.get(end.key(after, seat))
                if after.asked() is None:
                    found = max(found, after.scores()[seat])
                elif known is not None:
                    found = max(found, end.now(after, seat) + known[0])
                else:
                    bound = self._bound(after)
                    found = max(found, here if bound is None else min(here, bound))
        return min(whole, found)

    def _bound(self, state: S) -> int | None:
        most = self.end.most(state, self.seat)
        return None if most is None else self.end.now(state, self.seat) + most

    def _count(self) -> bool:
        """Whether one more position may be looked at."""
        self.positions += 1
        if self.positions > self.limit.nodes:
            return False
        return self.positions % EVERY != 0 or not (
            (self.until is not None and _spent() > self.until)
            or (self.limit.stop is not None and self.limit.stop())
        )


def answered(known: Mind[S, A], state: S, seat: Seat, move: Sequence[A]) -> S:
    """The position after these answers of the seat, where it is asked again or the game is over."""
    after = state.clone()
    for answer in move:
        after.apply(answer)
    asked = after.asked()
    while asked is not None and asked != seat:
        after.apply(known.still(after))
        asked = after.asked()
    return after


def finish(game: AnyGame, state: AnyState, seat: Seat, limit: Limit | None = None) -> Finish:
    """The best end that the seat can reach from here; raises ``Explained`` where that cannot be searched.

    ``state`` must be a guess for that seat. With nodes alone the same position gives the same answer everywhere.
    """
    limit = limit or Limit()
    end = ending(game.name)
    if state.asked() is None:
        raise Explained(say("core.over"))
    refused = end.applies(state, seat)
    if refused is not None:
        raise Explained(refused)
    world = end.world(state, seat)
    if world.asked() != seat:
        raise Explained(say("study.finish.seat", seat=seat))
    search = _Search(end, seat, limit)
    whole = True
    with uncollected():
        try:
            search.gain(world.clone())
        except _Cut:
            whole = False
    points, line = search.best, search.line() if search.best_at is not None else []
    if not whole:
        planned = _planned(game, end.known, world, seat)
        if planned is not None and planned[0] > points:
            points, line = planned
    sure = whole and not search.open
    word: Word = "found" if not sure else "still" if end.disturbed(state, seat) else "proven"
    most = None if sure else search.most(world)
    return {
        "seat": seat,
        "points": points,
        "word": word,
        "more": 0 if sure else None if most is None else most - points,
        "line": texts(game, end.known, world, seat, line),
        "positions": search.positions,
    }


def solved(end: Ending[S, A], world: S, seat: Seat, limit: Limit) -> int | None:
    """The best end from a position of a world in which nobody else does anything; None where it is not certain.

    ``end`` is the one that made the world.
    """
    search = _Search(end, seat, limit)
    with uncollected():
        try:
            search.gain(world.clone())
        except _Cut:
            return None
    return None if search.open else search.best


class Choices(NamedTuple):
    """Every first move of a position with the best end after it."""

    best: int
    line: list[Any]
    """The own answers that lead there."""
    move: tuple[Any, ...]
    """The first of the moves that lead there."""
    moves: list[tuple[tuple[Any, ...], int]]
    positions: int


def choices(end: Ending[S, A], world: S, seat: Seat, limit: Limit) -> Choices | None:
    """What each first move ends with, exactly; None where that is not certain.

    ``end`` is the one that made the world, in which the seat is asked.
    """
    search = _Search(end, seat, limit)
    now = end.now(world, seat)
    found: list[tuple[tuple[Any, ...], int]] = []
    with uncollected():
        try:
            best = now + search.gain(world.clone())
            for move in end.moves(world, seat):
                after = answered(end.known, world, seat, move)
                found.append((move, end.now(after, seat) + search.gain(after)))
        except _Cut:
            return None
    if search.open:
        return None
    return Choices(best, search.line(), search.table[end.key(world, seat)][1], found, search.positions)


def _planned(game: AnyGame, known: AnyMind, world: AnyState, seat: Seat) -> tuple[int, list[Any]] | None:
    """The end of a line that follows the planner from turn to turn, and its answers; None if it does not end."""
    state = world.clone()
    player = Planner(1, lambda: Nodes(PLANNED))
    line: list[Any] = []
    for _ in range(ANSWERS):
        asked = state.asked()
        if asked is None:
            return state.scores()[seat], line
        if asked != seat:
            state.apply(known.still(state))
            continue
        answer = player.choose(game, state, seat)
        line.append(answer)
        state.apply(answer)
    return None


def texts(game: AnyGame, known: AnyMind, world: AnyState, seat: Seat, line: Sequence[Any]) -> list[str]:
    """The own answers of a line as they are written."""
    state = world.clone()
    found: list[str] = []
    for answer in line:
        while state.asked() is not None and state.asked() != seat:
            state.apply(known.still(state))
        found.append(game.write(state, answer))
        state.apply(answer)
    return found
