"""What every answer says to a browser: which scripts run, where they may ask, what is kept."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import lru_cache
from pathlib import Path

from litestar.datastructures import MutableScopeHeaders
from litestar.types import Message, Scope

from orrery.server.api import pages
from orrery.server.settings import Settings

DOCS = Path(__file__).parent / "docs.html"

PAGE = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'{scripts}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; "
    "connect-src 'self'{live}; font-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'self'; "
    "form-action 'self'; frame-ancestors 'self'"
)
API = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

_INLINE = re.compile(rb"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", re.DOTALL | re.IGNORECASE)
_HOST = re.compile(r"[A-Za-z0-9.-]+(:\d+)?|\[[0-9A-Fa-f:.]+\](:\d+)?")


@lru_cache(maxsize=8)
def _hashes(document: Path, changed: int) -> str:
    """The scripts that stand in a document, as a policy names them."""
    found = _INLINE.findall(document.read_bytes())
    return "".join(f" 'sha256-{base64.b64encode(hashlib.sha256(one).digest()).decode()}'" for one in found)


def scripts(document: Path) -> str:
    """The same, read again when the document has changed."""
    try:
        return _hashes(document, document.stat().st_mtime_ns)
    except OSError:
        return ""


class Headers:
    """Adds them to whatever is sent, refusals and faults included."""

    def __init__(self, settings: Settings) -> None:
        self.fixed = {"x-content-type-options": "nosniff", "referrer-policy": "same-origin"}
        if settings.origin.startswith("https://"):
            self.fixed["strict-transport-security"] = "max-age=31536000"
        self._live = settings.origin.replace("http", "ws", 1)

    async def __call__(self, message: Message, scope: Scope) -> None:
        """Litestar calls this with every message."""
        if message["type"] != "http.response.start":
            return
        headers = MutableScopeHeaders(message)
        for name, value in self.fixed.items():
            headers[name] = value
        path = scope["path"]
        if path == "/metrics" or path == "/api" or path.startswith("/api/"):
            headers.setdefault("cache-control", "no-store")
            allowed = API
            if path == "/api/docs":
                allowed += f"; script-src{scripts(DOCS)}; connect-src 'self'"
        else:
            allowed = PAGE.format(scripts=scripts(pages.STATIC / "index.html"), live=self._sockets(scope))
        headers["content-security-policy"] = allowed

    def _sockets(self, scope: Scope) -> str:
        """Where live connections of the page go: the host that it came from."""
        found = {self._live} if self._live else set()
        host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
        if _HOST.fullmatch(host):
            found.add(f"{'wss' if scope['scheme'] == 'https' else 'ws'}://{host}")
        return "".join(f" {one}" for one in sorted(found))
