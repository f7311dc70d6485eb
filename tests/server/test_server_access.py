"""Access: every endpoint is tried as nobody, as another user, as spectator and as player of another table."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from orrery.server.app import create_app, document
from orrery.server.settings import Settings
from tests.server.running import Person, Running

Body = dict[str, Any]

# What everybody may do.
OPEN: dict[tuple[str, str], Body | None] = {
    ("GET", "/api/me"): None,
    ("POST", "/api/guest"): {"name": "Eve"},
    ("POST", "/api/sign-out"): {},
    ("GET", "/api/titles"): None,
    ("POST", "/api/titles/{game}/setup"): {},
    ("POST", "/api/titles/{game}/try"): {},
    ("POST", "/api/titles/{game}/position"): {},
    ("POST", "/api/titles/{game}/tabletop/{name}"): {"args": {"numbers": [1, 2]}},
    ("GET", "/api/tables"): None,
    ("GET", "/api/puzzles/{game}"): None,
    ("GET", "/api/health"): None,
    ("GET", "/api/ready"): None,
}

# What needs a name and password that fit, or the secret of a letter; tried where people are tested.
DOORS = {
    ("POST", "/api/account"),
    ("POST", "/api/sign-in"),
    ("POST", "/api/password/forgotten"),
    ("POST", "/api/password/reset"),
}

# What needs somebody.
SOMEBODY: dict[tuple[str, str], Body | None] = {
    ("DELETE", "/api/account"): {},
    ("GET", "/api/account/export"): None,
    ("PUT", "/api/language"): {"language": "de"},
    ("POST", "/api/password"): {"old": "something", "new": "something else"},
    ("GET", "/api/tokens"): None,
    ("POST", "/api/tokens"): {"name": "x"},
    ("DELETE", "/api/tokens/{token}"): None,
    ("POST", "/api/titles/{game}/hint"): {"position": {}},
    ("POST", "/api/titles/{game}/finish"): {"position": {}},
    ("POST", "/api/tables"): {"game": "auction"},
    ("POST", "/api/records"): {"text": "x"},
    ("POST", "/api/records/carried"): {"text": "x", "name": "x", "seats": [{"kind": "me"}]},
    ("GET", "/api/notices"): None,
    ("PUT", "/api/notices"): {},
    ("POST", "/api/notices/push"): {"endpoint": "https://x.org/", "p256dh": "x", "auth": "x"},
    ("DELETE", "/api/notices/push/{browser}"): None,
    ("POST", "/api/notices/test"): {"channel": "webhook"},
    ("GET", "/api/events"): None,
    ("GET", "/api/friends"): None,
    ("PUT", "/api/friends/{user}"): {"kind": "friend"},
    ("DELETE", "/api/friends/{user}"): None,
    ("GET", "/api/history"): None,
    ("GET", "/api/practice"): None,
    ("GET", "/api/practice/{card}"): None,
    ("DELETE", "/api/practice/{card}"): None,
    ("POST", "/api/practice/{card}/answers"): {"number": 0},
    ("GET", "/api/practice/{card}/answers/{number}"): None,
    ("POST", "/api/puzzles/{game}/{puzzle}"): {"line": []},
    ("GET", "/api/invites"): None,
    ("DELETE", "/api/invites/{match}"): None,
}

# What a spectator may do at a public table.
LOOKING: dict[tuple[str, str], Body | None] = {
    ("GET", "/api/tables/{match}"): None,
    ("GET", "/api/matches/{match}/position"): None,
    ("GET", "/api/matches/{match}/chat"): None,
    ("GET", "/api/matches/{match}/log"): None,
    ("GET", "/api/matches/{match}/replay"): None,
    ("GET", "/api/matches/{match}/series"): None,
    ("GET", "/api/matches/{match}/record"): None,
}

# What a spectator with a name may do at a public table.
TALKING: dict[tuple[str, str], Body | None] = {
    ("POST", "/api/matches/{match}/chat"): {"text": "hello"},
    ("GET", "/api/matches/{match}/notes"): None,
    ("PUT", "/api/matches/{match}/notes"): {"text": "mine"},
}

# What only a player of this table may do.
PLAYING: dict[tuple[str, str], Body | None] = {
    ("DELETE", "/api/tables/{match}"): None,
    ("POST", "/api/tables/{match}/leave"): {},
    ("POST", "/api/tables/{match}/seats/{seat}"): {"kind": "bot"},
    ("POST", "/api/tables/{match}/start"): None,
    ("POST", "/api/tables/{match}/rematch"): None,
    ("POST", "/api/tables/{match}/invite"): {"user": 1},
    ("POST", "/api/matches/{match}/preview"): {"base": 0, "actions": []},
    ("POST", "/api/matches/{match}/commit"): {"base": 0, "actions": ["bid 1"]},
    ("POST", "/api/matches/{match}/undo"): {"base": 0},
    ("POST", "/api/matches/{match}/undo/answer"): {"number": 0, "keep": 0, "consent": True},
    ("POST", "/api/matches/{match}/resign"): {},
    ("POST", "/api/matches/{match}/replace"): {"seat": 1},
    ("POST", "/api/matches/{match}/return"): {},
    ("POST", "/api/matches/{match}/hurry"): {"base": 0},
    ("GET", "/api/matches/{match}/orders"): None,
    ("PUT", "/api/matches/{match}/orders"): {"orders": []},
    ("GET", "/api/matches/{match}/premoves"): None,
    ("PUT", "/api/matches/{match}/premoves"): {"actions": []},
    ("POST", "/api/matches/{match}/premoves/preview"): {"base": 0},
    ("POST", "/api/matches/{match}/ask"): {"name": "sum"},
    ("POST", "/api/matches/{match}/hint"): {},
    ("POST", "/api/matches/{match}/try"): {},
    ("GET", "/api/matches/{match}/data"): None,
}

# What needs a moderator.
MODERATING: dict[tuple[str, str], Body | None] = {
    ("GET", "/api/moderation/people"): None,
    ("GET", "/api/moderation/deeds"): None,
    ("GET", "/api/moderation/invitations"): None,
    ("POST", "/api/moderation/invitations"): {},
    ("DELETE", "/api/moderation/invitations/{number}"): None,
    ("POST", "/api/moderation/announcement"): {"text": "x"},
    ("DELETE", "/api/moderation/announcement"): None,
    ("POST", "/api/moderation/people/{user}/mute"): {"why": "x"},
    ("POST", "/api/moderation/people/{user}/unmute"): {"why": "x"},
    ("POST", "/api/moderation/people/{user}/ban"): {"why": "x"},
    ("POST", "/api/moderation/people/{user}/unban"): {"why": "x"},
    ("POST", "/api/moderation/matches/{match}/chat/{number}/remove"): {"why": "x"},
    ("POST", "/api/moderation/matches/{match}/end"): {"why": "x"},
    ("POST", "/api/moderation/matches/{match}/repair"): {"why": "x"},
    ("POST", "/api/moderation/tables/{match}/remove"): {"why": "x"},
}

# A report has its own rules: the match must be over; test_server_reports.py tells who may ask.
STUDYING = {
    ("GET", "/api/matches/{match}/report"),
    ("POST", "/api/matches/{match}/report"),
    ("POST", "/api/matches/{match}/practice"),
}

# Joining has its own rules: a seat must be open.
JOINING = {("POST", "/api/tables/{match}/join")}


def _try(
    person: Person, what: tuple[str, str], body: Body | None, match: str = "", **params: Any
) -> tuple[int, str]:
    method, path = what
    values = {
        "match": match,
        "game": "auction",
        "seat": "0",
        "token": "1",
        "browser": "1",
        "user": "1",
        "number": "1",
        "card": "1",
        "puzzle": "x",
        "name": "sum",
    }
    for name, value in values.items():
        path = path.replace(f"{{{name}}}", value)
    rest: dict[str, Any] = {"params": params} if params else {}
    if body is not None:
        rest["json"] = body
    answer = person.ask(method, path, **rest)
    kind = answer.headers.get("content-type", "")
    code = (
        answer.json().get("code", "") if kind.startswith("application/json") and answer.status_code >= 400 else ""
    )
    return answer.status_code, code


def test_every_endpoint_is_in_this_test(tmp_path: Path) -> None:
    doc = document(create_app(Settings(tmp_path)))
    there = {(method.upper(), path) for path, methods in doc["paths"].items() for method in methods}
    assert there == {*OPEN, *DOORS, *SOMEBODY, *LOOKING, *TALKING, *PLAYING, *STUDYING, *JOINING, *MODERATING}


def test_nobody_gets_what_is_open_and_nothing_else(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    public, private = ada.table(ben), ada.table(ben, visibility="link")
    nobody = server.nobody()
    for what, body in (SOMEBODY | MODERATING).items():
        assert _try(nobody, what, body, public) == (401, "sign-in"), what
    for what, body in (LOOKING | TALKING | PLAYING).items():
        status, code = _try(nobody, what, body, private)
        assert (status, code) in ((401, "sign-in"), (403, "key")), what
    for what, body in LOOKING.items():
        assert _try(nobody, what, body, public)[0] == 200, what
    for what, body in (TALKING | PLAYING).items():
        status, code = _try(nobody, what, body, public)
        assert (status, code) in ((401, "sign-in"), (403, "not-yours")), what
    for what, body in OPEN.items():
        assert _try(server.nobody(), what, body)[0] == 200, what
    for match in (public, private):
        table = ada.get(f"/api/tables/{match}")
        assert (table["number"], table["state"]) == (0, "running")


def test_a_player_of_another_table_is_a_spectator_here(server: Running) -> None:
    ada, ben, eve, dan = (server.person(name) for name in ("Ada", "Ben", "Eve", "Dan"))
    public, private, elsewhere = ada.table(ben), ada.table(ben, visibility="link"), eve.table(dan)
    assert eve.position(elsewhere)["seat"] == 0
    before = [ada.get(f"/api/tables/{match}") for match in (public, private)]
    for what, body in (LOOKING | TALKING | PLAYING).items():
        status, code = _try(eve, what, body, private)
        assert (status, code) in ((403, "key"), (403, "not-yours"), (403, "host-only"), (409, "started")), what
    for what, body in (LOOKING | TALKING).items():
        assert _try(eve, what, body, public)[0] in (200, 201), what
    for what, body in PLAYING.items():
        status, code = _try(eve, what, body, public)
        assert (status, code) in ((403, "not-yours"), (403, "host-only"), (409, "started")), what
    for what in (*LOOKING, ("POST", "/api/matches/{match}/preview")):
        body = PLAYING.get(what) or LOOKING.get(what)
        for seat in (0, 1, 7):
            if "seat" in json.dumps(body) or what[0] == "POST":
                status, code = _try(eve, what, (body or {}) | {"seat": seat}, public)
            else:
                status, code = _try(eve, what, body, public, seat=seat)
            if what[1] not in ("/api/tables/{match}", "/api/matches/{match}/chat"):
                assert (status, code) == (403, "not-yours"), what
    after = [ada.get(f"/api/tables/{match}") for match in (public, private)]
    assert [(t["number"], t["seats"], t["state"]) for t in after] == [
        (t["number"], t["seats"], t["state"]) for t in before
    ]


def test_whoever_is_no_moderator_moderates_nothing(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    running, waiting = ada.table(ben), ada.table()
    ada.done(f"/api/matches/{running}/chat", text="hello")
    for person in (ada, ben):
        for what, body in MODERATING.items():
            for match in (running, waiting):
                assert _try(person, what, body, match) == (403, "moderators-only"), what
    assert [ada.get(f"/api/tables/{match}")["state"] for match in (running, waiting)] == ["running", "open"]
    assert ada.get(f"/api/matches/{running}/chat")["lines"][0]["text"] == "hello"
    assert not ben.get("/api/me")["moderator"]


def test_a_player_acts_for_no_seat_but_the_own_one(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    for what in (
        "preview",
        "commit",
        "undo",
        "resign",
        "return",
        "ask",
        "hint",
        "try",
        "premoves/preview",
    ):
        body = dict(PLAYING["POST", f"/api/matches/{{match}}/{what}"] or {})
        assert _try(ben, ("POST", f"/api/matches/{match}/{what}"), body | {"seat": 0}) == (403, "not-yours"), what
    for what in ("orders", "premoves"):
        body = dict(PLAYING["PUT", f"/api/matches/{{match}}/{what}"] or {})
        assert _try(ben, ("PUT", f"/api/matches/{match}/{what}"), body | {"seat": 0}) == (403, "not-yours")
        assert _try(ben, ("GET", f"/api/matches/{match}/{what}"), None, seat=0) == (403, "not-yours")
    for what in ("position", "log", "replay", "series", "record"):
        assert _try(ben, ("GET", f"/api/matches/{match}/{what}"), None, seat=0) == (403, "not-yours")


def test_tables_that_do_not_exist_are_not_found(server: Running) -> None:
    ada = server.person("Ada")
    for what, body in (LOOKING | TALKING | PLAYING).items():
        for match in ("nothing", "%00", "a" * 41, "☃"):
            status, code = _try(ada, what, body, match)
            assert status in (400, 404), (what, match, status, code)


def test_requests_that_are_too_large_are_refused(sqlite_server: Running) -> None:
    ada = sqlite_server.person("Ada")
    answer = ada.post("/api/records", text="x" * 5_000_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


@pytest.mark.timeout(600)
@pytest.mark.parametrize("who", ["somebody", "nobody"])
def test_no_request_made_from_the_openapi_document_is_a_server_error(
    start_sqlite: Callable[..., Running], tmp_path: Path, who: str
) -> None:
    server = start_sqlite(limit="20")
    ada, ben = server.person("Ada"), server.person("Ben")
    # An account, which nobody deletes without its password.
    ada.enter(ada.post("/api/account", name="Ada L", password="analytical engine"))
    match = ada.table(ben)
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(document(create_app(Settings(tmp_path)))))
    config = tmp_path / "schemathesis.toml"
    config.write_text(f'[parameters]\n"path.match" = "{match}"\n"path.game" = "auction"\n')
    phases = "coverage,fuzzing" if who == "somebody" else "fuzzing"
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run", str(file)]
    command += ["--url", server.url, "--max-examples", "5", "--phases", phases, "--seed", "7"]
    checks = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
    command += ["--checks", checks, "--exclude-path", "/api/events", "--exclude-path", "/api/sign-out"]
    command += ["--exclude-path", "/api/password", "--suppress-health-check", "all", "--request-timeout", "60"]
    if who == "somebody":
        token = ada.done("/api/tokens", name="schemathesis")["secret"]
        command += ["-H", f"Authorization: Bearer {token}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=550)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert "Traceback" not in server.log(), server.log()[-3000:]
