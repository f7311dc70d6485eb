"""What checks of a pack have in common: a collector of problems, and how entries are read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from orrery.evacuation.pack.schema import SINGLE, Problem, Values

Entry = dict[str, Any]
Entries = dict[str, Entry]

STEPS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The six neighbours of a hex in axial coordinates."""


def coordinates(entry: Entry) -> tuple[int, int, int]:
    """q, r and s of a field."""
    q, r = entry["at"]
    return q, r, -q - r


def rise(slot: str) -> int:
    """What a slot adds to a production: its dots, or 1."""
    return int(slot.rpartition(" ")[2]) if " " in slot else 1


class Checker:
    """Collects what does not fit."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.problems: list[Problem] = []

    def one(self, section: str) -> Entry:
        return self.values[section][SINGLE]

    def many(self, section: str) -> Entries:
        return self.values[section]

    def expect(
        self, good: bool, section: str, name: str, field: str, text: str, rule: str, *, doubt: bool = False
    ) -> None:
        """Note a problem unless ``good``."""
        if not good:
            self.problems.append(Problem(section, name, field, text, rule, doubt))

    def refer(self, section: str, field: str, target: str, rule: str) -> None:
        """Every entry's field names an id of the target section."""
        known = self.many(target)
        for name, entry in self.many(section).items():
            told = entry[field]
            self.expect(told in known, section, name, field, f"there is no {told!r} among the {target}", rule)

    def all_used(self, section: str, used: Iterable[str], rule: str) -> None:
        """Every id of the section is used by something (a doubt)."""
        for name in self.many(section):
            self.expect(name in used, section, name, "", "nothing uses it", rule, doubt=True)
