"""The page and the page of the API work under the policy that they are sent with."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import DESKTOP, Visitor, Windows
from tests.server.running import Running

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]


def test_the_scripts_of_the_pages_run_and_others_do_not(server: Running, browser: Browser) -> None:
    window = Visitor(Windows(browser), server.url, DESKTOP, None, own=True)
    said: list[str] = []
    window.page.on("console", lambda message: said.append(message.text))
    page = window.go("/")
    assert page.locator("html").get_attribute("data-theme") in ("light", "dark")
    page.wait_for_timeout(500)
    assert [text for text in said if "Security Policy" in text] == []
    page.evaluate(
        """() => { const s = document.createElement('script'); s.textContent = 'window.foreign = 1';
        document.head.append(s) }"""
    )
    assert page.evaluate("window.foreign") is None
    assert [text for text in said if "Security Policy" in text] != []
    said.clear()
    page.goto(f"{server.url}/api/docs")
    expect(page.get_by_text("/api/tables/{match}/join")).to_be_visible()
    assert [text for text in said if "Security Policy" in text] == []
    window.close()
