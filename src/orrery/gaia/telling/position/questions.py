"""Questions as data: named fields, and the numbers of the former format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from orrery.core.saying import say
from orrery.gaia.decisions.base import Decision
from orrery.gaia.decisions.every import DECISIONS
from orrery.gaia.decisions.income import IncomeOrder
from orrery.gaia.decisions.setup import RotateSectors
from orrery.gaia.decisions.turn import Turn
from orrery.gaia.state import State
from orrery.gaia.telling.position.given import Field

MOST: Final = 1 << 16
"""The highest number in the ``values`` of a question of format 1."""
LISTS: Final = (RotateSectors, IncomeOrder)
"""Questions whose ``values`` were lists; those of the others were numbers."""


def question_of(state: State, field: Field) -> Decision:
    kind = DECISIONS.get(str(field.get("question").value))
    if kind is None:
        raise field.get("question").wrong(say("core.expected.word", known=", ".join(DECISIONS)))
    seat = field.get("seat").number(0, len(state.players) - 1)
    if field.has("values"):
        return _former_question(kind, seat, field)
    field.only(("question", "seat", *kind.holds.keys))
    assert isinstance(field.value, Mapping)
    if kind is Turn and not field.has("done"):
        return Turn(seat)
    return kind(seat, *kind.holds.parse(state, field.value, field.path))


def _former_question(kind: type[Decision], seat: int, field: Field) -> Decision:
    """A question of format 1: its fields as numbers, in order."""
    field.only(("question", "seat", "values"))
    values = field.get("values").parts()
    try:
        if kind in LISTS:
            return kind(seat, *(tuple(part.each(lambda item: item.number(0, MOST))) for part in values))
        return kind(seat, *(part.number(-1, MOST) for part in values))
    except TypeError:
        raise field.get("values").wrong(say("gaia.expected.values", question=kind.__name__)) from None
