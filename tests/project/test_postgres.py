"""The temporary PostgreSQL cluster that database tests use."""

from pathlib import Path

import psycopg
import pytest

from tests.conftest import Cluster

pytestmark = pytest.mark.slow


def test_a_database_of_one_s_own_is_empty_and_works(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        assert connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)
        connection.execute("CREATE TABLE moons (name text)")
        connection.execute("INSERT INTO moons VALUES ('Ganymed')")
        assert connection.execute("SELECT name FROM moons").fetchone() == ("Ganymed",)


def test_the_cluster_listens_on_its_socket_only_and_does_not_run_as_root(postgres: Cluster) -> None:
    with psycopg.connect(postgres.url()) as connection:
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
    pid = int((postgres.folder / "data" / "postmaster.pid").read_text().split()[0])
    assert Path(f"/proc/{pid}").stat().st_uid != 0
