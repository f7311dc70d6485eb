"""Why an answer is refused, in the words a person types: whole answers, and what is nearly possible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from orrery.core.reading import refusal
from orrery.evacuation import actions as a
from orrery.evacuation.decisions.progress import SplitPower
from orrery.evacuation.decisions.subactions import SettleField
from orrery.evacuation.decisions.transport import LoadPlace, TransportShips
from orrery.evacuation.pack import RESOURCES
from orrery.evacuation.telling import notation

if TYPE_CHECKING:
    from orrery.core.journal import Message
    from orrery.evacuation.state import State

SENTENCES: Final = {
    "short": "{by} {what} short",
    "closed_terrain": "{terrain} is not open to settlement yet",
    "lacking_symbols": "{by} settlement symbols are missing",
    "no_factory": "no {what} factory is left",
    "covered": "area {area} is covered by an action of this year",
    "no_card": "there is no card left to place",
    "same_illustration": "one with the same illustration is in play",
    "complete": "the column is complete",
    "moved": "the ship has moved this year",
    "wrong_terrain": "the place is for a {place} site",
    "not_loadable": "the site cannot be loaded",
    "not_a_building": "the place holds no population",
    "two_turning_points": "two turning points would lie between the markers",
}
"""The reasons of near misses as English words."""


def illegal(state: State, action: object) -> str:
    """The sentence that refuses an action: what was answered, to which question, and why it is not possible."""
    if not isinstance(action, a.Action):
        return f"{action!r} is no answer of Evacuation"
    if not state.stack:
        return "the game is over: nobody is asked"
    top = state.stack[-1]
    try:
        words, why = notation.write(state, action), _why(state, action)
    except (LookupError, TypeError):
        words, why = repr(action), "it speaks of something that is not in this game"
    return refusal(words, top.name, top.seat, notation.possible(state), why)


def _why(state: State, action: a.Action) -> str:
    """Why the action answers nothing; empty where there is nothing more to say than what could be answered."""
    top = state.stack[-1]
    if isinstance(top, SettleField) and isinstance(action, a.Settle) and action.factories is not None:
        return _settle(state, top, action.field, action.factories)
    if isinstance(top, (TransportShips, LoadPlace)) and isinstance(action, a.Load):
        return _load(state, top, action)
    near = _near(state, action)
    if not near and isinstance(top, SplitPower) and isinstance(action, a.Advance):
        return _split(state, top, action.front, action.rear)
    return near


def _near(state: State, action: a.Action) -> str:
    """What is missing for an action that is nearly possible; empty for any other."""
    for wish in state.stack[-1].near(state):
        if wish.action == action and wish.reasons:
            return ", ".join(_said(reason) for reason in wish.reasons)
    return ""


def _said(reason: Message) -> str:
    return SENTENCES[reason.key].format(**reason.args)


def _split(state: State, top: SplitPower, front: int, rear: int) -> str:
    """Why the points cannot be split so."""
    player = state.players[top.seat]
    last = state.table.lookup.last_column
    left = last - player.columns[0], last - player.columns[1]
    points = min(top.points, sum(left))
    if front + rear != points:
        return f"{points} points are to be split, not {front + rear}"
    for steps, most, name in ((front, left[0], "front"), (rear, left[1], "rear")):
        if steps > most:
            return f"the {name} marker has {most} spaces left, not {steps}"
    if player.columns[0] == player.columns[1] and rear > front:
        return "both markers stand on one space: the one that goes further is the front one"
    return "the markers can land in the other order only"


def _settle(state: State, top: SettleField, field: int, factories: tuple[int, int, int]) -> str:
    if a.Settle(field) not in state.options():
        return _near(state, a.Settle(field))
    slots = state.table.lookup.factories[field]
    name = state.table.pack.fields[field].id
    if sum(factories) != slots:
        return f"{name} has {slots} factory slots, not {sum(factories)}"
    have = state.players[top.seat].new_factories
    short = [
        f"{n - own} {RESOURCES[i]} factory"
        for i, (n, own) in enumerate(zip(factories, have, strict=True))
        if n > own
    ]
    return ", ".join(short) + " short on the New World" if short else ""


def _load(state: State, top: TransportShips | LoadPlace, load: a.Load) -> str:
    """The first thing about a whole load that does not fit."""
    pack = state.table.pack
    ship = pack.ships[load.ship]
    trial = state.clone()
    if isinstance(top, TransportShips):
        fly = a.Fly(load.ship)
        if fly not in state.options():
            return _near(state, fly) or f"{ship.id} is not a ship of yours on the Old World"
        trial.stack.pop().resolve(trial, fly)
    elif load.ship != top.ship:
        return f"{pack.ships[top.ship].id} is being loaded, not {ship.id}"
    elif top.place:
        return f"{ship.id} is partly loaded: answer for its next place"
    places = len(ship.sites) + ship.buildings
    if len(load.places) != places:
        return f"{ship.id} has {places} places beside its cargo, not {len(load.places)}"
    for number, answer in enumerate(load.places, 1):
        question = trial.stack[-1]
        trial.forget()
        if answer not in question.options(trial):
            why = _near(trial, answer) or "it is not there"
            return f"place {number}, {notation.write(trial, answer)!r}: {why}"
        trial.stack.pop().resolve(trial, answer)
    if sum(load.resources) > ship.resources:
        return f"{ship.id} carries {ship.resources} resources, not {sum(load.resources)}"
    have = trial.players[top.seat].stock
    short = [f"{n - have[i]} old {RESOURCES[i]}" for i, n in enumerate(load.resources) if n > have[i]]
    return ", ".join(short) + " short" if short else ""
