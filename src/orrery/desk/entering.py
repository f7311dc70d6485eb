"""Positions that people enter: where one begins, what may be left out, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from orrery.core.game import AnyGame, AnyState, BadPosition
from orrery.core.saying import data as plain
from orrery.desk import wire

SET_UP: Final = 400
"""Answers of a set-up at the most."""
FIRST: Final = "Turn"
"""The question with which play begins, in every title."""


def begun(game: AnyGame, options: Mapping[str, Any], seed: int) -> AnyState:
    """A fresh game at its first turn: whoever is asked before gives the first answer that is offered."""
    state: AnyState = game.new(game.complete(options), seed)
    for _ in range(SET_UP):
        if state.asked() is None or state.question() == FIRST:
            break
        state.apply(state.options()[0])
    return state


def trimmed(game: AnyGame, state: AnyState) -> dict[str, Any]:
    """A position as data without what follows from the rest, so that one change needs no second one."""
    data: dict[str, Any] = game.data(state)
    digest = state.digest()
    usual = {setting.name: setting.default for setting in game.settings if setting.name != "players"}
    given = data.get("options")
    if given is not None:  # a title may hold none
        data["options"] = {name: given[name] for name in given if name not in usual or given[name] != usual[name]}
        if not _same(game, data, digest):
            data["options"] = given
    for name in game.derived:
        top, _, inner = name.partition(".")
        for part in data.get(top, ()) if inner else (data,):
            field = inner or top
            if field not in part:
                continue
            before = part.pop(field)
            if not _same(game, data, digest):
                part[field] = before
    return data


def _same(game: AnyGame, data: Mapping[str, Any], digest: bytes) -> bool:
    """Whether the data still are that position."""
    try:
        found: AnyState = game.position(data)
    except BadPosition:
        return False
    return found.digest() == digest


def examined(game: AnyGame, data: Mapping[str, Any], whole: bool = False) -> wire.Examined:
    """What is wrong with a position, and where; or who is asked in it. ``whole``: also as it is kept."""
    try:
        state: AnyState = game.position(data)
    except BadPosition as error:
        reason = None if error.message is None else plain(error.message)
        return wire.Examined(wire.PositionFault(error.place, str(error), reason or {}))
    return told(game, state, whole)


def told(game: AnyGame, state: AnyState, whole: bool) -> wire.Examined:
    """A position that can be."""
    asked = state.asked()
    return wire.Examined(
        None,
        trimmed(game, state) if whole else None,
        asked,
        None if asked is None else state.question(),
        list(state.scores()),
    )
