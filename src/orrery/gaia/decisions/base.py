"""The base of all questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from orrery.gaia.actions import Action
    from orrery.gaia.state import State


class Decision:
    """A question to one seat: what may be answered stands beside what follows from the answer.

    Decisions hold ints and tuples of ints and never change, so that clones share them. A question with exactly
    one possible answer answers itself, one with none is dropped, unless ``always`` is set.
    """

    __slots__ = ("seat",)

    always: ClassVar[bool] = False
    """Asked even with a single answer: a turn, an offer to charge."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    @property
    def name(self) -> str:
        """The question's name in logs."""
        return type(self).__name__

    def values(self) -> tuple[int | tuple[int, ...], ...]:
        """What it consists of besides the seat, in the order of its constructor."""
        return ()

    def key(self) -> tuple[object, ...]:
        """Name, seat and values: equal exactly for equal questions."""
        return (self.name, self.seat, *self.values())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Decision) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(map(repr, (self.seat, *self.values())))})"

    def arrive(self, state: State) -> bool:
        """Called when the question comes to the top; True if it changed the position or took itself away."""
        return False

    def options(self, state: State) -> list[Action]:
        """Every answer offered, each once, in a fixed order."""
        raise NotImplementedError

    def allows(self, state: State, action: Action) -> bool:
        """Whether the answer is legal; wider than ``options`` where a player may draw freely."""
        return action in self.options(state)

    def resolve(self, state: State, action: Action) -> None:
        """Do what the answer says; the question has been taken off the stack. Trusts its caller."""
        raise NotImplementedError
