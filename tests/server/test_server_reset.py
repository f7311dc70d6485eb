"""A forgotten password: a letter to the confirmed address, a link that is good once and not for long."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

import httpx
import pytest

from orrery.server.notices.sending import RESET
from tests.server.club import PASSWORD
from tests.server.outside import confirm, post_office, read
from tests.server.running import Person, Running, at_once, wait_for

Office = tuple[Running, list[str]]
NEW = "difference engine"


@pytest.fixture
def office(start: Callable[..., Running]) -> Iterator[Office]:
    """A server that sends letters, and the letters."""
    with post_office() as (port, letters):
        yield start(smtp=f"smtp://127.0.0.1:{port}", mail_from="o@example.org"), letters


def _reachable(server: Running, letters: list[str], name: str = "Ada") -> Person:
    """Somebody with an account and a confirmed address."""
    person, before = server.nobody(), len(letters)
    email = f"{name.lower()}@example.org"
    person.enter(person.post("/api/account", name=name, password=PASSWORD, email=email))
    wait_for(lambda: len(letters) > before)
    confirm(letters)
    return person


def _token(letters: list[str]) -> str:
    (link,) = re.findall(r"https?://\S+", read(letters[-1])[1])
    return str(link).partition("/reset?token=")[2]


def test_a_link_gives_one_new_password_and_ends_every_session(office: Office) -> None:
    server, letters = office
    ada = _reachable(server, letters)
    secret = ada.done("/api/tokens", name="bot")["secret"]
    nobody = server.nobody()
    assert nobody.get("/api/me")["mail"]
    nobody.done("/api/password/forgotten", name=" ada ")
    wait_for(lambda: len(letters) == 2)
    subject, body = read(letters[-1])
    assert subject == RESET["en"][0]
    assert f"{server.url}/reset?token=" in body
    token = _token(letters)
    if "ORRERY_DATABASE" not in server.env:
        for file in server.data.glob("orrery.sqlite*"):
            assert token.encode() not in file.read_bytes()
    nobody.refused("/api/password/reset", 403, "bad-link", token="made up", password=NEW)
    nobody.refused("/api/password/reset", 400, "bad-request", token=token, password="12345678")
    nobody.done("/api/password/reset", token=token, password=NEW)
    assert ada.get("/api/me")["user"] is None
    headers = {"Authorization": f"Bearer {secret}"}
    assert httpx.get(f"{server.url}/api/me", headers=headers).status_code == 401
    nobody.refused("/api/password/reset", 403, "bad-link", token=token, password="another engine")
    nobody.refused("/api/sign-in", 401, "wrong-password", name="Ada", password=PASSWORD)
    ada.enter(ada.post("/api/sign-in", name="Ada", password=NEW))


def test_a_link_is_used_once_by_however_many_at_once(office: Office) -> None:
    server, letters = office
    _reachable(server, letters)
    server.nobody().done("/api/password/forgotten", name="Ada")
    wait_for(lambda: len(letters) == 2)
    token = _token(letters)
    answers = at_once(
        *[
            partial(server.nobody().post, "/api/password/reset", token=token, password=f"engine number {i}")
            for i in range(4)
        ]
    )
    assert sorted(answer.status_code for answer in answers) == [200, 403, 403, 403]


def test_a_link_ends_with_its_time_the_address_the_password_and_a_ban(office: Office) -> None:
    server, letters = office
    ada = _reachable(server, letters)

    def link() -> str:
        before = len(letters)
        # The pause between two letters to one person, and the three of an hour, are over.
        server.database("UPDATE deliveries SET created = 1")
        server.nobody().done("/api/password/forgotten", name="Ada")
        wait_for(lambda: len(letters) > before)
        return _token(letters)

    def refused(token: str) -> None:
        server.nobody().refused("/api/password/reset", 403, "bad-link", token=token, password=NEW)

    token = link()
    later = link()
    refused(token)  # the newest letter counts
    server.database("UPDATE resets SET expires = 1")
    refused(later)
    token = link()
    ada.enter(ada.post("/api/password", old=PASSWORD, new=NEW))
    refused(token)
    token = link()
    assert server.admin("user", "ban", "Ada").returncode == 0
    refused(token)
    assert server.admin("user", "unban", "Ada").returncode == 0
    ada.enter(ada.post("/api/sign-in", name="Ada", password=NEW))
    token = link()
    assert ada.put("/api/notices", email="other@example.org").status_code == 200
    refused(token)


def test_the_answer_tells_nobody_who_has_an_account(office: Office) -> None:
    server, letters = office
    _reachable(server, letters)
    bare = server.nobody()
    bare.enter(bare.post("/api/account", name="Ben", password=PASSWORD))
    server.person("Gast")
    answers = [server.nobody().post("/api/password/forgotten", name=name) for name in ("Ada", "Ben", "Gast", "X")]
    assert {(answer.status_code, answer.text) for answer in answers} == {(200, '{"ok":true}')}
    wait_for(lambda: len(letters) == 2)
    server.database("UPDATE deliveries SET created = 1")
    server.nobody().done("/api/password/forgotten", name="Ada")
    wait_for(lambda: len(letters) == 3)
    assert all("To: ada@example.org" in letter for letter in letters)


def test_a_name_and_an_address_get_few_letters(start_sqlite: Callable[..., Running]) -> None:
    with post_office() as (port, letters):
        server = start_sqlite(smtp=f"smtp://127.0.0.1:{port}", rates="yes")
        _reachable(server, letters)
        for name in ("Ada", "nobody at all"):
            answers = [server.nobody().post("/api/password/forgotten", name=name).status_code for _ in range(5)]
            assert answers == [200, 200, 200, 429, 429]
        wait_for(lambda: len(letters) == 2)


def test_without_mail_the_operator_helps(sqlite_server: Running) -> None:
    nobody = sqlite_server.nobody()
    assert not nobody.get("/api/me")["mail"]
    nobody.refused("/api/password/forgotten", 409, "no-mail", name="Ada")
