"""Error rates of bots whose strength is known: what each level loses a decision, compared with the strongest.

All levels are asked at the same decisions of games between bots: turns, and whatever else a plan is made at. So a
difference between two of them is one of their answers alone. Where they differ, every answer is played out in the
same worlds with the same chance by quick planners, who make something of what a planner prepares. One game is a row
of a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple, TypedDict

from orrery.bots import QUICK, Nodes, bot
from orrery.bots.follow import LIMIT
from orrery.bots.mind import AnyMind, mind
from orrery.core.chance import stream
from orrery.core.game import AnyGame, AnyState, Seat
from orrery.core.titles import title
from orrery.study.decisions import gathered
from orrery.study.judge import Effort, Turn, interval, playout
from orrery.study.measuring import played, table_of


class Rung(NamedTuple):
    """A level with the positions that it may look at in a turn; what is usual for it if not given."""

    level: str
    nodes: int | None = None

    @property
    def name(self) -> str:
        """How it is called in rows."""
        return self.level if self.nodes is None else f"{self.level} {self.nodes}"


RUNGS: Final = (Rung("random"), Rung("greedy"), Rung("planner", 300), Rung("planner", 2_000))
"""From the weakest to the strongest, with which all are compared."""
DECISIONS: Final = 20
"""Decisions of each game at which they are asked."""
SELDOM: Final = 5
"""The weakest is asked at one of so many: it hardly ever answers like another, and loses so much that few tell."""
WORLDS: Final = 2
"""So many times every answer is played out: one more decision tells more than one more world."""


class Errors(TypedDict):
    """One row: a game, and what each level would have lost at some turns of it."""

    number: int
    title: str
    players: int
    lost: dict[str, list[float | None]]
    """Level -> points at each decision: below 0 where it found more than the strongest, None where not asked."""


def turn_of(game: AnyGame, known: AnyMind, state: AnyState, seat: Seat, rung: Rung, seed: int) -> Turn:
    """All that a level answers from a position on, to the end of the turn; ``state`` is a guess."""
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


def errors(name: str, number: int, seed: int, nodes: int = QUICK) -> Errors:
    """Play a game, ask all levels at some of its decisions, and play out what they answer.

    Whoever plays on looks at so many positions in a turn.
    """
    game, known = title(name), mind(name)
    own = stream(seed, f"{name} levels {number}")
    players, _ = table_of(name, number)
    match = played(name, players, "greedy", own)
    effort = Effort(level="planner", level_nodes=nodes)
    found = [decision for decision in gathered(known, match.steps) if known.searched(decision.state)]
    lost: dict[str, list[float | None]] = {rung.name: [] for rung in RUNGS}
    for place, decision in enumerate(Random(own).sample(found, min(DECISIONS, len(found)))):
        state, seat, chance = decision.state, decision.seat, stream(own, f"move {decision.move}")
        guess = game.guess(state, seat, stream(chance, "guess"))
        asked = RUNGS if place % SELDOM == 0 else RUNGS[1:]
        answers = {rung.name: turn_of(game, known, guess, seat, rung, chance) for rung in asked}
        different = list(dict.fromkeys(answers.values()))
        worth = dict.fromkeys(different, 0.0)
        if len(different) > 1:
            for world in range(WORLDS):
                for turn in different:
                    worth[turn] += playout(game, state, seat, turn, effort, stream(chance, f"world {world}"))
        most = worth[answers[RUNGS[-1].name]]
        for rung in RUNGS:
            answer = answers.get(rung.name)
            lost[rung.name].append(None if answer is None else (most - worth[answer]) / WORLDS)
    return {"number": number, "title": name, "players": players, "lost": lost}


class Rate(TypedDict):
    """What a level loses a decision, over games; and how much more than the next stronger one."""

    title: str
    level: str
    games: int
    decisions: int
    lost: float
    half: float
    """Half the width of its 95 % interval."""
    more: float | None
    """How much more it loses than the next stronger level, at the same decisions; None for the strongest."""
    more_half: float | None


def rates(rows: Sequence[Errors]) -> list[Rate]:
    """Error rates by title, from the weakest level to the strongest; each game has one mean."""
    found: list[Rate] = []
    for name in sorted({row["title"] for row in rows}):
        own = [row["lost"] for row in rows if row["title"] == name]
        if len(own) < 2:
            continue
        names: list[tuple[str, str | None]] = [*pairwise(rung.name for rung in RUNGS), (RUNGS[-1].name, None)]
        for level, stronger in names:
            lost, half = interval([_mean(game[level]) for game in own])
            more: tuple[float, float] | None = None
            if stronger is not None:
                more = interval([_mean(_beside(game[level], game[stronger])) for game in own])
            found.append(
                {
                    "title": name,
                    "level": level,
                    "games": len(own),
                    "decisions": sum(each is not None for game in own for each in game[level]),
                    "lost": round(lost, 2),
                    "half": round(half, 2),
                    "more": None if more is None else round(more[0], 2),
                    "more_half": None if more is None else round(more[1], 2),
                }
            )
    return found


def _beside(one: Sequence[float | None], other: Sequence[float | None]) -> list[float | None]:
    """How much more one loses than the other, where both were asked."""
    return [None if a is None or b is None else a - b for a, b in zip(one, other, strict=True)]


def _mean(values: Sequence[float | None]) -> float:
    there = [value for value in values if value is not None]
    return sum(there) / len(there)
