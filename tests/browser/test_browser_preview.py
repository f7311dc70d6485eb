"""What is shown before a move is what happens; and what is shown is never cut off (UI 6, 10, 19, 20, 27)."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Open, barriers
from tests.browser.player import WEIGHT, Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]

Rich = tuple[Person, str]

ONWARD = ("pass", "end_turn", "done", "take_booster", "pick_faction", "bid", "starting_mine", "income")
"""Kinds after which the game goes on by itself: incomes and other rounds may follow."""


def holdings(player: dict[str, Any]) -> dict[str, Any]:
    names = ("vp", "credits", "ore", "knowledge", "qic", "bowls", "gaia_area", "brainstone")
    return {name: player[name] for name in names}


@pytest.mark.parametrize("wished", [150, pytest.param(1000, marks=[pytest.mark.soak, pytest.mark.timeout(600)])])
def test_previews_equal_what_happens(url: str, wished: int) -> None:
    """10: the holdings that an option foretells are those that the server shows after it was committed."""
    person = Person(url, "Réka")
    compared, number = 0, 0
    for game in range(40):
        chance = random.Random(game)
        match = person.table(3, {"setup_seed": game, "factions": "random"})
        while compared < wished:
            table = person.get(f"/tables/{match}")
            if table["state"] != "running":
                break
            seat = table["asked"]
            shown = person.get(f"/matches/{match}/position?seat={seat}")
            options = shown["options"]
            chosen = chance.choices(options, [WEIGHT.get(o["facts"]["kind"], 3) + 0.5 for o in options])[0]
            body = {"base": shown["number"], "actions": [chosen["text"]], "seat": seat}
            person.post(f"/matches/{match}/commit", body)
            number += 1
            if chosen["facts"]["kind"] in ONWARD:
                continue
            then = person.get(f"/matches/{match}/position?seat={seat}")
            if (then["view"]["round"], then["view"]["phase"]) != (shown["view"]["round"], shown["view"]["phase"]):
                continue
            foretold = {name: value for name, value in chosen["facts"]["after"].items() if name != "gaiaformers"}
            assert holdings(then["view"]["players"][seat]) == foretold, chosen["text"]
            compared += 1
    assert compared == wished, f"only {compared} of {number} moves could be compared"


def numbers(page: Page) -> list[str]:
    found: list[str] = page.eval_on_selector_all(".mb .res b", "all => all.map(e => e.textContent)")
    return found


def test_the_own_board_foretells_what_a_step_leaves(visit: Open, rich: Rich) -> None:
    """19: looking at a place shows the holdings after it; taking it makes them true; undoing brings them back."""
    person, match = rich
    page = visit(DESKTOP, person).go(f"/match/{match}")
    before = numbers(page)
    places = page.locator("[data-kind=level][data-lit], [data-kind=action][data-lit]")
    count = places.count()
    assert count >= 3
    for i in range(count):
        places.nth(i).focus()
        expect(page.locator(".insp.on")).to_be_visible()
        foretold = numbers(page)
        page.keyboard.press("Enter")
        page.locator("[data-busy]").wait_for(state="detached")
        if page.locator(".chooser").count():
            page.keyboard.press("Escape")
            continue
        expect(page.locator(".steps .drop")).not_to_have_count(0)
        assert numbers(page) == foretold
        page.locator(".btns button", has_text="Reset").click()
        page.locator("[data-busy]").wait_for(state="detached")
        page.mouse.move(3, 3)
        assert numbers(page) == before


CLIPPED = """() => {
  const out = [];
  for (const e of document.querySelectorAll('body *')) {
    if (!(e instanceof HTMLElement) || !e.offsetParent) continue;
    if (e.closest('.visually-hidden, svg, select, .scroll')) continue;
    const own = [...e.childNodes].some((c) => c.nodeType === 3 && c.textContent.trim());
    if (!own) continue;
    const style = getComputedStyle(e);
    const hides = style.overflowX !== 'visible' || style.textOverflow === 'ellipsis';
    const text = e.textContent.trim().slice(0, 60);
    if (hides && e.scrollWidth > e.clientWidth + 1) out.push(`${e.className}: ${text}`);
    let box = e.parentElement;
    while (box && box !== document.body) {
      const s = getComputedStyle(box);
      if (s.overflowX === 'hidden' && box.clientWidth > 0) {
        const a = e.getBoundingClientRect(), b = box.getBoundingClientRect();
        if (a.width && (a.right > b.right + 1.5 || a.left < b.left - 1.5) && !box.closest('.map'))
          out.push(`${e.className} in ${box.className}: ${text}`);
        break;
      }
      if (s.overflowX === 'auto' || s.overflowX === 'scroll') break;
      box = box.parentElement;
    }
  }
  return [...new Set(out)];
}"""


def test_nothing_is_cut_off_when_words_are_a_third_longer(visit: Open, rich: Rich) -> None:
    """20: every word longer by 35 %, at desktop and phone size, on every main screen."""
    person, match = rich
    found: dict[str, list[str]] = {}
    for size in (DESKTOP, PHONE):
        visitor = visit(size, person, language="en")
        for path in ("/", "/new/gaia", "/learn", "/account", "/rules/gaia", f"/match/{match}"):
            page = visitor.go(f"{path}?pseudo")
            page.wait_for_timeout(300)
            cut = page.evaluate(CLIPPED)
            if cut:
                found[f"{path} {size[0]}"] = cut
            if path.startswith("/match") and size == PHONE:
                for tab in range(5):
                    page.locator(".tabbar button").nth(tab).click()
                    page.wait_for_timeout(80)
                    cut = page.evaluate(CLIPPED)
                    if cut:
                        found[f"tab {tab}"] = cut
                    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert found == {}, json.dumps(found, indent=1)


def test_everything_is_reachable_at_twice_the_size(visit: Open, rich: Rich) -> None:
    """27: 1440x900 at 200 % is 720x450; every lit thing can be brought into view, and nothing scrolls sideways."""
    person, match = rich
    page = visit((720, 450), person).go(f"/match/{match}")
    page.locator(".draft.mine").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 720
    confirm = page.locator("[data-confirm]")
    confirm.scroll_into_view_if_needed()
    expect(confirm).to_be_in_viewport()
    page.locator(".tabbar button").nth(1).click()
    for place in page.locator(".spot[data-lit]").all():
        place.scroll_into_view_if_needed()
        expect(place).to_be_in_viewport()
    page.locator(".tabbar button").nth(0).click()
    page.keyboard.press("n")
    expect(page.locator("[data-hex]:focus")).to_be_in_viewport()


def test_axe_finds_nothing_moderate_either(visit: Open, rich: Rich) -> None:
    """6: landmarks are named and all content is in one of them."""
    person, match = rich
    for size in (DESKTOP, PHONE):
        window = visit(size, person)
        for path in ("/", f"/match/{match}", "/rules/gaia", "/learn", "/account", "/new/gaia"):
            page = window.go(path)
            page.wait_for_timeout(200)
            assert barriers(page, "moderate") == [], path
