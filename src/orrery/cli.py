"""The ``orrery`` command: each part of Orrery adds its own subcommands."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from orrery import __version__

COMMANDS: tuple[str, ...] = (
    "orrery.evacuation.commands",
)
"""Modules with ``add(commands)``: each adds parsers whose default ``run`` takes the arguments and
returns the exit status. They import what is heavy inside ``run``, so that ``--help`` stays quick."""


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(prog="orrery", description="Play, study and solve Gaia Project and Evacuation.")
    top.add_argument("--version", action="version", version=f"orrery {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for module in COMMANDS:
        import_module(module).add(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 is success, 1 a failed check, 2 bad usage or input."""
    args = parser().parse_args(arguments)
    try:
        status: int = args.run(args)
    except (ValueError, LookupError, OSError) as error:
        words = error.args[0] if isinstance(error, LookupError) and error.args else error
        print(f"orrery {args.command}: {words}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return status
