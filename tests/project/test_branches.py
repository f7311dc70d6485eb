"""The table of ``make coverage``: branches by part, and what is under the floor."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from tests.branches import BEGIN, END, FLOOR, PAGE, PARTS, table

ROOT = Path(__file__).resolve().parents[2]


def file(branches: int, taken: int, missing: list[list[int]]) -> dict[str, Any]:
    counts = {"num_branches": branches, "covered_branches": taken, "num_statements": 10, "covered_lines": 9}
    return {"summary": counts, "missing_branches": missing}


def test_branches_are_summed_by_part_and_those_never_taken_are_named() -> None:
    files = {f"src/orrery/{part}/one.py": file(200, 199, []) for part in PARTS}
    files["src/orrery/gaia/rules/two.py"] = file(100, 90, [[7, 9], [12, -3]])
    text, under = table(files, "2026-01-01", "abc")
    assert under == ["gaia/rules"]
    assert "| `gaia/rules` | 300 | 289 | 96.3 % | 90.0 % |" in text
    assert "| `core` | 200 | 199 | 99.5 % | 90.0 % |" in text
    assert "| `gaia/rules/two.py` | 7 to 9, 12 to the end |" in text


def test_the_parts_are_those_that_are_measured_and_the_page_has_a_place_for_them() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["coverage"]
    assert told["run"]["source"] == [f"src/orrery/{part}" for part in PARTS]
    assert told["report"]["fail_under"] == FLOOR
    assert PAGE.read_text("utf-8").index(BEGIN) < PAGE.read_text("utf-8").index(END)
