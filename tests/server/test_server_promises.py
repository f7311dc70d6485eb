"""What a person is told has happened has happened, once: for requests that come together, and after a crash."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import httpx

from tests.server.running import Person, Running, at_once, wait_for


def _four(server: Running) -> tuple[str, list[Person]]:
    """A table of four at which seat 0 has moved twice and the others once."""
    people = [server.person(name) for name in ("Ada", "Ben", "Cid", "Dan")]
    match = people[0].table(*people[1:], game="evacuation", options={"setup_seed": 5})
    for _ in range(5):
        table = people[0].get(f"/api/tables/{match}")
        mover = people[table["asked"]]
        shown = mover.position(match)
        mover.commit(match, shown["options"][0]["text"], base=shown["number"])
    return match, people


def _answers(match: str, people: list[Person], asked: Any, consent: bool = True) -> list[Any]:
    body = {"number": asked["number"], "keep": asked["keep"], "consent": consent}
    requests = [partial(person.post, f"/api/matches/{match}/undo/answer", **body) for person in people]
    return [answer.json() for answer in at_once(*requests)]


def _undos(person: Person, match: str) -> int:
    return [entry["question"] for entry in person.get(f"/api/matches/{match}/log")["entries"]].count("Undo")


def test_consents_at_the_same_moment_do_the_undo_once(server: Running) -> None:
    match, people = _four(server)
    for _ in range(6):
        ada, *others = people
        number = ada.get(f"/api/tables/{match}")["number"]
        before = _undos(ada, match)
        asked = ada.done(f"/api/matches/{match}/undo", base=number, keep=0, seat=0)["request"]
        assert asked["needed"] == [1, 2, 3]
        found = _answers(match, [*others, *others], asked)
        states = [answer.get("state") for answer in found]
        assert states.count("done") == 1, found
        assert {answer.get("code", "no-undo") for answer in found} == {"no-undo"}
        table = ada.get(f"/api/tables/{match}")
        assert (table["move"], table["undo_request"]) == (0, None)
        assert _undos(ada, match) == before + 1
        mover = people[table["asked"]]
        mover.commit(match, mover.position(match)["options"][0]["text"])


def test_a_consent_belongs_to_the_undo_that_was_asked_for(server: Running) -> None:
    match, (ada, ben, cid, dan) = _four(server)
    number = ada.get(f"/api/tables/{match}")["number"]
    path = f"/api/matches/{match}/undo"
    small = ada.done(path, base=number, keep=1, seat=0)["request"]
    assert _answers(match, [ben], small)[0]["request"]["consents"] == [1]
    # Asked once more it is the same request; another one in its place has no consents.
    assert ada.done(path, base=number, keep=1, seat=0)["request"]["consents"] == [1]
    large = ada.done(path, base=number, keep=0, seat=0)["request"]
    assert large["consents"] == []
    assert [answer["code"] for answer in _answers(match, [cid, dan], small)] == ["no-undo", "no-undo"]
    assert {answer["state"] for answer in _answers(match, [cid, dan], large)} == {"asked"}
    again = ada.done(path, base=number, keep=1, seat=0)["request"]
    assert again["consents"] == []
    assert ada.get(f"/api/tables/{match}")["number"] == number
    assert "done" in {answer.get("state") for answer in _answers(match, [ben, cid, dan], again)}
    assert ada.get(f"/api/tables/{match}")["move"] == 1


def test_a_consent_and_another_request_at_the_same_moment(server: Running) -> None:
    """Whatever comes first: nothing is taken back that not everybody agreed to."""
    ada, ben = server.person("Ada"), server.person("Ben")
    for _ in range(8):
        match = ada.table(ben)
        for person in (ada, ben):
            shown = person.position(match)
            person.commit(match, shown["options"][0]["text"], base=shown["number"])
        table = ada.get(f"/api/tables/{match}")
        seat = 0
        path = f"/api/matches/{match}/undo"
        asked = ada.done(path, base=table["number"], keep=1, seat=seat)
        if asked["state"] == "done":
            continue
        body = {"number": table["number"], "keep": 1, "consent": True}
        exchange = partial(ada.post, path, base=table["number"], keep=0, seat=seat)
        consent, _ = at_once(partial(ben.post, f"{path}/answer", **body), exchange)
        after = ada.get(f"/api/tables/{match}")
        done = consent.status_code == 200 and consent.json()["state"] == "done"
        assert after["move"] == (1 if done else 2)


def _reaches(person: Person, match: str, number: int) -> None:
    wait_for(lambda: person.get(f"/api/tables/{match}")["number"] >= number)


def _starts(person: Person, match: str) -> None:
    wait_for(lambda: person.get(f"/api/tables/{match}")["state"] == "running")


def _restart(server: Running) -> None:
    """``kill -9``, and the next start at the same address."""
    server.kill()
    server.start()


def test_the_next_player_is_told_although_the_server_dies_with_the_move(start: Callable[..., Running]) -> None:
    """The notice is stored with the move: exactly one for each, whenever the server dies."""
    server = start(private_webhooks="yes", check="none")
    ada, ben = server.person("Ada"), server.person("Ben")
    settings = {"by_webhook": True, "webhook": "http://127.0.0.1:9/", "live_too": True}
    assert ben.put("/api/notices", **settings).status_code == 200
    matches = [ada.table(ben, mode="turns") for _ in range(4)]
    for match in matches:
        shown = ada.position(match)
        ada.commit(match, shown["options"][0]["text"], base=shown["number"])
        _restart(server)
        assert len(ben.get("/api/notices")["deliveries"]) == matches.index(match) + 1


def test_standing_orders_answer_after_a_crash(start: Callable[..., Running]) -> None:
    """And where they leave the question to the person, the person is told, once."""
    server = start(private_webhooks="yes", check="none")
    ada, ben = server.person("Ada"), server.person("Ben")
    settings = {"by_webhook": True, "webhook": "http://127.0.0.1:9/", "live_too": True}
    assert ben.put("/api/notices", **settings).status_code == 200
    answering, asking = {"question": "Bid", "rule": "first"}, {"question": "Lot", "rule": "first"}
    matches = [ada.table(ben) for _ in range(4)]
    for match, order in zip(matches, (answering, asking, answering, asking), strict=True):
        assert ben.put(f"/api/matches/{match}/orders", orders=[order]).status_code == 200
    for match in matches:
        shown = ada.position(match)
        ada.commit(match, shown["options"][0]["text"], base=shown["number"])
    _restart(server)
    for match in matches[::2]:
        _reaches(ada, match, 2)
    wait_for(lambda: len(ben.get("/api/notices")["deliveries"]) >= 2)
    _restart(server)
    assert [ada.get(f"/api/tables/{match}")["number"] for match in matches[1::2]] == [1, 1]
    lots = [match for match in matches[::2] if ada.get(f"/api/tables/{match}")["asked"] == 1]
    wait_for(lambda: len(ben.get("/api/notices")["deliveries"]) == 2 + len(lots))


def test_orders_given_while_a_move_is_on_its_way_answer_it(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    for _ in range(8):
        match = ada.table(ben)
        text = ada.position(match)["options"][0]["text"]
        order = {"question": "Bid", "rule": "first"}
        at_once(
            partial(ada.post, f"/api/matches/{match}/commit", base=0, actions=[text]),
            partial(ben.put, f"/api/matches/{match}/orders", orders=[order]),
        )
        _reaches(ada, match, 2)


def test_a_full_table_starts_after_a_crash(start: Callable[..., Running]) -> None:
    """Whether the server dies before the start or within it; one that its host starts is left alone."""
    server = start(check="none")
    ada, ben = server.person("Ada"), server.person("Ben")
    left = [ada.table(ben, autostart=False) for _ in range(3)]
    waiting = ada.table(ben, autostart=False)
    names = ", ".join(f"'{match}'" for match in left)
    server.kill()
    # As a crash leaves them between the last one who sat down and the start.
    server.database(f"UPDATE matches SET autostart = TRUE WHERE id IN ({names})")
    server.start()
    for match in left:
        _starts(ada, match)
    assert ada.get(f"/api/tables/{waiting}")["state"] == "open"
    for _ in range(3):
        made = ada.done("/api/tables", game="auction", seats=[{"kind": "me"}])["id"]
        with contextlib.suppress(httpx.HTTPError):
            at_once(partial(ben.post, f"/api/tables/{made}/join"), partial(_killed, server))
        server.start()
        table = ada.get(f"/api/tables/{made}")
        if all(seat["kind"] == "person" for seat in table["seats"]):
            _starts(ada, made)


def _killed(server: Running) -> httpx.Response:
    server.kill()
    return httpx.Response(200)


def test_clocks_stand_still_while_the_server_is_down(start: Callable[..., Running]) -> None:
    """Five seconds for a move, and eight without a server."""
    server = start(check="none")
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben, clock={"days": 5 / 86_400, "out": "lose"})
    bank = ada.table(ben, clock={"seconds": 10, "out": "lose"})
    time.sleep(2.5)
    server.kill()
    time.sleep(8)
    server.start()
    table = ada.get(f"/api/tables/{match}")
    assert (table["state"], table["deadline"] - table["since"]) == ("running", 5000)
    # What was thought before counts, give or take the time between two signs of life.
    left = table["deadline"] - ada.get("/api/me")["now"]
    assert 0 < left < 5000
    shown = ada.position(match)
    ada.commit(match, shown["options"][0]["text"], base=shown["number"])
    shown = ada.position(bank)
    ada.commit(bank, shown["options"][0]["text"], base=shown["number"])
    assert 4000 < ada.get(f"/api/tables/{bank}")["seats"][0]["bank"] < 10_000
    # They run again, for the next one.
    wait_for(lambda: ada.get(f"/api/tables/{match}")["reason"] == "time")


def test_a_second_process_gives_no_time_back(start_postgres: Callable[..., Running]) -> None:
    left = start_postgres("left")
    ada, ben = left.person("Ada"), left.person("Ben")
    match = ada.table(ben, clock={"days": 1, "out": "lose"})
    time.sleep(7)
    before = ada.get(f"/api/tables/{match}")["deadline"]
    start_postgres("right")
    assert ada.get(f"/api/tables/{match}")["deadline"] == before


def test_premoves_that_were_taken_back_are_not_played(server: Running) -> None:
    """Taken back while the move before them is on its way: either that is told, or they are played."""
    ada, ben = server.person("Ada"), server.person("Ben")
    seen = set()
    for _ in range(20):
        match = ada.table(ben)
        shown = ada.position(match)
        option = ben.done(f"/api/matches/{match}/premoves/preview", base=0)["options"][0]["text"]
        path = f"/api/matches/{match}/premoves"
        assert ben.put(path, actions=[option]).status_code == 200
        commit = partial(ada.post, f"/api/matches/{match}/commit", base=0, actions=[shown["options"][0]["text"]])
        _, answer = at_once(commit, partial(ben.put, path, actions=[], instead=[option]))
        taken_back = answer.status_code == 200
        assert taken_back or answer.json()["code"] == "no-premoves"
        if not taken_back:
            _reaches(ada, match, 2)
        else:
            _reaches(ada, match, 1)
            time.sleep(0.05)
            assert ada.get(f"/api/tables/{match}")["number"] == 1
            assert ben.get("/api/tables", list="mine")["tables"][0]["waiting"]
        seen.add(taken_back)
    assert True in seen


def test_premoves_that_were_replaced_are_played_as_they_are_now(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    for _ in range(16):
        match = ada.table(ben)
        shown = ada.position(match)
        options = ben.done(f"/api/matches/{match}/premoves/preview", base=0)["options"]
        old, new = options[0]["text"], options[1]["text"]
        path = f"/api/matches/{match}/premoves"
        assert ben.put(path, actions=[old]).status_code == 200
        commit = partial(ada.post, f"/api/matches/{match}/commit", base=0, actions=[shown["options"][0]["text"]])
        _, answer = at_once(commit, partial(ben.put, path, actions=[new], instead=[old]))
        assert answer.status_code == 200 or answer.json()["code"] == "no-premoves"
        _reaches(ada, match, 2)
        played = ben.get(f"/api/matches/{match}/log")["entries"][1]["text"]
        assert played == (new if answer.status_code == 200 else old)
        assert ben.get(path)["actions"] == []


def test_a_commit_sent_twice_is_repeated_however_it_is_written(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben, game="gaia", options={"setup_seed": 7})
    path = f"/api/matches/{match}/commit"
    shown = ada.position(match)
    mover = (ada, ben)[shown["asked"]]
    options = [option["text"] for option in mover.position(match)["options"]]
    odd = "  ".join(options[0].split(" ")).upper()
    assert odd != options[0]
    body = {"base": shown["number"], "actions": [odd]}
    assert not mover.done(path, **body)["repeated"]
    assert mover.done(path, **body)["repeated"]
    assert mover.done(path, base=shown["number"], actions=[options[0]])["repeated"]
    mover.refused(path, 409, "stale", base=shown["number"], actions=["  ".join(options[1].split(" ")).upper()])
    mover.refused(path, 409, "stale", base=shown["number"], actions=["nonsense"])
