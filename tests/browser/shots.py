"""Pictures of the main screens: ``python -m tests.browser.shots FOLDER [PARTS OF NAMES]``."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM, DESKTOP, FLAGS, PHONE, Visitor, Windows
from tests.browser.evacuation import rich, table
from tests.browser.player import PEOPLE, Person
from tests.browser.sight import planned
from tests.server.running import Running

Size = tuple[int, int]

LANGUAGES = ("en", "de", "hu")
SIZES: tuple[Size, ...] = (
    *((1280, 720), (1366, 768), (1536, 730), (1920, 1080), (2560, 1440), (820, 1180)),
    *((1024, 768), (1440, 900), (844, 390), (390, 844), (320, 568)),
)
FEW: tuple[Size, ...] = ((1280, 720), (1440, 900), (820, 1180), (390, 844), (844, 390), (640, 360))
"""Sizes for the many situations that are looked at in one language and theme each."""

QUESTIONS = {
    "leech": "LeechOffer 2",
    "booster": "PickBooster 7",
    "tech": "PickTech 6",
    "track": "PickTrack 3",
    "token": "PickFederationToken 6",
    "income": "IncomeOrder 3",
    "bowls": "WhichBowl 5",
    "brainstone": "MoveBrainstone 2",
    "factions": "PickFaction 14",
    "mine": "StartingMine 3",
    "finals": "FinalConversions 7",
}
"""Questions of the recorded game, as they are called in the names of pictures."""

PAGES = {
    "home": "/",
    "set-up": "/new/gaia",
    "learn": "/learn/gaia",
    "lesson": "/learn/gaia/mines",
    "handbook": "/rules/gaia",
    "exact": "/rules/gaia/exact",
    "account": "/account",
    "history": "/history",
    "real-table": "/table",
    "nowhere": "/nowhere",
}


@dataclass(frozen=True)
class Shot:
    name: str
    size: Size
    path: str
    settings: dict[str, Any] = field(default_factory=dict)
    keys: str = ""
    """Pressed before the picture is taken."""
    click: str = ""
    """Clicked before it."""


def over(person: Person) -> str:
    """A match that has been played to its end."""
    match = person.table(4, {"position": planned("FinalConversions 7")})
    person.play(match, lambda p: False)
    return match


def automa(person: Person, until: Any) -> str:
    """A match against the Automa."""
    match = person.table(1, {"setup_seed": 4, "factions": "random"})
    person.play(match, until, seed=2)
    return match


def open_table(person: Person) -> str:
    """A table that waits for players: its address, with its key."""
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "greedy"}]
    wish = {"game": "gaia", "options": {"players": 3}, "seats": seats, "visibility": "link"}
    made = person.post("/tables", wish)
    return f"/match/{made['id']}?key={made['key']}"


def shots(person: Person) -> Iterator[Shot]:
    """The main screens at all sizes in all languages, then many situations at some sizes, looks alternating."""
    match = person.planned(lambda s: s.round == 5 and s.question() == "Turn" and len(s.options()) > 24)
    ships = table(person, 4, {"position": rich("LoadPlace")})
    fields = table(person, 4, {"position": rich("SettleField")})
    light = {"theme": "light"}
    yield Shot("gaia-desktop", DESKTOP, f"/match/{match}", keys="n")
    yield Shot("gaia-desktop-light", DESKTOP, f"/match/{match}", {**light, "language": "de"}, "n")
    yield Shot("gaia-phone", PHONE, f"/match/{match}", keys="n")
    yield Shot("gaia-phone-light", PHONE, f"/match/{match}", {**light, "language": "hu"})
    yield Shot("evacuation-desktop", DESKTOP, f"/match/{ships}")
    yield Shot("evacuation-desktop-light", DESKTOP, f"/match/{fields}", {**light, "language": "de"}, "n")
    yield Shot("evacuation-phone", PHONE, f"/match/{fields}")
    yield Shot("home", (1280, 900), "/")
    yield Shot("set-up", (1280, 1100), "/new/gaia", light)
    yield Shot("tutorial", DESKTOP, "/learn/gaia/mines", keys="m")
    for size in SIZES:
        for language in LANGUAGES:
            at = f"{size[0]}x{size[1]}-{language}"
            yield Shot(f"gaia-{at}", size, f"/match/{match}", {"language": language})
            yield Shot(f"evacuation-{at}", size, f"/match/{ships}", {"language": language})
            yield Shot(f"tutorial-{at}", size, "/learn/evacuation/ev-look", {"language": language})
    situations: dict[str, tuple[str, str, str]] = {
        name: (f"/match/{person.table(4, {'position': planned(what)})}", "", "") for name, what in QUESTIONS.items()
    }
    turn = f"/match/{person.table(4, {'position': planned('Turn 33')})}"
    for name, keys in {
        "turn": "",
        "pass": "p",
        "convert": "c",
        "federation": "f",
        "first": "n",
        "log": "l",
    }.items():
        situations[name] = (turn, keys, "")
    situations["opponent"] = (turn, "", ".rail li:nth-child(2) button, .seats .seat:nth-child(2)")
    situations["menu"] = (turn, "", "button[aria-expanded]")
    automas = automa(person, lambda p: p["question"] == "Turn" and p["view"]["round"] == 2)
    situations["automa"] = (f"/match/{automas}", "", "")
    ended = over(person)
    situations["end"] = (f"/match/{ended}", "", "")
    situations["replay"] = (f"/match/{ended}?move=20", "", "")
    situations["waiting"] = (open_table(person), "", "")
    for name, path in PAGES.items():
        situations[name] = (path, "", "")
    looks = count()
    for name, (path, keys, click) in situations.items():
        for size in FEW:
            look = next(looks)
            settings = {"language": LANGUAGES[look % 3], "theme": ("dark", "light")[look % 2]}
            said = f"{settings['language']}-{settings['theme']}"
            yield Shot(f"{name}-{size[0]}x{size[1]}-{said}", size, path, settings, keys, click)
        next(looks)


def main(folder: Path, *parts: str) -> None:
    """Start a server, play to positions worth a look, and take a picture of each."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        running = Running(Path(data), titles="", workers="2").start()
        url = f"http://127.0.0.1:{running.port}"
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        windows = Windows(browser)
        try:
            person = Person(url, "Réka")
            for shot in shots(person):
                if parts and not any(part in shot.name for part in parts):
                    continue
                visitor = Visitor(windows, url, shot.size, person, **shot.settings)
                page = visitor.go(shot.path)
                page.wait_for_timeout(400)
                for key in shot.keys:
                    page.keyboard.press(key)
                    page.wait_for_timeout(200)
                if shot.click:
                    page.locator(shot.click).first.click()
                    page.wait_for_timeout(300)
                page.screenshot(path=folder / f"{shot.name}.png")
                print(folder / f"{shot.name}.png", *visitor.errors)
                visitor.close()
        finally:
            browser.close()
            for everybody in PEOPLE:
                everybody.http.close()
            running.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
