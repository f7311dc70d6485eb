"""Two server processes on one PostgreSQL."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from orrery.desk.delta import applied
from orrery.server.bench import _children
from tests.server.running import Person, Running, elsewhere, play_on, wait_for


def test_people_on_different_processes_play_one_match(start_postgres: Callable[..., Running]) -> None:
    left, right = start_postgres("left"), start_postgres("right")
    ada, ben = left.person("Ada"), right.person("Ben")
    match = ada.table(ben)
    views = [ada.position(match)["view"], ben.position(match)["view"]]
    with ada.live() as one, ben.live() as two:
        for seat, socket in enumerate((one, two)):
            socket.send("watch", match=match, seat=seat)
            socket.next("watching")
        over = False
        while not over:
            asked = ada.get(f"/api/tables/{match}")["asked"]
            mover = (ada, ben)[asked]
            mover.commit(match, mover.position(match)["options"][-1]["text"])
            for seat, (person, socket) in enumerate(((ada, one), (ben, two))):
                moved = socket.next("moved")
                views[seat] = applied(views[seat], moved["changes"])
                assert views[seat] == person.position(match)["view"]
                over = moved["over"]
        ben.done(f"/api/matches/{match}/chat", text="well played")
        assert one.next("chat")["line"]["text"] == "well played"
    assert ada.get(f"/api/tables/{match}")["places"] == ben.get(f"/api/tables/{match}")["places"]


def test_two_hundred_racing_commits_leave_one_winner_for_each_number(
    start_postgres: Callable[..., Running],
) -> None:
    left, right = start_postgres("left"), start_postgres("right")
    ada = left.person("Ada")
    seats = [{"kind": "me"}, {"kind": "me"}]
    match = ada.done("/api/tables", game="gaia", options={"players": 2}, seats=seats)["id"]
    racers = [elsewhere(ada, left), elsewhere(ada, right), elsewhere(ada, left), elsewhere(ada, right)]
    winners: dict[int, list[str]] = {}
    refused = 0
    for number in range(50):
        shown = ada.position(match)
        assert shown["number"] == number
        options = shown["options"]
        gate = threading.Barrier(len(racers))
        answers: list[tuple[str, httpx.Response]] = []

        def race(racer: Person, text: str, seat: int, base: int, gate: Any = gate, answers: Any = answers) -> None:
            gate.wait()
            body: Any = {"base": base, "actions": [text], "seat": seat}
            answers.append((text, racer.post(f"/api/matches/{match}/commit", **body)))

        threads = [
            threading.Thread(target=race, args=(racer, options[i % len(options)]["text"], shown["asked"], number))
            for i, racer in enumerate(racers)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for text, answer in answers:
            if answer.status_code == 200 and not answer.json()["repeated"]:
                winners.setdefault(number + 1, []).append(text)
            elif answer.status_code == 200:
                assert answer.json()["repeated"]
            else:
                assert answer.json()["code"] == "stale", answer.text
                assert answer.json()["position"]["number"] > number
                refused += 1
    assert {number: len(texts) for number, texts in winners.items()} == dict.fromkeys(range(1, 51), 1)
    assert refused > 20
    log = ada.get(f"/api/matches/{match}/log", seat=0)["entries"]
    assert [entry["number"] for entry in log] == list(range(1, 51))
    assert [entry["text"] for entry in log] == [winners[number][0] for number in range(1, 51)]
    right.stop()
    left.stop()
    assert left.admin("check").returncode == 0


def test_a_process_whose_database_connection_breaks_catches_up(start_postgres: Callable[..., Running]) -> None:
    left, right = start_postgres("left"), start_postgres("right")
    ada, ben = left.person("Ada"), right.person("Ben")
    match = ada.table(ben)
    with ben.live() as socket:
        socket.send("watch", match=match, seat=1)
        socket.next("watching")
        with psycopg.connect(right.env["ORRERY_DATABASE"], autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND datname = current_database()"
            )
        wait_for(lambda: _up(ada) and _up(ben))
        ada.commit(match, ada.position(match)["options"][0]["text"])
        assert socket.next("moved")["number"] == 1


def _up(person: Person) -> bool:
    return person.ask("GET", "/api/me").status_code == 200


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs Linux")
def test_engine_processes_know_no_password(start_postgres: Callable[..., Running]) -> None:
    server = start_postgres(smtp="smtp://somebody:secret@127.0.0.1:9")
    assert server.process is not None
    engines = wait_for(lambda: _children(server.process.pid if server.process else 0))
    for pid in engines:
        known = Path(f"/proc/{pid}/environ").read_bytes()
        assert b"ORRERY_WORKERS" in known
        assert b"ORRERY_DATABASE" not in known
        assert b"secret" not in known
    server.person("Ada").table()


def test_what_is_rare_and_dear_is_counted_by_all_processes_together(start_postgres: Callable[..., Running]) -> None:
    one, two = (start_postgres(name, rates="yes", tables_minute="6") for name in ("one", "two"))
    ada = one.person("Ada")
    there = elsewhere(ada, two)
    made = [
        person.post("/api/tables", game="auction", seats=[{"kind": "me"}]).status_code
        for _ in range(6)
        for person in (ada, there)
    ]
    # One more may come back while they are made.
    assert 6 <= made.count(201) <= 8, made
    assert made.count(429) == len(made) - made.count(201)
    wrong = [
        server.nobody().post("/api/sign-in", name="Nobody", password="not right").status_code
        for _ in range(10)
        for server in (one, two)
    ]
    assert 10 <= wrong.count(401) <= 12, wrong
    assert wrong.count(429) == len(wrong) - wrong.count(401)
    said = two.nobody().post("/api/sign-in", name="nobody", password="not right")
    assert said.status_code == 429
    assert 1 <= int(said.headers["Retry-After"]) <= 7
    assert "Nobody" not in str(one.rows("SELECT key FROM buckets"))


def test_a_bot_that_thinks_in_one_process_is_hurried_by_a_player_at_another(
    start_postgres: Callable[..., Running],
) -> None:
    settings = {"levels": "ponders=tests.server.test_server_bots:Ponders", "bot_limit": "500"}
    left, right = start_postgres("left", **settings), start_postgres("right", **settings)
    ada = left.person("Ada")
    seats = [{"kind": "bot", "level": "ponders"}, {"kind": "me"}]
    match = ada.done("/api/tables", game="auction", seats=seats)["id"]
    play_on(match, ada, until=lambda table: table["asked"] == 0)
    number = ada.get(f"/api/tables/{match}")["number"]
    elsewhere(ada, right).done(f"/api/matches/{match}/hurry", base=number)
    wait_for(lambda: ada.get(f"/api/tables/{match}")["number"] > number)
    assert left.admin("check").returncode == 0
