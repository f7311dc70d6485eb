"""The ``orrery`` command: each part of Orrery adds its own subcommands."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

from orrery import __version__, form
from orrery.core.journal import Message
from orrery.core.saying import LANGUAGES, said, say, spoken, told

COMMANDS: tuple[str, ...] = (
    "orrery.terminal",
    "orrery.bench",
    "orrery.schema",
    "orrery.diff",
    "orrery.evacuation.tools.commands",
    "orrery.gaia.tools.commands",
    "orrery.gaia.tools.automa",
    "orrery.study.commands",
    "orrery.arena.commands",
    "orrery.arena.evacuation.commands",
    "orrery.server.commands",
)
"""Modules with ``add(commands)``: each adds parsers whose default ``run`` takes the arguments and
returns the exit status. They import what is heavy inside ``run``, so that ``--help`` stays quick."""


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(prog="orrery", description="Play, study and solve Gaia Project and Evacuation.")
    top.add_argument("--version", action="version", version=f"orrery {__version__} ({form.told()})")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for part in parts(COMMANDS):
        part.add(commands)
    return top


def parts(modules: Sequence[str]) -> list[ModuleType]:
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
        given = getattr(args, "language", None)
        language = given if given in LANGUAGES else spoken()
        words = _about_a_file(error)
        print(
            f"orrery {args.command}: {said(words, language) if words else told(error, language)}", file=sys.stderr
        )
        return 2
    except KeyboardInterrupt:
        return 130
    return status


def _about_a_file(error: Exception) -> Message | None:
    """What is wrong with a file that somebody named; None for everything else."""
    if not isinstance(error, OSError) or error.filename is None:
        return None
    got = repr(error.filename)
    if isinstance(error, FileNotFoundError):
        return say("core.terminal.missing", got=got)
    if isinstance(error, IsADirectoryError):
        return say("core.terminal.folder", got=got)
    return say("core.terminal.forbidden", got=got) if isinstance(error, PermissionError) else None


if __name__ == "__main__":
    sys.exit(main())
