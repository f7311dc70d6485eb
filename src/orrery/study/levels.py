"""Error rates of bots whose strength is known: what each level loses a turn by the judge's equal searches.

All levels are asked at the same turns of games between bots, so that a difference between two of them is one of
their answers alone. As in a report the best turn is chosen by one sample and measured by a fresh one, and a turn
counts if its candidates differ. One game is a row of a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple, TypedDict

from orrery.bots import Nodes, bot
from orrery.bots.follow import LIMIT
from orrery.bots.mind import AnyMind, mind
from orrery.core.chance import stream
from orrery.core.game import AnyGame, AnyState, Seat
from orrery.core.titles import title
from orrery.study.calibration import Calibration, calibration
from orrery.study.decisions import gathered
from orrery.study.judge import Turn, equal_searches, interval, search_candidates
from orrery.study.measuring import played, table_of
from orrery.study.report import OBVIOUS


class Rung(NamedTuple):
    """A level with the positions that it may look at in a turn; what is usual for it if not given."""

    level: str
    nodes: int | None = None

    @property
    def name(self) -> str:
        """How it is called in rows."""
        return self.level if self.nodes is None else f"{self.level} {self.nodes}"


RUNGS: Final = (Rung("random"), Rung("greedy"), Rung("planner", 300), Rung("planner", 2_000))
"""From the weakest to the strongest."""
TURNS: Final = 10
"""Turns of each game at which they are asked."""


class Errors(TypedDict):
    """One row: a game, and what each level would have lost at some turns of it."""

    number: int
    title: str
    players: int
    lost: dict[str, list[float]]
    """Level -> points at each turn that counts, shrunk; less than 0 where the judge's own turn is worse."""


def turn_of(game: AnyGame, known: AnyMind, state: AnyState, seat: Seat, rung: Rung, seed: int) -> Turn:
    """The whole turn that a level plays at a position; ``state`` is a guess."""
    budget = None if rung.nodes is None else partial(Nodes, rung.nodes)
    player = bot(rung.level, stream(seed, rung.name), budget)
    world = state.clone()
    found: list[object] = []
    for _ in range(LIMIT):
        if world.asked() != seat or (found and known.begins_turn(world)):
            break
        answer = player.choose(game, world.clone(), seat)
        found.append(answer)
        world.apply(answer)
        if known.ends_turn(answer):
            break
    return tuple(found)


def errors(name: str, number: int, seed: int, nodes: int, figures: Calibration | None = None) -> Errors:
    """Play a game and ask all levels at some of its turns."""
    game, known = title(name), mind(name)
    shrink = (figures or calibration()).shrink(name, "search")
    own = stream(seed, f"{name} levels {number}")
    players, _ = table_of(name, number)
    match = played(name, players, "greedy", own)
    turns = [decision for decision in gathered(known, match.steps) if known.is_turn(decision.state)]
    lost: dict[str, list[float]] = {rung.name: [] for rung in RUNGS}
    for decision in Random(own).sample(turns, min(TURNS, len(turns))):
        state, seat, chance = decision.state, decision.seat, stream(own, f"turn {decision.move}")
        guess = game.guess(state, seat, stream(chance, "search"))
        answers = [turn_of(game, known, guess, seat, rung, chance) for rung in RUNGS]
        candidates = list(dict.fromkeys([*answers, *search_candidates(known, guess, seat, nodes)]))
        first = equal_searches(known, guess, seat, candidates, nodes)
        worths = [each.worth for each in first]
        if max(worths) - min(worths) <= OBVIOUS:
            continue
        best = candidates[worths.index(max(worths))]
        compared = list(dict.fromkeys([best, *answers]))
        fresh = game.guess(state, seat, stream(chance, "fresh"))
        second = equal_searches(known, fresh, seat, compared, nodes + nodes // 4, stream(chance, "blur"))
        worth = {turn: each.worth for turn, each in zip(compared, second, strict=True)}
        for rung, answer in zip(RUNGS, answers, strict=True):
            lost[rung.name].append(round((worth[best] - worth[answer]) * shrink, 2))
    return {"number": number, "title": name, "players": players, "lost": lost}


class Rate(TypedDict):
    """What a level loses a turn, over games; and how much more than the next stronger one."""

    title: str
    level: str
    games: int
    turns: int
    lost: float
    half: float
    """Half the width of its 95 % interval."""
    more: float | None
    """How much more it loses than the next stronger level, at the same turns; None for the strongest."""
    more_half: float | None


def rates(rows: Sequence[Errors]) -> list[Rate]:
    """Error rates by title, from the weakest level to the strongest; each game has one mean."""
    found: list[Rate] = []
    for name in sorted({row["title"] for row in rows}):
        own = [row for row in rows if row["title"] == name and any(row["lost"].values())]
        if len(own) < 2:
            continue
        means = {rung.name: [_mean(row["lost"][rung.name]) for row in own] for rung in RUNGS}
        names: list[tuple[str, str | None]] = [*pairwise(means), (RUNGS[-1].name, None)]
        for level, stronger in names:
            lost, half = interval(means[level])
            more: tuple[float, float] | None = None
            if stronger is not None:
                more = interval([one - other for one, other in zip(means[level], means[stronger], strict=True)])
            found.append(
                {
                    "title": name,
                    "level": level,
                    "games": len(own),
                    "turns": sum(len(row["lost"][level]) for row in own),
                    "lost": round(lost, 2),
                    "half": round(half, 2),
                    "more": None if more is None else round(more[0], 2),
                    "more_half": None if more is None else round(more[1], 2),
                }
            )
    return found


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
