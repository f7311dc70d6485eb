"""A full disk and a database that is not there: a clear refusal, one line in the log, and then play goes on."""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import text

from orrery.server.settings import Settings
from orrery.server.store.database import Store, Unstored, migrate
from tests.server.running import Person, Running, run, wait_for


def _refused(person: Person, path: str, **body: Any) -> None:
    answer = person.post(path, **body)
    assert (answer.status_code, answer.json()["code"]) == (503, "no-storage"), answer.text
    assert "try again later" in answer.json()["sentence"]


def _log_is_brief(server: Running) -> None:
    log = server.log()
    assert log.count("] the database cannot be used ") == 1, log
    assert "Traceback" not in log


def test_a_write_that_changes_nothing_does_not_end_a_trouble(tmp_path: Path) -> None:
    """It succeeds on a full disk too: after a failure only a write that has written says that all is well."""
    store = Store(Settings(tmp_path))
    migrate(store.engine)
    store.trouble = Unstored(full=True)
    run(store.write(lambda connection: None))
    assert vars(store)["trouble"] is None
    with store.reading() as connection:
        assert connection.scalar(text("SELECT count(*) FROM secrets WHERE name = 'written'")) == 1
    store.close()


@pytest.mark.skipif(sys.platform != "linux", reason="takes the room from a running process as Linux does")
def test_a_full_disk_is_told_and_costs_nothing(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite()
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    move = {"base": 0, "actions": [ada.position(match)["options"][0]["text"]]}
    assert server.process is not None
    # No file may grow beyond this: to the database it is a disk without room.
    whole = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, whole[1]))
    for _ in range(5):
        _refused(ada, f"/api/matches/{match}/commit", **move)
    ready = ada.ask("GET", "/api/ready")
    assert (ready.status_code, ready.json()["status"]) == (503, "not ready")
    assert ready.json()["parts"]["database"].endswith("try again later")
    assert ada.get("/api/health")["status"] == "ok"
    assert ada.get(f"/api/tables/{match}")["number"] == 0  # what is there can be read
    _log_is_brief(server)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, whole)
    assert ada.ask("GET", "/api/ready").status_code == 200
    ada.done(f"/api/matches/{match}/commit", **move)
    assert server.log().count("can be used again") == 1


def test_a_database_that_is_not_there_is_told(start_postgres: Callable[..., Running], postgres: Any) -> None:
    server = start_postgres()
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    move = {"base": 0, "actions": [ada.position(match)["options"][0]["text"]]}
    name = server.env["ORRERY_DATABASE"].rpartition("/")[2].partition("?")[0]
    with psycopg.connect(postgres.url(), autocommit=True) as other:
        other.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
        other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
        for _ in range(5):
            _refused(ada, f"/api/matches/{match}/commit", **move)
        ready = server.nobody().ask("GET", "/api/ready")
        assert (ready.status_code, ready.json()["status"]) == (503, "not ready")
        assert server.nobody().get("/api/health")["status"] == "ok"
        _log_is_brief(server)
        other.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
    wait_for(lambda: ada.ask("GET", "/api/ready").status_code == 200)
    ada.done(f"/api/matches/{match}/commit", **move)
