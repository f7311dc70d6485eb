"""A person in front of the screen: sees what is in view and not covered, points at it, types, and reads every word.

Nothing here knows a test hook beyond what a person sees too: a thing that is lit, a heading, a button's words.
"""

from __future__ import annotations

import json
import re
import time
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

LOOK = """(asked) => {
  const seen = [];
  const wide = innerWidth, high = innerHeight;
  const shown = (el) => el.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const name = (el) => (el.getAttribute('aria-label') ?? el.innerText ?? el.textContent ?? '').trim()
    || (el.getAttribute('title') ?? el.querySelector('[aria-label]')?.getAttribute('aria-label') ?? '').trim();
  // A point of the element that is in view and where nothing lies above it.
  const point = (el) => {
    const r = el.getBoundingClientRect();
    const left = Math.max(r.left, 0), right = Math.min(r.right, wide);
    const top = Math.max(r.top, 0), bottom = Math.min(r.bottom, high);
    if (right - left < 4 || bottom - top < 4) return null;
    for (const [fx, fy] of [[.5, .5], [.3, .5], [.7, .5], [.5, .3], [.5, .7], [.2, .25], [.8, .75]]) {
      const x = left + (right - left) * fx, y = top + (bottom - top) * fy;
      const hit = document.elementFromPoint(x, y);
      if (hit && (el === hit || el.contains(hit))) return [x, y];
    }
    return null;
  };
  const roles = ['button', 'tab', 'radio', 'checkbox'].map((role) => `[role=${role}]`);
  const things = ['button', 'a[href]', 'input', 'select', 'summary', ...roles].join();
  for (const el of document.querySelectorAll(things)) {
    if (!shown(el)) continue;
    const r = el.getBoundingClientRect();
    const called = el.matches('input, select')
      ? (el.getAttribute('aria-label') ?? el.labels?.[0]?.innerText ?? el.placeholder ?? '') : name(el);
    // To look for uncovered points takes longest; hexes that do not shine are many, and seldom asked for.
    const idle = called && el.hasAttribute('data-hex') && !el.hasAttribute('data-lit');
    const at = idle && !(asked && called.toLowerCase().includes(asked)) ? null : point(el);
    seen.push({
      name: called,
      kind: el.tagName.toLowerCase() + (el.type ? ':' + el.type : ''),
      at, off: el.disabled === true || el.getAttribute('aria-disabled') === 'true',
      lit: el.hasAttribute('data-lit'),
      answer: el.matches('.opt, .card, .chooser button, .charge button'),
      hex: el.getAttribute('data-hex'), high: r.height,
    });
  }
  return JSON.stringify(seen);
}"""

READ = """() => {
  const shown = (el) => el.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const lines = document.body.innerText.split('\\n').map((x) => x.trim()).filter((x) => x);
  for (const el of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    if (!shown(el)) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      if (el.hasAttribute(name)) lines.push(el.getAttribute(name));
  }
  // Headings, steps of a draft, advice: each is a whole name.
  const names = [...document.querySelectorAll('h1, h2, h3, .st b, .pick b, .opt b, .card b')]
    .filter(shown).map((el) => el.innerText.trim());
  return JSON.stringify([lines, names, document.documentElement.lang]);
}"""

FAULTS = {
    "an empty pair of brackets": re.compile(r"\(\s*\)|\[\s*\]"),
    "nothing counted": re.compile(r"(?<!\w)[×x] ?0(?!\d)"),
    "a value that is not there": re.compile(r"\bundefined\b|\bnull\b|\bNaN\b|\[object|\bInfinity\b"),
    "a placeholder": re.compile(r"\{[a-zA-Z_]+[,}]"),
    "a word of the code": re.compile(r"\b[a-z]+_[a-z_]+\b|\b[A-Z0-9]+_[A-Z_]+\b"),
    "a key instead of words": re.compile(
        r"(?<![\w/@.])(?:ev|draft|log|do|ask|why|warn|tile|title|turn|source|advice)\.[a-z][\w.]*"
    ),
    "two full stops": re.compile(r"(?<!\.)\.\.(?!\.)"),
    "sentences that run together": re.compile(r"[a-zäöüß]{2}\.[A-ZÄÖÜÁÉÍÓŐÚŰ][a-zäöü]{2}"),
}
"""What no line of a page may hold, by what is wrong with it."""

ENGLISH = re.compile(
    r"(?<![\w-])(?:the|and|of|with|you|your|are|not|from|for|this|that|mine|ore|knowledge|food|steel|energy|"
    r"ship|ships|research|turn|waiting)(?![\w-])"
)
FOREIGN = {
    "de": {"English": ENGLISH},
    "hu": {
        "English": ENGLISH,
        "a wrong article": re.compile(
            r"(?<!\w)(?:[aA] (?![IVX]+\.)(?=[aáeéiíoóöőuúüűAÁEÉIÍOÓÖŐUÚÜŰ]|[15](?:\.|\s|$)|5\d)|[aA]\(z\))"
        ),
    },
}
"""What no line may hold in a language: words of another one, and an article that does not fit what was put in."""

NAMELESS = {
    "an empty name": re.compile(r"^\W*$"),
    "a name that begins with nothing": re.compile(r"^\s*(?:→|:|,|·)"),
    "a name with a gap": re.compile(r"(?:→|:|·|,)\s*(?:,|·)|[·→:,]\s*$"),
}
"""What no name of a thing, a step or a piece of advice may be."""


class Confused(AssertionError):
    """What a person would stumble over."""


@dataclass(frozen=True)
class Thing:
    """Something on the screen that can be pointed at."""

    name: str
    kind: str
    at: tuple[float, float] | None
    """A point of it that is in view and uncovered; None: out of sight, or an idle hex that nobody asked for."""
    off: bool
    lit: bool
    answer: bool
    """A button where questions are answered."""
    hex: str | None
    high: float


class Eyes:
    """One window, looked at and used as a person does."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.read: dict[str, None] = {}
        """Every line that was ever shown, in order."""
        self.names: dict[str, None] = {}
        self.allowed: set[str] = set()
        """Words that only look like a fault: names that people gave themselves."""

    # Seeing

    def things(self, asked: str = "") -> list[Thing]:
        """Everything that can be pointed at; what has no name is a fault. ``asked``: an idle hex, by its name."""
        found = [
            Thing(**{**one, "at": tuple(one["at"]) if one["at"] else None})
            for one in json.loads(self.page.evaluate(LOOK, asked.casefold()))
        ]
        nameless = [thing for thing in found if not thing.name and thing.at is not None]
        if nameless:
            raise Confused(f"things without a name: {nameless}")
        return found

    def look(self) -> list[str]:
        """Read every word, as a person and as a screen reader do."""
        said, names, language = json.loads(self.page.evaluate(READ))
        faulty = {**FAULTS, **FOREIGN.get(language, {})}
        for texts, faults, read in ((said, faulty, self.read), (names, NAMELESS, self.names)):
            for text in dict.fromkeys(texts):
                if text in read or text in self.allowed:
                    continue
                for wrong, pattern in faults.items():
                    if pattern.search(text):
                        raise Confused(f"{wrong}: {text!r}")
                read[text] = None
        lines: list[str] = said
        return lines

    def told(self) -> str:
        """What the panels of the question say, in short."""
        return " | ".join(self.page.locator(".draft, .now, .banners").all_inner_texts()).replace("\n", " / ")[:600]

    def sees(self, text: str) -> bool:
        return any(text in one for one in self.look())

    def wait(self, text: str, seconds: float = 30) -> None:
        """Wait until some words are to be seen."""
        until = time.monotonic() + seconds
        while not self.sees(text):
            if time.monotonic() > until:
                raise Confused(f"waited in vain for {text!r}; on the screen: {self.told()}")
            self.page.wait_for_timeout(100)

    def gone(self, text: str, seconds: float = 20) -> None:
        """Wait until some words are no longer to be seen."""
        until = time.monotonic() + seconds
        while self.sees(text):
            if time.monotonic() > until:
                raise Confused(f"{text!r} does not go away; on the screen: {self.told()}")
            self.page.wait_for_timeout(100)

    def lit(self) -> list[Thing]:
        """What shines and is in sight; lit things out of sight are the caller's to complain about."""
        return [thing for thing in self.things() if thing.lit and not thing.off]

    def answers(self) -> list[Thing]:
        """Buttons where a question is answered."""
        return [thing for thing in self.things() if thing.answer and not thing.off]

    def find(self, name: str, exact: bool = False) -> Thing:
        """A thing with these words on it that can be clicked; complains when it is hidden."""
        named = [
            thing
            for thing in self.things(name)
            if (thing.name == name if exact else name.casefold() in " ".join(thing.name.split()).casefold())
        ]
        if not named:
            names = sorted({thing.name[:40] for thing in self.things() if not thing.hex})
            raise Confused(f"nothing here is called {name!r}; there are: {names}")
        there = [thing for thing in named if thing.at is not None and not thing.off]
        if not there:
            why = "covered or out of view" if any(not t.off for t in named) else "disabled"
            raise Confused(f"{name!r} is {why}")
        return min(there, key=lambda thing: len(thing.name))

    # Doing

    def click(self, what: str | Thing, exact: bool = False) -> None:
        """Point at something in view and press; what is on its way is waited for."""
        until = time.monotonic() + 5
        while isinstance(what, str):
            try:
                what = self.find(what, exact)
            except Confused:
                if time.monotonic() > until:
                    raise
                self.page.wait_for_timeout(100)
        thing = what
        if thing.at is None:
            raise Confused(f"{thing.name!r} is covered or out of view")
        self.page.mouse.click(*thing.at)
        self.rest()

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.rest()

    def write(self, field: str, text: str) -> None:
        """Type into a field after clicking into it."""
        self.click(field)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def rest(self) -> None:
        """Wait until nothing is under way, then read what is there."""
        self.page.wait_for_timeout(60)
        self.page.locator("[data-busy]").wait_for(state="detached", timeout=20_000)
        self.look()

    def focus(self) -> Any:
        """What has the focus, as a screen reader would say."""
        return self.page.evaluate(
            "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.innerText"
        )
