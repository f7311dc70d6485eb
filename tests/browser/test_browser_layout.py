"""The screen of a game on every usual window: the board's share, letters, nothing cut off sideways, one camera."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.evacuation import rich, table
from tests.browser.player import Person
from tests.browser.sight import planned

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

LAPTOPS = ((1280, 720), (1366, 768), (1536, 730), (1440, 900))
SIZES = (
    *LAPTOPS,
    (1920, 1080),
    (2560, 1440),
    (820, 1180),
    (1024, 768),
    (844, 390),
    (720, 450),
    (390, 844),
    (320, 568),
)

SHARE = """() => {
  const b = document.querySelector('#main').getBoundingClientRect();
  return b.width * b.height / innerWidth / innerHeight;
}"""

TINY = """() => [...document.querySelectorAll('body *')].filter((e) => {
  if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) return false;
  const r = e.getBoundingClientRect();
  if (!r.width || !r.height || e.closest('.visually-hidden')) return false;
  return parseFloat(getComputedStyle(e).fontSize) * (e.getScreenCTM?.()?.a ?? 1) < 10.99;
}).map((e) => e.textContent.trim().slice(0, 30) + ' ' + e.getAttribute('class'))"""
"""Words that are drawn smaller than 11 px."""

OVER = """() => {
  const board = document.querySelector('#main').getBoundingClientRect();
  return [...document.querySelectorAll('.wide > *, .compact > *')].filter((e) => {
    if (e.id === 'main') return false;
    const r = [...e.querySelectorAll('.grows'), e][0].getBoundingClientRect();
    return r.left < board.right - 1 && r.right > board.left + 1
      && r.top < board.bottom - 1 && r.bottom > board.top + 1;
  }).map((e) => e.className);
}"""
"""Parts of the screen that lie over the board."""


WIDE = """() => {
  const word = document.body.appendChild(document.createElement('span'));
  const wide = (text) => { word.textContent = text; return word.getBoundingClientRect().width };
  const all = [wide('11'), wide('80'), wide('--')];
  word.remove();
  return all;
}"""
"""Figures have one width, and a hyphen less than theirs."""


HIDDEN = """() => {
  const things = [...document.querySelectorAll('.tools .btn, .wheelholder use, .overmap .btn, .under')]
    .map((e) => e.getBoundingClientRect());
  return [...document.querySelectorAll('[data-planet]')].filter((e) => {
    const r = e.getBoundingClientRect();
    const [x, y] = [r.x + r.width / 2, r.y + r.height / 2];
    return things.some((t) => x > t.left - 6 && x < t.right + 6 && y > t.top - 6 && y < t.bottom + 6);
  }).map((e) => e.dataset.hex);
}"""
"""Planets of the galaxy on which a tool, a verb or the wheel lies."""


def checked(page: Page) -> None:
    page.locator(".draft.mine").wait_for()
    one, other, hyphens = page.evaluate(WIDE)
    assert hyphens < 0.8 * one == 0.8 * other
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(150)
        for _ in range(20):  # a board that is measured anew is drawn a moment later
            if not page.evaluate(TINY):
                break
            page.wait_for_timeout(100)
        assert page.evaluate(TINY) == [], size
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
        assert page.evaluate(OVER) == [], size
        if size in LAPTOPS:
            assert page.evaluate(SHARE) >= 0.45, size
            assert page.evaluate(HIDDEN) == [], size
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), size
        assert page.evaluate("document.querySelectorAll('*').length") <= 6000, size
        if size == (2560, 1440) and page.locator(".mb .facts").count():
            # The own board grows as its row does.
            low = page.locator(".mb .facts").bounding_box()
            row = page.locator(".mb").bounding_box()
            assert low
            assert row
            assert low["y"] + low["height"] - row["y"] > 0.55 * row["height"], size


@pytest.mark.parametrize("what", ["Turn 33", "PickFederationToken 6", "WhichBowl 5", "PickFaction 14"])
def test_gaia_fits_every_window(visit: Open, url: str, what: str) -> None:
    """The map has 45 % of a laptop's window, no word is smaller than 11 px, nothing lies over the board."""
    person = Person(url, "Réka")
    match = person.table(4, {"position": planned(what)})
    checked(visit((1280, 720), person, language="de").go(f"/match/{match}"))


@pytest.mark.parametrize("question", ["Turn", "LoadPlace", "SplitPower"])
def test_evacuation_fits_every_window(visit: Open, url: str, question: str) -> None:
    """The same for both worlds and the track."""
    person = Person(url, "Réka")
    match = table(person, 4, {"position": rich(question)})
    checked(visit((1280, 720), person, language="de").go(f"/match/{match}"))


def test_the_worlds_zoom_and_pan_like_the_galaxy(visit: Open, url: str) -> None:
    """Wheel, drag, buttons and keys; a drag chooses nothing, and a hex that gets the focus comes into sight."""
    person = Person(url, "Réka")
    visitor = visit((1280, 720), person)
    page = visitor.go(f"/match/{table(person, 4, {'position': rich('SettleField')})}")
    page.locator(".draft.mine").wait_for()
    board = page.locator("#main").bounding_box()
    assert board
    hexagon = page.locator("[data-hex][data-lit]").first
    small = hexagon.bounding_box()
    assert small
    x, y = small["x"] + small["width"] / 2, small["y"] + small["height"] / 2
    page.mouse.move(x, y)
    page.mouse.wheel(0, -600)
    page.wait_for_timeout(80)
    large = hexagon.bounding_box()
    assert large
    assert large["width"] > 1.8 * small["width"]
    # What was under the pointer stays there.
    assert abs(large["x"] + large["width"] / 2 - x) < 4
    page.mouse.down()
    page.mouse.move(x - 90, y - 40, steps=5)
    page.mouse.up()
    page.wait_for_timeout(80)
    moved = hexagon.bounding_box()
    assert moved
    assert abs(moved["x"] - large["x"] + 90) < 4
    assert page.locator(".steps .drop, .chooser").count() == 0
    for _ in range(4):
        page.keyboard.press("n")
        seen = page.locator("[data-hex]:focus").bounding_box()
        assert seen
        assert board["x"] <= seen["x"] + seen["width"] / 2 <= board["x"] + board["width"]
        assert board["y"] <= seen["y"] + seen["height"] / 2 <= board["y"] + board["height"]
    page.get_by_role("button", name="Whole board").click()
    page.wait_for_timeout(80)
    again = hexagon.bounding_box()
    assert again
    assert abs(again["width"] - small["width"]) < 1
    assert visitor.sent == []
