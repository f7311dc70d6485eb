"""Whole games as the page reads them out: what ``web/tests/reading.test.ts`` makes sentences of.

``python -m tests.sentences`` writes ``web/tests/fixtures/sentences.json`` anew; a test says when it is out of date.
What differs in numbers alone is kept once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from orrery.core.match import Match
from orrery.core.titles import title
from orrery.desk.desk import explained, message, misses

FILE = Path(__file__).resolve().parents[1] / "web" / "tests" / "fixtures" / "sentences.json"

GAMES: Mapping[str, tuple[Mapping[str, object], ...]] = {
    "gaia": (
        {"players": 4, "factions": ["taklons", "ivits", "bal_taks", "itars"], "income_order": "always"},
        {"players": 3, "factions": "auction_choose_bid", "map_building": "rotate"},
        {"players": 4, "factions": ["ambas", "firaks", "terrans", "gleens"]},
        {"players": 4, "factions": ["nevlas", "hadsch_hallas", "geodens", "lantids"]},
        {"players": 1, "factions": ["bescods"], "automa_faction": "geodens"},
        {"players": 1, "automa_faction": "xenos", "automa_level": "alptrauma"},
    ),
    "evacuation": (
        {"players": 4, "preset": "points with modules"},
        {"players": 2, "preset": "race", "third_party": True, "actions": "advanced"},
        {"players": 3, "mode": "race", "actions": "basic", "subactions": "free"},
        {"players": 1, "actions": "advanced"},
    ),
}
"""Title -> options of the games: every module, the solo opponents, most factions."""

EVERY = 5
"""Of so many questions one is read with all its answers and near misses."""


class Kept:
    """Things that differ in more than numbers, in the order in which they came."""

    def __init__(self) -> None:
        self.found: dict[str, Any] = {}

    def add(self, thing: Any) -> None:
        plain = msgspec.to_builtins(thing)
        self.found.setdefault(re.sub(r"-?\d+", "0", json.dumps(plain, sort_keys=True)), plain)

    def all(self) -> list[Any]:
        return list(self.found.values())


def recorded(name: str) -> dict[str, Any]:
    """What the games of a title say: log, messages, questions, answers, near misses, and a view."""
    game = title(name)
    log, told, asked, options, near = Kept(), Kept(), Kept(), Kept(), Kept()
    middle: dict[str, Any] = {}
    for number, wanted in enumerate(GAMES[name]):
        random = Random(number)
        match: Match[Any] = Match.new(name, wanted, number + 1)
        for happened in match.start.messages:
            told.add(message(happened))
        step = 0
        while (seat := match.state.asked()) is not None:
            state, question = match.state, match.state.question()
            if step % EVERY == 0:
                view = game.view(state, seat)
                asked.add({"question": question, "asks": view["question"]})
                for why in game.explain(state, seat):
                    options.add({**msgspec.to_builtins(explained(game, state, why)), "text": question})
                for miss in misses(game, state, seat):
                    near.add(miss)
                if step == 100 and not middle:
                    middle = {**game.printed(state), **view}
            action = random.choice(state.options())
            for viewer in (None, seat):
                log.add(
                    {
                        "seat": 0,
                        "question": question,
                        "text": "",
                        "message": message(game.tell(state, action, viewer)),
                    }
                )
            match.play(action)
            for happened in match.happenings[-1].messages:
                told.add(message(happened))
            step += 1
        view = game.view(match.state, 0)
        asked.add({"question": "", "asks": view["question"]})
    kept = {"log": log, "told": told, "asked": asked, "options": options, "near": near}
    return {"view": msgspec.to_builtins(middle), **{part: found.all() for part, found in kept.items()}}


def text() -> str:
    """The whole file."""
    return json.dumps({name: recorded(name) for name in GAMES}, ensure_ascii=False, sort_keys=True) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
