"""What every answer says to a browser."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from orrery.server.api.headers import DOCS, scripts
from tests.server.running import Running

THEME = "document.documentElement.dataset.theme = 'dark'"


def _hash(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A page that was built."""
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    document = f'<script>{THEME}</script><script type="module" src="/assets/a.js"></script>'
    (static / "index.html").write_text(document)
    (static / "assets" / "a.js").write_text("let x = 1")
    return static


def _directive(policy: str, name: str) -> list[str]:
    found = [part.split() for part in policy.split(";")]
    return next(words[1:] for words in found if words[0] == name)


def test_only_the_scripts_of_the_page_run_and_ask_only_their_host(
    start_sqlite: Callable[..., Running], built: Path
) -> None:
    server = start_sqlite(static=str(built), origin="https://orrery.example")
    nobody = server.nobody()
    for path in ("/", "/match/x", "/assets/a.js", "/nothing.js"):
        answer = nobody.ask("GET", path)
        policy = answer.headers["content-security-policy"]
        # The engine in the page is WebAssembly; no text is ever run as a script.
        assert _directive(policy, "script-src") == ["'self'", "'wasm-unsafe-eval'", _hash(THEME)]
        own = f"ws://127.0.0.1:{server.port}"
        assert _directive(policy, "connect-src") == ["'self'", own, "wss://orrery.example"]
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
    odd = nobody.ask("GET", "/", headers={"Host": "x; script-src *"})
    assert "*" not in odd.headers.get("content-security-policy", "")
    (built / "index.html").write_text("<script>let y</script>")
    assert _hash("let y") in nobody.ask("GET", "/").headers["content-security-policy"]


def test_every_answer_has_them(sqlite_server: Running) -> None:
    ada, nobody = sqlite_server.person("Ada"), sqlite_server.nobody()
    answers = [
        ada.ask("GET", "/api/me"),
        ada.ask("GET", "/api/tables"),
        nobody.ask("GET", "/api/tokens"),
        nobody.ask("GET", "/api/none"),
        nobody.ask("POST", "/api/me"),
        nobody.ask("POST", "/api/guest", content=b"{"),
        nobody.ask("POST", "/api/guest", content=b"x" * 5_000_000),
        nobody.ask("GET", "/api/docs"),
        nobody.ask("GET", "/api/openapi.json"),
        nobody.ask("GET", "/metrics"),
        nobody.ask("GET", "/"),
        nobody.ask("GET", "/none.js"),
    ]
    assert {answer.status_code for answer in answers} == {200, 400, 401, 404, 405, 413}
    for answer in answers:
        told = (answer.request.url.path, answer.status_code)
        assert answer.headers.get_list("x-content-type-options") == ["nosniff"], told
        assert answer.headers.get_list("referrer-policy") == ["same-origin"], told
        (policy,) = answer.headers.get_list("content-security-policy")
        for name in ("script-src", "default-src"):
            allowed = policy.partition(name)[2].partition(";")[0].split()
            assert not [word for word in allowed if "unsafe" in word and word != "'wasm-unsafe-eval'"], told
        assert "strict-transport-security" not in answer.headers, told
        if answer.request.url.path.startswith(("/api", "/metrics")):
            # The documentation holds nothing of anybody: a browser may keep it and asks whether it has changed.
            kept = "no-cache" if told[0] in ("/api/docs", "/api/openapi.json") else "no-store"
            assert answer.headers.get_list("cache-control") == [kept], told
            assert _directive(policy, "default-src") == ["'none'"], told
    docs = answers[7].headers["content-security-policy"]
    assert _directive(docs, "script-src") == scripts(DOCS).split()
    assert len(scripts(DOCS).split()) == 1
