"""Evacuation under a finger: stepping through what is legal, spaces of the track that can be tapped, the keys."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Open
from tests.browser.evacuation import rich, table
from tests.browser.player import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

FINGER = 44


def opened(url: str, question: str) -> tuple[Person, str, dict[str, Any]]:
    """A match in which this is asked, and the position as the seat sees it."""
    person = Person(url, "Réka")
    match = table(person, 4, {"position": rich(question)})
    seat = person.get(f"/tables/{match}")["asked"]
    return person, match, person.get(f"/matches/{match}/position?seat={seat}")


def large(page: Page, selector: str) -> None:
    """Everything that the selector finds can be hit with a finger."""
    least = page.locator(selector).evaluate_all(
        "(all) => all.map((e) => e.getBoundingClientRect()).map((r) => Math.min(r.width, r.height))"
    )
    assert least
    assert min(least) >= FINGER


TOOLED = """() => {
  const tools = [...document.querySelectorAll('.zooms .btn')].map((e) => e.getBoundingClientRect());
  if (tools.length !== 3) return ['no tools'];
  return [...document.querySelectorAll('[data-hex]')].filter((e) => {
    const r = e.getBoundingClientRect();
    const [x, y] = [r.x + r.width / 2, r.y + r.height / 2];
    return tools.some((t) => x > t.left - 10 && x < t.right + 10 && y > t.top - 10 && y < t.bottom + 10);
  }).map((e) => e.dataset.hex);
}"""
"""Fields of the New World on which a tool lies."""

WITHIN = """(all) => all.map((e) => {
  const r = e.getBoundingClientRect();
  const hit = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
  return [e.dataset.id, !!hit && e.contains(hit)];
})"""
"""Things by name, and whether each is in sight."""

OVERLAPS = """() => {
  const names = [...document.querySelectorAll('.map .over > g')].map((g) => {
    const r = (g.querySelector('.pill') ?? g.querySelector('.code')).getBoundingClientRect();
    return [g.querySelector('.code').textContent, r];
  });
  return names.flatMap(([name, a], i) => names.slice(0, i).filter(([, b]) =>
    a.left < b.right - 4 && b.left < a.right - 4 && a.top < b.bottom - 6 && b.top < a.bottom - 6
  ).map(([other]) => `${name} over ${other}`));
}"""
"""Names of fields of the New World that lie over each other."""

APART = """(bar) => {
  const own = bar.getBoundingClientRect(), frame = bar.parentElement.querySelector('.box').getBoundingClientRect();
  return own.top >= frame.bottom - 1;
}"""
"""The bar lies beside what it tells of, not over it."""


@pytest.mark.parametrize(
    ("question", "kind", "fact", "attribute"),
    [("SettleField", "settle", "field", "hex"), ("LoadPlace", "load_site", "site", "id")],
)
def test_steps_visit_every_legal_place(
    visit: Open, url: str, question: str, kind: str, fact: str, attribute: str
) -> None:
    """EV-STL-1, EV-TRN-4: "Legal n/m" counts the legal places, visits each once and adds the one in focus."""
    person, match, position = opened(url, question)
    page = visit(PHONE, person).go(f"/match/{match}")
    legal = sorted({str(o["facts"][fact]) for o in position["options"] if o["facts"]["kind"] == kind})
    assert len(legal) > 1
    expect(page.locator(".steps [data-legal]")).to_have_text(f"Legal: {len(legal)}")
    if question == "SettleField":
        assert page.evaluate(TOOLED) == []
    # Another part of the boards is in front: the steps bring the right one back.
    page.locator("#seg-track").click()
    seen = []
    for number in range(1, len(legal) + 1):
        page.locator("[data-step='1']").click()
        expect(page.locator(".steps [data-legal]")).to_have_text(f"Legal {number}/{len(legal)}")
        seen.append(page.evaluate(f"document.activeElement.dataset.{attribute}").removeprefix("site:"))
        expect(page.locator(".draft")).to_contain_text("preview")
    assert sorted(seen) == legal
    page.locator("[data-step='-1']").click()
    expect(page.locator(".steps [data-legal]")).to_have_text(f"Legal {len(legal) - 1}/{len(legal)}")
    large(page, ".steps button")
    page.locator("[data-step='add']").click()
    chosen = page.locator(".steps .drop, .chooser .opt")
    expect(chosen.first).to_be_visible()


def test_more_that_is_below_is_said(visit: Open, url: str) -> None:
    """EV-ACT-2: every action is in sight, or a button says that there is more below, and shows it."""
    person = Person(url, "Réka")
    page = visit(PHONE, person).go(f"/match/{table(person, 2, {'setup_seed': 3})}")
    page.locator(".draft.mine").wait_for()
    seen: set[str] = set()
    for _ in range(12):
        acts = page.locator(".act").evaluate_all(WITHIN)
        seen |= {name for name, there in acts if there}
        below = page.locator("[data-below]")
        if not below.count():
            break
        expect(below).to_be_in_viewport(ratio=1)
        assert below.evaluate(APART)
        assert "more" in below.inner_text()
        below.tap()
        page.wait_for_timeout(60)
    assert seen == {name for name, _ in acts}
    assert len(seen) == 10
    assert page.locator("[data-below]").count() == 0


def test_nothing_is_written_where_it_cannot_be_read(visit: Open, url: str) -> None:
    """EV-STL-1: on the smallest map no name lies over another; whoever looks closer reads them all."""
    person = Person(url, "Réka")
    match = table(person, 4, {"position": rich("SettleField")})
    for size in ((320, 568), PHONE):
        page = visit(size, person).go(f"/match/{match}")
        page.locator("#seg-new").click()
        page.locator(".map [data-hex]").first.wait_for()
        assert page.evaluate(OVERLAPS) == [], size
    for _ in range(8):
        page.locator(".zooms .btn").first.click()
    assert page.locator(".map .code").count() > 30


def test_landing_spaces_can_be_tapped(visit: Open, url: str) -> None:
    """EV-PRG-4: exactly the spaces on which a marker may land are lit; a tap offers the splits that lead there."""
    person, match, position = opened(url, "SplitPower")
    seat = position["asked"]
    window = visit(PHONE, person)
    page = window.go(f"/match/{match}")
    own = [m["column"] for m in position["view"]["markers"] if m["owner"] == seat]
    splits = [o for o in position["options"] if o["facts"]["kind"] == "advance"]
    ends: dict[int, set[str]] = {}
    for option in splits:
        for before, after in zip(own, option["facts"]["columns"], strict=True):
            if before != after:
                ends.setdefault(after, set()).add(option["text"])
    expect(page.locator("[data-land]")).to_have_count(len(ends))
    assert {int(x.get_attribute("data-land") or -1) for x in page.locator("[data-land]").all()} == set(ends)
    large(page, "[data-land]")
    # The first of them is in sight without scrolling.
    expect(page.locator(f"[data-land='{min(ends)}']")).to_be_in_viewport(ratio=1)
    column = next(c for c in sorted(ends) if len(ends[c]) > 1)
    page.locator(f"[data-land='{column}']").tap()
    offered = page.locator(".chooser .opt")
    expect(offered).to_have_count(len(ends[column]))
    assert {x.get_attribute("data-text") for x in offered.all()} == ends[column]
    large(page, ".chooser .opt")
    page.locator(".chooser .btn.add").tap()
    expect(page.locator(".steps .drop").first).to_be_visible()
    assert window.sent == []


@pytest.mark.parametrize(
    ("language", "year", "round_"), [("en", "year", "round"), ("de", "Jahr", "Runde"), ("hu", "év", "forduló")]
)
def test_the_list_of_keys_is_that_of_the_title(
    visit: Open, url: str, language: str, year: str, round_: str
) -> None:
    """The keys are listed in the title's terms, and none is listed that does nothing here."""
    person, match, _ = opened(url, "SettleField")
    window = visit(person=person, language=language)
    page = window.go(f"/match/{match}")
    page.keyboard.press("?")
    rows = page.locator(".drawer tr, [role=dialog] tr")
    expect(rows.last).to_contain_text(year)
    listed = rows.locator("kbd").all_inner_texts()
    assert "1 2 3 4" in listed
    assert "← ↑ → ↓" in listed
    assert not {key for key in listed if "Q W E" in key}
    assert len(listed) == len(set(listed))
    assert not any(round_ in text for text in rows.all_inner_texts())
    assert window.missing() == []
    page.keyboard.press("Escape")
    for number, tab in enumerate(page.locator(".ctx [role=tab]").all()):
        page.keyboard.press(str(number + 1))
        expect(tab).to_have_attribute("aria-selected", "true")
    board = page.locator("[data-plane]")
    whole = board.get_attribute("style")
    assert {key for key in listed if key.startswith("+")}
    page.keyboard.press("+")
    expect(board).not_to_have_attribute("style", whole or "")
    page.keyboard.press("0")
    expect(board).to_have_attribute("style", whole or "")
    page.locator("[data-hex]").first.focus()
    page.keyboard.press("End")
    last = page.locator("[data-hex]").last.get_attribute("data-hex")
    assert page.evaluate("document.activeElement.dataset.hex") == last
