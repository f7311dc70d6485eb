"""Games are never lost: kill -9, backup and restore, stuck engines, checks."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.running import Person, Running, play_on, wait_for


class Load:
    """People who play hot seat without pause; remembers every commit that they saw accepted."""

    def __init__(self, server: Running, count: int) -> None:
        self.server = server
        self.accepted: dict[tuple[str, int], str] = {}
        self.going = True
        self._lock = threading.Lock()
        people = [server.person(f"p{n}") for n in range(count)]
        self.threads = [threading.Thread(target=self._play, args=(person,)) for person in people]
        for thread in self.threads:
            thread.start()

    def _play(self, person: Person) -> None:
        match = ""
        chance = random.Random(person.id)
        while self.going:
            try:
                person.client.base_url = httpx.URL(self.server.url)
                if not match:
                    seats = [{"kind": "me"}, {"kind": "me"}]
                    made = person.post("/api/tables", game="auction", seats=seats)
                    match = made.json()["id"] if made.status_code == 201 else ""
                    continue
                table = person.get(f"/api/tables/{match}")
                if table["state"] != "running":
                    match = ""
                    continue
                options = person.position(match, seat=table["asked"])["options"]
                text = chance.choice(options)["text"]
                body: Any = {"base": table["number"], "actions": [text], "seat": table["asked"]}
                answer = person.post(f"/api/matches/{match}/commit", **body)
                if answer.status_code == 200:
                    with self._lock:
                        self.accepted[match, table["number"] + 1] = text
            except (httpx.HTTPError, KeyError, AssertionError):
                time.sleep(0.05)

    def stop(self) -> None:
        self.going = False
        for thread in self.threads:
            thread.join(30)


def _survives(server: Running, times: int) -> None:
    load = Load(server, 3)
    chance = random.Random(times)
    try:
        for _ in range(times):
            before = len(load.accepted)
            wait_for(lambda before=before: len(load.accepted) > before + 2, 60)  # type: ignore[misc]  # a default binds it
            time.sleep(chance.random() * 0.2)
            server.kill()
            seen = dict(load.accepted)
            server.start()
            eve = server.nobody()
            for match in {match for match, _ in seen}:
                # A finished match tells everything; of a running one the bids are sealed for a spectator.
                entries = eve.get(f"/api/matches/{match}/log")["entries"]
                told = {entry["number"]: entry["text"] for entry in entries}
                for (where, number), text in seen.items():
                    if where == match:
                        assert told.get(number) in (text, "bid a card"), f"{match} #{number} {text} is lost"
    finally:
        load.stop()
    server.stop()
    checked = server.admin("check")
    assert checked.returncode == 0, checked.stdout
    assert len(load.accepted) > 10


def test_every_accepted_move_survives_kill_9(start: Callable[..., Running], request: pytest.FixtureRequest) -> None:
    sqlite = "sqlite" in request.node.name
    _survives(start(check="none"), 6 if sqlite else 4)


def test_a_backup_made_while_playing_is_restored(start: Callable[..., Running], tmp_path: Path) -> None:
    server = start()
    ada, ben = server.person("Ada"), server.person("Ben")
    over, running = ada.table(ben), ada.table(ben)
    table = play_on(over, ada, ben)
    ada.commit(running, ada.position(running)["options"][0]["text"])
    file = tmp_path / "backup"
    load = Load(server, 1)
    made = server.admin("backup", str(file))
    load.stop()
    assert made.returncode == 0, made.stderr
    ben.commit(running, ben.position(running)["options"][0]["text"])
    server.stop()
    refused = server.admin("restore", str(file))
    assert refused.returncode == 2
    assert "--replace" in refused.stderr
    assert server.admin("restore", str(file), "--replace").returncode == 0
    assert server.admin("check").returncode == 0
    server.start()
    ada.client.base_url = ben.client.base_url = httpx.URL(server.url)
    assert ada.get(f"/api/tables/{over}")["scores"] == table["scores"]
    assert ada.get(f"/api/tables/{running}")["number"] == 1
    assert play_on(running, ada, ben)["state"] == "over"
    assert server.admin("restore", str(tmp_path / "nothing")).returncode == 2


def test_a_stuck_or_dying_engine_costs_one_request_only(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(limit="1")
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben, game="stuck")
    path = f"/api/matches/{match}/ask"
    for name in ("hang", "die"):
        assert "nothing was stored" in ada.refused(path, 503, "busy", name=name)["sentence"]
        assert ada.done(path, name="sum", args={"numbers": [2, 3]})["answer"]["sum"] == 5
    ada.refused(path, 500, "internal", name="fail")
    assert play_on(match, ada, ben)["state"] == "over"
    metrics = server.metrics()
    assert 'orrery_engine_killed_total{op="ask"} 2.0' in metrics


def test_a_server_told_to_stop_finishes_running_commits(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(check="none")
    load = Load(server, 3)
    wait_for(lambda: len(load.accepted) > 10)
    assert server.stop() == 0
    load.stop()
    seen = dict(load.accepted)
    server.start()
    eve = server.nobody()
    for (match, number), text in seen.items():
        entries = eve.get(f"/api/matches/{match}/log")["entries"]
        assert entries[number - 1]["text"] in (text, "bid a card")
    assert "Traceback" not in server.log()


def test_bots_go_on_after_a_restart(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite()
    ada = server.person("Ada")
    seats = [{"kind": "bot"}, {"kind": "bot"}, {"kind": "bot"}]
    ids = [ada.done("/api/tables", game="auction", options={"players": 3}, seats=seats)["id"] for _ in range(8)]
    server.kill()
    server.start()
    ada.client.base_url = httpx.URL(server.url)
    for match in ids:
        wait_for(lambda match=match: ada.get(f"/api/tables/{match}")["state"] == "over", 60)  # type: ignore[misc]  # a default binds it


def test_health_readiness_and_metrics(server: Running) -> None:
    nobody = server.nobody()
    assert nobody.get("/api/health")["status"] == "ok"
    assert nobody.get("/api/ready")["parts"] == {"database": "ok", "engine": "ok", "server": "ok"}
    metrics = server.metrics()
    nobody.refused("/api/sign-in", 401, "wrong-password", name="Nobody", password="no password")
    metrics = server.metrics()
    for name in (
        'orrery_queue_length{queue="engine"}',
        'orrery_queue_seconds_bucket{le="0.1",queue="engine"}',
        'orrery_worker_seconds_total{queue="engine"}',
        'orrery_refusals_total{code="wrong-password"}',
    ):
        assert f"\n{name}" in metrics, name
    for name in ("orrery_entries_total", "orrery_engine_seconds_bucket", "orrery_connections"):
        assert name in metrics


def test_accounts_are_kept_by_the_administrator(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite()
    assert server.admin("user", "add", "Zita", given="a good password\n").returncode == 0
    assert server.admin("user", "add", "zita", given="a good password\n").returncode == 2
    assert server.admin("user", "add", "Bo", given="short\n").returncode == 2
    assert "Zita" in server.admin("user", "list").stdout
    zita = server.nobody()
    zita.enter(zita.post("/api/sign-in", name="Zita", password="a good password"))
    token = server.admin("user", "token", "Zita").stdout.strip()
    program = server.nobody()
    program.client.headers["Authorization"] = f"Bearer {token}"
    assert program.get("/api/me")["user"]["name"] == "Zita"
    assert server.admin("user", "password", "Zita", given="another password\n").returncode == 0
    assert zita.get("/api/me")["user"] is None
    zita.enter(zita.post("/api/sign-in", name="Zita", password="another password"))
    assert server.admin("user", "sign-out", "Zita").returncode == 0
    assert zita.get("/api/me")["user"] is None
    assert server.admin("user", "token", "Nobody").returncode == 2
    assert server.admin("migrate").returncode == 0
