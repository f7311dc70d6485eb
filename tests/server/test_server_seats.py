"""A live connection hears what its person may know at this moment: seats change hands, sessions end."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.running import Person, Running, Socket

# Evacuation for points deals hands and goals: a seat of it has secrets from the first moment on.
SECRET: dict[str, Any] = {
    "game": "evacuation",
    "options": {"players": 2, "mode": "points", "actions": "advanced", "setup_seed": 5},
}


def _all(socket: Socket, until: str = "pong") -> list[Any]:
    """Everything that has arrived; a ping asks for the last one."""
    socket.send("ping")
    found = []
    while True:
        message = socket.next()
        found.append(message)
        if message["kind"] == until:
            return found


def _open(host: Person, **values: Any) -> Any:
    return host.done("/api/tables", **SECRET, seats=[{"kind": "me"}], **values)


def _play(*people: Person, match: str, moves: int = 3) -> None:
    for _ in range(moves):
        table = people[0].get(f"/api/tables/{match}")
        mover = next(person for person in people if person.id == table["seats"][table["asked"]]["user"])
        shown = mover.position(match)
        mover.commit(match, shown["options"][0]["text"], base=shown["number"])


def _hears_nothing_of(socket: Socket, seat: int, match: str, *people: Person) -> None:
    """The others play: nothing that arrives is made for that seat."""
    _play(*people, match=match)
    # A spectator's watch of the same match shows that news did go out.
    heard = _all(socket)
    assert not [m for m in heard if m["kind"] in ("moved", "whole", "behind") and m["seat"] == seat], heard


def _stand_up(ada: Person, ben: Person, match: str) -> None:
    ben.done(f"/api/tables/{match}/leave")


def _open_seat(ada: Person, ben: Person, match: str) -> None:
    ada.done(f"/api/tables/{match}/seats/1", kind="open")


def _bot_and_open(ada: Person, ben: Person, match: str) -> None:
    """The host puts a bot there and opens the seat again."""
    ada.done(f"/api/tables/{match}/seats/1", kind="bot", level="random")
    if ada.get(f"/api/tables/{match}")["state"] == "open":
        ada.done(f"/api/tables/{match}/seats/1", kind="open")


@pytest.mark.parametrize("way", [_stand_up, _open_seat, _bot_and_open])
def test_a_seat_that_was_given_up_is_no_longer_heard(
    server: Running, way: Callable[[Person, Person, str], None]
) -> None:
    ada, ben, cid = server.person("Ada"), server.person("Ben"), server.person("Cid")
    made = _open(ada, autostart=False)
    match = made["id"]
    ben.done(f"/api/tables/{match}/join", seat=1)
    with ben.live() as socket:
        socket.send("watch", match=match, seat=1)
        socket.next("watching")
        way(ada, ben, match)
        assert socket.next("unwatched") == {"kind": "unwatched", "match": match, "seat": 1}
        cid.done(f"/api/tables/{match}/join", seat=1)
        ada.done(f"/api/tables/{match}/start")
        socket.send("watch", match=match, seat=None)
        socket.next("watching")
        _hears_nothing_of(socket, 1, match, ada, cid)
        socket.send("watch", match=match, seat=1, number=0)
        assert socket.next("problem")["code"] == "not-yours"


def test_who_leaves_a_table_by_link_hears_nothing_of_it(server: Running) -> None:
    """Neither its moves nor its chat: the key was for the one who had the seat, not kept for ever."""
    ada, ben, cid = server.person("Ada"), server.person("Ben"), server.person("Cid")
    made = _open(ada, autostart=False, visibility="link")
    match, key = made["id"], made["key"]
    ben.done(f"/api/tables/{match}/join", seat=1, key=key)
    with ben.live() as socket:
        socket.send("watch", match=match, seat=None)
        socket.next("watching")
        ben.done(f"/api/tables/{match}/leave")
        socket.next("unwatched")
        cid.done(f"/api/tables/{match}/join", seat=1, key=key)
        ada.done(f"/api/tables/{match}/start")
        ada.done(f"/api/matches/{match}/chat", text="Only for us")
        _play(ada, cid, match=match)
        assert [m["kind"] for m in _all(socket)] == ["pong"]
        # With the link anybody looks on, this person too.
        socket.send("watch", match=match, seat=None, key=key)
        socket.next("watching")
        _play(ada, cid, match=match, moves=1)
        assert socket.next("moved")["seat"] is None


def test_who_resigned_hears_the_others_as_a_spectator_only(server: Running) -> None:
    """The bot that plays on has a hand of its own; the seat answers to nobody else."""
    people = [server.person(name) for name in ("Ada", "Ben", "Cid")]
    ada, ben, cid = people
    options = {**SECRET["options"], "players": 3}
    made = ada.done("/api/tables", game="evacuation", options=options, seats=[{"kind": "me"}])
    match = made["id"]
    for person in (ben, cid):
        person.done(f"/api/tables/{match}/join")
    with cid.live() as socket, cid.live() as other:
        socket.send("watch", match=match, seat=2)
        socket.next("watching")
        other.send("watch", match=match, seat=None)
        other.next("watching")
        table = cid.done(f"/api/matches/{match}/resign")
        assert [seat["mine"] for seat in table["seats"]] == [False, False, False]
        assert table["mine"]
        assert socket.next("unwatched")["seat"] == 2
        if table["asked"] != 2:
            _play(ada, ben, match=match, moves=1)
        assert other.next("moved")["seat"] is None
        assert not [m for m in _all(socket) if m["kind"] == "moved"]
    assert cid.position(match)["seat"] is None
    number = ada.get(f"/api/tables/{match}")["number"]
    cid.refused(f"/api/matches/{match}/commit", 403, "not-yours", base=number, actions=["pass"], seat=2)


def test_who_is_replaced_for_a_while_still_hears_the_own_seat(start: Callable[..., Running]) -> None:
    """A bot that stands in gives the seat back: what it does there is the absent person's to know."""
    server = start(absent="0")
    ada, ben = server.person("Ada"), server.person("Ben")
    match = _open(ada)["id"]
    ben.done(f"/api/tables/{match}/join")
    table = ada.get(f"/api/tables/{match}")
    away = (ada, ben)[table["asked"]]
    here = (ben, ada)[table["asked"]]
    with away.live() as socket:
        socket.send("watch", match=match, seat=table["asked"])
        socket.next("watching")
        here.done(f"/api/matches/{match}/replace", seat=table["asked"], level="random")
        assert socket.next("moved")["seat"] == table["asked"]
        away.done(f"/api/matches/{match}/return")


def test_a_rematch_is_heard_by_those_who_sit_there(server: Running) -> None:
    """Seats move on by one: a watch of the old seat number at the new table is somebody else's."""
    ada, ben = server.person("Ada"), server.person("Ben")
    match = _open(ada)["id"]
    ben.done(f"/api/tables/{match}/join")
    ben.done(f"/api/matches/{match}/resign")
    again = ada.done(f"/api/tables/{match}/rematch")["id"]
    with ada.live() as socket:
        for seat, fine in ((0, False), (1, True)):
            socket.send("watch", match=again, seat=seat)
            assert (socket.next("watching", "problem")["kind"] == "watching") is fine
        ben.done(f"/api/tables/{again}/join")
        _play(ada, ben, match=again)
        assert {m["seat"] for m in _all(socket) if m["kind"] == "moved"} == {1}


def test_a_start_does_not_happen_under_somebody_who_stands_up(server: Running) -> None:
    """Both at once, many times: never a running match with an empty seat."""
    ada, ben = server.person("Ada"), server.person("Ben")
    with ThreadPoolExecutor(2) as both:
        for _ in range(12):
            match = _open(ada, autostart=False)["id"]
            ben.done(f"/api/tables/{match}/join", seat=1)
            jobs = [
                both.submit(ben.post, f"/api/tables/{match}/leave"),
                both.submit(ada.post, f"/api/tables/{match}/start"),
            ]
            assert {job.result().status_code for job in jobs} <= {200, 409}
            table = ada.get(f"/api/tables/{match}")
            if table["state"] == "running":
                assert [seat["kind"] for seat in table["seats"]] == ["person", "person"]


def _closes(socket: Socket) -> None:
    """It ends, whatever was still on its way."""
    try:
        while True:
            socket.socket.recv(timeout=20)
    except ConnectionClosed:
        return


def _account(server: Running, name: str) -> Person:
    person = server.nobody()
    person.enter(person.post("/api/account", name=name, password="a long password"))
    return person


def test_connections_end_with_the_session(server: Running) -> None:
    """Signing out closes what came by that session, and nothing else."""
    name = f"Ada {uuid4().hex[:8]}"
    ada = _account(server, name)
    elsewhere = server.nobody()
    elsewhere.enter(elsewhere.post("/api/sign-in", name=name, password="a long password"))
    with ada.live() as socket, elsewhere.live() as other:
        socket.next("hello")
        other.next("hello")
        ada.done("/api/sign-out")
        _closes(socket)
        other.send("ping")
        other.next("pong")
        # A changed password ends every session there is.
        elsewhere.enter(elsewhere.post("/api/password", old="a long password", new="another password"))
        _closes(other)
    with elsewhere.live() as socket:
        assert socket.next("hello")["user"]["name"] == name
        elsewhere.done("/api/sign-out", everywhere=True)
        _closes(socket)


def test_a_new_session_of_the_browser_ends_the_old_connection(server: Running) -> None:
    """A guest who makes an account, and whoever signs in as somebody else."""
    ada = server.person("Ada")
    with ada.live() as socket:
        socket.next("hello")
        ada.enter(ada.post("/api/account", name=f"Ada {uuid4().hex[:8]}", password="a long password"))
        _closes(socket)


def test_connections_end_with_their_token(server: Running) -> None:
    ada = server.person("Ada")
    secret = ada.done("/api/tokens", name="program")["secret"]
    number = ada.get("/api/tokens")[0]["id"]
    headers = {"Authorization": f"Bearer {secret}"}
    url = server.url.replace("http", "ws") + "/api/live"
    with ada.live() as page, connect(url, additional_headers=headers) as program:
        page.next("hello")
        assert json.loads(program.recv(timeout=20))["user"]["id"] == ada.id
        with httpx.stream("GET", f"{server.url}/api/events", headers=headers, timeout=20) as stream:
            assert ada.ask("DELETE", f"/api/tokens/{number}").status_code == 200
            with pytest.raises(ConnectionClosed):
                program.recv(timeout=20)
            assert not [line for line in stream.iter_lines() if line.startswith("data:")]
        page.send("ping")
        page.next("pong")
