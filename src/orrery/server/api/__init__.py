"""The endpoints. Handlers find out who asks, say what is wanted, and leave the doing to the house."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any, TypeVar

from litestar import Request, Response
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter, QueryParameter

from orrery.desk import wire
from orrery.desk.problems import Refused
from orrery.server.api.access import Limiter, address
from orrery.server.house import House, Who
from orrery.server.people.accounts import Person

T = TypeVar("T")

Asked = Request[Who, Any, State]

MatchId = Annotated[str, PathParameter(min_length=1, max_length=40, description="Id of a table and its match")]
SeatQuery = Annotated[int | None, QueryParameter(ge=0, le=15, description="The own seat through which to look")]
KeyQuery = Annotated[str | None, QueryParameter(max_length=80, description="From the link of a table")]


def refusals(*codes: int) -> dict[int, ResponseSpec]:
    """The refusals of an endpoint, for the OpenAPI document."""
    return {
        code: ResponseSpec(wire.Problem, description=_WORDS[code], generate_examples=False)
        for code in (400, 429, 503, *codes)
    }


_WORDS = {
    400: "Bad input",
    401: "Needs a session or token",
    403: "Not allowed",
    404: "There is no such thing",
    409: "Not in this state",
    413: "Too large",
    429: "Too many requests",
    503: "Try again later",
}

ANY = refusals(401, 403, 404, 409)


def house(request: Asked) -> House:
    found: House = request.app.state.house
    return found


def limiter(request: Asked) -> Limiter:
    found: Limiter = request.app.state.limiter
    return found


def origin(request: Asked) -> str:
    """The address by which the asker reaches this server."""
    return f"{request.base_url.scheme}://{request.base_url.netloc}"


def own(request: Asked) -> str:
    """The address of this server as it knows it itself, whatever the asker says: for links that go to strangers."""
    known = house(request).settings.origin
    if known:
        return known
    host, port = request.scope.get("server") or ("127.0.0.1", None)
    shown = f"[{host}]" if ":" in host else host
    return f"{request.base_url.scheme}://{shown}" + (f":{port}" if port else "")


async def confirmable(request: Asked, person: Person) -> None:
    """Mail the link by which a new e-mail address is confirmed; not too often, and then it stays unconfirmed."""
    home = house(request)
    asking = await home.notices.asks(person)
    if asking is not None:
        with suppress(Refused):
            await limiter(request).count("letters", address(request))
            await home.notices.ask(asking, own(request))


def sent(raw: bytes, kind: type[T]) -> Response[T]:
    """JSON that a worker has written, as a response of that kind."""
    return Response(raw, media_type="application/json")  # type: ignore[arg-type]  # bytes go out as they are
