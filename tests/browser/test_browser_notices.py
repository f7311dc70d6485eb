"""A notice that was really sent: its link is opened in a browser, and the match is there."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from email import message_from_string, policy
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Visitor, Windows
from tests.browser.player import Person
from tests.server.outside import Receiver, post_office, read, receiving
from tests.server.running import Running, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


@pytest.fixture
def office(tmp_path: Path, server: Running) -> Iterator[tuple[Running, list[str]]]:
    """A server that sends letters, and the letters."""
    kept = {"static": server.env["ORRERY_STATIC"]} if "ORRERY_STATIC" in server.env else {}
    with post_office() as (port, letters):
        mail = {"smtp": f"smtp://127.0.0.1:{port}", "mail_from": "orrery@example.org", "private_webhooks": "yes"}
        running = Running(tmp_path, titles="", workers="1", **mail, **kept).start()
        yield running, letters
        running.stop()


def told(person: Person, **values: Any) -> None:
    answer = person.http.put("/notices", json=values, headers={"X-CSRF": person.csrf})
    assert answer.status_code == 200, answer.text


def test_the_link_that_was_sent_opens_the_match(
    office: tuple[Running, list[str]], receiver: Receiver, browser: Browser
) -> None:
    """The language was chosen on the page; the letter and the call of the web address speak it."""
    running, letters = office
    url = running.url
    ada, ben = Person(url, "Ada"), Person(url, "Ben")
    told(ben, email="ben@example.org", by_email=True, webhook=receiver.url, by_webhook=True, live_too=True)
    wait_for(lambda: letters)
    window = Visitor(Windows(browser), url, DESKTOP, ben, own=True)
    (link,) = re.findall(r"https?://\S+", read(letters.pop())[1])
    page = window.page
    page.goto(link)
    page.get_by_role("button", name="Yes, this is my address").click()
    expect(page.get_by_text("ben@example.org is confirmed")).to_be_visible()
    page = window.go("/")
    page.get_by_role("button", name="DE Deutsch").click()
    wait_for(lambda: ben.get("/me").get("language") == "de")
    wish = {
        "game": "gaia",
        "options": {"players": 2},
        "seats": [{"kind": "open"}, {"kind": "me"}],
        "visibility": "link",
    }
    made = ada.post("/tables", wish)
    ben.post(f"/tables/{made['id']}/join", {"key": made["key"]})
    wait_for(lambda: letters and receiver.got)
    letter = message_from_string(letters[0], policy=policy.default)
    assert letter["Subject"] == "Du bist am Zug: Gaia Project"
    body = letter.get_content()
    sent = re.findall(r"https?://\S+", body)[0]
    assert json.loads(receiver.got[0][2])["url"] == sent
    page = window.go(sent.removeprefix(url))
    expect(page.locator(".draft.mine")).to_be_visible()
    window.close()
    # On a device where nobody is signed in the link still shows the match.
    stranger = Visitor(Windows(browser), url, PHONE, None, own=True)
    page = stranger.go(sent.removeprefix(url))
    expect(page.locator(".draft")).to_be_visible()
    assert page.get_by_role("alert").count() == 0
    stranger.close()


def wait_in(page: Page, true: Callable[[], object]) -> None:
    """Wait, the browser going on meanwhile, until that is true."""
    for _ in range(100):
        if true():
            return
        page.wait_for_timeout(100)
    raise AssertionError("waited for something that did not come")


def test_a_push_is_shown_and_opens_the_match(
    office: tuple[Running, list[str]], receiver: Receiver, whole_browser: Browser
) -> None:
    """The payload as the server makes it, handed to the page's own service worker."""
    running, _ = office
    url = running.url
    ada, ben = Person(url, "Ada"), Person(url, "Ben")
    told(ben, webhook=receiver.url, by_webhook=True, live_too=True)
    seats = [{"kind": "open"}, {"kind": "me"}]
    made = ada.post("/tables", {"game": "gaia", "options": {"players": 2}, "seats": seats})
    ben.post(f"/tables/{made['id']}/join")
    wait_for(lambda: receiver.got)
    window = Visitor(Windows(whole_browser), url, DESKTOP, ben, own=True)
    window.context.grant_permissions(["notifications"], origin=url)
    page = window.go("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    devtools = window.context.new_cdp_session(page)
    active: list[str] = []
    devtools.on(
        "ServiceWorker.workerVersionUpdated",
        lambda e: active.extend(
            v["registrationId"]
            for v in e["versions"]
            if v["status"] == "activated" and v["scriptURL"] == f"{url}/sw.js"
        ),
    )
    devtools.send("ServiceWorker.enable")
    wait_in(page, lambda: active)
    push = {"origin": url, "registrationId": active[0], "data": receiver.got[0][2].decode()}
    shown = """() => navigator.serviceWorker.ready.then((r) => r.getNotifications())
        .then((all) => all.map((n) => [n.title, n.body, n.data.url]))"""
    found: list[list[str]] = []

    def delivered() -> bool:
        # A busy browser may drop a message; a push service sends it again, and it is one notice all the same.
        devtools.send("ServiceWorker.deliverPushMessage", push)
        page.wait_for_timeout(300)
        found[:] = page.evaluate(shown)
        return bool(found)

    wait_in(page, delivered)
    delivered()
    assert len(found) == 1, "the same message twice is one notice"
    title, body, path = found[0]
    assert (title, body) == ("Your turn: Gaia Project", "It is your turn at Gaia Project.")
    page = window.go(path)
    expect(page.locator(".draft.mine")).to_be_visible()
    window.close()
