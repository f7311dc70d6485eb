"""The three displays and their stacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orrery.core.chance import shuffled

if TYPE_CHECKING:
    from orrery.evacuation.state import Display, State


def refill(state: State, display: Display) -> None:
    """Close the gaps towards the X slot and fill the rear from the stack, as far as it reaches (EV-DSP-1, -3)."""
    size = state.table.pack.setup.display
    while len(display.open) < size and display.stack:
        display.open.append(draw(state, display))


def draw(state: State, display: Display) -> int:
    """The top card of a stack that is not empty."""
    if len(display.stack) > display.known:
        state.reveals += 1
    else:
        display.known -= 1
    return display.stack.pop()


def put_under(display: Display, card: int) -> None:
    """Lay a card openly under its stack."""
    display.stack.insert(0, card)
    display.known += 1


def take(state: State, kind: int, card: int) -> None:
    """Take a card from the display (or one that was revealed beside it) and refill."""
    display = state.displays[kind]
    if card in display.open:
        display.open.remove(card)
        refill(state, display)
    else:
        state.extra.remove(card)


def clear_extra(state: State, kind: int) -> None:
    """Cards that were revealed beside the display and not chosen go under the stack (EV-TE-12).

    If they were the last of it, they are what fills the place of the card taken.
    """
    if state.extra:
        display = state.displays[kind]
        for card in state.extra:
            put_under(display, card)
        state.extra.clear()
        refill(state, display)


def year_end(state: State) -> None:
    """The cards on the X slots leave the game; shift and refill (EV-YE-3)."""
    size = state.table.pack.setup.display
    for display in state.displays:
        # The X slot is the first of the row; a display that has shrunk has lost its rear slots.
        if display.open:
            del display.open[0]
        refill(state, display)
        assert len(display.open) <= size


def shuffle(state: State, cards: list[int]) -> list[int]:
    """The cards in a fresh random order."""
    found = shuffled(state.seed, state.draws, cards)
    state.draws += max(0, len(cards) - 1)
    return found
