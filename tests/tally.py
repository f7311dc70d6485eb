"""The table of ``make mutation`` in docs/quality.md: how many changes of the rules the tests notice, by file."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "quality.md"
BEGIN: Final = "<!-- make mutation writes this -->\n"
END: Final = "<!-- until here, mutation -->\n"
_ROW: Final = re.compile(
    r"\| `(\S+)` \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| \S+ % \| (\S*) \| (\S*) \|"
)


class Row(NamedTuple):
    """What is known of a file."""

    file: str
    mutants: int
    tried: int
    killed: int
    timed_out: int
    survived: int
    day: str
    commit: str

    @property
    def score(self) -> float:
        """Percent of what was tried that was noticed: a test failed, or did not end."""
        return 100 * (self.killed + self.timed_out) / self.tried if self.tried else 0.0

    def __str__(self) -> str:
        told = (self.mutants, self.tried, self.killed, self.timed_out, self.survived)
        counts = " | ".join(f"{n:,}" for n in told)
        return f"| `{self.file}` | {counts} | {self.score:.1f} % | {self.day} | {self.commit} |"


def interval(rows: Iterable[Row]) -> tuple[float, float, float]:
    """The share of all changes that is noticed, in percent, and Wilson's 95 % interval of it.

    Each file counts by its changes, however many of them were drawn; the sample is worth as many as would say the
    same if they were drawn out of all.
    """
    drawn = [row for row in rows if row.tried]
    of, tried = sum(row.mutants for row in drawn), sum(row.tried for row in drawn)
    if not of:
        return 0.0, 0.0, 0.0
    share = sum(row.mutants * row.score for row in drawn) / of / 100
    if tried >= of:
        return 100 * share, 100 * share, 100 * share
    worth = of * of / sum(row.mutants * row.mutants / row.tried for row in drawn)
    z = 1.96 * math.sqrt((of - tried) / (of - 1))
    middle = (share + z * z / (2 * worth)) / (1 + z * z / worth)
    half = z * math.sqrt(share * (1 - share) / worth + z * z / (4 * worth * worth)) / (1 + z * z / worth)
    return 100 * share, 100 * max(0.0, middle - half), 100 * min(1.0, middle + half)


def rows_of(text: str) -> dict[str, Row]:
    """The rows of a table, by file."""
    found = {}
    for line in text.splitlines():
        if told := _ROW.fullmatch(line):
            a, b, c, d, e = (int(told[n].replace(",", "")) for n in range(2, 7))
            found[told[1]] = Row(told[1], a, b, c, d, e, told[7], told[8])
    return found


def table(rows: Iterable[Row]) -> str:
    """All rows, and their sum with the share that it stands for."""
    each = sorted(rows)
    counted = [(row.mutants, row.tried, row.killed, row.timed_out, row.survived) for row in each]
    whole = [sum(row[n] for row in counted) for n in range(5)]
    noticed = sum(row.killed + row.timed_out for row in each)
    share = 100 * noticed / whole[1] if whole[1] else 0.0
    said = f"{share:.1f} % of the changes that were tried were noticed"
    all_, low, high = interval(each)
    if low < high:
        # What tests were written for after it was drawn says nothing of the rest.
        said += (
            f"; were this a first draw, it would stand for {all_:.1f} % of all, {low:.1f} to {high:.1f} % (95 %)"
        )
    return "\n".join(
        [
            f"{said}.",
            "",
            "| file | changes | tried | noticed | timed out | survived | score | day | commit |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |",
            *map(str, each),
            f"| all | {' | '.join(f'{n:,}' for n in whole)} | {share:.1f} % | | |",
            "",
        ]
    )


def write(rows: Iterable[Row], page: Path = PAGE) -> str:
    """Put rows into the page; those of other files stay."""
    text = page.read_text("utf-8")
    before, rest = text.split(BEGIN)
    old, after = rest.split(END)
    found = table({**rows_of(old), **{row.file: row for row in rows}}.values())
    page.write_text(f"{before}{BEGIN}\n{found}\n{END}{after}", "utf-8")
    return found
