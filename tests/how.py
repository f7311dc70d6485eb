"""The changes that pages of ``docs/how`` show, applied to a copy of the tree: ``python -m tests.how PAGE FOLDER``.

A page shows a change as a ``diff`` block. A hunk begins with ``@@``, which may say anything, and finds its place by
its own lines: what it keeps and takes away stands exactly once in the file, one line after the other. So a page
stays true when lines move, and fails when what it shows is no longer there.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HOW = ROOT / "docs" / "how"
BLOCK = re.compile(r"^```diff\n(.*?)^```", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Hunk:
    """Lines of one file as they were and as they are afterwards."""

    path: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    new: bool
    """The file begins with it."""


def hunks(page: str) -> list[Hunk]:
    """Every change that a page shows, in its order."""
    found = []
    for block in BLOCK.findall((HOW / page).read_text("utf-8")):
        for part in re.split(r"(?m)^(?=--- )", block):
            if not part.strip():
                continue
            head, *pieces = re.split(r"(?m)^@@.*\n", part)
            old, path = (line.split(" ", 1)[1] for line in head.splitlines())
            if not path.startswith("b/") or not pieces:
                raise ValueError(f"{page}: {head!r} is no head of a change")
            for piece in pieces:
                lines = piece.splitlines()
                if any(line[:1] not in ("", " ", "+", "-") for line in lines):
                    raise ValueError(f"{page}: a line of a change begins with a space, + or -: {piece!r}")
                before = tuple(line[1:] for line in lines if line[:1] in ("", " ", "-"))
                after = tuple(line[1:] for line in lines if line[:1] in ("", " ", "+"))
                found.append(Hunk(path[2:], before, after, old == "/dev/null"))
    return found


def changed(page: str, folder: Path) -> list[str]:
    """Apply what a page shows to a copy of the tree; the files that it changed."""
    found = hunks(page)
    for hunk in found:
        path = folder / hunk.path
        if hunk.new:
            assert not path.exists(), f"{page}: {hunk.path} is new, but it is there"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(hunk.after) + "\n", "utf-8")
            continue
        lines = path.read_text("utf-8").split("\n")
        size = len(hunk.before)
        places = [n for n in range(len(lines)) if tuple(lines[n : n + size]) == hunk.before]
        shown = "\n".join(hunk.before)
        assert len(places) == 1, f"{page}: these lines stand {len(places)} times in {hunk.path}:\n{shown}"
        lines[places[0] : places[0] + size] = hunk.after
        path.write_text("\n".join(lines), "utf-8")
    return sorted({hunk.path for hunk in found})


if __name__ == "__main__":
    print("\n".join(changed(sys.argv[1], Path(sys.argv[2]))))
