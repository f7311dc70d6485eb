"""Whether a value fits its record exactly: the declarations at run time, read apart from ``orrery.schema``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest


def misfits(value: Any, kind: Any, path: str = "") -> Iterator[str]:
    """A sentence for each place where the value is not what the type says; nothing may be there beside it."""
    if is_typeddict(kind):
        yield from _fields(value, kind, path)
    elif get_origin(kind) is Annotated:
        plain, says = get_args(kind)
        found = list(misfits(value, plain, path))
        yield from found or _narrow(value, says, path)
    elif get_origin(kind) in (Union, UnionType):
        tries = [list(misfits(value, each, path)) for each in get_args(kind)]
        if all(tries):
            yield min(tries, key=len)[0]
    elif get_origin(kind) is Literal:
        if value not in get_args(kind):
            yield f"{path}: {value!r} is none of {get_args(kind)}"
    elif get_origin(kind) is list:
        if not isinstance(value, list):
            yield f"{path}: {value!r} is no list"
        else:
            for number, each in enumerate(value):
                yield from misfits(each, get_args(kind)[0], f"{path}[{number}]")
    elif get_origin(kind) is dict:
        name, held = get_args(kind)
        if not isinstance(value, dict):
            yield f"{path}: {value!r} is no mapping"
        else:
            for key, each in value.items():
                yield from misfits(key, name, f"{path}, name")
                yield from misfits(each, held, f"{path}.{key}")
    elif kind is not object and not _is(value, kind):
        yield f"{path}: {value!r} is no {kind.__name__}"


def _is(value: Any, kind: type) -> bool:
    if kind is float:
        return type(value) in (int, float)
    return value is None if kind is NoneType else type(value) is kind


def _fields(value: Any, kind: Any, path: str) -> Iterator[str]:
    if not isinstance(value, Mapping):
        yield f"{path}: {value!r} is no mapping"
        return
    known = get_type_hints(kind, include_extras=True)
    yield from (f"{path}.{name}: no field of {kind.__name__}" for name in value if name not in known)
    for name, each in known.items():
        optional = get_origin(each) is NotRequired
        if name in value:
            yield from misfits(value[name], get_args(each)[0] if optional else each, f"{path}.{name}")
        elif not optional:
            yield f"{path}.{name}: missing"


def _narrow(value: Any, says: Any, path: str) -> Iterator[str]:
    match says:
        case int():
            fits = len(value) == says
        case str():
            fits = re.fullmatch(says, value) is not None
        case _:
            fits = value in says
    if not fits:
        yield f"{path}: {value!r} does not fit {says!r}"


def fits(value: Any, kind: Any, where: str) -> None:
    """Fail with the first misfits."""
    found = [sentence for sentence, _ in zip(misfits(value, kind), range(5), strict=False)]
    if found:
        pytest.fail(f"{where}: {'; '.join(found)}")
