"""The solo opponent, and the solo cards as a third party (EV-SOL-1 to EV-SOL-19)."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, Final

from orrery.evacuation.pack.lookup import KINDS, STADIUM
from orrery.evacuation.rules.displays import put_under, refill, shuffle, take
from orrery.evacuation.rules.progress import LANES, MAIN, PARKING, free_lanes, stays
from orrery.evacuation.rules.resources import note

if TYPE_CHECKING:
    from orrery.evacuation.state import Rival, State

OPPONENT: Final = 1
NEUTRAL: Final = 2
"""Their places in ``State.order``; the player of the solo game is seat 0."""


def prepare_deck(state: State) -> None:
    """Shuffle the solo cards of this year; the red one enters in its year (EV-SOL-4, EV-AMB-7)."""
    cards = state.table.pack.solo_cards
    late = state.table.solo and state.year < state.table.red_card
    deck = [index for index, card in enumerate(cards) if not (card.red and late)]
    state.solo_deck = shuffle(state, deck)
    state.solo_out = []
    state.reveals += 1


def rival_turn(state: State, rival: Rival) -> bool:
    """Carry out the top solo card; the bottom one is not carried out. False when none is left (EV-SOL-9, -10)."""
    if len(state.solo_deck) < 2:
        return False
    card = state.table.pack.solo_cards[state.solo_deck.pop()]
    state.solo_out.append(state.table.pack.solo_cards.index(card))
    state.reveals += 1
    guide = state.table.pack.solo_cards[state.solo_deck[-1]]
    note(state, "solo_card", card=card.id, action=card.action, number=guide.number, x=guide.x, letter=guide.letter)
    if card.action == "settle":
        settle(state, rival, guide.number, guide.letter)
    elif not guide.x:
        visit(state, rival, KINDS.index(card.action), guide.number)
    return True


def settle(state: State, rival: Rival, number: int, letter: str) -> None:
    """Move the solo tile and settle the field it points at, unless it is settled (EV-SOL-14)."""
    tile = state.table.pack.solo_tile
    state.corner = (state.corner + number) % len(tile.corners)
    fields = tile.arrows[state.corner][tile.letters.index(letter)]
    if number > len(fields):
        return
    field = fields[number - 1]
    free = not state.settled >> field & 1
    if free:
        state.settled |= 1 << field
        rival.fields |= 1 << field
    note(
        state,
        "solo_settle",
        corner=tile.corners[state.corner],
        field=state.table.pack.fields[field].id,
        settled=free,
    )


def visit(state: State, rival: Rival, kind: int, number: int) -> None:
    """Take the displayed card of that number: under its stack, a stadium to the opponent (EV-SOL-11 to -13)."""
    display = state.displays[kind]
    if number > len(display.open):
        return
    card = display.open[number - 1]
    note(state, "solo_takes", kind=KINDS[kind], card=state.table.lookup.ids[kind][card])
    if kind == STADIUM:
        take(state, kind, card)
        insort(rival.stadiums, card)
    else:
        display.open.remove(card)
        put_under(display, card)
        refill(state, display)


def rival_satisfaction(state: State, rival: Rival) -> int:
    """That of its stadiums only (EV-SOL-6)."""
    return sum(state.table.lookup.stadium_satisfaction[stadium] for stadium in rival.stadiums)


def rival_progress(state: State, seat: int) -> None:
    """Move the markers of the opponent or the neutral colour (EV-SOL-15 to EV-SOL-17, EV-AMB-9)."""
    rival = state.rivals[seat - len(state.players)]
    pack = state.table.pack
    bonus = pack.bonuses[state.bonuses[0]]
    points = bonus.small if seat == NEUTRAL and state.year % 2 else bonus.large
    bottom = pack.solo_cards[state.solo_deck[0]]
    last = state.table.lookup.last_column
    front, rear = rival.columns
    points = min(points, last - front + last - rear)
    a = min(bottom.number, points, last - front)
    a = max(a, points - (last - rear))
    for marker, steps in ((0, a), (1, points - a)):
        if stays(state, rival, marker):
            continue
        rival.columns[marker] += steps
        rival.lanes[marker] = PARKING
        free = free_lanes(state, rival.columns[marker], False)
        rival.lanes[marker] = MAIN if free else PARKING
    note(
        state,
        "rival_progress",
        seat=seat,
        steps=[a, points - a],
        columns=list(rival.columns),
        lanes=[LANES[lane] for lane in rival.lanes],
    )
    if (rival.columns[1], rival.lanes[1]) > (rival.columns[0], rival.lanes[0]):
        rival.columns.reverse()
        rival.lanes.reverse()


def return_stadiums(state: State) -> None:
    """The stadiums put aside are shuffled into the stack (EV-SOL-3)."""
    display = state.displays[STADIUM]
    display.stack = shuffle(state, sorted(display.stack + state.stadiums_aside))
    display.known = 0
    state.stadiums_aside = []
    note(state, "stadiums_returned")
