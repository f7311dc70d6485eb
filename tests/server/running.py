"""A real server in a process of its own, and people who use it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import httpx
import psycopg
from websockets.sync.client import ClientConnection, connect

from tests.server import nursery

ROOT = Path(__file__).parents[2]
ORRERY = [sys.executable, "-c", "import sys; from orrery.cli import main; sys.exit(main())"]

PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients that meet no certificate: to read those of the system takes each of them 20 ms."""

OPEN: list[httpx.Client] = []
"""Browsers that are closed after each test."""


T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run `work` in a thread of its own: the browser of an earlier test may still have a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


class Running:
    """``orrery serve`` on a free port."""

    def __init__(self, data: Path, database: str = "", **settings: str) -> None:
        self.data = data
        self.env = {name: value for name, value in os.environ.items() if not name.startswith("ORRERY_")}
        self.env |= {
            "ORRERY_DATA": str(data),
            "ORRERY_TITLES": "auction=tests.small_game:SMALL,stuck=tests.server.stuck_game:STUCK",
            "ORRERY_RATES": "no",
            "ORRERY_LOG_LEVEL": "warning",
            "ORRERY_WORKERS": "1",
            "ORRERY_BOT_LEVEL": "random",
            "ORRERY_REPORT_NICE": "0",  # other tests leave nothing of the machine
            "PYTHONPATH": nursery.search_path(),
            "PYTHONUNBUFFERED": "1",
        }
        # Many processes are started: they share compiled modules, beside the project.
        self.env.pop("PYTHONDONTWRITEBYTECODE", None)
        self.env["PYTHONPYCACHEPREFIX"] = str(Path(tempfile.gettempdir()) / f"orrery-modules-{os.getuid()}")
        if database:
            self.env["ORRERY_DATABASE"] = database
        self.env |= {f"ORRERY_{name.upper()}": value for name, value in settings.items()}
        self.port = 0
        self.program = ORRERY
        self.folder = ROOT
        self.process: subprocess.Popen[str] | nursery.Hatched | None = None

    def start(self) -> Running:
        """Start, and wait until it listens."""
        self.data.mkdir(parents=True, exist_ok=True)
        serve = ["serve", "--port", str(self.port)]
        with (self.data / "log").open("a") as log:
            if self.program is ORRERY and nursery.fits(self.env):
                self.process = nursery.hatched(serve, self.env, self.folder, log)
            else:
                command = [*self.program, *serve]
                self.process = subprocess.Popen(
                    command, env=self.env, cwd=self.folder, stdout=subprocess.PIPE, stderr=log, text=True
                )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "listens on" in line, f"{line!r}: {self.log()}"
        self.port = int(line.rsplit(":", 1)[1])
        return self

    def log(self) -> str:
        """What it has logged."""
        return (self.data / "log").read_text()

    def kill(self) -> None:
        """``kill -9``: it gets no chance to tidy up."""
        assert self.process is not None
        self.process.kill()
        self._gone()

    def stop(self) -> int:
        """End in good order; its exit status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self._gone()

    def _gone(self) -> int:
        assert self.process is not None
        assert self.process.stdout is not None
        status = self.process.wait(40)
        self.process.stdout.close()
        return status

    def admin(self, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
        """``orrery admin`` on its data."""
        if nursery.fits(self.env):
            return nursery.done(["admin", *arguments], self.env, ROOT, given, 120)
        command = [*ORRERY, "admin", *arguments]
        return subprocess.run(
            command, env=self.env, cwd=ROOT, input=given, capture_output=True, text=True, check=False, timeout=120
        )

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def metrics(self) -> str:
        return httpx.get(f"{self.url}/metrics", verify=PLAIN).text

    def person(self, name: str = "Ada") -> Person:
        """A new guest."""
        person = self.nobody()
        person.enter(person.post("/api/guest", name=name))
        return person

    def database(self, statement: str) -> None:
        """Change what is stored behind its back."""
        if address := self.env.get("ORRERY_DATABASE"):
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute(statement.encode())
        else:
            with contextlib.closing(sqlite3.connect(self.data / "orrery.sqlite", timeout=30)) as file:
                file.execute(statement)
                file.commit()

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What is stored, read beside it."""
        if address := self.env.get("ORRERY_DATABASE"):
            with psycopg.connect(address) as connection:
                return connection.execute(query.encode()).fetchall()
        with contextlib.closing(sqlite3.connect(self.data / "orrery.sqlite", timeout=30)) as file:
            return file.execute(query).fetchall()

    def later(self, table: str) -> None:
        """What a process that has gone was at is free: the time has passed after which another takes it up."""
        statement = f"UPDATE {table} SET lease = 0"
        if address := self.env.get("ORRERY_DATABASE"):
            with psycopg.connect(address) as connection:
                connection.execute(statement.encode())
        else:
            with contextlib.closing(sqlite3.connect(self.data / "orrery.sqlite", timeout=30)) as file, file:
                file.execute(statement)

    def nobody(self) -> Person:
        """Somebody without a session."""
        return Person(self)


class Person:
    """Somebody with a browser; every answer is kept, so that it can be searched for secrets."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.client = httpx.Client(base_url=server.url, timeout=60, verify=PLAIN)
        OPEN.append(self.client)
        self.id = 0
        self.name = ""
        self.heard: list[bytes] = []

    def enter(self, answer: httpx.Response) -> None:
        """Take over the session of an answer."""
        assert answer.status_code == 200, answer.text
        me = answer.json()
        self.client.headers["X-CSRF"] = me["csrf"]
        self.id, self.name = me["user"]["id"], me["user"]["name"]

    def ask(self, method: str, path: str, **rest: Any) -> httpx.Response:
        answer = self.client.request(method, path, **rest)
        self.heard.append(answer.content)
        return answer

    def get(self, path: str, **params: Any) -> Any:
        """The JSON of a successful answer."""
        answer = self.ask("GET", path, params=params)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text}"
        return answer.json()

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.ask("POST", path, json=body)

    def put(self, path: str, **body: Any) -> httpx.Response:
        return self.ask("PUT", path, json=body)

    def done(self, path: str, **body: Any) -> Any:
        """The JSON of a successful POST."""
        answer = self.post(path, **body)
        assert answer.status_code in (200, 201), f"{path}: {answer.status_code} {answer.text}"
        return answer.json()

    def refused(self, path: str, status: int, code: str, **body: Any) -> Any:
        """A POST that must be refused like this."""
        answer = self.post(path, **body)
        assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
        assert answer.json()["sentence"]
        return answer.json()

    def table(self, *others: Person, game: str = "auction", **values: Any) -> str:
        """A table that this person opens and the others join; its id."""
        options = {"players": max(2, 1 + len(others)), **values.pop("options", {})}
        made = self.done("/api/tables", game=game, options=options, seats=[{"kind": "me"}], **values)
        for other in others:
            other.done(f"/api/tables/{made['id']}/join", key=made["key"])
        return str(made["id"])

    def position(self, match: str, **params: Any) -> Any:
        return self.get(f"/api/matches/{match}/position", **params)

    def commit(self, match: str, *actions: str, base: int | None = None, **rest: Any) -> Any:
        """Commit on the current position."""
        number = self.get(f"/api/tables/{match}")["number"] if base is None else base
        return self.done(f"/api/matches/{match}/commit", base=number, actions=list(actions), **rest)

    @contextlib.contextmanager
    def live(self) -> Iterator[Socket]:
        """A live connection."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.client.cookies.jar)
        headers = {"Cookie": cookies} if cookies else {}
        url = self.server.url.replace("http", "ws") + "/api/live"
        with connect(url, additional_headers=headers, max_size=None, compression=None) as socket:
            yield Socket(self, socket)


def elsewhere(person: Person, server: Running) -> Person:
    """The same browser session at another process."""
    other = Person(server)
    other.client.cookies.update(person.client.cookies)
    other.client.headers["X-CSRF"] = person.client.headers["X-CSRF"]
    other.id, other.name = person.id, person.name
    return other


class Socket:
    """The messages of a live connection."""

    def __init__(self, person: Person, socket: ClientConnection) -> None:
        self.person = person
        self.socket = socket
        self.sizes: list[tuple[str, int]] = []

    def send(self, kind: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"kind": kind, **fields}))

    def next(self, *kinds: str, timeout: float = 20) -> Any:
        """The next message of one of these kinds; others are passed over."""
        until = time.monotonic() + timeout
        while True:
            raw = self.socket.recv(timeout=max(0.01, until - time.monotonic()))
            data = raw.encode() if isinstance(raw, str) else raw
            self.person.heard.append(data)
            message = json.loads(data)
            self.sizes.append((message["kind"], len(data)))
            if not kinds or message["kind"] in kinds:
                return message


def at_once(*requests: Callable[[], httpx.Response]) -> list[httpx.Response]:
    """The answers to requests that are sent at the same moment."""
    gate = threading.Barrier(len(requests))

    def sent(request: Callable[[], httpx.Response]) -> httpx.Response:
        gate.wait()
        return request()

    with ThreadPoolExecutor(len(requests)) as pool:
        return list(pool.map(sent, requests))


def play_on(match: str, *people: Person, until: Callable[[Any], bool] | None = None, most: int = 3000) -> Any:
    """Everybody answers with the first option until the match is over; the last table."""
    for _ in range(most):
        table = people[0].get(f"/api/tables/{match}")
        if table["state"] != "running" or (until is not None and until(table)):
            return table
        for person in people:
            held = [
                seat["seat"] for seat in table["seats"] if seat["user"] == person.id and seat["kind"] == "person"
            ]
            if table["asked"] in held:
                shown = person.position(match, seat=table["asked"])
                if shown.get("options"):
                    body = {"base": shown["number"], "actions": [shown["options"][0]["text"]]}
                    person.post(f"/api/matches/{match}/commit", seat=table["asked"], **body)
                break
        else:
            time.sleep(0.02)
    raise AssertionError("the match does not end")


def wait_for(check: Callable[[], Any], seconds: float = 60) -> Any:
    """What a check finds, as soon as it finds something."""
    until = time.monotonic() + seconds
    while True:
        found = check()
        if found:
            return found
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.05)
