"""Which test proves which rule: the ids in docstrings of tests, and the list in docs/rules/evacuation.md.

``python -m tests.evacuation.citations`` fills the last column of that list.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final, NamedTuple

HERE: Final = Path(__file__).parent
LIST: Final = HERE.parent.parent / "docs" / "rules" / "evacuation.md"
ID: Final = re.compile(r"EV-[A-Z]+-[0-9]+")
ROW: Final = re.compile(r"\| (EV-[A-Z]+-[0-9]+) \| (.*) \| (.*) \|$")
UNTESTABLE: Final = "-"
SHOWN: Final = 3
"""Tests named for one rule at most."""


class Rule(NamedTuple):
    """A row of the list."""

    id: str
    text: str
    tests: tuple[str, ...]
    """``file::test``, or ``-`` alone where nothing can be tested."""


def cited() -> dict[str, list[str]]:
    """Rule id -> the tests whose docstring names it, as ``file::test``."""
    found: dict[str, list[str]] = {}
    for file in sorted(HERE.glob("test_*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for rule in dict.fromkeys(ID.findall(ast.get_docstring(node) or "")):
                    found.setdefault(rule, []).append(f"{file.stem}::{node.name}")
    return found


def listed() -> list[Rule]:
    """The rows of the list."""
    rows = [ROW.match(line) for line in LIST.read_text(encoding="utf-8").splitlines()]
    return [
        Rule(row[1], row[2], tuple(part.strip(" `") for part in row[3].split(",") if part.strip()))
        for row in rows
        if row
    ]


def write() -> int:
    """Fill the last column; how many rules still have no test."""
    found = cited()
    missing = 0
    lines = []
    for line in LIST.read_text(encoding="utf-8").splitlines():
        row = ROW.match(line)
        if row and row[3].strip() != UNTESTABLE:
            tests = found.get(row[1], [])[:SHOWN]
            missing += not tests
            lines.append(f"| {row[1]} | {row[2]} | {', '.join(f'`{test}`' for test in tests)} |")
        else:
            lines.append(line)
    LIST.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return missing


if __name__ == "__main__":
    print(f"{write()} rules without a test")
