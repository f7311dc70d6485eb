"""Commands of Gaia Project: proof against recorded games, and their import as matches of ours."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any


def add(commands: Any) -> None:
    """Add ``verify`` and ``gaia import``."""
    verify = commands.add_parser(
        "verify",
        help="replay recorded games of another engine and compare everything",
        description="Replay records of games (JSON lines, gzipped or plain) through the rules of Gaia Project and "
        "compare every digest, state, list of legal commands and final score. Exit status 1 if anything differs, "
        "2 if a file is damaged.",
    )
    verify.add_argument("files", nargs="+", metavar="FILE")
    verify.add_argument("--jobs", type=_jobs, default=1, metavar="N", help="processes to use, 0 for all processors")
    verify.add_argument("--json", action="store_true", help="print one JSON object instead of lines")
    verify.set_defaults(run=_verify)

    gaia = commands.add_parser("gaia", help="tools for Gaia Project")
    tools = gaia.add_subparsers(dest="tool", metavar="TOOL", required=True)
    importing = tools.add_parser(
        "import",
        help="turn recorded games of another engine into matches",
        description="Read records of games and write each as a match file that every other command understands. "
        "Games with unofficial variants are left out.",
    )
    importing.add_argument("file", metavar="FILE")
    importing.add_argument("--to", default=".", metavar="DIRECTORY", help="where the match files go")
    importing.add_argument("--game", action="append", metavar="ID", help="only this game; may be given repeatedly")
    importing.set_defaults(run=_import)


def _jobs(text: str) -> int:
    if not text.isdigit():
        raise argparse.ArgumentTypeError(f"expected a number of processes, not {text!r}")
    return int(text) or os.cpu_count() or 1


def _verify(args: argparse.Namespace) -> int:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from orrery.gaia.tools.verify.records import lines
    from orrery.gaia.tools.verify.run import Report, run

    for path in args.files:
        if not Path(path).is_file():
            raise FileNotFoundError(f"there is no file {path!r}")
    total = Report()
    # Damaged files are found before anything is compared, with the line where they end.
    count = sum(1 for path in args.files for _ in lines(path))
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("games", total=count)
        for report in run(args.files, args.jobs):
            total.add(report)
            if not args.json:
                for mismatch in report.mismatches:
                    print(mismatch)
                for game, reason in report.skipped:
                    print(f"{game} skipped: {reason}")
            progress.advance(task)
    if args.json:
        json.dump(total.data(), sys.stdout, indent=1)
        print()
    else:
        for rule, times in sorted(total.rules.items()):
            print(f"rule {rule}: {times}")
        print(total.summary())
    return 1 if total.mismatches else 0


def _import(args: argparse.Namespace) -> int:
    from orrery.gaia.tools.verify.importer import match_of
    from orrery.gaia.tools.verify.records import read, unofficial

    wanted = set(args.game or ())
    folder = Path(args.to)
    folder.mkdir(parents=True, exist_ok=True)
    written = left_out = 0
    for record in read(args.file):
        if wanted and record.name not in wanted:
            continue
        wanted.discard(record.name)
        reason = unofficial(record)
        if reason:
            left_out += 1
            print(f"{record.name} left out: {reason}")
            continue
        try:
            match = match_of(record.data)
        except ValueError as error:
            raise ValueError(f"{record.path}: line {record.line}: {record.name}: {error}") from None
        target = folder / f"{_file_name(record.name)}.game"
        target.write_text(match.save(), "utf-8")
        written += 1
    if wanted:
        raise LookupError(f"{args.file} holds no game {', '.join(sorted(wanted))}")
    print(f"{written} matches written to {folder}, {left_out} left out")
    return 0


def _file_name(name: str) -> str:
    """A game's name as a safe file name."""
    return "".join(letter if letter.isalnum() or letter in "-_+" else "_" for letter in name) or "game"
