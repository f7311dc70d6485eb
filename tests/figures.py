"""Where full counts write what they found: ``docs/soak/<name>.md``, for people to read and to compare."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "soak"


def record(name: str, title: str, figures: Mapping[str, object]) -> None:
    """Write one page of figures, replacing what the last run wrote."""
    rows = [f"| {what} | {f'{value:,}' if isinstance(value, int) else value} |" for what, value in figures.items()]
    FOLDER.mkdir(parents=True, exist_ok=True)
    page = "\n".join(
        [f"# {title}", "", "Written by `make soak`.", "", "| what | figure |", "| --- | ---: |", *rows]
    )
    (FOLDER / f"{name}.md").write_text(page + "\n")
