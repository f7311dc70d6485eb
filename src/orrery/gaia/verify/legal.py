"""Legal commands: what a record lists against what we offer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from orrery.gaia.state import State
from orrery.gaia.verify.records import Json


def compare(
    state: State, sample: Json, move: str, prefix: str, rules: Counter[str]
) -> Iterator[tuple[str, Any, Any]]:
    """(field, expected, got) wherever the lists differ."""
    yield from ()
