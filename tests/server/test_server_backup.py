"""Backups: who can read them, what is in them, how many are kept, and when they may be restored."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from alembic import command

from orrery.server.settings import Settings
from orrery.server.store import lock
from orrery.server.store.database import migrations, opened
from tests.server.conftest import new_database
from tests.server.running import ORRERY, ROOT, Person, Running, play_on, wait_for
from tests.server.test_server_safety import Load

SAID = "everybody signs in again"


def _key(server: Running) -> str:
    """The key that signs sessions."""
    query = "SELECT value FROM keys WHERE name = 'session'"
    if database := server.env.get("ORRERY_DATABASE"):
        with psycopg.connect(database) as connection:
            row = connection.execute(query).fetchone()
    else:
        with closing(sqlite3.connect(server.data / "orrery.sqlite")) as small:
            row = small.execute(query).fetchone()
    assert row is not None
    return str(row[0])


def _bytes(file: Path) -> bytes:
    """All that can be read in a backup."""
    raw = file.read_bytes()
    if raw.startswith(b"PGDMP"):
        raw += subprocess.run(["pg_restore", "--file=-", str(file)], capture_output=True, check=True).stdout
    return raw


def _rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_backup_is_its_owners_and_holds_no_key(start: Callable[..., Running], tmp_path: Path) -> None:
    server = start(empty=True)
    ada = server.person("Ada")
    ada.enter(ada.post("/api/account", name="Ada L", password="analytical engine"))
    key = _key(server).encode()
    folder = tmp_path / "backups"
    for name, flags, held in (("plain", (), False), ("whole", ("--with-key",), True)):
        made = server.admin("backup", str(folder / name), *flags)
        assert made.returncode == 0, made.stderr
        assert (_rights(folder / name), _rights(folder)) == (0o600, 0o700)
        assert (key in _bytes(folder / name)) is held
    assert sorted(one.name for one in folder.iterdir()) == ["plain", "whole"]
    if "ORRERY_DATABASE" not in server.env:
        assert {_rights(one) for one in server.data.glob("orrery.sqlite*")} == {0o600}


def _moved(server: Running, file: Path, tmp_path: Path, name: str) -> tuple[Running, str]:
    """A new machine with a backup of another, and what was said when it was restored."""
    other = Running(tmp_path / name)
    said = other.admin("restore", str(file))
    assert said.returncode == 0, said.stderr
    return other, said.stdout


@pytest.mark.parametrize("with_key", [False, True])
def test_on_a_new_machine_a_backup_without_a_key_gets_a_new_one(
    start_sqlite: Callable[..., Running], tmp_path: Path, with_key: bool
) -> None:
    server = start_sqlite()
    ada = server.person("Ada")
    ada.enter(ada.post("/api/account", name="Ada L", password="analytical engine"))
    file = tmp_path / "backup"
    assert server.admin("backup", str(file), *(["--with-key"] if with_key else [])).returncode == 0
    other, said = _moved(server, file, tmp_path, "other")
    assert (SAID in said) is not with_key
    assert (_key(other) == _key(server)) is with_key
    other.start()
    try:
        ada.client.base_url = httpx.URL(other.url)
        assert (ada.get("/api/me")["user"] is not None) is with_key
        again = Person(other)
        again.enter(again.post("/api/sign-in", name="Ada L", password="analytical engine"))
    finally:
        other.stop()


def test_in_its_old_place_a_backup_goes_on_with_the_key_that_is_there(
    start: Callable[..., Running], tmp_path: Path
) -> None:
    server = start()
    ada, file = server.person("Ada"), tmp_path / "backup"
    ada.table(game="auction")
    assert server.admin("backup", str(file)).returncode == 0
    server.stop()
    restored = server.admin("restore", str(file), "--replace")
    assert (restored.returncode, SAID in restored.stdout) == (0, False), restored.stderr
    server.start()
    ada.client.base_url = httpx.URL(server.url)
    assert ada.get("/api/me")["user"]["id"] == ada.id


def test_so_many_backups_are_kept(start_sqlite: Callable[..., Running], tmp_path: Path) -> None:
    server = start_sqlite()
    folder = tmp_path / "backups"
    sizes = []
    for i in range(4):
        for _ in range(3 * i):
            server.person(f"Somebody {i}")
        assert server.admin("backup", str(folder / "b"), "--keep", "3").returncode == 0
        with closing(sqlite3.connect(folder / "b")) as copy:
            sizes.append(copy.execute("SELECT count(*) FROM users").fetchone()[0])
    assert sizes == [0, 3, 9, 18]
    for name, held in (("b", 18), ("b.1", 9), ("b.2", 3)):
        with closing(sqlite3.connect(folder / name)) as copy:
            assert copy.execute("SELECT count(*) FROM users").fetchone() == (held,)
        assert _rights(folder / name) == 0o600
    assert sorted(one.name for one in folder.iterdir()) == ["b", "b.1", "b.2"]
    assert server.admin("backup", str(folder / "b"), "--keep", "1").returncode == 0
    assert [one.name for one in folder.iterdir()] == ["b"]
    wrong = server.admin("backup", str(folder / "b"), "--keep", "0")
    assert (wrong.returncode, "1 or more" in wrong.stderr) == (2, True)


def test_a_backup_that_fails_changes_nothing(start_sqlite: Callable[..., Running], tmp_path: Path) -> None:
    server = start_sqlite()
    folder = tmp_path / "backups"
    for name in ("Ada", "Ben"):
        server.person(name)
        assert server.admin("backup", str(folder / "b"), "--keep", "2").returncode == 0
    before = {one.name: one.read_bytes() for one in folder.iterdir()}
    # No file may grow beyond this: to the copy it is a disk without room.
    program = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000)); "
        "from orrery.cli import main; sys.exit(main())"
    )
    command = [ORRERY[0], "-c", program, "admin", "backup", str(folder / "b"), "--keep", "2"]
    failed = subprocess.run(command, env=server.env, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (failed.returncode, "Traceback" in failed.stderr) == (2, False), failed.stderr
    assert "could not be written" in failed.stderr
    assert {one.name: one.read_bytes() for one in folder.iterdir()} == before


def test_two_backups_at_once_do_not_collide(start: Callable[..., Running], tmp_path: Path) -> None:
    """While one is written another is refused, whatever its name; those who come together leave only good ones."""
    server = start()
    server.person("Ada")
    file = tmp_path / "backups" / "b"
    assert server.admin("backup", str(file), "--keep", "3").returncode == 0
    before = file.read_bytes()
    settings = Settings(server.data, database=server.env.get("ORRERY_DATABASE", ""))
    with lock.copying(settings):
        refused = server.admin("backup", str(file), "--keep", "3")
        assert (refused.returncode, "orrery admin backup, process" in refused.stderr) == (2, True), refused.stderr
    assert [one.name for one in file.parent.iterdir()] == ["b"]
    assert file.read_bytes() == before
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(lambda _: server.admin("backup", str(file), "--keep", "3").returncode, range(4)))
    assert 0 in done
    assert set(done) <= {0, 2}
    made = sorted(one.name for one in file.parent.iterdir())
    assert made == ["b", "b.1", "b.2"][: 1 + done.count(0)]
    for name in made:
        assert b"Ada" in _bytes(file.with_name(name))


def test_a_killed_backup_is_in_nobodys_way(start_sqlite: Callable[..., Running], tmp_path: Path) -> None:
    """Also one that was killed between moving the older ones and taking its place."""
    server = start_sqlite()
    file = tmp_path / "b"
    for _ in range(3):
        assert server.admin("backup", str(file), "--keep", "3").returncode == 0
    file.unlink()
    (tmp_path / "b.part").write_text("half a copy")
    assert server.admin("backup", str(file), "--keep", "3").returncode == 0
    assert sorted(one.name for one in tmp_path.glob("b*")) == ["b", "b.2", "b.3"]
    assert server.admin("backup", str(file), "--keep", "2").returncode == 0
    assert sorted(one.name for one in tmp_path.glob("b*")) == ["b", "b.1"]


def test_a_drill_on_another_machine(start: Callable[..., Running], tmp_path: Path, postgres: Any) -> None:
    """A backup made under load is restored where nothing was, everything replays, people sign in and play on."""
    server = start()
    ada, ben = server.person("Ada"), server.person("Ben")
    for person, name in ((ada, "Ada L"), (ben, "Ben L")):
        person.enter(person.post("/api/account", name=name, password="analytical engine"))
    over, running = ada.table(ben), ada.table(ben)
    scores = play_on(over, ada, ben)["scores"]
    ada.commit(running, ada.position(running)["options"][0]["text"])
    ada.done(f"/api/matches/{running}/chat", text="wait for me")
    load = Load(server, 2)
    wait_for(lambda: len(load.accepted) > 10)
    file = tmp_path / "backup"
    made = server.admin("backup", str(file), "--keep", "2")
    load.stop()
    assert made.returncode == 0, made.stderr
    server.stop()

    database = new_database(postgres) if "ORRERY_DATABASE" in server.env else ""
    other = Running(tmp_path / "elsewhere", database)
    restored = other.admin("restore", str(file))
    assert (restored.returncode, SAID in restored.stdout) == (0, True), restored.stderr
    checked = other.admin("check")
    assert checked.returncode == 0, checked.stdout
    assert not checked.stdout.startswith("0 matches")
    other.start()
    try:
        people = []
        for name in ("Ada L", "Ben L"):
            person = Person(other)
            person.enter(person.post("/api/sign-in", name=name, password="analytical engine"))
            people.append(person)
        assert people[0].get(f"/api/tables/{over}")["scores"] == scores
        assert people[1].get(f"/api/matches/{running}/chat")["lines"][0]["text"] == "wait for me"
        assert people[0].get(f"/api/tables/{running}")["number"] == 1
        assert play_on(running, *people)["state"] == "over"
        assert other.admin("check").returncode == 0
    finally:
        assert other.stop() == 0


def test_a_backup_of_an_older_schema_takes_the_place_of_a_newer_database(
    start: Callable[..., Running], tmp_path: Path, postgres: Any
) -> None:
    server = start()
    ada, ben = server.person("Ada"), server.person("Ben")
    play_on(ada.table(ben), ada, ben)
    server.stop()
    assert server.admin("check").returncode == 0
    older = Running(tmp_path / "older", new_database(postgres) if "ORRERY_DATABASE" in server.env else "")
    engine = opened(Settings(older.data, database=older.env.get("ORRERY_DATABASE", "")))
    with engine.begin() as connection:
        command.upgrade(migrations(connection), "0005")
    engine.dispose()
    file = tmp_path / "backup"
    assert older.admin("backup", str(file)).returncode == 0
    restored = server.admin("restore", str(file), "--replace")
    assert restored.returncode == 0, restored.stderr
    assert "0 matches" in server.admin("check").stdout
    server.start()
    assert server.person("Cleo").get("/api/tables", list="finished")["tables"] == []


def test_a_restore_under_a_running_server_is_refused(start: Callable[..., Running], tmp_path: Path) -> None:
    """The message says which process it is; after kill -9 nothing is in the way."""
    server = start()
    ada, ben = server.person("Ada"), server.person("Ben")
    match, file = ada.table(ben), tmp_path / "backup"
    assert server.admin("backup", str(file)).returncode == 0
    ada.commit(match, ada.position(match)["options"][0]["text"])
    refused = server.admin("restore", str(file), "--replace")
    assert server.process is not None
    assert refused.returncode == 2
    assert f"process {server.process.pid}" in refused.stderr
    assert ada.get(f"/api/tables/{match}")["number"] == 1
    server.kill()
    wait_for(lambda: server.admin("restore", str(file), "--replace").returncode == 0)
    server.start()
    ada.client.base_url = httpx.URL(server.url)
    assert ada.get(f"/api/tables/{match}")["number"] == 0


def test_a_second_server_on_one_file_is_refused(start_sqlite: Callable[..., Running]) -> None:
    first = start_sqlite()
    second = Running(first.data)
    done = subprocess.run(
        [*ORRERY, "serve", "--port", "0"], env=second.env, cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert first.process is not None
    assert done.returncode == 2
    assert f"is in use: orrery serve, process {first.process.pid}" in done.stderr
    assert "Traceback" not in done.stderr
    first.kill()
    first.start()
    assert first.person("Ada").get("/api/me")["user"]


def test_no_server_starts_during_a_restore(start_postgres: Callable[..., Running]) -> None:
    server = start_postgres()
    server.stop()
    with psycopg.connect(server.env["ORRERY_DATABASE"], autocommit=True, application_name="a restore") as other:
        other.execute(f"SELECT pg_advisory_lock({lock.KEY})")
        done = subprocess.run(
            [*ORRERY, "serve", "--port", "0"], env=server.env, cwd=ROOT, capture_output=True, text=True, timeout=60
        )
        assert (done.returncode, "in use: a restore" in done.stderr) == (2, True), done.stderr
    server.start()
