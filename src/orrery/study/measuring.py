"""How good the study part is: games between bots, what promises come to in them, and rows of measurements.

One game is a row of a file; a run goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, TypedDict

from orrery.bots import bot
from orrery.bots.mind import mind
from orrery.core.chance import stream
from orrery.core.game import AnyState, Seat
from orrery.core.titles import title
from orrery.study.calibration import EMPTY, Calibration, Promise, stage_of
from orrery.study.decisions import gathered
from orrery.study.judge import interval

LEVELS: Final = ("club", "greedy")
"""Who plays the games, by turns."""
TABLES: Final[dict[str, tuple[int, ...]]] = {"gaia": (4, 2, 3, 1), "evacuation": (2, 1, 4, 3)}
"""Title -> numbers of players, by turns."""
OPTIONS: Final[dict[str, dict[str, object]]] = {"gaia": {}, "evacuation": {"mode": "points"}}
PULL: Final = 6
"""The mean of all numbers of players counts as much as so many seats."""
KEY: Final = ("title", "source", "number")
"""The fields that tell rows of a file apart, as far as they have them."""


class Played(NamedTuple):
    """A game between bots: every position with who answered and what, and the end."""

    steps: list[tuple[AnyState, Seat, Any]]
    scores: list[int]


def table_of(name: str, number: int) -> tuple[int, str]:
    """How many players game ``number`` has, and who plays."""
    tables = TABLES[name]
    return tables[number % len(tables)], LEVELS[number // len(tables) % len(LEVELS)]


def played(name: str, players: int, level: str, seed: int) -> Played:
    """A game of one level, from a seed."""
    game = title(name)
    options = game.offered({**game.tournament, **OPTIONS[name], "players": players})
    state: AnyState = game.new(options, stream(seed, "deal") >> 1)
    count = game.seats(options)
    bots = [bot(level, stream(seed, f"bot {seat}")) for seat in range(count)]
    steps: list[tuple[AnyState, Seat, Any]] = []
    while True:
        seat = state.asked()
        if seat is None:
            return Played(steps, state.scores())
        guess = game.guess(state, seat, stream(seed, f"answer {len(steps)}"))
        answer = bots[seat].choose(game, guess, seat)
        steps.append((state.clone(), seat, answer))
        state.apply(answer)


# --- promises -----------------------------------------------------------------------------------------


class Promised(TypedDict):
    """One row: a game, and what was promised at one turn of each seat in each round."""

    number: int
    title: str
    players: int
    level: str
    rows: list[tuple[int, int, float, int]]
    """Stage, seat, promised, reached."""


def promises(name: str, number: int, seed: int, nodes: int) -> Promised:
    """Play a game, then ask the planner at one turn of each seat in each round what it promises."""
    from orrery.study.hint import promised

    game, known = title(name), mind(name)
    players, level = table_of(name, number)
    own = stream(seed, f"{name} {number}")
    match = played(name, players, level, own)
    chance = Random(own)
    places: dict[tuple[int, int], list[AnyState]] = {}
    for decision in gathered(known, match.steps):
        if known.is_turn(decision.state):
            places.setdefault((stage_of(known, decision.state), decision.seat), []).append(decision.state)
    rows = []
    for (stage, seat), states in sorted(places.items()):
        guess = game.guess(chance.choice(states), seat, stream(own, f"guess {stage} {seat}"))
        rows.append((stage, seat, round(promised(known, guess, seat, nodes), 2), match.scores[seat]))
    return {"number": number, "title": name, "players": players, "level": level, "rows": rows}


def promise_figures(games: Sequence[Promised]) -> dict[str, dict[str, dict[str, Promise]]]:
    """How much is promised too much, by title, players and stage.

    Where few seats were measured the mean is pulled towards that of the stage over all numbers of players.
    """
    found: dict[str, dict[str, dict[str, list[float]]]] = {}
    for game in games:
        stages = found.setdefault(game["title"], {}).setdefault(str(game["players"]), {})
        for stage, _, promised, reached in game["rows"]:
            stages.setdefault(str(stage), []).append(promised - reached)
    together: dict[tuple[str, str], list[float]] = {}
    for name, tables in found.items():
        for stages in tables.values():
            for where, values in stages.items():
                together.setdefault((name, where), []).extend(values)
    return {
        name: {
            players: {where: _promise(values, together[name, where]) for where, values in sorted(stages.items())}
            for players, stages in sorted(tables.items())
        }
        for name, tables in sorted(found.items())
    }


def _promise(values: Sequence[float], together: Sequence[float]) -> Promise:
    mean = sum(values) / len(values)
    spread = sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1))
    pulled = (sum(values) + PULL * sum(together) / len(together)) / (len(values) + PULL)
    return {"count": len(values), "over": round(pulled, 1), "spread": round(spread, 1)}


class Residual(TypedDict):
    """What is left between a calibrated promise and what was reached, at one stage."""

    title: str
    stage: int
    count: int
    mean: float
    half: float
    """Half the width of the 95 % interval of the mean, over games."""


def residuals(games: Sequence[Promised]) -> list[Residual]:
    """Every game calibrated by all the others."""
    means: dict[tuple[str, int], list[float]] = {}
    for number, game in enumerate(games):
        figures = Calibration({**EMPTY, "promise": promise_figures([*games[:number], *games[number + 1 :]])})
        by_stage: dict[int, list[float]] = {}
        for stage, _, promised, reached in game["rows"]:
            over = figures.promise(game["title"], game["players"], stage)
            by_stage.setdefault(stage, []).append(promised - (over["over"] if over else 0.0) - reached)
        for stage, values in by_stage.items():
            means.setdefault((game["title"], stage), []).append(sum(values) / len(values))
    found: list[Residual] = []
    for (name, stage), values in sorted(means.items()):
        mean, half = interval(values) if len(values) > 1 else (values[0], float("inf"))
        found.append(
            {"title": name, "stage": stage, "count": len(values), "mean": round(mean, 1), "half": round(half, 1)}
        )
    return found


# --- files --------------------------------------------------------------------------------------------


def key_of(row: dict[str, Any]) -> tuple[Any, ...]:
    """What tells a row from the others of its file."""
    return tuple(row[field] for field in KEY if field in row)


def rows_of(file: Path) -> list[Any]:
    """The rows of a file in the order of their keys; a line that was cut off by a break is dropped."""
    found: dict[tuple[Any, ...], Any] = {}
    if file.exists():
        for line in file.read_text().splitlines():
            try:
                row = json.loads(line)
            except json.JSONDecodeError:
                continue
            found[key_of(row)] = row
    return [found[key] for key in sorted(found)]


def mend(file: Path) -> None:
    """Cut off a half-written last line."""
    if file.exists():
        text = file.read_bytes()
        if text and not text.endswith(b"\n"):
            file.write_bytes(text[: text.rfind(b"\n") + 1])


def run(
    file: Path, wanted: Iterable[tuple[Any, ...]], make: Callable[..., Any], each: Callable[[], None] | None = None
) -> list[Any]:
    """Make the rows that the file does not hold yet, by their keys; each is on disk before the next begins."""
    file.parent.mkdir(parents=True, exist_ok=True)
    mend(file)
    there = {key_of(row) for row in rows_of(file)}
    for key in wanted:
        if key not in there:
            row = make(*key)
            with file.open("a") as out:
                out.write(json.dumps(row) + "\n")
        if each is not None:
            each()
    return rows_of(file)
