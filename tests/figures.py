"""Where full counts write what they found: ``docs/soak/<name>.md``, for people to read and to compare."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "soak"


def add(name: str, title: str, about: str, figures: Mapping[str, object]) -> None:
    """Add one run, with its day and the commit, to a page of runs: long counts are made in parts."""
    page = FOLDER / f"{name}.md"
    row = {"day": datetime.now(UTC).date().isoformat(), "commit": commit(), **figures}
    lines = page.read_text().splitlines() if page.exists() else []
    if not lines:
        marks = ["---" if isinstance(value, str) else "---:" for value in row.values()]
        lines = [f"# {title}", "", about, "", f"| {' | '.join(row)} |", f"| {' | '.join(marks)} |"]
    cells = [f"{value:,}" if isinstance(value, int) else str(value) for value in row.values()]
    FOLDER.mkdir(parents=True, exist_ok=True)
    page.write_text("\n".join([*lines, f"| {' | '.join(cells)} |"]) + "\n")


def commit() -> str:
    """The commit that is measured; with a plus when files differ from it."""

    def git(*words: str) -> str:
        done = subprocess.run(["git", *words], cwd=FOLDER.parent, capture_output=True, text=True, check=False)
        return done.stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", "../src")
    return git("rev-parse", "--short", "HEAD") + ("+" if changed else "")


def percentile(values: Sequence[float], part: float) -> float:
    """The value that so large a part of all does not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]
