"""What a bot may know of a title beyond the contract: values of positions and turns worth a look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Self

from orrery.bots import Budget
from orrery.core.compiled import mypyc_attr
from orrery.core.game import A, S, Seat
from orrery.core.titles import named


class Outlook(NamedTuple, Generic[S, A]):
    """A first turn and the value of the best line that begins with it."""

    worth: float
    turn: tuple[A, ...]
    """The answers of the first turn, as far as they can be known."""
    end: S
    """The position at the end of the line, or where the mind of the title says that it can be judged."""
    line: tuple[Any, ...] = ()
    """What the next search is told of it: the action that matters of every turn, by stage.

    A mind with a search of its own tells all answers of the line.
    """
    soon: S | None = None
    """The position at the end of its first stage; without stages that of the line."""
    whole: bool = True
    """Whether the line was followed to its end."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Mind(Generic[S, A]):
    """The hand-made knowledge of one title. Every part has a default: that of a bot who knows the contract only."""

    patience: float = 0.0
    """What a turn may lose before a bot that looks no further passes."""

    # Positions

    def value(self, state: S, seat: Seat) -> float:
        """Points that the seat may hope for; exact when the game is over."""
        return float(state.scores()[seat])

    def parts(self, state: S, seat: Seat) -> dict[str, float]:
        """The value by source, for advice."""
        return {"score": self.value(state, seat)}

    def denied(self, state: S, seat: Seat) -> float:
        """How much of a value are points that a rival loses."""
        return 0.0

    def in_points(self, state: S) -> bool:
        """Whether values are victory points; else they only compare positions."""
        return True

    def same(self, state: S, seat: Seat) -> object:
        """A key: equal exactly for positions that differ only by the order in which the seat did things."""
        return state.digest()

    def kind(self, state: S, seat: Seat) -> object:
        """What the lines of a beam should differ in."""
        return None

    def blind(self, parts: Sequence[str]) -> Self:
        """The mind of somebody who does not see these parts of the value."""
        return self

    # Learning

    numbers: Mapping[str, Sequence[float]] = {}
    """Name of a feature -> its weight by stage, where values are such sums beside the points that there are."""

    def stage(self, state: S) -> int:
        """Which of the weights count."""
        return 0

    def counted(self, state: S, seat: Seat) -> list[float]:
        """The features of a position, in the order of ``numbers``."""
        return []

    def taught(self, numbers: Mapping[str, Sequence[float]]) -> Self:
        """The mind with other numbers."""
        return self

    def tracked(self, state: S, seat: Seat) -> dict[str, int]:
        """Counts of a seat that plans expect to grow for rivals, by name; ``orrery promises`` measures it."""
        return {}

    # Answers

    def policy(self, state: S, seat: Seat) -> A | None:
        """The answer to a question that needs no search, or None."""
        return None

    def still(self, state: S) -> A:
        """What somebody answers who stands still."""
        first: A = state.options()[0]
        return first

    def alike(self, state: S, seat: Seat) -> object:
        """Equal for follow-up questions that one answer fits, None for others."""
        return None

    # Turns

    def is_turn(self, state: S) -> bool:
        """Whether a turn begins here, the main action of which is worth a search."""
        return False

    def begins_turn(self, state: S) -> bool:
        """Whether advice about the turn before ends at this question."""
        return self.is_turn(state)

    def ends_turn(self, action: A) -> bool:
        """Whether a turn is over with this answer, whatever is asked after it."""
        return False

    def turns(self, state: S, seat: Seat) -> Iterable[tuple[A, ...]]:
        """Beginnings of turns that are worth a look: free actions and the one that matters last."""
        return [(option,) for option in state.options()]

    def put_off(self, action: A, depth: int, stage: int) -> float:
        """What is lost by doing the action so many turns later, in that stage of a plan."""
        return 0.0

    # Plans

    def ahead(self, state: S, seat: Seat) -> Self:
        """The mind with which a plan is made from here, the others standing still; it may remember more."""
        return self

    def alone(self, state: S, seat: Seat) -> S:
        """A clone in which the others stand still for as long as a plan reaches."""
        return state.clone()

    def replies(self, state: S, seat: Seat) -> Sequence[S]:
        """Positions after one, two ... turns of each of the others, as far as a plan counts on them."""
        return ()

    def replied(self, state: S, seat: Seat, before: S, after: S) -> None:
        """Let the others have done in a line of a plan what they did between two positions of ``replies``."""

    def effort(self, state: S) -> float:
        """Which part of a budget a turn at this stage of the game is worth, 1 at most."""
        return 1.0

    def leaf(self, state: S, start: S) -> bool:
        """Whether a plan (or a stage of it) that began at ``start`` ends here."""
        return state.asked() is None

    def stages(self, state: S) -> int:
        """How many leaves a plan passes."""
        return 1

    def between(self, state: S, seat: Seat) -> None:
        """What happens to a position between two stages."""

    def resumed(self, state: S, seat: Seat) -> S | None:
        """Where a plan can begin after an answer, or None."""
        return None

    def openings(self, state: S, seat: Seat) -> list[A]:
        """Answers of the set-up that are worth a plan each."""
        return []

    def opened(self, state: S, seat: Seat, answer: A) -> Sequence[S]:
        """The seat's first turn after an answer of the set-up: one position for each way to go on that matters."""
        trial = state.clone()
        trial.apply(answer)
        return [trial]

    # A search of one's own

    def searched(self, state: S) -> bool:
        """Whether a plan is made at this question."""
        return self.is_turn(state)

    def plan(
        self, state: S, seat: Seat, budget: Budget, old: tuple[Any, ...] = ()
    ) -> Sequence[Outlook[S, A]] | None:
        """First turns, best first, by a search of its own; None leaves it to the beam that all titles share.

        ``old`` is what is left of a plan made before.
        """
        return None

    def fits(self, state: S, answer: A) -> bool:
        """Whether a planned answer that is not among the options may be given all the same."""
        return False


AnyMind = Mind[Any, Any]
"""The mind of a title that its user does not know."""

MINDS: dict[str, str] = {
    "gaia": "orrery.bots.gaia.mind:MIND",
    "evacuation": "orrery.bots.evacuation.mind:MIND",
}
"""Title -> ``module:object``."""

_PLAIN: AnyMind = Mind()


def mind(title: str) -> AnyMind:
    """The mind of a title; of one that has none, the mind that knows the contract only."""
    if title not in MINDS:
        return _PLAIN
    found: AnyMind = named(MINDS[title])
    return found
