"""Hexes: coordinates, sets as bitboards, ways and turns."""

from collections import deque
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orrery.core.hexes import DIRECTIONS, Grid, Hex, bits, disc, distance, line, ring, rotated

HEXES = st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9))
MAPS = st.sets(st.sampled_from(disc(3)), min_size=1)


def reached(cells: set[Hex], start: set[Hex], steps: int) -> set[Hex]:
    """The obvious search that the bitboards are compared with."""
    seen, queue = dict.fromkeys(start, 0), deque(start)
    while queue:
        here = queue.popleft()
        for way in DIRECTIONS:
            there = here.plus(way)
            if there in cells and there not in seen and seen[here] < steps:
                seen[there] = seen[here] + 1
                queue.append(there)
    return set(seen)


def test_the_six_directions_run_clockwise_from_north() -> None:
    assert [rotated(DIRECTIONS[0], turns) for turns in range(6)] == list(DIRECTIONS)


@given(HEXES, HEXES)
def test_distance_is_the_length_of_a_way(a: Hex, b: Hex) -> None:
    assert distance(a, b) == distance(b, a) == distance(Hex(0, 0), b.minus(a))
    assert (distance(a, b) == 1) == (b.minus(a) in DIRECTIONS)


def test_a_sector_tile_has_nineteen_hexes_and_turns_onto_itself() -> None:
    tile = disc(2)
    assert len(tile) == 19
    for turns in range(-6, 7):
        assert {rotated(h, turns) for h in tile} == set(tile)
    assert [rotated(h, 6) for h in tile] == list(tile)


@given(HEXES, st.integers(-7, 7), st.integers(-7, 7))
def test_turns_add_up_and_keep_distances(h: Hex, first: int, second: int) -> None:
    assert rotated(rotated(h, first), second) == rotated(h, first + second)
    assert distance(Hex(0, 0), rotated(h, first)) == distance(Hex(0, 0), h)


@pytest.mark.parametrize("radius", range(5))
def test_rings_make_up_the_disc(radius: int) -> None:
    found = [h for r in range(radius + 1) for h in ring(r)]
    assert len(found) == len(set(found)) == len(disc(radius))
    assert set(found) == set(disc(radius))
    around = ring(radius)
    if radius:
        assert around[0] == Hex(0, -radius)
        assert all(distance(a, b) == 1 for a, b in zip(around, (*around[1:], around[0]), strict=True))


@given(HEXES, HEXES)
def test_a_line_is_a_shortest_way_and_the_same_way_back(a: Hex, b: Hex) -> None:
    way = line(a, b)
    assert (way[0], way[-1], len(way)) == (a, b, distance(a, b) + 1)
    assert all(distance(x, y) == 1 for x, y in pairwise(way))
    assert line(b, a) == way[::-1]


@given(HEXES, HEXES, HEXES)
def test_a_line_moved_is_the_line_between_the_moved(a: Hex, b: Hex, by: Hex) -> None:
    assert line(a.plus(by), b.plus(by)) == [h.plus(by) for h in line(a, b)]


def test_a_line_along_a_border_keeps_to_one_side() -> None:
    assert line(Hex(0, 0), Hex(1, 1)) == [Hex(0, 0), Hex(0, 1), Hex(1, 1)]
    assert line(Hex(0, 0), Hex(2, 2)) == [Hex(0, 0), Hex(0, 1), Hex(1, 1), Hex(1, 2), Hex(2, 2)]


@given(st.integers(0, 2**80))
def test_bits_are_the_numbers_of_the_set_bits(m: int) -> None:
    assert sum(1 << b for b in bits(m)) == m
    assert list(bits(m)) == sorted(bits(m))


@given(MAPS, st.data(), st.integers(0, 7))
def test_growing_on_a_bitboard_is_walking_on_the_map(cells: set[Hex], data: st.DataObject, steps: int) -> None:
    grid = Grid(cells)
    start = data.draw(st.sets(st.sampled_from(sorted(cells))))
    expected = grid.mask(reached(cells, start, steps))
    assert grid.within(grid.mask(start), steps) == expected
    for h in start:
        index = grid.index(h)
        assert grid.ball(index, steps) == grid.within(1 << index, steps)


@given(MAPS, st.data())
def test_steps_are_the_shortest_way_inside_the_map(cells: set[Hex], data: st.DataObject) -> None:
    grid = Grid(cells)
    a, b = (data.draw(st.sampled_from(sorted(cells))) for _ in range(2))
    ways = [steps for steps in range(len(cells)) if b in reached(cells, {a}, steps)]
    assert grid.steps(grid.index(a), grid.index(b)) == (ways[0] if ways else -1)


@given(MAPS, HEXES)
def test_a_grid_knows_its_hexes(cells: set[Hex], h: Hex) -> None:
    grid = Grid(cells)
    assert (h in grid) == (h in cells)
    assert set(grid.hexes.values()) == cells
    assert grid.board == grid.mask(cells)
    assert list(grid.hexes) == sorted(grid.hexes)
    if h not in cells:
        with pytest.raises(ValueError, match="is not on the map"):
            grid.index(h)


def test_a_grid_needs_a_hex() -> None:
    with pytest.raises(ValueError, match="at least one hex"):
        Grid([])
