"""The access log: what stands in it, what never does, and when it is gone."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from orrery.server.settings import Settings
from orrery.server.visits import Visit, Visits
from tests.server.running import Running, play_on, wait_for

PASSWORD = "correct horse battery"


def _lines(server: Running) -> list[dict[str, Any]]:
    files = sorted((server.data / "access").glob("*.log"))
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def _bytes(server: Running) -> bytes:
    return b"".join(file.read_bytes() for file in sorted((server.data / "access").iterdir()))


def test_a_line_says_who_asked_for_what_and_how_it_ended(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite()
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    ben.refused("/api/sign-in", 401, "wrong-password", name="Ada", password=PASSWORD)
    server.nobody().ask("GET", "/no/such.thing")
    with ada.live() as socket:
        socket.send("watch", match=match, seat=0)
        socket.next("watching")
    found = {(line["method"], line["path"], line["status"]): line for line in _lines(server)}
    made = found["POST", "/api/tables", 201]
    assert (made["user"], made["address"]) == (ada.id, "127.0.0.1")
    assert made["ms"] > 0
    assert datetime.fromisoformat(made["at"]) <= datetime.now(UTC)
    assert found["POST", "/api/tables/{match}/join", 200]["user"] == ben.id
    wrong = found["POST", "/api/sign-in", 401]
    assert (wrong["code"], wrong["address"]) == ("wrong-password", "127.0.0.1")
    assert found["GET", "/{path}", 404]["user"] is None
    assert found["GET", "/api/live", 101]["user"] == ada.id
    assert stat.S_IMODE((server.data / "access").stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in (server.data / "access").iterdir()} == {0o600}


def test_behind_a_proxy_the_address_is_the_visitors(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(proxies="127.0.0.1")
    nobody = server.nobody()
    nobody.client.headers["X-Forwarded-For"] = "203.0.113.7"
    nobody.refused("/api/sign-in", 401, "wrong-password", name="Ada", password=PASSWORD)
    assert [line["address"] for line in _lines(server) if line["status"] == 401] == ["203.0.113.7"]


def test_no_secret_is_in_it(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite()
    ada, ben = server.person("Ada"), server.person("Ben")
    ada.enter(ada.post("/api/account", name="Ada Secretive", password=PASSWORD, email="ada@example.org"))
    ada.post("/api/sign-in", name="Ada Secretive", password="a wrong password")
    token = ada.done("/api/tokens", name="tokenname")["secret"]
    program = server.nobody()
    program.client.headers["Authorization"] = f"Bearer {token}"
    assert program.get("/api/me")["user"]["id"] == ada.id
    made = ada.done("/api/tables", game="auction", seats=[{"kind": "me"}], visibility="link", title="Hideout")
    match, key = made["id"], made["key"]
    ben.done(f"/api/tables/{match}/join", key=key)
    server.nobody().get(f"/api/tables/{match}", key=key)
    server.nobody().ask("GET", f"/match/{match}", params={"key": key})
    server.nobody().ask("GET", f"/api/matches/{match}/position", params={"key": "guessedkey"})
    ada.get("/api/tables", list="mine", search="searchedword")
    with pytest.raises(InvalidStatus):
        connect(server.url.replace("http", "ws") + f"/api/nothing?key={key}")
    ada.done(f"/api/matches/{match}/chat", text="spokenword")
    play_on(match, ada, ben)
    ada.done("/api/sign-out")
    cookies = [cookie.value for person in (ada, ben) for cookie in person.client.cookies.jar if cookie.value]
    sessions = [part for value in cookies for part in value.split(".") if len(part) > 8]
    headers = [str(person.client.headers["X-CSRF"]) for person in (ada, ben)]
    assert sessions
    raw = _bytes(server)
    assert b"/api/sign-in" in raw
    secret = [PASSWORD, "a wrong password", token, key, "guessedkey", "searchedword", "spokenword", "Hideout"]
    for one in [*secret, *cookies, *sessions, *headers, match, "Ada Secretive", "ada@example.org", "tokenname"]:
        assert one.encode() not in raw, one


def test_it_can_be_left_out(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(access_log="no")
    server.person("Ada")
    assert not (server.data / "access").exists()


def test_old_days_go_when_a_server_starts(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(access_days="3")
    server.person("Ada")
    server.stop()
    today = datetime.now(UTC).date()
    folder = server.data / "access"
    for ago in (1, 2, 3, 4, 400):
        (folder / f"{today - timedelta(days=ago)}.log").write_text("{}\n")
    (folder / "notes.log").write_text("not ours\n")
    server.start()
    names = {f"{today - timedelta(days=ago)}.log" for ago in range(3)} | {"notes.log"}
    wait_for(lambda: {file.name for file in folder.iterdir()} == names)


def _visit(day: date) -> Visit:
    return Visit(f"{day.isoformat()}T12:00:00.000+00:00", "127.0.0.1", None, "GET", "/", 200, 1.0)


def test_a_new_day_is_a_new_file_and_the_oldest_goes(tmp_path: Path) -> None:
    visits = Visits(Settings(tmp_path, access_days=2))
    day = date(2026, 2, 27)
    for number in range(4):
        visits.note(_visit(day + timedelta(days=number)))
        visits.note(_visit(day + timedelta(days=number)))
    visits.close()
    assert sorted(file.name for file in (tmp_path / "access").iterdir()) == ["2026-03-01.log", "2026-03-02.log"]
    assert len((tmp_path / "access" / "2026-03-01.log").read_text().splitlines()) == 2


def test_a_log_that_cannot_be_written_costs_no_request(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite()
    server.stop()
    folder = server.data / "access"
    if folder.exists():
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()
    folder.write_text("in the way")
    server.start()
    ada, ben = server.person("Ada"), server.person("Ben")
    assert play_on(ada.table(ben), ada, ben)["state"] == "over"
    assert server.log().count("the access log cannot be written") == 1
