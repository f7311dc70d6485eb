"""How the fields of actions and questions are spelled: as text, as JSON, as numbers for learners, as TypeScript.

A *word* spells one field. A class declares its words once; what is told about it follows from there::

    class Build(Action):
        says = phrase("build {building} {hex}", building=BUILDING, hex=HEX)

    class LeechOffer(Decision):
        holds = fields(hex=HEX, power=COUNT)

The names of the words are the names of the fields, in the order of the constructor. A word that depends on a field
before it (a card of the display that was named) finds that field in ``beside``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar

from orrery.core.game import BadNotation, BadPosition
from orrery.core.hexes import bits
from orrery.core.journal import Message
from orrery.core.reading import Given, shown, unexpected
from orrery.core.saying import say, why

Beside = Mapping[str, Any]
"""The fields that come before in the same action or question, by name."""
ALONE: Final[Beside] = MappingProxyType({})

DIGITS: Final = 5
"""Digits of a number in an action's text at most."""
HIGHEST: Final = 999_999
"""The highest number of a position unless a word says otherwise."""


class Word:
    """How one field is spelled: the base of all words, which says what stands in a sentence and what is expected.

    ``what`` is its name in errors. ``pattern`` is what its text looks like: one piece without spaces unless a word
    says otherwise; one that may be left out takes the space before it along.
    """

    pattern: str = r"\S+"
    annotation: str = "str"
    """The type of its JSON as an annotation says it; documents, schemas and TypeScript follow from it."""
    key: str = ""
    """The name of the field in JSON, where it is not the one that the class has for it."""
    optional: bool = False
    """Left out of JSON and digests while it is 0: a field that older positions do not have; only the last one."""

    def __init__(self, what: str, key: str = "") -> None:
        self.what: Final = what
        self.key = key

    def shape(self) -> str:
        """How it stands in the example of an error."""
        return self.what.upper()

    def size(self) -> int:
        """How many numbers learners have for it; 0: it is never numbered."""
        return 0

    def write(self, state: Any, value: Any, beside: Beside = ALONE) -> str:
        """The field as text."""
        return str(self.json(state, value, beside))

    def read(self, state: Any, text: str, beside: Beside = ALONE) -> Any:
        """The field that the text says; raises BadNotation."""
        raise NotImplementedError

    def json(self, state: Any, value: Any, beside: Beside = ALONE) -> object:
        """The field as plain JSON."""
        return value

    def parse(self, state: Any, given: object, path: str, beside: Beside = ALONE) -> Any:
        """The field that the JSON says; raises BadPosition, naming the place."""
        raise NotImplementedError

    def of(self, state: Any, given: Given) -> Any:
        """The field that a value of given data says; raises BadPosition."""
        return self.parse(state, given.value, given.path)

    def expected(self, state: Any, beside: Beside = ALONE) -> str | Message:
        """What may stand there, for errors."""
        raise NotImplementedError

    def wrong(self, state: Any, given: object, path: str, beside: Beside = ALONE) -> BadPosition:
        """The error of JSON that says nothing that may stand there."""
        return unexpected(path, self.expected(state, beside), given)

    def number(self, state: Any, value: Any, beside: Beside = ALONE) -> int:
        """Its number for learners, from 0 to ``size`` - 1; outside for one that has none."""
        found: int = value
        return found


class Count(Word):
    """A whole number from ``low`` to ``high``; learners have ``size`` numbers for it, from 0 on."""

    annotation = "int"

    def __init__(self, what: str, low: int = 0, high: int = HIGHEST, size: int = 0, key: str = "") -> None:
        super().__init__(what, key)
        self.low: Final = low
        self.high: Final = high
        self._size: Final = size

    def size(self) -> int:
        return self._size

    def read(self, state: Any, text: str, beside: Beside = ALONE) -> Any:
        if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
            raise BadNotation(say("core.word.number", got=shown(text, 60)))
        return int(text)

    def parse(self, state: Any, given: object, path: str, beside: Beside = ALONE) -> Any:
        if not isinstance(given, int) or isinstance(given, bool) or not self.low <= given <= self.high:
            raise self.wrong(state, given, path, beside)
        return given

    def expected(self, state: Any, beside: Beside = ALONE) -> str | Message:
        return say("core.expected.number", low=self.low, high=self.high)


class Named(Word):
    """One of a list of names that may depend on the position; the field is its place, counted from ``first``."""

    def __init__(self, what: str, first: int = 0, key: str = "") -> None:
        super().__init__(what, key)
        self.first: Final = first

    def names(self, state: Any, beside: Beside = ALONE) -> Sequence[str]:
        """The names, in order."""
        raise NotImplementedError

    def find(self, state: Any, name: str, beside: Beside = ALONE) -> int | None:
        """The place of a name; letters may be small or capital."""
        names = self.names(state, beside)
        if name in names:
            return names.index(name) + self.first
        low = name.casefold()
        for place, known in enumerate(names, self.first):
            if known and known.casefold() == low:
                return place
        return None

    def read(self, state: Any, text: str, beside: Beside = ALONE) -> Any:
        found = self.find(state, text, beside) if text else None
        if found is None:
            listed = ", ".join(name for name in self.names(state, beside) if name)
            raise BadNotation(say("core.word.none", what=self.what, got=shown(text, 60), known=listed))
        return found

    def json(self, state: Any, value: Any, beside: Beside = ALONE) -> object:
        return self.names(state, beside)[value - self.first]

    def parse(self, state: Any, given: object, path: str, beside: Beside = ALONE) -> Any:
        names = self.names(state, beside)
        if not isinstance(given, str) or not given or given not in names:
            raise self.wrong(state, given, path, beside)
        return names.index(given) + self.first

    def expected(self, state: Any, beside: Beside = ALONE) -> str | Message:
        return say("core.expected.word", known=", ".join(name for name in self.names(state, beside) if name))

    def number(self, state: Any, value: Any, beside: Beside = ALONE) -> int:
        found: int = value - self.first
        return found


class Listed(Named):
    """One of a fixed list of names."""

    def __init__(self, what: str, names: Sequence[str], first: int = 0, key: str = "") -> None:
        super().__init__(what, first, key)
        self.fixed: Final = tuple(names)
        self.places: Final = {name: place for place, name in enumerate(names, first)}
        self.annotation = f"Literal{list(self.fixed)}"

    def size(self) -> int:
        return len(self.fixed)

    def names(self, state: Any, beside: Beside = ALONE) -> Sequence[str]:
        return self.fixed

    def find(self, state: Any, name: str, beside: Beside = ALONE) -> int | None:
        found = self.places.get(name)
        return found if found is not None else super().find(state, name, beside)


class Flag(Word):
    """Yes or no: 1 and 0 in positions."""

    annotation = "int"

    def __init__(self, what: str, optional: bool = False) -> None:
        super().__init__(what)
        self.optional = optional

    def parse(self, state: Any, given: object, path: str, beside: Beside = ALONE) -> Any:
        if not isinstance(given, int) or isinstance(given, bool) or given not in (0, 1):
            raise self.wrong(state, given, path, beside)
        return given

    def expected(self, state: Any, beside: Beside = ALONE) -> str | Message:
        return say("core.expected.bit")


class Aside(Word):
    """Yes or no in a sentence: some words at the end of it, or nothing; the field is a bool or 1 and 0."""

    annotation = "bool"

    def __init__(self, what: str, said: str) -> None:
        super().__init__(what)
        self.said: Final = f" {said}"
        self.pattern = f"(?: {re.escape(said)})?"

    def shape(self) -> str:
        return f"[{self.said}]"

    def size(self) -> int:
        return 2

    def write(self, state: Any, value: Any, beside: Beside = ALONE) -> str:
        return self.said if value else ""

    def read(self, state: Any, text: str, beside: Beside = ALONE) -> Any:
        return bool(text)

    def json(self, state: Any, value: Any, beside: Beside = ALONE) -> object:
        return bool(value)

    def parse(self, state: Any, given: object, path: str, beside: Beside = ALONE) -> Any:
        if not isinstance(given, bool):
            raise self.wrong(state, given, path, beside)
        return given

    def expected(self, state: Any, beside: Beside = ALONE) -> str | Message:
        return say("core.expected.flag")

    def number(self, state: Any, value: Any, beside: Beside = ALONE) -> int:
        return int(value)


class Several(Word):
    """Some of one word, one after the other: a tuple; ``nothing`` in a sentence if there are none."""

    pattern = r"\S+(?: \S+)*"

    def __init__(self, what: str, each: Word, *, once: bool = True, least: int = 0, key: str = "") -> None:
        super().__init__(what, key)
        self.each: Final = each
        self.once: Final = once
        """Whether none may be there twice."""
        self.least: Final = least
        self.annotation = f"list[{each.annotation}]"

    def write(self, state: Any, value: Any, beside: Beside = ALONE) -> str:
        return " ".join(self.each.write(state, one, beside) for one in value) or "nothing"

    def read(self, state: Any, text: str, beside: Beside = ALONE) -> Any:
        if text.casefold() == "nothing":
            return ()
        return tuple(self.each.read(state, part, beside) for part in text.split())

    def json(self, state: Any, value: Any, beside: Beside = ALONE) -> object:
        return [self.each.json(state, one, beside) for one in value]

    def parse(self, state: Any, given: object, path: str, beside: Beside = ALONE) -> Any:
        if not isinstance(given, (list, tuple)) or len(given) < self.least:
            raise self.wrong(state, given, path, beside)
        found = tuple(self.each.parse(state, one, f"{path}[{i}]", beside) for i, one in enumerate(given))
        if self.once and len(set(found)) != len(found):
            raise unexpected(path, say("core.expected.once"), given)
        return found

    def expected(self, state: Any, beside: Beside = ALONE) -> str | Message:
        if self.least:
            return say("core.expected.several.least", what=self.what, least=self.least)
        return say("core.expected.several", what=self.what)


class Together(Several):
    """A set of one word, kept as the bits of a number."""

    def json(self, state: Any, value: Any, beside: Beside = ALONE) -> object:
        return [self.each.json(state, bit, beside) for bit in bits(value)]

    def parse(self, state: Any, given: object, path: str, beside: Beside = ALONE) -> Any:
        found = 0
        for bit in super().parse(state, given, path, beside):
            found |= 1 << bit
        return found


def _nothing(holder: object) -> tuple[()]:
    return ()


class Fields:
    """The words of a class by the names of its fields, in the order of its constructor."""

    def __init__(self, words: Mapping[str, Word]) -> None:
        self.words: Final = dict(words)
        self.names: Final = tuple(words)
        self.keys: Final = tuple(word.key or name for name, word in words.items())
        """The names of the fields in JSON."""
        self.get: Final[Callable[[object], Any]] = attrgetter(*self.names) if words else _nothing
        """What tells two of a class apart: the one field, or a tuple of them."""
        self.optional: Final = bool(words) and self.words[self.names[-1]].optional

    def values(self, holder: object) -> tuple[Any, ...]:
        """The fields of an action or question."""
        found: tuple[Any, ...] = (self.get(holder),) if len(self.names) == 1 else self.get(holder)
        return found

    def lasting(self, holder: object) -> tuple[Any, ...]:
        """The fields as digests have them: without an optional one that is 0."""
        found = self.values(holder)
        return found[:-1] if self.optional and not found[-1] else found

    def json(self, state: Any, holder: object) -> dict[str, object]:
        """The fields by name as plain JSON."""
        beside: dict[str, Any] = {}
        found: dict[str, object] = {}
        for (name, word), key, value in zip(self.words.items(), self.keys, self.values(holder), strict=True):
            if value or not word.optional:
                found[key] = word.json(state, value, beside)
            beside[name] = value
        return found

    def parse(self, state: Any, given: Mapping[str, object], path: str) -> list[Any]:
        """The fields that the JSON says, for the constructor; raises BadPosition."""
        beside: dict[str, Any] = {}
        for (name, word), key in zip(self.words.items(), self.keys, strict=True):
            if key in given:
                beside[name] = word.parse(state, given[key], f"{path}.{key}", beside)
            elif word.optional:
                beside[name] = 0
            else:
                raise unexpected(path, say("core.expected.field", name=repr(key)), dict(given))
        return list(beside.values())


class Phrase(Fields):
    """How an action is said: text with a slot for each field; and the page's word for its kind."""

    def __init__(self, text: str, words: Mapping[str, Word], kind: str = "", listed: int = 0) -> None:
        super().__init__(words)
        self.text: Final = text
        parts = re.split(r"\{(\w+)\}", text)
        self.slots: Final = tuple(parts[1::2])
        self.pieces: Final = tuple(parts[::2])
        self.verb: Final = self.pieces[0].split()[0]
        if sorted(self.slots) != sorted(self.names):
            raise ValueError(f"{text!r} does not say {', '.join(self.names) or 'nothing'}, each once")
        regex = re.escape(parts[0])
        for name, piece in zip(self.slots, self.pieces[1:], strict=True):
            regex += f"(?P<{name}>{self.words[name].pattern}){re.escape(piece)}"
        self.pattern: Final = re.compile(regex.replace(r"\ ", " "), re.IGNORECASE)
        self.shape: Final = re.sub(r"\{(\w+)\}", lambda slot: self.words[slot[1]].shape(), text)
        """What it looks like, for errors: the fields in capitals."""
        self.kind: Final = kind or self.verb
        """What pages, messages and lessons call it."""
        self.listed: Final = listed
        """Learners number it by its place among the options of its kind, up to this many; 0: by its fields."""

    def size(self) -> int:
        """How many numbers learners have for it; 0: it is never listed among options."""
        if self.listed:
            return self.listed
        size = 1
        for word in self.words.values():
            size *= word.size()
        return size

    def write(self, state: Any, action: object) -> str:
        """The action as text."""
        if not self.names:
            return self.text
        beside: dict[str, Any] = {}
        said: dict[str, str] = {}
        for (name, word), value in zip(self.words.items(), self.values(action), strict=True):
            said[name] = word.write(state, value, beside)
            beside[name] = value
        text = self.pieces[0]
        for name, piece in zip(self.slots, self.pieces[1:], strict=True):
            text += said[name] + piece
        return text

    def read(self, state: Any, text: str) -> list[Any]:
        """The fields that the text says, for the constructor; raises BadNotation. Spaces are single ones."""
        found = self.pattern.fullmatch(text)
        if found is None:
            raise BadNotation(say("core.phrase.shape", shape=self.shape, got=text))
        beside: dict[str, Any] = {}
        for name, word in self.words.items():
            try:
                beside[name] = word.read(state, found[name], beside)
            except BadNotation as error:
                raise BadNotation(say("core.phrase.in", verb=self.verb, why=why(error))) from None
        return list(beside.values())

    def facts(self, state: Any, action: object) -> dict[str, object]:
        """The action as a page hears of it: its kind, and its fields by name."""
        return {"kind": self.kind, **self.json(state, action)}

    def number(self, state: Any, action: object, rank: int) -> int:
        """Its number for learners among those of its kind, ``rank`` being its place in the list; -1 beyond."""
        if self.listed:
            return rank if rank < self.listed else -1
        beside: dict[str, Any] = {}
        number = 0
        for (name, word), value in zip(self.words.items(), self.values(action), strict=True):
            inside, size = word.number(state, value, beside), word.size()
            if not 0 <= inside < size:
                return -1
            number = number * size + inside
            beside[name] = value
        return number


def fields(**words: Word) -> Fields:
    """What a question holds besides its seat."""
    return Fields(words)


def phrase(text: str, /, *, kind: str = "", listed: int = 0, **words: Word) -> Phrase:
    """How an action is said."""
    return Phrase(text, words, kind, listed)


A = TypeVar("A")


class Vocabulary(Generic[A]):
    """Every kind of action of a title: reads what their phrases write, and numbers them for learners."""

    def __init__(self, kinds: Sequence[type[A]]) -> None:
        self.kinds: Final = tuple(kinds)
        self.verbs: Final[dict[str, list[type[A]]]] = {}
        for kind in self.kinds:
            self.verbs.setdefault(_said(kind).verb, []).append(kind)

    def read(self, state: Any, text: str) -> A:
        """The action that the text says, the first one where it could say several; raises BadNotation."""
        return self.readings(state, text)[0]

    def readings(self, state: Any, text: str) -> list[A]:
        """Every action that the text could say, at least one; raises BadNotation. Spaces are single ones."""
        verb = text.partition(" ")[0].rstrip(":")
        kinds = self.verbs.get(verb) or self.verbs.get(verb.casefold())
        if kinds is None:
            raise BadNotation(say("core.verb.none", got=shown(verb, 60), known=", ".join(sorted(self.verbs))))
        found: list[A] = []
        error: BadNotation | None = None
        for kind in kinds:
            if _said(kind).pattern.fullmatch(text) is not None:
                try:
                    found.append(kind(*_said(kind).read(state, text)))
                except BadNotation as failed:
                    error = error or failed
        if found:
            return found
        if error is not None:
            raise error
        shapes = " or ".join(f"'{_said(kind).shape}'" for kind in kinds)
        raise BadNotation(say("core.phrase.shapes", shape=shapes, got=shown(text, 80)))

    def blocks(self) -> list[tuple[type[A], int]]:
        """Kinds that can be listed among options, and how many numbers learners have for each, in order."""
        found = [(kind, _said(kind).size()) for kind in self.kinds]
        return [(kind, size) for kind, size in found if size]


def _said(kind: type[Any]) -> Phrase:
    says: Phrase = kind.says
    return says
