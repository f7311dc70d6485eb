"""What is stored of a person: they may read all of it, and have it deleted."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from functools import partial
from typing import Any

import psycopg

from tests.server.club import PASSWORD, member, moderator
from tests.server.outside import browser
from tests.server.running import Person, Running, at_once, play_on, wait_for


def _delete(person: Person, **body: Any) -> Any:
    return person.ask("DELETE", "/api/account", json=body)


def _everything(server: Running) -> str:
    """Every text in the database."""
    found: list[Any] = []
    if address := server.env.get("ORRERY_DATABASE"):
        with psycopg.connect(address) as connection:
            names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
            for (name,) in names:
                found += connection.execute(f'SELECT * FROM "{name}"'.encode()).fetchall()
    else:
        with contextlib.closing(sqlite3.connect(server.data / "orrery.sqlite", timeout=30)) as file:
            for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                found += file.execute(f'SELECT * FROM "{name}"').fetchall()
    return repr(found)


def test_an_export_has_all_that_is_theirs_and_no_word_of_others(start: Callable[..., Running]) -> None:
    server = start()
    ada, ben = member(server, "Ada"), server.person("Ben")
    token = ada.done("/api/tokens", name="my bot")["secret"]
    assert ada.put("/api/notices", email="ada@example.org", by_email=True).status_code == 200
    match = ada.table(ben, title="Monday")
    ada.done(f"/api/matches/{match}/chat", text="good luck")
    ben.done(f"/api/matches/{match}/chat", text="the secret of Ben")
    ada.put(f"/api/matches/{match}/notes", text="watch seat two")
    ben.put(f"/api/matches/{match}/notes", text="the notes of Ben")
    play_on(match, ada, ben)
    answer = ada.ask("GET", "/api/account/export")
    assert "attachment" in answer.headers["content-disposition"]
    found = answer.json()
    assert (found["id"], found["name"], found["email"], found["confirmed"]) == (
        ada.id,
        ada.name,
        "ada@example.org",
        False,
    )
    (played,) = found["matches"]
    assert (played["match"], played["seat"], played["state"]) == (match, 0, "over")
    assert len(played["scores"]) == 2
    assert [one["match"] for one in found["hosted"]] == [match]
    assert [line["text"] for line in found["chat"]] == ["good luck"]
    assert found["notes"] == [{"match": match, "text": "watch seat two"}]
    assert [one["name"] for one in found["tokens"]] == ["my bot"]
    assert found["settings"]["by_email"]
    for secret in (token, "of Ben", "$argon2", PASSWORD, ada.client.cookies["orrery_session"].partition(".")[0]):
        assert secret not in answer.text
    assert server.nobody().ask("GET", "/api/account/export").status_code == 401


def test_nothing_is_left_of_a_deleted_account(start: Callable[..., Running]) -> None:
    server = start(private_webhooks="yes")
    ada, ben, cid = server.person("Ada"), server.person("Ben"), server.person("Cid")
    name = "Zaphod Beeblebrox"
    ada.enter(ada.post("/api/account", name=name, password=PASSWORD))
    ada.done("/api/tokens", name="zaphods bot")
    hook = {"webhook": "http://zaphod.example/hook", "by_webhook": True}
    assert ada.put("/api/notices", email="zaphod@example.org", **hook).status_code == 200
    ada.done("/api/notices/push", **browser("https://push.example/zaphod"))
    over, running = ada.table(ben, title="zaphods game"), ben.table(ada, cid)
    ada.done(f"/api/matches/{over}/chat", text="zaphod was here")
    ada.put(f"/api/matches/{over}/notes", text="zaphod thinks")
    play_on(over, ada, ben)
    mine, theirs = ada.table(options={"players": 3}), ben.table(ada, options={"players": 3})
    assert "zaphod" in _everything(server).lower()
    assert _delete(ada).json()["code"] == "wrong-password"
    assert _delete(ada, password="not hers at all").status_code == 401
    with ben.live() as socket:
        socket.send("watch", match=running, seat=0)
        socket.next("watching")
        answer = _delete(ada, password=PASSWORD)
        assert answer.status_code == 200, answer.text
        assert socket.next("moved")["entries"][0]["question"] == "Resign"
    assert ada.get("/api/me")["user"] is None
    assert "zaphod" not in _everything(server).lower()
    server.nobody().refused("/api/sign-in", 401, "wrong-password", name=name, password=PASSWORD)
    # Finished matches replay, running ones go on without them, tables that have not started are free of them.
    seat = ben.get(f"/api/tables/{over}")["seats"][0]
    assert (seat["name"], seat["gone"], seat["guest"]) == ("", True, False)
    assert ben.ask("GET", f"/api/matches/{over}/replay", params={"move": 2}).status_code == 200
    (line,) = ben.get(f"/api/matches/{over}/chat")["lines"]
    assert (line["name"], line["text"], line["removed"]) == ("", "", "deleted")
    table = wait_for(lambda: (t := ben.get(f"/api/tables/{running}"))["seats"][1]["out"] and t)
    assert (table["state"], table["seats"][1]["kind"]) == ("running", "bot")
    assert ben.ask("GET", f"/api/tables/{mine}").status_code == 404
    assert ben.get(f"/api/tables/{theirs}")["seats"][1]["kind"] == "open"
    assert server.admin("check").returncode == 0
    # The name is free again.
    fresh = server.nobody()
    fresh.enter(fresh.post("/api/account", name=name, password=PASSWORD))


def test_a_guest_needs_no_password_and_an_opponent_has_won(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    assert _delete(ada).status_code == 200
    table = wait_for(lambda: (t := ben.get(f"/api/tables/{match}"))["state"] == "over" and t)
    assert (table["reason"], table["places"]) == ("resigned", [2, 1])
    assert ada.get("/api/me")["user"] is None
    assert _delete(ada).status_code == 401


def test_deleted_twice_at_once_and_while_they_write(server: Running) -> None:
    """Whatever a request stores is stored before and goes too, or is refused."""
    for _ in range(4):
        ada, ben = server.person("Quirin"), server.person("Ben")
        match = ada.table(ben)
        table = ben.table(options={"players": 3})
        at_once(
            partial(_delete, ada),
            partial(_delete, ada),
            partial(ada.post, f"/api/matches/{match}/chat", text="quirin says"),
            partial(ada.put, f"/api/matches/{match}/notes", text="quirin notes"),
            partial(ada.put, "/api/notices", email="quirin@example.org"),
            partial(ada.post, f"/api/tables/{table}/join"),
        )
        assert ada.get("/api/me")["user"] is None
        assert "quirin" not in _everything(server).lower()


def test_a_crash_after_the_deletion_leaves_no_seat_behind(start: Callable[..., Running]) -> None:
    """The next server gives up the seats that the former one had no time for."""
    server = start()
    ada, ben, cid = server.person("Ada"), server.person("Ben"), server.person("Cid")
    match = ben.table(ada, cid)
    server.kill()
    server.database(f"UPDATE users SET name = '', deleted = 1 WHERE id = {ada.id}")
    server.start()
    wait_for(lambda: ben.get(f"/api/tables/{match}")["seats"][1]["out"] == "resigned")


def test_an_operator_deletes_an_account(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite()
    ada, mo = member(server, "Ada"), moderator(server)
    assert server.admin("user", "delete", ada.name, "--reason", "asked by letter").returncode == 0
    assert ada.name not in _everything(server)
    assert ada.get("/api/me")["user"] is None
    (deed,) = [one for one in mo.get("/api/moderation/deeds")["deeds"] if one["user"] == ada.id]
    assert (deed["what"], deed["why"], deed["user_name"]) == ("delete", "asked by letter", "")
    mo.refused(f"/api/moderation/people/{ada.id}/ban", 404, "not-found", why="x")
