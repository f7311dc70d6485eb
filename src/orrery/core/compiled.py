"""What must be said of classes that are compiled; plain Python does not mind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

T = TypeVar("T")

if TYPE_CHECKING:
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    i64 = int  # compiled: a number of 64 bits that wraps

    def mypyc_attr(**said):
        """As the decorator of ``mypy_extensions``, which is not there where Orrery only runs."""
        return lambda kind: kind


def restored(kind: Callable[..., T], given: tuple[object, ...], fields: Mapping[str, object]) -> T:
    """What ``reduced`` took apart."""
    thing = kind(*given)
    for name, value in fields.items():
        setattr(thing, name, value)
    return thing


def reduced(thing: T, *given: object) -> tuple[object, ...]:
    """For ``__reduce__``: a class, what its constructor is given, and all fields; alike in both forms."""
    state = thing.__getstate__()
    fields = state[1] if isinstance(state, tuple) else state
    return restored, (type(thing), given, fields or {})
