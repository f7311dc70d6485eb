"""``orrery bench TITLE --record``: how dear a title is, kept over versions and machines.

What is kept does not depend on the machine: what was counted (decisions, options, calls of plain Python,
instructions of the processor where they can be counted) and ratios to a yardstick, a fixed piece of plain Python
that is run beside every game, so that whatever slows the one slows the other. A record is one line of JSON.
"""

from __future__ import annotations

import ctypes
import json
import os
import platform
import statistics
import struct
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from time import process_time_ns
from typing import Any, Final

from orrery import __version__, form
from orrery.core import chance
from orrery.core.game import AnyGame
from orrery.core.match import Match

DEARER: Final = 0.05
"""What costs so much more than before is told."""
FOLDER: Final = Path("docs") / "bench"
COUNTED: Final = ("decisions", "options", "calls", "instructions")


@dataclass(frozen=True, slots=True)
class Record:
    """What was found, when, and of what."""

    day: str
    version: str
    commit: str
    form: str
    """``plain`` or ``compiled``."""
    python: str
    title: str
    chosen: Mapping[str, object]
    """Options that were chosen; the others have their defaults."""
    games: int
    counted: Mapping[str, int | None]
    """Of all games: decisions, options offered, instructions; of the first ten: calls of plain Python functions."""
    ratios: Mapping[str, float] = field(default_factory=dict)
    """Times in yardsticks, medians over the games."""

    @property
    def alike(self) -> tuple[object, ...]:
        """Records with the same of these can be compared."""
        python = ".".join(self.python.split(".")[:2])
        return self.title, self.form, python, self.games, json.dumps(self.chosen, sort_keys=True)


def yardstick() -> int:
    """Nanoseconds of a fixed piece of plain Python: numbers, a list, a dict, calls. It never changes."""
    begin = process_time_ns()
    seen: dict[int, int] = {}
    kept: list[int] = []
    number = 1
    for turn in range(4000):
        number = _mixed(number + turn)
        seen[number & 255] = seen.get(number & 255, 0) + 1
        kept.append(number >> 40)
        if len(kept) > 64:
            kept = sorted(kept)[:8]
    return process_time_ns() - begin


def _mixed(number: int) -> int:
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    return number ^ number >> 27


def measured(
    game: AnyGame, options: Mapping[str, object], games: int, told: Callable[[str, int, int], None]
) -> Record:
    """Random games on the seeds 1, 2, 3 ..., each with a yardstick before and after it."""
    yardstick()
    ratios: dict[str, list[float]] = {"random_game": [], "decision": [], "clone": [], "view": [], "replay": []}
    decisions = offered = 0
    with Instructions() as instructions:
        for seed in range(1, games + 1):
            told("games, each beside a yardstick", seed - 1, games)
            before = yardstick()
            instructions.go()
            begin = process_time_ns()
            match = Match.new(game.name, options, seed)
            state = match.state
            states, answers, wide = [], 0, 0
            while state.asked() is not None:
                listed = state.options()
                wide += len(listed)
                if answers % 40 == 0:
                    states.append(state.clone())
                state.apply(listed[chance.draw(seed, answers, len(listed))])
                answers += 1
            took = process_time_ns() - begin
            instructions.rest()
            begin = process_time_ns()
            for one in states:
                for _ in range(20):
                    one.clone()
            cloning = (process_time_ns() - begin) / (20 * len(states))
            begin = process_time_ns()
            for one in states:
                game.view(one, 0)
            seeing = (process_time_ns() - begin) / len(states)
            played = Match.new(game.name, options, seed)
            while played.state.asked() is not None:
                listed = played.state.options()
                played.play(listed[chance.draw(seed, len(played.line), len(listed))])
            begin = process_time_ns()
            Match.replay(played.header, played.entries)
            replaying = process_time_ns() - begin
            stick = max(1.0, (before + yardstick()) / 2)
            found = (took, took / max(1, answers), cloning, seeing, replaying)
            for name, time in zip(ratios, found, strict=True):
                ratios[name].append(time / stick)
            decisions += answers
            offered += wide
        spent = instructions.spent()
    counted = {"decisions": decisions, "options": offered, "calls": _calls(game, options, games)}
    return Record(
        day=datetime.now(UTC).date().isoformat(),
        version=__version__,
        commit=_commit(),
        form="compiled" if form.compiled() else "plain",
        python=platform.python_version(),
        title=game.name,
        chosen=dict(options),
        games=games,
        counted={**counted, "instructions": spent},
        ratios={name: float(f"{statistics.median(values):.4g}") for name, values in ratios.items()},
    )


def _calls(game: AnyGame, options: Mapping[str, object], games: int) -> int | None:
    """Calls of Python functions in the same games, at most ten; compiled functions cannot be counted."""
    if form.compiled():
        return None
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    for seed in range(1, min(games, 10) + 1):
        game.forget(game.new(options, seed))
        state, number = game.new(options, seed), 0
        sys.setprofile(count)
        try:
            while state.asked() is not None:
                listed = state.options()
                state.apply(listed[chance.draw(seed, number, len(listed))])
                number += 1
        finally:
            sys.setprofile(None)
    return calls


class Instructions:
    """Instructions of this thread outside the kernel, while it goes; None where the machine does not count them."""

    OPEN: Final = {"x86_64": 298, "aarch64": 241}
    """Number of ``perf_event_open`` by machine."""
    ENABLE: Final = 0x2400
    DISABLE: Final = 0x2401

    def __init__(self) -> None:
        self._file = -1

    def __enter__(self) -> Instructions:
        call = self.OPEN.get(platform.machine())
        if sys.platform.startswith("linux") and call:
            # type hardware, size, config instructions; flags: disabled, without kernel and hypervisor
            wish = struct.pack("<IIQQQQQ", 0, 112, 1, 0, 0, 0, 1 | 1 << 5 | 1 << 6).ljust(112, b"\0")
            self._file = ctypes.CDLL(None, use_errno=True).syscall(call, wish, 0, -1, -1, 0)
        return self

    def __exit__(self, *error: object) -> None:
        if self._file >= 0:
            os.close(self._file)

    def go(self) -> None:
        """Count from now on."""
        self._ask(self.ENABLE)

    def rest(self) -> None:
        """Do not count for a while."""
        self._ask(self.DISABLE)

    def _ask(self, what: int) -> None:
        if self._file >= 0:
            import fcntl

            fcntl.ioctl(self._file, what, 0)

    def spent(self) -> int | None:
        """How many there were."""
        if self._file < 0:
            return None
        (count,) = struct.unpack("<Q", os.read(self._file, 8))
        return int(count) or None


def _commit() -> str:
    """The commit that runs, with a plus where files differ from it; nothing outside a checkout."""

    def git(*words: str) -> str:
        here = Path(__file__).parent
        try:
            done = subprocess.run(["git", *words], cwd=here, capture_output=True, text=True, check=False)
        except OSError:
            return ""
        return done.stdout.strip()

    return git("rev-parse", "--short", "HEAD") + ("+" if git("status", "--porcelain", "-uno", "--", ".") else "")


def records(file: Path) -> list[Record]:
    """What a file holds; a line that is no record is an error with its number."""
    found = []
    if file.exists():
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            try:
                found.append(Record(**json.loads(line)))
            except (TypeError, ValueError) as error:
                raise ValueError(f"{file}, line {number}: no record of a benchmark ({error})") from None
    return found


def appended(file: Path, record: Record) -> None:
    """Add a line."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(asdict(record), sort_keys=True) + "\n")


def last(known: Iterable[Record], record: Record) -> Record | None:
    """The newest of those that can be compared with this one."""
    return next((one for one in reversed(list(known)) if one.alike == record.alike), None)


def dearer(before: Record, now: Record) -> list[str]:
    """A sentence for all that costs more than 5 % more; and one for games that are no longer the same."""
    found = []
    for name in ("decisions", "options"):
        if before.counted[name] != now.counted[name]:
            found += [f"{name}: {now.counted[name]:,} where there were {before.counted[name]:,}: other games"]
    pairs: list[tuple[str, Any, Any]] = [(n, before.counted.get(n), now.counted.get(n)) for n in COUNTED[2:]]
    pairs += [(name, before.ratios.get(name), ratio) for name, ratio in now.ratios.items()]
    for name, old, new in pairs:
        if old and new and new > old * (1 + DEARER):
            found += [f"{name}: {100 * (new / old - 1):.1f} % dearer ({old:,} before, {new:,} now)"]
    return found


def plotted(file: Path, known: list[Record]) -> None:
    """Ratios over the records, a curve for each form."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    names = list(known[0].ratios)
    figure, axes = plt.subplots(len(names), 1, figsize=(8, 2.2 * len(names)), sharex=True, squeeze=False)
    marks = [f"{one.version}\n{one.commit}" for one in known]
    for name, axis in zip(names, axes[:, 0], strict=True):
        for kind, mark in (("plain", "o"), ("compiled", "s")):
            mine = [(n, one.ratios[name]) for n, one in enumerate(known) if one.form == kind and name in one.ratios]
            if mine:
                axis.plot([n for n, _ in mine], [ratio for _, ratio in mine], marker=mark, label=kind)
        axis.set_ylabel(f"{name},\nyardsticks")
        axis.set_ylim(bottom=0)
        axis.legend()
    axes[-1, 0].set_xticks(range(len(marks)), marks)
    figure.suptitle(f"{known[0].title}: cost in yardsticks")
    figure.tight_layout()
    with mpl.rc_context({"svg.hashsalt": "orrery"}):
        figure.savefig(file, metadata={"Date": None})
    plt.close(figure)
