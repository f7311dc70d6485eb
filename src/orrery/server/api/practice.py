"""Practice of own mistakes, and puzzles that people and ratings meet in."""

from __future__ import annotations

from typing import Annotated

from litestar import Router, delete, get, post
from litestar.params import JSONBody, PathParameter
from msgspec import msgpack

from orrery.core.saying import say
from orrery.desk import wire
from orrery.desk.problems import Refused
from orrery.server import practising
from orrery.server.api import ANY, Asked, KeyQuery, MatchId, house, limiter, refusals
from orrery.server.store import solving
from orrery.study import studying

CardId = Annotated[int, PathParameter(ge=0, le=1 << 53, description="A card")]
Number = Annotated[int, PathParameter(ge=0, le=1 << 31, description="Which answer to it, from 0")]
GameName = Annotated[str, PathParameter(min_length=1, max_length=40, description="A title")]
PuzzleId = Annotated[str, PathParameter(min_length=1, max_length=40, description="A puzzle of it")]


@get("/practice", responses=refusals(401))
async def practice(request: Asked) -> wire.Practice:
    """The own mistakes of all games: how many are due, by kind, and the cards."""
    return await practising.overview(house(request), request.user)


@get("/practice/{card:int}", responses=refusals(401, 404))
async def card(request: Asked, card: CardId) -> wire.CardPosition:
    """The position before a mistake, and what was played; what would have been better is told after an answer."""
    return await practising.card(house(request), request.user, card)


@delete("/practice/{card:int}", status_code=204, responses=refusals(401, 404))
async def drop(request: Asked, card: CardId) -> None:
    """Take a card out of the practice."""
    await practising.drop(house(request), request.user, card)


@post("/practice/{card:int}/answers", status_code=202, responses=ANY)
async def answer(request: Asked, card: CardId, data: JSONBody[wire.CardTry]) -> wire.CardAnswer:
    """Answer a card. It is judged beside everything else; the same number again is the same answer."""
    person = request.user.must()
    limiter(request).take("practice", f"user {person.id}")
    return await practising.ask(house(request), request.user, card, data.number, data.actions)


@get("/practice/{card:int}/answers/{number:int}", responses=refusals(401, 404))
async def answered(request: Asked, card: CardId, number: Number) -> wire.CardAnswer:
    """How far the judgement of an answer is; once it is done, the best line too."""
    return await practising.told(house(request), request.user, card, number)


@post("/matches/{match:str}/practice", status_code=200, responses=ANY)
async def gather(
    request: Asked, match: MatchId, data: JSONBody[wire.ReportRequest], key: KeyQuery = None
) -> wire.Gathered:
    """Practise the clear moments of a report that is done. Those of the own seat are there without asking."""
    person = request.user.must()
    limiter(request).take("practice", f"user {person.id}")
    home = house(request)
    row = await home.row(match)
    home.admit(row, request.user, key)
    return await practising.add(home, request.user, row, data.seat, data.depth)


@get("/puzzles/{game:str}", responses=refusals())
async def puzzles(request: Asked, game: GameName) -> wire.Puzzles:
    """Ratings of puzzles by people, and what the asker made of them."""
    return await house(request).store.read(solving.told, request.user.id, game)


@post("/puzzles/{game:str}/{puzzle:str}", status_code=200, responses=ANY)
async def solve(
    request: Asked, game: GameName, puzzle: PuzzleId, data: JSONBody[wire.PuzzleTry]
) -> wire.PuzzleAnswer:
    """Answer a puzzle. The first answer of a person rates both; looking at the solution before is an answer too."""
    from orrery.study.puzzles import puzzle_of  # with all that thinks, which a server needs for nothing else

    person = request.user.must()
    limiter(request).take("puzzles", f"user {person.id}")
    home = house(request)
    try:
        about = puzzle_of(game, puzzle)
    except LookupError:
        raise Refused(404, "not-found", say("server.puzzle.none", got=puzzle)) from None
    reached, share = None, 0.0
    if data.line:
        what = studying.Solve(game=game, puzzle=puzzle, line=data.line)
        reached, share = msgpack.decode(await home.pool.call(what), type=tuple[int, float])
    found = await home.store.write(solving.answer, person.id, game, puzzle, about["rating"], share, reached)
    return wire.PuzzleAnswer(reached, share, found.rated, found.mine, found.before, found.puzzle)


ROUTER = Router(
    "/", route_handlers=[practice, card, drop, answer, answered, gather, puzzles, solve], tags=["study"]
)
