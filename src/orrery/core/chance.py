"""Chance as pure functions of a seed and the number of the draw.

A position that needs chance holds two ints, its seed and how many draws it has made; the same two ints
give the same future on every machine. The generator is splitmix64 read at a counter.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

_MASK: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15


def word(seed: int, number: int) -> int:
    """The 64 bits of draw ``number``."""
    z = (seed + (number + 1) * _STEP) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def draw(seed: int, number: int, below: int) -> int:
    """A fair number from 0 to ``below`` - 1.

    Multiplies instead of dividing, so that one draw is always one word; the bias is below 2**-50 for
    any ``below`` that a board game has.
    """
    if below < 1:
        raise ValueError(f"a draw needs at least one possibility, not {below}")
    return (word(seed, number) * below) >> 64


def shuffled(seed: int, number: int, items: Sequence[T]) -> list[T]:
    """The items in an order that uses the draws ``number`` to ``number + len(items) - 2``."""
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        other = draw(seed, number, last + 1)
        number += 1
        result[last], result[other] = result[other], result[last]
    return result


def dealt(seed: int, number: int, items: Sequence[T], count: int) -> list[T]:
    """``count`` of the items without repetition, as the first cards of a shuffled pile."""
    if count > len(items):
        raise ValueError(f"cannot deal {count} of {len(items)}")
    return shuffled(seed, number, items)[:count]


def stream(seed: int, name: str) -> int:
    """The seed of a stream of its own, so that one use of chance does not shift another."""
    for byte in name.encode():
        seed = word(seed ^ byte, byte)
    return seed
