"""The acceptance points of the page that a script can check; numbers are those of the list in docs/page.md."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Open, barriers
from tests.browser.driver import Driver
from tests.browser.player import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

Rich = tuple[Person, str]


def asked(person: Person, match: str) -> dict[str, Any]:
    """The position of the seat that is asked, with its options."""
    table = person.get(f"/tables/{match}")
    found: dict[str, Any] = person.get(f"/matches/{match}/position?seat={table['asked']}")
    return found


def idle(page: Page) -> None:
    page.locator("[data-busy]").wait_for(state="detached")


def beginning(url: str, seats: int = 2) -> Rich:
    """A fresh match at the first turn of the first round."""
    person = Person(url, "Réka")
    match = person.table(seats, {"setup_seed": 3})
    person.play(match, lambda p: p["question"] == "Turn", seed=2)
    return person, match


def test_what_is_legal_is_lit_and_nothing_else(visit: Open, rich: Rich) -> None:
    """3, 9, 26: the lit places are exactly those of the options; few elements; owners have shapes."""
    person, match = rich
    page = visit(DESKTOP, person).go(f"/match/{match}")
    options = [o["facts"] for o in asked(person, match)["options"]]
    lit = set(page.eval_on_selector_all("[data-hex][data-lit]", "all => all.map(e => e.dataset.hex)"))
    assert lit == {f["hex"] for f in options if "hex" in f}
    actions = page.locator("[data-kind=action][data-lit]").count()
    assert actions == len({f["action"] for f in options if f["kind"] == "board_action"})
    specials = page.locator("[data-kind=special][data-lit]").count()
    assert specials == len({f["special"] for f in options if f["kind"] == "special_action"})
    tracks = page.locator("[data-kind=level][data-lit]").count()
    assert tracks == len({f["track"] for f in options if f["kind"] == "research"})
    assert page.evaluate("document.querySelectorAll('*').length") <= 6000
    assert page.evaluate("document.documentElement.scrollHeight") <= DESKTOP[1]
    shapes = page.eval_on_selector_all(".building", "all => [...new Set(all.map(e => e.dataset.owner))]")
    assert len(shapes) == 4
    before = page.locator(".steps .drop").count()
    dead = page.locator("[data-hex]:not([data-lit])").nth(3)
    dead.dispatch_event("click")
    idle(page)
    page.keyboard.press("Escape")
    assert page.locator(".steps .drop").count() == before


def test_n_visits_every_legal_hex_once(visit: Open, rich: Rich) -> None:
    """5: N goes through exactly the legal hexes and each of them says what is possible there."""
    person, match = rich
    page = visit(DESKTOP, person).go(f"/match/{match}")
    wanted = {o["facts"]["hex"] for o in asked(person, match)["options"] if "hex" in o["facts"]}
    seen = []
    for _ in wanted:
        page.keyboard.press("n")
        seen.append(page.evaluate("document.activeElement.dataset.hex"))
        assert "Possible:" in page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert sorted(seen) == sorted(wanted)


def test_drafting_sends_nothing_and_undo_removes_any_step(visit: Open, url: str) -> None:
    """12-14, 18-20: nothing is sent before Confirm; the draft outlives a reload and another language."""
    person, match = beginning(url)
    visitor = visit(DESKTOP, person)
    page = visitor.go(f"/match/{match}")
    resource = page.locator(".mb .res").first
    before = resource.inner_text()
    place = page.locator("[data-hex][data-lit]").first
    place.hover(force=True)
    page.wait_for_timeout(60)
    assert page.locator(".mb .res.ch").count() > 0
    assert page.locator(".insp.on").count() == 1
    page.mouse.move(5, 5)
    page.wait_for_timeout(60)
    assert resource.inner_text() == before
    page.keyboard.press("c")
    row = page.locator(".conv", has=page.locator("[data-convert=ore_to_credit]"))
    row.get_by_label("One more").click()
    row.locator("[data-convert]").click()
    idle(page)
    assert page.locator(".steps .drop").count() == 2
    page.keyboard.press("z")
    idle(page)
    assert page.locator(".steps .drop").count() == 1
    page.keyboard.press("Escape")
    text = page.locator(".steps b").first.inner_text()
    page.get_by_role("button", name="Magyar").click()
    expect(page.locator("html")).to_have_attribute("lang", "hu")
    assert page.locator(".steps .drop").count() == 1
    assert page.locator(".steps b").first.inner_text() != text
    page.reload()
    page.locator(".steps .drop").wait_for()
    assert page.locator(".steps .drop").count() == 1
    page.get_by_role("button", name="English").click()
    assert visitor.sent == []
    page.get_by_role("button", name="Reset").click()
    idle(page)
    assert page.locator(".steps .drop").count() == 0
    place = page.locator("[data-hex][data-lit]").first
    place.dispatch_event("click")
    idle(page)
    if page.locator(".chooser .opt").count():
        page.locator(".chooser .opt").first.click()
        idle(page)
    number = page.locator(".draft").get_attribute("data-number")
    page.locator("[data-confirm]").dblclick()
    expect(page.locator(".draft")).not_to_have_attribute("data-number", number or "")
    assert len(visitor.sent) == 1
    assert visitor.missing() == []


def test_a_lost_connection_and_a_tab_that_is_late(visit: Open, url: str) -> None:
    """14: the draft stays while offline; a second tab that is late shows the position of now."""
    person, match = beginning(url)
    first, second = visit(DESKTOP, person), visit(DESKTOP, person, own=True)
    one, two = first.go(f"/match/{match}"), second.go(f"/match/{match}")
    for page in (one, two):
        page.keyboard.press("c")
        page.locator("[data-convert=ore_to_credit]").click()
        idle(page)
        page.keyboard.press("Escape")
    second.context.set_offline(True)
    two.keyboard.press("r")
    two.locator("[data-kind=level][data-lit]").first.click()
    expect(two.locator(".banner.badb")).to_be_visible()
    assert two.locator(".steps .drop").count() == 1
    one.keyboard.press("r")
    one.locator("[data-kind=level][data-lit]").first.click()
    idle(one)
    one.locator("[data-confirm]:not([disabled])").click()
    idle(one)
    second.context.set_offline(False)
    two.reload()
    two.locator(".map").wait_for()
    number = one.locator(".draft").get_attribute("data-number")
    expect(two.locator(".draft")).to_have_attribute("data-number", number or "", timeout=15000)


def test_near_misses_say_why(visit: Open, url: str) -> None:
    """15: what is out of reach explains itself in every language, and offers the conversion that would help."""
    person, match = beginning(url)
    number = asked(person, match)["number"]
    near = person.post(f"/matches/{match}/preview", {"base": number, "actions": [], "near": True})["near"]
    where = next(n["facts"]["hex"] for n in near if "hex" in n["facts"])
    for language, word in (("en", "short"), ("de", "fehlen"), ("hu", "hiányzik")):
        page = visit(DESKTOP, person, language=language).go(f"/match/{match}")
        page.locator(f"[data-hex='{where}']").focus()
        page.locator(".insp .bad").wait_for()
        assert page.locator(".insp .bad").inner_text().strip()
        cell = page.locator("[data-kind=action].near").first
        cell.focus()
        reasons = page.locator(".insp .bad").inner_text()
        assert reasons.strip()
        if "action" in near[0]["facts"]:
            assert word in reasons


def test_charging_is_told_and_free_charging_takes_one_click(visit: Open, url: str) -> None:
    """12, 16: the prompt names builder, building, hex, amount and points, and shows the bowls after it."""
    person = Person(url, "Mira")
    match = person.table(3, {"setup_seed": 8})
    position = person.play(match, lambda p: p["question"] == "LeechOffer", seed=4)
    facts = position["view"]["question"]["facts"]
    visitor = visit(DESKTOP, person, language="de")
    page = visitor.go(f"/match/{match}")
    prompt = page.locator(".charge")
    builder = person.get(f"/tables/{match}")["seats"][facts["builder"]]["name"]
    expect(prompt).to_contain_text(builder)
    expect(prompt).to_contain_text(facts["hex"])
    assert prompt.locator(".bowls").count() == 1
    number = page.locator(".draft").get_attribute("data-number")
    prompt.locator(".btn.pri").first.click()
    expect(page.locator(".draft")).not_to_have_attribute("data-number", number or "")
    assert len(visitor.sent) == 1
    assert visitor.missing() == []


def test_a_federation_is_drawn_by_clicking(visit: Open, url: str) -> None:
    """17: the cheapest routes are offered at once; a drawing of one's own that breaks a rule is explained."""
    person = Person(url, "Bence")
    match = person.table(2, {"setup_seed": 21})

    def able(position: dict[str, Any]) -> bool:
        return any(option["facts"]["kind"] == "federation" for option in position.get("options", []))

    person.play(match, able, seed=9)
    visitor = visit(DESKTOP, person)
    page = visitor.go(f"/match/{match}")
    page.keyboard.press("f")
    page.locator(".fed .opt").first.wait_for()
    assert 1 <= page.locator(".fed .opt").count() <= 3
    seat = asked(person, match)["seat"]
    wish = {"name": "federation", "args": {"planets": []}, "seat": seat}
    answer = person.post(f"/matches/{match}/ask", wish)["answer"]
    page.locator(f"[data-hex='{answer['open'][0]}']").dispatch_event("click")
    expect(page.locator(".fed .bad")).to_be_visible()
    page.get_by_role("button", name="Clear the drawing").click()
    page.locator(".fed .opt").first.click()
    idle(page)
    assert page.locator(".steps .drop").count() >= 1
    assert visitor.sent == []
    assert visitor.missing() == []


def test_log_replay_and_charts_agree(visit: Open, rich: Rich) -> None:
    """21-23: a sentence for every entry, few rows; a link shows its move; sources sum to the score at any move."""
    person, match = rich
    last = asked(person, match)["move"]
    visitor = visit(DESKTOP, person, language="hu")
    page = visitor.go(f"/match/{match}?move={last // 2}")
    page.locator(".replay").wait_for()
    expect(page.locator(".banner", has_text=str(last // 2)).first).to_be_visible()
    page.locator(".charts button").click()
    for move in (last // 2, last // 3, 0):
        page.locator("input[type=range]").fill(str(move))
        page.wait_for_timeout(250)
        seen = person.get(f"/matches/{match}/replay?move={move}")["scores"]
        for seat, score in enumerate(seen):
            assert page.locator(f"[data-total='{seat}']").inner_text() == str(score)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    rows = page.locator(".log .entry")
    rows.first.wait_for()
    assert rows.count() < 300
    for text in rows.all_inner_texts():
        assert not any(raw in text for raw in ("log.", " build ", "undefined", "{"))
    assert visitor.missing() == []


def test_small_screens_never_scroll_sideways(visit: Open, rich: Rich) -> None:
    """2, 8, 27: 390 and 320 pixels wide, every tab and page; what drafts or commits is at least 44 pixels."""
    person, match = rich
    visitor = visit((390, 700), person, language="de")
    page = visitor.page
    for path in ("/", "/new/gaia", "/learn", "/rules/gaia", "/account", f"/match/{match}"):
        visitor.go(path)
        for width in (390, 320):
            page.set_viewport_size({"width": width, "height": 700})
            page.wait_for_timeout(200)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 700})
        for tab in range(5):
            page.locator(".tabbar button").nth(tab).click()
            page.wait_for_timeout(60)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, f"tab {tab}"
            small = page.eval_on_selector_all(
                "button.btn:not([disabled]), .tabbar button, .seat, .opt, .card",
                """all => all.filter(e => e.offsetParent && (e.offsetWidth < 43.5 || e.offsetHeight < 43.5))
                       .map(e => e.outerHTML.slice(0, 90))""",
            )
            assert small == []
    assert visitor.missing() == []


def test_axe_finds_nothing_serious(visit: Open, rich: Rich) -> None:
    """6: lobby, game, prompt, score, tutorial; both themes; three languages."""
    person, match = rich

    def check(page: Page, name: str) -> None:
        assert barriers(page, "serious") == [], name

    looks = [("en", "dark"), ("de", "light"), ("hu", "dark")]
    for language, theme in looks:
        page = visit(DESKTOP, person, language=language, theme=theme).go("/")
        check(page, f"home {language} {theme}")
        page.goto(page.url + f"match/{match}")
        page.locator(".map").wait_for()
        page.wait_for_timeout(300)
        check(page, f"game {language} {theme}")
        page.keyboard.press("p")
        page.wait_for_timeout(100)
        check(page, f"prompt {language} {theme}")
        page.keyboard.press("Escape")
        page.locator(".ticker .pillb").last.click()
        page.locator(".charts").wait_for()
        check(page, f"score {language} {theme}")
    page = visit(PHONE, person, language="hu", theme="light").go("/learn/gaia/resources")
    page.locator(".guide").wait_for()
    check(page, "tutorial hu light")
    page = visit(DESKTOP, person, theme="light").go("/new/gaia")
    page.locator(".preview").wait_for()
    check(page, "set-up en light")


def test_reduced_motion_leaves_no_animation(visit: Open, rich: Rich) -> None:
    """24: with reduced motion nothing takes longer than an instant."""
    person, match = rich
    visitor = visit(DESKTOP, person, motion="auto")
    visitor.page.emulate_media(reduced_motion="reduce")
    page = visitor.go(f"/match/{match}")
    page.keyboard.press("n")
    longest = page.evaluate(
        """Math.max(0, ...document.getAnimations().map(a => a.effect?.getComputedTiming().duration ?? 0)
                    .filter(d => typeof d === 'number'))"""
    )
    assert longest == 0


def test_a_round_of_four_players_without_a_pointer(visit: Open, url: str) -> None:
    """4: from faction choice to the second round with keys only."""
    person = Person(url, "Jonas")
    match = person.table(4, {"setup_seed": 5})
    page = visit(DESKTOP, person).go(f"/match/{match}")
    driver = Driver(page, 7, keyboard=True, pass_after=3)
    for _ in range(160):
        if asked(person, match)["view"]["round"] >= 2:
            break
        driver.step() if driver.mine() else page.wait_for_timeout(40)
    assert asked(person, match)["view"]["round"] >= 2


def test_the_page_can_be_installed_and_opens_offline(visit: Open) -> None:
    """25 and installable: manifest, service worker, an offline shell that says what needs the server."""
    visitor = visit(DESKTOP, own=True)
    page = visitor.go("/")
    manifest = page.evaluate("fetch('/manifest.webmanifest').then(r => r.json())")
    assert manifest["display"] == "standalone"
    assert {i["sizes"] for i in manifest["icons"]} >= {"192x192", "512x512"}
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_timeout(500)
    visitor.context.set_offline(True)
    page.reload()
    expect(page.locator(".fresh")).to_be_visible(timeout=10000)
