"""Gaia Project on a phone: no tool lies over the galaxy, and whatever is not on the first look is one tap away."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator

from tests.browser.person.eyes import Thing
from tests.browser.person.play import Sitter, seated, until
from tests.browser.player import Person
from tests.browser.sight import planned, reached, unseen

pytestmark = [pytest.mark.browser, pytest.mark.timeout(280)]

PHONES = ((390, 844), (320, 568), (844, 390), (640, 360))
NAMES = ("Réka", "Jonas", "Mira", "Bence")

UNDER = """() => [...document.querySelectorAll('#main button')].flatMap((button) => {
  const r = button.getBoundingClientRect();
  const points = [[.1, .1], [.9, .1], [.5, .5], [.1, .9], [.9, .9]]
    .map(([x, y]) => [r.left + x * r.width, r.top + y * r.height]);
  return points.flatMap(([x, y]) => document.elementsFromPoint(x, y).filter((e) => e.closest('[data-hex]')))
    .map(() => button.getAttribute('aria-label') ?? button.innerText);
})"""
"""Buttons of the map that lie over a hex."""


def rich(url: str) -> tuple[Person, str, dict[str, Any]]:
    """Four seats of one person, in a turn of the recorded game with much to do."""
    person = Person(url, "Réka")
    late = reached(lambda s: s.round == 5 and s.question() == "Turn" and len(s.options()) > 24)
    match = person.table(4, {"position": late})
    seat = person.get(f"/tables/{match}")["asked"]
    return person, match, person.get(f"/matches/{match}/position?seat={seat}")


def named(sitter: Sitter, *parts: str) -> list[Thing]:
    """What can be pointed at and has all these words."""
    return [
        thing
        for thing in sitter.things()
        if thing.at and all(part.casefold() in " ".join(thing.name.split()).casefold() for part in parts)
    ]


def says(heading: Locator, name: str) -> bool:
    return heading.inner_text().split("\n")[0].casefold().endswith("— " + name.casefold())


@pytest.mark.parametrize("size", PHONES)
def test_a_phone_shows_the_whole_galaxy_every_board_and_every_action(
    browser: Browser, url: str, size: tuple[int, int]
) -> None:
    """Tools stand beside the map, a tap on a seat opens its board, a row with more actions says so."""
    person, match, position = rich(url)
    with seated(browser, url, size, cookies=person.http.cookies.jar) as page:
        reka = Sitter(page)
        page.goto(f"{url}/match/{match}")
        reka.turn()
        until(lambda: named(reka, "whole board"), reka)
        assert page.evaluate(UNDER) == []
        for _ in range(4):
            reka.click("Zoom in")
        assert page.evaluate(UNDER) == []
        reka.click("Whole board")
        # Every action of the row is in sight, or a button beside Pass brings the next ones.
        verbs = ("Mine", "Federation", "Research", "Action", "Convert", "Pass")
        found: set[str] = set()
        for _ in range(6):
            found |= {v for v in verbs if any(not t.hex for t in named(reka, v + " "))}
            if not (more := named(reka, "More actions")):
                break
            reka.click(more[0])
            page.wait_for_timeout(500)
        assert found == set(verbs)
        # An action that is chosen shows where it can be done, on whatever tab that is.
        for _ in range(6):
            reka.click("Zoom in")
        for verb in ("Research", "Action", "Mine"):
            page.locator(".verbs .btn", has_text=verb).scroll_into_view_if_needed()
            reka.click(next(t for t in named(reka, verb + " ") if t.name.startswith(verb)))
            assert any(t.lit and t.at for t in reka.things()), verb
        # A tap on a seat: that board, with its name, its bowls and what its buildings bring.
        for seat, name in enumerate(NAMES):
            reka.click(named(reka, name, "points")[0])
            board = page.locator("section.mb")
            heading = board.locator("h2")
            shown = name if seat != position["seat"] else "you"
            until(partial(says, heading, shown), reka)
            top = heading.bounding_box()
            assert top
            assert 0 <= top["y"] < size[1], name
            assert board.locator(".brow").count() >= 5
            reka.look()


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_click_on_a_player_opens_the_whole_board(browser: Browser, url: str, size: tuple[int, int]) -> None:
    """Beside the map, folded or not; from there to everybody else's."""
    person, match, _ = rich(url)
    with seated(browser, url, size, "de", person.http.cookies.jar) as page:
        reka = Sitter(page)
        page.goto(f"{url}/match/{match}")
        reka.turn()
        reka.click(min(named(reka, "Mira"), key=lambda thing: thing.at or (9999, 0)))
        heading = page.get_by_role("dialog").locator("section.mb h2")
        assert says(heading, "Mira")
        reka.look()
        bence = until(lambda: named(reka, "Bence, ", "punkt"), reka)
        reka.click(bence[-1])
        until(lambda: says(heading, "du"), reka)
        reka.press("Escape")


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (820, 1180), (1280, 720)])
@pytest.mark.parametrize("fingers", [False, True])
def test_who_may_charge_is_told_while_one_builds(
    browser: Browser, url: str, size: tuple[int, int], fingers: bool
) -> None:
    """Before a building is added where fingers point, and in the drafted turn everywhere: names and amounts."""
    person, match, position = rich(url)
    built = next(
        o
        for o in position["options"]
        if o.get("reactions")
        and sum(x["facts"].get("hex") == o["facts"].get("hex") for x in position["options"]) == 1
    )
    with seated(browser, url, size, cookies=person.http.cookies.jar, fingers=fingers) as page:
        reka = Sitter(page)
        page.goto(f"{url}/match/{match}")
        reka.turn()
        hexagon = page.locator(f"[data-hex='{built['facts']['hex']}']")
        hexagon.focus()
        until(lambda: [t for t in reka.lit() if t.hex == built["facts"]["hex"] and t.at], reka)
        reka.click(next(t for t in reka.lit() if t.hex == built["facts"]["hex"]))

        def told(place: str) -> None:
            said = page.locator(place).inner_text()
            for reaction in built["reactions"]:
                assert f"{NAMES[reaction['seat']]} {reaction['amount']}" in " ".join(said.split()), said

        if page.get_by_role("dialog").count():
            told("[role=dialog]")
            reka.click("Add to my turn")
        until(lambda: page.locator(".steps .drop").count(), reka)
        told(".steps .st")
        assert reka.page.locator(".steps [data-reactions]").first.is_visible()


@pytest.mark.parametrize(("size", "language"), [((640, 360), "hu"), ((844, 390), "de")])
def test_hardly_any_height_still_shows_what_is_asked_and_how_it_ended(
    browser: Browser, url: str, size: tuple[int, int], language: str
) -> None:
    """A laptop at 200 %, a phone on its side: power, tech tiles, the menu, the result and what can be done then."""
    person = Person(url, "Réka")

    def at(what: str) -> str:
        return person.table(4, {"position": planned(what)})

    with seated(browser, url, size, language, person.http.cookies.jar) as page:
        reka = Sitter(page)
        page.goto(f"{url}/match/{at('LeechOffer 2')}")
        reka.turn()
        assert unseen(page, ".charge .btn, .charge p, .charge .check") == {}
        page.goto(f"{url}/match/{at('PickTech 6')}")
        reka.turn()
        assert unseen(page, "[data-kind=tile][data-lit]") == {}
        page.locator("button[aria-expanded]").click()
        assert unseen(page, ".menu > li > *") == {}
        over = at("FinalConversions 7")
        person.play(over, lambda position: False)
        page.goto(f"{url}/match/{over}")
        page.locator("#result-title").wait_for()
        assert unseen(page, "[data-result] :is(th, td, .btn):not(:empty)") == {}
        reka.look()
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
