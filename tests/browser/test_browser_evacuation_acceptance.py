"""Acceptance points of the Evacuation page: secrets, the end, the plan, long words, zoom, barriers."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from orrery.evacuation.pack import default_pack
from tests.browser.conftest import DESKTOP, PHONE, Open, barriers
from tests.browser.evacuation import ending, rich, table
from tests.browser.player import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

MODULES = {"preset": "points with modules", "setup_seed": 6}

CLIPPED = """() => {
  const found = [];
  for (const e of document.querySelectorAll('body *')) {
    if (!e.offsetParent || e.closest('svg, .visually-hidden')) continue;
    const words = [...e.childNodes].filter((c) => c.nodeType === 3 && c.textContent.trim());
    if (!words.length) continue;
    const boxes = words.map((w) => {
      const range = document.createRange();
      range.selectNodeContents(w);
      return range.getBoundingClientRect();
    });
    const right = Math.max(...boxes.map((q) => q.right)), bottom = Math.max(...boxes.map((q) => q.bottom));
    for (let b = e; b && b !== document.body; b = b.parentElement) {
      const style = getComputedStyle(b), box = b.getBoundingClientRect();
      const across = /auto|scroll/.test(style.overflowX), down = /auto|scroll/.test(style.overflowY);
      const cuts = style.overflowX !== 'visible' && !across;
      if ((cuts || b.tagName === 'BUTTON') && (right > box.right + 1.5 || (cuts && bottom > box.bottom + 3))) {
        found.push(e.textContent.trim().slice(0, 50));
        break;
      }
      if (across || down) break;
    }
  }
  return found;
}"""
"""Texts that leave a button or a box that cuts them off and cannot be scrolled."""


def opened(window: Any, person: Person, data: dict[str, Any], query: str = "") -> Page:
    match = table(person, len(data["players"]), {"position": data})
    page: Page = window.page
    page.goto(f"{window.url}/match/{match}{query}")
    page.locator(".draft.mine").wait_for()
    return page


def idle(page: Page) -> None:
    page.locator("[data-busy]").wait_for(state="detached")


def test_seats_of_one_device_do_not_see_each_other(visit: Open, url: str) -> None:
    """EV-PTS-2, EV-ADV-1: until the next person says so, nothing of a hand or a goal is on the screen."""
    person = Person(url, "Réka")
    match = table(person, 2, MODULES)
    window = visit(person=person, curtain=True)
    page = window.go(f"/match/{match}")
    secrets = [goal.id for goal in default_pack().goals]
    asked = person.get(f"/tables/{match}")["asked"]
    expect(page.locator(f"[data-curtain='{asked}']")).to_be_visible()
    assert page.locator(".now, .draft, [data-goal], .card").count() == 0
    page.reload()
    expect(page.locator(f"[data-curtain='{asked}']")).to_be_visible()
    page.keyboard.press("Enter")
    mine = set(person.get(f"/matches/{match}/position?seat={asked}")["view"]["players"][asked]["draft"])
    page.locator("[data-goal]").first.wait_for()
    shown = {g.get_attribute("data-goal") for g in page.locator("[data-goal]").all()}
    assert shown == mine <= set(secrets)
    page.locator("[data-goal]").first.click()
    idle(page)
    page.locator("[data-confirm]").click()
    expect(page.locator(f"[data-curtain='{1 - asked}']")).to_be_visible()
    assert page.locator("[data-goal], .card, .now").count() == 0
    page.keyboard.press("l")
    page.keyboard.press("3")
    assert page.locator(".log, [data-goal]").count() == 0
    page.locator("[data-curtain] button").click()
    page.locator("[data-goal]").first.wait_for()
    theirs = set(person.get(f"/matches/{match}/position?seat={1 - asked}")["view"]["players"][1 - asked]["draft"])
    shown = {g.get_attribute("data-goal") for g in page.locator("[data-goal]").all()}
    assert shown == theirs
    assert not shown & mine
    assert window.missing() == []


@pytest.mark.parametrize("options", [{"players": 2, "setup_seed": 3}, {"players": 1, "setup_seed": 8}])
def test_the_end_is_told_step_by_step(visit: Open, url: str, options: dict[str, Any]) -> None:
    """EV-RAC-8, EV-RAC-9, EV-PTS-3: steps can be walked; the last leaves what the server reports."""
    person = Person(url, "Réka")
    match = table(person, options["players"], {"position": ending(**options)})
    while (seat := person.get(f"/tables/{match}")["asked"]) is not None:
        position = person.get(f"/matches/{match}/position?seat={seat}")
        text = position["options"][0]["text"]
        person.post(f"/matches/{match}/commit", {"base": position["number"], "actions": [text], "seat": seat})
    final = person.get(f"/matches/{match}/position?seat=0")
    window = visit(person=person)
    page = window.go(f"/match/{match}")
    result = page.locator(".result")
    last = int(result.get_attribute("data-step") or 0)
    assert last > 0, "without motion everything is shown at once"

    def scores() -> list[int]:
        told = [page.locator(f"[data-score='{s}']").inner_text() for s in range(options["players"])]
        return [int(text.replace("−", "-")) for text in told]

    assert scores() == final["scores"]
    for _ in range(last):
        page.get_by_label("One step back").click()
    expect(result).to_have_attribute("data-step", "0")
    players = final["view"]["players"]
    race = final["printed"]["options"]["mode"] == "race"
    assert scores() == [min(p["production"].values()) if race else 0 for p in players]
    if race:
        steps = sum(len(p["accounting"]) for p in players)
        page.get_by_role("button", name="Show all").click()
        assert page.locator(".result .chip").count() == steps
    else:
        page.get_by_label("One step on").click()
        assert scores() == [next(iter(p["points"].values())) for p in players]
        page.get_by_role("button", name="Show all").click()
    assert scores() == final["scores"]
    page.get_by_role("button", name="Look at the boards").click()
    page.keyboard.press("l")
    expect(page.locator(".log")).to_be_visible()
    page.get_by_label("Close").first.click()
    page.get_by_role("button", name="Final result").click()
    expect(result).to_be_visible()
    assert window.missing() == []


def test_steps_of_a_plan_that_were_played_leave_it(visit: Open, url: str) -> None:
    """A plan is drafted with one click; what was confirmed is no longer part of it, the rest still holds."""
    person = Person(url, "Jonas")
    match = table(person, 1, {"setup_seed": 8})
    while (position := person.get(f"/matches/{match}/position?seat=0"))["question"] != "Turn":
        text = position["options"][0]["text"]
        person.post(f"/matches/{match}/commit", {"base": position["number"], "actions": [text], "seat": 0})
    window = visit(person=person)
    page = window.go(f"/match/{match}")

    def plan() -> None:
        page.get_by_label("Menu").click()
        page.get_by_role("button", name="Plan of the year").click()

    plan()
    for text in ("action prepare-factory", "factory steel old", "action prepare-factory", "factory energy old"):
        page.locator(f"[data-planned='{text}']").click()
        page.locator("[data-busy-plan]").wait_for(state="detached")
    expect(page.locator("[data-plan] li")).to_have_count(4)
    expect(page.locator("[data-broken='0']")).to_be_visible()
    page.locator("[data-plan] .pri").click()
    idle(page)
    expect(page.locator(".steps .drop")).to_have_count(2)
    number = page.locator(".draft").get_attribute("data-number")
    page.locator("[data-confirm]").click()
    expect(page.locator(".draft")).not_to_have_attribute("data-number", number or "")
    expect(page.locator("[data-plan] li")).to_have_count(2)
    expect(page.locator("[data-broken='0']")).to_be_visible()
    page.reload()
    plan()
    expect(page.locator("[data-plan] li")).to_have_count(2)
    assert window.missing() == []


def test_log_and_charts_speak_of_years(visit: Open, url: str) -> None:
    """EV-YR-1: a game of years, in every language."""
    person = Person(url, "Mira")
    match = table(person, 1, {"setup_seed": 8})
    while (position := person.get(f"/matches/{match}/position?seat=0"))["view"]["year"] < 2:
        texts = {o["facts"]["kind"]: o["text"] for o in reversed(position["options"])}
        text = texts.get("pass") or texts.get("end") or position["options"][0]["text"]
        person.post(f"/matches/{match}/commit", {"base": position["number"], "actions": [text], "seat": 0})
    for language, word in (("en", "Year 2"), ("de", "Jahr 2"), ("hu", "2. év")):
        page = visit(person=person, language=language).go(f"/match/{match}")
        page.keyboard.press("l")
        expect(page.locator(".log .round").last).to_have_text(word)


@pytest.mark.parametrize(
    ("size", "query"), [(DESKTOP, "?pseudo"), (PHONE, "?pseudo"), ((320, 640), "?pseudo"), ((720, 450), "")]
)
def test_long_words_and_large_text_fit(visit: Open, url: str, size: tuple[int, int], query: str) -> None:
    """Words a third longer, and 200 % zoom (half the screen): nothing is cut off, nothing scrolls the page."""
    person = Person(url, "Réka")
    window = visit(size, person)
    for question in ("Turn", "LoadPlace", "SplitPower"):
        page = opened(window, person, rich(question), query)
        parts = 5 if size[0] < 1100 else 4
        for part in range(parts):
            if size[0] < 1100:
                page.locator(".tabbar button").nth(part).click()
            else:
                page.keyboard.press(str(part + 1))
            assert page.evaluate(CLIPPED) == [], f"{question}, part {part + 1}"
            scrolled = page.evaluate(
                "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
            )
            assert scrolled[0] <= size[0]
            assert scrolled[1] <= size[1]


@pytest.mark.parametrize(("size", "theme"), [(DESKTOP, "dark"), (DESKTOP, "light"), (PHONE, "dark")])
def test_axe_finds_nothing(visit: Open, url: str, size: tuple[int, int], theme: str) -> None:
    """No barrier of any weight: turn, loading, splitting; landmarks have names of their own."""
    person = Person(url, "Réka")
    window = visit(size, person, theme=theme)
    for question in ("Turn", "LoadPlace", "SplitPower"):
        page = opened(window, person, rich(question))
        assert barriers(page) == []
