"""Records: download, import, share; and matches that no longer replay."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable

import httpx

from orrery.core.match import parsed
from orrery.core.titles import TITLES
from tests.gaia.test_public import record, saved
from tests.server.running import Running, play_on
from tests.small_game import SMALL


def _text(server: Running, match: str) -> str:
    return httpx.get(f"{server.url}/api/matches/{match}/record", params={"format": "text"}).text


def test_a_finished_match_is_downloaded_whole_and_imported_again(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    table = play_on(match, ada, ben)
    record = server.nobody().get(f"/api/matches/{match}/record")
    assert record["complete"]
    assert len(record["entries"]) == table["number"]
    assert all(len(entry["digest"]) == 32 for entry in record["entries"])
    text = _text(server, match)
    header, entries = parsed(text)
    assert header.seed == record["seed"]
    assert [entry.text for entry in entries] == [entry["text"] for entry in record["entries"]]
    eve = server.person("Eve")
    copy = eve.done("/api/records", text=text, title="A fine game")
    assert (copy["state"], copy["scores"], copy["visibility"]) == ("over", table["scores"], "link")
    again = eve.get(f"/api/matches/{copy['id']}/record")
    assert again["entries"][-1]["digest"] == record["entries"][-1]["digest"]
    shown = eve.get(f"/api/matches/{copy['id']}/replay", move=3)
    assert shown["view"] == eve.get(f"/api/matches/{match}/replay", move=3)["view"] or shown["move"] == 3
    shared = server.nobody().get(f"/api/matches/{copy['id']}/replay", move=3, key=copy["key"])
    assert shared["move"] == 3


def test_a_running_match_is_downloaded_as_far_as_the_asker_may_know(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    bid = ada.position(match)["options"][0]["text"]
    ada.commit(match, bid)
    mine = ada.get(f"/api/matches/{match}/record")
    theirs = ben.get(f"/api/matches/{match}/record")
    assert not mine["complete"]
    assert "seed" not in mine
    assert [entry["text"] for entry in mine["entries"]] == [bid]
    assert [entry["text"] for entry in theirs["entries"]] == ["bid a card"]
    assert "digest" not in mine["entries"][0]
    assert "# the seed is told when the match is over" in _text(server, match)


def test_an_unfinished_log_is_imported_for_study_only(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    play_on(match, ada, ben)
    text = _text(server, match)
    lines = text.splitlines()
    start = lines.index("log")
    cut = "\n".join(lines[: start + 4]) + "\n"
    made = ada.done("/api/records", text=cut)
    assert made["state"] == "stopped"
    assert made["notice"]
    ada.refused(f"/api/matches/{made['id']}/commit", 403, "not-yours", base=3, actions=["keep"])
    assert ada.get(f"/api/matches/{made['id']}/log")["number"] == 3


def test_a_log_that_does_not_replay_is_refused_with_the_place(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    play_on(match, ada, ben)
    text = _text(server, match)
    for wrong in (
        "nonsense",
        text.replace("game auction", "game chess"),
        text.replace("rules 1", "rules 99"),
        text.replace("\n2 1 Bid", "\n2 0 Bid"),
        text.replace("\n1 0 Bid bid", "\n1 0 Bid sell"),
        text.replace("option players 2", "option players 9"),
        text.replace("seed ", "seed 9999999999999999999"),
    ):
        assert ada.refused("/api/records", 400, "bad-record", text=wrong)["sentence"]
    server.nobody().refused("/api/records", 401, "sign-in", text=text)


def test_a_match_that_no_longer_replays_is_read_only_and_comes_back(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite()
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    bid = ada.position(match)["options"][0]["text"]
    ada.commit(match, bid)
    server.stop()
    database = sqlite3.connect(server.data / "orrery.sqlite")
    database.execute("UPDATE entries SET text = 'bid 99'")
    database.commit()
    checked = server.admin("check")
    assert checked.returncode == 1
    assert f"{match}: #1" in checked.stdout
    server.start()
    ada.client.base_url = ben.client.base_url = httpx.URL(server.url)
    answer = ada.ask("GET", f"/api/matches/{match}/position")
    assert (answer.status_code, answer.json()["code"]) == (409, "read-only")
    table = ada.get(f"/api/tables/{match}")
    assert table["state"] == "broken"
    assert "does not replay" in table["notice"]
    ada.refused(f"/api/matches/{match}/commit", 409, "read-only", base=1, actions=["keep"])
    # Read-only from what is stored; what was sealed for others stays sealed.
    assert [entry["text"] for entry in ben.get(f"/api/matches/{match}/log")["entries"]] == ["bid a card"]
    record = ben.get(f"/api/matches/{match}/record")
    assert (record["complete"], [entry["text"] for entry in record["entries"]]) == (False, ["bid a card"])
    server.stop()
    database.execute("UPDATE entries SET text = ?", (bid,))
    database.commit()
    database.close()
    assert server.admin("check", "--heal").returncode == 0
    server.start()
    ada.client.base_url = ben.client.base_url = httpx.URL(server.url)
    assert play_on(match, ada, ben)["state"] == "over"


def test_the_rules_number_and_the_engine_version_are_stored(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.get(f"/api/tables/{ada.table(ben)}")
    assert table["rules"] == SMALL.rules
    assert table["engine"]
    assert "gaia" in TITLES


def test_a_game_of_the_public_engine_is_pasted(server: Running) -> None:
    """A saved game becomes a match to replay: its scores, and the names of who played."""
    data = record()
    eve = server.person("Eve")
    for text in (json.dumps(saved(data)), json.dumps({**data, "names": ["not", "taken"]})):
        made = eve.done("/api/records", text=text)
        assert (made["state"], made["game"], made["scores"]) == ("over", "gaia", data["final"]["scores"])
    first = eve.done("/api/records", text=json.dumps(saved(data)))
    assert [seat["name"] for seat in first["seats"]] == ["P0", "P1"]
    assert eve.get(f"/api/matches/{first['id']}/replay", move=5)["move"] == 5
    data["moves"].insert(9, "p1 build ts 1A1")
    refused = eve.refused("/api/records", 400, "bad-record", text=json.dumps(data))
    assert refused["detail"]["reason"]["key"] == "gaia.public.move"
    assert refused["detail"]["reason"]["args"]["number"] == 9
    refused = eve.refused("/api/records", 400, "bad-record", text='{"moves": []}')
    assert refused["detail"]["reason"]["key"] == "gaia.public.missing"


def test_a_pasted_game_without_end_is_cut_off(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(entries="100")
    eve = server.person("Eve")
    eve.refused("/api/records", 413, "too-large", text=json.dumps(record()))
