"""Refusals: an HTTP status, a code for programs and a sentence for people."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from orrery.core.journal import Message
from orrery.core.saying import data, said, say
from orrery.desk import wire


class Refused(Exception):
    """A request that is refused; nothing was stored.

    A sentence with a key is told to people in their language: its message is the ``reason`` of the detail.
    """

    def __init__(
        self,
        status: int,
        code: str,
        sentence: Message | str,
        detail: Mapping[str, Any] | None = None,
        position: wire.Position | None = None,
    ) -> None:
        self.sentence = sentence if isinstance(sentence, str) else said(sentence)
        super().__init__(self.sentence)
        self.status = status
        self.code = code
        self.detail = dict(detail or {})
        if not isinstance(sentence, str):
            self.detail["reason"] = data(sentence)
        self.position = position

    def problem(self) -> wire.Problem:
        """As it goes over the wire."""
        return wire.Problem(self.code, self.sentence, self.detail, self.position)


class Broken(Exception):
    """A stored log that does not replay to its digests; the sentence says where."""


_LENGTH = re.compile(r"of length ([<>])= (\d+)")


def unfit_field(field: str, sentence: str) -> dict[str, Any]:
    """What is wrong with a field, for people: too short, too long, or not of its kind."""
    found = _LENGTH.search(sentence)
    if found is None:
        return data(say("desk.field", said=sentence, field=field))
    if found[1] == ">":
        return data(say("desk.field.short", said=sentence, field=field, least=int(found[2])))
    return data(say("desk.field.long", said=sentence, field=field, most=int(found[2])))


def not_found(what: str) -> Refused:
    return Refused(404, "not-found", f"there is no {what}")


def sign_in() -> Refused:
    return Refused(401, "sign-in", "this needs a session: play as a guest or sign in")


def not_yours(what: str) -> Refused:
    return Refused(403, "not-yours", f"{what} is not yours")
