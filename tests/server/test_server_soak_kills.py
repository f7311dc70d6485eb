"""Full counts: ``kill -9`` while people move, talk, agree to undos and give orders; nothing they were told is lost.

``SOAK_KILLS`` says how often (1,000 for both databases together); every run adds a line to ``docs/soak``.
"""

from __future__ import annotations

import json
import os
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests import figures
from tests.server.running import Running, wait_for

KILLS = int(os.environ.get("SOAK_KILLS", "1000"))

pytestmark = [pytest.mark.soak, pytest.mark.timeout(6 * 3600)]

ABOUT = (
    "Written by `make soak`, a line for each run (`SOAK_KILLS` says how many kills). Three tables of three people "
    "play, talk, take back by consent and give standing orders without pause; the server is killed at any moment "
    "and started again. After each start everything that was answered as done must be in the database: moves, "
    "lines of chat, consents, orders; whoever is asked was told exactly once; orders have answered. "
    "A run in which anything is lost fails and writes no line."
)

ORDERS: tuple[list[dict[str, str]], ...] = (
    [],
    [{"question": "Bid", "rule": "first"}],
    [{"question": "Pay", "rule": "first"}],
)


class Table:
    """Three people who play without pause, and what they were told is done."""

    def __init__(self, server: Running, number: int, going: threading.Event) -> None:
        self.server = server
        self.going = going
        self.over = False
        self.chance = random.Random(number)
        self.people = [server.person(f"p{number} {seat}") for seat in range(3)]
        settings = {"by_webhook": True, "webhook": "http://127.0.0.1:9/", "live_too": True}
        for person in self.people:
            assert person.put("/api/notices", **settings).status_code == 200
        self.match = ""
        self.moves: dict[tuple[str, int], str] = {}
        self.lines: dict[tuple[str, int], str] = {}
        self.undos: Counter[str] = Counter()
        self.consent: tuple[str, int] | None = None
        """The match and the seat of a consent after which another one is needed."""
        self.orders: dict[tuple[str, int], list[Any]] = {}
        """Match and seat -> the orders that were taken, and those that may have been."""
        self.counts: Counter[str] = Counter()
        self.thread = threading.Thread(target=self._play)
        self.thread.start()

    def _play(self) -> None:
        while not self.over:
            self.going.wait(1)
            if not self.going.is_set():
                continue
            try:
                for person in self.people:
                    person.client.base_url = httpx.URL(self.server.url)
                self._step()
            except (httpx.HTTPError, AssertionError, KeyError):
                time.sleep(0.05)

    def _step(self) -> None:
        if not self.match:
            self.consent = None
            self.match = self.people[0].table(*self.people[1:], mode="turns")
        table = self.people[0].get(f"/api/tables/{self.match}")
        if table["state"] != "running":
            if table["state"] == "over":
                self.match = ""
            return
        what = self.chance.random()
        if what < 0.2:
            self._talk()
        elif what < 0.35:
            self._order(table)
        elif what < 0.5 and table["move"] > 1:
            self._undo(table)
        else:
            self._move(table)

    def _move(self, table: Any) -> None:
        mover = self.people[table["asked"]]
        shown = mover.position(self.match, seat=table["asked"])
        text = self.chance.choice(shown["options"])["text"]
        answer = mover.post(f"/api/matches/{self.match}/commit", base=shown["number"], actions=[text])
        if answer.status_code == 200:
            self.moves[self.match, shown["number"] + 1] = text
            self.counts["moves"] += 1
            self.consent = None

    def _talk(self) -> None:
        text = f"word {self.chance.random()}"
        answer = self.chance.choice(self.people).post(f"/api/matches/{self.match}/chat", text=text)
        if answer.status_code == 201:
            self.lines[self.match, answer.json()["number"]] = text
            self.counts["lines"] += 1

    def _order(self, table: Any) -> None:
        seat = self.chance.randrange(3)
        wish = self.chance.choice(ORDERS)
        known = self.orders.setdefault((self.match, seat), [[]])
        known.append(wish)
        answer = self.people[seat].put(f"/api/matches/{self.match}/orders", orders=wish)
        if answer.status_code == 200:
            self.orders[self.match, seat] = [wish]
            self.counts["orders"] += 1

    def _undo(self, table: Any) -> None:
        path, seat = f"/api/matches/{self.match}/undo", self.chance.randrange(3)
        asked = self.people[seat].post(path, base=table["number"], keep=table["move"] - 1, seat=seat)
        if asked.status_code != 200:
            return
        if asked.json()["state"] == "done":
            self._undone()
            return
        request = asked.json()["request"]
        for other in request["needed"]:
            body = {"number": request["number"], "keep": request["keep"], "consent": True}
            answer = self.people[other].post(f"{path}/answer", **body)
            if answer.status_code != 200:
                return
            self.counts["consents"] += 1
            if answer.json()["state"] == "done":
                self._undone()
                return
            self.consent = (self.match, other)

    def _undone(self) -> None:
        self.undos[self.match] += 1
        self.counts["undos"] += 1
        self.consent = None

    # After a kill

    def matches(self) -> set[str]:
        """All that were ever played here."""
        return {match for match, _ in self.moves} | {match for match, _ in self.lines}

    def check(self, match: str) -> None:
        """Everything that was told of a match is stored."""
        stored = {row[0]: row for row in self.server.rows(_of("number, question, text", "entries", match))}
        for (where, number), text in self.moves.items():
            if where == match:
                assert number in stored, f"{match} #{number} {text} is lost"
                assert stored[number][2] == text, f"{match} #{number}: {stored[number]} instead of {text}"
        assert sorted(stored) == list(range(1, len(stored) + 1))
        said = {row[0]: row[1] for row in self.server.rows(_of("number, text", "chat", match))}
        for (where, number), text in self.lines.items():
            if where == match:
                assert said.get(number) == text, f"{match}: {text} is lost"
        undos = [row[1] for row in stored.values()].count("Undo")
        assert undos >= self.undos[match], f"{match}: {self.undos[match]} undos were done, {undos} are stored"
        if self.consent is not None and self.consent[0] == match and undos == self.undos[match]:
            pending = self.server.rows(f"SELECT undo_request FROM matches WHERE id = '{match}'")[0][0]
            request = json.loads(pending) if isinstance(pending, str) else pending
            moved = len(stored) > max((n for where, n in self.moves if where == match), default=0)
            assert moved or (request and self.consent[1] in request["consents"]), f"{match}: a consent is lost"
        for seat, raw in self.server.rows(_of("seat, orders", "seats", match)):
            known = self.orders.get((match, seat))
            kept = json.loads(raw) if isinstance(raw, str) else raw
            if known is not None:
                plain = [{"question": one["question"], "rule": one["rule"]} for one in kept]
                assert plain in known, f"{match} seat {seat}: {plain} instead of {known}"


def _of(columns: str, table: str, match: str) -> str:
    return f"SELECT {columns} FROM {table} WHERE \"match\" = '{match}'"


ASKED = """
SELECT m.id, m.number, m.question, s."user", s.orders FROM matches m
JOIN seats s ON s."match" = m.id AND s.seat = m.asked WHERE m.state = 'running'
"""


def _settled(server: Running) -> bool:
    """Whoever is asked was told once, except where an order answers; nobody was told twice."""
    told = Counter(server.rows('SELECT "match", number, "user" FROM deliveries'))
    assert not [one for one, count in told.items() if count > 1]
    for match, number, question, user, raw in server.rows(ASKED):
        orders = json.loads(raw) if isinstance(raw, str) else raw
        if question in [order["question"] for order in orders] or told[match, number, user] != 1:
            return False
    return True


def _killed(server: Running, times: int) -> dict[str, object]:
    going = threading.Event()
    going.set()
    tables = [Table(server, number, going) for number in range(3)]
    chance, begun = random.Random(times), time.monotonic()
    try:
        for _ in range(times):
            before = sum(table.counts["moves"] for table in tables)
            wait_for(lambda before=before: sum(t.counts["moves"] for t in tables) > before + 2, 120)  # type: ignore[misc]  # a default binds it
            time.sleep(chance.random() * 0.2)
            server.kill()
            going.clear()
            time.sleep(0.1)  # what was answered before has been heard
            server.start()
            for table in tables:
                if table.match:
                    table.check(table.match)
            wait_for(lambda: _settled(server), 60)
            going.set()
    finally:
        for table in tables:
            table.over = True
        going.set()
        for table in tables:
            table.thread.join(60)
    server.stop()
    for table in tables:
        for match in table.matches():
            table.check(match)
    checked = server.admin("check")
    assert checked.returncode == 0, checked.stdout
    counts = sum((table.counts for table in tables), Counter())
    notices = server.rows("SELECT count(*) FROM deliveries")[0][0]
    names = ("moves", "lines", "undos", "consents", "orders")
    figure: dict[str, object] = {name: counts[name] for name in names}
    return {"kills": times, **figure, "notices": int(notices), "lost": 0, "s": int(time.monotonic() - begun)}


def test_nothing_that_was_told_is_lost_by_kill_9(
    start: Callable[..., Running], request: pytest.FixtureRequest
) -> None:
    database = "SQLite" if "sqlite" in request.node.name else "PostgreSQL"
    found = _killed(start(check="none", private_webhooks="yes"), max(1, KILLS // 2))
    figures.add("kills", "Killed while people play", ABOUT, {"database": database, **found})
