"""``orrery bench gaia-records``: how long options take on every position of recorded games.

Nothing is remembered from one position to the next: each call is as slow as it can be.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from time import process_time_ns

from orrery.core.game import IllegalAction
from orrery.gaia.actions import Action
from orrery.gaia.rules.federations import forget
from orrery.gaia.tools.verify.importer import BadMove, Importer
from orrery.gaia.tools.verify.records import read, unofficial
from orrery.gaia.tools.verify.run import Replay


@dataclass(frozen=True, slots=True)
class Figures:
    """Times of ``options`` in microseconds, and the slowest position."""

    positions: int
    p50: float
    p99: float
    max: float
    game: str
    move: int
    """The move of that game before which the slowest position stands."""


def measure(paths: Sequence[str], progress: Callable[[str], None] = lambda name: None) -> Figures:
    """Replay the official games of the files and time the options of every position; raises BadRecord."""
    times: list[tuple[int, str, int]] = []
    for path in paths:
        for record in read(path):
            if not unofficial(record):
                progress(record.name)
                times.extend((time, record.name, move) for time, move in _timed(Replay(record.data)))
    if not times:
        raise ValueError("the files hold no game that can be replayed")
    times.sort()
    slowest, game, move = times[-1]
    return Figures(
        len(times),
        times[len(times) // 2][0] / 1000,
        times[len(times) * 99 // 100][0] / 1000,
        slowest / 1000,
        game,
        move,
    )


def _timed(replay: Replay) -> Iterable[tuple[int, int]]:
    times: list[int] = []

    def play(action: Action) -> None:
        position = replay.state.clone()
        decision = position.stack[-1]
        forget()
        start = process_time_ns()
        decision.options(position)
        times.append(process_time_ns() - start)
        replay.state.play(action)

    importer = Importer(lambda: replay.state, play)
    found: list[tuple[int, int]] = []
    for number, move in enumerate(replay.data["moves"]):
        try:
            importer.play(move)
        except (BadMove, IllegalAction):
            break
        found.extend((time, number) for time in times)
        times.clear()
    return found


def add_bench(benches: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the benchmark to ``orrery bench``."""
    bench = benches.add_parser("gaia-records", help="options on every position of recorded games of gaia")
    bench.add_argument("files", nargs="+", metavar="FILE", help="records, as for orrery verify")
    bench.add_argument("--json", action="store_true", help="print the figures as JSON")
    bench.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure and print the figures."""
    try:
        figures = measure(
            args.files, (lambda name: print(name, file=sys.stderr)) if sys.stderr.isatty() else _quiet
        )
    except ValueError as error:
        print(f"orrery: error: {error}", file=sys.stderr)
        return 1
    if args.json:
        print(json.dumps(asdict(figures)))
    else:
        print(
            f"{figures.positions} positions: p50 {figures.p50:.0f} µs, p99 {figures.p99:.0f} µs, "
            f"max {figures.max:.0f} µs ({figures.game} before move {figures.move})"
        )
    return 0


def _quiet(name: str) -> None:
    pass
