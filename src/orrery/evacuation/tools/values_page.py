"""The page that lists where the printed values come from: ``python -m orrery.evacuation.tools.values_page``.

Its text is kept in ``docs/rules/evacuation-values.md``, which the rules page shows; a test compares the two.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Final

from orrery.evacuation.pack import Origin, Pack, default_pack, origins

HEADINGS: Final[Mapping[str, str]] = {
    "box": "Pieces in the box",
    "setup": "Set-up and hands",
    "costs": "Prices that stand on no card",
    "race": "Race: penalties, bonuses, goal",
    "points": "Points mode",
    "solo": "Solo",
    "years": "Years: food and stadiums demanded",
    "board": "Board actions",
    "sites": "Sites of the Old World",
    "fields": "Fields of the New World",
    "columns": "Progress track",
    "turning_points": "Turning points",
    "ships": "Spaceships",
    "stadiums": "Stadiums",
    "infrastructures": "Infrastructures",
    "conditions": "Conditions of infrastructures",
    "technologies": "Technologies",
    "technology_effects": "Effects of technologies",
    "bonuses": "Bonus cards",
    "bonus_effects": "Bonus effects",
    "goals": "Goal cards",
    "orders": "Orders",
    "lines": "Line dominance",
    "cards": "Action cards",
    "solo_cards": "Solo cards",
    "solo_tile": "Solo tile",
}

INTRODUCTION: Final = """# Where the values come from

The pictures of the rulebook are not part of this project, so many printed values are a reconstruction: our own
numbers, made to fit everything that is known. They are not the published ones. Each line says where a value comes
from: `rulebook`, `derived` (it follows from the rulebook), `source` with a name, or **reconstruction**.
Whoever owns the game can correct them in a pack of their own (`orrery evacuation pack`).
"""


def page(pack: Pack) -> str:
    """The page as Markdown: every value that is not the rulebook's, by section and component."""
    by_section: dict[str, list[Origin]] = {}
    for origin in origins(pack):
        by_section.setdefault(origin.section, []).append(origin)
    lines = [INTRODUCTION]
    for section, found in by_section.items():
        open_ = [origin for origin in found if origin.tag != "rulebook"]
        heading = HEADINGS.get(section, section.replace("_", " ").capitalize())
        known = len(found) - len(open_)
        lines.append(f"## Values: {heading}\n")
        lines.append(f"{known} of {len(found)} values are stated by the rulebook.\n")
        if open_:
            lines.append("| component | value | where from |")
            lines.append("| --- | --- | --- |")
        by_id: dict[tuple[str, str], list[str]] = {}
        for origin in open_:
            text = f"{origin.field} {_shown(origin.value)}"
            by_id.setdefault((origin.id, origin.tag), []).append(text)
        for (name, tag), texts in by_id.items():
            mark = f"**{tag}**" if tag == "reconstruction" else tag
            lines.append(f"| {name or heading} | {', '.join(texts)} | {mark} |")
        if open_:
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _shown(value: object) -> str:
    """A value in one cell of a table."""
    if isinstance(value, Mapping):
        return " ".join(f"{name} {_shown(each)}" for name, each in value.items()) or "nothing"
    if isinstance(value, (list, tuple)):
        return " / ".join(_shown(each) for each in value) or "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("|", "/") if value != "" else "nothing"


if __name__ == "__main__":
    sys.stdout.write(page(default_pack()))
