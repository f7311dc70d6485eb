"""Every kind of move of Evacuation composed at the page, once by mouse and once by keyboard."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open, Visitor
from tests.browser.evacuation import every_kind, table
from tests.browser.player import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

SHARDS = 4

PLACES = {
    "act": ("action", "board"),
    "play_card": ("card", "card"),
    "tuck": ("card", "card"),
    "discard": ("card", "card"),
    "take": ("show", "card"),
    "under": ("show", "card"),
    "play_infrastructure": ("plan", "card"),
    "research": ("tech", "column"),
    "fly": ("ship", "ship"),
    "fly_back": ("ship", "ship"),
    "load_site": ("site", "site"),
    "load_stadium": ("stadium", "stadium"),
    "pay_order": ("order", "order"),
}
"""Where the boards show a kind of move, and which fact names the place."""


def place(option: dict[str, Any]) -> str:
    """The selector of the thing that offers an option."""
    facts = option["facts"]
    kind = facts["kind"]
    if kind == "settle":
        return f"[data-hex='{facts['field']}'][data-lit]"
    if kind in PLACES:
        name, fact = PLACES[kind]
        return f"[data-id='{name}:{facts[fact]}'][data-lit]"
    return f".now [data-text='{option['text']}']"


def idle(page: Page) -> None:
    page.locator("[data-busy]").wait_for(state="detached")


def compose(page: Page, option: dict[str, Any], keyboard: bool) -> None:
    """Take the move from where it is shown."""

    def press(selector: str) -> None:
        thing = page.locator(selector).first
        if keyboard:
            # What a click has left in focus is not chosen by keys: they bring the focus there themselves.
            page.keyboard.press("Tab")
            thing.focus()
            page.keyboard.press("Enter")
        else:
            thing.click()

    facts, text = option["facts"], option["text"]
    if facts["kind"] == "keep_cards":
        for card in facts["cards"]:
            press(f".now .card[data-card='{card}']:not([aria-pressed=true])")
    elif facts["kind"] == "load_resources":
        # Down to nothing, then up to what is wished: places are few, so there must be room first.
        for resource in ("food", "steel", "energy"):
            while page.locator(f"[data-cargo='-{resource}']:not([disabled])").count():
                press(f"[data-cargo='-{resource}']")
        for resource, amount in facts["resources"].items():
            for _ in range(amount):
                press(f"[data-cargo='+{resource}']")
        press(place(option))
    else:
        press(place(option))
        idle(page)
        if page.locator(".chooser").count():
            press(f".chooser [data-text='{text}']")
    idle(page)


def drafted(page: Page) -> list[str]:
    """The texts that the page keeps as its draft."""
    kept = page.evaluate(
        "Object.entries(sessionStorage).filter(([k]) => k.startsWith('orrery.draft.')).map(([, v]) => v)"
    )
    return [text for draft in kept for text in json.loads(draft)["actions"]]


def check(window: Visitor, person: Person, data: dict[str, Any], moves: dict[str, str]) -> None:
    match = table(person, len(data["players"]), {"position": data})
    seat = person.get(f"/tables/{match}")["asked"]
    options = person.get(f"/matches/{match}/position?seat={seat}")["options"]
    window.page.goto(f"{window.url}/match/{match}")
    page = window.page
    page.locator(".draft.mine").wait_for()
    shown = {
        place(o): o["text"] for o in options if o["facts"]["kind"] not in ("end", "keep_cards", "load_resources")
    }
    hidden = page.evaluate("(all) => all.filter((one) => !document.querySelector(one))", list(shown))
    assert [shown[one] for one in hidden] == [], "offered, but not to be seen"
    for kind, text in moves.items():
        option = next(o for o in options if o["text"] == text)
        if kind == "end":
            expect(page.locator("[data-confirm]")).to_be_enabled()
            continue
        for keyboard in (False, True):
            compose(page, option, keyboard)
            assert drafted(page) == [text], f"{text!r} was composed {'by keyboard' if keyboard else 'by mouse'}"
            expect(page.locator(".steps .drop")).to_have_count(1)
            page.keyboard.press("z")
            idle(page)
            expect(page.locator(".steps .drop")).to_have_count(0)


@pytest.mark.parametrize("shard", range(SHARDS))
def test_every_kind_of_move_by_mouse_and_by_keyboard(visit: Open, url: str, shard: int) -> None:
    """What a person composes is what the server offered; all that it offers can be seen; Z takes it back."""
    person = Person(url, "Réka")
    window = visit(person=person)
    for data, moves in every_kind()[shard::SHARDS]:
        check(window, person, data, moves)
    assert window.sent == []
    assert window.missing() == []
