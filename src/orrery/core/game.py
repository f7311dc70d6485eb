"""The contract that every game keeps: State, Game, Bot.

A position answers who is asked, what the question is and what may be answered. Everything that uses a
game (matches, bots, the arena, the server) goes through these classes and knows nothing else.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar, cast

from orrery.core.journal import Journal, Message
from orrery.core.saying import Explained, say

Seat = int
"""A place at the table, counted from 0."""


class IllegalAction(Explained):
    """An answer that the pending question does not allow; the position is unchanged."""


class BadOptions(Explained):
    """Options that no game can be set up with; the sentence says which and what was expected."""


class BadNotation(Explained):
    """Text that names no action; the sentence says what was expected."""


class BadPosition(Explained):
    """Data that describe no position; the sentence names the field and what was expected.

    A sentence without a key is English and begins with the field; other languages name the field alone.
    """

    def __init__(self, why: Message | str) -> None:
        if isinstance(why, str):
            why = say("core.position", field=why.partition(":")[0], expected=why)
        super().__init__(why)

    @property
    def place(self) -> str:
        """The field that is wrong, as a path; empty where the sentence is about the whole."""
        return "" if self.message is None else str(self.message.args.get("field", ""))


A = TypeVar("A")


class State(Protocol[A]):
    """A position: mutable, cheap to clone, equal to another exactly if their digests are equal."""

    journal: Journal | None
    """Where gains, costs and messages are noted; None (always so in a fresh clone) notes nothing."""

    def clone(self) -> Self:
        """An independent copy without a journal."""
        ...

    def asked(self) -> Seat | None:
        """Who must answer; None when the game is over."""
        ...

    def question(self) -> str:
        """Name of the pending decision, e.g. ``LeechOffer``; empty when the game is over."""
        ...

    def options(self) -> list[A]:
        """Every legal answer, each once, in a fixed order; never empty before the game is over."""
        ...

    def apply(self, action: A) -> None:
        """Answer the pending question; trusts its caller. For bots."""
        ...

    def play(self, action: A) -> None:
        """Answer the pending question; raises IllegalAction and changes nothing. For people."""
        ...

    def scores(self) -> list[int]:
        """Points of every seat as they stand."""
        ...

    def places(self) -> list[int]:
        """Place of every seat by the game's own winning rules and tie-breaks, 1 is best, ties share one."""
        ...

    def revealed(self) -> int:
        """A counter that grows whenever something hidden from anybody comes to light."""
        ...

    def digest(self) -> bytes:
        """Equal positions, equal digests, on every machine; 16 bytes."""
        ...


class Setting(NamedTuple):
    """One option of a game, so that a lobby can offer it without knowing the game."""

    name: str
    kind: str
    """``choice``, ``bool``, ``int``, ``text``, ``list`` or ``map``."""
    default: object
    choices: tuple[object, ...] = ()
    """For ``choice`` and the items of ``list``: what may be chosen; for ``int``: lowest and highest."""
    group: str = ""
    """A heading under which lobbies show it: ``table``, ``set-up``, ``variants``, ``rulings`` ..."""


@dataclass(frozen=True, slots=True)
class Reaction:
    """What another seat may do because of an action, e.g. charge 3 power for 2 points."""

    seat: Seat
    what: str
    amount: int
    price: int = 0


@dataclass(frozen=True, slots=True)
class Explanation(Generic[A]):
    """What an option costs and brings; equal to what happens on play, hidden draws excepted."""

    action: A
    cost: Mapping[str, int] = field(default_factory=dict)
    """Resource -> amount paid."""
    gain: Mapping[str, int] = field(default_factory=dict)
    """Resource -> amount gained, victory points excepted."""
    points: Mapping[str, int] = field(default_factory=dict)
    """Source -> victory points gained or lost."""
    income: Mapping[str, int] = field(default_factory=dict)
    """Resource -> change of the coming income."""
    reactions: tuple[Reaction, ...] = ()
    warnings: tuple[Message, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)
    """What else a page draws: target hex, tile, track, ghost of the building; plain JSON."""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """Something one could wish to do that is not possible, and why not."""

    what: str
    """The wish in the game's notation, as far as it can be written."""
    reasons: tuple[Message, ...]
    """What is missing, as codes with values, e.g. ``short`` {"what": "ore", "by": 2}."""
    facts: Mapping[str, object] = field(default_factory=dict)


S = TypeVar("S", bound=State)  # type: ignore[type-arg]  # a bound cannot name the action type of another variable


class Game(ABC, Generic[S, A]):
    """A title: how positions are made, written down, read, shown and explained.

    What is abstract every title says itself; the rest has a default, for titles that have nothing of the kind.
    """

    name: str
    """The registry's word for it, also in match headers."""
    rules: int
    """Raised whenever a replay could change."""
    settings: tuple[Setting, ...]

    # Playing

    @abstractmethod
    def new(self, options: Mapping[str, object], seed: int) -> S:
        """A fresh position; raises BadOptions. Public set-up comes from ``options["setup_seed"]`` when given."""

    @abstractmethod
    def complete(self, options: Mapping[str, object]) -> dict[str, object]:
        """The options with every default filled in, checked; raises BadOptions."""

    @abstractmethod
    def seats(self, options: Mapping[str, object]) -> int:
        """How many seats are asked in a game with these options."""

    @abstractmethod
    def write(self, state: S, action: A) -> str:
        """The action as text; ``read`` gives it back."""

    @abstractmethod
    def read(self, state: S, text: str) -> A:
        """The action that the text names as an answer to the pending question; raises BadNotation."""

    @abstractmethod
    def guess(self, state: S, seat: Seat, seed: int) -> S:
        """A world that ``seat`` cannot tell from this one: hidden things drawn anew from ``seed``."""

    @abstractmethod
    def data(self, state: S) -> dict[str, object]:
        """The whole position as plain JSON, secrets included; ``position`` builds it again."""

    @abstractmethod
    def position(self, data: Mapping[str, object]) -> S:
        """The position that the data describe; raises BadPosition."""

    # Telling

    @abstractmethod
    def printed(self, state: S) -> Mapping[str, object]:
        """What everybody sees and no answer ever changes, as plain JSON: boards, faces of components, options.

        A field of the same name in a view wins over it.
        """

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> Mapping[str, object]:
        """What a seat (None: a spectator) may see of what stands, as plain JSON; the rest is ``printed``."""

    @abstractmethod
    def tell(self, state: S, action: A, seat: Seat | None) -> Message:
        """The entry as a message for the log, as that seat may read it."""

    @abstractmethod
    def explain(self, state: S, seat: Seat) -> tuple[Explanation[A], ...]:
        """Every option explained, in the order of ``options``; empty for a seat that is not asked."""

    @abstractmethod
    def explanation(self, state: S, seat: Seat, action: A) -> Explanation[A]:
        """One answer of ``seat`` explained; also one that is allowed without being listed among the options."""

    def near(self, state: S, seat: Seat) -> tuple[NearMiss, ...]:
        """What ``seat``, if it is asked, might wish in vain, and why it is not possible."""
        return ()

    # What a title may have beyond that

    def offered(self, options: Mapping[str, object]) -> dict[str, object]:
        """``complete`` for a new match: whole numbers are within what ``settings`` offer; raises BadOptions.

        A stored match may have others, from before they were narrowed.
        """
        whole = self.complete(options)
        for setting in self.settings:
            value = whole[setting.name]
            if setting.kind == "int" and isinstance(value, int) and setting.choices:
                low, high = cast("tuple[int, int]", setting.choices)
                if not low <= value <= high:
                    raise BadOptions(
                        say("core.option.whole", option=repr(setting.name), low=low, high=high, got=value)
                    )
        return whole

    closes: Mapping[str, A] = MappingProxyType({})
    """Question -> the answer that only ends it, where a person may say so ahead ("and then end my turn").
    A question that is not here is never ended for anybody."""
    derived: Sequence[str] = ()
    """Fields of ``data`` that may be left out where they follow from the rest: ``boosters``, ``players.tiles``."""
    tournament: Mapping[str, object] = MappingProxyType({})
    """Options of games between bots, unless they say otherwise."""

    def formerly(self, options: Mapping[str, object], rules: int) -> Mapping[str, object]:
        """The options under which a match of an older rules number plays as it was played then."""
        return options

    def heard(self, state: S, action: A, seat: Seat | None) -> str:
        """The entry as that seat may read it: a secret pick stays secret."""
        return self.write(state, action)

    def show(self, state: S, seat: Seat | None) -> str:
        """A drawing for the terminal of what a seat (None: a spectator) may see."""
        return json.dumps(self.view(state, seat), indent=1, ensure_ascii=False)

    def service(self, state: S, seat: Seat, name: str, args: Mapping[str, object]) -> dict[str, object]:
        """The answer of a service for composing a move, as plain JSON; raises LookupError if there is none such."""
        raise LookupError(f"{self.name} has no service {name!r}")

    def tabletop(self, name: str, args: Mapping[str, object]) -> dict[str, object]:
        """Help for a game with the box on the table, as plain JSON, from what is sent alone.

        Raises LookupError if there is none such, and Explained errors for arguments that cannot be.
        """
        raise LookupError(f"{self.name} has no help {name!r} at the table")

    def traits(self, state: S, seat: Seat) -> dict[str, str]:
        """What tournaments group the results of a seat by: name -> value."""
        return {}

    def forget(self, state: S) -> bool:
        """Drop what is remembered of this and other positions, so that a call of ``options`` can be measured.

        False from a title that does not.
        """
        return False


class Bot(Protocol[S, A]):
    """Somebody who answers. Receives a guess of the position, never the true one."""

    name: str

    def choose(self, game: Game[S, A], state: S, seat: Seat) -> A:
        """One of ``state.options()``."""
        ...


AnyState = State[Any]
"""A position of a title that its user does not know."""
AnyGame = Game[Any, Any]
"""A title that its user does not know."""
AnyBot = Bot[Any, Any]
"""Somebody who answers in a title that its user does not know."""


def place(keys: Sequence[object]) -> list[int]:
    """Places by descending keys: the highest is 1, equal keys share a place."""
    order = sorted(keys, reverse=True)  # type: ignore[type-var]  # any one comparable type
    return [order.index(key) + 1 for key in keys]
