"""Evacuation played at the page to the end, by mouse and by keyboard."""

from __future__ import annotations

import time

import pytest

from tests.browser.conftest import Open
from tests.browser.driver import finish
from tests.browser.evacuation import Settler, table
from tests.browser.player import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(280)]


def test_a_race_by_mouse_on_one_screen(visit: Open, url: str) -> None:
    """EV-RAC-10: two seats of one browser race to the end; the table shows penalties and bonuses applied."""
    person = Person(url, "Réka")
    match = table(person, 2, {"setup_seed": 3})
    window = visit(person=person)
    page = window.go(f"/match/{match}")
    player = Settler(page, 1, hasty=0.3)
    finish([player])
    assert page.locator("[data-score='0']").count() == 1
    assert "Bonus for satisfaction" in page.locator("[data-result]").inner_text()
    assert window.missing() == []


def test_points_with_advanced_actions_and_both_modules_by_keyboard(visit: Open, url: str) -> None:
    """EV-PTS-3: points with advanced actions, orders and lines, without a pointer; sources sum to the score."""
    person = Person(url, "Jonas")
    match = table(person, 2, {"setup_seed": 5, "preset": "points with modules"})
    window = visit(person=person)
    page = window.go(f"/match/{match}")
    player = Settler(page, 7, keyboard=True, hasty=0.6)
    finish([player])
    position = person.get(f"/matches/{match}/position?seat=0")
    for seat in (0, 1):
        shown = page.locator(f"[data-score='{seat}']").inner_text().replace("−", "-")
        assert int(shown) == position["scores"][seat] == sum(position["view"]["players"][seat]["points"].values())
    assert window.missing() == []


def test_a_solo_game_tells_what_the_opponent_does(visit: Open, url: str) -> None:
    """EV-SOL-10: alone to the end; what the opponent's cards did is told before the next turn."""
    person = Person(url, "Mira")
    match = table(person, 1, {"setup_seed": 8})
    window = visit(person=person)
    page = window.go(f"/match/{match}")
    player = Settler(page, 5, hasty=0.35)
    told = ""
    until = time.monotonic() + 270
    while not player.over():
        assert time.monotonic() < until
        if page.locator("[data-year-on]").count():
            page.locator("[data-year-on]").click()
        told += " ".join(page.locator(".draft .recap").all_inner_texts())
        player.step() if player.mine() else page.wait_for_timeout(40)
    assert "Opponent: Solo card" in told
    assert "steps, to" in told
    assert window.missing() == []
