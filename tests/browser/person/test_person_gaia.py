"""Gaia Project played as a person plays it: only what is in sight, by pointer and by Enter, every word read."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.person.eyes import Thing
from tests.browser.person.play import Sitter, seated, until
from tests.browser.player import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(280)]


BUILDERS = ["terrans", "xenos", "taklons"]
"""They begin with mines: something on the map can always be done."""


def solo(person: Person, **options: object) -> str:
    wish = {"game": "gaia", "options": {"players": 1, "setup_seed": 11, **options}, "seats": [{"kind": "me"}]}
    found: str = person.post("/tables", wish)["id"]
    return found


def first_turn(sitter: Sitter, person: Person, match: str) -> None:
    """Play through the set-up."""
    for _ in range(12):
        sitter.turn()
        if person.get(f"/tables/{match}")["question"] == "Turn":
            return
        sitter.play()


@pytest.mark.parametrize(
    ("size", "language", "theme", "rounds"),
    [((1366, 768), "en", "dark", 2), ((1440, 900), "de", "light", 1), ((1280, 720), "hu", "dark", 1)],
)
def test_alone_against_the_automa(
    browser: Browser, url: str, size: tuple[int, int], language: str, theme: str, rounds: int
) -> None:
    """Every answer was in sight, every sentence has its words, and Enter sends each turn."""
    person = Person(url, "Nora")
    match = solo(person)
    with seated(browser, url, size, language, person.http.cookies.jar, theme) as page:
        nora = Sitter(page, size[0])
        page.goto(f"{url}/match/{match}")
        for _ in range(60):
            nora.turn()
            table = person.get(f"/tables/{match}")
            position = person.get(f"/matches/{match}/position?seat=0")
            if position["view"]["round"] > rounds or table["state"] != "running":
                break
            nora.play()
        assert person.get(f"/matches/{match}/position?seat=0")["view"]["round"] > rounds


def test_a_turn_is_drafted_with_names_sent_with_enter_and_taken_back(browser: Browser, url: str) -> None:
    """Click a lit planet: the step has a name; Enter sends it; alone it can be taken back at once."""
    person = Person(url, "Nora")
    match = solo(person, faction_pool=BUILDERS)
    with seated(browser, url, (1440, 900), cookies=person.http.cookies.jar) as page:
        nora = Sitter(page, 3)
        page.goto(f"{url}/match/{match}")
        first_turn(nora, person, match)
        planet = lit_hex(nora)
        nora.click(planet)
        if page.locator(".chooser").count():
            nora.choose()
        step = page.locator(".st b").first.inner_text()
        assert planet.hex is not None
        assert len(step) > 5
        while not nora.ready():
            nora.choose()
        before = person.get(f"/tables/{match}")["move"]
        nora.confirm()
        until(lambda: person.get(f"/tables/{match}")["move"] > before, nora)
        nora.turn()
        nora.click("Take back")
        until(lambda: person.get(f"/tables/{match}")["move"] == before, nora)
        nora.turn()
        assert any(thing.hex == planet.hex for thing in nora.lit())


def lit_hex(sitter: Sitter) -> Thing:
    """A hex that shines and is in sight; the board may follow the question a moment later."""
    found: Thing = until(lambda: next((t for t in sitter.lit() if t.hex and t.at is not None), None), sitter, 20)
    return found


def tabbed(sitter: Sitter) -> int:
    """How many Tabs lead to Confirm."""
    for tabs in range(8):
        if "Confirm" in str(sitter.focus()):
            return tabs
        sitter.page.keyboard.press("Tab")
    return 99


def test_confirm_is_at_most_five_tabs_away(browser: Browser, url: str) -> None:
    """By keys alone: N goes to what is possible, Enter drafts it, and a few Tabs at most lead to Confirm."""
    person = Person(url, "Nora")
    match = solo(person, faction_pool=BUILDERS)
    with seated(browser, url, (1440, 900), cookies=person.http.cookies.jar) as page:
        nora = Sitter(page, 3)
        page.goto(f"{url}/match/{match}")
        first_turn(nora, person, match)
        # Drafted by a click, Tab leads there as well; then the turn is taken back to draft it by keys.
        nora.click(lit_hex(nora))
        while not nora.ready():
            nora.choose()
        assert tabbed(nora) <= 5
        nora.click("Reset")
        page.mouse.move(2, 2)
        nora.press("n")
        nora.press("Enter")
        for _ in range(6):
            if page.locator(".chooser").count():
                nora.press("Enter")
            elif not nora.ready():
                nora.press("n")
                nora.press("Enter")
        assert nora.ready()
        assert tabbed(nora) <= 5
        sent = len(nora.sent)
        nora.press("Enter")
        until(lambda: len(nora.sent) > sent, nora)
