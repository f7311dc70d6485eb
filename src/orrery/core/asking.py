"""What both titles share of playing: actions, questions, a position with a stack of questions, and its two doors.

A title's ``State`` is an ``Asked`` and says how the game moves on when nothing is pending; its
questions (``Decision``) own what may be answered, what is nearly possible and what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar, cast

from orrery.core.compiled import mypyc_attr
from orrery.core.game import IllegalAction
from orrery.core.journal import Journal, Message
from orrery.core.saying import say
from orrery.core.words import Fields, Phrase, fields


@mypyc_attr(allow_interpreted_subclasses=True)
class Action:
    """One answer to one question: small, immutable, of ints; equal to another of its class with equal fields."""

    __slots__ = ("_hash",)

    says: ClassVar[Phrase]
    """How it is said; text, JSON, facts, numbers for learners and TypeScript follow from it."""
    _hash: int
    """Its hash, once somebody asked for it: those that are shared are looked up over and over."""

    def values(self) -> tuple[Any, ...]:
        """Its fields, in the order of its constructor."""
        return self.says.values(self)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return False
        get = self.says.get
        return bool(get(self) == get(other))

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            says = self.says
            # Without its last bits it is small enough to need no box where this is compiled.
            self._hash = hash((says.text, says.get(self))) >> 3
            return self._hash

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.values()))})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self.values()


class Wish(NamedTuple):
    """An answer that one could wish to give and that is not possible."""

    action: Action
    reasons: tuple[Message, ...]
    """What is missing, as codes with values, e.g. ``short`` {"what": "ore", "by": 2}."""
    facts: Mapping[str, object] = {}
    """What a page draws besides the facts of the action."""
    possible: Callable[[Any], bool] | None = None
    """Whether it would be possible in another position of the same question; None if nothing helps."""


A = TypeVar("A", bound=Action)
S = TypeVar("S")


@mypyc_attr(allow_interpreted_subclasses=True)
class Decision(Generic[S, A]):
    """Something on the stack of a position: a question to one seat, or a step that the rules take themselves.

    It holds ints, words and tuples of ints and never changes, so that clones share it. A question with exactly one
    answer answers itself, one with none lapses, unless ``always`` is set.
    """

    __slots__ = ("seat",)

    holds: ClassVar[Fields] = fields()
    """What it holds besides the seat, in the order of its constructor."""
    always: ClassVar[bool] = False
    """Asked even with a single answer: a turn, an offer, a sealed choice."""
    secret: ClassVar[str] = ""
    """What others hear of an answer that is for the seat's eyes only; empty: they hear it as it is."""
    ends: ClassVar[bool] = False
    """The seat's doing ends here: explanations of its options go no further."""

    def __init__(self, seat: int) -> None:
        self.seat = seat  # questions with fields of their own say it themselves: millions are made

    @property
    def name(self) -> str:
        """The question's name in logs."""
        return type(self).__name__

    def values(self) -> tuple[Any, ...]:
        """What it holds besides the seat."""
        return self.holds.values(self)

    def key(self) -> tuple[object, ...]:
        """Name, seat and fields: equal exactly for equal questions; part of a position's digest."""
        return (type(self).__name__, self.seat, *self.holds.lasting(self))

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Decision) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, (self.seat, *self.values())))})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.seat, *self.values())

    def arrive(self, state: S) -> bool:
        """Called when it comes to the top; True if it changed the position or took itself away."""
        return False

    def options(self, state: S) -> list[A]:
        """Every answer offered, each once, in a fixed order; each can be completed."""
        raise NotImplementedError

    def near(self, state: S) -> Iterable[Wish]:
        """What one could wish to answer that is not possible, and why not."""
        return ()

    def about(self, state: S) -> Mapping[str, object]:
        """What the asking depends on, as plain JSON for pages."""
        return self.holds.json(state, self)

    def allows(self, state: S, action: A) -> bool:
        """Whether the answer is legal; wider than ``options`` where a whole answer may be given at once."""
        return action in self.options(state)

    def resolve(self, state: S, action: A) -> None:
        """Do what the answer says; the question has been taken off the stack. Trusts its caller."""
        raise NotImplementedError

    def lapse(self, state: S) -> None:
        """There was nothing to answer; the question has been taken off the stack."""


D = TypeVar("D", bound="Decision[Any, Any]")


@mypyc_attr(allow_interpreted_subclasses=True)
class Asked(Generic[A, D]):
    """A position with a stack of questions: who is asked, what may be answered, and the two doors."""

    __slots__ = ("_offered", "journal", "stack", "touched")

    stack: list[D]
    """Questions and steps; the last one comes first."""
    journal: Journal | None
    """Where bookings and messages are noted; a clone has none."""
    touched: bool
    """Something has changed that the rules watch for; False whenever somebody is asked."""
    _offered: list[A] | None
    """The options of the question on top, once they are known."""

    def clone(self) -> Self:
        """An independent copy without a journal."""
        raise NotImplementedError

    def watch(self) -> None:
        """Called before the next look at the stack where something was touched."""

    def moved(self) -> bool:
        """Nothing is pending: go on with the sequence of play; False if the game is over."""
        raise NotImplementedError

    def refused(self, action: A) -> Message | str:
        """Why ``play`` does not accept the action, as one sentence."""
        raise NotImplementedError

    def revealed(self) -> int:
        """A counter that grows whenever something hidden from anybody comes to light."""
        raise NotImplementedError

    def asked(self) -> int | None:
        """Who must answer; None when the game is over."""
        return self.stack[-1].seat if self.stack else None

    def question(self) -> str:
        """Name of the pending question; empty when the game is over."""
        return self.stack[-1].name if self.stack else ""

    def options(self) -> list[A]:
        """Every legal answer, each once, in a fixed order."""
        if self._offered is None:
            self._offered = self.stack[-1].options(self) if self.stack else []
        return self._offered[:]

    def allows(self, action: A) -> bool:
        """Whether ``play`` would accept the action; may be more than ``options`` lists."""
        return bool(self.stack) and self.stack[-1].allows(self, action)

    def forget(self) -> None:
        """Drop what is remembered of the pending question: something has been changed from outside."""
        self._offered = None

    def apply(self, action: A) -> None:
        """Answer the pending question; trusts its caller. For bots."""
        self._offered = None
        self.stack.pop().resolve(self, action)
        self.settle()

    def play(self, action: object) -> None:
        """Answer the pending question; raises IllegalAction and changes nothing. For people."""
        if not isinstance(action, Action):
            raise IllegalAction(say("core.action.none", got=repr(action)))
        given = cast(A, action)
        if not self.stack or (given not in self.options() and not self.allows(given)):
            raise IllegalAction(self.refused(given))
        self.apply(given)

    def settle(self) -> None:
        """Move on until somebody is asked something that needs an answer, or the game is over."""
        stack = self.stack
        while True:
            if self.touched:
                self.touched = False
                self.watch()
            if not stack:
                if self.moved():
                    continue
                return
            top = stack[-1]
            if top.arrive(self):
                continue
            if top.always:
                return
            offered = top.options(self)
            if len(offered) > 1:
                self._offered = offered
                return
            stack.pop()
            if offered:
                top.resolve(self, offered[0])
            else:
                top.lapse(self)

    def followed(self, action: A) -> Self:
        """A clone in which the answer and its certain consequences for the seat have happened, with their journal.

        It stops where anybody must choose, where the seat's doing ends, and where something hidden comes to light.
        """
        trial = self.clone()
        trial.journal = Journal()
        seat, known = self.asked(), self.revealed()
        stack = trial.stack
        stack.pop().resolve(trial, action)
        while stack and trial.revealed() == known:
            top = stack[-1]
            if top.seat != seat or top.always or top.ends:
                break
            if top.arrive(trial):
                continue
            offered = top.options(trial)
            if len(offered) > 1:
                break
            stack.pop()
            if offered:
                top.resolve(trial, offered[0])
            else:
                top.lapse(trial)
        return trial
