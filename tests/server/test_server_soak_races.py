"""Full counts: commits that race for the same number, on one process with SQLite and on two with PostgreSQL.

``SOAK_COMMITS`` says how many (10,000 for both databases together); every run adds a line to ``docs/soak``.
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from tests import figures
from tests.server.running import Person, Running, at_once, elsewhere

COMMITS = int(os.environ.get("SOAK_COMMITS", "10000"))
AT_ONCE = 6

pytestmark = [pytest.mark.soak, pytest.mark.timeout(6 * 3600)]

ABOUT = (
    "Written by `make soak`, a line for each run (`SOAK_COMMITS` says how many commits). Six commits are sent "
    "at the same moment for each number of a match, some of them alike; with PostgreSQL to two server "
    "processes. Of each number exactly one may win, the same text again is `repeated`, every other one is "
    "`stale`; afterwards the log is the winners in their order and replays. A run in which that is not so "
    "fails and writes no line."
)


def _raced(ada: Person, racers: list[Person], count: int, chance: random.Random) -> Counter[str]:
    """Whole matches, each number raced for."""
    found: Counter[str] = Counter()
    seats = [{"kind": "me"}, {"kind": "me"}]
    while found["commits"] < count:
        match = ada.done("/api/tables", game="auction", seats=seats)["id"]
        won: list[str] = []
        while found["commits"] < count:
            shown = ada.position(match)
            if shown["over"]:
                break
            assert shown["number"] == len(won), "a number was given twice or not at all"
            texts = [chance.choice(shown["options"])["text"] for _ in racers]
            body = {"base": shown["number"], "seat": shown["asked"]}
            path = f"/api/matches/{match}/commit"
            answers = at_once(
                *(
                    partial(racer.post, path, actions=[text], **body)
                    for racer, text in zip(racers, texts, strict=True)
                )
            )
            winners = []
            for text, answer in zip(texts, answers, strict=True):
                found["commits"] += 1
                if answer.status_code != 200:
                    assert answer.json()["code"] == "stale", answer.text
                    found["stale"] += 1
                elif answer.json()["repeated"]:
                    found["repeated"] += 1
                else:
                    winners.append(text)
            assert len(winners) == 1, f"{match} #{len(won) + 1}: {winners}"
            found["won"] += 1
            won += winners
        entries = ada.get(f"/api/matches/{match}/log", seat=0)["entries"]
        told = [entry["text"] for entry in entries]
        assert len(told) == len(won)
        assert all(text in (winner, "bid a card") for text, winner in zip(told, won, strict=True))
    return found


def _recorded(database: str, servers: list[Running]) -> None:
    ada, begun = servers[0].person("Ada"), time.monotonic()
    racers = [elsewhere(ada, servers[number % len(servers)]) for number in range(AT_ONCE)]
    found = _raced(ada, racers, max(AT_ONCE, COMMITS // 2), random.Random(7))
    for server in servers:
        assert server.stop() == 0
    checked = servers[0].admin("check")
    assert checked.returncode == 0, checked.stdout
    counts = {name: found[name] for name in ("commits", "won", "repeated", "stale")}
    row = {"database": database, "processes": len(servers), **counts, "doubled or lost": 0}
    figures.add("races", "Commits that race", ABOUT, {**row, "s": int(time.monotonic() - begun)})


def test_racing_commits_on_sqlite(start_sqlite: Callable[..., Running]) -> None:
    _recorded("SQLite", [start_sqlite(check="none")])


def test_racing_commits_on_two_processes_with_postgresql(start_postgres: Callable[..., Running]) -> None:
    _recorded("PostgreSQL", [start_postgres("left", check="none"), start_postgres("right", check="none")])
