"""Chance: the same two ints give the same future on every machine."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orrery.core.chance import dealt, draw, shuffled, stream, word, words

SEEDS = st.integers(-(2**70), 2**70)


def test_words_are_those_of_splitmix64() -> None:
    """The first words of the published generator for the seed 1234567."""
    assert [word(1234567, n) for n in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(SEEDS, st.integers(0, 10**6), st.integers(0, 200))
def test_many_words_at_once_are_the_same_words(seed: int, number: int, count: int) -> None:
    assert words(seed, number, count) == [word(seed, number + n) for n in range(count)]


@given(SEEDS, st.integers(0, 10**6), st.integers(1, 1000))
def test_a_draw_is_a_pure_function_within_its_bounds(seed: int, number: int, below: int) -> None:
    drawn = draw(seed, number, below)
    assert 0 <= drawn < below
    assert draw(seed, number, below) == drawn


@pytest.mark.parametrize("below", [0, -3])
def test_a_draw_from_nothing_is_refused(below: int) -> None:
    with pytest.raises(ValueError, match=f"at least one possibility, not {below}"):
        draw(1, 0, below)


def test_draws_are_fair() -> None:
    """30,000 throws of a die: each face within 5 standard deviations (65 throws each) of 5,000."""
    faces = Counter(draw(99, number, 6) for number in range(30_000))
    assert all(abs(faces[face] - 5000) < 5 * 65 for face in range(6))


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    """24,000 shuffles of four cards: each of the 24 orders within 5 standard deviations (31) of 1,000."""
    orders = Counter(tuple(shuffled(stream(seed, "cards"), 0, "abcd")) for seed in range(24_000))
    assert len(orders) == 24
    assert all(abs(count - 1000) < 5 * 31 for count in orders.values())


@given(SEEDS, st.integers(0, 1000), st.lists(st.integers()))
def test_a_shuffle_keeps_every_item_and_leaves_the_original(seed: int, number: int, items: list[int]) -> None:
    before = items[:]
    assert sorted(shuffled(seed, number, items)) == sorted(items)
    assert items == before


@given(SEEDS, st.integers(0, 20))
def test_a_deal_is_the_top_of_a_shuffled_pile(seed: int, count: int) -> None:
    assert dealt(seed, 3, range(20), count) == shuffled(seed, 3, range(20))[:count]


def test_more_than_there_is_cannot_be_dealt() -> None:
    with pytest.raises(ValueError, match="cannot deal 4 of 3"):
        dealt(1, 0, "abc", 4)


def test_streams_of_one_seed_are_apart() -> None:
    names = ["setup", "play", "guess", "a", "b", "ab", "ba", ""]
    assert len({stream(1, name) for name in names}) == len(names)
    assert stream(1, "setup") != stream(2, "setup")
