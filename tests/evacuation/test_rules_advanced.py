"""Advanced actions: hands, played cards, power of choice."""

from __future__ import annotations

from itertools import product

import pytest

from orrery.evacuation.actions import (
    FORGO,
    PASS,
    Act,
    Choose,
    Discard,
    Fly,
    Gain,
    KeepCards,
    PlayCard,
    Power,
    Research,
    Settle,
    Take,
    Tuck,
    Waive,
)
from orrery.evacuation.decisions.displays import DiscountChoice
from orrery.evacuation.decisions.turn import draw_card
from orrery.evacuation.pack.lookup import SHIP, STADIUM
from orrery.evacuation.rules.progress import powers
from orrery.evacuation.state import State
from tests.evacuation.table import (
    PACK,
    display,
    do,
    journal,
    markers,
    new_game,
    refused,
    ships,
    stock,
    table,
    told,
    until,
)

BOARD = {action.id: Act(index) for index, action in enumerate(PACK.board)}


def card(name: str) -> int:
    return PACK.find("cards", name)


def hand_of(*names: str) -> list[int]:
    return [card(name) for name in names]


def hand(*names: str, players: int = 2, **options: object) -> State:
    """Seat 0 is to act with these four cards and two of everything."""
    state = new_game(players, actions="advanced", cards=list(names), **options)  # type: ignore[arg-type]
    do(state, KeepCards(tuple(sorted(card(name) for name in names))))
    until(state, lambda: state.question() == "Turn")
    stock(state, 0, old=(2, 2, 2), new=(2, 2, 2))
    return state


def test_four_of_seven_cards_are_kept() -> None:
    """EV-ADV-1: any four; the other three are discarded."""
    state = new_game(2, actions="advanced")
    asked = state.asked()
    assert asked is not None
    player = state.players[asked]
    keep = player.hand[:4]
    rest = player.hand[4:]
    assert KeepCards(keep) in state.options()
    do(state, KeepCards(keep))
    assert player.hand == keep
    assert player.discards == rest


def test_one_action_of_area_one_a_year() -> None:
    """EV-ADV-2: the cover tile; the next year allows another."""
    state = hand("homestead", "colony", "outpost", "survey")
    do(state, BOARD["supply-research"])
    until(state, lambda: state.asked() == 1)
    do(state, PASS)
    assert state.asked() == 0
    assert BOARD["supply-infrastructure"] not in state.options()
    assert refused(state, BOARD["supply-research"])
    assert BOARD["research"] in state.options()
    until(state, lambda: state.year == 2 and state.question() == "Turn" and state.asked() == 0)
    assert BOARD["supply-research"] in state.options()


def test_a_board_action_tucks_a_hand_card() -> None:
    """EV-ADV-3: a card of choice, face down; the marker advances; the area counts."""
    state = hand("homestead", "colony", "outpost", "survey")
    player = state.players[0]
    do(state, BOARD["research"])
    assert len(state.options()) == 4
    do(state, Tuck(card("colony")), Research(0))
    assert player.tucked == (card("colony"),)
    assert (player.marker, player.areas) == (1, [0, 0, 0, 1])
    assert len(player.hand) == 4


def test_a_card_is_played_instead_of_a_board_action() -> None:
    """EV-ADV-3, EV-AMB-41: it advances the marker and is paid, but lies under no area."""
    state = hand("institute", "colony", "outpost", "survey")
    player = state.players[0]
    player.marker = 2
    player.areas = [0, 0, 0, 3]
    state.forget()
    do(state, PlayCard(card("institute")), Research(0), Research(1))
    assert player.stock[2] == 1
    assert (player.marker, player.areas) == (3, [0, 0, 0, 3])
    assert player.played == (card("institute"),)


def test_effects_of_a_card_come_in_any_order() -> None:
    """EV-ADV-4: settle first or gain the steel for it first."""
    state = hand("homestead", "colony", "outpost", "survey")
    player = stock(state, 0)
    player.population = 2
    player.stock[4] = 1
    do(state, PlayCard(card("homestead")))
    # With 1 steel no two-population field can be settled yet.
    while state.question() == "EffectOrder":
        do(state, next(o for o in state.options() if isinstance(o, Choose) and o.item & 31 == 1))
    do(state, Gain(1, 1))
    assert state.question() == "SettleField"
    do(state, Settle(PACK.find("fields", "A2")))
    assert player.production == [1, 1, 0]
    assert player.stock == [0] * 6


def test_build_effects_cost_as_usual_and_discounts_save() -> None:
    """EV-ADV-4: a ship for two resources less, the player chooses which."""
    state = hand("salvage", "colony", "outpost", "survey")
    display(state, SHIP, "kestrel", "heron", "wren")
    player = stock(state, 0, old=(0, 3, 1))
    do(state, PlayCard(card("salvage")), Take(SHIP, PACK.find("ships", "kestrel"), 0))
    assert PACK.ships[PACK.find("ships", "kestrel")].cost == (0, 3, 1)
    assert state.options() == [Waive((0, 1, 1)), Waive((0, 2, 0))]
    do(state, Waive((0, 2, 0)))
    assert player.stock == [0, 2, 0, 0, 0, 0]
    state = hand("festival", "colony", "outpost", "survey")
    display(state, STADIUM, "oslo", "prague", "nairobi")
    stock(state, 0, old=(1, 2, 2), new=(1, 2, 2))
    do(state, PlayCard(card("festival")))
    until(state, lambda: state.question() != "EffectOrder")
    assert not any(isinstance(option, Take) for option in state.options())


def test_a_discount_makes_the_unaffordable_affordable() -> None:
    """EV-ADV-4: with two resources less a stadium of six costs four."""
    state = hand("volunteers", "colony", "outpost", "survey")
    display(state, STADIUM, "oslo", "prague", "athens")
    player = stock(state, 0, new=(0, 3, 1))
    do(state, PlayCard(card("volunteers")), Take(STADIUM, PACK.find("stadiums", "oslo"), 1))
    assert player.stadiums[1] == (PACK.find("stadiums", "oslo"),)
    assert player.stock == [0] * 6


def test_gain_effects_are_free() -> None:
    """EV-ADV-4: population, steel and food; a factory on the New World side."""
    state = hand("greenhouse", "colony", "outpost", "survey")
    player = stock(state, 0)
    do(state, PlayCard(card("greenhouse")))
    assert (player.new_factories, player.stock) == ([1, 0, 0], [0] * 6)


def test_a_card_is_drawn_at_the_end_of_the_turn() -> None:
    """EV-ADV-5: one; then down to four."""
    state = hand("couriers", "colony", "outpost", "survey")
    player = state.players[0]
    before = len(state.cards)
    do(state, PlayCard(card("couriers")))
    until(state, lambda: state.question() == "DiscardCard")
    assert len(player.hand) == 3 + 2 + 1
    assert len(state.cards) == before - 3
    gone = player.hand[0]
    do(state, Discard(gone))
    do(state, Discard(player.hand[0]))
    assert len(player.hand) == 4
    assert gone in player.discards
    assert state.asked() == 1


def test_passing_draws_no_card() -> None:
    """EV-AMB-48: only an action is followed by a draw."""
    state = hand("couriers", "colony", "outpost", "survey")
    before = list(state.cards)
    do(state, PASS)
    assert state.cards == before
    assert len(state.players[0].hand) == 4


def test_power_of_played_cards_is_chosen() -> None:
    """EV-ADV-6: printed values, several to choose from, anew in the Progress and in the Bonus phase."""
    state = hand("provisions", "permit", "outpost", "survey")
    player = state.players[0]
    player.played = tuple(sorted([card("provisions"), card("permit")]))
    player.areas = [0, 1, 0, 0]
    assert powers(state, player) == [2 + 2 + 1, 2 + 2 + 2, 2 + 4 + 1, 2 + 4 + 2]
    until(state, lambda: state.question() == "PowerChoice")
    assert state.options() == [Power(5), Power(6), Power(7), Power(8)]


def test_the_choice_of_power_is_made_twice() -> None:
    """EV-ADV-6: another value for the bonus than for progress."""
    state = table(actions="advanced", bonuses="strict", bonus_cards=["amber", "beryl", "coral", "ruby"])
    player = state.players[0]
    player.played = (card("provisions"),)
    player.areas = [0, 1, 1, 0]
    until(state, lambda: state.question() == "PowerChoice")
    do(state, Power(9))
    until(state, lambda: state.question() == "BonusChoice" or state.year == 2)
    assert state.question() == "BonusChoice"
    do(state, state.options()[-1])
    assert player.small == 1


def test_year_end_of_the_advanced_game() -> None:
    """EV-ADV-7: used cards are discarded and shuffled in; draw 3; four are kept after the next income."""
    state = hand("institute", "colony", "outpost", "survey")
    player = state.players[0]
    do(state, PlayCard(card("institute")), Research(0), Research(1))
    until(state, lambda: state.year == 2)
    assert state.question() == "KeepHand"
    assert [len(p.hand) for p in state.players] == [7, 7]
    assert player.played == ()
    assert player.discards == ()
    assert len(state.cards) == 80 - 14
    assert player.stock[1] >= 7
    until(state, lambda: state.question() == "Turn")
    assert [len(p.hand) for p in state.players] == [4, 4]


def test_all_eighty_cards_stay_in_the_game() -> None:
    """EV-ADV-1, EV-ADV-7: hands, stack and piles hold the same cards for ever."""
    state = hand("institute", "colony", "outpost", "survey", players=4)
    for _ in range(120):
        if state.asked() is None:
            break
        state.play(state.options()[0])
    cards = list(state.cards)
    for player in state.players:
        cards += player.hand + player.tucked + player.played + player.discards
    assert sorted(cards) == sorted(PACK.deck)


def test_a_card_moves_ships() -> None:
    """EV-ADV-4, EV-TRN-10: a transport in the action phase with ships that have not moved this year."""
    state = hand("shuttle", "colony", "outpost", "survey")
    ships(state, 0, "albatross")
    markers(state, 0, 0, 0, 0, 0)
    do(state, PlayCard(card("shuttle")))
    do(state, next(o for o in state.options() if isinstance(o, Choose) and o.item & 31 == 14))
    assert state.question() == "TransportShips"
    do(state, Fly(PACK.find("ships", "albatross")))
    until(state, lambda: state.asked() == 1)
    assert state.players[0].ships == [PACK.find("ships", "albatross") * 4 + 3]
    until(state, lambda: state.year == 2 and state.question() == "Turn")


@pytest.mark.parametrize("name", sorted(c.id for c in PACK.cards))
def test_every_card_can_be_played_to_its_end(name: str) -> None:
    """EV-ADV-4: no card leads into a dead end."""
    state = hand(name, "colony", "outpost", "survey")
    stock(state, 0, old=(9, 9, 9), new=(9, 9, 9))
    state.players[0].population = 5
    do(state, PlayCard(card(name)))
    for _ in range(60):
        if state.asked() == 1:
            break
        options = [option for option in state.options() if option != FORGO]
        state.play(options[-1])
    assert state.asked() == 1


def test_an_empty_stack_is_renewed_from_the_discards_of_all() -> None:
    """EV-ADV-5: and when there is nothing to shuffle either, nothing is drawn."""
    state = hand("institute", "colony", "outpost", "survey")
    player, other = state.players
    thrown = [*player.discards, *other.discards]
    assert thrown
    state.cards = []
    book = journal(state)
    draw_card(state, 0)
    assert "action_stack_shuffled" in told(book)
    assert len(player.hand) == 5
    assert sorted([*state.cards, *player.hand]) == sorted(
        [*thrown, *hand_of("institute", "colony", "outpost", "survey")]
    )
    assert player.discards == other.discards == ()
    state.cards = []
    before = player.hand
    draw_card(state, 0)
    assert (player.hand, state.cards) == (before, [])


def test_an_action_without_a_card_to_tuck_is_not_possible_and_says_so() -> None:
    """EV-ADV-3: whoever has no card left can only pass."""
    state = hand("institute", "colony", "outpost", "survey")
    state.players[0].hand = ()
    state.forget()
    assert state.options() == [PASS]
    reasons = {wish.action: [reason.key for reason in wish.reasons] for wish in state.stack[-1].near(state)}
    assert reasons[BOARD["research"]] == ["no_card"]


def test_a_discount_is_offered_wherever_the_rest_can_be_paid() -> None:
    """EV-ADV-4: every way to save so many resources of the price whose rest is in stock."""
    state = table()
    costs = {SHIP: [each.cost for each in PACK.ships], STADIUM: [each.cost for each in PACK.stadiums]}
    for kind, prices in costs.items():
        for card, cost in list(enumerate(prices))[::5]:
            saved = min(2, sum(cost))
            for food, steel, energy in product(range(3), repeat=3):
                stock(state, 0, old=(food, steel, energy))
                expected = [
                    Waive((f, s, e))
                    for f, s, e in product(*(range(each + 1) for each in cost))
                    if f + s + e == saved and cost[0] - f <= food and cost[1] - s <= steel and cost[2] - e <= energy
                ]
                assert DiscountChoice(0, kind, card, 0, 2).options(state) == expected
