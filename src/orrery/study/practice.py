"""Practice: own mistakes come back as positions, until something better is found again and again.

A card is a clear moment of a report: the position before it as data, what was played, and the better turn. The
position is a guess for the seat, so nothing that it could not know is in it. An answer is right if it is as good as
the best as far as that was measured; what nobody has judged before is judged by equal searches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, TypedDict

from orrery.bots.mind import AnyMind, mind
from orrery.core.game import AnyGame, AnyState, Seat
from orrery.core.titles import title
from orrery.study.calibration import Calibration, calibration
from orrery.study.hint import Reason
from orrery.study.judge import Effort, Turn, equal_searches, solver_verdict
from orrery.study.report import OBVIOUS, Moment, reasons

NEAR: Final = 0.5
"""Points behind the best that are as good as none."""
NODES: Final = 4_000
"""Positions for each candidate, as in a report."""

How = Literal["best", "played", "solver", "search", "open", "shown"]
"""The better turn itself; what was played then; proven; by equal searches; by equal searches that see no difference
between the better turn and what was played; no answer: the solution was looked at."""


class Position(Moment):
    """A moment with the position before it."""

    position: dict[str, Any]
    """As data (docs/positions.md): a world that the seat cannot tell from the true one."""


class Judgement(TypedDict):
    """What an answer was worth."""

    right: bool
    how: How
    gain: float
    """Points that it brings more than what was played then, by estimate."""
    behind: float
    """Points that it brings less than the best; negative if it is better."""
    reasons: list[Reason]
    """By source: where the best turn is ahead of the answer, and where behind."""


def checked(game: AnyGame, known: AnyMind, state: AnyState, seat: Seat, texts: Sequence[str]) -> Turn:
    """The answers of a person; raises ``Explained`` or ``IllegalAction`` where they do not fit the position."""
    trial = state.clone()
    found: list[Any] = []
    for text in texts:
        while trial.asked() is not None and trial.asked() != seat:
            trial.apply(known.still(trial))
        answer = game.read(trial, text)
        trial.play(answer)
        found.append(answer)
    return tuple(found)


def same(game: AnyGame, answer: Turn, other: Turn) -> bool:
    """Whether an answer is a turn as far as that is known, their ends aside."""
    closing = set(game.closes.values())
    one, known = ([each for each in turn if each not in closing] for turn in (answer, other))
    return one[: len(known)] == known if known else not one


def judged(
    card: Position,
    game_name: str,
    seat: Seat,
    texts: Sequence[str],
    nodes: int = NODES,
    figures: Calibration | None = None,
) -> Judgement:
    """What an answer is worth; no answer at all is wrong. Raises as ``checked`` does."""
    game: AnyGame = title(game_name)
    known = mind(game_name)
    state: AnyState = game.position(card["position"])
    points, low = card["points"], card["low"]
    if not texts:
        return {"right": False, "how": "shown", "gain": 0.0, "behind": points, "reasons": card["reasons"]}
    answer = checked(game, known, state, seat, texts)
    best = as_far(game, known, state, seat, card["better"])
    played = as_far(game, known, state, seat, card["played"])
    if same(game, answer, best):
        return {"right": True, "how": "best", "gain": points, "behind": 0.0, "reasons": []}
    if same(game, answer, played):
        return {"right": False, "how": "played", "gain": 0.0, "behind": points, "reasons": card["reasons"]}
    shrink = (figures or calibration()).shrink(game_name, "search")
    nodes = nodes if known.searched(state) else max(1, nodes // 2)
    top, then, own = equal_searches(known, state, seat, [best, played, answer], nodes)
    why = reasons(known, state, seat, own, top)
    exact = solver_verdict(game, state, seat, best, answer, Effort(), 0)
    if exact is not None:
        behind = -exact["points"]
        return {
            "right": behind <= 0,
            "how": "solver",
            "gain": round(points - behind, 2),
            "behind": behind,
            "reasons": why,
        }
    seen, behind = shrink * (top.worth - then.worth), shrink * (top.worth - own.worth)
    if seen <= OBVIOUS:
        # The searches do not see what playouts have found: only what they like as much as both can count.
        right = own.worth >= max(top.worth, then.worth) - OBVIOUS
        how: How = "open"
    else:
        behind *= points / seen  # as much of the difference that was measured as of the one that is seen
        right = behind <= max(NEAR, points - low)
        how = "search"
    return {
        "right": right,
        "how": how,
        "gain": round(points - behind, 2),
        "behind": round(behind, 2),
        "reasons": why,
    }


def as_far(game: AnyGame, known: AnyMind, state: AnyState, seat: Seat, texts: Sequence[str]) -> Turn:
    """The answers of a stored turn, up to the first that does not fit this world."""
    trial = state.clone()
    found: list[Any] = []
    for text in texts:
        while trial.asked() is not None and trial.asked() != seat:
            trial.apply(known.still(trial))
        if trial.asked() is None:
            break
        try:
            answer = game.read(trial, text)
        except ValueError:
            break
        if answer not in trial.options() and not known.fits(trial, answer):
            break
        found.append(answer)
        trial.apply(answer)
    return tuple(found)
