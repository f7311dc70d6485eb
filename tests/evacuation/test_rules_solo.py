"""The solo game, and the solo cards as a third party."""

from __future__ import annotations

import pytest

from orrery.evacuation import flow, phases
from orrery.evacuation.actions import PASS, Act, KeepGoal, Research
from orrery.evacuation.pack.lookup import INFRASTRUCTURE, SHIP, STADIUM
from orrery.evacuation.rules import scoring, solo
from orrery.evacuation.rules.progress import free_lanes
from orrery.evacuation.state import State
from tests.evacuation.table import PACK, do, finish, idle, markers, new_game, settled, stadiums, table, until

BOARD = {action.id: Act(index) for index, action in enumerate(PACK.board)}
CARD = {card.id: index for index, card in enumerate(PACK.solo_cards)}


def deck(state: State, *names: str) -> None:
    """The solo cards still to come, the top first; the last one is the bottom card."""
    state.solo_deck = [CARD[name] for name in names][::-1]
    state.solo_out = []


def act(state: State, *names: str) -> None:
    """The opponent carries out the top card."""
    deck(state, *names)
    assert solo.rival_turn(state, state.rivals[0])


def test_solo_is_points_mode_against_cards() -> None:
    """EV-SOL-1, EV-SOL-2: points mode; player, opponent, neutral in this order; one player board; no 3+ lane."""
    state = table(1)
    assert not state.table.race
    assert state.order == [0, 1, 2]
    assert (len(state.players), len(state.rivals)) == (1, 2)
    assert free_lanes(state, 5, False) == [1]


@pytest.mark.parametrize("actions", ["basic", "advanced"])
def test_solo_games_come_to_an_end(actions: str) -> None:
    """EV-SOL-1, EV-SOL-18: with or without advanced actions; only the player is scored."""
    state = finish(new_game(1, actions=actions))
    assert state.phase == phases.OVER
    assert len(state.scores()) == 1
    assert (PACK.solo.good, PACK.solo.excellent) == (60, 80)


def test_great_stadiums_come_later() -> None:
    """EV-SOL-3: those of satisfaction 4 and 5 are put aside until just before the year end of year 2."""
    state = table(1)
    great = {i for i, stadium in enumerate(PACK.stadiums) if stadium.satisfaction >= 4}
    assert set(state.stadiums_aside) == great
    shown = state.displays[STADIUM]
    assert not great & {*shown.open, *shown.stack}
    until(state, lambda: state.year == 2)
    assert not great & {*shown.open, *shown.stack}
    until(state, lambda: state.year == 3)
    assert state.stadiums_aside == []
    assert great & {*shown.open, *shown.stack}


def test_the_red_card_enters_in_year_three() -> None:
    """EV-SOL-4, EV-AMB-7: six cards and five actions at first, seven and six from year 3 on."""
    state = table(1)
    assert len(state.solo_deck) + len(state.solo_out) == 6
    assert CARD["quasar"] not in state.solo_deck
    until(state, lambda: state.year == 3)
    assert sorted(state.solo_deck + state.solo_out) == list(range(7))


def test_the_year_of_the_red_card_is_an_option() -> None:
    """EV-AMB-7: option red_card."""
    state = table(1, red_card=1)
    assert sorted(state.solo_deck + state.solo_out) == list(range(7))


def test_the_solo_tile_begins_at_its_corner() -> None:
    """EV-SOL-5: the corner of the pack."""
    state = table(1)
    assert state.corner == PACK.solo_tile.start


def test_satisfaction_of_the_opponent_is_that_of_its_stadiums() -> None:
    """EV-SOL-6, EV-SOL-7: neutral counts 2.5 less, so it is never tied with anybody."""
    state = table(1)
    state.rivals[0].stadiums = [PACK.find("stadiums", "havana")]
    assert solo.rival_satisfaction(state, state.rivals[0]) == 3
    stadiums(state, 0, "cairo", world=0)
    assert flow.new_order(state) == [1, 0, 2]
    state.players[0].stadiums = ((), state.players[0].stadiums[1])
    assert flow.new_order(state) == [1, 2, 0]


def test_goals_are_chosen_from_two_piles() -> None:
    """EV-SOL-8: four cards picked in turns, each time a random one of the other pile goes; three are kept."""
    piles = [
        ["population", "steppe", "ships", "factory-sets"],
        ["small-bonuses", "turning-points", "large-bonuses", "technologies"],
    ]
    state = new_game(1, goals=piles)
    sizes = []
    while state.question() == "PickFromPile":
        sizes.append((len(state.piles[0]), len(state.piles[1])))
        first = state.options()[0]
        assert isinstance(first, KeepGoal)
        do(state, first)
    assert sizes == [(4, 4), (3, 3), (2, 2)]
    assert state.question() == "DropGoal"
    assert len(state.players[0].goals) == 4
    do(state, idle(state))
    assert len(state.players[0].goals) == 3


def test_the_bottom_card_is_not_carried_out() -> None:
    """EV-SOL-9: one card per turn of the opponent, after the player has passed too; the last one stays."""
    state = table(1)
    do(state, BOARD["research"], Research(0))
    assert len(state.solo_out) == 1
    assert (state.question(), state.asked()) == ("Turn", 0)
    do(state, PASS)
    assert (len(state.solo_out), len(state.solo_deck)) == (5, 1)
    assert state.phase == phases.PROGRESS
    deck(state, "comet", "nova")
    assert solo.rival_turn(state, state.rivals[0])
    assert not solo.rival_turn(state, state.rivals[0])
    assert state.solo_deck == [CARD["nova"]]


def test_the_next_back_gives_the_number() -> None:
    """EV-SOL-10, EV-SOL-11: a ship by the number on the next card: 1 right, 2 middle, 3 left, under the stack."""
    for guide, slot in (("comet", 0), ("eclipse", 1), ("meteor", 2)):
        state = table(1)
        shown = list(state.displays[SHIP].open)
        coming = state.displays[SHIP].stack[-1]
        act(state, "nova", guide)
        assert state.displays[SHIP].open == [card for card in shown if card != shown[slot]] + [coming]
        assert state.displays[SHIP].stack[0] == shown[slot]


def test_an_x_is_no_action() -> None:
    """EV-SOL-10: with an X beside it the ship stays; for settling an X is 4."""
    state = table(1)
    before = list(state.displays[SHIP].open)
    act(state, "nova", "pulsar")
    assert state.displays[SHIP].open == before
    state = table(1)
    start = state.corner
    act(state, "comet", "pulsar")
    assert state.corner == (start + 4) % 6
    assert state.rivals[0].fields.bit_count() == 1


def test_an_infrastructure_goes_under_the_stack() -> None:
    """EV-SOL-12: like a ship."""
    state = table(1)
    shown = list(state.displays[INFRASTRUCTURE].open)
    act(state, "pulsar", "eclipse")
    assert shown[1] not in state.displays[INFRASTRUCTURE].open
    assert state.displays[INFRASTRUCTURE].stack[0] == shown[1]


def test_a_stadium_is_the_opponents() -> None:
    """EV-SOL-13, EV-AMB-8: the opponent keeps it, standing on the New World."""
    state = table(1)
    shown = list(state.displays[STADIUM].open)
    act(state, "nebula", "comet")
    assert state.rivals[0].stadiums == [shown[0]]
    assert shown[0] not in state.displays[STADIUM].stack
    assert len(state.displays[STADIUM].open) == 3


def test_settling_follows_the_tile() -> None:
    """EV-SOL-14, EV-SOL-10: as many corners as the number, as many fields inland; a settled field stays."""
    state = table(1)
    act(state, "comet", "eclipse")
    assert PACK.solo_tile.corners[state.corner] == "northwest"
    assert state.rivals[0].fields == 1 << PACK.find("fields", "B2")
    state = table(1)
    settled(state, 0, "B2")
    act(state, "comet", "eclipse")
    assert state.rivals[0].fields == 0
    assert state.players[0].fields == 1 << PACK.find("fields", "B2")


@pytest.mark.parametrize(("year", "opponent", "neutral"), [(1, 10, 7), (2, 10, 10), (3, 10, 7), (4, 10, 10)])
def test_rivals_move_by_the_bonus_card(year: int, opponent: int, neutral: int) -> None:
    """EV-SOL-15: larger and smaller number in years 1 and 3, larger for both in years 2 and 4."""
    state = table(1, bonus_cards=["amber", "beryl", "coral", "ruby"])
    state.year = year
    deck(state, "eclipse")
    for seat, steps in ((solo.OPPONENT, opponent), (solo.NEUTRAL, neutral)):
        solo.rival_progress(state, seat)
        assert sum(state.rivals[seat - 1].columns) == steps


def test_rivals_block_spaces_and_move_in_turn_order() -> None:
    """EV-SOL-16: a rival's marker parks on an occupied space and blocks a free one."""
    state = table(1, bonus_cards=["amber", "beryl", "coral", "ruby"])
    markers(state, 0, 8, 1)
    deck(state, "eclipse")
    solo.rival_progress(state, solo.OPPONENT)
    assert state.rivals[0].columns == [8, 2]
    assert state.rivals[0].lanes == [0, 1]
    assert free_lanes(state, 2, False) == []


@pytest.mark.parametrize(("bottom", "steps"), [("comet", 1), ("eclipse", 2), ("meteor", 3), ("pulsar", 4)])
def test_the_front_marker_moves_by_the_bottom_card(bottom: str, steps: int) -> None:
    """EV-SOL-17: an X is 4; the other marker takes the rest."""
    state = table(1, bonus_cards=["amber", "beryl", "coral", "ruby"])
    deck(state, bottom)
    rival = state.rivals[0]
    rival.columns = [9, 0]
    solo.rival_progress(state, solo.OPPONENT)
    assert sorted(rival.columns) == sorted([9 + steps, 10 - steps])


def test_rivals_ignore_the_distance_rule_and_pass_on_what_is_left() -> None:
    """EV-AMB-9: at the end of the track the other marker takes the surplus; no turning point holds them."""
    state = table(1, bonus_cards=["amber", "beryl", "coral", "ruby"])
    last = len(PACK.columns) - 1
    deck(state, "pulsar")
    rival = state.rivals[0]
    rival.columns = [last - 1, 0]
    solo.rival_progress(state, solo.OPPONENT)
    assert rival.columns == [last, 9]
    rival.columns = [last, last - 2]
    solo.rival_progress(state, solo.OPPONENT)
    assert rival.columns == [last, last]


def test_the_opponent_is_ranked_like_a_player() -> None:
    """EV-SOL-18, EV-AMB-31: it competes for satisfaction with 3 stadiums, and on the lines."""
    state = table(1, line_dominance=True, line_side="a")
    stadiums(state, 0, "athens", "berlin", "cairo")
    opponent = state.rivals[0]
    opponent.stadiums = [PACK.find("stadiums", name) for name in ("dakar", "havana")]
    assert scoring.satisfaction_points(state) == [4]
    opponent.stadiums.append(PACK.find("stadiums", "essen"))
    assert scoring.satisfaction_points(state) == [0]
    settled(state, 0, "C1")
    assert scoring.line_points(state) == [4]
    opponent.fields = 1 << PACK.find("fields", "C2") | 1 << PACK.find("fields", "C3")
    assert scoring.line_points(state) == [0]


def test_a_third_party_plays_one_card_after_each_round() -> None:
    """EV-SOL-19, EV-AMB-45: it takes cards and fields, has no markers, no place in turn order and no rank."""
    state = table(2, third_party=True)
    assert (len(state.rivals), state.order) == (1, [0, 1])
    assert len(state.solo_deck) == 7
    do(state, BOARD["research"], Research(0))
    assert state.solo_out == []
    do(state, BOARD["research"], Research(0))
    assert len(state.solo_out) == 1
    until(state, lambda: state.year == 2)
    assert len(state.solo_deck) + len(state.solo_out) == 7
    assert state.rivals[0].columns == [0, 0]
    assert len(state.order) == 2
    assert len(finish(state).scores()) == 2


def test_every_stadium_stays_in_the_solo_game() -> None:
    """EV-SOL-3, EV-SOL-13, EV-YE-3: until the X slot takes them: display, stack, aside, player, opponent."""
    state = table(1)
    until(state, lambda: state.phase != phases.ACTIONS or state.year == 2)
    cards = [*state.displays[STADIUM].open, *state.displays[STADIUM].stack, *state.stadiums_aside]
    cards += state.rivals[0].stadiums
    assert len(cards) == len(set(cards))
    assert len(cards) in (16, 17)


def test_every_solo_card_that_is_turned_is_something_new() -> None:
    """EV-SOL-9: what follows an answer is foretold no further than to the next card of the opponent."""
    state = table(1)
    before = state.revealed()
    act(state, "comet", "nova", "quasar")
    assert state.revealed() == before + 1
