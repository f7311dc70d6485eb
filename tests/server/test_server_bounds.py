"""What one user may ask for: records, tables, connections, odd input; and an end in good time."""

from __future__ import annotations

import asyncio
import contextlib
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from orrery.core.match import Entry, Header, written
from orrery.server.api import live as live_api
from orrery.server.house import Who
from orrery.server.live.rooms import Client
from orrery.server.serving import PIECE, Sockets
from tests.server.running import Person, Running, run, wait_for
from tests.small_game import SMALL


def _figure(server: Running, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} ([\d.]+)$", server.metrics(), re.MULTILINE)
    return float(found[1]) if found else 0.0


# Records


def _to_and_fro(entries: int) -> str:
    """A record in which one bid is made and taken back again and again."""
    options = SMALL.complete({})
    state = SMALL.new(options, 1)
    bid = Entry(state.asked() or 0, state.question(), SMALL.write(state, state.options()[0]))
    back = Entry(bid.seat, "Undo", "keep 0")
    return written(Header("auction", SMALL.rules, options, 1), [bid, back] * (entries // 2))


def test_a_record_of_too_many_entries_is_refused(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(entries="300")
    ada = server.person("Ada")
    assert ada.done("/api/records", text=_to_and_fro(300))["number"] == 300
    refusal = ada.refused("/api/records", 413, "too-large", text=_to_and_fro(302))
    assert "at most 300 entries and takes at most 1 s" in refusal["sentence"]
    assert "302 entries" in refusal["sentence"]


def test_a_record_that_takes_long_to_replay_is_refused(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(limit="2", entries="100000")
    ada = server.person("Ada")
    refusal = ada.refused("/api/records", 413, "too-large", text=_to_and_fro(20_000))
    assert "at most 0.2 s of processor time: that is over after entry" in refusal["sentence"]
    assert _figure(server, 'orrery_engine_killed_total{op="import"}') == 0


@pytest.mark.parametrize("check", ["none", "all"])
def test_a_match_that_costs_workers_shares_none_with_others(
    start_sqlite: Callable[..., Running], tmp_path: Path, check: str
) -> None:
    trap = tmp_path / "trap"
    server = start_sqlite(limit="1", check=check, trap=str(trap))
    ada, ben = server.person("Ada"), server.person("Ben")
    stuck, fine = ada.table(ben, game="stuck"), ada.table(ben)
    for match in (stuck, fine):
        ada.commit(match, ada.position(match)["options"][0]["text"])
    server.stop()
    trap.touch()
    server.start()
    for person in (ada, ben):
        person.client.base_url = httpx.URL(server.url)
    path = f"/api/matches/{stuck}/position"
    for _ in range(4):
        answer = ada.ask("GET", path)
        assert (answer.status_code, answer.json()["code"]) == (503, "stuck"), answer.text
        assert ben.position(fine)["number"] == 1
    killed = [f'orrery_engine_killed_total{{op="{op}"}}' for op in ("stand", "check")]
    assert sum(_figure(server, name) for name in killed) <= 3  # a shared one, one apart, one of the check
    assert "takes the engine too long" in ada.get(f"/api/tables/{stuck}")["notice"]
    server.stop()
    server.start()
    for person in (ada, ben):
        person.client.base_url = httpx.URL(server.url)
    assert _held_again(ada, stuck) == 503
    assert ben.position(fine)["number"] == 1
    if check == "all":
        wait_for(lambda: "match not checked" in server.log())
    assert _figure(server, killed[1]) == 0
    server.stop()
    trap.unlink()
    assert server.admin("check", "--heal").returncode == 0
    server.start()
    ada.client.base_url = httpx.URL(server.url)
    assert ada.position(stuck)["number"] == 1
    assert ada.get(f"/api/tables/{stuck}")["notice"] is None


def _held_again(person: Person, match: str) -> int:
    return person.ask("GET", f"/api/matches/{match}/position").status_code


# Tables

BOTS = [{"kind": "bot", "level": "noting"}] * 2
NOTING = "noting=tests.server.test_server_turns:Noting"


def _opened(person: Person, count: int = 1) -> list[str]:
    seats = [{"kind": "me"}]
    return [person.done("/api/tables", game="auction", seats=seats)["id"] for _ in range(count)]


def test_bots_play_few_matches_of_one_person_alone(start_sqlite: Callable[..., Running], tmp_path: Path) -> None:
    server = start_sqlite(rates="yes", levels=NOTING, notes=str(tmp_path / "notes"))
    eve, ben = server.person("Eve"), server.person("Ben")
    for _ in range(3):
        assert eve.done("/api/tables", game="auction", seats=BOTS)["state"] == "running"
    refusal = eve.refused("/api/tables", 409, "too-many-tables", game="auction", seats=BOTS)
    assert "3 matches that bots play alone" in refusal["sentence"]
    table = f"/api/tables/{_opened(eve)[0]}"
    eve.done(f"{table}/seats/0", kind="bot", level="noting")
    eve.refused(f"{table}/seats/1", 409, "too-many-tables", kind="bot", level="noting")
    assert ben.done("/api/tables", game="auction", seats=BOTS)["state"] == "running"
    eve.done("/api/tables", game="auction", seats=[{"kind": "me"}, BOTS[0]])
    (tmp_path / "go").touch()


def test_one_person_has_few_open_tables(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(rates="yes", tables_open="3", crowd="2")
    eve, ben, cat = (server.person(name) for name in ("Eve", "Ben", "Cat"))
    first = _opened(eve, 3)[0]
    refusal = eve.refused("/api/tables", 409, "too-many-tables", game="auction")
    assert "3 open tables" in refusal["sentence"]
    _opened(ben, 3)
    refusal = cat.refused("/api/tables", 409, "too-many-tables", game="auction")
    assert "from your address there are 6" in refusal["sentence"]
    assert eve.ask("DELETE", f"/api/tables/{first}").status_code == 200
    _opened(cat)


def test_one_person_plays_a_bounded_number_of_matches(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(rates="yes", tables_running="2")
    ada, ben = server.person("Ada"), server.person("Ben")
    tables = _opened(ada, 2) + _opened(ben, 2)
    for match in tables[:2]:
        ben.done(f"/api/tables/{match}/join")
    refusal = ada.refused(f"/api/tables/{tables[2]}/join", 409, "too-many-tables")
    assert "you play 2 matches" in refusal["sentence"]


def test_tables_are_made_one_after_the_other(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(rates="yes", tables_minute="2")
    ada, ben = server.person("Ada"), server.person("Ben")
    _opened(ada, 2)
    answer = ada.post("/api/tables", game="auction")
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
    assert int(answer.headers["retry-after"]) > 0
    _opened(ben)


def test_matches_of_bots_alone_do_not_all_go_on_at_once_after_a_restart(
    start_sqlite: Callable[..., Running], tmp_path: Path
) -> None:
    server = start_sqlite(levels=NOTING, notes=str(tmp_path / "notes"), bot_limit="100")
    eve, ben = server.person("Eve"), server.person("Ben")
    for _ in range(12):
        eve.done("/api/tables", game="auction", seats=BOTS)
    ben.done("/api/tables", game="auction", seats=[BOTS[0], {"kind": "me"}])
    server.kill()
    server.start()
    # One thinks; three more without people and the one with a person wait.
    wait_for(lambda: _figure(server, 'orrery_queue_length{queue="bots"}') >= 4, 60)
    assert _figure(server, 'orrery_queue_length{queue="bots"}') == 4
    (tmp_path / "go").touch()


def test_a_club_behind_one_address_is_hindered_by_no_limit(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(rates="yes")
    guests = [server.nobody().post("/api/guest", name=f"p{n}") for n in range(40)]
    assert {guest.status_code for guest in guests} == {200}
    person = server.nobody()
    for guest in guests:
        person.client.cookies.clear()
        person.client.cookies.update(guest.cookies)
        person.enter(guest)
        match = _opened(person)[0]
        person.done("/api/tables", game="auction", seats=[{"kind": "bot"}, {"kind": "me"}])
        person.get(f"/api/tables/{match}")


# What is the same for everybody


def test_the_document_of_the_api_is_made_once(sqlite_server: Running) -> None:
    with httpx.Client(base_url=sqlite_server.url) as browser:
        first = browser.get("/api/openapi.json")
        assert first.json()["openapi"]
        assert first.headers["content-encoding"] == "gzip"
        mark = first.headers["etag"]
        again = browser.get("/api/openapi.json", headers={"if-none-match": mark})
        assert (again.status_code, again.content) == (304, b"")
        plain = browser.get("/api/openapi.json", headers={"accept-encoding": "identity"})
        assert plain.json() == first.json()
        assert plain.headers["etag"] != mark
        assert browser.get("/api/docs").headers["etag"]


# The end


def test_a_server_told_to_stop_does_not_wait_for_bots(start_sqlite: Callable[..., Running], tmp_path: Path) -> None:
    server = start_sqlite(levels=NOTING, notes=str(tmp_path / "notes"), bot_limit="1000")
    ada = server.person("Ada")
    seats = [BOTS[0], {"kind": "me"}]
    matches = [ada.done("/api/tables", game="auction", seats=seats)["id"] for _ in range(8)]
    hint = ada.done("/api/tables", game="auction", seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    wait_for(lambda: _figure(server, 'orrery_queue_length{queue="bots"}') == 7)
    answers: list[int] = []
    asks = threading.Thread(
        target=lambda: answers.append(ada.post(f"/api/matches/{hint}/hint", seat=0).status_code)
    )
    asks.start()
    wait_for(lambda: _figure(server, 'orrery_queue_length{queue="bots"}') == 8)
    assert server.stop() == 0  # within 40 s, though the bots would think for a thousand
    asks.join()
    assert answers == [503]
    assert "bot failed" not in server.log()
    (tmp_path / "go").touch()
    server.start()
    ada = _moved(ada)
    for match in matches:
        wait_for(lambda match=match: ada.get(f"/api/tables/{match}")["number"] > 0, 60)  # type: ignore[misc]  # a default binds it
        entries = ada.get(f"/api/matches/{match}/log")["entries"]
        assert "Fault" not in {entry["question"] for entry in entries}


def _moved(person: Person) -> Person:
    person.client.base_url = httpx.URL(person.server.url)
    return person


# Live connections


def test_one_person_has_a_bounded_number_of_live_connections(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(rates="yes", sockets="2", crowd="2")
    ada, ben = server.person("Ada"), server.person("Ben")
    with contextlib.ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(ada.live()).next("hello")
        with pytest.raises((InvalidStatus, ConnectionClosed)), ada.live() as one:
            one.next("hello")
        answer = ada.ask("GET", "/api/events")
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
        with ben.client.stream("GET", "/api/events") as events:
            raw = events.iter_raw()  # the stream ends with it
            assert next(raw)
            stack.enter_context(ben.live()).next("hello")
            with pytest.raises((InvalidStatus, ConnectionClosed)), server.nobody().live() as four:
                four.next("hello")
    wait_for(lambda: _figure(server, 'orrery_connections{kind="socket"}') == 0)
    with ada.live() as again:
        again.next("hello")


def test_messages_of_a_socket_count_as_requests(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(rates="yes")
    ada = server.person("Ada")
    with ada.live() as socket:
        socket.next("hello")
        for _ in range(3000):
            socket.send("ping")
        assert socket.next("problem")["code"] == "too-many"


def test_little_is_read_at_once_from_a_socket_that_says_much() -> None:
    """Messages that are read together are read without a pause: nobody else is served meanwhile."""

    class Transport(asyncio.Transport):
        paused = False

        def pause_reading(self) -> None:
            self.paused = True

        def resume_reading(self) -> None:
            self.paused = False

        def write(self, data: object) -> None: ...

        def is_closing(self) -> bool:
            return False

    async def never(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        await asyncio.Event().wait()

    async def told() -> None:
        config = uvicorn.Config(never, ws=Sockets, log_config=None, ws_ping_interval=None)
        config.load()
        sockets, transport = Sockets(config, ServerState(), {}), Transport()
        sockets.connection_made(transport)
        sockets.data_received(
            b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        await asyncio.sleep(0.01)
        assert (await sockets.receive())["type"] == "websocket.connect"
        sent = [b"%d" % number for number in range(10_000)]
        sockets.data_received(b"".join(Frame(Opcode.TEXT, text).serialize(mask=True) for text in sent))
        heard: list[bytes] = []
        while len(heard) < len(sent):
            await asyncio.sleep(0)
            if sockets.queue.qsize():
                assert transport.paused
            assert sockets.queue.qsize() <= PIECE / 7  # the shortest of them
            message: Any = await sockets.receive()
            heard.append(message["text"].encode())
        await asyncio.sleep(0.01)
        assert heard == sent
        assert not transport.paused
        for task in sockets.tasks:
            task.cancel()

    run(told())


def test_all_that_a_socket_says_at_once_is_answered(sqlite_server: Running) -> None:
    with sqlite_server.person("Ada").live() as one:
        one.next("hello")
        one.send("watch", match="x" * 30_000)  # longer than what is read without a pause
        assert one.next("problem")["code"] == "not-found"
        said = Frame(Opcode.TEXT, b'{"kind":"ping"}').serialize(mask=True)
        one.socket.socket.sendall(said * 2000)
        for _ in range(2000):
            one.next("pong")


def test_a_client_that_takes_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    class Deaf:
        async def send_data(self, text: str, mode: str) -> None:
            await asyncio.Event().wait()

    async def talk() -> None:
        client = Client(Who())
        deaf: Any = Deaf()
        sender = asyncio.create_task(live_api._send(deaf, client))
        for _ in range(300):
            client.send(b"{}")
            await asyncio.sleep(0)
        assert client.gone
        assert client.queue.qsize() == 1
        await asyncio.wait_for(sender, 20)

    monkeypatch.setattr(live_api, "SILENT", 0.05)
    run(talk())
