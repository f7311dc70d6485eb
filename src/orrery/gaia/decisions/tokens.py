"""Federation tokens: which one is taken, which one is scored again."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from orrery.gaia.actions import Action, Rescore, TakeToken
from orrery.gaia.data.federations import TOKENS
from orrery.gaia.decisions.base import Decision
from orrery.gaia.rules.effects import gain
from orrery.gaia.rules.research import gain_token, replaced

if TYPE_CHECKING:
    from orrery.gaia.state import State

RESCORED = "action:qic_rescore_federation"


@final
class PickFederationToken(Decision):
    """A federation was formed: which token?"""

    __slots__ = ()

    def options(self, state: State) -> list[Action]:
        return [TakeToken(token) for token, count in enumerate(state.supply) if count]

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, TakeToken)
        state.supply = replaced(state.supply, action.token, state.supply[action.token] - 1)
        gain_token(state, self.seat, action.token)


@final
class RescoreToken(Decision):
    """Which own federation token is scored again? Nothing is taken or turned."""

    __slots__ = ()

    def options(self, state: State) -> list[Action]:
        kinds = sorted({token >> 1 for token in state.players[self.seat].tokens})
        return [Rescore(kind) for kind in kinds]

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, Rescore)
        gain(state, self.seat, TOKENS[action.token].gains, RESCORED)
