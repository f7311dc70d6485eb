"""One interface, two houses: whoever sits alone at a screen is answered alike by a server and by a device."""

from __future__ import annotations

import json
from typing import Any

import pytest

from orrery.core.match import parsed
from tests.device.living import Owner
from tests.gaia.test_public import record
from tests.server.conftest import _closed_browsers, made_sqlite, sqlite_server, start_sqlite
from tests.server.running import Person, play_on, wait_for
from tests.server.test_server_reports import NODES

__all__ = ["_closed_browsers", "made_sqlite", "sqlite_server", "start_sqlite"]

House = Any
"""A ``Person`` of a server, or the ``Owner`` of a device."""


@pytest.fixture(params=["server", "device"])
def ada(request: pytest.FixtureRequest) -> House:
    if request.param == "device":
        return Owner()
    person: Person = request.getfixturevalue("sqlite_server").person("Ada")
    return person


@pytest.fixture(params=["server", "device"])
def student(request: pytest.FixtureRequest) -> House:
    """Somebody at a house that judges quickly."""
    if request.param == "device":
        return Owner(nodes=int(NODES))
    person: Person = request.getfixturevalue("start_sqlite")(report_nodes=NODES).person("Ada")
    return person


def hot_seat(ada: House, game: str = "auction", **values: Any) -> str:
    seats = [{"kind": "me", "name": "Left"}, {"kind": "me", "name": "Right"}]
    return str(ada.done("/api/tables", game=game, seats=seats, **values)["id"])


def against_bot(ada: House, **values: Any) -> str:
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    return str(ada.done("/api/tables", game="auction", seats=seats, **values)["id"])


def first(ada: House, match: str, seat: int = 0) -> str:
    return str(ada.position(match, seat=seat)["options"][0]["text"])


def test_titles_and_setups_are_the_same(ada: House) -> None:
    titles = {title["name"]: title for title in ada.get("/api/titles")}
    assert {"gaia", "evacuation"} <= set(titles)
    assert titles["gaia"]["bots"][-1] == "master"
    setup = ada.done("/api/titles/gaia/setup", options={"players": 2})
    assert setup["options"]["setup_seed"]
    again = ada.done("/api/titles/gaia/setup", options=setup["options"])
    assert (again["printed"], again["view"]) == (setup["printed"], setup["view"])
    ada.refused("/api/titles/chess/setup", 404, "not-found", options={})
    assert ada.refused("/api/titles/gaia/setup", 400, "bad-options", options={"players": 99})["detail"]["reason"]
    ada.refused("/api/titles/gaia/setup", 400, "bad-request", players=2)


def test_a_position_without_a_table_is_played_by_whoever_asks(ada: House) -> None:
    path = "/api/titles/gaia/try"
    shown = ada.done(path, options={"players": 2, "setup_seed": 7})
    assert (shown["supposed"], "printed" in shown) == (True, True)
    text = shown["options"][0]["text"]
    after = ada.done(path, options={"players": 2, "setup_seed": 7}, actions=[text], printed=False)
    assert (after["move"], "printed" in after) == (1, False)
    ada.refused(path, 400, "bad-notation", options={"players": 2, "setup_seed": 7}, actions=["dance"])


def test_help_at_a_real_table_needs_no_table(ada: House) -> None:
    path = "/api/titles/evacuation/tabletop/components"
    assert ada.done(path, args={})["answer"]
    assert ada.done("/api/titles/gaia/tabletop/components", args={})["answer"]
    ada.refused("/api/titles/gaia/tabletop/dance", 404, "no-such-service", args={})


def test_a_hot_seat_is_played_to_the_end(ada: House) -> None:
    match = hot_seat(ada)
    assert [seat["name"] for seat in ada.get(f"/api/tables/{match}")["seats"]] == ["Left", "Right"]
    table = play_on(match, ada)
    assert (table["state"], table["reason"]) == ("over", "finished")
    assert sorted(table["places"]) in ([1, 2], [1, 1])
    series = ada.get(f"/api/matches/{match}/series")
    sums = [sum(amount for _, seat, _, amount in series["points"] if seat == who) for who in (0, 1)]
    assert sums == table["scores"] == ada.position(match)["scores"]
    assert ada.get(f"/api/matches/{match}/replay", move=0)["move"] == 0
    assert ada.ask("GET", f"/api/matches/{match}/replay", params={"move": 10_000}).status_code == 404


def test_a_match_against_a_bot_is_played_to_the_end(ada: House) -> None:
    match = against_bot(ada)
    assert play_on(match, ada)["state"] == "over"
    log = ada.get(f"/api/matches/{match}/log")["entries"]
    assert {entry["seat"] for entry in log} == {0, 1}
    assert all(entry["digest"] for entry in log)


def test_drafts_are_shown_and_committed_once(ada: House) -> None:
    match = hot_seat(ada)
    text = first(ada, match)
    path = f"/api/matches/{match}/preview"
    shown = ada.done(path, base=0, actions=[text], seat=0)
    assert shown["draft"]["ends"] == "others"
    assert ada.done(path, base=0, actions=[text], seat=0) == shown
    assert ada.get(f"/api/tables/{match}")["number"] == 0
    answer = ada.commit(match, text, base=0, seat=0)
    assert (answer["number"], answer["asked"], answer["repeated"]) == (1, 1, False)
    assert answer["news"]["kind"] == "whole"  # another seat of the same person is asked
    assert ada.commit(match, text, base=0, seat=0)["repeated"]
    stale = ada.refused(f"/api/matches/{match}/commit", 409, "stale", base=0, actions=["bid 99"], seat=0)
    assert stale["position"]["number"] == 1
    assert ada.refused(path, 409, "stale", base=0, actions=[], seat=1)["position"]["number"] == 1


def test_bad_requests_say_what_was_expected_and_store_nothing(ada: House) -> None:
    match = against_bot(ada)
    path = f"/api/matches/{match}/commit"
    ada.refused(path, 400, "bad-notation", base=0, actions=["dance"])
    ada.refused(path, 400, "illegal", base=0, actions=["bid 99"])
    for wrong in ({"base": 7}, {"base": -1}, {"base": 0, "actions": []}, {"base": 0, "colour": "red"}):
        found = ada.refused(path, 400, "bad-request", **{"actions": ["bid 1"], **wrong})
        assert found["detail"]["reason"]["key"]
    ada.refused(path, 403, "not-yours", base=0, actions=["bid 1"], seat=1)
    ada.refused("/api/matches/nothing/commit", 404, "not-found", base=0, actions=["bid 1"])
    assert ada.ask("GET", f"/api/matches/{match}/position", params={"seat": "x"}).status_code == 400
    assert ada.get(f"/api/tables/{match}")["number"] == 0


def test_undo_against_bots_needs_nobody(ada: House) -> None:
    match = against_bot(ada)
    ada.commit(match, first(ada, match))
    table = wait_for(lambda: (t := ada.get(f"/api/tables/{match}"))["asked"] == 0 and t)
    assert ada.done(f"/api/matches/{match}/undo", base=table["number"], keep=0)["state"] == "done"
    assert ada.position(match)["move"] == 0
    never = against_bot(ada, undo="never")
    ada.commit(never, first(ada, never))
    table = wait_for(lambda: (t := ada.get(f"/api/tables/{never}"))["asked"] == 0 and t)
    ada.refused(f"/api/matches/{never}/undo", 409, "no-undo", base=table["number"])


def test_resigning_ends_a_match_of_two(ada: House) -> None:
    match = against_bot(ada)
    table = ada.done(f"/api/matches/{match}/resign")
    assert (table["state"], table["reason"], table["places"]) == ("over", "resigned", [2, 1])
    ada.refused(f"/api/matches/{match}/resign", 409, "over")
    again = ada.done(f"/api/tables/{match}/rematch")
    assert [seat["kind"] for seat in again["seats"]] == ["bot", "person"]
    assert ada.done(f"/api/tables/{match}/rematch")["id"] == again["id"]


def test_orders_and_premoves_answer_without_asking(ada: House) -> None:
    match = hot_seat(ada)
    order = {"question": "Bid", "rule": "first"}
    assert ada.put(f"/api/matches/{match}/orders", orders=[order], seat=1).json()["seat"] == 1
    assert ada.put(f"/api/matches/{match}/orders", orders=[order, order], seat=1).json()["code"] == "bad-order"
    ada.commit(match, first(ada, match), seat=0)
    wait_for(lambda: ada.get(f"/api/tables/{match}")["number"] >= 2)
    other = hot_seat(ada)
    text = ada.done(f"/api/matches/{other}/premoves/preview", base=0, seat=1)["options"][0]["text"]
    assert ada.put(f"/api/matches/{other}/premoves", actions=[text], seat=1).json()["actions"] == [text]
    ada.commit(other, first(ada, other), seat=0)
    wait_for(lambda: ada.get(f"/api/tables/{other}")["number"] >= 2)
    assert ada.get(f"/api/matches/{other}/premoves", seat=1)["actions"] == []


def test_premoves_that_are_no_longer_legal_are_dropped(ada: House) -> None:
    match = hot_seat(ada)
    ada.put(f"/api/matches/{match}/premoves", actions=["bid 77"], seat=1)
    ada.commit(match, first(ada, match), seat=0)
    found = wait_for(lambda: (p := ada.get(f"/api/matches/{match}/premoves", seat=1))["dropped"] and p)
    assert (found["actions"], ada.get(f"/api/tables/{match}")["number"]) == ([], 1)


def test_trying_things_out_is_stored_nowhere(ada: House) -> None:
    match = against_bot(ada)
    start = ada.done(f"/api/matches/{match}/try", move=0)
    text = start["options"][0]["text"]
    shown = ada.done(f"/api/matches/{match}/try", move=0, actions=[text])
    assert (shown["asked"], shown["supposed"]) == (1, True)
    assert ada.get(f"/api/tables/{match}")["number"] == 0


def test_the_coach_advises_and_services_answer(ada: House) -> None:
    solo = ada.done("/api/tables", game="gaia", options={"players": 1}, seats=[{"kind": "me"}])["id"]
    hints = ada.done(f"/api/matches/{solo}/hint", actions=[])["hints"]
    assert hints[0]["steps"]
    ada.refused(f"/api/matches/{solo}/ask", 404, "no-such-service", name="dance")
    quiet = ada.done("/api/tables", game="auction", seats=[{"kind": "me"}] * 2, coach=False)["id"]
    ada.refused(f"/api/matches/{quiet}/hint", 403, "no-coach", seat=0)


def test_a_finished_match_goes_out_and_comes_in_again(ada: House) -> None:
    match = against_bot(ada)
    table = play_on(match, ada)
    text = ada.ask("GET", f"/api/matches/{match}/record", params={"format": "text"}).text
    _, entries = parsed(text)
    assert len(entries) == table["number"]
    copy = ada.done("/api/records", text=text, title="A fine game")
    assert (copy["state"], copy["scores"], copy["title"]) == ("over", table["scores"], "A fine game")
    one, two = (ada.get(f"/api/matches/{each}/record") for each in (match, copy["id"]))
    assert [entry["digest"] for entry in one["entries"]] == [entry["digest"] for entry in two["entries"]]
    for wrong in ("nonsense", text.replace("game auction", "game chess"), text.replace("\n1 0 Bid", "\n1 1 Bid")):
        assert ada.refused("/api/records", 400, "bad-record", text=wrong)["detail"]["reason"]


def test_a_running_match_has_no_report(ada: House) -> None:
    match = against_bot(ada)
    ada.refused(f"/api/matches/{match}/report", 409, "not-over", seat=0)
    over = ada.done("/api/records", text=json.dumps(record()))["id"]
    ada.refused(f"/api/matches/{over}/report", 404, "not-found", seat=7)
    ada.refused(f"/api/matches/{over}/report", 400, "bad-request", seat=0, depth="deep")
    assert ada.get(f"/api/matches/{over}/report", seat=0) == {"state": "none"}


def test_notes_are_kept(ada: House) -> None:
    match = against_bot(ada)
    ada.put(f"/api/matches/{match}/notes", text="bids high, ő ű")
    assert ada.get(f"/api/matches/{match}/notes")["text"] == "bids high, ő ű"


def test_a_bot_is_asked_to_hurry(ada: House) -> None:
    match = against_bot(ada)
    number = ada.commit(match, first(ada, match))["number"]
    assert ada.post(f"/api/matches/{match}/hurry", base=number).status_code in (200, 201)
    assert play_on(match, ada)["state"] == "over"
    ada.refused(f"/api/matches/{match}/hurry", 409, "over", base=0)


def test_own_mistakes_come_back_until_something_better_is_found(student: House) -> None:
    """A report becomes cards; answers are judged beside everything else, and each counts once."""
    assert student.get("/api/practice") == {"due": 0, "total": 0, "next": None, "kinds": [], "cards": []}
    match = student.done("/api/records", text=json.dumps(record()))["id"]
    student.refused(f"/api/matches/{match}/practice", 409, "no-report", seat=0)
    path = f"/api/matches/{match}/report"
    assert student.post(path, seat=0).status_code == 202
    report = wait_for(lambda: (r := student.get(path, seat=0))["state"] == "done" and r["report"], 200)
    (moment,) = [one for one in report["moments"] if one["clear"]]
    assert "position" not in moment
    told = student.get("/api/practice")
    (card,) = told["cards"]
    assert (told["due"], told["kinds"]) == (1, [{"game": "gaia", "kind": moment["kind"], "total": 1, "due": 1}])
    assert (card["match"], card["move"], card["box"], card["tries"]) == (match, moment["move"], 0, 0)
    which = f"/api/practice/{card['id']}"
    asked = student.get(which)
    assert (asked["played"], asked["points"]) == (moment["played"], moment["points"])
    shown = student.done("/api/titles/gaia/try", options={"position": asked["position"]}, seat=card["seat"])
    assert shown["options"]

    def answered(number: int, actions: list[str]) -> Any:
        assert student.post(f"{which}/answers", number=number, actions=actions).status_code == 202
        found = wait_for(lambda: (a := student.get(f"{which}/answers/{number}"))["state"] != "waiting" and a, 120)
        assert student.post(f"{which}/answers", number=number, actions=["another"]).json() == found
        return found

    right = answered(0, moment["better"])
    assert (right["right"], right["how"], right["best"]["better"]) == (True, "best", moment["better"])
    assert (right["card"]["box"], right["card"]["tries"], right["card"]["right"]) == (1, 1, 1)
    assert student.get("/api/practice")["due"] == 0
    assert answered(1, ["lantids fly"])["problem"]
    wrong = answered(2, moment["played"])
    assert (wrong["right"], wrong["how"], wrong["card"]["box"]) == (False, "played", 0)
    assert answered(3, [])["how"] == "shown"
    student.refused(f"{which}/answers", 409, "other-number", number=9)
    for missing in ("/api/practice/7", f"{which}/answers/9"):
        assert student.ask("GET", missing).json()["code"] == "not-found"
    assert student.done(f"/api/matches/{match}/practice", seat=0) == {"cards": 1}
    assert student.get("/api/practice")["total"] == 1
    assert student.ask("DELETE", which).status_code == 204
    assert student.ask("DELETE", which).status_code == 404
    assert student.get("/api/practice")["total"] == 0
