"""Bots: they answer through the contract, on a guess of the position, with what they know of a title (``mind``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, final

from orrery.core.game import AnyBot
from orrery.core.titles import named

BOTS: dict[str, str] = {
    "random": "orrery.bots.random:Random",
    "greedy": "orrery.bots.greedy:Greedy",
    "planner": "orrery.bots.planner:Planner",
}
"""Level -> ``module:factory``; a factory takes a seed and a maker of budgets, and makes a Bot.

Somebody's own bot needs no level: wherever a level is asked for, ``module:factory`` names it.
"""

STRENGTH: dict[str, dict[str, int]] = {
    "gaia": {"random": 37, "greedy": 125, "planner": 140},
    "evacuation": {"random": -37, "greedy": 35, "planner": 62},
}
"""Title -> level -> mean points among its own kind, where measured; docs/bots.md says how."""


class Budget(Protocol):
    """How long a bot may think about one turn."""

    def spend(self, nodes: int = 1) -> bool:
        """Count positions looked at; False once nothing is left. With 0 it only asks."""
        ...

    def rest(self) -> float:
        """Which part of it is left: 1 at the start, 0 or less at the end."""
        ...


@final
class Nodes:
    """A budget of positions looked at: the same on every machine."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._left = count

    def spend(self, nodes: int = 1) -> bool:
        self._left -= nodes
        return self._left > 0

    def rest(self) -> float:
        return self._left / self._count


def usual() -> Budget:
    """The budget of bots that are given none."""
    return Nodes(2000)


def known(level: str) -> str:
    """The level itself, if there is such a bot; the error lists what there is."""
    _factory(level)
    return level


def _factory(level: str) -> Callable[[int, Callable[[], Budget]], AnyBot]:
    home = BOTS.get(level, level)
    if ":" not in home:
        raise LookupError(
            f"there is no bot {level!r}; there are: {', '.join(BOTS)}, and your own as module:factory"
        )
    try:
        factory: Callable[[int, Callable[[], Budget]], AnyBot] = named(home)
    except (ImportError, AttributeError) as error:
        raise LookupError(f"there is no bot {level!r}: {error}") from None
    return factory


def bot(level: str, seed: int, budget: Callable[[], Budget] = usual) -> AnyBot:
    """A bot of that level, which asks for a new budget at each of its turns."""
    return _factory(level)(seed, budget)
