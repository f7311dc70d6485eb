"""Friends, and invitations to tables: only who wants to be found is found, and nobody is flooded."""

from __future__ import annotations

from typing import Any

from orrery.server.people import friends
from tests.server.running import Person, Running, at_once, wait_for


def played(server: Running, *names: str) -> list[Person]:
    """People who have sat at one match together."""
    people = [server.person(name) for name in names]
    options = {"players": len(people)}
    match = people[0].table(*people[1:], options=options)
    people[0].done(f"/api/matches/{match}/resign")
    return people


def think(person: Person, other: Person, kind: str = "friend", status: int = 200) -> Any:
    answer = person.put(f"/api/friends/{other.id}", kind=kind)
    assert answer.status_code == status, answer.text
    return answer.json()


def befriended(server: Running, *names: str) -> list[Person]:
    """Two friends."""
    one, other = played(server, *names)
    think(one, other)
    think(other, one)
    return [one, other]


def ids(found: list[Any]) -> list[int]:
    return [one["id"] for one in found]


def opened(host: Person, **values: Any) -> Any:
    seats = [{"kind": "me"}, {"kind": "open"}]
    return host.done("/api/tables", game="auction", options={"players": 2}, seats=seats, **values)


def invite(host: Person, table: Any, other: Person, status: int = 200) -> Any:
    answer = host.post(f"/api/tables/{table['id']}/invite", user=other.id)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_who_has_played_together_become_friends_when_both_say_so(server: Running) -> None:
    ada, bela = played(server, "Ada", "Béla")
    cora = server.person("Cora")
    assert ids(ada.get("/api/friends")["met"]) == [bela.id]
    think(ada, cora, status=404)  # never met
    think(ada, ada, status=400)
    told = think(ada, bela)
    assert (ids(told["asked"]), told["friends"], told["met"]) == ([bela.id], [], [])
    # Who was only asked is not watched.
    assert told["asked"][0]["online"] is None
    assert ids(bela.get("/api/friends")["asking"]) == [ada.id]
    told = think(bela, ada)
    assert told["friends"][0] | {"online": None} == {
        "id": ada.id,
        "name": "Ada",
        "guest": True,
        "online": None,
        "quiet": False,
    }
    assert wait_for(lambda: ada.get("/api/friends")["friends"][0]["online"] in (True, False))
    # It ends for both.
    assert ada.ask("DELETE", f"/api/friends/{bela.id}").status_code == 200
    assert bela.get("/api/friends")["friends"] == bela.get("/api/friends")["asking"] == []
    assert ids(bela.get("/api/friends")["met"]) == [ada.id]


def test_who_declines_or_blocks_is_not_asked_again_and_nobody_is_told(server: Running) -> None:
    ada, bela = played(server, "Ada", "Béla")
    think(ada, bela, "declined", 409)
    think(ada, bela, "quiet", 409)
    think(ada, bela)
    think(bela, ada, "declined")
    for _ in range(2):
        assert bela.get("/api/friends")["asking"] == []
        assert ids(ada.get("/api/friends")["asked"]) == [bela.id]  # as if it waited for an answer
        ada.ask("DELETE", f"/api/friends/{bela.id}")
        think(ada, bela)
        think(bela, ada, "blocked")
    assert ids(bela.get("/api/friends")["blocked"]) == [ada.id]
    # Unblocked, the question is there again.
    bela.ask("DELETE", f"/api/friends/{ada.id}")
    assert ids(bela.get("/api/friends")["asking"]) == [ada.id]


def test_friends_are_invited_to_open_tables_and_told_at_once(server: Running) -> None:
    ada, bela = befriended(server, "Ada", "Béla")
    stranger = server.person("Cora")
    table = opened(ada, visibility="link", title="Friday")
    with bela.live() as socket:
        socket.next("hello")
        invite(ada, table, bela)
        socket.next("called")
    invite(ada, table, bela)  # twice is once
    found = bela.get("/api/invites")
    assert [(one["match"], one["by"], one["title"], one["free"]) for one in found] == [
        (table["id"], "Ada", "Friday", 1)
    ]
    invite(ada, table, stranger, 403)
    invite(bela, table, ada, 403)  # not of the table
    invite(stranger, table, bela, 403)
    # Its key opens the table.
    bela.done(f"/api/tables/{table['id']}/join", key=found[0]["key"])
    assert bela.get("/api/invites") == []
    invite(ada, table, bela, 409)  # it has started
    other = opened(ada)
    invite(ada, other, bela)
    assert bela.ask("DELETE", f"/api/invites/{other['id']}").json() == []
    invite(ada, other, bela)  # a declined one is not repeated
    assert bela.get("/api/invites") == []
    gone = opened(ada)
    invite(ada, gone, bela)
    assert ada.ask("DELETE", f"/api/tables/{gone['id']}").status_code == 200
    assert bela.get("/api/invites") == []


def test_nobody_is_flooded(server: Running) -> None:
    """A few invitations to one person in an hour, one of a kind at a time; quiet friends are in the list only."""
    ada, bela = befriended(server, "Ada", "Béla")
    for _ in range(friends.TO_ONE):
        invite(ada, opened(ada), bela)
    assert invite(ada, opened(ada), bela, 429)["code"] == "too-many"
    assert len(bela.get("/api/invites")) == friends.TO_ONE
    cora, dora = befriended(server, "Cora", "Dóra")
    table = opened(cora)
    answers = at_once(*[lambda: cora.post(f"/api/tables/{table['id']}/invite", user=dora.id)] * 6)
    assert {answer.status_code for answer in answers} == {200}
    assert len(dora.get("/api/invites")) == 1
    think(dora, cora, "quiet")
    second = opened(cora)
    with dora.live() as socket:
        socket.next("hello")
        invite(cora, second, dora)
        socket.send("ping")
        assert socket.next("called", "pong")["kind"] == "pong"
    assert len(dora.get("/api/invites")) == 2
    # Blocked, nothing of them is left, and nothing more comes.
    think(dora, cora, "blocked")
    assert dora.get("/api/invites") == []
    invite(cora, opened(cora), dora, 403)


def test_invitations_reach_people_who_are_not_here(server: Running) -> None:
    """As notices do: in the outbox with the invitation, by the ways the person chose."""
    ada, bela = befriended(server, "Ada", "Béla")
    wish = {"by_webhook": True, "webhook": "https://example.invalid/hook", "live_too": True, "language": "hu"}
    assert bela.put("/api/notices", **wish).status_code == 200
    table = opened(ada, title="Péntek")
    invite(ada, table, bela)
    sent = wait_for(lambda: bela.get("/api/notices")["deliveries"])
    assert [one["channel"] for one in sent] == ["webhook"]
    invite(ada, table, bela)
    assert len(bela.get("/api/notices")["deliveries"]) == 1


def test_what_was_thought_goes_with_a_person(server: Running) -> None:
    ada, bela = befriended(server, "Ada", "Béla")
    table = opened(ada)
    invite(ada, table, bela)
    export = ada.get("/api/account/export")
    assert [(one["user"], one["kind"]) for one in export["friends"]] == [(bela.id, "friend")]
    assert [(one["match"], one["user"]) for one in export["summons"]] == [(table["id"], bela.id)]
    assert ada.ask("DELETE", "/api/account", json={"password": None}).status_code == 200
    told = bela.get("/api/friends")
    assert all(people == [] for people in told.values())
    assert bela.get("/api/invites") == []
    export = bela.get("/api/account/export")
    assert export["friends"] == export["summons"] == []


def test_only_who_is_signed_in_has_friends(server: Running) -> None:
    nobody = server.nobody()
    assert nobody.ask("GET", "/api/friends").status_code == 401
    assert nobody.ask("GET", "/api/invites").status_code == 401
    ada = server.person("Ada")
    assert ada.put("/api/friends/0", kind="friend").status_code == 400
    assert ada.put("/api/friends/7", kind="enemy").status_code == 400
    assert ada.put("/api/friends/999999999", kind="friend").status_code == 404
    ada.refused("/api/tables/nothing/invite", 404, "not-found", user=1)
