"""Learning the numbers of a value: from several futures of one set-up, at tables where everybody moves.

A group is one set-up played several times by greedy bots that overlook some turns, each time others. What a seat
counted at its n-th turn of a stage differs between the games of a group, and so does what it had at the end: the
numbers are fitted to these differences alone, so that nothing is learned about good and bad set-ups. A stage gets
new numbers only if, in groups that were left out, they tell better than the old ones what comes. Then new and old
play against each other, in pairs with the seats exchanged.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from orrery.arena.spread import spread
from orrery.bots import Nodes
from orrery.bots.greedy import Greedy
from orrery.bots.mind import AnyMind, mind
from orrery.core.chance import stream
from orrery.core.game import AnyState
from orrery.core.titles import title as find

SEES: Final = 0.7
"""Which share of the turns the bots of a group think of: what they overlook makes the games differ."""
FOLDS: Final = 4
RISE: Final = 0.03
"""By how much the correlation must rise in groups that were left out."""
STEP: Final = 0.7
"""How far numbers go from the old towards the fitted ones."""
RIDGE: Final = 1000.0
FEW: Final = 5
"""Games at least in which a seat had this turn."""

Numbers = dict[str, list[float]]


class Row(TypedDict):
    """A seat at the beginning of one of its turns."""

    seat: int
    stage: int
    turn: int
    points: float
    """Left to come, from here to the end of the game."""
    counted: list[float]


class Group(TypedDict):
    """The games of one set-up."""

    number: int
    games: list[list[Row]]


@dataclass(frozen=True, slots=True)
class Course:
    """What is learned from."""

    title: str
    players: tuple[int, ...]
    """Numbers of players, by turns."""
    groups: int
    games: int
    seed: int

    def checked(self) -> Course:
        """This course, if it can be held; a ValueError says why not."""
        if not mind(find(self.title).name).numbers:
            raise ValueError(f"the bots of {self.title} have no numbers that can be learned")
        if self.groups < FOLDS or self.games < FEW:
            raise ValueError(f"learning needs at least {FOLDS} groups of {FEW} games")
        return self

    def set_up(self, number: int) -> AnyState:
        """The position from which the games of a group begin."""
        game = find(self.title)
        players = self.players[number % len(self.players)]
        start: AnyState = game.new(
            game.complete({**game.tournament, "players": players}), stream(self.seed, f"group {number}") >> 1
        )
        return start


def played(course: Course, number: int) -> Group:
    """Play the games of one group."""
    start = course.set_up(number)
    return {
        "number": number,
        "games": [
            _game(course.title, start.clone(), stream(course.seed, f"game {number} {i}"))
            for i in range(course.games)
        ],
    }


def _game(title: str, state: AnyState, seed: int) -> list[Row]:
    game = find(title)
    known = mind(game.name)
    bots = [Greedy(stream(seed, f"bot {seat}"), _endless, sees=SEES) for seat in range(len(state.scores()))]
    rows: list[Row] = []
    turns: dict[tuple[int, int], int] = defaultdict(int)
    answers = 0
    while (seat := state.asked()) is not None:
        if known.is_turn(state):
            stage = known.stage(state)
            rows.append(
                {
                    "seat": seat,
                    "stage": stage,
                    "turn": turns[seat, stage],
                    "points": -float(state.scores()[seat]),
                    "counted": [round(number, 3) for number in known.counted(state, seat)],
                }
            )
            turns[seat, stage] += 1
        answers += 1
        guess = game.guess(state, seat, stream(seed, f"guess {answers}"))
        state.apply(bots[seat].choose(game, guess, seat))
    final = state.scores()
    for row in rows:
        row["points"] += final[row["seat"]]
    return rows


def _endless() -> Nodes:
    return Nodes(1_000_000)


def run(
    course: Course, folder: Path, jobs: int = 1, ray: str | None = None, each: Callable[[], None] | None = None
) -> list[Group]:
    """Play what the folder does not hold yet; every group is on disk before the next is counted."""
    course.checked()
    folder.mkdir(parents=True, exist_ok=True)
    head = folder / "course.json"
    now = {"title": course.title, "players": list(course.players), "games": course.games, "seed": course.seed}
    if head.exists() and json.loads(head.read_text()) != now:
        raise ValueError(f"{folder} holds another course; choose an empty folder to start a new one")
    head.write_text(json.dumps(now, indent=1) + "\n")
    groups = {group["number"]: group for group in read(folder)}
    missing = [number for number in range(course.groups) if number not in groups]
    file = folder / "groups.jsonl"
    file.write_text("".join(json.dumps(group) + "\n" for group in groups.values()))
    with file.open("a") as results:
        for group in spread(partial(played, course), missing, jobs, ray):
            results.write(json.dumps(group) + "\n")
            results.flush()
            groups[group["number"]] = group
            if each is not None:
                each()
    return [groups[number] for number in range(course.groups)]


def read(folder: Path) -> list[Group]:
    """The groups of a folder; a line that was cut off by a break is dropped."""
    found: dict[int, Group] = {}
    file = folder / "groups.jsonl"
    if file.exists():
        for line in file.read_text().splitlines():
            try:
                group: Group = json.loads(line)
            except json.JSONDecodeError:
                continue
            found[group["number"]] = group
    return [found[number] for number in sorted(found)]


class Learned(NamedTuple):
    """What a stage taught."""

    stage: int
    samples: int
    before: float
    """Correlation of the old numbers' prediction with what came, in groups left out."""
    after: float
    taken: bool


Array = NDArray[np.float64]


def fitted(groups: Iterable[Group], old: Mapping[str, Sequence[float]]) -> tuple[Numbers, list[Learned]]:
    """Numbers for each stage, and what was learned there."""
    names = list(old)
    numbers: Numbers = {name: [float(number) for number in old[name]] for name in names}
    report = []
    for stage, (features, points, fold) in sorted(_differences(groups).items()):
        now = np.array([old[name][stage] for name in names])
        before, after = [], []
        for number in range(FOLDS):
            out = fold == number
            if out.any() and not out.all():
                new = _ridge(features[~out], points[~out], now)
                before.append(_correlation(features[out] @ now, points[out]))
                after.append(_correlation(features[out] @ new, points[out]))
        learned = Learned(stage, len(points), fmean(before), fmean(after), fmean(after) - fmean(before) >= RISE)
        report.append(learned)
        if learned.taken:
            step = STEP * (_ridge(features, points, now) - now)
            for name, change in zip(names, step, strict=True):
                numbers[name][stage] = round(numbers[name][stage] + float(change), 3)
    return numbers, report


def _differences(groups: Iterable[Group]) -> dict[int, tuple[Array, Array, Array]]:
    """By stage: features and points to come less their means at the same turn in the group; and a fold."""
    found: dict[int, list[tuple[Array, Array, int]]] = defaultdict(list)
    for group in groups:
        alike: dict[tuple[int, int, int], list[Row]] = defaultdict(list)
        for game in group["games"]:
            for row in game:
                alike[row["stage"], row["seat"], row["turn"]].append(row)
        for (stage, _, _), rows in alike.items():
            if len(rows) >= FEW:
                features = np.array([row["counted"] for row in rows])
                points = np.array([row["points"] for row in rows])
                found[stage].append((features - features.mean(0), points - points.mean(), group["number"] % FOLDS))
    return {
        stage: (
            np.vstack([features for features, _, _ in parts]),
            np.concatenate([points for _, points, _ in parts]),
            np.concatenate([np.full(len(points), fold) for _, points, fold in parts]),
        )
        for stage, parts in found.items()
    }


def _ridge(features: Array, points: Array, old: Array) -> Array:
    """The numbers that fit best, held back towards the old ones."""
    spread_ = np.maximum(features.std(0), 1e-6)
    scaled = features / spread_
    left = points - features @ old
    change: Array = np.linalg.solve(scaled.T @ scaled + RIDGE * np.eye(scaled.shape[1]), scaled.T @ left) / spread_
    found: Array = old + np.where(features.std(0) > 1e-6, change, 0.0)
    return found


def _correlation(one: Array, other: Array) -> float:
    if not one.std() or not other.std():
        return 0.0
    return float(np.corrcoef(one, other)[0, 1])


def compared(title: str, players: int, numbers: Mapping[str, Sequence[float]], seed: int, number: int) -> float:
    """By how many points these numbers are ahead of the old ones: one set-up twice, seats exchanged."""
    game = find(title)
    old = mind(game.name)
    new = old.taught(numbers)
    options = game.complete({**game.tournament, "players": players})
    ahead = 0.0
    for turn in (0, 1):
        state: AnyState = game.new(options, stream(seed, f"pair {number}") >> 1)
        minds: list[AnyMind] = [new if (seat + turn) % 2 else old for seat in range(players)]
        bots = [Greedy(stream(number, f"bot {seat}"), _endless, taught=one) for seat, one in enumerate(minds)]
        answers = 0
        while (seat := state.asked()) is not None:
            answers += 1
            guess: Any = game.guess(state, seat, stream(number, f"guess {answers}"))
            state.apply(bots[seat].choose(game, guess, seat))
        scores = state.scores()
        ours = [scores[seat] for seat in range(players) if minds[seat] is new]
        theirs = [scores[seat] for seat in range(players) if minds[seat] is old]
        ahead += (fmean(ours) - fmean(theirs)) / 2
    return ahead


def pairs(
    title: str,
    players: int,
    numbers: Mapping[str, Sequence[float]],
    count: int,
    seed: int,
    jobs: int = 1,
    ray: str | None = None,
) -> tuple[float, float]:
    """By how many points the new numbers are ahead, and the half width of its 95 % interval."""
    found = list(spread(partial(compared, title, players, numbers, seed), range(count), jobs, ray))
    return fmean(found), 1.96 * stdev(found) / count**0.5
