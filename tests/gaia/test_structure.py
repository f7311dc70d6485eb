"""How the engine is written: no faction outside its file, every rule tested."""

from __future__ import annotations

import re
from pathlib import Path

from orrery.gaia.actions import Build, Federate
from orrery.gaia.data.boards import FACTIONS
from orrery.gaia.options import FORMER

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "orrery" / "gaia"
CORPUS = Path(__file__).parent / "corpus"
ELSEWHERE = ("factions", "data", "tools/verify", "automa")
"""Where factions may be named: their files, the tables, the names of other notations, the Automa's cards."""


def test_no_faction_is_named_outside_its_file() -> None:
    """Rules know moments, not names; examples in docstrings and former names of options excepted."""
    words = {name for faction in FACTIONS for name in (faction, faction.rstrip("s"))}
    pattern = re.compile(rf"(?<![a-z])({'|'.join(sorted(words))})(?![a-z])", re.IGNORECASE)
    # Names that stored matches have stay readable, as they are.
    examples = "|".join([r"``.*?``", *(f'"{name}"' for name in FORMER)])
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        if path.relative_to(SOURCE).as_posix().startswith(tuple(f"{place}/" for place in ELSEWHERE)):
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if pattern.search(re.sub(examples, "", line)):
                found.append(f"{path.relative_to(SOURCE)}:{number}: {line.strip()}")
    assert found == []


def test_every_rule_is_tested_and_every_citation_is_a_rule() -> None:
    """The list of rules and the tests agree."""
    rules: set[str] = set()
    for page in sorted((ROOT / "docs").rglob("*.md")):
        rules |= set(re.findall(r"^\| (GP-[A-Z]+-\d+) ", page.read_text(), re.MULTILINE))
    cited: set[str] = set()
    for path in sorted((ROOT / "tests/gaia").rglob("*.py")):
        cited |= set(re.findall(r"GP-[A-Z]+-\d+", path.read_text()))
    assert rules - cited == set(), "rules without a test"
    assert cited - rules == set(), "citations of no rule: add them to docs/rules/gaia.md"


def test_actions_compare_hash_and_print_by_value() -> None:
    """Equal values, equal actions; the text can be pasted into a test."""
    assert Build(0, 5) == Build(0, 5)
    assert hash(Build(0, 5)) == hash(Build(0, 5))
    assert Build(0, 5) != Build(1, 5)
    assert repr(Build(0, 5)) == "Build(0, 5)"
    assert Federate(0b101) != Build(0, 5)
