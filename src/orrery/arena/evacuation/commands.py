"""``orrery evacuation balance``: measure how the pack plays. A part of the title's command that needs bots."""

from __future__ import annotations

import argparse
from pathlib import Path

from orrery.core.arguments import positive


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``balance`` to ``evacuation``, which is there already."""
    top = commands.choices["evacuation"]
    parts = next(action for action in top._actions if isinstance(action, argparse._SubParsersAction))
    balance = parts.add_parser("balance", help="measure how the built-in pack plays; writes a page and plots")
    balance.add_argument(
        "--games", type=positive, default=100, metavar="N", help="games of each setting (default 100)"
    )
    balance.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the first game (default 1)")
    balance.add_argument("--jobs", type=positive, default=1, metavar="J", help="processes (default 1)")
    balance.add_argument("--page", type=Path, metavar="FILE", help="write a page in Markdown and plots beside it")
    balance.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, then print what looks broken; write the page if asked to."""
    from orrery.arena.evacuation.balance import Tally
    from orrery.arena.evacuation.report import findings, measure, page, plots
    from orrery.evacuation.pack import default_pack

    tallies = measure(args.games, args.seed, args.jobs, print)
    if args.page is not None:
        pictures = args.page.parent / args.page.stem
        plots(tallies, pictures)
        args.page.write_text(page(tallies, args.seed, pictures.name), encoding="utf-8")
        print(f"wrote {args.page}")
    whole = Tally([record for tally in tallies.values() for record in tally.records])
    for line in findings(default_pack(), whole):
        print(line)
    return 0
