"""What is stale is removed: guests who do not come back, tables that nobody touches."""

from __future__ import annotations

from collections.abc import Callable

from tests.server.club import member
from tests.server.running import Running, play_on, wait_for

LONG_AGO = "UPDATE users SET seen = 1; UPDATE sessions SET used = 1; UPDATE matches SET changed = 1"


def _age(server: Running) -> None:
    for statement in LONG_AGO.split("; "):
        server.database(statement)


def test_guests_go_their_names_stay_and_whoever_plays_is_kept(start: Callable[..., Running]) -> None:
    server = start(guest_days="30", table_days="0")
    ada, ben, cid, dan = (server.person(name) for name in ("Ada", "Ben", "Cid", "Dan"))
    zoe = member(server, "Zoe")
    over = ada.table(ben)
    ada.done(f"/api/matches/{over}/chat", text="well played")
    play_on(over, ada, ben)
    running = ben.table(cid)
    _age(server)
    server.database(f"UPDATE users SET seen = 1900000000000 WHERE id = {dan.id}")
    assert server.admin("tidy", "--dry-run").stdout == "1 guests and 0 open tables can go\n"
    assert ada.get("/api/tables/" + over)["seats"][0]["user"] == ada.id
    assert server.admin("tidy").stdout == "1 guests and 0 open tables are gone\n"
    assert server.admin("tidy").stdout == "0 guests and 0 open tables are gone\n"
    assert ada.get("/api/me")["user"] is None
    table = ben.get(f"/api/tables/{over}")
    assert [seat["name"] for seat in table["seats"]] == ["Ada", "Ben"]
    assert ben.get(f"/api/matches/{over}/chat")["lines"][0]["text"] == "well played"
    assert ben.get(f"/api/tables/{running}")["state"] == "running"
    for person in (ben, cid, dan, zoe):
        assert server.admin("user", "list").returncode == 0
        assert person.get(f"/api/tables/{over}")["state"] == "over"


def test_a_guest_who_was_never_anywhere_leaves_no_row(start: Callable[..., Running]) -> None:
    server = start(guest_days="30")
    ada = server.person("Ada")
    bearer = {"Authorization": f"Bearer {ada.done('/api/tokens', name='bot')['secret']}"}
    ada.client.cookies.clear()
    assert ada.ask("GET", "/api/me", headers=bearer).status_code == 200
    # That the session and the token were used is noted after the answers.
    wait_for(lambda: ada.ask("GET", "/api/tokens", headers=bearer).json()[0]["used"])
    _age(server)
    assert server.admin("tidy").stdout.startswith("0 guests")  # a program of theirs still comes

    def gone() -> bool:
        _age(server)
        server.database("UPDATE tokens SET used = 1")
        return server.admin("tidy").stdout.startswith("1 guests")

    wait_for(gone)
    assert ada.ask("GET", "/api/me", headers=bearer).status_code == 401


def test_tables_that_nobody_touches_go(start: Callable[..., Running]) -> None:
    server = start(guest_days="0", table_days="7")
    ada, ben = server.person("Ada"), server.person("Ben")
    old, running = ada.table(), ada.table(ben)
    server.database("UPDATE matches SET changed = 1")
    fresh = ada.table()
    assert server.admin("tidy", "--dry-run").stdout == "0 guests and 1 open tables can go\n"
    assert server.admin("tidy").stdout == "0 guests and 1 open tables are gone\n"
    assert ada.ask("GET", f"/api/tables/{old}").status_code == 404
    for match in (running, fresh):
        assert ada.get(f"/api/tables/{match}")["id"] == match


def test_nothing_goes_where_that_is_off(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(guest_days="0", table_days="0")
    ada = server.person("Ada")
    old = ada.table()
    _age(server)
    assert server.admin("tidy").stdout == "0 guests and 0 open tables are gone\n"
    assert server.nobody().get(f"/api/tables/{old}")["state"] == "open"
