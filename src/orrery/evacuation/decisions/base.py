"""What every question and every step is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orrery.core import asking
from orrery.evacuation.actions import Action
from orrery.evacuation.pack import ANY
from orrery.evacuation.rules.resources import note

if TYPE_CHECKING:
    from orrery.evacuation.state import State


class Decision(asking.Decision["State", Action]):
    """A question to a seat, or a step that the rules take themselves when it comes to the top of the stack.

    The reasons of its near misses have these codes: ``short`` {what, by}, ``closed_terrain`` {terrain,
    turning_point}, ``lacking_symbols`` {by}, ``no_factory`` {what}, ``covered`` {area}, ``no_card``,
    ``same_illustration``, ``complete``, ``moved``, ``wrong_terrain`` {terrain, place}, ``not_loadable``,
    ``not_a_building``, ``two_turning_points``.
    """

    __slots__ = ()

    def shows(self) -> int:
        """The display it speaks of; ANY for none."""
        return ANY

    def lapse(self, state: State) -> None:
        """Tell that a sub-action was not possible."""
        note(state, "lapsed", seat=self.seat, question=self.name)

    def skipped(self, state: State) -> bool:
        """There is nothing to answer and it is on top: it lapses; for ``arrive`` of what is always asked."""
        state.stack.pop()
        self.lapse(state)
        return True
