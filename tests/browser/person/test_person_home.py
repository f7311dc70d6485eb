"""A person on the home page: picks an opponent, waits for others, looks back at what was played."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from orrery.bots import SECONDS, ladder
from tests.browser.conftest import barriers
from tests.browser.person.play import Sitter, seated, until
from tests.browser.player import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(280)]

SIZES = ((1280, 720), (390, 844))


def fine(page: Page) -> None:
    """Nothing is beyond the edge, and axe is content."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert barriers(page) == []


def known(browser: Page, person: Person, url: str) -> None:
    """The browser is that person's."""
    jar = person.http.cookies.jar
    browser.context.add_cookies([{"name": c.name, "value": c.value or "", "url": url} for c in jar])


def into_view(sitter: Sitter, selector: str) -> None:
    """Scroll, as one does, until it is there."""
    sitter.page.locator(selector).first.scroll_into_view_if_needed()
    sitter.rest()


@pytest.mark.parametrize("size", SIZES)
def test_an_opponent_is_chosen_by_what_it_is_like(browser: Browser, url: str, size: tuple[int, int]) -> None:
    """Every rung has a picture and a name; what it is good at, its points and time stand below; arrows choose."""
    with seated(browser, url, size) as page:
        ada = Sitter(page)
        page.goto(url)
        ada.wait("Gaia Project")
        # What is at the top comes by Tab as it comes by sight: row by row, from left to right.
        corners = "(all) => all.map((e) => e.getBoundingClientRect()).map((r) => [Math.round(r.y / 40), r.x])"
        there = page.locator("header :is(a, button)").evaluate_all(corners)
        assert there == sorted(there)
        into_view(ada, "input[autocomplete=nickname]")
        ada.write("Your name", "Ada")
        if size[0] >= 1280:
            # Who the opponents are, and how strong, is seen without scrolling.
            expect(page.locator(".ladder label").last).to_be_in_viewport(ratio=1)
            expect(page.locator("[data-about]")).to_be_in_viewport(ratio=1)
        into_view(ada, "[data-about]")
        levels = ladder("gaia")
        assert page.locator("[data-level]").count() == page.locator(".ladder svg").count() == len(levels)
        # As many orbits as the rung, whatever the colours are.
        rings = page.locator(".ladder label").evaluate_all(
            "found => found.map((one) => one.querySelectorAll('circle[fill=none]').length)"
        )
        assert rings == list(range(1, len(levels) + 1))
        ada.click("greedy")
        ada.wait("Does not plan the next one.")
        ada.wait("about 125 points a game")
        ada.wait("answers at once")
        ada.press("ArrowRight")
        assert (
            page.locator("[data-level]:checked").get_attribute("data-level") == levels[levels.index("greedy") + 1]
        )
        ada.click("planner")
        ada.wait("Plans its own turns far ahead.")
        ada.wait(f"{SECONDS['gaia']['planner']:.1g} s a turn")
        fine(page)
        ada.click("random")
        into_view(ada, "[data-start=bots]")
        ada.click("Play against bots")
        until(page.locator(".draft").count, ada)
        match = page.url.rpartition("/")[2]
        seats = page.evaluate(f"fetch('/api/tables/{match}').then((x) => x.json())")["seats"]
        assert [seat["level"] for seat in seats] == [None, "random"]
        # Whoever comes back is led to where they are asked, without scrolling.
        ada.turn()
        page.goto(url)
        until(page.locator("[data-due] a").count, ada)
        ada.click(ada.find("Gaia Project Ada"))
        until(page.locator(".draft.mine").count, ada)
        assert page.url.rpartition("/")[2] == match


def test_the_rung_where_the_last_games_were_close_is_suggested(browser: Browser, url: str) -> None:
    """Who gave up against random stays on the lowest rung, and is told why."""
    person = Person(url, "Ada")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
    match = person.post("/tables", {"game": "gaia", "options": {"players": 2}, "seats": seats})["id"]
    person.post(f"/matches/{match}/resign")
    with seated(browser, url, SIZES[0]) as page:
        ada = Sitter(page)
        known(page, person, url)
        page.goto(url)
        ada.wait("You did not win your last game against “greedy”. One rung lower it is likely to be close.")
        below = ladder("gaia")[ladder("gaia").index("greedy") - 1]
        # Somebody who never chose a level begins there; after another choice it is offered.
        assert page.locator("[data-level]:checked").get_attribute("data-level") == below
        into_view(ada, "[data-suggested]")
        ada.click("planner")
        ada.click("Choose “")
        assert page.locator("[data-level]:checked").get_attribute("data-level") == below
        assert not ada.sees("Choose “")


@pytest.mark.parametrize(("size", "language"), [(SIZES[0], "en"), (SIZES[1], "de")])
def test_who_waits_sees_the_game_the_link_and_the_others(
    browser: Browser, url: str, size: tuple[int, int], language: str
) -> None:
    """What is played in words, a preview, the link as a code, who is here, and talk before the start."""
    words = {
        "en": (
            "Your name",
            "Sit here",
            "Say something",
            "generous",
            "is here",
            "45 minutes per player",
            "Please tell",
        ),
        "de": (
            "Dein Name",
            "Hier hinsetzen",
            "Etwas sagen",
            "großzügig",
            "ist da",
            "45 Minuten je Person",
            "Bitte sag",
        ),
    }
    name, sit, say, generous, here, clock, first = words[language]
    host = Person(url, "Ada")
    wish = {
        "game": "evacuation",
        "options": {"players": 3, "mode": "points", "bonuses": "generous", "setup_seed": 3},
        "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}],
        "visibility": "link",
        "clock": {"seconds": 2700, "increment": 30, "out": "bot"},
    }
    made = host.post("/tables", wish)
    with seated(browser, url, size, language) as page:
        bela = Sitter(page)
        page.goto(f"{url}/match/{made['id']}?key={made['key']}")
        bela.wait(here)  # Ada
        bela.wait(generous)
        bela.wait(clock)
        page.locator("[data-qr]").wait_for()
        page.locator(".preview svg.map").wait_for()
        # A stranger says a name before anything else.
        into_view(bela, "[data-sit]")
        assert bela.find(sit)
        bela.click(sit)
        bela.wait(first)
        assert page.evaluate("document.activeElement.labels[0].innerText").startswith(name)
        page.keyboard.type("Béla")
        into_view(bela, "[data-sit]")
        bela.click(sit)
        bela.wait("Béla")
        into_view(bela, f"input[placeholder='{say}']")
        bela.write(say, "Gleich kommt Cili.")
        bela.press("Enter")
        bela.wait("Gleich kommt Cili.")
        assert [line["text"] for line in host.get(f"/matches/{made['id']}/chat?key={made['key']}")["lines"]] == [
            "Gleich kommt Cili."
        ]
        fine(page)
    with seated(browser, url, size, language) as page:
        ada = Sitter(page)
        known(page, host, url)
        page.goto(f"{url}/match/{made['id']}")
        ada.wait("Gleich kommt Cili.")
        # A seat is no gold button for whoever has one; a bot of the chosen level sits down beside them.
        assert page.locator("[data-sit].pri").count() == 0
        assert page.locator(".btn.pri").count() == 1
        into_view(ada, ".seats select, select")
        page.locator("select").select_option("random")
        ada.click("Bot", exact=True)
        until(page.locator(".draft").count, ada)
        assert host.get(f"/tables/{made['id']}")["seats"][2]["level"] == "random"


@pytest.mark.parametrize(("size", "language"), [(SIZES[0], "en"), (SIZES[1], "hu")])
def test_a_person_looks_back_at_what_was_played(
    browser: Browser, url: str, size: tuple[int, int], language: str
) -> None:
    """Winner, factions, scores and places of every game; wins, mean and best by title and faction."""
    words = {
        "en": ("My results", "given up", "Automa", "You have not finished a game yet."),
        "hu": ("Eredményeim", "feladva", "Automa", "Még nem fejeztél be játszmát."),
    }
    title, resigned, automa, nothing = words[language]
    person = Person(url, "Ada")
    with seated(browser, url, size, language) as page:
        ada = Sitter(page)
        known(page, person, url)
        page.goto(url)
        ada.wait(title)
        into_view(ada, "a[href='/history']")
        ada.click(title)
        ada.wait(nothing)
        seats = [{"kind": "me"}, {"kind": "bot", "level": "random", "name": "Vega"}]
        wish = {"game": "gaia", "options": {"players": 2, "factions": ["xenos", "terrans"]}, "seats": seats}
        match = person.post("/tables", wish)["id"]
        person.post(f"/matches/{match}/resign")
        alone = person.post("/tables", {"game": "gaia", "options": {"players": 1}, "seats": seats[:1]})["id"]
        person.post(f"/matches/{alone}/resign")
        page.reload()
        ada.wait(resigned)
        ada.wait(automa)
        ada.wait("★ Vega")
        factions = page.evaluate("fetch('/api/history').then((x) => x.json())")["games"][1]["seats"]
        assert sorted(seat["traits"]["faction"] for seat in factions) == ["terrans", "xenos"]
        tally = page.locator("[data-tally=gaia] tbody tr")
        assert tally.count() >= 2
        assert tally.first.locator("td").first.inner_text() == "2"
        fine(page)
        into_view(ada, f"a[href*='{match}']")
        page.locator(f"a[href*='{match}']").click()
        page.locator(".draft").wait_for()


def test_a_guest_says_a_name_before_the_first_table(browser: Browser, url: str) -> None:
    """Asked once, at the field; Enter there goes on with what was begun."""
    with seated(browser, url, SIZES[0]) as page:
        ada = Sitter(page)
        page.goto(url)
        ada.wait("Gaia Project")
        ada.click("Play alone against the Automa")
        ada.wait("Please say your name first")
        assert page.evaluate("fetch('/api/me').then((x) => x.json())")["user"] is None
        page.keyboard.type("Ada")
        ada.press("Enter")
        until(page.locator(".draft").count, ada)
        assert page.evaluate("fetch('/api/me').then((x) => x.json())")["user"]["name"] == "Ada"
        page.goto(f"{url}/new/gaia")
        ada.wait("Seats")
        assert not ada.sees("Your name")


@pytest.mark.parametrize(("size", "language"), [(SIZES[0], "en"), (SIZES[1], "de")])
def test_friends_find_and_invite_each_other(
    browser: Browser, url: str, size: tuple[int, int], language: str
) -> None:
    """Ask after a game, agree, see who is here, invite to a table: the other is told wherever they are."""
    words = {
        "en": (
            "Friends",
            "Ask to be friends: Béla",
            "Agree: Ada",
            "is here",
            "Invite: Béla",
            "Ada invites you",
            "Go to the table",
        ),
        "de": (
            "Freunde",
            "Freundschaft anbieten: Béla",
            "Zustimmen: Ada",
            "ist da",
            "Einladen: Béla",
            "Ada lädt",
            "Zum Tisch",
        ),
    }
    title, ask, agree, here, invite, told, go = words[language]
    people = [Person(url, "Ada"), Person(url, "Béla")]
    seats = [{"kind": "me"}, {"kind": "open"}]
    wish = {"game": "gaia", "options": {"players": 2}, "seats": seats}
    match = people[0].post("/tables", wish)["id"]
    people[1].post(f"/tables/{match}/join", {"seat": 1})
    people[0].post(f"/matches/{match}/resign")
    with seated(browser, url, size, language) as one, seated(browser, url, size, language) as other:
        ada, bela = Sitter(one), Sitter(other)
        for sitter, person in zip((ada, bela), people, strict=True):
            known(sitter.page, person, url)
            sitter.page.goto(url)
            sitter.page.locator("nav a[href='/friends']").wait_for()  # it is known who this is
            sitter.click(title, exact=True)
        one.locator("[data-met]").wait_for()
        into_view(ada, "[data-met] .btn")
        ada.click(ask)
        one.locator("[data-asked]").wait_for()
        bela.wait("Ada")  # at once, without a reload
        other.locator("[data-asking]").wait_for()
        bela.click(agree)
        bela.wait(here)
        fine(other)
        ada.wait(here)
        table = people[0].post("/tables", {**wish, "visibility": "link"})
        one.goto(f"{url}/match/{table['id']}")
        one.locator(".friends .btn").wait_for()
        into_view(ada, ".friends .btn")
        ada.click(invite)
        ada.wait("✓")
        bela.wait(told)
        fine(other)
        bela.click(go)
        other.locator("[data-sit]").wait_for()
        into_view(bela, "[data-sit]")
        other.locator("[data-sit]").click()
        for sitter in (ada, bela):
            until(sitter.page.locator(".draft").count, sitter)
