"""Titles and tables."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, Router, delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from orrery.bots import SECONDS, STRENGTH, ladder
from orrery.desk import calls, rows, wire
from orrery.server.api import ANY, Asked, KeyQuery, MatchId, house, limiter, refusals, sent
from orrery.server.api.access import address
from orrery.server.lobby import carrying, seating
from orrery.study.thinking import Advise, Finish

GameName = Annotated[str, PathParameter(max_length=40, description="Name of a title")]
ToolName = Annotated[str, PathParameter(max_length=40, description="Name of a help of the title")]


@get("/titles", responses=refusals())
async def titles(request: Asked) -> list[wire.Title]:
    """The games that can be played here."""
    home = house(request)
    found = msgspec.json.decode(await home.pool.call(calls.Titles()), type=list[wire.Title])
    for title in found:
        title.bots = ladder(title.name)
        title.strength = dict(STRENGTH.get(title.name, {}))
        title.seconds = dict(SECONDS.get(title.name, {}))
    return found


@post("/titles/{game:str}/setup", status_code=200, responses=refusals(404))
async def setup(request: Asked, game: GameName, data: JSONBody[wire.SetupRequest]) -> Response[wire.Setup]:
    """Options completed and checked, and the public set-up that they give; nothing is stored."""
    home = house(request)
    options: dict[str, Any] = dict(data.options)
    if not options.get("setup_seed"):
        whole, _, _ = await seating.completed(home, game, options)
        if "setup_seed" in whole and not whole["setup_seed"] and not whole.get("position"):
            options["setup_seed"] = rows.seed_like(whole["setup_seed"])
    asked = calls.Setup(game=game, options=options, seed=secrets.randbits(62))
    return sent(await home.pool.call(asked), wire.Setup)


async def _counted(request: Asked) -> None:
    """Another table of this person, and from this address."""
    await limiter(request).count("tables", f"user {request.user.must().id}")
    await limiter(request).count("tables-here", address(request))


@post("/titles/{game:str}/tabletop/{name:str}", status_code=200, responses=refusals(404))
async def tabletop(
    request: Asked, game: GameName, name: ToolName, data: JSONBody[wire.TabletopRequest]
) -> Response[wire.Answer]:
    """Help for a game with the box on the table: companion, score pads, values of a box; nothing is stored."""
    asked = calls.Tabletop(game=game, name=name, args=data.args)
    return sent(await house(request).pool.call(asked), wire.Answer)


@post("/titles/{game:str}/try", status_code=200, responses=refusals(404))
async def sandbox(request: Asked, game: GameName, data: JSONBody[wire.SandboxRequest]) -> Response[wire.Position]:
    """A position without a table, for lessons and studies; nothing is stored."""
    asked = calls.Sandbox(
        game=game,
        options=data.options,
        seed=data.seed,
        actions=data.actions,
        seat=data.seat,
        printed=data.printed,
        near=data.near,
    )
    return sent(await house(request).pool.call(asked), wire.Position)


@post("/titles/{game:str}/position", status_code=200, responses=refusals(404))
async def position(request: Asked, game: GameName, data: JSONBody[wire.PositionRequest]) -> Response[wire.Examined]:
    """What is wrong with a position that somebody enters, or a fresh one to begin with; nothing is stored."""
    asked = calls.Examine(
        game=game, position=data.position, options=data.options, seed=secrets.randbits(62), whole=data.whole
    )
    return sent(await house(request).pool.call(asked), wire.Examined)


@post("/titles/{game:str}/hint", status_code=200, responses=refusals(401, 404, 409))
async def advice(request: Asked, game: GameName, data: JSONBody[wire.StudyRequest]) -> Response[wire.Hints]:
    """Advice for whoever is asked in a position that somebody entered; nothing is stored."""
    request.user.must()
    asked = Advise(game=game, data=calls.dumped(data.position))
    return sent(await house(request).compute.call(asked), wire.Hints)


@post("/titles/{game:str}/finish", status_code=200, responses=refusals(401, 404, 409))
async def finish(request: Asked, game: GameName, data: JSONBody[wire.StudyRequest]) -> Response[wire.Finish]:
    """The best end from a position that somebody entered; nothing is stored."""
    request.user.must()
    asked = Finish(game=game, data=calls.dumped(data.position))
    return sent(await house(request).compute.call(asked), wire.Finish)


@get("/tables", responses=refusals())
async def tables(
    request: Asked,
    which: Annotated[
        Literal["mine", "open", "watch", "finished"], QueryParameter(name="list", description="Which list")
    ] = "open",
    game: Annotated[str, QueryParameter(max_length=40)] = "",
    search: Annotated[str, QueryParameter(max_length=100)] = "",
    after: Annotated[
        str | None, QueryParameter(max_length=120, description="The ``more`` of the page before this one")
    ] = None,
) -> wire.TablePage:
    """A page of a list; ``mine`` begins with what waits for the asker."""
    return await seating.listed(house(request), request.user, which, game, search, after)


@post("/tables", status_code=201, responses=ANY)
async def new_table(request: Asked, data: JSONBody[wire.NewTable]) -> wire.Table:
    """Open a table."""
    await _counted(request)
    home = house(request)
    return home.table(await seating.create(home, request.user, data), request.user)


@get("/tables/{match:str}", responses=refusals(403, 404))
async def table(request: Asked, match: MatchId, key: KeyQuery = None) -> wire.Table:
    """A table."""
    home = house(request)
    row = await home.row(match)
    if row.visibility != "password" or row.state != "open":
        home.admit(row, request.user, key)
    return home.table(row, request.user)


@delete("/tables/{match:str}", status_code=200, responses=ANY)
async def drop_table(request: Asked, match: MatchId) -> wire.Done:
    """Remove a table that has not started."""
    await seating.drop(house(request), request.user, match)
    return wire.Done()


@post("/tables/{match:str}/join", status_code=200, responses=ANY)
async def join(request: Asked, match: MatchId, data: JSONBody[wire.Join]) -> wire.Table:
    """Sit down."""
    home = house(request)
    if data.password is not None:
        await limiter(request).count("sign-in", address(request))
        await limiter(request).count("password", f"table {match}")
    return home.table(await seating.join(home, request.user, match, data), request.user)


@post("/tables/{match:str}/leave", status_code=200, responses=ANY)
async def leave(request: Asked, match: MatchId, data: JSONBody[wire.SeatRequest]) -> wire.Table:
    """Stand up before the start."""
    home = house(request)
    return home.table(await seating.leave(home, request.user, match, data.seat), request.user)


@post("/tables/{match:str}/seats/{seat:int}", status_code=200, responses=ANY)
async def change_seat(
    request: Asked,
    match: MatchId,
    seat: Annotated[int, PathParameter(ge=0, le=15)],
    data: JSONBody[wire.ChangeSeat],
) -> wire.Table:
    """The host gives a seat to a bot, takes it, or opens it."""
    home = house(request)
    return home.table(await seating.change_seat(home, request.user, match, seat, data), request.user)


@post("/tables/{match:str}/start", status_code=200, responses=ANY)
async def start(request: Asked, match: MatchId) -> wire.Table:
    """The host starts the match."""
    home = house(request)
    return home.table(await seating.start(home, request.user, match), request.user)


@post("/tables/{match:str}/rematch", status_code=201, responses=ANY)
async def rematch(request: Asked, match: MatchId) -> wire.Table:
    """The same people again."""
    await _counted(request)
    home = house(request)
    return home.table(await seating.rematch(home, request.user, match), request.user)


@post("/records", status_code=201, responses=refusals(401, 403, 413))
async def new_record(request: Asked, data: JSONBody[wire.ImportRecord]) -> wire.Table:
    """Store a match from a text; it is replayed first."""
    await _counted(request)
    home = house(request)
    return home.table(await seating.adopt(home, request.user, data), request.user)


@post("/records/carried", status_code=201, responses=ANY)
async def carry(request: Asked, data: JSONBody[wire.CarryRecord]) -> wire.Table:
    """Play a match on that was begun on a device; it is replayed first. The same name twice is one table."""
    await _counted(request)
    home = house(request)
    return home.table(await carrying.carry(home, request.user, data), request.user)


ROUTER = Router(
    "/",
    route_handlers=[
        titles,
        setup,
        sandbox,
        tabletop,
        position,
        advice,
        finish,
        tables,
        new_table,
        table,
        drop_table,
        join,
        leave,
        change_seat,
        start,
        rematch,
        new_record,
        carry,
    ],
    tags=["tables"],
)
