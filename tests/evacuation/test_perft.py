"""Perft: how many sequences of answers there are. A change of the rules shows as a change of these numbers.

``python -m tests.evacuation.test_perft`` counts anew after a change that is meant.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from orrery.evacuation.game import EVACUATION
from orrery.evacuation.state import State

FILE = Path(__file__).parent / "perft.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))


def perft(state: State, depth: int) -> int:
    """Sequences of ``depth`` answers; shorter ones count where the game ends."""
    options = state.options()
    if depth == 1 or not options:
        return max(1, len(options))
    total = 0
    for option in options:
        then = state.clone()
        then.apply(option)
        total += perft(then, depth - 1)
    return total


def start(case: dict[str, Any]) -> State:
    """A fresh game, or a position that begins at one phase of it."""
    if not case["fields"]:
        return EVACUATION.new(case["options"], 1)
    return EVACUATION.position({"game": "evacuation", "options": case["options"], **case["fields"]})


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_number_of_sequences_of_answers(case: dict[str, Any]) -> None:
    for depth, count in enumerate(case["counts"], 1):
        assert perft(start(case), depth) == count, f"depth {depth}"


def refresh() -> None:
    """Count anew."""
    for case in CASES:
        case["counts"] = [perft(start(case), depth) for depth in range(1, len(case["counts"]) + 1)]
    lines = [json.dumps(case) for case in CASES]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    refresh()
