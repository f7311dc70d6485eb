"""The seven lessons, against the real engine, finished by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Open

pytestmark = pytest.mark.browser


def confirm(page: Page) -> None:
    page.locator("[data-confirm]:not([disabled])").wait_for()
    page.keyboard.press("Control+Enter")
    page.locator("[data-busy]").wait_for(state="detached")


def take(page: Page, verb: str, which: str = "", never: str = "\0") -> None:
    """Press the verb's letter, then N to the first legal hex (or the one whose label says ``which``) and Enter."""
    page.keyboard.press(verb)
    page.locator("[data-hex][data-lit]").first.wait_for()
    count = page.locator("[data-hex][data-lit]").count()
    for _ in range(count):
        page.keyboard.press("n")
        label = page.evaluate("document.activeElement.getAttribute('aria-label')")
        if which in label and never not in label:
            break
    page.keyboard.press("Enter")
    page.locator("[data-busy]").wait_for(state="detached")
    chooser = page.locator(".chooser .opt")
    if chooser.count():
        page.keyboard.press("Enter")
        page.locator("[data-busy]").wait_for(state="detached")


def press(page: Page, selector: str) -> None:
    target = page.locator(selector).first
    target.focus()
    page.keyboard.press("Enter")
    page.locator("[data-busy]").wait_for(state="detached")


def resources(page: Page) -> None:
    page.keyboard.press("c")
    press(page, "[data-convert=ore_to_credit]")
    take(page, "m", "Terra", never="Q.I.C.")
    confirm(page)


def mines(page: Page) -> None:
    take(page, "m", never="Q.I.C.")
    confirm(page)
    take(page, "m", "Q.I.C.", never="Gaia planet")
    confirm(page)


def upgrades(page: Page) -> None:
    take(page, "u", "trading station")
    confirm(page)
    take(page, "u", "research lab")
    press(page, ".research .spot[data-lit]")
    if page.locator("[data-kind=level][data-lit]").count():
        press(page, "[data-kind=level][data-lit]")
    confirm(page)


def power(page: Page) -> None:
    press(page, ".charge .btn.pri")
    page.keyboard.press("c")
    press(page, "[data-convert=burn_power]")
    page.keyboard.press("Escape")
    press(page, "[data-kind=action][data-lit]")
    confirm(page)


def gaia(page: Page) -> None:
    take(page, "g")
    if page.locator(".body .opt").count():
        press(page, ".body .opt")
    confirm(page)
    page.keyboard.press("p")
    press(page, "[data-booster]")
    confirm(page)
    if page.locator(".body .opt").count():
        press(page, ".body .opt")
        confirm(page)
    take(page, "m", "Gaia planet", never="Q.I.C.")
    confirm(page)


def federation(page: Page) -> None:
    page.keyboard.press("f")
    press(page, ".fed .opt")
    while page.locator(".body .opt").count():
        press(page, ".body .opt")
    press(page, "[data-token]")
    confirm(page)


def passing(page: Page) -> None:
    take(page, "m")
    confirm(page)
    page.keyboard.press("p")
    press(page, "[data-booster]")
    confirm(page)


@pytest.mark.parametrize("lesson", [resources, mines, upgrades, power, gaia, federation, passing])
def test_a_lesson_is_finished_by_keyboard(visit: Open, lesson: Callable[[Page], None]) -> None:
    """Every goal of a lesson can be reached with keys only, and the page says so (UI 28)."""
    visitor = visit(DESKTOP)
    page = visitor.go(f"/learn/gaia/{lesson.__name__}")
    page.locator(".guide").wait_for()
    page.locator(".map").wait_for()
    lesson(page)
    expect(page.locator(".guide[data-done]")).to_be_visible()
    assert visitor.missing() == []


LESSONS = ("resources", "mines", "upgrades", "power", "gaia", "federation", "passing")


@pytest.mark.parametrize("size", [(1280, 720), PHONE])
@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_is_finished_by_clicking_what_it_points_at(
    visit: Open, lesson: str, size: tuple[int, int]
) -> None:
    """Whoever clicks nothing but the ringed things reaches every goal; each can be seen and is not covered."""
    visitor = visit(size)
    page = visitor.go(f"/learn/gaia/{lesson}")
    page.locator(".map").wait_for()
    said: list[str] = []
    for _ in range(40):
        if page.locator(".guide[data-done]").count():
            break
        said.append(page.locator(".guide p").first.inner_text())
        ring = page.locator("[data-pointer]").first
        ring.wait_for()
        page.wait_for_timeout(300)
        box = ring.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        assert 0 < x < size[0], said[-1]
        assert 0 < y < size[1], said[-1]
        under = page.evaluate("([x, y]) => !!document.elementFromPoint(x, y)?.closest('.guide')", [x, y])
        assert not under, said[-1]
        page.mouse.click(x, y)
        page.mouse.move(2, 2)
        page.locator("[data-busy]").wait_for(state="detached")
    expect(page.locator(".guide[data-done]")).to_be_visible()
    assert visitor.missing() == []


def test_what_the_first_lesson_says_of_income_is_true(visit: Open) -> None:
    """The mine that it asks for brings an ore more: the number beside the ore rises by one."""
    page = visit(DESKTOP).go("/learn/gaia/resources")
    ore = page.locator(".mb .res small").nth(1)
    expect(ore).to_have_text("+3")
    page.keyboard.press("c")
    press(page, "[data-convert=ore_to_credit]")
    take(page, "m", "Terra", never="Q.I.C.")
    expect(ore).to_have_text("+4")


def test_the_tutorial_lists_seven_lessons(visit: Open) -> None:
    """Seven lessons, in three languages."""
    for language in ("en", "de", "hu"):
        visitor = visit(DESKTOP, language=language)
        page = visitor.go("/learn")
        page.locator(".list li").first.wait_for()
        assert page.locator(".list li").count() == 7
        assert page.locator("html").get_attribute("lang") == language
        assert visitor.missing() == []
