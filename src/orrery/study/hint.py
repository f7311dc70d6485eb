"""Hints: the best few answers for a seat, what they promise, and which sources grow by them."""

from __future__ import annotations

from typing import Any, Final

from orrery.bots import BOTS, Nodes
from orrery.bots.mind import mind
from orrery.bots.planner import outlook
from orrery.core.game import Game, Seat

COUNT: Final = 3
REASONS: Final = 3
NODES: Final = {"greedy": 1, "planner": 10_000}
"""Positions looked at, by level of the adviser."""

Json = dict[str, object]


def hint(game: Game[Any, Any], state: Any, seat: Seat, level: str | None = None) -> list[Json]:
    """At most three answers, best first.

    Each has ``text`` (the answer to the pending question), ``turn`` (all answers of the turn as far as it is
    planned), ``worth`` (points that the seat may hope for), ``behind`` (how much worse the answer is than the best
    hint's; alone against the Automa points that it loses count too), and ``reasons``: sources that grow or shrink
    most until the end of the first stage of the plan, with by how much.
    ``state`` must be a guess for that seat.
    """
    if level is not None and level not in BOTS:
        raise LookupError(f"there is no bot {level!r}; there are: {', '.join(BOTS)}")
    known = mind(game.name)
    if known is None or state.asked() != seat:
        return []
    if known.is_turn(state):
        ends = outlook(known, state, seat, Nodes(NODES.get(level or "planner", NODES["planner"])))
        denied = getattr(known, "denied", lambda state, seat: 0.0)
        lines = [
            (end.worth, end.worth - denied(end.end, seat), end.turn, end.soon or end.end)
            for end in _different(ends)
        ]
    else:
        lines = []
        for option in state.options():
            trial = state.clone()
            trial.apply(option)
            worth = known.value(trial, seat)
            lines.append((worth, worth, (option,), trial))
        lines.sort(key=lambda line: -line[0])
    found = []
    before = _parts(known, state, seat)
    for worth, own, turn, end in lines[:COUNT]:
        found.append(
            {
                "text": game.write(state, turn[0]),
                "turn": _texts(game, known, state, seat, turn),
                "worth": round(own, 1),
                "behind": round(lines[0][0] - worth, 1),
                "reasons": _reasons(before, _parts(known, end, seat)),
            }
        )
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
    """The answers of a planned turn as they would be written, the others standing still in between."""
    trial = state.clone()
    texts = []
    for action in turn:
        while trial.asked() is not None and trial.asked() != seat:
            trial.apply(known.still(trial))
        if trial.asked() is None:
            break
        texts.append(game.write(trial, action))
        trial.apply(action)
    return texts


def _reasons(before: dict[str, float], after: dict[str, float]) -> list[Json]:
    change = {name: after.get(name, 0.0) - before.get(name, 0.0) for name in {**before, **after}}
    most = sorted(change, key=lambda name: (-abs(change[name]), name))[:REASONS]
    return [{"source": name, "by": round(change[name], 1)} for name in most if abs(change[name]) >= 0.1]
