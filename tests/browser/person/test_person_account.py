"""One's own account as a person walks through it: what is stored about one, and how to be gone again."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser

from tests.browser.person.play import Sitter, seated, until
from tests.browser.person.test_person_home import into_view
from tests.browser.person.test_person_screen import in_sight

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

NEWS = ".news > *"


@pytest.mark.parametrize(("size", "theme"), [((390, 844), "light"), ((1280, 720), "dark")])
def test_what_came_of_something_is_told_where_one_looks(
    browser: Browser, url: str, size: tuple[int, int], theme: str
) -> None:
    """An account is made, downloaded and deleted; a wrong password is told beside the form that asked for it."""
    name = f"Ada {size[0]}"
    with seated(browser, url, size, "en", (), theme) as page:
        ada = Sitter(page)
        page.goto(f"{url}/account")
        ada.wait("Create an account")
        form = "form:has(h2:text('Create an account'))"
        into_view(ada, form)
        page.locator(f"{form} input").nth(0).click()
        page.keyboard.press("Control+A")
        page.keyboard.type(name)
        page.keyboard.press("Tab")
        page.keyboard.type("difference engine")
        ada.press("Enter")
        ada.wait(f"Account: {name}")
        # Everything that is stored about one.
        into_view(ada, "a[download]")
        with page.expect_download() as download:
            ada.click("Download everything")
        kept = json.loads(download.value.path().read_text())
        assert name in json.dumps(kept)
        # Deleting asks for the name and the password; what is wrong is told in sight, and the form stays there.
        into_view(ada, "button:text('Delete this account')")
        ada.click("Delete this account")
        assert "Type your name" in str(page.locator("label:has(:focus)").inner_text())
        page.keyboard.type(name)
        page.keyboard.press("Tab")
        page.keyboard.type("not hers at all")
        ada.press("Enter")
        until(lambda: any("not your password" in line for line in in_sight(ada, NEWS)), ada, 10)
        assert in_sight(ada, "[data-erasing] input[type=password]")
        page.locator("[data-erasing] input[type=password]").click()
        page.keyboard.press("Control+A")
        page.keyboard.type("difference engine")
        ada.press("Enter")
        until(lambda: any("has been deleted" in line for line in in_sight(ada, NEWS)), ada, 10)
        assert not ada.sees(f"Account: {name}")
