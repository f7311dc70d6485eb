"""Replaying records and comparing everything they hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import NamedTuple

from orrery.core.game import BadOptions, IllegalAction
from orrery.core.journal import Booking, Journal
from orrery.gaia.actions import Action
from orrery.gaia.data.buildings import START_VP
from orrery.gaia.game import GAIA
from orrery.gaia.state import State
from orrery.gaia.tools.verify import states
from orrery.gaia.tools.verify.importer import BadMove, BadSetup, Importer, options_of
from orrery.gaia.tools.verify.legal import compare
from orrery.gaia.tools.verify.records import BadRecord, Json, Record, lines, parse, unofficial

Excuse = Callable[[str, int], bool]
"""Whether a difference in a field is covered by a named rule about a seat."""


class Mismatch(NamedTuple):
    """One difference between a record and our engine."""

    game: str
    move: int
    field: str
    expected: str
    got: str

    def __str__(self) -> str:
        return f"{self.game} move {self.move} {self.field}: expected {self.expected}, got {self.got}"


@dataclass
class Report:
    """What was compared and what differed."""

    games: int = 0
    moves: int = 0
    states: int = 0
    legal: int = 0
    mismatches: list[Mismatch] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    """Games that were left out, with the reason."""
    rules: Counter[str] = field(default_factory=Counter)
    """How often each named rule of comparison was applied."""

    def add(self, other: Report) -> None:
        """Count in another report."""
        self.games += other.games
        self.moves += other.moves
        self.states += other.states
        self.legal += other.legal
        self.mismatches.extend(other.mismatches)
        self.skipped.extend(other.skipped)
        self.rules.update(other.rules)

    def data(self) -> dict[str, object]:
        """Everything as plain JSON."""
        return {
            "games": self.games,
            "moves": self.moves,
            "states": self.states,
            "legal": self.legal,
            "mismatches": [mismatch._asdict() for mismatch in self.mismatches],
            "skipped": [{"game": game, "reason": reason} for game, reason in self.skipped],
            "rules": dict(sorted(self.rules.items())),
        }

    def summary(self) -> str:
        """The last line of a run."""
        return (
            f"games={self.games} moves={self.moves} states={self.states} legal={self.legal} "
            f"mismatches={len(self.mismatches)} skipped={len(self.skipped)}"
        )


class Replay:
    """One record played through our engine, move by move."""

    def __init__(self, data: Json) -> None:
        self.data = data
        self.state: State = GAIA.new(options_of(data), 0)
        self.journal = Journal()
        self._importer = Importer(lambda: self.state, self._play)

    def _play(self, action: Action) -> None:
        self.state.journal = self.journal
        self.state.play(action)

    def move(self, number: int, watch: Callable[[str], None] | None = None) -> None:
        """Play a move of the record; raises BadMove or IllegalAction."""
        moves = self.data["moves"]
        self._importer.play(moves[number], watch, moves[number + 1] if number + 1 < len(moves) else "")

    def needless(self, number: int) -> bool:
        """Whether a move of the record answers only questions that leave us no choice now."""
        return self._importer.needless(self.data["moves"][number])

    @property
    def bookings(self) -> list[Booking]:
        """All gains and costs so far."""
        return self.journal.bookings


def verify(record: Record) -> Report:
    """Replay one record and compare its digests, states, legal commands and end."""
    reason = unofficial(record)
    if reason:
        return Report(skipped=[(record.name, reason)])
    return _Comparison(record).run()


class _Comparison:
    """One record beside its replay."""

    def __init__(self, record: Record) -> None:
        self.name = record.name
        self.data = record.data
        self.report = Report(games=1)
        self.full: dict[int, list[Json]] = {}
        for state in self.data["states"]:
            self.full.setdefault(state["after"], []).append(state)
        self.listed: dict[int, list[Json]] = {}
        for sample in self.data.get("legal") or []:
            self.listed.setdefault(sample["before"], []).append(sample)

    def run(self) -> Report:
        """Compare until the end, or until the games have parted."""
        try:
            self.replay = Replay(self.data)
        except (BadSetup, BadOptions) as error:
            self._differs(0, "setup", "a set-up that our rules allow", str(error))
            return self.report
        for number in range(len(self.data["moves"])):
            try:
                self._move(number)
            except (BadMove, IllegalAction) as error:
                self._differs(number, "move", self.data["moves"][number], str(error))
                return self.report
            self.report.moves += 1
            if not self._position(number):
                return self.report
        self._end()
        return self.report

    def _differs(self, move: int, what: str, wanted: object, got: object) -> None:
        self.report.mismatches.append(Mismatch(self.name, move, what, repr(wanted), repr(got)))

    def _move(self, number: int) -> None:
        """Compare what is legal before the move and in the middle of it, and play it."""
        mids: dict[str, list[Json]] = {}
        for sample in self.listed.get(number, []):
            self.report.legal += 1
            self._legal(number, "", sample)
            for mid in sample.get("mid") or []:
                mids.setdefault(" ".join(mid["after"].split()), []).append(mid)

        def watch(prefix: str) -> None:
            for mid in mids.pop(prefix, []):
                self._legal(number, prefix, mid)

        self.replay.move(number, watch if mids else None)
        for prefix in mids:
            self._differs(number, "legal.mid", f"the move begins {prefix!r}", self.data["moves"][number])

    def _legal(self, number: int, prefix: str, sample: Json) -> None:
        where = f"legal[{prefix}]" if prefix else "legal"
        found = compare(self.replay.state, sample, self.data["moves"][number], prefix, self.report.rules)
        for what, wanted, got in found:
            self._differs(number, f"{where}.{what}", wanted, got)

    def _position(self, number: int) -> bool:
        """Compare the position after a move; False if it differs so that the rest cannot be compared."""
        state = self.replay.state
        theirs = self.data["digests"][number].split("|")
        ours = states.digest(state).split("|")
        excused: dict[int, Excuse] = {}
        if number + 1 < len(self.data["moves"]) and self.replay.needless(number + 1):
            # That engine stops in an income where we go on: what an income does not touch is compared now, all
            # the rest after the next move.
            self.report.rules["brainstone_needless"] += 1
            excused = dict.fromkeys(range(len(ours)), states.by_income)
        else:
            seat = states.income_under_way(state)
            if seat is not None:
                self.report.rules["income_under_way"] += 1
                excused[seat] = states.holdings
            for seat in states.double_tokens(state):
                if states.same_but_bowls(theirs[seat], ours[seat]) and theirs[seat] != ours[seat]:
                    self.report.rules["half_tokens_at_end"] += 1
                    excused[seat] = states.bowls
        for full in self.full.get(number, []):
            self.report.states += 1
            wanted = states.expected(full)
            for what, one, other in states.differences(wanted, states.position(state)):
                if not any(excuse(what, seat) for seat, excuse in excused.items()):
                    self._differs(number, what, one, other)
            # What is not compared with ours must at least agree with the digest.
            inside = [states.short_of(player) for player in full["players"]]
            if inside != theirs:
                self._differs(number, "state and digest", "|".join(theirs), "|".join(inside))
        for seat, excuse in excused.items():
            agree = states.same_but_bowls if excuse is states.bowls else states.like
            if seat < len(theirs) and agree(theirs[seat], ours[seat]):
                ours[seat] = theirs[seat]
        if ours != theirs:
            self._differs(number, "digest", "|".join(theirs), "|".join(ours))
            return False
        return True

    def _end(self) -> None:
        """Compare the final scores with their breakdown and counts."""
        state, final, last = self.replay.state, self.data["final"], len(self.data["moves"]) - 1
        ours: list[tuple[str, object]] = [
            ("ended", state.asked() is None),
            ("round", state.round),
            ("scores", state.scores()),
            ("breakdown", states.breakdown(state, self.replay.bookings)),
            ("startVp", START_VP),
            ("finalCounts", states.final_counts(state)),
        ]
        for what, got in ours:
            for path, wanted, found in states.differences(final[what], got, f"final.{what}"):
                self._differs(last, path, wanted, found)


class _Job(NamedTuple):
    path: str
    line: int
    text: str


def _work(job: _Job) -> Report:
    record = parse(*job)
    try:
        return verify(record)
    except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
        # Nothing of a record may pass unseen: what cannot be compared is an error, not a game without mismatches.
        raise BadRecord(
            f"{job.path}: line {job.line}: {record.name} cannot be compared: {type(error).__name__}: {error}"
        ) from error


def _jobs(paths: Iterable[str]) -> Iterator[_Job]:
    for path in paths:
        found = False
        for number, text in lines(path):
            found = True
            yield _Job(path, number, text)
        if not found:
            raise BadRecord(f"{path}: line 1: the file holds no record")


def run(paths: Iterable[str], workers: int = 1) -> Iterator[Report]:
    """The report of every record of the files, in order; raises BadRecord."""
    if workers <= 1:
        for job in _jobs(paths):
            yield _work(job)
        return
    with get_context("spawn").Pool(workers) as pool:
        yield from pool.imap(_work, _jobs(paths))
