"""The last year of Evacuation, in points mode.

Every answer is tried. The opponent of the solo game and everybody else could still do something, so nothing is
proven beyond the others standing still as long as anybody else is in the order; and what is hidden may come to
light, then nothing is.
"""

from __future__ import annotations

from typing import final

from orrery.bots.evacuation.mind import MIND
from orrery.core.journal import Message
from orrery.core.saying import say
from orrery.evacuation.actions import Action
from orrery.evacuation.state import State
from orrery.study.finish import Ending


@final
class EvacuationEnding(Ending[State, Action]):
    """The rest of the last year."""

    def __init__(self) -> None:
        super().__init__(MIND)
        self._reveals = 0
        """What had come to light when the search began."""

    def applies(self, state: State, seat: int) -> Message | None:
        if state.table.race:
            return say("study.finish.race")
        if state.year < len(state.table.pack.years):
            return say("study.finish.year")
        return None

    def disturbed(self, state: State, seat: int) -> bool:
        """Whether anybody else takes part; of who is not in the order nothing is heard any more."""
        return any(other != seat for other in state.order)

    def key(self, state: State, seat: int) -> object:
        return state.key()

    def open(self, state: State, seat: int) -> bool:
        """Whether something came to light on the way: then the line knows more than anybody could."""
        return state.reveals > self._reveals

    def world(self, state: State, seat: int) -> State:
        self._reveals = state.reveals
        return super().world(state, seat)
