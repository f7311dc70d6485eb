"""What happens on the screen meanwhile, as a person notices it: who did what, how the year turned, who has won."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.evacuation import ending
from tests.browser.person.play import Sitter, seated, until
from tests.browser.person.test_person_evacuation import table
from tests.browser.player import Person
from tests.browser.sight import HIDDEN

pytestmark = [pytest.mark.browser, pytest.mark.timeout(280)]

SIZES = ((1280, 720), (820, 1180), (390, 844))
BOT = {"kind": "bot", "level": "random"}


def in_sight(sitter: Sitter, selector: str) -> list[str]:
    """The words of what is there, in view and uncovered."""
    found: list[str] = sitter.page.locator(selector).evaluate_all(
        """(all) => all.filter((e) => {
          const r = e.getBoundingClientRect();
          const hit = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
          return !!hit && (e === hit || e.contains(hit) || hit.contains(e));
        }).map((e) => e.innerText)"""
    )
    return found


@pytest.mark.parametrize("size", SIZES)
def test_what_a_bot_did_is_one_line_a_turn(browser: Browser, url: str, size: tuple[int, int]) -> None:
    """After the own turn and the bot's: its move stands under the question, in words, and is named after it."""
    person = Person(url, "Nora")
    match = table(person, [{"kind": "me"}, {**BOT, "name": "Max"}], mode="race", setup_seed=3)
    with seated(browser, url, size, cookies=person.http.cookies.jar) as page:
        nora = Sitter(page, 5)
        page.goto(f"{url}/match/{match}")
        nora.turn()
        assert not in_sight(nora, "[data-recap]")
        for _ in range(4):
            nora.play()
            nora.turn()
            if in_sight(nora, "[data-recap]"):
                break
        name = person.get(f"/tables/{match}")["seats"][1]["name"]
        lines = until(lambda: in_sight(nora, "[data-recap]"), nora, 20)
        assert any(name in line for line in lines), lines


@pytest.mark.parametrize("size", SIZES)
def test_the_turn_of_a_year_is_a_scene(browser: Browser, url: str, size: tuple[int, int]) -> None:
    """EV-INC-1: everybody passes; when year 2 begins it is told what came in, what was eaten, what was missing."""
    person = Person(url, "Nora")
    match = table(
        person, [{"kind": "me", "name": "Nora"}, {"kind": "me", "name": "Max"}], mode="race", setup_seed=3
    )
    with seated(browser, url, size, cookies=person.http.cookies.jar) as page:
        nora = Sitter(page, 5)
        page.goto(f"{url}/match/{match}")
        nora.turn()
        for _ in range(20):
            if page.locator("[data-year]").count():
                break
            nora.play("Pass")
            page.wait_for_timeout(300)
        scene = page.locator("[data-year='2']")
        scene.wait_for(timeout=5000)
        said = scene.inner_text()
        assert "Year 2 begins" in said
        log = person.get(f"/matches/{match}/log?seat=0")["entries"]
        turned = [e for e in log if any(m["key"] == "income" for m in e.get("messages", []))][-1]
        hit = {m["args"]["seat"] for e in log for m in e.get("messages", []) if m["key"] == "bonus"}
        for income in [m["args"] for m in turned["messages"] if m["key"] == "income"]:
            seat = income["seat"]
            row = scene.locator(f"[data-year-seat='{seat}']").inner_text()
            assert ("▲" in row) == bool(income["hungry"] or income["missing_stadiums"])
            assert ("missed" in row) == (seat not in hit)
            # What was eaten, and missed, on which world.
            for world in ("old", "new"):
                fed = [b for b in turned["bookings"] if b[0] == seat and b[1] == f"{world} food"]
                eaten = -sum(b[2] for b in fed if b[3] == "feeding")
                assert (f"{eaten} food ({world.title()} World)" in row) == (eaten > 0)
            if income["hungry"]:
                assert f"{income['hungry']} food (NEW): " in row
        nora.click("Go on")
        assert page.locator("[data-year]").count() == 0


@pytest.mark.parametrize("size", SIZES)
def test_the_end_names_who_has_won(browser: Browser, url: str, size: tuple[int, int]) -> None:
    """EV-END-1: the last answer, then the winner's name, the replay and a rematch."""
    person = Person(url, "Nora")
    seats = [{"kind": "me", "name": "Nora"}, {"kind": "me", "name": "Max"}]
    match = table(person, seats, position=ending(players=2, mode="race"))
    with seated(browser, url, size, cookies=person.http.cookies.jar) as page:
        page.emulate_media(reduced_motion="reduce")
        nora = Sitter(page, 5)
        page.goto(f"{url}/match/{match}")
        for _ in range(6):
            nora.turn()
            if nora.over():
                break
            nora.play()
        until(nora.over, nora, 20)
        places = person.get(f"/matches/{match}/position?seat=0")["view"]["places"]
        first = [seats[i]["name"] for i, place in enumerate(places) if place == 1]
        title = page.locator("#result-title")
        until(lambda: all(name in title.inner_text() for name in first), nora, 10)
        assert ("wins" in title.inner_text()) == (len(first) == 1)
        # Why is read beside it.
        why = page.locator("[data-result] .why")
        why.wait_for()
        assert why.evaluate(HIDDEN) is None
        nora.click("Look back")
        assert page.locator("#result-title").count() == 0
        assert page.get_by_role("dialog").count() == 1


def test_the_end_alone_says_how_good_it_was(browser: Browser, url: str) -> None:
    """EV-SOL-18: what the points are worth is read beside them; productions of two digits are whole numbers."""
    person = Person(url, "Nora")
    match = table(person, [{"kind": "me", "name": "Nora"}], position=ending(players=1, setup_seed=8))
    with seated(browser, url, (1280, 720), cookies=person.http.cookies.jar) as page:
        page.emulate_media(reduced_motion="reduce")
        nora = Sitter(page, 5)
        page.goto(f"{url}/match/{match}")
        for _ in range(6):
            nora.turn()
            if nora.over():
                break
            nora.play()
        until(nora.over, nora, 20)
        why = page.locator("[data-result] .why")
        why.wait_for()
        assert "60 are good" in why.inner_text()
        assert why.evaluate(HIDDEN) is None
        production = person.get(f"/matches/{match}/position?seat=0")["view"]["players"][0]["production"]
        assert max(production.values()) > 9
        for what, row in zip(("food", "steel", "energy"), page.locator(".pt").all()[:3], strict=True):
            assert str(production[what]) in row.inner_text().split()
        cut = "(all) => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.innerText)"
        assert page.locator(".pt i").evaluate_all(cut) == []
