"""Why an answer is refused, in the words a person types: whole answers, and what is nearly possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orrery.core.journal import Message
from orrery.core.reading import refusal
from orrery.core.saying import say
from orrery.evacuation import actions as a
from orrery.evacuation.decisions.progress import SplitPower
from orrery.evacuation.decisions.subactions import SettleField
from orrery.evacuation.decisions.transport import LoadPlace, TransportShips
from orrery.evacuation.pack import RESOURCES
from orrery.evacuation.telling import notation

if TYPE_CHECKING:
    from orrery.evacuation.state import State


def illegal(state: State, action: object) -> Message:
    """What refuses an action: what was answered, to which question, and why it is not possible."""
    if not isinstance(action, a.Action):
        return say("evacuation.answer.none", got=repr(action))
    if not state.stack:
        return say("core.over")
    top = state.stack[-1]
    try:
        words, why = notation.write(state, action), _why(state, action)
    except (LookupError, TypeError):
        words, why = repr(action), [say("evacuation.answer.strange")]
    return refusal(words, top.name, top.seat, notation.possible(state), why)


def _why(state: State, action: a.Action) -> list[Message]:
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


def _near(state: State, action: a.Action) -> list[Message]:
    """What is missing for an action that is nearly possible; empty for any other."""
    for wish in state.stack[-1].near(state):
        if wish.action == action and wish.reasons:
            return [say(f"evacuation.why.{reason.key}", **reason.args) for reason in wish.reasons]
    return []


def _split(state: State, top: SplitPower, front: int, rear: int) -> list[Message]:
    """Why the points cannot be split so."""
    player = state.players[top.seat]
    last = state.table.lookup.last_column
    left = last - player.columns[0], last - player.columns[1]
    points = min(top.points, sum(left))
    if front + rear != points:
        return [say("evacuation.split.sum", points=points, got=front + rear)]
    for steps, most, name in ((front, left[0], "front"), (rear, left[1], "rear")):
        if steps > most:
            return [say(f"evacuation.split.past.{name}", most=most, got=steps)]
    if player.columns[0] == player.columns[1] and rear > front:
        return [say("evacuation.split.same")]
    return [say("evacuation.split.order")]


def _settle(state: State, top: SettleField, field: int, factories: tuple[int, int, int]) -> list[Message]:
    if a.Settle(field) not in state.options():
        return _near(state, a.Settle(field))
    slots = state.table.lookup.factories[field]
    name = state.table.pack.fields[field].id
    if sum(factories) != slots:
        return [say("evacuation.slots", field=name, slots=slots, got=sum(factories))]
    have = state.players[top.seat].new_factories
    short = [
        f"{n - own} {RESOURCES[i]} factory"
        for i, (n, own) in enumerate(zip(factories, have, strict=True))
        if n > own
    ]
    return [say("evacuation.factories.short", what=", ".join(short))] if short else []


def _load(state: State, top: TransportShips | LoadPlace, load: a.Load) -> list[Message]:
    """The first thing about a whole load that does not fit."""
    pack = state.table.pack
    ship = pack.ships[load.ship]
    trial = state.clone()
    if isinstance(top, TransportShips):
        fly = a.Fly(load.ship)
        if fly not in state.options():
            return _near(state, fly) or [say("evacuation.ship.other", ship=ship.id)]
        trial.stack.pop().resolve(trial, fly)
    elif load.ship != top.ship:
        return [say("evacuation.ship.loading", ship=pack.ships[top.ship].id, got=ship.id)]
    elif top.place:
        return [say("evacuation.ship.partly", ship=ship.id)]
    places = len(ship.sites) + ship.buildings
    if len(load.places) != places:
        return [say("evacuation.ship.places", ship=ship.id, places=places, got=len(load.places))]
    for number, answer in enumerate(load.places, 1):
        question = trial.stack[-1]
        trial.forget()
        if answer not in question.options(trial):
            why = _near(trial, answer) or [say("evacuation.not.there")]
            return [say("evacuation.place", number=number, got=repr(notation.write(trial, answer)), why=why)]
        trial.stack.pop().resolve(trial, answer)
    if sum(load.resources) > ship.resources:
        return [say("evacuation.ship.carries", ship=ship.id, most=ship.resources, got=sum(load.resources))]
    have = trial.players[top.seat].stock
    short = [f"{n - have[i]} old {RESOURCES[i]}" for i, n in enumerate(load.resources) if n > have[i]]
    return [say("evacuation.stock.short", what=", ".join(short))] if short else []
