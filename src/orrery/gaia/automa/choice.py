"""How the Automa chooses: candidates, tie-breaks in order, directional and numbered selection.

Pure functions on bitboards; they know neither a position nor a deck. Each returns what it chose and the
trace that tells why.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from orrery.core.hexes import Grid, bits
from orrery.gaia.automa.cards import FORWARD

Hexes = tuple[int, ...]


class Filter(NamedTuple):
    """One tie-break: what it was, who was left before it and after it."""

    rule: str
    before: tuple[int, ...]
    after: tuple[int, ...]
    skipped: bool = False
    """Nobody satisfied it, so it was passed over."""


class Choice(NamedTuple):
    """What was chosen (None: nothing was possible), and how."""

    chosen: int | None
    candidates: tuple[int, ...]
    filters: tuple[Filter, ...]


def reading_order(grid: Grid, direction: str) -> Callable[[int], tuple[int, int]]:
    """A sort key: rows of equal q + r from the top, each from the left; or exactly the other way round."""
    sign = 1 if direction == FORWARD else -1

    def key(index: int) -> tuple[int, int]:
        h = grid.hexes[index]
        return sign * (h.q + h.r), sign * h.q

    return key


def nearest(grid: Grid, candidates: int, goals: int) -> int:
    """Those candidates that have the shortest way to any of the goals; all of them if none has one."""
    m = goals
    while not m & candidates:
        wider = grid.grow(m)
        if wider == m:
            return candidates
        m = wider
    return m & candidates


def first_hex(grid: Grid, candidates: int, direction: str) -> int:
    """The directional selection."""
    return min(bits(candidates), key=reading_order(grid, direction))


def numbered(options: Sequence[int], count: int) -> int:
    """The numbered selection over valid options from left to right: a negative count starts at the right."""
    order = options if count > 0 else options[::-1]
    return order[(abs(count) - 1) % len(order)]


def choose_hex(
    grid: Grid, candidates: int, rules: Sequence[tuple[str, Callable[[int], int]]], direction: str
) -> Choice:
    """Apply the tie-breaks in order until one hex is left; one that nobody satisfies is skipped."""
    everybody = tuple(bits(candidates))
    filters: list[Filter] = []
    left = candidates
    for name, rule in rules:
        if not left & (left - 1):
            break
        kept = rule(left) & left
        after = kept or left
        filters.append(Filter(name, tuple(bits(left)), tuple(bits(after)), not kept))
        left = after
    if not left:
        return Choice(None, everybody, ())
    if left & (left - 1):
        chosen = first_hex(grid, left, direction)
        filters.append(Filter(f"direction_{direction}", tuple(bits(left)), (chosen,)))
    else:
        chosen = left.bit_length() - 1
    return Choice(chosen, everybody, tuple(filters))


def choose_number(
    options: Sequence[int], rules: Sequence[tuple[str, Callable[[Sequence[int]], list[int]]]], count: int
) -> Choice:
    """Apply the tie-breaks in order, then the numbered selection, over options from left to right."""
    left = list(options)
    filters: list[Filter] = []
    for name, rule in rules:
        if len(left) < 2:
            break
        after = rule(left)
        filters.append(Filter(name, tuple(left), tuple(after)))
        left = after
    if not left:
        return Choice(None, tuple(options), ())
    chosen = numbered(left, count)
    if len(left) > 1:
        filters.append(Filter("number", tuple(left), (chosen,)))
    return Choice(chosen, tuple(options), tuple(filters))
