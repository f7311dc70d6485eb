"""Notices: browser push, e-mail and webhook, to real receivers on this machine."""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import Callable
from typing import Any

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from orrery.server.notices.sending import NAMES, WORDS
from tests.server.outside import Receiver, confirm, post_office
from tests.server.running import ROOT, Person, Running, wait_for

SHOWN = set(re.findall(r"(?<!\.)\bdata\.(\w+)", (ROOT / "web" / "public" / "sw.js").read_text()))
"""What the page's service worker reads of a push."""


def _settings(person: Person, **values: Any) -> Any:
    answer = person.put("/api/notices", **values)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_webhook_hears_of_a_turn(sqlite_server: Running, receiver: Receiver) -> None:
    ada, ben = sqlite_server.person("Ada"), sqlite_server.person("Ben")
    hook = f"{receiver.url}/hook?a=1"
    assert (
        _settings(ben, webhook=hook, by_webhook=True, live_too=True, language="hu")["settings"]["webhook"] == hook
    )
    match = ada.table(ben, mode="turns", title="Esti játék")
    ada.commit(match, ada.position(match)["options"][0]["text"])
    wait_for(lambda: receiver.got)
    path, _, body = receiver.got[0]
    told = json.loads(body)
    assert path == "/hook?a=1"
    assert (told["kind"], told["match"], told["seat"], told["number"]) == ("asked", match, 1, 1)
    assert told["title"] == "Te következel: Esti játék"
    assert told["body"] == "Te következel ennél az asztalnál: Esti játék (auction)."
    assert told["url"] == f"{sqlite_server.url}/match/{match}"
    wait_for(lambda: ben.get("/api/notices")["deliveries"][0]["state"] == "sent")


def test_a_notice_comes_in_the_language_of_the_page(
    start_sqlite: Callable[..., Running], receiver: Receiver
) -> None:
    """The page tells its language by itself, other settings leave it alone; a link that needs the key has it."""
    server = start_sqlite(private_webhooks="yes")
    ada, ben = server.person("Ada"), server.person("Ben")
    assert ben.get("/api/me").get("language") is None
    assert ben.put("/api/language", language="de").status_code == 200
    assert ben.put("/api/language", language="fr").status_code == 400
    assert server.nobody().put("/api/language", language="de").status_code == 401
    _settings(ben, webhook=receiver.url, by_webhook=True, live_too=True)
    assert ben.get("/api/me")["language"] == "de"
    made = ada.done(
        "/api/tables",
        game="gaia",
        options={"players": 2},
        seats=[{"kind": "open"}, {"kind": "me"}],
        visibility="link",
    )
    match = made["id"]
    ben.done(f"/api/tables/{match}/join", key=made["key"])
    wait_for(lambda: receiver.got)
    told = json.loads(receiver.got[0][2])
    assert told["title"] == "Du bist am Zug: Gaia Project"
    assert told["body"] == "Du bist am Zug bei Gaia Project."
    assert told["url"] == f"{server.url}/match/{match}?key={made['key']}"


def test_games_are_called_as_on_the_page() -> None:
    """The names in notices are those of every language of the page."""
    for language in WORDS:
        strings = (ROOT / "web" / "src" / "lib" / "i18n" / language / "shell.ts").read_text()
        assert dict(re.findall(r"'title\.(\w+)': '([^']+)'", strings)) == NAMES


def test_nobody_is_told_about_live_tables_unless_asked_for(sqlite_server: Running, receiver: Receiver) -> None:
    ada, ben = sqlite_server.person("Ada"), sqlite_server.person("Ben")
    _settings(ben, webhook=receiver.url, by_webhook=True)
    match = ada.table(ben)
    ada.commit(match, ada.position(match)["options"][0]["text"])
    assert ben.get("/api/notices")["deliveries"] == []


def test_a_failure_is_shown_and_tried_again(sqlite_server: Running, receiver: Receiver) -> None:
    ada, ben = sqlite_server.person("Ada"), sqlite_server.person("Ben")
    receiver.status = 500
    _settings(ben, webhook=receiver.url, by_webhook=True, live_too=True)
    match = ada.table(ben, mode="turns")
    ada.commit(match, ada.position(match)["options"][0]["text"])
    failed = wait_for(lambda: [d for d in ben.get("/api/notices")["deliveries"] if d["tries"]])[0]
    assert (failed["state"], failed["tries"]) == ("waiting", 1)
    assert "500" in failed["error"]
    assert failed["next"] > failed["created"] + 20_000


def test_a_test_notice_says_at_once_whether_it_arrived(sqlite_server: Running, receiver: Receiver) -> None:
    ada = sqlite_server.person("Ada")
    ada.refused("/api/notices/test", 400, "bad-request", channel="webhook")
    _settings(ada, webhook=receiver.url)
    assert ada.done("/api/notices/test", channel="webhook")["state"] == "sent"
    receiver.status = 404
    failed = ada.done("/api/notices/test", channel="webhook")
    assert (failed["state"], failed["next"]) == ("failed", None)
    assert "404" in failed["error"]
    sqlite_server.nobody().refused("/api/notices/test", 401, "sign-in", channel="webhook")


def test_a_browser_gets_an_encrypted_push_that_only_it_can_read(sqlite_server: Running, receiver: Receiver) -> None:
    ada, ben = sqlite_server.person("Ada"), sqlite_server.person("Ben")
    keys = ec.generate_private_key(ec.SECP256R1())
    point = keys.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    secret = os.urandom(16)
    given = {
        "endpoint": f"{receiver.url}/push/1",
        "p256dh": base64.urlsafe_b64encode(point).rstrip(b"=").decode(),
        "auth": base64.urlsafe_b64encode(secret).rstrip(b"=").decode(),
    }
    shown = ben.done("/api/notices/push", **given)
    assert len(shown["browsers"]) == 1
    assert len(base64.urlsafe_b64decode(shown["push_key"] + "==")) == 65
    _settings(ben, live_too=True)
    match = ada.table(ben, mode="turns")
    ada.commit(match, ada.position(match)["options"][0]["text"])
    wait_for(lambda: receiver.got)
    path, headers, body = receiver.got[0]
    assert path == "/push/1"
    assert headers["authorization"].startswith("vapid ")
    assert match.encode() not in body
    told = json.loads(http_ece.decrypt(body, private_key=keys, auth_secret=secret))
    assert told["match"] == match
    assert set(told) >= SHOWN
    receiver.status = 410  # the browser has withdrawn its consent
    assert "410" in ben.done("/api/notices/test", channel="push")["error"]
    assert ben.get("/api/notices")["browsers"] == []


def test_a_letter_is_sent_by_the_configured_mail_server(start_sqlite: Callable[..., Running]) -> None:
    with post_office() as (port, letters):
        server = start_sqlite(smtp=f"smtp://127.0.0.1:{port}", mail_from="orrery@example.org")
        ada, ben = server.person("Ada"), server.person("Ben")
        assert ben.get("/api/notices")["mail"]
        _settings(ben, email="ben@example.org", by_email=True, live_too=True, language="de")
        wait_for(lambda: letters)
        confirm(letters)
        letters.clear()
        match = ada.table(ben, mode="turns", title="Montag")
        ada.commit(match, ada.position(match)["options"][0]["text"])
        wait_for(lambda: letters)
        assert "To: ben@example.org" in letters[0]
        assert "Subject: Du bist am Zug: Montag" in letters[0]
        assert f"{server.url}/match/{match}" in letters[0]


def test_settings_that_cannot_work_are_refused(sqlite_server: Running) -> None:
    ada = sqlite_server.person("Ada")
    for wrong in (
        {"by_email": True},
        {"email": "nonsense"},
        {"by_webhook": True},
        {"webhook": "file:///etc/passwd"},
        {"webhook": "https://"},
        {"webhook": "https://x.org:port/"},
        {"language": "fr"},
    ):
        answer = ada.put("/api/notices", **wrong)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request"), wrong
    for keys in ({"p256dh": "a", "auth": "b"}, {"p256dh": "AAAA", "auth": "AAAAAAAAAAAAAAAAAAAAAA"}):
        ada.refused("/api/notices/push", 400, "bad-request", endpoint="https://x.org/", **keys)
    ada.refused("/api/notices/push", 400, "bad-request", endpoint="ftp://x", p256dh="a", auth="b")
    assert ada.ask("DELETE", "/api/notices/push/12345").status_code == 404


def test_webhooks_do_not_reach_into_the_own_network(
    start_sqlite: Callable[..., Running], receiver: Receiver
) -> None:
    server = start_sqlite()
    ada = server.person("Ada")
    for address in (
        receiver.url,
        "http://localhost:1/",
        "http://10.0.0.1/",
        "http://[::1]/",
        "http://169.254.1.1/",
    ):
        _settings(ada, webhook=address)
        failed = ada.done("/api/notices/test", channel="webhook")
        assert (failed["state"], "no host of that name" in failed["error"]) == ("failed", True), failed
    assert receiver.got == []
    ada.refused("/api/notices/push", 400, "bad-request", endpoint="http://x.org/", p256dh="a", auth="b")
