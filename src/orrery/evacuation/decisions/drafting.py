"""Goal cards and hands of action cards: sealed choices (EV-PTS-2, EV-SOL-8, EV-ADV-1, EV-ADV-7)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, Final, final

from orrery.core.words import Fields, fields
from orrery.evacuation.actions import Action, KeepCards, KeepGoal, ReturnGoal
from orrery.evacuation.decisions.base import Decision
from orrery.evacuation.rules.holding import added, removed
from orrery.evacuation.words import FLAG

if TYPE_CHECKING:
    from orrery.evacuation.state import State


@final
class PickGoal(Decision):
    """Keep one of the goal cards at hand; the others go to the left (EV-PTS-2)."""

    __slots__ = ()

    always: ClassVar[bool] = True
    secret: ClassVar[str] = "keep a goal"

    def arrive(self, state: State) -> bool:
        return not state.players[self.seat].draft and self.skipped(state)

    def options(self, state: State) -> list[Action]:
        return [KeepGoal(goal) for goal in state.players[self.seat].draft]

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, KeepGoal)
        player = state.players[self.seat]
        player.draft = removed(player.draft, action.goal)
        player.goals = added(player.goals, action.goal)
        # The pack at hand has come from as many seats to the right as rounds have passed.
        state.picks[(self.seat - state.step + 1) % len(state.players)].append(action.goal)


@final
class PickFromPile(Decision):
    """Solo: keep one goal card of a pile (EV-SOL-8)."""

    __slots__ = ("pile",)

    holds: ClassVar[Fields] = fields(pile=FLAG)
    secret: ClassVar[str] = "keep a goal"

    def __init__(self, seat: int, pile: int) -> None:
        self.seat = seat
        self.pile: Final = pile

    def options(self, state: State) -> list[Action]:
        return [KeepGoal(goal) for goal in state.piles[self.pile]]

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, KeepGoal)
        state.piles[self.pile].remove(action.goal)
        player = state.players[self.seat]
        player.goals = added(player.goals, action.goal)


@final
class DropGoal(Decision):
    """Return one of the goal cards kept to the box (EV-PTS-2)."""

    __slots__ = ()

    always: ClassVar[bool] = True
    secret: ClassVar[str] = "return a goal"

    def arrive(self, state: State) -> bool:
        return not state.players[self.seat].goals and self.skipped(state)

    def options(self, state: State) -> list[Action]:
        return [ReturnGoal(goal) for goal in state.players[self.seat].goals]

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, ReturnGoal)
        player = state.players[self.seat]
        player.goals = removed(player.goals, action.goal)
        player.dropped = action.goal


@final
class KeepHand(Decision):
    """Keep a hand of action cards and discard the others (EV-ADV-1, EV-ADV-7)."""

    __slots__ = ()

    always: ClassVar[bool] = True
    secret: ClassVar[str] = "keep a hand"

    def options(self, state: State) -> list[Action]:
        hand = state.players[self.seat].hand
        keep = min(len(hand), state.table.pack.setup.hand)
        return [KeepCards(cards) for cards in dict.fromkeys(combinations(hand, keep))]

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, KeepCards)
        player = state.players[self.seat]
        rest = list(player.hand)
        for card in action.cards:
            rest.remove(card)
        player.hand = action.cards
        player.discards = tuple(sorted((*player.discards, *rest)))
