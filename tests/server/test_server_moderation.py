"""Moderators: what they may do, to whom, and what of it everybody is told."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.club import PASSWORD, deeds, member, moderator
from tests.server.running import Person, Running, at_once, elsewhere, wait_for

WHY = "three warnings"


def test_a_dismissed_moderator_has_lost_the_right_and_every_session(server: Running) -> None:
    mo, ada = moderator(server), server.person("Ada")
    assert mo.get("/api/me")["moderator"]
    table = ada.table(visibility="link")
    assert mo.get(f"/api/tables/{table}")["id"] == table  # moderators may look at every table
    with mo.live() as socket:
        socket.next("hello")
        assert server.admin("user", "member", mo.name).returncode == 0
        with pytest.raises(ConnectionClosed):
            socket.next("nothing")
    mo.refused(f"/api/moderation/people/{ada.id}/mute", 401, "sign-in", why=WHY)
    mo.enter(mo.post("/api/sign-in", name=mo.name, password=PASSWORD))
    mo.refused(f"/api/moderation/people/{ada.id}/mute", 403, "moderators-only", why=WHY)
    assert mo.ask("GET", f"/api/tables/{table}").status_code == 403
    assert f"{mo.name}\tmoderator" not in server.admin("user", "list").stdout


def test_nobody_acts_against_themselves_or_another_moderator(server: Running) -> None:
    mo, max_ = moderator(server), moderator(server, "Max")
    assert f"{mo.name}\tmoderator" in server.admin("user", "list").stdout
    for person in (mo, max_):
        for verb in ("mute", "ban", "unmute", "unban"):
            mo.refused(f"/api/moderation/people/{person.id}/{verb}", 403, "protected", why=WHY)
    ada = server.person("Ada")
    match = max_.table(ada)
    max_.done(f"/api/matches/{match}/chat", text="hello")
    mo.refused(f"/api/moderation/matches/{match}/chat/1/remove", 403, "protected", why=WHY)
    max_.refused(f"/api/moderation/matches/{match}/end", 403, "protected", why=WHY)
    mo.refused("/api/moderation/people/999999/ban", 404, "not-found", why=WHY)
    mo.refused(f"/api/moderation/people/{ada.id}/ban", 400, "bad-request", why="")
    mo.refused(f"/api/moderation/people/{ada.id}/ban", 400, "bad-request", why="two\nlines")
    # Whoever runs the server may.
    assert server.admin("user", "ban", max_.name, "--reason", "left the club").returncode == 0
    assert max_.ask("GET", "/api/me").json()["user"] is None
    said = server.nobody().refused("/api/sign-in", 403, "banned", name=max_.name, password=PASSWORD)
    assert said["detail"] == {"why": "left the club"}


def test_a_muted_person_reaches_nobody_until_it_is_taken_back(server: Running) -> None:
    mo, ada, ben = moderator(server), server.person("Ada"), server.person("Ben")
    match = ada.table(ben, title="Rude words")
    mute = f"/api/moderation/people/{ada.id}/mute"
    mo.done(mute, why=WHY, minutes=60)
    mo.done(mute, why=WHY, minutes=60)  # twice is once
    assert [(deed["what"], deed["by_name"], deed["user"], deed["why"]) for deed in deeds(mo)][:1] == [
        ("mute", mo.name, ada.id, WHY)
    ]
    assert [deed["what"] for deed in deeds(mo) if deed["user"] == ada.id] == ["mute"]
    assert ben.get(f"/api/tables/{match}")["title"] == ""
    assert match not in [one["id"] for one in ben.get("/api/tables", list="watch", search="rude")["tables"]]
    said = ada.refused(f"/api/matches/{match}/chat", 403, "muted", text="again")
    assert said["detail"]["why"] == WHY
    assert said["detail"]["until"] > 0
    assert ada.get("/api/me")["muted"] == {"why": WHY, "until": said["detail"]["until"]}
    seats = [{"kind": "me"}, {"kind": "open"}]
    titled = {"game": "auction", "options": {"players": 2}, "seats": seats, "title": "more"}
    ada.refused("/api/tables", 403, "muted", **titled)
    ada.refused("/api/tables", 403, "muted", **titled | {"title": "", "seats": [{"kind": "me", "name": "rude"}]})
    ada.done("/api/tables", **titled | {"title": ""})  # playing is not speaking
    assert ada.put(f"/api/matches/{match}/notes", text="to myself").status_code == 200
    mo.done(mute, why="for good")
    assert "until" not in ada.refused(f"/api/matches/{match}/chat", 403, "muted", text="again")["detail"]
    assert ada.id in [one["id"] for one in mo.get("/api/moderation/people", only="muted")["people"]]
    mo.done(f"/api/moderation/people/{ada.id}/unmute", why="sorry")
    mo.done(f"/api/moderation/people/{ada.id}/unmute", why="sorry")
    assert [deed["what"] for deed in deeds(mo) if deed["user"] == ada.id] == ["unmute", "mute", "mute"]
    ada.done(f"/api/matches/{match}/chat", text="hello")


def test_a_mute_runs_out(server: Running) -> None:
    mo, ada, ben = moderator(server), server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    mo.done(f"/api/moderation/people/{ada.id}/mute", why=WHY, minutes=5)
    server.database(f"UPDATE users SET muted = 1 WHERE id = {ada.id}")
    ada.done(f"/api/matches/{match}/chat", text="hello")
    assert ada.get("/api/me")["muted"] is None


def test_a_banned_person_is_out_at_once(server: Running) -> None:
    mo, ada, ben, cid = moderator(server), member(server, "Ada"), server.person("Ben"), server.person("Cid")
    token = ada.done("/api/tokens", name="bot")["secret"]
    running, mine = ada.table(ben, cid), ada.table(options={"players": 3})
    theirs = ben.table(ada, options={"players": 3})
    ben.refused(f"/api/matches/{running}/replace", 409, "not-absent", seat=0)
    with ada.live() as socket, ben.live() as other:
        other.send("watch", match=running, seat=1)
        other.next("watching")
        socket.next("hello")
        mo.done(f"/api/moderation/people/{ada.id}/ban", why=WHY)
        assert WHY in socket.next("problem")["sentence"]
        with pytest.raises(ConnectionClosed):
            socket.next()
        assert other.next("table")["table"]["seats"][0]["gone"]
    assert ada.get("/api/me")["user"] is None
    headers = {"Authorization": f"Bearer {token}"}
    assert httpx.get(f"{server.url}/api/tables", headers=headers).status_code == 401
    assert ben.ask("GET", f"/api/tables/{mine}").status_code == 404
    assert [seat["kind"] for seat in ben.get(f"/api/tables/{theirs}")["seats"]] == ["person", "open", "open"]
    said = server.nobody().refused("/api/sign-in", 403, "banned", name=ada.name, password=PASSWORD)
    assert said["detail"] == {"why": WHY}
    server.nobody().refused("/api/sign-in", 401, "wrong-password", name=ada.name, password="not hers at all")
    ben.done(f"/api/matches/{running}/replace", seat=0)
    table = ben.get(f"/api/tables/{running}")
    assert (table["seats"][0]["kind"], table["seats"][0]["standin"]) == ("bot", True)
    mo.done(f"/api/moderation/people/{ada.id}/ban", why=WHY)
    mo.done(f"/api/moderation/people/{ada.id}/unban", why="forgiven")
    assert [deed["what"] for deed in deeds(mo) if deed["user"] == ada.id] == ["unban", "ban"]
    ada.enter(ada.post("/api/sign-in", name=ada.name, password=PASSWORD))
    ada.done(f"/api/matches/{running}/return")


def test_nothing_gets_past_a_ban_that_comes_at_the_same_moment(server: Running) -> None:
    """Whatever is stored for a person is stored before the ban, and goes with it, or is refused."""
    mo = moderator(server)
    for _ in range(5):
        ada, ben = member(server, "Ada"), server.person("Ben")
        table = ben.table(options={"players": 3})
        wish: dict[str, Any] = {
            "game": "auction",
            "options": {"players": 2},
            "seats": [{"kind": "me"}, {"kind": "open"}],
        }
        at_once(
            partial(ada.post, "/api/tables", **wish),
            partial(ada.post, f"/api/tables/{table}/join"),
            partial(ada.post, "/api/tokens", name="late"),
            partial(elsewhere(ada, server).post, "/api/sign-in", name=ada.name, password=PASSWORD),
            partial(mo.post, f"/api/moderation/people/{ada.id}/ban", why=WHY),
        )
        assert not [one for one in mo.get("/api/tables", list="open")["tables"] if one["host"] == ada.id]
        assert [seat["user"] for seat in ben.get(f"/api/tables/{table}")["seats"]] == [ben.id, None, None]
        assert ada.get("/api/me")["user"] is None
        mo.done(f"/api/moderation/people/{ada.id}/unban", why="again")
        ada.enter(ada.post("/api/sign-in", name=ada.name, password=PASSWORD))
        assert ada.get("/api/tokens") == []


def test_the_same_deed_twice_at_once_is_done_once(server: Running) -> None:
    mo, max_, ada, ben = moderator(server), moderator(server), server.person("Ada"), server.person("Ben")
    match, table = ada.table(ben), ada.table()
    ada.done(f"/api/matches/{match}/chat", text="rude")
    for path in (
        f"people/{ben.id}/mute",
        f"people/{ben.id}/ban",
        f"matches/{match}/chat/1/remove",
        f"tables/{table}/remove",
        f"matches/{match}/end",
    ):
        before = len(deeds(mo))
        answers = at_once(*[partial(one.post, f"/api/moderation/{path}", why=WHY) for one in (mo, max_)])
        assert {answer.status_code for answer in answers} <= {200, 404, 409}, [answer.text for answer in answers]
        assert 200 in {answer.status_code for answer in answers}
        assert len(deeds(mo)) == before + 1, path
    assert ada.get(f"/api/tables/{match}")["number"] == 1


def test_a_removed_line_stays_as_a_mark_for_all(server: Running) -> None:
    mo, ada, ben = moderator(server), server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    ada.done(f"/api/matches/{match}/chat", text="something rude")
    with ben.live() as socket:
        socket.send("watch", match=match, seat=1)
        socket.next("watching")
        mo.done(f"/api/moderation/matches/{match}/chat/1/remove", why=WHY)
        line = socket.next("chat")["line"]
    assert (line["number"], line["text"], line["removed"], line["name"]) == (1, "", "moderator", "Ada")
    assert ben.get(f"/api/matches/{match}/chat")["lines"] == [line]
    mo.done(f"/api/moderation/matches/{match}/chat/1/remove", why=WHY)
    assert [(d["what"], d["match"], d["number"]) for d in deeds(mo)[:2]].count(("remove-line", match, 1)) == 1
    mo.refused(f"/api/moderation/matches/{match}/chat/2/remove", 404, "not-found", why=WHY)


def test_a_moderator_removes_an_open_table_and_ends_a_running_match(server: Running) -> None:
    mo, ada, ben = moderator(server), server.person("Ada"), server.person("Ben")
    table, match = ada.table(), ada.table(ben)
    mo.done(f"/api/moderation/tables/{table}/remove", why=WHY)
    mo.refused(f"/api/moderation/tables/{table}/remove", 404, "not-found", why=WHY)
    mo.refused(f"/api/moderation/tables/{match}/remove", 409, "started", why=WHY)
    ada.commit(match, ada.position(match)["options"][0]["text"])
    scores = ada.get(f"/api/tables/{match}")["scores"]
    with ben.live() as socket:
        socket.send("watch", match=match, seat=1)
        socket.next("watching")
        ended = mo.done(f"/api/moderation/matches/{match}/end", why=WHY)
        assert socket.next("moved")["entries"][0]["question"] == "Ended"
    assert (ended["state"], ended["reason"], ended["scores"]) == ("over", "ended", scores)
    last = ben.get(f"/api/matches/{match}/log")["entries"][-1]
    assert (last["question"], last["text"]) == ("Ended", WHY)
    mo.refused(f"/api/moderation/matches/{match}/end", 409, "over", why=WHY)
    record = ben.get(f"/api/matches/{match}/record", format="json")
    assert record["complete"]
    text = ben.ask("GET", f"/api/matches/{match}/record", params={"format": "text"}).text
    assert ben.done("/api/records", text=text)["number"] == ended["number"]  # and it replays
    ben.refused(f"/api/matches/{match}/commit", 409, "over", base=ended["number"], actions=["x"])


def test_a_broken_match_that_replays_is_opened_again(server: Running) -> None:
    mo, ada, ben = moderator(server), server.person("Ada"), server.person("Ben")
    match = ada.table(ben, clock={"days": 2})
    ada.commit(match, ada.position(match)["options"][0]["text"])
    mo.refused(f"/api/moderation/matches/{match}/repair", 409, "not-broken", why=WHY)
    server.database(f"UPDATE entries SET digest = 'x' || digest WHERE match = '{match}'")
    server.database(f"UPDATE matches SET state = 'broken', notice = 'odd', deadline = NULL WHERE id = '{match}'")
    said = mo.refused(f"/api/moderation/matches/{match}/repair", 409, "read-only", why=WHY)
    assert "does not replay" in said["sentence"]
    assert ada.get(f"/api/tables/{match}")["state"] == "broken"
    server.database(f"UPDATE entries SET digest = substr(digest, 2) WHERE match = '{match}'")
    opened = mo.done(f"/api/moderation/matches/{match}/repair", why=WHY)
    assert (opened["state"], opened["notice"], opened["asked"]) == ("running", None, 1)
    assert opened["deadline"]
    ben.commit(match, ben.position(match)["options"][0]["text"])
    assert [deed["what"] for deed in deeds(mo) if deed["match"] == match] == ["repair"]


def test_an_unfinished_import_is_opened_and_its_host_fills_the_seats(server: Running) -> None:
    mo, ada, ben = moderator(server), server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    for person in (ada, ben):
        person.commit(match, person.position(match)["options"][0]["text"])
    mo.done(f"/api/moderation/matches/{match}/end", why=WHY)
    text = ada.ask("GET", f"/api/matches/{match}/record", params={"format": "text"}).text
    there = ada.done("/api/records", text=text.partition("\n3 ")[0] + "\n")
    assert there["state"] == "stopped"
    opened = mo.done(f"/api/moderation/matches/{there['id']}/repair", why=WHY)
    assert (opened["state"], opened["ended"], opened["asked"]) == ("running", None, opened["asked"])
    ada.done(f"/api/tables/{there['id']}/seats/0", kind="me")
    filled = ada.done(f"/api/tables/{there['id']}/seats/1", kind="bot", level="random")
    assert filled["state"] == "running"


def test_a_stuck_match_that_replays_in_time_is_opened_again(
    start_sqlite: Callable[..., Running], tmp_path: Path
) -> None:
    trap = tmp_path / "trap"
    server = start_sqlite(limit="1", check="none", trap=str(trap))
    mo, ada, ben = moderator(server), server.person("Ada"), server.person("Ben")
    match = ada.table(ben, game="stuck")
    ada.commit(match, ada.position(match)["options"][0]["text"])
    server.stop()
    trap.touch()
    server.start()
    for person in (mo, ada, ben):
        person.client.base_url = httpx.URL(server.url)
    assert ben.ask("GET", f"/api/matches/{match}/position").status_code == 503
    assert ben.get(f"/api/tables/{match}")["notice"]
    mo.refused(f"/api/moderation/matches/{match}/repair", 409, "read-only", why=WHY)
    trap.unlink()
    assert ben.ask("GET", f"/api/matches/{match}/position").status_code == 503  # it is not tried for a while
    opened = mo.done(f"/api/moderation/matches/{match}/repair", why=WHY)
    assert (opened["state"], opened["notice"]) == ("running", None)
    ben.commit(match, ben.position(match)["options"][0]["text"])


def test_deeds_come_in_pages_newest_first(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite()
    mo = moderator(server)
    for number in range(120):
        mo.done("/api/moderation/announcement", text=f"line {number}")
    found, before = [], None
    while True:
        params: dict[str, int] = {} if before is None else {"before": before}
        page = mo.get("/api/moderation/deeds", **params)
        found += [deed["why"] for deed in page["deeds"] if deed["what"] == "announce"]
        before = page["next"]
        if before is None:
            break
        mo.done("/api/moderation/announcement", text="meanwhile")  # what is new does not push the pages on
    assert found == [f"line {number}" for number in reversed(range(120))]


def test_moderators_find_people_by_name(server: Running) -> None:
    mo, ada = moderator(server), member(server, "Findme")
    (found,) = mo.get("/api/moderation/people", search=ada.name.upper())["people"]
    assert (found["id"], found["guest"], found["moderator"], found["banned"]) == (ada.id, False, False, None)
    assert mo.get("/api/moderation/people", search="%")["people"] == []
    page = mo.get("/api/moderation/people")
    assert [one["id"] for one in page["people"]] == sorted((one["id"] for one in page["people"]), reverse=True)


def test_an_operator_needs_no_moderator(start: Callable[..., Running]) -> None:
    server = start()
    ada: Person = member(server, "Ada")
    match = ada.table(server.person("Ben"))
    assert server.admin("user", "mute", ada.name, "--minutes", "5", "--reason", "rude").returncode == 0
    ada.refused(f"/api/matches/{match}/chat", 403, "muted", text="x")
    assert f"{ada.name}\tmuted" in server.admin("user", "list").stdout
    assert server.admin("user", "unmute", ada.name).returncode == 0
    ada.done(f"/api/matches/{match}/chat", text="x")
    assert server.admin("user", "ban", ada.name, "--reason", "rude").returncode == 0
    assert server.admin("user", "unban", ada.name).returncode == 0
    for wrong in (("mute",), ("ban", "Nobody"), ("mute", ada.name, "--minutes", "0")):
        assert server.admin("user", *wrong).returncode == 2
    assert server.admin("user", "moderator", ada.name).returncode == 0
    ada.enter(ada.post("/api/sign-in", name=ada.name, password=PASSWORD))
    assert [(deed["what"], deed["by"]) for deed in deeds(ada)] == [
        ("moderator", None),
        ("unban", None),
        ("ban", None),
        ("unmute", None),
        ("mute", None),
    ]
    assert wait_for(lambda: "Traceback" not in server.log())


def _from(server: Running, address: str, name: str | None = None) -> Person:
    """Somebody at an address, whom the proxy tells; a guest if they have a name."""
    person = server.nobody()
    person.client.headers["X-Forwarded-For"] = address
    if name is not None:
        person.enter(person.post("/api/guest", name=name))
    return person


def test_a_banned_guest_does_not_come_back_under_another_name(start: Callable[..., Running]) -> None:
    server = start(proxies="127.0.0.1", ban_hours="5")
    mo = moderator(server)
    eve, six = _from(server, "8.8.4.4", "Eve"), _from(server, "2001:4860:4860:1::7", "Six")
    old = member(server, "Old")
    for person in (eve, six):
        mo.done(f"/api/moderation/people/{person.id}/ban", why=WHY)
    said = _from(server, "8.8.4.4").refused("/api/guest", 403, "banned-here", name="Eva")
    assert said["detail"]["hours"] == 5
    _from(server, "8.8.4.4").refused("/api/account", 403, "banned-here", name="Evita", password=PASSWORD)
    _from(server, "2001:4860:4860:1:ffff::1").refused("/api/guest", 403, "banned-here", name="Sixtus")
    _from(server, "2001:4860:4860:2::7", "Seven")
    _from(server, "8.8.8.8", "Somebody else")
    there = _from(server, "8.8.4.4")  # who has an account comes in from there
    there.enter(there.post("/api/sign-in", name=old.name, password=PASSWORD))
    stored = server.rows("SELECT mark FROM origins") + server.rows("SELECT mark FROM shunned")
    assert stored
    assert not any(part in str(stored) for part in ("8.8.", "2001", "4860"))
    mo.done(f"/api/moderation/people/{eve.id}/unban", why="forgiven")
    _from(server, "8.8.4.4", "Eva")


def test_a_ban_reaches_only_for_its_time_and_not_into_the_own_network(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(proxies="127.0.0.1")
    mo, eve, near = moderator(server), _from(server, "8.8.4.4", "Eve"), _from(server, "192.168.1.7", "Near")
    for person in (eve, near):
        mo.done(f"/api/moderation/people/{person.id}/ban", why=WHY)
    _from(server, "192.168.1.7", "Neighbour")
    _from(server, "8.8.4.4").refused("/api/guest", 403, "banned-here", name="Eva")
    server.database("UPDATE shunned SET until = until - 24 * 3600000")
    _from(server, "8.8.4.4", "Eva")
    server.database("UPDATE origins SET until = until - 24 * 3600000")
    assert server.admin("tidy").returncode == 0
    assert server.rows("SELECT mark FROM origins") == server.rows("SELECT mark FROM shunned") == []


def test_a_moderator_ends_a_match_that_the_engine_cannot_replay(server: Running) -> None:
    mo, ada, ben = moderator(server), server.person("Ada"), server.person("Ben")
    match = ada.table(ben, clock={"days": 2})
    ada.commit(match, ada.position(match)["options"][0]["text"])
    server.database(f"UPDATE entries SET digest = 'x' || digest WHERE match = '{match}'")
    server.database(f"UPDATE matches SET state = 'broken', notice = 'odd', deadline = NULL WHERE id = '{match}'")
    ended = mo.done(f"/api/moderation/matches/{match}/end", why=WHY)
    assert (ended["state"], ended["reason"], ended["notice"]) == ("broken", "ended", "odd")
    assert (ended["asked"], ended["deadline"], ended["places"]) == (None, None, None)
    assert len(ben.get(f"/api/matches/{match}/log")["entries"]) == 1
    assert ben.get(f"/api/matches/{match}/record")["complete"]
    mo.refused(f"/api/moderation/matches/{match}/end", 409, "over", why=WHY)
    assert match not in [table["id"] for table in ben.get("/api/tables", list="mine")["tables"]]
    server.database(f"UPDATE entries SET digest = substr(digest, 2) WHERE match = '{match}'")
    again = mo.done(f"/api/moderation/matches/{match}/repair", why=WHY)
    assert (again["state"], again["reason"], min(again["places"])) == ("over", "ended", 1)
    assert ben.position(match)["over"]
    assert [deed["what"] for deed in deeds(mo) if deed["match"] == match] == ["repair", "end"]


def test_a_moderator_ends_a_stuck_match(start_sqlite: Callable[..., Running], tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    server = start_sqlite(limit="1", trap=str(trap))
    mo, ada, ben = moderator(server), server.person("Ada"), server.person("Ben")
    match = ada.table(ben, game="stuck")
    ada.commit(match, ada.position(match)["options"][0]["text"])
    server.stop()
    trap.touch()
    server.start()
    for person in (mo, ada, ben):
        person.client.base_url = httpx.URL(server.url)
    wait_for(lambda: ben.get(f"/api/tables/{match}")["notice"])
    ended = mo.done(f"/api/moderation/matches/{match}/end", why=WHY)
    assert (ended["state"], ended["reason"]) == ("broken", "ended")
    assert WHY in ended["notice"]
    ben.refused(f"/api/matches/{match}/commit", 409, "read-only", base=1, actions=["x"])
    trap.unlink()
    assert server.admin("check", "--heal").returncode == 0
    table = wait_for(lambda: (found := ben.get(f"/api/tables/{match}"))["state"] == "over" and found)
    assert (table["reason"], table["notice"], min(table["places"])) == ("ended", None, 1)
