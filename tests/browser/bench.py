"""Measures the page: ``python -m tests.browser.bench [FILE]``; the figures go into the file's part on the page."""

from __future__ import annotations

import gzip
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import CHROMIUM, DESKTOP, FLAGS, Visitor, Windows
from tests.browser.evacuation import played, rich, table
from tests.browser.player import PEOPLE, Person
from tests.server.running import Running

BEGIN, END = "<!-- page: begin -->", "<!-- page: end -->"


def first_load(page: Page, url: str, path: str) -> int:
    """Bytes of scripts and styles that a fresh browser needs for an address, gzipped."""
    sizes: dict[str, int] = {}

    def answered(response: Any) -> None:
        if response.url.startswith(url) and response.url.endswith((".js", ".css")) and response.ok:
            sizes[response.url] = len(gzip.compress(response.body(), 9))

    page.on("response", answered)
    page.goto(url + path)
    page.wait_for_load_state("networkidle")
    page.remove_listener("response", answered)
    return sum(size for name, size in sizes.items() if not name.endswith("/sw.js"))


def seeks(page: Page, moves: int) -> list[float]:
    """Milliseconds from asking for a move to the board of that move, over steps one by one."""
    found = []
    for move in range(moves - 1, max(0, moves - 40), -1):
        begun = time.perf_counter()
        page.locator("input[type=range]").fill(str(move))
        page.locator(".replay .what", has_text=f"{move}").wait_for()
        found.append((time.perf_counter() - begun) * 1000)
        page.wait_for_timeout(30)
    return found


def previews(page: Page) -> list[float]:
    """Milliseconds from looking at a legal hex to its card in the inspector, inside the page."""
    found: list[float] = page.evaluate(
        """async () => {
          const out = [];
          for (const hex of document.querySelectorAll('[data-hex][data-lit]')) {
            const begun = performance.now();
            hex.dispatchEvent(new MouseEvent('mouseenter'));
            await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
            if (document.querySelector('.insp.on')) out.push(performance.now() - begun);
            hex.dispatchEvent(new MouseEvent('mouseleave'));
          }
          return out;
        }"""
    )
    return found


def main(file: Path | None) -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        running = Running(Path(data), titles="", workers="2").start()
        url = f"http://127.0.0.1:{running.port}"
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        windows = Windows(browser)
        try:
            person = Person(url, "Réka")
            match = person.planned(lambda s: s.round == 6 and s.question() == "Turn")
            home = first_load(Visitor(windows, url, DESKTOP, None, own=True).page, url, "/")
            visitor = Visitor(windows, url, DESKTOP, person, own=True)
            game = first_load(visitor.page, url, f"/match/{match}")
            page = visitor.page
            elements = page.evaluate("document.querySelectorAll('*').length")
            looks = previews(page)
            page.locator(".ticker .pillb").last.click()
            page.locator(".replay").wait_for()
            back = seeks(page, person.get(f"/tables/{match}")["move"])
            # Evacuation: four players choosing a field, and a game with moves to look back at.
            other = Visitor(windows, url, DESKTOP, person, own=True)
            settling = table(person, 4, {"position": rich("SettleField")})
            evacuation = first_load(other.page, url, f"/match/{settling}")
            pieces = other.page.evaluate("document.querySelectorAll('*').length")
            fields = previews(other.page)
            other.page.goto(f"{url}/match/{(long := played(person))}")
            other.page.locator(".ticker .pillb").last.click()
            other.page.locator(".replay").wait_for()
            years = seeks(other.page, person.get(f"/tables/{long}")["move"])
            rows = [
                ("first load of the home page, scripts and styles, gzip", f"{home / 1000:.0f} kB"),
                ("first load of a game, scripts and styles, gzip", f"{game / 1000:.0f} kB"),
                ("elements of a four-player game in round 6", f"{elements}"),
                ("preview of a legal hex, median", f"{statistics.median(looks):.0f} ms" if looks else "none lit"),
                ("replay, one step, median", f"{statistics.median(back):.0f} ms"),
                ("Evacuation: first load of a game, scripts and styles, gzip", f"{evacuation / 1000:.0f} kB"),
                ("Evacuation: elements of a four-player game in year 3", f"{pieces}"),
                ("Evacuation: preview of a legal field, median", f"{statistics.median(fields):.0f} ms"),
                ("Evacuation: replay, one step, median", f"{statistics.median(years):.0f} ms"),
                ("foreign requests", f"{len(visitor.foreign) + len(other.foreign)}"),
            ]
        finally:
            browser.close()
            for everybody in PEOPLE:
                everybody.http.close()
            running.stop()
    told = "\n".join(["| measured | |", "| --- | --- |", *(f"| {name} | {value} |" for name, value in rows)])
    print(told)
    if file is not None:
        text = file.read_text() if file.exists() else ""
        part = f"{BEGIN}\n## The page\n\n{told}\n{END}"
        if BEGIN in text:
            text = text[: text.index(BEGIN)] + part + text[text.index(END) + len(END) :]
        else:
            text = text.rstrip() + f"\n\n{part}\n"
        file.write_text(text.lstrip("\n"))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
