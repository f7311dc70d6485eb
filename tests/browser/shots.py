"""Pictures of the main screens: ``python -m tests.browser.shots FOLDER``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM, DESKTOP, FLAGS, PHONE, Visitor, Windows
from tests.browser.evacuation import rich, table
from tests.browser.player import PEOPLE, Person
from tests.server.running import Running


def main(folder: Path) -> None:
    """Start a server, play to a rich position, and look at it in both themes and three languages."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        running = Running(Path(data), titles="", workers="2").start()
        url = f"http://127.0.0.1:{running.port}"
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            person = Person(url, "Réka")
            match = person.planned(lambda s: s.round == 5 and s.question() == "Turn" and len(s.options()) > 24)
            ships = table(person, 4, {"position": rich("LoadPlace")})
            fields = table(person, 4, {"position": rich("SettleField")})
            looks: list[tuple[str, tuple[int, int], dict[str, Any], str, str]] = [
                ("gaia-desktop", DESKTOP, {}, f"/match/{match}", "n"),
                ("gaia-desktop-light", DESKTOP, {"theme": "light", "language": "de"}, f"/match/{match}", "n"),
                ("gaia-phone", PHONE, {}, f"/match/{match}", "n"),
                ("gaia-phone-light", PHONE, {"theme": "light", "language": "hu"}, f"/match/{match}", ""),
                ("evacuation-desktop", DESKTOP, {}, f"/match/{ships}", ""),
                (
                    "evacuation-desktop-light",
                    DESKTOP,
                    {"theme": "light", "language": "de"},
                    f"/match/{fields}",
                    "n",
                ),
                ("evacuation-phone", PHONE, {}, f"/match/{fields}", ""),
                ("home", (1280, 900), {}, "/", ""),
                ("set-up", (1280, 1100), {"theme": "light"}, "/new/gaia", ""),
                ("tutorial", DESKTOP, {}, "/learn/gaia/mines", "m"),
            ]
            sizes = ((1280, 720), (1366, 768), (1536, 730), (1920, 1080), (2560, 1440), (820, 1180), (1024, 768))
            for width, height in (*sizes, (1440, 900), (844, 390), (390, 844), (320, 568)):
                size, at = (width, height), f"{width}x{height}"
                for language in ("en", "de", "hu"):
                    spoken = {"language": language}
                    looks.append((f"gaia-{at}-{language}", size, spoken, f"/match/{match}", ""))
                    looks.append((f"evacuation-{at}-{language}", size, spoken, f"/match/{ships}", ""))
                    looks.append((f"tutorial-{at}-{language}", size, spoken, "/learn/evacuation/ev-look", ""))
            for name, size, settings, path, key in looks:
                visitor = Visitor(Windows(browser), url, size, person, own=True, **settings)
                page = visitor.go(path)
                page.wait_for_timeout(400)
                if key:
                    page.keyboard.press(key)
                    page.wait_for_timeout(200)
                page.screenshot(path=folder / f"{name}.png")
                print(folder / f"{name}.png")
                visitor.close()
        finally:
            browser.close()
            for everybody in PEOPLE:
                everybody.http.close()
            running.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
