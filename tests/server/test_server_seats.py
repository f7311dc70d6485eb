"""A live connection hears what its person may know at this moment: seats change hands, sessions end."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.running import Person, Running, Socket, at_once, elsewhere, play_on

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


def _taken_and_opened(ada: Person, ben: Person, match: str) -> None:
    """The host sits there too, and gives the seat away."""
    ada.done(f"/api/tables/{match}/seats/1", kind="me")
    ada.done(f"/api/tables/{match}/leave", seat=1)


@pytest.mark.parametrize("way", [_stand_up, _open_seat, _bot_and_open, _taken_and_opened])
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
    path = f"/api/matches/{match}"
    cid.refused(f"{path}/commit", 409, "left", base=number, actions=["pass"], seat=2)
    cid.refused(f"{path}/commit", 409, "left", base=number, actions=["pass"])
    cid.refused(f"{path}/preview", 409, "left", base=number, actions=["pass"])
    cid.refused(f"{path}/premoves/preview", 409, "left", base=number)
    cid.refused(f"{path}/undo", 409, "left", base=number)
    cid.refused(f"{path}/resign", 409, "left")
    cid.refused(f"{path}/return", 409, "left")
    cid.refused(f"{path}/hint", 409, "left")
    for what, body in (("premoves", {"actions": ["pass"]}), ("orders", {"orders": []})):
        answer = cid.put(f"{path}/{what}", **body)
        assert (answer.status_code, answer.json()["code"]) == (409, "left")
        assert answer.json()["sentence"] == "you resigned in this match: a bot plays your seat"


def test_who_lost_on_time_hears_the_others_as_a_spectator_only(server: Running) -> None:
    ada, ben, cid = (server.person(name) for name in ("Ada", "Ben", "Cid"))
    options = {**SECRET["options"], "players": 3}
    made = ada.done(
        "/api/tables",
        game="evacuation",
        options=options,
        seats=[{"kind": "me"}],
        clock={"days": 2 / 86_400, "out": "lose"},
        autostart=False,
    )
    match = made["id"]
    for person in (ben, cid):
        person.done(f"/api/tables/{match}/join")
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(person.live()) for person in (ada, ben, cid)]
        for seat, socket in enumerate(sockets):
            socket.send("watch", match=match, seat=seat)
            socket.next("watching")
        seat = ada.done(f"/api/tables/{match}/start")["asked"]
        assert sockets[seat].next("unwatched")["seat"] == seat
        assert sockets[(seat + 1) % 3].next("moved")["entries"][0]["question"] == "TimeOut"
        out = (ada, ben, cid)[seat]
        sockets[seat].send("watch", match=match, seat=seat, number=0)
        assert sockets[seat].next("problem")["match"] == match
        assert out.position(match)["seat"] is None


def test_a_table_that_is_removed_is_no_longer_watched(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = _open(ada, autostart=False)["id"]
    ben.done(f"/api/tables/{match}/join", seat=1)
    with ben.live() as socket:
        socket.send("watch", match=match, seat=1)
        socket.next("watching")
        assert ada.ask("DELETE", f"/api/tables/{match}").status_code == 200
        assert socket.next("unwatched") == {"kind": "unwatched", "match": match, "seat": 1}


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
    for _ in range(12):
        match = _open(ada, autostart=False)["id"]
        ben.done(f"/api/tables/{match}/join", seat=1)
        answers = at_once(
            partial(ben.post, f"/api/tables/{match}/leave"), partial(ada.post, f"/api/tables/{match}/start")
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        table = ada.get(f"/api/tables/{match}")
        kinds = [seat["kind"] for seat in table["seats"]]
        assert (table["state"], kinds) in [("running", ["person", "person"]), ("open", ["person", "open"])]


def test_who_stands_up_late_leaves_others_where_they_sit(server: Running) -> None:
    """The seat was opened and taken by somebody else while the former holder stood up."""
    ada, ben, cid = server.person("Ada"), server.person("Ben"), server.person("Cid")

    def passed_on(match: str) -> httpx.Response:
        ada.post(f"/api/tables/{match}/seats/1", kind="open")
        return cid.post(f"/api/tables/{match}/join", seat=1)

    for _ in range(12):
        match = _open(ada, autostart=False)["id"]
        ben.done(f"/api/tables/{match}/join", seat=1)
        leaving = partial(ben.post, f"/api/tables/{match}/leave")
        *_, joined = at_once(leaving, leaving, leaving, partial(passed_on, match))
        if joined.status_code == 200:
            assert ada.get(f"/api/tables/{match}")["seats"][1]["user"] == cid.id


def test_two_who_sit_down_at_the_same_moment_both_get_a_seat(server: Running) -> None:
    """Without naming one; and who asks twice has one seat."""
    ada, ben, cid = server.person("Ada"), server.person("Ben"), server.person("Cid")
    for _ in range(8):
        match = ada.done("/api/tables", game="auction", options={"players": 3}, seats=[{"kind": "me"}])["id"]
        sitting = [partial(person.post, f"/api/tables/{match}/join") for person in (ben, ben, cid)]
        assert [answer.status_code for answer in at_once(*sitting)] == [200, 200, 200]
        table = ada.get(f"/api/tables/{match}")
        assert table["state"] == "running"
        assert sorted(seat["user"] for seat in table["seats"]) == sorted([ada.id, ben.id, cid.id])


@pytest.mark.parametrize("kind", ["bot", "me"])
def test_an_empty_seat_of_a_running_match_is_filled_by_its_host(start: Callable[..., Running], kind: str) -> None:
    """As an older server could leave it."""
    server = start()
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    server.database(
        f"UPDATE seats SET kind = 'open', \"user\" = NULL, name = '' WHERE match = '{match}' AND seat = 1"
    )
    ada.commit(match, ada.position(match)["options"][0]["text"])
    ben.refused(f"/api/tables/{match}/seats/1", 403, "host-only", kind=kind)
    ada.refused(f"/api/tables/{match}/seats/1", 409, "started", kind="open")
    ada.refused(f"/api/tables/{match}/seats/0", 409, "started", kind=kind)
    answers = at_once(*[partial(ada.post, f"/api/tables/{match}/seats/1", kind=kind)] * 3)
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
    assert play_on(match, ada)["state"] == "over"


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
    other_browser = server.nobody()
    other_browser.enter(other_browser.post("/api/sign-in", name=name, password="a long password"))
    with ada.live() as socket, other_browser.live() as other:
        socket.next("hello")
        other.next("hello")
        ada.done("/api/sign-out")
        _closes(socket)
        other.send("ping")
        other.next("pong")
        # A changed password ends every session there is.
        other_browser.enter(other_browser.post("/api/password", old="a long password", new="another password"))
        _closes(other)
    with other_browser.live() as socket:
        assert socket.next("hello")["user"]["name"] == name
        other_browser.done("/api/sign-out", everywhere=True)
        _closes(socket)


def test_connections_at_every_process_end_with_the_session(start_postgres: Callable[..., Running]) -> None:
    """Signed out at one process, heard nothing at the other; whoever signs in again is heard."""
    left, right = start_postgres("left"), start_postgres("right")
    ada = _account(left, "Ada")
    secret = ada.done("/api/tokens", name="program")["secret"]
    headers = {"Authorization": f"Bearer {secret}"}
    url = right.url.replace("http", "ws") + "/api/live"
    with elsewhere(ada, right).live() as socket, connect(url, additional_headers=headers) as program:
        socket.next("hello")
        ada.enter(ada.post("/api/password", old="a long password", new="another password"))
        _closes(socket)
        _closes(Socket(ada, program))
    with elsewhere(ada, right).live() as socket:
        socket.next("hello")
        socket.send("ping")
        socket.next("pong")
        ada.done("/api/sign-out")
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


def test_only_the_host_takes_several_seats_unless_the_table_allows_it(server: Running) -> None:
    """Who holds two seats sees two hands."""
    ada, ben = server.person("Ada"), server.person("Ben")
    options = {**SECRET["options"], "players": 3}
    body: dict[str, Any] = {"game": "evacuation", "options": options, "seats": [{"kind": "me"}]}
    match = ada.done("/api/tables", **body)["id"]
    ben.done(f"/api/tables/{match}/join", seat=1)
    ben.refused(f"/api/tables/{match}/join", 409, "seated", seat=2)
    answers = at_once(*[partial(ben.post, f"/api/tables/{match}/join", seat=2)] * 4)
    assert {answer.json()["code"] for answer in answers} == {"seated"}
    # The host plays with others at one screen.
    assert ada.done(f"/api/tables/{match}/join", seat=2)["state"] == "running"
    match = ada.done("/api/tables", **body, several=True)["id"]
    assert ada.get(f"/api/tables/{match}")["several"]
    ben.done(f"/api/tables/{match}/join", seat=1)
    assert ben.done(f"/api/tables/{match}/join", seat=2)["state"] == "running"


def test_two_requests_for_two_seats_at_the_same_moment_give_one(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    for _ in range(6):
        made = ada.done("/api/tables", game="auction", options={"players": 3}, seats=[{"kind": "me"}])["id"]
        at_once(*(partial(ben.post, f"/api/tables/{made}/join", seat=seat) for seat in (1, 2)))
        users = [seat["user"] for seat in ada.get(f"/api/tables/{made}")["seats"]]
        assert users.count(ben.id) == 1


def test_a_table_says_what_its_host_has_fixed(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    body: dict[str, Any] = {"game": "evacuation", "seats": [{"kind": "me"}]}
    plain = ada.done("/api/tables", **body, options={"players": 2, "mode": "points"})["id"]
    assert ben.get(f"/api/tables/{plain}")["fixed"] == []
    seeded = ada.done("/api/tables", **body, options={"players": 2, "setup_seed": 5, "ships": None})["id"]
    assert ben.get(f"/api/tables/{seeded}")["fixed"] == ["setup_seed"]
    deck = {"players": 1, "automa_deck": [1, 3, 4, 5], "map": "random"}
    alone = ada.post("/api/tables", game="gaia", seats=[{"kind": "open"}], options=deck)
    assert alone.status_code == 201, alone.text
    assert "automa_deck" in ben.get(f"/api/tables/{alone.json()['id']}")["fixed"]
    listed = ben.get("/api/tables", list="open")["tables"]
    assert next(table for table in listed if table["id"] == seeded)["fixed"] == ["setup_seed"]
