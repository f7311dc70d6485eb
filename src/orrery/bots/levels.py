"""The ladder: levels from somebody's first game up to the planner, each weaker in a way that people are.

Weak ones judge turns by what they bring at once; they overlook most of them, or have a blind spot that has a name.
Charging, converting and the other questions are answered as the stronger ones answer them.
"""

from __future__ import annotations

from collections.abc import Callable

from orrery.bots import Budget
from orrery.bots.greedy import Greedy
from orrery.bots.planner import Planner


def newcomer(seed: int, budget: Callable[[], Budget]) -> Greedy:
    """Somebody's first game: of eight possible turns one comes to mind."""
    return Greedy(seed, budget, "newcomer", sees=0.12)


def beginner(seed: int, budget: Callable[[], Budget]) -> Greedy:
    """Knows what is good, and overlooks four turns of five."""
    return Greedy(seed, budget, "beginner", sees=0.22)


def spender(seed: int, budget: Callable[[], Budget]) -> Greedy:
    """Lives from hand to mouth: does not see what the rounds to come will bring in."""
    return Greedy(seed, budget, "spender", blind=("income",))


def hermit(seed: int, budget: Callable[[], Budget]) -> Greedy:
    """Builds well and never thinks of an alliance."""
    return Greedy(seed, budget, "hermit", blind=("federations",))


def club(seed: int, budget: Callable[[], Budget]) -> Planner:
    """Plans its own turns, not very far."""
    return Planner(seed, budget, "club")
