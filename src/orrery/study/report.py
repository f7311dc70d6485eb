"""The report of a finished match: what each seat could expect, what it left on the table, and when that mattered.

The unit of work is one decision. ``Study.tasks`` says which are still to be done, ``Study.work`` does one, and
``Study.report`` puts together what there is; what a caller has stored of it is never done again. A decision is
judged in two steps. Searching finds the best other turn by one sample and measures it by a fresh one, so that
nothing is charged for chance alone; a difference may be negative and stays in the sum. Measuring plays the largest
differences out in pairs. What came to light until the next decision of the seat is part of the first step: luck
and decisions are told apart.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, Final, Literal, NamedTuple, TypedDict

from orrery.bots import Nodes
from orrery.bots.follow import follow
from orrery.bots.mind import AnyMind, mind
from orrery.core.chance import stream
from orrery.core.game import AnyGame, AnyState, Seat
from orrery.core.match import AnyMatch
from orrery.core.saying import Explained, say
from orrery.study.calibration import Calibration, calibration, players_of, stage_of
from orrery.study.decisions import Decision, gathered, steps_of
from orrery.study.finish import Finish, Limit, Word, ending, finish
from orrery.study.hint import Reason
from orrery.study.judge import (
    Effort,
    Searched,
    Turn,
    Verdict,
    compared,
    equal_searches,
    search_candidates,
    solver_verdict,
)
from orrery.study.kinds import kind
from orrery.study.luck import events, luck
from orrery.study.waste import sums, wasted

VERSION: Final = 2
"""Of stored units: raised when older ones mean something else."""
MOMENTS: Final = 5
"""Moments that are measured and shown at the most ..."""
FEWEST: Final = 3
"""... and so many where there are any, unclear ones too."""
SHOWN: Final = 2.0
"""Points that a clear moment is worth at least."""
OBVIOUS: Final = 0.3
"""A decision counts if its candidates differ by more."""
FINISHED: Final = 4
"""The best finish is searched from so many own turns before the end on."""
REASONS: Final = 5
Mode = Literal["quick", "complete"]


class Task(TypedDict):
    """One decision to be worked on."""

    seat: int
    move: int
    """How many moves came before it."""
    step: Literal["search", "measure"]


class Unit(TypedDict):
    """One decision, judged: what is stored, as plain JSON."""

    version: int
    seat: int
    move: int
    last: int
    """The move of its last answer."""
    stage: int
    """Round or year."""
    question: str
    kind: str
    counted: bool
    """Whether there was something to decide."""
    played: list[str]
    better: list[str]
    """The turn that the first sample liked best; as played if it liked that best."""
    line: list[str]
    """The better turn and the own turns planned after it in this round or year."""
    search: float
    """Points that the better turn brings more by a fresh pair of equal searches, shrunk."""
    verdict: Verdict | None
    """The same, measured; None as long as it is not."""
    expected: float
    """What the seat could expect to end with ..."""
    band: float
    """... and how far from it such games end, as a standard deviation."""
    reasons: list[Reason]
    """By source: where the better turn is ahead of the one that was played, and where behind."""
    luck: float | None
    """Points that came to light until the seat's next decision, shrunk; None if nothing did."""
    finish: Finish | None
    """The best finish from here on, at one of the last turns of the seat."""


class Expected(TypedDict):
    """A point of the graph."""

    move: int
    stage: int
    points: float
    band: float


class Moment(TypedDict):
    """A decision that mattered."""

    move: int
    last: int
    stage: int
    kind: str
    played: list[str]
    better: list[str]
    line: list[str]
    points: float
    low: float
    high: float
    how: str
    clear: bool
    """Whether the interval is above 0 and the difference worth speaking of; else it is unclear."""
    reasons: list[Reason]


class Left(TypedDict):
    """What one kind of decisions left on the table."""

    kind: str
    decisions: int
    points: float


class Account(TypedDict):
    """How the end came about: start, luck, decisions and others sum to the final points."""

    start: float
    """What the seat could expect at its first decision."""
    luck: float
    """What came to light."""
    decisions: float
    """Less what was left on the table."""
    others: float
    """The rest: what the others did, and what plans did not foresee."""
    final: int


class LastTurns(TypedDict):
    """The best finish from one of the last turns on."""

    move: int
    points: int
    word: Word
    more: int | None
    """With ``found``: so many more are possible at the most, if a bound is known."""
    line: list[str]


class Report(TypedDict):
    """Everything about one seat."""

    seat: int
    final: int
    judged: int
    """Decisions that were judged so far, of ``decisions``."""
    decisions: int
    counted: int
    points: float
    """Left on the table in all: the sum of ``kinds``."""
    low: float
    high: float
    a_turn: float
    """The same for each decision that counts."""
    kinds: list[Left]
    moments: list[Moment]
    expected: list[Expected]
    account: Account | None
    """Where there is chance, once all decisions are judged."""
    finish: LastTurns | None
    waste: dict[str, dict[str, int]]


class Work(NamedTuple):
    """How much work a decision may take."""

    search: int = 4_000
    """Positions for each candidate, and for the luck of each thing that came to light."""
    measure: Effort = Effort()


class Study:
    """A finished match that is looked back on."""

    def __init__(self, match: AnyMatch, work: Work | None = None, figures: Calibration | None = None) -> None:
        if match.state.asked() is not None:
            raise Explained(say("study.report.running"))
        self.match: Final = match
        self.game: Final[AnyGame] = match.game
        self.known: Final[AnyMind] = mind(match.game.name)
        if not self.known.in_points(match.state):
            raise Explained(say("study.report.race"))
        self.plan: Final = work or Work()
        self.figures: Final = figures or calibration()
        self.people: Final = self.game.seats(match.header.options)
        steps = steps_of(match)
        found = [decision for decision in gathered(self.known, steps) if self._judged(decision)]
        self.decisions: Final = {(decision.seat, decision.move): decision for decision in found}
        self.events: Final = events(steps)
        self.digest: Final = match.state.digest().hex()
        """Of the end of the match: units stored of another match are of no use."""

    def _judged(self, decision: Decision) -> bool:
        """Turns, and questions after which a plan can begin."""
        known, state = self.known, decision.state
        if known.searched(state):
            return True
        trial = state.clone()
        trial.apply(decision.turn[0])
        return known.resumed(trial, decision.seat) is not None

    def own(self, seat: Seat) -> int:
        """How many decisions of a seat are judged."""
        return sum(where == seat for where, _ in self.decisions)

    def tasks(self, seat: Seat, mode: Mode, done: Mapping[int, Unit]) -> list[Task]:
        """What is still to be done for a seat; ``done`` holds stored units by their move.

        The second step of a complete report begins when the first is over: only then it is known what is large.
        """
        if not 0 <= seat < self.people:
            raise Explained(say("study.seat", most=self.people - 1, got=seat))
        own = [move for where, move in self.decisions if where == seat]
        missing: list[Task] = [{"seat": seat, "move": move, "step": "search"} for move in own if move not in done]
        if missing or mode == "quick":
            return missing
        return [
            {"seat": seat, "move": unit["move"], "step": "measure"}
            for unit in largest([done[move] for move in own])
            if unit["verdict"] is None
        ]

    def total(self, seat: Seat, mode: Mode) -> int:
        """How many tasks there are in all, as far as that can be known before."""
        own = self.own(seat)
        return own + (min(own, MOMENTS) if mode == "complete" else 0)

    def work(self, task: Task, done: Mapping[int, Unit]) -> Unit:
        """Do one task; the unit takes the place of the one that is stored for its move."""
        decision = self.decisions[task["seat"], task["move"]]
        return (
            self._searched(decision) if task["step"] == "search" else self._measured(decision, done[task["move"]])
        )

    def _proven(self, decision: Decision) -> tuple[Turn, Verdict] | None:
        """The best turn and what it brings more than what was played, where the solver can tell; else None."""
        game, seat, state = self.game, decision.seat, decision.state
        end = ending(game.name)
        if not self.plan.measure.solver or end.applies(state, seat) is not None or end.disturbed(state, seat):
            return None
        guess = self.guessed(decision)
        best = finish(game, guess, seat, Limit(self.plan.measure.solver))
        if best["word"] != "proven":
            return None
        line = turn_read(game, self.known, end.world(guess, seat), seat, best["line"])
        turn = line
        for number, answer in enumerate(line, 1):
            if self.known.ends_turn(answer):
                turn = line[:number]
                break
        verdict = solver_verdict(game, state, seat, tuple(decision.turn), turn, self.plan.measure, 0)
        return None if verdict is None else (turn, verdict)

    def _seed(self, decision: Decision) -> int:
        """Of all chance in judging a decision: by its place alone, never by the seed of the match."""
        return stream(decision.move, f"report {decision.seat}")

    def guessed(self, decision: Decision) -> AnyState:
        """The world in which better turns are looked for and written down."""
        found: AnyState = self.game.guess(decision.state, decision.seat, stream(self._seed(decision), "search"))
        return found

    def _searched(self, decision: Decision) -> Unit:
        game, known, seat, state = self.game, self.known, decision.seat, decision.state
        seed = self._seed(decision)
        nodes = self.plan.search if known.searched(state) else max(1, self.plan.search // 2)
        guess = self.guessed(decision)
        played = tuple(decision.turn)
        turns = [played]
        turns += [turn for turn in search_candidates(known, guess, seat, nodes) if not self._same(turn, played)]
        found = equal_searches(known, guess, seat, turns, nodes)
        worths = [each.worth for each in found]
        best = max(found, key=lambda each: each.worth)
        search = 0.0
        verdict: Verdict | None = None
        ends = (found[0], best)
        proven = self._proven(decision)
        if proven is not None:
            turn, verdict = proven
            search = verdict["points"]
            best = found[0]
            if search > 0:
                best = equal_searches(known, guess, seat, [turn], nodes)[0]
                ends = (found[0], best)
        elif best is not found[0]:
            fresh = game.guess(state, seat, stream(seed, "fresh"))
            one, other = equal_searches(
                known, fresh, seat, [played, best.turn], nodes + nodes // 4, stream(seed, "blur")
            )
            search = (other.worth - one.worth) * self.figures.shrink(game.name, "search")
            ends = (one, other)
        over = self.figures.promise(game.name, players_of(state), stage_of(known, state))
        unit: Unit = {
            "version": VERSION,
            "seat": seat,
            "move": decision.move,
            "last": decision.last,
            "stage": stage_of(known, state),
            "question": decision.question,
            "kind": kind(game, decision.question, played, () if best is found[0] else best.turn),
            "counted": max(worths) - min(worths) > OBVIOUS,
            "played": turn_texts(game, known, state, seat, played),
            "better": turn_texts(game, known, guess, seat, best.turn),
            "line": line_texts(game, known, guess, seat, best),
            "search": round(search, 2),
            "verdict": verdict,
            "expected": round(best.own - (over["over"] if over else 0.0), 1),
            "band": over["spread"] if over else 0.0,
            "reasons": reasons(known, state, seat, *ends),
            "luck": self._luck(decision),
            "finish": self._finish(decision),
        }
        return unit

    def _finish(self, decision: Decision) -> Finish | None:
        """The best finish, if this is the turn from which on it is searched."""
        end = ending(self.game.name)
        own = [
            move
            for (seat, move), other in self.decisions.items()
            if seat == decision.seat and self.known.is_turn(other.state) and end.applies(other.state, seat) is None
        ]
        if not self.plan.measure.solver or decision.move not in own[-FINISHED:][:1]:
            return None
        guess = self.game.guess(decision.state, decision.seat, stream(self._seed(decision), "search"))
        return finish(self.game, guess, decision.seat, Limit(self.plan.measure.solver))

    def _luck(self, decision: Decision) -> float | None:
        """What came to light from a decision up to the next one of the seat, or to the end."""
        seat, move = decision.seat, decision.move
        until = min((other for where, other in self.decisions if where == seat and other > move), default=None)
        found = [event for event in self.events if move <= event.move and (until is None or event.move < until)]
        if not found:
            return None
        seed = stream(self._seed(decision), "luck")
        points = sum(luck(self.game, self.known, event, seat, self.plan.search, seed) for event in found)
        return round(points * self.figures.shrink(self.game.name, "search"), 2)

    def _same(self, turn: Turn, played: Turn) -> bool:
        """Whether two turns are the same as far as both are given, their ends aside."""
        closing = set(self.game.closes.values())
        one, other = ([answer for answer in each if answer not in closing] for each in (turn, played))
        return one == other[: len(one)]

    def _measured(self, decision: Decision, unit: Unit) -> Unit:
        seed = self._seed(decision)
        state, seat = decision.state, decision.seat
        guess = self.guessed(decision)
        better = turn_read(self.game, self.known, guess, seat, unit["better"])
        verdict = compared(
            self.game,
            state,
            seat,
            tuple(decision.turn),
            better,
            self.plan.measure,
            stream(seed, "measure"),
            self.figures,
        )
        return {**unit, "verdict": verdict}

    def report(self, seat: Seat, done: Mapping[int, Unit]) -> Report:
        """What is known of a seat so far."""
        own = [move for where, move in self.decisions if where == seat]
        units = [done[move] for move in own if move in done]
        counted = [unit for unit in units if unit["counted"]]
        kinds: dict[str, Left] = {}
        error = 0.0
        noise = self.figures.noise(self.game.name)
        for unit in counted:
            left = kinds.setdefault(unit["kind"], {"kind": unit["kind"], "decisions": 0, "points": 0.0})
            left["decisions"] += 1
            left["points"] = round(left["points"] + points_of(unit), 2)
            error += (
                ((unit["verdict"]["high"] - unit["verdict"]["low"]) / 3.92) ** 2
                if unit["verdict"]
                else (0.0 if unit["better"] == unit["played"] else noise**2)
            )
        points = round(sum(left["points"] for left in kinds.values()), 2)
        half = 1.96 * sqrt(error)
        return {
            "seat": seat,
            "final": self.match.state.scores()[seat],
            "judged": len(units),
            "decisions": len(own),
            "counted": len(counted),
            "points": points,
            "low": round(points - half, 1),
            "high": round(points + half, 1),
            "a_turn": round(points / len(counted), 2) if counted else 0.0,
            "kinds": sorted(kinds.values(), key=lambda left: (-left["points"], left["kind"])),
            "moments": self._moments(counted),
            "expected": [
                {"move": unit["move"], "stage": unit["stage"], "points": unit["expected"], "band": unit["band"]}
                for unit in units
            ],
            "account": self._account(seat, units, points) if len(units) == len(own) else None,
            "finish": next((last_turns(unit["move"], unit["finish"]) for unit in units if unit["finish"]), None),
            "waste": sums(wasted(self.match), seat),
        }

    def _account(self, seat: Seat, units: Sequence[Unit], left: float) -> Account | None:
        """Luck apart from decisions; None where nothing ever came to light."""
        found = [unit["luck"] for unit in units if unit["luck"] is not None]
        if not found:
            return None
        start, came, final = units[0]["expected"], round(sum(found), 2), self.match.state.scores()[seat]
        others = round(final - start - came + left, 2)
        return {"start": start, "luck": came, "decisions": -left, "others": others, "final": final}

    def _moments(self, units: Sequence[Unit]) -> list[Moment]:
        """The clear ones, and unclear ones up to the fewest that are shown; in the order of the match."""
        found = [self._moment(unit) for unit in largest(units)]
        clear = [moment for moment in found if moment["clear"]]
        unclear = [moment for moment in found if not moment["clear"] and moment["points"] > 0]
        chosen = [*clear, *unclear[: max(0, FEWEST - len(clear))]]
        return sorted(chosen, key=lambda moment: moment["move"])

    def _moment(self, unit: Unit) -> Moment:
        verdict = unit["verdict"]
        half = 1.96 * self.figures.noise(self.game.name)
        points = points_of(unit)
        low, high = (verdict["low"], verdict["high"]) if verdict else (points - half, points + half)
        return {
            "move": unit["move"],
            "last": unit["last"],
            "stage": unit["stage"],
            "kind": unit["kind"],
            "played": unit["played"],
            "better": unit["better"],
            "line": unit["line"],
            "points": points,
            "low": round(low, 2),
            "high": round(high, 2),
            "how": verdict["how"] if verdict else "search",
            "clear": low > 0 and points >= SHOWN,
            "reasons": unit["reasons"],
        }


def last_turns(move: int, found: Finish) -> LastTurns:
    """The best finish as a report tells it."""
    return {
        "move": move,
        "points": found["points"],
        "word": found["word"],
        "more": found["more"],
        "line": found["line"],
    }


def points_of(unit: Unit) -> float:
    """What a decision left on the table, by the surest that is known."""
    return unit["verdict"]["points"] if unit["verdict"] else unit["search"]


def largest(units: Sequence[Unit]) -> list[Unit]:
    """The decisions that are measured: those whose better turn the searches like most, largest first."""
    found = [unit for unit in units if unit["counted"] and unit["search"] > 0]
    return sorted(found, key=lambda unit: (-unit["search"], unit["move"]))[:MOMENTS]


def reasons(known: AnyMind, state: AnyState, seat: Seat, one: Searched, other: Searched) -> list[Reason]:
    """Sources in which the second of two plans differs most from the first when their first stage is over."""
    ahead = known.ahead(state, seat)
    before, after = ahead.parts(one.soon, seat), ahead.parts(other.soon, seat)
    change = {name: after.get(name, 0.0) - before.get(name, 0.0) for name in {**before, **after}}
    most = sorted(change, key=lambda name: (-abs(change[name]), name))[:REASONS]
    return [{"source": name, "by": round(change[name], 1)} for name in most if abs(change[name]) >= 0.1]


def units_of(study: Study, text: str) -> list[Unit]:
    """Units from lines of JSON, later ones last; what is cut off, older or of another match is left out."""
    found: list[Unit] = []
    for line in text.splitlines():
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue
        if isinstance(row, dict) and row.pop("match", None) == study.digest and row.get("version") == VERSION:
            unit: Unit = row  # type: ignore[assignment]  # written by us, of this version
            found.append(unit)
    return found


# --- turns as text ------------------------------------------------------------------------------------


def turn_texts(game: AnyGame, known: AnyMind, state: AnyState, seat: Seat, turn: Sequence[Any]) -> list[str]:
    """The answers of a turn as they are written, as far as they can be given; the others stand still in between."""
    trial = state.clone()
    found: list[str] = []
    for answer in turn:
        while trial.asked() is not None and trial.asked() != seat:
            trial.apply(known.still(trial))
        if trial.asked() is None or (answer not in trial.options() and not known.fits(trial, answer)):
            break
        found.append(game.write(trial, answer))
        trial.apply(answer)
    return found


def turn_read(game: AnyGame, known: AnyMind, state: AnyState, seat: Seat, texts: Sequence[str]) -> Turn:
    """The answers that ``turn_texts`` wrote."""
    trial = state.clone()
    found: list[Any] = []
    for text in texts:
        while trial.asked() is not None and trial.asked() != seat:
            trial.apply(known.still(trial))
        answer = game.read(trial, text)
        found.append(answer)
        trial.apply(answer)
    return tuple(found)


def line_texts(game: AnyGame, known: AnyMind, state: AnyState, seat: Seat, best: Searched) -> list[str]:
    """A turn and the own turns that a plan has for the rest of this stage, the others standing still."""
    if not known.searched(state):
        return turn_texts(game, known, state, seat, best.turn)
    world = known.alone(state, seat)
    answers: list[Any] = list(best.turn)
    if best.line and isinstance(best.line[0], tuple):
        answers += _planned(known, world, seat, best)
    else:
        answers += best.line
    found: list[str] = []
    for answer in answers:
        while world.asked() is not None and world.asked() != seat:
            world.apply(known.still(world))
        if world.asked() is None or (found and known.leaf(world, state)):
            break
        if answer not in world.options() and not known.fits(world, answer):
            break
        found.append(game.write(world, answer))
        world.apply(answer)
    return found


def _planned(known: AnyMind, world: AnyState, seat: Seat, best: Searched) -> list[Any]:
    """All answers of the turns of a plan that tells the action that matters of each."""
    trial = world.clone()
    for answer in best.turn:
        trial.apply(answer)
    after, ended = follow(known, trial, seat, (), Nodes(1))
    found = list(ended)
    for action in () if best.staged else best.line[0]:
        if after is None or after.asked() != seat or not known.is_turn(after):
            break
        turn = next((each for each in known.turns(after, seat) if each[-1] == action), None)
        if turn is None:
            break
        after, more = follow(known, after, seat, turn, Nodes(1))
        found += more
    return found
