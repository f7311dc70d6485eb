"""The application: the house with its doors."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from functools import partial
from typing import Any, cast

import msgspec
import structlog
from litestar import Litestar, Request, Response, Router
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, ValidationException
from litestar.middleware import DefineMiddleware
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import Counter, Histogram
from sqlalchemy.exc import DataError

from orrery import __version__
from orrery.bots import BOTS
from orrery.core.saying import say
from orrery.desk import wire
from orrery.desk.problems import Refused, unfit_field
from orrery.server import practising, reporting
from orrery.server.api import friends, history, matches, moderation, notices, pages, system, tables
from orrery.server.api import live as live_api
from orrery.server.api import people as people_api
from orrery.server.api import practice as practice_api
from orrery.server.api import study as study_api
from orrery.server.api.access import Access, Limiter, rates, shared
from orrery.server.api.bodies import Body
from orrery.server.api.headers import Headers
from orrery.server.api.prepared import Prepared
from orrery.server.club import announcing
from orrery.server.engine import checking
from orrery.server.engine.compute import compute, studious
from orrery.server.engine.pool import Pool
from orrery.server.engine.turns import ASKER, Asker
from orrery.server.gauges import Gauges
from orrery.server.house import House, Who
from orrery.server.keeping import keep, wake_up
from orrery.server.live.rooms import Live
from orrery.server.notices.sending import Notices, new_vapid
from orrery.server.people import accounts
from orrery.server.settings import Settings, register
from orrery.server.store.database import CHANNEL, Store, migrate
from orrery.server.visits import REFUSAL, Visits

LOG = structlog.get_logger("orrery.app")

BODY = 4_000_000
"""Bytes that a request may have."""

_CODES = {
    400: "bad-request",
    401: "sign-in",
    403: "not-yours",
    404: "not-found",
    405: "not-found",
    413: "too-large",
}


REQUESTS = Counter("orrery_requests_total", "Requests to the API", ["method", "status"])
REFUSED = Counter("orrery_refusals_total", "Requests that were refused", ["code"])
SECONDS = Histogram("orrery_request_seconds", "Time until a request to the API is answered", ["method"])


def measured(app: ASGIApp) -> ASGIApp:
    """Counts and times requests."""

    async def asgi(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await app(scope, receive, send)
            return
        begun = time.perf_counter()
        method: str = scope.get("method", "")

        async def answered(message: Message) -> None:
            if message["type"] == "http.response.start":
                REQUESTS.labels(method, message["status"]).inc()
                SECONDS.labels(method).observe(time.perf_counter() - begun)
            await send(message)

        await app(scope, receive, answered)

    return asgi


def asking(app: ASGIApp) -> ASGIApp:
    """Remembers on whose behalf a request computes, and listens whether its client is still there."""

    async def asgi(scope: Scope, receive: Receive, send: Send) -> None:
        who: Who = scope.get("user") or Who()  # a question about options comes from nobody
        client = scope.get("client")
        address = client[0] if client else "?"
        user = f"user {who.id}" if who.id is not None else f"at {address}"
        listens = receive if scope["type"] == ScopeType.HTTP else None
        asker = Asker(user, cast("Any", listens), bounded=True, address=address)
        token = ASKER.set(asker)
        try:
            await app(scope, receive, send)
        finally:
            ASKER.reset(token)
            asker.done()

    return asgi


def _counted(request: Request[Any, Any, Any], code: str) -> None:
    REFUSED.labels(code).inc()
    request.scope.setdefault("state", {})[REFUSAL] = code


def refused(request: Request[Any, Any, Any], error: Refused) -> Response[wire.Problem]:
    _counted(request, error.code)
    headers = {"Retry-After": str(error.detail.get("wait", 60))} if error.status == 429 else {}
    return Response(error.problem(), status_code=error.status, headers=headers)


def http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[wire.Problem]:
    """What Litestar refuses by itself, in our form."""
    detail: dict[str, Any] = {}
    sentence = str(error.detail)
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        first: Mapping[str, Any] = error.extra[0]
        sentence = str(first.get("message", sentence))
        detail = {"field": str(first.get("key", ""))}
        if detail["field"]:
            sentence = f"{detail['field']}: {sentence}"
            detail["reason"] = unfit_field(detail["field"], sentence)
    status = error.status_code
    code = _CODES.get(status, "bad-request" if status < 500 else "internal")
    _counted(request, code)
    return Response(wire.Problem(code, sentence, detail), status_code=status, headers=dict(error.headers or {}))


def unfit(request: Request[Any, Any, Any], error: DataError) -> Response[wire.Problem]:
    """A text that the database cannot hold."""
    _counted(request, "bad-request")
    return Response(Refused(400, "bad-request", say("server.text.nul")).problem(), status_code=400)


def internal(request: Request[Any, Any, Any], error: Exception) -> Response[wire.Problem]:
    """A fault of ours: told without details, logged with them."""
    _counted(request, "internal")
    LOG.error("request failed", path=request.url.path, method=request.method, exc_info=error)
    return Response(wire.Problem("internal", "the server has failed on this request"), status_code=500)


class _Api(Router):
    """Made for one application: the copy that Litestar makes of every router would take a third of a start."""

    def __deepcopy__(self, memo: dict[int, Any]) -> _Api:
        return self


def create_app(
    settings: Settings, environment: Mapping[str, str] | None = None, visits: Visits | None = None
) -> Litestar:
    """The application of these settings; everything is opened when it starts and closed when it stops."""
    register(settings.titles, settings.levels)
    backend: ChannelsBackend = MemoryChannelsBackend()
    if settings.dsn:
        from orrery.server.live.channels import PostgresChannels  # takes long, and SQLite does not need it

        backend = PostgresChannels(settings.dsn)
    channels = ChannelsPlugin(backend, channels=[CHANNEL])

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncGenerator[None, None]:
        store = Store(settings)
        if settings.migrate:
            await asyncio.to_thread(migrate, store.engine)
        env = dict(os.environ if environment is None else environment)
        for name in ("ORRERY_DATABASE", "ORRERY_SMTP"):  # with passwords, and no business of an engine
            env.pop(name, None)
        if settings.titles:
            env["ORRERY_TITLES"] = settings.titles
        if settings.levels:
            env["ORRERY_LEVELS"] = settings.levels
        pool = Pool(settings.workers, settings.limit, env, most=settings.waiting)
        place = compute(settings, env)
        study = studious(settings, place, env)
        house = House(settings, store, pool, place, study)
        house.key = await store.write(accounts.session_key)
        house.levels = list(BOTS)
        house.announcement = await store.read(announcing.current)
        house.live = Live(house)
        house.notices = Notices(house, await store.write(accounts.secret, "vapid", new_vapid))
        app.state.house = house
        app.state.gauges = Gauges(settings, store)
        app.state.describe, app.state.document = partial(prepared_document, app), None
        app.state.limiter = Limiter(settings.rates, rates(settings), shared=shared(store, house.key))
        await wake_up(house)
        await pool.start()
        if settings.ray:
            await place.start()  # a local process starts with the first bot that is asked
        async with contextlib.AsyncExitStack() as stack:
            await stack.enter_async_context(channels)
            store.publish = lambda data: channels.publish(data, CHANNEL)
            subscriber = await channels.subscribe([CHANNEL])
            background = [
                house.spawn(_listen(subscriber, house), "events"),
                house.spawn(house.live.look_after(), "rooms"),
                house.spawn(house.notices.run(), "notices"),
                house.spawn(keep(house), "clocks"),
                house.spawn(checking.at_start(house), "check"),
                house.spawn(reporting.run(house), "reports"),
                house.spawn(practising.run(house), "practice"),
            ]
            if visits is not None:
                background.append(house.spawn(visits.keep(), "access log"))
            gc.freeze()  # what is there now stays: it need not be looked through again and again
            LOG.info("open", database="postgresql" if store.postgres else "sqlite", workers=settings.workers)
            yield
            LOG.info("closing")
            house.leave()
            await place.stop()
            await study.stop()
            for task in background:
                task.cancel()
            await asyncio.gather(*background, return_exceptions=True)
            await house.settle()
            store.publish = None
        house.notices.post.close()
        await pool.stop()
        store.close()

    api = _Api(
        "/api",
        route_handlers=[
            people_api.ROUTER,
            friends.ROUTER,
            history.ROUTER,
            tables.ROUTER,
            matches.ROUTER,
            study_api.ROUTER,
            practice_api.ROUTER,
            notices.ROUTER,
            moderation.ROUTER,
            live_api.ROUTER,
            system.ROUTER,
        ],
        middleware=[measured, DefineMiddleware(Access), asking],
    )
    handlers: dict[type[Exception] | int, Callable[..., Response[Any]]] = {
        Refused: refused,
        HTTPException: http_error,
        DataError: unfit,
        Exception: internal,
    }
    return Litestar(
        [api, system.metrics, *pages.handlers()],
        lifespan=[lifespan],
        exception_handlers=handlers,
        before_send=[Headers(settings)],
        openapi_config=OpenAPIConfig(
            title="Orrery",
            version=__version__,
            description="Play, study and solve Gaia Project and Evacuation.",
            path="/api/schema",
            render_plugins=[],
            use_handler_docstrings=True,
            components=Components(
                security_schemes={"token": SecurityScheme(type="http", scheme="bearer")},
            ),
        ),
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1000, gzip_compress_level=4, exclude_opt_key="prepared"
        ),
        request_max_body_size=BODY,
        request_class=Body,
        state=State(),
        logging_config=None,
        debug=False,
    )


def document(app: Litestar) -> dict[str, Any]:
    """The OpenAPI document, with the live messages among its structs (``ClientMessage``, ``ServerMessage``)."""
    found: dict[str, Any] = app.openapi_schema.to_schema()
    found["components"]["schemas"] |= described()
    # A record is also told as text.
    record = found["paths"]["/api/matches/{match}/record"]["get"]["responses"]["200"]
    record["content"]["text/plain"] = {"schema": {"type": "string"}}
    return found


def prepared_document(app: Litestar) -> Prepared:
    """The OpenAPI document as it is sent."""
    return Prepared(msgspec.json.encode(document(app)), "application/json")


def described() -> dict[str, dict[str, Any]]:
    """JSON schemas of everything that crosses the wire, by name.

    The structs are described by msgspec, which reads and writes them: Litestar does not know arrays with
    named places, nor that unknown fields are refused.
    """
    kinds = [kind for part in wire.PARTS for kind in vars(part).values() if isinstance(kind, type)]
    own = [kind for kind in kinds if issubclass(kind, msgspec.Struct) and kind is not wire.Request]
    structs = [kind for kind in dict.fromkeys(own) if kind is not msgspec.Struct]
    messages = (wire.ClientMessage, wire.ServerMessage)
    shapes, found = msgspec.json.schema_components(
        (*messages, *structs), ref_template="#/components/schemas/{name}"
    )
    return {**found, "ClientMessage": shapes[0], "ServerMessage": shapes[1]}


async def _listen(subscriber: Any, house: House) -> None:
    async for raw in subscriber.iter_events():
        try:
            await house.live.heard(raw)
        except Exception:  # one odd event must not end the listening
            LOG.exception("an event could not be understood")
