"""A real server and real browsers: Chromium of the system, driven by Playwright."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, expect, sync_playwright

from tests.browser.player import PEOPLE, Person
from tests.server.running import Running

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or "/usr/bin/chromium"
LIGHT = shutil.which("chromium-headless-shell") or CHROMIUM
"""The same without what only people see; it shows no notices."""
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
BRIEF = ["--renderer-process-limit=1", "--js-flags=--no-opt --no-maglev"]
"""For windows that are open for seconds: they share a process, see Windows, and scripts are not made quicker."""

expect.set_options(timeout=20_000)  # tests say what comes, not how soon: a machine may have other things to do

DESKTOP = (1440, 900)
PHONE = (390, 844)

ALONE = """new MutationObserver(() => document.querySelector('[data-curtain] button')?.click())
  .observe(document, {childList: true, subtree: true})"""
"""One person holds every seat: whoever the device is passed to has it already."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    build = {"static": os.environ["ORRERY_STATIC"]} if "ORRERY_STATIC" in os.environ else {}
    running = Running(tmp_path_factory.mktemp("browser"), titles="", workers="2", **build).start()
    yield running
    for person in PEOPLE:
        person.http.close()
    running.stop()


@pytest.fixture(scope="session")
def url(server: Running) -> str:
    return f"http://127.0.0.1:{server.port}"


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    chromium = playwright.chromium.launch(executable_path=LIGHT, args=[*FLAGS, *BRIEF])
    yield chromium
    chromium.close()


@pytest.fixture
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """One that shows notices too."""
    chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield chromium
    chromium.close()


class Windows:
    """Browsing contexts that are used again, because files of the page that are in a cache make tests quicker.

    For the same reason each keeps a window open between tests: the process that draws it has the page's scripts
    compiled, and the next window takes a sixth less work.

    What a person leaves behind (cookies, storage) is gone in the next test. They have no service worker; a context
    of one's own has one, may be put offline or get permissions, and is closed afterwards.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.free: dict[tuple[int, int, bool], list[BrowserContext]] = {}
        self.kept: dict[BrowserContext, tuple[int, int, bool]] = {}
        self.open: dict[BrowserContext, Page] = {}

    def take(self, size: tuple[int, int], curtain: bool, own: bool) -> BrowserContext:
        kind = (*size, curtain)
        if not own and self.free.get(kind):
            return self.free[kind].pop()
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=size[0] < 700,
            locale="en-GB",
            service_workers="allow" if own else "block",
        )
        if not curtain:
            context.add_init_script(ALONE)
        if not own:
            self.kept[context] = kind
        return context

    def give(self, context: BrowserContext, url: str) -> None:
        if context not in self.kept:
            context.close()
            return
        used = [page for page in context.pages if page is not self.open.get(context)]
        if context not in self.open:
            kept = context.new_page()
            try:
                kept.goto(url + "/api/health")
                self.open[context] = kept
            except Error:  # a test has ended its server
                kept.close()
        for page in used:
            page.close()
        self.free.setdefault(self.kept[context], []).append(context)


def committed(frame: Any) -> Any:
    """The draft that a frame of the live connection commits; None for other frames."""
    message = json.loads(frame) if isinstance(frame, str) else {}
    return message["draft"] if message.get("kind") == "commit" else None


class Visitor:
    """A browser window with a session of its own; notes every error of the page and every foreign request."""

    def __init__(
        self,
        windows: Windows,
        url: str,
        size: tuple[int, int],
        person: Person | None,
        *,
        curtain: bool = False,
        own: bool = False,
        **settings: Any,
    ) -> None:
        """``curtain``: stop where the device is passed on between seats with secrets. ``own``: see Windows."""
        self.url = url
        self.windows = windows
        self.context = windows.take(size, curtain, own)
        self.context.clear_cookies()
        if person is not None:
            self.context.add_cookies(
                [{"name": c.name, "value": c.value or "", "url": url} for c in person.http.cookies.jar]
            )
        self.page: Page = self.context.new_page()
        wish = {"language": "en", "theme": "dark", "coach": False, "motion": "off", **settings}
        keep = f"localStorage.clear(); localStorage.setItem('orrery.settings', '{json.dumps(wish)}')"
        self.page.add_init_script(f"sessionStorage.tested ||= (() => {{ {keep}; return 1 }})()")
        self.errors: list[str] = []
        self.foreign: list[str] = []
        self.sent: list[str] = []
        self.waiting: dict[Any, float] = {}
        self.trouble: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", self._request)
        self.page.on("websocket", self._connected)
        self.page.on("requestfinished", self._finished)
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._answered)
        self.page.on("console", self._said)

    def _finished(self, request: Any) -> None:
        self.waiting.pop(request, None)

    def _failed(self, request: Any) -> None:
        self.waiting.pop(request, None)
        self.trouble.append(f"{request.method} {request.url}: {request.failure}")

    def _answered(self, response: Any) -> None:
        if response.status >= 400:
            self.trouble.append(f"{response.request.method} {response.url}: {response.status}")

    def _said(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.trouble.append(f"{message.type}: {message.text}")

    def story(self) -> str:
        """What this window shows, waits for and met: printed when a test fails."""
        now = time.monotonic()
        lines = [self.page.url, *self.trouble, *self.errors]
        lines += [f"{r.method} {r.url}: no answer for {now - since:.1f} s" for r, since in self.waiting.items()]
        try:
            for part in self.page.locator(".draft, [role=dialog], body").all():
                lines.append(" | ".join(part.inner_text(timeout=5000).split("\n"))[:2500])
        except Error as error:
            lines.append(f"the page does not answer: {error}")
        return "\n  ".join(lines)

    def _request(self, request: Any) -> None:
        self.waiting[request] = time.monotonic()
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.foreign.append(request.url)
        if request.method in ("POST", "PUT") and "/commit" in request.url:
            self.sent.append(request.post_data or "")

    def _connected(self, socket: Any) -> None:
        socket.on("framesent", self._sent)

    def _sent(self, frame: Any) -> None:
        commit = committed(frame)
        if commit is not None:
            self.sent.append(json.dumps(commit))

    def go(self, path: str) -> Page:
        """Open a page; it is there when it says so and has asked for nothing more for a moment."""
        self.page.goto(self.url + path)
        self.page.locator("#main").wait_for()
        self.page.locator("[aria-busy=true]").first.wait_for(state="detached")
        quiet = 0
        while quiet < 3:
            self.page.wait_for_timeout(40)
            quiet = 0 if self.waiting else quiet + 1
        return self.page

    def missing(self) -> list[str]:
        found: list[str] = self.page.evaluate("[...(globalThis.orreryMissing ?? [])]")
        return found

    def close(self) -> None:
        self.windows.give(self.context, self.url)


Open = Callable[..., Visitor]


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Windows:
    return Windows(browser)


@pytest.fixture
def visit(request: pytest.FixtureRequest, windows: Windows, url: str) -> Iterator[Open]:
    """Opens windows; afterwards none of them may have seen an error or asked a stranger."""
    opened: list[Visitor] = []

    def visitor(size: tuple[int, int] = DESKTOP, person: Person | None = None, **settings: Any) -> Visitor:
        found = Visitor(windows, url, size, person, **settings)
        opened.append(found)
        return found

    yield visitor
    for found in opened:
        errors, foreign = found.errors, found.foreign
        if request.node.stash.get(FAILED, False):
            print(found.story())
        found.close()
        assert errors == []
        assert foreign == []


@pytest.fixture(scope="session")
def rich(url: str) -> tuple[Person, str]:
    """A four-player match in round 5, every seat of one person."""
    person = Person(url, "Réka")
    return person, person.planned(lambda s: s.round == 5 and s.question() == "Turn" and len(s.options()) > 24)


AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
"""The source of axe-core, which comes with the page's development packages."""

WEIGHTS = ("minor", "moderate", "serious", "critical")


def barriers(page: Page, least: str = "minor") -> list[tuple[str, list[tuple[str, Any]]]]:
    """What axe finds from a weight on: the rule, and up to four places.

    Nothing else is brought over from the page, and files of sound, of which there are none, are not asked for.
    """
    page.evaluate(AXE.read_text())
    found = page.evaluate(
        """(lighter) => axe.run(document, {resultTypes: ['violations'], preload: false}).then((result) =>
          result.violations.filter((one) => !lighter.includes(one.impact)).map((one) =>
            [one.id, one.nodes.slice(0, 4).map((node) => [node.html.slice(0, 120), node.target])]))""",
        WEIGHTS[: WEIGHTS.index(least)],
    )
    return [(rule, [tuple(place) for place in places]) for rule, places in found]
