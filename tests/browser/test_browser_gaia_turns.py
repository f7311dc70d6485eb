"""Turns as a person takes them: what stays lit, what goes away by itself, what is told of the Automa."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from orrery.gaia.game import GAIA
from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.player import Person
from tests.browser.sight import click, planned, reached, unseen

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]


def at(visit: Open, url: str, data: dict[str, Any], size: tuple[int, int] = DESKTOP) -> Page:
    person = Person(url, "Réka")
    page = visit(size, person).go(f"/match/{person.table(4, {'position': data})}")
    page.locator(".draft.mine").wait_for()
    return page


def alone(url: str) -> tuple[Person, str]:
    """A solo match at the first turn."""
    person = Person(url, "Nora")
    match = person.table(1, {"setup_seed": 4, "factions": "random"})
    person.play(match, lambda p: p["question"] == "Turn" and p["view"]["round"] == 1, seed=2)
    return person, match


def lit(page: Page) -> int:
    return page.locator("[data-hex][data-lit], .spot[data-lit]").count()


def test_after_a_conversion_everything_is_lit_again(visit: Open, url: str) -> None:
    """The verb was for one choice."""
    page = at(visit, url, planned("Turn 33"))
    before = lit(page)
    page.keyboard.press("c")
    assert lit(page) == 0
    click(page, "[data-convert=ore_to_credit]")
    page.locator(".steps .drop").first.wait_for()
    assert lit(page) > before / 2


def test_composing_a_federation_can_be_left_by_any_key(visit: Open, url: str) -> None:
    """F, Escape, then F or another verb: the board is never dead."""
    data = reached(lambda s: s.question() == "Turn" and any("federate" in GAIA.write(s, a) for a in s.options()))
    page = at(visit, url, data)
    before = lit(page)
    for key in ("Escape", "f"):
        page.keyboard.press("f")
        page.locator(".fed").wait_for()
        page.keyboard.press(key)
        expect(page.locator(".fed")).to_have_count(0)
        assert lit(page) == before
    page.keyboard.press("f")
    click(page, "[data-verb]:not([data-verb=federation])")
    expect(page.locator(".fed")).to_have_count(0)
    assert page.locator("[data-lit], .draft :is(.card, [data-convert])").count() > 0


def test_a_tip_goes_with_the_click(visit: Open, url: str) -> None:
    """It shows while a hex is pointed at or walked to, and neither after a click nor after Confirm."""
    page = at(visit, url, planned("Turn 33"))
    place = page.locator("[data-hex][data-lit]").nth(3)
    box = place.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".tip")).to_be_visible()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator("[data-busy]").wait_for(state="detached")
    expect(page.locator(".tip")).to_have_count(0)
    if page.locator(".chooser .opt").count():
        page.locator(".chooser .opt").first.click()
    page.locator(".steps .drop").first.wait_for()
    click(page, "[data-confirm]")
    page.locator(".steps .drop").first.wait_for(state="detached")
    expect(page.locator(".tip")).to_have_count(0)


def test_n_visits_everything_that_is_possible(visit: Open, url: str) -> None:
    """The hexes first, then research, actions, specials and the verbs that open lists; then the first hex again."""
    page = at(visit, url, planned("Turn 33"))
    wanted = lit(page)
    seen = []
    for _ in range(wanted + 2):
        page.keyboard.press("n")
        seen.append(page.evaluate("document.activeElement.dataset.hex ?? document.activeElement.textContent"))
    assert len(set(seen)) == wanted + 2
    page.keyboard.press("n")
    assert page.evaluate("document.activeElement.dataset.hex ?? document.activeElement.textContent") == seen[0]


def test_the_stepper_of_a_phone_visits_everything_that_is_possible(visit: Open, url: str) -> None:
    """Hexes on the map; everything else in the sheet, where it can be added."""
    page = at(visit, url, planned("Turn 33"), PHONE)
    hexes = page.locator("[data-hex][data-lit]").count()
    places = int(page.locator("[data-legal]").get_attribute("data-legal") or 0)
    assert places > hexes + 10
    click(page, "[data-step='-1']")
    page.locator(".chooser .opt, .chooser h2").first.wait_for()
    assert unseen(page, ".chooser .add") == {}


STORIED = """() => {
  const story = document.querySelector('.story').getBoundingClientRect();
  return [...document.querySelectorAll('[data-planet]')].filter((e) => {
    const r = e.getBoundingClientRect();
    const [x, y] = [r.x + r.width / 2, r.y + r.height / 2];
    return x > story.left && x < story.right && y > story.top - 6 && y < story.bottom;
  }).map((e) => e.dataset.hex);
}"""
"""Planets on which the story lies."""


def test_the_automas_turn_tells_itself(visit: Open, url: str) -> None:
    """Its story goes on, covers no planet and leaves by itself; the ticker, the log and the recap have it."""
    person, match = alone(url)
    visitor = visit((1280, 720), person, motion="on")
    page = visitor.go(f"/match/{match}")
    page.keyboard.press("r")
    page.locator("[data-kind=level][data-lit]").first.click()
    page.locator(".steps .drop").first.wait_for()
    click(page, "[data-confirm]")
    story = page.locator(".story")
    story.wait_for()
    assert unseen(page, ".ticker button") == {}
    for size in ((1280, 720), (1920, 1080), DESKTOP):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(120)
        assert page.evaluate(STORIED) == [], size
    # A phone's map ends above it.
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(120)
    area, told = page.locator(".map").bounding_box(), story.bounding_box()
    assert area
    assert told
    assert area["y"] + area["height"] <= told["y"]
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    expect(story.locator(".choice")).to_be_visible(timeout=20000)
    said = story.locator(".choice").inner_text()
    expect(story).to_have_count(0, timeout=30000)
    assert said in page.locator(".ticker .say").inner_text()
    page.keyboard.press("l")
    page.locator(".filter").get_by_label("Automa").click()
    expect(page.locator(".rows .note", has_text=said)).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Since your last turn").click()
    expect(page.locator(".rows .note", has_text=said)).to_be_visible()


def test_a_phone_shows_the_automas_points(visit: Open, url: str) -> None:
    """Both scores stand in the strip of seats."""
    person, match = alone(url)
    page = visit(PHONE, person).go(f"/match/{match}")
    expect(page.locator(".seats .seat")).to_have_count(2)
    assert "Automa" in (page.locator(".seats .seat").nth(1).get_attribute("aria-label") or "")


def test_sentences_about_what_is_missing_are_whole(visit: Open, url: str) -> None:
    """No empty brackets, no sentences that run into each other, no doubled full stops."""
    page = at(visit, url, planned("Turn 33"))
    labels = page.eval_on_selector_all("[data-hex]", "all => all.map(e => e.getAttribute('aria-label'))")
    told = [label for label in labels if "Possible:" in label or "short" in label or "range" in label]
    assert told
    for label in told:
        assert "()" not in label
        assert ".." not in label.replace("…", "")
    page.locator(".cell:not(.lit)").first.hover()
    near = page.locator(".cell.near").first
    near.focus()
    expect(page.locator(".insp .bad")).to_be_visible()
    text = page.locator(".insp .bad").inner_text()
    assert "()" not in page.locator(".insp h2").inner_text()
    assert not any(a == "." and b.isupper() for a, b in pairwise(text.replace("Q.I.C.", "")))


def test_the_board_as_text_speaks_words(visit: Open, url: str) -> None:
    """Sectors by number and side, each hex named once."""
    page = at(visit, url, planned("Turn 33"))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Board as text").click()
    text = page.locator(".drawer").inner_text()
    assert "_" not in text
    row = page.locator(".drawer tbody tr").first
    name = row.locator("th").inner_text()
    assert name not in row.locator("td").inner_text()


def test_no_turn_is_prepared_before_the_booster_is_chosen(visit: Open, url: str) -> None:
    """A prepared turn would assume a booster that nobody chose."""
    first, second = Person(url, "Réka"), Person(url, "Jonas")
    table = first.post(
        "/tables",
        {
            "game": "gaia",
            "options": {"players": 2, "setup_seed": 3},
            "seats": [{"kind": "me"}, {"kind": "open"}],
            "visibility": "public",
        },
    )
    second.post(f"/tables/{table['id']}/join", {"seat": 1})
    match = table["id"]
    for _ in range(40):
        now = first.get(f"/tables/{match}")
        if now["state"] == "open":
            first.post(f"/tables/{match}/start")
            continue
        who = (first, second)[now["asked"]]
        position = who.get(f"/matches/{match}/position?seat={now['asked']}")
        if position["question"] == "PickBooster":
            break
        body = {"base": position["number"], "actions": [position["options"][0]["text"]], "seat": now["asked"]}
        who.post(f"/matches/{match}/commit", body)
    waiting = (second, first)[now["asked"]]
    page = visit(DESKTOP, waiting).go(f"/match/{match}")
    page.locator(".draft").wait_for()
    expect(page.locator("[data-premove]")).to_have_count(0)
