"""``orrery doctor``: what is missing or set up wrongly is named; nothing is changed."""

from __future__ import annotations

import json
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from orrery.server.doctor import Finding, examine, show
from tests.server.running import ORRERY, Running


def found(tmp_path: Path, **values: str) -> dict[str, Finding]:
    env = {"ORRERY_DATA": str(tmp_path / "data"), "ORRERY_PORT": "0", **values}
    return {each.about: each for each in examine(env)}


def test_a_fresh_machine_has_nothing_wrong_and_nothing_is_made(tmp_path: Path) -> None:
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").touch()
    told = found(tmp_path, ORRERY_STATIC=str(page))
    assert [each for each in told.values() if each.kind == "wrong"] == []
    assert told["database"].sentence == "SQLite, made by the first start"
    assert not (tmp_path / "data").exists()
    assert show(list(told.values())).endswith("Nothing is wrong.")


@pytest.mark.parametrize(
    ("values", "about", "says"),
    [
        ({"ORRERY_DATABSE": "x"}, "ORRERY_DATABSE", "did you mean ORRERY_DATABASE?"),
        ({"ORRERY_WORKERS": "many"}, "settings", "ORRERY_WORKERS is a number"),
        ({"ORRERY_ORIGIN": "http://orrery.example"}, "ORRERY_ORIGIN", "https"),
        ({"ORRERY_ORIGIN": "orrery.example"}, "ORRERY_ORIGIN", "https://orrery.example"),
        ({"ORRERY_ORIGIN": "https://orrery.example"}, "ORRERY_PROXIES", "everybody has its address"),
        ({"ORRERY_ORIGIN": "https://orrery.example", "ORRERY_PROXIES": "127.0.0.1"}, "ORRERY_CONTACT", "not set"),
        ({"ORRERY_HOST": "0.0.0.0"}, "ORRERY_HOST", "without https"),
        ({"ORRERY_MAIL_FROM": "club@example.org"}, "ORRERY_SMTP", "sends nothing"),
        ({"ORRERY_STATIC": "/nowhere"}, "page", "no index.html"),
        ({"ORRERY_DATABASE": "postgresql://nobody@127.0.0.1:1/none"}, "database", "cannot be used"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, values: dict[str, str], about: str, says: str) -> None:
    finding = found(tmp_path, **values)[about]
    assert finding.kind == "wrong"
    assert says in finding.sentence


def test_a_folder_that_everybody_reads_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o755)
    (tmp_path / "data").chmod(0o755)
    assert "everybody" in found(tmp_path)["data folder"].sentence


def test_a_port_in_use_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        told = found(tmp_path, ORRERY_PORT=str(taken.getsockname()[1]))
    assert "is in use" in told["address"].sentence


def test_a_running_server_is_looked_at_without_being_disturbed(start: Callable[..., Running]) -> None:
    server = start()
    ada, ben = server.person("Ada"), server.person("Ben")
    ada.table(ben)
    env = {**server.env, "ORRERY_PORT": str(server.port)}
    done = subprocess.run([*ORRERY, "doctor", "--json"], env=env, capture_output=True, text=True, check=False)
    told = {each["about"]: each for each in json.loads(done.stdout)}
    assert told["database"]["kind"] == "fine"
    assert told["database"]["sentence"].endswith("1 matches")
    assert "is in use" in told["address"]["sentence"]
    server.database("UPDATE alembic_version SET version_num = '9999'")
    done = subprocess.run([*ORRERY, "doctor"], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "schema 9999 of a newer Orrery" in done.stdout


def test_damage_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o700)
    (tmp_path / "data" / "orrery.sqlite").write_bytes(b"this is no database at all, but long enough" * 50)
    told = found(tmp_path)["database"]
    assert told.kind == "wrong"
    assert "cannot be used" in told.sentence
