"""A device, and somebody who uses it as the tests of the server use that."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from orrery.core.titles import TITLES
from orrery.device.home import Answer, Home
from tests.server.running import play_on
from tests.small_game import SMALL

TITLES.setdefault("auction", SMALL)


class Drawer:
    """Records by match, as a browser keeps them."""

    def __init__(self) -> None:
        self.records: dict[str, bytes] = {}
        self.puts = 0

    def put(self, match: str, record: bytes) -> None:
        self.puts += 1
        self.records[match] = record

    def drop(self, match: str) -> None:
        del self.records[match]


class Told:
    """An answer, as an HTTP client has it."""

    def __init__(self, answer: Answer) -> None:
        self.status_code, self.kind, self.content = answer

    @property
    def text(self) -> str:
        return self.content.decode()

    def json(self) -> Any:
        return json.loads(self.content)


class Owner:
    """Whoever sits at the device; bots answer between two requests, as they do in the page."""

    id = None

    def __init__(self, drawer: Drawer | None = None, nodes: int = 20) -> None:
        self.drawer = drawer or Drawer()
        self.home = Home(self.drawer, nodes=nodes)
        self.home.load(list(self.drawer.records.items()))

    def again(self) -> Owner:
        """The same device after its page was closed."""
        return Owner(self.drawer)

    def rest(self) -> None:
        """Everything that answers by itself has answered."""
        while self.home.step():
            pass

    def ask(self, method: str, path: str, params: dict[str, Any] | None = None, json: Any = None) -> Told:
        self.rest()
        target = path.removeprefix("/api") + (f"?{urlencode(params)}" if params else "")
        return Told(self.home.request(method, target, b"" if json is None else dumped(json)))

    def get(self, path: str, **params: Any) -> Any:
        answer = self.ask("GET", path, params=params)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text}"
        return answer.json()

    def post(self, path: str, **body: Any) -> Told:
        return self.ask("POST", path, json=body)

    def put(self, path: str, **body: Any) -> Told:
        return self.ask("PUT", path, json=body)

    def done(self, path: str, **body: Any) -> Any:
        answer = self.post(path, **body)
        assert answer.status_code in (200, 201, 202), f"{path}: {answer.status_code} {answer.text}"
        return answer.json()

    def refused(self, path: str, status: int, code: str, **body: Any) -> Any:
        answer = self.post(path, **body)
        assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
        assert answer.json()["sentence"]
        return answer.json()

    def position(self, match: str, **params: Any) -> Any:
        return self.get(f"/api/matches/{match}/position", **params)

    def commit(self, match: str, *actions: str, base: int | None = None, **rest: Any) -> Any:
        number = self.get(f"/api/tables/{match}")["number"] if base is None else base
        return self.done(f"/api/matches/{match}/commit", base=number, actions=list(actions), **rest)

    def play_on(self, match: str) -> Any:
        """Everybody answers with the first option until the match is over; the last table."""
        person: Any = self
        return play_on(match, person)

    def say(self, kind: str, **fields: Any) -> list[Any]:
        """A live message; what is told since the last one."""
        self.home.live(dumped({"kind": kind, **fields}))
        return self.heard()

    def heard(self) -> list[Any]:
        return [json.loads(message) for message in self.home.taken()]


def dumped(value: Any) -> bytes:
    return json.dumps(value).encode()
