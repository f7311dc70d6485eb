"""The handbook as people use it: opened from home and from a game, searched, followed to a rule, printed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Open, barriers
from tests.browser.player import Person

pytestmark = pytest.mark.browser

GAMES = {"gaia": "Gaia Project", "evacuation": "Evacuation"}
BOOK = {"en": "the handbook", "de": "das Handbuch", "hu": "a kézikönyv"}


def in_view(page: Page, selector: str) -> bool:
    """Whether the top of something is on the screen."""
    found: bool = page.locator(selector).evaluate(
        "e => { const y = e.getBoundingClientRect().top; return y > -2 && y < innerHeight }"
    )
    return found


def test_from_home_to_a_rule_and_back(visit: Open) -> None:
    """Rules, a chapter of the contents, the sign of a rule, its exact wording, the way back; Back goes back."""
    window = visit(DESKTOP)
    page = window.go("/")
    assert not [u for u in page.evaluate("performance.getEntries().map(e => e.name)") if "/Rules-" in u]
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page.get_by_role("heading", name="Gaia Project: the handbook")).to_be_visible()
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="Power", exact=True).click()
    expect(page.locator("#power")).to_be_focused()
    assert in_view(page, "#power")
    page.locator("#power").get_by_role("link", name="GP-POW-1").first.click()
    row = page.locator("tr#GP-POW-1")
    expect(row).to_be_focused()
    expect(row).to_contain_text("Charging moves tokens")
    assert in_view(page, "tr#GP-POW-1")
    assert page.url.endswith("/rules/gaia/exact#GP-POW-1")
    row.get_by_role("link", name="Power").click()
    expect(page.locator("#power")).to_be_focused()
    page.go_back()
    expect(page.locator("tr#GP-POW-1")).to_be_focused()
    page.reload()
    expect(page.locator("tr#GP-POW-1")).to_be_focused()
    assert window.missing() == []
    assert window.errors == []


def test_a_search_reads_handbook_components_and_rules(visit: Open) -> None:
    """Words in the reader's language find chapters and components; a result leads to its chapter."""
    page = visit(DESKTOP, language="de").go("/rules/gaia")
    page.get_by_role("searchbox").fill("brainstone ausgeben")
    expect(page.get_by_role("status").filter(has_text="gefunden")).to_be_visible()
    chapters = page.locator("[data-chapter]")
    expect(chapters).to_have_count(1)
    expect(chapters).to_contain_text("Taklons")
    expect(chapters.locator("mark").first).to_have_text("Brainstone")
    expect(page.locator(".chapter[open] dt", has_text="Taklons")).to_be_visible()
    chapters.get_by_role("link", name="Sumpf: Taklons und Ambas").click()
    expect(page.get_by_role("searchbox")).to_have_value("")
    expect(page.locator("#swamp")).to_be_focused()
    page.get_by_role("searchbox").fill("xyzzy")
    expect(page.get_by_text("nichts gefunden")).to_be_visible()


def test_signs_of_rules_in_a_game_still_lead_somewhere(visit: Open) -> None:
    """The addresses that boards of a game use: the rule alone of its table, and what the handbook says of it."""
    page = visit(DESKTOP, language="hu").go("/rules/evacuation?find=EV-STL-1")
    expect(page.locator("tr#EV-STL-1")).to_contain_text("steppe")
    expect(page.locator("tr#EV-STL-1 mark").first).to_have_text("EV-STL-1")
    expect(page.locator("tr#EV-TEC-1")).to_have_count(0)
    expect(page.locator("[data-chapter=settle]")).to_contain_text("sztyeppe")
    page.goto(page.url.split("/rules")[0] + "/rules/evacuation?find=reconstruction")
    expect(page.locator("body")).to_contain_text("food_old 3, food_new 1")


def test_addresses_that_mean_nothing(visit: Open) -> None:
    """A game that is not there is said to be missing; a place that is not there does no harm."""
    window = visit(DESKTOP)
    page = window.go("/rules/chess")
    expect(page.get_by_role("main")).to_contain_text("nothing at this address")
    page.get_by_role("main").get_by_role("link", name="Evacuation").click()
    expect(page.get_by_role("heading", name="Evacuation: the handbook")).to_be_visible()
    for fragment in ("#nowhere", "#%", "#main"):
        window.go(f"/rules/gaia{fragment}")
        expect(page.get_by_role("heading", name="Gaia Project: the handbook")).to_be_visible()
    assert window.errors == []


def test_from_a_game(visit: Open, rich: tuple[Person, str]) -> None:
    """The menu of a game opens the handbook of its title; the game is one step back."""
    person, match = rich
    page = visit(DESKTOP, person).go(f"/match/{match}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page.get_by_role("heading", name="Gaia Project: the handbook")).to_be_visible()
    page.go_back()
    expect(page.locator(".map").first).to_be_visible()


def test_by_keys_alone(visit: Open) -> None:
    """Tab to the contents and to a rule, Enter follows."""
    page = visit(DESKTOP).go("/rules/evacuation")

    def tab_to(name: str) -> None:
        for _ in range(200):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.textContent.trim()") == name:
                return
        pytest.fail(f"{name} cannot be reached by Tab")

    tab_to("Transport")
    page.keyboard.press("Enter")
    expect(page.locator("#transport")).to_be_focused()
    tab_to("EV-TRN-1")
    page.keyboard.press("Enter")
    expect(page.locator("tr#EV-TRN-1")).to_be_focused()


def test_another_language_and_another_game(visit: Open) -> None:
    """The same chapters and pictures in every language, switched without a reload."""
    window = visit(DESKTOP)
    page = window.go("/rules/gaia")
    for game, title in GAMES.items():
        page.get_by_role("main").get_by_role("link", name=title, exact=True).click()
        places = None
        for language, name in BOOK.items():
            page.get_by_role("button", name=language.upper()).click()
            expect(page.get_by_role("heading", name=f"{title}: {name}")).to_be_visible()
            found = page.eval_on_selector_all("[data-chapter]", "all => all.map(e => e.dataset.chapter)")
            assert places is None or found == places, language
            places = found
            pictures = page.locator("[data-picture]")
            assert pictures.count() >= 10
            for box in (p.bounding_box() for p in pictures.all()):
                assert box is not None
                assert box["height"] > 80, game
        page.get_by_role("button", name="EN").click()
    assert window.missing() == []
    assert window.errors == []


def test_small_screens(visit: Open) -> None:
    """Nothing scrolls sideways but tables in their boxes; the contents are one touch away."""
    widths = (390, 320)

    def narrow(page: Page) -> Iterator[int]:
        for width in widths:
            page.set_viewport_size({"width": width, "height": 800})
            yield width

    for game in GAMES:
        for language in BOOK:
            page = visit((widths[0], 800), language=language).go(f"/rules/{game}")
            page.locator("[data-picture]").first.wait_for()
            for width in narrow(page):
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (game, language)
                wide = page.eval_on_selector_all(
                    "[data-picture]",
                    "all => all.filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.dataset.picture)",
                )
                assert wide == [], (game, language, width)
    for _ in narrow(page):
        page.get_by_role("navigation").last.locator("summary").first.click()
        page.get_by_role("link", name="Szállítás", exact=True).click()
        expect(page.locator("#transport")).to_be_focused()
        page.reload()
    page.goto(page.url.split("#")[0] + "/exact")
    expect(page.locator("tr#EV-TRN-1")).to_be_attached()
    for width in narrow(page):
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_axe_finds_nothing(visit: Open) -> None:
    """Both games, both themes, handbook, search and exact rules."""
    for size, language, theme in ((DESKTOP, "de", "dark"), (PHONE, "hu", "light"), (DESKTOP, "en", "light")):
        for path in (
            "/rules/gaia",
            "/rules/evacuation",
            "/rules/gaia?find=gaia",
            "/rules/evacuation/exact#EV-TP-1",
        ):
            page = visit(size, language=language, theme=theme).go(path)
            assert barriers(page, "moderate") == [], f"{path} {language} {theme}"


def test_on_paper(visit: Open) -> None:
    """Printed: dark on white whatever the theme, no buttons, every component opened; afterwards as before."""
    page = visit(DESKTOP, theme="dark").go("/rules/gaia")
    page.locator("details.chapter").first.wait_for()
    page.emulate_media(media="print")
    expect(page.locator("header.bar")).to_be_hidden()
    expect(page.get_by_role("searchbox")).to_be_hidden()
    expect(page.get_by_role("navigation", name="Contents")).to_be_hidden()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    assert page.locator("details.chapter:not([open])").count() == 0
    paper = page.pdf(format="A4")
    assert paper.count(b"/Type /Page\n") + paper.count(b"/Type /Page ") > 8
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.locator("details.chapter[open]").count() == 0
