"""Reading what people hand in: text and JSON. Whatever it holds, the error is one sentence."""

from __future__ import annotations

import json
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any, Final, NoReturn

DIGITS: Final = 4300
"""Digits of a whole number at most: Python's own limit, so that no number takes long to read."""

EXAMPLES: Final = 5
"""Options that a refusal names."""


class Unreadable(ValueError):
    """Text that cannot be read; the sentence says what was expected and where it ends."""


def decoded(data: bytes) -> str:
    """The text of some bytes, line ends as in any text; raises Unreadable if they are not UTF-8."""
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise Unreadable(f"expected text in UTF-8, got something else at byte {error.start + 1}") from None


def json_of(text: str | bytes) -> Any:
    """The value of a JSON text; raises Unreadable."""
    if isinstance(text, bytes):
        text = decoded(text)
    try:
        return json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise Unreadable(f"expected JSON: {error}") from None
    except RecursionError:
        raise Unreadable("expected JSON, got lists or objects nested too deeply") from None
    except Unreadable:
        raise
    except ValueError:
        raise Unreadable(f"expected JSON, got a number of more than {DIGITS} digits") from None


def _no_number(word: str) -> NoReturn:
    raise Unreadable(f"expected JSON, in which {word} is no number")


def shown(value: object, most: int = 80) -> str:
    """A value for the end of an error's sentence: as Python writes it, not longer than ``most`` letters."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number or a nesting beyond what Python writes
        return f"something too large to show ({type(value).__name__})"
    return text if len(text) < most else text[: most - 3] + "..."


def refusal(said: str, question: str, seat: int, possible: Sequence[str], why: str = "") -> str:
    """The sentence of an IllegalAction, in the game's notation: what was said, who was asked what, why not.

    ``possible`` are the options as they would be written; it names those that are most alike.
    """
    # The most alike first: whoever mistypes a hex learns about hexes, whoever forgets a word about words.
    near = sorted(dict.fromkeys(possible), key=lambda text: -SequenceMatcher(None, said, text).ratio())
    listed = ", ".join(f"'{text}'" for text in near[:EXAMPLES])
    more = f" and {len(near) - EXAMPLES} more" if len(near) > EXAMPLES else ""
    there = f"possible: {listed}{more}" if near else "nothing is possible"
    return f"'{said}' does not answer {question} of seat {seat}: {f'{why}; ' if why else ''}{there}"
