"""What a person has played to the end: their games, how they did, and the level that suits them next."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from orrery.bots import ladder
from orrery.desk import calls, wire
from orrery.desk.problems import Refused
from orrery.server.house import House
from orrery.server.store import matches
from orrery.server.store import schema as db
from orrery.server.store.matches import MatchRow

PAGE: Final = 20
COUNTED: Final = 500
"""Games that are counted, newest first."""
READ: Final = 4
"""Games that are replayed for one request, to learn what they are remembered by."""
LAST: Final = 3
"""Games by which a level is suggested."""


class Past(msgspec.Struct):
    """A finished match of a person, with what is known of its seats."""

    row: MatchRow
    traits: list[dict[str, str]] | None


def finished(connection: Connection, user: int) -> list[Past]:
    """The last finished matches in which a person has a seat, newest first."""
    rows = matches.finished(connection, user, COUNTED)
    known = select(db.pasts.c.match, db.pasts.c.traits).where(db.pasts.c.match.in_([row.id for row in rows]))
    traits: dict[str, Any] = {row[0]: row[1] for row in connection.execute(known)}
    return [Past(row, traits.get(row.id)) for row in rows]


def keep(connection: Connection, match: str, traits: list[dict[str, str]]) -> None:
    """Remember what a match is remembered by; somebody else may have done it meanwhile."""
    with suppress(IntegrityError), connection.begin_nested():
        connection.execute(insert(db.pasts).values(match=match, traits=traits))


async def history(house: House, user: int, game: str, before: tuple[int, str] | None) -> wire.History:
    """A page of a person's finished games, and what all of them say."""
    games = await house.store.read(finished, user)
    for past in [past for past in games if past.traits is None][:READ]:
        with suppress(Refused):  # one that no longer replays, or takes too long, is shown without
            raw = await house.about(past.row, calls.Traits())
            past.traits = msgspec.json.decode(raw, type=list[dict[str, str]])
            await house.store.write(keep, past.row.id, past.traits)
    shown = [past for past in games if game in ("", past.row.game)]
    if before is not None:
        shown = [past for past in shown if (past.row.ended or 0, past.row.id) < before]
    # Who brought a match knew what chance had in store: it is told, and counts for nothing.
    counted = [past for past in games if past.row.brought is None]
    titles = sorted({past.row.game for past in counted})
    found = {title: suggested(title, [one for one in counted if one.row.game == title], user) for title in titles}
    return wire.History(
        games=[_told(past, user) for past in shown[:PAGE]],
        more=len(shown) > PAGE,
        tallies=tallies(counted, user),
        suggestions={title: one for title, one in found.items() if one is not None},
        unread=sum(past.traits is None for past in games),
    )


def _mode(row: MatchRow) -> str:
    mode = row.options.get("mode", "")
    return mode if isinstance(mode, str) else ""


def _at(values: Sequence[int] | None, seat: int) -> int | None:
    return values[seat] if values is not None and seat < len(values) else None


def _told(past: Past, user: int) -> wire.PastGame:
    row = past.row
    traits = past.traits or []
    seats = [
        wire.PastSeat(
            seat=seat.seat,
            kind=seat.kind,  # type: ignore[arg-type]  # the database holds these words only
            name=seat.name,
            level=seat.level,
            mine=seat.user == user,
            score=_at(row.scores, seat.seat),
            place=_at(row.places, seat.seat),
            out=seat.out,
            traits=traits[seat.seat] if seat.seat < len(traits) else {},
        )
        for seat in row.seats
    ]
    for extra in range(len(row.seats), len(row.places or [])):  # an opponent of the solo rules
        score, place = _at(row.scores, extra), _at(row.places, extra)
        seats.append(wire.PastSeat(extra, "automa", "", None, False, score, place, None))
    key = None if row.visibility == "public" else row.key
    told = (row.id, row.game, row.title, _mode(row), row.ended or 0, row.reason or "", key, seats)
    return wire.PastGame(*told, brought=row.brought is not None)


def _own(row: MatchRow, user: int) -> int | None:
    """The one seat of a person; None for who plays several, as around one screen."""
    seats = [seat.seat for seat in row.seats if seat.user == user]
    return seats[0] if len(seats) == 1 else None


def tallies(games: Sequence[Past], user: int) -> list[wire.Tally]:
    """How a person did: by title and mode, all together and for each faction; most played first."""
    found: dict[tuple[str, str, str], list[tuple[bool, int | None]]] = {}
    for past in games:
        row, seat = past.row, _own(past.row, user)
        if seat is None or row.places is None or seat >= len(row.scores):
            continue
        faction = past.traits[seat].get("faction", "") if past.traits else ""
        # Nobody else to beat, and no one to be beaten by: alone there is no winner.
        won = len(row.places) > 1 and row.places[seat] == 1
        result = (won, row.scores[seat] if row.reason == "finished" and not row.seats[seat].out else None)
        for key in ("", faction) if faction else ("",):
            found.setdefault((row.game, _mode(row), key), []).append(result)
    counted: list[wire.Tally] = []
    for (game, mode, faction), results in found.items():
        scores = [score for _, score in results if score is not None]
        mean = round(sum(scores) / len(scores), 1) if scores else None
        wins = sum(won for won, _ in results)
        counted.append(wire.Tally(game, mode, faction, len(results), wins, mean, max(scores, default=None)))
    return sorted(counted, key=lambda one: (one.game, one.mode, one.faction != "", -one.games, one.faction))


def suggested(title: str, games: Sequence[Past], user: int) -> wire.Suggestion | None:
    """The rung at which somebody's games are likely to be close; None without games against bots.

    It goes by the last games against bots of the level met last: who won all of them goes one rung up, who won none
    one down, and who won some of them stays. Of several bots the strongest counts.
    """
    levels = ladder(title)
    against: str | None = None
    results: list[bool] = []
    for past in games:
        row, seat = past.row, _own(past.row, user)
        if seat is None or row.places is None:
            continue
        bots = [one for one in row.seats if one.kind == "bot" and one.level in levels and not one.standin]
        if not bots:
            continue
        strongest = max(levels.index(one.level or "") for one in bots)
        if against is None:
            against = levels[strongest]
        if levels[strongest] != against or len(results) == LAST:
            break
        results.append(all(row.places[seat] < row.places[one.seat] for one in bots))
    if against is None:
        return None
    at, won = levels.index(against), sum(results)
    if won == len(results) and at + 1 < len(levels):
        return wire.Suggestion(levels[at + 1], "up", against, len(results), won)
    if won == 0 and at > 0:
        return wire.Suggestion(levels[at - 1], "down", against, len(results), won)
    return wire.Suggestion(against, "stay", against, len(results), won)
