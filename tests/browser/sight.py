"""What a person can see: inside the window, not scrolled away, not under anything else."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from playwright.sync_api import Page

from orrery.core.match import Match
from orrery.gaia.game import GAIA
from tests.browser.player import PLANNED

HIDDEN = """e => {
  const r = e.getBoundingClientRect(), [x, y] = [r.x + r.width / 2, r.y + r.height / 2];
  if (!r.width || !r.height) return 'nothing is drawn';
  if (r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1)
    return `beyond the window: ${[r.left, r.top, r.right, r.bottom].map(Math.round)}`;
  for (const [px, py] of [[x, y], [x, r.top + r.height / 4], [x, r.bottom - r.height / 4]]) {
    const there = document.elementFromPoint(px, py);
    if (there !== e && !e.contains(there) && !there?.contains(e))
      return `under ${there?.tagName} ${there?.getAttribute('class')}`;
    if (there !== e && !e.contains(there)) {
      const style = getComputedStyle(e);
      if (style.pointerEvents !== 'none') return `under its own ${there?.getAttribute('class')}`;
    }
  }
  return null;
}"""
"""Why an element cannot be seen whole and clicked, or null: its middle, upper and lower part are tried."""

NAME = "e.getAttribute('aria-label') || e.innerText || e.outerHTML.slice(0, 80)"


def unseen(page: Page, selector: str) -> dict[str, str]:
    """The things of that selector that cannot be seen whole, and why; there must be some."""
    every: list[tuple[str, str | None]] = page.locator(selector).evaluate_all(
        f"es => es.map(e => [{NAME}, ({HIDDEN})(e)])"
    )
    assert every, f"nothing is {selector}"
    return {name: why for name, why in every if why}


def click(page: Page, selector: str) -> None:
    """Click what is seen, where it is seen."""
    thing = page.locator(selector).first
    thing.wait_for()
    assert thing.evaluate(HIDDEN) is None, f"{selector}: {thing.evaluate(HIDDEN)}"
    box = thing.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator("[data-busy]").wait_for(state="detached")


@cache
def planned(what: str) -> dict[str, Any]:
    """A position of the recorded game of four, as data: the first that asks a question with that many answers."""
    question, least = what.split()
    return reached(lambda state: state.question() == question and len(state.options()) >= int(least))


def reached(wished: Callable[[Any], bool]) -> dict[str, Any]:
    game = json.loads(PLANNED.read_text())
    match = Match.new("gaia", game["options"], 1)
    for _, text in game["answers"]:
        if wished(match.state):
            return GAIA.data(match.state)
        match.play(match.game.read(match.state, text))
    raise AssertionError("the recorded game never comes there")
