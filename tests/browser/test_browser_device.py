"""Orrery on a device: kept once, it plays whole games without a network, after a restart of the browser too."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, FilePayload, Page, Playwright, expect

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.driver import Driver, finish
from tests.browser.evacuation import Settler
from tests.device.living import Owner
from tests.gaia.test_public import record
from tests.server.running import Running

pytestmark = [pytest.mark.browser, pytest.mark.timeout(400)]

ROOT = Path(__file__).parents[2]

SETTINGS = {"language": "en", "theme": "dark", "coach": False, "motion": "off", "here": True}


class Device:
    """A browser with a profile of its own on a disk, as somebody has one at home."""

    def __init__(self, playwright: Playwright, folder: Path) -> None:
        self.playwright = playwright
        self.folder = folder
        self.errors: list[str] = []
        self.asked: list[str] = []

    @contextmanager
    def open(self, size: tuple[int, int] = (1280, 720)) -> Iterator[BrowserContext]:
        """The browser, from its start to its end."""
        context = self.playwright.chromium.launch_persistent_context(
            self.folder,
            executable_path=CHROMIUM,
            args=FLAGS,
            viewport={"width": size[0], "height": size[1]},
            locale="en-GB",
            accept_downloads=True,
        )
        wish = json.dumps(SETTINGS)
        context.add_init_script(
            f"localStorage.getItem('orrery.settings') || localStorage.setItem('orrery.settings', '{wish}')"
        )
        try:
            yield context
        finally:
            context.close()

    def page(self, context: BrowserContext) -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))
        return page


@pytest.fixture
def device(playwright: Playwright, tmp_path: Path) -> Device:
    return Device(playwright, tmp_path / "browser")


def kept(page: Page) -> None:
    """Keep everything, as somebody does before a flight."""
    page.locator("[data-device] summary").click()
    keep = page.locator("[data-keep]")
    assert "MB" in keep.inner_text()
    keep.click()
    expect(page.locator("[data-kept]")).to_be_visible(timeout=60_000)


def unknown(page: Page) -> list[str]:
    """Keys that were shown in place of words."""
    found: list[str] = page.evaluate("[...window.orreryMissing]")
    return found


def test_whole_solo_games_of_both_titles_without_a_network_after_a_restart(tmp_path: Path, device: Device) -> None:
    """The server is stopped, the browser started anew: the page opens, plays to the end, goes on where it was."""
    server = Running(tmp_path / "server", titles="", workers="1").start()
    url = server.url
    with device.open() as context:
        page = device.page(context)
        page.goto(url)
        expect(page.locator("[data-here]")).to_be_checked()
        assert not [asked for asked in device.asked if "/engine/" in asked]  # nothing before somebody asks
        kept(page)
    server.stop()
    with device.open() as context:
        context.set_offline(True)
        page = device.page(context)
        page.goto(url)
        page.locator("[data-start=solo]").click()
        page.locator(".map").wait_for(timeout=60_000)
        assert "/match/~" in page.url
        finish([Driver(page, 3, pass_after=5)])
        scores = [page.locator(f"[data-score='{seat}']").inner_text() for seat in (0, 1)]
        page.reload()
        page.locator("[data-result]").wait_for(timeout=60_000)
        assert [page.locator(f"[data-score='{seat}']").inner_text() for seat in (0, 1)] == scores
        page.goto(url)
        page.locator("[data-game=evacuation]").click()
        page.locator("[data-start=solo]").click()
        page.locator(".draft").wait_for(timeout=60_000)
        player = Settler(page, 4, hasty=0.5)
        for _ in range(12):  # in the middle of the game the browser is closed
            player.step() if player.mine() else page.wait_for_timeout(40)
        player.idle()
        match, number = page.url, page.locator(".draft").get_attribute("data-number")
        assert unknown(page) == []
    with device.open() as context:
        context.set_offline(True)
        page = device.page(context)
        page.goto(url)
        waiting = page.locator(".tables .waiting a")
        expect(waiting).to_have_count(1)
        expect(waiting).to_contain_text("on this device")
        waiting.click()
        page.locator(".draft").wait_for(timeout=60_000)
        assert page.url.startswith(match)
        assert page.locator(".draft").get_attribute("data-number") == number
        finish([Settler(page, 5, hasty=0.5)])
        assert unknown(page) == []
    assert device.errors == []
    assert [asked for asked in device.asked if not asked.startswith((url, "data:", "blob:"))] == []


def test_matches_leave_as_a_file_and_two_tabs_take_turns(server: Running, tmp_path: Path, device: Device) -> None:
    with device.open((390, 844)) as context:
        page = device.page(context)
        page.goto(server.url)
        page.locator("[data-start=bots]").click()
        page.locator(".map").wait_for(timeout=60_000)
        match = page.url
        # A second tab takes the match over; the first one says so, and takes it back when somebody looks at it.
        other = device.page(context)
        other.goto(match)
        other.locator(".map").wait_for(timeout=60_000)
        player = Driver(other, 1)
        while not player.mine():
            other.wait_for_timeout(40)
        for _ in range(6):
            player.step() if player.mine() else other.wait_for_timeout(40)
        player.idle()
        number = other.locator(".draft").get_attribute("data-number")
        assert number != "0"
        page.bring_to_front()
        page.evaluate("dispatchEvent(new Event('focus'))")
        expect(page.locator(".draft")).to_have_attribute("data-number", str(number), timeout=20_000)
        other.close()
        page.goto(server.url)
        page.locator("[data-device] summary").click()
        with page.expect_download() as saving:
            page.locator("[data-export]").click()
        file = tmp_path / "all.json"
        saving.value.save_as(file)
        assert json.loads(file.read_text())["format"] == "orrery device 1"
        # Nothing is lost on the way: seeds are larger than the numbers of a page.
        brought = json.loads(Owner().home.request("POST", "/everything", file.read_bytes()).body)
        assert (brought["added"], brought["broken"]) == (1, 0)
        page.locator("[data-import]").set_input_files(file)
        expect(page.locator("[data-brought]")).to_contain_text("1 were here already", timeout=20_000)
        page.locator("[data-import]").set_input_files({"name": "x.json", "mimeType": "text/plain", "buffer": b"?"})
        expect(page.locator("[data-device] .bad, [data-device] [role=alert]")).to_be_visible(timeout=20_000)
        assert unknown(page) == []
    assert device.errors == []


def drawer(page: Page) -> None:
    """Open "Table and chat"."""
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("button", name="Table and chat").click()


def moved(page: Page, driver: Driver) -> None:
    """Play until the log has grown."""
    number = page.locator(".draft").get_attribute("data-number")
    for _ in range(200):
        driver.step() if driver.mine() else page.wait_for_timeout(40)
        if page.locator(".draft").get_attribute("data-number") != number:
            return
    raise AssertionError("nothing was played")


def test_a_match_begun_without_a_network_is_played_on_at_the_server_by_two(server: Running, device: Device) -> None:
    """Carried, and told openly so; somebody joins the open seat, both play, and the copy says where it went."""
    with device.open() as context:
        page = device.page(context)
        page.goto(server.url)
        kept(page)
        context.set_offline(True)
        page.reload()
        page.locator("[data-start=bots]").click()
        page.locator(".map").wait_for(timeout=60_000)
        copy = page.url
        player = Driver(page, 1)
        moved(page, player)
        moved(page, player)
        player.idle()
        drawer(page)
        page.locator("[data-carry]").click()
        expect(page.locator(".carry h3")).to_be_in_viewport(ratio=1)
        expect(page.get_by_label("Your name")).to_be_in_viewport(ratio=1)
        page.get_by_label("Your name").fill("Ada")
        for seat in page.locator("[data-seat]").all()[1:]:
            seat.select_option("open" if seat.get_attribute("data-seat") == "1" else "random")
        page.locator("[data-carry-now]").click()
        expect(page.locator(".carry [role=alert]").last).to_contain_text("reach", timeout=20_000)  # nobody hears it
        context.set_offline(False)
        page.locator("[data-carry-now]").click()
        expect(page.locator("[data-from-device]")).to_contain_text("begun on a device", timeout=20_000)
        assert "~" not in page.url
        second = device.playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        other = second.new_context(viewport={"width": 1280, "height": 720}, locale="en-GB")
        other.add_init_script(f"localStorage.setItem('orrery.settings', '{json.dumps(SETTINGS)}')")
        guest = device.page(other)
        guest.goto(page.locator("input[readonly]").input_value())
        expect(guest.locator("[data-from-device]")).to_be_visible(timeout=20_000)
        guest.get_by_label("Your name").fill("Ben")
        guest.locator("[data-sit='1']").click()
        for each in (page, guest):
            each.locator(".draft").wait_for(timeout=30_000)
        drivers = [(page, Driver(page, 2)), (guest, Driver(guest, 3))]
        for _ in range(600):
            if all(driver.turns for _, driver in drivers):
                break
            for each, driver in drivers:
                driver.step() if driver.mine() else each.wait_for_timeout(40)
        assert all(driver.turns for _, driver in drivers)
        drawer(guest)
        expect(guest.locator("[data-from-device]")).to_be_visible()
        second.close()
        page.goto(server.url)
        listed = page.locator(".tables a", has_text="played on at the server")
        expect(listed).to_have_count(1)
        listed.click()
        page.locator(".map").wait_for(timeout=60_000)
        assert page.url.startswith(copy)
        drawer(page)
        there = page.locator("[data-carried] a").get_attribute("href")
        page.locator("[data-carry]").click()  # asked for again as it stands there, it is the same table
        page.locator("[data-carry-now]").click()
        page.wait_for_url(f"**{str(there).removeprefix(server.url)}", timeout=20_000)
        assert unknown(page) == []
    assert device.errors == []


def test_own_mistakes_are_practised_without_a_network(tmp_path: Path, device: Device) -> None:
    """A file with a match, its report and a card comes in; the server is stopped, and the card is answered."""
    owner = Owner()
    made = owner.done("/api/records", text=json.dumps(record()))["id"]
    owner.post(f"/api/matches/{made}/report", seat=0)
    owner.rest()
    cards = owner.get("/api/practice")["total"]
    assert cards
    server = Running(tmp_path / "server", titles="", workers="1").start()
    with device.open() as context:
        page = device.page(context)
        page.goto(server.url)
        kept(page)
        everything = owner.ask("GET", "/api/everything").content
        payload = FilePayload(name="all.json", mimeType="application/json", buffer=everything)
        page.locator("[data-import]").set_input_files(payload)
        expect(page.locator("[data-brought]")).to_contain_text("1 match brought in", timeout=30_000)
        server.stop()
        page.goto(f"{server.url}/report/{made}?seat=0")
        page.locator("[data-practise]").click(timeout=60_000)
        expect(page.locator(f"[data-due='{cards}']")).to_be_visible(timeout=30_000)
        page.locator("[data-start]").click()
        page.locator(".draft").wait_for(timeout=30_000)
        assert "/practice/~" in page.url
        page.locator("[data-show]").click()
        expect(page.locator(".guide [data-result]")).to_be_visible(timeout=60_000)
        page.reload()  # an address within the page, without a server
        page.locator(".draft").wait_for(timeout=60_000)
        page.locator(".guide a[href$='/practice']").click()
        expect(page.locator(f"[data-due='{cards - 1}']")).to_be_visible(timeout=30_000)
        assert unknown(page) == []
    assert device.errors == []


def test_a_load_that_fails_says_why_and_offers_the_server(server: Running, tmp_path: Path, device: Device) -> None:
    with device.open() as context:
        context.route("**/engine/orrery-*", lambda route: route.abort())
        page = device.page(context)
        page.goto(server.url)
        page.locator("[data-start=solo]").click()
        expect(page.get_by_text("could not be loaded")).to_be_visible(timeout=60_000)
        page.get_by_label("Your name").fill("Jonas")
        page.locator("[data-instead]").click()
        page.locator(".map").wait_for(timeout=30_000)
        assert "~" not in page.url


class Static(SimpleHTTPRequestHandler):
    """A static server that knows files and one page for whatever is missing, as many hosts do."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        if code != 404:
            super().send_error(code, message, explain)
            return
        body = (Path(self.directory) / "orrery" / "404.html").read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # as its base has it
        """Nobody reads it."""


@contextmanager
def static(folder: Path) -> Iterator[str]:
    """A folder served; its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Static, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_folder_of_a_static_server_is_enough(tmp_path: Path, device: Device) -> None:
    """``make site`` in a sub-folder: addresses within the page open, a match begins and goes on after a reload."""
    shutil.copytree(ROOT / "build" / "site", tmp_path / "host" / "orrery", symlinks=True)
    with static(tmp_path / "host") as url, device.open() as context:
        page = device.page(context)
        page.goto(f"{url}/orrery/rules/gaia")
        expect(page.locator("h1").first).to_be_visible()
        assert page.url == f"{url}/orrery/rules/gaia"
        page.locator("header .logo").click()
        expect(page.locator("[data-start=solo]")).to_be_enabled()
        assert page.url == f"{url}/orrery/"
        assert page.locator("[data-start=friends]").count() == 0  # nobody else can be reached
        assert not [asked for asked in device.asked if asked.endswith((".wasm", ".zip"))]
        page.locator("[data-start=solo]").click()
        page.locator(".map").wait_for(timeout=60_000)
        assert page.url.startswith(f"{url}/orrery/match/~")
        page.reload()
        page.locator(".map").wait_for(timeout=60_000)
        page.goto(f"{url}/orrery/new/gaia")
        expect(page.locator("button[type=submit]")).to_be_enabled(timeout=60_000)
        assert unknown(page) == []
    assert device.errors == []
    assert [asked for asked in device.asked if "/api/" in asked] == []
    assert [asked for asked in device.asked if not asked.startswith((f"{url}/orrery", "data:", "blob:"))] == []
