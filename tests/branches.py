"""Which branches of the rules the tests take, by part: ``make coverage``; writes the table of docs/quality.md."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any, Final

from tests.figures import commit

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "quality.md"
FLOOR: Final = 98
PARTS: Final = ("core", "gaia/rules", "gaia/decisions", "evacuation/rules", "evacuation/decisions")
BEGIN: Final = "<!-- make coverage writes this -->\n"
END: Final = "<!-- until here -->\n"


def table(files: dict[str, Any], day: str, at: str) -> tuple[str, list[str]]:
    """The figures as a table, and the parts that are under the floor."""
    rows, under, missing = [], [], []
    for part in PARTS:
        mine = {name: file for name, file in files.items() if name.startswith(f"src/orrery/{part}/")}
        every = sum(file["summary"]["num_branches"] for file in mine.values())
        taken = sum(file["summary"]["covered_branches"] for file in mine.values())
        lines = sum(file["summary"]["num_statements"] for file in mine.values())
        run = sum(file["summary"]["covered_lines"] for file in mine.values())
        share = 100 * taken / every if every else 0.0
        rows.append(f"| `{part}` | {every:,} | {taken:,} | {share:.1f} % | {100 * run / max(1, lines):.1f} % |")
        if share < FLOOR:
            under.append(part)
        for name, file in sorted(mine.items()):
            gone = [f"{a} to {b if b > 0 else 'the end'}" for a, b in file.get("missing_branches", [])]
            if gone:
                missing.append(f"| `{name.removeprefix('src/orrery/')}` | {', '.join(gone)} |")
    text = [
        f"{day}, commit {at}, Python {sys.version_info[0]}.{sys.version_info[1]}; the floor is {FLOOR} %.",
        "",
        "| part | branches | taken | of them | lines |",
        "| --- | ---: | ---: | ---: | ---: |",
        *rows,
        "",
        "Branches that no test takes, by line:",
        "",
        "| file | from line to line |",
        "| --- | --- |",
        *missing,
    ]
    return "\n".join(text) + "\n", under


def main(report: str) -> int:
    """Write the table; 1 if a part is under the floor."""
    files = json.loads(Path(report).read_text("utf-8"))["files"]
    found, under = table(files, time.strftime("%Y-%m-%d", time.gmtime()), commit())
    text = PAGE.read_text("utf-8")
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    PAGE.write_text(f"{before}{BEGIN}\n{found}\n{END}{after}", "utf-8")
    print(found)
    if under:
        print(f"under {FLOOR} %: {', '.join(under)}", file=sys.stderr)
    return 1 if under else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
