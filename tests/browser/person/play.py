"""Somebody who plays by what is on the screen: points at what shines, answers what is asked, presses Enter."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.conftest import committed
from tests.browser.person.eyes import Confused, Eyes, Thing


class Sitter(Eyes):
    """A person at a match."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        super().__init__(page)
        self.chance = random.Random(seed)
        self.sent: list[Any] = []
        """What the page sent to the match, so that it can be compared with what the person did."""
        self.confirmed = 0
        page.on("request", self._request)
        page.on("websocket", lambda socket: socket.on("framesent", self._frame))

    def _frame(self, frame: Any) -> None:
        commit = committed(frame)
        if commit is not None:
            self.sent.append(commit)

    def _request(self, request: Any) -> None:
        if request.method == "POST" and request.url.partition("?")[0].endswith("/commit"):
            self.sent.append(request.post_data_json)

    def mine(self) -> bool:
        """The panel of the turn is framed in gold."""
        return self.page.locator(".draft.mine").count() > 0

    def over(self) -> bool:
        return self.page.locator("[data-result]").count() > 0

    def ready(self) -> bool:
        """Confirm can be pressed."""
        return self.page.locator("[data-confirm]:not([disabled])").count() > 0

    def turn(self, seconds: float = 60) -> None:
        """Wait for the own turn; whatever covers the screen meanwhile is put away as one would."""
        until = time.monotonic() + seconds
        while not self.mine() and not self.over():
            if time.monotonic() > until:
                raise Confused(f"never my turn again; on the screen: {self.told()}")
            # To compute what every button is called takes long; first it is looked for the words at all.
            said = self.page.evaluate("document.body.innerText.includes('I am ')")
            if said and self.page.get_by_role("button", name=re.compile("^I am ")).count():
                self.click("I am ")
            self.page.wait_for_timeout(100)
        self.rest()
        # A year that has turned is told over the boards until one goes on.
        told = [thing for thing in self.things() if thing.name in ("Go on", "Weiter", "Tovább") and thing.at]
        if told:
            self.click(told[0])

    def choices(self) -> list[Thing]:
        """Every answer that is in sight: what shines on the boards, and the buttons of the question."""
        no = ("undo", "reset", "take back", "delete", "prepare", "↶", "leave")
        return [
            thing
            for thing in self.things()
            if (thing.lit or thing.answer)
            and not thing.off
            and thing.at is not None
            and not thing.name.casefold().startswith(no)
            and not any(key in thing.name for key in ("Enter", "Eingabe"))
        ]

    def choose(self, *wishes: str, there: list[Thing] | None = None) -> Thing:
        """Click the first answer in sight that has one of these words, or any; complains if there is none.

        The wish ``lit`` is anything that shines on the boards. ``there``: what has just been seen.
        """
        there = there or self.choices()
        for _ in range(200):  # what is asked next is drawn a moment after the answer
            if there or self.ready():
                break
            self.page.wait_for_timeout(100)
            there = self.choices()
        if not there:
            raise Confused(f"asked, but no answer is in sight: {self.told()}")
        for wish in wishes:
            for thing in there:
                if thing.lit if wish == "lit" else wish.casefold() in thing.name.casefold():
                    self.click(thing)
                    return thing
        thing = self.chance.choice(there)
        self.click(thing)
        return thing

    def confirm(self) -> None:
        """Press Enter, as the button says."""
        before = len(self.sent)
        self.press("Enter")
        if len(self.sent) == before and self.ready():
            # A doubt is told first; it must be read before it is overruled.
            self.look()
            self.press("Enter")
        if len(self.sent) == before:
            raise Confused(f"Enter sent nothing; on the screen: {self.told()}")
        self.confirmed += 1

    def draft(self, *wishes: str, most: int = 14) -> list[str]:
        """Answer until the turn is whole; what was clicked."""
        clicked: list[str] = []
        for _ in range(most):
            if clicked and self.ready():
                return clicked
            clicked.append(self.choose(*wishes).name)
        raise Confused(f"after {most} answers the turn is still not whole: {clicked}")

    def play(self, *wishes: str) -> None:
        """One whole turn, or one answer that is sent at once."""
        sent = len(self.sent)
        for _ in range(14):
            if len(self.sent) > sent:
                return
            drafted = self.page.locator(".steps .drop").count() > 0
            there = self.choices()
            for _ in range(50 if drafted and not there else 0):  # what follows an answer is drawn a moment later
                if self.ready() or (there := self.choices()):
                    break
                self.page.wait_for_timeout(100)
            if self.ready() and (drafted or not there):
                self.confirm()
                return
            if not there and self.page.locator(".btns button .kbd", has_text="P").count():
                self.press("p")  # all that is left is to pass, as the button under the question says
            else:
                self.choose(*wishes, there=there)


@contextmanager
def seated(
    browser: Browser,
    url: str,
    size: tuple[int, int],
    language: str = "en",
    cookies: Any = (),
    theme: str = "dark",
    fingers: bool = False,
) -> Iterator[Page]:
    """A browser as it comes out of the box, but for its language; no error of the page is forgiven."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale={"en": "en-GB", "de": "de-DE", "hu": "hu-HU"}[language],
        color_scheme="light" if theme == "light" else "dark",
        has_touch=fingers or size[0] < 700,
    )
    context.add_cookies([{"name": c.name, "value": c.value or "", "url": url} for c in cookies])
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    missing = page.evaluate("[...(globalThis.orreryMissing ?? [])]")
    context.close()
    assert errors == []
    assert missing == []


def until(check: Callable[[], Any], sitter: Sitter, seconds: float = 60) -> Any:
    """What a check finds, as soon as it finds something."""
    end = time.monotonic() + seconds
    while not (found := check()):
        if time.monotonic() > end:
            raise Confused(f"waited in vain; on the screen: {sitter.told()}")
        sitter.page.wait_for_timeout(100)
    return found
