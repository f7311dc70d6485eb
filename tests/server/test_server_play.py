"""Playing through the API: drafts, commits, undo, leaving, orders, premoves, clocks."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.server.running import Running, play_on, wait_for


def test_a_whole_match_between_two_people_ends_with_places(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    table = play_on(match, ada, ben)
    assert (table["state"], table["reason"]) == ("over", "finished")
    assert sorted(table["places"]) in ([1, 2], [1, 1])
    shown = ada.position(match)
    assert shown["over"]
    assert shown["scores"] == table["scores"]
    assert shown["asked"] is None


def test_only_the_seat_that_is_asked_is_shown_options(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    assert [option["text"].split()[0] for option in ada.position(match)["options"]] == ["bid"] * 3
    assert "options" not in ben.position(match)
    spectator = server.nobody().position(match)
    assert "options" not in spectator
    assert spectator["seat"] is None
    assert spectator["view"]["players"][0]["hand"] == 3


def test_a_preview_changes_nothing_and_can_be_asked_again(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    text = ada.position(match)["options"][0]["text"]
    first = ada.done(f"/api/matches/{match}/preview", base=0, actions=[text])
    assert first["draft"]["ends"] == "others"
    assert first["view"]["players"][0]["pick"] == int(text.split()[1])
    assert ada.done(f"/api/matches/{match}/preview", base=0, actions=[text]) == first
    assert ada.get(f"/api/tables/{match}")["number"] == 0


def test_a_draft_ends_where_something_hidden_comes_to_light(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    ada.commit(match, ada.position(match)["options"][0]["text"])
    text = ben.position(match)["options"][0]["text"]
    before = ben.position(match)
    shown = ben.done(f"/api/matches/{match}/preview", base=1, actions=[text])
    assert shown["draft"]["ends"] == "reveals"
    assert shown["view"] == before["view"]
    assert "options" not in shown
    problem = ben.refused(f"/api/matches/{match}/preview", 400, "draft-over", base=1, actions=[text, "keep"])
    assert problem["detail"] == {"ends": "reveals", "index": 1}
    ben.refused(f"/api/matches/{match}/commit", 400, "draft-over", base=1, actions=[text, "keep"])
    assert ben.get(f"/api/tables/{match}")["number"] == 1


def test_drafting_and_undoing_a_draft_many_times_learns_nothing(server: Running) -> None:
    """Every way to peek (all options, in all orders) shows the same position ahead of what is hidden."""
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    ada.commit(match, ada.position(match)["options"][0]["text"])
    before = ben.position(match)
    for option in before["options"]:
        shown = ben.done(f"/api/matches/{match}/preview", base=1, actions=[option["text"]])
        assert shown["view"] == before["view"]


def test_a_stale_commit_is_answered_with_the_position_and_stores_nothing(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    options = [option["text"] for option in ada.position(match)["options"]]
    ada.commit(match, options[0], base=0)
    problem = ada.refused(f"/api/matches/{match}/commit", 409, "stale", base=0, actions=[options[1]])
    assert problem["position"]["number"] == 1
    assert problem["position"]["seat"] == 0
    assert ada.get(f"/api/tables/{match}")["number"] == 1


def test_a_repeated_commit_is_harmless(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    text = ada.position(match)["options"][0]["text"]
    assert not ada.commit(match, text, base=0)["repeated"]
    assert ada.commit(match, text, base=0)["repeated"]
    assert ada.get(f"/api/matches/{match}/log")["number"] == 1


def test_bad_commits_say_what_was_expected_and_store_nothing(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    path = f"/api/matches/{match}/commit"
    assert "expected" in ada.refused(path, 400, "bad-notation", base=0, actions=["dance"])["sentence"]
    ada.refused(path, 400, "illegal", base=0, actions=["bid 99"])
    ada.refused(path, 400, "bad-request", base=7, actions=["bid 1"])
    ada.refused(path, 400, "bad-request", base=-1, actions=["bid 1"])
    ada.refused(path, 400, "bad-request", base=0, actions=[])
    ada.refused(path, 400, "bad-request", base=0, actions=["bid 1"], colour="red")
    ben.refused(path, 409, "not-asked", base=0, actions=["bid 1"])
    ada.refused(path, 403, "not-yours", base=0, actions=["bid 1"], seat=1)
    assert ada.client.post(path, content=b"{").json()["code"] == "bad-request"
    assert ada.get(f"/api/tables/{match}")["number"] == 0


def test_a_hot_seat_answers_for_both_seats(server: Running) -> None:
    ada = server.person("Ada")
    seats = [{"kind": "me", "name": "Left"}, {"kind": "me", "name": "Right"}]
    match = ada.done("/api/tables", game="auction", seats=seats)["id"]
    assert [seat["name"] for seat in ada.get(f"/api/tables/{match}")["seats"]] == ["Left", "Right"]
    assert play_on(match, ada)["state"] == "over"


def test_undo_needs_consent_once_somebody_else_is_asked(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    ada.commit(match, ada.position(match)["options"][0]["text"])
    assert ada.position(match)["undo"] == {"keep": 0, "free": False}
    reply = ada.done(f"/api/matches/{match}/undo", base=1)
    assert reply["state"] == "asked"
    assert ben.get(f"/api/tables/{match}")["undo_request"]["needed"] == [1]
    ada.refused(f"/api/matches/{match}/undo/answer", 403, "not-yours", number=1, keep=0, consent=True)
    assert ben.done(f"/api/matches/{match}/undo/answer", number=1, keep=0, consent=True)["state"] == "done"
    table = ben.get(f"/api/tables/{match}")
    assert (table["number"], table["move"], table["asked"], table["undo_request"]) == (2, 0, 0, None)
    log = ada.get(f"/api/matches/{match}/log")["entries"]
    assert [(entry["question"], entry.get("move")) for entry in log] == [("Bid", None), ("Undo", None)]


def test_a_refused_undo_changes_nothing_and_a_move_ends_the_request(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    ada.commit(match, ada.position(match)["options"][0]["text"])
    ada.done(f"/api/matches/{match}/undo", base=1)
    assert ben.done(f"/api/matches/{match}/undo/answer", number=1, keep=0, consent=False)["state"] == "refused"
    assert ben.get(f"/api/tables/{match}")["undo_request"] is None
    ada.done(f"/api/matches/{match}/undo", base=1)
    ben.commit(match, ben.position(match)["options"][0]["text"])
    ben.refused(f"/api/matches/{match}/undo/answer", 409, "no-undo", number=1, keep=0, consent=True)
    assert ben.get(f"/api/tables/{match}")["number"] == 2


def test_nothing_is_taken_back_at_a_table_without_undo(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben, undo="never")
    ada.refused(f"/api/matches/{match}/undo", 409, "no-undo", base=0)
    ada.commit(match, ada.position(match)["options"][0]["text"])
    ada.refused(f"/api/matches/{match}/undo", 409, "no-undo", base=1)


def test_undo_against_bots_needs_nobody(server: Running) -> None:
    ada = server.person("Ada")
    match = ada.done("/api/tables", game="auction", seats=[{"kind": "me"}, {"kind": "bot"}])["id"]
    ada.commit(match, ada.position(match)["options"][0]["text"])
    table = wait_for(lambda: (t := ada.get(f"/api/tables/{match}"))["asked"] == 0 and t)
    assert ada.done(f"/api/matches/{match}/undo", base=table["number"], keep=0)["state"] == "done"
    assert ada.position(match)["move"] == 0


def test_resigning_against_one_opponent_ends_the_match(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    table = ada.done(f"/api/matches/{match}/resign")
    assert (table["state"], table["reason"], table["places"]) == ("over", "resigned", [2, 1])
    assert ben.get(f"/api/matches/{match}/log")["entries"][-1]["question"] == "Resign"
    ben.refused(f"/api/matches/{match}/commit", 409, "stale", base=0, actions=["bid 1"])
    ben.refused(f"/api/matches/{match}/resign", 409, "over")


def test_resigning_among_three_leaves_a_bot_that_comes_last(server: Running) -> None:
    ada, ben, cleo = server.person("Ada"), server.person("Ben"), server.person("Cleo")
    match = ada.table(ben, cleo)
    ada.done(f"/api/matches/{match}/resign")
    table = play_on(match, ben, cleo)
    assert table["seats"][0]["out"] == "resigned"
    assert table["places"][0] == 3


def test_standing_orders_answer_without_asking(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    order = {"question": "Bid", "rule": "first"}
    assert ben.put(f"/api/matches/{match}/orders", orders=[order]).json()["orders"][0]["rule"] == "first"
    assert ben.get(f"/api/matches/{match}/orders")["orders"][0]["question"] == "Bid"
    ada.commit(match, ada.position(match)["options"][0]["text"])
    wait_for(lambda: ada.get(f"/api/tables/{match}")["number"] >= 2)
    log = ada.get(f"/api/matches/{match}/log")["entries"]
    assert (log[1]["seat"], log[1]["question"]) == (1, "Bid")
    assert ben.put(f"/api/matches/{match}/orders", orders=[]).json()["orders"] == []
    answer = ben.put(f"/api/matches/{match}/orders", orders=[order, order])
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-order")


def test_premoves_are_played_in_their_turn(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    shown = ben.done(f"/api/matches/{match}/premoves/preview", base=0)
    assert shown["supposed"]
    text = shown["options"][0]["text"]
    assert ben.put(f"/api/matches/{match}/premoves", actions=[text]).json()["actions"] == [text]
    ada.commit(match, ada.position(match)["options"][0]["text"])
    wait_for(lambda: ada.get(f"/api/tables/{match}")["number"] >= 2)
    assert ben.get(f"/api/matches/{match}/premoves")["actions"] == []


def test_premoves_that_are_no_longer_legal_are_dropped_with_a_notice(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    with ben.live() as socket:
        ben.put(f"/api/matches/{match}/premoves", actions=["bid 77"])
        ada.commit(match, ada.position(match)["options"][0]["text"])
        assert "dropped" in socket.next("premoves")["sentence"]
        assert socket.next("asked")["match"] == match
    found = ben.get(f"/api/matches/{match}/premoves")
    assert found["actions"] == []
    assert "dropped" in found["dropped"]
    assert ben.get(f"/api/tables/{match}")["number"] == 1


def test_premoves_wait_for_their_question(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    ben.put(f"/api/matches/{match}/premoves", actions=["keep"], question="Lot")
    ada.commit(match, ada.position(match)["options"][0]["text"])
    assert ben.get(f"/api/matches/{match}/premoves")["actions"] == ["keep"]
    assert ben.position(match)["asked"] == 1


def test_a_player_who_runs_out_of_time_is_played_on_by_a_bot_and_may_come_back(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben, mode="turns", clock={"days": 0.00002, "out": "bot"})
    table = wait_for(lambda: (t := ada.get(f"/api/tables/{match}"))["state"] == "over" and t)
    assert [seat["standin"] for seat in table["seats"]] == [True, True]
    questions = [entry["question"] for entry in ada.get(f"/api/matches/{match}/log")["entries"]]
    assert questions.count("TimeOut") == 2


def test_who_loses_on_time_is_last(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben, mode="turns", clock={"days": 0.00002, "out": "lose"})
    table = wait_for(lambda: (t := ada.get(f"/api/tables/{match}"))["state"] == "over" and t)
    assert (table["reason"], table["places"], table["seats"][0]["out"]) == ("time", [2, 1], "time")


def test_a_clock_counts_down_while_one_is_asked_and_gains_its_increment(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben, clock={"seconds": 60, "increment": 5})
    table = ada.get(f"/api/tables/{match}")
    assert table["deadline"] == table["since"] + 60_000
    time.sleep(0.3)
    ada.commit(match, ada.position(match)["options"][0]["text"])
    table = ada.get(f"/api/tables/{match}")
    assert 64_000 < table["seats"][0]["bank"] < 65_000
    assert table["seats"][1]["bank"] == 60_000
    assert table["deadline"] == table["since"] + 60_000


def test_an_absent_player_is_replaced_and_comes_back(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(absent="0.2")
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    ada.refused(f"/api/matches/{match}/replace", 409, "not-absent", seat=1)
    ada.refused(f"/api/matches/{match}/replace", 409, "not-absent", seat=0)
    ada.commit(match, ada.position(match)["options"][0]["text"])
    ada.refused(f"/api/matches/{match}/replace", 409, "not-absent", seat=1)
    time.sleep(0.4)
    server.person("Eve").refused(f"/api/matches/{match}/replace", 403, "not-yours", seat=1)
    assert ada.done(f"/api/matches/{match}/replace", seat=1)["seats"][1]["standin"]
    wait_for(lambda: ada.get(f"/api/tables/{match}")["number"] >= 3)
    back = ben.done(f"/api/matches/{match}/return")
    assert (back["seats"][1]["kind"], back["seats"][1]["standin"]) == ("person", False)
    assert play_on(match, ada, ben)["state"] == "over"


def test_chat_and_private_notes(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    ada.done(f"/api/matches/{match}/chat", text="Good luck")
    ben.done(f"/api/matches/{match}/chat", text="Viel Glück, sok szerencsét ő ű")
    lines = server.nobody().get(f"/api/matches/{match}/chat")["lines"]
    assert [(line["number"], line["name"], line["text"]) for line in lines] == [
        (1, "Ada", "Good luck"),
        (2, "Ben", "Viel Glück, sok szerencsét ő ű"),
    ]
    assert ada.get(f"/api/matches/{match}/chat", since=1)["lines"] == lines[1:]
    ada.put(f"/api/matches/{match}/notes", text="Ben bids high")
    ada.put(f"/api/matches/{match}/notes", text="Ben bids low")
    assert ada.get(f"/api/matches/{match}/notes")["text"] == "Ben bids low"
    assert ben.get(f"/api/matches/{match}/notes")["text"] == ""
    server.nobody().refused(f"/api/matches/{match}/chat", 401, "sign-in", text="hi")


def test_extra_services_of_a_title_run_on_a_guess(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben, game="stuck")
    path = f"/api/matches/{match}/ask"
    hand = ada.position(match)["view"]["players"][0]["hand"]
    assert ada.done(path, name="sum", args={"numbers": [1, 2]})["answer"] == {"sum": 3, "hand": hand}
    after = ada.done(path, name="sum", args={"numbers": []}, actions=[f"bid {hand[0]}"])
    assert after["answer"]["hand"] == hand[1:]
    ada.refused(path, 404, "no-such-service", name="dance")
    assert "expected" in ada.refused(path, 400, "bad-request", name="refuse")["sentence"]
    plain = ada.table(ben)
    ada.refused(f"/api/matches/{plain}/ask", 404, "no-such-service", name="sum")


def test_trying_things_out_from_any_move_is_stored_nowhere(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    start = ada.done(f"/api/matches/{match}/try", move=0)
    assert start["supposed"]
    first = start["options"][0]["text"]
    shown = ada.done(f"/api/matches/{match}/try", move=0, actions=[first])
    assert shown["asked"] == 1
    assert shown["options"]
    assert ada.done(f"/api/matches/{match}/try", move=0, actions=[first]) == shown
    other = [ada.done(f"/api/matches/{match}/try", move=0, actions=[first], world=w)["options"] for w in range(8)]
    assert len({tuple(option["text"] for option in options) for options in other}) > 1
    server.nobody().refused(f"/api/matches/{match}/try", 403, "not-yours", move=0)
    assert ada.get(f"/api/tables/{match}")["number"] == 0
    table = play_on(match, ada, ben)
    assert server.nobody().done(f"/api/matches/{match}/try", move=table["move"])["over"]


def test_any_move_can_be_replayed_and_points_by_source_sum_to_the_scores(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    table = play_on(match, ada, ben)
    for move in range(table["move"] + 1):
        shown = ada.get(f"/api/matches/{match}/replay", move=move)
        series = ada.get(f"/api/matches/{match}/series")
        sums = [0, 0]
        for at, seat, _, amount in series["points"]:
            sums[seat] += amount if at <= move else 0
        assert sums == shown["scores"]
    assert shown["scores"] == table["scores"]
    answer = ada.ask("GET", f"/api/matches/{match}/replay", params={"move": 10_000})
    assert answer.status_code == 404
