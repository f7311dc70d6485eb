"""The Automa's deck: drawing, the pass check on the last three cards, growing from round to round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from orrery.core.chance import draw, shuffled
from orrery.core.game import BadOptions
from orrery.core.saying import say
from orrery.gaia.automa.cards import CARDS, LEVELS

LAST: Final = 3
"""So many cards at the bottom are turned: among them an X means passing."""

FEWEST: Final = LAST + 1
"""So many cards a custom deck needs, so that the first turn of a round never meets a turned card."""


class Deck(NamedTuple):
    """Where all cards are. ``cards`` is drawn from its front; 0 stands for no card."""

    cards: tuple[int, ...]
    aside: tuple[int, ...]
    """Not yet in the deck, face down; sorted, because nobody knows their order."""
    action: int = 0
    support: int = 0
    discards: tuple[int, ...] = ()
    """Open to the human at any time, oldest first."""
    passed: int = 0
    """The card whose X made it pass this round."""
    seen: tuple[int, ...] = ()
    """Cards that lay open in earlier rounds, sorted: everybody knows that they are in the deck."""

    def played(self) -> tuple[int, ...]:
        """Every card of the round that is not in the deck any more."""
        return tuple(card for card in (*self.discards, self.support, self.action, self.passed) if card)


def pool(level: str) -> tuple[int, ...]:
    """The cards that are in the game on this level, in order of their numbers."""
    return tuple(number for number in CARDS if number not in LEVELS[level].removed)


def starters(level: str, custom: Sequence[object] | None = None) -> tuple[int, ...]:
    """The cards of the first deck, without the random one; a custom choice is checked."""
    if custom is None:
        return LEVELS[level].starters
    there = pool(level)
    chosen = tuple(card for card in custom if isinstance(card, int) and card in there)
    if len(chosen) != len(custom) or len(set(chosen)) != len(chosen):
        raise BadOptions(say("gaia.deck.known", known=", ".join(map(str, there)), got=list(custom)))
    most = len(there) - 6
    if not FEWEST <= len(chosen) <= most:
        raise BadOptions(say("gaia.deck.size", low=FEWEST, high=most, count=len(chosen)))
    return tuple(sorted(chosen))


def first(level: str, chosen: Sequence[int], seed: int, number: int) -> tuple[Deck, int]:
    """The deck of round 1: the chosen cards and one random other, shuffled; and the next draw's number."""
    others = tuple(card for card in pool(level) if card not in chosen)
    return _grown(tuple(chosen), others, seed, number)


def shuffle(deck: Deck, seed: int, number: int) -> tuple[Deck, int]:
    """The deck of the next round: all cards of this one and one more, shuffled; and the next draw's number."""
    grown, number = _grown((*deck.cards, *deck.played()), deck.aside, seed, number)
    return grown._replace(seen=tuple(sorted({*deck.seen, *deck.played()}))), number


def guessed(deck: Deck, starting: Sequence[int], seed: int) -> Deck:
    """A deck that nobody at the table can tell from this one: another order, other unknown cards in it."""
    certain = {*starting, *deck.seen, *deck.played()}
    unknown = [card for card in sorted((*deck.cards, *deck.aside)) if card not in certain]
    known = [card for card in sorted(deck.cards) if card in certain]
    mixed = shuffled(seed, 0, unknown)
    count = len(deck.cards) - len(known)
    order = shuffled(seed, len(unknown), [*known, *mixed[:count]])
    return deck._replace(cards=tuple(order), aside=tuple(sorted(mixed[count:])))


def _grown(cards: tuple[int, ...], aside: tuple[int, ...], seed: int, number: int) -> tuple[Deck, int]:
    joins = aside[draw(seed, number, len(aside))]
    pile = sorted((*cards, joins))
    number += 1
    order = shuffled(seed, number, pile)
    left = tuple(card for card in aside if card != joins)
    return Deck(tuple(order), left), number + len(order) - 1


def turn(deck: Deck) -> tuple[Deck, bool]:
    """The deck after drawing for a turn, and whether the Automa passes.

    In the first turn of a round the first card drawn is the support card. Later the action card becomes
    the support card; with no card left, or with an X on one of the last three, the Automa passes.
    """
    if not deck.action:
        deck = deck._replace(action=deck.cards[0], cards=deck.cards[1:])
    old = (deck.support,) if deck.support else ()
    deck = deck._replace(discards=deck.discards + old, support=deck.action, action=0)
    if not deck.cards:
        return deck, True
    turned = len(deck.cards) <= LAST
    card, rest = deck.cards[0], deck.cards[1:]
    if turned and CARDS[card].passes:
        return deck._replace(cards=rest, passed=card), True
    return deck._replace(cards=rest, action=card), False
