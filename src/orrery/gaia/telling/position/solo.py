"""The Automa's cards."""

from __future__ import annotations

from orrery.core.saying import say
from orrery.gaia.automa.cards import CARDS
from orrery.gaia.automa.deck import Deck
from orrery.gaia.data.buildings import (
    ROUNDS,
)
from orrery.gaia.phases import (
    ACTIONS,
    GAIA_PHASE,
    INCOME,
    NOTHING_HERE,
)
from orrery.gaia.state import State
from orrery.gaia.telling.position.given import Field
from orrery.gaia.telling.records import position as record


def automa(state: State, field: Field) -> None:
    if not state.table.solo:
        if field.value is not None:
            raise field.wrong(say("gaia.expected.automa.none"))
        return
    field.only(record.Automa.__annotations__)
    state.seed = field.get("seed").number(0, (1 << 64) - 1)
    state.draws = field.get("draws").number(0, 1 << 32)
    state.revelations = field.get("revealed").number(0, 1 << 32)
    given = field.get("cards")
    made = state.round > 0 or state.players[state.automa].booster != NOTHING_HERE
    if not made:
        if given.value is not None:
            raise given.wrong(say("gaia.expected.automa.early"))
        return
    if given.value is None:
        raise given.wrong(say("gaia.expected.automa.cards"))
    given.only(record.Cards.__annotations__)

    def cards(name: str) -> tuple[int, ...]:
        return tuple(given.get(name).each(lambda card: card.number(1, len(CARDS))))

    def card(name: str) -> int:
        return given.get(name).number(0, len(CARDS))

    deck = Deck(
        cards("cards"),
        tuple(sorted(cards("aside"))),
        card("action"),
        card("support"),
        cards("discards"),
        card("passed"),
        tuple(sorted(cards("seen"))),
    )
    everything = [*deck.cards, *deck.aside, *deck.played()]
    if len(set(everything)) != len(everything):
        raise given.wrong(say("gaia.expected.card.once"))
    if len(set(deck.seen)) != len(deck.seen) or set(deck.seen) & set(deck.aside):
        raise given.get("seen").wrong(say("gaia.expected.card.seen"))
    done = state.phase == ACTIONS and state.automa in state.passed
    grown = done or state.phase < INCOME
    joins = ROUNDS - max(1, state.round) - int(done and state.round < ROUNDS)
    if len(deck.aside) < joins:
        raise given.get("aside").wrong(say("gaia.expected.card.aside", count=joins))
    if state.phase <= ACTIONS and not deck.cards and not deck.action and not (done and state.round == ROUNDS):
        raise given.get("cards").wrong(say("gaia.expected.card.draw"))
    if (grown or state.phase in (INCOME, GAIA_PHASE)) and state.round < ROUNDS and deck.played():
        raise given.wrong(say("gaia.expected.card.played"))
    state.deck = deck
