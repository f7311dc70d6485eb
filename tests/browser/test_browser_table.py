"""Help at a real table: the Automa with cards and with the whole board, score pads, the values of a box."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import DESKTOP, PHONE, Open, barriers

pytestmark = [pytest.mark.browser, pytest.mark.timeout(280)]


def fine(page: Page) -> None:
    """Nothing is beyond the edge, every word is there, and axe is content."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("[...orreryMissing]") == []
    assert barriers(page) == []


def test_the_automa_is_run_from_a_phone(visit: Open) -> None:
    """AU-DECK-1: set up by picture, its turns, undo, and all of it there after a reload."""
    visitor = visit(PHONE, language="hu")
    page = visitor.go("/table")
    page.get_by_role("link", name="Az Automa: csak a kártyák").click()
    page.locator("[data-faction=geodens]").click()
    page.locator("[data-level=alptrauma]").click()
    tiles = page.locator("fieldset").filter(has_text="Játékvégi").locator("[data-tile]")
    tiles.first.click()
    expect(page.locator("[data-begin]")).to_be_disabled()
    tiles.last.click()
    fine(page)
    page.locator("[data-begin]").click()
    page.locator("[data-booster]").first.click()
    page.locator("[data-go]").click()
    expect(page.locator("[data-turn]")).to_be_visible()
    points = page.locator("[data-points]").inner_text()
    page.keyboard.press("t")
    expect(page.locator("summary").filter(has_text="Ami történt (3)")).to_be_visible()
    page.keyboard.press("z")
    expect(page.locator("[data-points]")).to_have_text(points)
    fine(page)
    page.reload()
    expect(page.locator("[data-points]")).to_have_text(points)
    page.locator("[data-new]").click()
    page.locator("[data-sure]").click()
    expect(page.locator("[data-begin]")).to_be_visible()


def test_the_whole_board_is_entered_and_the_automa_builds_on_it(visit: Open) -> None:
    """AU-MINE-1: what stands goes in by click and by key, its turn is shown with its reasons."""
    page = visit(DESKTOP).go("/table/galaxy")
    page.locator(".map [data-hex]").first.wait_for()
    page.locator("[data-sector]").select_option(index=1)
    left, right = (page.get_by_role("button", name=f"Turn {way}") for way in ("left", "right"))
    expect(page.get_by_text("turned 1 of 6")).to_be_visible()
    # The sentence about what is wrong comes late: by then it is wrong no more, and nothing is told.
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    page.route("**/assets/**", hold)
    with page.expect_response("**/map"):
        left.click()
    right.click()
    expect(page.get_by_text("turned 1 of 6")).to_be_visible()
    assert late
    while late:
        words = late.pop()
        with page.expect_response(words.request.url):
            words.continue_()
    page.unroute("**/assets/**", hold)
    fine(page)
    expect(page.locator("[data-begin]")).to_be_enabled()
    # Who clicks twice turns twice, however long an answer takes.
    for button in (right, left):
        button.dblclick()
    expect(page.get_by_text("turned 1 of 6")).to_be_visible()
    fine(page)
    page.locator("[data-faction=itars]").click()
    page.locator("[data-begin]:enabled").click()
    page.locator("[data-booster]").first.click()
    planet = page.locator("[data-hex][data-planet=swamp]").first
    name = planet.get_attribute("data-hex")
    planet.click()
    page.locator("[data-piece=mine]").click()
    expect(page.locator("[data-piece=mine]")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("2")
    expect(page.locator("[data-piece=trading_station]")).to_have_attribute("aria-pressed", "true")
    kept = page.evaluate("JSON.parse(localStorage['orrery.table.galaxy']).commands")
    assert kept[1:] == [f"put mine {name}", f"put trading_station {name}"]
    page.keyboard.press("t")
    expect(page.locator(".trace li").first).to_contain_text("draws card")
    fine(page)
    page.locator("[data-undo]").click()
    page.wait_for_function("() => JSON.parse(localStorage['orrery.table.galaxy']).commands.at(-1) !== 'turn'")
    page.reload()
    expect(page.locator("[data-go]")).to_be_visible()
    assert page.evaluate("JSON.parse(localStorage['orrery.table.galaxy']).commands") == kept


def test_a_score_pad_is_filled_in_and_shared(visit: Open) -> None:
    """GP-END-2: points appear as they are typed; the address holds everything."""
    visitor = visit(PHONE, own=True, language="de")
    page = visitor.go("/table/pad/gaia")
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for seat, counts in ((0, ("90", "12")), (1, ("95", "12"))):
        for label, value in zip(("Punkte bisher", "Meiste Gebäude"), counts, strict=True):
            page.locator(f"[data-seat='{seat}']").get_by_label(label, exact=True).fill(value)
    expect(page.locator("[data-seat='1'] [data-total]")).to_have_text("110")
    expect(page.get_by_text("gleichauf mit Spieler 2 auf den Plätzen 1 bis 2: 30 Punkte")).to_be_visible()
    fine(page)
    page.locator("[data-link]").click()
    address = page.evaluate("navigator.clipboard.readText()")
    page.evaluate("localStorage.removeItem('orrery.table.pad.gaia')")
    page.goto(visitor.url + "/table")
    page.goto(address)
    expect(page.locator("[data-seat='0'] [data-total]")).to_have_text("105")
    page.goto(visitor.url + "/table/pad/evacuation")
    page.locator("[data-mode]").select_option("points")
    page.locator("[data-seat='0']").get_by_label("Nahrung").fill("8")
    expect(page.locator("[data-seat='0'] [data-total]")).not_to_have_text("–")
    # Whoever was alone is not alone in a race, and it has no opponent by solo cards.
    page.locator("label", has_text="Spieler").locator("select").select_option("1")
    expect(page.locator("[data-seat]")).to_have_count(1)
    page.locator("[data-mode]").select_option("race")
    expect(page.locator("[data-seat]")).to_have_count(2)
    expect(page.locator("[data-seat='1'] [data-total]")).not_to_have_text("–")
    expect(page.locator(".bad")).to_have_count(0)
    fine(page)


def test_the_values_of_a_box_are_found_corrected_and_played_with(visit: Open, tmp_path: Path) -> None:
    """EV-SET-11: by what is printed; a fault is told at its place; the pack is kept, saved and used."""
    visitor = visit(DESKTOP, own=True, game="evacuation")
    page = visitor.go("/table/values")
    expect(page.get_by_text("0 of 787")).to_be_visible()
    page.locator("[data-search]").fill("heron")
    card = page.locator("[data-entry='ships/heron']")
    card.locator("[data-confirm]").click()
    expect(page.get_by_text("0 of 787")).to_have_count(0)
    card.locator("summary").click()
    flight = card.get_by_label("flight", exact=False).first
    flight.fill("0")
    flight.blur()
    expect(page.locator("[data-state]")).to_contain_text("1 fault")
    expect(page.locator(".problems")).to_contain_text("A number from 1 to 9.")
    expect(page.locator("[data-use]")).to_be_disabled()
    flight.fill("3")
    flight.blur()
    expect(page.locator("[data-state]")).to_contain_text("No faults")
    page.locator("[data-use]").check()
    fine(page)
    with page.expect_download() as saved:
        page.locator("[data-save]").click()
    file = tmp_path / "pack.json"
    saved.value.save_as(file)
    assert json.loads(file.read_text())["ships"]["heron"]["flight"] == 3
    page.reload()
    expect(page.locator("[data-use]")).to_be_checked()
    page.locator("[data-table]").click()
    fine(page)
    page.get_by_role("link", name="Open a table").click()
    text = page.get_by_label("All options as text")
    page.locator("details").filter(has=text).locator("summary").click()
    assert json.loads(text.input_value())["pack"]["changes"]["ships"]["heron"]["flight"] == 3
