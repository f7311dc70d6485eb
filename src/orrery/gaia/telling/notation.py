"""Actions as text and back: ``terrans build mine 5B3``.

An action is said by the phrase of its class, after the name of who acts: the faction, or ``p1`` to ``p4`` before
the seat has one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orrery.core.game import BadNotation
from orrery.core.reading import shown
from orrery.core.saying import say
from orrery.gaia.actions import VOCABULARY, Action
from orrery.gaia.data.boards import FACTIONS
from orrery.gaia.phases import NO_ONE

if TYPE_CHECKING:
    from orrery.gaia.state import State


def who(state: State, seat: int) -> str:
    """How the notation calls a seat now."""
    faction = state.players[seat].faction
    return f"p{seat + 1}" if faction == NO_ONE else FACTIONS[faction]


def write(state: State, action: Action) -> str:
    """The action as an answer to the pending question."""
    seat = state.asked()
    name = "" if seat is None else who(state, seat)
    return f"{name} {phrase(state, action)}"


def phrase(state: State, action: Action) -> str:
    """The action without who acts."""
    return action.says.write(state, action)


def read(state: State, text: str) -> Action:
    """The action that the text names as an answer to the pending question."""
    seat = state.asked()
    if seat is None:
        raise BadNotation(say("gaia.said.over", got=shown(text)))
    words = text.split()
    name = who(state, seat)
    if not words:
        raise BadNotation(say("gaia.said.nothing", question=state.question(), faction=name))
    if words[0].casefold() not in (name, f"p{seat + 1}"):
        if words[0].casefold() in VOCABULARY.verbs:
            raise BadNotation(say("gaia.said.who", got=shown(text), faction=repr(name)))
        raise BadNotation(
            say(
                "gaia.said.other", got=shown(text), faction=name, question=state.question(), instead=shown(words[0])
            )
        )
    if len(words) == 1:
        verbs = ", ".join(sorted(VOCABULARY.verbs))
        raise BadNotation(say("gaia.said.what", got=shown(text), faction=name, known=verbs))
    return parse(state, words[1:])


def parse(state: State, words: list[str]) -> Action:
    """The action of these words, without who acts."""
    return VOCABULARY.read(state, " ".join(words))
