"""Hints: the best few answers for a seat, what they promise, and which sources grow by them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, NamedTuple, TypedDict

from orrery.bots import BOTS, Nodes
from orrery.bots.follow import follow
from orrery.bots.mind import MINDS, Mind, Outlook, mind
from orrery.bots.planner import outlook
from orrery.core.game import A, AnyGame, AnyState, S, Seat

COUNT: Final = 3
REASONS: Final = 3
NODES: Final = {"greedy": 1, "planner": 10_000}
"""Positions looked at, by level of the adviser."""


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
    """What the seat may hope for."""
    behind: float
    """How much less that is than what the best hint promises."""
    points: bool
    """Whether these are victory points; in a race they only compare."""
    reasons: list[Reason]
    """Sources that change most until the end of the first stage of the plan."""


class _Advice(NamedTuple, Generic[S, A]):
    """An answer with what is hoped for after it."""

    worth: float
    own: float
    """Without points that a rival loses."""
    turn: tuple[A, ...]
    end: S


def hint(game: AnyGame, state: AnyState, seat: Seat, level: str | None = None) -> list[Hint]:
    """At most three answers, best first.

    Alone against the Automa points that it loses count for ``behind``; the best hint promises own points only.
    ``state`` must be a guess for that seat.
    """
    if level is not None and level not in BOTS:
        raise LookupError(f"there is no bot {level!r}; there are: {', '.join(BOTS)}")
    if game.name not in MINDS or state.asked() != seat:
        return []
    known = mind(game.name)
    nodes = NODES.get(level or "planner", NODES["planner"])
    lines = _planned(known, state, seat, nodes) or _answers(known, state, seat, nodes)
    lines.sort(key=lambda line: -line.worth)
    ahead = known.ahead(state, seat)
    before = ahead.parts(state, seat)
    points = known.in_points(state)
    best = round(lines[0].own, 1)
    found: list[Hint] = []
    for line in lines[:COUNT]:
        behind = round(lines[0].worth - line.worth, 1)
        found.append(
            {
                "text": game.write(state, line.turn[0]),
                "turn": _texts(game, known, state, seat, line.turn),
                "worth": round(best - behind, 1),
                "behind": behind,
                "points": points,
                "reasons": _reasons(before, ahead.parts(line.end, seat)),
            }
        )
    return found


def _planned(known: Mind[S, A], state: S, seat: Seat, nodes: int) -> list[_Advice[S, A]]:
    """Whole turns, where the title plans them."""
    if not known.searched(state):
        return []
    ahead = known.ahead(state, seat)
    return [
        _Advice(end.worth, end.worth - ahead.denied(end.end, seat), end.turn, end.soon or end.end)
        for end in _different(outlook(known, state, seat, Nodes(nodes)))
        if end.turn
    ]


def _answers(known: Mind[S, A], state: S, seat: Seat, nodes: int) -> list[_Advice[S, A]]:
    """Single answers: by a plan from the next own turn on where one follows, so that a turn and the questions in it
    promise alike; else by the position after each.
    """
    options: list[A] = state.options()
    told = known.policy(state, seat)
    if told is not None and known.ends_turn(told):
        options = [told]  # all that is left to do in this turn
    share = max(1, nodes // len(options))
    found = []
    for option in options:
        trial = state.clone()
        trial.apply(option)
        worth = own = known.value(trial, seat)
        world = known.resumed(trial, seat)
        if world is not None:
            after, _ = follow(known, world, seat, (), Nodes(share))
            if after is not None and after.asked() == seat and known.is_turn(after):
                plans = outlook(known, after, seat, Nodes(share))
                if plans:
                    worth = plans[0].worth
                    own = worth - known.ahead(after, seat).denied(plans[0].end, seat)
        found.append(_Advice(worth, own, (option,), trial))
    return found


def _different(ends: Sequence[Outlook[S, A]]) -> list[Outlook[S, A]]:
    """The best plan for each main answer: plans that differ only in conversions are one piece of advice."""
    seen: set[A] = set()
    found: list[Outlook[S, A]] = []
    for end in ends:
        if end.turn[0] not in seen:
            seen.add(end.turn[0])
            found.append(end)
    return found


def _texts(game: AnyGame, known: Mind[S, A], state: S, seat: Seat, turn: tuple[A, ...]) -> list[str]:
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


def _reasons(before: dict[str, float], after: dict[str, float]) -> list[Reason]:
    change = {name: after.get(name, 0.0) - before.get(name, 0.0) for name in {**before, **after}}
    most = sorted(change, key=lambda name: (-abs(change[name]), name))[:REASONS]
    return [{"source": name, "by": round(change[name], 1)} for name in most if abs(change[name]) >= 0.1]
