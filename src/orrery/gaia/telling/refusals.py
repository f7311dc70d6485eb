"""Why an answer is refused, in words: notation for what was said, reasons for what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orrery.core.hexes import bits
from orrery.core.journal import Message
from orrery.core.reading import refusal
from orrery.core.saying import say
from orrery.gaia.actions import Action, Federate
from orrery.gaia.decisions.turn import Turn
from orrery.gaia.rules.forming import verdict
from orrery.gaia.telling.notation import phrase, who

if TYPE_CHECKING:
    from orrery.gaia.state import State


def refused(state: State, action: Action) -> Message:
    """The sentence for an answer that the pending question does not allow."""
    said = _said(state, action)
    if not state.stack:
        return say("gaia.illegal.over", said=said)
    top = state.stack[-1]
    possible = [phrase(state, option) for option in state.options()]
    return refusal(said, top.name, top.seat, possible, _why(state, action))


def _said(state: State, action: Action) -> str:
    try:
        return phrase(state, action)
    except (IndexError, KeyError, ValueError):  # numbers that stand for nothing on this map
        return type(action).__name__


def _why(state: State, action: Action) -> list[Message]:
    """What is missing, where the rules know it."""
    top = state.stack[-1]
    if not isinstance(top, Turn) or top.done:
        return []
    if isinstance(action, Federate):
        if not any(state.supply):
            return [say("gaia.why.no_token_left")]
        judged = verdict(state, state.players[top.seat], action.hexes)
        return [_words(state, Message(judged.code, judged.values))] if judged.code else []
    missing = next((wish.reasons for wish in top.near(state) if wish.action == action), ())
    return [_words(state, reason) for reason in missing]


def _words(state: State, reason: Message) -> Message:
    """A reason as ``explain`` and the rules of federations give it, with names instead of numbers."""
    args = {
        name: _hexes(state, value) if name in ("hexes", "planets", "example") and isinstance(value, int) else value
        for name, value in reason.args.items()
    }
    if isinstance(args.get("seat"), int):
        args["seat"] = who(state, int(str(args["seat"])))
    return say(f"gaia.why.{reason.key}", **args)


def _hexes(state: State, mask: int) -> str:
    names = [state.world.names[index] for index in bits(mask) if index < len(state.world.names)]
    return ",".join(sorted(name for name in names if name)) or "something"
