"""Numbers that the handbook tells in tables are those of the engines, in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from orrery.evacuation.pack import default_pack
from orrery.gaia.data.actions import BOARD_ACTIONS, CONVERSIONS, FOR_ALL
from orrery.gaia.data.buildings import COSTS, POWER_VALUE, STATION_COST_ALONE, STRUCTURES, SUPPLY
from orrery.gaia.data.gains import Gains
from orrery.gaia.data.tracks import LEVELS

BOOKS = Path(__file__).parents[2] / "docs" / "handbook"
LANGUAGES = ("en", "de", "hu")

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


def table(book: str, chapter: str) -> list[list[list[int]]]:
    """The numbers in each cell of the first table of a chapter, row by row, without its head and ids of rules."""
    text = (BOOKS / book).read_text()
    part = text.split(f"{{#{chapter}}}", 1)[1].split("\n#", 1)[0]
    rows = [line for line in part.split("\n") if line.startswith("|")][2:]
    cells = [[re.sub(r"\[[A-Z].*?\]", "", cell) for cell in row.strip("|").split("|")] for row in rows]
    return [[[int(n) for n in re.findall(r"\d+", cell)] for cell in row] for row in cells]


def amounts(gains: Gains) -> list[int]:
    return [
        n for n in (gains.credits, gains.ore, gains.knowledge, gains.qic, gains.tokens, gains.charge, gains.vp) if n
    ]


def test_prices_and_values_of_structures(language: str) -> None:
    rows = table(f"gaia.{language}.md", "structures")
    for structure, row in zip(STRUCTURES, rows, strict=True):
        cost = COSTS[structure]
        wanted = [cost.ore, cost.credits]
        if structure == 1:
            wanted = [STATION_COST_ALONE.ore, STATION_COST_ALONE.credits, cost.credits]
        assert row[1] == [SUPPLY[structure]]
        assert row[2] == wanted
        assert row[4] == [POWER_VALUE[structure]]


def test_actions_of_the_research_board(language: str) -> None:
    rows = table(f"gaia.{language}.md", "board-actions")
    assert [row[0] for row in rows] == [[action.power or action.qic] for action in BOARD_ACTIONS]
    for action, row in zip(BOARD_ACTIONS, rows, strict=True):
        gain = [action.steps] if action.steps else amounts(action.gains)
        assert row[1] == (gain + amounts(action.also.gains) if action.also else gain)


def test_free_actions(language: str) -> None:
    rows = table(f"gaia.{language}.md", "free")
    wanted = [([CONVERSIONS[i].amount], amounts(CONVERSIONS[i].gains)) for i in FOR_ALL]
    assert [(row[0], row[1]) for row in rows[:-1]] == wanted


def test_gains_of_research_levels(language: str) -> None:
    """Tracks that tell nothing but goods: artificial intelligence, economy, science."""
    rows = table(f"gaia.{language}.md", "technology")
    for track in (2, 4, 5):
        for level in range(1, 6):
            printed = LEVELS[track][level]
            goods = amounts(printed.at_once) or amounts(printed.income)
            assert rows[track][level] == goods


def test_demands_of_the_years(language: str) -> None:
    """EV-INC-2, EV-INC-4."""
    rows = table(f"evacuation.{language}.md", "income")
    years = default_pack().years
    wanted = [[[n + 1], [y.food_old], [y.food_new], [y.stadiums]] for n, y in enumerate(years)]
    assert rows == wanted


def test_points_of_goals(language: str) -> None:
    """EV-GC: what one is worth and the steps, where a card has one value for each and the steps are printed."""
    told = {tuple(row[1]) for row in table(f"evacuation.{language}.md", "goals")}
    checked = 0
    for goal in default_pack().goals:
        if goal.counts in ("technologies", "turning_points") or goal.counts.startswith("production"):
            continue
        numbers = [goal.each[0]]
        for tier in goal.tiers:
            numbers += [tier.low] if tier.high in (None, tier.low) else [tier.low, tier.high or 0]
            numbers.append(tier.extra)
        assert tuple(numbers) in told, goal.id
        checked += 1
    assert checked == 11
