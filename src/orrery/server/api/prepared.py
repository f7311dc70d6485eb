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
mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/wasm", ".wasm")

_WORDS = ("application/json", "image/svg+xml", "application/manifest+json")


class Prepared:
    """Bytes ready to be sent, plain and compressed, each with a strong mark."""

    __slots__ = ("_forms", "kind")

    def __init__(self, body: bytes, kind: str, made: Mapping[str, bytes] | None = None) -> None:
        """``made`` holds the same compressed already, by coding: the best one last."""
        words = kind.startswith("text/") or kind in _WORDS
        self.kind = f"{kind}; charset=utf-8" if words else kind
        mark = hashlib.blake2b(body, digest_size=12).hexdigest()
        self._forms = [(f'"{mark}"', body, "")]
        if made:
            self._forms += [(f'"{mark}-{coding}"', packed, coding) for coding, packed in made.items()]
        elif words and len(body) >= 1000:
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


_CODINGS = {"gzip": ".gz", "br": ".br"}
"""Files that were compressed when the page was built lie beside what they hold."""

_FILES: dict[Path, tuple[tuple[int, int], Prepared]] = {}


def file(path: Path) -> Prepared:
    """A file, read again only when it has changed."""
    state = path.stat()
    stamp = (state.st_mtime_ns, state.st_size)
    known = _FILES.get(path)
    if known is None or known[0] != stamp:
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        beside = {coding: path.with_name(path.name + ending) for coding, ending in _CODINGS.items()}
        made = {coding: packed.read_bytes() for coding, packed in beside.items() if packed.is_file()}
        known = _FILES[path] = (stamp, Prepared(path.read_bytes(), kind, made))
    return known[1]
