"""What is special about a device: nothing is lost when its page is closed, and everything can leave as a file."""

from __future__ import annotations

import json
from typing import Any

from tests.device.living import Drawer, Owner, dumped
from tests.gaia.test_public import record


def solo(owner: Owner, game: str = "auction", **values: Any) -> str:
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    return str(owner.done("/api/tables", game=game, seats=seats, **values)["id"])


def step(owner: Owner, match: str) -> None:
    owner.commit(match, owner.position(match)["options"][0]["text"])


def test_ids_carry_the_mark_of_the_device() -> None:
    assert solo(Owner()).startswith("~")


def test_every_answer_is_kept_before_it_is_told() -> None:
    """The keeper has the record when the request returns: closing the page at any moment loses nothing."""
    owner = Owner()
    match = solo(owner)
    for _ in range(4):
        before = owner.drawer.puts
        step(owner, match)
        owner.rest()
        assert owner.drawer.puts > before
        there = owner.again()
        log = owner.get(f"/api/matches/{match}/log")
        assert there.get(f"/api/matches/{match}/log") == log
        assert there.position(match) == owner.position(match)


def test_a_page_that_was_closed_while_a_bot_had_to_answer_goes_on() -> None:
    owner = Owner()
    match = solo(owner)
    text = owner.position(match)["options"][0]["text"]
    body = dumped({"base": 0, "actions": [text]})
    assert owner.home.request("POST", f"/matches/{match}/commit", body).status == 200
    there = owner.again()
    assert there.get(f"/api/tables/{match}")["number"] > 1
    assert there.play_on(match)["state"] == "over"


def test_live_messages_tell_what_changed() -> None:
    owner = Owner()
    match = solo(owner)
    assert [m["kind"] for m in owner.say("watch", match=match, seat=0, number=0)][-1] == "watching"
    step(owner, match)
    owner.rest()
    kinds = [m["kind"] for m in owner.heard()]
    assert "moved" in kinds or "whole" in kinds
    assert "table" in kinds
    number = owner.get(f"/api/tables/{match}")["number"]
    late = owner.say("watch", match=match, seat=0, number=0)
    assert any(m["kind"] in ("moved", "whole") and m["base"] == 0 for m in late)
    assert owner.say("watch", match=match, seat=0, number=number)[-1]["kind"] == "watching"
    assert owner.say("watch", match="~nothing", seat=None)[-1]["code"] == "not-found"
    assert owner.say("watch", match=match, seat=1)[-1]["code"] == "not-yours"
    assert owner.say("ping")[-1]["kind"] == "pong"
    owner.home.live(b"{")
    assert owner.heard()[-1]["code"] == "bad-request"
    owner.say("leave", match=match, seat=0)
    step(owner, match)
    assert "moved" not in [m["kind"] for m in owner.heard()]


def test_undo_finds_turns_even_if_the_clock_stands_still() -> None:
    owner = Owner()
    owner.home.house.now = lambda: 5
    match = str(owner.done("/api/tables", game="auction", seats=[{"kind": "me"}, {"kind": "me"}])["id"])
    for seat in (0, 1):
        owner.commit(match, owner.position(match, seat=seat)["options"][0]["text"], seat=seat)
    times = [entry["at"] for entry in owner.get(f"/api/matches/{match}/log")["entries"]]
    assert times == sorted(set(times))


def test_lists_show_what_waits_first_and_can_be_searched() -> None:
    owner = Owner()
    one, two = solo(owner, title="First"), solo(owner, title="Second")
    owner.play_on(one)
    listed = [table["id"] for table in owner.get("/api/tables", list="mine")["tables"]]
    assert listed == [two, one]
    assert [table["id"] for table in owner.get("/api/tables", list="finished")["tables"]] == [one]
    assert owner.get("/api/tables", list="open")["tables"] == []
    assert [table["id"] for table in owner.get("/api/tables", list="mine", search="sec")["tables"]] == [two]
    assert owner.ask("DELETE", f"/api/tables/{one}").status_code == 200
    assert list(owner.drawer.records) == [two]
    assert owner.ask("GET", f"/api/tables/{one}").status_code == 404


def test_nobody_is_waited_for() -> None:
    owner = Owner()
    problem = owner.refused("/api/tables", 400, "bad-request", game="auction", seats=[{"kind": "me"}])
    assert problem["detail"]["reason"]["key"] == "device.seats.open"
    bot = [{"kind": "me"}, {"kind": "bot", "level": "champion"}]
    owner.refused("/api/tables", 400, "bad-request", game="auction", seats=bot)
    assert owner.drawer.records == {}


def test_a_seat_is_given_to_a_bot_and_taken_again() -> None:
    owner = Owner()
    match = str(owner.done("/api/tables", game="auction", seats=[{"kind": "me"}, {"kind": "me"}])["id"])
    owner.done(f"/api/tables/{match}/seats/1", kind="bot", level="random")
    step(owner, match)
    assert owner.get(f"/api/tables/{match}")["asked"] == 0
    table = owner.done(f"/api/tables/{match}/seats/1", kind="me", name="Ben")
    assert (table["seats"][1]["kind"], table["seats"][1]["name"]) == ("person", "Ben")
    owner.refused(f"/api/tables/{match}/seats/9", 404, "not-found", kind="me")
    assert owner.play_on(match)["state"] == "over"


def test_a_bot_that_fails_is_replaced_by_a_random_answer() -> None:
    owner = Owner()
    match = solo(owner)
    row = owner.home.house.rows[match]
    row.seats[1].level = "tests.device.living:Owner"
    step(owner, match)
    owner.rest()
    questions = [entry["question"] for entry in owner.get(f"/api/matches/{match}/log")["entries"]]
    assert "Fault" in questions
    assert owner.get(f"/api/tables/{match}")["asked"] == 0


def test_a_record_that_does_not_replay_is_read_only_and_stays() -> None:
    owner = Owner()
    match = solo(owner)
    step(owner, match)
    owner.rest()
    raw = owner.drawer.records[match]
    kept = json.loads(raw)
    kept["lines"][0][2] = "bid 99"
    drawer = Drawer()
    drawer.records[match] = dumped(kept)
    drawer.records["~other"] = b"nonsense"
    there = Owner(drawer)
    answer = there.ask("GET", f"/api/matches/{match}/position")
    assert (answer.status_code, answer.json()["code"]) == (409, "read-only")
    table = there.get(f"/api/tables/{match}")
    assert (table["state"], "does not replay" in table["notice"]) == ("broken", True)
    assert there.get(f"/api/matches/{match}/log")["number"] == table["number"]
    there.refused(f"/api/matches/{match}/commit", 409, "read-only", base=table["number"], actions=["keep"])
    assert there.home.house.unread.keys() == {"~other"}
    assert drawer.records["~other"] == b"nonsense"


def test_everything_leaves_as_one_file_and_comes_back() -> None:
    owner = Owner()
    one, two = solo(owner), solo(owner)
    owner.play_on(one)
    step(owner, two)
    owner.rest()
    file = owner.ask("GET", "/api/everything").content
    other = Owner()
    brought = other.home.request("POST", "/everything", file)
    assert json.loads(brought.body) == {"added": 2, "known": 0, "broken": 0}
    assert other.drawer.records.keys() == {one, two}
    assert other.get(f"/api/matches/{two}/log") == owner.get(f"/api/matches/{two}/log")
    other.play_on(two)
    again = json.loads(other.home.request("POST", "/everything", file).body)
    assert again == {"added": 0, "known": 2, "broken": 0}
    assert (
        json.loads(owner.home.request("POST", "/everything", other.ask("GET", "/api/everything").content).body)[
            "added"
        ]
        == 1
    )
    assert owner.get(f"/api/tables/{two}")["state"] == "over"


def test_a_file_that_is_none_is_refused_and_a_broken_match_in_one_left_out() -> None:
    owner = Owner()
    match = solo(owner)
    step(owner, match)
    owner.rest()
    good = json.loads(owner.ask("GET", "/api/everything").content)
    bad = json.loads(json.dumps(good))
    bad["matches"][0]["lines"][0][2] = "bid 99"
    newer = json.loads(json.dumps(good))
    newer["matches"][0]["form"] = 99
    other = Owner()
    for wrong in (b"", b"{", b"[]", b"\xff", dumped({"format": "x", "matches": []}), dumped(newer)):
        answer = other.home.request("POST", "/everything", wrong)
        assert (answer.status, json.loads(answer.body)["code"]) == (400, "bad-record"), wrong
    brought = json.loads(other.home.request("POST", "/everything", dumped(bad)).body)
    assert brought == {"added": 0, "known": 0, "broken": 1}
    assert other.drawer.records == {}


def test_an_unfinished_record_is_played_on() -> None:
    owner = Owner()
    match = solo(owner)
    for _ in range(2):
        step(owner, match)
    text = owner.ask("GET", f"/api/matches/{match}/record", params={"format": "text"}).text
    copy = owner.done("/api/records", text=text)
    assert copy["state"] == "running"
    assert owner.play_on(copy["id"])["state"] == "over"


def test_a_report_is_made_decision_by_decision_and_goes_on_after_a_restart() -> None:
    owner = Owner()
    match = owner.done("/api/records", text=json.dumps(record()))["id"]
    path = f"/matches/{match}/report"
    asked = owner.home.request("POST", path, dumped({"seat": 0}))
    assert (asked.status, json.loads(asked.body)["state"]) == (202, "waiting")
    for _ in range(3):
        assert owner.home.step()
    state = json.loads(owner.home.request("GET", f"{path}?seat=0&depth=quick").body)
    assert state["done"] == 2
    assert state["total"] > 20
    owner = owner.again()
    state = json.loads(owner.home.request("GET", f"{path}?seat=0&depth=quick").body)
    assert state["done"] == 2
    owner.rest()
    state = owner.get(f"/api/matches/{match}/report", seat=0, depth="quick")
    assert state["state"] == "done"
    assert state["done"] == state["total"]
    assert state["report"]["final"] == record()["final"]["scores"][0]


def test_a_title_of_its_own_cannot_break_the_device() -> None:
    """Whatever is asked, the answer is an answer."""
    owner = Owner()
    match = solo(owner)
    for method, target in (
        ("GET", "/nothing"),
        ("DELETE", "/titles"),
        ("GET", f"/matches/{match}/log?since=-1"),
        ("GET", f"/matches/{match}/log?since=99999999999999"),
        ("GET", f"/matches/{match}/record?format=pdf"),
        ("POST", f"/tables/{match}/seats/x"),
        ("GET", "/tables?list=all"),
    ):
        answer = owner.home.request(method, target)
        assert 400 <= answer.status < 500, target
        assert json.loads(answer.body)["code"]
    assert owner.get(f"/api/tables/{match}")["number"] == 0


def practised() -> tuple[Owner, str]:
    """A device with a finished match, its report and the card that it has become."""
    owner = Owner()
    match = str(owner.done("/api/records", text=json.dumps(record()))["id"])
    owner.post(f"/api/matches/{match}/report", seat=0)
    owner.rest()
    assert owner.get("/api/practice")["total"]
    return owner, match


def test_practice_is_kept_with_its_match_and_leaves_with_it_in_the_file() -> None:
    owner, match = practised()
    card = owner.get("/api/practice")["cards"][0]
    assert owner.post(f"/api/practice/~{card['id']}/answers", number=0).status_code == 202
    there = owner.again()  # the page was closed before it was judged
    found = there.get(f"/api/practice/~{card['id']}/answers/0")
    assert (found["state"], found["how"], found["card"]["tries"]) == ("done", "shown", 1)
    everything = there.ask("GET", "/api/everything").content
    other = Owner()
    other.home.request("POST", "/everything", everything)
    assert other.get("/api/practice") == there.get("/api/practice")
    # A device that has the match, and less of its practice, learns the rest.
    before = owner.get("/api/practice")["total"]
    other.ask("DELETE", f"/api/practice/{card['id']}")
    assert other.get("/api/practice")["total"] == before - 1
    assert json.loads(other.home.request("POST", "/everything", everything).body)["known"] == 1
    assert other.again().get("/api/practice") == there.get("/api/practice")
    other.ask("DELETE", f"/api/tables/{match}")
    assert other.get("/api/practice")["total"] == 0


def test_a_match_that_went_to_a_server_says_where_and_waits_for_nobody() -> None:
    owner = Owner()
    match = solo(owner)
    assert owner.get(f"/api/tables/{match}")["waiting"]
    for wrong in ("", "javascript:alert(1)", "x" * 500):
        owner.refused(f"/api/matches/{match}/carried", 400, "bad-request", address=wrong)
    table = owner.done(f"/api/matches/{match}/carried", address="https://example.org/match/abc?key=k")
    assert (table["waiting"], table["state"]) == (False, "running")
    there = owner.again().get(f"/api/tables/{match}")
    assert there["carried"]["address"] == "https://example.org/match/abc?key=k"
    assert owner.again().play_on(match)["state"] == "over"  # the copy stays, and can be played
