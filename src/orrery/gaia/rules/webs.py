"""The cheapest satellites for sets of clusters.

A web is a connected set of open hexes in which every cluster is touched by at most one hex. Any set of satellites
falls apart, at the clusters, into webs; so e(P), the fewest satellites for a set of clusters P, is the cheapest way
of covering P by webs that hang together. The search goes level by level (level = number of satellites), and each
level has three steps:

grow    Webs grow from the clusters hex by hex, kept as one bitboard of end hexes for each set of touched
        clusters; two webs that meet in a hex merge.
prune   Webs of which nothing legal needs to be made are dropped, by the first three rules below.
join    Sets of clusters are joined with webs that touch one of their clusters.

Four prunings keep it small and lose no legal federation:

1. A set of clusters with a strictly cheaper superset is dropped: replacing its part in any federation
   would give a cheaper federation of more planets.
2. The same for a web that ends in a hex, if that hex and the clusters are connected more cheaply.
3. A web that is no cheaper than joining its clusters first and walking to the end hex from one of them
   is dropped: the same clusters are found in parts.
4. Once all clusters together are reached, everything dearer has a cheaper superset.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from orrery.core.hexes import Grid
from orrery.gaia.rules.realm import Clusters


def reach(problem: Clusters, most: int) -> list[list[int]]:
    """For each cluster and 0 to ``most`` satellites: the open hexes that so many, with them, tie to the cluster.

    Other clusters are free steps on the way. Power values do not matter, so what is remembered serves structures
    that are upgraded where they stand.
    """
    return _reach(problem.grid, tuple(problem.near), problem.open, most)


@lru_cache(maxsize=4096)
def _reach(grid: Grid, near: tuple[int, ...], open_: int, most: int) -> list[list[int]]:
    found: list[list[int]] = []
    for i, start in enumerate(near):
        hexes = start
        radii = [0, start]
        waiting = [other for j, other in enumerate(near) if j != i]
        while len(radii) <= most:
            wider = grid.grow(hexes) & open_
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


@final
class _Webs:
    """Webs of the clusters ``members`` on open hexes, level by level; up to ``most`` hexes."""

    __slots__ = (
        "_alone",
        "_blank",
        "_classes",
        "_levels",
        "_lowest",
        "_members",
        "_most",
        "_nears",
        "_open",
        "_problem",
        "_reach",
        "_seen",
        "_touching",
        "roots",
    )

    def __init__(
        self, problem: Clusters, members: list[int], open_: int, reach: list[list[int]], most: int
    ) -> None:
        self._problem: Final = problem
        self._members: Final = members
        self._open: Final = open_
        self._reach: Final = reach
        self._most: Final = most
        classes = {0: open_}
        for i in members:
            near = problem.near[i]
            for touched, hexes in list(classes.items()):
                both = hexes & near
                if both:
                    classes[touched | 1 << i] = both
                    classes[touched] = hexes & ~both
        self._classes: Final = classes
        """Touched clusters -> the open hexes that touch exactly them."""
        self._blank: Final = classes[0]
        """Open hexes that touch no cluster."""
        self._touching: Final = [(touched, hexes) for touched, hexes in classes.items() if touched and hexes]
        self._levels: Final[list[dict[int, int]]] = [{}]
        """Number of hexes -> touched clusters -> end hexes of the webs that were kept."""
        self._seen: Final[dict[int, int]] = {}
        """Touched clusters -> end hexes on all levels so far."""
        self._nears: Final[dict[int, int]] = {}
        """Touched clusters -> all open hexes that touch one of them."""
        self._lowest: Final = {1 << i: 0 for i in members}
        """Touched clusters -> cost of their cheapest superset."""
        self._alone: Final[list[list[int]]] = [[0] for _ in problem.clusters]
        """Cluster -> number of hexes -> ends of webs of no more hexes that touch only it."""
        self.roots: Final[dict[int, int]] = {}
        """Touched clusters -> end hexes of their cheapest web."""

    def grow(self, level: int) -> dict[int, int]:
        """Touched clusters -> end hexes, for all webs of ``level`` hexes that come from webs which were kept."""
        if level == 1:
            return dict(self._touching)
        fresh: dict[int, int] = {}
        self._lengthen(level, fresh)
        self._merge(level, fresh)
        return fresh

    def _lengthen(self, level: int, fresh: dict[int, int]) -> None:
        """Webs of one hex less go on to a hex that touches none of their clusters."""
        grow, open_, blank, touching = self._problem.grid.grow, self._open, self._blank, self._touching
        nears = self._nears
        for touched, ends in self._levels[level - 1].items():
            around = nears.get(touched)
            if around is None:
                around = nears[touched] = self._around(touched)
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

    def _around(self, touched: int) -> int:
        around = 0
        for i in self._members:
            if touched >> i & 1:
                around |= self._problem.near[i]
        return around

    def _merge(self, level: int, fresh: dict[int, int]) -> None:
        """Two webs that end in the same hex are one, if that hex touches all clusters that they share."""
        levels, classes = self._levels, self._classes
        for first in range(2, (level + 1) // 2 + 1):
            second = level + 1 - first
            rights = list(levels[second].items())
            for number, (a, a_ends) in enumerate(levels[first].items()):
                for b, b_ends in rights[number + 1 :] if first == second else rights:
                    meet = a_ends & b_ends
                    if meet:
                        meet &= classes.get(a & b, 0)
                        if meet:
                            fresh[a | b] = fresh.get(a | b, 0) | meet

    def prune(self, level: int, fresh: dict[int, int], search: Search) -> list[int]:
        """Keep the webs of this level that are worth it; the sets of clusters that none covered before."""
        seen, lowest, reach, costs = self._seen, self._lowest, self._reach, search.costs
        # From an end that is worth keeping another cluster can still be reached.
        left = self._most - level + 1
        ahead = [(1 << i, reach[i][left]) for i in self._members]
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
                    low = search.cheapest(touched)
                    if low < 0:
                        low = level
                        found.append(touched)
                        self.roots[touched] = ends
                    lowest[touched] = low
                if low < level:
                    ends = self._dear(touched, ends, level - low, costs.get(touched) == low)
            else:
                ends &= ~reach[touched.bit_length() - 1][level - 1]
            if not ends:
                continue
            useful = 0
            for cluster, hexes in ahead:
                if not touched & cluster:
                    useful |= hexes
            ends &= useful
            if ends:
                seen[touched] = known | ends
                kept[touched] = ends
        self._levels.append(kept)
        for i in self._members:
            alone = self._alone[i]
            alone.append(alone[-1] | kept.get(1 << i, 0))
        return found

    def _dear(self, touched: int, ends: int, slack: int, exact: bool) -> int:
        """The end hexes that are not tied to the clusters as cheaply in another way.

        The clusters alone cost ``slack`` less than the web; with ``exact`` just they do, not a superset.
        """
        reach, alone = self._reach, self._alone
        while touched:
            i = (touched & -touched).bit_length() - 1
            touched &= touched - 1
            ends &= ~reach[i][slack - 1]
            if exact:
                ends &= ~alone[i][slack]
        return ends

    def spun(self, touched: int, end: int, size: int) -> int:
        """The hexes of a web of ``size`` hexes with this end hex."""
        if size == 1:
            return end
        here = 0
        for there, hexes in self._classes.items():
            if hexes & end:
                here = there
        before = self._levels[size - 1].get(touched & ~here, 0) & self._problem.grid.grow(end)
        if before:
            return end | self.spun(touched & ~here, before & -before, size - 1)
        for first in range(2, size):
            for part, ends in self._levels[first].items():
                if ends & end and part & ~touched == 0 and part & here == here:
                    other = touched & ~part | here
                    if self._levels[size + 1 - first].get(other, 0) & end:
                        return self.spun(part, end, first) | self.spun(other, end, size + 1 - first)
        raise AssertionError("a web without a beginning")


@final
class Search:
    """The cheapest satellites for sets of clusters, up to ``most`` of them.

    ``costs`` holds e(P) for every set P that has no strictly cheaper superset, and perhaps for others.
    Nothing is promised about sets that no federation of enough power and at most ``most`` satellites contains.
    Without ``whole`` it begins with no satellite, and ``deeper`` goes on for one more.
    """

    __slots__ = (
        "_firsts",
        "_holders",
        "_how",
        "_joints",
        "_level",
        "_members",
        "_met",
        "_most",
        "_order",
        "_problem",
        "_relevant",
        "_sets",
        "_webs",
        "costs",
    )

    def __init__(self, problem: Clusters, most: int, whole: bool = True) -> None:
        count = len(problem.clusters)
        self._problem: Final = problem
        self.costs: Final = {1 << i: 0 for i in range(count)}
        self._how: Final[dict[int, tuple[int, int]]] = {}
        """Set -> the set and the web that it was joined from."""
        self._order: Final[list[int]] = []
        """All sets of two clusters and more, cheapest first."""
        self._holders: Final = [0] * count
        """Cluster -> the numbers in that order of the sets that contain it, as bits."""
        self._level = 0
        """Satellites that were laid at most."""
        self._most = most if count > 1 else 0
        """Satellites that are laid at most before the search is over."""
        if self._most > 0:
            self._begin(most)
        while whole and self._level < self._most:
            self.deeper()

    def _begin(self, most: int) -> None:
        """What every level needs."""
        problem = self._problem
        radii = reach(problem, most)
        relevant, open_ = self._thinkable(radii, most)
        if not relevant & relevant - 1:
            self._most = 0  # fewer than two clusters: nothing to tie together
            return
        count = len(problem.clusters)
        self._relevant = relevant
        self._members = [i for i in range(count) if relevant >> i & 1]
        # Every set is built up from its lowest cluster; those without a compulsory one are of no use.
        self._firsts = [i for i in self._members if not problem.compulsory or problem.compulsory >> i & 1]
        # For each lowest cluster: level -> sets whose lowest it is; levels with the webs that have none below it.
        self._sets: list[dict[int, list[int]]] = [{} for _ in range(count)]
        self._joints: list[list[tuple[int, list[int]]]] = [[] for _ in range(count)]
        self._met = set(self.costs)  # sets that were reached, or found too dear
        self._webs = _Webs(problem, self._members, open_, radii, most)

    def deeper(self) -> list[int] | None:
        """Grow, prune, join with one satellite more: the sets that cost so many; None if the search was over.

        It is over when all clusters are reached together, or ``most`` satellites are laid.
        """
        if self._level >= self._most:
            return None
        self._level += 1
        webs = self._webs
        found = webs.prune(self._level, webs.grow(self._level), self)
        new = self._join(self._level, found)
        if new:
            self._number(new)
            if self._relevant in self.costs:
                self._most = self._level
        return new

    def _thinkable(self, reach: list[list[int]], most: int) -> tuple[int, int]:
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

    def _join(self, level: int, found: list[int]) -> list[int]:
        """The sets of clusters that cost ``level``: sets with webs that touch them, and the webs found last."""
        costs, met, covered = self.costs, self._met, self.covered
        new: list[int] = []
        for i in self._firsts:
            sets = self._sets[i]
            for size, webs in self._joints[i]:
                for chosen in sets.get(level - size, ()):
                    for web in webs:
                        if web & chosen:
                            whole = web | chosen
                            if whole not in met:
                                met.add(whole)
                                if covered(whole) < 0:
                                    costs[whole] = level
                                    self._how[whole] = (chosen, web)
                                    new.append(whole)
        # A web that is no cheaper than its parts adds nothing to them.
        found = [web for web in found if web not in costs]
        for web in found:
            costs[web] = level
            met.add(web)
            new.append(web)
        if found:
            for i in self._firsts:
                joints = [web for web in found if not web & ((1 << i) - 1)]
                if joints:
                    self._joints[i].append((level, joints))
        for whole in new:
            self._sets[(whole & -whole).bit_length() - 1].setdefault(level, []).append(whole)
        return new

    def _number(self, new: list[int]) -> None:
        """From now on ``covered`` knows these sets."""
        begin = len(self._order)
        holders = self._holders
        for i in self._members:
            mine = 0
            for number, whole in enumerate(new):
                if whole >> i & 1:
                    mine |= 1 << number
            holders[i] |= mine << begin
        self._order.extend(new)

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

    def cheapest(self, chosen: int) -> int:
        """The cost of this set, or else of the cheapest set that contains it; -1 if there is none."""
        cost = self.costs.get(chosen, -1)
        return cost if cost >= 0 else self.covered(chosen)

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
        roots = self._webs.roots[touched]
        return self._webs.spun(touched, roots & -roots, self.costs[touched])


@final
class Ties:
    """What a search has found for any clusters in their places, whatever their power values: as far as it went.

    So it serves structures that are upgraded where they stand.
    """

    __slots__ = ("costs", "whole")

    def __init__(self) -> None:
        self.costs: dict[int, int] = {}
        """As those of the search, cheapest first."""
        self.whole = False
        """Whether the search came to its end."""

    def fewest(self, problem: Clusters, most: int) -> int:
        """The satellites of the cheapest set of enough power if they are at most ``most``, otherwise -1."""
        for chosen, cost in self.costs.items():
            if problem.suffices(chosen):
                return cost
        if self.whole:
            return -1
        clusters = problem.clusters
        search = Search(
            Clusters(problem.grid, clusters, [1] * len(clusters), problem.open, 2, 0), most, whole=False
        )
        found = -1
        new: list[int] | None = list(search.costs)
        while new is not None and found < 0:
            for chosen in new:
                if problem.suffices(chosen):
                    found = search.costs[chosen]
                    break
            else:
                new = search.deeper()
        self.costs, self.whole = search.costs, found < 0
        return found


def ties(problem: Clusters, most: int) -> Ties:
    """What is remembered for these clusters."""
    return _ties(problem.grid, tuple(problem.clusters), problem.open, most)


@lru_cache(maxsize=4096)
def _ties(grid: Grid, clusters: tuple[int, ...], open_: int, most: int) -> Ties:
    return Ties()


def forget() -> None:
    """Drop all that is remembered, so that a search can be measured."""
    _reach.cache_clear()
    _ties.cache_clear()
