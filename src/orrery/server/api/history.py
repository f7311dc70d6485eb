"""What the asker has played to the end."""

from __future__ import annotations

from typing import Annotated

from litestar import Router, get
from litestar.params import QueryParameter

from orrery.desk import wire
from orrery.server.api import Asked, house, limiter, refusals
from orrery.server.people import history as past


@get("/history", responses=refusals(401))
async def history(
    request: Asked,
    game: Annotated[str, QueryParameter(max_length=40)] = "",
    ended: Annotated[
        int | None, QueryParameter(ge=0, le=1 << 53, description="Only games before one that ended then,")
    ] = None,
    before: Annotated[str, QueryParameter(max_length=40, description="and has this id")] = "",
) -> wire.History:
    """The own finished games, how one did, and the level that suits one next."""
    person = request.user.must()
    limiter(request).take("history", f"user {person.id}")
    return await past.history(house(request), person.id, game, None if ended is None else (ended, before))


ROUTER = Router("/", route_handlers=[history], tags=["people"])
