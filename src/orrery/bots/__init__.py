"""Bots: they answer through the contract, on a guess of the position, with what they know of a title (``mind``)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Protocol, final

from orrery.core.game import AnyBot
from orrery.core.titles import named

BOTS: dict[str, str] = {
    "random": "orrery.bots.random:Random",
    "newcomer": "orrery.bots.levels:newcomer",
    "beginner": "orrery.bots.levels:beginner",
    "wanderer": "orrery.bots.levels:wanderer",
    "spender": "orrery.bots.levels:spender",
    "lopsided": "orrery.bots.levels:lopsided",
    "hermit": "orrery.bots.levels:hermit",
    "greedy": "orrery.bots.greedy:Greedy",
    "club": "orrery.bots.levels:club",
    "planner": "orrery.bots.planner:Planner",
    "master": "orrery.bots.levels:master",
}
"""Level -> ``module:factory``, weakest first; a factory takes a seed and a maker of budgets, and makes a Bot.

Somebody's own bot needs no level: wherever a level is asked for, ``module:factory`` names it.
"""

STRENGTH: dict[str, dict[str, int]] = {
    "gaia": {
        "random": 37,
        "newcomer": 56,
        "beginner": 81,
        "spender": 105,
        "hermit": 116,
        "greedy": 125,
        "club": 140,
        "planner": 157,
        "master": 160,
    },
    "evacuation": {
        "random": -37,
        "wanderer": 8,
        "spender": 22,
        "lopsided": 35,
        "hermit": 50,
        "greedy": 59,
        "planner": 81,
        "master": 85,
    },
}
"""Title -> the levels of its ladder -> mean points among its own kind; docs/bots.md says how they were measured."""

SECONDS: dict[str, dict[str, float]] = {
    "gaia": {
        "random": 0.0,
        "newcomer": 0.001,
        "beginner": 0.001,
        "spender": 0.002,
        "hermit": 0.002,
        "greedy": 0.002,
        "club": 0.02,
        "planner": 0.1,
        "master": 0.35,
    },
    "evacuation": {
        "random": 0.0,
        "wanderer": 0.002,
        "spender": 0.002,
        "lopsided": 0.002,
        "hermit": 0.002,
        "greedy": 0.002,
        "planner": 0.2,
        "master": 0.65,
    },
}
"""Title -> level -> mean seconds of one core for a turn at a table; docs/bots.md says how they were measured."""

_OWN: Final = frozenset(BOTS)

NODES: dict[str, int] = {"club": 600, "planner": 5000, "master": 16000}
"""Level -> positions that it may look at in a turn; others look at every turn once."""


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


QUICK: Final = 300
"""Positions that a bot looks at in a turn for which somebody asks it to be quick."""


def quick() -> Budget:
    """The budget of a bot that is asked to be quick."""
    return Nodes(QUICK)


def usual() -> Budget:
    """The budget of bots that are given none, and of levels that have none of their own."""
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


def ladder(title: str) -> list[str]:
    """The levels that are offered for a title: its ladder (without one: random), and those that are not ours."""
    return [level for level in BOTS if level in STRENGTH.get(title, ("random",)) or level not in _OWN]


def bot(level: str, seed: int, budget: Callable[[], Budget] | None = None) -> AnyBot:
    """A bot of that level, which asks for a new budget at each of its turns: by default that of its level."""
    if budget is None:
        budget = partial(Nodes, NODES[level]) if level in NODES else usual
    return _factory(level)(seed, budget)
