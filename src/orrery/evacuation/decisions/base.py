"""What every question and every step is."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from orrery.evacuation.actions import Action

if TYPE_CHECKING:
    from orrery.evacuation.state import State


def set_flag(value: int) -> tuple[int, ...]:
    """A flag as the last of the fields: there only if it is set, so that what is older keeps its digest."""
    return (1,) if value else ()


class Decision:
    """Something on the stack of a position: a question to a seat, or a step that the rules do themselves.

    Immutable, made of ints, words and tuples of ints, so that clones share it and it can be written down.
    """

    __slots__ = ("seat",)

    automatic: ClassVar[bool] = False
    """A step: ``run`` is called, nobody is asked."""
    always: ClassVar[bool] = False
    """Asked even if there is only one answer: a turn, and sealed questions."""
    secret: ClassVar[bool] = False
    """The answer is for the seat's eyes only."""

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def fields(self) -> tuple[object, ...]:
        """What it holds, in the order of its constructor."""
        return (self.seat,)

    def options(self, state: State) -> list[Action]:
        """Every answer, in a fixed order; each can be completed. Empty: the question lapses."""
        raise NotImplementedError

    def allows(self, state: State, action: Action) -> bool:
        """May it be answered so? Wider than ``options`` where a whole answer may be given at once."""
        return action in self.options(state)

    def resolve(self, state: State, action: Action) -> None:
        """What follows from the answer; this question is off the stack already."""
        raise NotImplementedError

    def run(self, state: State) -> None:
        """What a step does."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.fields() == other.fields()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.fields()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.fields()))})"


class Step(Decision):
    """Something the rules do themselves when it comes to the top of the stack."""

    __slots__ = ()

    automatic: ClassVar[bool] = True
