"""Numbers of ways on from chosen positions."""

from __future__ import annotations

import pytest

from orrery.gaia.game import GAIA
from tests.gaia.perft import after, perft

POSITIONS: list[tuple[list[str], int, int, list[int]]] = [
    (["terrans", "hadsch_hallas"], 0, 0, [4, 16, 48, 144, 720]),
    (["terrans", "hadsch_hallas"], 0, 25, [6, 53, 507, 4615]),
    (["terrans", "hadsch_hallas"], 0, 60, [16, 119, 912, 7377]),
    (["terrans", "hadsch_hallas"], 0, 90, [10, 78, 674, 5503]),
    (["terrans", "hadsch_hallas"], 0, 120, [8, 62, 456, 3081]),
    (["taklons", "ivits"], 1, 0, [4, 12, 48, 240, 960]),
    (["taklons", "ivits"], 1, 25, [8, 41, 221, 1702]),
    (["taklons", "ivits"], 1, 60, [2, 42, 471, 4712]),
    (["taklons", "ivits"], 1, 90, [2, 8, 54, 409, 3173]),
    (["gleens", "bescods", "itars"], 2, 0, [6, 36, 216, 1080, 5400]),
    (["gleens", "bescods", "itars"], 2, 25, [7, 37, 204, 1347, 9075]),
    (["gleens", "bescods", "itars"], 2, 60, [4, 21, 127, 912, 7568]),
    (["gleens", "bescods", "itars"], 2, 90, [15, 110, 852, 7363]),
    (["gleens", "bescods", "itars"], 2, 120, [4, 23, 163, 1198, 9053]),
    (["gleens", "bescods", "itars"], 2, 150, [3, 18, 51, 348, 2430]),
    (["lantids", "geodens", "ambas", "nevlas"], 3, 0, [6, 36, 216, 1296, 6480]),
    (["lantids", "geodens", "ambas", "nevlas"], 3, 25, [14, 145, 1276, 10829]),
    (["lantids", "geodens", "ambas", "nevlas"], 3, 60, [7, 45, 301, 2250]),
    (["lantids", "geodens", "ambas", "nevlas"], 3, 90, [8, 72, 683, 6333]),
    (["lantids", "geodens", "ambas", "nevlas"], 3, 120, [1, 6, 31, 111, 711]),
    (["lantids", "geodens", "ambas", "nevlas"], 3, 150, [11, 70, 384, 2280]),
    (["lantids", "geodens", "ambas", "nevlas"], 3, 180, [17, 212, 2301]),
    (["xenos", "bal_taks", "firaks", "taklons"], 4, 0, [6, 36, 216, 1296, 6480]),
    (["xenos", "bal_taks", "firaks", "taklons"], 4, 25, [10, 109, 1053, 9429]),
    (["xenos", "bal_taks", "firaks", "taklons"], 4, 60, [3, 6, 34, 368, 3630]),
    (["xenos", "bal_taks", "firaks", "taklons"], 4, 90, [9, 33, 121, 876, 6397]),
    (["xenos", "bal_taks", "firaks", "taklons"], 4, 120, [5, 30, 186, 1372, 12114]),
    (["xenos", "bal_taks", "firaks", "taklons"], 4, 150, [2, 4, 16, 56, 192]),
    (["xenos", "bal_taks", "firaks", "taklons"], 4, 180, [12, 103, 679, 3899]),
    (["itars", "ivits", "ambas"], 5, 0, [6, 36, 180, 900, 5400]),
    (["itars", "ivits", "ambas"], 5, 25, [6, 33, 170, 897, 4738]),
    (["itars", "ivits", "ambas"], 5, 60, [14, 198, 1916]),
    (["itars", "ivits", "ambas"], 5, 90, [4, 18, 116, 753, 4335]),
    (["itars", "ivits", "ambas"], 5, 120, [2, 12, 78, 548, 3839]),
    (["itars", "ivits", "ambas"], 5, 150, [2, 14, 129, 1517]),
    (["itars", "ivits", "ambas"], 5, 180, [3, 14, 107, 905, 7009]),
]
"""Factions, seed, answers before, and the counts at depths 1, 2, 3 ..."""


@pytest.mark.parametrize(("factions", "seed", "before", "counts"), POSITIONS)
def test_the_ways_on_from_a_position_are_counted(
    factions: list[str], seed: int, before: int, counts: list[int]
) -> None:
    """GP-RND-1: whoever changes a rule sees which positions change."""
    options = {"players": len(factions), "factions": factions, "map": "first_game", "setup_seed": seed}
    state = after(GAIA.new(options, seed), seed, before)
    digest = state.digest()
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
    assert state.digest() == digest
