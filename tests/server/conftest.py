"""Servers for the tests: one for each kind of database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import pytest

from orrery.server.settings import Settings
from orrery.server.store.database import migrate, opened
from tests.server.outside import Receiver, receiving
from tests.server.running import OPEN, Running


@pytest.fixture(autouse=True)
def _closed_browsers() -> Iterator[None]:
    yield
    while OPEN:
        OPEN.pop().close()


def new_database(cluster: Any, like: str = "template1") -> str:
    """The address of an empty database, or of a copy; it goes with its cluster."""
    name = f"s{uuid4().hex}"
    with psycopg.connect(cluster.url(), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{like}"')
    return str(cluster.url(name))


# Making the tables takes a server longer than anything else that it does at its first start. The servers that tests
# share do it; those of single tests find them there.


@pytest.fixture(scope="session")
def made_sqlite(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A SQLite database with its tables and nothing in them."""
    settings = Settings(data=tmp_path_factory.mktemp("made"))
    engine = opened(settings)
    migrate(engine)
    engine.dispose()
    return (settings.data / "orrery.sqlite").read_bytes()


@pytest.fixture(scope="session")
def made_postgres(postgres: Any) -> str:
    """The name of such a database on PostgreSQL."""
    address = new_database(postgres)
    engine = opened(Settings(Path(), database=address))
    migrate(engine)
    engine.dispose()
    return urlsplit(address).path[1:]


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
    if request.param == "postgresql":
        cluster, made = request.getfixturevalue("postgres"), request.getfixturevalue("made_postgres")
        yield from _starter(tmp_path, new_database(cluster, made))
    else:
        yield from _starter(tmp_path, "", request.getfixturevalue("made_sqlite"))


@pytest.fixture
def start_sqlite(made_sqlite: bytes, tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """The same, on SQLite only, for what has nothing to do with the database."""
    yield from _starter(tmp_path, "", made_sqlite)


@pytest.fixture
def start_postgres(postgres: Any, made_postgres: str, tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """The same, on PostgreSQL only: several processes may share it."""
    yield from _starter(tmp_path, new_database(postgres, made_postgres))


def _starter(folder: Path, database: str, file: bytes = b"") -> Iterator[Callable[..., Running]]:
    made: list[Running] = []

    def begin(name: str = "data", empty: bool = False, **settings: str) -> Running:
        """Start one; ``empty``: the server makes its database itself."""
        there = folder / name / "orrery.sqlite"
        if file and not empty and not there.exists():
            there.parent.mkdir(parents=True, exist_ok=True)
            there.touch(mode=0o600)
            there.write_bytes(file)
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
