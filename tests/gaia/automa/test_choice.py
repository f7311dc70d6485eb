"""Selections and tie-breaks of the Automa."""

from __future__ import annotations

from orrery.core.chance import draw
from orrery.core.hexes import Grid, Hex, bits, disc
from orrery.gaia.automa.choice import choose_hex, choose_number, first_hex, nearest, numbered

GRID = Grid(disc(5))


def test_counting_wraps_around_and_skips_nothing_valid() -> None:
    """AU-SEL-2: with four options left, counting to five ends on the first again."""
    assert numbered([2, 4, 7, 9], 5) == 2
    assert numbered([2, 4, 7, 9], -5) == 9
    assert numbered([2, 4, 7, 9], 3) == 7
    assert numbered([2, 4, 7, 9], -3) == 4


def test_reading_order_goes_row_by_row() -> None:
    """AU-SEL-1."""
    upper, left, right = Hex(0, -2), Hex(-1, 1), Hex(2, -2)
    mask = GRID.mask([upper, left, right])
    assert GRID.hexes[first_hex(GRID, mask, "forward")] == upper
    assert GRID.hexes[first_hex(GRID, mask, "backward")] == right


def test_a_tie_break_nobody_satisfies_is_skipped() -> None:
    """AU-SEL-3."""
    mask = GRID.mask([Hex(0, 0), Hex(1, 1)])
    choice = choose_hex(GRID, mask, [("never", lambda m: 0), ("all", lambda m: m)], "forward")
    assert [(step.rule, len(step.after)) for step in choice.filters] == [
        ("never", 2),
        ("all", 2),
        ("direction_forward", 1),
    ]


def test_no_candidate_no_choice() -> None:
    """AU-SEL-3."""
    assert choose_hex(GRID, 0, [], "forward").chosen is None
    assert choose_number([], [], 3).chosen is None


def test_the_nearest_equal_plain_counting_of_steps() -> None:
    """AU-SEL-4: compared with distances counted one by one."""
    for seed in range(300):
        cells = list(GRID.hexes)
        candidates = {cells[draw(seed, i, len(cells))] for i in range(6)}
        goals = {cells[draw(seed, 10 + i, len(cells))] for i in range(3)}
        steps = {c: min(GRID.steps(c, g) for g in goals) for c in candidates}
        expected = {c for c in candidates if steps[c] == min(steps.values())}
        mask = sum(1 << c for c in candidates)
        assert set(bits(nearest(GRID, mask, sum(1 << g for g in goals)))) == expected
