"""A bot that thinks for long is asked to play now, by pointer and by key, in three languages and on a phone."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.person.play import Sitter, seated, until
from tests.browser.player import Person
from tests.server.running import Running

pytestmark = [pytest.mark.browser, pytest.mark.timeout(200)]


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a bot that comes to no end by itself."""
    build = {"static": os.environ["ORRERY_STATIC"]} if "ORRERY_STATIC" in os.environ else {}
    levels = "ponders=tests.server.test_server_bots:Ponders"
    running = Running(tmp_path_factory.mktemp("slow"), titles="", levels=levels, bot_limit="500", **build).start()
    yield f"http://127.0.0.1:{running.port}"
    assert running.stop() == 0
    assert "failed" not in running.log()


@pytest.mark.parametrize(
    ("language", "size", "words", "asked"),
    [
        ("en", (1440, 900), "Ask it to play now", "Asked to play now"),
        ("de", (1280, 720), "Um sofortigen Zug bitten", "Um sofortigen Zug gebeten"),
        ("hu", (390, 844), "Azonnali lépést kérek", "Azonnali lépés kérve"),
    ],
)
def test_a_bot_that_thinks_is_asked_to_play_now(
    browser: Browser, slow: str, language: str, size: tuple[int, int], words: str, asked: str
) -> None:
    person = Person(slow, "Nora")
    seats = [{"kind": "bot", "level": "ponders"}, {"kind": "me"}]
    options = {"players": 2, "setup_seed": 11, "factions": ["terrans", "xenos"]}
    match = person.post("/tables", {"game": "gaia", "options": options, "seats": seats})["id"]
    with seated(browser, slow, size, language, person.http.cookies.jar) as page:
        nora = Sitter(page, 3)
        nora.allowed.add("ponders")
        page.goto(f"{slow}/match/{match}")
        nora.wait(words)
        assert person.get(f"/tables/{match}")["number"] == 0
        nora.click(words)
        until(lambda: person.get(f"/tables/{match}")["number"] > 0, nora)
        for _ in range(8):
            nora.turn()
            assert not any(words in thing.name for thing in nora.things())
            nora.play()
            if person.get(f"/tables/{match}")["asked"] == 0:
                break
        number = person.get(f"/tables/{match}")["number"]
        nora.wait(words)
        nora.press("j")
        until(lambda: person.get(f"/tables/{match}")["number"] > number, nora)
        until(lambda: not any(asked in thing.name for thing in nora.things()), nora, 10)
