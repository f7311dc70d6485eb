"""A moderator ends a match, or opens one again that could not be played on."""

from __future__ import annotations

from typing import Any

from msgspec import msgpack
from sqlalchemy import Connection

from orrery.core.saying import say
from orrery.desk.problems import Refused
from orrery.desk.results import After
from orrery.server.clock import now
from orrery.server.club import deeds
from orrery.server.engine import checking
from orrery.server.engine.pool import STUCK
from orrery.server.events import LobbyChanged, TableChanged
from orrery.server.house import House
from orrery.server.play.driving import drive
from orrery.server.play.standing import ended, over_again, standing
from orrery.server.play.storing import append, asking, noted, persistent
from orrery.server.store import matches
from orrery.server.store.matches import MatchRow


async def end(house: House, by: int, match: str, why: str) -> MatchRow:
    """The match is over as it stands; its log says so, unless the engine cannot read it."""
    row = await house.row(match)
    if row.state == "broken" or (row.state == "running" and row.notice == STUCK):
        return await _closed(house, row, by, why)
    return await persistent(house, match, lambda row: _ended(house, row, by, why))


async def _ended(house: House, row: MatchRow, by: int, why: str) -> MatchRow | None:
    _stranger(row, by)
    played = await noted(house, row, row.asked or 0, "Ended", why)
    if played is None:
        return None

    def done(connection: Connection) -> None:
        deeds.moderator(connection, by)
        deeds.did(connection, by, "end", why, match=row.id)

    changes = ended(row, played.after.places, "ended", now()) | {"scores": played.after.scores}
    return await append(house, row, played, "table", changes, also=done)


async def _closed(house: House, row: MatchRow, by: int, why: str) -> MatchRow:
    """End a match whose log cannot be replayed: nothing is added to that, and nobody knows the places.

    It stays readable as it is stored. When it replays again it is over, with the places that it has then.
    """
    _stranger(row, by)
    if row.ended is not None:
        raise Refused(409, "over", "this match is over")
    changes = ended(row, (), "ended", now()) | {"state": "broken", "places": None}
    if row.state == "running":
        changes["notice"] = f"{STUCK} A moderator has ended it: {why}"

    def stored(connection: Connection) -> bool:
        deeds.moderator(connection, by)
        if not matches.change(connection, row.id, changes, state=row.state, number=row.number):
            return False
        deeds.did(connection, by, "end", why, match=row.id)
        return True

    if not await house.store.write_and_tell([TableChanged(row.id), LobbyChanged()], stored):
        raise Refused(409, "stale", "others were faster: try again")
    return await house.row(row.id)


def _stranger(row: MatchRow, by: int) -> None:
    if row.known(by):
        raise Refused(403, "protected", say("server.moderate.table"))


async def repair(house: House, by: int, match: str, why: str) -> MatchRow:
    """Open a match again that could not be played on, if it replays; else refused with what is wrong."""
    row = await house.row(match)
    if row.state not in ("stopped", "broken") and row.notice != STUCK:
        raise Refused(409, "not-broken", "nothing is wrong with this match")
    checked = await checking.replayed(house.store, house.pool, row)
    if isinstance(checked, str):
        raise Refused(409, "read-only", f"it does not replay: {checked}")
    changes = _opened(row, msgpack.decode(checked, type=After))

    def stored(connection: Connection) -> bool:
        deeds.moderator(connection, by)
        if not matches.change(connection, match, changes, state=row.state, number=row.number):
            return False
        deeds.did(connection, by, "repair", why, match=match)
        return True

    if await asking(house, match, [TableChanged(match), LobbyChanged()], stored):
        house.pool.release(match)
        house.spawn(drive(house, match), "drive")
    return await house.row(match)


def _opened(row: MatchRow, after: After) -> dict[str, Any]:
    """What is stored about a match that goes on where it stands; one that was over is over again."""
    if row.state in ("running", "over"):
        return {"notice": None}
    if row.state == "broken" and row.ended is not None:
        return over_again(row, after)
    going: dict[str, Any] = {"notice": None, "state": "running", "ended": None, "places": None, "reason": None}
    return going | {"told": -1} | standing(row, after, now())
