"""Positions that people enter: where one begins, what may be left out, and what is wrong with one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from orrery.core.game import AnyGame, AnyState, BadPosition
from orrery.core.journal import Message
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
        return wire.Examined(_fault(error), also=[_fault(other) for other in beside(game, data, error)])
    return told(game, state, whole)


def _fault(error: BadPosition) -> wire.PositionFault:
    reason = None if error.message is None else plain(error.message)
    return wire.PositionFault(error.place, str(error), reason or {})


TRIES: Final = 24
"""Positions that are read to find more than one fault."""
PLAIN: Final = ("number", "word", "flag", "bit")
"""What a single value can be expected to be; such a fault is one whatever the rest says."""
_STEP: Final = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


def beside(game: AnyGame, data: Mapping[str, Any], first: BadPosition) -> list[BadPosition]:
    """Faults beside the first one, which is where reading stopped.

    Its place is left out or filled in several ways with what could be there. A fault that is found then is told if
    the value is wrong by itself, or if it is found whichever way the place is filled: a repair would leave it.
    """
    doc: Any = data
    found = [first]
    tries = 0
    while True:
        last = found[-1]
        steps = _steps(last.place)
        value = _at(doc, steps)
        if value is ... or not steps:
            break
        next_ones: list[tuple[Any, BadPosition, bool]] = []
        for filling in _fillings(value, last):
            if tries == TRIES:
                return found[1:]
            tries += 1
            tried = _filled(doc, steps, filling)
            error = _wrong(game, tried)
            if error is None:
                return found[1:]
            if not _about(error.place, last.place):
                next_ones.append((tried, error, filling is ...))
        if not next_ones:
            break
        doc, error, left_out = next_ones[0]
        alone = _plain(error) is not None and (_plain(last) is not None or left_out)
        agreed = len(next_ones) > 1 and len({str(other) for _, other, _ in next_ones}) == 1
        if not (alone or agreed) or any(_about(error.place, known.place) for known in found):
            break
        found.append(error)
    return found[1:]


def _wrong(game: AnyGame, data: Mapping[str, Any]) -> BadPosition | None:
    try:
        game.position(data)
    except BadPosition as error:
        return error
    return None


def _plain(error: BadPosition) -> Message | None:
    """What a single value was expected to be; None for a fault between several."""
    expected = None if error.message is None else error.message.args.get("expected")
    if not isinstance(expected, Message):
        return None
    room, _, kind = expected.key.rpartition(".")
    return expected if room == "core.expected" and kind in PLAIN else None


def _about(place: str, other: str) -> bool:
    """Whether one of two places lies in the other."""
    short, long = sorted((place, other), key=len)
    return long.startswith(short) and (len(long) == len(short) or long[len(short)] in ".[")


def _steps(place: str) -> list[str | int]:
    """The way to a place; empty for the whole and for what is no field."""
    bare = place.removeprefix("position").removeprefix(".")
    found: list[str | int] = [int(number) if number else name for name, number in _STEP.findall(bare)]
    return found if " " not in bare else []


def _at(data: Any, steps: list[str | int]) -> Any:
    """What lies there; ... for nothing."""
    for step in steps:
        if isinstance(step, int):
            data = data[step] if isinstance(data, (list, tuple)) and step < len(data) else ...
        else:
            data = data.get(step, ...) if isinstance(data, Mapping) else ...
    return data


def _filled(data: Any, steps: list[str | int], value: object) -> Any:
    """The data with another value there; ... leaves it out."""
    step, *rest = steps
    if isinstance(step, int):
        parts = list(data)
        parts[step] = _filled(parts[step], rest, value) if rest else value
        return [part for part in parts if part is not ...]
    fields = dict(data)
    fields[step] = _filled(fields[step], rest, value) if rest else value
    return {name: each for name, each in fields.items() if each is not ...}


def _fillings(value: object, error: BadPosition) -> list[object]:
    """What could stand at a fault, as different as it can be."""
    expected = _plain(error)
    if expected is not None:
        args = expected.args
        if "low" in args:
            return [args["low"], args["high"]]
        words = str(args.get("known", "")).split(", ")
        return [words[0], words[-1]] if "known" in args else [False, True] if "flag" in expected.key else [0, 1]
    if isinstance(value, list):
        return [..., [], value[:-1]]
    return [..., {}] if isinstance(value, Mapping) else [..., 0] if isinstance(value, int) else [..., None]


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
