"""What bots know of Evacuation: how questions are answered, what a position promises, how plans are made.

One judge (``value``) values positions for all of them. Nothing hidden counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from orrery.bots import Budget, Nodes
from orrery.bots.evacuation.answers import still
from orrery.bots.evacuation.plan import CHOICES, Search, answers, same
from orrery.bots.evacuation.transport import carried_out
from orrery.bots.evacuation.value import BLIND, Judge
from orrery.bots.mind import Mind, Outlook
from orrery.bots.planner import uncollected
from orrery.evacuation import phases
from orrery.evacuation.actions import PASS, Action
from orrery.evacuation.state import State

FOLLOWING: Final = 12
"""Open questions that are answered to value a position, at most."""
RESTING: Final = ("Turn", "KeepHand", "TransportShips", "PowerChoice", "SplitPower", "BonusChoice")
"""Questions at which a position may be valued as it stands: they begin a turn or a phase."""


def is_turn(state: State) -> bool:
    """A turn of the action phase."""
    return state.question() == "Turn"


@final
class EvacuationMind(Mind[State, Action]):
    """Values are points in points mode; in a race they only compare positions. It sees what its judge sees."""

    def __init__(self, judge: Judge) -> None:
        self.judge: Final = judge
        self._blind: Final[dict[tuple[str, ...], EvacuationMind]] = {}
        """Minds with more blind spots, as far as they were asked for."""

    def blind(self, parts: Sequence[str]) -> EvacuationMind:
        """The mind of somebody who has blind spots (names of ``BLIND``); others hide nothing here."""
        spots = tuple(part for part in parts if part in BLIND)
        if spots not in self._blind:
            self._blind[spots] = EvacuationMind(Judge(*self.judge.blind, *spots))
        return self._blind[spots]

    def value(self, state: State, seat: int) -> float:
        """What a position promises once the questions that are open for the seat are answered."""
        if state.asked() == seat and state.question() not in RESTING:
            state = state.clone()
            for _ in range(FOLLOWING):
                carried_out(state, answers(state, seat, self.judge, Nodes(1)))
                if state.asked() != seat or state.question() in RESTING:
                    break
        return self.judge.promise(state, seat, state.year)

    def parts(self, state: State, seat: int) -> dict[str, float]:
        return self.judge.parts(state, seat)

    def same(self, state: State, seat: int) -> tuple[object, ...]:
        return same(state, seat)

    def policy(self, state: State, seat: int) -> Action | None:
        """The answer to everything but a turn: by a rule, or by what follows from it."""
        if not state.stack or is_turn(state):
            return None
        return answers(state, seat, self.judge, Nodes(1))[0]

    def is_turn(self, state: State) -> bool:
        return is_turn(state)

    def ends_turn(self, action: Action) -> bool:
        """Who passes has no more turns in this year."""
        return action == PASS

    def in_points(self, state: State) -> bool:
        """Whether values are victory points: in a race they only compare positions."""
        return not state.table.race

    def still(self, state: State) -> Action:
        """Somebody who stands still passes, is done, forgoes; and takes the first of what must be answered."""
        return PASS if PASS in state.options() else still(state)

    def put_off(self, action: Action, depth: int, stage: int) -> float:
        """What lies on a display or a field may be gone later."""
        return 0.03 * depth

    def alone(self, state: State, seat: int) -> State:
        """A clone in which nobody else takes part any more."""
        world = state.clone()
        world.order = [seat]
        world.at = 1 if is_turn(state) else min(world.at, 1)
        world.passed &= 1 << seat
        # Clones share the others: what happens to their used action cards must not depend on which clone is first.
        own = world.players[seat]
        for number, other in enumerate(world.players):
            if number != seat:
                own.discards = tuple(sorted(own.discards + other.tucked + other.played + other.discards))
                other.tucked = other.played = other.discards = ()
        return world

    def leaf(self, state: State, start: State) -> bool:
        """A plan ends when the next year's actions begin."""
        if state.phase == phases.OVER:
            return True
        return state.year > start.year and state.phase in (phases.ACTIONS, phases.HANDS)

    def searched(self, state: State) -> bool:
        """Turns, and what is asked in the phases after the actions."""
        return is_turn(state) or state.question() in CHOICES

    def plan(
        self, state: State, seat: int, budget: Budget, old: tuple[Action, ...] = ()
    ) -> list[Outlook[State, Action]]:
        """First answers with the best plan for the rest of the game that begins with each, best first.

        ``old`` is what is left of a plan made before, where one is remembered.
        """
        offered = state.options()
        if len(offered) == 1:
            return [Outlook(self.value(state, seat), (offered[0],), state, old or (offered[0],))]
        with uncollected():
            return Search(state, seat, budget, self.judge, self.alone(state, seat)).run(old)

    def fits(self, state: State, answer: Action) -> bool:
        """Whether a planned answer may be given: a field may be settled with its factories named at once."""
        return bool(state.stack) and state.stack[-1].allows(state, answer)


MIND: Final = EvacuationMind(Judge())
