"""Accounts, moderators and what they do, for the tests."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from orrery.server.club import roles
from orrery.server.settings import Settings
from orrery.server.store.database import Store
from tests.server.running import Person, Running, run

PASSWORD = "analytical engine"


def member(server: Running, name: str) -> Person:
    """Somebody with an account; the name is made one that nobody has."""
    person = server.person(f"{name} {uuid4().hex[:8]}")
    person.enter(person.post("/api/account", name=person.name, password=PASSWORD))
    return person


def moderator(server: Running, name: str = "Mo") -> Person:
    """Somebody whom the operator made a moderator."""
    person = member(server, name)
    run(_appointed(Settings.read(server.env), person.id))
    return person


async def _appointed(settings: Settings, user: int) -> None:
    """What ``orrery admin user moderator`` does, without a process of its own; the command has its tests."""
    store = Store(settings)
    try:
        await store.write(roles.appoint, user)
    finally:
        store.close()


def deeds(person: Person) -> list[Any]:
    """Everything that moderators did on that server, newest first, page by page."""
    found: list[Any] = []
    more: dict[str, int] = {}
    while True:
        page = person.get("/api/moderation/deeds", **more)
        found += page["deeds"]
        if page["next"] is None:
            return found
        more = {"before": page["next"]}
