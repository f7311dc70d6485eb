"""What a person expects to survive: restarts, lost connections, other tabs, other people; what they are told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from tests.browser.conftest import DESKTOP, Open, Visitor, Windows, committed
from tests.browser.driver import Driver
from tests.browser.player import Person
from tests.server.running import Running

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]


def idle(page: Page) -> None:
    page.locator("[data-busy]").wait_for(state="detached")


def steps(page: Page) -> int:
    return page.locator(".steps .drop").count()


def draft_conversion(page: Page) -> None:
    page.keyboard.press("c")
    page.locator("[data-convert=ore_to_credit]").click()
    idle(page)
    page.keyboard.press("Escape")


def confirm(page: Page) -> None:
    page.locator("[data-confirm]:not([disabled])").click()
    idle(page)


def research(page: Page) -> None:
    page.locator("[data-kind=level][data-lit]").first.click()
    idle(page)


def number(page: Page) -> str:
    return page.locator(".draft").get_attribute("data-number") or ""


class Table:
    """Two people at one table, at the first turn of the first round."""

    def __init__(self, url: str) -> None:
        self.people = [Person(url, "Réka"), Person(url, "Jonas")]
        seats: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "open"}]
        options = {"players": 2, "setup_seed": 3}
        made = self.people[0].post("/tables", {"game": "gaia", "options": options, "seats": seats})
        self.match: str = made["id"]
        self.people[1].post(f"/tables/{self.match}/join", {"key": made["key"], "seat": 1})
        while self.position()["question"] != "Turn":
            self.answer(self.position()["options"][0]["text"])

    def asked(self) -> int:
        found: int = self.people[0].get(f"/tables/{self.match}")["asked"]
        return found

    def position(self) -> dict[str, Any]:
        seat = self.asked()
        found: dict[str, Any] = self.people[seat].get(f"/matches/{self.match}/position?seat={seat}")
        return found

    def answer(self, *texts: str) -> None:
        shown = self.position()
        body = {"base": shown["number"], "actions": list(texts), "seat": shown["seat"]}
        self.people[shown["seat"]].post(f"/matches/{self.match}/commit", body)

    def turn(self, kind: str) -> None:
        """The seat that is asked does something of that kind and ends its turn."""
        self.answer(next(o["text"] for o in self.position()["options"] if o["facts"]["kind"] == kind))
        shown = self.position()
        end = [o["text"] for o in shown.get("options", []) if o["facts"]["kind"] == "end_turn"]
        if end:
            self.answer(*end)

    def pages(self, visit: Open, **how: bool) -> list[Page]:
        """A window of each of them; the first is of whoever is asked."""
        first = self.asked()
        found = [visit(DESKTOP, self.people[s], **how).go(f"/match/{self.match}") for s in (first, 1 - first)]
        found[0].locator(".draft.mine").wait_for()
        return found


@pytest.fixture
def table(url: str) -> Table:
    return Table(url)


@pytest.fixture
def own_server(tmp_path: Path, server: Running) -> Iterator[Running]:
    """A server that a test may kill."""
    kept = {name.removeprefix("ORRERY_").lower(): value for name, value in server.env.items()}
    running = Running(tmp_path, titles="", workers="1", **({"static": kept["static"]} if "static" in kept else {}))
    running.start()
    yield running
    running.stop()


def test_a_server_killed_in_the_middle_of_a_draft(own_server: Running, browser: Browser) -> None:
    """The draft stays and the person is told; after the restart the turn is sent as it was drafted."""
    table = Table(own_server.url)
    person = table.people[table.asked()]
    visitor = Visitor(Windows(browser), own_server.url, DESKTOP, person, own=True)
    page = visitor.go(f"/match/{table.match}")
    draft_conversion(page)
    assert steps(page) == 1
    own_server.kill()
    expect(page.locator(".banner.warnb")).to_be_visible(timeout=10000)
    page.keyboard.press("r")
    page.locator("[data-kind=level][data-lit]").first.click()
    expect(page.locator(".banner.badb")).to_be_visible(timeout=10000)
    assert steps(page) == 1
    own_server.start()
    expect(page.locator(".banner.warnb")).to_be_hidden(timeout=30000)
    expect(page.locator(".banner.badb")).to_be_hidden(timeout=30000)
    research(page)
    assert steps(page) == 2
    before = number(page)
    confirm(page)
    expect(page.locator(".draft")).not_to_have_attribute("data-number", before)
    assert len([line for line in visitor.sent if "research" in line]) == 1
    assert visitor.errors == []
    visitor.close()


def test_a_connection_lost_while_the_others_play(visit: Open, table: Table) -> None:
    """Whoever was away sees the position of now, and is told that they were away; no reload is needed."""
    here, away = table.pages(visit, own=True)
    away.context.set_offline(True)
    expect(away.locator(".banner.warnb")).to_be_visible(timeout=10000)
    research(here)
    confirm(here)
    assert number(away) != number(here)
    away.context.set_offline(False)
    expect(away.locator(".banner.warnb")).to_be_hidden(timeout=30000)
    expect(away.locator(".draft")).to_have_attribute("data-number", number(here), timeout=20000)
    expect(away.locator(".draft.mine")).to_be_visible()


def _researched(table: Table, seat: int) -> int:
    """How often the seat has researched, by the log."""
    entries = table.people[seat].get(f"/matches/{table.match}/log")["entries"]
    return len([entry for entry in entries if "research" in entry["text"]])


def test_an_answer_that_got_lost_was_played_once(visit: Open, table: Table) -> None:
    """The server played the turn, but the connection broke and no answer came: the page finds out and says so."""
    seat = table.asked()
    visitor = visit(DESKTOP, table.people[seat])
    page = visitor.page

    def cut(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def sent(frame: str | bytes) -> None:
            server.send(frame)
            if committed(frame) is not None:
                page.wait_for_timeout(500)
                socket.close()

        def told(frame: str | bytes) -> None:
            if json.loads(frame)["kind"] not in ("answer", "moved", "whole"):
                socket.send(frame)

        socket.on_message(sent)
        server.on_message(told)

    def swallow(route: Any) -> None:
        route.fetch()
        route.abort()

    page.route_web_socket("**/api/live", cut)
    page.route("**/commit", swallow)
    visitor.go(f"/match/{table.match}")
    draft_conversion(page)
    research(page)
    page.locator("[data-confirm]:not([disabled])").click()
    expect(page.locator(".banner", has_text="Your turn had arrived")).to_be_visible(timeout=20000)
    assert steps(page) == 0
    assert table.asked() != seat
    assert _researched(table, seat) == 1


def test_an_answer_that_does_not_come_is_asked_for_in_another_way(visit: Open, table: Table) -> None:
    """The live connection swallows answers: what was asked is sent once more by request, and played once."""
    seat = table.asked()
    visitor = visit(DESKTOP, table.people[seat])
    page = visitor.page

    def mute(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(lambda frame: None if json.loads(frame)["kind"] == "answer" else socket.send(frame))

    page.route_web_socket("**/api/live", mute)
    visitor.go(f"/match/{table.match}")
    research(page)
    page.locator("[data-confirm]:not([disabled])").click(timeout=20000)
    expect(page.locator(".draft.mine")).to_have_count(0, timeout=20000)
    idle(page)
    assert table.asked() != seat
    assert _researched(table, seat) == 1
    assert visitor.errors == []


def test_a_second_tab_that_is_late(visit: Open, table: Table) -> None:
    """Two tabs of one person: what one sends, the other shows; its draft is kept or it is told why not."""
    seat = table.asked()
    one, two = (visit(DESKTOP, table.people[seat]).go(f"/match/{table.match}") for _ in range(2))
    draft_conversion(two)
    research(one)
    confirm(one)
    expect(two.locator(".draft")).to_have_attribute("data-number", number(one), timeout=15000)
    expect(two.locator(".banner", has_text="Your draft was discarded")).to_be_visible()
    assert steps(two) == 0


def test_a_stale_commit_is_refused_and_the_draft_is_kept(visit: Open, table: Table) -> None:
    """The page missed that the position changed under it: nothing is played twice, the draft is tried again."""
    person = table.people[table.asked()]
    visitor = visit(DESKTOP, person)
    # Deaf: nothing tells this window that something happened.
    visitor.page.route_web_socket("**/api/live", lambda socket: None)
    page = visitor.go(f"/match/{table.match}")
    draft_conversion(page)
    seat = table.asked()
    table.answer(
        next(o["text"] for o in table.position()["options"] if o["facts"].get("conversion") == "qic_to_ore")
    )
    assert table.asked() == seat
    research(page)
    expect(page.locator(".draft")).to_have_attribute("data-number", str(table.position()["number"]), timeout=15000)
    expect(page.locator(".banner", has_text="your draft still fits")).to_be_visible()
    assert steps(page) == 1


def test_undo_needs_the_consent_of_the_others(visit: Open, table: Table) -> None:
    """Whoever confirmed too soon asks; the other agrees; both are where they were."""
    one, two = table.pages(visit)
    before = table.position()["view"]["players"]
    seat = table.asked()
    research(one)
    confirm(one)
    one.get_by_role("button", name="Ask to take the turn back").click()
    request = two.locator(".banner", has_text="would like to take back")
    expect(request).to_be_visible(timeout=10000)
    request.get_by_role("button", name="Yes").click()
    expect(one.locator(".draft.mine")).to_be_visible(timeout=10000)
    expect(two.locator(".draft.mine")).to_have_count(0, timeout=10000)
    assert table.asked() == seat
    assert table.position()["view"]["players"] == before


def test_a_premove_is_played_when_the_turn_comes(visit: Open, table: Table) -> None:
    """Prepared while the other thinks, in the first round already, and played when the turn comes."""
    one, two = table.pages(visit)
    seat = table.asked()
    two.locator("[data-premove]").click()
    two.locator(".draft.mine").wait_for()
    level = two.locator("[data-kind=level][data-lit]").first
    track = (level.get_attribute("data-id") or "").split()[0]
    level.click()
    idle(two)
    confirm(two)
    expect(two.locator(".banner", has_text="Kept: it will be played")).to_be_visible()
    research(one)
    confirm(one)
    expect(one.locator(".draft.mine")).to_be_visible(timeout=15000)
    log = table.people[seat].get(f"/matches/{table.match}/log")["entries"]
    assert any(e["seat"] != seat and "research" in e["text"] and track in e["text"] for e in log)


def test_a_standing_order_answers_offers(visit: Open, url: str) -> None:
    """Whoever wants every free charge says so once and is not asked again."""
    person, other = Person(url, "Mira"), Person(url, "Bence")
    made = person.post(
        "/tables",
        {"game": "gaia", "options": {"players": 2, "setup_seed": 3}, "seats": [{"kind": "me"}, {"kind": "open"}]},
    )
    other.post(f"/tables/{made['id']}/join", {"key": made["key"], "seat": 1})
    page = visit(DESKTOP, other).go(f"/match/{made['id']}")
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Table and chat").click()
    page.get_by_label("Charging power").select_option("never")
    page.wait_for_timeout(300)
    orders = other.get(f"/matches/{made['id']}/orders?seat=1")["orders"]
    assert [(o["question"], o["rule"]) for o in orders] == [("LeechOffer", "decline")]
    page.reload()
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Table and chat").click()
    expect(page.get_by_label("Charging power")).to_have_value("never")


def test_one_device_and_secrets(visit: Open, url: str) -> None:
    """Between two people of one device everything is covered until the next one has it in hand."""
    person = Person(url, "Réka")
    seats = [{"kind": "me", "name": "Réka"}, {"kind": "me", "name": "Jonas"}]
    options = {"players": 2, "setup_seed": 3, "preset": "points with modules"}
    made = person.post("/tables", {"game": "evacuation", "options": options, "seats": seats})
    page = visit(DESKTOP, person, curtain=True).go(f"/match/{made['id']}")
    curtain = page.locator("[data-curtain]")
    expect(curtain).to_be_visible()
    assert page.locator(".draft, .card, [data-hex]").count() == 0
    first = curtain.get_attribute("data-curtain")
    page.keyboard.press("Enter")
    page.locator(".draft.mine").wait_for()
    page.reload()
    page.locator(".draft.mine").wait_for()
    for _ in range(60):
        asked = person.get(f"/tables/{made['id']}")["asked"]
        if str(asked) != first:
            break
        shown = person.get(f"/matches/{made['id']}/position?seat={asked}")
        idle_kinds = [o for o in shown["options"] if o["facts"].get("kind") == "pass"] or shown["options"]
        body = {"base": shown["number"], "actions": [idle_kinds[-1]["text"]], "seat": asked}
        person.post(f"/matches/{made['id']}/commit", body)
    expect(curtain).to_be_visible(timeout=10000)
    assert curtain.get_attribute("data-curtain") != first
    assert page.locator(".draft, .card, [data-hex]").count() == 0
    page.keyboard.press("l")
    assert page.locator(".log").count() == 0


def test_gaia_has_no_secrets_to_cover(visit: Open, url: str) -> None:
    """Hot seat without secrets: the next person sees the board at once."""
    person = Person(url, "Réka")
    match = person.table(2, {"setup_seed": 3})
    page = visit(DESKTOP, person, curtain=True).go(f"/match/{match}")
    page.locator(".draft.mine").wait_for()
    driver = Driver(page, 1)
    before = number(page)
    driver.step()
    driver.step()
    assert number(page) != before
    expect(page.locator(".draft.mine")).to_be_visible()
    assert page.locator("[data-curtain]").count() == 0


def test_a_file_that_did_not_arrive_is_asked_for_again(visit: Open, url: str) -> None:
    """One lost answer to a part of the page: it loads itself anew and is whole, without a word to the person."""
    person = Person(url, "Réka")
    match = person.table(2, {"setup_seed": 5})
    window = visit(DESKTOP, person, own=True)
    lost: list[str] = []

    def once(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.request.url)
            route.abort()

    window.page.route("**/assets/Match-*.js", once)
    window.page.goto(f"{url}/match/{match}")
    window.page.locator(".draft.mine").wait_for()
    assert len(lost) == 1
    assert all("Failed to fetch" in error for error in window.errors)
    window.errors.clear()


def test_a_turn_asks_for_nothing_more(visit: Open, table: Table) -> None:
    """Opening a match asks for it; drafts, turns and what the others do come by the live connection."""
    me = table.asked()
    visitor = visit(DESKTOP, table.people[me])
    page = visitor.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("/api")[2]))
    for opened in (1, 2):
        visitor.go(f"/match/{table.match}")
        page.locator(".draft.mine").wait_for()
        drawn = page.locator("[data-hex]").count()
        assert drawn > 50
        assert len([path for path in asked if "/position" in path and "printed=false" not in path]) == opened
        before = len(asked)
        draft_conversion(page)
        assert page.locator("[data-hex]").count() == drawn
        if opened == 1:
            research(page)
            confirm(page)
            expect(page.locator(".draft.mine")).to_have_count(0)
            while table.asked() != me:
                passing = [o["text"] for o in table.position()["options"] if o["facts"]["kind"] == "pass"]
                table.answer(passing[0] if passing else table.position()["options"][-1]["text"])
            page.locator(".draft.mine").wait_for()
            assert page.locator("[data-hex]").count() == drawn
            page.locator(".cell.lit").first.wait_for()
        assert [path for path in asked[before:] if path.startswith(("/matches", "/tables"))] == []


def test_a_late_answer_to_who_we_are_opens_the_table_once(visit: Open, table: Table) -> None:
    """A slow start asks once who we are, for one position and one watch: nothing that is clicked is thrown away."""
    visitor = visit(DESKTOP, table.people[table.asked()])
    page = visitor.page
    held: list[Route] = []
    asked: list[str] = []
    watched: list[str] = []
    page.route("**/api/me", lambda route: held.append(route))
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: socket.on("framesent", lambda sent: watched.append(str(sent))))
    with page.expect_request("**/api/me"):
        page.goto(f"{visitor.url}/match/{table.match}")
    expect(page.get_by_text("Loading…")).to_be_visible()
    for route in held:
        route.continue_()
    page.locator(".draft.mine").wait_for()
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if url.endswith("/api/me")] == [held[0].request.url]
    assert len([url for url in asked if "/position" in url]) == 1
    assert len([sent for sent in watched if '"watch"' in sent]) == 1


def test_what_is_set_up_is_not_overtaken(visit: Open, url: str) -> None:
    """The form comes when it is whole, and another language leaves what was set."""
    page = visit(DESKTOP, Person(url, "Réka")).page
    held: list[Route] = []
    page.route("**/api/titles/gaia/setup", lambda route: held.append(route), times=1)
    with page.expect_request("**/api/titles/gaia/setup"):
        page.goto(f"{url}/new/gaia")
    expect(page.get_by_text("Loading…")).to_be_visible()
    expect(page.get_by_text("All options as text")).to_have_count(0)
    held[0].continue_()
    page.get_by_text("All options as text").click()
    field = page.get_by_role("textbox", name="All options as text")
    field.fill('{"players": 4}')
    field.blur()
    expect(page.get_by_role("combobox", name="Player 4")).to_be_visible()
    page.get_by_role("button", name="DE Deutsch").click()
    expect(page.get_by_role("combobox", name="Spieler 4")).to_be_visible()
