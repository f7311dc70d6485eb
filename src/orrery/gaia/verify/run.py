"""Replaying records and comparing everything they hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import NamedTuple

from orrery.core.game import BadOptions, Booking, IllegalAction, Journal
from orrery.gaia.actions import Action
from orrery.gaia.game import GAIA
from orrery.gaia.state import State
from orrery.gaia.verify import states
from orrery.gaia.verify.importer import BadMove, BadSetup, Importer, options_of
from orrery.gaia.verify.legal import compare
from orrery.gaia.verify.records import BadRecord, Json, Record, lines, parse, unofficial


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
        self._importer.play(self.data["moves"][number], watch)

    def needless(self, number: int) -> bool:
        """Whether a move of the record answers only questions that leave us no choice now."""
        return self._importer.needless(self.data["moves"][number])

    @property
    def bookings(self) -> list[Booking]:
        """All gains and costs so far."""
        return self.journal.bookings


def verify(record: Record) -> Report:
    """Replay one record and compare its digests, states, legal commands and end."""
    report = Report()
    reason = unofficial(record)
    if reason:
        report.skipped.append((record.name, reason))
        return report
    report.games = 1
    data = record.data

    def differs(move: int, what: str, wanted: object, got: object) -> None:
        report.mismatches.append(Mismatch(record.name, move, what, repr(wanted), repr(got)))

    try:
        replay = Replay(data)
    except (BadSetup, BadOptions) as error:
        differs(0, "setup", "a set-up that our rules allow", str(error))
        return report
    full = {state["after"]: state for state in data["states"]}
    listed = {sample["before"]: sample for sample in data.get("legal") or []}
    for number, digest in enumerate(data["digests"]):
        sample = listed.get(number)
        watch = None
        halved: list[str] = []
        if sample is not None:
            report.legal += 1
            mids = {" ".join(mid["after"].split()): mid for mid in sample.get("mid") or []}
            move = data["moves"][number]

            def check(given: Json, prefix: str, number: int = number, move: str = move) -> None:
                for what, wanted, got in compare(replay.state, given, move, prefix, report.rules):
                    differs(number, f"legal{f'[{prefix}]' if prefix else ''}.{what}", wanted, got)

            def watch(prefix: str, mids: dict[str, Json] = mids, check: Callable[..., None] = check) -> None:
                mid = mids.pop(prefix, None)
                if mid is not None:
                    check(mid, prefix)

            check(sample, "")
        try:
            replay.move(number, watch)
        except (BadMove, IllegalAction) as error:
            differs(number, "move", data["moves"][number], str(error))
            return report
        report.moves += 1
        if number + 1 < len(data["moves"]) and replay.needless(number + 1):
            # That engine stops in an income where we go on: what the income does not touch is compared now, all
            # the rest after the next move.
            report.rules["brainstone_needless"] += 1
            if number in full:
                report.states += 1
                got_now = states.position(replay.state)
                for what, theirs, got in states.differences(states.expected(full[number]), got_now):
                    if not states.touched_by_income(what):
                        differs(number, what, theirs, got)
            continue
        unfinished = states.income_under_way(replay.state)
        if unfinished is not None:
            report.rules["income_under_way"] += 1
        ours, theirs_now = states.digest(replay.state).split("|"), digest.split("|")
        for seat in states.double_tokens(replay.state):
            if states.same_but_bowls(theirs_now[seat], ours[seat]):
                report.rules["half_tokens_at_end"] += int(theirs_now[seat] != ours[seat])
                ours[seat] = theirs_now[seat]
                halved.append(f"players[{seat}].power")
        if number in full:
            report.states += 1
            wanted, got_now = states.expected(full[number]), states.position(replay.state)
            for what, theirs, got in states.differences(wanted, got_now):
                if not states.excused(what, unfinished) and what not in halved:
                    differs(number, what, theirs, got)
        if unfinished is not None and len(ours) == len(theirs_now):
            if not states.like(theirs_now[unfinished], ours[unfinished]):
                differs(number, f"digest[{unfinished}]", theirs_now[unfinished], ours[unfinished])
            ours[unfinished] = theirs_now[unfinished]
        if ours != theirs_now:
            differs(number, "digest", digest, "|".join(ours))
            return report
    _end(replay, data, differs)
    return report


def _end(replay: Replay, data: Json, differs: Callable[[int, str, object, object], None]) -> None:
    """Compare the final scores with their breakdown and counts."""
    state, final, last = replay.state, data["final"], len(data["moves"]) - 1
    ours: list[tuple[str, object]] = [
        ("ended", state.asked() is None),
        ("round", state.round),
        ("scores", state.scores()),
        ("breakdown", states.breakdown(state, replay.bookings)),
        ("finalCounts", states.final_counts(state)),
    ]
    for what, got in ours:
        for path, wanted, found in states.differences(final[what], got, f"final.{what}"):
            differs(last, path, wanted, found)


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
