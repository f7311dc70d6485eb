"""Answers that are the same for everybody: read, marked and compressed once, then sent from memory."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from litestar import Request, Response

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")

_WORDS = ("application/json", "image/svg+xml", "application/manifest+json")


class Prepared:
    """Bytes ready to be sent, plain and compressed, each with a strong mark."""

    __slots__ = ("_forms", "kind")

    def __init__(self, body: bytes, kind: str) -> None:
        words = kind.startswith("text/") or kind in _WORDS
        self.kind = f"{kind}; charset=utf-8" if words else kind
        mark = hashlib.blake2b(body, digest_size=12).hexdigest()
        self._forms = [(f'"{mark}"', body, "")]
        if words and len(body) >= 1000:
            self._forms.append((f'"{mark}-gzip"', gzip.compress(body, 9, mtime=0), "gzip"))

    def answer(self, request: Request[Any, Any, Any], headers: Mapping[str, str]) -> Response[bytes]:
        """The bytes in the best form that the asker takes, or that they have not changed."""
        takes = request.headers.get("accept-encoding", "")
        mark, body, coding = next(form for form in reversed(self._forms) if form[2] in takes)
        sent = {**headers, "etag": mark}
        if len(self._forms) > 1:
            sent["vary"] = "accept-encoding"
        known = {one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")}
        if mark in known:
            return Response(b"", status_code=304, headers=sent)
        if coding:
            sent["content-encoding"] = coding
        return Response(body, media_type=self.kind, headers=sent)


_FILES: dict[Path, tuple[tuple[int, int], Prepared]] = {}


def file(path: Path) -> Prepared:
    """A file, read again only when it has changed."""
    state = path.stat()
    stamp = (state.st_mtime_ns, state.st_size)
    known = _FILES.get(path)
    if known is None or known[0] != stamp:
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        known = _FILES[path] = (stamp, Prepared(path.read_bytes(), kind))
    return known[1]
