"""Services of the page: plans for a year, and which values are a reconstruction."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from orrery.core.game import BadNotation
from orrery.evacuation.game import EVACUATION
from orrery.evacuation.pack import default_pack
from orrery.evacuation.state import State
from orrery.evacuation.tools.values_page import page


def race() -> tuple[State, int]:
    state = EVACUATION.new({"players": 2, "setup_seed": 4}, 1)
    asked = state.asked()
    assert asked is not None
    return state, asked


def plan(state: State, seat: int, *actions: str) -> dict[str, Any]:
    return EVACUATION.service(state, seat, "plan", {"actions": list(actions)})


def test_a_plan_plays_several_turns_of_one_seat() -> None:
    """EV-ACT-1: the others pass in a plan, so that a whole year can be tried; the position itself stays."""
    state, seat = race()
    before = state.digest()
    found = plan(state, seat, "action research", "research column 1", "action research", "research column 1")
    assert [step["ok"] for step in found["steps"]] == [True] * 4
    assert found["question"] == "Turn"
    assert state.digest() == before


def test_a_plan_tells_what_both_worlds_hold_after_each_step() -> None:
    """EV-RES-3: the stocks after a step are those of the plan that ends with it; a broken step has none."""
    state, seat = race()
    texts = [
        "action supply-research",
        "gain food old",
        "research column 1",
        "take ship phantom old",
        "action trade",
    ]
    steps = plan(state, seat, *texts)["steps"]
    assert [step["ok"] for step in steps] == [True, True, True, False, True]
    assert "stock" not in steps[3]
    for number in (1, 2, 3, 5):
        view = plan(state, seat, *texts[:number])["view"]
        assert steps[number - 1]["stock"] == view["players"][seat]["stock"]
    food = [steps[number]["stock"]["old"]["food"] for number in (0, 1)]
    assert food[1] == food[0] + 1


def test_a_plan_can_be_made_while_another_is_asked() -> None:
    """EV-ACT-1: also the seat that waits may plan."""
    state, seat = race()
    found = plan(state, 1 - seat, "action clone")
    assert found["steps"][0]["text"] == "action clone"
    assert found["view"]["you"] == 1 - seat


def test_a_broken_step_says_why_and_the_later_ones_are_tried() -> None:
    """EV-SHP-1: a ship that is no longer displayed breaks its step only."""
    state, seat = race()
    found = plan(
        state, seat, "action build-ship", "take ship phantom old", "action research", "research column 2", "pass"
    )
    steps = found["steps"]
    assert [step["ok"] for step in steps] == [True, False, True, True, True]
    assert steps[1]["reasons"][0]["key"] == "not_possible"


def test_a_plan_tells_energy_that_is_missing() -> None:
    """EV-ACT-7: an action whose energy is not there is broken by a reason with the amount."""
    state, seat = race()
    wish = ["action research", "research column 1"] * 12
    found = plan(state, seat, *wish)
    reasons = [r["key"] for step in found["steps"] for r in step["reasons"]]
    assert "short" in reasons


def test_a_plan_ends_with_the_year() -> None:
    """EV-YR-1: steps beyond the year are refused, not played in the next one."""
    state, seat = race()
    found = plan(state, seat, "pass", "advance 0 0", "action research")
    assert found["ends"] == "year" or found["question"]
    assert found["year"] == 1


def test_plans_are_checked() -> None:
    """Anything but a list of texts is refused with a sentence."""
    state, seat = race()
    with pytest.raises(BadNotation, match="list of texts"):
        EVACUATION.service(state, seat, "plan", {"actions": "pass"})
    with pytest.raises(LookupError, match="plan, provenance"):
        EVACUATION.service(state, seat, "oracle", {})


def test_a_plan_is_plain_json_and_hides_what_is_hidden() -> None:
    """EV-PTS-2: a plan shows what the seat's own view shows."""
    state = EVACUATION.new({"players": 2, "preset": "points with modules", "setup_seed": 4}, 1)
    found = plan(state, 0)
    json.dumps(found)
    assert found["view"]["players"][1]["hand"] == 7


def test_reconstructed_values_are_named() -> None:
    """Values of ships are ours, and the page may say so."""
    state, seat = race()
    found = EVACUATION.service(state, seat, "provenance", {})
    assert "cost" in found["reconstructed"]["ships"]["heron"]


def test_the_page_of_values_is_up_to_date() -> None:
    """docs/rules/evacuation-values.md is what ``python -m orrery.evacuation.tools.values_page`` prints."""
    kept = Path(__file__).parents[2] / "docs/rules/evacuation-values.md"
    assert kept.read_text(encoding="utf-8") == page(default_pack())
