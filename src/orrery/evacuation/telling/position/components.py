"""Displays, decks and what else lies on the table in a position given as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from orrery.core.game import BadPosition
from orrery.core.reading import Given, expect
from orrery.core.saying import say
from orrery.evacuation import phases
from orrery.evacuation.pack.lookup import KINDS, SHIP, STADIUM
from orrery.evacuation.telling.records import position as record
from orrery.evacuation.words import (
    BONUS_CARDS,
    CARDS,
    GOALS,
    INFRASTRUCTURES,
    ORDERS,
    SHIPS,
    SOLO_CARDS,
    STADIUMS,
)

if TYPE_CHECKING:
    from orrery.evacuation.state import State

SHOWN: Final = (SHIPS, STADIUMS, INFRASTRUCTURES)
"""What lies on each of the three displays."""


def read(state: State, given: Given) -> int:
    """All of it; returns the display beside which cards are said to lie revealed."""
    if given.has("displays"):
        listed = given.get("displays").only(KINDS)
        for kind, name in enumerate(KINDS):
            expect(
                listed.has(name),
                "displays",
                say("evacuation.expected.display", name=repr(name)),
                sorted(listed.value),
            )
            _display(state, kind, listed.get(name))
    else:
        _take_out(state)
    _once_each(state)
    which = _revealed(state, given.get("revealed", {}).only(record.Revealed.__annotations__))
    _bonuses(state, given)
    _orders(state, given)
    if given.get("line_side", None).value is not None:
        side = given.get("line_side")
        side.expect(state.table.lines, say("evacuation.expected.line.none"))
        state.side = side.word([line.id for line in state.table.pack.lines])
    _action_cards(state, given)
    _solo(state, given)
    _goal_draft(state, given)
    return which


# --- displays -----------------------------------------------------------------------------------------


def _display(state: State, kind: int, given: Given) -> None:
    given.only(record.Display.__annotations__)
    display = state.displays[kind]
    size = state.table.pack.setup.display
    shown = given.get("open", [])
    display.open = list(SHOWN[kind].of(state, shown))
    shown.expect(len(display.open) <= size, say("evacuation.expected.most.cards", most=size))
    display.stack = list(SHOWN[kind].of(state, given.get("stack", [])))[::-1]
    display.known = given.get("known", 0).number(0, len(display.stack))
    if kind == STADIUM:
        highest = max([*display.open, *display.stack], default=0)
        expect(
            highest < state.table.lookup.start_stadium,
            given.path,
            say("evacuation.expected.stadium.start"),
            shown.value,
        )


def _owned(state: State, kind: int) -> list[int]:
    """Cards of a display that somebody has."""
    if kind == SHIP:
        return [code >> 2 for player in state.players for code in player.ships]
    if kind == STADIUM:
        found = [card for rival in state.rivals for card in rival.stadiums]
        for player in state.players:
            found += player.stadiums[0] + player.stadiums[1] + player.cargo_stadiums
        return found
    return [card for player in state.players for card in player.plans + player.infrastructures]


def _take_out(state: State) -> None:
    """Displays that are not given hold what nobody has, in the order of the fresh game."""
    for kind, display in enumerate(state.displays):
        owned = set(_owned(state, kind))
        cards = [card for card in [*display.open, *reversed(display.stack)] if card not in owned]
        size = state.table.pack.setup.display
        display.open = cards[:size]
        display.stack = cards[size:][::-1]
        display.known = 0


def _once_each(state: State) -> None:
    """No card is in two places."""
    for kind, display in enumerate(state.displays):
        cards = [*_owned(state, kind), *display.open, *display.stack]
        for card in cards:
            if cards.count(card) > 1:
                name = state.table.lookup.ids[kind][card]
                place = f"{KINDS[kind]} {name}"
                raise BadPosition(say("evacuation.position.twice", field=place, card=name))


def _revealed(state: State, given: Given) -> int:
    """Cards revealed beside a display; returns which."""
    cards = given.get("cards", [])
    state.extra = []
    if not cards.parts():
        return 0
    which = given.get("kind", None).word(KINDS)
    state.extra = list(SHOWN[which].of(state, cards))
    known = state.displays[which]
    lying = {*known.open, *known.stack, *_owned(state, which)}
    cards.expect(not lying & set(state.extra), say("evacuation.expected.cards.else"))
    return which


# --- bonuses, orders, action cards --------------------------------------------------------------------


def _bonuses(state: State, given: Given) -> None:
    left = len(state.table.pack.years) - state.year + 1
    if given.has("bonuses"):
        state.bonuses = list(BONUS_CARDS.of(state, given.get("bonuses")))
    else:
        state.bonuses = state.bonuses[-left:]
    given.get("bonuses", None).expect(
        len(state.bonuses) == left, say("evacuation.expected.bonuses", count=left, year=state.year)
    )


def _orders(state: State, given: Given) -> None:
    """Each order card is in one place; open ones that are not given fill up to the number drawn."""
    orders = state.table.pack.orders
    taken = [orders[order].card for player in state.players for order in player.orders + player.paid_orders]
    if given.has("orders"):
        named = given.get("orders")
        state.orders = sorted(ORDERS.of(state, named))
        named.expect(state.table.orders or not state.orders, say("evacuation.expected.orders.none"))
    else:
        free = [order for order in state.orders if orders[order].card not in taken]
        state.orders = free[: max(0, state.table.pack.setup.orders_drawn - len(taken))]
    taken += [orders[order].card for order in state.orders]
    names = [state.table.pack.order_cards[card].id for card in taken]
    expect(len(set(names)) == len(names), "orders", say("evacuation.expected.orders.once"), sorted(names))


def _action_cards(state: State, given: Given) -> None:
    """The action stack; no card is there more often than it has copies."""
    if given.has("action_stack"):
        stack = given.get("action_stack")
        state.cards = list(CARDS.of(state, stack))[::-1]
        stack.expect(state.table.advanced or not state.cards, say("evacuation.expected.cards.basic"))
    elif state.table.advanced:
        _deal_out(state)
    held = list(state.cards)
    for player in state.players:
        held += player.hand + player.tucked + player.played + player.discards
    for card in sorted(set(held)):
        one = state.table.pack.cards[card]
        expect(
            held.count(card) <= one.copies,
            f"card {one.id}",
            say("evacuation.expected.copies", most=one.copies),
            held.count(card),
        )


def _deal_out(state: State) -> None:
    """An action stack that is not given holds what nobody has."""
    rest = list(state.table.pack.deck)
    for player in state.players:
        for card in player.hand + player.tucked + player.played + player.discards:
            if card in rest:
                rest.remove(card)
    order = {card: index for index, card in enumerate(state.cards)}
    state.cards = sorted(rest, key=lambda card: (order.get(card, -1), card))


# --- the solo game, goals -----------------------------------------------------------------------------


def _solo(state: State, given: Given) -> None:
    """The solo cards and their tile."""
    lying = {*_owned(state, STADIUM), *state.displays[STADIUM].open, *state.displays[STADIUM].stack}
    if not given.has("solo"):
        state.stadiums_aside = [card for card in state.stadiums_aside if card not in lying]
        return
    solo = given.get("solo").only(record.Solo.__annotations__)
    corners = state.table.pack.solo_tile.corners
    deck, aside = solo.get("deck", []), solo.get("stadiums_aside", [])
    state.solo_deck = list(SOLO_CARDS.of(state, deck))[::-1]
    state.solo_out = list(SOLO_CARDS.of(state, solo.get("done", [])))
    solo.expect(not set(state.solo_deck) & set(state.solo_out), say("evacuation.expected.card.once"))
    state.corner = solo.get("corner", corners[0]).word(corners)
    state.stadiums_aside = list(STADIUMS.of(state, aside))
    aside.expect(not lying & set(state.stadiums_aside), say("evacuation.expected.stadiums.else"))
    playing = bool(state.rivals) and state.phase >= phases.HANDS and state.phase != phases.OVER
    deck.expect(bool(state.solo_deck) or not playing, say("evacuation.expected.solo.bottom"))


def _goal_draft(state: State, given: Given) -> None:
    """What has been picked in the draft, and the piles of the solo game."""
    if given.has("goal_draft"):
        draft = given.get("goal_draft").only(record.GoalDraft.__annotations__)
        picks = draft.get("picks", [])
        state.picks = [list(GOALS.of(state, each)) for each in picks.parts()]
        drafting = state.phase == phases.GOALS and not state.table.solo
        good = len(state.picks) == len(state.players) or (not state.picks and not drafting)
        picks.expect(good, say("evacuation.expected.picks"))
        first, second = (sorted(GOALS.of(state, each)) for each in draft.get("piles", [[], []]).parts(2))
        state.piles = (first, second)
        _check_picks(state)
    elif state.phase != phases.GOALS:
        state.picks = []
        state.piles = ([], [])
    elif given.has("players"):
        raise BadPosition(say("evacuation.position.goals", field="goal_draft"))
    every = [goal for player in state.players for goal in player.goals + player.draft]
    every += [player.dropped for player in state.players if player.dropped >= 0]
    every += state.piles[0] + state.piles[1]
    expect(
        len(set(every)) == len(every), "goals", say("evacuation.expected.goals.once"), len(every) - len(set(every))
    )


def _check_picks(state: State) -> None:
    """The draft as noted gives everybody the goals they have."""
    count = len(state.players)
    if not any(state.picks):
        return
    for seat, player in enumerate(state.players):
        kept = sorted(
            pick
            for number, picks in enumerate(state.picks)
            for turn, pick in enumerate(picks)
            if (number + turn) % count == seat
        )
        have = sorted([*player.goals, *([player.dropped] if player.dropped >= 0 else [])])
        expect(kept == have, f"goal_draft.picks of players[{seat}]", say("evacuation.expected.goals.picked"), kept)
