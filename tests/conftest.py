"""For all tests: how examples are made and what is slow; a temporary PostgreSQL cluster, and databases in it."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

import psycopg
import pytest
from hypothesis import HealthCheck, settings

# Nothing asserts a time; and the same examples everywhere, so that a test that passes here passes elsewhere.
settings.register_profile("orrery", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("orrery")

# Commands speak English here, whatever language the machine speaks.
os.environ["ORRERY_LANGUAGE"] = "en"

SLOW = (
    "arena",
    "bots",
    "browser",
    "device",
    "env",
    "gaia/test_federations_corpus.py",
    "gaia/test_federations_play.py",
    "gaia/test_federations_search.py",
    "gaia/test_verify.py",
    "gaia/test_verify_corpus.py",
    "server",
    "study",
)
"""Below ``tests``: what ``make check`` leaves out, beside the tests that are marked themselves."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark whole folders as slow."""
    here = Path(__file__).parent
    slow = {here / name for name in SLOW}
    files = {path: not slow.isdisjoint((path, *path.parents)) for path in {item.path for item in items}}
    for item in items:
        if files[item.path]:
            item.add_marker(pytest.mark.slow)


class Cluster:
    """A running PostgreSQL server on a socket of its own; no network."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def url(self, database: str = "postgres") -> str:
        """The address of a database, e.g. for ORRERY_DATABASE."""
        return f"postgresql://postgres@/{database}?host={quote(str(self.folder), safe='')}"


def _program(name: str) -> str:
    homes = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda home: int(home.parent.name), reverse=True)
    found = shutil.which(name, path=os.pathsep.join([*map(str, homes), os.environ["PATH"]]))
    assert found, f"{name} is missing: run scripts/prepare postgresql"
    return found


def _other_user() -> str | None:
    """PostgreSQL refuses to run as root: who runs it instead; None for ourselves."""
    if os.getuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A temporary cluster for the whole session (one for each worker), removed at its end."""
    # Not below tmp_path: other users may not pass there, and a socket's path must be short.
    with tempfile.TemporaryDirectory(prefix="orrery-pg-", ignore_cleanup_errors=True) as name:
        folder, user = Path(name), _other_user()
        if user is not None:
            shutil.chown(folder, user)
        data = folder / "data"
        quick = ["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]
        subprocess.run(
            [_program("initdb"), "--pgdata", data, *quick],
            user=user,
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": folder,
            "fsync": "off",
            "max_connections": 200,
        }
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(
                [_program("postgres"), "-D", data, *(f"--{key}={value}" for key, value in settings.items())],
                user=user,
                cwd=folder,
                stdout=log,
                stderr=log,
            )
        try:
            cluster = Cluster(folder)
            _wait(cluster, server)
            yield cluster
        finally:
            server.send_signal(signal.SIGINT)  # the fast way to shut down: it does not wait for clients
            server.wait(30)


def _wait(cluster: Cluster, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            psycopg.connect(cluster.url()).close()
        except psycopg.OperationalError:
            log = (cluster.folder / "log").read_text(errors="replace")
            assert server.poll() is None, f"PostgreSQL ended: {log}"
            assert time.monotonic() < until, f"PostgreSQL does not answer: {log}"
            time.sleep(0.05)
        else:
            return


@pytest.fixture
def postgres_url(postgres: Cluster) -> Iterator[str]:
    """The address of an empty database of one's own."""
    name = f"t{uuid4().hex}"
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    yield postgres.url(name)
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
