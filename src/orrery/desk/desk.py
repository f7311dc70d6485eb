"""A match on a worker's desk: followed entry by entry, shown to viewers, tried out on copies.

Only durable entries are followed. Drafts are played on copies, and what a seat is shown about a draft comes
from a guess, so that no draft can know more than the seat does.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec

from orrery.core import chance
from orrery.core.game import AnyGame, AnyState, BadNotation, Explanation, IllegalAction, Seat
from orrery.core.journal import Message
from orrery.core.match import TABLE, AnyMatch, Entry, Header, Match, ReplayMismatch
from orrery.core.saying import say, why
from orrery.desk import wire
from orrery.desk.delta import Texts, changes
from orrery.desk.problems import Broken, Refused
from orrery.desk.results import After, Head, Line, Played, Undone

Viewer = Seat | None

MESSAGE_LIMIT = 8000
"""Bytes of what changed in a view; above it the whole position is sent."""
SUPPOSED_STEPS = 400
FORESEEN_STEPS = 40


def headed(head: Head) -> Header:
    """The header of the core."""
    return Header(head.game, head.rules, json.loads(head.options), head.seed)


def message(said: Message) -> wire.MessageInfo:
    return wire.MessageInfo(said.key, dict(said.args))


def explained(game: AnyGame, state: AnyState, why: Explanation[Any]) -> wire.Option:
    """An option with its explanation."""
    return wire.Option(
        text=game.write(state, why.action),
        cost=dict(why.cost),
        gain=dict(why.gain),
        points=dict(why.points),
        income=dict(why.income),
        reactions=[wire.ReactionInfo(r.seat, r.what, r.amount, r.price) for r in why.reactions],
        warnings=[message(warning) for warning in why.warnings],
        facts=dict(why.facts),
    )


def offers(game: AnyGame, state: AnyState, seat: Seat) -> list[wire.Option]:
    """Every option of the seat that is asked."""
    return [explained(game, state, why) for why in game.explain(state, seat)]


def misses(game: AnyGame, state: AnyState, seat: Seat) -> list[wire.Near]:
    """What the seat that is asked might wish in vain."""
    return [
        wire.Near(miss.what, [message(reason) for reason in miss.reasons], dict(miss.facts))
        for miss in game.near(state, seat)
    ]


def read(game: AnyGame, state: AnyState, text: str, index: int) -> Any:
    """The action of a text; refused with its place in the draft."""
    try:
        return game.read(state, text)
    except BadNotation as error:
        raise Refused(400, "bad-notation", why(error), {"index": index}) from None


class Told:
    """One followed entry, ready to be shown to anybody."""

    __slots__ = ("after", "at", "closing", "digest", "entry", "open", "texts", "total")

    def __init__(self, entry: Entry, texts: list[tuple[str, wire.MessageInfo]], line: Line, total: int) -> None:
        self.entry = entry
        self.texts = texts
        """For a spectator and for every seat; empty for entries about the table."""
        self.at = line.at
        self.digest = line.digest
        self.total = total
        """How many moves the line has after it."""
        self.after = 0
        """What was revealed after it."""
        self.open = False
        """It brought something hidden to light, so that its bookings are known even if its text is not."""
        self.closing = False
        """It only ended its question: a turn that is taken back goes on ahead of it."""


class _Seen(NamedTuple):
    """A view, and at which number."""

    number: int
    view: Mapping[str, object]
    texts: Texts


class _Foreseen(NamedTuple):
    """What the seat that is asked is offered after a draft that leaves it with the next question."""

    after: tuple[int, list[str]]
    """The number of the position, and the draft."""
    options: list[wire.Option]


class _Drawn(NamedTuple):
    """One step of a draft that was committed on a copy."""

    entry: Entry
    texts: list[tuple[str, wire.MessageInfo]]
    line: Line
    total: int
    after: int
    open: bool
    closing: bool


class _Drafted:
    """A draft that was committed on a copy: taken over as soon as it is durable."""

    __slots__ = ("base", "match", "steps")

    def __init__(self, base: int, match: AnyMatch) -> None:
        self.base = base
        self.match = match
        self.steps: list[_Drawn] = []

    def agrees(self, lines: Sequence[Line]) -> bool:
        """Whether these entries are the draft."""
        return [_durable(step.line) for step in self.steps] == [_durable(line) for line in lines]

    def told(self, index: int, line: Line) -> Told:
        """One step of it, now durable."""
        step = self.steps[index]
        told = Told(step.entry, step.texts, line, step.total)
        told.after, told.open, told.closing = step.after, step.open, step.closing
        return told


def _durable(line: Line) -> tuple[int, str, str, str]:
    return line.seat, line.question, line.text, line.digest


class Desk:
    """One match."""

    def __init__(self, name: str, head: Head) -> None:
        self.name = name
        self.header = headed(head)
        try:
            self.match: AnyMatch = Match.replay(self.header, ())
        except (ReplayMismatch, ValueError, LookupError) as error:
            raise Broken(str(error)) from None
        self.game = self.match.game
        self.seats = self.game.seats(self.header.options)
        self.told: list[Told] = []
        self.first = self.match.state.revealed()
        self._views: dict[Viewer, _Seen] = {}
        self._shown: tuple[int, AnyState, list[int]] | None = None
        self._draft: _Drafted | None = None
        self._world: tuple[int, Seat, AnyState] | None = None
        self._offers: tuple[int, list[wire.Option]] | None = None
        self._foreseen: _Foreseen | None = None

    # Following

    def catch_up(self, lines: Sequence[Line]) -> None:
        """More durable entries; raises Broken. What was committed on a copy just now is not played again."""
        if not lines:
            return
        draft, self._draft = self._draft, None
        if draft is not None and draft.base == self.number and draft.agrees(lines):
            known = self._foreseen
            if known is not None and known.after == (self.number, [line.text for line in lines]):
                # Nothing came to light since: what was offered after the draft is offered now.
                self._offers = (len(draft.match.entries), known.options)
            self.match = draft.match
            self.told += [draft.told(index, line) for index, line in enumerate(lines)]
        else:
            for line in lines:
                self.follow(line)

    def follow(self, line: Line) -> None:
        """One more durable entry; raises Broken."""
        entry = Entry(line.seat, line.question, line.text)
        match, game, state = self.match, self.game, self.match.state
        texts: list[tuple[str, wire.MessageInfo]] = []
        before = state.revealed()
        closing = False
        try:
            if line.question not in TABLE and (state.asked(), state.question()) == (line.seat, line.question):
                action = game.read(state, line.text)
                closing = game.closes.get(line.question) == action
                texts = self._heard(state, action)
            match.add(entry)
        except ValueError as error:
            raise Broken(str(error)) from None
        if match.state.digest().hex() != line.digest:
            raise Broken(f"#{len(match.entries)}: the position after {line.text!r} has another digest than stored")
        told = Told(entry, texts, line, len(match.line))
        told.after = match.state.revealed()
        told.open = told.after != before
        told.closing = closing
        self.told.append(told)

    def _heard(self, state: AnyState, action: Any) -> list[tuple[str, wire.MessageInfo]]:
        """What a spectator and every seat read of an answer."""
        game = self.game
        return [
            (game.heard(state, action, viewer), message(game.tell(state, action, viewer)))
            for viewer in (None, *range(self.seats))
        ]

    @property
    def number(self) -> int:
        return len(self.match.entries)

    def after(self, match: AnyMatch | None = None, places: bool = True) -> After:
        """Where the match stands; without ``places`` they are told only of a game that is over."""
        match = match or self.match
        state = match.state
        asked = state.asked()
        return After(
            len(match.entries),
            len(match.line),
            asked,
            state.question(),
            state.scores(),
            state.places() if places or asked is None else [],
            asked is None,
        )

    def traits(self) -> list[dict[str, str]]:
        """What each seat is remembered by."""
        game, state = self.game, self.match.state
        return [game.traits(state, seat) for seat in range(self.seats)]

    def fork(self) -> AnyMatch:
        """A copy to try things on."""
        match = self.match
        return replace(
            match,
            state=match.state.clone(),
            entries=match.entries[:],
            happenings=match.happenings[:],
            line=match.line[:],
            _marks=match._marks[:],
        )

    def world(self, seat: Seat, number: int = 0, state: AnyState | None = None) -> AnyState:
        """A guess of the position (or of an earlier one) that ``seat`` cannot tell from it; always the same one."""
        if state is None and not number:
            if self._world is None or self._world[:2] != (self.number, seat):
                self._world = (self.number, seat, self._guess(self.match.state, seat, 0))
            world: AnyState = self._world[2].clone()
            return world
        return self._guess(self.match.state if state is None else state, seat, number)

    def _guess(self, state: AnyState, seat: Seat, number: int) -> AnyState:
        seed = chance.stream(self.number + (number << 20), self.name) >> 1
        guess: AnyState = self.game.guess(state, seat, seed)
        return guess

    # Showing

    def _position(
        self,
        state: AnyState,
        viewer: Viewer,
        finished: bool,
        view: Mapping[str, object] | None = None,
        scores: list[int] | None = None,
    ) -> wire.Position:
        asked = state.asked()
        over = finished or asked is None
        return wire.Position(
            match=self.name,
            number=self.number,
            move=len(self.match.line),
            seat=viewer,
            view=self.game.view(state, viewer) if view is None else view,
            asked=None if over else asked,
            question="" if over else state.question(),
            scores=state.scores() if scores is None else scores,
            over=over,
            places=state.places() if over else None,
        )

    def _now(self) -> tuple[int, AnyState, list[int]]:
        """The number, a copy of the position that nobody changes, and its scores."""
        if self._shown is None or self._shown[0] != self.number:
            state = self.match.state.clone()
            self._shown = (self.number, state, state.scores())
        return self._shown

    def _view(self, viewer: Viewer) -> _Seen:
        """The current view, remembered so that the next move can say what changed."""
        known = self._views.get(viewer)
        if known is None or known.number != self.number:
            # Of a copy: a view may hold parts of its position, and this one is kept while the game goes on.
            known = self._views[viewer] = _Seen(self.number, self.game.view(self._now()[1], viewer), {})
        return known

    def _offered(self, seat: Seat) -> list[wire.Option]:
        """The options of the seat that is asked, explained once."""
        if self._offers is None or self._offers[0] != self.number:
            self._offers = (self.number, offers(self.game, self.world(seat), seat))
        return self._offers[1]

    def position(self, viewer: Viewer, finished: bool, printed: bool = False) -> wire.Position:
        """The position with the options of the viewer when it is asked, and with what never changes if wished."""
        state = self.match.state
        shown = self._position(state, viewer, finished, self._view(viewer).view, self._now()[2])
        if printed:
            shown.printed = self.game.printed(state)
        if viewer is not None and not shown.over:
            if state.asked() == viewer:
                shown.options = self._offered(viewer)
            shown.undo = self.undo_offer(viewer)
        return shown

    def preview(self, seat: Seat, actions: Sequence[str], near: bool = False) -> wire.Position:
        """The position after a draft, on a guess; a step that reveals something is not shown."""
        if self.match.state.asked() != seat:
            raise Refused(409, "not-asked", f"seat {seat} is not asked now")
        state, game = self.world(seat), self.game
        steps: list[wire.Step] = []
        ends: wire.DraftEnd | None = None
        for index, text in enumerate(actions):
            self._draft_on(ends, index)
            action = read(game, state, text, index)
            before = state.clone()
            try:
                state.play(action)
            except IllegalAction as error:
                raise Refused(400, "illegal", why(error), {"index": index}) from None
            steps.append(wire.Step(before.question(), self._step(before, seat, action, first=not index)))
            ends = draft_end(before, state, seat)
            if ends == "reveals":
                # What the guess drew is not what will be drawn: the position ahead of the step is shown.
                state = before
        shown = self._position(state, seat, False)
        shown.draft = wire.Draft(steps, ends)
        if ends is None:
            shown.options = offers(game, state, seat) if actions else self._offered(seat)
            if actions:
                self._foreseen = _Foreseen((self.number, [step.option.text for step in steps]), shown.options)
            if near:
                shown.near = misses(game, state, seat)
        if ends == "reveals":
            shown.asked, shown.question = None, ""
        if not actions:
            shown.undo = self.undo_offer(seat)
        return shown

    def _step(self, before: AnyState, seat: Seat, action: Any, first: bool) -> wire.Option:
        """A step of a draft explained; the first one is an option that mostly was explained already."""
        game = self.game
        if first and self._offers is not None and self._offers[0] == self.number:
            text = game.write(before, action)
            for option in self._offers[1]:
                if option.text == text:
                    return option
        return explained(game, before, game.explanation(before, seat, action))

    def _draft_on(self, ends: wire.DraftEnd | None, index: int) -> None:
        if ends is not None:
            why = {
                "reveals": "something hidden came to light",
                "others": "somebody else is asked",
                "over": "the game is over",
            }
            sentence = f"the draft ends with action {index}, where {why[ends]}: commit it up to there"
            raise Refused(400, "draft-over", sentence, {"ends": ends, "index": index})

    def replayed(self, move: int, viewer: Viewer, finished: bool) -> wire.Position:
        """The position after ``move`` moves of the line."""
        if move > len(self.match.line):
            raise Refused(404, "not-found", say("desk.moves", most=len(self.match.line), got=move))
        state = self.match.at(move)
        shown = self._position(state, viewer, False)
        shown.move = move
        shown.number = self.match.line[move - 1] + 1 if move else 0
        shown.over = state.asked() is None
        return shown

    def sandbox(
        self,
        move: int | None,
        seat: Viewer,
        actions: Sequence[str],
        world: int,
        finished: bool,
        near: bool = False,
    ) -> wire.Position:
        """A position to try things on: a guess for ``seat``, or the true one when everything is known."""
        move = len(self.match.line) if move is None else move
        if move > len(self.match.line):
            raise Refused(404, "not-found", say("desk.moves", most=len(self.match.line), got=move))
        state = self.match.at(move)
        if not finished:
            assert seat is not None
            state = self.world(seat, world + 1, state)
        shown = tried(self.game, state, seat, actions, near=near)
        shown.match, shown.number, shown.supposed = self.name, self.number, True
        shown.move = move + len(actions)
        return shown

    def supposed(self, seat: Seat, actions: Sequence[str], near: bool = False) -> wire.Position:
        """A guess in which the others have answered somehow and ``seat`` has its next turn."""
        state = self.world(seat)
        met: dict[str, AnyState] = {}
        asked: Counter[str] = Counter()
        for step in range(SUPPOSED_STEPS):
            if state.asked() is None or (met and step >= FORESEEN_STEPS):
                break
            if state.asked() == seat:
                met.setdefault(state.question(), state.clone())
                asked[state.question()] += 1
            state.apply(state.options()[0])
        if not met:
            raise Refused(409, "not-asked", say("desk.turn.unseen", seat=seat))
        # Its turn is what it will be asked most; offers and the like come between.
        state = met[max(met, key=asked.__getitem__)]
        shown = tried(self.game, state, seat, actions, seat, near)
        shown.match, shown.number, shown.move, shown.supposed = self.name, self.number, len(self.match.line), True
        return shown

    def news(
        self, since: int, viewer: Viewer, finished: bool, clock: Mapping[str, Any], whole: bool = False
    ) -> bytes:
        """The entries after ``since`` and what they changed, as a live message; options for the seat that is asked.

        Where it is not known what changed, where very much has, or if it is wished so, the whole position.
        """
        old = None if whole else self._seen(since, viewer)
        shown = self.position(viewer, finished)
        entries = self.entries(viewer, since, finished) if 0 <= since <= self.number else []
        found = None if old is None else changes(old.view, shown.view, old.texts, self._view(viewer).texts)
        if found is None or len(msgspec.json.encode(found)) > MESSAGE_LIMIT:
            return msgspec.json.encode(wire.Whole(self.name, viewer, since, shown, entries, **clock))
        moved = wire.Moved(
            match=self.name,
            seat=viewer,
            base=since,
            number=self.number,
            move=shown.move,
            asked=shown.asked,
            question=shown.question,
            scores=shown.scores,
            over=shown.over,
            entries=entries,
            changes=found,
            places=shown.places,
            options=shown.options,
            undo=shown.undo,
            **clock,
        )
        return msgspec.json.encode(moved)

    def _seen(self, since: int, viewer: Viewer) -> _Seen | None:
        """The view at an earlier number, if the line still leads through it and it is not long ago."""
        known = self._views.get(viewer)
        if known is not None and known.number == since:
            return known
        if not 0 <= since <= self.number or self.number - since > 200:
            return None
        length = self.told[since - 1].total if since else 0
        if any(told.total < length for told in self.told[since:]):
            return None
        return _Seen(since, self.game.view(self.match.at(length), viewer), {})

    def entries(self, viewer: Viewer, since: int, finished: bool) -> list[wire.LogEntry]:
        """The log after ``since`` as the viewer may read it."""
        line = self.match.line
        moves = {line[move]: move + 1 for move in range(bisect_left(line, since), len(line))}
        return [self._entry(index, viewer, finished, moves) for index in range(since, len(self.told))]

    def sealed(self, index: int, viewer: Viewer) -> bool:
        """The viewer knows less about this entry than the log does."""
        told = self.told[index]
        return bool(told.texts) and told.texts[0 if viewer is None else viewer + 1][0] != told.entry.text

    def _entry(self, index: int, viewer: Viewer, finished: bool, moves: Mapping[int, int]) -> wire.LogEntry:
        told = self.told[index]
        shown = wire.LogEntry(
            number=index + 1,
            seat=told.entry.seat,
            question=told.entry.question,
            text=told.entry.text,
            at=told.at,
            move=moves.get(index),
        )
        if told.texts:
            # Once the match is over everybody reads an entry as the one who made it.
            reader = told.entry.seat if finished else viewer
            shown.text, shown.message = told.texts[0 if reader is None else reader + 1]
            shown.sealed = not finished and self.sealed(index, viewer)
        if not shown.sealed or told.open:
            happening = self.match.happenings[index]
            shown.bookings = [wire.BookingInfo(*booking) for booking in happening.bookings]
            shown.messages = [message(said) for said in happening.messages]
        if finished:
            shown.digest = told.digest
        return shown

    def log(self, viewer: Viewer, since: int, finished: bool) -> wire.Log:
        start = [wire.BookingInfo(*booking) for booking in self.match.start.bookings]
        return wire.Log(self.name, self.number, len(self.match.line), self.entries(viewer, since, finished), start)

    def series(self, viewer: Viewer, finished: bool) -> wire.Series:
        """Victory points by source along the line."""
        points = [wire.Point(0, b.seat, b.source, b.amount) for b in self.match.start.bookings if b.what == "vp"]
        for move, number in enumerate(self.match.line, 1):
            if finished or not self.sealed(number, viewer) or self.told[number].open:
                points.extend(
                    wire.Point(move, booking.seat, booking.source, booking.amount)
                    for booking in self.match.happenings[number].bookings
                    if booking.what == "vp"
                )
        return wire.Series(self.name, len(self.match.line), points, self.match.state.scores())

    # Changing

    def commit(self, seat: Seat, actions: Sequence[str], then: str | None = None) -> Played:
        """The entries that the draft would add, played on a copy; raises Refused.

        ``then`` names a question that is to be ended when the seat is asked next: only checked here.
        """
        if then is not None and then not in self.game.closes:
            may = ", ".join(self.game.closes) or "no question"
            sentence = say("desk.then", game=self.header.game, known=may, got=repr(then))
            raise Refused(400, "bad-request", sentence, {"field": "then"})
        match = self.fork()
        if match.state.asked() != seat:
            raise Refused(409, "not-asked", f"seat {seat} is not asked now")
        draft = _Drafted(self.number, match)
        ends: wire.DraftEnd | None = None
        for index, text in enumerate(actions):
            self._draft_on(ends, index)
            action = read(self.game, match.state, text, index)
            before = match.state.clone()
            try:
                entry = match.play(action)
            except IllegalAction as error:
                raise Refused(400, "illegal", why(error), {"index": index}) from None
            texts = self._heard(before, action)
            heard = texts[0][0]
            ends = draft_end(before, match.state, seat)
            line = _line(entry, match, heard if heard != entry.text else None)
            revealed = match.state.revealed()
            closing = self.game.closes.get(entry.question) == action
            draft.steps.append(_Drawn(entry, texts, line, len(match.line), revealed, ends == "reveals", closing))
        self._draft = draft
        return Played([step.line for step in draft.steps], self.after(match, places=False))

    def repeated(self, after: int, actions: Sequence[str]) -> bool:
        """Whether the entries after that number are this draft, however it is written."""
        length = self.told[after - 1].total if after else 0
        if any(told.total <= length for told in self.told[after:]):
            return False  # taken back since, or no moves
        state = self.match.at(length)
        for told, text in zip(self.told[after:], actions, strict=False):
            try:
                action = self.game.read(state, text)
                if self.game.write(state, action) != told.entry.text:
                    return False
                state.play(action)
            except (BadNotation, IllegalAction):
                return False
        return True

    def premove(self, seat: Seat, actions: Sequence[str]) -> tuple[Played, int]:
        """As much of the premoves as makes one draft, and how many that are; raises Refused."""
        try:
            return self.commit(seat, actions), len(actions)
        except Refused as refusal:
            if refusal.code != "draft-over":
                raise
            count: int = refusal.detail["index"]
            return self.commit(seat, actions[:count]), count

    def closing(self, seat: Seat) -> str | None:
        """The answer that only ends the pending question of the seat, where there is one."""
        state = self.match.state
        action = self.game.closes.get(state.question()) if state.asked() == seat else None
        return None if action is None or action not in state.options() else self.game.write(state, action)

    def note(self, seat: Seat, question: str, text: str) -> Played:
        """An entry about the table."""
        match = self.fork()
        entry = match.note(seat, question, text)
        return Played([_line(entry, match, None)], self.after(match))

    def undo_offer(self, seat: Seat) -> wire.UndoOffer | None:
        """Back to the position ahead of the seat's last commit, if it has one."""
        told, line = self.told, self.match.line
        own = (move for move in range(len(line) - 1, -1, -1) if told[line[move]].entry.seat == seat)
        last = next(own, None)
        if last is None:
            return None
        if told[line[last]].closing:
            # A turn that was ended apart from its commit, after the offers to others, is one turn all the same.
            last = next(own, last)
        keep, at = last, told[line[last]].at
        while keep and told[line[keep - 1]].entry.seat == seat and told[line[keep - 1]].at == at:
            keep -= 1
        return wire.UndoOffer(keep, self.undo_free(seat, keep))

    def undo_free(self, seat: Seat, keep: int) -> bool:
        """Nobody else was asked since, and nothing hidden came to light."""
        line = self.match.line
        then = self.told[line[keep - 1]].after if keep else self.first
        return (
            self.match.state.asked() == seat
            and all(self.told[number].entry.seat == seat for number in line[keep:])
            and self.match.state.revealed() == then
        )

    def undoing(self, seat: Seat, keep: int | None) -> Undone:
        """What the undo that ``seat`` asks for would be; raises Refused."""
        if keep is None:
            offer = self.undo_offer(seat)
            if offer is None:
                raise Refused(409, "no-undo", say("desk.undo.nothing", seat=seat))
            return Undone(offer.keep, offer.free)
        if keep >= len(self.match.line):
            raise Refused(409, "no-undo", say("desk.undo.fewer", count=len(self.match.line), got=keep))
        return Undone(keep, self.undo_free(seat, keep))

    def undo(self, seat: Seat, keep: int) -> Played:
        match = self.fork()
        entry = match.undo(seat, keep)
        return Played([_line(entry, match, None)], self.after(match))

    def order(self, seat: Seat, orders: Iterable[wire.Order]) -> str | None:
        """What the standing orders answer to the pending question; None: ask."""
        state = self.match.state
        if state.asked() != seat:
            return None
        question = state.question()
        wanted = next((order for order in orders if order.question == question), None)
        return None if wanted is None else ordered(self.game, self.world(seat), seat, wanted)


def _line(entry: Entry, match: AnyMatch, heard: str | None) -> Line:
    return Line(entry.seat, entry.question, entry.text, match.state.digest().hex(), heard=heard)


def draft_end(before: AnyState, state: AnyState, seat: Seat) -> wire.DraftEnd | None:
    """Why a draft cannot go on after this step."""
    if state.revealed() != before.revealed():
        return "reveals"
    asked = state.asked()
    if asked is None:
        return "over"
    return None if asked == seat else "others"


def tried(
    game: AnyGame,
    state: AnyState,
    seat: Viewer,
    actions: Sequence[str],
    only: Viewer = None,
    near: bool = False,
) -> wire.Position:
    """The position after actions of whoever is asked, shown to the one asked next (or to ``seat`` at the end)."""
    for index, text in enumerate(actions):
        if state.asked() is None:
            raise Refused(400, "draft-over", "the game is over: nobody is asked", {"ends": "over", "index": index})
        if only is not None and state.asked() != only:
            raise Refused(400, "draft-over", "somebody else is asked", {"ends": "others", "index": index})
        action = read(game, state, text, index)
        try:
            state.play(action)
        except IllegalAction as error:
            raise Refused(400, "illegal", why(error), {"index": index}) from None
    asked = state.asked()
    shown = wire.Position(
        match="",
        number=0,
        move=len(actions),
        seat=seat if seat is not None else asked,
        view=game.view(state, seat if seat is not None else asked),
        asked=asked,
        question=state.question(),
        scores=state.scores(),
        over=asked is None,
        places=state.places() if asked is None else None,
    )
    if asked is not None and (only is None or asked == only):
        shown.options = offers(game, state, asked)
        if near:
            shown.near = misses(game, state, asked)
    return shown


def ordered(game: AnyGame, state: AnyState, seat: Seat, order: wire.Order) -> str | None:
    """The answer of one standing order; None when it does not decide."""
    if order.rule == "first":
        return game.write(state, state.options()[0])
    if order.rule == "say":
        legal = {game.write(state, action) for action in state.options()}
        return next((text for text in order.texts if text in legal), None)
    known = game.explain(state, seat)
    idle = next((why for why in known if not (why.cost or why.gain or why.points)), None)
    if order.rule == "take":
        fitting = [
            why
            for why in known
            if why.gain
            and -sum(why.points.values()) <= order.pay
            and (order.most is None or sum(why.gain.values()) <= order.most)
        ]
        if fitting:
            best = max(fitting, key=lambda why: (sum(why.gain.values()), sum(why.points.values())))
            return game.write(state, best.action)
        if order.otherwise == "ask":
            return None
    return game.write(state, idle.action) if idle is not None else None
