"""Why an answer is refused, in words: notation for what was said, reasons for what is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from orrery.core.hexes import bits
from orrery.core.journal import Message
from orrery.core.reading import refusal
from orrery.gaia.actions import Action, Federate
from orrery.gaia.decisions.turn import Turn
from orrery.gaia.rules.forming import verdict
from orrery.gaia.telling.notation import phrase, who

if TYPE_CHECKING:
    from orrery.gaia.state import State

Args = Mapping[str, object]

REASONS: Final[dict[str, Callable[[Args], str]]] = {
    "short": lambda args: f"{args['by']} {args['what']} short",
    "no_piece_left": lambda args: f"no {args['building']} is left",
    "out_of_range": lambda args: f"{args['by']} out of range",
    "foreign_gaiaformer": lambda args: f"the gaiaformer there belongs to {args['seat']}",
    "no_gaiaformer": lambda args: "no gaiaformer is ready",
    "top_level": lambda args: "the highest level is reached",
    "needs_institute": lambda args: "the planetary institute is needed for it",
    "level_five_taken": lambda args: f"{args['seat']} is on the highest level of {args['track']}",
    "needs_green_token": lambda args: "a green federation token is needed for it",
    "used": lambda args: f"{args['seat']} has used it this round",
    "no_token_owned": lambda args: "no federation token is owned",
    "nothing_gained": lambda args: "nothing would be gained",
    "no_site": lambda args: "there is no planet for it",
    "federation_power": lambda args: f"the power values are {args['power']} of {args['needed']}",
    "federation_unreachable": lambda args: f"too few {args['what']} for the satellites, {args['held']} are held",
    "off_map": lambda args: f"{args['hexes']} is not on the map",
    "empty": lambda args: "a federation needs planets",
    "satellite_on_planet": lambda args: f"a satellite cannot lie on the planet {args['hexes']}",
    "own_satellite_there": lambda args: f"{args['hexes']} belongs to an own federation already",
    "planet_of_other_federation": lambda args: f"{args['hexes']} belongs to another own federation",
    "touches_own_federation": lambda args: f"{args['hexes']} touches another own federation",
    "not_connected": lambda args: f"{args['hexes']} is not connected with the rest",
    "power": lambda args: f"the power values are {args['power']} of {args['required']}",
    "tokens": lambda args: f"{args['satellites']} satellites cost more than is there, {args['tokens']}",
    "limit": lambda args: f"of {args['satellites']} satellites only {args['left']} are left",
    "fewest": lambda args: (
        f"{args['needed']} satellites instead of {args['satellites']} suffice, e.g. federate {args['example']}"
    ),
    "superfluous": lambda args: (
        f"it has superfluous planets: {args['planets']} suffice with {args['needed']} satellites "
        f"instead of {args['satellites']}"
    ),
}
"""Reasons as ``explain`` and the rules of federations give them, in English."""


def refused(state: State, action: Action) -> str:
    """The sentence for an answer that the pending question does not allow."""
    said = _said(state, action)
    if not state.stack:
        return f"'{said}': the game is over, nobody is asked"
    top = state.stack[-1]
    possible = [phrase(state, option) for option in state.options()]
    return refusal(said, top.name, top.seat, possible, _why(state, action))


def _said(state: State, action: Action) -> str:
    try:
        return phrase(state, action)
    except (IndexError, KeyError, ValueError):  # numbers that stand for nothing on this map
        return type(action).__name__


def _why(state: State, action: Action) -> str:
    """What is missing, where the rules know it."""
    top = state.stack[-1]
    if not isinstance(top, Turn) or top.done:
        return ""
    if isinstance(action, Federate):
        if not any(state.supply):
            return "no federation token is left"
        judged = verdict(state, state.players[top.seat], action.hexes)
        return _words(state, Message(judged.code, judged.values)) if judged.code else ""
    missing = next((wish.reasons for wish in top.near(state) if wish.action == action), ())
    return ", ".join(_words(state, reason) for reason in missing)


def _words(state: State, reason: Message) -> str:
    args = {
        name: _hexes(state, value) if name in ("hexes", "planets", "example") and isinstance(value, int) else value
        for name, value in reason.args.items()
    }
    if isinstance(args.get("seat"), int):
        args["seat"] = who(state, int(str(args["seat"])))
    return REASONS[reason.key](args)


def _hexes(state: State, mask: int) -> str:
    names = [state.world.names[index] for index in bits(mask) if index < len(state.world.names)]
    return ",".join(sorted(name for name in names if name)) or "something"
