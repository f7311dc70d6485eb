"""``orrery evacuation``: look at the data pack, check a corrected one, see what was corrected."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from orrery.evacuation.pack import Examined, Problem


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``evacuation`` with its own subcommands."""
    top = commands.add_parser("evacuation", help="the data pack of Evacuation: show, check, compare, copy")
    parts = top.add_subparsers(dest="part", metavar="PART", required=True)

    check = parts.add_parser("check-pack", help="check a pack file; exit status 1 if it has faults")
    check.add_argument("file", type=Path, metavar="FILE", help="a whole pack, or corrections to the built-in one")
    check.set_defaults(run=check_pack)

    pack = parts.add_parser("pack", help="show the built-in pack, or what a file changes in it")
    which = pack.add_mutually_exclusive_group()
    which.add_argument("--diff", type=Path, metavar="FILE", help="show every value in which FILE differs")
    which.add_argument("--write", type=Path, metavar="FILE", help="write a copy of the built-in pack to edit")
    which.add_argument("--option", type=Path, metavar="FILE", help="print the option that plays a match with FILE")
    which.add_argument("--reconstructed", action="store_true", help="list all values that are a reconstruction")
    pack.set_defaults(run=show_pack)


def line_of(text: str, problem: Problem) -> int | None:
    """The line of a TOML file that a problem speaks of: its field, else its entry, else its section."""
    lines = text.splitlines()
    head = re.escape(problem.section) + (rf"\.\"?{re.escape(problem.id)}\"?" if problem.id else "")
    start = next((n for n, line in enumerate(lines) if re.match(rf"\[{head}\]", line)), None)
    if start is None:
        section = re.escape(problem.section)
        start = next((n for n, line in enumerate(lines) if re.match(rf"\[{section}[.\]]", line)), None)
        return None if start is None else start + 1
    for n in range(start + 1, len(lines)):
        if lines[n].startswith("["):
            break
        if problem.field and re.match(rf"{re.escape(problem.field)}\s*=", lines[n]):
            return n + 1
    return start + 1


def _examined(file: Path) -> tuple[str, Examined] | None:
    """A file's text and what is in it; says why and gives None when it cannot be read."""
    from orrery.evacuation.pack import Unreadable, examine, read
    from orrery.evacuation.pack.load import text_in

    try:
        text = text_in(file)
        return text, examine(read(text))
    except OSError as error:
        print(f"{file}: {error.strerror}", file=sys.stderr)
    except Unreadable as error:
        print(f"{file}: {error}", file=sys.stderr)
    return None


def _print(file: Path, text: str, problems: list[Problem]) -> None:
    for problem in problems:
        line = line_of(text, problem)
        place = f"{file}:{line}" if line else f"{file}"
        print(f"{place}: {'doubt: ' if problem.doubt else ''}{problem}")


def check_pack(args: argparse.Namespace) -> int:
    """Print every problem of a pack: 0 if it can be played with, 1 if not, 2 if it cannot be read."""
    from orrery.evacuation.pack.load import made

    found = _examined(args.file)
    if found is None:
        return 2
    text, examined = found
    _print(args.file, text, examined.problems)
    faults = sum(not problem.doubt for problem in examined.problems)
    doubts = len(examined.problems) - faults
    if faults:
        print(f"{args.file}: {faults} fault(s), {doubts} doubt(s)")
        return 1
    pack = made(examined)
    print(f"{args.file}: pack {pack.name!r} is good, {doubts} doubt(s), digest {pack.digest}")
    return 0


def show_pack(args: argparse.Namespace) -> int:
    """Show, copy or compare."""
    from orrery.evacuation.pack import BUILT_IN, default_pack, origins, reconstructed, text_of

    if args.diff is not None:
        return _diff(args.diff)
    if args.option is not None:
        return _option(args.option)
    if args.write is not None:
        return _write(args.write, text_of(BUILT_IN[-1]))
    pack = default_pack()
    if args.reconstructed:
        for origin in reconstructed(pack):
            print(origin)
        return 0
    print(f"{pack.name}: {pack.title}")
    print(f"digest {pack.digest}")
    tags = Counter(origin.tag.partition(" ")[0] for origin in origins(pack))
    total = sum(tags.values())
    for tag in ("rulebook", "derived", "source", "reconstruction"):
        print(f"{tags[tag]:5} values ({100 * tags[tag] / total:.0f} %) {tag}")
    sections: dict[str, Any] = {name: len(ids) for name, ids in pack.ids.items()}
    print(", ".join(f"{n} {name.replace('_', ' ')}" for name, n in sections.items()))
    return 0


def _diff(file: Path) -> int:
    from orrery.evacuation.pack import default_pack
    from orrery.evacuation.pack.load import differences
    from orrery.evacuation.pack.schema import clean

    found = _examined(file)
    if found is None:
        return 2
    text, examined = found
    faults = [problem for problem in examined.problems if not problem.doubt]
    if faults:
        _print(file, text, faults)
        print(f"{file}: {len(faults)} fault(s); values that cannot be read are not compared")
    base = default_pack()
    changes = differences(clean(base.data), examined.cleaned)
    for change in changes:
        print(change)
    print(f"{len(changes)} difference(s) to {base.name}")
    return 1 if faults else 0


def _option(file: Path) -> int:
    """Print ``pack=...``, as commands take it after ``--option``."""
    from orrery.evacuation.pack import pack_option
    from orrery.evacuation.pack.load import made

    found = _examined(file)
    if found is None:
        return 2
    text, examined = found
    faults = [problem for problem in examined.problems if not problem.doubt]
    if faults:
        _print(file, text, faults)
        print(f"{file}: {len(faults)} fault(s): nobody can play with it yet")
        return 1
    print("pack=" + json.dumps(pack_option(made(examined)), ensure_ascii=False))
    return 0


def _write(file: Path, text: str) -> int:
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        print(f"{file} exists; name a new file", file=sys.stderr)
        return 2
    print(f"wrote {file}; change [pack] name, correct values, then: orrery evacuation check-pack {file}")
    return 0
