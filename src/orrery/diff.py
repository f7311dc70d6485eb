"""``orrery diff OLD NEW FOLDER``: two versions of the rules over a folder of matches, match by match.

A version is a folder with the source (a checkout, or what holds the package), a wheel, or a commit of the
repository in this folder. Each runs in a process of its own, as plain Python and with nothing else installed, and
is asked for the same: the position after every entry and what could be answered then.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

SHOWN: Final = 5
"""Options and matches of a kind that are named."""

CHILD: Final = """
import hashlib, json, sys
sys.path.insert(0, sys.argv[1])
from orrery.core.match import Match, parsed
sys.set_int_max_str_digits(0)
def options(match):
    state = match.state
    return [] if state.asked() is None else sorted(match.game.write(state, option) for option in state.options())
def told(error):
    return f"{type(error).__name__}: {error}"
def replay(text, listed):
    found = {"positions": [], "options": [], "error": None, "scores": None, "over": None}
    def each(match):
        found["positions"].append(match.state.digest().hex())
        if listed:
            found["options"].append(hashlib.sha256(json.dumps(options(match)).encode()).hexdigest()[:16])
    try:
        header, entries = parsed(text)
        begun = Match.replay(header, [])
        each(begun)
        match = Match.replay(header, entries, each)
        found["scores"], found["over"] = list(match.state.scores()), match.state.asked() is None
    except Exception as error:
        found["error"] = told(error)
    return found
def asked(text, number):
    try:
        header, entries = parsed(text)
        match = Match.replay(header, entries[:number])
        question = "" if match.state.asked() is None else match.state.question()
        return {"question": question, "seat": match.state.asked(), "options": options(match)}
    except Exception as error:
        return {"question": told(error), "seat": None, "options": []}
for line in sys.stdin:
    job = json.loads(line)
    text = open(job["file"], encoding="utf-8").read()
    found = replay(text, job["listed"]) if job["number"] is None else asked(text, job["number"])
    print(json.dumps(found), flush=True)
"""
"""What runs on each version: it knows only the contract of a match, so that older and newer ones answer alike."""


class Difference(NamedTuple):
    """One match that two versions see otherwise."""

    file: str
    kind: str
    """``refused``, ``accepted``, ``error``, ``position``, ``options`` or ``scores``."""
    entry: int
    """The number of the first entry after which they differ; 0 is the set-up."""
    sentence: str


class Version:
    """A version of the rules in a process of its own."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", CHILD, str(folder)],
            env={**os.environ, "ORRERY_PURE": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def ask(self, file: Path, listed: bool, number: int | None = None) -> dict[str, Any]:
        """What it makes of a match, or what is asked after so many entries; raises OSError if it cannot run."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            print(
                json.dumps({"file": str(file), "listed": listed, "number": number}),
                file=self._process.stdin,
                flush=True,
            )
        line = self._process.stdout.readline()
        if not line:
            assert self._process.stderr is not None
            last = self._process.stderr.read().strip().splitlines()[-1:]
            raise OSError(f"version {self.name} does not run here: {''.join(last) or 'it ended'}")
        found: dict[str, Any] = json.loads(line)
        return found

    def end(self) -> None:
        """It is needed no more."""
        self._process.kill()
        self._process.communicate()


def source(name: str, to: Path) -> Path:
    """The folder that holds the package of a version; raises LookupError that says what a version is."""
    path = Path(name)
    for folder in (path / "src", path):
        if (folder / "orrery" / "core").is_dir():
            return folder.resolve()
    if path.suffix == ".whl" and path.is_file():
        with zipfile.ZipFile(path) as wheel:
            wheel.extractall(to)
        return to
    packed = subprocess.run(["git", "archive", "--format=zip", name, "src"], capture_output=True, check=False)
    if packed.returncode == 0:
        with zipfile.ZipFile(BytesIO(packed.stdout)) as tree:
            tree.extractall(to)
        return to / "src"
    raise LookupError(f"there is no version {name!r}: expected a folder with its source, a wheel, or a commit")


def matches(folder: Path) -> list[Path]:
    """The match files of a folder and of those within it; raises LookupError if there is none."""
    found = sorted(path for path in folder.rglob("*") if path.is_file() and _is_match(path))
    if not found:
        raise LookupError(f"{folder} holds no match: their files begin with 'orrery match'")
    return found


def _is_match(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(12) == b"orrery match"


def compared(old: Version, new: Version, file: Path, listed: bool) -> Difference | None:
    """The first difference of a match, or None."""
    with ThreadPoolExecutor(2) as both:
        before, after = both.map(lambda version: version.ask(file, listed), (old, new))
    name = str(file)
    if (before["error"] is None) != (after["error"] is None):
        kind, at, who = ("refused", after, new) if after["error"] else ("accepted", before, old)
        return Difference(name, kind, len(at["positions"]), f"{who.name}: {at['error']}")
    for kind, what in (("position", "positions"), ("options", "options")):
        for number, (one, other) in enumerate(zip(before[what], after[what], strict=False)):
            if one != other:
                sentence = _options(old, new, file, number) if kind == "options" else _scores(before, after)
                return Difference(name, kind, number, sentence)
    if before["error"] != after["error"]:
        return Difference(name, "error", len(before["positions"]), f"{before['error']} | {after['error']}")
    if (before["scores"], before["over"]) != (after["scores"], after["over"]):
        return Difference(name, "scores", len(before["positions"]) - 1, _scores(before, after))
    return None


def _scores(before: dict[str, Any], after: dict[str, Any]) -> str:
    same = before["scores"] == after["scores"]
    return f"scores {before['scores']}, the same" if same else f"scores {before['scores']}, now {after['scores']}"


def _options(old: Version, new: Version, file: Path, number: int) -> str:
    """What only one of them lets a seat answer."""
    one, other = old.ask(file, False, number), new.ask(file, False, number)
    gone = [text for text in one["options"] if text not in other["options"]]
    come = [text for text in other["options"] if text not in one["options"]]
    parts = [f"seat {one['seat']} is asked {one['question']}"]
    if (one["seat"], one["question"]) != (other["seat"], other["question"]):
        parts.append(f"now seat {other['seat']} {other['question']}")
    for what, texts in (("no more", gone), ("new", come)):
        if texts:
            rest = f" and {len(texts) - SHOWN} others" if len(texts) > SHOWN else ""
            parts.append(f"{what}: {', '.join(texts[:SHOWN])}{rest}")
    return "; ".join(parts)


@contextlib.contextmanager
def versions(old: str, new: str) -> Iterator[tuple[Version, Version]]:
    """Both versions, running."""
    with tempfile.TemporaryDirectory(prefix="orrery-diff-") as folder, contextlib.ExitStack() as stack:
        made = []
        for number, name in enumerate((old, new)):
            to = Path(folder) / str(number)
            to.mkdir()
            version = Version(name, source(name, to))
            stack.callback(version.end)
            made.append(version)
        yield made[0], made[1]


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    diff = commands.add_parser("diff", help="compare two versions of the rules over a folder of matches")
    diff.add_argument("old", help="a folder with the source, a wheel, or a commit")
    diff.add_argument("new", help="the same; . is the checkout in this folder")
    diff.add_argument("folder", type=Path, help="matches, as 'orrery arena' and downloads write them")
    diff.add_argument("--quick", action="store_true", help="compare positions only, not what could be answered")
    diff.add_argument("--json", action="store_true", help="print one object for machines")
    diff.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Compare all; 1 if anything differs."""
    from rich.console import Console
    from rich.progress import track

    files = matches(args.folder)
    found: list[Difference] = []
    console = Console(stderr=True)
    with versions(args.old, args.new) as (old, new):
        for file in track(files, "matches", console=console, disable=not console.is_terminal):
            difference = compared(old, new, file, not args.quick)
            if difference is not None:
                found.append(difference)
    if args.json:
        print(json.dumps({"matches": len(files), "differences": [each._asdict() for each in found]}))
    else:
        _show(files, found)
    return 1 if found else 0


def _show(files: Sequence[Path], found: Sequence[Difference]) -> None:
    for each in found:
        print(f"{each.file}: {each.kind} at entry {each.entry}: {each.sentence}")
    kinds = {each.kind: sum(1 for other in found if other.kind == each.kind) for each in found}
    counted = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    print(f"matches={len(files)} differ={len(found)}" + (f" ({counted})" if counted else ""))
