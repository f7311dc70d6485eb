"""Whole games played at the page, to the final scores."""

from __future__ import annotations

import time

import pytest

from tests.browser.conftest import Open
from tests.browser.driver import Driver, finish
from tests.browser.player import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(280)]


def test_two_browsers_play_a_whole_game(visit: Open) -> None:
    """Two people meet by a link and play to the final scores; both see the same ones."""
    first = visit()
    page = first.go("/")
    page.get_by_label("Your name").fill("Réka")
    page.locator("[data-start=friends]").click()
    page.locator("[data-sit]").wait_for()
    link = page.locator("input[readonly]").input_value()
    second = visit()
    other = second.go(link.removeprefix(first.url))
    other.get_by_label("Your name").fill("Jonas")
    other.locator("[data-sit]").click()
    other.locator(".map").wait_for()
    page.locator(".map").wait_for()
    players = [Driver(page, 1, pass_after=12), Driver(other, 2, keyboard=True, pass_after=12)]
    finish(players)
    scores = [[p.locator(f"[data-score='{seat}']").inner_text() for seat in (0, 1)] for p in (page, other)]
    assert scores[0] == scores[1]
    assert first.missing() == second.missing() == []


def test_a_solo_game_against_the_automa(visit: Open) -> None:
    """Alone against the Automa to the end; its turns are told on the board and in the log."""
    person = visit()
    page = person.go("/")
    page.get_by_label("Your name").fill("Jonas")
    page.locator("[data-start=solo]").click()
    page.locator(".map").wait_for()
    player = Driver(page, 3, pass_after=12)
    told = False
    until = time.monotonic() + 150
    while not player.over():
        assert time.monotonic() < until
        if page.locator(".story").count():
            told = True
        player.step() if player.mine() else page.wait_for_timeout(40)
    assert told
    assert person.missing() == []


def test_the_person_is_a_guest_only_once(url: str) -> None:
    """Two people with the same session are the same guest."""
    first = Person(url, "Mira")
    assert first.get("/me")["user"]["name"] == "Mira"
