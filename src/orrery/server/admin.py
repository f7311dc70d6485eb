"""``orrery admin``: migrate, backup, restore, check, user."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import os
import secrets
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from urllib.parse import unquote, urlsplit, urlunsplit

from sqlalchemy import Connection, func, inspect, select

from orrery.server import checking, people
from orrery.server import schema as db
from orrery.server.people import Person
from orrery.server.pool import Pool
from orrery.server.settings import Settings, register
from orrery.server.store import Store, migrate, opened


def run(settings: Settings, args: argparse.Namespace) -> int:
    """One job; the exit status."""
    match args.job:
        case "migrate":
            migrate(opened(settings))
            print("the database has the newest schema")
            return 0
        case "backup":
            backup(settings, args.file)
            print(f"wrote {args.file}")
            return 0
        case "restore":
            restore(settings, args.file, args.replace)
            print(f"restored {args.file}")
            return 0
        case "check":
            return asyncio.run(check(settings, args.heal))
        case _:
            return user(settings, args.what, args.name)


def _sqlite_path(settings: Settings) -> Path:
    return Path(settings.url.removeprefix("sqlite:///"))


def _tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise ValueError(f"{name} is needed for this and was not found; it comes with PostgreSQL's client programs")
    return found


def _run(settings: Settings, program: str, *arguments: str) -> None:
    """A program of PostgreSQL on the database; the password goes by the environment, where nobody lists it."""
    address = urlsplit(settings.dsn)
    env = dict(os.environ)
    if address.password:
        env["PGPASSWORD"] = unquote(address.password)
    user = f"{address.username}@" if address.username else ""
    bare = urlunsplit(address._replace(netloc=user + address.netloc.rpartition("@")[2]))
    command = [_tool(program), *arguments, f"--dbname={bare}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    if done.returncode:
        raise ValueError(f"{program} failed: {done.stderr.strip()}")


def backup(settings: Settings, file: Path) -> None:
    """A whole copy of the database at one moment, also while the server runs; never half a file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    partial = file.with_name(file.name + ".part")
    partial.unlink(missing_ok=True)
    if settings.dsn:
        _run(settings, "pg_dump", "--format=custom", f"--file={partial}")
    else:
        path = _sqlite_path(settings)
        if not path.exists():
            raise ValueError(f"there is no database {path}")
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(partial)) as target:
            source.backup(target)
            (state,) = target.execute("PRAGMA integrity_check").fetchone()
            if state != "ok":
                raise ValueError(f"the copy is not sound: {state}")
    with partial.open("rb") as written:
        os.fsync(written.fileno())
    partial.replace(file)


def _matches(connection: Connection) -> int:
    if not inspect(connection).has_table("matches"):
        return 0
    return connection.scalar(select(func.count()).select_from(db.matches)) or 0


def restore(settings: Settings, file: Path, replace: bool) -> None:
    """The database of a backup in place of the present one."""
    if not file.exists():
        raise ValueError(f"there is no file {file}")
    engine = opened(settings)
    with engine.connect() as connection:
        held = _matches(connection)
    engine.dispose()
    if held and not replace:
        raise ValueError(f"the database holds {held} matches; --replace replaces them")
    if settings.dsn:
        flags = ("--clean", "--if-exists", "--no-owner", "--single-transaction")
        _run(settings, "pg_restore", *flags, str(file))
    else:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as source:
            try:
                (state,) = source.execute("PRAGMA integrity_check").fetchone()
                source.execute("SELECT count(*) FROM matches").fetchone()
            except sqlite3.DatabaseError as error:
                raise ValueError(f"{file} is no backup of Orrery: {error}") from None
            if state != "ok":
                raise ValueError(f"{file} is not sound: {state}")
            with closing(sqlite3.connect(_sqlite_path(settings))) as target:
                source.backup(target)
    migrate(opened(settings))


async def check(settings: Settings, heal: bool) -> int:
    """Replay every stored match; 1 when one is wrong."""
    register(settings.titles, settings.levels)
    store, pool = Store(settings), Pool(settings.workers, settings.limit)
    try:
        report = await checking.check(store, pool, heal=heal)
    finally:
        await pool.stop()
        store.close()
    for match, problem in report.wrong.items():
        print(f"{match}: {problem}")
    print(
        f"{report.fine} matches with {report.entries} entries replay to their digests; {len(report.wrong)} do not"
    )
    return 1 if report.wrong else 0


def _account(connection: Connection, name: str) -> Person:
    found = people.named(connection, name)
    if found is None:
        raise ValueError(f"there is no account {name!r}")
    return found


def _password() -> str:
    """From the terminal twice, or one line of standard input."""
    if not sys.stdin.isatty():
        given = sys.stdin.readline().rstrip("\n")
    else:
        given = getpass.getpass("New password: ")
        if getpass.getpass("Again: ") != given:
            raise ValueError("the two passwords differ")
    if len(given) < 8:
        raise ValueError("a password has at least 8 characters")
    return given


def user(settings: Settings, what: str, name: str | None) -> int:
    """Accounts."""
    engine = opened(settings)
    migrate(engine)
    if what == "list":
        with engine.connect() as connection:
            query = (
                select(db.users.c.id, db.users.c.name).where(db.users.c.key.is_not(None)).order_by(db.users.c.id)
            )
            for number, known in connection.execute(query):
                print(f"{number}\t{known}")
        return 0
    if not name:
        raise ValueError(f"user {what} needs a name")
    with engine.begin() as connection:
        if what == "add":
            if people.named(connection, name) is not None:
                raise ValueError(f"the name {name!r} is taken")
            people.add_account(connection, name, people.HASHER.hash(_password()), None, None)
            print(f"added {name}")
        elif what == "password":
            people.set_password(connection, _account(connection, name).id, people.HASHER.hash(_password()))
            print(f"changed the password of {name}; every session has ended")
        elif what == "token":
            account = _account(connection, name)
            print(people.add_token(connection, account.id, f"admin {secrets.token_hex(3)}")[1])
        else:
            people.close_all(connection, _account(connection, name).id)
            print(f"every session and token of {name} has ended")
    return 0
