"""Accounts, moderators and what they do, for the tests."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from tests.server.running import Person, Running

PASSWORD = "analytical engine"


def member(server: Running, name: str) -> Person:
    """Somebody with an account; the name is made one that nobody has."""
    person = server.person(f"{name} {uuid4().hex[:8]}")
    person.enter(person.post("/api/account", name=person.name, password=PASSWORD))
    return person


def moderator(server: Running, name: str = "Mo") -> Person:
    """Somebody whom the operator made a moderator."""
    person = member(server, name)
    made = server.admin("user", "moderator", person.name)
    assert made.returncode == 0, made.stderr
    return person


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
