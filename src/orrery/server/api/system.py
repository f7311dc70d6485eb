"""Health, metrics, and the page of the API."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from litestar import Response, Router, get
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy import Connection, text

from orrery import __version__
from orrery.server import wire
from orrery.server.api import Asked, house


@get("/health")
async def health() -> wire.Health:
    """This process answers."""
    return wire.Health("ok", __version__)


def _alive(connection: Connection) -> None:
    connection.execute(text("SELECT number FROM matches LIMIT 1"))


@get("/ready")
async def ready(request: Asked) -> Response[wire.Health]:
    """The database and the workers answer; 503 when they do not, or when the server is about to stop."""
    home = house(request)
    parts = {"database": "ok", "engine": "ok", "server": "closing" if home.closing else "ok"}
    try:
        await asyncio.wait_for(home.store.read(_alive), 5)
    except Exception as error:  # noqa: BLE001  # whatever it is, the database does not answer
        parts["database"] = type(error).__name__
    try:
        await asyncio.wait_for(home.pool.call("titles", {}), 5)
    except Exception as error:  # noqa: BLE001  # whatever it is, the engine does not answer
        parts["engine"] = type(error).__name__
    fine = all(part == "ok" for part in parts.values())
    status = 200 if fine else 503
    return Response(wire.Health("ok" if fine else "not ready", __version__, parts), status_code=status)


@get("/metrics", include_in_schema=False)
async def metrics() -> Response[bytes]:
    """Figures for Prometheus."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@get("/docs", include_in_schema=False)
async def docs() -> Response[bytes]:
    """The OpenAPI document as a page."""
    page = Path(__file__).parent / "docs.html"
    return Response(page.read_bytes(), media_type="text/html; charset=utf-8")


@get("/openapi.json", include_in_schema=False)
async def openapi(request: Asked) -> dict[str, Any]:
    """The OpenAPI document."""
    from orrery.server.app import document

    return document(request.app)


ROUTER = Router("/", route_handlers=[health, ready, docs, openapi], tags=["server"])
