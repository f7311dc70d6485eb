"""The registry of games: a plain dict from name to where the Game is found."""

from importlib import import_module
from typing import Any

from orrery.core.game import Game

TITLES: dict[str, str | Game[Any, Any]] = {
    "evacuation": "orrery.evacuation.game:EVACUATION",
    "gaia": "orrery.gaia.game:GAIA",
}
"""Name -> ``module:object``, imported when first asked for, or the game itself."""


def title(name: str) -> Game[Any, Any]:
    """The game of that name; the error lists what there is."""
    if name not in TITLES:
        raise LookupError(f"there is no game {name!r}; there are: {', '.join(sorted(TITLES)) or 'none'}")
    home = TITLES[name]
    if isinstance(home, str):
        module, _, attribute = home.partition(":")
        game: Game[Any, Any] = getattr(import_module(module), attribute)
        TITLES[name] = game
        return game
    return home
