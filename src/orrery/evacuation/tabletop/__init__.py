"""Help for a game with the box on the table: what a page asks, each answered from what it is sent alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from orrery.evacuation.tabletop.pad import scored
from orrery.evacuation.tabletop.values import check, components

_SERVICES: Final[Mapping[str, Callable[[Mapping[str, object]], dict[str, object]]]] = {
    "components": components,
    "check-pack": check,
    "pad": scored,
}


def ask(name: str, args: Mapping[str, object]) -> dict[str, object]:
    """The answer of one of the services; raises LookupError, or ValueError with a sentence."""
    if name not in _SERVICES:
        raise LookupError(f"there is no help {name!r} at the table; there is {', '.join(_SERVICES)}")
    return _SERVICES[name](args)
