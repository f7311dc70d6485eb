"""Evacuation played as a person plays it: only what is in sight, by pointer and by Enter, every word read."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Browser

from tests.browser.person.play import Sitter, seated, until
from tests.browser.player import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(280)]

BOT = {"kind": "bot", "level": "greedy"}


UNCOVERED = """(el) => {
  const r = el.getBoundingClientRect();
  const hit = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
  return hit !== null && (el === hit || el.contains(hit));
}"""

WHOLE = """(list) => {
  const frame = list.closest('.body').getBoundingClientRect();
  return [...list.querySelectorAll('span')].every((e) => {
    const r = e.getBoundingClientRect();
    return e.scrollHeight <= e.clientHeight + 1 && r.top >= frame.top - 1 && r.bottom <= frame.bottom + 1;
  });
}"""
"""Every line of a list is in sight to its end."""


def table(person: Person, seats: list[dict[str, str]], **options: object) -> str:
    wish = {"game": "evacuation", "options": {"players": len(seats), **options}, "seats": seats}
    found: str = person.post("/tables", wish)["id"]
    return found


def entries(person: Person, match: str, seat: int, question: str) -> list[str]:
    log = person.get(f"/matches/{match}/log?seat={seat}")["entries"]
    return [e["text"] for e in log if e["seat"] == seat and e["question"] == question]


def launched(person: Person, match: str, seat: int) -> bool:
    """The seat has ended its Transport without a flight."""
    return entries(person, match, seat, "TransportShips") == ["done"]


def test_who_passes_first_still_has_a_transport(browser: Browser, url: str) -> None:
    """EV-TRN-1: build a ship, pass, wait for the bot: then the ships are loaded and launched, by nobody else."""
    person = Person(url, "Nora")
    match = table(person, [{"kind": "me"}, BOT], mode="race", setup_seed=3)
    with seated(browser, url, (1440, 900), cookies=person.http.cookies.jar) as page:
        nora = Sitter(page)
        page.goto(f"{url}/match/{match}")
        nora.turn()
        # A race is about the lowest production, and nobody has points.
        assert nora.sees("Lowest production: 0 of 8")
        assert not any("14" in line for line in page.locator("[data-rail]").all_inner_texts())
        nora.click("Build a spaceship")
        nora.draft("lit")
        nora.confirm()
        nora.turn()
        nora.click("Pass")
        nora.confirm()
        nora.wait("Load your ships", 90)
        assert entries(person, match, 0, "TransportShips") == []
        # Launching nothing is not what one meant: it is said, and asked once more.
        nora.press("Enter")
        assert nora.sees("would stay on the Old World until next year")
        assert entries(person, match, 0, "TransportShips") == []
        nora.choose("lit")
        nora.draft("lit")
        assert nora.find("Launch").name.startswith("Launch")
        assert nora.sees("“Launch” sends it.")
        # However long the load: the ship and the table of the launch stay in sight, and a warning is told once.
        assert page.locator(".steps .chip", has_text="is short of").count() == 1
        for seen in (page.get_by_text("If you launch now"), page.locator(".ctx .slot.full small").first):
            assert seen.evaluate(UNCOVERED), seen
        nora.click("Launch")
        until(lambda: entries(person, match, 0, "TransportShips"), nora)
        assert entries(person, match, 0, "TransportShips")[0].startswith("fly")
        for _ in range(12):
            nora.turn()
            if nora.sees("Year 2"):
                break
            nora.play()
        assert nora.sees("Year 2")
        assert len(nora.sent) == nora.confirmed + 1


def test_who_passes_last_is_asked_for_the_transport_too(browser: Browser, url: str) -> None:
    """EV-TRN-1: alone, Pass brings the Transport: Confirm sends the pass and nothing else."""
    person = Person(url, "Sola")
    match = table(person, [{"kind": "me"}], setup_seed=8)
    with seated(browser, url, (1366, 768), cookies=person.http.cookies.jar) as page:
        sola = Sitter(page)
        page.goto(f"{url}/match/{match}")
        sola.turn()
        for _ in range(20):
            if sola.sees("Take an action or pass"):
                break
            sola.play()
            sola.turn()
        sola.click("Build a spaceship")
        sola.draft("lit")
        sola.confirm()
        stories = 0
        for _ in range(12):
            sola.turn()
            # What the opponent did is told to its end, over no field, for as long as no turn is begun.
            if sola.sees("Opponent: Solo card"):
                assert all(page.locator(".map [data-hex]").evaluate_all(f"(all) => all.map({UNCOVERED})"))
                assert page.locator(".draft .recap").evaluate(WHOLE)
                stories += 1
            if sola.sees("Load your ships"):
                break
            if sola.sees("Take an action or pass"):
                sola.click("Pass")
                assert sola.ready()
                sola.confirm()
            else:
                sola.play()
        assert sola.sees("Load your ships")
        assert stories
        assert entries(person, match, 0, "TransportShips") == []
        # And what was sent can be taken back, alone as well.
        moves = person.get(f"/tables/{match}")["move"]
        sola.click("Take back")
        until(lambda: person.get(f"/tables/{match}")["move"] < moves, sola)


def test_everybody_at_one_device_has_a_transport(browser: Browser, url: str) -> None:
    """EV-TRN-1: two seats of one screen build ships and pass; both are asked, in turn, before anything flies."""
    person = Person(url, "Anna")
    match = table(
        person, [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Bela"}], mode="race", setup_seed=5
    )
    with seated(browser, url, (1440, 900), cookies=person.http.cookies.jar) as page:
        both = Sitter(page)
        page.goto(f"{url}/match/{match}")
        for _ in range(2):
            both.turn()
            both.wait("Take an action or pass")
            asked = person.get(f"/tables/{match}")["asked"]
            assert both.sees(f"{('Anna', 'Bela')[asked]}: draft".upper())
            both.click("Build a spaceship")
            both.draft("lit")
            both.confirm()
        for _ in range(2):
            both.turn()
            both.wait("Take an action or pass")
            both.click("Pass")
            both.confirm()
        for seat in (0, 1):
            asked = person.get(f"/tables/{match}")["asked"]
            both.turn()
            both.wait("Load your ships")
            assert entries(person, match, asked, "TransportShips") == []
            both.click("Launch nothing")
            assert both.sees("Press once more"), seat
            both.click("Launch nothing")
            until(partial(launched, person, match, asked), both)


@pytest.mark.parametrize(("language", "theme"), [("de", "light"), ("hu", "dark")])
def test_a_year_reads_well_in_every_language(browser: Browser, url: str, language: str, theme: str) -> None:
    """A year against a bot with advanced actions: every word on the screen is a word, every name is whole."""
    person = Person(url, "Réka")
    options = {"preset": "points with modules", "setup_seed": 5}
    match = table(person, [{"kind": "me"}, BOT], mode="points", **options)
    with seated(browser, url, (1280, 720), language, person.http.cookies.jar, theme) as page:
        reader = Sitter(page, 4)
        page.goto(f"{url}/match/{match}")
        for _ in range(40):
            reader.turn()
            if person.get(f"/matches/{match}/position?seat=0")["view"]["year"] > 1:
                break
            reader.play()
        assert person.get(f"/matches/{match}/position?seat=0")["view"]["year"] > 1
        assert len(reader.sent) <= reader.confirmed + 1


def test_the_coach_covers_no_word(browser: Browser, url: str) -> None:
    """What the inspector says flows around the coach's button."""
    person = Person(url, "Nora")
    match = table(person, [{"kind": "me"}, BOT], mode="race", setup_seed=3)
    with seated(browser, url, (1280, 720), cookies=person.http.cookies.jar) as page:
        nora = Sitter(page)
        page.goto(f"{url}/match/{match}")
        nora.turn()
        nora.click("Build a spaceship")
        nora.find("Ask for advice")
        assert "Each card here counts" in page.locator(".insp").inner_text()
        assert page.evaluate("""() => {
          const button = document.querySelector('.advice .btn').getBoundingClientRect();
          const words = document.createRange();
          return [...document.querySelectorAll('.insp h2, .insp p')].every((el) => {
            words.selectNodeContents(el);
            return [...words.getClientRects()].every((r) => r.right <= button.left || r.top + 2 >= button.bottom);
          });
        }""")


def test_on_a_phone_confirm_is_offered_where_something_is_whole(browser: Browser, url: str) -> None:
    """An action that asks on can be added only; one that is over at once can be confirmed too."""
    person = Person(url, "Nora")
    match = table(person, [{"kind": "me"}, BOT], mode="race", setup_seed=3)
    with seated(browser, url, (390, 844), cookies=person.http.cookies.jar) as page:
        nora = Sitter(page)
        page.goto(f"{url}/match/{match}")
        nora.turn()
        sheet = page.locator(".chooser")
        nora.click("Build a spaceship")
        assert "Add to my turn" in sheet.inner_text()
        assert "Confirm" not in sheet.inner_text()
        nora.click("Close")
        nora.click("Settle")
        nora.click("Confirm turn")
        until(lambda: entries(person, match, 0, "Turn"), nora)
