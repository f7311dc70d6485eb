"""``make soak PART=...``: full counts in parts that end before two hours are over and go on where they stopped.

A part is a list of files. What has passed at a commit is remembered (``build/soak``) and not run again; once the
time of a part is over, the tests that have not begun are left for the next run. Each run adds a line to
``docs/soak/README.md``; the tests write figures of their own beside it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from tests.figures import FOLDER, commit

ROOT: Final = Path(__file__).resolve().parents[1]
SECONDS: Final = 100 * 60
"""After so long a part begins no further test."""

PARTS: Final = {
    "contract": (
        "tests/every_game.py",
        "tests/gaia/test_conservation.py",
        "tests/gaia/automa/test_turn.py",
        "tests/project/test_forms.py",
    ),
    "federations": (
        "tests/gaia/test_federations_corpus.py",
        "tests/gaia/test_federations_play.py",
        "tests/gaia/test_federations_search.py",
        "tests/study/test_finish.py",
    ),
    "kills": ("tests/server/test_server_soak_kills.py",),
    "races": ("tests/server/test_server_soak_races.py",),
    "fuzz": (
        "tests/server/test_server_soak_attacks.py",
        "tests/gaia/test_position_fuzz.py",
        "tests/evacuation/test_position_fuzz.py",
    ),
    "browser": ("tests/browser/test_browser_preview.py", "tests/browser/test_browser_tutorial.py"),
}
"""Part -> the files with its full counts; every full count belongs to one."""


def kept() -> Path:
    """Which tests have passed at this commit."""
    return ROOT / "build" / "soak" / f"{commit()}.txt"


def passed() -> set[str]:
    """Their names."""
    return set(kept().read_text("utf-8").splitlines()) if kept().exists() else set()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what has passed before."""
    done = passed()
    again = [item for item in items if item.nodeid in done]
    items[:] = [item for item in items if item.nodeid not in done]
    config.hook.pytest_deselected(items=again)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin nothing when the time is over."""
    if time.time() > float(os.environ.get("ORRERY_SOAK_UNTIL", "inf")):
        pytest.skip("the time of this part is over: run it again")


class Remembering:
    """Counts what the tests came to, and keeps the names of those that passed."""

    def __init__(self) -> None:
        self.counts = {"passed": 0, "failed": 0, "left": 0}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped:
            self.counts["left"] += 1
        elif report.failed:
            self.counts["failed"] += 1
        elif report.when == "call":
            self.counts["passed"] += 1
            kept().parent.mkdir(parents=True, exist_ok=True)
            with kept().open("a", encoding="utf-8") as file:
                file.write(f"{report.nodeid}\n")


def pytest_configure(config: pytest.Config) -> None:
    """Remember in the process that gathers the reports."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Remembering(), "remembering")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """One line a run: what was done, and what is left."""
    remembering = session.config.pluginmanager.get_plugin("remembering")
    if remembering is None or session.config.option.collectonly:
        return
    counts = remembering.counts
    if any(counts.values()):
        line(os.environ.get("ORRERY_SOAK_PART", "?"), counts)


HEAD: Final = (
    "| day | commit | part | passed | failed | left for the next run |\n| --- | --- | --- | ---: | ---: | ---: |\n"
)


def line(part: str, counts: dict[str, int], page: Path = FOLDER / "README.md") -> None:
    """Add a run to the table of the page."""
    day = time.strftime("%Y-%m-%d", time.gmtime())
    text = page.read_text("utf-8")
    assert HEAD in text, f"{page} has no table of runs"
    cells = (day, commit(), part, *(str(counts[name]) for name in ("passed", "failed", "left")))
    page.write_text(f"{text.rstrip()}\n| {' | '.join(cells)} |\n", "utf-8")


def main(part: str, workers: str) -> int:
    """Run a part, or all of them one after the other."""
    if part != "all" and part not in PARTS:
        print(f"PART is one of {', '.join(PARTS)}, or all; not {part!r}", file=sys.stderr)
        return 2
    worst = 0
    for name in PARTS if part == "all" else (part,):
        until = f"{time.time() + SECONDS:.0f}"
        words = ("-m", "pytest", "-p", "tests.soaking", "-m", "soak", "-n", workers, "--dist", "worksteal")
        found = subprocess.run(
            [sys.executable, *words, "--durations", "5", *PARTS[name]],
            cwd=ROOT,
            env={**os.environ, "ORRERY_SOAK_PART": name, "ORRERY_SOAK_UNTIL": until},
        ).returncode
        worst = max(worst, 0 if found == 5 else found)  # 5: everything has passed before
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
