"""Full counts: one guest tries to starve all others, in every way that once worked, while somebody honest plays.

``SOAK_SECONDS`` says for how long each attack lasts (60); every run adds lines to ``docs/soak``. No time is
asserted: the honest player may neither be refused nor starved, and how long they waited is written down.
"""

from __future__ import annotations

import contextlib
import os
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests import figures
from tests.server.outside import browser, receiving, silence
from tests.server.running import Person, Running
from tests.server.test_server_bounds import _to_and_fro

SECONDS = float(os.environ.get("SOAK_SECONDS", "60"))

pytestmark = [pytest.mark.soak, pytest.mark.timeout(6 * 3600)]

ABOUT = (
    "Written by `make soak`, a line for each attack and run (`SOAK_SECONDS` says how long each lasts). One "
    "guest from one address sends what an attack consists of as fast as twenty connections can, while "
    "somebody honest plays Gaia Project against a greedy bot, at another address, and now and then signs in. "
    "*Moves*: the position and the commit; *bot*: from the commit until the bot has answered; *sign-in*: the "
    "whole request. Times in ms, wall, on two cores that the server, its processes, the attack and the honest "
    "player share with other work. A run in which the honest player is refused anything, or gets no answer, "
    "fails."
)

Attack = Callable[["Eve"], None]


class Eve:
    """Somebody hostile: a guest at an address of her own, with many connections."""

    def __init__(self, server: Running, over: Event) -> None:
        self.server = server
        self.over = over
        self.sent: Counter[int] = Counter()
        self.chance = random.Random(7)
        self.person = visitor(server, "203.0.113.66", "Eve")

    def again(self) -> Person:
        """One more connection of the same guest."""
        other = Person(self.server)
        other.client.headers.update(self.person.client.headers)
        other.client.cookies.update(self.person.client.cookies)
        return other

    def flood(self, *requests: Callable[[Person], httpx.Response], connections: int = 20) -> None:
        """Send these again and again until it is over."""

        def send(number: int) -> None:
            person = self.again()
            turn = number
            while not self.over.is_set():
                with contextlib.suppress(httpx.HTTPError):
                    self.sent[requests[turn % len(requests)](person).status_code] += 1
                person.heard.clear()
                turn += 1

        threads = [threading.Thread(target=send, args=(number,)) for number in range(connections)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def visitor(server: Running, address: str, name: str) -> Person:
    """Somebody who comes through the proxy from an address."""
    person = server.nobody()
    person.client.headers["X-Forwarded-For"] = address
    person.enter(person.post("/api/guest", name=name))
    return person


# The attacks


def calm(eve: Eve) -> None:
    """Nothing: what the honest player gets on this machine anyway."""
    eve.over.wait()


def hints(eve: Eve) -> None:
    """Advice for ever new positions."""
    seats = [{"kind": "me"}, {"kind": "me"}]
    tables = []
    for _ in range(8):
        made = eve.person.post("/api/tables", game="gaia", options={"players": 2}, seats=seats)
        if made.status_code == 201:
            tables.append(made.json()["id"])

    def ask(person: Person) -> httpx.Response:
        match = eve.chance.choice(tables)
        shown = person.ask("GET", f"/api/matches/{match}/position")
        if shown.status_code == 200 and shown.json().get("options"):
            seen = shown.json()
            body = {"base": seen["number"], "seat": seen["asked"]}
            action = eve.chance.choice(seen["options"])["text"]
            person.post(f"/api/matches/{match}/commit", actions=[action], **body)
            return person.post(f"/api/matches/{match}/hint", seat=seen["asked"])
        return shown

    eve.flood(ask)


def bots(eve: Eve) -> None:
    """Tables of planners who play alone."""
    seats = [{"kind": "bot", "level": "planner"}] * 4
    eve.flood(lambda person: person.post("/api/tables", game="gaia", options={"players": 4}, seats=seats))


def records(eve: Eve) -> None:
    """Imported records that take long, and everybody who looks at them."""
    text = _to_and_fro(4000)
    made = eve.person.post("/api/records", text=text)
    ids = [made.json()["id"]] if made.status_code == 201 else ["none"]
    eve.flood(
        lambda person: person.post("/api/records", text=text),
        lambda person: person.ask("GET", f"/api/matches/{ids[0]}/log"),
        lambda person: person.ask("GET", f"/api/matches/{ids[0]}/series"),
        lambda person: person.ask("GET", f"/api/matches/{ids[0]}/replay", params={"move": eve.chance.randrange(2)}),
    )


def redirects(eve: Eve) -> None:
    """Push services that send the server elsewhere."""
    with receiving() as receiver:
        receiver.status, receiver.headers = 307, {"Location": f"{receiver.url}/inner"}
        for number in range(10):
            eve.person.post("/api/notices/push", **browser(f"{receiver.url}/push/{number}"))
        eve.flood(lambda person: person.post("/api/notices/test", channel="push"))
        assert not [path for path, _, _ in receiver.got if path == "/inner"]


def silent(eve: Eve) -> None:
    """Push services that never answer."""
    with silence() as quiet:
        for number in range(30):
            eve.person.post("/api/notices/push", **browser(f"{quiet}/{number}"))
        eve.flood(lambda person: person.post("/api/notices/test", channel="push"))


def documents(eve: Eve) -> None:
    """The document of the API and the files of the page."""
    eve.flood(
        lambda person: person.ask("GET", "/api/openapi.json"),
        lambda person: person.ask("GET", "/"),
        lambda person: person.ask("GET", "/api/docs"),
    )


def sockets(eve: Eve) -> None:
    """Live connections that ask and never read, streams, and connections that say nothing."""
    host = ("127.0.0.1", eve.server.port)
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in eve.person.client.cookies.jar)
    headers = {"Cookie": cookies, "X-Forwarded-For": "203.0.113.66"}
    with contextlib.ExitStack() as stack:
        for _ in range(300):
            with contextlib.suppress(OSError):
                stack.enter_context(socket.create_connection(host, 5))

        def talk() -> None:
            while not eve.over.is_set():
                try:
                    url = eve.server.url.replace("http", "ws") + "/api/live"
                    with connect(url, additional_headers=headers, compression=None) as live:
                        while not eve.over.is_set():
                            live.send('{"kind":"ping"}')
                            eve.sent[101] += 1
                except (OSError, WebSocketException, TimeoutError):
                    eve.over.wait(0.05)

        threads = [threading.Thread(target=talk) for _ in range(20)]
        for thread in threads:
            thread.start()
        eve.flood(lambda person: person.ask("GET", "/api/events", timeout=1), connections=5)
        for thread in threads:
            thread.join()


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack for attack in (calm, hints, bots, records, redirects, silent, documents, sockets)
}


# The honest player


class Ada:
    """Plays against a bot and signs in now and then; every answer counts, and how long it took."""

    def __init__(self, server: Running) -> None:
        self.person = visitor(server, "198.51.100.1", "Ada")
        self.name = f"Ada {server.port}"
        self.person.enter(self.person.post("/api/account", name=self.name, password="analytical engine"))
        self.took: dict[str, list[float]] = {"move": [], "bot": [], "sign-in": []}
        self.chance = random.Random(3)
        self.match = ""

    def timed(self, what: str, request: Callable[[], httpx.Response]) -> Any:
        begun = time.monotonic()
        answer = request()
        assert answer.status_code in (200, 201), f"{what} was refused: {answer.status_code} {answer.text}"
        self.took[what].append(time.monotonic() - begun)
        return answer.json()

    def play(self) -> None:
        """One turn."""
        person = self.person
        if not self.match:
            seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
            self.match = str(person.done("/api/tables", game="gaia", options={"players": 2}, seats=seats)["id"])
        path = f"/api/matches/{self.match}"
        shown = self.timed("move", lambda: person.ask("GET", f"{path}/position"))
        if shown["over"]:
            self.match = ""
        elif shown.get("options"):
            body = {"base": shown["number"], "actions": [self.chance.choice(shown["options"])["text"]]}
            self.timed("move", lambda: person.post(f"{path}/commit", **body))
            self._wait(shown["number"])
        else:
            self._wait(shown["number"])

    def _wait(self, number: int) -> None:
        """Until the bot has answered."""
        begun, asked_bot = time.monotonic(), False
        while True:
            table = self.person.get(f"/api/tables/{self.match}")
            if table["state"] != "running" or table["asked"] == 0:
                break
            asked_bot = True
            assert time.monotonic() - begun < 300, "the bot is starved"
            time.sleep(0.02)
        if asked_bot:
            self.took["bot"].append(time.monotonic() - begun)

    def sign_in(self) -> None:
        other = Person(self.person.server)
        other.client.headers["X-Forwarded-For"] = "198.51.100.1"
        body = {"name": self.name, "password": "analytical engine"}
        self.timed("sign-in", lambda: other.post("/api/sign-in", **body))


def attack(name: str, data: Path, port: int, over: Event, told: Queue[Any]) -> None:
    """An attack in a process of its own, so that only the server is in the honest player's way."""
    server = Running(data)
    server.port = port
    eve = Eve(server, over)
    told.put("ready")
    ATTACKS[name](eve)
    told.put(eve.sent)


@contextlib.contextmanager
def attacked(server: Running, name: str) -> Iterator[Counter[int]]:
    """While an attack lasts; afterwards it is known what was sent, by the status of the answers."""
    processes = get_context("spawn")
    over, told, sent = processes.Event(), processes.Queue(), Counter[int]()
    process = processes.Process(target=attack, args=(name, server.data, server.port, over, told))
    process.start()
    try:
        assert told.get(timeout=60) == "ready"
        yield sent
        over.set()
        sent.update(told.get(timeout=120))
    finally:
        over.set()
        process.join(60)
        assert process.exitcode == 0


@pytest.mark.parametrize("name", ATTACKS)
def test_nobody_is_starved(start: Callable[..., Running], name: str) -> None:
    server = start(rates="yes", proxies="127.0.0.1", private_webhooks="yes", workers="2", check="none")
    ada = Ada(server)
    ada.play()
    with attacked(server, name) as sent:
        begun = signed = time.monotonic()
        while time.monotonic() - begun < SECONDS:
            ada.play()
            if time.monotonic() - signed > 10:  # as often as one name may
                ada.sign_in()
                signed = time.monotonic()
            time.sleep(0.1)
    assert len(ada.took["move"]) > 5
    database = "PostgreSQL" if server.env.get("ORRERY_DATABASE") else "SQLite"
    row: dict[str, object] = {
        "attack": name,
        "database": database,
        "s": int(SECONDS),
        "requests of the attack": sent.total(),
    }
    row["refused of these"] = sum(count for status, count in sent.items() if status >= 400)
    for what, took in ada.took.items():
        shown = [f"{1000 * figures.percentile(took, part):.0f}" for part in (0.5, 0.99)] if took else ["-", "-"]
        row[f"{what}s"] = len(took)
        row[f"{what} p50 / p99"] = " / ".join(shown)
    figures.add("attacks", "One guest against all others", ABOUT, row)
    assert server.process is not None
    assert server.process.poll() is None
