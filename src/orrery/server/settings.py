"""The one settings object, read from environment variables; docs/operations.md explains each."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from orrery.bots import BOTS
from orrery.core.titles import TITLES


class BadSetting(ValueError):
    """An environment variable that cannot be used; the sentence names it and what was expected."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server process runs."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8700
    database: str = ""
    """SQLAlchemy address; empty for SQLite in the data folder."""
    origin: str = ""
    """Public address such as ``https://orrery.example``; empty: whatever the browser asked for."""
    proxies: str = ""
    """Addresses of proxies whose forwarded headers are believed."""
    workers: int = 2
    limit: float = 10.0
    """Seconds that one engine call may take."""
    bots: int = 1
    bot_limit: float = 60.0
    bot_level: str = "planner"
    """Who stands in for an absent player."""
    ray: str = ""
    """Address of a Ray cluster, or ``local``; empty for local processes."""
    waiting: int = 64
    """Requests of one user that may wait for a process."""
    entries: int = 4000
    """Entries that an imported record may have."""
    tables_open: int = 20
    """Tables of one person that have not started."""
    tables_bots: int = 3
    """Running matches of one person that bots play alone."""
    tables_running: int = 100
    """Running matches in which one person has a seat."""
    tables_minute: int = 10
    """Tables that one person makes in a minute."""
    sockets: int = 20
    """Live connections of one person."""
    crowd: int = 10
    """How many people one address counts as."""
    smtp: str = ""
    mail_from: str = ""
    mails: int = 20
    """Letters that one address gets in an hour; more wait."""
    contact: str = "mailto:nobody@example.org"
    private_webhooks: bool = False
    """Webhooks may go to addresses of the own network."""
    log_level: str = "info"
    log_format: str = "text"
    access_log: bool = True
    access_days: int = 14
    """Days for which the access log is kept."""
    report_nodes: int = 4000
    """Positions for each candidate of a decision that a report judges."""
    report_nice: int = 19
    """How far the process that makes reports stands back behind all others, as of ``nice``."""
    rates: bool = True
    """Limits on log-ins and writes."""
    check: str = "all"
    """What is replayed and compared at the start: ``all``, ``running`` or ``none``."""
    migrate: bool = True
    absent: float = 300.0
    """Seconds after which somebody away from a live table may be replaced."""
    absent_turns: float = 7 * 86_400.0
    registration: str = "open"
    """Who makes an account: everybody (``open``), who is ``invited``, or nobody (``closed``)."""
    guests: bool = True
    """Whether a name is enough to play."""
    guest_days: int = 365
    """Days after which a guest who does not come back is forgotten; 0 for never."""
    table_days: int = 90
    """Days after which an open table that nobody touches is removed; 0 for never."""
    ban_hours: int = 24
    """Hours for which nobody new comes in from where somebody who was banned came from; 0 for never."""
    titles: str = ""
    """Further titles as ``name=module:object``, separated by commas."""
    levels: str = ""
    """Further levels of bots as ``name=module:factory``, separated by commas."""

    @property
    def url(self) -> str:
        """Address of the database for SQLAlchemy."""
        if not self.database:
            return f"sqlite:///{self.data / 'orrery.sqlite'}"
        for prefix in ("postgresql://", "postgres://"):
            if self.database.startswith(prefix):
                return "postgresql+psycopg://" + self.database.removeprefix(prefix)
        return self.database

    @property
    def dsn(self) -> str:
        """Address of the database for PostgreSQL's own programs; empty with SQLite."""
        if not self.url.startswith("postgresql"):
            return ""
        return "postgresql://" + self.url.partition("://")[2]

    @classmethod
    def read(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """The settings of an environment; raises BadSetting."""
        env = os.environ if environment is None else environment
        text = {name[7:]: value.strip() for name, value in env.items() if name.startswith("ORRERY_")}

        def number(name: str, default: float, low: float, high: float) -> float:
            raw = text.get(name, "")
            try:
                value = float(raw) if raw else default
            except ValueError:
                raise BadSetting(f"ORRERY_{name} is a number, not {raw!r}") from None
            if not low <= value <= high:
                raise BadSetting(f"ORRERY_{name} is from {low:g} to {high:g}, not {raw}")
            return value

        def flag(name: str, default: bool) -> bool:
            raw = text.get(name, "").lower()
            if raw not in ("", "0", "1", "yes", "no", "on", "off", "true", "false"):
                raise BadSetting(f"ORRERY_{name} is yes or no, not {raw!r}")
            return raw in ("1", "yes", "on", "true") if raw else default

        def word(name: str, *words: str) -> str:
            raw = text.get(name, "").lower() or words[0]
            if raw not in words:
                raise BadSetting(f"ORRERY_{name} is {', '.join(words)}, not {raw!r}")
            return raw

        database = text.get("DATABASE", "")
        if database and not database.startswith(("postgresql", "postgres://", "sqlite:///")):
            raise BadSetting("ORRERY_DATABASE begins with postgresql:// or sqlite:///")
        return cls(
            data=Path(text["DATA"]).expanduser() if text.get("DATA") else data_folder(env),
            host=text.get("HOST") or "127.0.0.1",
            port=int(number("PORT", 8700, 0, 65535)),
            database=database,
            origin=text.get("ORIGIN", "").rstrip("/"),
            proxies=text.get("PROXIES", ""),
            workers=int(number("WORKERS", max(1, min(8, (os.cpu_count() or 2))), 1, 256)),
            limit=number("LIMIT", 10, 0.1, 3600),
            bots=int(number("BOTS", 1, 1, 256)),
            bot_limit=number("BOT_LIMIT", 60, 0.1, 86_400),
            bot_level=text.get("BOT_LEVEL") or "planner",
            ray=text.get("RAY", ""),
            waiting=int(number("WAITING", 64, 1, 10_000)),
            entries=int(number("ENTRIES", 4000, 1, 1_000_000)),
            tables_open=int(number("TABLES_OPEN", 20, 1, 100_000)),
            tables_bots=int(number("TABLES_BOTS", 3, 0, 100_000)),
            tables_running=int(number("TABLES_RUNNING", 100, 1, 100_000)),
            tables_minute=int(number("TABLES_MINUTE", 10, 1, 100_000)),
            sockets=int(number("SOCKETS", 20, 1, 100_000)),
            crowd=int(number("CROWD", 10, 1, 100_000)),
            smtp=text.get("SMTP", ""),
            mail_from=text.get("MAIL_FROM", ""),
            mails=int(number("MAILS", 20, 1, 1000)),
            contact=text.get("CONTACT") or "mailto:nobody@example.org",
            private_webhooks=flag("PRIVATE_WEBHOOKS", False),
            log_level=word("LOG_LEVEL", "info", "debug", "warning", "error"),
            log_format=word("LOG_FORMAT", "text", "json"),
            access_log=flag("ACCESS_LOG", True),
            access_days=int(number("ACCESS_DAYS", 14, 1, 3650)),
            report_nodes=int(number("REPORT_NODES", 4000, 10, 1_000_000)),
            report_nice=int(number("REPORT_NICE", 19, 0, 19)),
            rates=flag("RATES", True),
            check=word("CHECK", "all", "running", "none"),
            migrate=flag("MIGRATE", True),
            absent=number("ABSENT", 300, 0, 1e9),
            absent_turns=number("ABSENT_TURNS", 7 * 86_400, 0, 1e9),
            registration=word("REGISTRATION", "open", "invited", "closed"),
            guests=flag("GUESTS", True),
            guest_days=int(number("GUEST_DAYS", 365, 0, 100_000)),
            table_days=int(number("TABLE_DAYS", 90, 0, 100_000)),
            ban_hours=int(number("BAN_HOURS", 24, 0, 8760)),
            titles=text.get("TITLES", ""),
            levels=text.get("LEVELS", ""),
        )


def data_folder(env: Mapping[str, str]) -> Path:
    """Where this user's programs keep their data, by the habits of the system."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(env.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Orrery"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Orrery"
    return Path(env.get("XDG_DATA_HOME") or home / ".local" / "share") / "orrery"


def register(titles: str, levels: str) -> None:
    """Add the further titles and levels of bots of the settings to the registries."""
    for setting, given, registry in (("TITLES", titles, TITLES), ("LEVELS", levels, BOTS)):
        for part in filter(None, (part.strip() for part in given.split(","))):
            name, _, home = part.partition("=")
            if not name or ":" not in home:
                raise BadSetting(f"ORRERY_{setting} is name=module:object, separated by commas, not {part!r}")
            registry.setdefault(name, home)
