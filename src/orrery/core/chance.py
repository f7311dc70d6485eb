"""Chance as pure functions of a seed and the number of the draw.

A position that needs chance holds two ints, its seed and how many draws it has made; the same two ints
give the same future on every machine. The generator is splitmix64 read at a counter.

Plain Python works words out with long ints, several at once where several are needed. Compiled code has numbers of
64 bits that wrap (``i64``), with which it takes a tenth of the time: the functions that begin with ``_quick``.
"""

from collections.abc import Sequence
from struct import unpack
from types import FunctionType
from typing import Final, TypeVar

from orrery.core.compiled import i64

T = TypeVar("T")

_MASK: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15
_FIRST: Final = 0xBF58476D1CE4E5B9
_SECOND: Final = 0x94D049BB133111EB

_LANES: Final = 64
"""So many words are worked out together."""
_ONES: Final = sum(1 << 128 * lane for lane in range(_LANES))
_LOW: Final = _ONES * _MASK
_LOW_30: Final = _ONES * (_MASK >> 30)
_LOW_27: Final = _ONES * (_MASK >> 27)
_LOW_31: Final = _ONES * (_MASK >> 31)
_STEPS: Final = sum((lane * _STEP & _MASK) << 128 * lane for lane in range(_LANES))

_SIGN: Final = 1 << 63
_SMALL: Final = 1 << 30
"""Below this a draw is worked out with 64 bits."""


def word(seed: int, number: int) -> int:
    """The 64 bits of draw ``number``."""
    z = (seed + (number + 1) * _STEP) & _MASK
    z = ((z ^ (z >> 30)) * _FIRST) & _MASK
    z = ((z ^ (z >> 27)) * _SECOND) & _MASK
    return z ^ (z >> 31)


_QUICK: Final = not isinstance(word, FunctionType)
"""Whether this module is compiled."""


def _quick_seed(seed: int) -> i64:
    """The last 64 bits of a seed."""
    return ((seed & _MASK) ^ _SIGN) - _SIGN


def _quick_word(seed: i64, number: i64) -> i64:
    """As ``word``; the constants are those above, less 2**64."""
    z: i64 = seed + (number + 1) * -0x61C8864680B583EB
    z = (z ^ (z >> 30 & 0x3FFFFFFFF)) * -0x40A7B892E31B1A47
    z = (z ^ (z >> 27 & 0x1FFFFFFFFF)) * -0x6B2FB644ECCEEE15
    return z ^ (z >> 31 & 0x1FFFFFFFF)


def _quick_draw(seed: i64, number: i64, below: i64) -> i64:
    """The upper half of the product of a word and a small number."""
    z = _quick_word(seed, number)
    return ((z >> 32 & 0xFFFFFFFF) * below + ((z & 0xFFFFFFFF) * below >> 32)) >> 32


def draw(seed: int, number: int, below: int) -> int:
    """A fair number from 0 to ``below`` - 1.

    Multiplies instead of dividing, so that one draw is always one word; the bias is below 2**-50 for
    any ``below`` that a board game has.
    """
    if below < 1:
        raise ValueError(f"a draw needs at least one possibility, not {below}")
    if _QUICK and below < _SMALL:
        return _quick_draw(_quick_seed(seed), number, below)
    return (word(seed, number) * below) >> 64


def words(seed: int, number: int, count: int) -> list[int]:
    """The 64 bits of each of ``count`` draws from ``number`` on, as ``word`` gives them, worked out together.

    Each draw has a lane of 128 bits in one long int, so that no product reaches the next lane.
    """
    if count < 4:
        return [word(seed, number + n) for n in range(count)]
    found: list[int] = []
    while count > 0:
        lanes = min(count, _LANES)
        used = (1 << 128 * lanes) - 1
        z = (((seed + (number + 1) * _STEP) & _MASK) * (_ONES & used) + (_STEPS & used)) & _LOW
        z = ((z ^ (z >> 30 & _LOW_30)) * _FIRST) & _LOW
        z = ((z ^ (z >> 27 & _LOW_27)) * _SECOND) & _LOW
        z ^= z >> 31 & _LOW_31
        found += unpack(f"<{2 * lanes}Q", z.to_bytes(16 * lanes, "little"))[::2]
        number += lanes
        count -= lanes
    return found


def shuffled(seed: int, number: int, items: Sequence[T]) -> list[T]:
    """The items in an order that uses the draws ``number`` to ``number + len(items) - 2``."""
    result = list(items)
    if _QUICK and len(result) < _SMALL:
        quick = _quick_seed(seed)
        at: i64 = number
        below: i64 = len(result)
        while below > 1:
            chosen = _quick_draw(quick, at, below)
            at += 1
            below -= 1
            result[below], result[chosen] = result[chosen], result[below]
        return result
    last = len(result) - 1
    for drawn in words(seed, number, last):
        other = drawn * (last + 1) >> 64  # as ``draw``
        result[last], result[other] = result[other], result[last]
        last -= 1
    return result


def dealt(seed: int, number: int, items: Sequence[T], count: int) -> list[T]:
    """``count`` of the items without repetition, as the first cards of a shuffled pile."""
    if count > len(items):
        raise ValueError(f"cannot deal {count} of {len(items)}")
    return shuffled(seed, number, items)[:count]


def stream(seed: int, name: str) -> int:
    """The seed of a stream of its own, so that one use of chance does not shift another."""
    if _QUICK and name:
        quick = _quick_seed(seed)
        for code in name.encode():
            quick = _quick_word(quick ^ i64(code), i64(code))
        found: int = quick
        return found & _MASK
    for byte in name.encode():
        seed = word(seed ^ byte, byte)
    return seed
