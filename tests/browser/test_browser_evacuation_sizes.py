"""Evacuation on laptops: what is asked for is in sight, boards do not overlap, letters can be read."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.evacuation import rich, table
from tests.browser.player import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

LAPTOPS = [(1280, 720), (1366, 768), (1440, 900)]
WIDE = [*LAPTOPS, (1180, 820)]

SEEN = """(e) => {
  const box = e.getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.width > 0 && box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth
    && !!hit && (e.contains(hit) || hit.contains(e) && !hit.matches('.bottom, .wide, body'))
}"""
"""Whether a thing lies whole in the window and nothing covers its middle."""

WHOLE = """(e) => {
  const box = e.getBoundingClientRect();
  for (let p = e.parentElement; p; p = p.parentElement) {
    if (getComputedStyle(p).overflowY === 'visible') continue;
    const frame = p.getBoundingClientRect();
    if (box.bottom > frame.bottom + 1 || box.top < frame.top - 1 || box.right > frame.right + 1) return false;
  }
  return box.height > 0;
}"""
"""Whether a thing is cut by no box that scrolls or clips."""


def seen(page: Page, selector: str) -> list[str]:
    """What the selector finds that cannot be seen whole, by name."""
    found: list[tuple[str, bool]] = page.locator(selector).evaluate_all(
        f"(all) => all.map((e) => [e.dataset.id || (e.innerText ?? '').slice(0, 30), ({SEEN})(e) && ({WHOLE})(e)])"
    )
    assert found, selector
    return [name for name, whole in found if not whole]


def boxes(page: Page, selector: str) -> list[dict[str, float]]:
    """Where the things that the selector finds lie, but for those that are not drawn."""
    found: list[dict[str, float]] = page.locator(selector).evaluate_all(
        """(all) => all.map((e) => e.getBoundingClientRect()).filter((r) => r.width || r.height)
          .map(({x, y, width, height}) => ({x, y, width, height}))"""
    )
    return found


def idle(page: Page) -> None:
    page.locator("[data-busy]").wait_for(state="detached")


@pytest.fixture(scope="module")
def race(url: str) -> tuple[Person, str]:
    """A race of two, year 1, one person at both seats."""
    person = Person(url, "Réka")
    return person, table(person, 2, {"setup_seed": 3})


@pytest.fixture(scope="module")
def four(url: str) -> tuple[Person, str]:
    """Four players with every module who divide their power in year 3, with parked markers."""
    person = Person(url, "Réka")
    return person, table(person, 4, {"position": rich("SplitPower")})


@pytest.mark.parametrize("size", LAPTOPS)
def test_cards_that_are_asked_for_are_in_sight(
    visit: Open, race: tuple[Person, str], size: tuple[int, int]
) -> None:
    """EV-INF-1, EV-SHP-1, EV-STA-1, EV-TEC-1: every lit card is whole in the window, whatever display it is of."""
    person, match = race
    page = visit(size, person).go(f"/match/{match}")
    asked: list[tuple[str, str]] = [
        ("supply-infrastructure", ".mcard[data-lit]"),
        ("build-ship", ".mcard[data-lit]"),
        ("build-stadium", ".mcard[data-lit]"),
        ("research", ".tech[data-lit]"),
    ]
    for action, cards in asked:
        page.locator(f"[data-id='action:{action}']").click()
        idle(page)
        gain = page.locator("[data-option=gain]")
        if gain.count():
            gain.first.click()
            idle(page)
        assert seen(page, cards) == [], action
        if action == "supply-infrastructure":
            assert seen(page, "[data-option=forgo], [data-option=refresh]") == []
        page.get_by_role("button", name="Reset").click()
        idle(page)


def test_infrastructures_in_hand_lie_beside_the_display(visit: Open, url: str) -> None:
    """EV-INF-2: what may be played from the hand is lit where the question is answered."""
    person = Person(url, "Réka")
    match = table(person, 1, {"setup_seed": 8})
    held = 0
    while True:
        position = person.get(f"/matches/{match}/position?seat=0")
        options = position["options"]
        kinds = {o["facts"]["kind"] for o in options}
        if position["question"] == "Development" and {"take", "play_infrastructure"} <= kinds:
            held = len([o for o in options if o["facts"]["kind"] == "play_infrastructure"])
            break
        text = _infrastructure(options)
        person.post(f"/matches/{match}/commit", {"base": position["number"], "actions": [text], "seat": 0})
    page = visit((1366, 768), person).go(f"/match/{match}")
    page.locator(".draft.mine").wait_for()
    assert page.locator("[data-id^='plan:'][data-lit]").count() >= 1
    assert page.locator("[data-id^='plan:'][data-lit]").count() <= held
    assert seen(page, "[data-id^='plan:'][data-lit]") == []


def _infrastructure(options: list[dict[str, Any]]) -> str:
    """The answer that leads to infrastructures in hand, and to resources on the New World that pay for them."""

    def liking(o: dict[str, Any]) -> int:
        facts = o["facts"]
        if facts["kind"] == "act":
            return 9 if facts["board"] in ("supply-infrastructure", "infrastructure") else 0
        if facts["kind"] == "gain":
            return 9 if facts["world"] == "new" and facts["resource"] == "steel" else 0
        return {"take": 5, "pass": 1, "end": 1, "advance": 1}.get(facts["kind"], 0)

    text: str = max(options, key=liking)["text"]
    return text


@pytest.mark.parametrize("size", WIDE)
def test_boards_fit_laptops(
    visit: Open, race: tuple[Person, str], four: tuple[Person, str], size: tuple[int, int]
) -> None:
    """No site covers another, every space of the track can be seen, letters of fields measure 11 px."""
    for person, match in (race, four):
        page = visit(size, person).go(f"/match/{match}")
        page.locator(".draft.mine").wait_for()
        sites = boxes(page, ".site")
        assert len(sites) == page.locator(".site").count() > 20
        for i, a in enumerate(sites):
            for b in sites[:i]:
                across = abs(a["x"] + a["width"] / 2 - b["x"] - b["width"] / 2)
                down = abs(a["y"] + a["height"] / 2 - b["y"] - b["height"] / 2)
                far = (a["width"] + b["width"]) / 2 - 1
                assert across >= far or down >= far or (across**2 + down**2) ** 0.5 >= far
        spills = page.locator(".site").evaluate_all(
            """(all) => all.filter((e) => [...e.querySelectorAll('svg')].some((x) => {
              const a = x.getBoundingClientRect(), b = e.getBoundingClientRect();
              return a.left < b.left || a.right > b.right || a.top < b.top || a.bottom > b.bottom;
            })).length"""
        )
        assert spills == 0
        assert seen(page, "[data-column]") == []
        rows = boxes(page, "[data-column]")
        for i, a in enumerate(rows):
            for b in rows[:i]:
                apart = abs(a["y"] - b["y"]) >= min(a["height"], b["height"]) - 0.5
                assert apart or abs(a["x"] - b["x"]) > a["width"] - 1
                assert a["height"] >= 11
        for what in (".code", ".rise"):
            letters = page.locator(f".map {what}").evaluate_all(
                "(all) => all.map((e) => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a)"
            )
            assert len(letters) > 10
            assert min(letters) >= 11, what
        # What a field produces is large enough to be told from what others do.
        drawn = page.locator(".map .slot").evaluate_all("(all) => all.map((e) => e.getBoundingClientRect().width)")
        assert min(drawn) >= 11.5
        assert seen(page, ".area .act") == []
        looks = page.locator(".area .act").evaluate_all(
            """(all) => all.map((e) => [...e.querySelectorAll('.ops use')].filter((u) =>
              u.getBoundingClientRect().width > 0).map((u) => u.getAttribute('href')).join()
              + e.querySelector('.nm').textContent)"""
        )
        assert len(set(looks)) == len(looks)
        assert seen(page, ".my .o .stad") == []
        assert seen(page, ".my .pt") == []
    page = visit(size, race[0]).go(f"/match/{race[1]}")
    assert seen(page, "[data-goal-met]") == []


def test_prices_on_fields_can_be_read(visit: Open, url: str) -> None:
    """EV-STL-3: name, price and its symbol lie beside each other in the pill of a field, in letters of 11 px."""
    person = Person(url, "Réka")
    page = visit((1280, 720), person).go(f"/match/{table(person, 4, {'position': rich('SettleField')})}")
    page.locator(".map .pill").first.wait_for()
    pills = page.locator(".map .over g:has(> .pill)").evaluate_all(
        """(all) => all.map((g) => {
          const pill = g.querySelector('.pill').getBoundingClientRect();
          const parts = [...g.querySelectorAll('text, use')].map((e) => e.getBoundingClientRect());
          return [[pill.left, ...parts.flatMap((r) => [r.left, r.right]), pill.right],
            parseFloat(getComputedStyle(g.querySelector('text')).fontSize) * g.getScreenCTM().a];
        })"""
    )
    assert len(pills) > 3
    for edges, letters in pills:
        assert len(edges) == 8
        assert all(a <= b + 0.6 for a, b in pairwise(edges)), edges
        assert letters >= 11
    # Symbols and markers of a space of the track are whole.
    cut = page.locator(".track .cell.filled").evaluate_all(
        """(all) => all.filter((cell) => {
          const frame = cell.getBoundingClientRect();
          return [...cell.querySelectorAll('svg')].some((e) => {
            const r = e.getBoundingClientRect();
            return r.width < 5 || r.left < frame.left - 0.5 || r.right > frame.right + 0.5;
          });
        }).map((cell) => cell.parentElement.dataset.column)"""
    )
    assert cut == []


@pytest.mark.parametrize("language", ["de", "hu"])
def test_what_is_compared_with_each_other_is_in_sight_at_once(
    visit: Open, url: str, four: tuple[Person, str], language: str
) -> None:
    """EV-PRG-4, EV-TRN-9: every split of the power points, and all that a launch would bring, without scrolling."""
    person, match = four
    page = visit((1280, 720), person, language=language).go(f"/match/{match}")
    page.locator(".draft.mine").wait_for()
    for size in LAPTOPS:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(120)
        assert seen(page, "[data-option=advance]") == [], size
        assert seen(page, "[role=tab], .common") == [], size
    # Where the order matters it is written; no split says twice what all of them do.
    assert page.locator(".split", has_text="1.").count() > 1
    common = page.locator(".common .sel").all_inner_texts()
    assert not [x for x in page.locator(".split").all_inner_texts() for y in common if y in x]
    # A panel can be looked at meanwhile, and put away again.
    tab = page.locator("[role=tab]").nth(1)
    for pressed in ("true", "false"):
        tab.click()
        assert tab.get_attribute("aria-selected") == pressed
        assert page.locator(".tech").count() == (9 if pressed == "true" else 0)
    loading = Person(url, "Réka")
    page = visit((1280, 720), loading, language=language).go(
        f"/match/{table(loading, 4, {'position': rich('LoadPlace')})}"
    )
    page.locator(".draft.mine").wait_for()
    for size in LAPTOPS:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(120)
        assert seen(page, "[data-launch] tr, .ship.active .slot") == [], size
    # However many steps are drafted: what is asked next is in sight, and before the launch so is what flies.
    cargo = page.locator("[data-option=load_resources]")
    while not cargo.count():
        page.locator(".site[data-lit], [data-option=load_nothing]").first.click()
        idle(page)
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_timeout(120)
    assert page.locator(".steps .drop").count() > 1
    assert seen(page, "[data-option=load_resources]") == []
    page.set_viewport_size({"width": 1280, "height": 720})
    cargo.first.click()
    idle(page)
    assert seen(page, ".ship .slot.full") == []


@pytest.mark.parametrize("language", ["de", "hu"])
def test_long_words_are_whole_or_not_there(visit: Open, four: tuple[Person, str], language: str) -> None:
    """Phases that have no room are left out whole; whatever lies on the own boards is in sight."""
    person, match = four
    page = visit((1280, 720), person, language=language).go(f"/match/{match}")
    page.locator(".draft.mine").wait_for()
    longer = page.locator(".my .panel").evaluate_all("(all) => all.map((e) => e.scrollHeight - e.clientHeight)")
    assert max(longer) <= 1
    # What the points are made of is told where they stand.
    page.locator(".my .est").hover()
    assert "·" in page.locator(".insp").inner_text()
    fresh = table(person, 2, {"preset": "points with modules", "setup_seed": 5})
    page.goto(page.url.replace(match, fresh))
    page.locator(".phases li").nth(7).wait_for(state="attached")
    cut = page.locator(".phases li").evaluate_all(
        """(all) => all.filter((e) => {
          const a = e.getBoundingClientRect(), b = e.parentElement.getBoundingClientRect();
          return a.top < b.bottom && (a.right > b.right + 1 || a.bottom > b.bottom + 2);
        }).map((e) => e.innerText)"""
    )
    assert cut == []
    assert page.locator(".phases [aria-current]").evaluate(SEEN)
    # Seven cards, four of which are kept.
    for _ in range(40):
        asked = person.get(f"/tables/{fresh}")["asked"]
        position = person.get(f"/matches/{fresh}/position?seat={asked}")
        if position["question"] == "KeepHand":
            break
        person.post(
            f"/matches/{fresh}/commit",
            {"base": position["number"], "actions": [position["options"][0]["text"]], "seat": asked},
        )
    page.locator(".cards [data-card]").nth(6).wait_for()
    assert seen(page, ".cards [data-card]") == []
