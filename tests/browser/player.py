"""A person at the API: makes tables and plays seats quickly, so that a browser can look at a rich position."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from orrery.core.match import Match
from tests.server.running import PLAIN

PLANNED = Path(__file__).with_name("planned_game.json")

WEIGHT = {
    "federation": 60,
    "upgrade": 14,
    "build_mine": 14,
    "gaia_project": 8,
    "research": 10,
    "board_action": 5,
    "special_action": 6,
    "take_tech": 6,
    "advance": 6,
    "charge": 6,
    "pass": 1,
    "end_turn": 30,
    "convert": 0,
    "decline": 1,
    "done": 9,
}


PEOPLE: list[Person] = []
"""Everybody, so that connections are closed at the end and not whenever memory is tidied up."""


class Person:
    """A guest with a session of its own."""

    def __init__(self, url: str, name: str, cookies: dict[str, str] | None = None, csrf: str = "") -> None:
        self.http = httpx.Client(base_url=url + "/api", timeout=60, cookies=cookies, verify=PLAIN)
        PEOPLE.append(self)
        self.csrf = csrf
        if not csrf:
            self.csrf = self.post("/guest", {"name": name})["csrf"]

    def get(self, path: str) -> Any:
        response = self.http.get(path)
        response.raise_for_status()
        return response.json()

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        response = self.http.post(path, json=body or {}, headers={"X-CSRF": self.csrf})
        if response.is_error:
            raise AssertionError(f"{path}: {response.status_code} {response.text[:500]}")
        return response.json()

    def table(self, seats: int, options: dict[str, Any] | None = None, kind: str = "me") -> str:
        """A table at which this person holds every seat."""
        wish = {
            "game": "gaia",
            "options": {"players": seats, **(options or {})},
            "seats": [{"kind": kind, "name": name} for name in ("Réka", "Jonas", "Mira", "Bence")[:seats]],
        }
        found: str = self.post("/tables", wish)["id"]
        return found

    def planned(self, until: Callable[[Any], bool]) -> str:
        """A four-player match, played as strong bots once did until the position is as wished; its id."""
        game = json.loads(PLANNED.read_text())
        match = self.table(4, game["options"])
        own = Match.new("gaia", game["options"], 1)
        answers: list[list[Any]] = game["answers"]
        number = 0
        while not until(own.state):
            assert answers, "the game ended before"
            seat = own.state.asked()
            texts: list[str] = []
            while answers and own.state.asked() == seat and not (texts and until(own.state)):
                texts.append(answers.pop(0)[1])
                own.play(own.game.read(own.state, texts[-1]))
            body = {"base": number, "actions": texts, "seat": seat}
            number = self.post(f"/matches/{match}/commit", body)["number"]
        return match

    def play(self, match: str, until: Any, seed: int = 1, limit: int = 2000) -> dict[str, Any]:
        """Answer every question by weighed chance until the position is as wished; returns it."""
        chance = random.Random(seed)
        for _ in range(limit):
            table = self.get(f"/tables/{match}")
            if table["state"] != "running":
                return self.get(f"/matches/{match}/position")  # type: ignore[no-any-return]
            position = self.get(f"/matches/{match}/position?seat={table['asked']}")
            if until(position):
                return position  # type: ignore[no-any-return]
            options = position.get("options", [])
            weights = [WEIGHT.get(o.get("facts", {}).get("kind", ""), 3) + 0.001 for o in options]
            chosen = chance.choices(options, weights)[0]
            self.post(
                f"/matches/{match}/commit",
                {"base": position["number"], "actions": [chosen["text"]], "seat": table["asked"]},
            )
        raise AssertionError(f"no such position within {limit} answers")
