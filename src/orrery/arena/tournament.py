"""A tournament: many games on published seeds, in parallel, resumable, every game's log kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import TypedDict

from orrery.arena.spread import spread
from orrery.arena.table import Thinking, play
from orrery.bots import known
from orrery.core.chance import stream
from orrery.core.titles import title as find


class Row(TypedDict):
    """One game in the results file."""

    number: int
    seed: int
    bots: list[str]
    scores: list[int]
    places: list[int]
    points: list[dict[str, int]]
    traits: list[dict[str, str]]
    faults: list[str]
    seconds: list[float]
    decisions: list[int]
    wall: float


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: ``seats`` bots take turns on the seats, rotated by one from game to game."""

    title: str
    seats: tuple[str, ...]
    games: int
    seed: int
    options: Mapping[str, object] = field(default_factory=dict)
    thinking: Thinking = field(default_factory=Thinking)

    def checked(self) -> Plan:
        """This plan, if it can be played; a ValueError says why not."""
        game = find(self.title)
        if self.games < 1:
            raise ValueError(f"a tournament needs at least one game, not {self.games}")
        for name in self.seats:
            known(name)
        options = game.complete(self.wished())
        seats = game.seats(options)
        if seats != len(self.seats):
            raise ValueError(f"these options make {seats} seats, but {len(self.seats)} bots were given")
        return self

    def wished(self) -> dict[str, object]:
        """The options of each game: the title's own for tournaments, the number of players, the caller's."""
        return {**find(self.title).tournament, "players": len(self.seats), **self.options}

    def game(self, number: int) -> tuple[int, tuple[str, ...]]:
        """Seed and seating of game ``number``."""
        turn = number % len(self.seats)
        return stream(self.seed, f"game {number}") >> 1, self.seats[turn:] + self.seats[:turn]


def run_one(plan: Plan, number: int) -> tuple[Row, str]:
    """Play one game of the plan: its row and its log."""
    seed, bots = plan.game(number)
    played = play(plan.title, plan.wished(), seed, bots, plan.thinking)
    game, state = played.match.game, played.match.state
    row: Row = {
        "number": number,
        "seed": seed,
        "bots": list(bots),
        "scores": list(state.scores()),
        "places": list(state.places()),
        "points": played.match.points(),
        "traits": [game.traits(state, seat) for seat in range(len(bots))],
        "faults": played.faults,
        "seconds": [round(value, 3) for value in played.seconds],
        "decisions": played.decisions,
        "wall": round(played.wall, 3),
    }
    return row, played.match.save()


def read_rows(folder: Path) -> list[Row]:
    """The rows of a results folder, by number; a line that was cut off by a break is dropped."""
    rows: dict[int, Row] = {}
    file = folder / "results.jsonl"
    if file.exists():
        for line in file.read_text().splitlines():
            try:
                row: Row = json.loads(line)
            except json.JSONDecodeError:
                continue
            rows[row["number"]] = row
    return [rows[number] for number in sorted(rows)]


def run(
    plan: Plan, folder: Path, jobs: int = 1, ray: str | None = None, each: Callable[[Row], None] | None = None
) -> list[Row]:
    """Play what the folder does not hold yet; every finished game is on disk before the next is counted."""
    plan.checked()
    folder.mkdir(parents=True, exist_ok=True)
    head = json.loads(json.dumps(asdict(plan)))
    file = folder / "plan.json"
    if file.exists():
        there = json.loads(file.read_text())
        if {**there, "games": 0} != {**head, "games": 0}:
            raise ValueError(f"{folder} holds another tournament; choose an empty folder to start a new one")
    file.write_text(json.dumps(head, indent=1) + "\n")
    rows = {row["number"]: row for row in read_rows(folder)}
    _mend(folder / "results.jsonl")
    (folder / "games").mkdir(exist_ok=True)
    missing = [number for number in range(plan.games) if number not in rows]
    with (folder / "results.jsonl").open("a") as results:
        for row, log in spread(partial(run_one, plan), missing, jobs, ray):
            (folder / "games" / f"{row['number']:05}.match").write_text(log)
            results.write(json.dumps(row) + "\n")
            results.flush()
            rows[row["number"]] = row
            if each is not None:
                each(row)
    return [rows[number] for number in range(plan.games)]


def _mend(file: Path) -> None:
    """Cut off a half-written last line."""
    if file.exists():
        text = file.read_bytes()
        if text and not text.endswith(b"\n"):
            file.write_bytes(text[: text.rfind(b"\n") + 1])
