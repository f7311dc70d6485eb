"""What the federations of one player depend on: a realm of bitboards and ints, and its clusters.

node       a hex with an own building (or an own space station of a faction whose federation grows);
cluster    adjacent nodes outside the own federations; it joins a federation as a whole or not at all;
open hex   a hex that may take a new satellite.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from orrery.core.hexes import Grid

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
        total = 0
        for group, value in self.worth:
            total += value * (nodes & group).bit_count()
        return total

    def open(self) -> int:
        """The hexes that may take a new satellite."""
        grid, allied = self.grid, self.allied
        closed = self.planets | self.own | self.satellites
        if allied:
            closed |= allied if self.growing else grid.grow(allied)
        return grid.board & ~closed


@final
class Clusters:
    """The clusters of a realm with their power and surroundings: a realm as the search sees it."""

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

    def within(self, chosen: int) -> Clusters:
        """The same problem without the other clusters and without the hexes that touch them."""
        others = 0
        for i, near in enumerate(self.near):
            if not chosen >> i & 1:
                others |= near
        members = [i for i in range(len(self.clusters)) if chosen >> i & 1]
        return Clusters(
            self.grid,
            [self.clusters[i] for i in members],
            [self.powers[i] for i in members],
            self.open & ~others,
            self.required,
            self.compulsory,  # the growing federation is always the first cluster
        )

    def touching(self, nodes: int) -> int:
        """The clusters that contain one of these nodes."""
        return sum(1 << i for i, cluster in enumerate(self.clusters) if cluster & nodes)


def clusters_of(realm: Realm) -> Clusters:
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
    return Clusters(grid, clusters, powers, realm.open(), realm.required, compulsory)
