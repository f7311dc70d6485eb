"""Study of finished matches."""

from __future__ import annotations

from typing import Annotated

from litestar import Router, get, post
from litestar.params import JSONBody, QueryParameter

from orrery.desk import wire
from orrery.server import reporting
from orrery.server.api import ANY, Asked, KeyQuery, MatchId, house, limiter, refusals

Seat = Annotated[int, QueryParameter(ge=0, le=15, description="The seat that is judged")]
How = Annotated[wire.Depth, QueryParameter(description="How thoroughly")]


@get("/report", responses=refusals(403, 404, 409))
async def report(
    request: Asked, match: MatchId, seat: Seat, depth: How = "quick", key: KeyQuery = None
) -> wire.ReportState:
    """How far the report on a seat is, and the report when it is done."""
    home = house(request)
    row = await home.row(match)
    home.admit(row, request.user, key)
    return await reporting.told(home, row, seat, depth)


@post("/report", status_code=202, responses=ANY)
async def new_report(
    request: Asked, match: MatchId, data: JSONBody[wire.ReportRequest], key: KeyQuery = None
) -> wire.ReportState:
    """Ask for the report on a seat of a finished match; it is made beside everything else."""
    person = request.user.must()
    limiter(request).take("report", f"user {person.id}")
    home = house(request)
    row = await home.row(match)
    home.admit(row, request.user, key)
    await reporting.ask(home, request.user, row, data.seat, data.depth)
    return await reporting.told(home, row, data.seat, data.depth)


ROUTER = Router("/matches/{match:str}", route_handlers=[report, new_report], tags=["study"])
