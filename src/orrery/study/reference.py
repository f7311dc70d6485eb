"""What the judge says of decisions, against a second and careful look: fresh playouts of the same two turns.

Decisions are drawn by chance from games of people and of bots. A row holds every pair of playouts, those of the
judge and those of the look, so that what is said of them can be computed again. Factors are learned on one half of
the rows and tried on the other.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import copysign, sqrt
from pathlib import Path
from random import Random
from typing import Any, Final, Literal, NamedTuple, TypedDict

from orrery.bots.mind import mind
from orrery.core.chance import stream
from orrery.core.saying import Explained
from orrery.core.titles import ELSEWHERE, named, title
from orrery.study.calibration import Figures, players_of, stage_of
from orrery.study.decisions import Decision, decisions, gathered
from orrery.study.judge import (
    LOOK,
    Effort,
    Verdict,
    equal_searches,
    interval,
    measured,
    pair,
    search_candidates,
    student,
)
from orrery.study.measuring import Promised, played, promise_figures, table_of
from orrery.study.report import turn_texts

Source = Literal["people", "bots"]
ORDER: Final[tuple[tuple[str, Source], ...]] = (
    ("gaia", "people"),
    ("gaia", "bots"),
    ("gaia", "people"),
    ("evacuation", "bots"),
    ("gaia", "people"),
    ("gaia", "bots"),
    ("gaia", "people"),
    ("gaia", "bots"),
    ("gaia", "people"),
    ("evacuation", "bots"),
)
"""Of ten decisions: from which games each is taken."""
APART: Final = 400
"""Decisions of people are dealt into so many heaps; a row takes the first of its heap that can be judged."""
FOLD: Final = 4
"""So many decisions that follow each other belong to one half of the rows, the next to the other."""
PRIOR: Final = (10 * 4.0**2, 0.5, 0.9)
"""How firmly factors are thought to be something before they are measured, as if by ten differences of four points;
what they are thought to be, for searches and for playouts."""
NOISE: Final = (10, 6.0)
"""The same for the noise of equal searches: as if by ten decisions, and what it is thought to be."""
LARGE: Final = 5.0
"""A reference of so many points or more is large: its sign has to be right."""


class Reference(TypedDict):
    """One row: a decision, what searches say of it, and all pairs of playouts."""

    number: int
    title: str
    source: Source
    players: int
    stage: int
    seat: int
    question: str
    played: list[str]
    other: list[str]
    search: float
    """What equal searches say that the other turn brings more."""
    judge: list[int]
    """How much more it brings in each pair of the judge ..."""
    look: list[int]
    """... and of the second look."""


def wanted(count: int, people: bool) -> list[tuple[str, Source, int]]:
    """Title, source and number of so many decisions; from games of bots alone where there are none of people."""
    found: list[tuple[str, Source, int]] = []
    numbers: dict[tuple[str, Source], int] = {}
    for place in range(count):
        kind = ORDER[place % len(ORDER)]
        if people or kind[1] == "bots":
            numbers[kind] = numbers.get(kind, -1) + 1
            found.append((*kind, numbers[kind]))
    return found


def of_people(file: Path) -> list[Decision]:
    """The turns of the games of a file of records, one to a line.

    Games by rules that we do not know are left out, and those that bots have played to the end.
    """
    found: list[Decision] = []
    known = mind("gaia")
    data = file.read_bytes()
    for line in (gzip.decompress(data) if file.suffix == ".gz" else data).decode().splitlines():
        if json.loads(line).get("source") != "human":
            continue
        try:
            match = named(ELSEWHERE)(line).match
        except Explained:
            continue
        found += [each for each in decisions(match) if known.is_turn(each.state)]
    return found


def drawn(name: str, source: Source, number: int, seed: int, people: Sequence[Decision]) -> Iterator[Decision]:
    """Decisions to be judged, in an order drawn by chance: the first that has two candidates is taken."""
    if source == "people":
        order = Random(stream(seed, "people")).sample(range(len(people)), len(people))
        yield from (people[place] for place in order[number::APART])
        return
    own = stream(seed, f"{name} reference {number}")
    known = mind(name)
    match = played(name, table_of(name, number)[0], "greedy", own)
    turns = [decision for decision in gathered(known, match.steps) if known.is_turn(decision.state)]
    yield from Random(own).sample(turns, len(turns))


def reference(
    name: str, source: Source, number: int, seed: int, effort: Effort, turns: Iterable[Decision]
) -> Reference:
    """Judge the first of these decisions that has two candidates, and play it out in fresh worlds.

    The other turn is the one that equal searches like best besides the one that was played.
    """
    game, known = title(name), mind(name)
    own = stream(seed, f"{name} {source} {number}")
    for decision in turns:
        state, seat = decision.state, decision.seat
        guess = game.guess(state, seat, stream(own, "search"))
        one = tuple(decision.turn)
        others = [turn for turn in search_candidates(known, guess, seat, effort.nodes) if turn[0] != one[0]]
        if others:
            break
    else:
        raise LookupError(f"no decision to judge for {name} {source} {number}")
    found = equal_searches(known, guess, seat, [one, *others], effort.nodes)
    best = max(found[1:], key=lambda candidate: candidate.worth)

    def pairs(count: int, what: str) -> list[int]:
        return [
            pair(game, state, seat, one, best.turn, effort, stream(own, f"{what} {each}")) for each in range(count)
        ]

    return {
        "number": number,
        "title": name,
        "source": source,
        "players": players_of(state),
        "stage": stage_of(known, state),
        "seat": seat,
        "question": decision.question,
        "played": turn_texts(game, known, state, seat, one),
        "other": turn_texts(game, known, state, seat, best.turn),
        "search": round(best.worth - found[0].worth, 2),
        "judge": pairs(effort.pairs, "judge"),
        "look": pairs(LOOK, "look"),
    }


# --- what the rows say --------------------------------------------------------------------------------


class Factors(NamedTuple):
    """What of a difference is true on average."""

    search: float = PRIOR[1]
    playouts: float = PRIOR[2]


def mean_of(row: Reference) -> float:
    """What the second look found."""
    return sum(row["look"]) / len(row["look"])


def factors(rows: Sequence[Reference]) -> Factors:
    """What of a difference is true on average, learned from these rows."""
    return Factors(
        _slope([(row["search"], mean_of(row)) for row in rows], PRIOR[1]),
        _slope([(sum(row["judge"]) / len(row["judge"]), mean_of(row)) for row in rows], PRIOR[2]),
    )


def _slope(pairs: Sequence[tuple[float, float]], before: float) -> float:
    """The factor by which the first values come nearest to the second, with what was thought before; 0 to 1."""
    firm = PRIOR[0]
    square = sum(one * one for one, _ in pairs)
    slope = (sum(one * other for one, other in pairs) + firm * before) / (square + firm)
    return round(min(1.0, max(0.0, slope)), 2)


def fold(row: Reference) -> int:
    """Which half of the rows it belongs to."""
    return row["number"] // FOLD % 2


def held_out(rows: Sequence[Reference]) -> dict[tuple[str, int], Factors]:
    """Title and half -> factors that were learned on the other half."""
    return {
        (name, half): factors([row for row in rows if row["title"] == name and fold(row) != half])
        for name in sorted({row["title"] for row in rows})
        for half in (0, 1)
    }


class Proof(TypedDict):
    """How the judge stands against the reference."""

    what: str
    """From which games the decisions come."""
    count: int
    covered: int
    """Intervals of the judge that hold the mean of the reference."""
    half: float
    """Half the width of the one in the middle."""
    large: int
    """References of 5 points or more whose own interval is clear of 0."""
    right: int
    """Of these so many have the right sign."""
    search_right: int
    """The same for equal searches."""
    clear: int
    """Intervals of the judge that are clear of 0 ..."""
    kept: int
    """... of these so many have the sign of the reference ..."""
    claimed: float
    """... what the better turn of each brings by them in all, shrunk by a factor of other rows ..."""
    gained: float
    """... and what it brings by the reference."""


def groups(rows: Sequence[Reference]) -> dict[str, list[Reference]]:
    """The rows by where they come from, and all of them."""
    found: dict[str, list[Reference]] = {}
    for row in rows:
        kind = row["source"] if row["source"] == "people" else "solo" if row["players"] == 1 else "bots"
        found.setdefault(f"{row['title']} {kind}", []).append(row)
    return {**dict(sorted(found.items())), "all": list(rows)}


def proofs(rows: Sequence[Reference]) -> list[Proof]:
    """Coverage and signs by group; every half of the rows with factors of the other."""
    learned = held_out(rows)
    return [_proof(what, own, learned) for what, own in groups(rows).items() if own]


def _proof(what: str, rows: Sequence[Reference], learned: Mapping[tuple[str, int], Factors]) -> Proof:
    verdicts: list[tuple[Reference, Verdict, float]] = [
        (row, measured(row["judge"], learned[row["title"], fold(row)].playouts), mean_of(row)) for row in rows
    ]
    large = [
        (row, verdict, mean)
        for row, verdict, mean in verdicts
        if abs(mean) >= LARGE and abs(mean) > interval(row["look"])[1]
    ]
    clear = [(verdict, mean) for _, verdict, mean in verdicts if verdict["low"] > 0 or verdict["high"] < 0]
    halves = sorted((verdict["high"] - verdict["low"]) / 2 for _, verdict, _ in verdicts)
    return {
        "what": what,
        "count": len(rows),
        "covered": sum(verdict["low"] <= mean <= verdict["high"] for _, verdict, mean in verdicts),
        "half": round(halves[len(halves) // 2], 1),
        "large": len(large),
        "right": sum(verdict["raw"] * mean > 0 for _, verdict, mean in large),
        "search_right": sum(row["search"] * mean > 0 for row, _, mean in large),
        "clear": len(clear),
        "kept": sum(verdict["raw"] * mean > 0 for verdict, mean in clear),
        "claimed": round(sum(abs(verdict["points"]) for verdict, _ in clear), 1),
        "gained": round(sum(copysign(mean, mean * verdict["raw"]) for verdict, mean in clear), 1),
    }


def noise(rows: Sequence[Reference]) -> float:
    """Standard deviation of the error of equal searches once they are shrunk, that of the reference taken off."""
    factor = factors(rows).search
    firm, before = NOISE
    squares = firm * before**2
    for row in rows:
        mean, half = interval(row["look"])
        squares += (factor * row["search"] - mean) ** 2 - (half / student(len(row["look"]))) ** 2
    return round(sqrt(max(0.0, squares / (len(rows) + firm))), 1)


def figures_of(games: Sequence[Promised], rows: Sequence[Reference]) -> Figures:
    """What is stored for hints and the judge."""
    made: dict[str, str] = {}
    if games:
        made["promise"] = f"{len(games)} games between bots"
    if rows:
        made["shrink"] = f"{len(rows)} decisions against {LOOK} pairs of playouts each"
    by_title: dict[str, list[Reference]] = {}
    for row in rows:
        by_title.setdefault(row["title"], []).append(row)
    shrink: dict[str, dict[str, Any]] = {name: factors(own)._asdict() for name, own in sorted(by_title.items())}
    return {
        "promise": promise_figures(games),
        "shrink": shrink,
        "noise": {name: noise(own) for name, own in sorted(by_title.items())},
        "made": made,
    }
