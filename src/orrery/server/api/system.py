"""Health, metrics, and the page of the API."""

from __future__ import annotations

import asyncio
from pathlib import Path

from litestar import Response, Router, get
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from orrery import __version__
from orrery.desk import calls, wire
from orrery.server.api import Asked, house, prepared
from orrery.server.gauges import Gauges
from orrery.server.store.database import Unstored


@get("/health")
async def health() -> wire.Health:
    """This process answers."""
    return wire.Health("ok", __version__)


@get("/ready")
async def ready(request: Asked) -> Response[wire.Health]:
    """The database and the workers answer; 503 when they do not, or when the server is about to stop.

    After a write has failed the database is fine again when one succeeds, and this tries one.
    """
    home = house(request)
    parts = {"database": "ok", "engine": "ok", "server": "closing" if home.closing else "ok"}
    try:
        await asyncio.wait_for(home.store.usable(), 5)
    except Unstored as error:
        parts["database"] = error.sentence
    except Exception as error:  # noqa: BLE001  # whatever it is, the database does not answer
        parts["database"] = type(error).__name__
    try:
        await asyncio.wait_for(home.pool.call(calls.Titles()), 5)
    except Exception as error:  # noqa: BLE001  # whatever it is, the engine does not answer
        parts["engine"] = type(error).__name__
    fine = all(part == "ok" for part in parts.values())
    status = 200 if fine else 503
    return Response(wire.Health("ok" if fine else "not ready", __version__, parts), status_code=status)


@get("/metrics", include_in_schema=False)
async def metrics(request: Asked) -> Response[bytes]:
    """Figures for Prometheus."""
    gauges: Gauges = request.app.state.gauges
    await gauges.measure()
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@get("/docs", include_in_schema=False, prepared=True)
async def docs(request: Asked) -> Response[bytes]:
    """The OpenAPI document as a page."""
    return prepared.file(Path(__file__).parent / "docs.html").answer(request, {"cache-control": "no-cache"})


@get("/openapi.json", include_in_schema=False, prepared=True)
async def openapi(request: Asked) -> Response[bytes]:
    """The OpenAPI document."""
    state = request.app.state
    if state.document is None:  # whoever asks first has it made, for everybody
        state.document = asyncio.create_task(asyncio.to_thread(state.describe))
    making: asyncio.Task[prepared.Prepared] = state.document
    return (await asyncio.shield(making)).answer(request, {"cache-control": "no-cache"})


ROUTER = Router("/", route_handlers=[health, ready, docs, openapi], tags=["server"])
