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


def wanderer(seed: int, budget: Callable[[], Budget]) -> Greedy:
    """Forgets that everything has to be carried to the New World."""
    return Greedy(seed, budget, "wanderer", blind=("transport",))


def spender(seed: int, budget: Callable[[], Budget]) -> Greedy:
    """Lives from hand to mouth: does not see the income of rounds to come, nor what it holds in stock."""
    return Greedy(seed, budget, "spender", blind=("income", "stock"))


def lopsided(seed: int, budget: Callable[[], Budget]) -> Greedy:
    """Produces more of what it has already and does not see that the lowest counts."""
    return Greedy(seed, budget, "lopsided", blind=("balance",))


def hermit(seed: int, budget: Callable[[], Budget]) -> Greedy:
    """Keeps to itself: never thinks of an alliance or of a stadium."""
    return Greedy(seed, budget, "hermit", blind=("federations", "stadiums"))


def club(seed: int, budget: Callable[[], Budget]) -> Planner:
    """Plans its own turns, not very far."""
    return Planner(seed, budget, "club")


def master(seed: int, budget: Callable[[], Budget]) -> Planner:
    """Plans with three times the budget of the planner."""
    return Planner(seed, budget, "master")
