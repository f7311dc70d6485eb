"""More kinds of puzzles of Gaia Project, made from the turns of the solutions of last turns.

- *federation*: in two turns at the most a federation with as few satellites as possible, where a turn before it
  helps. Every answer is tried: proven.
- *conversion*: the last action of a game, for which conversions make the difference. Proven by the solver, which is
  also asked what is possible without any.
- *pass*: pass now or go on? The solver knows what both lead to: every other answer loses something, or a turn is
  still worth more than somebody sees who looks at few positions. Proven.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from orrery.bots import Nodes
from orrery.bots.planner import Planner
from orrery.core.game import AnyGame, AnyState, Seat
from orrery.gaia import actions as g
from orrery.study.finish import Ending, Limit, answered, choices, ending, solved, texts
from orrery.study.kinds import FREE, main_answer
from orrery.study.puzzles import MARGIN, POSITIONS, QUICK, RATINGS, TURNS, Puzzle, formed, planned, posed, rung

TRIED: Final = 6_000
"""Positions after which the search for the cheapest federation gives up."""
UNFORMED: Final = 3
"""Satellites more than the best that count for who forms none, where none is possible at once."""
CHAIN: Final = 3
"""Conversions of a chain, at least."""
TEMPTING: Final = 3
"""Answers besides passing, at least."""
WORTH: Final = 2
"""Points that a turn brings at least where going on is right."""


def made_of(kind: str, game: AnyGame, states: Sequence[AnyState], seat: Seat, source: str) -> Puzzle | None:
    """A puzzle of that kind from the last turns of a seat, the latest ones first; without its id."""
    for state in reversed(states):
        found = MAKERS[kind](game, state, seat, source)
        if found is not None:
            return found
    return None


# --- the cheapest federation --------------------------------------------------------------------------


class Cheapest(NamedTuple):
    """The federation with the fewest satellites."""

    satellites: int
    line: list[Any]
    direct: int | None
    """The fewest without another turn before it; None if none can be formed then."""
    positions: int


def cheapest(game: AnyGame, world: AnyState, seat: Seat, most: int = TRIED) -> Cheapest | None:
    """Over every answer of two own turns, nobody else doing anything; None if it is too much, or there is none.

    Free actions after the main action of a turn are those before the next one, and in the last turn only they and
    the federation matter.
    """
    known = ending(game.name).known
    count, start = formed(world, seat)
    best: tuple[int, list[Any]] | None = None
    direct: int | None = None
    seen: set[bytes] = set()
    waiting: list[tuple[AnyState, int, list[Any]]] = [(world, 0, [])]
    positions = 0
    while waiting:
        state, turn, line = waiting.pop()
        positions += 1
        if positions > most:
            return None
        acted = state.question() != "Turn" or bool(state.stack[-1].done)  # type: ignore[attr-defined]
        for option in state.options():
            if isinstance(option, g.Pass) or (acted and isinstance(option, FREE)):
                continue
            main = state.question() == "Turn" and not isinstance(option, (*FREE, g.EndTurn))
            if turn == TURNS - 1 and main and not isinstance(option, g.Federate):
                continue
            after = answered(known, state, seat, (option,))
            federations, placed = formed(after, seat)
            if federations > count:
                satellites = placed - start
                if turn == 0 and (direct is None or satellites < direct):
                    direct = satellites
                if best is None or (satellites, len(line)) < (best[0], len(best[1]) - 1):
                    best = satellites, [*line, option]
                continue
            later = turn + isinstance(option, g.EndTurn)
            if later == TURNS or after.asked() is None:
                continue
            key = after.digest() + bytes([later])
            if key not in seen:
                seen.add(key)
                waiting.append((after, later, [*line, option]))
    return None if best is None else Cheapest(*best, direct, positions)


def _federation(game: AnyGame, state: AnyState, seat: Seat, source: str) -> Puzzle | None:
    end = ending(game.name)
    found = cheapest(game, end.world(state, seat), seat)
    if found is None or (found.direct is not None and found.direct <= found.satellites):
        return None
    if not any(isinstance(each, g.EndTurn) for each in found.line):
        return None
    quick = found.satellites + UNFORMED if found.direct is None else found.direct
    return {
        "id": "",
        "game": game.name,
        "kind": "federation",
        "goal": "satellites",
        "theme": "cheapest",
        "seat": seat,
        "position": posed(game.data(state), seat),
        "points": 0,
        "best": found.satellites,
        "quick": quick,
        "line": texts(game, end.known, end.world(state, seat), seat, found.line),
        "rating": RATINGS[min(3, found.positions // 500)],
        "positions": found.positions,
        "source": source,
    }


# --- conversion chains --------------------------------------------------------------------------------


class Unconverted(Ending[Any, Any]):
    """The same ending for somebody who never converts anything."""

    def __init__(self, whole: Ending[Any, Any]) -> None:
        super().__init__(whole.known)
        self.whole: Final = whole

    def world(self, state: AnyState, seat: Seat) -> AnyState:
        found: AnyState = self.whole.world(state, seat)
        return found

    def now(self, state: AnyState, seat: Seat) -> int:
        return self.whole.now(state, seat)

    def key(self, state: AnyState, seat: Seat) -> object:
        return self.whole.key(state, seat)

    def moves(self, state: AnyState, seat: Seat) -> Sequence[tuple[Any, ...]]:
        return [(option,) for option in state.options() if not isinstance(option, (*FREE, g.Exchange))]


def _conversion(game: AnyGame, state: AnyState, seat: Seat, source: str) -> Puzzle | None:
    end = ending(game.name)
    world = end.world(state, seat)
    found = choices(end, world, seat, Limit(POSITIONS))
    if found is None or sum(isinstance(each, FREE) for each in found.line) < CHAIN:
        return None
    if sum(isinstance(each, g.EndTurn) for each in found.line) != 1:
        return None
    without = Unconverted(end)
    plain = solved(without, world, seat, Limit(POSITIONS))
    quick = planned(game, end.known, state, seat, QUICK)
    if plain is None or found.best - max(plain, quick) < MARGIN:
        return None
    return {
        "id": "",
        "game": game.name,
        "kind": "conversion",
        "theme": "chain",
        "seat": seat,
        "position": posed(game.data(state), seat),
        "points": int(state.scores()[seat]),
        "best": found.best,
        "quick": max(plain, quick),
        "line": texts(game, end.known, world, seat, found.line),
        "rating": RATINGS[rung(game, end.known, state, seat, found.best)],
        "positions": found.positions,
        "source": source,
    }


# --- pass or go on ------------------------------------------------------------------------------------


def _passing(game: AnyGame, state: AnyState, seat: Seat, source: str) -> Puzzle | None:
    end = ending(game.name)
    world = end.world(state, seat)
    found = choices(end, world, seat, Limit(POSITIONS))
    if found is None:
        return None
    leaving = [points for move, points in found.moves if _passes(move)]
    others = [points for move, points in found.moves if not _passes(move)]
    if not leaving or len(others) < TEMPTING:
        return None
    margin = max(others) - max(leaving)
    if -margin < 1 and (margin < WORTH or not _passes((_first(game, state, seat),))):
        return None
    return {
        "id": "",
        "game": game.name,
        "kind": "pass",
        "goal": "pass",
        "theme": "pass",
        "margin": abs(margin),
        "seat": seat,
        "position": posed(game.data(state), seat),
        "points": int(state.scores()[seat]),
        "best": 1,
        "quick": 0,
        "line": texts(game, end.known, world, seat, found.line),
        "rating": RATINGS[1 if margin < 0 else 2],
        "positions": found.positions,
        "source": source,
    }


def _first(game: AnyGame, state: AnyState, seat: Seat) -> Any:
    """What somebody begins with who looks at few positions, free actions aside."""
    trial = state.clone()
    player = Planner(1, lambda: Nodes(QUICK))
    while True:
        answer = player.choose(game, trial, seat)
        if not isinstance(answer, FREE):
            return answer
        trial.apply(answer)


def _passes(move: Sequence[Any]) -> bool:
    return isinstance(main_answer("gaia", move), g.Pass)


MAKERS: Final[dict[str, Callable[[AnyGame, AnyState, Seat, str], Puzzle | None]]] = {
    "federation": _federation,
    "conversion": _conversion,
    "pass": _passing,
}
