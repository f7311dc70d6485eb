"""``orrery admin``: migrate, backup, restore, check, user, invite, announce, tidy."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import glob
import os
import secrets
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit, urlunsplit

from sqlalchemy import Connection, func, inspect, select, text
from sqlalchemy.exc import DBAPIError

from orrery.desk.problems import Refused
from orrery.server.clock import now
from orrery.server.club import announcing, deeds, invitations, roles, sanctions, tidying
from orrery.server.engine import checking
from orrery.server.engine.pool import Pool
from orrery.server.events import Announced, Event, LobbyChanged, WentOut
from orrery.server.people import accounts, erasing, names
from orrery.server.people.accounts import Person
from orrery.server.settings import Settings, register
from orrery.server.store import lock
from orrery.server.store import schema as db
from orrery.server.store.database import Store, migrate, opened


def run(settings: Settings, args: argparse.Namespace) -> int:
    """One job; the exit status."""
    match args.job:
        case "migrate":
            migrate(opened(settings))
            print("the database has the newest schema")
            return 0
        case "backup":
            backup(settings, args.file, args.with_key, args.keep)
            print(f"wrote {args.file}")
            return 0
        case "restore":
            fresh = restore(settings, args.file, args.replace)
            print(f"restored {args.file}")
            if fresh:
                print(
                    "it came without the key that signs sessions: a new one was made, and everybody signs in again"
                )
            return 0
        case "check":
            return asyncio.run(check(settings, args.heal, args.new))
        case "invite":
            return asyncio.run(_refusing(invite(settings, args.days, args.note)))
        case "announce":
            return asyncio.run(_refusing(announce(settings, args.text, args.minutes, args.end)))
        case "tidy":
            return asyncio.run(_refusing(tidy(settings, args.dry_run)))
        case _ if args.what in CLUB:
            return asyncio.run(_refusing(club(settings, args.what, args.name, args.reason, args.minutes)))
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


def backup(settings: Settings, file: Path, with_key: bool = False, keep: int | None = None) -> None:
    """A whole copy of the database at one moment, also while the server runs; never half a file.

    Only its owner can read it, and the key that signs sessions is in it only when asked for. With ``keep``
    older copies move on to ``file.1``, ``file.2`` and so on, and so many are left in all. One that fails removes
    and renames nothing; a second one at the same time is refused.
    """
    if keep is not None and keep < 1:
        raise ValueError(f"--keep is 1 or more, not {keep}")
    if not settings.dsn and not _sqlite_path(settings).exists():
        raise ValueError(f"there is no database {_sqlite_path(settings)}")
    with lock.copying(settings):
        _backup(settings, file, with_key, keep)


def _backup(settings: Settings, file: Path, with_key: bool, keep: int | None) -> None:
    at = now()
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    partial = file.with_name(file.name + ".part")
    partial.unlink(missing_ok=True)  # of a backup that was killed
    partial.touch(mode=0o600)
    try:
        _copy(settings, partial, with_key)
        with partial.open("rb") as written:
            os.fsync(written.fileno())
        # At every moment the last good one is there; old ones go when the new one is in its place.
        if keep is not None and keep > 1:
            _move_on(file)
        partial.replace(file)
        if keep is not None:
            _remove_beyond(file, keep)
        _stored_names(file.parent)
    finally:
        partial.unlink(missing_ok=True)
    _noted(settings, at)


def _older(file: Path) -> dict[int, Path]:
    """The copies beside a backup, by their numbers."""
    return {
        int(end): one
        for one in file.parent.glob(f"{glob.escape(file.name)}.*")
        if (end := one.name.removeprefix(f"{file.name}.")).isdecimal() and int(end) > 0
    }


def _move_on(file: Path) -> None:
    """Make room for a new copy: every older one gets the next number."""
    older = _older(file)
    for number in sorted(older, reverse=True):
        older[number].replace(file.with_name(f"{file.name}.{number + 1}"))
    if file.exists():
        file.replace(file.with_name(f"{file.name}.1"))


def _remove_beyond(file: Path, keep: int) -> None:
    """Of the copies the newest stay, ``file`` among them."""
    older = _older(file)
    for number in sorted(older)[keep - 1 :]:
        older[number].unlink()


def _stored_names(folder: Path) -> None:
    """What has been renamed in a folder is so after a power cut too."""
    if hasattr(os, "O_DIRECTORY"):
        opened_folder = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(opened_folder)
        finally:
            os.close(opened_folder)


def _noted(settings: Settings, at: int) -> None:
    """Remember when the last backup was made, for the metrics."""
    engine = opened(settings)
    try:
        with engine.begin() as connection:
            if inspect(connection).has_table("pulses"):
                connection.execute(
                    text(
                        "INSERT INTO pulses (name, at) VALUES ('backup', :at) "
                        "ON CONFLICT (name) DO UPDATE SET at = excluded.at"
                    ),
                    {"at": at},
                )
    except DBAPIError as error:
        print(f"the backup is good, but not noted in the database: {error.orig}", file=sys.stderr)
    finally:
        engine.dispose()


def _separate(settings: Settings) -> None:
    engine = opened(settings)
    with engine.connect() as connection:
        if not inspect(connection).has_table("keys"):
            raise ValueError(
                "the key of sessions cannot be left out before orrery admin migrate; or use --with-key"
            )
    engine.dispose()


def _copy(settings: Settings, partial: Path, with_key: bool) -> None:
    if settings.dsn:
        if not with_key:
            _separate(settings)
        without = () if with_key else ("--exclude-table-data=keys",)
        _run(settings, "pg_dump", "--format=custom", *without, f"--file={partial}")
    else:
        path = _sqlite_path(settings)
        if not with_key:
            _separate(settings)
        try:
            _copy_sqlite(path, partial, with_key)
        except sqlite3.Error as error:
            raise ValueError(f"the copy could not be written: {error}") from None


def _copy_sqlite(path: Path, partial: Path, with_key: bool) -> None:
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(partial)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")  # one file, with everything in it
        if not with_key:
            target.execute("DELETE FROM keys")
            target.commit()
            target.execute("VACUUM")  # what was deleted is still written there before
        (state,) = target.execute("PRAGMA integrity_check").fetchone()
        if state != "ok":
            raise ValueError(f"the copy is not sound: {state}")


def _matches(connection: Connection) -> int:
    if not inspect(connection).has_table("matches"):
        return 0
    return connection.scalar(select(func.count()).select_from(db.matches)) or 0


def _key(connection: Connection) -> str | None:
    """The key that signs sessions."""
    if not inspect(connection).has_table("keys"):
        return None
    return connection.scalar(select(db.keys.c.value).where(db.keys.c.name == "session"))


def restore(settings: Settings, file: Path, replace: bool) -> bool:
    """The database of a backup in place of the present one; True when sessions have a new key.

    A backup without a key gets that of the database whose place it takes, if there is one. Refused while a server
    runs.
    """
    if not file.exists():
        raise ValueError(f"there is no file {file}")
    with lock.alone(settings, "orrery admin restore"):
        return _restore(settings, file, replace)


def _restore(settings: Settings, file: Path, replace: bool) -> bool:
    engine = opened(settings)
    with engine.connect() as connection:
        held, key = _matches(connection), _key(connection)
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
    engine = opened(settings)
    migrate(engine)
    with engine.begin() as connection:
        fresh = _key(connection) is None and key is None
        accounts.secret(connection, "session", lambda: key or accounts.new_secret(), db.keys)
    engine.dispose()
    return fresh


async def check(settings: Settings, heal: bool, new: bool) -> int:
    """Replay every stored match, or those that this engine has not checked as they are; 1 when one is wrong."""
    register(settings.titles, settings.levels)
    store, pool = Store(settings), Pool(settings.workers, settings.limit)
    try:
        if settings.migrate:
            migrate(store.engine)
        report = await checking.check(store, pool, heal=heal, new=new)
    finally:
        await pool.stop()
        store.close()
    for match, problem in report.wrong.items():
        print(f"{match}: {problem}")
    print(
        f"{report.fine} matches with {report.entries} entries replay to their digests; {len(report.wrong)} do not"
    )
    if new:
        print(f"{report.known} were checked before and have not changed since")
    return 1 if report.wrong else 0


def _account(connection: Connection, name: str) -> Person:
    found = accounts.named(connection, name)
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
    return names.uncommon(given)


def user(settings: Settings, what: str, name: str | None) -> int:
    """Accounts."""
    try:
        return _user(settings, what, name)
    except Refused as refusal:
        raise ValueError(refusal.sentence) from None


def _user(settings: Settings, what: str, name: str | None) -> int:
    engine = opened(settings)
    migrate(engine)
    if what == "list":
        with engine.connect() as connection:
            known = [db.users.c.key.is_not(None)]
            for person in reversed(accounts.found(connection, known, None)):
                marks = ["moderator"] if person.moderator else []
                marks += ["muted"] if accounts.mute_of(person) else []
                marks += ["banned"] if person.banned is not None else []
                print("\t".join([str(person.id), person.name, *([", ".join(marks)] if marks else [])]))
        return 0
    if not name:
        raise ValueError(f"user {what} needs a name")
    with engine.begin() as connection:
        if what == "add":
            if accounts.named(connection, name) is not None:
                raise ValueError(f"the name {name!r} is taken")
            accounts.add_account(connection, names.clean(name), accounts.HASHER.hash(_password()), None, None)
            print(f"added {name}")
        elif what == "password":
            accounts.set_password(connection, _account(connection, name).id, accounts.HASHER.hash(_password()))
            print(f"changed the password of {name}; every session has ended")
        elif what == "token":
            account = _account(connection, name)
            print(accounts.add_token(connection, account.id, f"admin {secrets.token_hex(3)}")[1])
        else:
            accounts.close_all(connection, _account(connection, name).id)
            print(f"every session and token of {name} has ended")
    return 0


CLUB = ("moderator", "member", "mute", "unmute", "ban", "unban", "delete")
"""What is done to an account and remembered as a deed."""


async def _refusing(work: Coroutine[Any, Any, int]) -> int:
    try:
        return await work
    except Refused as refusal:
        raise ValueError(refusal.sentence) from None


@asynccontextmanager
async def _stored(settings: Settings) -> AsyncGenerator[Store, None]:
    """The database beside servers that run: on PostgreSQL they are told at once, else they look now and then."""
    store = Store(settings)
    try:
        migrate(store.engine)
        yield store
    finally:
        store.close()


async def club(settings: Settings, what: str, name: str | None, reason: str, minutes: int | None) -> int:
    """Roles and sanctions, and the end of an account, by whoever runs the server."""
    if not name:
        raise ValueError(f"user {what} needs a name")
    if minutes is not None and minutes < 1:
        raise ValueError(f"--minutes is 1 or more, not {minutes}")
    async with _stored(settings) as store:
        found = await store.read(_account, name)
        events: list[Event] = [WentOut(found.id)]
        hours = settings.ban_hours
        match what:
            case "moderator":
                await store.write(roles.appoint, found.id)
                print(f"{found.name} is a moderator")
            case "member":
                await store.write_and_tell(events, roles.dismiss, found.id)
                print(f"{found.name} is no moderator; every session has ended")
            case "mute":
                await store.write_and_tell(events, sanctions.mute, events, None, found.id, minutes, reason)
                print(f"{found.name} is muted")
            case "unmute":
                await store.write(sanctions.unmute, None, found.id, reason)
                print(f"{found.name} may speak")
            case "ban":
                await store.write_and_tell(events, sanctions.ban, events, None, found.id, reason, hours)
                print(f"{found.name} is banned; every session and token has ended")
            case "unban":
                await store.write(sanctions.unban, None, found.id, reason)
                print(f"{found.name} may come in")
            case _:
                await store.write_and_tell(events, _delete, events, found.id, reason)
                print(f"nothing is known of {found.name} any more")
    return 0


def _delete(connection: Connection, events: list[Event], user: int, reason: str) -> None:
    erasing.erase(connection, events, user)
    deeds.did(connection, None, "delete", reason, user)


async def invite(settings: Settings, days: int, note: str) -> int:
    """A link by which one account is made."""
    if not 1 <= days <= 365:
        raise ValueError(f"--days is from 1 to 365, not {days}")
    async with _stored(settings) as store:
        made = await store.write(invitations.invite, None, days, note)
    origin = settings.origin or f"http://{settings.host}:{settings.port}"
    print(f"{origin}/account?invitation={made.secret}")
    return 0


async def announce(settings: Settings, text: str | None, minutes: int | None, end: bool) -> int:
    """A line that every page shows."""
    if (text is None) != end:
        raise ValueError("announce needs a text, or --end to take the last one back")
    if minutes is not None and not 1 <= minutes <= 10_080:
        raise ValueError(f"--minutes is from 1 to 10080, not {minutes}")
    async with _stored(settings) as store:
        if text is None:
            await store.write_and_tell([Announced()], announcing.retract, None)
            print("nothing is announced any more")
        else:
            await store.write_and_tell([Announced()], announcing.announce, None, text, minutes)
            print("announced")
    return 0


async def tidy(settings: Settings, dry: bool) -> int:
    """Remove what is stale, or only say what that is."""
    async with _stored(settings) as store:
        if dry:
            found = await store.read(tidying.stale, settings)
        else:
            found = tidying.Stale([], [])
            while (more := await store.write_and_tell([LobbyChanged()], tidying.tidy, settings)).some:
                found = tidying.Stale(found.guests + more.guests, found.tables + more.tables)
    done = "can go" if dry else "are gone"
    print(f"{len(found.guests)} guests and {len(found.tables)} open tables {done}")
    return 0
