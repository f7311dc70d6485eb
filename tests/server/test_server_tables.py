"""Titles, tables and lists."""

from __future__ import annotations

import time

import pytest

from orrery.core.titles import TITLES
from tests.server.running import Running, play_on, wait_for


def test_every_registered_title_is_offered_with_its_settings(server: Running) -> None:
    titles = {title["name"]: title for title in server.nobody().get("/api/titles")}
    assert set(TITLES) <= set(titles)
    assert "auction" in titles
    for title in titles.values():
        assert {"name", "kind", "default", "choices", "group"} <= set(title["settings"][0])
        assert "random" in title["bots"]


def test_a_set_up_is_shown_before_a_table_exists_and_is_the_one_played(server: Running) -> None:
    ada = server.person("Ada")
    setup = server.nobody().done("/api/titles/auction/setup", options={"players": 2})
    assert setup["seats"] == 2
    assert setup["options"]["setup_seed"]
    again = server.nobody().done("/api/titles/auction/setup", options=setup["options"])
    assert (again["view"]["lot"], again["view"]["bonus"]) == (setup["view"]["lot"], setup["view"]["bonus"])
    seats = [{"kind": "me"}, {"kind": "me"}]
    match = ada.done("/api/tables", game="auction", options=setup["options"], seats=seats)["id"]
    view = ada.position(match)["view"]
    assert (view["lot"], view["bonus"]) == (setup["view"]["lot"], setup["view"]["bonus"])


def test_the_same_set_up_is_played_with_other_secrets_each_time(server: Running) -> None:
    """A typed seed fixes the public set-up only."""
    ada = server.person("Ada")
    seats = [{"kind": "me"}, {"kind": "me"}]
    hands = set()
    for _ in range(6):
        made = ada.done("/api/tables", game="auction", options={"setup_seed": "comet"}, seats=seats)
        hands.add(tuple(ada.position(made["id"], seat=0)["view"]["players"][0]["hand"]))
    assert len(hands) > 1


def test_bad_options_are_refused_in_the_words_of_the_title(server: Running) -> None:
    ada = server.person("Ada")
    problem = ada.refused("/api/tables", 400, "bad-options", game="auction", options={"players": 9})
    assert "players is 2 or 3" in problem["sentence"]
    ada.refused("/api/titles/auction/setup", 400, "bad-options", options={"colour": "red"})
    ada.refused("/api/titles/auction/setup", 400, "bad-options", options={"position": {"seed": "x"}})
    ada.refused("/api/tables", 404, "not-found", game="chess")
    ada.refused("/api/titles/chess/setup", 404, "not-found")
    assert len(ada.get("/api/tables", list="mine")["tables"]) == 0


@pytest.mark.parametrize(
    "values",
    [
        {"seats": [{"kind": "me"}] * 3},
        {"seats": [{"kind": "bot", "level": "genius"}]},
        {"seats": [{"kind": "cat"}]},
        {"visibility": "password"},
        {"password": "secret"},
        {"clock": {"seconds": 60, "days": 1}},
        {"clock": {}},
        {"clock": {"days": 1, "increment": 3}},
        {"clock": {"seconds": 1}},
        {"visibility": "secret"},
        {"title": "x" * 100},
    ],
)
def test_a_table_that_makes_no_sense_is_not_opened(server: Running, values: dict[str, object]) -> None:
    ada = server.person("Ada")
    ada.refused("/api/tables", 400, "bad-request", game="auction", **values)
    assert len(ada.get("/api/tables", list="mine")["tables"]) == 0


def test_a_table_is_joined_left_and_starts_when_it_is_full(server: Running) -> None:
    ada, ben, cleo = server.person("Ada"), server.person("Ben"), server.person("Cleo")
    made = ada.done("/api/tables", game="auction", options={"players": 3}, seats=[{"kind": "me"}], title="Friday")
    match = made["id"]
    assert made["state"] == "open"
    assert ben.done(f"/api/tables/{match}/join", seat=2)["seats"][2]["name"] == "Ben"
    cleo.refused(f"/api/tables/{match}/join", 409, "taken", seat=2)
    ben.done(f"/api/tables/{match}/leave")
    cleo.done(f"/api/tables/{match}/join", seat=2)
    assert ben.done(f"/api/tables/{match}/join")["state"] == "running"
    server.person("Dan").refused(f"/api/tables/{match}/join", 409, "started")
    ben.refused(f"/api/tables/{match}/leave", 409, "started")
    answer = ada.ask("DELETE", f"/api/tables/{match}")
    assert (answer.status_code, answer.json()["code"]) == (409, "started")


def test_the_host_arranges_the_seats_and_starts(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.done("/api/tables", game="auction", seats=[{"kind": "me"}], autostart=False)["id"]
    ada.refused(f"/api/tables/{match}/start", 409, "not-full")
    ben.refused(f"/api/tables/{match}/seats/1", 403, "host-only", kind="bot")
    ada.refused(f"/api/tables/{match}/seats/7", 404, "not-found", kind="bot")
    ada.refused(f"/api/matches/{match}/commit", 409, "not-started", base=0, actions=["bid 1"])
    assert ada.done(f"/api/tables/{match}/seats/1", kind="bot")["seats"][1]["level"] == "random"
    ben.refused(f"/api/tables/{match}/start", 403, "host-only")
    assert ada.done(f"/api/tables/{match}/start")["state"] == "running"
    assert play_on(match, ada)["state"] == "over"


def test_a_table_can_be_removed_before_it_starts(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.done("/api/tables", game="auction", seats=[{"kind": "me"}])["id"]
    assert ben.ask("DELETE", f"/api/tables/{match}").json()["code"] == "host-only"
    assert ada.ask("DELETE", f"/api/tables/{match}").status_code == 200
    assert ada.ask("GET", f"/api/tables/{match}").json()["code"] == "not-found"


def test_a_table_by_link_is_seen_with_its_link_only(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    made = ada.done("/api/tables", game="auction", seats=[{"kind": "me"}], visibility="link")
    match, key = made["id"], made["key"]
    assert match not in [table["id"] for table in ben.get("/api/tables", list="open")["tables"]]
    assert ben.ask("GET", f"/api/tables/{match}").json()["code"] == "key"
    ben.refused(f"/api/tables/{match}/join", 403, "key")
    ben.refused(f"/api/tables/{match}/join", 403, "key", key="wrong")
    assert ben.get(f"/api/tables/{match}", key=key)["key"] is None
    assert ben.done(f"/api/tables/{match}/join", key=key)["state"] == "running"
    eve = server.nobody()
    for path in ("position", "log", "chat", "record", "series", "replay"):
        assert eve.ask("GET", f"/api/matches/{match}/{path}").json()["code"] == "key"
    assert eve.position(match, key=key)["seat"] is None


def test_a_table_with_a_password(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    made = ada.done("/api/tables", game="auction", seats=[{"kind": "me"}], visibility="password", password="sesame")
    match = made["id"]
    assert match in [table["id"] for table in ben.get("/api/tables", list="open")["tables"]]
    ben.refused(f"/api/tables/{match}/join", 403, "key")
    ben.refused(f"/api/tables/{match}/join", 401, "wrong-password", password="open")
    assert ben.done(f"/api/tables/{match}/join", password="sesame")["state"] == "running"
    assert server.nobody().ask("GET", f"/api/matches/{match}/position").json()["code"] == "key"


def test_lists_are_searched_and_come_in_pages(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben Öszi")
    word = f"q{time.time_ns()}"
    for number in range(32):
        ada.done("/api/tables", game="auction", seats=[{"kind": "me"}], title=f"{word} {number}")
    first = ben.get("/api/tables", list="open", search=word)
    assert len(first["tables"]) == 30
    second = ben.get("/api/tables", list="open", search=word, after=first["more"])
    assert (len(second["tables"]), second["more"]) == (2, None)
    assert len({table["id"] for table in first["tables"] + second["tables"]}) == 32
    ben.done(f"/api/tables/{second['tables'][0]['id']}/join")
    assert len(ben.get("/api/tables", list="watch", search=f"{word} öszi")["tables"]) == 1
    rest = ben.get("/api/tables", list="open", search=word)
    assert len(ben.get("/api/tables", list="open", search=word, after=rest["more"])["tables"]) == 1
    assert len(ben.get("/api/tables", list="open", search=f"{word} %")["tables"]) == 0
    assert len(ben.get("/api/tables", list="open", search=word, game="gaia")["tables"]) == 0


def test_my_list_begins_with_what_waits_for_me(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    waiting = ben.table(ada)
    ben.commit(waiting, ben.position(waiting)["options"][0]["text"])
    time.sleep(0.01)
    mine = ben.table(ada)
    listed = ada.get("/api/tables", list="mine")["tables"]
    assert [(table["id"], table["waiting"]) for table in listed] == [(waiting, True), (mine, False)]
    assert len(server.nobody().get("/api/tables", list="mine")["tables"]) == 0


def test_finished_matches_are_listed(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    word = f"w{time.time_ns()}"
    match = ada.table(ben, title=word)
    ada.done(f"/api/matches/{match}/resign")
    assert len(server.nobody().get("/api/tables", list="finished", search=word)["tables"]) == 1
    hidden = ada.table(ben, title=word, visibility="link")
    ada.done(f"/api/matches/{hidden}/resign")
    assert len(server.nobody().get("/api/tables", list="finished", search=word)["tables"]) == 1
    assert len(ben.get("/api/tables", list="finished", search=word)["tables"]) == 2


def test_a_rematch_is_one_table_whoever_asks_first(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    ada.refused(f"/api/tables/{match}/rematch", 409, "not-over")
    ada.done(f"/api/matches/{match}/resign")
    server.person("Eve").refused(f"/api/tables/{match}/rematch", 403, "not-yours")
    made = ben.done(f"/api/tables/{match}/rematch")
    assert ada.done(f"/api/tables/{match}/rematch")["id"] == made["id"]
    assert made["seats"][0]["name"] == "Ben"
    assert ada.get(f"/api/tables/{match}")["next"] == made["id"]
    assert ada.done(f"/api/tables/{made['id']}/join")["state"] == "running"


def test_bots_play_among_themselves(server: Running) -> None:
    ada = server.person("Ada")
    made = ada.done("/api/tables", game="auction", seats=[{"kind": "bot"}, {"kind": "bot"}])
    table = wait_for(lambda: (t := ada.get(f"/api/tables/{made['id']}"))["state"] == "over" and t)
    assert sorted(table["places"]) in ([1, 2], [1, 1])


def test_a_sandbox_needs_no_table(server: Running) -> None:
    nobody = server.nobody()
    start = nobody.done("/api/titles/auction/try", seed=7)
    text = start["options"][0]["text"]
    shown = nobody.done("/api/titles/auction/try", seed=7, actions=[text])
    assert shown["asked"] == 1
    nobody.refused("/api/titles/auction/try", 400, "illegal", seed=7, actions=["bid 99"])
    nobody.refused("/api/titles/auction/try", 400, "bad-notation", seed=7, actions=["jump"])
