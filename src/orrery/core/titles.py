"""The registry of games: a plain dict from name to where the Game is found."""

from importlib import import_module
from typing import Any

from orrery.core.game import AnyGame
from orrery.core.saying import Unknown, say

TITLES: dict[str, str | AnyGame] = {
    "evacuation": "orrery.evacuation.game:EVACUATION",
    "gaia": "orrery.gaia.game:GAIA",
}
"""Name -> ``module:object``, imported when first asked for, or the game itself."""

ELSEWHERE = "orrery.gaia.tools.public:read"
"""Reads a game that was saved by another program, as JSON: gives its match and the names of its seats."""


def named(home: str) -> Any:
    """What ``module:object`` names, imported; the caller says of which type it is."""
    module, _, name = home.partition(":")
    return getattr(import_module(module), name)


def title(name: str) -> AnyGame:
    """The game of that name; the error lists what there is."""
    if name not in TITLES:
        raise Unknown(say("core.title.none", got=repr(name), known=", ".join(sorted(TITLES)) or "none"))
    home = TITLES[name]
    if isinstance(home, str):
        game: AnyGame = named(home)
        TITLES[name] = game
        return game
    return home
