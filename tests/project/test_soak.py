"""Full counts come in parts: each of them belongs to one, and a part goes on where it stopped."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests import soaking

ROOT = Path(__file__).resolve().parents[2]


def test_every_full_count_belongs_to_one_part() -> None:
    marked = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").rglob("*.py")
        if path != Path(__file__) and "pytest.mark.soak" in path.read_text("utf-8")
    }
    named = [file for files in soaking.PARTS.values() for file in files]
    assert sorted(named) == sorted(marked)
    page = (ROOT / "docs/soak/README.md").read_text("utf-8")
    assert [part for part in soaking.PARTS if f"| `{part}` |" not in page] == []


def test_a_part_remembers_what_passed_and_stops_in_time(tmp_path: Path) -> None:
    """Of three tests one fails: it alone is run again; after the time is over nothing begins."""
    file = tmp_path / "test_counts.py"
    file.write_text(
        "import pytest\n\n@pytest.mark.parametrize('n', range(3))\ndef test_it(n):\n    assert n != 1\n"
    )
    script = tmp_path / "run.py"
    script.write_text(
        "import sys, pytest\nfrom pathlib import Path\nfrom tests import soaking\n"
        f"soaking.kept = lambda: Path({str(tmp_path / 'kept.txt')!r})\n"
        f"soaking.line = lambda part, counts: print('line', part, counts)\n"
        "words = ['-q', '-n', '0', '-c', '/dev/null', '-p', 'no:cacheprovider', '-W', 'ignore']\n"
        f"sys.exit(pytest.main([*words, {str(file)!r}], plugins=[soaking]))\n"
    )

    def run(**more: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "ORRERY_SOAK_PART": "fuzz", **more}
        words = [sys.executable, str(script)]
        return subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True).stdout

    assert "line fuzz {'passed': 2, 'failed': 1, 'left': 0}" in run()
    assert "line fuzz {'passed': 0, 'failed': 1, 'left': 0}" in run()
    assert "line fuzz {'passed': 0, 'failed': 0, 'left': 1}" in run(ORRERY_SOAK_UNTIL="1")


def test_a_run_is_a_line_of_the_page(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text(f"# Runs\n\n{soaking.HEAD}")
    soaking.line("kills", {"passed": 2, "failed": 0, "left": 0}, page)
    assert re.fullmatch(
        r"\| \d{4}-\d\d-\d\d \| \w+\+? \| kills \| 2 \| 0 \| 0 \|", page.read_text().splitlines()[-1]
    )


def test_an_unknown_part_is_refused() -> None:
    assert soaking.main("castles", "1") == 2
