"""Servers for the tests: one for each kind of database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from tests.server.outside import Receiver, receiving
from tests.server.running import OPEN, Running


@pytest.fixture(autouse=True)
def _closed_browsers() -> Iterator[None]:
    yield
    while OPEN:
        OPEN.pop().close()


def new_database(cluster: Any) -> str:
    """The address of an empty database; it goes with its cluster."""
    name = f"s{uuid4().hex}"
    with psycopg.connect(cluster.url(), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return str(cluster.url(name))


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A running server that all tests of a database share."""
    database = new_database(request.getfixturevalue("postgres")) if request.param == "postgresql" else ""
    running = Running(tmp_path_factory.mktemp("server"), database, limit="5").start()
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log(), running.log()


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A running server for what has nothing to do with the kind of database."""
    running = Running(tmp_path_factory.mktemp("sqlite"), limit="10", private_webhooks="yes").start()
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log(), running.log()


@pytest.fixture(params=["sqlite", "postgresql"])
def start(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Starts servers of one's own, with settings, on one database of each kind."""
    database = new_database(request.getfixturevalue("postgres")) if request.param == "postgresql" else ""
    yield from _starter(tmp_path, database)


@pytest.fixture
def start_sqlite(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """The same, on SQLite only, for what has nothing to do with the database."""
    yield from _starter(tmp_path, "")


@pytest.fixture
def start_postgres(postgres: Any, tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """The same, on PostgreSQL only: several processes may share it."""
    yield from _starter(tmp_path, new_database(postgres))


def _starter(folder: Path, database: str) -> Iterator[Callable[..., Running]]:
    made: list[Running] = []

    def begin(name: str = "data", **settings: str) -> Running:
        running = Running(folder / name, database, **settings).start()
        made.append(running)
        return running

    yield begin
    for running in made:
        if running.process is not None and running.process.poll() is None:
            running.stop()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """Somebody else's web server."""
    with receiving() as made:
        yield made
