"""The lessons of Evacuation say what is so: what they name can be seen, and only the learner's answers are lit."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_browser_evacuation_sizes import SEEN, idle

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]


def say(page: Page) -> str:
    return page.locator(".guide .say").first.inner_text()


def click(page: Page, selector: str) -> None:
    """Click what is in sight and not covered."""
    target = page.locator(selector).first
    target.wait_for()
    assert target.evaluate(SEEN), f"{selector} cannot be seen"
    target.click()
    idle(page)


def ringed(page: Page, selector: str) -> None:
    """The ring of the lesson lies around what is meant."""
    page.wait_for_function(
        """(selector) => {
          const ring = document.querySelector('.meant')?.getBoundingClientRect();
          return !!ring && [...document.querySelectorAll(selector)].some((e) => {
            const b = e.getBoundingClientRect();
            return b.width && b.left >= ring.left && b.right <= ring.right
              && b.top >= ring.top && b.bottom <= ring.bottom;
          });
        }""",
        arg=selector,
    )


def start(visit: Open, lesson: str, size: tuple[int, int] = (1440, 900)) -> Page:
    page = visit(size).go(f"/learn/evacuation/{lesson}")
    page.locator(".draft.mine").wait_for()
    return page


def finished(page: Page) -> None:
    expect(page.locator(".guide[data-done]")).to_be_visible()


def test_the_second_action_is_said_to_be_free(visit: Open) -> None:
    """EV-ACT-5: the lesson says about energy what the board says; its ring lies around the button that confirms."""
    page = start(visit, "ev-actions")
    ringed(page, "[data-id='action:build-ship']")
    click(page, "[data-id='action:build-ship']")
    click(page, ".mcard[data-lit]")
    assert "the first two are free" in say(page)
    expect(page.locator(".my .en")).to_contain_text("Next action costs no energy")
    click(page, "[data-id='action:prepare-factory']")
    click(page, "[data-option=prepare]")
    expect(page.locator(".my .en")).to_contain_text("Next action: 1 energy")
    assert "Confirm" in say(page)
    ringed(page, "[data-confirm]")
    click(page, "[data-confirm]")
    click(page, "[data-option=pass]")
    finished(page)


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900)])
def test_the_ship_brings_the_food_that_is_asked_for(visit: Open, size: tuple[int, int]) -> None:
    """EV-TRN-4: who does as the lesson says has no hunger next year; the guide covers no site to be loaded."""
    page = start(visit, "ev-ships", size)
    assert page.locator(".warnbox").count() > 0
    ringed(page, ".sh[data-lit]")
    click(page, ".sh[data-lit]")
    for _ in range(2):
        for site in page.locator(".site[data-lit]").all():
            assert site.evaluate(SEEN)
        click(page, ".site[data-lit]")
    click(page, ".stad[data-lit]")
    assert "food" in say(page)
    click(page, "[data-cargo='-steel']")
    click(page, "[data-cargo='+food']")
    click(page, "[data-option=load_resources]")
    expect(page.locator(".warnbox")).to_have_count(0)
    click(page, "[data-confirm]")
    finished(page)


def test_the_last_lesson_hits_the_bonus_with_own_answers(visit: Open) -> None:
    """EV-BON-1: the learner alone acts, and reaches exactly the number of the bonus card that the lesson names."""
    page = start(visit, "ev-end")
    click(page, "[data-id='action:build-stadium']")
    click(page, ".mcard[data-lit]")
    click(page, ".chooser .opt:has-text('New World')")
    assert "exactly 6" in say(page)
    click(page, "[data-id='action:settle']")
    click(page, "[data-hex][data-lit]")
    expect(page.locator(".my .mid header")).to_contain_text("Power points: 6")
    other = page.locator("[data-rail]", has_text="Player 2").locator(".r").first
    expect(other).to_have_text("⚡ 0")
    click(page, "[data-confirm]")
    expect(other).to_have_text("⚡ 0")
    click(page, "[data-option=pass]")
    finished(page)
