"""What plans promise and what comes of it.

Games that were played are gone through again: at the first turn of every seat in every stage the planner says
what it hopes for. Also by how much the counts grow that plans expect of rivals.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple, TypedDict

from orrery.arena.spread import spread
from orrery.bots import NODES, Nodes
from orrery.bots.mind import mind
from orrery.bots.planner import outlook
from orrery.core.chance import stream
from orrery.core.game import AnyState
from orrery.core.match import AnyMatch, Match


class Promise(TypedDict):
    """What a seat hoped for at a turn, and what came."""

    players: int
    stage: int
    promised: float
    came: float
    grown: dict[str, int]
    """What its counts grew from there to the end."""


def of_game(file: Path, nodes: int) -> list[Promise]:
    """The promises of one game."""
    saved: AnyMatch = Match.load(file.read_text())
    game, known = saved.game, mind(saved.header.game)
    final: AnyState = saved.state
    if final.asked() is not None:
        raise ValueError(f"{file}: this game is not over")
    scores = final.scores()
    people = game.seats(saved.header.options)
    found: list[Promise] = []
    seen: set[tuple[int, int]] = set()

    def look(match: AnyMatch) -> None:
        state = match.state
        seat = state.asked()
        if seat is None or not known.is_turn(state) or (seat, known.stage(state)) in seen:
            return
        seen.add((seat, known.stage(state)))
        guess: AnyState = game.guess(state, seat, stream(match.header.seed, f"promise {len(seen)}"))
        budget = Nodes(max(1, round(nodes * known.effort(guess))))
        best = outlook(known, guess, seat, budget)[0]
        end = known.tracked(final, seat)
        found.append(
            {
                "players": people,
                "stage": known.stage(state),
                "promised": best.worth - known.denied(best.end, seat),
                "came": float(scores[seat]),
                "grown": {name: end[name] - count for name, count in known.tracked(state, seat).items()},
            }
        )

    Match.replay(saved.header, saved.entries, look)
    return found


class Figure(NamedTuple):
    """Promise minus result of a stage."""

    players: int
    stage: int
    turns: int
    mean: float
    spread: float
    grown: dict[str, float]


def gathered(promises: Iterable[Promise]) -> list[Figure]:
    """Means and standard deviations by players and stage."""
    groups: dict[tuple[int, int], list[Promise]] = defaultdict(list)
    for promise in promises:
        groups[promise["players"], promise["stage"]].append(promise)
    found = []
    for (players, stage), group in sorted(groups.items(), key=lambda item: (item[0][0], -item[0][1])):
        over = [promise["promised"] - promise["came"] for promise in group]
        grown = {name: fmean(one["grown"][name] for one in group) for name in group[0]["grown"]}
        found.append(Figure(players, stage, len(over), fmean(over), stdev(over) if len(over) > 1 else 0.0, grown))
    return found


def measured(
    folder: Path, nodes: int = NODES["planner"], jobs: int = 1, each: Callable[[], None] | None = None
) -> list[Figure]:
    """The figures of all games that a tournament has left in its folder."""
    files = sorted((folder / "games").glob("*.match"))
    if not files:
        raise ValueError(f"{folder} holds no games of a tournament")
    promises: list[Promise] = []
    for some in spread(partial(_numbered, files, nodes), range(len(files)), jobs):
        promises.extend(some)
        if each is not None:
            each()
    return gathered(promises)


def _numbered(files: list[Path], nodes: int, number: int) -> list[Promise]:
    return of_game(files[number], nodes)
