"""Every refusal can be told in every language of the page, and is in the list of the documentation."""

from __future__ import annotations

import ast
import re

import pytest

from orrery.server import app
from tests.server.running import ROOT

SOURCES = sorted((ROOT / "src" / "orrery" / "server").rglob("*.py"))
RAISED = {"Refused": 1, "Problem": 0, "LiveProblem": 0}
"""Who makes refusals, and where their code stands."""


def _words(node: ast.expr) -> set[str]:
    """The codes that an argument can be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return _words(node.body) | _words(node.orelse)
    if isinstance(node, ast.BoolOp):
        return set().union(*map(_words, node.values))
    return set()


def codes() -> set[str]:
    """Every code that the server's sources name."""
    found = set(app._CODES.values())
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in RAISED and len(node.args) > RAISED[name]:
                found |= _words(node.args[RAISED[name]])
    return found


def test_the_walk_finds_what_is_known() -> None:
    assert {"stale", "not-started", "over", "internal", "csrf", "bad-request", "no-coach", "busy"} <= codes()


@pytest.mark.parametrize("language", ["en", "de", "hu"])
def test_every_refusal_has_a_sentence_in_every_language(language: str) -> None:
    strings = (ROOT / "web" / "src" / "lib" / "i18n" / language / "shell.ts").read_text()
    told = set(re.findall(r"^ {2}'problem\.([\w-]+)':", strings, re.MULTILINE))
    assert codes() - told == set()


def test_every_refusal_is_documented() -> None:
    text = (ROOT / "docs" / "api.md").read_text()
    listed = set(re.findall(r"`([\w-]+)`", text[text.index("## Errors") :]))
    assert codes() - listed == set()
