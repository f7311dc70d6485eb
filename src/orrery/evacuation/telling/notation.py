"""Actions as words and back: ``take ship heron old``, ``settle C4 with 1 steel``, ``advance 5 3``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from orrery.core.game import BadNotation
from orrery.core.reading import refusal
from orrery.core.saying import say
from orrery.core.words import Vocabulary
from orrery.evacuation.actions import ACTIONS, Action

if TYPE_CHECKING:
    from orrery.evacuation.state import State

VOCABULARY: Final = Vocabulary(ACTIONS)
SHOWN: Final = 60
"""Letters of a text that names no action, as its refusal shows it."""


def write(state: State, action: Action) -> str:
    """The action as text."""
    return action.says.write(state, action)


def read(state: State, words: str) -> Action:
    """The action that the text says, an answer to the pending question where it could say several.

    Raises BadNotation. Whether it may be answered so is for ``play`` to say.
    """
    plain = " ".join(words.split())
    said = plain if len(plain) <= SHOWN else plain[: SHOWN - 3] + "..."
    if not state.stack:
        raise BadNotation(say("evacuation.said.over", got=repr(said)))
    try:
        found = VOCABULARY.readings(state, plain)
    except BadNotation as error:
        top = state.stack[-1]
        raise BadNotation(
            refusal(said, top.name, top.seat, possible(state), [error.message] if error.message else [])
        ) from None
    if len(found) > 1:
        offered = state.options()
        return next((action for action in found if action in offered), found[0])
    return found[0]


def possible(state: State) -> list[str]:
    """Every option as it is typed."""
    return [write(state, option) for option in state.options()]


def heard(state: State, action: Action, seat: int | None) -> str:
    """The action as a seat may read it: a secret answer stays secret to others."""
    top = state.stack[-1]
    return top.secret if top.secret and seat != top.seat else write(state, action)
