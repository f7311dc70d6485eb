"""People: guests, accounts, sessions, tokens."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing

import httpx

from tests.server.running import Running, wait_for

PASSWORD = "correct horse"


def fresh(name: str) -> str:
    """A name that nobody has taken in an earlier test on the same server."""
    fresh.count += 1  # type: ignore[attr-defined]  # a counter on the function
    return f"{name} {fresh.count}"  # type: ignore[attr-defined]  # a counter on the function


fresh.count = 0  # type: ignore[attr-defined]  # a counter on the function


def test_a_guest_needs_a_name_only(server: Running) -> None:
    ada = server.nobody()
    assert ada.get("/api/me")["user"] is None
    ada.enter(ada.post("/api/guest", name="  Ada   Lovelace "))
    assert ada.name == "Ada Lovelace"
    assert ada.get("/api/me")["user"]["guest"]
    nobody = server.nobody()
    nobody.refused("/api/guest", 400, "bad-request", name="")
    nobody.refused("/api/guest", 400, "bad-request", name="   ")
    nobody.refused("/api/guest", 400, "bad-request", name="x" * 41)
    nobody.refused("/api/guest", 400, "bad-request", name="line\nbreak")
    nobody.refused("/api/guest", 400, "bad-request")


def test_a_guest_becomes_an_account_and_keeps_every_match(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    name = fresh("Countess")
    before = ada.id
    ada.enter(ada.post("/api/account", name=name, password=PASSWORD))
    assert ada.id == before
    assert not ada.get("/api/me")["user"]["guest"]
    assert match in [table["id"] for table in ada.get("/api/tables", list="mine")["tables"]]
    again = server.nobody()
    again.enter(again.post("/api/sign-in", name=name.upper(), password=PASSWORD))
    assert again.id == before
    assert again.position(match)["seat"] == 0


def test_a_name_is_taken_once_whatever_its_case(server: Running) -> None:
    name = fresh("Zoë")
    first, second = server.nobody(), server.nobody()
    first.enter(first.post("/api/account", name=name, password=PASSWORD))
    second.refused("/api/account", 409, "taken", name=name.upper(), password=PASSWORD)
    second.refused("/api/account", 400, "bad-request", name=fresh("Bo"), password="short")


def test_a_wrong_password_opens_nothing(server: Running) -> None:
    name = fresh("Dora")
    dora = server.nobody()
    dora.enter(dora.post("/api/account", name=name, password=PASSWORD))
    eve = server.nobody()
    eve.refused("/api/sign-in", 401, "wrong-password", name=name, password="wrong horse")
    eve.refused("/api/sign-in", 401, "wrong-password", name="nobody at all", password=PASSWORD)
    assert eve.get("/api/me")["user"] is None


def test_cookies_are_signed_http_only_and_same_site(server: Running) -> None:
    answer = server.nobody().post("/api/guest", name="Ada")
    session = next(c for c in answer.headers.get_list("set-cookie") if c.startswith("orrery_session="))
    assert "HttpOnly" in session
    assert "SameSite=lax" in session
    value = session.split(";")[0].partition("=")[2]
    forged = value[:-1] + ("0" if value[-1] != "0" else "1")
    for cookie, known in ((value, True), (forged, False), (value.rpartition(".")[0], False), ("x.y", False)):
        found = httpx.get(f"{server.url}/api/me", headers={"Cookie": f"orrery_session={cookie}"}).json()
        assert (found["user"] is not None) == known


def test_a_secure_origin_gets_secure_cookies(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(origin="https://orrery.example")
    answer = server.nobody().post("/api/guest", name="Ada")
    assert all("Secure" in cookie for cookie in answer.headers.get_list("set-cookie"))


def test_a_writing_request_from_another_site_is_refused(server: Running) -> None:
    ada = server.person("Ada")
    token = ada.client.headers.pop("X-CSRF")
    ada.refused("/api/tokens", 403, "csrf", name="x")
    ada.client.headers["X-CSRF"] = "0" * 32
    ada.refused("/api/tokens", 403, "csrf", name="x")
    ada.client.headers["X-CSRF"] = token
    ada.client.headers["Origin"] = "https://evil.example"
    ada.refused("/api/tokens", 403, "csrf", name="x")
    ada.client.headers["Origin"] = server.url
    assert ada.done("/api/tokens", name="x")["secret"]
    nobody = server.nobody()
    nobody.client.headers["Origin"] = "https://evil.example"
    nobody.refused("/api/guest", 403, "csrf", name="Eve")
    nobody.client.headers.pop("Origin")
    nobody.client.headers["Sec-Fetch-Site"] = "cross-site"
    nobody.refused("/api/guest", 403, "csrf", name="Eve")


def test_signing_out_ends_this_session_or_all_of_them(server: Running) -> None:
    name = fresh("Emil")
    emil = server.nobody()
    emil.enter(emil.post("/api/account", name=name, password=PASSWORD))
    other, third = server.nobody(), server.nobody()
    other.enter(other.post("/api/sign-in", name=name, password=PASSWORD))
    third.enter(third.post("/api/sign-in", name=name, password=PASSWORD))
    cookie = dict(emil.client.cookies)
    emil.done("/api/sign-out")
    assert emil.get("/api/me")["user"] is None
    stolen = httpx.get(f"{server.url}/api/me", cookies=cookie).json()
    assert stolen["user"] is None
    assert other.get("/api/me")["user"]["name"] == name
    secret = other.done("/api/tokens", name="program")["secret"]
    other.done("/api/sign-out", everywhere=True)
    assert third.get("/api/me")["user"] is None
    answer = httpx.get(f"{server.url}/api/me", headers={"Authorization": f"Bearer {secret}"})
    assert answer.status_code == 401


def test_signing_out_everywhere_closes_live_connections(server: Running) -> None:
    ada = server.person("Ada")
    with ada.live() as socket:
        socket.next("hello")
        ada.done("/api/sign-out", everywhere=True)
        wait_for(lambda: _closed(socket.socket))


def _closed(socket: object) -> bool:
    try:
        socket.recv(timeout=0.1)  # type: ignore[attr-defined]  # a connection
    except TimeoutError:
        return False
    except Exception as error:  # noqa: BLE001  # how it is closed is what is looked at
        return getattr(getattr(error, "rcvd", None), "code", None) == 1013
    return False


def test_a_new_password_ends_every_other_session(server: Running) -> None:
    name = fresh("Franz")
    franz, other = server.nobody(), server.nobody()
    franz.enter(franz.post("/api/account", name=name, password=PASSWORD))
    other.enter(other.post("/api/sign-in", name=name, password=PASSWORD))
    franz.refused("/api/password", 401, "wrong-password", old="something else", new="a better one")
    franz.enter(franz.post("/api/password", old=PASSWORD, new="a better one"))
    assert franz.get("/api/me")["user"]["name"] == name
    assert other.get("/api/me")["user"] is None
    other.refused("/api/sign-in", 401, "wrong-password", name=name, password=PASSWORD)
    other.enter(other.post("/api/sign-in", name=name, password="a better one"))
    server.nobody().refused("/api/password", 401, "sign-in", old=PASSWORD, new="a better one")


def test_a_personal_token_plays_without_cookies(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    made = ada.done("/api/tokens", name="my program")
    program = server.nobody()
    program.client.headers["Authorization"] = f"Bearer {made['secret']}"
    assert program.get("/api/me")["user"]["id"] == ada.id
    program.commit(match, program.position(match)["options"][0]["text"])
    wait_for(lambda: ada.get("/api/tokens")[0]["used"])
    listed = ada.get("/api/tokens")
    assert [(token["name"], token["secret"]) for token in listed] == [("my program", None)]
    ben_answer = ben.ask("DELETE", f"/api/tokens/{made['id']}")
    assert ben_answer.status_code == 404
    assert ada.ask("DELETE", f"/api/tokens/{made['id']}").status_code == 200
    assert program.ask("GET", "/api/me").status_code == 401


def test_too_many_sign_ins_are_slowed_down(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(rates="yes")
    eve = server.nobody()
    answers = _until_slowed(lambda n: eve.post("/api/sign-in", name="Ada", password=f"guess {n}"))
    assert [answer.status_code for answer in answers[:10]] == [401] * 10
    assert answers[-1].json()["code"] == "too-many"
    assert int(answers[-1].headers["Retry-After"]) >= 1
    guests = _until_slowed(lambda _: server.nobody().post("/api/guest", name="x"))
    assert [answer.status_code for answer in guests[:40]] == [200] * 40  # a club that arrives behind one address


def _until_slowed(ask: Callable[[int], httpx.Response], most: int = 300) -> list[httpx.Response]:
    """Ask until it is refused as too much: later on a slow machine, because the limits fill up meanwhile."""
    answers: list[httpx.Response] = []
    while not answers or answers[-1].status_code != 429:
        assert len(answers) < most
        answers.append(ask(len(answers)))
    return answers


def test_a_name_is_counted_once_however_it_is_written(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(rates="yes")
    eve = server.nobody()
    names = ["Ada", " ada", "ADA  ", "\uff21da", "\u3000Ada", "a\uff24a"]
    answers = _until_slowed(lambda n: eve.post("/api/sign-in", name=names[n % 6], password=f"guess {n}"))
    assert [answer.status_code for answer in answers[:10]] == [401] * 10
    assert len(answers) < 30
    assert eve.post("/api/sign-in", name="Ben", password="guess").status_code == 401


def test_a_session_ends_so_long_after_its_last_use(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite()
    ada = server.person("Ada")
    day = 86_400_000

    def turned(created: int, used: int) -> None:
        with closing(sqlite3.connect(server.data / "orrery.sqlite", isolation_level=None)) as base:
            at = int(time.time() * 1000)
            base.execute("UPDATE sessions SET created = ?, used = ?", (at - created * day, at - used * day))
        server.stop()
        server.start()
        ada.client.base_url = httpx.URL(server.url)

    turned(created=1000, used=179)
    answer = ada.ask("GET", "/api/me")
    assert answer.json()["user"]["id"] == ada.id
    # The browser keeps its cookies for as long again, and is told once a day.
    assert all(f"Max-Age={180 * 86_400}" in one for one in answer.headers.get_list("set-cookie"))
    assert len(answer.headers.get_list("set-cookie")) == 2
    assert "set-cookie" not in ada.ask("GET", "/api/me").headers

    def used() -> bool:
        with closing(sqlite3.connect(server.data / "orrery.sqlite")) as base:
            (at,) = base.execute("SELECT used FROM sessions").fetchone()
        return bool(at > time.time() * 1000 - day)

    wait_for(used)
    turned(created=1000, used=181)
    assert ada.get("/api/me")["user"] is None
