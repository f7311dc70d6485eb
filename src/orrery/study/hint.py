"""Hints: the best few answers for a seat, what they promise, and which sources grow by them."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from orrery.bots import BOTS, Nodes
from orrery.bots.follow import follow
from orrery.bots.mind import mind
from orrery.bots.planner import outlook
from orrery.core.game import Game, Seat

COUNT: Final = 3
REASONS: Final = 3
NODES: Final = {"greedy": 1, "planner": 10_000}
"""Positions looked at, by level of the adviser."""

Json = dict[str, object]


class _Advice(NamedTuple):
    """An answer with what is hoped for after it."""

    worth: float
    own: float
    """Without points that a rival loses."""
    turn: tuple[Any, ...]
    end: Any


def hint(game: Game[Any, Any], state: Any, seat: Seat, level: str | None = None) -> list[Json]:
    """At most three answers, best first.

    Each has ``text`` (the answer to the pending question), ``turn`` (all answers of this one turn as far as it is
    planned, never of the next), ``worth`` (what the seat may hope for), ``behind`` (how much less that is than what
    the best hint promises), ``points`` (whether these are victory points; in a race they only compare), and
    ``reasons``: sources that grow or shrink most until the end of the first stage of the plan, with by how much.
    Alone against the Automa points that it loses count for ``behind``; the best hint promises own points only.
    ``state`` must be a guess for that seat.
    """
    if level is not None and level not in BOTS:
        raise LookupError(f"there is no bot {level!r}; there are: {', '.join(BOTS)}")
    known = mind(game.name)
    if known is None or state.asked() != seat:
        return []
    nodes = NODES.get(level or "planner", NODES["planner"])
    lines = _planned(known, state, seat, nodes) or _answers(known, state, seat, nodes)
    lines.sort(key=lambda line: -line.worth)
    before = _parts(known, state, seat)
    points = getattr(known, "in_points", lambda state: True)(state)
    best = round(lines[0].own, 1)
    found = []
    for line in lines[:COUNT]:
        behind = round(lines[0].worth - line.worth, 1)
        found.append(
            {
                "text": game.write(state, line.turn[0]),
                "turn": _texts(game, known, state, seat, line.turn),
                "worth": round(best - behind, 1),
                "behind": behind,
                "points": points,
                "reasons": _reasons(before, _parts(known, line.end, seat)),
            }
        )
    return found


def _planned(known: Any, state: Any, seat: Seat, nodes: int) -> list[_Advice]:
    """Whole turns, where the title plans them."""
    if not getattr(known, "searched", known.is_turn)(state):
        return []
    denied = getattr(known, "denied", lambda state, seat: 0.0)
    return [
        _Advice(end.worth, end.worth - denied(end.end, seat), end.turn, end.soon or end.end)
        for end in _different(outlook(known, state, seat, Nodes(nodes)))
        if end.turn
    ]


def _answers(known: Any, state: Any, seat: Seat, nodes: int) -> list[_Advice]:
    """Single answers: by a plan from the next own turn on where one follows, so that a turn and the questions in it
    promise alike; else by the position after each.
    """
    options = state.options()
    ends = getattr(known, "ends_turn", None)
    told = known.policy(state, seat)
    if told is not None and ends is not None and ends(told):
        options = [told]  # all that is left to do in this turn
    resumed = getattr(known, "resumed", lambda state, seat: None)
    denied = getattr(known, "denied", lambda state, seat: 0.0)
    share = max(1, nodes // len(options))
    found = []
    for option in options:
        trial = state.clone()
        trial.apply(option)
        worth = own = known.value(trial, seat)
        world = resumed(trial, seat)
        if world is not None:
            after, _ = follow(known, world, seat, (), Nodes(share))
            if after is not None and after.asked() == seat and known.is_turn(after):
                plans = outlook(known, after, seat, Nodes(share))
                if plans:
                    worth = plans[0].worth
                    own = worth - denied(plans[0].end, seat)
        found.append(_Advice(worth, own, (option,), trial))
    return found


def _parts(known: Any, state: Any, seat: Seat) -> dict[str, float]:
    """The value by source, where the mind of the title tells it; else as one."""
    parts = getattr(known, "parts", None)
    return parts(state, seat) if parts is not None else {"score": known.value(state, seat)}


def _different(ends: list[Any]) -> list[Any]:
    """The best plan for each main answer: plans that differ only in conversions are one piece of advice."""
    seen = set()
    found = []
    for end in ends:
        if end.turn[0] not in seen:
            seen.add(end.turn[0])
            found.append(end)
    return found


def _texts(game: Game[Any, Any], known: Any, state: Any, seat: Seat, turn: tuple[Any, ...]) -> list[str]:
    """The answers of a planned turn as they would be written, the others standing still in between.

    A plan may go on where the others have passed; advice ends with the turn.
    """
    ends = getattr(known, "ends_turn", None)
    trial = state.clone()
    texts: list[str] = []
    for action in turn:
        while trial.asked() is not None and trial.asked() != seat:
            trial.apply(known.still(trial))
        if trial.asked() is None or (texts and ends is None and known.is_turn(trial)):
            break
        texts.append(game.write(trial, action))
        trial.apply(action)
        if ends is not None and ends(action):
            break
    return texts


def _reasons(before: dict[str, float], after: dict[str, float]) -> list[Json]:
    change = {name: after.get(name, 0.0) - before.get(name, 0.0) for name in {**before, **after}}
    most = sorted(change, key=lambda name: (-abs(change[name]), name))[:REASONS]
    return [{"source": name, "by": round(change[name], 1)} for name in most if abs(change[name]) >= 0.1]
