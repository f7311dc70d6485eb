"""Engine calls: each is a struct that says what is asked, and answers itself where the engines are.

They travel from a server to its worker processes as MessagePack. A call about a match is answered at its desk; one
about a title needs none. Answers for clients are JSON, the others are structs of ``results``.
"""

from __future__ import annotations

import json
import re
import time
from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from orrery.core.game import AnyGame, AnyState, BadOptions, BadPosition
from orrery.core.match import AnyMatch, Match, parsed
from orrery.core.saying import Explained, say, why
from orrery.core.titles import ELSEWHERE, TITLES, named, title
from orrery.desk import entering, wire
from orrery.desk.desk import Desk, tried
from orrery.desk.problems import Broken, Refused
from orrery.desk.results import ENCODER, Completed, Head, Line, Replayed, Thought, Told, World


def dumped(value: object) -> str:
    """JSON text of any size of number, always the same for the same value."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


# About a match


class _AboutMatch(Struct, tag=True, kw_only=True):
    lasting: ClassVar[bool] = False
    """It is done even if whoever asked has gone: something is stored after it."""

    base: int | None = None
    """Refused as ``stale`` unless the match has so many entries."""


class _Lasting(_AboutMatch):
    lasting: ClassVar[bool] = True


class Position(_AboutMatch):
    """The position as a seat or a spectator sees it."""

    seat: int | None
    finished: bool
    printed: bool = False

    def answer(self, desk: Desk) -> bytes:
        return msgspec.json.encode(desk.position(self.seat, self.finished, self.printed))


class Preview(_AboutMatch):
    """The position after a draft."""

    seat: int
    actions: list[str]
    near: bool = False

    def answer(self, desk: Desk) -> bytes:
        return msgspec.json.encode(desk.preview(self.seat, self.actions, self.near))


class Replay(_AboutMatch):
    """The position after some moves."""

    seat: int | None
    move: int
    finished: bool

    def answer(self, desk: Desk) -> bytes:
        return msgspec.json.encode(desk.replayed(self.move, self.seat, self.finished))


class Try(_AboutMatch):
    """A position to try things on."""

    seat: int | None
    move: int | None
    actions: list[str]
    world: int
    finished: bool
    near: bool = False

    def answer(self, desk: Desk) -> bytes:
        shown = desk.sandbox(self.move, self.seat, self.actions, self.world, self.finished, self.near)
        return msgspec.json.encode(shown)


class Supposed(_AboutMatch):
    """The next turn of a seat that is not asked."""

    seat: int
    actions: list[str]
    near: bool = False

    def answer(self, desk: Desk) -> bytes:
        return msgspec.json.encode(desk.supposed(self.seat, self.actions, self.near))


class News(_AboutMatch):
    """What is new for these viewers, as live messages."""

    since: int
    viewers: list[int | None]
    finished: bool
    clock: dict[str, Any]
    wholes: list[int | None] = []
    """Who gets the whole position."""

    def answer(self, desk: Desk) -> bytes:
        told = [desk.news(self.since, one, self.finished, self.clock) for one in self.viewers]
        told += [desk.news(self.since, one, self.finished, self.clock, whole=True) for one in self.wholes]
        return ENCODER.encode(Told(desk.number, told))


class Log(_AboutMatch):
    """The log as a viewer may read it."""

    seat: int | None
    since: int
    finished: bool

    def answer(self, desk: Desk) -> bytes:
        return msgspec.json.encode(desk.log(self.seat, self.since, self.finished))


class Series(_AboutMatch):
    """Points by source along the line."""

    seat: int | None
    finished: bool

    def answer(self, desk: Desk) -> bytes:
        return msgspec.json.encode(desk.series(self.seat, self.finished))


class Commit(_Lasting):
    """The entries of a draft."""

    seat: int
    actions: list[str]
    then: str | None = None

    def answer(self, desk: Desk) -> bytes:
        return ENCODER.encode(desk.commit(self.seat, self.actions, self.then))


class Repeated(_AboutMatch):
    """Whether the entries after a number are this draft."""

    after: int
    actions: list[str]

    def answer(self, desk: Desk) -> bytes:
        return ENCODER.encode(desk.repeated(self.after, self.actions))


class Premove(_Lasting):
    """The entries of premoves, as far as they make one draft."""

    seat: int
    actions: list[str]

    def answer(self, desk: Desk) -> bytes:
        return ENCODER.encode(desk.premove(self.seat, self.actions))


class Note(_Lasting):
    """An entry about the table."""

    seat: int
    question: str
    text: str

    def answer(self, desk: Desk) -> bytes:
        return ENCODER.encode(desk.note(self.seat, self.question, self.text))


class Undoing(_Lasting):
    """What an undo would be."""

    seat: int
    keep: int | None

    def answer(self, desk: Desk) -> bytes:
        return ENCODER.encode(desk.undoing(self.seat, self.keep))


class Undo(_Lasting):
    """The entry of an undo."""

    seat: int
    keep: int

    def answer(self, desk: Desk) -> bytes:
        return ENCODER.encode(desk.undo(self.seat, self.keep))


class Stand(_Lasting):
    """Where the match stands."""

    def answer(self, desk: Desk) -> bytes:
        return ENCODER.encode(desk.after())


class Traits(_AboutMatch):
    """What a finished match is remembered by: for each seat name -> value."""

    def answer(self, desk: Desk) -> bytes:
        return msgspec.json.encode(desk.traits())


class Order(_Lasting):
    """What standing orders answer."""

    seat: int
    orders: list[wire.Order]

    def answer(self, desk: Desk) -> bytes:
        return ENCODER.encode(Thought(desk.order(self.seat, self.orders)))


class Closing(_Lasting):
    """The answer that only ends the pending question."""

    seat: int

    def answer(self, desk: Desk) -> bytes:
        return ENCODER.encode(Thought(desk.closing(self.seat)))


class Guess(_AboutMatch):
    """A guess as data, after a draft: what bots and hints start from."""

    seat: int
    actions: list[str] = []

    def answer(self, desk: Desk) -> bytes:
        seat = self.seat
        if desk.match.state.asked() != seat:
            raise Refused(409, "not-asked", f"seat {seat} is not asked now")
        state = desk.world(seat)
        tried(desk.game, state, seat, self.actions, seat)
        if state.asked() != seat:
            raise Refused(409, "not-asked", f"seat {seat} is not asked after this draft")
        return ENCODER.encode(World(desk.header.game, dumped(desk.game.data(state))))


class Taken(_AboutMatch):
    """The position as data, for an editor: a guess of the seat's, or the true one once everything is known."""

    seat: int | None
    finished: bool

    def answer(self, desk: Desk) -> bytes:
        known = self.finished or self.seat is None
        state = desk.match.state if known else desk.world(self.seat or 0)
        return msgspec.json.encode(wire.Answer(entering.trimmed(desk.game, state)))


class Ask(_AboutMatch):
    """An extra service of the title."""

    seat: int
    name: str
    args: dict[str, Any]
    actions: list[str]

    def answer(self, desk: Desk) -> bytes:
        state = desk.world(self.seat)
        tried(desk.game, state, self.seat, self.actions, self.seat)
        try:
            found = desk.game.service(state, self.seat, self.name, self.args)
        except LookupError:
            sentence = f"{desk.header.game} has no service {self.name!r}"
            raise Refused(404, "no-such-service", sentence) from None
        except (ValueError, TypeError) as error:
            raise Refused(400, "bad-request", say("desk.service", service=self.name, why=why(error))) from None
        return msgspec.json.encode(wire.Answer(found))


AboutMatch = (
    Position
    | Taken
    | Preview
    | Replay
    | Try
    | Supposed
    | News
    | Log
    | Series
    | Commit
    | Repeated
    | Premove
    | Note
    | Undoing
    | Undo
    | Stand
    | Traits
    | Order
    | Closing
    | Guess
    | Ask
)


# About a title


def game_named(name: str) -> AnyGame:
    """The title of that name; refused where there is none."""
    try:
        return title(name)
    except LookupError as error:
        raise Refused(404, "not-found", why(error)) from None


def _fresh(name: str, options: dict[str, Any], seed: int) -> tuple[AnyGame, dict[str, Any], AnyState]:
    game = game_named(name)
    try:
        whole = game.complete(options)
        return game, whole, game.new(whole, seed)
    except (BadOptions, BadPosition) as error:
        raise Refused(400, "bad-options", why(error)) from None


class AboutTitle(Struct, tag=True, kw_only=True):
    """A call that needs no match."""

    lasting: ClassVar[bool] = False


class Titles(AboutTitle):
    """What can be played here."""

    def answer(self) -> bytes:
        found = []
        for name in sorted(TITLES):
            game = title(name)
            settings = [
                wire.SettingInfo(s.name, s.kind, s.default, list(s.choices), s.group) for s in game.settings
            ]
            found.append(wire.Title(name, game.rules, settings, []))
        return msgspec.json.encode(found)


class Complete(AboutTitle):
    """The options of a table, complete; of one that is ``stored``, also what is no longer offered."""

    game: str
    options: dict[str, Any]
    stored: bool = False

    def answer(self) -> bytes:
        game = game_named(self.game)
        try:
            whole = game.complete(self.options) if self.stored else game.offered(self.options)
            seats = game.seats(whole)
        except BadOptions as error:
            raise Refused(400, "bad-options", why(error)) from None
        return ENCODER.encode(Completed(dumped(whole), seats, game.rules))


class Setup(AboutTitle):
    """What a table with these options starts from."""

    game: str
    options: dict[str, Any]
    seed: int

    def answer(self) -> bytes:
        game, whole, state = _fresh(self.game, self.options, self.seed)
        printed, view = game.printed(state), game.view(state, None)
        shown = wire.Setup(whole, game.seats(whole), printed, view, state.asked(), state.question())
        return msgspec.json.encode(shown)


class Sandbox(AboutTitle):
    """A position without a table."""

    game: str
    options: dict[str, Any]
    seed: int
    actions: list[str]
    seat: int | None
    printed: bool
    near: bool = False

    def answer(self) -> bytes:
        game, _, state = _fresh(self.game, self.options, self.seed)
        shown = tried(game, state, self.seat, self.actions, near=self.near)
        shown.supposed = True
        if self.printed:
            shown.printed = game.printed(state)
        return msgspec.json.encode(shown)


class Tabletop(AboutTitle):
    """Help for a game with the box on the table."""

    game: str
    name: str
    args: dict[str, Any]

    def answer(self) -> bytes:
        game = game_named(self.game)
        try:
            found = game.tabletop(self.name, self.args)
        except LookupError:
            raise Refused(404, "no-such-service", f"{self.game} has no help {self.name!r} at the table") from None
        except Explained as error:
            raise Refused(400, "bad-request", why(error)) from None
        return msgspec.json.encode(wire.Answer(found))


class Examine(AboutTitle):
    """What is wrong with a position that somebody enters; without one, a fresh game to begin with."""

    game: str
    position: dict[str, Any] | None
    options: dict[str, Any]
    seed: int
    whole: bool

    def answer(self) -> bytes:
        game = game_named(self.game)
        if self.position is not None:
            return msgspec.json.encode(entering.examined(game, self.position, self.whole))
        try:
            state = entering.begun(game, self.options, self.seed)
        except (BadOptions, BadPosition) as error:
            raise Refused(400, "bad-options", why(error)) from None
        return msgspec.json.encode(entering.told(game, state, True))


class Begin(AboutTitle):
    """Where a new match stands before its first entry."""

    lasting: ClassVar[bool] = True

    head: Head

    def answer(self) -> bytes:
        return ENCODER.encode(Desk("", self.head).after())


_NAMED = re.compile(r"^# seat (\d{1,3}): (.*)$", re.MULTILINE)
"""Who sat where, as a record says it."""


class Import(AboutTitle):
    """A log from outside, replayed: so many entries and so much processor time at most."""

    text: str
    entries: int
    seconds: float

    def answer(self) -> bytes:
        lines: list[Line] = []
        begun = time.process_time()
        bounds = (
            f"an import has at most {self.entries} entries and takes at most {self.seconds:g} s of processor time"
        )

        def bounded(count: int) -> None:
            if count > self.entries:
                raise Refused(413, "too-large", say("desk.record.entries", bounds=bounds, count=count))
            if time.process_time() - begun > self.seconds:
                raise Refused(413, "too-large", say("desk.record.long", bounds=bounds, count=count))

        def each(match: AnyMatch) -> None:
            bounded(len(match.entries))
            entry = match.entries[-1]
            lines.append(Line(entry.seat, entry.question, entry.text, match.state.digest().hex()))

        try:
            text = self.text
            names = {int(seat): name for seat, name in _NAMED.findall(text)}
            if text.lstrip().startswith("{"):  # a record of ours never does
                pasted = named(ELSEWHERE)(text, bounded)
                text, names = pasted.match.save(), dict(enumerate(pasted.names))
            header, entries = parsed(text)
            bounded(len(entries))
            match: AnyMatch = Match.replay(header, entries, each)
            head = Head(header.game, header.rules, dumped(match.game.complete(header.options)), header.seed)
            desk = Desk("", head)
        except Refused:
            raise
        except (Explained, LookupError, Broken) as error:
            raise Refused(400, "bad-record", why(error)) from None
        if not 0 <= head.seed < 1 << 63:
            raise Refused(400, "bad-record", say("desk.record.seed", most=(1 << 63) - 1, got=head.seed))
        return ENCODER.encode(Replayed(lines, desk.after(match), head, names))


class Check(AboutTitle):
    """Replays a whole stored log; raises Broken with what is wrong."""

    name: str
    head: Head
    lines: list[Line]

    def answer(self) -> bytes:
        desk = Desk(self.name, self.head)
        for line in self.lines:
            desk.follow(line)
        return ENCODER.encode(desk.after())
