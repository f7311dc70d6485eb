"""A club's server as its people meet it: moderation, an invitation, a new password, the end of an account."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Visitor, Windows, barriers
from tests.browser.player import Person
from tests.server.outside import confirm, post_office, read
from tests.server.running import Running, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

PASSWORD = "analytical engine"
Window = Callable[..., Visitor]


@pytest.fixture
def club(tmp_path: Path, server: Running, browser: Browser) -> Iterator[Callable[..., tuple[Running, Window]]]:
    """Starts a server with settings, and opens windows there; none of them may have seen an error."""
    kept = {"static": server.env["ORRERY_STATIC"]} if "ORRERY_STATIC" in server.env else {}
    made: list[Running] = []
    opened: list[Visitor] = []
    windows = Windows(browser)

    def start(**settings: str) -> tuple[Running, Window]:
        running = Running(tmp_path, titles="", workers="1", **settings, **kept).start()
        made.append(running)

        def window(size: tuple[int, int] = DESKTOP, person: Person | None = None, **wish: Any) -> Visitor:
            opened.append(Visitor(windows, running.url, size, person, own=True, **wish))
            return opened[-1]

        return running, window

    yield start
    seen = [(one.errors, one.foreign, one.missing()) for one in opened]
    for visitor in opened:
        visitor.close()
    for running in made:
        running.stop()
    assert [one for one in seen if one != ([], [], [])] == []


def _member(running: Running, name: str) -> Person:
    person = Person(running.url, f"{name} G")
    person.csrf = person.post("/account", {"name": name, "password": PASSWORD})["csrf"]
    return person


def _fits(page: Page) -> None:
    """Nothing is beyond the edge, and axe is content."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert barriers(page) == []


@pytest.mark.parametrize(("size", "language"), [(DESKTOP, "en"), (PHONE, "de"), (PHONE, "hu")])
def test_the_page_of_moderation_fits_and_speaks(
    club: Callable[..., tuple[Running, Window]], size: tuple[int, int], language: str
) -> None:
    running, window = club()
    mo, ada = _member(running, "Mo"), Person(running.url, "Ada")
    assert running.admin("user", "moderator", "Mo").returncode == 0
    why = {"why": "a long reason that has to be broken into lines somewhere"}
    user = ada.get("/me")["user"]["id"]
    mo.post(f"/moderation/people/{user}/mute", why | {"minutes": 60})
    mo.post("/moderation/announcement", {"text": "Restart", "minutes": 30})
    mo.post("/moderation/invitations", {"note": "somebody"})
    page = window(size, mo, language=language).go("/moderation")
    expect(page.locator("[data-deeds] li")).to_have_count(4)
    page.locator(f"[data-person='{user}'] button").click()
    expect(page.locator("[data-act]")).to_be_visible()
    _fits(page)
    assert not window(size, ada, language=language).go("/").locator("a[href='/moderation']").count()


def test_a_moderator_works_by_keys_and_everybody_sees_it(club: Callable[..., tuple[Running, Window]]) -> None:
    running, window = club()
    mo, ada, ben = _member(running, "Mo"), Person(running.url, "Ada"), Person(running.url, "Ben")
    assert running.admin("user", "moderator", "Mo").returncode == 0
    wish = {"game": "gaia", "options": {"players": 2, "setup_seed": 3}, "seats": [{"kind": "me"}]}
    match = ada.post("/tables", wish)["id"]
    ben.post(f"/tables/{match}/join")
    ada.post(f"/matches/{match}/chat", {"text": "something rude"})
    watching = window(DESKTOP, ben).go(f"/match/{match}")
    watching.get_by_role("button", name="Menu", exact=True).click()
    watching.get_by_role("button", name="Table and chat").click()
    expect(watching.get_by_text("something rude")).to_be_visible()

    page = window(DESKTOP, mo).go("/")
    page.get_by_role("link", name="Moderation").click()
    people = page.get_by_role("region", name="People")
    people.get_by_label("Search for a name").fill("ada")
    people.get_by_label("Search for a name").press("Enter")
    people.get_by_role("button", name="Choose Ada (guest)").press("Enter")
    people.get_by_label("Reason").fill("rude words")
    people.get_by_role("button", name="Mute").press("Enter")
    expect(people.get_by_text(re.compile("muted until .*rude words"))).to_be_visible()

    table = page.get_by_role("region", name="Table or match")
    table.get_by_label("Address or id").fill(f"{running.url}/match/{match}")
    table.get_by_role("button", name="Look it up").click()
    expect(table.get_by_role("button", name="Remove this line")).to_be_disabled()
    table.get_by_label("Reason").fill("rude words")
    table.get_by_role("button", name="Remove this line").click()
    expect(table.get_by_text("removed by a moderator")).to_be_visible()
    expect(watching.get_by_text("removed by a moderator")).to_be_visible()
    expect(watching.get_by_text("something rude")).to_have_count(0)

    announce = page.get_by_role("region", name="Announcement")
    announce.get_by_label("One line for everybody").fill("The server is restarted")
    announce.get_by_label("In how many minutes").fill("10")
    announce.get_by_role("button", name="Announce", exact=True).press("Enter")
    expect(watching.locator("[data-announced]")).to_contain_text("The server is restarted")
    reading = window(PHONE).go("/rules")
    expect(reading.locator("[data-announced]")).to_contain_text("The server is restarted")
    announce.get_by_role("button", name="Take the line back").click()
    expect(watching.locator("[data-announced]")).to_have_count(0)
    expect(reading.locator("[data-announced]")).to_have_count(0)

    table.get_by_label("Reason").fill("a bad evening")
    table.get_by_role("button", name="End the match").click()
    expect(table.get_by_text("over", exact=False).first).to_be_visible()
    expect(page.locator("[data-deeds] li").first).to_contain_text(f"Mo ended match {match}: a bad evening")
    watching.get_by_role("button", name="Close").click()
    watching.keyboard.press("l")
    expect(watching.get_by_text("A moderator ended the match: a bad evening")).to_be_visible()

    talking = window(DESKTOP, ada).go("/")
    people.get_by_label("Reason").fill("enough")
    people.get_by_role("button", name="Ban").click()
    expect(talking.locator("[data-banned]")).to_contain_text("enough")


def test_an_invitation_is_opened_used_and_used_up(club: Callable[..., tuple[Running, Window]]) -> None:
    running, window = club(registration="invited", guests="no")
    bare = window(PHONE).go("/")
    expect(bare.get_by_text("Nobody plays here as a guest")).to_be_visible()
    page = window(PHONE).go("/account")
    expect(page.get_by_text("Accounts are made by invitation here")).to_be_visible()
    form = page.locator("form", has=page.get_by_label("Link of the invitation"))
    form.get_by_label("Your name").fill("Ada")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_label("Link of the invitation").fill("made up")
    form.get_by_role("button", name="Create an account").click()
    expect(page.get_by_role("alert")).to_contain_text("This invitation is not good")
    link = running.admin("invite").stdout.strip().partition("/account")[2]
    page = window(PHONE).go(f"/account{link}")
    form = page.locator("form", has=page.get_by_label("Link of the invitation"))
    _fits(page)
    form.get_by_label("Your name").fill("Ada")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Create an account").click()
    expect(page.get_by_role("heading", name="Account: Ada")).to_be_visible()
    assert "invitation" not in page.url


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_an_account_is_deleted_after_its_name_was_typed(
    club: Callable[..., tuple[Running, Window]], size: tuple[int, int]
) -> None:
    running, window = club()
    ada = _member(running, "Ada")
    page = window(size, ada).go("/account")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download everything").click()
    assert '"name":"Ada"' in download.value.path().read_text()
    page.get_by_role("button", name="Delete this account").click()
    form = page.locator("[data-erasing]")
    expect(form.get_by_label("Type your name")).to_be_focused()
    _fits(page)
    now = form.get_by_role("button", name="Delete everything")
    expect(now).to_be_disabled()
    form.get_by_label("Type your name").fill("Ada")
    form.get_by_label("Password").fill("not hers at all")
    now.click()
    expect(page.get_by_role("alert")).to_contain_text("This is not your password.")
    form.get_by_label("Password").fill(PASSWORD)
    now.click()
    expect(page.get_by_text("Everything about you has been deleted.")).to_be_visible()
    expect(page.get_by_role("heading", name="Account", exact=True)).to_be_visible()
    assert ada.get("/me")["user"] is None


def test_a_forgotten_password_is_replaced_by_a_letter(club: Callable[..., tuple[Running, Window]]) -> None:
    with post_office() as (port, letters):
        running, window = club(smtp=f"smtp://127.0.0.1:{port}", mail_from="o@example.org")
        ada = Person(running.url, "Ada G")
        ada.post("/account", {"name": "Ada", "password": PASSWORD, "email": "ada@example.org"})
        wait_for(lambda: letters)
        confirm(letters)
        page = window(PHONE).go("/account")
        page.get_by_role("link", name="Forgot the password?").click()
        page.get_by_label("Your name").fill("Ada")
        page.get_by_role("button", name="Send the letter").click()
        expect(page.get_by_role("status").filter(has_text="the letter is on its way")).to_be_visible()
        wait_for(lambda: len(letters) == 2)
        (link,) = re.findall(r"https?://\S+", read(letters[-1])[1])
        page = window(PHONE).go(link.removeprefix(running.url))
        assert "token" not in page.url
        page.get_by_label("New password").fill("difference engine")
        _fits(page)
        page.get_by_role("button", name="Set the password").click()
        expect(page.get_by_text("The new password is set")).to_be_visible()
        ada.post("/sign-in", {"name": "Ada", "password": "difference engine"})


def test_without_mail_the_page_says_who_helps(club: Callable[..., tuple[Running, Window]]) -> None:
    _, window = club()
    page = window(PHONE).go("/reset")
    expect(page.get_by_text("This server sends no e-mail. Whoever runs it can set a new password")).to_be_visible()
