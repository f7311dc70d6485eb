"""Services of the page: a plan for the year tried out, and which values of the pack are a reconstruction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from orrery.core.game import BadNotation, Explanation, IllegalAction
from orrery.core.journal import Message
from orrery.core.saying import say
from orrery.evacuation import actions as a
from orrery.evacuation.pack import reconstructed
from orrery.evacuation.telling import notation
from orrery.evacuation.telling.explain import explain, near
from orrery.evacuation.telling.facts import facts
from orrery.evacuation.telling.view import view
from orrery.evacuation.words import amounts

if TYPE_CHECKING:
    from orrery.evacuation.actions import Action
    from orrery.evacuation.pack import Pack
    from orrery.evacuation.state import State

Json = dict[str, Any]

MOST: Final = 120
"""A plan has at most so many steps."""


def ask(state: State, seat: int, name: str, args: Mapping[str, object]) -> Json:
    """Answer a question of a page; ``docs/views/evacuation.md`` lists them. The state is not changed."""
    if name == "plan":
        return _plan(state, seat, args)
    if name == "provenance":
        return _provenance(state.table.pack)
    raise LookupError(f"there is no service {name!r}; there are: plan, provenance")


def _plan(state: State, seat: int, args: Mapping[str, object]) -> Json:
    """The steps of a seat played one after the other within this year; everybody else does as little as may be.

    A step that is not possible says why and is left out; the later ones are tried all the same. Cards that are
    drawn on the way are a guess: such steps are marked as ``guessed``.
    """
    given = args.get("actions", [])
    if not isinstance(given, list) or not all(isinstance(text, str) for text in given):
        raise BadNotation(say("evacuation.plan.list", got=repr(given)))
    if len(given) > MOST:
        raise BadNotation(say("evacuation.plan.most", most=MOST, count=len(given)))
    trial = state.clone()
    _others(trial, seat, state.year)
    steps = []
    for text in given:
        trial = _bridged(trial, seat, state.year, text)
        steps.append(_step(trial, seat, state.year, text, trial.reveals > state.reveals))
        _others(trial, seat, state.year)
    open_ = _open(trial, seat, state.year)
    explained = explain(trial, seat) if open_ else ()
    return {
        "year": state.year,
        "steps": steps,
        "view": view(trial, seat),
        "ends": None if open_ else ("over" if trial.asked() is None else "year"),
        "guessed": trial.reveals > state.reveals,
        "question": trial.question() if open_ else "",
        "options": [_option(trial, option) for option in explained],
    }


def _open(trial: State, seat: int, year: int) -> bool:
    """Whether the seat is asked in the year of the plan."""
    return trial.asked() == seat and trial.year == year


def _step(trial: State, seat: int, year: int, text: str, guessed: bool) -> Json:
    """Play one step of the plan if it is possible; say what it brings and what is held then, or why not."""
    found: Json = {"text": text, "guessed": guessed, "ok": False, "question": trial.question()}
    if not _open(trial, seat, year):
        return {**found, "reasons": [{"key": "year_over", "args": {}}]}
    miss = next((each for each in near(trial, seat) if each.what == text), None)
    if miss is not None:
        found["option"] = {"text": text, "facts": dict(miss.facts)}
        return {**found, "reasons": [_message(reason) for reason in miss.reasons]}
    try:
        action = notation.read(trial, text)
        option = next((each for each in explain(trial, seat) if each.action == action), None)
        told = _option(trial, option) if option else {"text": text, "facts": facts(trial, action)}
        trial.play(action)
    except (BadNotation, IllegalAction):
        reason = "not_possible" if _fits(trial, text) else "not_asked"
        return {**found, "reasons": [{"key": reason, "args": {"question": trial.question()}}]}
    held = trial.players[seat].stock
    stock = {"old": amounts(held[:3]), "new": amounts(held[3:])}
    return {**found, "ok": True, "reasons": [], "option": told, "stock": stock}


def _fits(trial: State, text: str) -> bool:
    """Whether the text begins like one of the answers to the pending question."""
    verb = text.split(" ")[0]
    return any(notation.write(trial, option).split(" ")[0] == verb for option in trial.options())


def _bridged(trial: State, seat: int, year: int, text: str) -> State:
    """The position in which the text can be an answer: questions left open by a broken step are answered quietly.

    If there is no such position in this year, the given one.
    """
    ahead = trial
    for _ in range(MOST):
        if not _open(ahead, seat, year):
            return trial
        if _fits(ahead, text):
            return ahead
        if ahead.question() == "Turn":
            return trial
        if ahead is trial:
            ahead = trial.clone()
        ahead.apply(_quiet(ahead.options()))
        _others(ahead, seat, year)
    return trial


def _others(trial: State, seat: int, year: int) -> None:
    """Everybody else passes, loads nothing and takes nothing, as far as they may."""
    while trial.year == year and (asked := trial.asked()) is not None and asked != seat:
        trial.apply(_quiet(trial.options()))


def _quiet(options: list[Action]) -> Action:
    for kind in (a.Pass, a.Done, a.Forgo, a.LoadNothing):
        for option in options:
            if isinstance(option, kind):
                return option
    return options[0]


def _message(message: Message) -> Json:
    return {"key": message.key, "args": dict(message.args)}


def _option(trial: State, option: Explanation[Action]) -> Json:
    """An option as the server sends it."""
    return {
        "text": notation.write(trial, option.action),
        "cost": dict(option.cost),
        "gain": dict(option.gain),
        "points": dict(option.points),
        "income": dict(option.income),
        "warnings": [_message(warning) for warning in option.warnings],
        "facts": dict(option.facts),
    }


def _provenance(pack: Pack) -> Json:
    """The fields of each component whose values are a reconstruction: section -> id -> fields."""
    found: dict[str, dict[str, list[str]]] = {}
    for origin in reconstructed(pack):
        found.setdefault(origin.section, {}).setdefault(origin.id, []).append(origin.field)
    return {"pack": pack.name, "title": pack.title, "reconstructed": found}
