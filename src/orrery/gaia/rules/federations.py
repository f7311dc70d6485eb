"""Federations: which ones a player may found, and what is wrong with one that may not be founded.

Everything here is a pure function of a Realm: bitboards and ints, no position. The words are

node       a hex with an own building (or an own space station of a faction whose federation grows);
cluster    adjacent nodes outside the own federations; it joins a federation as a whole or not at all;
open hex   a hex that may take a new satellite;
web        a connected set of open hexes in which every cluster is touched by at most one hex.

A federation is a set of clusters P and a set of satellites S that touch exactly the clusters of P and tie
them together. With e(P) the fewest satellites for exactly P, a set P of enough power is legal if and only
if no other set of enough power that contains P or is contained in P has a smaller e.

How the search works
--------------------
Any S falls apart, at the clusters, into webs; so e(P) is the cheapest way of covering P by webs that hang
together. Webs grow from the clusters hex by hex, level by level (level = number of hexes), kept as one
bitboard of end hexes for each set of touched clusters; two webs that meet in a hex merge. Sets of clusters
are then joined level by level. Four prunings keep it small and lose no legal federation:

1. A set of clusters with a strictly cheaper superset is dropped: replacing its part in any federation
   would give a cheaper federation of more planets.
2. The same for a web that ends in a hex, if that hex and the clusters are connected more cheaply.
3. A web that is no cheaper than joining its clusters first and walking to the end hex from one of them
   is dropped: the same clusters are found in parts.
4. Once all clusters together are reached, everything dearer has a cheaper superset.

What pruning 1 drops can still make another federation superfluous; the few candidates for which that is
possible are searched again among their own clusters alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, final

from orrery.core.hexes import Grid

SATELLITES: Final = 25
"""How many satellites a player has."""

OFFERED: Final = 100
"""How many federations are offered at most; every legal one may be drawn."""

Key = tuple[Grid, tuple[tuple[int, int], ...], int, int, int, int, bool]


def grown(grid: Grid, allied: int, own: int) -> int:
    """The hexes of existing federations with every own node that has come to lie next to them.

    A node that joins brings its whole cluster along.
    """
    while True:
        joining = grid.grow(allied) & own & ~allied
        if not joining:
            return allied
        allied |= joining


@final
class Realm:
    """What the federations of one player depend on, satellites at hand excepted. Never changes."""

    __slots__ = ("allied", "grid", "growing", "own", "planets", "required", "satellites", "worth")

    def __init__(
        self,
        grid: Grid,
        worth: Sequence[tuple[int, int]],
        planets: int,
        satellites: int,
        allied: int,
        required: int,
        growing: bool = False,
    ) -> None:
        self.grid: Final = grid
        self.worth: Final = tuple(worth)
        """Pairs of a set of own nodes and the power value of each of them; the sets are disjoint."""
        self.planets: Final = planets
        """Every planet on the map, whoever owns it."""
        self.satellites: Final = satellites
        """Own satellites."""
        self.required: Final = required
        """Power value that a federation needs."""
        self.growing: Final = growing
        """Whether there is one federation only, which every further one enlarges."""
        own = 0
        for nodes, _ in worth:
            own |= nodes
        self.own: Final = own
        self.allied: Final = grown(grid, allied, own) if allied else 0
        """Every hex of own federations: nodes, those that joined later too, and satellites."""

    def key(self) -> Key:
        """Equal keys, equal federations."""
        return (self.grid, self.worth, self.planets, self.satellites, self.allied, self.required, self.growing)

    def power(self, nodes: int) -> int:
        """Sum of the power values of these nodes."""
        return sum(value * (nodes & group).bit_count() for group, value in self.worth)

    def open(self) -> int:
        """The hexes that may take a new satellite."""
        grid, allied = self.grid, self.allied
        closed = self.planets | self.own | self.satellites
        if allied:
            closed |= allied if self.growing else grid.grow(allied)
        return grid.board & ~closed


class Federation(NamedTuple):
    """A federation to be founded; of a growing one only what is new."""

    satellites: int
    """New satellites."""
    planets: int
    """Own nodes that become members."""
    power: int
    """Power value of the whole."""

    @property
    def hexes(self) -> int:
        """All new hexes."""
        return self.satellites | self.planets

    @property
    def cost(self) -> int:
        """How many new satellites it needs."""
        return self.satellites.bit_count()


class Verdict(NamedTuple):
    """Whether a proposed federation may be founded; if not, which rule it breaks."""

    federation: Federation
    """The proposal, completed by every own node next to it."""
    added: int
    """The nodes by which it was completed."""
    code: str
    """Empty if legal; else the rule that is broken."""
    values: dict[str, int]
    """Numbers and sets of hexes that explain the code."""

    @property
    def legal(self) -> bool:
        return not self.code


class _Problem:
    """Clusters with their power and surroundings: a realm as the search sees it."""

    __slots__ = ("_digits", "clusters", "compulsory", "grid", "near", "open", "powers", "required")

    def __init__(
        self, grid: Grid, clusters: list[int], powers: list[int], open_: int, required: int, compulsory: int
    ) -> None:
        self.grid: Final = grid
        self.clusters: Final = clusters
        self.powers: Final = powers
        self.open: Final = open_
        self.required: Final = required
        self.compulsory: Final = compulsory
        """Set of clusters that every federation contains: the growing federation itself, or none."""
        self.near: Final = [grid.grow(cluster) & open_ for cluster in clusters]
        # Binary digit -> the clusters whose power has it, so that a sum is a few counts of bits.
        self._digits: Final = [
            sum(1 << i for i, power in enumerate(powers) if power >> digit & 1)
            for digit in range(max(powers, default=0).bit_length())
        ]

    def power(self, chosen: int) -> int:
        """Power value of a set of clusters."""
        total = 0
        for digit, clusters in enumerate(self._digits):
            total += (chosen & clusters).bit_count() << digit
        return total

    def nodes(self, chosen: int) -> int:
        """The hexes of a set of clusters."""
        found = 0
        for cluster in self.clusters:
            if chosen & 1:
                found |= cluster
            chosen >>= 1
        return found

    def suffices(self, chosen: int) -> bool:
        """Whether a set of clusters has what a federation needs."""
        return not self.compulsory & ~chosen and self.power(chosen) >= self.required

    def within(self, chosen: int) -> _Problem:
        """The same problem without the other clusters and without the hexes that touch them."""
        others = 0
        for i, near in enumerate(self.near):
            if not chosen >> i & 1:
                others |= near
        members = [i for i in range(len(self.clusters)) if chosen >> i & 1]
        return _Problem(
            self.grid,
            [self.clusters[i] for i in members],
            [self.powers[i] for i in members],
            self.open & ~others,
            self.required,
            self.compulsory,  # the growing federation is always the first cluster
        )


def _problem(realm: Realm) -> _Problem:
    """The clusters of a realm, the growing federation first."""
    grid, allied = realm.grid, realm.allied
    clusters: list[int] = []
    powers: list[int] = []
    compulsory = 0
    if realm.growing and allied:
        clusters.append(allied)
        powers.append(realm.power(allied))
        compulsory = 1
    free = realm.own & ~allied
    while free:
        cluster = grown(grid, free & -free, free)
        free &= ~cluster
        clusters.append(cluster)
        powers.append(realm.power(cluster))
    return _Problem(grid, clusters, powers, realm.open(), realm.required, compulsory)


def could_federate(realm: Realm, most: int) -> bool:
    """Whether a federation with at most ``most`` new satellites is thinkable; quick, and never wrong in its no."""
    if most < 0:
        return False
    allied = realm.allied
    nodes = realm.own if realm.growing else realm.own & ~allied
    if realm.power(nodes) < realm.required:
        return False
    if most:
        return True
    problem = _problem(realm)
    return any(problem.suffices(1 << i) for i in range(len(problem.clusters)))


@final
class _Search:
    """The cheapest satellites for sets of clusters, up to ``most`` of them.

    ``costs`` holds e(P) for every set P that has no strictly cheaper superset, and perhaps for others.
    Nothing is promised about sets that no federation of enough power and at most ``most`` satellites contains.
    With ``first`` the search is over as soon as a set has enough power.
    """

    __slots__ = ("_classes", "_holders", "_how", "_order", "_problem", "_roots", "_webs", "costs")

    def __init__(self, problem: _Problem, most: int, first: bool = False) -> None:
        self._problem: Final = problem
        self.costs: Final[dict[int, int]] = {}
        self._how: Final[dict[int, tuple[int, int]]] = {}  # set -> (set, web) that it was joined from
        self._roots: Final[dict[int, int]] = {}  # web -> its end hexes at its lowest cost
        self._webs: Final[list[dict[int, int]]] = [{}]  # number of hexes -> touched clusters -> end hexes
        self._classes: Final[dict[int, int]] = {}  # touched clusters -> the open hexes that touch exactly them
        self._order: Final[list[int]] = []  # all sets of two clusters and more, cheapest first
        self._holders: Final = [0] * len(problem.clusters)  # cluster -> their numbers if they contain it, as bits
        for i in range(len(problem.clusters)):
            self.costs[1 << i] = 0
        if most > 0 and len(problem.clusters) > 1 and not (first and any(map(problem.suffices, self.costs))):
            self._run(most, first)

    def _run(self, most: int, first_only: bool) -> None:
        problem, grow, costs = self._problem, self._problem.grid.grow, self.costs
        near, count = problem.near, len(problem.clusters)
        reach = _reach(problem, most)
        relevant, open_ = self._relevant(reach, most)
        if not relevant:
            return
        members = [i for i in range(count) if relevant >> i & 1]
        classes = self._classes
        classes[0] = open_
        for i in members:
            for touched, hexes in list(classes.items()):
                both = hexes & near[i]
                if both:
                    classes[touched | 1 << i] = both
                    classes[touched] = hexes & ~both
        blank = classes[0]
        touching = [(touched, hexes) for touched, hexes in classes.items() if touched and hexes]

        # For each first cluster: level -> sets whose lowest cluster it is, and the webs that have none below it.
        sets: list[list[list[int]]] = [[[1 << i] if relevant >> i & 1 else []] for i in range(count)]
        joints: list[list[list[int]]] = [[[]] for _ in range(count)]
        # Every set is built up from its lowest cluster; those without a compulsory one are of no use.
        firsts = [i for i in members if not problem.compulsory or problem.compulsory >> i & 1]
        known_sets = set(costs)  # reached, or found too dear
        order, holders = self._order, self._holders
        webs = self._webs
        seen: dict[int, int] = {}
        nears: dict[int, int] = {}  # touched clusters -> all open hexes that touch one of them
        lowest: dict[int, int] = {1 << i: 0 for i in members}  # set of a web -> cost of its cheapest superset
        alone: list[list[int]] = [[0] for _ in range(count)]  # cluster -> hexes -> ends of webs that touch only it

        for level in range(1, most + 1):
            fresh: dict[int, int] = {}
            if level == 1:
                fresh.update(touching)
            else:
                for touched, ends in webs[level - 1].items():
                    around = nears.get(touched)
                    if around is None:
                        around = 0
                        for i in members:
                            if touched >> i & 1:
                                around |= near[i]
                        nears[touched] = around
                    wider = grow(ends) & open_ & ~around
                    plain = wider & blank
                    if plain:
                        fresh[touched] = fresh.get(touched, 0) | plain
                    wider ^= plain
                    if wider:
                        for more, hexes in touching:
                            meet = wider & hexes
                            if meet:
                                fresh[touched | more] = fresh.get(touched | more, 0) | meet
                for first in range(2, (level + 1) // 2 + 1):
                    second = level + 1 - first
                    lefts = list(webs[first].items())
                    rights = list(webs[second].items())
                    for number, (a, a_ends) in enumerate(lefts):
                        for b, b_ends in rights[number + 1 :] if first == second else rights:
                            meet = a_ends & b_ends
                            if meet:
                                meet &= classes.get(a & b, 0)
                                if meet:
                                    fresh[a | b] = fresh.get(a | b, 0) | meet

            kept: dict[int, int] = {}
            found: list[int] = []
            for touched, ends in fresh.items():
                known = seen.get(touched, 0)
                ends &= ~known
                if not ends:
                    continue
                if touched & touched - 1:
                    low = lowest.get(touched, -1)
                    if low < 0:
                        low = costs.get(touched, -1)
                        if low < 0:
                            low = self.covered(touched)
                        if low < 0:
                            low = level
                            found.append(touched)
                            self._roots[touched] = ends
                        lowest[touched] = low
                    slack = level - low
                    if slack > 0:
                        exact = costs.get(touched) == low
                        rest = touched
                        while rest:
                            i = (rest & -rest).bit_length() - 1
                            rest &= rest - 1
                            ends &= ~reach[i][slack - 1]
                            if exact:
                                ends &= ~alone[i][slack]
                        if not ends:
                            continue
                else:
                    i = touched.bit_length() - 1
                    ends &= ~reach[i][level - 1]
                    if not ends:
                        continue
                # An end is worth keeping if another cluster can still be reached from it.
                useful = 0
                for i in members:
                    if not touched >> i & 1:
                        useful |= reach[i][most - level + 1]
                ends &= useful
                if ends:
                    seen[touched] = known | ends
                    kept[touched] = ends
            webs.append(kept)
            for i in members:
                alone[i].append(alone[i][-1] | kept.get(1 << i, 0))

            new: list[int] = []
            for i in firsts:
                for size in range(1, level):
                    parts = joints[i][size]
                    if not parts:
                        continue
                    for chosen in sets[i][level - size]:
                        for web in parts:
                            if web & chosen:
                                whole = web | chosen
                                if whole not in known_sets:
                                    known_sets.add(whole)
                                    if self.covered(whole) < 0:
                                        costs[whole] = level
                                        self._how[whole] = (chosen, web)
                                        new.append(whole)
            # A web that is no cheaper than its parts adds nothing to them.
            found = [web for web in found if web not in costs]
            for web in found:
                costs[web] = level
                known_sets.add(web)
                new.append(web)
            for i in members:
                joints[i].append([web for web in found if not web & ((1 << i) - 1)])
                sets[i].append([])
            for whole in new:
                sets[(whole & -whole).bit_length() - 1][level].append(whole)
            for i in members:
                mine = 0
                for number, whole in enumerate(new):
                    if whole >> i & 1:
                        mine |= 1 << number
                holders[i] |= mine << len(order)
            order += new
            if relevant in costs or (first_only and any(map(problem.suffices, new))):
                break

    def covered(self, chosen: int) -> int:
        """The cost of the cheapest set of two clusters and more that contains these; -1 if there is none.

        During the search this sees the levels before the present one.
        """
        found, holders = -1, self._holders
        while chosen and found:
            low = chosen & -chosen
            found &= holders[low.bit_length() - 1]
            chosen ^= low
        return self.costs[self._order[(found & -found).bit_length() - 1]] if found else -1

    def _relevant(self, reach: list[list[int]], most: int) -> tuple[int, int]:
        """The clusters that a federation of enough power can contain, and the open hexes away from all others."""
        problem = self._problem
        relevant, open_ = 0, problem.open
        for i, radii in enumerate(reach):
            others = 1 << i
            for j, near in enumerate(problem.near):
                if near & radii[most]:
                    others |= 1 << j
            if problem.suffices(others):
                relevant |= 1 << i
            else:
                open_ &= ~problem.near[i]
        return relevant, open_

    def layout(self, chosen: int) -> int:
        """Satellites that tie these clusters together at the cost in ``costs``."""
        satellites = 0
        while chosen in self._how:
            chosen, web = self._how[chosen]
            satellites |= self._web(web)
        if chosen & chosen - 1:
            satellites |= self._web(chosen)
        return satellites

    def _web(self, touched: int) -> int:
        roots = self._roots[touched]
        return self._spun(touched, roots & -roots, self.costs[touched])

    def _spun(self, touched: int, end: int, size: int) -> int:
        """A web of ``size`` hexes with this end hex."""
        if size == 1:
            return end
        here = 0
        for there, hexes in self._classes.items():
            if hexes & end:
                here = there
        before = self._webs[size - 1].get(touched & ~here, 0) & self._problem.grid.grow(end)
        if before:
            return end | self._spun(touched & ~here, before & -before, size - 1)
        for first in range(2, size):
            for part, ends in self._webs[first].items():
                if ends & end and part & ~touched == 0 and part & here == here:
                    other = touched & ~part | here
                    if self._webs[size + 1 - first].get(other, 0) & end:
                        return self._spun(part, end, first) | self._spun(other, end, size + 1 - first)
        raise AssertionError("a web without a beginning")


def _reach(problem: _Problem, most: int) -> list[list[int]]:
    """For each cluster and 0 to ``most`` satellites: the open hexes that so many, with them, tie to the cluster.

    Other clusters are free steps on the way.
    """
    grow, near, open_ = problem.grid.grow, problem.near, problem.open
    found: list[list[int]] = []
    for i, start in enumerate(near):
        hexes = start
        radii = [0, start]
        waiting = [other for j, other in enumerate(near) if j != i]
        while len(radii) <= most:
            wider = grow(hexes) & open_
            left: list[int] = []
            for other in waiting:
                if other & hexes:
                    wider |= other
                else:
                    left.append(other)
            waiting = left
            if wider == hexes:
                radii.extend([hexes] * (most + 1 - len(radii)))
                break
            hexes = wider
            radii.append(hexes)
        found.append(radii)
    return found


def _legal(problem: _Problem, most: int) -> tuple[_Search, list[int]]:
    """Every legal set of clusters with at most ``most`` satellites, cheapest first."""
    search = _Search(problem, most)
    costs = search.costs
    enough = sorted((cost, chosen) for chosen, cost in costs.items() if problem.suffices(chosen))
    found: list[int] = []
    least: list[int] = []  # costs of the smallest sets so far, lowest first
    members = [0] * len(problem.clusters)  # cluster -> numbers in ``least`` of the sets that contain it, as bits
    for cost, chosen in enough:
        inside = (1 << len(least)) - 1
        for i, numbers in enumerate(members):
            if not chosen >> i & 1:
                inside &= ~numbers
        if inside and least[(inside & -inside).bit_length() - 1] < cost:
            continue  # superfluous
        if not (_hidden(problem, search, chosen, cost) and _undercut(problem, chosen, cost)):
            found.append(chosen)
        if not inside:
            for i in range(len(members)):
                if chosen >> i & 1:
                    members[i] |= 1 << len(least)
            least.append(cost)
    return search, found


def _undercut(problem: _Problem, chosen: int, cost: int) -> bool:
    """Whether some of these clusters suffice for less, without any other cluster."""
    inner = problem.within(chosen)
    return any(inner.suffices(part) for part in _Search(inner, cost - 1).costs)


def _hidden(problem: _Problem, search: _Search, chosen: int, cost: int) -> bool:
    """Whether ``chosen`` may contain a sufficient cheaper set that the search dropped for a still cheaper superset.

    Then a smallest sufficient part of it has a superset that is cheaper by two at least.
    """
    powers = problem.powers
    needed = problem.compulsory
    todo = [(chosen, chosen & ~needed, problem.power(chosen) - problem.required)]
    while todo:
        part, removable, spare = todo.pop()
        smallest = True
        for i, power in enumerate(powers):
            if part >> i & 1 and power <= spare and not needed >> i & 1:
                smallest = False
                if removable >> i & 1:
                    # Clusters are taken away in ascending order, so that no part comes twice.
                    todo.append((part ^ 1 << i, removable >> i + 1 << i + 1, spare - power))
        if smallest and part != chosen and 0 <= search.covered(part) <= cost - 2:
            return True
    return False


def _federation(problem: _Problem, search: _Search, chosen: int) -> Federation:
    return Federation(search.layout(chosen), problem.nodes(chosen & ~problem.compulsory), problem.power(chosen))


def federations(realm: Realm, most: int) -> tuple[Federation, ...]:
    """One layout for every legal set of planets with at most ``most`` new satellites.

    Fewest satellites first, then fewest planets; of more than OFFERED sets only the first. No two have the
    same planets, and none is better than another: a legal federation that costs more or has other planets
    is never made pointless by these rules alone.
    """
    if not could_federate(realm, most):
        return ()
    known = _known(realm.key())
    if most > known.most:
        problem = _problem(realm)
        # With many clusters the cheap federations often fill the list, and the dear ones take long to find.
        few = min(most, 10) if len(problem.clusters) > 12 else most
        search, legal = _legal(problem, few)
        while few < most and len(legal) < OFFERED:
            few = min(most, few + 3)
            search, legal = _legal(problem, few)
        order = sorted(legal, key=lambda chosen: _rank(problem, search, chosen))
        known.found = tuple(_federation(problem, search, chosen) for chosen in order[:OFFERED])
        known.most = most
    if known.found and known.found[-1].cost > most:
        return tuple(federation for federation in known.found if federation.cost <= most)
    return known.found


def fewest(realm: Realm, most: int) -> int:
    """The satellites of the cheapest federation if they are at most ``most``, otherwise -1."""
    if not could_federate(realm, most):
        return -1
    known = _known(realm.key())
    if known.fewest < 0 and most > known.tried:
        problem = _problem(realm)
        costs = _Search(problem, most, first=True).costs
        known.fewest = min((cost for chosen, cost in costs.items() if problem.suffices(chosen)), default=-1)
        known.tried = most
    return known.fewest if known.fewest <= most else -1


@final
class _Known:
    """What has been found out about a realm: all that is offered with up to ``most`` satellites, and the fewest."""

    __slots__ = ("fewest", "found", "most", "tried")

    def __init__(self) -> None:
        self.fewest = -1
        self.tried = -1
        """How many satellites were tried to find the fewest."""
        self.most = -1
        self.found: tuple[Federation, ...] = ()


@lru_cache(maxsize=4096)
def _known(key: Key) -> _Known:
    """The memory for the realms of this key."""
    return _Known()


def forget() -> None:
    """Drop all that is remembered, so that a search can be measured."""
    _known.cache_clear()


def _rank(problem: _Problem, search: _Search, chosen: int) -> tuple[int, int, int]:
    return search.costs[chosen], problem.nodes(chosen & ~problem.compulsory).bit_count(), chosen


def judge(realm: Realm, proposal: int, tokens: int, left: int) -> Verdict:
    """Whether the player may found the federation of these hexes, completed by own nodes next to it.

    ``tokens`` is how many satellites can be paid for, ``left`` how many are in supply. Hexes of a growing
    federation may be part of the proposal or not.
    """
    grid, allied, own = realm.grid, realm.allied, realm.own
    if realm.growing:
        proposal &= ~allied
    inside = proposal & grid.board
    whole = grown(grid, inside, own & ~allied) if inside else 0
    satellites, planets = whole & ~own, whole & own
    body = planets | allied if realm.growing else planets
    federation = Federation(satellites, planets, realm.power(body))
    added = planets & ~proposal

    def verdict(code: str = "", **values: int) -> Verdict:
        return Verdict(federation, added, code, values)

    if proposal != inside:
        return verdict("off_map", hexes=proposal & ~grid.board)
    if not whole and not (realm.growing and allied):
        return verdict("empty")
    if satellites & realm.planets:
        return verdict("satellite_on_planet", hexes=satellites & realm.planets)
    if satellites & (realm.satellites | allied):
        return verdict("own_satellite_there", hexes=satellites & (realm.satellites | allied))
    if planets & allied:
        return verdict("planet_of_other_federation", hexes=planets & allied)
    if allied and not realm.growing and whole & grid.grow(allied):
        return verdict("touches_own_federation", hexes=whole & grid.grow(allied))
    everything = whole | allied if realm.growing else whole
    piece = grown(grid, allied if realm.growing and allied else everything & -everything, everything)
    if piece != everything:
        return verdict("not_connected", hexes=everything & ~piece)
    if federation.power < realm.required:
        return verdict("power", power=federation.power, required=realm.required)
    cost = federation.cost
    if cost > tokens:
        return verdict("tokens", satellites=cost, tokens=tokens)
    if cost > left:
        return verdict("limit", satellites=cost, left=left)
    if cost == 0 or any(offer.hexes == whole for offer in _known(realm.key()).found):
        return verdict()
    problem = _problem(realm)
    chosen = _touched(problem, body)
    search = _Search(problem, cost - 1)

    def cheaper(code: str, searched: _Search, of: _Problem, better: int) -> Verdict:
        return verdict(
            code,
            satellites=cost,
            needed=searched.costs[better],
            planets=of.nodes(better & ~of.compulsory),
            example=searched.layout(better),
        )

    enough = sorted((lower, other) for other, lower in search.costs.items() if problem.suffices(other))
    for _, other in enough:
        if chosen & ~other == 0:
            return cheaper("fewest", search, problem, other)
    for _, other in enough:
        if other & ~chosen == 0:
            return cheaper("superfluous", search, problem, other)
    if _hidden(problem, search, chosen, cost):
        inner = problem.within(chosen)
        again = _Search(inner, cost - 1)
        parts = [(lower, other) for other, lower in again.costs.items() if inner.suffices(other)]
        if parts:
            return cheaper("superfluous", again, inner, min(parts)[1])
    return verdict()


def layouts(realm: Realm, federation: Federation, count: int) -> list[Federation]:
    """Up to ``count`` layouts of a legal federation with the same planets and the same number of satellites.

    The given one comes first, the others in a fixed order. The walk that finds them is cut off after VISITS
    steps, so a federation of many satellites may have more layouts than are found.
    """
    found = [federation]
    if count < 2 or not federation.satellites:
        return found[:count]
    problem = _problem(realm)
    chosen = _touched(problem, federation.planets) | problem.compulsory
    for satellites in _Walk(problem.within(chosen), federation.cost, count).found:
        if satellites != federation.satellites and len(found) < count:
            found.append(Federation(satellites, federation.planets, federation.power))
    return found


VISITS: Final = 4000
"""How many steps the walk through the layouts of one federation takes at most."""


@final
class _Walk:
    """Sets of ``cost`` satellites that tie all clusters of a problem together, each once, in a fixed order."""

    __slots__ = ("_all", "_count", "_problem", "_reach", "_visits", "found")

    def __init__(self, problem: _Problem, cost: int, count: int) -> None:
        self._problem: Final = problem
        self._reach: Final = _reach(problem, cost)
        self._all: Final = (1 << len(problem.clusters)) - 1
        self._count: Final = count
        self._visits = VISITS
        self.found: Final[list[int]] = []
        self._step(0, 1, 0, cost)

    def _step(self, satellites: int, joined: int, refused: int, left: int) -> None:
        """Every way to go on from these satellites, which tie the clusters ``joined`` together."""
        problem = self._problem
        if joined == self._all:
            if not left:
                self.found.append(satellites)
            return
        edge = problem.grid.grow(satellites) & problem.open
        for i, near in enumerate(problem.near):
            if joined >> i & 1:
                edge |= near
        for i, radii in enumerate(self._reach):
            if not joined >> i & 1 and not edge & radii[left]:
                return  # too far for what is left
        edge &= ~(satellites | refused)
        while edge and self._visits and len(self.found) <= self._count:
            self._visits -= 1
            new = edge & -edge
            edge ^= new
            more = joined
            for i, near in enumerate(problem.near):
                if near & new:
                    more |= 1 << i
            self._step(satellites | new, more, refused, left - 1)
            refused |= new


def _touched(problem: _Problem, nodes: int) -> int:
    """The clusters that contain one of these nodes."""
    return sum(1 << i for i, cluster in enumerate(problem.clusters) if cluster & nodes)


def completions(realm: Realm, chosen: int, most: int, count: int = 3) -> list[Federation]:
    """The cheapest legal federations that contain the chosen own nodes: what to offer somebody who picks planets.

    First one layout for each set of planets, fewest satellites first, then fewest planets beyond the chosen
    ones; if these are fewer than ``count``, further layouts of them in the same order. Empty if a chosen node
    belongs to a federation that does not grow, or nothing legal contains them all.
    """
    if chosen & ~realm.own or (chosen & realm.allied and not realm.growing) or not could_federate(realm, most):
        return []
    problem = _problem(realm)
    wanted = _touched(problem, chosen)
    search, legal = _legal(problem, most)
    order = sorted((c for c in legal if wanted & ~c == 0), key=lambda c: _rank(problem, search, c))
    found = [_federation(problem, search, c) for c in order[:count]]
    for federation in list(found):
        if len(found) < count:
            found.extend(layouts(realm, federation, count - len(found) + 1)[1:])
    return found
