"""A person at the page: sees what is lit, clicks or types, confirms. Knows no rule."""

from __future__ import annotations

import contextlib
import random
import time
from collections import Counter, deque
from collections.abc import Sequence

from playwright.sync_api import Error, Locator, Page
from playwright.sync_api import TimeoutError as TookTooLong

CONFIRM = "[data-confirm]:not([disabled])"
ANSWERS = (".charge .btn", ".chooser .opt", "button.card", ".answers .opt", ".body .opt")
"""Where a question is answered, in the order in which a person looks there."""
PLACES = "[data-hex][data-lit], .spot[data-lit]"


class Driver:
    """Plays at one page by mouse or by keyboard."""

    def __init__(self, page: Page, seed: int, keyboard: bool = False, pass_after: int = 0) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.keyboard = keyboard
        self.turns = 0
        self.pass_after = pass_after
        self.kinds: Counter[str] = Counter()
        self.lately: deque[str] = deque(maxlen=8)

    def counted(self, *selectors: str) -> list[int]:
        """How many things there are of each kind, asked for at once: each question to the page takes its time."""
        count = "(all) => all.map((one) => document.querySelectorAll(one).length)"
        found: list[int] = self.page.evaluate(count, selectors)
        return found

    def mine(self) -> bool:
        return self.counted(".draft.mine") != [0]

    def over(self) -> bool:
        return self.counted("[data-result]") != [0]

    def idle(self) -> None:
        """Wait until the page has nothing under way."""
        self.page.locator("[data-busy]").wait_for(state="detached", timeout=20000)

    def press(self, target: Locator) -> None:
        """Click, or focus and press Enter; a thing that is hidden by another is clicked through."""
        self.lately.append(str(target).partition("selector=")[2])
        if self.keyboard:
            target.focus(timeout=1500)
            self.page.keyboard.press("Enter")
            return
        try:
            target.click(timeout=700)
        except Error:
            target.dispatch_event("click", timeout=1500)

    def step(self) -> None:
        """One thing that a person does on their turn; what vanishes meanwhile is no mistake."""
        if self.counted("[data-busy]") != [0]:
            self.idle()
        with contextlib.suppress(TookTooLong):
            self._step()
        self.idle()

    def _step(self) -> None:
        page = self.page
        confirm, steps, count, *answers = self.counted(CONFIRM, ".steps .drop", PLACES, *ANSWERS)
        if confirm and (steps or self.chance.random() < 0.5):
            self.turns += 1
            self.lately.append("confirm")
            if self.keyboard:
                page.keyboard.press("Control+Enter")
            else:
                page.locator(CONFIRM).click(timeout=1500)
            return
        for selector, there in zip(ANSWERS, answers, strict=True):
            if there:
                self.press(page.locator(selector).nth(self.chance.randrange(there)))
                return
        places = page.locator(PLACES)
        enough = self.pass_after and self.chance.random() < 1 / self.pass_after
        if count and not enough:
            self.press(places.nth(self.chance.randrange(count)))
            return
        button = page.locator(".btns button", has_text="Pass")
        if button.count():
            if self.keyboard:
                page.keyboard.press("p")
            else:
                button.click(timeout=1500)
        elif count:
            self.press(places.first)


def finish(players: Sequence[Driver], seconds: float = 60) -> None:
    """Let everybody play until all see the result; a game in which nothing is sent for so long is stuck."""
    number, since = [""], time.monotonic()
    while not all(player.over() for player in players):
        now = [player.page.locator(".draft").get_attribute("data-number") or "" for player in players]
        if now != number:
            number, since = now, time.monotonic()
        lately = [list(player.lately) for player in players]
        assert time.monotonic() < since + seconds, f"nothing was played after move {number}: {lately}"
        busy = False
        for player in players:
            if player.mine() and not player.over():
                player.step()
                busy = True
        if not busy:
            players[0].page.wait_for_timeout(40)
