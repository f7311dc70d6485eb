"""Rules of federations on small drawn maps.

In a drawing every row is half a hex to the side of the next: the neighbours of a hex stand two columns to the
left and right, and one column to both sides in the rows above and below.
    1-5  own building of that power value          A-E  the same, already in a federation
    s    own satellite (of a federation)            o    planet of somebody else, or of nobody
    .    empty space                                * + # empty space with a wished satellite
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

from orrery.core.hexes import Grid, Hex, bits
from orrery.gaia.maps import variant
from orrery.gaia.rules.federations import (
    OFFERED,
    Realm,
    Verdict,
    completions,
    could_federate,
    federations,
    fewest,
    grown,
    judge,
    layouts,
)
from orrery.gaia.rules.forming import near_federation, satellites_left
from tests.gaia.scene import Scene
from tests.gaia.test_federations_search import realm_of, settled


class Drawing(NamedTuple):
    realm: Realm
    marks: dict[str, int]
    """Character -> its hexes."""

    def judge(self, marks: str, tokens: int = 25, left: int = 25) -> Verdict:
        """The verdict on a federation of the hexes with these marks."""
        return judge(self.realm, self.of(marks), tokens, left)

    def of(self, marks: str) -> int:
        return sum(self.marks.get(mark, 0) for mark in marks)


def drawn(text: str, required: int = 7, growing: bool = False) -> Drawing:
    cells: dict[Hex, str] = {}
    for row, line in enumerate(text.strip("\n").splitlines()):
        for column, mark in enumerate(line):
            if mark != " ":
                assert (column - row) % 2 == 0, f"row {row}, column {column} is between two hexes"
                cells[Hex((column - row) // 2, row)] = mark
    grid = Grid(cells)
    marks: dict[str, int] = {}
    for h, mark in cells.items():
        marks[mark] = marks.get(mark, 0) | 1 << grid.index(h)
    worth = [(marks.get(str(v), 0) | marks.get("ABCDE"[v - 1], 0), v) for v in range(1, 6)]
    own = sum(nodes for nodes, _ in worth)
    allied = sum(marks.get(mark, 0) for mark in "ABCDEs")
    realm = Realm(grid, worth, own | marks.get("o", 0), marks.get("s", 0), allied, required, growing)
    return Drawing(realm, marks)


def test_two_layouts_with_two_satellites_are_both_legal() -> None:
    """GP-FED-8 GP-FED-9: an institute and two trading stations; a mine that comes along for nothing is fine."""
    map_ = drawn("""
3 * . . . .
 + 2 # 2 .
1 . . . . .
""")
    first, second = map_.judge("32*#"), map_.judge("32+#")
    assert first.legal
    assert second.legal
    assert (first.federation.power, first.federation.cost, first.added) == (7, 2, 0)
    assert (second.federation.power, second.federation.cost, second.added) == (8, 2, map_.of("1"))
    assert {f.planets for f in federations(map_.realm, 2)} == {map_.of("32"), map_.of("321")}


def test_a_mine_with_a_satellite_of_its_own_is_superfluous() -> None:
    """GP-FED-9: seven is reached without the mine and its satellite."""
    map_ = drawn("""
1 * 3 # 4 .
 . . . . .
""")
    verdict = map_.judge("134*#")
    assert verdict.code == "superfluous"
    assert verdict.values == {"satellites": 2, "needed": 1, "planets": map_.of("34"), "example": map_.of("#")}
    assert map_.judge("34#").legal


def test_two_groups_of_three_are_legal_although_wasteful() -> None:
    """GP-FED-2 GP-FED-9: six and five; neither group is enough, and a group cannot be split."""
    map_ = drawn("""
3 2 * 2 2 .
 1 . . 1 .
. . . . . .
""")
    (only,) = federations(map_.realm, 9)
    assert (only.power, only.cost, only.planets) == (11, 1, map_.of("123"))
    verdict = map_.judge("3*")
    assert verdict.legal
    assert verdict.federation == only
    assert federations(map_.realm, 0) == ()


def test_adjacent_buildings_need_no_satellite() -> None:
    """GP-FED-2 GP-FED-13: a proposal that names one of them is completed."""
    map_ = drawn("""
4 3 . .
 . 1 .
""")
    verdict = map_.judge("4")
    assert verdict.legal
    assert verdict.added == map_.of("31")
    assert verdict.federation.hexes == map_.of("431")
    assert verdict.federation.power == 8
    assert [f.cost for f in federations(map_.realm, 5)] == [0]


def test_a_cluster_that_suffices_takes_no_satellite() -> None:
    """GP-FED-9: whatever contains it and costs a satellite is superfluous."""
    map_ = drawn("""
4 3 * 3 .
 . . . .
""")
    assert map_.judge("43*").code == "superfluous"
    assert [f.planets for f in federations(map_.realm, 5)] == [map_.of("4") | map_.judge("4").federation.planets]


def test_too_little_power_is_refused_with_both_numbers() -> None:
    """GP-FED-1: five instead of seven."""
    map_ = drawn("""
3 * 2 .
 . . .
""")
    verdict = map_.judge("32*")
    assert (verdict.code, verdict.values) == ("power", {"power": 5, "required": 7})
    assert not could_federate(map_.realm, 9)
    assert federations(map_.realm, 9) == ()


def test_a_lower_requirement_is_enough() -> None:
    """GP-FED-1: six instead of seven for those who may."""
    text = """
3 * 3 .
 . . .
"""
    assert drawn(text, required=7).judge("3*").code == "power"
    assert drawn(text, required=6).judge("3*").legal


def test_satellites_lie_on_empty_hexes_without_an_own_one() -> None:
    """GP-FED-3: not on any planet, not on an own satellite, not beside the map."""
    map_ = drawn("""
3 o 4 . . .
 . . . . .
. . . . . .
 . . . . .
A s . . . .
""")
    verdict = map_.judge("34o")
    assert (verdict.code, verdict.values) == ("satellite_on_planet", {"hexes": map_.of("o")})
    verdict = map_.judge("34s")
    assert (verdict.code, verdict.values) == ("own_satellite_there", {"hexes": map_.of("s")})
    beside = 1 << 200
    verdict = judge(map_.realm, map_.of("34") | beside, 25, 25)
    assert (verdict.code, verdict.values) == ("off_map", {"hexes": beside})
    assert map_.judge("").code == "empty"


def test_each_satellite_must_be_paid_for_and_in_supply() -> None:
    """GP-FED-4: tokens at hand and satellites left are two limits."""
    map_ = drawn("""
3 * * 4 .
 . . . .
""")
    assert map_.judge("34*", tokens=2, left=2).legal
    verdict = map_.judge("34*", tokens=1, left=25)
    assert (verdict.code, verdict.values) == ("tokens", {"satellites": 2, "tokens": 1})
    verdict = map_.judge("34*", tokens=9, left=1)
    assert (verdict.code, verdict.values) == ("limit", {"satellites": 2, "left": 1})
    assert federations(map_.realm, 1) == ()
    assert [f.satellites for f in federations(map_.realm, 2)] == [map_.of("*")]


def test_a_federation_is_one_piece() -> None:
    """GP-FED-5: two connected pairs are no federation, although each planet has a neighbour."""
    map_ = drawn("""
3 * 1 . . 2 * 2 .
 . . . . . . . .
""")
    verdict = map_.judge("312*")
    assert verdict.code == "not_connected"
    assert verdict.values["hexes"] & map_.of("3") == 0
    assert verdict.values["hexes"] & map_.of("2") == map_.of("2")


def test_no_planet_is_in_two_federations() -> None:
    """GP-FED-6: a planet of another own federation cannot be chosen."""
    map_ = drawn("""
3 * C . . .
 . . s . .
""")
    verdict = map_.judge("3*C")
    assert verdict.code == "planet_of_other_federation"
    assert verdict.values == {"hexes": map_.of("C")}


def test_a_new_federation_does_not_touch_another_own_one() -> None:
    """GP-FED-6: neither a satellite nor, by growth, a planet lies beside an older federation."""
    map_ = drawn("""
3 * 4 . .
 + # . . .
. A s C .
""")
    verdict = map_.judge("34+#")
    assert verdict.code == "touches_own_federation"
    assert verdict.values["hexes"] & map_.of("#")
    assert verdict.values["hexes"] & map_.of("34") == 0
    assert map_.judge("34*").legal
    for federation in federations(map_.realm, 9):
        assert map_.realm.grid.grow(federation.hexes) & map_.realm.allied == 0


def test_a_building_beside_a_federation_belongs_to_it_with_its_cluster() -> None:
    """GP-FED-7: it is lost for other federations."""
    map_ = drawn("""
4 3 1 s A .
 . . . . .
. . . . . .
""")
    assert map_.realm.allied == map_.of("431sA")
    assert federations(map_.realm, 9) == ()
    assert map_.judge("43").code == "planet_of_other_federation"


def test_growth_goes_on_through_a_whole_cluster() -> None:
    """GP-FED-7: from a satellite to the nodes beside it and on to theirs, not over a gap."""
    map_ = drawn("""
s 1 2 . 3
 . . 1 . .
""")
    grid = map_.realm.grid
    assert grown(grid, map_.of("s"), map_.of("123")) == map_.of("s12")
    assert grown(grid, 0, map_.of("123")) == 0


def test_stepping_stones_must_be_used_where_they_save_a_satellite() -> None:
    """GP-FED-8: three satellites straight, two by way of an own mine that then belongs to the federation."""
    map_ = drawn("""
3 * * . .
 + . * . .
. 1 + 4 .
""")
    verdict = map_.judge("34*")
    assert verdict.code == "fewest"
    assert verdict.values["satellites"] == 3
    assert verdict.values["needed"] == 2
    assert verdict.values["planets"] == map_.of("341")
    assert map_.judge("34+").legal
    assert map_.judge("34+").added == map_.of("1")


def test_satellites_may_branch() -> None:
    """GP-FED-8: a star of four satellites ties three planets; going from planet to planet would take six."""
    map_ = drawn("""
3 . . . . . .
 * . . . . .
. * * 2 . . .
 * . . . . .
2 . . . . . .
""")
    (only,) = federations(map_.realm, 9)
    assert (only.cost, only.planets) == (4, map_.of("32"))
    assert map_.judge("32*").legal
    assert federations(map_.realm, 3) == ()


def test_a_detour_is_refused() -> None:
    """GP-FED-8: three satellites where one does."""
    map_ = drawn("""
3 # 4 .
 * * . .
. . . .
""")
    verdict = map_.judge("34*")
    assert (verdict.code, verdict.values["needed"], verdict.values["example"]) == ("fewest", 1, map_.of("#"))


def test_far_planets_may_be_chosen_freely() -> None:
    """GP-FED-9: a federation of other planets that is cheaper is no argument."""
    map_ = drawn("""
4 # 3 . . . . .
 . . . . . . .
. . . . . . . .
 5 * * 2 . . .
""")
    costs = {f.planets: f.cost for f in federations(map_.realm, 9)}
    assert costs[map_.of("43")] == 1
    assert costs[map_.of("52")] == 2
    assert map_.judge("52*").legal


def test_a_cheaper_part_counts_even_if_it_is_not_legal_itself() -> None:
    """GP-FED-9: 3 and 4 alone take three satellites, with the mine below two: illegal, yet a cheaper part."""
    map_ = drawn("""
. . . 2 . .
 . . * . .
3 # # . . .
 + . # . .
. 1 + 4 . .
""")
    assert map_.judge("34#").code == "fewest"
    verdict = map_.judge("342#*")
    assert verdict.code == "superfluous"
    assert verdict.values == {"satellites": 4, "needed": 3, "planets": map_.of("34"), "example": map_.of("#")}
    assert map_.of("342") not in [f.planets for f in federations(map_.realm, 9)]


def test_a_growing_federation_counts_with_all_its_power() -> None:
    """GP-FED-10: fourteen for the second token; old satellites cost nothing; touching is what it must do."""
    map_ = drawn(
        """
C s D * 4 . .
 . . . . . .
. . . 3 + . .
""",
        required=14,
        growing=True,
    )
    verdict = map_.judge("4*")
    assert (verdict.code, verdict.values) == ("power", {"power": 11, "required": 14})
    verdict = map_.judge("4*3")
    assert verdict.code == "not_connected"
    offered = federations(map_.realm, 3)
    assert [(f.planets, f.cost, f.power) for f in offered] == [(map_.of("43"), 2, 14)]
    assert judge(map_.realm, offered[0].hexes | map_.realm.allied, 25, 25).federation == offered[0]


def test_a_growing_federation_that_reached_the_value_by_itself_needs_nothing_new() -> None:
    """GP-FED-10: then no satellite may be laid at all."""
    map_ = drawn(
        """
C s D * 4 . .
 . 3 4 . . .
. . . . . . .
""",
        required=14,
        growing=True,
    )
    (only,) = federations(map_.realm, 9)
    assert (only.satellites, only.planets, only.power) == (0, 0, 14)
    assert map_.judge("").legal
    assert map_.judge("4*").code == "superfluous"


def test_the_first_growing_federation_is_like_any_other() -> None:
    """GP-FED-10: with nothing founded yet there is nothing to contain; stations are nodes of value one."""
    map_ = drawn(
        """
3 * 1 * 3 .
 . . . . .
""",
        growing=True,
    )
    (only,) = federations(map_.realm, 2)
    assert (only.planets, only.cost, only.power) == (map_.of("31"), 2, 7)


def test_what_is_offered_for_fewer_satellites_is_the_cheaper_part() -> None:
    """GP-FED-13: legality depends on cheaper federations only, whatever was asked first."""
    for seed in range(40):
        land = settled(Random(seed), variant(4, 3, seed), 10, seed % 3 == 0)
        _, rich = realm_of(land)
        everything = federations(rich, 9)
        for most in range(9):
            _, fresh = realm_of(land)
            assert fresh.key() != rich.key(), "another grid, so nothing is remembered"
            cheap = federations(fresh, most)
            assert [(f.planets, f.cost) for f in cheap] == [
                (f.planets, f.cost) for f in everything if f.cost <= most
            ]
            assert federations(rich, most) == tuple(f for f in everything if f.cost <= most)


def test_the_list_is_bounded_and_cheapest_first() -> None:
    """GP-FED-13: of many hundred legal sets only the first are offered; the others may be drawn."""
    random = Random(226)
    land = settled(random, variant(4, 3, 226), random.randrange(10, 22), random.random() < 0.3)
    _, realm = realm_of(land)
    offered = federations(realm, 20)
    assert len(offered) == OFFERED
    assert [f.cost for f in offered] == sorted(f.cost for f in offered)
    assert len({f.planets for f in offered}) == OFFERED
    listed = {f.planets for f in offered}
    everything = completions(realm, 0, 20, 500)
    assert tuple(everything[:OFFERED]) == offered
    beyond = [f for f in everything if f.planets not in listed]
    assert len(beyond) == 400
    for federation in beyond[::40]:
        assert judge(realm, federation.hexes, 20, 25).legal


def test_completions_refuse_what_cannot_be_chosen() -> None:
    """GP-FED-14: foreign hexes and planets of older federations have no completion."""
    map_ = drawn("""
3 * 4 . . .
 . . . . .
A s . . . .
""")
    assert [f.satellites for f in completions(map_.realm, map_.of("3"), 3)] == [map_.of("*")]
    assert completions(map_.realm, map_.of("."), 3) == []
    assert completions(map_.realm, map_.of("A"), 3) == []
    assert completions(map_.realm, map_.of("3"), 0) == []


@pytest.mark.parametrize("growing", [False, True])
def test_a_player_without_buildings_has_no_federation(growing: bool) -> None:
    """GP-FED-1: nothing is offered, nothing can be drawn."""
    map_ = drawn(". . .\n o * .", growing=growing)
    assert federations(map_.realm, 25) == ()
    assert map_.judge("*").code == "power"
    assert map_.judge("").code == "empty"


def test_the_fewest_satellites_are_those_of_the_cheapest_federation() -> None:
    """GP-FED-8: two of three groups are enough; what costs more than allowed is not found."""
    map_ = drawn("""
4 * 3 . . . 3
 . . . . . .
""")
    for most in (-1, 0, 9, 1, 0):
        assert fewest(map_.realm, most) == (1 if most > 0 else -1)
    assert not could_federate(map_.realm, -1)
    poor = drawn("""
3 . 2
 . .
""")
    assert fewest(poor.realm, 9) == -1


def test_other_layouts_of_a_federation_cost_the_same() -> None:
    """GP-FED-8: which hexes the satellites lie on is free as long as they are as few."""
    map_ = drawn("""
4 . . .
 . . . .
. . 3 .
""")
    (only,) = federations(map_.realm, 5)
    assert only.cost == 2
    assert layouts(map_.realm, only, 1) == [only]
    assert layouts(map_.realm, only, 0) == []
    some = layouts(map_.realm, only, 2)
    assert some[0] == only
    assert len(some) == 2
    every = layouts(map_.realm, only, 99)
    assert every[:2] == some
    assert len({each.satellites for each in every}) == len(every) > 2
    for each in every:
        assert (each.cost, each.planets, each.power) == (2, only.planets, 7)
        assert judge(map_.realm, each.hexes, 9, 9).legal
    free = drawn("""
4 3
 .
""")
    (beside,) = federations(free.realm, 5)
    assert layouts(free.realm, beside, 9) == [beside]


def test_too_few_satellites_find_nothing_although_the_power_suffices() -> None:
    """GP-FED-1 GP-FED-8: seven is there, three satellites apart; asked again with more, it is found."""
    map_ = drawn("""
4 . . . 3
 . . . .
""")
    assert could_federate(map_.realm, 2)
    assert [fewest(map_.realm, most) for most in (2, 1, 3, 2, 9)] == [-1, -1, 3, -1, 3]


def test_a_layout_takes_no_further_planet_along() -> None:
    """GP-FED-8 GP-FED-13: satellites beside a mine take it in; that is another federation."""
    map_ = drawn("""
4 . . .
 . . . .
1 . 3 .
""")
    by_planets = {each.planets: layouts(map_.realm, each, 9) for each in federations(map_.realm, 2)}
    assert {planets: len(found) for planets, found in by_planets.items()} == {map_.of("43"): 1, map_.of("431"): 2}
    assert all(each.cost == 2 for found in by_planets.values() for each in found)


def test_a_federation_that_is_not_possible_says_how_much_power_is_missing() -> None:
    """GP-FED-1: the power values of all own structures outside federations."""
    scene = Scene("terrans", "xenos")
    (wish,) = near_federation(scene.state, 0)
    assert [(m.key, m.args) for m in wish.reasons] == [("federation_power", {"power": 2, "needed": 7})]


def test_twenty_five_satellites_are_all() -> None:
    """GP-FED-4: those on the map are gone, whatever tokens are left."""
    scene = Scene("terrans", "xenos")
    player = scene.player()
    assert satellites_left(player) == 25
    space = list(bits(scene.state.world.space & ~player.own))
    player.satellites = sum(1 << where for where in space[:24])
    assert satellites_left(player) == 1


def test_any_cluster_that_suffices_needs_no_satellite() -> None:
    """GP-FED-8 GP-FED-9: whichever of the clusters it is, it is found, and nothing dearer with it."""
    for text in ("3 . 4 3 .\n . . . .", "4 3 . 3 .\n . . . .", "1 . 2 . 4 3\n . . . . ."):
        map_ = drawn(text)
        assert [(each.cost, each.power) for each in federations(map_.realm, 5)] == [(0, 7)]
        assert fewest(map_.realm, 5) == 0
