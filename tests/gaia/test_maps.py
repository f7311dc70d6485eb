"""Maps: placements, names of hexes, the fixed maps, the variants, and what is no legal map."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orrery.core.chance import draw, shuffled
from orrery.core.hexes import Hex, bits, distance, rotated
from orrery.gaia import maps
from orrery.gaia.data.layouts import EIGHT, FIRST_MINES, FIRST_TEN, INNER, SEVEN, TEN
from orrery.gaia.data.planets import GAIA, HOMES, PLANET, SPACE, TRANSDIM
from orrery.gaia.data.sectors import FACE, LATTICE
from orrery.gaia.maps import BadMap, Placement

seeds = st.integers(0, (1 << 64) - 1)


def totals(placements: tuple[Placement, ...]) -> Counter[int]:
    return Counter(maps.contents(placements).values())


@pytest.mark.parametrize(("players", "hexes", "homes", "gaia", "transdim"), [(2, 133, 4, 5, 7), (4, 190, 6, 7, 12)])
def test_the_map_of_the_first_game_has_its_planets(
    players: int, hexes: int, homes: int, gaia: int, transdim: int
) -> None:
    """GP-SET-1: seven sectors for one and two players, ten for three and four."""
    world = maps.world(maps.first_game(players))
    assert len(world.grid.hexes) == hexes
    assert [world.of_kind[home].bit_count() for home in HOMES] == [homes] * 7
    assert (world.of_kind[GAIA].bit_count(), world.of_kind[TRANSDIM].bit_count()) == (gaia, transdim)
    maps.check(maps.first_game(players))


def test_the_starting_mines_of_the_first_game_lie_on_home_planets() -> None:
    world = maps.world(maps.first_game(4))
    homes = {"hadsch_hallas": "oxide", "taklons": "swamp", "terrans": "terra", "xenos": "desert"}
    for faction, places in FIRST_MINES.items():
        for place in places:
            assert world.kind[world.grid.index(place)] == PLANET[homes[faction]]


def test_a_hex_is_named_by_its_sector_and_a_place_that_does_not_turn() -> None:
    """Example of the public notation: sector 5 at rotation 0 has ice at 5A0, oxide at 5A3, Gaia at 5B5."""
    upright = maps.world((Placement("5", Hex(-2, -3), 0),))
    assert upright.kind[upright.index("5A0")] == PLANET["ice"]
    assert upright.kind[upright.index("5A3")] == PLANET["oxide"]
    assert upright.kind[upright.index("5B5")] == GAIA
    assert upright.kind[upright.index("5C")] == SPACE
    turned = upright.turned({0: 1})
    assert turned.kind[turned.index("5A2")] == PLANET["ice"]
    assert turned.kind[turned.index("5B0")] == GAIA
    assert upright.grid.hexes[upright.index("5A0")] == turned.grid.hexes[turned.index("5A0")]


@given(seeds)
def test_names_and_hexes_are_one_to_one(seed: int) -> None:
    world = maps.world(maps.variant(4, 3, seed))
    assert len(world.where) == len(world.grid.hexes) == 190
    for name, index in world.where.items():
        assert world.names[index] == name
        assert world.index(name) == index
        number = int(name[: name.index(next(letter for letter in name if letter.isalpha()))])
        assert maps.face(world.placements[world.sector_of[index]].face).number == number
    assert sum(sector.bit_count() for sector in world.sectors) == 190
    assert world.planets | world.space == world.grid.board
    assert not world.planets & world.space


@given(seeds, st.sampled_from([(2, 1), (3, 1), (4, 2), (3, 3)]))
def test_random_maps_are_legal_and_use_each_tile_once(seed: int, which: tuple[int, int]) -> None:
    """GP-SET-9: variants 1, 2 and 3 keep to their shapes and to the rule of home colours."""
    players, number = which
    placements = maps.variant(players, number, seed)
    maps.check(placements)
    slots = SEVEN if players == 2 else TEN
    assert {p.centre for p in placements} == set(slots.values())
    assert totals(placements) == totals(maps.first_game(players))
    inner = {TEN[slot]: FIRST_TEN[slot] for slot in INNER}
    if number == 1 and players > 2:
        assert {p.centre: p.face for p in placements if p.centre in inner} == inner
        assert all(p.rotation == 0 for p in placements if p.centre in inner)
    if number == 2:
        assert {p.face for p in placements if p.centre in inner} == set(inner.values())


@given(seeds)
def test_variant_2_may_keep_the_inner_sectors_upright(seed: int) -> None:
    """GP-SET-9: the Hungarian text keeps the orientation of tiles 1 to 4."""
    inner = {TEN[slot] for slot in INNER}
    assert all(p.rotation == 0 for p in maps.variant(4, 2, seed, False) if p.centre in inner)


@given(seeds)
def test_the_small_map_is_3_2_3_of_tiles_1_to_8(seed: int) -> None:
    placements = maps.small(seed)
    maps.check(placements)
    assert {p.centre for p in placements} == set(EIGHT.values())
    assert sorted(maps.face(p.face).number for p in placements) == list(range(1, 9))


def test_the_same_seed_gives_the_same_map() -> None:
    assert maps.variant(4, 3, 11) == maps.variant(4, 3, 11)
    assert len({maps.variant(4, 3, seed) for seed in range(20)}) == 20


@given(seeds, st.integers(0, 5))
def test_turning_a_sector_turns_its_planets_about_its_centre(seed: int, turns: int) -> None:
    before = maps.world(maps.variant(2, 1, seed))
    after = before.turned({3: turns})
    centre = before.placements[3].centre
    for index in bits(before.sectors[3]):
        away = before.grid.hexes[index].minus(centre)
        there = after.grid.index(centre.plus(rotated(away, turns)))
        assert after.kind[there] == before.kind[index]
    others = before.grid.board & ~before.sectors[3]
    assert all(after.kind[index] == before.kind[index] for index in bits(others))


def test_new_shapes_on_the_lattice_are_maps_too() -> None:
    """GP-SET-1: any connected arrangement of sectors is accepted."""
    at = Hex(0, 0)
    line = []
    for number, face in enumerate(("1", "2", "3", "4")):
        line.append(Placement(face, at, 0))
        at = at.plus(LATTICE[number % 2])
    world = maps.world(maps.placed(maps.listed(line)))
    assert len(world.grid.hexes) == 4 * 19


def test_range_is_counted_on_the_map_or_across_its_gaps() -> None:
    """GP-MIN-2: only a map with gaps knows the difference; there the plane is never farther."""
    world = maps.world(maps.small(3))
    shorter = 0
    for index, here in world.grid.hexes.items():
        for steps in (1, 4, 7):
            plain = world.across(1 << index, steps)
            assert plain == world.grid.mask(h for h in world.grid.hexes.values() if distance(here, h) <= steps)
            assert not world.grid.ball(index, steps) & ~plain
            shorter += (plain & ~world.grid.ball(index, steps)).bit_count()
    assert shorter > 0


@pytest.mark.parametrize(
    ("sectors", "sentence"),
    [
        ([], "a map needs at least one sector"),
        ("nonsense", "a map is a list of sectors, not 'nonsense'"),
        ([["1", 0, 0]], "sector 1 of the map is [face, q, r, rotation]"),
        ([["1", 0, 0, True]], "sector 1 of the map is [face, q, r, rotation]"),
        ([["11", 0, 0, 0]], "there is no sector '11'"),
        ([["1", 0, 0, 6]], "sector 1 is turned 0 to 5 times, not 6"),
        ([["1", 0, 0, 0], ["1", 5, -2, 0]], "sector tile 1 lies twice on the map"),
        ([["5", 0, 0, 0], ["5_outlined", 5, -2, 0]], "sector tile 5 lies twice on the map"),
        ([["1", 0, 0, 0], ["2", 0, 0, 0]], "sectors 1 and 2 lie on the same place 0,0"),
        ([["1", 0, 0, 0], ["2", 4, 0, 0]], "sector 2 at 4,0 does not fit beside sector 1"),
        ([["1", 0, 0, 0], ["2", 10, -4, 0]], "sector 2 touches no sector that leads to sector 1"),
        ([["0:" + "e" * 19, 0, 0, 0]], "needs a number before the colon"),
        ([["7:ee", 0, 0, 0]], "needs 19 letters"),
        ([["7:" + "l" * 19, 0, 0, 0]], "needs 19 letters"),
    ],
)
def test_what_is_no_map_is_refused_with_a_sentence(sectors: object, sentence: str) -> None:
    with pytest.raises(BadMap) as refused:
        maps.placed(sectors)
    assert sentence in str(refused.value)


def test_home_planets_of_one_colour_may_not_touch() -> None:
    """GP-SET-1: the error names the two planets; Gaia and transdim planets may touch their like."""
    found = None
    for turns in range(36):
        pair = [["3", 0, 0, turns % 6], ["4", 2, 3, turns // 6]]
        try:
            maps.placed(pair)
        except BadMap as error:
            found = str(error)
            break
    assert found is not None
    assert "adjacent" in found
    assert "3A" in found
    assert "4A" in found
    maps.placed([["10", 0, 0, 0]])  # two transdim planets lie side by side on it


def test_custom_sectors_keep_their_contents() -> None:
    face = FACE["8"]
    name = maps.custom(8, face.planets)
    assert name == "8:remeeeemeeeeietevee"
    assert maps.face(name).planets == face.planets
    placements = (Placement(name, Hex(0, 0), 2),)
    assert maps.contents(placements) == maps.contents((Placement("8", Hex(0, 0), 2),))


def test_an_unknown_hex_is_named_in_the_error() -> None:
    world = maps.world(maps.first_game(2))
    with pytest.raises(ValueError, match="there is no hex '9A0' on this map"):
        world.index("9A0")


def _apart(placements: list[Placement]) -> bool:
    """No two home planets of one colour are adjacent: every hex compared with its neighbours."""
    return next(maps.clashes(maps.contents(placements)), None) is None


def test_a_sector_fits_only_where_colours_do_not_touch() -> None:
    """GP-SET-1: fits looks at a new sector beside those already laid, as the check of the whole does."""
    fits = set()
    for step in LATTICE:
        for turns in range(36):
            laid = [Placement("3", Hex(0, 0), turns % 6)]
            new = Placement("4", step, turns // 6)
            assert maps.fits(new, laid) == maps.is_legal([*laid, new]) == _apart([*laid, new])
            fits.add((step, maps.fits(new, laid)))
    assert fits == {(step, fit) for step in LATTICE for fit in (True, False)}


def test_whole_maps_are_legal_exactly_where_no_colours_touch() -> None:
    """GP-SET-1: random sectors on the places of the large map, and custom ones that clash inside."""
    found = set()
    for seed in range(300):
        faces = shuffled(seed, 0, list(FIRST_TEN.values()))
        placements = [
            Placement(name, centre, draw(seed, 100 + number, 6))
            for number, (name, centre) in enumerate(zip(faces, TEN.values(), strict=True))
        ]
        assert maps.is_legal(placements) == _apart(placements)
        found.add(maps.is_legal(placements))
    assert found == {True, False}
    inside = [Placement("11:" + "r" * 2 + "e" * 17, Hex(0, 0), 0)]
    assert not maps.is_legal(inside)
    assert not _apart(inside)
