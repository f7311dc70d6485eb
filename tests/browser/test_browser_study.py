"""Study on the page: the report on a finished game, a line that is shared, puzzles; by what is visible."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from orrery.study.puzzles import puzzles
from tests.browser.conftest import DESKTOP, PHONE, Open, Visitor, Windows, barriers
from tests.browser.player import Person
from tests.browser.sight import unseen
from tests.gaia.test_public import record
from tests.server.running import Running

pytestmark = [pytest.mark.browser, pytest.mark.timeout(280)]


@pytest.fixture(scope="module")
def studious(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose reports are made in seconds: what they find is worthless, how they are shown is the same."""
    running = Running(tmp_path_factory.mktemp("study"), titles="", report_nodes="20").start()
    yield running
    running.stop()


def fine(page: Page) -> None:
    """Nothing is beyond the edge, and axe is content."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert barriers(page) == []


@pytest.fixture(scope="module")
def over(studious: Running) -> tuple[Person, dict[str, Any]]:
    """A finished game, and who has pasted it."""
    person = Person(studious.url, "Réka")
    return person, person.post("/records", {"text": json.dumps(record())})


@pytest.mark.parametrize(("size", "language"), [(DESKTOP, "en"), (PHONE, "de"), (PHONE, "hu")])
def test_a_finished_game_is_looked_back_on(
    windows: Windows,
    studious: Running,
    over: tuple[Person, dict[str, Any]],
    size: tuple[int, int],
    language: str,
) -> None:
    """One button beside the result; a bar while it is made; then points by kind, moments, and what was lost.

    Made once, it is there for everybody.
    """
    person, made = over
    visitor = Visitor(windows, studious.url, size, person, language=language)
    page = visitor.go(f"/match/{made['id']}?key={made['key']}")
    page.locator("[data-report]").click()
    expect(page).to_have_url(re.compile(f"/report/{made['id']}"))
    page.locator("[data-make], .sum").first.wait_for()
    if page.locator("[data-make]").count():
        page.locator("[data-make]").click()
        expect(page.locator("progress")).to_be_visible()
    expect(page.locator(".sum")).to_be_visible(timeout=200_000)
    expect(page.locator("svg polyline.line")).to_be_visible()
    assert page.locator("main table tbody tr").count() > 3
    many = re.compile(r"(?<![\d.,])1 (?:credits|points|power tokens|Credits|Siegpunkte|Machtsteine)\b")
    assert many.findall(page.locator("main").inner_text()) == []
    fine(page)
    page.reload()
    expect(page.locator(".sum")).to_be_visible()
    if page.locator(".moments li").count():
        page.locator(".moments li a").nth(1).click()
        expect(page.locator("[data-line]")).to_be_visible()
        page.locator("[data-line]").click()
        expect(page.locator("[data-share]")).to_be_visible()
    assert visitor.errors == []
    assert page.evaluate("[...(globalThis.orreryMissing ?? [])]") == []
    visitor.close()


def test_a_game_that_is_played_has_no_report(visit: Open, url: str) -> None:
    person = Person(url, "Réka")
    seats = [{"kind": "me"}, {"kind": "me"}]
    made = person.post("/tables", {"game": "gaia", "options": {"players": 2}, "seats": seats})
    page = visit(DESKTOP, person).go(f"/report/{made['id']}")
    expect(page.get_by_text("A report is made when the game is over.")).to_be_visible()


def test_a_line_is_shared_by_its_address_and_stepped_through(visit: Open, url: str, browser: Browser) -> None:
    """Whoever opens the address steps through what somebody else has tried; a stranger too."""
    person = Person(url, "Réka")
    made = person.post("/records", {"text": json.dumps(record()), "visibility": "public"})
    shown = person.get(f"/matches/{made['id']}/replay?move=30")
    tried = person.post(f"/matches/{made['id']}/try", {"move": 30, "actions": []})
    line = [tried["options"][0]["text"]]
    after = person.post(f"/matches/{made['id']}/try", {"move": 30, "actions": line})
    line.append(after["options"][0]["text"])
    assert shown["move"] == 30
    page = visit(DESKTOP).go(f"/match/{made['id']}?move=30&line={'~'.join(line)}")
    step = page.locator("[data-line]")
    expect(step).to_contain_text("2")
    step.click()
    expect(step).to_contain_text("1")
    step.click()
    expect(step).to_have_count(0)
    page.evaluate("navigator.clipboard.writeText = async (text) => { globalThis.shared = text }")
    page.locator("[data-share]").click()
    address = urlsplit(page.evaluate("globalThis.shared"))
    assert parse_qs(address.query) == {"move": ["30"], "line": ["~".join(line)]}


@pytest.mark.parametrize(("size", "language"), [(DESKTOP, "en"), (PHONE, "hu"), (PHONE, "de")])
def test_a_puzzle_is_tried_and_its_solution_shown(
    visit: Open, url: str, size: tuple[int, int], language: str
) -> None:
    """From the home page, by a guest without a name; the solution is stepped through on the board to its end."""
    page = visit(size, language=language).go("/")
    page.locator("a[href='/puzzles/gaia']").click()
    page.locator("[data-today]").wait_for()
    fine(page)
    puzzle = puzzles("gaia")[0]
    page.locator(f".list a[href='/puzzles/gaia/{puzzle['id']}']").click()
    expect(page.locator(".guide")).to_contain_text(str(puzzle["best"]))
    expect(page.locator(".draft")).to_be_visible()
    page.locator("[data-solution]").click()
    step = page.locator(".guide [data-step]")
    for _ in puzzle["line"]:
        expect(step).to_be_enabled()
        step.click()
    expect(step).to_be_disabled()
    page.locator("[data-again]").click()
    expect(page.locator(".guide")).to_contain_text(str(puzzle["best"] - puzzle["points"]))
    assert page.evaluate("[...(globalThis.orreryMissing ?? [])]") == []


@pytest.mark.parametrize("language", ["de", "hu"])
def test_the_words_of_a_puzzle_leave_every_board_in_sight(visit: Open, language: str) -> None:
    """On the lowest laptop, with an advanced tile of two gains and a word."""
    page = visit((1280, 720), language=language).go("/puzzles/gaia/gaia-001")
    page.locator(".draft").wait_for()
    boards = "[data-kind=action], [data-kind=level], [data-kind=tile], [data-kind=advanced]"
    assert unseen(page, f"{boards}, [data-kind=advanced] .when, [data-confirm]") == {}


def test_an_end_is_compared_with_the_best_one_and_kept(visit: Open, url: str) -> None:
    """Passing at once ends the game with less; the list of puzzles knows it after a reload."""
    puzzle = puzzles("gaia")[1]
    page = visit(DESKTOP).go(f"/puzzles/gaia/{puzzle['id']}")
    page.locator(".draft").wait_for()
    result = page.locator(".guide [data-result]")
    confirm, last = page.locator("[data-confirm]"), page.get_by_role("button", name=re.compile("^Done"))
    for _ in range(60):
        if result.count():
            break
        if confirm.count() and confirm.is_enabled():
            page.keyboard.press("Enter")
        elif last.count():
            last.first.click()
        elif not page.locator(".steps .drop").count():
            page.keyboard.press("p")
        page.wait_for_timeout(300)
    expect(result).to_contain_text("more are possible")
    page.get_by_text("All puzzles").click()
    mine = page.locator(f".list a[href='/puzzles/gaia/{puzzle['id']}']")
    expect(mine).to_contain_text(f"of {puzzle['best']} points")
    page.reload()
    expect(mine).to_contain_text(f"of {puzzle['best']} points")


def test_own_mistakes_are_practised(
    windows: Windows, studious: Running, over: tuple[Person, dict[str, Any]]
) -> None:
    """From the report to the board by keys; a wrong answer is told, the best line stepped, the card comes again."""
    person, made = over
    person.post(f"/matches/{made['id']}/report", {"seat": 0})
    visitor = Visitor(windows, studious.url, DESKTOP, person)
    page = visitor.go(f"/report/{made['id']}?seat=0&key={made['key']}")
    page.locator("[data-practise]").click(timeout=200_000)
    expect(page.locator("[data-due]")).to_contain_text("1 card is due")
    fine(page)
    page.locator("[data-start]").press("Enter")
    expect(page.locator(".guide")).to_contain_text("8 points more (proven)")
    page.locator(".draft").wait_for()
    result = page.locator(".guide [data-result]")
    expect(page.locator("[data-verb='pass']")).to_be_visible()
    page.keyboard.press("p")
    expect(page.locator("[data-confirm]")).to_be_enabled()
    page.keyboard.press("Enter")
    expect(result).to_have_attribute("data-result", "wrong", timeout=120_000)
    expect(page.locator(".guide")).to_contain_text("Science")
    page.locator("[data-line]").press("Enter")
    step = page.locator(".guide [data-step]")
    expect(step).to_be_enabled()  # once the board is set up
    step.press("Enter")
    expect(page.locator(".guide")).to_contain_text("answer 1 of")
    page.locator("[data-again]").press("Enter")
    expect(page.locator(".guide")).to_contain_text("8 points more")
    page.locator(".guide a[href='/practice']").click()
    expect(page.locator("[data-due]")).to_contain_text("Nothing is due")
    assert visitor.errors == []
    assert page.evaluate("[...(globalThis.orreryMissing ?? [])]") == []
    visitor.close()
    phone = Visitor(windows, studious.url, PHONE, person, language="hu")
    page = phone.go("/practice")
    page.locator(".list a").click()
    page.locator("[data-show]").click()
    expect(page.locator(".guide [data-result]")).to_be_visible(timeout=120_000)
    fine(page)
    assert page.evaluate("[...(globalThis.orreryMissing ?? [])]") == []
    phone.close()


def test_a_puzzle_of_evacuation_is_rated_once(visit: Open, url: str) -> None:
    """By a guest on a phone: who looks at the solution has answered, and is told so; the list knows the rating."""
    page = visit(PHONE, language="de").go("/puzzles/evacuation")
    page.locator("[data-level]").select_option("easy")
    puzzle = next(one for one in puzzles("evacuation") if one["rating"] < 1350)
    fine(page)
    page.locator(f".list a[href='/puzzles/evacuation/{puzzle['id']}']").click()
    expect(page.locator(".guide")).to_contain_text("Bewiesen")
    page.locator(".draft").wait_for()
    page.locator("[data-solution]").click()
    step = page.locator(".guide [data-step]")
    for _ in puzzle["line"]:
        expect(step).to_be_enabled()
        step.click()
    expect(step).to_be_disabled()
    page.locator(".guide a[href='/puzzles/evacuation']").click()
    expect(page.locator("[data-mine]")).to_contain_text("nach 1 Rätsel")
    expect(page.locator(f".list a[href='/puzzles/evacuation/{puzzle['id']}']")).to_contain_text("±")
    assert page.evaluate("[...(globalThis.orreryMissing ?? [])]") == []


def test_practice_without_a_server_says_what_is_here_and_what_can_be_done(visit: Open) -> None:
    page = visit(language="de").go("/practice")
    page.route("**/api/**", lambda route: route.abort())
    page.reload()
    away = page.locator("[data-away]")
    expect(away).to_contain_text("Auf diesem Gerät gibt es keine Karten und keine beendeten Partien.")
    expect(away.get_by_role("link", name="Rätsel")).to_be_visible()
    page.unroute("**/api/**")
    away.get_by_role("button", name="Den Server noch einmal fragen").click()
    expect(page.locator("#main")).to_contain_text("Geübt wird unter einem Namen")
    expect(away).to_have_count(0)
