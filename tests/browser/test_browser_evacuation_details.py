"""What the page of Evacuation promises: worlds apart, loading, planning, honesty, small screens, languages."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Open, barriers
from tests.browser.evacuation import rich, table
from tests.browser.player import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]


@pytest.fixture(scope="module")
def loading(url: str) -> tuple[Person, str, dict[str, Any]]:
    """A four-player match with every module in which somebody may load a ship."""
    person = Person(url, "Réka")
    match = table(person, 4, {"position": rich("TransportShips")})
    seat = person.get(f"/tables/{match}")["asked"]
    return person, match, person.get(f"/matches/{match}/position?seat={seat}")


def still(page: Page) -> None:
    page.locator("[data-busy]").wait_for(state="detached")


def test_slots_take_what_the_server_allows_and_the_launch_is_as_foretold(
    visit: Open, loading: tuple[Person, str, dict[str, Any]]
) -> None:
    """EV-TRN-4, EV-TRN-11: lit sites are exactly the legal ones; "if you launch now" equals what happens."""
    person, match, position = loading
    page = visit(person=person).go(f"/match/{match}")
    fly = next(o for o in position["options"] if o["facts"]["kind"] == "fly")
    page.locator(f"[data-id='ship:{fly['facts']['ship']}'][data-lit]").click()
    still(page)
    body = {"base": position["number"], "actions": [fly["text"]], "seat": position["asked"]}
    wanted = person.post(f"/matches/{match}/preview", body)["options"]
    legal = {o["facts"]["site"] for o in wanted if o["facts"]["kind"] == "load_site"}
    assert page.locator(".site[data-lit]").count() == len(legal) > 0
    page.locator(".site[data-lit]").first.click()
    still(page)
    assert page.locator(".slot.full").count() == 1
    page.locator(".slot.full").click()
    still(page)
    assert page.locator(".slot.full").count() == 0
    while page.locator(".now .opt").count() and not page.locator("[data-confirm]:not([disabled])").count():
        page.locator(".now .opt").last.click()
        still(page)
    told = {}
    for world in ("old", "new"):
        for resource in ("food", "steel", "energy"):
            text = page.locator(f"[data-{world}={resource}]").inner_text()
            told[world, resource] = int(text.split("→")[-1].strip())
    page.locator("[data-confirm]").click()
    page.wait_for_function(
        "n => Number(document.querySelector('.draft').dataset.number) > n", arg=position["number"]
    )
    after = person.get(f"/matches/{match}/position?seat={position['asked']}")["view"]
    stock = after["players"][position["asked"]]["stock"]
    assert told == {(w, r): stock[w][r] for w in stock for r in stock[w]}


def test_prices_carry_their_world(visit: Open, url: str) -> None:
    """EV-RES-3: both stocks are labelled, and a price names the world that pays."""
    person = Person(url, "Mira")
    match = table(person, 2, {"setup_seed": 3})
    page = visit(person=person).go(f"/match/{match}")
    page.locator(".act", has_text="Spaceship").click()
    still(page)
    page.locator(".mcard[data-lit]").first.click()
    expect(page.locator(".chooser .opt, .steps .st:nth-child(2) .drop").first).to_be_visible()
    text = (
        page.locator(".chooser").inner_text()
        if page.locator(".chooser").count()
        else page.locator(".steps").inner_text()
    )
    assert "Old World" in text
    assert page.locator(".my .o .tag").inner_text() == "OLD"
    assert page.locator(".my .w .tag").inner_text() == "NEW"


def test_a_plan_is_kept_and_tells_what_broke(visit: Open, url: str) -> None:
    """A plan survives a reload and says which step another player's move made impossible."""
    person, rival = Person(url, "Jonas"), Person(url, "Bence")
    match = table(person, 2, {"setup_seed": 4, "order": [1, 0]}, ("me", "open"))
    rival.post(f"/tables/{match}/join", {"seat": 1})
    if person.get(f"/tables/{match}")["state"] == "open":
        person.post(f"/tables/{match}/start")
    page = visit(person=person).go(f"/match/{match}")
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Plan of the year").click()
    page.locator("[data-planned='action build-ship']").click()
    wish = page.locator("[data-planned^='take ship']").first
    wish.wait_for()
    text = wish.get_attribute("data-planned")
    assert text is not None
    wish.click()
    expect(page.locator("[data-broken='0']")).to_be_visible()
    page.reload()
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Plan of the year").click()
    expect(page.locator("[data-plan] li")).to_have_count(2)
    # After each step both worlds' stocks are told; a broken step changes nothing and tells none.
    expect(page.locator("[data-plan] [data-held]")).to_have_count(2)
    number = rival.get(f"/matches/{match}/position?seat=1")["number"]
    actions = ["action build-ship", text]
    rival.post(f"/matches/{match}/commit", {"base": number, "actions": actions, "seat": 1})
    expect(page.locator("[data-broken='1']")).to_be_visible()
    assert page.locator("[data-plan] li.broken").count() == 1
    expect(page.locator("[data-plan] li.broken [data-held]")).to_have_count(0)
    expect(page.locator("[data-plan] [data-held]")).to_have_count(1)


def test_n_visits_the_legal_fields(visit: Open, url: str) -> None:
    """EV-STL-1: the key N goes over exactly the fields that can be settled, and Enter drafts one."""
    person = Person(url, "Réka")
    match = table(person, 4, {"position": rich("SettleField")})
    position = person.get(f"/matches/{match}/position?seat={person.get(f'/tables/{match}')['asked']}")
    page = visit(person=person).go(f"/match/{match}")
    legal = {o["facts"]["field"] for o in position["options"] if o["facts"]["kind"] == "settle"}
    assert {h.get_attribute("data-hex") for h in page.locator("[data-hex][data-lit]").all()} == legal
    seen = []
    for _ in legal:
        page.keyboard.press("n")
        seen.append(page.evaluate("document.activeElement.dataset.hex"))
    assert sorted(seen) == sorted(legal)
    page.keyboard.press("Enter")
    expect(page.locator(".steps .drop").first).to_be_visible()


def test_reconstructed_values_are_said(visit: Open, loading: tuple[Person, str, dict[str, Any]]) -> None:
    """A ship's explanation says that its values are reconstructed, and the rules page lists all of them."""
    person, match, _ = loading
    window = visit(person=person)
    page = window.go(f"/match/{match}")
    page.keyboard.press("1")
    page.locator(".mcard").first.hover()
    expect(page.locator(".insp")).to_contain_text("Reconstructed")
    page = window.go("/rules/evacuation")
    expect(page.locator("body")).to_contain_text("Where the values come from")


@pytest.mark.parametrize("size", [PHONE, (320, 640)])
def test_nothing_scrolls_sideways_on_phones(
    visit: Open, loading: tuple[Person, str, dict[str, Any]], size: tuple[int, int]
) -> None:
    """Old, Track and New one at a time; every tab fits the screen; what drafts is large enough to touch."""
    person, match, _ = loading
    page = visit(size, person).go(f"/match/{match}")
    for tab in page.locator(".tabbar button").all():
        tab.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.locator(".tabbar button").first.click()
    for part in ("old", "track", "new"):
        page.locator(f"#seg-{part}").click()
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    for button in page.locator(".draft .opt, [data-confirm]").all():
        box = button.bounding_box()
        assert box is None or box["height"] >= 44


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("de", "dark"), ("hu", "light")])
def test_no_key_is_missing_and_nothing_is_barred(
    visit: Open, loading: tuple[Person, str, dict[str, Any]], language: str, theme: str
) -> None:
    """Three languages and both themes: complete, without serious barriers, small enough."""
    person, match, _ = loading
    window = visit(person=person, language=language, theme=theme)
    page = window.go(f"/match/{match}")
    for key in "1234":
        page.keyboard.press(key)
    assert window.missing() == []
    assert page.evaluate("document.querySelectorAll('*').length") < 6000
    assert page.evaluate("document.documentElement.scrollHeight") <= 900
    assert barriers(page, "serious") == []


def test_the_lessons_can_be_finished_by_keyboard(visit: Open) -> None:
    """Five lessons against the real rules, finished without a pointer."""
    window = visit()
    script: dict[str, list[str]] = {
        "ev-worlds": ["action:1:1", "gain steel new", "tech", "confirm"],
        "ev-actions": ["Spaceship", "ship old", "Factory", "prepare", "confirm", "pass"],
        "ev-ships": [
            ".sh[data-lit]",
            ".site[data-lit]",
            ".site[data-lit]",
            ".stad[data-lit]",
            "cargo food",
            "confirm",
        ],
        "ev-settle": ["Settle", "[data-hex][data-lit]", "confirm", "pass", "[data-option=advance]"],
        "ev-end": ["Stadium", "stadium new", "Settle", "[data-hex][data-lit]", "confirm", "pass"],
    }
    for lesson, steps in script.items():
        page = window.go(f"/learn/evacuation/{lesson}")
        page.locator(".draft").wait_for()
        for number, step in enumerate(steps):
            _do(page, step)
            expect(page.locator(f".guide[data-goal='{number + 1}']")).to_be_visible()
        expect(page.locator(".guide[data-done]")).to_be_visible()
    assert window.missing() == []


def _do(page: Page, step: str) -> None:
    def press(selector: str, **how: Any) -> None:
        target = page.locator(selector, **how).first
        target.focus()
        page.keyboard.press("Enter")
        still(page)

    if step == "confirm":
        page.keyboard.press("Control+Enter")
    elif step == "cargo food":
        press("[data-cargo='-steel']")
        press("[data-cargo='+food']")
        press("[data-option=load_resources]")
    elif step == "action:1:1":
        press(".area:first-child .act[data-lit] >> nth=1")
    elif step == "gain steel new":
        press("[data-option=gain][aria-label^='Steel to the New']")
    elif step == "tech":
        press(".tech[data-lit]")
    elif step == "prepare":
        press("[data-option=prepare]")
    elif step == "pass":
        press("[data-option=pass]")
    elif step.startswith((".", "[")):
        press(step)
    elif step in ("ship old", "stadium new"):
        press(".mcard[data-lit]")
        world = "Old World" if step == "ship old" else "New World"
        if page.locator(".chooser").count():
            press(".chooser .opt", has_text=world)
    else:
        press(".act[data-lit]", has_text=step)
    still(page)


def test_the_page_of_a_match_loads_within_its_budget(
    visit: Open, loading: tuple[Person, str, dict[str, Any]]
) -> None:
    """Everything that a first visit to a match loads is at most 180 kB, compressed."""
    person, match, _ = loading
    window = visit(person=person)
    sizes: dict[str, int] = {}

    def note(response: Any) -> None:
        if response.url.endswith((".js", ".css")):
            sizes[response.url] = len(_packed(response.body()))

    window.page.on("response", note)
    window.go(f"/match/{match}")
    assert 0 < sum(sizes.values()) <= 180_000, json.dumps(sizes, indent=1)


def _packed(data: bytes) -> bytes:
    import gzip

    return gzip.compress(data)
