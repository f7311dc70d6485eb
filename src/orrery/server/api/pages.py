"""The built page, served with cache headers; every address of the page is answered with its one document."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from orrery.core.saying import say
from orrery.desk.problems import Refused
from orrery.server.api import prepared

STATIC = Path(os.environ.get("ORRERY_STATIC") or Path(__file__).parents[1] / "static")
"""The built page; another build of it can be served by ORRERY_STATIC."""

MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Orrery</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;
padding:0 1rem}</style>
<h1>Orrery</h1>
<p>The server runs, but its page has not been built yet: run <code>make page</code> in the project, then reload.</p>
<p>Programs can use the server as it is: <a href="/api/docs">the API</a>.</p></html>
"""


def _file(path: str) -> Path | None:
    """A file of the built page; nothing outside its folder."""
    if "\0" in path:
        raise Refused(400, "bad-request", say("server.address.nul"))
    root = STATIC.resolve()
    found = (root / path.lstrip("/")).resolve()
    try:
        return found if found.is_relative_to(root) and found.is_file() else None
    except OSError:  # longer than any name of a file
        return None


def _answer(file: Path, request: Request[Any, Any, Any]) -> Response[bytes]:
    # Built assets carry a hash in their name and never change; everything else is asked for again.
    inside = file.relative_to(STATIC.resolve()).parts
    hashed = inside[0] in ("assets", "engine")
    cache = "public, max-age=31536000, immutable" if hashed else "no-cache"
    return prepared.file(file).answer(request, {"cache-control": cache})


@get("/", include_in_schema=False, prepared=True)
async def front(request: Request[Any, Any, Any]) -> Response[Any]:
    """The page."""
    return _page(request, "")


@get("/{path:path}", include_in_schema=False, prepared=True)
async def page(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[Any]:
    """A file of the page, or its document for every address that the page itself understands."""
    return _page(request, path)


def _page(request: Request[Any, Any, Any], path: str) -> Response[Any]:
    file = _file(path) if path.strip("/") else None
    if file is not None:
        return _answer(file, request)
    if path.startswith(("/api/", "/assets/", "/engine/")) or "." in path.rpartition("/")[2]:
        raise NotFoundException(f"there is no {path}")
    index = _file("index.html")
    if index is None:
        return Response(MISSING, media_type=MediaType.HTML, headers={"cache-control": "no-store"})
    return _answer(index, request)


def handlers() -> list[Any]:
    """What serves the page."""
    return [front, page]
