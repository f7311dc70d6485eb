"""What commands share: options of a game, files and whole numbers as arguments."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from orrery.core.reading import Unreadable, decoded, json_of
from orrery.core.saying import Explained, say, why


def add_options(command: argparse.ArgumentParser) -> None:
    """Let a command take options of a game: ``--option players=3 --option map=spiral``."""
    command.add_argument(
        "-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )


def options_of(args: argparse.Namespace) -> dict[str, object]:
    """The options of a game that were given; raises ValueError."""
    return dict(pair(text) for text in args.option)


def pair(text: str) -> tuple[str, object]:
    """A name and a value, which is JSON or else plain text; raises ValueError."""
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise Explained(say("core.option.form", got=repr(text)))
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
        raise Unreadable(say("core.file", file=path, why=why(error))) from None


def positive(text: str) -> int:
    """A whole number from 1 on; for argparse."""
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 on, not {text!r}")
    return int(text)
