"""Play and looking back."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, Router, get, post, put
from litestar.params import JSONBody, QueryParameter
from msgspec import msgpack
from sqlalchemy import Connection

from orrery.core import saying
from orrery.desk import calls, rows, wire
from orrery.desk.problems import Refused
from orrery.desk.results import World
from orrery.server.api import ANY, Asked, KeyQuery, MatchId, SeatQuery, house, limiter, refusals, sent
from orrery.server.clock import now
from orrery.server.events import Said
from orrery.server.people import accounts
from orrery.server.play import ahead, commits, drafting, driving, leaving, records, undoing
from orrery.server.store import talk
from orrery.study.thinking import Hint

LOOK = refusals(401, 403, 404, 409)


@get("/position", responses=LOOK)
async def position(
    request: Asked,
    match: MatchId,
    seat: SeatQuery = None,
    key: KeyQuery = None,
    printed: Annotated[bool, QueryParameter(description="With what never changes within the match")] = True,
) -> Response[wire.Position]:
    """The position as the asker may see it."""
    home = house(request)
    row = await home.row(match)
    viewer = home.viewer(row, request.user, seat, key)
    asked = calls.Position(seat=viewer, finished=row.finished, printed=printed)
    return sent(await home.about(row, asked), wire.Position)


@post("/preview", status_code=200, responses=ANY)
async def preview(request: Asked, match: MatchId, data: JSONBody[wire.PreviewRequest]) -> Response[wire.Position]:
    """The position after a draft; nothing is stored."""
    return sent(await drafting.preview(house(request), request.user, match, data), wire.Position)


@post("/commit", status_code=200, responses=ANY)
async def commit(request: Asked, match: MatchId, data: JSONBody[wire.CommitRequest]) -> wire.Committed:
    """The draft enters the log, once."""
    return await commits.commit(house(request), request.user, match, data)


@post("/undo", status_code=200, responses=ANY)
async def undo(request: Asked, match: MatchId, data: JSONBody[wire.UndoAsk]) -> wire.UndoReply:
    """Take moves back, or ask the others for it."""
    return await undoing.undo(house(request), request.user, match, data)


@post("/undo/answer", status_code=200, responses=ANY)
async def answer_undo(request: Asked, match: MatchId, data: JSONBody[wire.UndoAnswer]) -> wire.UndoReply:
    """Agree to an undo, or refuse it."""
    return await undoing.answer_undo(house(request), request.user, match, data)


@post("/resign", status_code=200, responses=ANY)
async def resign(request: Asked, match: MatchId, data: JSONBody[wire.SeatRequest]) -> wire.Table:
    """Give up."""
    home = house(request)
    return home.table(await leaving.resign(home, request.user, match, data.seat), request.user)


@post("/replace", status_code=200, responses=ANY)
async def replace(request: Asked, match: MatchId, data: JSONBody[wire.ReplaceRequest]) -> wire.Table:
    """A bot stands in for somebody absent."""
    home = house(request)
    return home.table(await leaving.replace_absent(home, request.user, match, data), request.user)


@post("/return", status_code=200, responses=ANY)
async def come_back(request: Asked, match: MatchId, data: JSONBody[wire.SeatRequest]) -> wire.Table:
    """Take the seat back from the bot that stood in."""
    home = house(request)
    return home.table(await leaving.come_back(home, request.user, match, data.seat), request.user)


@post("/hurry", status_code=200, responses=ANY)
async def hurry(request: Asked, match: MatchId, data: JSONBody[wire.HurryRequest]) -> wire.Done:
    """Ask the bot that thinks to answer at once."""
    await driving.hurry(house(request), request.user, match, data.base)
    return wire.Done()


@get("/orders", responses=ANY)
async def orders(request: Asked, match: MatchId, seat: SeatQuery = None) -> wire.Orders:
    """The standing orders of the own seat."""
    home = house(request)
    row = await home.row(match)
    number = home.seat(row, request.user, seat)
    return wire.Orders(msgspec.convert(row.seats[number].orders, list[wire.Order]), number)


@put("/orders", responses=ANY)
async def set_orders(request: Asked, match: MatchId, data: JSONBody[wire.Orders]) -> wire.Orders:
    """Replace the standing orders of the own seat."""
    return await ahead.set_orders(house(request), request.user, match, data)


@get("/premoves", responses=ANY)
async def premoves(request: Asked, match: MatchId, seat: SeatQuery = None) -> wire.PremovesInfo:
    """The premoves of the own seat."""
    home = house(request)
    row = await home.row(match)
    mine = row.seats[home.seat(row, request.user, seat)]
    return wire.PremovesInfo(mine.seat, mine.premoves, mine.premove_question, mine.dropped)


@put("/premoves", responses=ANY)
async def set_premoves(request: Asked, match: MatchId, data: JSONBody[wire.Premoves]) -> wire.PremovesInfo:
    """Replace the premoves of the own seat."""
    return await ahead.set_premoves(house(request), request.user, match, data)


@post("/premoves/preview", status_code=200, responses=ANY)
async def preview_premoves(
    request: Asked, match: MatchId, data: JSONBody[wire.PreviewRequest]
) -> Response[wire.Position]:
    """Options on a supposed position in which the own seat is asked next."""
    return sent(await drafting.supposed(house(request), request.user, match, data), wire.Position)


@get("/chat", responses=LOOK)
async def chat(
    request: Asked,
    match: MatchId,
    since: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    key: KeyQuery = None,
) -> wire.Chat:
    """The chat of a table."""
    home = house(request)
    home.admit(await home.row(match), request.user, key)
    return wire.Chat([wire.ChatLine(*line) for line in await home.store.read(talk.said, match, since)])


@post("/chat", status_code=201, responses=ANY)
async def say(request: Asked, match: MatchId, data: JSONBody[wire.Say], key: KeyQuery = None) -> wire.ChatLine:
    """Say something at a table."""
    home = house(request)
    person = request.user.must()
    row = await home.row(match)
    home.admit(row, request.user, key)
    limiter(request).take("chat", f"user {person.id}")
    at = now()
    text = data.text.replace("\x00", "")
    number = await home.store.write(_say, match, person.id, text, at)
    await home.store.tell(Said(match, number))
    return wire.ChatLine(number, person.id, person.name, text, at, person.guest)


def _say(connection: Connection, match: str, user: int, text: str, at: int) -> int:
    """A line of somebody who may speak at this moment."""
    return talk.say(connection, match, user, accounts.speaking(connection, user).name, text, at)


def _note(connection: Connection, match: str, user: int, text: str) -> None:
    accounts.present(connection, user)
    talk.set_note(connection, match, user, text)


@get("/notes", responses=ANY)
async def notes(request: Asked, match: MatchId, key: KeyQuery = None) -> wire.Notes:
    """The own private notes about a table."""
    home = house(request)
    person = request.user.must()
    home.admit(await home.row(match), request.user, key)
    return wire.Notes(await home.store.read(talk.note, match, person.id))


@put("/notes", responses=ANY)
async def set_notes(request: Asked, match: MatchId, data: JSONBody[wire.Notes], key: KeyQuery = None) -> wire.Notes:
    """Replace the own private notes about a table."""
    home = house(request)
    person = request.user.must()
    home.admit(await home.row(match), request.user, key)
    await home.store.write(_note, match, person.id, data.text.replace("\x00", ""))
    return data


@post("/ask", status_code=200, responses=ANY)
async def ask(request: Asked, match: MatchId, data: JSONBody[wire.AskRequest]) -> Response[wire.Answer]:
    """An extra service of the title, on a guess of the position."""
    home = house(request)
    row = await home.row(match)
    seat = home.seat(row, request.user, data.seat)
    asked = calls.Ask(seat=seat, name=data.name, args=data.args, actions=data.actions)
    return sent(await home.about(row, asked), wire.Answer)


@post("/hint", status_code=200, responses=ANY)
async def hint(request: Asked, match: MatchId, data: JSONBody[wire.HintRequest]) -> Response[wire.Hints]:
    """Advice for the pending question, from a guess of the position."""
    home = house(request)
    row = await home.row(match)
    seat = home.seat(row, request.user, data.seat)
    if row.state != "running":
        raise Refused(409, "over" if row.state == "over" else "not-started", "this match is not being played")
    if not row.coach:
        raise Refused(403, "no-coach", "this table is played without hints")

    async def advice() -> bytes:
        raw = await home.about(row, calls.Guess(base=row.number, seat=seat, actions=data.actions))
        world = msgpack.decode(raw, type=World)
        return await home.compute.call(Hint(game=world.game, data=world.data, seat=seat, level=data.level))

    key = (row.id, row.number, seat, data.level, *data.actions)
    return sent(await home.hints.get(key, advice), wire.Hints)


@get("/log", responses=LOOK)
async def log(
    request: Asked,
    match: MatchId,
    seat: SeatQuery = None,
    since: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    key: KeyQuery = None,
) -> Response[wire.Log]:
    """The log as the asker may read it."""
    home = house(request)
    row = await home.row(match)
    viewer = home.viewer(row, request.user, seat, key)
    if row.state == "broken":
        return Response(await records.broken_log(home, row, since))
    return sent(await home.about(row, calls.Log(seat=viewer, since=since, finished=row.finished)), wire.Log)


@get("/replay", responses=LOOK)
async def replay(
    request: Asked,
    match: MatchId,
    move: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    seat: SeatQuery = None,
    key: KeyQuery = None,
) -> Response[wire.Position]:
    """The position after that many moves."""
    home = house(request)
    row = await home.row(match)
    viewer = home.viewer(row, request.user, seat, key)
    return sent(await home.about(row, calls.Replay(seat=viewer, move=move, finished=row.finished)), wire.Position)


@get("/series", responses=LOOK)
async def series(
    request: Asked, match: MatchId, seat: SeatQuery = None, key: KeyQuery = None
) -> Response[wire.Series]:
    """Victory points by source and move."""
    home = house(request)
    row = await home.row(match)
    viewer = home.viewer(row, request.user, seat, key)
    return sent(await home.about(row, calls.Series(seat=viewer, finished=row.finished)), wire.Series)


@post("/try", status_code=200, responses=ANY)
async def sandbox(
    request: Asked, match: MatchId, data: JSONBody[wire.TryRequest], key: KeyQuery = None
) -> Response[wire.Position]:
    """Try from here: the asker plays every seat; nothing is stored."""
    home = house(request)
    row = await home.row(match)
    viewer = home.viewer(row, request.user, data.seat, key)
    if viewer is None and not row.finished:
        raise Refused(403, "not-yours", saying.say("server.try.players"))
    asked = calls.Try(
        move=data.move, seat=viewer, actions=data.actions, world=data.world, finished=row.finished, near=data.near
    )
    return sent(await home.about(row, asked), wire.Position)


@get("/data", responses=LOOK)
async def taken(
    request: Asked, match: MatchId, seat: SeatQuery = None, key: KeyQuery = None
) -> Response[wire.Answer]:
    """The position as data, to be edited: a guess of the asker's while the match runs."""
    home = house(request)
    row = await home.row(match)
    viewer = home.viewer(row, request.user, seat, key)
    if viewer is None and not row.finished:
        raise Refused(403, "not-yours", saying.say("server.try.players"))
    if not row.coach and not row.finished:  # what is taken out can be shown to the coach
        raise Refused(403, "no-coach", "this table is played without hints")
    return sent(await home.about(row, calls.Taken(seat=viewer, finished=row.finished)), wire.Answer)


@get("/record", responses=LOOK)
async def record(
    request: Asked,
    match: MatchId,
    kind: Annotated[Literal["text", "json"], QueryParameter(name="format")] = "json",
    seat: SeatQuery = None,
    key: KeyQuery = None,
) -> Response[wire.Record]:
    """The match as a file: whole once it is over, before that as far as the asker may know."""
    home = house(request)
    row = await home.row(match)
    viewer = home.viewer(row, request.user, seat, key)
    found = await records.record(home, row, viewer)
    name = f"orrery-{row.game}-{row.id}"
    if kind == "json":
        headers = {"content-disposition": f'attachment; filename="{name}.json"'}
        return Response(found, headers=headers)
    headers = {"content-disposition": f'attachment; filename="{name}.txt"'}
    text: Any = rows.as_text(found)
    return Response(text, media_type="text/plain", headers=headers)


ROUTER = Router(
    "/matches/{match:str}",
    route_handlers=[
        position,
        preview,
        commit,
        undo,
        answer_undo,
        resign,
        replace,
        come_back,
        hurry,
        orders,
        set_orders,
        premoves,
        set_premoves,
        preview_premoves,
        chat,
        say,
        notes,
        set_notes,
        ask,
        taken,
        hint,
        log,
        replay,
        series,
        sandbox,
        record,
    ],
    tags=["matches"],
)
