"""Hints: the best few answers for a seat, what they promise, and which sources grow by them.

Each hint was followed by a search of its own with the same budget as the others (``judge``), so a difference
between two of them is one between plans, not one between a plan that was followed and one that was dropped. What is
promised is what such plans came to in games (``calibration``); a difference inside the noise is called unclear.
"""

from __future__ import annotations

from typing import Any, Final, TypedDict

from orrery.bots import BOTS
from orrery.bots.mind import MINDS, AnyMind, mind
from orrery.core.game import AnyGame, AnyState, Seat
from orrery.study.calibration import Calibration, calibration, players_of, stage_of
from orrery.study.judge import COUNT, Searched, equal_searches, search_candidates

REASONS: Final = 3
NODES: Final = {"greedy": 1, "planner": 10_000}
"""Positions looked at, by level of the adviser."""
WIDE: Final = 0.4
"""Which part of them finds the candidates; the rest is shared by their own searches."""


class Reason(TypedDict):
    """A source of points that grows or shrinks."""

    source: str
    by: float


class Hint(TypedDict):
    """An answer with what it promises."""

    text: str
    """The answer to the pending question."""
    turn: list[str]
    """All answers of this one turn as far as it is planned, never of the next."""
    worth: float
    """What the seat may hope for, by what such plans have come to."""
    behind: float
    """How much less that is than what the best hint promises."""
    unclear: bool
    """Whether that is inside the noise: it may as well be the better one."""
    points: bool
    """Whether these are victory points; in a race they only compare."""
    reasons: list[Reason]
    """Sources that change most until the end of the first stage of the plan."""


def hint(
    game: AnyGame, state: AnyState, seat: Seat, level: str | None = None, figures: Calibration | None = None
) -> list[Hint]:
    """At most three answers, best first.

    Alone against the Automa points that it loses count for ``behind``; the best hint promises own points only.
    ``state`` must be a guess for that seat.
    """
    if level is not None and level not in BOTS:
        raise LookupError(f"there is no bot {level!r}; there are: {', '.join(BOTS)}")
    if game.name not in MINDS or state.asked() != seat:
        return []
    figures = figures or calibration()
    known = mind(game.name)
    lines = followed(known, state, seat, NODES.get(level or "planner", NODES["planner"]))
    before = known.ahead(state, seat).parts(state, seat)
    points = known.in_points(state)
    best = round(lines[0].own - (over(figures, game, state) if points else 0.0), 1)
    shrink = figures.shrink(game.name, "search")
    found: list[Hint] = []
    for line in lines[:COUNT]:
        behind = round((lines[0].worth - line.worth) * shrink, 1)
        found.append(
            {
                "text": game.write(state, line.turn[0]),
                "turn": _texts(game, known, state, seat, line.turn),
                "worth": round(best - behind, 1),
                "behind": behind,
                "unclear": line is not lines[0] and figures.unclear(game.name, behind),
                "points": points,
                "reasons": reasons(known, state, seat, before, line.soon),
            }
        )
    return found


def promised(known: AnyMind, state: AnyState, seat: Seat, nodes: int = NODES["planner"]) -> float:
    """The own points that the best plan comes to, as it stands: not yet calibrated."""
    return followed(known, state, seat, nodes)[0].own


def over(figures: Calibration, game: AnyGame, state: AnyState) -> float:
    """How much plans promise too much at this stage of the game."""
    found = figures.promise(game.name, players_of(state), stage_of(mind(game.name), state))
    return found["over"] if found else 0.0


def followed(known: AnyMind, state: AnyState, seat: Seat, nodes: int) -> list[Searched]:
    """The candidates of a position with the best plan found for each, best first."""
    turns: list[tuple[Any, ...]] = []
    wide = int(nodes * WIDE)
    if known.searched(state):
        turns = search_candidates(known, state, seat, max(1, wide))
    if turns:
        rest = nodes - wide
    else:
        # Single answers, each followed by a plan from the next own turn on where one can begin.
        told = known.policy(state, seat)
        ends = told is not None and known.ends_turn(told)  # all that is left to do in this turn
        turns = [(told,)] if ends else [(option,) for option in state.options()]
        rest = nodes
    lines = equal_searches(known, state, seat, turns, max(1, rest // len(turns)))
    return sorted(lines, key=lambda line: -line.worth)


def _texts(game: AnyGame, known: AnyMind, state: AnyState, seat: Seat, turn: tuple[Any, ...]) -> list[str]:
    """The answers of a planned turn as they would be written, the others standing still in between.

    A plan may go on where the others have passed; advice ends with the turn.
    """
    trial = state.clone()
    texts: list[str] = []
    for action in turn:
        while trial.asked() is not None and trial.asked() != seat:
            trial.apply(known.still(trial))
        if trial.asked() is None or (texts and known.begins_turn(trial)):
            break
        texts.append(game.write(trial, action))
        trial.apply(action)
        if known.ends_turn(action):
            break
    return texts


def reasons(
    known: AnyMind, state: AnyState, seat: Seat, before: dict[str, float], end: AnyState, most: int = REASONS
) -> list[Reason]:
    """The sources of the value that change most up to a position, the largest first."""
    after = known.ahead(state, seat).parts(end, seat)
    change = {name: after.get(name, 0.0) - before.get(name, 0.0) for name in {**before, **after}}
    largest = sorted(change, key=lambda name: (-abs(change[name]), name))[:most]
    return [{"source": name, "by": round(change[name], 1)} for name in largest if abs(change[name]) >= 0.1]
