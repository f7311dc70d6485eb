"""Federations found slowly and plainly: the judge of the quick search.

Nothing here is shared with the engine: sets of coordinates, one breadth-first step after another, and the
definition of a legal federation taken word by word. There are two ways to the fewest satellites of a set of
clusters: ``tried`` builds every connected set of satellites one by one; ``steiner`` asks for one set of clusters at
a time how cheaply a tree can tie it together. They are compared with each other too.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass

Place = tuple[int, int]
Clusters = frozenset[int]

AROUND = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def neighbours(place: Place) -> list[Place]:
    return [(place[0] + q, place[1] + r) for q, r in AROUND]


@dataclass(frozen=True)
class Land:
    """One player's situation: everything as sets of coordinates."""

    hexes: frozenset[Place]
    nodes: dict[Place, int]
    """Own buildings and stations with their power values."""
    planets: frozenset[Place]
    satellites: frozenset[Place]
    allied: frozenset[Place]
    """Hexes of own federations, before growth."""
    required: int
    growing: bool = False

    def members(self) -> frozenset[Place]:
        """The own federations with every own node that came to lie next to them, one node after another."""
        found = set(self.allied)
        changed = True
        while changed:
            changed = False
            for node in self.nodes:
                if node not in found and any(n in found for n in neighbours(node)):
                    found.add(node)
                    changed = True
        return frozenset(found)

    def clusters(self) -> list[frozenset[Place]]:
        """Adjacent nodes outside the own federations; a growing federation is the first cluster."""
        members = self.members()
        found = [members] if self.growing and members else []
        left = sorted(node for node in self.nodes if node not in members)
        while left:
            group, todo = set(), [left[0]]
            while todo:
                node = todo.pop()
                group.add(node)
                todo.extend(n for n in neighbours(node) if n in left and n not in group)
            left = [node for node in left if node not in group]
            found.append(frozenset(group))
        return found

    def open(self) -> frozenset[Place]:
        """Where a new satellite may go."""
        members = self.members()
        found = set()
        for place in self.hexes:
            if place in self.planets or place in self.nodes or place in self.satellites or place in members:
                continue
            if not self.growing and any(n in members for n in neighbours(place)):
                continue
            found.add(place)
        return frozenset(found)

    def power(self, places: frozenset[Place]) -> int:
        return sum(value for node, value in self.nodes.items() if node in places)


def tried(land: Land, most: int, limit: int = 10**9) -> list[dict[frozenset[Place], Clusters]]:
    """For 0 to ``most`` satellites: every set of them that hangs together, with the clusters that it touches.

    A set is connected exactly if it can be laid one satellite after another, each next to what is there. Level 0
    stands for the clusters themselves and is empty here. Stops before a level with more than ``limit`` sets.
    """
    clusters, open_ = land.clusters(), land.open()
    around: list[set[Place]] = [{n for node in cluster for n in neighbours(node)} & open_ for cluster in clusters]
    touching: dict[Place, Clusters] = {
        place: frozenset(i for i, near in enumerate(around) if place in near) for place in open_
    }
    levels: list[dict[frozenset[Place], Clusters]] = [{}]
    level: dict[frozenset[Place], Clusters] = {}
    for near in around:
        for place in near:
            level[frozenset([place])] = touching[place]
    for size in range(1, most + 1):
        if len(level) > limit:
            break
        levels.append(level)
        if size == most:
            break
        following: dict[frozenset[Place], Clusters] = {}
        for satellites, touched in level.items():
            edge = {n for place in satellites for n in neighbours(place) if n in open_}
            for i in touched:
                edge |= around[i]
            for place in edge - satellites:
                following[satellites | {place}] = touched | touching[place]
            if len(following) > limit:
                break
        level = following
    return levels


def fewest_by_trying(land: Land, levels: list[dict[frozenset[Place], Clusters]]) -> dict[Clusters, int]:
    """e(P) for every set of clusters that so many satellites can tie together exactly."""
    found: dict[Clusters, int] = {frozenset([i]): 0 for i in range(len(land.clusters()))}
    for size, level in enumerate(levels):
        for touched in level.values():
            found.setdefault(touched, size)
    return found


def steiner(land: Land, chosen: Clusters) -> int | None:
    """e(P) of one set of clusters: the cheapest tree that contains them all and touches no other, or None.

    The tree programme over subsets of what must be connected: the best tree for some clusters that contains
    a given place is two such trees that meet there, or a tree that contains a neighbour.
    """
    clusters, open_ = land.clusters(), land.open()
    forbidden = {n for i, c in enumerate(clusters) if i not in chosen for node in c for n in neighbours(node)}
    targets = sorted(chosen)
    if len(targets) == 1:
        return 0
    # Vertices: -1 - number for a cluster, which is free; a place for a hex, which costs one.
    vertices: dict[Place | int, list[Place | int]] = {}
    places = open_ - forbidden
    for place in places:
        vertices[place] = [n for n in neighbours(place) if n in places]
    for i in targets:
        beside = sorted({n for node in clusters[i] for n in neighbours(node)} & places)
        vertices[-1 - i] = list(beside)
        for place in beside:
            vertices[place].append(-1 - i)
    price = {vertex: 0 if isinstance(vertex, int) else 1 for vertex in vertices}
    everything = (1 << len(targets)) - 1
    best: list[dict[Place | int, int]] = [{} for _ in range(everything + 1)]
    for number, i in enumerate(targets):
        best[1 << number][-1 - i] = 0
    for part in range(1, everything + 1):
        table = best[part]
        half = (part - 1) & part
        while half > part ^ half:
            other = best[part ^ half]
            for vertex, cost in best[half].items():
                if vertex in other:
                    total = cost + other[vertex] - price[vertex]
                    if total < table.get(vertex, 10**6):
                        table[vertex] = total
            half = (half - 1) & part
        queue = [(cost, repr(vertex), vertex) for vertex, cost in table.items()]
        heapq.heapify(queue)
        while queue:
            cost, _, vertex = heapq.heappop(queue)
            if cost > table[vertex]:
                continue
            for n in vertices[vertex]:
                total = cost + price[n]
                if total < table.get(n, 10**6):
                    table[n] = total
                    heapq.heappush(queue, (total, repr(n), n))
    costs = best[everything].values()
    return min(costs) if costs else None


def fewest_by_trees(land: Land) -> dict[Clusters, int]:
    """e(P) for every set of clusters that can be tied together at all."""
    count = len(land.clusters())
    found: dict[Clusters, int] = {}
    for number in range(1, 1 << count):
        chosen = frozenset(i for i in range(count) if number >> i & 1)
        cost = steiner(land, chosen)
        if cost is not None:
            found[chosen] = cost
    return found


def sufficient(land: Land, fewest: dict[Clusters, int]) -> dict[Clusters, int]:
    """Only the sets that have enough power and contain the growing federation."""
    clusters = land.clusters()
    power = [land.power(cluster) for cluster in clusters]
    grows = land.growing and bool(land.members())
    return {
        chosen: cost
        for chosen, cost in fewest.items()
        if sum(power[i] for i in chosen) >= land.required and (0 in chosen or not grows)
    }


def why_not(chosen: Clusters, satellites: int, enough: dict[Clusters, int]) -> str:
    """The rule that so many satellites for these clusters break: '', 'fewest' or 'superfluous'."""
    if any(other >= chosen and cost < satellites for other, cost in enough.items()):
        return "fewest"
    if any(other < chosen and cost < satellites for other, cost in enough.items()):
        return "superfluous"
    return ""


def legal(land: Land, fewest: dict[Clusters, int]) -> dict[Clusters, int]:
    """The legal sets of clusters with their fewest satellites, by the definition."""
    enough = sufficient(land, fewest)
    return {chosen: cost for chosen, cost in enough.items() if not why_not(chosen, cost, enough)}


def ties(land: Land, chosen: Clusters, satellites: frozenset[Place]) -> bool:
    """Whether these satellites lie on open hexes, touch exactly these clusters and tie them into one piece."""
    clusters = land.clusters()
    if not satellites <= land.open():
        return False
    touched = {
        i
        for i, cluster in enumerate(clusters)
        if any(n in cluster for place in satellites for n in neighbours(place))
    }
    if satellites and touched != chosen:
        return False
    body = set(satellites).union(*(clusters[i] for i in chosen))
    # A growing federation is one piece although it may not look so.
    todo = [next(iter(body))]
    found = set(todo)
    while todo:
        place = todo.pop()
        beside = set(neighbours(place))
        for cluster in clusters:
            if place in cluster:
                beside |= cluster
        for n in beside & body - found:
            found.add(n)
            todo.append(n)
    return found == body
