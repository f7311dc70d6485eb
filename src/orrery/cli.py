"""The ``orrery`` command: each part of Orrery adds its own subcommands."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from orrery import __version__
from orrery.core.reading import Unreadable, decoded, json_of

COMMANDS: tuple[str, ...] = (
    "orrery.terminal",
    "orrery.bench",
    "orrery.evacuation.commands",
    "orrery.gaia.commands",
    "orrery.gaia.automa.commands",
    "orrery.arena.commands",
    "orrery.server.commands",
)
"""Modules with ``add(commands)``: each adds parsers whose default ``run`` takes the arguments and
returns the exit status. They import what is heavy inside ``run``, so that ``--help`` stays quick."""


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(prog="orrery", description="Play, study and solve Gaia Project and Evacuation.")
    top.add_argument("--version", action="version", version=f"orrery {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for part in parts(COMMANDS):
        part.add(commands)
    return top


def parts(modules: Sequence[str]) -> list[Any]:
    """The modules that can be imported: a source tree without the server's libraries has the other commands."""
    found = []
    for module in modules:
        try:
            found.append(import_module(module))
        except ModuleNotFoundError as error:
            if error.name is None or error.name.split(".")[0] == "orrery":
                raise
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 is success, 1 a failed check, 2 bad usage or input."""
    args = parser().parse_args(arguments)
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has gone: nobody is there to be told
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except (ValueError, LookupError, OSError) as error:
        words = error.args[0] if isinstance(error, LookupError) and error.args else error
        print(f"orrery {args.command}: {words}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return status


def add_options(command: argparse.ArgumentParser) -> None:
    """Let a command take options of a game: ``--option players=3 --option map=spiral``."""
    command.add_argument(
        "-o", "--option", action="append", default=[], type=pair, metavar="NAME=VALUE", help="an option of the game"
    )


def options_of(args: argparse.Namespace) -> dict[str, object]:
    """The options of a game that were given."""
    return dict(args.option)


def pair(text: str) -> tuple[str, object]:
    """A name and a value, which is JSON or else plain text; for argparse."""
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, not {text!r}")
    try:
        return name, json_of(value)
    except Unreadable:
        return name, value


def text_of(path: Path) -> str:
    """The text of a file, or of standard input for ``-``."""
    try:
        if str(path) != "-":
            return decoded(path.read_bytes())
        given: str | bytes = getattr(sys.stdin, "buffer", sys.stdin).read()
        return given if isinstance(given, str) else decoded(given)
    except Unreadable as error:
        raise Unreadable(f"{path}: {error}") from None


def positive(text: str) -> int:
    """A whole number from 1 on; for argparse."""
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 on, not {text!r}")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
