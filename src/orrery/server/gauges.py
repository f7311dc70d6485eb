"""What is stored and how much room is left, measured when somebody looks at the metrics, but not too often."""

from __future__ import annotations

import asyncio
import shutil
import time
from pathlib import Path
from typing import NamedTuple

import structlog
from prometheus_client import Gauge
from sqlalchemy import Connection, func, select, text

from orrery.server.settings import Settings
from orrery.server.store import schema as db
from orrery.server.store.database import Store

LOG = structlog.get_logger("orrery.gauges")

MATCHES = Gauge("orrery_stored_matches", "Tables and matches in the database, by state", ["state"])
ENTRIES = Gauge("orrery_stored_entries", "Entries of all matches in the database")
NOTICES = Gauge("orrery_stored_notices", "Notices in the database: waiting, sent, failed", ["state"])
USABLE = Gauge("orrery_database_usable", "1 when the database could be read for these figures, else 0")
SIZE = Gauge("orrery_database_bytes", "Room that the database takes")
FREE = Gauge("orrery_data_free_bytes", "Room that is left where the data folder is")
BACKUP = Gauge(
    "orrery_backup_timestamp_seconds", "When the last backup was written, in seconds since 1970; 0: never"
)

STATES = ("open", "running", "over", "stopped", "broken")
DELIVERED = ("waiting", "sent", "failed")

EVERY = 5.0
"""Seconds for which a measurement is good."""
PATIENCE = 5.0
"""Seconds that the database has to answer."""


class Stored(NamedTuple):
    """What the database tells."""

    matches: dict[str, int]
    entries: int
    notices: dict[str, int]
    size: int
    backup: int


class Gauges:
    """Measures at most once in a while, however often it is asked."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self._at = float("-inf")

    async def measure(self) -> None:
        """Set the gauges; where something cannot be found out, they stay as they were."""
        if time.monotonic() - self._at < EVERY:
            return
        self._at = time.monotonic()
        try:
            FREE.set(shutil.disk_usage(_there(self.settings.data)).free)
        except OSError:
            LOG.debug("the data folder cannot be measured")
        try:
            found = await asyncio.wait_for(self.store.read(stored, self.settings), PATIENCE)
        except Exception:  # noqa: BLE001  # the metrics say that it is so, and are told whatever happens
            USABLE.set(0)
            return
        USABLE.set(1)
        for state in STATES:
            MATCHES.labels(state).set(found.matches.get(state, 0))
        ENTRIES.set(found.entries)
        for state in DELIVERED:
            NOTICES.labels(state).set(found.notices.get(state, 0))
        SIZE.set(found.size)
        BACKUP.set(found.backup / 1000)


def _there(folder: Path) -> Path:
    """The folder, or the one in which it would be made."""
    return next((one for one in (folder, *folder.parents) if one.exists()), folder)


def stored(connection: Connection, settings: Settings) -> Stored:
    """Count what is in the database."""
    matches, notices = db.matches.c, db.deliveries.c
    counted = connection.execute(
        select(matches.state, func.count(), func.coalesce(func.sum(matches.number), 0)).group_by(matches.state)
    ).all()
    told = connection.execute(select(notices.state, func.count()).group_by(notices.state)).all()
    backup = connection.scalar(select(db.pulses.c.at).where(db.pulses.c.name == "backup"))
    return Stored(
        {row[0]: row[1] for row in counted},
        sum(row[2] for row in counted),
        {row[0]: row[1] for row in told},
        _size(connection, settings),
        backup or 0,
    )


def _size(connection: Connection, settings: Settings) -> int:
    if settings.dsn:
        return int(connection.scalar(text("SELECT pg_database_size(current_database())")) or 0)
    path = Path(settings.url.removeprefix("sqlite:///"))
    files = (path, path.with_name(path.name + "-wal"))
    return sum(file.stat().st_size for file in files if file.exists())
