"""What many of them share: names, texts, numbers, and what a request is."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+$")]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
Secret = Annotated[str, Meta(min_length=1, max_length=200)]
Text = Annotated[str, Meta(min_length=1, max_length=2000)]
ActionText = Annotated[str, Meta(min_length=1, max_length=4000)]
Actions = Annotated[list[ActionText], Meta(max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Json = Any
"""Any JSON value."""
Facts = Annotated[dict[str, Json], Meta(extra_json_schema={"properties": {"kind": {"type": "string"}}})]
"""The kind of an answer and what it is about: the page makes its sentence of them. ``docs/views`` lists them."""
_PATH = {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]}}
Change = Annotated[list[Json], Meta(min_length=1, max_length=2, extra_json_schema={"prefixItems": [_PATH, {}]})]
"""``[path, value]`` sets, ``[path]`` removes; a path is a list of keys and indices."""


class Request(Struct, forbid_unknown_fields=True):
    """What a client sends: unknown fields are refused."""
