"""The tutorial: lessons against the real engine from the first look on, and a first short game at its end."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Open, barriers
from tests.browser.person.eyes import Eyes
from tests.browser.player import WEIGHT, Person
from tests.browser.test_browser_layout import LAPTOPS, SIZES

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


def on(page: Page) -> None:
    """Whoever only reads presses Enter: the button has the focus."""
    while page.locator("[data-on]").count():
        if page.locator(".guide[data-goal='0']").count():
            page.locator("[data-on]").focus()
        expect(page.locator("[data-on]")).to_be_focused()
        goal = page.locator(".guide").get_attribute("data-goal")
        page.keyboard.press("Enter")
        page.locator(f".guide[data-goal='{goal}']").wait_for(state="detached")


def look(page: Page) -> None:
    on(page)
    take(page, "m", "Terra", never="Q.I.C.")
    confirm(page)
    on(page)


def research(page: Page) -> None:
    on(page)
    for _ in range(2):
        press(page, "[data-kind=level][data-lit]")
        confirm(page)
    on(page)


def scoring(page: Page) -> None:
    on(page)
    take(page, "m")
    confirm(page)
    on(page)
    page.keyboard.press("p")
    page.locator("[data-busy]").wait_for(state="detached")
    press(page, ".draft .opt[data-option=done]")
    confirm(page)
    expect(page.locator("[data-result]")).to_be_visible()
    on(page)


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
    if page.locator(".answers .opt").count():
        press(page, ".answers .opt")
    confirm(page)
    page.keyboard.press("p")
    press(page, "[data-booster]")
    confirm(page)
    if page.locator(".answers .opt").count():
        press(page, ".answers .opt")
        confirm(page)
    take(page, "m", "Gaia planet", never="Q.I.C.")
    confirm(page)


def federation(page: Page) -> None:
    page.keyboard.press("f")
    expect(page.locator(".fed p b")).to_have_text("Power value 7 of 7")
    press(page, ".fed .opt")
    while page.locator(".answers .opt").count():
        press(page, ".answers .opt")
    press(page, "[data-token]")
    confirm(page)


def passing(page: Page) -> None:
    take(page, "m")
    confirm(page)
    page.keyboard.press("p")
    press(page, "[data-booster]")
    confirm(page)


@pytest.mark.parametrize(
    "lesson", [look, resources, mines, upgrades, research, power, gaia, federation, passing, scoring]
)
def test_a_lesson_is_finished_by_keyboard(visit: Open, lesson: Callable[[Page], None]) -> None:
    """Every goal of a lesson can be reached with keys only, and the page says so (UI 28)."""
    visitor = visit(DESKTOP)
    page = visitor.go(f"/learn/gaia/{lesson.__name__}")
    page.locator(".guide").wait_for()
    page.locator(".map").wait_for()
    lesson(page)
    expect(page.locator(".guide[data-done]")).to_be_visible()
    assert visitor.missing() == []


LESSONS = {
    "gaia": (
        "look",
        "resources",
        "mines",
        "upgrades",
        "research",
        "power",
        "gaia",
        "federation",
        "passing",
        "scoring",
    ),
    "evacuation": (
        "ev-look",
        "ev-worlds",
        "ev-actions",
        "ev-ships",
        "ev-settle",
        "ev-food",
        "ev-year",
        "ev-end",
        "ev-modes",
    ),
}
FIRST = {"gaia": "game", "evacuation": "ev-game"}


def ringed(page: Page, size: tuple[int, int], said: str) -> tuple[float, float]:
    """The middle of the first ring, which lies in the window and not under the words of the lesson."""
    page.locator("[data-pointer]").first.wait_for()
    page.wait_for_timeout(300)
    box = page.locator("[data-pointer]").first.bounding_box()
    assert box, said
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    assert 0 < x < size[0], said
    assert 0 < y < size[1], said
    under = page.evaluate("([x, y]) => !!document.elementFromPoint(x, y)?.closest('.guide')", [x, y])
    assert not under, said
    return x, y


@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    ("size", "language"),
    [
        ((1280, 720), "de"),
        (PHONE, "hu"),
        # Minutes each: with the long runs.
        pytest.param((844, 390), "en", marks=pytest.mark.soak),
        pytest.param((320, 568), "de", marks=pytest.mark.soak),
    ],
)
@pytest.mark.parametrize("game", LESSONS)
def test_lessons_are_finished_by_clicking_what_they_point_at(
    visit: Open, game: str, size: tuple[int, int], language: str
) -> None:
    """Whoever clicks nothing but the ringed things, and goes on after reading, reaches the end of every lesson."""
    visitor = visit(size, language=language)
    page = visitor.go(f"/learn/{game}/{LESSONS[game][0]}")
    for lesson in LESSONS[game]:
        page.wait_for_url(f"**/learn/{game}/{lesson}")
        page.locator(".guide[data-goal='0']").wait_for()
        page.locator(".draft").wait_for()
        for _ in range(60):
            if page.locator(".guide[data-done]").count():
                break
            said = f"{lesson}: {page.locator('.guide .say').first.inner_text()}"
            x, y = ringed(page, size, said)
            Eyes(page).look()
            if page.locator("[data-on]").count():
                page.locator("[data-on]").click()
                continue
            if page.locator("[data-cargo='+food']").count():
                page.locator("[data-cargo='-steel']").first.click()
                page.locator("[data-cargo='+food']").first.click()
                page.locator("[data-option=load_resources]").first.click()
            else:
                page.mouse.click(x, y)
                page.mouse.move(2, size[1] - 2)
            page.locator("[data-busy]").wait_for(state="detached")
        expect(page.locator(".guide[data-done]"), lesson).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), lesson
        Eyes(page).look()
        if lesson != LESSONS[game][-1]:
            page.locator("[data-next]").click()
    assert visitor.missing() == []
    page = visitor.go(f"/learn/{game}")
    page.locator(".list li").first.wait_for()
    assert page.locator(".list h2 .good").count() == len(LESSONS[game])


def test_a_lesson_goes_on_where_it_was_left(visit: Open) -> None:
    """Reload, and leaving for another page, keep the step, what was played and what was drafted."""
    visitor = visit(DESKTOP)
    page = visitor.go("/learn/gaia/upgrades")
    page.locator(".map").wait_for()
    take(page, "u", "trading station")
    confirm(page)
    take(page, "u", "research lab")
    expect(page.locator(".guide[data-goal='3']")).to_be_visible()
    said = page.locator(".guide .say").first.inner_text()
    page.reload()
    expect(page.locator(".guide .say").first).to_have_text(said)
    expect(page.locator(".draft .st:not(.next)")).to_have_count(1)
    assert "research lab" in page.locator(".draft .st").first.inner_text()
    page.locator(".guide a[href='/learn/gaia']").click()
    expect(page.locator(".list .now .btn")).to_have_text("Start")
    page.locator("a[href='/learn/gaia/upgrades']").click()
    expect(page.locator(".guide[data-goal='3']")).to_be_visible()
    # What is taken back is to be done again; and all of it can be begun anew.
    page.locator(".draft .st .drop").first.click()
    expect(page.locator(".guide[data-goal='2']")).to_be_visible()
    page.locator("[data-again]").click()
    expect(page.locator(".guide[data-goal='0']")).to_be_visible()


def test_nothing_can_be_played_while_something_is_shown(visit: Open) -> None:
    """While a lesson shows a thing nothing is lit; back and on go through what was shown."""
    page = visit(DESKTOP).go("/learn/gaia/look")
    page.locator("[data-on]").wait_for()
    assert page.locator("[data-lit]").count() == 0
    assert page.locator("[data-back]").count() == 0
    page.locator("[data-on]").click()
    page.locator("[data-back]").click()
    expect(page.locator(".guide[data-goal='0']")).to_be_visible()


def finish(person: Person, match: str) -> None:
    """Play the own seat by weighed chance to the end."""
    chance = random.Random(3)
    until = time.monotonic() + 150
    while time.monotonic() < until:
        table = person.get(f"/tables/{match}")
        if table["state"] == "over":
            return
        if table["asked"] != 0:
            time.sleep(0.05)
            continue
        position = person.get(f"/matches/{match}/position?seat=0")
        options = position.get("options", [])
        if not options:
            continue
        weights = [WEIGHT.get(o.get("facts", {}).get("kind", ""), 3) + 0.001 for o in options]
        body = {
            "base": position["number"],
            "actions": [chance.choices(options, weights)[0]["text"]],
            "seat": 0,
        }
        person.post(f"/matches/{match}/commit", body)
    raise AssertionError("the game has no end")


@pytest.mark.timeout(240)
@pytest.mark.parametrize("size", [(1280, 720), PHONE])
@pytest.mark.parametrize("game", FIRST)
def test_the_tutorial_ends_with_a_first_game(visit: Open, url: str, game: str, size: tuple[int, int]) -> None:
    """A real table against a gentle bot: it says what to try, goes on after a reload, and its end brings a tick."""
    person = Person(url, "Nora")
    visitor = visit(size, person)
    page = visitor.go(f"/learn/{game}/{FIRST[game]}")
    assert page.locator(".tries li").count() == 6
    Eyes(page).look()
    page.locator("[data-begin]").click()
    page.locator("[data-tries='0']").wait_for()
    match = page.url.split("/match/")[1].split("?")[0]
    table = person.get(f"/tables/{match}")
    assert table["state"] == "running"
    assert [s.get("level") for s in table["seats"]] == [None, "newcomer"]
    assert table["visibility"] == "link"
    assert page.locator("[data-tries]").is_visible()
    Eyes(page).look()
    page.goto(f"{url}/learn/{game}")
    page.locator(f"a[href='/learn/{game}/{FIRST[game]}']").click()
    page.locator("[data-go]").click()
    page.locator("[data-tries]").wait_for()
    finish(person, match)
    page.locator("[data-learned]").wait_for()
    while page.locator("[data-year-on]").count():
        page.locator("[data-year-on]").click()
    Eyes(page).look()
    page.locator("[data-learned]").click()
    expect(page.locator(".list li").last.locator(".good")).to_be_visible()
    kept = json.loads(page.evaluate("localStorage.getItem('orrery.lessons')"))
    assert kept == [FIRST[game]]
    assert visitor.missing() == []


def test_a_guest_is_asked_for_a_name_before_the_first_game(visit: Open) -> None:
    """Without a name nothing starts, and it is said why; with one the game begins."""
    page = visit(PHONE).go("/learn/evacuation/ev-game")
    page.locator("[data-begin]").click()
    expect(page.locator("#nameless")).to_be_visible()
    page.locator("input.field").fill("Ida")
    page.keyboard.press("Enter")
    page.locator("[data-tries]").wait_for()


def test_what_the_first_lesson_says_of_income_is_true(visit: Open) -> None:
    """The mine that it asks for brings an ore more: the number beside the ore rises by one."""
    page = visit(DESKTOP).go("/learn/gaia/resources")
    ore = page.locator(".mb .res small").nth(1)
    expect(ore).to_have_text("+3")
    page.keyboard.press("c")
    press(page, "[data-convert=ore_to_credit]")
    take(page, "m", "Terra", never="Q.I.C.")
    expect(ore).to_have_text("+4")


@pytest.mark.parametrize("game", LESSONS)
def test_the_tutorial_lists_its_lessons(visit: Open, game: str) -> None:
    """Every lesson and the first game, in three languages; the first one is to be begun."""
    for language in ("en", "de", "hu"):
        visitor = visit(DESKTOP, language=language)
        page = visitor.go(f"/learn/{game}")
        page.locator(".list li").first.wait_for()
        assert page.locator(".list li").count() == len(LESSONS[game]) + 1
        assert page.locator(".list .btn.pri").count() == 1
        assert page.locator("html").get_attribute("lang") == language
        Eyes(page).look()
        assert visitor.missing() == []


@pytest.mark.parametrize("language", ["de", "hu"])
@pytest.mark.parametrize(("game", "lesson"), [("gaia", "look"), ("evacuation", "ev-look")])
def test_the_words_of_a_lesson_cover_nothing_in_any_window(
    visit: Open, game: str, lesson: str, language: str
) -> None:
    """They stand above the game: nothing scrolls sideways, and on a laptop nothing scrolls at all."""
    page = visit((1280, 720), language=language).go(f"/learn/{game}/{lesson}")
    for _ in range(4):
        page.locator("[data-on]").click()
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(200)
        guide, board = page.locator(".guide").bounding_box(), page.locator("#main").bounding_box()
        assert guide, size
        assert board, size
        assert guide["y"] + guide["height"] <= board["y"] + 1, size
        assert page.locator("[data-on]").is_visible(), size
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
        if size in LAPTOPS:
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), size
            assert board["width"] * board["height"] >= 0.37 * size[0] * size[1], size


def test_what_a_lesson_speaks_of_is_there(visit: Open) -> None:
    """The wheel, in the lesson that reads prices from it: beside the galaxy of a low laptop, and on a phone."""
    page = visit((1280, 720), language="de").go("/learn/gaia/mines")
    expect(page.locator(".guide")).to_contain_text("Das Rad")
    expect(page.locator(".wheelholder svg")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.locator(".tabbar button", has_text="Tableaus").click()
    wheel = page.locator(".wheel svg")
    wheel.scroll_into_view_if_needed()
    expect(wheel).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_axe_finds_nothing_in_the_tutorial(visit: Open, size: tuple[int, int], theme: str) -> None:
    """The list, a lesson that shows something, one that asks for something, and the way to the first game."""
    visitor = visit(size, theme=theme)
    for path in ("/learn/gaia", "/learn/gaia/look", "/learn/evacuation/ev-worlds", "/learn/gaia/game"):
        page = visitor.go(path)
        page.wait_for_timeout(200)
        assert barriers(page, "moderate") == [], path
