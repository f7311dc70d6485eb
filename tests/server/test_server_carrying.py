"""A match that was begun on a device goes on here: the same log, other people, and a table that says so."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.device.living import Owner
from tests.server.running import Person, Running, play_on, wait_for

ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "random"}


def begun(moves: int = 3, players: int = 2, **values: Any) -> tuple[Owner, str]:
    """A device on which people around one screen have played a little."""
    owner = Owner()
    table = owner.done("/api/tables", game="auction", options={"players": players}, seats=[ME] * players, **values)
    for _ in range(moves):
        seat = owner.get(f"/api/tables/{table['id']}")["asked"]
        owner.commit(table["id"], owner.position(table["id"], seat=seat)["options"][0]["text"], seat=seat)
    return owner, table["id"]


def text_of(owner: Owner, match: str) -> str:
    return owner.ask("GET", f"/api/matches/{match}/record", params={"format": "text"}).text


def carried(person: Person, owner: Owner, match: str, *seats: Any, **values: Any) -> Any:
    wish = {"name": f"{match}.1", "visibility": "public", **values}
    return person.done("/api/records/carried", text=text_of(owner, match), seats=list(seats), **wish)


def test_it_waits_for_who_takes_the_open_seat_and_goes_on_where_it_stood(server: Running) -> None:
    owner, match = begun()
    there = owner.get(f"/api/matches/{match}/record")
    ada, ben = server.person("Ada"), server.person("Ben")
    table = carried(ada, owner, match, ME, OPEN, title="From the train")
    assert (table["state"], table["number"], table["brought"]) == ("open", 3, 3)
    assert [seat["kind"] for seat in table["seats"]] == ["person", "open"]
    here = table["id"]
    listed = server.nobody().get("/api/tables", list="open")["tables"]
    assert next(one for one in listed if one["id"] == here)["brought"] == 3
    ada.refused(f"/api/matches/{here}/commit", 409, "not-started", base=3, actions=["keep"])
    with ben.live() as socket:
        socket.send("watch", match=here)
        socket.next("watching")
        assert ben.done(f"/api/tables/{here}/join")["state"] == "running"
        while socket.next("table")["table"]["state"] != "running":
            """It is told that somebody has sat down, and then that it goes on."""
    record = ada.get(f"/api/matches/{here}/record")
    assert "seed" not in record
    table = play_on(here, ada, ben)
    assert (table["state"], table["brought"]) == ("over", 3)
    record = ada.get(f"/api/matches/{here}/record")
    assert record["seed"] == there["seed"]
    first = [(e["seat"], e["question"], e["text"], e["digest"]) for e in record["entries"][:3]]
    assert first == [(e["seat"], e["question"], e["text"], e["digest"]) for e in there["entries"]]
    assert server.admin("check").returncode == 0


def test_bots_and_own_seats_go_on_at_once(server: Running) -> None:
    owner, match = begun()
    ada = server.person("Ada")
    table = carried(ada, owner, match, {"kind": "me", "name": "Left"}, BOT)
    assert (table["state"], [seat["kind"] for seat in table["seats"]]) == ("running", ["person", "bot"])
    assert table["seats"][0]["name"] == "Left"
    assert play_on(table["id"], ada)["state"] == "over"


def test_asked_twice_or_at_the_same_moment_it_is_one_table(server: Running) -> None:
    owner, match = begun()
    ada = server.person("Ada")
    text = text_of(owner, match)
    body = {"text": text, "name": f"{match}.3", "seats": [ME, OPEN]}
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: ada.client.post("/api/records/carried", json=body), range(4)))
    assert {answer.status_code for answer in made} == {201}
    assert len({answer.json()["id"] for answer in made}) == 1
    here = made[0].json()["id"]
    assert server.rows(f"SELECT count(*) FROM entries WHERE match = '{here}'") == [(3,)]
    # Another name, or another person, is another table.
    assert carried(ada, owner, match, ME, OPEN, name="other")["id"] != here
    assert carried(server.person("Ben"), owner, match, ME, OPEN, name=f"{match}.3")["id"] != here
    # A table that was removed can be brought again.
    assert ada.ask("DELETE", f"/api/tables/{here}").status_code == 200
    assert server.rows(f"SELECT count(*) FROM entries WHERE match = '{here}'") == [(0,)]
    assert ada.done("/api/records/carried", **body)["id"] != here


def test_whoever_sits_down_and_stands_up_again_has_seen_nothing(server: Running) -> None:
    """A sealed bid waits in the log: no seat shows what it knows before the match goes on."""
    owner, match = begun(1)
    ada, eve = server.person("Ada"), server.person("Eve")
    here = carried(ada, owner, match, OPEN, OPEN)["id"]
    bid = owner.get(f"/api/matches/{match}/record")["entries"][0]["text"]
    eve.done(f"/api/tables/{here}/join", seat=0)
    eve.heard.clear()
    shown = eve.position(here)
    assert shown.get("seat") is None
    assert eve.get(f"/api/matches/{here}/log")["entries"][0]["text"] == "bid a card"
    assert eve.get(f"/api/matches/{here}/replay", move=0).get("seat") is None
    assert "seed" not in eve.get(f"/api/matches/{here}/record")
    refused: dict[str, dict[str, Any]] = {
        "preview": {"base": 1, "actions": []},
        "premoves/preview": {"base": 1},
        "ask": {"name": "sum"},
        "hint": {},
        "undo": {"base": 1},
        "resign": {},
    }
    for what, body in refused.items():
        eve.refused(f"/api/matches/{here}/{what}", 409, "not-started", seat=0, **body)
    eve.refused(f"/api/matches/{here}/try", 403, "not-yours", seat=0)
    with eve.live() as socket:
        socket.send("watch", match=here, seat=0, number=0)
        socket.next("watching")
    eve.done(f"/api/tables/{here}/leave")
    assert not [raw for raw in eve.heard if bid.encode() in raw]


def test_what_cannot_be_played_on_is_refused_and_nothing_is_stored(server: Running) -> None:
    owner, match = begun()
    text = text_of(owner, match)
    ada = server.person("Ada")
    wish: dict[str, Any] = {"name": "x", "seats": [ME, OPEN]}
    for wrong in ("nonsense", text.replace("rules 1", "rules 99"), text.replace("\n2 1 Bid", "\n2 0 Bid")):
        assert ada.refused("/api/records/carried", 400, "bad-record", text=wrong, **wish)["detail"]["reason"]
    over = text_of(owner, owner.play_on(match)["id"])
    reason = ada.refused("/api/records/carried", 409, "over", text=over, **wish)["detail"]["reason"]
    assert reason["key"] == "server.carry.over"
    ada.refused("/api/records/carried", 400, "bad-request", text=text, name="x", seats=[ME])
    ada.refused("/api/records/carried", 400, "bad-request", text=text, name="a b", seats=[ME, ME])
    ada.refused("/api/records/carried", 400, "bad-request", text=text, **wish, clock={"seconds": 60, "days": 1})
    ada.refused("/api/records/carried", 400, "bad-request", text=text, name="x", seats=[ME, BOT | {"level": "?"}])
    for line in ("4 0 Resign \n", "4 0 Ended because\n"):
        log, _, rest = text.partition("# seat")
        ada.refused("/api/records/carried", 409, "over", text=f"{log}{line}# seat{rest}", **wish)
    assert ada.get("/api/tables", list="mine")["tables"] == []


def test_a_seat_that_was_given_up_stays_with_a_bot(server: Running) -> None:
    owner, match = begun(3, players=3)
    owner.done(f"/api/matches/{match}/resign", seat=2)
    ada = server.person("Ada")
    table = carried(ada, owner, match, ME, OPEN, OPEN)
    assert [(seat["kind"], seat["out"]) for seat in table["seats"]] == [
        ("person", None),
        ("open", None),
        ("bot", "resigned"),
    ]
    ada.refused(f"/api/tables/{table['id']}/seats/2", 409, "over", kind="open")
    ada.done(f"/api/tables/{table['id']}/seats/1", kind="bot", level="random")
    table = play_on(table["id"], ada)
    assert (table["state"], table["places"][2]) == ("over", 3)


def test_it_counts_for_nothing(server: Running) -> None:
    owner, match = begun()
    ada = server.person("Ada")
    here = carried(ada, owner, match, ME, BOT)["id"]
    play_on(here, ada)
    history = ada.get("/api/history")
    assert [(game["id"], game["brought"]) for game in history["games"]] == [(here, True)]
    assert (history["tallies"], history["suggestions"]) == ([], {})
    # A rematch is a match like any other.
    again = ada.done(f"/api/tables/{here}/rematch")
    assert (again["brought"], again["number"]) == (None, 0)


def test_moves_from_before_are_taken_back_one_by_one(server: Running) -> None:
    owner, match = begun()
    ada = server.person("Ada")
    here = carried(ada, owner, match, ME, ME)["id"]
    number = ada.get(f"/api/tables/{here}")["number"]
    seat = ada.get(f"/api/tables/{here}")["asked"]
    assert ada.done(f"/api/matches/{here}/undo", base=number, seat=seat, keep=2)["state"] == "done"
    assert ada.get(f"/api/tables/{here}")["move"] == 2


def test_limits_hold_for_what_is_brought(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(rates="yes", tables_open="2", tables_running="2", entries="2")
    owner, match = begun(2)
    ada = server.person("Ada")
    made = [carried(ada, owner, match, ME, OPEN, name=f"n{number}") for number in range(2)]
    wish: dict[str, Any] = {"text": text_of(owner, match), "seats": [ME, OPEN]}
    ada.refused("/api/records/carried", 409, "too-many-tables", name="n2", **wish)
    assert ada.done("/api/records/carried", name="n1", **wish)["id"] == made[1]["id"]
    ada.refused("/api/tables", 409, "too-many-tables", game="auction")
    longer = text_of(*begun(3))
    ada.refused("/api/records/carried", 413, "too-large", text=longer, name="long", seats=[ME, ME])


def test_a_table_that_waits_survives_a_kill_and_goes_when_it_is_stale(start: Callable[..., Running]) -> None:
    server = start(table_days="30")
    owner, match = begun()
    ada, ben = server.person("Ada"), server.person("Ben")
    stays = carried(ada, owner, match, ME, OPEN)["id"]
    goes = carried(ada, owner, match, ME, OPEN, name="other")["id"]
    server.kill()
    server.start()
    ada.client.base_url = ben.client.base_url = server.url
    assert ben.done(f"/api/tables/{stays}/join")["state"] == "running"
    server.database(f"UPDATE matches SET changed = 1 WHERE id = '{goes}'")
    assert server.admin("tidy").stdout == "0 guests and 1 open tables are gone\n"
    assert server.rows("SELECT DISTINCT match FROM entries") == [(stays,)]
    assert play_on(stays, ada, ben)["state"] == "over"


def test_the_notice_goes_to_who_is_asked(server: Running) -> None:
    owner, match = begun(2)
    asked = owner.get(f"/api/tables/{match}")["asked"]
    ada = server.person("Ada")
    seats = [ME if seat == asked else BOT for seat in (0, 1)]
    with ada.live() as socket:
        here = carried(ada, owner, match, *seats)["id"]
        told = socket.next("asked")
    assert (told["match"], told["seat"]) == (here, asked)
    wait_for(lambda: ada.get(f"/api/tables/{here}")["waiting"])
