"""Friends, and invitations to tables."""

from __future__ import annotations

from typing import Annotated

from litestar import Router, delete, get, post, put
from litestar.params import JSONBody, PathParameter

from orrery.desk import wire
from orrery.server.api import ANY, Asked, MatchId, house, limiter, refusals
from orrery.server.events import Event
from orrery.server.people import friends

UserId = Annotated[int, PathParameter(ge=1, le=(1 << 53) - 1, description="Id of a person")]


@get("/friends", responses=refusals(401))
async def listed(request: Asked) -> wire.Friends:
    """The people around the asker."""
    return await house(request).store.read(friends.listed, request.user.must().id)


@put("/friends/{user:int}", responses=ANY)
async def think(request: Asked, user: UserId, data: JSONBody[wire.Think]) -> wire.Friends:
    """Ask somebody with whom one has played to be a friend, or agree; make quiet, block, decline."""
    home, person = house(request), request.user.must()
    limiter(request).take("friends", f"user {person.id}")
    events: list[Event] = []
    await home.store.write_and_tell(events, friends.think, events, person.id, user, data.kind)
    return await home.store.read(friends.listed, person.id)


@delete("/friends/{user:int}", status_code=200, responses=ANY)
async def drop(request: Asked, user: UserId) -> wire.Friends:
    """End a friendship, take back a question, or unblock."""
    home, person = house(request), request.user.must()
    limiter(request).take("friends", f"user {person.id}")
    events: list[Event] = []
    await home.store.write_and_tell(events, friends.drop, events, person.id, user)
    return await home.store.read(friends.listed, person.id)


@post("/tables/{match:str}/invite", status_code=200, responses=ANY)
async def invite(request: Asked, match: MatchId, data: JSONBody[wire.Invite]) -> wire.Done:
    """Invite a friend to an open table of one's own."""
    home, person = house(request), request.user.must()
    limiter(request).take("invite", f"user {person.id}")
    events: list[Event] = []
    await home.store.write_and_tell(events, friends.summon, home, events, match, person.id, data.user)
    home.notices.wake()
    return wire.Done()


@get("/invites", responses=refusals(401))
async def invites(request: Asked) -> list[wire.Invited]:
    """The own invitations, newest first."""
    return await house(request).store.read(friends.summoned, request.user.must().id)


@delete("/invites/{match:str}", status_code=200, responses=ANY)
async def decline(request: Asked, match: MatchId) -> list[wire.Invited]:
    """Decline an invitation."""
    home, person = house(request), request.user.must()
    events: list[Event] = []
    await home.store.write_and_tell(events, friends.decline, events, person.id, match)
    return await home.store.read(friends.summoned, person.id)


ROUTER = Router("/", route_handlers=[listed, think, drop, invite, invites, decline], tags=["friends"])
