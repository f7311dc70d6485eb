"""Cards that a player holds: tuples in ascending order, which clones share; a change makes another tuple."""

from __future__ import annotations

from bisect import bisect_right


def added(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The cards with one more, in its place."""
    at = bisect_right(cards, card)
    return (*cards[:at], card, *cards[at:])


def removed(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The cards without one of that number, which must be among them."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
