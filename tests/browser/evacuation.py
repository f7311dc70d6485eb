"""A person who plays Evacuation at the page: sees what is lit, clicks or types, confirms. Knows no rule."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from playwright.sync_api import Page

from orrery.bots import Nodes
from orrery.bots.greedy import Greedy
from orrery.core.match import Match
from orrery.evacuation.state import State
from orrery.evacuation.telling.facts import facts
from tests.browser.driver import CONFIRM, Driver
from tests.browser.player import Person

WISHES = (
    ".chooser .opt",
    ".now .card:not([aria-pressed=true]), .draft .card:not([aria-pressed=true])",
    "[data-hex][data-lit]",
    ".site[data-lit]",
    ".spot[data-lit]",
    ".now .opt, .draft .opt",
)
"""What a person looks for, in this order."""

WEIGHT = {
    "act": 3.0,
    "play_card": 3.0,
    "pass": 0.8,
    "take": 8.0,
    "forgo": 0.2,
    "fly": 8.0,
    "load_nothing": 0.3,
    "refresh": 0.2,
}


class Settler(Driver):
    """Plays at one page by mouse or by keyboard."""

    def __init__(self, page: Page, seed: int, keyboard: bool = False, hasty: float = 0.12) -> None:
        super().__init__(page, seed, keyboard)
        self.hasty = hasty
        """How likely a turn is passed."""

    def _step(self) -> None:
        page = self.page
        confirm, lit, passing, *wished = self.counted(CONFIRM, ".sh[data-lit]", "[data-option=pass]", *WISHES)
        if confirm and not (lit and self.chance.random() < 0.8):
            self.kinds["confirm"] += 1
            if self.keyboard:
                page.keyboard.press("Control+Enter")
            else:
                page.locator(CONFIRM).first.click(timeout=1500)
            return
        if passing and self.chance.random() < self.hasty:
            self.kinds["pass"] += 1
            self.press(page.locator("[data-option=pass]").first)
            return
        there = [(wish, count) for wish, count in zip(WISHES, wished, strict=True) if count]
        if there:
            # Spots of the own board are left for another time, now and then, if there is anything else.
            liked = (one for one in there if one[0] != ".spot[data-lit]" or self.chance.random() < 0.75)
            wish, count = next(liked, there[0])
            chosen = page.locator(wish).nth(self.chance.randrange(count))
            kind = chosen.get_attribute("data-option") or chosen.get_attribute("data-kind") or ""
            self.kinds[kind or (chosen.get_attribute("class") or "").split(" ")[0]] += 1
            self.press(chosen)


def table(person: Person, seats: int, options: dict[str, Any], kinds: tuple[str, ...] = ()) -> str:
    """A table of Evacuation at which the person holds every seat that is not of another kind."""
    names = ("Réka", "Jonas", "Mira", "Bence")
    found: str = person.post(
        "/tables",
        {
            "game": "evacuation",
            "options": {"players": seats, **options},
            "seats": [{"kind": kinds[i] if i < len(kinds) else "me", "name": names[i]} for i in range(seats)],
        },
    )["id"]
    return found


KINDS = (
    "act",
    "play_card",
    "pass",
    "pay_order",
    "done",
    "forgo",
    "tuck",
    "pay_energy",
    "choose",
    "gain",
    "exchange",
    "research",
    "settle",
    "use_factories",
    "take",
    "waive",
    "play_infrastructure",
    "reveal",
    "refresh",
    "under",
    "prepare",
    "clone",
    "raise",
    "fly",
    "fly_back",
    "load_site",
    "load_factory",
    "load_stadium",
    "load_nothing",
    "load_resources",
    "power",
    "advance",
    "park",
    "claim",
    "keep_goal",
    "return_goal",
    "keep_cards",
    "discard",
    "end",
)
"""Every kind of answer that a page names; ``end`` is confirmed, not chosen."""


@cache
def every_kind() -> list[tuple[dict[str, Any], dict[str, str]]]:
    """Positions as data, and for each the kinds of moves to compose there, with a move of each kind.

    Found by quick games of our own; a position is taken when it offers a kind that no position before it does.
    """
    found: list[tuple[dict[str, Any], dict[str, str]]] = []
    missing = set(KINDS)
    chance = random.Random(11)
    tables: list[dict[str, Any]] = [
        {"players": 2, "preset": "points with modules"},
        {"players": 3, "preset": "points with modules"},
        {"players": 2},
        {"players": 1},
        {"players": 2, "subactions": "free"},
    ]
    for number in range(400):
        match = Match.new("evacuation", {**tables[number % len(tables)], "setup_seed": number}, number)
        while match.state.asked() is not None and missing:
            state = match.state
            options = state.options()
            kinds = [str(facts(state, option)["kind"]) for option in options]
            fresh = {kind: option for option, kind in zip(options, kinds, strict=True) if kind in missing}
            # A lone answer is not a choice worth a visit.
            if fresh and len(options) > 1:
                found.append((match.game.data(state), {k: match.game.write(state, o) for k, o in fresh.items()}))
                missing -= set(fresh)
            match.play(chance.choices(options, [WEIGHT.get(kind, 2.0) for kind in kinds])[0])
        if not missing:
            break
    assert not missing, f"no position was found for {sorted(missing)}"
    return found


def _greedy(options: dict[str, Any], seed: int = 2) -> Iterator[Match[State]]:
    """A game of greedy players; each time somebody has a choice, its match."""
    match = Match.new("evacuation", options, seed)
    bot = Greedy(seed, lambda: Nodes(120))
    while (seat := match.state.asked()) is not None:
        if len(match.state.options()) > 1:
            yield match
        match.play(bot.choose(match.game, match.state.clone(), seat))


@cache
def rich(question: str) -> dict[str, Any]:
    """A well played position of four players with every module from year 3 on, in which this is asked."""
    for match in _greedy({"players": 4, "preset": "points with modules", "setup_seed": 6}):
        data: dict[str, Any] = match.game.data(match.state)
        if data["year"] < 3:
            continue
        if match.state.question() == question:
            return data
        # Bots learn, and may leave their ships where they are: a person loads one.
        if question == "LoadPlace" and match.state.question() == "TransportShips":
            for option in match.state.options():
                trial = Match(match.header, match.state.clone())
                trial.play(option)
                options = trial.state.options()
                sites = [o for o in options if facts(trial.state, o)["kind"] == "load_site"]
                if trial.state.question() == question and len(sites) > 1:
                    loading: dict[str, Any] = match.game.data(trial.state)
                    return loading
    raise AssertionError(f"{question} is never asked")


def ending(**options: Any) -> dict[str, Any]:
    """The last choice of a well played game."""
    data: dict[str, Any] = {}
    for match in _greedy(options):
        data = match.game.data(match.state)
    return data


def played(person: Person, moves: int = 60) -> str:
    """A match of one player with so many answers by chance behind it."""
    chance = random.Random(4)
    match = table(person, 1, {"setup_seed": 8})
    for _ in range(moves):
        position = person.get(f"/matches/{match}/position?seat=0")
        options = position["options"]
        text = chance.choices(options, [WEIGHT.get(o["facts"]["kind"], 2.0) for o in options])[0]["text"]
        person.post(f"/matches/{match}/commit", {"base": position["number"], "actions": [text], "seat": 0})
    return match
