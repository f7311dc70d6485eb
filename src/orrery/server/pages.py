"""The built page, served with cache headers; every address of the page is answered with its one document."""

from __future__ import annotations

import hashlib
import mimetypes
import os
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

STATIC = Path(os.environ.get("ORRERY_STATIC") or Path(__file__).parent / "static")
"""The built page; another build of it can be served by ORRERY_STATIC."""

POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self' ws: wss:; font-src 'self'; worker-src 'self'; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
)
SAFE = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
}

MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Orrery</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;
padding:0 1rem}</style>
<h1>Orrery</h1>
<p>The server runs, but its page has not been built yet: run <code>make page</code> in the project, then reload.</p>
<p>Programs can use the server as it is: <a href="/api/docs">the API</a>.</p></html>
"""

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")


def _file(path: str) -> Path | None:
    """A file of the built page; nothing outside its folder."""
    root = STATIC.resolve()
    found = (root / path.lstrip("/")).resolve()
    return found if found.is_relative_to(root) and found.is_file() else None


def _answer(file: Path, request: Request[Any, Any, Any]) -> Response[bytes]:
    body = file.read_bytes()
    mark = '"' + hashlib.blake2b(body, digest_size=12).hexdigest() + '"'
    # Built assets carry a hash in their name and never change; everything else is asked for again.
    hashed = file.parent.name == "assets"
    cache = "public, max-age=31536000, immutable" if hashed else "no-cache"
    headers = {"cache-control": cache, "etag": mark, **SAFE}
    if request.headers.get("if-none-match") == mark:
        return Response(b"", status_code=304, headers=headers)
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind in ("application/json", "image/svg+xml", "application/manifest+json"):
        kind += "; charset=utf-8"
    return Response(body, media_type=kind, headers=headers)


@get("/", include_in_schema=False)
async def front(request: Request[Any, Any, Any]) -> Response[Any]:
    """The page."""
    return _page(request, "")


@get("/{path:path}", include_in_schema=False)
async def page(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[Any]:
    """A file of the page, or its document for every address that the page itself understands."""
    return _page(request, path)


def _page(request: Request[Any, Any, Any], path: str) -> Response[Any]:
    file = _file(path) if path.strip("/") else None
    if file is not None:
        return _answer(file, request)
    if path.startswith(("/api/", "/assets/")) or "." in path.rpartition("/")[2]:
        raise NotFoundException(f"there is no {path}")
    index = _file("index.html")
    if index is None:
        return Response(MISSING, media_type=MediaType.HTML, headers={"cache-control": "no-store", **SAFE})
    return _answer(index, request)


def handlers() -> list[Any]:
    """What serves the page."""
    return [front, page]
