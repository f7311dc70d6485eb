"""Nobody is taken for somebody else, and no password is among the first that are tried."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from orrery.server.people.names import COMMON, skeleton
from tests.server.running import Person, Running

PASSWORD = "correct horse"


def _account(server: Running, name: str) -> Person:
    person = server.nobody()
    person.enter(person.post("/api/account", name=name, password=PASSWORD))
    return person


@pytest.mark.parametrize("like", ["Magda", "MAGDA", "Ｍａｇｄａ", "Маgda", "Μagdа", "magԁa", "  Magda ", "Мagdа"])
def test_a_name_that_looks_like_an_accounts_is_refused(server: Running, like: str) -> None:
    if server.nobody().post("/api/sign-in", name="Magda", password=PASSWORD).status_code == 401:
        _account(server, "Magda")
    server.nobody().refused("/api/account", 409, "taken", name=like, password=PASSWORD)
    server.nobody().refused("/api/guest", 409, "taken", name=like)


@pytest.mark.parametrize(
    "wrong",
    [
        "Ada\u200b",
        "\u202eadA",
        "\u2066Ada",
        "\u3164",
        "\u00ad",
        "\u2800\u2800",
        "   ",
        "\u00a0\u2003",
        "A\ufe0fda",
        "\u0301",
        "\ue000",
        "\ufdfa" * 5,  # ninety letters, written as five
    ],
)
def test_a_name_that_cannot_be_seen_is_refused(sqlite_server: Running, wrong: str) -> None:
    for path in ("/api/guest", "/api/account"):
        body = {"name": wrong} | ({"password": PASSWORD} if path == "/api/account" else {})
        told = sqlite_server.nobody().refused(path, 400, "bad-request", **body)
        assert told["detail"]["field"] == "name"
        assert told["detail"]["reason"]["key"].startswith("server.name.")


def test_names_of_many_languages_are_fine(sqlite_server: Running) -> None:
    for name in ("Győző", "Ольга", "Ελένη", "美咲", "Zoë", "محمد", "Ada 2"):
        assert sqlite_server.person(name).name == name
    assert sqlite_server.person("Ｏｌｇａ  Ｋ").name == "Olga K"


def test_letters_that_look_alike_are_one() -> None:
    assert len({skeleton(name) for name in ("Bill1", "BiII1", "Вill1", "Bіll1", "BILL1")}) == 1
    assert skeleton("Bernd") == skeleton("Bemd")
    assert len({skeleton(name) for name in ("Béla", "Bela", "Ben", "Benő")}) == 4


def test_who_has_an_account_signs_in_however_the_name_is_written(sqlite_server: Running) -> None:
    name = f"Wanda {uuid4().hex[:6]}"
    _account(sqlite_server, name)
    again = sqlite_server.nobody()
    again.enter(again.post("/api/sign-in", name=f"  {name.upper()} ", password=PASSWORD))


def test_a_guest_who_takes_an_account_keeps_the_name(sqlite_server: Running) -> None:
    name = f"Vera {uuid4().hex[:6]}"
    vera = sqlite_server.person(name)
    vera.enter(vera.post("/api/account", name=name, password=PASSWORD))
    assert vera.name == name


def test_seats_and_chat_say_who_is_a_guest(server: Running) -> None:
    ada, ben = _account(server, f"Ada {uuid4().hex[:8]}"), server.person("Ben Guest")
    match = ada.table(ben)
    assert [seat["guest"] for seat in ben.get(f"/api/tables/{match}")["seats"]] == [False, True]
    listed = next(t for t in ada.get("/api/tables", list="mine")["tables"] if t["id"] == match)
    assert [seat["guest"] for seat in listed["seats"]] == [False, True]
    with ada.live() as socket:
        socket.send("watch", match=match)
        socket.next("watching")
        assert ben.done(f"/api/matches/{match}/chat", text="hello")["guest"]
        assert socket.next("chat")["line"]["guest"]
    ada.done(f"/api/matches/{match}/chat", text="hello too")
    assert [line["guest"] for line in ada.get(f"/api/matches/{match}/chat")["lines"]] == [True, False]
    ben.enter(ben.post("/api/account", name=f"Ben {uuid4().hex[:8]}", password=PASSWORD))
    assert not any(seat["guest"] for seat in ada.get(f"/api/tables/{match}")["seats"])


def test_the_first_passwords_that_are_tried_are_refused(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite()
    assert len(COMMON) >= 100
    for word in ("password", "12345678", "Password1", "qwertzuiop", "aaaaaaaaa"):
        told = server.nobody().refused("/api/account", 400, "bad-request", name="Olga", password=word)
        assert told["detail"]["field"] == "password"
        assert told["detail"]["reason"] == {"key": "server.password.common", "args": {}}
        assert server.admin("user", "add", "Olga", given=f"{word}\n").returncode == 2
    olga = _account(server, "Olga")
    olga.refused("/api/password", 400, "bad-request", old=PASSWORD, new="iloveyou")
    refused = server.admin("user", "add", "Оlga", given="a good password\n")
    assert (refused.returncode, "looks like" in refused.stderr) == (2, True)
