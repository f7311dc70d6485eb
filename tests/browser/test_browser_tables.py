"""Tables as people meet them: links, chat, quick starts, signing out, what went wrong; by what is visible."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Open, Visitor, barriers
from tests.browser.player import Person
from tests.gaia.test_public import record, saved

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

LAPTOP = (1280, 720)


def answer(person: Person, match: str) -> None:
    """The person answers whatever is asked, in the first way."""
    shown = person.get(f"/matches/{match}/position")
    body = {"base": shown["number"], "actions": [shown["options"][0]["text"]], "seat": shown["seat"]}
    person.post(f"/matches/{match}/commit", body)


def linked(
    url: str, *names: str, visibility: str = "link", game: str = "gaia"
) -> tuple[list[Person], dict[str, Any]]:
    """A running table for people with the link."""
    people = [Person(url, name) for name in names]
    options = {"players": len(people), "setup_seed": 3}
    seats = [{"kind": "me"}, *({"kind": "open"} for _ in names[1:])]
    wish = {"game": game, "options": options, "seats": seats, "visibility": visibility}
    made: dict[str, Any] = people[0].post("/tables", wish)
    for seat, person in enumerate(people[1:], 1):
        person.post(f"/tables/{made['id']}/join", {"key": made["key"], "seat": seat})
    return people, made


def fine(visitor: Visitor) -> list[str]:
    """Notes every refused request of a window from now on."""
    refused: list[str] = []
    visitor.page.on(
        "response",
        lambda r: refused.append(f"{r.status} {r.url}") if r.status >= 400 and "/api/" in r.url else None,
    )
    return refused


def menu(page: Page, name: str) -> None:
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("button", name=name).click()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_table_by_link_is_watched_with_its_key(visit: Open, url: str, size: tuple[int, int]) -> None:
    """A stranger with the link sees the game, its log, its replay and its chat, and what happens next."""
    people, made = linked(url, "Réka", "Jonas")
    for _ in range(4):
        answer(people[people[0].get(f"/tables/{made['id']}")["asked"]], made["id"])
    people[0].post(f"/matches/{made['id']}/chat", {"text": "Good luck!"})
    visitor = visit(size)
    refused = fine(visitor)
    page = visitor.go(f"/match/{made['id']}?key={made['key']}")
    expect(page.locator(".draft")).to_have_attribute("data-number", "4")
    menu(page, "Score and replay")
    page.get_by_role("button", name="One move back").click()
    expect(page.get_by_text("You are looking at move 3.")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Back to now").click()
    page.get_by_label("1 unread message").click()
    expect(page.get_by_text("Good luck!")).to_be_visible()
    page.keyboard.press("Escape")
    answer(people[people[0].get(f"/tables/{made['id']}")["asked"]], made["id"])
    expect(page.locator(".draft")).to_have_attribute("data-number", "5", timeout=10000)
    # Who watches has no turn of their own.
    assert page.get_by_text("since your").count() == 0
    assert refused == []
    stranger = visit(size).go(f"/match/{made['id']}")
    expect(stranger.get_by_role("alert")).to_contain_text("only to people with its link")


def test_links_of_any_player_carry_the_key(visit: Open, url: str) -> None:
    """The friend's link in the waiting room and the link to a move open the table for a third person."""
    host = Person(url, "Réka")
    wish = {
        "game": "gaia",
        "options": {"players": 2},
        "seats": [{"kind": "me"}, {"kind": "open"}],
        "visibility": "link",
    }
    made = host.post("/tables", wish)
    friend = visit(DESKTOP, own=True)
    page = friend.go(f"/match/{made['id']}?key={made['key']}")
    link = page.get_by_label("Link for your friends").input_value()
    third = visit(DESKTOP).go(link.removeprefix(url))
    expect(third.get_by_text("Waiting for players")).to_be_visible()
    # Without a name nobody sits down; the field says so.
    page.get_by_role("button", name="Sit here").click()
    expect(page.get_by_role("alert")).to_contain_text("tell the others your name")
    page.keyboard.type("Jonas")
    page.get_by_role("button", name="Sit here").click()
    page.locator(".draft").wait_for()
    answer(host, made["id"])
    # The friend comes back by an address without the key, as from the own list, and hands out a move.
    friend.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = friend.go(f"/match/{made['id']}")
    page.locator(".draft").wait_for()
    menu(page, "Score and replay")
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("button", name="Link to this move").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{url}/match/{made['id']}?")
    assert "move=0" in link
    third = visit(DESKTOP).go(link.removeprefix(url))
    expect(third.get_by_text("You are looking at move 0.")).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, LAPTOP, PHONE])
def test_unread_chat_is_seen_and_goes_when_it_is_read(visit: Open, url: str, size: tuple[int, int]) -> None:
    people, made = linked(url, "Réka", "Jonas")
    page = visit(size, people[0]).go(f"/match/{made['id']}")
    page.locator(".draft").wait_for()
    assert page.locator("[data-unread]").count() == 0
    for text in ("Hello!", "Are you there?"):
        people[1].post(f"/matches/{made['id']}/chat", {"text": text})
    badge = page.get_by_role("button", name="2 unread messages")
    expect(badge).to_be_visible(timeout=10000)
    expect(page.locator("[aria-live=polite]").first).to_have_text("Jonas says: Are you there?")
    page.get_by_role("button", name="Menu", exact=True).click()
    expect(page.get_by_role("button", name="Table and chat 2")).to_be_visible()
    page.keyboard.press("Escape")
    badge.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Are you there?", exact=False).last).to_be_visible()
    page.get_by_placeholder("Say something").fill("Yes")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator("[data-unread]")).to_have_count(0)
    page.reload()
    page.locator(".draft").wait_for()
    expect(page.locator("[data-unread]")).to_have_count(0)
    people[1].post(f"/matches/{made['id']}/chat", {"text": "Fine"})
    expect(page.get_by_role("button", name="1 unread message")).to_be_visible(timeout=10000)


def test_a_refused_undo_is_told_to_whoever_asked(visit: Open, url: str) -> None:
    people, made = linked(url, "Réka", "Jonas")
    first = people[0].get(f"/tables/{made['id']}")["asked"]
    answer(people[first], made["id"])
    one = visit(DESKTOP, people[first]).go(f"/match/{made['id']}")
    two = visit(DESKTOP, people[1 - first]).go(f"/match/{made['id']}")
    one.get_by_role("button", name="Ask to take the turn back").click()
    waiting = one.locator(".banner", has_text="The others are asked")
    expect(waiting).to_be_visible()
    two.locator(".banner", has_text="would like to take back").get_by_role("button", name="No").click()
    expect(one.locator(".banner", has_text="did not agree")).to_be_visible(timeout=10000)
    expect(waiting).to_have_count(0)
    # Asked again and withdrawn: nobody was refused, and the other is no longer asked.
    one.locator(".banner", has_text="did not agree").get_by_role("button", name="Close").click()
    one.get_by_role("button", name="Ask to take the turn back").click()
    expect(two.locator(".banner", has_text="would like to take back")).to_be_visible()
    waiting.get_by_role("button", name="Withdraw").click()
    expect(two.locator(".banner", has_text="would like to take back")).to_have_count(0)
    assert one.locator(".banner", has_text="did not agree").count() == 0
    # Asked a third time, and the other plays on: the waiting sentence goes.
    one.get_by_role("button", name="Ask to take the turn back").click()
    expect(waiting).to_be_visible()
    answer(people[1 - first], made["id"])
    expect(waiting).to_have_count(0, timeout=10000)


def test_a_guest_is_warned_before_signing_out(visit: Open, url: str) -> None:
    """The warning names what is lost; claiming keeps it; who signs out all the same has been told."""
    person = Person(url, "Nora")
    match = person.table(2)
    page = visit(DESKTOP, person).go("/account")
    # What cannot be chosen says why.
    expect(page.get_by_label("by e-mail")).to_be_disabled()
    expect(page.get_by_text("This server sends no mail.")).to_be_visible()
    page.get_by_role("button", name="Sign out", exact=True).click()
    warning = page.get_by_role("group", name=re.compile("Nora is a guest"))
    expect(warning).to_be_visible()
    expect(warning).to_contain_text("The seat at 1 table is lost with it.")
    page.get_by_role("button", name="Cancel").click()
    expect(warning).to_have_count(0)
    assert person.get("/me")["user"] is not None
    page.get_by_role("button", name="Sign out everywhere").click()
    name = f"Nora {match[:6]}"
    warning.get_by_label("Your name").fill(name)
    warning.get_by_label("Password").fill("a long password")
    warning.get_by_role("button", name="Keep this name").click()
    expect(page.get_by_role("status")).to_contain_text("This name is yours now")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Account: {name}")
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Account")
    sign_in = page.locator("form", has=page.get_by_role("heading", name="Sign in"))
    sign_in.get_by_label("Your name").fill(name)
    sign_in.get_by_label("Password").fill("a long password")
    sign_in.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Account: {name}")
    page.get_by_role("link", name="Orrery").click()
    expect(page.locator(f".tables a[href*='{match}']")).to_be_visible()


def test_another_tab_signs_in_and_out(visit: Open, url: str) -> None:
    """The first tab goes on: its next request is sent as whoever is signed in now."""
    visitor = visit(DESKTOP)
    page = visitor.go("/")
    page.get_by_label("Your name").fill("Ilka")
    page.locator("[data-start=bots]").click()
    page.locator(".draft").wait_for()
    match = page.url.split("/match/")[1].split("?")[0]
    page.locator("a.logo").click()
    other = visitor.context.new_page()
    other.goto(f"{url}/account")
    other.get_by_role("button", name="Sign out", exact=True).click()
    other.get_by_role("button", name="Sign out and lose the guest").click()
    form = other.locator("form", has=other.get_by_role("heading", name="Create an account"))
    form.get_by_label("Your name").fill(f"Ilka {match[:6]}")
    form.get_by_label("Password").fill("a long password")
    form.get_by_role("button", name="Create an account").click()
    expect(other.get_by_role("heading", level=1)).to_contain_text(f"Ilka {match[:6]}")
    page.bring_to_front()
    expect(page.get_by_role("navigation").get_by_text(f"Ilka {match[:6]}")).to_be_visible(timeout=10000)
    page.locator("[data-start=bots]").click()
    page.locator(".draft").wait_for()
    assert page.get_by_role("alert").count() == 0


def test_a_stale_header_is_mended_once(visit: Open, url: str) -> None:
    """Deaf to the live connection, the page learns from the refusal itself and repeats the request."""
    visitor = visit(DESKTOP)
    visitor.page.route_web_socket("**/api/live", lambda socket: None)
    page = visitor.go("/")
    page.get_by_label("Your name").fill("Olga")
    page.locator("[data-start=bots]").click()
    page.locator(".draft").wait_for()
    page.locator("a.logo").click()
    # Another program of this browser signs in as somebody else.
    page.evaluate("""async () => {
        const me = await (await fetch('/api/me')).json();
        await fetch('/api/guest', {method: 'POST', body: JSON.stringify({name: 'Petra'}),
            headers: {'X-CSRF': me.csrf, 'Content-Type': 'application/json'}});
    }""")
    page.locator("[data-start=bots]").click()
    page.locator(".draft").wait_for()
    match = page.url.split("/match/")[1].split("?")[0]
    seats = page.evaluate(f"fetch('/api/tables/{match}').then((r) => r.json()).then((t) => t.seats)")
    assert seats[0]["name"] == "Petra"


@pytest.mark.parametrize(("language", "sentence"), [("de", "nur mit seinem Link"), ("hu", "csak a linkjével")])
def test_refusals_come_in_the_language_of_the_page(visit: Open, url: str, language: str, sentence: str) -> None:
    _, made = linked(url, "Réka", "Jonas")
    page = visit(DESKTOP, language=language).go(f"/match/{made['id']}")
    expect(page.get_by_role("alert")).to_contain_text(sentence)


def test_what_went_wrong_stands_beside_the_field(visit: Open, url: str) -> None:
    page = visit(LAPTOP, Person(url, "Réka")).go("/")
    page.get_by_text("Open a saved game record").first.click()
    field = page.get_by_label("Paste the text of a record here.")
    field.fill("nonsense")
    page.get_by_role("button", name="Open a saved game record").click()
    trouble = page.get_by_role("alert")
    expect(trouble).to_contain_text("Line 1: expected 'orrery match 1', got 'nonsense'.")
    expect(trouble).to_be_in_viewport()
    page.goto(f"{url}/new/gaia")
    page.get_by_text("All options as text").click()
    field = page.get_by_role("textbox", name="All options as text")
    for text, said in (("{", "no JSON"), ('{"players": 77}', "not possible")):
        field.fill(text)
        field.blur()
        expect(trouble).to_contain_text(said)
        expect(trouble).to_be_in_viewport()
        box, place = trouble.bounding_box(), field.bounding_box()
        assert box is not None
        assert place is not None
        assert 0 <= box["y"] - (place["y"] + place["height"]) < 40
    # What a mix or the number of players brings stands in the form, and can be changed there.
    page.goto(f"{url}/new/evacuation")
    page.get_by_text("All options as text").click()
    mode = page.get_by_label("Mode")
    expect(mode).to_have_value("race")
    page.get_by_label("Recommended mix").select_option("points")
    expect(mode).to_have_value("points")
    mode.select_option("race")
    expect(field).to_have_value(re.compile('"preset": "points",\\s+"mode": "race"'))
    page.get_by_label("Recommended mix").select_option("points with modules")
    expect(mode).to_have_value("points")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "A match that is still running is saved without it"),
        ("de", "Eine laufende Partie wird ohne ihn gespeichert"),
        ("hu", "a még tartó játszma nélküle menthető"),
    ],
)
def test_a_record_of_a_running_match_says_when_it_can_be_opened(
    visit: Open, url: str, language: str, sentence: str
) -> None:
    """It has no seed, so that nobody can look into the future: whoever opens it is told so."""
    person = Person(url, "Réka")
    text = person.http.get(f"/matches/{person.table(2)}/record?format=text").text
    page = visit(LAPTOP, person, language=language).go("/")
    bring = page.locator("details:has(textarea)")
    bring.locator("summary").click()
    bring.locator("textarea").fill(text)
    bring.locator("button").first.click()
    trouble = page.get_by_role("alert")
    expect(trouble).to_contain_text(sentence, ignore_case=True)
    expect(trouble).to_be_in_viewport()


def test_an_imported_record_names_its_players(visit: Open, url: str) -> None:
    """By their names where the record has them, else by their numbers in the reader's language."""
    person = Person(url, "Réka")
    seats = [{"kind": "bot", "level": "random", "name": "Ottó"}, {"kind": "me"}]
    made = person.post("/tables", {"game": "gaia", "options": {"players": 2}, "seats": seats})
    person.post(f"/matches/{made['id']}/resign", {"seat": 1})
    text = person.http.get(f"/matches/{made['id']}/record?format=text").text
    bare = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("# seat"))
    visitor = visit(DESKTOP, person, language="de")
    for pasted, names in ((text, ["Ottó", "Réka"]), (bare, ["Spieler 1", "Spieler 2"])):
        page = visitor.go("/")
        bring = page.locator("details").filter(has_text="Aufzeichnung einlesen")
        bring.locator("summary").click()
        bring.locator("textarea").fill(pasted)
        bring.get_by_role("button", name="Aufzeichnung einlesen").click()
        page.locator(".draft").wait_for()
        page.get_by_role("button", name="Menü", exact=True).click()
        page.get_by_role("button", name="Tisch und Chat").click()
        for name in names:
            expect(page.locator(".social li", has_text=name).first).to_be_visible()


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_a_quick_start_offers_a_difficulty_and_names(visit: Open, url: str, size: tuple[int, int]) -> None:
    visitor = visit(size)
    page = visitor.go("/")
    page.get_by_label("Your name").fill("Vilma")
    bots = page.locator(".way", has=page.locator("[data-start=bots]"))
    bots.get_by_label("Opponents").select_option(label="3")
    bots.get_by_role("radio", name="random").check()
    expect(bots.locator("[data-about]")).to_contain_text("very easy")
    expect(bots.locator("[data-about]")).to_contain_text("about 37 points a game")
    page.locator("[data-start=bots]").click()
    page.locator(".draft").wait_for()
    match = page.url.split("/match/")[1]  # a public table: nothing but its id
    seats = page.evaluate(f"fetch('/api/tables/{match}').then((r) => r.json()).then((t) => t.seats)")
    assert [s["level"] for s in seats] == [None, "random", "random", "random"]
    assert len({s["name"] for s in seats} - {"random", "Vilma"}) == 3
    menu(page, "Table and chat")
    # Which game this is: the variant, the pace and the clock.
    for fact in ("Pace", "live", "Clock", "none"):
        expect(page.locator("[data-facts]").get_by_text(fact, exact=True)).to_be_visible()
    for seat in seats[1:]:
        expect(page.get_by_text(f"{seat['name']} (bot, random)")).to_be_visible()
    page = visitor.go("/")
    hot = page.locator(".way", has=page.locator("[data-start=hotseat]"))
    hot.get_by_label("Players").select_option("3")
    hot.get_by_label("Name of player 2").fill("Ottó")
    page.locator("[data-start=hotseat]").click()
    page.locator(".draft").wait_for()
    match = page.url.split("/match/")[1].split("?")[0]
    seats = page.evaluate(f"fetch('/api/tables/{match}').then((r) => r.json()).then((t) => t.seats)")
    assert [s["name"] for s in seats] == ["Vilma", "Ottó", "Player 3"]


def test_playing_alone_says_how_hard(visit: Open, url: str) -> None:
    page = visit(DESKTOP, name="Vilma").go("/")
    solo = page.locator(".way", has=page.locator("[data-start=solo]"))
    assert solo.get_by_label("Difficulty").locator("option").all_inner_texts()[:2] == [
        "Automalein: the easiest",
        "Automa: the usual one",
    ]
    solo.get_by_label("Difficulty").select_option("ultoma")
    page.locator("[data-start=solo]").click()
    page.locator(".draft").wait_for()
    match = page.url.split("/match/")[1].split("?")[0]
    options = page.evaluate(f"fetch('/api/tables/{match}').then((r) => r.json()).then((t) => t.options)")
    assert options["automa_level"] == "ultoma"


def test_a_first_game_of_evacuation_is_friendly_and_its_lessons_are_its_own(visit: Open, url: str) -> None:
    visitor = visit(DESKTOP, name="Vilma")
    page = visitor.go("/")
    page.get_by_role("button", name="Evacuation").click()
    expect(page.get_by_label("My first game")).to_be_checked()
    found = []
    for kind in ("bots", "solo"):
        page.locator(f"[data-start={kind}]").click()
        page.locator(".draft").wait_for()
        match = page.url.split("/match/")[1].split("?")[0]
        options = page.evaluate(f"fetch('/api/tables/{match}').then((r) => r.json()).then((t) => t.options)")
        found.append(options["bonuses"])
        # The match's own menu, then the header of the home page: both lead to this game's lessons.
        page.get_by_role("button", name="Menu", exact=True).click()
        page.get_by_role("link", name="Tutorial").click()
        expect(page).to_have_url(f"{url}/learn/evacuation")
        page.get_by_role("link", name="Orrery").click()
        expect(page.get_by_role("button", name="Evacuation")).to_have_attribute("aria-pressed", "true")
        expect(page.get_by_role("navigation").get_by_role("link", name="Tutorial")).to_have_attribute(
            "href", "/learn/evacuation"
        )
    assert found == ["generous", "generous"]
    page.get_by_label("My first game").uncheck()
    page.reload()
    expect(page.get_by_label("My first game")).not_to_be_checked()
    page.locator("[data-start=bots]").click()
    page.locator(".draft").wait_for()
    match = page.url.split("/match/")[1].split("?")[0]
    options = page.evaluate(f"fetch('/api/tables/{match}').then((r) => r.json()).then((t) => t.options)")
    assert options["bonuses"] == "strict"


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
@pytest.mark.parametrize("language", ["en", "de", "hu"])
def test_home_is_whole_in_every_language(visit: Open, size: tuple[int, int], language: str) -> None:
    """Nothing is missing, cut off or beyond the edge, in both games; keys reach every start; axe is content."""
    visitor = visit(size, language=language)
    page = visitor.go("/")
    for game in ("gaia", "evacuation"):
        page.locator(f"[data-game={game}]").click()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        cut = page.eval_on_selector_all(
            ".way .start b, .way .start small, .way label, .check",
            "els => els.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)",
        )
        assert cut == []
        assert barriers(page) == []
    assert visitor.missing() == []
    reached = set()
    page.locator("[data-game=gaia]").focus()
    for _ in range(24):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.dataset.start ?? ''"))
    assert reached >= {"solo", "bots", "hotseat", "friends"}


def test_the_counter_and_its_list_agree(visit: Open, url: str) -> None:
    """As many lines behind the button as it says, in a game with ends of turns that have no line."""
    people, made = linked(url, "Réka", "Jonas", visibility="public")
    seat = 0
    page = visit(DESKTOP, people[seat]).go(f"/match/{made['id']}")
    page.locator(".draft").wait_for()
    for _ in range(30):
        asked = people[0].get(f"/tables/{made['id']}")["asked"]
        button = page.locator(".pillb", has_text="since your turn")
        if asked == seat and button.count():
            break
        answer(people[asked], made["id"])
        page.wait_for_timeout(150)
    said = int(re.findall(r"\d+", button.inner_text())[0])
    button.click()
    expect(page.locator(".log [data-line^=e]")).to_have_count(said)


def test_the_font_that_is_preloaded_is_used(visit: Open) -> None:
    visitor = visit(DESKTOP)
    told: list[str] = []
    visitor.page.on("console", lambda m: told.append(m.text))
    page = visitor.go("/")
    page.wait_for_timeout(4500)  # Chromium complains three seconds after the load
    assert [line for line in told if "preload" in line] == []
    assert page.evaluate("document.fonts.check('16px Inter')")


@pytest.mark.parametrize(
    ("language", "guest", "fixed"),
    [("en", "(guest)", "Set-up number"), ("de", "(Gast)", "Nummer"), ("hu", "(vendég)", "szám")],
)
def test_before_sitting_down_one_reads_what_the_host_has_fixed(
    visit: Open, url: str, language: str, guest: str, fixed: str
) -> None:
    """What chance would decide, and who is a guest, stand on the page of the table that a stranger opens."""
    host, stranger = Person(url, "Réka"), Person(url, "Jonas")
    options = {"players": 2, "setup_seed": 8}
    made = host.post("/tables", {"game": "gaia", "options": options, "seats": [{"kind": "me"}]})
    page = visit(DESKTOP, stranger, language=language).go(f"/match/{made['id']}")
    told = page.locator("#main").inner_text()
    assert guest in told
    assert fixed in told
    plain = host.post("/tables", {"game": "gaia", "options": {"players": 2}, "seats": [{"kind": "me"}]})
    page = visit(DESKTOP, stranger, language=language).go(f"/match/{plain['id']}")
    assert fixed not in page.locator("#main").inner_text()


def test_a_long_list_is_shown_further_by_button_and_by_keyboard(visit: Open, url: str) -> None:
    """As much stays when somebody opens one more table meanwhile."""
    host, word = Person(url, "Lena"), "endless"
    wish = {"game": "gaia", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "open"}]}
    texts = []
    for number in range(70):
        if number % 15 == 0:  # a person has only so many open tables
            host = Person(url, f"Lena {number}")
        texts.append(f"{word} {number}")
        host.post("/tables", {**wish, "title": texts[-1]})
    page = visit(LAPTOP).go("/")
    page.get_by_role("button", name="Open tables").click()
    page.get_by_role("searchbox").fill(word)
    shown = page.locator(".tables li b")
    expect(shown).to_have_count(30)
    page.get_by_role("button", name="Show more").click()
    expect(shown).to_have_count(60)
    page.get_by_role("button", name="Show more").focus()
    page.keyboard.press("Enter")
    expect(shown).to_have_count(70)
    expect(page.get_by_role("button", name="Show more")).to_have_count(0)
    expect(page.locator(".tables a").nth(60)).to_be_focused()
    host.post("/tables", {**wish, "title": f"{word} again"})
    expect(shown).to_have_count(71)
    assert sorted(shown.all_inner_texts()) == sorted([*texts, f"{word} again"])


def test_a_game_from_elsewhere_is_dropped_as_a_file_and_replayed(visit: Open, url: str, tmp_path: Path) -> None:
    """What another program saved: chosen as a file it stands in the field; opened, it can be replayed."""
    file = tmp_path / "game.json"
    file.write_text(json.dumps(saved(record())), "utf-8")
    page = visit(DESKTOP, Person(url, "Réka"), language="hu").go("/")
    page.get_by_text("Játszma betöltése").first.click()
    page.get_by_label("Fájl kiválasztása").set_input_files(file)
    field = page.get_by_label("Illeszd be ide egy játszma szövegét.")
    expect(field).to_have_value(re.compile("moveHistory"))
    page.get_by_role("button", name="Játszma betöltése").click()
    expect(page).to_have_url(re.compile("/match/"))
    expect(page.get_by_text("P1").first).to_be_visible()
