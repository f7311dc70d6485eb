"""Bodies of requests: JSON that everything behind the door can hold."""

from __future__ import annotations

import math
from typing import Any

from litestar import Request
from litestar.exceptions import SerializationException

from orrery.core.saying import say
from orrery.desk.problems import Refused

DEPTH = 64
"""How deep lists and objects may lie in each other."""
LARGEST = 1 << 64
"""Positions hold seeds of 64 bits; nothing is larger."""


class Body(Request[Any, Any, Any]):
    """A request whose JSON is neither too deep nor has numbers or texts that cannot be stored."""

    async def json(self) -> Any:
        try:
            found = await super().json()
        except RecursionError:
            raise _deep() from None
        except UnicodeError:
            raise Refused(400, "bad-request", say("server.body.utf8")) from None
        except SerializationException as error:
            raise Refused(400, "bad-request", say("server.body.json", said=str(error))) from None
        checked(found)
        return found


def checked(value: Any) -> None:
    """Refuse a JSON value that is too deep, or has a number too large or a text that is none."""
    layer: list[Any] = [value]
    for _ in range(DEPTH):
        deeper: list[Any] = []
        for one in layer:
            if isinstance(one, str):
                _text(one)
            elif isinstance(one, dict):
                for key in one:
                    _text(key)
                deeper.extend(one.values())
            elif isinstance(one, list):
                deeper.extend(one)
            elif isinstance(one, int | float) and not -LARGEST < one < LARGEST:
                raise Refused(400, "bad-request", say("server.body.number", most=LARGEST - 1))
            elif isinstance(one, float) and math.isnan(one):
                raise Refused(400, "bad-request", say("server.body.nan"))
        if not deeper:
            return
        layer = deeper
    raise _deep()


def _text(text: str) -> None:
    try:
        text.encode()
    except UnicodeError:
        raise Refused(400, "bad-request", say("server.body.half")) from None


def _deep() -> Refused:
    return Refused(400, "bad-request", say("server.body.deep", most=DEPTH))
