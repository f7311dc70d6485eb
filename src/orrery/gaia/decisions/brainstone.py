"""Which token moves: the brainstone among others, and tokens that leave the bowls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from orrery.gaia.actions import BRAIN_GAIA, BRAIN_GONE, Action, Brainstone, FromBowls
from orrery.gaia.data.buildings import BRAINSTONE_POWER
from orrery.gaia.decisions.base import Decision

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State

LEAD: Final = 0
SPENT: Final = 1
BURNT: Final = 2
TAKEN: Final = 3
"""Why it is asked: power was charged, spent, burnt, or tokens left the bowls."""


def shift(player: Player, bowl: int, count: int) -> None:
    """Add plain tokens to a bowl."""
    if bowl == 1:
        player.bowl1 += count
    elif bowl == 2:
        player.bowl2 += count
    else:
        player.bowl3 += count


@final
class MoveBrainstone(Decision):
    """Tokens have moved and the owner may choose which: where is the brainstone now?

    The position shows one answer already; another one changes places with plain tokens.
    ``first`` is the bowl where it could have stayed (charged), the power spent (spent), or the bowl of the last
    plain token that left (taken); ``second`` says where taken tokens went.
    """

    __slots__ = ("first", "second", "why")

    def __init__(self, seat: int, why: int, first: int, second: int) -> None:
        super().__init__(seat)
        self.why: Final = why
        self.first: Final = first
        self.second: Final = second

    def values(self) -> tuple[int | tuple[int, ...], ...]:
        return (self.why, self.first, self.second)

    def options(self, state: State) -> list[Action]:
        player = state.players[self.seat]
        if self.why == LEAD:
            return [Brainstone(self.first), Brainstone(self.first + 1)]
        if self.why == SPENT:
            return [Brainstone(1), Brainstone(3)]
        if self.why == BURNT:
            stay: list[Action] = [Brainstone(2)] if player.bowl2 else []
            return [Brainstone(BRAIN_GONE), *stay, Brainstone(3)]
        return [Brainstone(player.brain), Brainstone(self.second)]

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, Brainstone)
        player = state.players[self.seat]
        if action.place == player.brain:
            return
        if self.why == LEAD:
            shift(player, player.brain, 1)
            shift(player, action.place, -1)
        elif self.why == SPENT:
            kept = min(self.first, BRAINSTONE_POWER)
            player.bowl1 -= kept
            player.bowl3 += kept
        elif self.why == BURNT:
            player.bowl3 += 1
            if action.place == 2:
                player.bowl2 -= 1
        else:
            shift(player, self.first, 1)
            if self.second == BRAIN_GAIA:
                player.gaia -= 1
        player.brain = action.place


@final
class WhichBowl(Decision):
    """Tokens leave the bowls, for satellites or a Gaia project: from which bowls?"""

    __slots__ = ("count", "destination")

    def __init__(self, seat: int, count: int, destination: int) -> None:
        super().__init__(seat)
        self.count: Final = count
        self.destination: Final = destination

    def values(self) -> tuple[int | tuple[int, ...], ...]:
        return (self.count, self.destination)

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
