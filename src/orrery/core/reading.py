"""Reading what people hand in: text and JSON. Whatever it holds, the error is one sentence."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches
from typing import Any, Final, NoReturn, Self, TypeVar

from orrery.core.game import BadPosition
from orrery.core.journal import Message
from orrery.core.saying import Explained, say

T = TypeVar("T")

DIGITS: Final = 4300
"""Digits of a whole number at most: Python's own limit, so that no number takes long to read."""

EXAMPLES: Final = 5
"""Options that a refusal names."""


class Unreadable(Explained):
    """Text that cannot be read; the sentence says what was expected and where it ends."""


def decoded(data: bytes) -> str:
    """The text of some bytes, line ends as in any text; raises Unreadable if they are not UTF-8."""
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise Unreadable(say("core.utf8", byte=error.start + 1)) from None


def json_of(text: str | bytes) -> Any:
    """The value of a JSON text; raises Unreadable."""
    if isinstance(text, bytes):
        text = decoded(text)
    try:
        return json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise Unreadable(say("core.json", why=error.msg, line=error.lineno, column=error.colno)) from None
    except RecursionError:
        raise Unreadable(say("core.json.deep")) from None
    except Unreadable:
        raise
    except ValueError:
        raise Unreadable(say("core.json.digits", most=DIGITS)) from None


def _no_number(word: str) -> NoReturn:
    raise Unreadable(say("core.json.number", got=word))


def shown(value: object, most: int = 80) -> str:
    """A value for the end of an error's sentence: as Python writes it, not longer than ``most`` letters."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number or a nesting beyond what Python writes
        return f"something too large to show ({type(value).__name__})"
    return text if len(text) < most else text[: most - 3] + "..."


def unexpected(path: str, expected: str | Message, got: object) -> BadPosition:
    """The error of a value that is not what was expected; in words of every language where it is a message."""
    if isinstance(expected, str):
        return BadPosition(f"{path}: expected {expected}, got {shown(got, 60)}")
    return BadPosition(say("core.expected", field=path, expected=expected, got=shown(got, 60)))


def expect(condition: bool, path: str, expected: str | Message, got: object) -> None:
    """Raise BadPosition unless the condition holds."""
    if not condition:
        raise unexpected(path, expected, got)


class Given:
    """A value of given data and its path, so that errors can say where they are.

    Each method that reads raises BadPosition: ``path: expected ..., got ...``.
    """

    __slots__ = ("path", "value")

    def __init__(self, value: Any, path: str = "") -> None:
        self.value: Final = value
        self.path: Final = path
        """Empty for the whole."""

    def wrong(self, expected: str | Message) -> BadPosition:
        """The error of a value that is not what was expected."""
        return unexpected(self.path or "position", expected, self.value)

    def expect(self, condition: bool, expected: str | Message) -> None:
        """Raise the error unless the condition holds."""
        if not condition:
            raise self.wrong(expected)

    def _at(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name

    def _map(self) -> Mapping[str, Any]:
        if not isinstance(self.value, Mapping):
            raise self.wrong(say("core.expected.map"))
        return self.value

    def only(self, names: Iterable[str]) -> Self:
        """Itself, a map with fields of these names only: a slip of the pen would change the position silently."""
        known = list(names)
        for name in self._map():
            if name not in known:
                near = get_close_matches(str(name), known, 1)
                here, got = self.path or "position", shown(name, 60)
                raise BadPosition(
                    say("core.field.near", field=here, got=got, near=repr(near[0]))
                    if near
                    else say("core.field.none", field=here, got=got, known=", ".join(known))
                )
        return self

    def has(self, name: str) -> bool:
        """Whether the field is there."""
        return name in self._map()

    def get(self, name: str, usual: object = ...) -> Self:
        """The field of that name, or its usual value where it may be left out."""
        found = self._map().get(name, usual)
        if found is ...:
            raise self.wrong(say("core.expected.field", name=repr(name)))
        return type(self)(found, self._at(name))

    def items(self) -> list[tuple[str, Self]]:
        """The fields of a map of any names."""
        return [(str(name), type(self)(each, self._at(str(name)[:40]))) for name, each in self._map().items()]

    def parts(self, length: int | None = None) -> list[Self]:
        """The parts of a list, of a given length if one is given."""
        if not isinstance(self.value, (list, tuple)):
            raise self.wrong(say("core.expected.list"))
        if length is not None and len(self.value) != length:
            raise self.wrong(say("core.expected.list.of", count=length))
        return [type(self)(each, f"{self.path}[{number}]") for number, each in enumerate(self.value)]

    def each(self, read: Callable[[Self], T], length: int | None = None) -> list[T]:
        """The parts of a list, each read."""
        return [read(part) for part in self.parts(length)]

    def number(self, low: int, high: int) -> int:
        """A whole number within bounds."""
        if not isinstance(self.value, int) or isinstance(self.value, bool) or not low <= self.value <= high:
            raise self.wrong(say("core.expected.number", low=low, high=high))
        return self.value

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            raise self.wrong(say("core.expected.flag"))
        return self.value

    def word(self, words: Sequence[str]) -> int:
        """One of these words, as its place."""
        if not isinstance(self.value, str) or self.value not in words:
            raise self.wrong(say("core.expected.word", known=", ".join(words)))
        return words.index(self.value)


def refusal(
    said: str, question: str, seat: int, possible: Sequence[str], why: Message | Sequence[Message] = ()
) -> Message:
    """What an IllegalAction says, in the game's notation: what was said, who was asked what, why not.

    ``possible`` are the options as they would be written; it names those that are most alike.
    """
    # The most alike first: whoever mistypes a hex learns about hexes, whoever forgets a word about words.
    near = sorted(dict.fromkeys(possible), key=lambda text: -SequenceMatcher(None, said, text).ratio())
    listed = ", ".join(f"'{text}'" for text in near[:EXAMPLES])
    if not near:
        there = say("core.possible.nothing")
    elif len(near) > EXAMPLES:
        there = say("core.possible.more", known=listed, more=len(near) - EXAMPLES)
    else:
        there = say("core.possible", known=listed)
    if not why:
        return say("core.illegal", said=said, question=question, seat=seat, there=there)
    return say("core.illegal.why", said=said, question=question, seat=seat, why=why, there=there)
