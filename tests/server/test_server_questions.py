"""Previews and commits by the live connection, and what a commit is answered with: a move is one message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from orrery.desk.delta import applied
from tests.server.running import Person, Running, Socket, at_once, wait_for


def ask(socket: Socket, kind: str, match: str, **draft: Any) -> Any:
    """A question by the live connection, and its answer."""
    socket.send(kind, id=5, match=match, draft=draft)
    answer = socket.next("answer", "problem")
    assert answer["id"] == 5
    return answer


def seated(socket: Socket, match: str, seat: int | None) -> None:
    socket.send("watch", match=match, seat=seat)
    socket.next("watching")


@pytest.mark.parametrize("game", ["auction", "gaia", "evacuation"])
def test_a_commit_is_answered_with_the_next_position(server: Running, game: str) -> None:
    """The changes fit the view that the committer had; options come to whoever is asked next, to nobody else."""
    ada, ben = server.person("Ada"), server.person("Ben")
    people = (ada, ben)
    match = ada.table(ben, game=game)
    views = [person.position(match)["view"] for person in people]
    for _ in range(12):
        asked = ada.get(f"/api/tables/{match}")["asked"]
        shown = people[asked].position(match)
        other = people[1 - asked].position(match)
        assert "options" not in other
        texts = [option["text"] for option in shown["options"]]
        done = people[asked].commit(match, texts[len(texts) // 2], base=shown["number"])
        news = done["news"]
        now = people[asked].position(match)
        if news["kind"] == "moved":
            assert applied(shown["view"], news["changes"]) == now["view"]
            assert news.get("options", []) == now.get("options", [])
            assert news.get("undo") == now.get("undo")
        else:
            assert news["position"]["view"] == now["view"]
        assert [entry["number"] for entry in news["entries"]] == [shown["number"] + 1]
        views[asked] = now["view"]


def test_both_ways_say_the_same(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    mover = (ada, ben)[ada.get(f"/api/tables/{match}")["asked"]]
    text = mover.position(match)["options"][0]["text"]
    with mover.live() as socket:
        answer = ask(socket, "preview", match, base=0, actions=[text])
        assert answer["position"] == mover.done(f"/api/matches/{match}/preview", base=0, actions=[text])
        answer = ask(socket, "commit", match, base=0, actions=[text])
        assert answer["committed"]["number"] == 1
        assert answer["committed"]["news"]["kind"] == "moved"
        assert mover.commit(match, text, base=0)["repeated"]
        answer = ask(socket, "commit", match, base=0, actions=[text])
        assert answer["committed"]["repeated"]
    assert len(ada.get(f"/api/matches/{match}/log")["entries"]) == 1


def test_whoever_watches_the_own_seat_is_told_once(server: Running) -> None:
    """The move comes as to everybody, then the answer without it; the next seat gets its options with the move."""
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    with ada.live() as left, ben.live() as right:
        seated(left, match, 0)
        seated(right, match, 1)
        seen = [ada.position(match), ben.position(match)]
        for _ in range(6):
            asked = next(shown["asked"] for shown in seen)
            socket = (left, right)[asked]
            text = seen[asked]["options"][0]["text"]
            socket.send("commit", id=9, match=match, draft={"base": seen[asked]["number"], "actions": [text]})
            messages = [left.next("moved"), right.next("moved")]
            answer = socket.next("answer")
            assert answer["committed"]["news"] is None
            for seat, (person, message) in enumerate(zip((ada, ben), messages, strict=True)):
                assert applied(seen[seat]["view"], message["changes"]) == person.position(match)["view"]
                seen[seat] = person.position(match)
                assert message.get("options", []) == seen[seat].get("options", [])
            if messages[0]["over"]:
                break


def test_another_seat_of_the_same_person_gets_the_whole(server: Running) -> None:
    ada = server.person("Ada")
    match = ada.done("/api/tables", game="auction", seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    shown = ada.position(match)
    while not shown["over"]:
        seat = shown["asked"]
        text = shown["options"][0]["text"]
        news = ada.commit(match, text, base=shown["number"], seat=seat)["news"]
        now = ada.position(match)
        if now["asked"] not in (None, seat):
            assert (news["kind"], news["seat"]) == ("whole", now["asked"])
            assert news["position"]["view"] == now["view"]
            assert news["position"]["options"] == now["options"]
        shown = now


def test_near_misses_come_where_they_are_asked_for(server: Running) -> None:
    ada = server.person("Ada")
    seats = [{"kind": "me"}, {"kind": "me"}]
    match = ada.done("/api/tables", game="gaia", options={"players": 2}, seats=seats)["id"]
    shown = ada.position(match)
    while shown["question"] != "Turn":
        ada.commit(match, shown["options"][0]["text"], base=shown["number"], seat=shown["asked"])
        shown = ada.position(match)
    assert "near" not in shown
    draft = {"base": shown["number"], "actions": [], "seat": shown["asked"]}
    with ada.live() as socket:
        assert "near" not in ask(socket, "preview", match, **draft)["position"]
        near = ask(socket, "preview", match, **draft, near=True)["position"]["near"]
    assert near
    assert all(miss["reasons"] for miss in near)
    options: Any = {"players": 2}
    asked = ada.done("/api/titles/gaia/try", options=options, near=False)
    assert "near" not in asked


def test_what_is_refused_is_refused_by_its_id_and_nothing_is_stored(server: Running) -> None:
    ada, ben, eve = server.person("Ada"), server.person("Ben"), server.person("Eve")
    match = ada.table(ben)
    mover = (ada, ben)[ada.get(f"/api/tables/{match}")["asked"]]
    text = mover.position(match)["options"][0]["text"]
    with mover.live() as mine, eve.live() as hers, server.nobody().live() as none:
        for socket, kind, draft, status, code in (
            (mine, "commit", {"base": 0, "actions": ["nonsense"]}, 400, "bad-notation"),
            (mine, "commit", {"base": 0, "actions": ["\x00"]}, 400, "bad-notation"),
            (mine, "preview", {"base": 0, "actions": ["nonsense"]}, 400, "bad-notation"),
            (mine, "commit", {"base": 7, "actions": [text]}, 400, "bad-request"),
            (mine, "commit", {"base": 0, "actions": [text], "then": "Bid"}, 400, "bad-request"),
            (hers, "commit", {"base": 0, "actions": [text]}, 403, "not-yours"),
            (hers, "preview", {"base": 0, "actions": [text]}, 403, "not-yours"),
            (none, "commit", {"base": 0, "actions": [text]}, 401, "sign-in"),
        ):
            answer = ask(socket, kind, match, **draft)
            assert (answer["kind"], answer["status"], answer["code"]) == ("problem", status, code), answer
            assert answer["sentence"]
        mine.send("commit", id=3, match=match, draft={"base": 0, "actions": []})
        assert mine.next("problem")["code"] == "bad-request"
        mine.send("commit", id=-3, match=match, draft={"base": 0, "actions": [text]})
        assert mine.next("problem")["code"] == "bad-request"
        assert ask(mine, "commit", "nowhere", base=0, actions=[text])["code"] == "not-found"
        assert ada.get(f"/api/tables/{match}")["number"] == 0
        mover.commit(match, text)
        answer = ask(mine, "preview", match, base=0, actions=[text])
        assert answer["code"] == "stale"
        assert answer["position"]["number"] == 1


def test_one_connection_does_not_ask_without_end(sqlite_server: Running) -> None:
    """Sixteen questions at a time; pings are answered meanwhile, and whoever asked too much is told so."""
    ada, ben = sqlite_server.person("Ada"), sqlite_server.person("Ben")
    match = ada.table(ben)
    mover = (ada, ben)[ada.get(f"/api/tables/{match}")["asked"]]
    text = mover.position(match)["options"][0]["text"]
    with mover.live() as socket:
        for number in range(200):
            socket.send("preview", id=number, match=match, draft={"base": 0, "actions": [text]})
        socket.send("ping")
        heard = [socket.next("answer", "problem", "pong") for _ in range(201)]
    answers = [message for message in heard if message["kind"] != "pong"]
    assert sorted(answer["id"] for answer in answers) == list(range(200))
    codes = {answer.get("code", "") for answer in answers}
    assert codes <= {"", "too-many"}
    assert "" in codes


def test_a_commit_stands_although_its_connection_has_gone(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    mover = (ada, ben)[ada.get(f"/api/tables/{match}")["asked"]]
    text = mover.position(match)["options"][0]["text"]
    with mover.live() as socket:
        seated(socket, match, None)
        socket.send("commit", id=1, match=match, draft={"base": 0, "actions": [text]})
        socket.socket.close()
    wait_for(lambda: ada.get(f"/api/tables/{match}")["number"] == 1)


def test_a_draft_that_comes_by_both_ways_at_once_is_played_once(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    with ada.live() as left, ben.live() as right:
        for number in range(8):
            table = ada.get(f"/api/tables/{match}")
            mover, socket = ((ada, left), (ben, right))[table["asked"]]
            text = mover.position(match)["options"][0]["text"]
            draft = {"base": number, "actions": [text]}
            socket.send("commit", id=number, match=match, draft=draft)
            answers = at_once(*[lambda p=mover, d=draft: p.post(f"/api/matches/{match}/commit", **d)] * 3)
            assert {answer.status_code for answer in answers} == {200}
            assert socket.next("answer")["committed"]["number"] >= number + 1
            assert ada.get(f"/api/tables/{match}")["number"] == number + 1


def test_who_signed_out_commits_no_more(server: Running) -> None:
    """The connection ends with the session; what is kept in memory of it ends too."""
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    mover = (ada, ben)[ada.get(f"/api/tables/{match}")["asked"]]
    text = mover.position(match)["options"][0]["text"]
    cookies = dict(mover.client.cookies)
    with mover.live() as socket:
        seated(socket, match, None)
        mover.done("/api/sign-out")
        with pytest.raises(ConnectionClosed):
            socket.next("never", timeout=30)
    ghost = Person(server)
    ghost.client.cookies.update(cookies)
    ghost.client.headers["X-CSRF"] = mover.client.headers["X-CSRF"]
    ghost.refused(f"/api/matches/{match}/commit", 401, "sign-in", base=0, actions=[text])
    assert server.nobody().get(f"/api/tables/{match}")["number"] == 0


def test_what_another_process_wrote_is_not_remembered(start_postgres: Callable[..., Running]) -> None:
    """A seat is given up on one process: the other, which knows the table, lets nobody play it any more."""
    left, right = start_postgres("left"), start_postgres("right")
    ada, ben, cat = left.person("Ada"), left.person("Ben"), left.person("Cat")
    match = ada.table(ben, cat)
    there = Person(right)
    there.client.cookies.update(ben.client.cookies)
    there.client.headers["X-CSRF"] = ben.client.headers["X-CSRF"]
    there.refused(f"/api/matches/{match}/preview", 409, "not-asked", base=0, actions=["x"], seat=1)
    ben.done(f"/api/matches/{match}/resign", seat=1)
    wait_for(
        lambda: there.post(f"/api/matches/{match}/preview", base=1, actions=["x"], seat=1).json()["code"] == "left"
    )
    ada.done("/api/sign-out", everywhere=True)
    elsewhere = Person(right)
    elsewhere.client.cookies.update(ada.client.cookies)
    assert elsewhere.get("/api/me")["user"] is None
