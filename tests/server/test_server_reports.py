"""Reports on finished matches: asked for once, made decision by decision, kept through a kill."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.gaia.test_public import record
from tests.server.running import Person, Running, wait_for

pytestmark = pytest.mark.timeout(300)

NODES = "20"
"""Positions for each candidate: what is found is worthless, how it is made is the same."""


def finished(person: Person) -> str:
    """A game of two, played to its end elsewhere and pasted."""
    return str(person.done("/api/records", text=json.dumps(record()))["id"])


def state(person: Person, match: str, seat: int = 0, depth: str = "quick") -> dict[str, Any]:
    found = person.get(f"/api/matches/{match}/report", seat=seat, depth=depth)
    assert isinstance(found, dict)
    return found


def done(person: Person, match: str, seat: int = 0, depth: str = "quick") -> dict[str, Any]:
    found: dict[str, Any] = wait_for(
        lambda: (seen := state(person, match, seat, depth))["state"] != "waiting" and seen, 240
    )
    return found


def test_a_report_survives_kills_and_is_read_by_everybody(start: Callable[..., Running]) -> None:
    """It is asked for once, made decision by decision, and no judged one is lost when the server dies twice."""
    server = start(report_nodes=NODES)
    ada, ben = server.person("Ada"), server.person("Ben")
    match = finished(ada)
    key = ada.get(f"/api/tables/{match}")["key"]
    assert state(ada, match) == {"state": "none"}
    ben.refused(f"/api/matches/{match}/report", 403, "key", seat=0)
    server.nobody().refused(f"/api/matches/{match}/report", 401, "sign-in", seat=0)
    asked = ada.post(f"/api/matches/{match}/report", seat=0)
    assert asked.status_code == 202
    assert ben.post(f"/api/matches/{match}/report?key={key}", seat=0).status_code == 202
    known: dict[int, str] = {}

    def further() -> bool:
        return int(state(ada, match).get("done", 0)) >= len(known) + 3

    for again in range(2):
        wait_for(further, 120)
        server.kill()
        if again:  # once it is waited for
            server.later("reports")
        server.start()
        rows = dict(server.rows("SELECT move, unit FROM judged"))
        assert known.items() <= rows.items()
        known = rows
    found = done(ada, match)
    assert found["state"] == "done"
    report = found["report"]
    assert report["final"] == record()["final"]["scores"][0]
    assert report["judged"] == report["decisions"] > 20
    assert abs(sum(kind["points"] for kind in report["kinds"]) - report["points"]) < 0.01
    units = [json.loads(unit) for (unit,) in server.rows("SELECT unit FROM judged")]
    assert len(units) == found["total"] == report["decisions"]
    # A decision that was judged and not yet stored is judged again: one for each kill at the most.
    assert len(units) <= found["done"] <= len(units) + 2
    assert server.rows("SELECT count(*) FROM reports") == [(1,)]
    read = ben.get(f"/api/matches/{match}/report", seat=0, key=key)
    assert read["report"] == report
    assert state(ada, match, 1) == {"state": "none"}


def test_a_match_that_is_played_is_never_judged(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(report_nodes=NODES)
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben, game="gaia")
    for person in (ada, ben):
        refused = person.refused(f"/api/matches/{match}/report", 409, "not-over", seat=0)
        assert refused["detail"]["reason"]["key"] == "desk.report.running"
        assert person.ask("GET", f"/api/matches/{match}/report", params={"seat": 0}).status_code == 409
    stopped = record()
    stopped["moves"] = stopped["moves"][:40]
    half = ada.done("/api/records", text=json.dumps(stopped))["id"]
    ada.refused(f"/api/matches/{half}/report", 409, "not-over", seat=0)
    over = finished(ada)
    ada.refused(f"/api/matches/{over}/report", 404, "not-found", seat=7)
    ada.refused(f"/api/matches/{over}/report", 400, "bad-request", seat=0, depth="deep")
    assert server.rows("SELECT count(*) FROM reports") == [(0,)]


def test_reports_of_one_person_are_limited_and_those_of_a_deleted_one_go(
    start_sqlite: Callable[..., Running],
) -> None:
    server = start_sqlite(report_nodes="1000000")
    ada = server.person("Ada")
    games = [finished(ada) for _ in range(4)]
    wanted = [(match, seat) for match in games for seat in (0, 1)]
    codes = [ada.post(f"/api/matches/{match}/report", seat=seat).status_code for match, seat in wanted]
    assert codes == [202] * 6 + [429] * 2
    ben = server.person("Ben")
    assert ben.post(f"/api/matches/{finished(ben)}/report", seat=0).status_code == 202
    # Whoever asks for one does not wait until six of somebody else are made.
    under_way = 'SELECT "user", count(*) FROM reports WHERE lease > 0 GROUP BY "user"'
    wait_for(lambda: dict(server.rows(under_way)) == {ada.id: 1, ben.id: 1})
    ada.enter(ada.post("/api/account", name="Ada L", password="analytical engine"))
    assert ada.ask("DELETE", "/api/account", json={"password": "analytical engine"}).status_code == 200
    assert server.rows("SELECT count(*) FROM reports") == [(1,)]


def priorities(server: Running) -> list[int]:
    """How far each process of a server stands back."""
    assert server.process is not None
    listed = subprocess.run(["ps", "-A", "-o", "ppid=,nice="], capture_output=True, text=True, check=True).stdout
    pairs = [line.split() for line in listed.splitlines()]
    return [int(nice) for parent, nice in pairs if parent == str(server.process.pid) and nice != "-"]


def test_others_play_on_while_a_report_is_made(start_sqlite: Callable[..., Running]) -> None:
    """The report has a process of its own, which stands back: bots and moves do not wait behind it."""
    server = start_sqlite(report_nodes="100000", report_nice="19")
    ada, ben = server.person("Ada"), server.person("Ben")
    assert ada.post(f"/api/matches/{finished(ada)}/report", seat=0).status_code == 202
    wait_for(lambda: 19 in priorities(server))
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    table = ben.done("/api/tables", game="gaia", options={"players": 2}, seats=seats)["id"]
    before = time.monotonic()
    for _ in range(6):
        wait_for(lambda: ben.get(f"/api/tables/{table}")["asked"] == 0, 60)
        ben.commit(table, ben.position(table)["options"][0]["text"])
    assert time.monotonic() - before < 120
    assert ada.get("/api/me")["user"]["name"] == "Ada"
