"""What both titles share of playing, proven on the smallest position there can be."""

from __future__ import annotations

from typing import ClassVar, Final, Self, final

import pytest

from orrery.core.asking import Action, Asked, Decision
from orrery.core.game import IllegalAction
from orrery.core.journal import Booking, totals
from orrery.core.words import Count, Fields, Phrase, fields, phrase


@final
class Take(Action):
    """Take so many of a heap."""

    __slots__ = ("count",)

    says: ClassVar[Phrase] = phrase("take {count}", count=Count("number", size=4))

    def __init__(self, count: int) -> None:
        self.count: Final = count


class Question(Decision["Heap", Action]):
    """A question about the heap."""

    __slots__ = ()


@final
class Move(Question):
    """How many? One to three, if they are there; whole answers may be larger."""

    __slots__ = ()

    def options(self, state: Heap) -> list[Action]:
        return [Take(count) for count in (1, 2, 3) if count <= state.left]

    def allows(self, state: Heap, action: Action) -> bool:
        return isinstance(action, Take) and 0 < action.count <= min(4, state.left)

    def resolve(self, state: Heap, action: Action) -> None:
        assert isinstance(action, Take)
        state.take(self.seat, action.count)

    def lapse(self, state: Heap) -> None:
        state.lapsed += 1


@final
class Bonus(Question):
    """A step of the rules: takes itself away and gives what it holds."""

    __slots__ = ("count",)

    holds: ClassVar[Fields] = fields(count=Count("number"))

    def __init__(self, seat: int, count: int) -> None:
        super().__init__(seat)
        self.count: Final = count

    def arrive(self, state: Heap) -> bool:
        state.stack.pop()
        state.take(self.seat, self.count)
        return True


@final
class Last(Question):
    """Asked even with one answer; what comes before it ends there."""

    __slots__ = ()

    always: ClassVar[bool] = True

    def options(self, state: Heap) -> list[Action]:
        return [Take(0)]

    def resolve(self, state: Heap, action: Action) -> None:
        state.over = True


@final
class Heap(Asked[Action, Question]):
    """So many things, and whose turn it is."""

    __slots__ = ("held", "lapsed", "left", "over", "seen", "turn", "watched")

    def __init__(self, left: int, stack: list[Question]) -> None:
        self.left = left
        self.held = [0, 0]
        self.turn = 0
        self.over = False
        self.lapsed = 0
        self.watched = 0
        self.seen = 0
        self.stack = stack
        self.journal = None
        self.touched = False
        self._offered = None

    def clone(self) -> Self:
        new = type(self)(self.left, self.stack[:])
        new.held, new.turn, new.over, new.seen = self.held[:], self.turn, self.over, self.seen
        return new

    def take(self, seat: int, count: int) -> None:
        self.left -= count
        self.held[seat] += count
        self.touched = True
        if self.journal is not None:
            self.journal.bookings.append(Booking(seat, "thing", count, "heap"))

    def watch(self) -> None:
        self.watched += 1

    def moved(self) -> bool:
        if self.over:
            return False
        self.stack.append(Move(self.turn) if self.left > 1 else Last(self.turn))
        self.turn = 1 - self.turn
        return True

    def revealed(self) -> int:
        return self.seen

    def refused(self, action: Action) -> str:
        return f"{action} is not possible"


def heap(left: int, *stack: Question) -> Heap:
    state = Heap(left, list(stack))
    state.settle()
    return state


def test_the_game_moves_on_until_somebody_must_choose() -> None:
    """Steps are taken, one answer answers itself, what cannot be answered lapses."""
    state = heap(7, Move(1), Bonus(0, 6))
    assert state.held == [6, 1]  # the bonus, then the one thing that was left
    assert (state.asked(), state.question()) == (0, "Last")
    assert state.lapsed == 0
    assert heap(1, Move(1), Bonus(0, 1)).lapsed == 1
    state.apply(Take(0))
    assert (state.asked(), state.question(), state.options()) == (None, "", [])


def test_options_are_found_once_and_given_away_as_copies() -> None:
    state = heap(5)
    first = state.options()
    first.clear()
    assert state.options() == [Take(1), Take(2), Take(3)]
    state.left = 2
    assert state.options() == [Take(1), Take(2), Take(3)]
    state.forget()
    assert state.options() == [Take(1), Take(2)]


def test_people_are_refused_and_bots_are_trusted() -> None:
    """``play`` accepts what the question allows, also what it does not list; a refusal changes nothing."""
    state = heap(9)
    with pytest.raises(IllegalAction, match=r"Take\(5\) is not possible"):
        state.play(Take(5))
    assert (state.left, state.asked()) == (9, 0)
    state.play(Take(4))
    assert (state.left, state.asked()) == (5, 1)
    state.apply(Take(3))
    assert (state.left, state.asked()) == (2, 0)


def test_what_was_touched_is_watched_before_the_next_look_at_the_stack() -> None:
    state = heap(9, Bonus(0, 1), Bonus(1, 1))
    assert (state.watched, state.touched) == (2, False)
    state.apply(Take(2))
    assert (state.watched, state.touched) == (3, False)


def test_what_follows_for_the_seat_is_foreseen_and_no_more() -> None:
    """Own steps and single answers happen; another seat's question and one that is always asked do not."""
    state = heap(9)
    state.stack.insert(0, Bonus(1, 2))
    state.stack.insert(1, Bonus(0, 2))
    trial = state.followed(Take(1))
    assert trial.journal is not None
    assert totals(trial.journal.bookings, 0) == ({}, {"thing": 3}, {})
    assert trial.stack == [Bonus(1, 2)]
    assert (state.left, state.journal) == (9, None)


def test_questions_compare_hash_and_print_by_value() -> None:
    assert Bonus(1, 2) == Bonus(1, 2)
    assert Bonus(1, 2) != Bonus(1, 3)
    assert Move(0) != Last(0)
    assert hash(Bonus(1, 2)) == hash(Bonus(1, 2))
    assert repr(Bonus(1, 2)) == "Bonus(1, 2)"
    assert Bonus(1, 2).key() == ("Bonus", 1, 2)
    assert Bonus(1, 2).about(heap(3)) == {"count": 2}
