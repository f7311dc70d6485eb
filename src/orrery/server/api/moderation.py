"""What moderators do."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Router, delete, get, post
from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter

from orrery.desk import wire
from orrery.desk.problems import Refused
from orrery.server.api import ANY, Asked, MatchId, house, refusals
from orrery.server.club import announcing, deeds, invitations, roles, sanctions
from orrery.server.events import Announced, Event, LobbyChanged, Said, TableChanged
from orrery.server.house import Who
from orrery.server.play import ending

UserId = Annotated[int, PathParameter(ge=1, le=2**53)]
Before = Annotated[int | None, QueryParameter(ge=1, le=2**53, description="``next`` of the page before")]
LIST = refusals(401, 403)


def moderators(connection: ASGIConnection[Any, Who, Any, Any], _: BaseRouteHandler) -> None:
    """Refuse whoever is no moderator; what is stored looks again, in its transaction."""
    if connection.scope.get("method") == "OPTIONS":
        return  # which verbs there are is asked by nobody in particular
    if not connection.user.must().moderator:
        raise Refused(403, "moderators-only", "only moderators may do this")


@get("/people", responses=LIST)
async def people(
    request: Asked,
    search: Annotated[str, QueryParameter(max_length=100)] = "",
    only: Annotated[Literal["muted", "banned"] | None, QueryParameter(description="Only these")] = None,
    before: Before = None,
) -> wire.KnownPeople:
    """People by name, newest first."""
    return await house(request).store.read(roles.people, search, before, only)


@post("/people/{user:int}/mute", status_code=200, responses=ANY)
async def mute(request: Asked, user: UserId, data: JSONBody[wire.MuteRequest]) -> wire.Done:
    """No word of a person reaches others any more."""
    events: list[Event] = []
    by, store = request.user.must().id, house(request).store
    await store.write_and_tell(events, sanctions.mute, events, by, user, data.minutes, data.why)
    return wire.Done()


@post("/people/{user:int}/unmute", status_code=200, responses=ANY)
async def unmute(request: Asked, user: UserId, data: JSONBody[wire.Why]) -> wire.Done:
    """A person may speak again."""
    await house(request).store.write(sanctions.unmute, request.user.must().id, user, data.why)
    return wire.Done()


@post("/people/{user:int}/ban", status_code=200, responses=ANY)
async def ban(request: Asked, user: UserId, data: JSONBody[wire.Why]) -> wire.Done:
    """A person is put out, and may not come in."""
    events: list[Event] = []
    by, home = request.user.must().id, house(request)
    hours = home.settings.ban_hours
    await home.store.write_and_tell(events, sanctions.ban, events, by, user, data.why, hours)
    return wire.Done()


@post("/people/{user:int}/unban", status_code=200, responses=ANY)
async def unban(request: Asked, user: UserId, data: JSONBody[wire.Why]) -> wire.Done:
    """A person may come in again."""
    await house(request).store.write(sanctions.unban, request.user.must().id, user, data.why)
    return wire.Done()


@post("/matches/{match:str}/chat/{number:int}/remove", status_code=200, responses=ANY)
async def remove_line(
    request: Asked,
    match: MatchId,
    number: Annotated[int, PathParameter(ge=1, le=1_000_000)],
    data: JSONBody[wire.Why],
) -> wire.Done:
    """Take the words out of a line of chat."""
    by, store = request.user.must().id, house(request).store
    await store.write_and_tell([Said(match, number)], sanctions.remove_line, by, match, number, data.why)
    return wire.Done()


@post("/tables/{match:str}/remove", status_code=200, responses=ANY)
async def remove_table(request: Asked, match: MatchId, data: JSONBody[wire.Why]) -> wire.Done:
    """Remove a table that has not started."""
    told: list[Event] = [TableChanged(match), LobbyChanged()]
    by, store = request.user.must().id, house(request).store
    await store.write_and_tell(told, sanctions.remove_table, by, match, data.why)
    return wire.Done()


@post("/matches/{match:str}/end", status_code=200, responses=ANY)
async def end(request: Asked, match: MatchId, data: JSONBody[wire.Why]) -> wire.Table:
    """End a running match as it stands."""
    home = house(request)
    return home.table(await ending.end(home, request.user.must().id, match, data.why), request.user)


@post("/matches/{match:str}/repair", status_code=200, responses=ANY)
async def repair(request: Asked, match: MatchId, data: JSONBody[wire.Why]) -> wire.Table:
    """Replay a match that cannot be played on, and open it again if it replays."""
    home = house(request)
    return home.table(await ending.repair(home, request.user.must().id, match, data.why), request.user)


@get("/deeds", responses=LIST)
async def done(request: Asked, before: Before = None) -> wire.Deeds:
    """What moderators did, newest first."""
    return await house(request).store.read(deeds.told, before)


@get("/invitations", responses=LIST)
async def invited(request: Asked) -> list[wire.Invitation]:
    """The last invitations, without their secrets."""
    return await house(request).store.read(invitations.listed)


@post("/invitations", status_code=201, responses=LIST)
async def invite(request: Asked, data: JSONBody[wire.NewInvitation]) -> wire.Invitation:
    """Make an invitation; its secret is shown this once."""
    by, store = request.user.must().id, house(request).store
    return await store.write(invitations.invite, by, data.days, data.note)


@delete("/invitations/{number:int}", status_code=200, responses=ANY)
async def revoke(request: Asked, number: FromPath[int]) -> wire.Done:
    """Take back an invitation that nobody has used."""
    await house(request).store.write(invitations.revoke, request.user.must().id, number)
    return wire.Done()


@post("/announcement", status_code=200, responses=LIST)
async def announce(request: Asked, data: JSONBody[wire.Announce]) -> wire.Done:
    """Show everybody a line."""
    by, store = request.user.must().id, house(request).store
    await store.write_and_tell([Announced()], announcing.announce, by, data.text, data.minutes)
    return wire.Done()


@delete("/announcement", status_code=200, responses=LIST)
async def retract(request: Asked) -> wire.Done:
    """Take the line back."""
    await house(request).store.write_and_tell([Announced()], announcing.retract, request.user.must().id)
    return wire.Done()


ROUTER = Router(
    "/moderation",
    guards=[moderators],
    route_handlers=[
        people,
        mute,
        unmute,
        ban,
        unban,
        remove_line,
        remove_table,
        end,
        repair,
        done,
        invited,
        invite,
        revoke,
        announce,
        retract,
    ],
    tags=["moderation"],
)
