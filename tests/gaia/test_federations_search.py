"""The quick search for federations agrees with the slow reference on many positions."""

from __future__ import annotations

from random import Random

import pytest

from orrery.core.hexes import Grid, Hex, bits
from orrery.gaia.maps import Placement, contents, small, variant
from orrery.gaia.rules.federations import (
    OFFERED,
    Federation,
    Realm,
    completions,
    could_federate,
    federations,
    forget,
    judge,
)
from orrery.gaia.rules.federations import fewest as cheapest
from orrery.gaia.rules.federations import layouts as further
from tests.gaia.reference_federations import (
    Clusters,
    Land,
    Place,
    fewest_by_trees,
    fewest_by_trying,
    legal,
    neighbours,
    sufficient,
    ties,
    tried,
    why_not,
)

SPACE = -1


def realm_of(land: Land) -> tuple[Grid, Realm]:
    """The same situation on bitboards."""
    grid = Grid(Hex(q, r) for q, r in land.hexes)
    worth: dict[int, int] = {}
    for (q, r), value in land.nodes.items():
        worth[value] = worth.get(value, 0) | 1 << grid.index(Hex(q, r))
    realm = Realm(
        grid,
        [(worth[value], value) for value in sorted(worth)],
        masked(grid, land.planets),
        masked(grid, land.satellites),
        masked(grid, land.allied),
        land.required,
        land.growing,
    )
    return grid, realm


def masked(grid: Grid, places: frozenset[Place]) -> int:
    return grid.mask(Hex(q, r) for q, r in places)


def unmasked(grid: Grid, mask: int) -> frozenset[Place]:
    return frozenset((grid.hexes[i].q, grid.hexes[i].r) for i in bits(mask))


def chosen_of(land: Land, planets: frozenset[Place]) -> Clusters:
    """The clusters with these planets, the growing federation always among them."""
    clusters = land.clusters()
    first = {0} if land.growing and land.members() else set()
    return frozenset(first | {i for i, cluster in enumerate(clusters) if cluster & planets})


def compare(land: Land, fewest: dict[Clusters, int], most: int) -> int:
    """Assert that the search gives exactly the legal sets of the reference; returns how many there are."""
    grid, realm = realm_of(land)
    expected = {chosen: cost for chosen, cost in legal(land, fewest).items() if cost <= most}
    assert cheapest(realm, most) == min(expected.values(), default=-1)
    offered = federations(realm, most)
    remembered = [judge(realm, federation.hexes, most, most) for federation in offered]
    forget()
    assert [judge(realm, federation.hexes, most, most) for federation in offered] == remembered
    assert len(expected) <= OFFERED
    clusters = land.clusters()
    got: dict[Clusters, int] = {}
    for federation in offered:
        planets = unmasked(grid, federation.planets)
        chosen = chosen_of(land, planets)
        assert chosen not in got, "two layouts for the same planets"
        got[chosen] = federation.cost
        body = frozenset().union(*(clusters[i] for i in chosen))
        assert planets == (body - land.members() if land.growing else body)
        assert federation.power == land.power(body)
        assert ties(land, chosen, unmasked(grid, federation.satellites))
    assert got == expected
    assert [f.cost for f in offered] == sorted(f.cost for f in offered)
    if expected:
        assert could_federate(realm, most)
    return len(expected)


def settled(random: Random, sectors: tuple[Placement, ...], buildings: int, growing: bool) -> Land:
    """A player's realm with so many buildings somewhere on a map, older federations among them."""
    printed = contents(sectors)
    hexes = frozenset((h.q, h.r) for h in printed)
    planets = {(h.q, h.r) for h, planet in printed.items() if planet != SPACE}
    order = sorted(hexes)
    if random.random() < 0.3:
        planets.add(random.choice([place for place in order if place not in planets]))  # the lost planet
    centre = random.choice(order)
    spread = random.choice((3, 4, 5, 8, 20))

    def far(place: Place) -> int:
        q, r = place[0] - centre[0], place[1] - centre[1]
        return max(abs(q), abs(r), abs(q + r))

    sites = sorted(place for place in planets if far(place) <= spread)
    random.shuffle(sites)
    if random.random() < 0.4:  # neighbours attract each other
        sites.sort(key=lambda place: sum(n in planets for n in neighbours(place)), reverse=True)
    weights = random.choice(((1, 1, 1, 2, 2, 3, 4), (1,), (1, 2), (2, 3, 4, 5), (1, 1, 2, 3)))
    nodes = {place: random.choice(weights) for place in sites[:buildings]}
    if growing:
        for place in random.sample(order, min(len(order), random.randrange(7))):
            if place not in planets and far(place) <= spread:
                nodes[place] = 1
    satellites: set[Place] = set()
    allied: set[Place] = set()
    for _ in range(random.choice((0, 0, 1, 1, 2))):
        if not nodes or (growing and allied):
            break
        start = random.choice(sorted(nodes))
        if start in allied:
            continue
        allied.add(start)
        tail = start
        for _ in range(random.randrange(5)):
            ways = [n for n in neighbours(tail) if n in hexes and n not in planets and n not in nodes]
            if not ways:
                break
            tail = random.choice(sorted(ways))
            satellites.add(tail)
            allied.add(tail)
    required = random.choice((6, 7, 7, 7, 7))
    if growing:
        required = 7 * random.choice((1, 1, 2, 2, 3, 4))
    return Land(hexes, nodes, frozenset(planets), frozenset(satellites), frozenset(allied), required, growing)


def some_map(random: Random, seed: int) -> tuple[Placement, ...]:
    kind = random.randrange(5)
    if kind == 0:
        return variant(2, 1, seed)
    if kind == 1:
        return small(seed)
    whole = variant(4, random.choice((1, 2, 3)), seed)
    return whole if kind == 2 else whole[: random.choice((2, 3, 4))]


def try_position(seed: int, limit: int) -> tuple[int, int]:
    """Compare one random position with everything that can be tried; returns satellites reached and sets found."""
    random = Random(seed)
    land = settled(random, some_map(random, seed), random.randrange(4, 15), random.random() < 0.3)
    levels = tried(land, 9, limit)
    most = len(levels) - 1
    fewest = fewest_by_trying(land, levels)
    found = compare(land, fewest, most)
    compare(land, fewest, random.randrange(most + 1))
    judged(random, land, levels, fewest)
    return most, found


def judged(
    random: Random, land: Land, levels: list[dict[frozenset[Place], Clusters]], fewest: dict[Clusters, int]
) -> None:
    """Draw some of the sets that were tried and compare the verdicts with the definition."""
    grid, realm = realm_of(land)
    enough = sufficient(land, fewest)
    clusters = land.clusters()
    for size, level in enumerate(levels):
        drawn = sorted((sorted(satellites), touched) for satellites, touched in level.items() if touched in enough)
        sample = random.sample(drawn, min(len(drawn), 4))
        drawn = [(satellites, touched) for satellites, touched in drawn if enough[touched] == size]
        sample += random.sample(drawn, min(len(drawn), 4))
        for satellites, chosen in sample:
            body = frozenset().union(*(clusters[i] for i in chosen))
            named = frozenset(node for node in body if random.random() < 0.5)
            verdict = judge(realm, masked(grid, frozenset(satellites) | named), 25, 25)
            assert verdict.code == why_not(chosen, size, enough)
            assert verdict.federation.satellites == masked(grid, frozenset(satellites))
            assert verdict.federation.power == land.power(body)
            if not verdict.legal:
                example = unmasked(grid, verdict.values["example"])
                better = chosen_of(land, unmasked(grid, verdict.values["planets"]))
                assert len(example) == verdict.values["needed"] < size
                assert better > chosen or better <= chosen
                assert better in enough
                assert ties(land, better, example)


@pytest.mark.parametrize("block", range(8))
def test_the_offered_federations_are_exactly_the_legal_ones(block: int) -> None:
    """GP-FED-8 GP-FED-9 GP-FED-10 GP-FED-13: planets, costs, layouts and verdicts as in trying everything."""
    for seed in range(block * 25, block * 25 + 25):
        try_position(seed, 2500)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("block", range(60))
def test_the_offered_federations_are_exactly_the_legal_ones_in_thousands_of_positions(block: int) -> None:
    """GP-FED-8 GP-FED-9 GP-FED-10 GP-FED-13: 6,000 positions on real sectors, the growing federation included."""
    for seed in range(1000 + block * 100, 1100 + block * 100):
        try_position(seed, 12000)


def sparse(random: Random) -> Land:
    """A few buildings far apart in wide empty space: webs that branch between planets."""
    radius = random.choice((3, 4, 5))
    span = range(-radius, radius + 1)
    order = [(q, r) for q in span for r in span if abs(q + r) <= radius]
    places = random.sample(order, random.randrange(3, 8))
    nodes = {place: random.choice((1, 1, 2, 3)) for place in places}
    foreign = random.sample(order, random.randrange(8))
    required = random.randrange(3, max(4, sum(nodes.values()) + 1))
    allied = frozenset(places[:1]) if random.random() < 0.3 else frozenset()
    return Land(
        frozenset(order), nodes, frozenset(places + foreign), frozenset(), allied, required, random.random() < 0.5
    )


@pytest.mark.parametrize("block", range(4))
def test_satellites_branch_in_empty_space(block: int) -> None:
    """GP-FED-8 GP-FED-9: stars and combs of satellites between few planets, as the trees have them."""
    for seed in range(block * 25, block * 25 + 25):
        land = sparse(Random(seed))
        compare(land, fewest_by_trees(land), 25)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("block", range(20))
def test_satellites_branch_in_empty_space_in_many_positions(block: int) -> None:
    """GP-FED-8 GP-FED-9: 2,000 such positions."""
    for seed in range(20_000 + block * 100, 20_100 + block * 100):
        land = sparse(Random(seed))
        compare(land, fewest_by_trees(land), 25)


def by_trees(seed: int, buildings: int, growing: bool) -> int:
    """Compare one rich position, all satellites allowed, with the reference that builds trees."""
    random = Random(seed)
    while True:
        land = settled(random, some_map(random, seed), buildings, growing)
        if 3 <= len(land.clusters()) <= 7:
            return compare(land, fewest_by_trees(land), 25)


@pytest.mark.parametrize("seed", range(12))
def test_dear_federations_are_exact_too(seed: int) -> None:
    """GP-FED-8 GP-FED-9: late positions with more satellites than can be tried out."""
    by_trees(seed, 6 + seed % 6, seed % 3 == 0)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("block", range(20))
def test_dear_federations_are_exact_too_in_many_positions(block: int) -> None:
    """GP-FED-8 GP-FED-9: 1,000 late positions with up to 25 satellites."""
    for seed in range(50):
        by_trees(10_000 + block * 50 + seed, 5 + seed % 9, seed % 3 == 0)


def test_the_two_references_agree() -> None:
    """GP-FED-8: the fewest satellites by trying out are the fewest by building trees."""
    for seed in range(10):
        random = Random(seed)
        land = settled(random, variant(4, 3, seed)[:3], 5, seed % 2 == 0)
        levels = tried(land, 9, 4000)
        tried_out = fewest_by_trying(land, levels)
        trees = fewest_by_trees(land)
        assert tried_out == {chosen: cost for chosen, cost in trees.items() if cost < len(levels)}


def test_completions_are_the_cheapest_legal_federations_with_the_chosen_planets() -> None:
    """GP-FED-14: whoever picks planets sees the cheapest legal federations with them, then other layouts."""
    found = 0
    for seed in range(60):
        random = Random(seed)
        land = settled(random, variant(2, 1, seed), 9, seed % 4 == 0)
        _, realm = realm_of(land)
        offered = federations(realm, 8)
        free = realm.own & ~realm.allied
        for index in bits(free):
            routes = completions(realm, 1 << index, 8)
            containing = [f for f in offered if f.planets >> index & 1]
            assert routes[: len(containing)] == containing[:3]
            assert len(set(routes)) == len(routes) <= 3
            for route in routes:
                assert judge(realm, route.hexes, 25, 25).federation == route
                assert judge(realm, route.hexes, 25, 25).legal
            found += len(routes) > len(containing)
    assert found > 10


def test_further_layouts_have_the_same_planets_and_satellites() -> None:
    """GP-FED-13: every layout is legal, new and as cheap; small federations have all of them."""
    several = 0
    for seed in range(40):
        random = Random(seed)
        land = settled(random, variant(4, 3, seed)[:4], 7, seed % 4 == 0)
        levels = tried(land, 4, 6000)
        grid, realm = realm_of(land)
        for federation in federations(realm, len(levels) - 1):
            chosen = chosen_of(land, unmasked(grid, federation.planets))
            expected = {masked(grid, s) for s, touched in levels[federation.cost].items() if touched == chosen}
            found: list[Federation] = further(realm, federation, 10_000)
            assert found[0] == federation
            assert len({f.satellites for f in found}) == len(found)
            assert {f.satellites for f in found} == (expected or {0})
            several += len(found) > 1
    assert several > 10
