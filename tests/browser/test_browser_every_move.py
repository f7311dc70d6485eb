"""Every kind of move composed at the page, once by mouse and once by keyboard, in positions of the real engine."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, Open, Visitor
from tests.browser.kinds import CASES, position
from tests.browser.player import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(60)]

INSTANT = ("charge", "decline", "token_first")


def idle(page: Page) -> None:
    page.locator("[data-busy]").wait_for(state="detached")


def spot(facts: dict[str, Any]) -> str | None:
    """Where the boards show a move that has no place on the map."""
    if facts["kind"] in ("research", "advance"):
        return f"[data-kind=level][data-id='{facts['track']} {facts['level']}']"
    if facts["kind"] == "board_action":
        return f"[data-kind=action][data-id='{facts['action']}']"
    if facts["kind"] == "special_action":
        return f"[data-kind=special][data-id='{facts['special']}']"
    if facts["kind"] == "take_tech":
        return f".research [data-id='{facts['tile']}']"
    if facts["kind"] == "cover_tech":
        return f"[data-kind=own][data-id='{facts['tile']}']"
    return None


def compose(page: Page, text: str, facts: dict[str, Any], keyboard: bool) -> None:
    """Take the move from where it is shown."""

    def press(selector: str) -> None:
        target = page.locator(selector).first
        target.wait_for()
        if keyboard:
            target.focus()
            page.keyboard.press("Enter")
        elif "data-hex" in selector:
            # Tools and tips may lie over a hex of a crowded map.
            target.dispatch_event("click")
        else:
            target.click()

    said = f"[data-text='{text}']"
    letter = {"pass": "p", "convert": "c", "federation": "f"}.get(facts["kind"])
    if letter:
        # The letter is a switch.
        page.keyboard.press("Escape")
        page.keyboard.press(letter)
    place = spot(facts)
    if facts["kind"] == "federation":
        press(".fed .opt")
    elif facts["kind"] == "bid":
        card = f"[data-auction={facts['faction']}]"
        while not page.locator(f"{card} {said}").count():
            press(f"{card} [data-bid=more]")
        press(f"{card} {said}")
    elif "hex" in facts:
        press(f"[data-hex='{facts['hex']}']")
        idle(page)
        if page.locator(".chooser").count():
            press(f".chooser {said}")
    elif place:
        press(place)
        idle(page)
        if page.locator(".chooser").count():
            press(f".chooser {said}")
    else:
        press(said)
    idle(page)


def seated(visit: Open, url: str, data: dict[str, Any], text: str) -> tuple[Visitor, dict[str, Any]]:
    """A window at a match that starts from the position, and the facts of the move."""
    person = Person(url, "Réka")
    match = person.table(len(data["players"]), {"position": data})
    asked = person.get(f"/tables/{match}")["asked"]
    shown = person.get(f"/matches/{match}/position?seat={asked}")
    facts = next(o["facts"] for o in shown["options"] if o["text"] == text)
    visitor = visit(DESKTOP, person)
    visitor.go(f"/match/{match}").locator(".draft.mine").wait_for()
    return visitor, facts


@pytest.mark.parametrize("case", [case for case in CASES if case not in INSTANT])
def test_a_move_is_composed_by_mouse_and_by_keyboard(visit: Open, url: str, case: str) -> None:
    """The move that a person composes is the one that the server offered, whichever way it is composed."""
    text, data = position(case)
    visitor, facts = seated(visit, url, data, text)
    page = visitor.page
    for keyboard in (False, True):
        compose(page, text, facts, keyboard)
        expect(page.locator(".steps .drop")).to_have_count(1)
        if facts["kind"] != "federation":
            kept = page.evaluate(
                "Object.entries(sessionStorage).filter(([k]) => k.startsWith('orrery.draft.')).map(([, v]) => v)"
            )
            assert text in kept[0]
        page.locator(".btns button", has_text="Reset").click()
        idle(page)
        expect(page.locator(".steps .drop")).to_have_count(0)
    assert visitor.sent == []
    assert visitor.missing() == []


@pytest.mark.parametrize("keyboard", [False, True], ids=["mouse", "keyboard"])
@pytest.mark.parametrize("case", INSTANT)
def test_an_offer_is_answered_at_once(visit: Open, url: str, case: str, keyboard: bool) -> None:
    """One click or one key sends the answer; nothing has to be confirmed."""
    text, data = position(case)
    visitor, facts = seated(visit, url, data, text)
    page = visitor.page
    number = page.locator(".draft").get_attribute("data-number")
    compose(page, text, facts, keyboard)
    expect(page.locator(".draft")).not_to_have_attribute("data-number", number or "")
    assert text in visitor.sent[0]
    assert visitor.missing() == []
