"""Where people came from lately, so that a ban reaches whoever comes back under another name.

No address is stored: a mark of it (a keyed hash, of IPv6 its network) is kept for as long as a ban reaches.
Addresses of the own network have no mark: a proxy that is not named in the settings would be one.
"""

from __future__ import annotations

import hmac
from ipaddress import IPv6Address, ip_address, ip_network

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from orrery.desk.problems import Refused
from orrery.server.clock import now
from orrery.server.store import schema as db

CAME, SHUNNED = db.origins.c, db.shunned.c
HOUR = 3_600_000


def marked(key: str, text: str) -> str:
    """A text that can be compared, and not read."""
    return hmac.new(key.encode(), b"mark " + text.encode(), "sha256").hexdigest()[:32]


def mark(key: str, address: str) -> str | None:
    """What is kept of an address."""
    try:
        found = ip_address(address)
    except ValueError:
        return None
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found
    if not found.is_global:
        return None
    if isinstance(found, IPv6Address):
        return marked(key, str(ip_network((found, 64), strict=False)))
    return marked(key, str(found))


def came(connection: Connection, user: int, mark: str | None, hours: int) -> None:
    """A person is here, from there."""
    if mark is None or not hours:
        return
    until = now() + hours * HOUR
    here = (CAME.user == user) & (CAME.mark == mark)
    if connection.execute(update(db.origins).where(here).values(until=until)).rowcount == 0:
        try:
            with connection.begin_nested():
                connection.execute(insert(db.origins).values(user=user, mark=mark, until=until))
        except IntegrityError:
            pass  # by two requests at the same moment


def shun(connection: Connection, user: int, hours: int) -> None:
    """Nobody new comes in from where a person came from lately."""
    lift(connection, user)
    until = now() + hours * HOUR
    known = (
        connection.scalars(select(CAME.mark).where(CAME.user == user, CAME.until > now())).all() if hours else []
    )
    for one in known:
        connection.execute(insert(db.shunned).values(mark=one, user=user, until=until))


def lift(connection: Connection, user: int) -> None:
    """What was closed because of a person is open again."""
    connection.execute(delete(db.shunned).where(SHUNNED.user == user))


def welcome(connection: Connection, mark: str | None) -> None:
    """Refuse somebody new who comes from where somebody was banned a short while ago."""
    if mark is None:
        return
    until = connection.scalar(select(func.max(SHUNNED.until)).where(SHUNNED.mark == mark, SHUNNED.until > now()))
    if until is not None:
        hours = -(-(until - now()) // HOUR)
        sentence = f"somebody was banned from your address: nobody new comes in from there for {hours} h"
        raise Refused(403, "banned-here", sentence, {"until": until, "hours": hours})


def tidy(connection: Connection) -> None:
    """Remove what is over."""
    connection.execute(delete(db.origins).where(CAME.until <= now()))
    connection.execute(delete(db.shunned).where(SHUNNED.until <= now()))
