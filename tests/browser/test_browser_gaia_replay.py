"""Looking back: rounds, the shown move, keys, and what stays in sight."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, Open, Visitor
from tests.browser.player import Person
from tests.browser.sight import click, unseen

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

Over = tuple[Person, str]


@pytest.fixture(scope="module")
def over(url: str) -> Over:
    """A finished match in which income is asked about in rounds 1, 3, 5 and 6."""
    person = Person(url, "Réka")
    match = person.planned(lambda state: state.asked() is None)
    return person, match


def looking(visit: Open, over: Over, path: str = "") -> tuple[Visitor, Page]:
    visitor = visit(DESKTOP, over[0])
    page = visitor.go(f"/match/{over[1]}{path}")
    page.locator(".map").wait_for()
    return visitor, page


def rows(page: Page) -> list[list[str]]:
    found: list[list[str]] = page.eval_on_selector_all(
        ".charts tbody tr", "all => all.map(r => [...r.children].map(c => c.textContent.trim()))"
    )
    return found


def test_every_round_is_in_the_charts_the_ticks_and_the_log(visit: Open, over: Over) -> None:
    """Six rounds, everybody with income in each, and the last line is the final score."""
    person, match = over
    scores = person.get(f"/matches/{match}/position")["scores"]
    _, page = looking(visit, over)
    page.get_by_role("button", name="Replay").click()
    expect(page.locator(".scrub .tick")).to_have_count(6)
    page.locator(".charts select").select_option("round")
    page.get_by_role("button", name="As a table").click()
    found = rows(page)
    assert [row[0] for row in found] == ["1", "2", "3", "4", "5", "6"]
    assert [int(cell) for cell in found[-1][1:]] == scores
    page.locator(".charts select").select_option("income")
    found = rows(page)
    assert len(found) == 6
    assert all(int(cell) > 0 for row in found for cell in row[1:])
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    page.locator(".log .rows").evaluate("e => e.scrollTop = 0")
    expect(page.locator(".round", has_text="Round 1")).to_be_visible()


def moves_of_rounds(person: Person, match: str) -> list[int]:
    """The move that ended the round before, by what a replay shows."""
    last, found = 0, []
    total: int = person.get(f"/matches/{match}/position")["move"]
    for move in range(1, total + 1):
        seen: dict[str, Any] = person.get(f"/matches/{match}/replay?move={move}")
        if seen["view"]["round"] != last and seen["view"]["round"]:
            last = seen["view"]["round"]
            found.append(move)
    return found


def test_keys_go_through_moves_and_rounds_wherever_the_focus_is(visit: Open, over: Over) -> None:
    """Arrows without touching the scrubber; with Ctrl from round to round; the line below tells the shown move."""
    person, match = over
    _, page = looking(visit, over)
    page.get_by_role("button", name="Replay").click()
    page.locator(".scrub svg").wait_for()
    page.mouse.click(700, 300)
    page.keyboard.press("Home")
    seen = []
    for _ in range(6):
        page.keyboard.press("Control+ArrowRight")
        page.wait_for_timeout(150)
        seen.append(int(page.locator(".replay .what").inner_text().split()[1]))
    assert seen == moves_of_rounds(person, match)
    page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(150)
    told = page.locator(".replay .what").inner_text().split("·", 1)[1].strip()
    assert page.locator(".ticker .say").inner_text() == told


def test_the_research_board_is_in_sight_while_looking_back(visit: Open, over: Over) -> None:
    """The drawer stands at the left, and a button puts it on the other side."""
    _, page = looking(visit, over)
    page.get_by_role("button", name="Replay").click()
    assert unseen(page, "[data-kind=level]") == {}
    click(page, ".drawer .side")
    box = page.locator(".drawer").bounding_box()
    assert box
    assert box["x"] > DESKTOP[0] / 2


def test_leaving_a_try_returns_to_the_move_it_began_at(visit: Open, over: Over) -> None:
    """Not to the final scores."""
    _, page = looking(visit, over, "?move=120")
    expect(page.locator(".replay .what")).to_contain_text("120")
    page.get_by_role("button", name="Try from here").click()
    page.locator(".draft.mine").wait_for()
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".replay .what, .banner").first).to_contain_text("120")
    expect(page.locator("[data-result]")).to_have_count(0)
