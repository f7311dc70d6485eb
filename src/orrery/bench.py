"""``orrery bench``: how fast a title is, measured the same way for every title.

Random play is uniform over ``options()`` on the seeds 1, 2, 3 ... Times are processor times of one core, so that
other programs disturb them little. Beside the absolute figures stand ratios to a yardstick, the time of a
thousand draws of chance in plain Python, which can be compared between machines.
"""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import sys
import tracemalloc
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from time import process_time_ns
from typing import Any, Final

from orrery import pace
from orrery.cli import parts
from orrery.core import chance
from orrery.core.arguments import add_options, options_of, positive
from orrery.core.game import AnyGame, AnyState
from orrery.core.match import Match
from orrery.core.titles import TITLES, title

BENCHES: tuple[str, ...] = ("orrery.gaia.tools.verify.timing", "orrery.server.bench", "orrery.env.timing")
"""Modules with ``add_bench(benches)``: further benchmarks beside those of the titles."""

Progress = Callable[[str, int, int], None]
"""Is told what is measured, how much of it is done, and how much there is."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A distribution of times."""

    p50: float
    p99: float
    max: float


@dataclass(frozen=True, slots=True)
class Worst:
    """The slowest call of ``options`` and how to get to its position."""

    us: float
    seed: int
    decision: int
    question: str
    options: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What a benchmark found."""

    title: str
    options: Mapping[str, object]
    """Those that were chosen; the others have their defaults."""
    games: int
    seeds: tuple[int, int]
    """First and last."""
    random_games_per_s: float
    decisions_per_s: float
    decisions_per_game: float
    options_per_decision: float
    clone_us: float
    digest_us: float
    view_us: float
    options_us: Spread
    cold: bool
    """Whether ``options`` was called with nothing remembered of this or any other position."""
    worst: Worst
    replay_ms: float
    bytes_per_position: int
    yardstick_us: float
    ratios: Mapping[str, float]
    """Times of a random game, a decision, a clone, ``options`` and a replay in yardsticks."""


def measure(game: AnyGame, options: Mapping[str, object], games: int, told: Progress) -> tuple[Figures, AnyState]:
    """The figures of a title, and the position of the worst call of ``options``."""
    yardstick = _yardstick()
    times: list[int] = []
    decisions = 0
    for seed in range(1, games + 1):
        told("random games", seed - 1, games)
        begin = process_time_ns()
        decisions += _random_game(game, options, seed)
        times.append(process_time_ns() - begin)
    spent = sum(times) / 1e9

    # What a title remembers of earlier positions would flatter it: each call begins with nothing remembered.
    cold = True
    calls: list[float] = []
    sizes = 0
    worst, where = Worst(-1.0, 0, 0, "", 0), game.new(options, 1)
    samples: list[AnyState] = []
    for seed in range(1, games + 1):
        told("options", seed - 1, games)
        state, number = game.new(options, seed), 0
        while state.asked() is not None:
            trial = state.clone()
            cold = game.forget(trial)
            begin = process_time_ns()
            listed = trial.options()
            took = (process_time_ns() - begin) / 1e3
            calls.append(took)
            sizes += len(listed)
            if took > worst.us:
                worst, where = Worst(took, seed, number, state.question(), len(listed)), state.clone()
            if number % 50 == seed % 50:
                samples.append(state.clone())
            state.apply(listed[chance.draw(seed, number, len(listed))])
            number += 1
    samples = samples[:2000]

    told("clones, digests, views", 0, 1)
    clone_us = _each(samples, lambda state: state.clone())
    digest_us = _each(samples, lambda state: state.digest())
    view_us = _each(samples, lambda state: game.view(state, 0))
    told("memory", 0, 1)
    size = _bytes(samples)
    replay_ms = _replay(game, options, min(games, 9), told)
    options_us = Spread(statistics.median(calls), _quantile(calls, 0.99), max(calls))
    ratios = {
        "random_game": spent * 1e6 / games / yardstick,
        "decision": spent * 1e6 / decisions / yardstick,
        "clone": clone_us / yardstick,
        "options_p50": options_us.p50 / yardstick,
        "options_p99": options_us.p99 / yardstick,
        "replay": replay_ms * 1e3 / yardstick,
    }
    figures = Figures(
        title=game.name,
        options=dict(options),
        games=games,
        seeds=(1, games),
        random_games_per_s=games / spent,
        decisions_per_s=decisions / spent,
        decisions_per_game=decisions / games,
        options_per_decision=sizes / len(calls),
        clone_us=clone_us,
        digest_us=digest_us,
        view_us=view_us,
        options_us=options_us,
        cold=cold,
        worst=worst,
        replay_ms=replay_ms,
        bytes_per_position=size,
        yardstick_us=yardstick,
        ratios=ratios,
    )
    return figures, where


def _random_game(game: AnyGame, options: Mapping[str, object], seed: int) -> int:
    """Play one; how many decisions it had. The same answers as in every other part of the benchmark."""
    state: AnyState = game.new(options, seed)
    number = 0
    while state.asked() is not None:
        listed = state.options()
        state.apply(listed[chance.draw(seed, number, len(listed))])
        number += 1
    return number


def _yardstick() -> float:
    """Microseconds of a thousand draws: the best of a few, as nothing but disturbances makes it slower."""
    found = []
    for _ in range(20):
        begin = process_time_ns()
        for number in range(1000):
            chance.draw(1, number, 6)
        found.append((process_time_ns() - begin) / 1e3)
    return min(found)


def _each(samples: Iterable[AnyState], call: Callable[[AnyState], object]) -> float:
    """Mean microseconds of a call on each sample."""
    found = []
    for state in samples:
        begin = process_time_ns()
        call(state)
        found.append((process_time_ns() - begin) / 1e3)
    return statistics.fmean(found)


def _bytes(samples: list[AnyState]) -> int:
    """What one more position costs in memory; what positions share is not counted."""
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        kept = [state.clone() for state in samples]
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return (after - before) // len(kept)


def _replay(game: AnyGame, options: Mapping[str, object], games: int, told: Progress) -> float:
    """Median milliseconds of a replay of a whole game from its log."""
    found = []
    for seed in range(1, games + 1):
        told("replays", seed - 1, games)
        match = Match.new(game.name, options, seed)
        while match.state.asked() is not None:
            listed = match.state.options()
            match.play(listed[chance.draw(seed, len(match.line), len(listed))])
        begin = process_time_ns()
        again = Match.replay(match.header, match.entries)
        found.append((process_time_ns() - begin) / 1e6)
        if again.state.digest() != match.state.digest():
            raise ValueError(f"the replay of seed {seed} ends in another position")
    return statistics.median(found)


def _quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


ROWS: Final = (
    ("random games / s", "random_games_per_s", "random_game"),
    ("decisions / s", "decisions_per_s", "decision"),
    ("decisions / game", "decisions_per_game", ""),
    ("options / decision", "options_per_decision", ""),
    ("clone, µs", "clone_us", "clone"),
    ("digest, µs", "digest_us", ""),
    ("view, µs", "view_us", ""),
    ("options p50, µs{cold}", "p50", "options_p50"),
    ("options p99, µs{cold}", "p99", "options_p99"),
    ("options max, µs{cold}", "max", ""),
    ("replay of a game, ms", "replay_ms", "replay"),
    ("bytes / position", "bytes_per_position", ""),
)


def table(figures: Figures) -> Any:
    """The figures for people."""
    from rich.table import Table

    chosen = "".join(f", {name} {value}" for name, value in figures.options.items())
    found = Table(title=f"{figures.title}: {figures.games} random games{chosen}", title_justify="left")
    found.add_column("what")
    found.add_column("figure", justify="right")
    found.add_column("in yardsticks", justify="right")
    values = asdict(figures) | asdict(figures.options_us)
    for name, key, ratio in ROWS:
        cold = ", nothing remembered" if figures.cold else ", as kept"
        found.add_row(
            name.format(cold=cold), f"{values[key]:,.6g}", f"{figures.ratios[ratio]:,.3g}" if ratio else ""
        )
    found.add_row("yardstick (1,000 draws), µs", f"{figures.yardstick_us:,.6g}", "1")
    return found


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``bench`` with a benchmark for each title, and the others."""
    top = commands.add_parser("bench", help="measure how fast a title is on this machine")
    benches = top.add_subparsers(dest="title", metavar="WHAT", required=True)
    for name in sorted(TITLES):
        bench = benches.add_parser(name, help=f"random games, clones, options, replays of {name}")
        bench.add_argument("--games", type=positive, default=200, help="how many random games (200)")
        bench.add_argument("--json", action="store_true", help="print the figures as JSON")
        bench.add_argument(
            "--worst", type=Path, metavar="FILE", help="write the position of the slowest options call"
        )
        bench.add_argument(
            "--record",
            type=Path,
            nargs="?",
            const=pace.FOLDER,
            metavar="FOLDER",
            help=f"measure what does not depend on the machine and keep it ({pace.FOLDER})",
        )
        bench.add_argument(
            "--compare",
            type=Path,
            nargs="?",
            const=pace.FOLDER,
            metavar="FOLDER",
            help="the same without keeping it: status 1 if something is over 5 %% dearer than in the last record",
        )
        add_options(bench)
        bench.set_defaults(run=run)
    plot = benches.add_parser("plot", help="draw the records of a folder over versions")
    plot.add_argument("folder", type=Path, nargs="?", default=pace.FOLDER, help=f"where they are ({pace.FOLDER})")
    plot.set_defaults(run=_plot)
    for part in parts(BENCHES):
        part.add_bench(benches)


def run(args: argparse.Namespace) -> int:
    """Measure a title and print the figures."""
    from rich.console import Console
    from rich.progress import Progress as Bar

    game = title(args.title)
    options = {**_full_table(game), **options_of(args)}
    game.complete(options)
    with Bar(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("", total=1)

        def told(what: str, done: int, of: int) -> None:
            bar.update(task, description=what, completed=done, total=of)

        if args.record is not None or args.compare is not None:
            record = pace.measured(game, options, args.games, told)
            return _kept(record, args.record or args.compare, args.record is not None)
        figures, worst = measure(game, options, args.games, told)
    if args.worst is not None:
        args.worst.write_text(json.dumps({"game": game.name, "position": game.data(worst)}, indent=1) + "\n")
    if args.json:
        print(json.dumps(asdict(figures), indent=1))
        return 0
    console = Console()
    console.print(table(figures))
    slowest = figures.worst
    console.print(
        f"Slowest options: {slowest.us:,.0f} µs for {slowest.options} options of {slowest.question}, "
        f"seed {slowest.seed}, decision {slowest.decision}."
    )
    return 0


def _kept(record: pace.Record, folder: Path, keep: bool) -> int:
    """Compare with the last record that can be compared, tell, and perhaps keep."""
    file = folder / f"{record.title}.jsonl"
    before = pace.last(pace.records(file), record)
    for name, count in record.counted.items():
        print(f"{name}: {'not counted here' if count is None else f'{count:,}'}")
    for name, ratio in record.ratios.items():
        print(f"{name}: {ratio:,} yardsticks")
    found = pace.dearer(before, record) if before else []
    if before is None:
        print("There is no record to compare with: same title, form, Python, options and number of games.")
    else:
        print(
            f"Compared with {before.version} ({before.commit}) of {before.day}: {len(found) or 'nothing'} to tell."
        )
    for sentence in found:
        print(sentence)
    if keep:
        pace.appended(file, record)
        print(f"kept in {file}")
        return 0
    return 1 if found else 0


def _plot(args: argparse.Namespace) -> int:
    """Draw every file of records."""
    files = sorted(args.folder.glob("*.jsonl"))
    if not files:
        raise ValueError(f"there is no record in {args.folder}; 'orrery bench TITLE --record' makes one")
    for file in files:
        pace.plotted(file.with_suffix(".svg"), pace.records(file))
        print(file.with_suffix(".svg"))
    return 0


def _full_table(game: AnyGame) -> dict[str, object]:
    """As many players as the title allows."""
    return {s.name: s.choices[-1] for s in game.settings if s.name == "players" and s.choices}
