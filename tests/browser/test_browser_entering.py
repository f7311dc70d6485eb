"""Enter your table: a position is put in by mouse and by keys, checked, played on, advised and solved."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from orrery.gaia.game import GAIA
from tests.browser.conftest import PHONE, Open
from tests.browser.test_browser_table import fine

pytestmark = [pytest.mark.browser, pytest.mark.timeout(280)]

LAPTOP = (1280, 720)


def kept(page: Page, game: str = "gaia") -> Any:
    """The position as this browser keeps it."""
    return json.loads(page.evaluate(f"localStorage['orrery.table.position.{game}']"))["doc"]


def valid(page: Page, yes: bool = True) -> None:
    """What the bar says about it, once the engine has answered."""
    expect(page.locator("[data-valid]")).to_have_attribute("data-valid", "yes" if yes else "no", timeout=20_000)


def begin(page: Page) -> None:
    page.locator("[data-begin]:enabled").click()
    valid(page)


def clickable(page: Page, names: list[str]) -> str:
    """One of these hexes that nothing lies upon; where there is none, one zooms out."""
    page.evaluate("document.querySelector('.map').scrollIntoView({block: 'center'})")
    for _ in range(8):
        found: str | None = page.evaluate(
            """(names) => names.find((name) => {
              const box = document.querySelector(`.map [data-hex="${name}"]`).getBoundingClientRect();
              const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
              return top?.closest('[data-hex]')?.dataset.hex === name;
            }) ?? null""",
            names,
        )
        if found is not None:
            return found
        page.get_by_role("button", name="Zoom out").click()
    raise AssertionError(names)


def typed(page: Page, place: str, value: int) -> None:
    """A number into the control of a place, by keys."""
    box = page.locator(f"[data-place='{place}'] input")
    box.fill(str(value))
    box.press("Tab")


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_a_position_is_entered_with_the_mouse_and_played_on(visit: Open, size: tuple[int, int]) -> None:
    """A mine grows, something wrong is told at its place, the best finish is found, a match begins there."""
    page = visit(size).go("/table")
    page.get_by_role("link", name="Enter your table: Gaia Project").click()
    page.locator("[data-option=players]").wait_for()
    fine(page)
    begin(page)
    fine(page)
    # The map: a structure grows on its planet.
    start = clickable(page, kept(page)["players"][0]["buildings"]["mine"])
    page.locator(f".map [data-hex='{start}']").click()
    page.locator("[data-piece=trading_station]").click()
    expect(page.locator("[data-piece=trading_station]")).to_have_attribute("aria-pressed", "true")
    assert start in kept(page)["players"][0]["buildings"]["trading_station"]
    assert start not in kept(page)["players"][0]["buildings"]["mine"]
    valid(page)
    fine(page)
    # The own board: too much of something is told beside it, and in the tab's name.
    page.locator("[data-tab=seat0]").click()
    typed(page, "players[0].ore", 20)
    valid(page, False)
    expect(page.locator("[data-place='players[0].ore'] [data-wrong]")).to_contain_text("whole number from 0 to 15")
    # A second one is told beside it, at its own place, and both lead there.
    page.locator("[data-tab=seat1]").click()
    typed(page, "players[1].knowledge", 16)
    expect(page.locator("[data-place='players[1].knowledge'] [data-wrong]")).to_contain_text("from 0 to 15")
    expect(page.locator("[data-show]")).to_have_count(2)
    expect(page.locator("[data-tab]", has_text="✗")).to_have_count(2)
    fine(page)
    page.locator("[data-show='players[0].ore']").click()
    expect(page.locator("[data-place='players[0].ore'] [data-wrong]")).to_be_in_viewport()
    page.locator("[data-undo]").click()
    page.locator("[data-tab=table]").click()
    expect(page.locator("[data-show]")).to_have_count(1)
    page.locator("[data-show]").click()
    expect(page.locator("[data-place='players[0].ore'] [data-wrong]")).to_be_in_viewport()
    fine(page)
    page.locator("[data-undo]").click()
    valid(page)
    # The last round: a best finish, and advice.
    page.locator("[data-tab=table]").click()
    typed(page, "round", 6)
    valid(page)
    page.locator("[data-tab=seat0]").click()
    for name in ("credits", "ore", "knowledge", "qic"):
        typed(page, f"players[0].{name}", 0)
    valid(page)
    page.locator("[data-finish]").click()
    expect(page.locator("[data-best]")).to_contain_text("points", timeout=60_000)
    page.locator("[data-hint]:enabled").click()
    expect(page.locator("[data-hints] li").first).to_be_visible(timeout=60_000)
    fine(page)
    entered = kept(page)
    page.reload()
    valid(page)
    assert kept(page) == entered
    page.locator("[data-play]:enabled").click()
    page.wait_for_url("**/match/**", timeout=30_000)
    page.locator("[data-hex]").first.wait_for()
    assert GAIA.position(entered).round == 6


def test_a_check_on_its_way_while_one_becomes_a_guest_is_asked_again(visit: Open) -> None:
    """Whoever types and asks for the best finish at once signs in by that, with the check still under way."""
    page = visit(LAPTOP).go("/table/position/gaia")
    begin(page)
    page.locator("[data-tab=table]").click()
    typed(page, "round", 6)
    valid(page)
    page.locator("[data-tab=seat0]").click()
    held: list[Route] = []
    check = "**/api/titles/gaia/position"
    page.route(check, lambda route: route.continue_() if held else held.append(route))
    typed(page, "players[0].ore", 1)
    while not held:
        page.wait_for_timeout(20)
    with page.expect_response("**/api/guest"):
        page.locator("[data-finish]").click()
    with page.expect_response(lambda answer: answer.url.endswith("/position") and answer.status == 403):
        held[0].continue_()
    page.locator("[data-play]:enabled").wait_for()
    valid(page)
    fine(page)


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_a_position_is_entered_by_keys_alone(visit: Open, size: tuple[int, int]) -> None:
    """Pieces by digits, sectors by comma and point, numbers by typing; undo by Z."""
    page = visit(size, language="de").go("/table/position/gaia")
    page.locator("[data-begin]:enabled").focus()
    page.keyboard.press("Enter")
    valid(page)
    page.locator("[data-clear-map]").focus()
    page.keyboard.press("Enter")
    assert kept(page)["players"][0]["buildings"] == {}
    home = page.locator(".map [data-hex][data-planet=terra]").first
    home.wait_for()
    hex_name = home.get_attribute("data-hex")
    home.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("1")
    page.wait_for_function(
        "() => JSON.parse(localStorage['orrery.table.position.gaia']).doc.players[0].buildings.mine"
    )
    assert kept(page)["players"][0]["buildings"]["mine"] == [hex_name]
    page.keyboard.press("3")
    assert kept(page)["players"][0]["buildings"]["research_lab"] == [hex_name]
    page.keyboard.press("z")
    assert kept(page)["players"][0]["buildings"]["mine"] == [hex_name]
    page.locator("[data-mode=sectors]").focus()
    page.keyboard.press("Enter")
    before = kept(page)["table"]["map"]
    page.locator("[data-sector]").select_option(index=1)
    page.locator("[data-turn='1']").focus()
    page.keyboard.press("Enter")
    assert kept(page)["table"]["map"][0][3] == (before[0][3] + 1) % 6
    page.keyboard.press(",")
    assert kept(page)["table"]["map"] == before
    valid(page)
    page.locator("[data-tab=seat1]").focus()
    page.keyboard.press("Enter")
    typed(page, "players[1].knowledge", 16)
    valid(page, False)
    expect(page.locator("[data-place='players[1].knowledge'] [data-wrong]")).to_contain_text("0 bis 15")
    fine(page)


def test_a_seed_of_64_bits_stays_as_it_is(visit: Open) -> None:
    """It is read, shown, checked, played on and saved digit by digit."""
    seed = 2**63 - 1
    visitor = visit(LAPTOP)
    page = visitor.go("/table/position/evacuation")
    page.locator("#pasted").fill(json.dumps({"game": "evacuation", "seed": seed}))
    page.locator("[data-paste]").click()
    valid(page)
    page.locator("[data-tab=rest]").click()
    expect(page.locator("[data-place=seed] input")).to_have_value(str(seed))
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save", exact=False).first.click()
    assert json.loads(saved.value.path().read_text())["seed"] == seed
    page.locator("[data-play]:enabled").click()
    page.wait_for_url("**/match/**", timeout=30_000)
    table = page.evaluate("fetch('/api/tables/' + location.pathname.split('/')[2]).then((r) => r.text())")
    assert json.loads(table)["options"]["position"]["seed"] == seed


def test_a_sector_is_dragged_onto_another(visit: Open) -> None:
    """They change places."""
    page = visit(LAPTOP).go("/table/position/gaia")
    begin(page)
    page.locator("[data-clear-map]").click()
    page.locator("[data-mode=sectors]").click()
    before = kept(page)["table"]["map"]
    hexes = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('.map [data-hex]')].map((e) => {"
        " const b = e.getBoundingClientRect();"
        " return [e.dataset.hex, [b.x + b.width / 2, b.y + b.height / 2]] }))"
    )
    names = {one[0]: f"{one[0].partition('_')[0]}C" for one in before}
    first, second = (hexes[names[before[i][0]]] for i in (0, 1))
    page.mouse.move(*first)
    page.mouse.down()
    page.mouse.move((first[0] + second[0]) / 2, (first[1] + second[1]) / 2, steps=4)
    page.mouse.move(*second, steps=4)
    page.mouse.up()
    expect(page.locator("[data-undo]")).to_be_enabled()
    after = kept(page)["table"]["map"]
    assert [after[0][1:3], after[1][1:3]] == [before[1][1:3], before[0][1:3]]


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_a_position_of_evacuation_is_entered_and_played_on(visit: Open, size: tuple[int, int]) -> None:
    """A field is settled without its factories: told; given them, it is right, and a match begins there."""
    page = visit(size, language="hu").go("/table/position/evacuation")
    page.locator("[data-option=mode]").select_option("points")
    begin(page)
    fine(page)
    typed(page, "players[0].stock.new.food", 3)
    valid(page)
    assert kept(page, "evacuation")["players"][0]["stock"]["new"]["food"] == 3
    page.locator("[data-tab=worlds]").click()
    page.locator("[data-field=A1]").select_option("players.0")
    valid(page, False)
    expect(page.locator("[data-wrong]").first).to_contain_text("gyár")
    fine(page)
    page.locator("li", has=page.locator("[data-field=A1]")).locator("input").nth(1).fill("1")
    page.keyboard.press("Tab")
    valid(page)
    page.locator("[data-hint]:enabled").click()
    expect(page.locator("[data-hints] li").first).to_be_visible(timeout=60_000)
    page.locator("[data-play]:enabled").click()
    page.wait_for_url("**/match/**", timeout=30_000)
