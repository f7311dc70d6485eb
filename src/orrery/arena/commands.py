"""``orrery arena``: play a tournament and report it; ``orrery train``: learn the numbers of a value."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from orrery.bots import NODES
from orrery.core.arguments import add_options, options_of


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    arena = commands.add_parser("arena", help="play tournaments between bots")
    arena.add_argument("--title", required=True, help="the game: gaia or evacuation")
    arena.add_argument("--seats", required=True, help="bots by seat, with commas: planner,greedy,random")
    arena.add_argument("--games", type=int, default=40)
    arena.add_argument("--seed", type=int, default=1)
    arena.add_argument("--turn-seconds", type=float, default=0.5, help="processor seconds a turn")
    arena.add_argument("--turn-nodes", type=int, help="nodes a turn instead of seconds: the same games again")
    arena.add_argument("--answer-limit", type=float, default=30.0, help="wall seconds before an answer is replaced")
    arena.add_argument("--jobs", type=int, default=1, help="games at the same time")
    arena.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster; 'local' starts one here")
    arena.add_argument("--out", type=Path, required=True, metavar="DIR", help="logs, results and plots")
    arena.add_argument("--json", action="store_true", help="print the figures as JSON")
    arena.add_argument("--no-plots", action="store_true")
    add_options(arena)
    arena.set_defaults(run=run)
    train = commands.add_parser("train", help="learn the numbers of a title's bots from games that they play")
    train.add_argument("--title", default="gaia", help="the game: gaia")
    train.add_argument("--players", default="4,4,3,2", help="numbers of players, by turns")
    train.add_argument("--groups", type=int, default=200, help="set-ups that are played")
    train.add_argument("--games", type=int, default=16, help="games of each")
    train.add_argument("--seed", type=int, default=1)
    train.add_argument("--pairs", type=int, default=60, help="pairs of games of new numbers against old")
    train.add_argument("--jobs", type=int, default=1, help="groups at the same time")
    train.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster; 'local' starts one here")
    train.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="games and numbers; goes on where it was"
    )
    train.set_defaults(run=run_training)
    promises = commands.add_parser(
        "promises", help="compare what plans promise with what came, in games of the arena"
    )
    promises.add_argument("games", type=Path, metavar="DIR", help="the folder of a tournament")
    promises.add_argument("--turn-nodes", type=int, default=NODES["planner"], help="nodes a turn")
    promises.add_argument("--jobs", type=int, default=1, help="games at the same time")
    promises.add_argument("--json", action="store_true", help="print the figures as JSON")
    promises.set_defaults(run=run_promises)


def run(args: argparse.Namespace) -> int:
    """Play what is missing, then report."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from orrery.arena.report import plots, show, summary
    from orrery.arena.table import Thinking
    from orrery.arena.tournament import Plan, read_rows
    from orrery.arena.tournament import run as play

    thinking = Thinking(args.turn_seconds, args.turn_nodes, args.answer_limit)
    if args.turn_seconds <= 0 or args.answer_limit <= 0 or (args.turn_nodes is not None and args.turn_nodes < 1):
        raise ValueError("a turn needs time: --turn-seconds, --turn-nodes and --answer-limit are above 0")
    if args.jobs < 1:
        raise ValueError(f"--jobs is at least 1, not {args.jobs}")
    options = options_of(args)
    names = tuple(name.strip() for name in args.seats.split(","))
    plan = Plan(args.title, names, args.games, args.seed, options, thinking).checked()
    console = Console(stderr=args.json)
    with Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console
    ) as progress:
        task = progress.add_task("games", total=plan.games, completed=min(plan.games, len(read_rows(args.out))))
        rows = play(plan, args.out, args.jobs, args.ray, lambda row: progress.advance(task))
    if args.json:
        print(json.dumps(summary(rows), indent=1))
    else:
        show(rows, console)
    if not args.no_plots:
        files = plots(rows, args.out)
        console.print(f"plots: {files[-1]}")
    return 0


def run_promises(args: argparse.Namespace) -> int:
    """Go through the games again, then report."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.table import Table

    from orrery.arena.promises import measured

    if args.jobs < 1 or args.turn_nodes < 1:
        raise ValueError("--jobs and --turn-nodes are at least 1")
    console = Console(stderr=args.json)
    with Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console
    ) as progress:
        task = progress.add_task("games", total=len(list((args.games / "games").glob("*.match"))))
        figures = measured(args.games, args.turn_nodes, args.jobs, lambda: progress.advance(task))
    if args.json:
        print(json.dumps([figure._asdict() for figure in figures], indent=1))
        return 0
    table = Table("players", "stages to come", "turns", "promise - result", "spread", *figures[0].grown)
    for one in figures:
        grown = (f"+{growth:.1f}" for growth in one.grown.values())
        table.add_row(
            str(one.players), str(one.stage), str(one.turns), f"{one.mean:+.1f}", f"{one.spread:.1f}", *grown
        )
    console.print(table)
    return 0


def run_training(args: argparse.Namespace) -> int:
    """Play, fit, compare; write the numbers."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.table import Table

    from orrery.arena.training import Course, fitted, pairs, read
    from orrery.arena.training import run as play
    from orrery.bots.mind import mind

    if args.jobs < 1 or args.pairs < 2:
        raise ValueError("--jobs is at least 1, --pairs at least 2")
    try:
        players = tuple(int(number) for number in args.players.split(","))
    except ValueError:
        raise ValueError(f"--players is numbers with commas, such as 4,4,3,2, not {args.players!r}") from None
    course = Course(args.title, players, args.groups, args.games, args.seed).checked()
    console = Console()
    with Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console
    ) as progress:
        task = progress.add_task("groups", total=course.groups, completed=len(read(args.out)))
        groups = play(course, args.out, args.jobs, args.ray, lambda: progress.advance(task))
    numbers, report = fitted(groups, mind(args.title).numbers)
    table = Table("stage", "turns", "correlation, old", "new", "taken")
    for row in report:
        table.add_row(
            str(row.stage),
            f"{row.samples:,}",
            f"{row.before:.3f}",
            f"{row.after:.3f}",
            "yes" if row.taken else "no",
        )
    console.print(table)
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(values)}" for name, values in numbers.items())
    file: Path = args.out / "numbers.json"
    file.write_text("{\n" + lines + "\n}\n")
    if any(row.taken for row in report):
        ahead, half = pairs(args.title, players[0], numbers, args.pairs, args.seed + 1, args.jobs, args.ray)
        console.print(f"greedy with the new numbers: {ahead:+.1f} ± {half:.1f} points a seat in {args.pairs} pairs")
    console.print(f"numbers: {file}")
    return 0
