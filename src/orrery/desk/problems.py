"""Refusals: an HTTP status, a code for programs and a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from orrery.desk import wire


class Refused(Exception):
    """A request that is refused; nothing was stored."""

    def __init__(
        self,
        status: int,
        code: str,
        sentence: str,
        detail: Mapping[str, Any] | None = None,
        position: wire.Position | None = None,
    ) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code
        self.sentence = sentence
        self.detail = dict(detail or {})
        self.position = position

    def problem(self) -> wire.Problem:
        """As it goes over the wire."""
        return wire.Problem(self.code, self.sentence, self.detail, self.position)


class Broken(Exception):
    """A stored log that does not replay to its digests; the sentence says where."""


def not_found(what: str) -> Refused:
    return Refused(404, "not-found", f"there is no {what}")


def sign_in() -> Refused:
    return Refused(401, "sign-in", "this needs a session: play as a guest or sign in")


def not_yours(what: str) -> Refused:
    return Refused(403, "not-yours", f"{what} is not yours")
