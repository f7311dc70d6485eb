"""What the server sends to hosts of others reaches them and nobody else, and never holds up a person."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from orrery.server.notices.post import NotDelivered, Post, public
from orrery.server.settings import Settings
from tests.server.outside import Receiver, browser, silence
from tests.server.running import Running, run, wait_for


@pytest.mark.parametrize(
    "address",
    [
        "10.0.0.1",
        "100.64.0.1",
        "127.0.0.1",
        "0.0.0.0",
        "169.254.169.254",
        "192.88.99.1",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:8.8.8.8",
        "::8.8.8.8",
        "64:ff9b::808:808",
        "64:ff9b:1::a00:1",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "2002:7f00:1::1",
        "fc00::1",
        "fe80::1%eth0",
        "fec0::1",
        "ff0e::1",
    ],
)
def test_an_address_that_may_lead_into_the_own_network_is_not_public(address: str) -> None:
    assert not public(address)


def test_addresses_of_the_open_network_are_public() -> None:
    assert public("8.8.8.8")
    assert public("2606:4700:4700::1111")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_push_follows_no_redirect(sqlite_server: Running, receiver: Receiver, status: int) -> None:
    """What a push service answers never makes the server ask another host."""
    receiver.status = status
    receiver.headers = {"Location": f"{receiver.url}/inner"}
    ada = sqlite_server.person("Ada")
    ada.done("/api/notices/push", **browser(f"{receiver.url}/push/{status}"))
    failed = ada.done("/api/notices/test", channel="push")
    assert (failed["state"], failed["error"]) == ("failed", f"the push service answered {status}")
    assert [path for path, _, _ in receiver.got] == [f"/push/{status}"]


def test_a_push_does_not_reach_into_the_own_network(start_sqlite: Callable[..., Running]) -> None:
    """A name of the own network, and one that nobody has, are answered with the same words."""
    ada = start_sqlite().person("Ada")
    told = set()
    for host in ("127.0.0.1:1", "localhost", "10.0.0.1", "nobody.invalid"):
        ada.done("/api/notices/push", **browser(f"https://{host}/push"))
        failed = ada.done("/api/notices/test", channel="push")
        told.add((failed["state"], failed["error"]))
    assert told == {("failed", "there is no host of that name in the open network")}
    ada.refused("/api/notices/push", 400, "bad-request", **browser("https://[::ffff:127.0.0.1]/push"))


def test_a_name_is_looked_up_once(receiver: Receiver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection goes to the address that was checked: a second look-up could give another one."""
    asked: list[Any] = []
    port = receiver.server.server_port

    def found(host: str, *rest: Any, **options: Any) -> Any:
        asked.append(host)
        where = "127.0.0.1" if len(asked) == 1 else "127.0.0.2"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (where, port))]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    post = Post(Settings(tmp_path, private_webhooks=True))
    assert run(post.web(f"http://push.example:{port}/x", b"hello", {})) == 201
    assert asked == ["push.example"]
    assert receiver.got[0][1]["host"] == f"push.example:{port}"
    post.close()


def test_one_inner_address_of_several_is_enough_to_refuse(
    receiver: Receiver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 80)) for one in ("8.8.8.8", "127.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: both)
    post = Post(Settings(tmp_path))
    with pytest.raises(NotDelivered, match="no host of that name"):
        run(post.web("http://push.example/", b"", {}))
    post.close()


def test_silent_hosts_hold_up_neither_a_sign_in_nor_other_notices(
    start_sqlite: Callable[..., Running], receiver: Receiver
) -> None:
    server = start_sqlite(private_webhooks="yes")
    people = [server.person(f"Person {i}") for i in range(6)]
    ada, ben = server.person("Ada"), server.person("Ben")
    ben.enter(ben.post("/api/account", name="Benjamin", password="seven wonders"))
    with silence() as quiet:
        for person in people:
            for i in range(12):
                person.done("/api/notices/push", **browser(f"{quiet}/{person.id}/{i}"))
            # The oldest went when there were more than ten.
            assert len(person.get("/api/notices")["browsers"]) == 10
            assert person.put("/api/notices", live_too=True).status_code == 200
            match = ada.table(person, mode="turns")
            ada.commit(match, ada.position(match)["options"][0]["text"])
        wait_for(lambda: all(person.get("/api/notices")["deliveries"] for person in people))
        begun = time.monotonic()
        ben.done("/api/sign-in", name="Benjamin", password="seven wonders")
        hook = {"webhook": receiver.url, "by_webhook": True, "live_too": True}
        assert ben.put("/api/notices", **hook).status_code == 403  # a new session has a new word against forgers
        ben.enter(ben.ask("GET", "/api/me"))
        assert ben.put("/api/notices", **hook).status_code == 200
        match = ada.table(ben, mode="turns")
        ada.commit(match, ada.position(match)["options"][0]["text"])
        wait_for(lambda: receiver.got)
        assert time.monotonic() - begun < 6
