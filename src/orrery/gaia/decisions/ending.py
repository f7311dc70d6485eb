"""The end of the game: a last round of free actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from orrery.gaia.actions import Action, Burn, Convert, Done
from orrery.gaia.decisions.base import Decision
from orrery.gaia.rules.conversions import free_action, free_actions

if TYPE_CHECKING:
    from orrery.gaia.state import State


@final
class FinalConversions(Decision):
    """The game is over: convert what is left before resources are scored?"""

    __slots__ = ()

    def options(self, state: State) -> list[Action]:
        return [*free_actions(state, self.seat), Done()]

    def resolve(self, state: State, action: Action) -> None:
        if isinstance(action, (Convert, Burn)):
            state.stack.append(self)
            free_action(state, self.seat, action)
