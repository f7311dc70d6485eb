"""Live connections: what is sent after each move, and coming back after a break."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from orrery.desk.delta import applied
from tests.server.running import Running, wait_for


def test_every_move_is_sent_as_changes_that_give_the_new_view(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    eve = server.nobody()
    match = ada.table(ben)
    with ada.live() as left, ben.live() as right, eve.live() as third:
        views = []
        for person, socket, seat in ((ada, left, 0), (ben, right, 1), (eve, third, None)):
            views.append(person.position(match)["view"])
            socket.send("watch", match=match, seat=seat)
            assert socket.next("watching")["number"] == 0
        over = False
        while not over:
            table = ada.get(f"/api/tables/{match}")
            mover = (ada, ben)[table["asked"]]
            mover.commit(match, mover.position(match)["options"][0]["text"])
            for index, (person, socket) in enumerate(((ada, left), (ben, right), (eve, third))):
                moved = socket.next("moved")
                assert moved["base"] == table["number"]
                assert moved["number"] == table["number"] + 1
                views[index] = applied(views[index], moved["changes"])
                shown = person.position(match)
                assert views[index] == shown["view"]
                assert moved["scores"] == shown["scores"]
                over = moved["over"]
        for socket in (left, right, third):
            assert all(size < 8000 for kind, size in socket.sizes if kind == "moved")
            assert socket.next("table")["table"]["state"] == "over"


def test_who_comes_back_gets_what_was_missed(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    view = ben.position(match)["view"]
    for _ in range(5):
        mover = (ada, ben)[ada.get(f"/api/tables/{match}")["asked"]]
        mover.commit(match, mover.position(match)["options"][0]["text"])
    with ben.live() as socket:
        socket.send("watch", match=match, seat=1, number=0)
        assert socket.next("watching")["number"] == 5
        moved = socket.next("moved")
        assert [entry["number"] for entry in moved["entries"]] == [1, 2, 3, 4, 5]
        assert applied(view, moved["changes"]) == ben.position(match)["view"]
        socket.send("watch", match=match, seat=1, number=5)
        socket.next("watching")
        socket.send("ping")
        socket.next()
        assert socket.sizes[-1][0] == "pong"


def test_who_comes_back_across_an_undo_gets_the_whole(server: Running) -> None:
    ada = server.person("Ada")
    match = ada.done("/api/tables", game="auction", seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    ada.commit(match, ada.position(match, seat=0)["options"][0]["text"])
    ada.done(f"/api/matches/{match}/undo", base=1, keep=0)
    with ada.live() as socket:
        for number in (1, 77):
            socket.send("watch", match=match, seat=0, number=number)
            socket.next("watching")
            assert socket.next("whole")["position"]["view"] == ada.position(match, seat=0)["view"]


def test_an_undo_is_sent_to_the_watchers(server: Running) -> None:
    ada = server.person("Ada")
    match = ada.done("/api/tables", game="auction", seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    view = ada.position(match, seat=0)["view"]
    with ada.live() as socket:
        socket.send("watch", match=match, seat=0)
        socket.next("watching")
        ada.commit(match, ada.position(match, seat=0)["options"][0]["text"])
        view = applied(view, socket.next("moved")["changes"])
        ada.done(f"/api/matches/{match}/undo", base=1, keep=0)
        moved = socket.next("moved")
        assert (moved["number"], moved["move"]) == (2, 0)
        assert applied(view, moved["changes"]) == ada.position(match, seat=0)["view"]


def test_chat_tables_and_turns_are_sent(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    made = ada.done("/api/tables", game="auction", seats=[{"kind": "me"}])
    match = made["id"]
    with ada.live() as socket, ben.live() as other:
        socket.send("watch", match=match)
        socket.next("watching")
        other.send("lobby")
        other.send("ping")
        other.next("pong")
        ben.done(f"/api/tables/{match}/join")
        heard: dict[str, Any] = {}
        while not {"table", "asked"} <= heard.keys():
            # The news of the table and of the turn come in any order.
            message = socket.next("table", "asked")
            heard[message["kind"]] = message
        assert heard["table"]["table"]["seats"][1]["name"] == "Ben"
        assert heard["asked"]["match"] == match
        other.next("lobby")
        ben.done(f"/api/matches/{match}/chat", text="Hello")
        assert socket.next("chat")["line"]["text"] == "Hello"
        ada.commit(match, ada.position(match)["options"][0]["text"])
        turn = other.next("asked")
        assert (turn["match"], turn["seat"], turn["number"]) == (match, 1, 1)
        wait_for(lambda: ada.get(f"/api/tables/{match}")["seats"][1]["online"])


def test_nobody_watches_through_another_seat(server: Running) -> None:
    ada, ben, eve = server.person("Ada"), server.person("Ben"), server.person("Eve")
    match = ada.table(ben, visibility="link")
    with eve.live() as socket:
        for fields in ({"seat": 0}, {"seat": None}, {"seat": 9}, {"seat": None, "key": "wrong"}):
            socket.send("watch", match=match, **fields)
            assert socket.next("problem")["code"] in ("key", "not-yours")
        socket.send("watch", match="nothing")
        assert socket.next("problem")["code"] == "not-found"
        socket.socket.send("{")
        assert socket.next("problem")["code"] == "bad-request"
        socket.socket.send('{"kind": "dance"}')
        assert socket.next("problem")["code"] == "bad-request"
        socket.send("leave", match=match)
        socket.send("ping")
        socket.next("pong")
    with ben.live() as socket:
        socket.send("watch", match=match, seat=0)
        assert socket.next("problem")["code"] == "not-yours"


def test_a_page_of_another_site_gets_no_live_connection(server: Running) -> None:
    url = server.url.replace("http", "ws") + "/api/live"
    with pytest.raises(InvalidStatus):
        connect(url, additional_headers={"Origin": "https://evil.example"})


def test_a_program_hears_of_its_turns_by_events(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    first = ada.table(ben)
    secret = ada.done("/api/tokens", name="program")["secret"]
    headers = {"Authorization": f"Bearer {secret}"}
    assert httpx.get(f"{server.url}/api/events").status_code == 401
    with httpx.stream("GET", f"{server.url}/api/events", headers=headers, timeout=20) as stream:
        lines = (line for line in stream.iter_lines() if line.startswith("data:"))
        assert first in next(lines)
        second = ada.table(ben)
        assert second in next(lines)
