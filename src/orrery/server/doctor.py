"""``orrery doctor``: what is missing here and what is set up wrongly, before somebody else finds out.

Nothing is changed, not even a folder made.
"""

from __future__ import annotations

import difflib
import os
import platform
import shutil
import socket
import stat
from collections.abc import Iterator, Mapping
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal, NamedTuple
from urllib.parse import urlsplit

from orrery import form
from orrery.server.settings import BadSetting, Settings

Kind = Literal["fine", "note", "wrong"]

ROOM: Final = 500_000_000
"""Bytes that should be free where the data lie."""
FILES: Final = 4096
"""Open files that a server with a thousand connections needs."""
BESIDE: Final = ("PURE", "STATIC", "LANGUAGE", "COMPILED")
"""Variables that are no settings of a server."""
EXTRAS: Final = {"matplotlib": "plots of the arena", "gymnasium": "environments", "ray": "work on a cluster"}


class Finding(NamedTuple):
    """One thing that was looked at."""

    kind: Kind
    about: str
    sentence: str


def examine(env: Mapping[str, str] | None = None) -> Iterator[Finding]:
    """Everything, one by one; a wrong setting ends it."""
    env = os.environ if env is None else env
    yield _python()
    yield _form()
    yield _page(env)
    yield from _variables(env)
    try:
        settings = Settings.read(env)
    except BadSetting as error:
        yield Finding("wrong", "settings", f"{error}")
        return
    yield from _folder(settings)
    yield _database(settings)
    yield _port(settings)
    yield from _reach(settings)
    yield from _mail(settings)
    yield _files()
    yield from _extras(settings)


def _python() -> Finding:
    return Finding("fine", "Python", platform.python_version())


def _form() -> Finding:
    if form.compiled():
        return Finding("fine", "rules and bots", "compiled")
    if os.environ.get("ORRERY_PURE"):
        return Finding("note", "rules and bots", "plain Python, because ORRERY_PURE is set")
    return Finding("note", "rules and bots", "plain Python, two to four times slower; 'make setup' compiles them")


def _page(env: Mapping[str, str]) -> Finding:
    folder = Path(env.get("ORRERY_STATIC") or Path(__file__).parent / "static")
    if (folder / "index.html").is_file():
        return Finding("fine", "page", str(folder))
    return Finding("wrong", "page", f"{folder} has no index.html; 'make page' builds it, a wheel brings it along")


def _variables(env: Mapping[str, str]) -> Iterator[Finding]:
    known = [f"ORRERY_{field.name.upper()}" for field in fields(Settings)]
    for name in sorted(env):
        if not name.startswith("ORRERY_") or name in known or name.removeprefix("ORRERY_") in BESIDE:
            continue
        near = difflib.get_close_matches(name, known, 1)
        yield Finding("wrong", name, "is no setting" + (f"; did you mean {near[0]}?" if near else ""))


def _folder(settings: Settings) -> Iterator[Finding]:
    folder = settings.data
    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    if not os.access(there, os.W_OK):
        yield Finding("wrong", "data folder", f"{folder} cannot be written by {_user()}")
        return
    if folder.exists() and stat.S_IMODE(folder.stat().st_mode) & 0o007:
        yield Finding("wrong", "data folder", f"{folder} can be read by everybody here; chmod o-rwx it")
    else:
        yield Finding("fine", "data folder", str(folder) + ("" if folder.exists() else ", made by the first start"))
    free = shutil.disk_usage(there).free
    kind: Kind = "fine" if free >= ROOM else "wrong"
    yield Finding(kind, "room", f"{free / 1e9:.1f} GB free" + ("" if free >= ROOM else ", which is too little"))


def _user() -> str:
    try:
        import getpass

        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return "this user"


def _database(settings: Settings) -> Finding:
    """Whether it is there and has the schema of this version."""
    from sqlalchemy import create_engine, inspect, text
    from sqlalchemy.exc import SQLAlchemyError

    from orrery.server.store.database import HEAD

    name = "PostgreSQL" if settings.dsn else "SQLite"
    file = Path(settings.url.removeprefix("sqlite:///"))
    if not settings.dsn and not file.exists():
        return Finding("note", "database", f"{name}, made by the first start")
    # A server may run: the file is opened to be read only.
    url = settings.url if settings.dsn else f"sqlite:///file:{file}?mode=ro&uri=true"
    engine = create_engine(url, connect_args={"connect_timeout": 5} if settings.dsn else {"timeout": 5})
    try:
        with engine.connect() as connection:
            known = inspect(connection).has_table("alembic_version")
            schema = connection.scalar(text("SELECT version_num FROM alembic_version")) if known else None
            count = connection.scalar(text("SELECT count(*) FROM matches")) if known else 0
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()
        return Finding(
            "wrong", "database", f"{name} cannot be used: {reason[0] if reason else type(error).__name__}"
        )
    finally:
        engine.dispose()
    if schema is None:
        return Finding("note", "database", f"{name}, empty; the first start makes the tables")
    if str(schema) > HEAD:
        return Finding("wrong", "database", f"{name}, schema {schema} of a newer Orrery; this one knows {HEAD}")
    if schema != HEAD:
        return Finding("note", "database", f"{name}, schema {schema}; the next start brings it to {HEAD}")
    return Finding("fine", "database", f"{name}, schema {schema}, {count} matches")


def _port(settings: Settings) -> Finding:
    where = f"{settings.host}:{settings.port}"
    try:
        with socket.create_server((settings.host, settings.port)):
            return Finding("fine", "address", f"{where} is free")
    except PermissionError:
        return Finding("wrong", "address", f"{where} is not for {_user()}; use a port above 1023 behind a proxy")
    except OSError as error:
        return Finding("note", "address", f"{where} is in use, perhaps by a running server ({error.strerror})")


def _reach(settings: Settings) -> Iterator[Finding]:
    """Whether people from elsewhere get in, safely."""
    inner = settings.host in ("127.0.0.1", "::1", "localhost")
    if settings.origin:
        parts = urlsplit(settings.origin)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path:
            yield Finding(
                "wrong", "ORRERY_ORIGIN", f"is an address such as https://orrery.example, not {settings.origin}"
            )
        elif parts.scheme == "http" and parts.hostname not in ("127.0.0.1", "localhost"):
            yield Finding(
                "wrong", "ORRERY_ORIGIN", "is http: passwords and sessions can be read on the way; use https"
            )
        elif inner and not settings.proxies:
            yield Finding(
                "wrong",
                "ORRERY_PROXIES",
                "is empty: behind a proxy everybody has its address and shares its limits",
            )
        else:
            yield Finding("fine", "public address", settings.origin)
    elif not inner:
        yield Finding(
            "wrong", "ORRERY_HOST", "lets others in without https; put a proxy before it and set ORRERY_ORIGIN"
        )
    else:
        yield Finding("note", "public address", "none: only this machine can reach it")


def _mail(settings: Settings) -> Iterator[Finding]:
    if settings.smtp:
        yield Finding("fine", "mail", f"by {urlsplit(settings.smtp).hostname or 'a server without a name'}")
    elif settings.mail_from:
        yield Finding("wrong", "ORRERY_SMTP", "is missing: ORRERY_MAIL_FROM alone sends nothing")
    else:
        yield Finding(
            "note", "mail", "none: no notices by mail, and a forgotten password needs 'orrery admin user'"
        )
    if settings.contact == "mailto:nobody@example.org" and settings.origin:
        yield Finding("wrong", "ORRERY_CONTACT", "is not set: push services want somebody they can write to")


def _files() -> Finding:
    try:
        import resource
    except ImportError:
        return Finding("note", "open files", "cannot be told on this system")
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < FILES:
        return Finding(
            "note", "open files", f"{soft} at most; a club of many needs {FILES} ('ulimit -n', LimitNOFILE)"
        )
    return Finding("fine", "open files", f"{soft} at most")


def _extras(settings: Settings) -> Iterator[Finding]:
    for module, what in EXTRAS.items():
        there = find_spec(module) is not None
        if module == "ray" and settings.ray and not there:
            yield Finding("wrong", "ORRERY_RAY", "is set, but Ray is not installed: pip install 'orrery[ray]'")
        elif not there:
            yield Finding("note", module, f"not installed; needed for {what} only")


def show(found: list[Finding]) -> str:
    """The findings as lines, what is wrong first."""
    marks = {"wrong": "wrong", "note": "note ", "fine": "ok   "}
    order = sorted(found, key=lambda each: ("wrong", "note", "fine").index(each.kind))
    lines = [f"{marks[each.kind]}  {each.about}: {each.sentence}" for each in order]
    wrong = sum(each.kind == "wrong" for each in found)
    return "\n".join([*lines, "", "Nothing is wrong." if not wrong else f"{wrong} wrong."])
