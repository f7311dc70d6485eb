"""A match: a header and a log. Positions are rebuilt from it and compared by digest.

The log only grows. What people do about the table (undo, resign, time out, be replaced) are entries of
their own, so that a number once given names the same entry for ever.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic

from orrery.core.game import AnyGame, AnyState, BadOptions, BadPosition, IllegalAction, S, Seat
from orrery.core.journal import POINTS, Booking, Journal, Message
from orrery.core.reading import Unreadable, json_of
from orrery.core.saying import Explained, say, why
from orrery.core.titles import title

FORMAT: Final = "orrery match 1"

UNDO: Final = "Undo"
NOTES: Final = ("Resign", "TimeOut", "Replace", "Fault", "Ended")
TABLE: Final = (UNDO, *NOTES)
"""Questions nobody asks: entries about the table. Only Undo changes the position."""


class BadLog(Explained):
    """A match file that cannot be read; the sentence names the line and what was expected."""


class ReplayMismatch(Explained):
    """A log that does not fit the rules; the sentence names the entry, what it has and what is asked."""


@dataclass(frozen=True, slots=True)
class Header:
    """Everything a match is made of but its moves."""

    game: str
    rules: int
    options: Mapping[str, object]
    seed: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: who answered which question, how; entries about the table too."""

    seat: Seat
    question: str
    text: str


@dataclass(slots=True)
class Happening:
    """What one entry did: its bookings and messages."""

    bookings: tuple[Booking, ...] = ()
    messages: tuple[Message, ...] = ()


@dataclass(slots=True)
class Match(Generic[S]):
    """A game being played: ``state`` is the position after the whole log.

    What makes one cannot know its title: who does says so, ``match: Match[State] = Match.new("gaia", ...)``.
    """

    header: Header
    state: S
    entries: list[Entry] = field(default_factory=list)
    happenings: list[Happening] = field(default_factory=list)
    """Beside ``entries``, one for each."""
    line: list[int] = field(default_factory=list)
    """Numbers of the entries that led to ``state``: the log without what was undone."""
    start: Happening = field(default_factory=Happening)
    """What the set-up itself did."""

    # Positions ahead of every eighth entry of the line, so that undo and looking back stay quick.
    _marks: list[tuple[int, S]] = field(default_factory=list)

    @classmethod
    def new(cls, game: str, options: Mapping[str, object], seed: int) -> Match[Any]:
        """A match at its first question."""
        rules = title(game)
        whole = rules.offered(options)
        return cls._begun(Header(game, rules.rules, whole, seed))

    @classmethod
    def _begun(cls, header: Header) -> Match[Any]:
        game, options = title(header.game), header.options
        if header.rules < game.rules:
            # A title that has settled a doubt since plays older matches as they were played.
            options = game.formerly(options, header.rules)
        state = game.new(options, header.seed)
        opening = tuple(Booking(seat, POINTS, score, "start") for seat, score in enumerate(state.scores()) if score)
        return cls(header, state, start=Happening(opening))

    @property
    def game(self) -> AnyGame:
        return title(self.header.game)

    def play(self, action: Any) -> Entry:
        """Answer the pending question; raises IllegalAction and changes nothing."""
        seat = self.state.asked()
        if seat is None:
            raise IllegalAction(say("core.over"))
        entry = Entry(seat, self.state.question(), self.game.write(self.state, action))
        before = self.state.clone()
        journal = Journal()
        self.state.journal = journal
        try:
            self.state.play(action)
        except IllegalAction:
            self.state.journal = None
            raise
        except BaseException:
            self.state = before  # an error of the rules, or an interruption, may leave half an answer behind
            raise
        self.state.journal = None
        if len(self.line) % 8 == 0:
            self._marks.append((len(self.line), before))
        self.line.append(len(self.entries))
        self._append(entry, Happening(tuple(journal.bookings), tuple(journal.messages)))
        return entry

    def say(self, text: str) -> Entry:
        """Answer the pending question in the game's notation."""
        if self.state.asked() is None:
            raise IllegalAction(say("core.over"))
        return self.play(self.game.read(self.state, text))

    def undo(self, seat: Seat, keep: int) -> Entry:
        """Go back to the position after the first ``keep`` entries of the line; the log keeps everything."""
        if not 0 <= keep < len(self.line):
            raise IllegalAction(say("core.undo.keeps", most=len(self.line) - 1, got=keep))
        state = self.at(keep)
        del self.line[keep:]
        while self._marks and self._marks[-1][0] >= keep:
            self._marks.pop()
        self.state = state
        entry = Entry(seat, UNDO, f"keep {keep}")
        self._append(entry, Happening())
        return entry

    def note(self, seat: Seat, question: str, text: str) -> Entry:
        """Add an entry about the table that leaves the position as it is."""
        if question not in NOTES:
            raise IllegalAction(say("core.note.none", got=repr(question), known=", ".join(NOTES)))
        entry = Entry(seat, question, text)
        self._append(entry, Happening())
        return entry

    def at(self, keep: int) -> S:
        """A fresh copy of the position after the first ``keep`` entries of the line."""
        if not 0 <= keep <= len(self.line):
            raise ValueError(f"this match has moves 0 to {len(self.line)}, not {keep}")
        if keep == len(self.line):
            return self.state.clone()
        known = [mark for mark in self._marks if mark[0] <= keep]
        done, state = known[-1][0], known[-1][1].clone()
        for number in self.line[done:keep]:
            state.apply(self.game.read(state, self.entries[number].text))
        return state

    def ledger(self) -> list[Booking]:
        """Every booking of the line, in order."""
        found = list(self.start.bookings)
        for number in self.line:
            found.extend(self.happenings[number].bookings)
        return found

    def points(self) -> list[dict[str, int]]:
        """For each seat: source -> victory points, over the line."""
        found: list[dict[str, int]] = [{} for _ in self.state.scores()]
        for booking in self.ledger():
            if booking.what == POINTS:
                sources = found[booking.seat]
                sources[booking.source] = sources.get(booking.source, 0) + booking.amount
        return found

    def _append(self, entry: Entry, happening: Happening) -> None:
        self.entries.append(entry)
        self.happenings.append(happening)

    def add(self, entry: Entry) -> None:
        """Follow one more entry of a log; raises ReplayMismatch and changes nothing."""
        where = f"#{len(self.entries) + 1}"
        if entry.question == UNDO:
            word, _, count = entry.text.partition(" ")
            if word != "keep" or not _is_number(count):
                raise ReplayMismatch(say("core.undo.text", where=where, got=repr(entry.text)))
            try:
                self.undo(entry.seat, int(count))
            except IllegalAction as error:
                raise ReplayMismatch(say("core.entry", where=where, why=why(error))) from None
            return
        if entry.question in TABLE:
            self.note(entry.seat, entry.question, entry.text)
            return
        seat, question = self.state.asked(), self.state.question()
        if seat is None:
            raise ReplayMismatch(
                say("core.entry.over", where=where, seat=entry.seat, question=repr(entry.question))
            )
        if (seat, question) != (entry.seat, entry.question):
            raise ReplayMismatch(
                say(
                    "core.entry.other",
                    where=where,
                    seat=entry.seat,
                    question=repr(entry.question),
                    asked=seat,
                    instead=repr(question),
                )
            )
        try:
            self.say(entry.text)
        except ValueError as error:
            raise ReplayMismatch(
                say("core.entry.refused", where=where, got=repr(entry.text), why=why(error))
            ) from None

    @classmethod
    def replay(
        cls, header: Header, entries: Iterable[Entry], each: Callable[[Match[Any]], None] | None = None
    ) -> Match[Any]:
        """The match that a header and a log describe; ``each`` is called after every entry."""
        rules = title(header.game)
        if header.rules > rules.rules:
            raise ReplayMismatch(say("core.rules.newer", rules=header.rules, game=header.game, known=rules.rules))
        match = cls._begun(header)
        for entry in entries:
            match.add(entry)
            if each is not None:
                each(match)
        return match

    def save(self) -> str:
        """The whole match as one readable text."""
        return written(self.header, self.entries)

    @classmethod
    def load(cls, text: str) -> Match[Any]:
        """The match of a saved text; raises BadLog or ReplayMismatch."""
        header, entries = parsed(text)
        try:
            return cls.replay(header, entries)
        except LookupError as error:
            raise BadLog(say("core.header.game", why=why(error))) from None
        except (BadOptions, BadPosition) as error:
            raise BadLog(say("core.header.options", why=why(error))) from None


AnyMatch = Match[AnyState]
"""A match of a title that its user does not know."""


def written(header: Header, entries: Iterable[Entry]) -> str:
    """A header and a log as one readable text: a field a line, then an entry a line.

    A text that would not survive as the rest of a line (line breaks, spaces at its ends, a quotation mark at
    its start) is written as a JSON string; so ``parsed`` gives back exactly what was written.
    """
    lines = [FORMAT, f"game {header.game}", f"rules {header.rules}", f"seed {header.seed}"]
    for name in sorted(header.options):
        if not name or not name.isprintable() or " " in name:
            raise ValueError(f"an option's name is one word, not {name!r}")
        lines.append(f"option {name} {json.dumps(header.options[name], ensure_ascii=False, sort_keys=True)}")
    lines.append("log")
    for number, entry in enumerate(entries, 1):
        lines.append(f"{number} {entry.seat} {entry.question} {_quoted(entry.text)}".rstrip(" "))
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    plain = text.isprintable() and text == text.strip() and not text.startswith('"')
    return text if plain else json.dumps(text)


def parsed(text: str) -> tuple[Header, list[Entry]]:
    """The header and the log of a saved text; raises BadLog. Blank lines and comments (#) are skipped."""
    lines = [line.rstrip("\r") for line in text.split("\n")]
    if lines[0] != FORMAT:
        raise BadLog(say("core.line.first", expected=repr(FORMAT), got=repr(lines[0][:60])))
    fields: dict[str, str] = {}
    options: dict[str, object] = {}
    entries: list[Entry] = []
    in_log = False
    for number, raw in enumerate(lines[1:], 2):
        if not raw.strip() or raw.startswith("#"):
            continue
        if in_log:
            entries.append(_entry(number, raw, len(entries) + 1))
            continue
        word, _, rest = raw.partition(" ")
        if raw == "log":
            in_log = True
        elif word == "option":
            name, _, value = rest.partition(" ")
            if name in options:
                raise BadLog(say("core.line.option.twice", line=number, option=repr(name)))
            try:
                options[name] = json_of(value)
            except Unreadable as error:
                raise BadLog(
                    say(
                        "core.line.option.json",
                        line=number,
                        option=repr(name),
                        got=repr(value[:60]),
                        why=why(error),
                    )
                ) from None
        elif word in ("game", "rules", "seed"):
            if word in fields:
                raise BadLog(say("core.line.twice", line=number, field=repr(word)))
            fields[word] = rest
        else:
            raise BadLog(say("core.line.unknown", line=number, got=repr(raw[:60])))
    for name in ("game", "rules", "seed"):
        if name not in fields:
            raise BadLog(
                say("core.header.unfinished") if name == "seed" else say("core.header.lacks", field=repr(name))
            )
    if not in_log:
        raise BadLog(say("core.log.missing"))
    return Header(fields["game"], _number("rules", fields), options, _number("seed", fields)), entries


def _entry(number: int, raw: str, expected: int) -> Entry:
    parts = raw.split(" ", 3)
    if len(parts) < 3 or not _is_number(parts[1].removeprefix("-")) or not parts[2]:
        raise BadLog(say("core.line.entry", line=number, got=repr(raw[:60])))
    if parts[0] != str(expected):
        raise BadLog(say("core.line.number", line=number, expected=expected, got=repr(parts[0][:60])))
    text = parts[3] if len(parts) == 4 else ""
    if text.startswith('"'):
        try:
            text = json_of(text)
        except Unreadable:
            raise BadLog(say("core.line.text", line=number, got=repr(text[:60]))) from None
    return Entry(int(parts[1]), parts[2], text)


def _number(name: str, fields: Mapping[str, str]) -> int:
    if not _is_number(fields[name].removeprefix("-")):
        raise BadLog(say("core.header.whole", field=name, got=repr(fields[name][:60])))
    return int(fields[name])


def _is_number(text: str) -> bool:
    """Decimal digits, no more of them than any number here has."""
    return text.isascii() and text.isdecimal() and len(text) <= 100
