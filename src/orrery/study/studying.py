"""Calls that judge a finished match, one decision each."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from orrery.core.game import AnyState, IllegalAction
from orrery.core.match import Entry, Header, Match
from orrery.core.saying import Explained, why
from orrery.core.titles import title
from orrery.desk import wire
from orrery.desk.calls import AboutTitle
from orrery.desk.problems import Refused
from orrery.desk.results import ENCODER, Head, Line
from orrery.study.thinking import drafted

if TYPE_CHECKING:
    from orrery.study.report import Study

KEPT: Final = 4
"""Matches that a process has at hand: their decisions come one after another, and several matches take turns."""


class Judged(Struct, array_like=True):
    """A piece of work that is done: the decision as JSON, and the move before which it was; None if all is done."""

    move: int | None
    unit: str = ""


class Subject(Struct, array_like=True):
    """A seat of a match, and how thoroughly it is judged."""

    head: Head
    lines: list[Line]
    seat: int
    depth: wire.Depth
    nodes: int
    """Positions for each candidate of a decision."""

    def study(self) -> Study:
        """The match, ready to be judged; refused where that is not possible."""
        from orrery.study.report import Study, Work

        key = (
            self.nodes,
            self.head.game,
            self.head.options,
            self.head.seed,
            self.lines[-1].digest if self.lines else "",
        )
        found = _STUDIES.get(key)
        if found is None:
            head = self.head
            header = Header(head.game, head.rules, msgspec.json.decode(head.options), head.seed)
            match: Any = Match.replay(header, [Entry(line.seat, line.question, line.text) for line in self.lines])
            try:
                found = Study(match, Work(search=self.nodes))
            except Explained as error:
                raise Refused(409, "no-report", why(error)) from None
            _STUDIES[key] = found
            while len(_STUDIES) > KEPT:
                _STUDIES.popitem(last=False)
        _STUDIES.move_to_end(key)
        return found


_STUDIES: OrderedDict[tuple[object, ...], Study] = OrderedDict()
"""Of the process that answers: a worker does nothing else at the same time."""


class Outline(AboutTitle):
    """How many pieces of work a report takes."""

    about: Subject

    def answer(self) -> bytes:
        return ENCODER.encode(self.about.study().total(self.about.seat, self.about.depth))


class Judge(AboutTitle):
    """The next piece of work after those that are done."""

    about: Subject
    done: list[str]

    def answer(self) -> bytes:
        study, seat = self.about.study(), self.about.seat
        done = {unit["move"]: unit for unit in map(msgspec.json.decode, self.done)}
        tasks = study.tasks(seat, self.about.depth, done)
        if not tasks:
            return ENCODER.encode(Judged(None))
        unit = study.work(tasks[0], done)
        return ENCODER.encode(Judged(unit["move"], msgspec.json.encode(unit).decode()))


class Conclude(AboutTitle):
    """The report of what is done, as JSON."""

    about: Subject
    done: list[str]

    def answer(self) -> bytes:
        study, seat = self.about.study(), self.about.seat
        done = {unit["move"]: unit for unit in map(msgspec.json.decode, self.done)}
        report = study.report(seat, done)
        moments = []
        for moment in report["moments"]:
            state = study.decisions[seat, moment["move"]].state
            steps = {name: _steps(study, state, seat, moment[name]) for name in ("played", "better")}
            position = (
                study.game.data(study.guessed(study.decisions[seat, moment["move"]])) if moment["clear"] else None
            )
            moments.append({**moment, "steps": steps, "position": position})
        return msgspec.json.encode({**report, "moments": moments})


class Practise(AboutTitle):
    """What an answer to an own mistake is worth, as JSON."""

    game: str
    seat: int
    moment: str
    turn: list[str]
    nodes: int

    def answer(self) -> bytes:
        from orrery.study.practice import judged

        game = title(self.game)
        moment = msgspec.json.decode(self.moment)
        try:
            found = judged(moment, self.game, self.seat, self.turn, self.nodes)
            steps = drafted(game, game.position(moment["position"]), self.seat, self.turn)
        except Explained as error:
            raise Refused(400, "illegal", why(error)) from None
        return ENCODER.encode(msgspec.json.encode({**found, "steps": steps}).decode())


class Solve(AboutTitle):
    """What a seat ends with by answers to a puzzle."""

    game: str
    puzzle: str
    line: list[str]

    def answer(self) -> bytes:
        from orrery.study.puzzles import outcome, puzzle_of

        try:
            return ENCODER.encode(outcome(puzzle_of(self.game, self.puzzle), self.line))
        except Explained as error:
            raise Refused(400, "illegal", why(error)) from None


def _steps(study: Study, state: AnyState, seat: int, texts: list[str]) -> list[wire.Step]:
    """A turn as steps for people; none where it was planned in a world that has turned out otherwise."""
    try:
        return drafted(study.game, state.clone(), seat, texts)
    except (IllegalAction, Explained):
        return []
