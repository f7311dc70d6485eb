"""The Automa's cards and deck."""

from __future__ import annotations

import pytest

from orrery.core.game import BadOptions
from orrery.gaia.automa.cards import CARDS, FACTION_CARDS, LEVELS
from orrery.gaia.automa.deck import Deck, first, pool, shuffle, starters, turn


def test_there_are_seventeen_cards_and_eight_show_the_x() -> None:
    """AU-DECK-5."""
    assert list(CARDS) == list(range(1, 18))
    assert [number for number, card in CARDS.items() if card.passes] == [1, 2, 3, 5, 8, 10, 12, 16]


def test_seven_factions_have_a_card_each_of_another_colour() -> None:
    """AU-SET-5, AU-FAC-1 to AU-FAC-7."""
    assert sorted(FACTION_CARDS) == [
        "firaks",
        "geodens",
        "hadsch_hallas",
        "itars",
        "taklons",
        "terrans",
        "xenos",
    ]


@pytest.mark.parametrize(
    ("level", "size", "vp"),
    [("automalein", 6, 0), ("automa", 7, 10), ("automaechtig", 8, 10), ("ultoma", 9, 10), ("alptrauma", 9, 10)],
)
def test_the_first_deck_is_the_starters_and_one_more(level: str, size: int, vp: int) -> None:
    """AU-DECK-1, AU-LVL-1 to AU-LVL-5."""
    seen = set()
    for seed in range(60):
        deck, _ = first(level, starters(level), seed, 0)
        assert len(deck.cards) == size
        assert sorted((*deck.cards, *deck.aside)) == list(pool(level))
        assert set(LEVELS[level].starters) <= set(deck.cards)
        seen.update(set(deck.cards) - set(LEVELS[level].starters))
    assert seen == set(pool(level)) - set(LEVELS[level].starters)
    assert LEVELS[level].vp == vp


def test_automalein_takes_card_2_out_of_the_game() -> None:
    """AU-LVL-1."""
    assert 2 not in pool("automalein")
    assert len(pool("automalein")) == 16


def test_the_first_turn_draws_support_then_action() -> None:
    """AU-DECK-3."""
    deck, passes = turn(Deck((7, 4, 13, 5, 1, 2, 3), (6, 8)))
    assert not passes
    assert (deck.support, deck.action, deck.cards) == (7, 4, (13, 5, 1, 2, 3))


def test_later_the_action_card_becomes_the_support_card() -> None:
    """AU-DECK-4."""
    deck, passes = turn(Deck((13, 5, 1, 2), (), action=4, support=7))
    assert not passes
    assert (deck.discards, deck.support, deck.action) == ((7,), 4, 13)


def test_an_x_counts_on_the_last_three_cards_only() -> None:
    """AU-DECK-2, AU-DECK-5."""
    deck, passes = turn(Deck((5, 4, 7, 13), (), action=9, support=6))
    assert not passes
    assert deck.action == 5
    deck, passes = turn(Deck((5, 4, 7), (), action=9, support=6))
    assert passes
    assert (deck.action, deck.support, deck.passed) == (0, 9, 5)


def test_a_turned_card_without_x_is_carried_out() -> None:
    """AU-DECK-5."""
    deck, passes = turn(Deck((4,), (), action=9, support=6))
    assert not passes
    assert deck.action == 4


def test_an_empty_deck_means_passing_with_the_old_action_card_as_support() -> None:
    """AU-DECK-6."""
    deck, passes = turn(Deck((), (), action=9, support=6, discards=(7,)))
    assert passes
    assert (deck.support, deck.action, deck.discards) == (9, 0, (7, 6))


def test_the_deck_grows_by_one_card_a_round_and_loses_none() -> None:
    """AU-DECK-7."""
    for seed in range(40):
        deck, number = first("automa", starters("automa"), seed, 0)
        for size in range(7, 13):
            assert len(deck.cards) == size
            passes = False
            while not passes:
                deck, passes = turn(deck)
                everything = (*deck.cards, *deck.aside, *deck.played())
                assert sorted(everything) == list(pool("automa"))
            if size < 12:
                deck, number = shuffle(deck, seed, number)


def test_the_next_deck_does_not_depend_on_the_order_in_which_cards_were_seen() -> None:
    """AU-DECK-7: a shuffle knows the set of cards only."""
    one, _ = shuffle(Deck((1,), (3, 6), action=4, support=5, discards=(7, 2)), 5, 9)
    two, _ = shuffle(Deck((7,), (3, 6), action=2, support=1, discards=(5, 4)), 5, 9)
    assert (one.cards, one.aside) == (two.cards, two.aside)


def test_a_custom_deck_is_checked() -> None:
    """AU-DECK-9."""
    assert starters("automa", [4, 6, 8, 17]) == (4, 6, 8, 17)
    for wrong in ([1, 2, 3], [1, 1, 2, 3], [1, 2, 3, 18], ["a", 1, 2, 3], list(range(1, 13))):
        with pytest.raises(BadOptions, match="automa_deck"):
            starters("automa", wrong)
    with pytest.raises(BadOptions, match="automa_deck"):
        starters("automalein", [1, 2, 4, 5])
