"""Odd input: whatever is sent to whatever endpoint, the answer is a refusal with a sentence, never a fault."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest

from orrery.server.app import create_app, document
from orrery.server.settings import Settings
from tests.server.running import Person, Running

DEEP = "[" * 900 + "]" * 900
HUGE = ("18446744073709551616", "-18446744073709551616", "1" + "0" * 400, "1e308", "1e999", "9" * 5000)

ODD: dict[str, bytes] = {
    "nothing": b"",
    "null": b"null",
    "a list": b"[]",
    "half": b'{"name": ',
    "brackets": b"[" * 100_000,
    "deep and unknown": b'{"odd": ' * 3000 + b"1" + b"}" * 3000,
    "invalid UTF-8": b'{"name": "\xff\xfe", "text": "\xff", "game": "\xff"}',
    "an invalid name of a field": b'{"\xff": 1}',
    "half a pair": b'{"name": "\\ud800", "text": "\\udfff"}',
    "UTF-16": '{"name": "x"}'.encode("utf-16"),
}


def _bodies(schema: Any, components: Any) -> Iterator[tuple[str, bytes]]:
    """Odd bodies for any endpoint, and fitting ones with one odd value."""
    yield from ODD.items()
    name = schema["$ref"].rpartition("/")[2]
    fields = components[name].get("properties", {})
    base = {key: _fitting(key) for key in components[name].get("required", ())}
    texts = [
        '"\\u0000"',
        '"\\ud800"',
        '"' + "x" * 5000 + '"',
        "{}",
        "[]",
        "true",
        DEEP,
        '{"a": ' * 900 + "1" + "}" * 900,
    ]
    for key in fields:
        for odd in (*HUGE, *texts, *(f'{{"players": {value}}}' for value in (*HUGE, DEEP, '"\\ud800"'))):
            whole = ", ".join(f"{json.dumps(k)}: {v}" for k, v in {**base, key: odd}.items())
            yield f"{key}: {odd[:30]}", f"{{{whole}}}".encode()


def _fitting(key: str) -> str:
    known = {"game": '"auction"', "options": "{}", "actions": '["x"]', "base": "0", "number": "0", "seat": "0"}
    return known.get(key, '"sum"' if key == "name" else '"a password"')


@cache
def _document() -> dict[str, Any]:
    """What the server says of itself."""
    return document(create_app(Settings(Path("/nowhere"))))


def _endpoints() -> list[tuple[str, str]]:
    paths = _document()["paths"]
    return [
        (method, path)
        for path, methods in paths.items()
        for method, said in methods.items()
        if "application/json" in said.get("requestBody", {}).get("content", {})
    ]


@pytest.fixture
def table(sqlite_server: Running) -> tuple[Person, str]:
    ada = sqlite_server.person("Ada")
    made = ada.done("/api/tables", game="stuck", seats=[{"kind": "me"}, {"kind": "me"}])
    return ada, made["id"]


def _filled(path: str, match: str) -> str:
    named = {"match": match, "game": "auction", "seat": "0", "token": "1"}
    for name, value in named.items():
        path = path.replace("{" + name + "}", value)
    return path


@pytest.mark.parametrize(("method", "path"), _endpoints())
def test_no_body_makes_a_fault(sqlite_server: Running, table: tuple[Person, str], method: str, path: str) -> None:
    ada, match = table
    doc = _document()
    said = doc["paths"][path][method]["requestBody"]["content"]["application/json"]["schema"]
    leaves = path.endswith(("/sign-out", "/password", "/account", "/guest"))  # they take the session away
    person = sqlite_server.nobody() if leaves else ada
    whole = 0
    for name, body in _bodies(said, doc["components"]["schemas"]):
        headers = {"content-type": "application/json"}
        answer = person.ask(method.upper(), _filled(path, match), content=body, headers=headers)
        assert answer.status_code < 500, f"{name}: {answer.status_code} {answer.text}"
        if answer.status_code >= 400:
            assert answer.json()["sentence"], name
        if name in ("half", "UTF-16") and answer.json()["code"] == "bad-request":
            assert answer.json()["detail"]["reason"]["key"].startswith("server.body"), answer.text
        whole += 1
    assert whole > len(ODD)


@pytest.mark.parametrize("path", sorted({path for _, path in _endpoints()}))
def test_no_method_makes_a_fault(sqlite_server: Running, table: tuple[Person, str], path: str) -> None:
    ada, match = table
    for method in ("OPTIONS", "HEAD", "PATCH", "TRACE", "ODD"):
        assert ada.ask(method, _filled(path, match)).status_code < 500, method


ADDRESSES = [
    "/%00",
    "/m/%00",
    "/assets/%00.js",
    "/%ff",
    "/m/%ff%fe",
    "/" + "x" * 5000,
    "/" + "x/" * 2000,
    "/%2e%2e%00/x",
]


@pytest.mark.parametrize("path", [*ADDRESSES, *(f"/api/tables{path}" for path in ADDRESSES)])
def test_no_address_makes_a_fault(sqlite_server: Running, path: str) -> None:
    with socket.create_connection(("127.0.0.1", sqlite_server.port), 20) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        status = int(line.makefile("rb").readline().split()[1])
    assert status < 500


QUERIES = {
    "page": ("0", "1e9", "9" * 5000, "x", "%00", "%ff"),
    "search": ("%00", "%ff", "%ed%a0%80"),
    "list": ("%00",),
}


def test_no_question_makes_a_fault(sqlite_server: Running, table: tuple[Person, str]) -> None:
    ada, match = table
    asked = [f"/api/tables?{name}={value}" for name, values in QUERIES.items() for value in values]
    for part in ("position", "log", "replay", "chat", "record"):
        for value in ("%00", "%ff", "9" * 30, "-1", "1e3"):
            asked += [
                f"/api/matches/{match}/{part}?{name}={value}" for name in ("seat", "since", "move", "key", "format")
            ]
    for path in asked:
        answer = ada.ask("GET", path)
        assert answer.status_code < 500, f"{path}: {answer.text}"
    for name in ("authorization", "cookie", "x-csrf", "if-none-match", "origin"):
        for raw in (b"\xff", b"Bearer \xff", b"orrery_session=\xff.\xff", b"[", b"http://["):
            answer = httpx.post(
                f"{sqlite_server.url}/api/guest", headers=[(name.encode(), raw)], json={"name": "x"}
            )
            assert answer.status_code < 500, f"{name}: {raw!r} {answer.text}"
