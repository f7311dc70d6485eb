"""What an action is about, as plain JSON: facts for the boards of a page, and messages for its log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict

from orrery.core.journal import Message
from orrery.evacuation import actions as a
from orrery.evacuation.decisions.transport import LoadPlace, ReturnShips, TransportShips
from orrery.evacuation.decisions.turn import OrderOffer

if TYPE_CHECKING:
    from orrery.evacuation.state import State

Json = dict[str, Any]

ENDING: Final = (TransportShips, ReturnShips, OrderOffer)
"""Questions in which being done ends what the seat does: a page confirms it."""


def facts(state: State, action: a.Action) -> Json:
    """What a page needs to find an answer on its boards: its kind and what it names, in words of the pack.

    The kind is ``end`` where being done ends a turn or a transport.
    """
    found = action.says.facts(state, action)
    more = MORE.get(type(action))
    if more is not None:
        found.update(more(state))
    return found


def tell(state: State, action: a.Action, seat: int | None) -> Message:
    """The entry as a message for the log, as a seat may read it: the action's kind and its arguments in words."""
    top, says = state.stack[-1], action.says
    if top.secret and seat != top.seat:
        return Message(f"{says.kind}_secret", {"seat": top.seat})
    args = {"seat": top.seat, "question": top.name, "text": says.write(state, action), **facts(state, action)}
    del args["kind"]
    return Message(says.kind, args)


class PlaceFacts(TypedDict, total=False):
    """Where something is loaded."""

    ship: str
    """Which ship."""
    place: int
    """Which of its places."""


def _place(state: State) -> PlaceFacts:
    top = state.stack[-1]
    if not isinstance(top, LoadPlace):
        return {}
    return {"ship": state.table.pack.ships[top.ship].id, "place": top.place}


class DoneFacts(TypedDict):
    """Being done may end what the seat does: a page confirms it."""

    kind: Literal["done", "end"]
    """Whether it ends a turn or a transport."""
    question: str
    """What is done."""


def _done(state: State) -> DoneFacts:
    top = state.stack[-1]
    return {"kind": "end" if isinstance(top, ENDING) else "done", "question": top.name}


MORE: Final[Mapping[type[a.Action], Callable[[State], Any]]] = {
    a.Done: _done,
    a.LoadSite: _place,
    a.LoadFactory: _place,
    a.LoadStadium: _place,
    a.LoadNothing: _place,
    a.LoadResources: _place,
    a.Load: _place,
}
"""What is told of an action besides its words."""
