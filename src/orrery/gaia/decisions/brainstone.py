"""Which token moves: the brainstone among others, and tokens that leave the bowls."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Literal, TypedDict, final

from orrery.core.words import Fields, fields
from orrery.gaia import words as w
from orrery.gaia.actions import BRAIN_GAIA, BRAIN_GONE, Action, Brainstone, FromBowls
from orrery.gaia.data.buildings import BRAINSTONE_POWER
from orrery.gaia.decisions.base import Decision

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State

CHARGED: Final = 0
SPENT: Final = 1
BURNT: Final = 2
TAKEN: Final = 3
"""Why it is asked: power is charged, spent, burnt, or tokens leave the bowls."""


@final
class MoveBrainstone(Decision):
    """Tokens are about to move and the owner may choose which: where will the brainstone be?

    ``amount`` is the power charged or spent, or the number of tokens that leave; ``then`` the tokens gained after
    charging, or where tokens that leave go.
    """

    __slots__ = ("amount", "then", "why")

    holds: ClassVar[Fields] = fields(why=w.WHY, amount=w.COUNT, then=w.COUNT)

    def __init__(self, seat: int, why: int, amount: int, then: int) -> None:
        self.seat = seat
        self.why: Final = why
        self.amount: Final = amount
        self.then: Final = then

    def options(self, state: State) -> list[Action]:
        player = state.players[self.seat]
        if self.why == CHARGED:
            return [Brainstone(place) for place in places(player, self.amount)]
        if self.why == SPENT:
            return [Brainstone(1), Brainstone(3)]
        if self.why == BURNT:
            stay: list[Action] = [Brainstone(2)] if player.bowl2 > 1 else []
            return [Brainstone(BRAIN_GONE), *stay, Brainstone(3)]
        return [Brainstone(player.brain), Brainstone(self.then)]

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, Brainstone)
        player = state.players[self.seat]
        place = action.place
        if self.why == CHARGED:
            charge_to(player, self.amount, place)
            player.bowl1 += self.then
        elif self.why == SPENT:
            spend_to(player, self.amount, place)
        elif self.why == BURNT:
            burn_to(player, place)
        else:
            take_to(player, self.amount, self.then, place)


def places(player: Player, amount: int) -> list[int]:
    """Where the brainstone of bowl I or II can be after charging so much: one place or two."""
    in_one = player.bowl1 + (1 if player.brain == 1 else 0)
    first = min(amount, in_one)
    in_two = player.bowl2 + first + (1 if player.brain == 2 else 0)
    second = min(amount - first, in_two)
    if second:
        return [2, 3] if second < in_two else [3]
    if player.brain == 2 or not first:
        return [player.brain]
    return [1, 2] if first < in_one else [2]


def charge_to(player: Player, amount: int, place: int) -> int:
    """Charge with the brainstone ending at one of its ``places``; returns how much was charged."""
    in_one = player.bowl1 + (1 if player.brain == 1 else 0)
    first = min(amount, in_one)
    in_two = player.bowl2 + first + (1 if player.brain == 2 else 0)
    second = min(amount - first, in_two)
    in_three = player.bowl3 + second
    player.bowl1 = in_one - first - (1 if place == 1 else 0)
    player.bowl2 = in_two - second - (1 if place == 2 else 0)
    player.bowl3 = in_three - (1 if place == 3 else 0)
    player.brain = place
    return first + second


def spend_to(player: Player, amount: int, place: int) -> None:
    """Spend power with the brainstone in bowl III: it pays (place 1) or stays (place 3)."""
    tokens = max(0, amount - BRAINSTONE_POWER) if place == 1 else amount
    player.brain = place
    player.bowl3 -= tokens
    player.bowl1 += tokens


def burn_to(player: Player, place: int) -> None:
    """Burn with the brainstone in bowl II: it moves on, stays, or is discarded."""
    player.bowl2 -= 2 if place == 2 else 1
    if place != 3:
        player.bowl3 += 1
    player.brain = place


def take_to(player: Player, count: int, destination: int, place: int) -> None:
    """Tokens leave bowl I, then II, then III; with ``place`` the destination the brainstone is one of them."""
    if place == destination:
        player.brain = destination
        count -= 1
    one = min(count, player.bowl1)
    two = min(count - one, player.bowl2)
    player.bowl1 -= one
    player.bowl2 -= two
    player.bowl3 -= count - one - two
    if destination == BRAIN_GAIA:
        player.gaia += count


class LeavingFacts(TypedDict):
    """How many tokens leave, and what for."""

    tokens: int
    """How many."""
    why: Literal["gaia_project", "federation"]
    """What for."""


@final
class WhichBowl(Decision):
    """Tokens leave the bowls, for satellites or a Gaia project: from which bowls?"""

    __slots__ = ("count", "destination")

    holds: ClassVar[Fields] = fields(count=w.COUNT, destination=w.COUNT)

    def __init__(self, seat: int, count: int, destination: int) -> None:
        self.seat = seat
        self.count: Final = count
        self.destination: Final = destination

    def about(self, state: State) -> LeavingFacts:
        return {"tokens": self.count, "why": "gaia_project" if self.destination else "federation"}

    def options(self, state: State) -> list[Action]:
        player = state.players[self.seat]
        found: list[Action] = []
        for brainstone in (0, 1) if 0 < player.brain < BRAIN_GAIA else (0,):
            plain = self.count - brainstone
            for one in range(min(plain, player.bowl1), -1, -1):
                left = plain - one
                for two in range(min(left, player.bowl2), -1, -1):
                    three = left - two
                    if three <= player.bowl3:
                        found.append(FromBowls(one, two, three, brainstone))
        return found

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, FromBowls)
        player = state.players[self.seat]
        player.bowl1 -= action.one
        player.bowl2 -= action.two
        player.bowl3 -= action.three
        if action.brainstone:
            player.brain = self.destination
        if self.destination == BRAIN_GAIA:
            player.gaia += self.count - action.brainstone
