"""Exact checks, written plainly and apart from the engine's own search.

The check of a federation works on sets of coordinates and finds fewest satellites by the dynamic programming of
Dreyfus and Wagner over the clusters to be connected. It is slow and only confirms federations that a record does
not list.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from orrery.core.hexes import DIRECTIONS, Grid, Hex, bits
from orrery.gaia.data.buildings import MINE, MINE_COST, QIC_REACH, SPACE_STATION_VALUE, SUPPLY
from orrery.gaia.data.planets import HOMES, STEPS
from orrery.gaia.data.tracks import GAIA_PROJECT, NAVIGATION, PROJECT_TOKENS, REACH, STEP_ORE, TERRAFORMING
from orrery.gaia.rules.building import worth
from orrery.gaia.state import Player, State

Hexes = frozenset[Hex]


def _near(h: Hex) -> list[Hex]:
    return [h.plus(way) for way in DIRECTIONS]


class Realm:
    """What one player may federate, as sets of coordinates."""

    def __init__(self, state: State, player: Player) -> None:
        grid = state.world.grid
        self.board = set(grid.hexes.values())
        self.value: dict[Hex, int] = {}
        for mask, value in worth(state, player):
            for index in bits(mask):
                self.value[grid.hexes[index]] = value
        for index in bits(player.stations):
            self.value[grid.hexes[index]] = SPACE_STATION_VALUE
        self.growing = player.rules.growing
        self.required = player.rules.federation_power(player)
        allied = {grid.hexes[index] for index in bits(player.allied)}
        planets = {grid.hexes[index] for index in bits(state.world.planets | state.lost)}
        satellites = {grid.hexes[index] for index in bits(player.satellites)}
        closed = planets | satellites | set(self.value) | allied
        if not self.growing:
            closed |= {other for h in allied for other in _near(h)}
        self.open = self.board - closed
        self.clusters: list[Hexes] = []
        left = set(self.value) - allied
        if self.growing and allied:
            self.clusters.append(frozenset(allied))
        while left:
            start = min(left)
            group = {start}
            new = [start]
            while new:
                for other in _near(new.pop()):
                    if other in left and other not in group:
                        group.add(other)
                        new.append(other)
            left -= group
            self.clusters.append(frozenset(group))
        self.compulsory = frozenset([0]) if self.growing and allied else frozenset[int]()

    def power(self, chosen: Iterable[int]) -> int:
        """Power value of these clusters."""
        return sum(self.value.get(h, 0) for number in chosen for h in self.clusters[number])

    def touched(self, hexes: Iterable[Hex]) -> set[int]:
        """Clusters beside these hexes."""
        around = {other for h in hexes for other in _near(h)}
        return {number for number, cluster in enumerate(self.clusters) if cluster & around}

    def fewest(self, chosen: frozenset[int], exactly: bool) -> int | None:
        """Fewest open hexes that connect the chosen clusters; None if there are none.

        Other own clusters may be used on the way for nothing, unless ``exactly`` these are wanted: then no hex may
        touch another cluster.
        """
        ends = sorted(chosen)
        if len(ends) < 2:
            return 0
        usable = self.open
        through = set(range(len(self.clusters)))
        if exactly:
            foreign = {other for n in through - chosen for h in self.clusters[n] for other in _near(h)}
            usable = usable - foreign
            through = set(chosen)
        # Nodes: open hexes cost 1, clusters cost nothing.
        beside: dict[Hex | int, list[Hex | int]] = {n: [] for n in through}
        for h in usable:
            links: list[Hex | int] = [other for other in _near(h) if other in usable]
            for n in self.touched([h]) & through:
                links.append(n)
                beside[n].append(h)
            beside[h] = links
        full = (1 << len(ends)) - 1
        best: dict[int, dict[Hex | int, int]] = {}
        for mask in range(1, full + 1):
            cost: dict[Hex | int, int] = {}
            if mask & (mask - 1) == 0:
                cost[ends[mask.bit_length() - 1]] = 0
            part = (mask - 1) & mask
            while part > mask - part:  # each split once
                one, other = best[part], best[mask ^ part]
                small, large = (one, other) if len(one) < len(other) else (other, one)
                for node, price in small.items():
                    if node in large:
                        total = price + large[node] - (1 if isinstance(node, tuple) else 0)
                        if total < cost.get(node, 1 << 30):
                            cost[node] = total
                part = (part - 1) & mask
            best[mask] = _spread(cost, beside)
        return best[full].get(ends[0])


def _spread(cost: dict[Hex | int, int], beside: dict[Hex | int, list[Hex | int]]) -> dict[Hex | int, int]:
    """Cheapest ways onwards: stepping onto an open hex costs 1, onto a cluster nothing."""
    levels: dict[int, list[Hex | int]] = {}
    for node, price in cost.items():
        levels.setdefault(price, []).append(node)
    price = 0
    while levels:
        nodes = levels.pop(price, [])
        while nodes:
            node = nodes.pop()
            if cost[node] < price:
                continue
            for other in beside.get(node, ()):
                total = price + (1 if isinstance(other, tuple) else 0)
                if total < cost.get(other, 1 << 30):
                    cost[other] = total
                    if total == price:
                        nodes.append(other)
                    else:
                        levels.setdefault(total, []).append(other)
        price += 1
    return cost


def confirms(state: State, seat: int, hexes: int, limit: int) -> str:
    """Why the federation of these hexes is not legal; empty if it is. ``limit``: satellites that can be paid."""
    player = state.players[seat]
    grid = state.world.grid
    realm = Realm(state, player)
    body = {grid.hexes[index] for index in bits(hexes)}
    satellites = {h for h in body if h not in realm.value and not _allied(state, player, h)}
    if not satellites <= realm.open:
        return "a satellite lies where none may lie"
    chosen = frozenset(realm.touched(satellites)) | realm.compulsory
    chosen |= {n for n, cluster in enumerate(realm.clusters) if cluster & body}
    if len(satellites) > limit:
        return "too many satellites"
    if not _connected(realm, chosen, satellites):
        return "not connected"
    if realm.power(chosen) < realm.required:
        return "too little power"
    if realm.fewest(chosen, False) != len(satellites):
        return "not the fewest satellites"
    if satellites:
        for size in range(1, len(chosen)):
            for some in combinations(sorted(chosen), size):
                part = frozenset(some)
                if realm.compulsory <= part and realm.power(part) >= realm.required:
                    cheaper = realm.fewest(part, True)
                    if cheaper is not None and cheaper < len(satellites):
                        return "superfluous planets with satellites"
    return ""


def _allied(state: State, player: Player, h: Hex) -> bool:
    return bool(player.allied >> state.world.grid.index(h) & 1)


def _connected(realm: Realm, chosen: frozenset[int], satellites: set[Hex]) -> bool:
    body = set(satellites)
    for number in chosen:
        body |= realm.clusters[number]
    start = next(iter(body))
    seen = {start}
    new = [start]
    while new:
        for other in _near(new.pop()):
            if other in body and other not in seen:
                seen.add(other)
                new.append(other)
    return body <= seen


def _away(grid: Grid, origins: int) -> dict[int, int]:
    """How many steps each hex is away from the nearest of these; what cannot be reached is left out."""
    found: dict[int, int] = {}
    seen, wider, steps = 0, origins, 0
    while wider != seen:
        found |= dict.fromkeys(bits(wider & ~seen), steps)
        seen, wider = wider, grid.grow(wider)
        steps += 1
    return found


def mine_possible(state: State, seat: int, free: int, extra: int) -> bool:
    """Whether the player could build a mine (or, with more range, start a Gaia project) by such an action.

    Goes through all planets one by one. A free step must be used, more range must be needed.
    """
    player = state.players[seat]
    world, grid = state.world, state.world.grid
    structures = {index for other in state.players for index in bits(other.own)}
    formers = {index for other in state.players for index in bits(other.forming)}
    away = _away(grid, player.own | player.stations)
    reach = REACH[player.research[NAVIGATION]]
    for index in grid.hexes:
        steps_away = away.get(index, -1)
        if extra and steps_away <= reach:
            continue
        qic = max(0, -(-(steps_away - reach - extra) // QIC_REACH))
        gaia = bool(state.gaia >> index & 1)
        planet = world.kind[index]
        if extra and state.transdim >> index & 1 and index not in formers:
            tokens = PROJECT_TOKENS[player.research[GAIA_PROJECT]]
            if tokens and player.formers and player.power_tokens >= tokens and player.qic >= qic:
                return True
        ore, steps = MINE_COST.ore, 0
        if index in structures:
            if free or not player.rules.shareable(state, seat) >> index & 1:
                continue
        elif index in formers:
            continue
        elif gaia:
            ore += player.rules.gaia_planet_ore
            qic += player.rules.gaia_planet_qic
        elif planet in HOMES:
            steps = STEPS[player.rules.home][planet]
            ore += max(0, steps - free) * STEP_ORE[player.research[TERRAFORMING]]
        else:
            continue
        if free and not steps:
            continue
        placed = (player.buildings[MINE] & ~(state.lost & ~player.shared)).bit_count()
        if (
            placed < SUPPLY[MINE]
            and player.credits >= MINE_COST.credits
            and player.ore >= ore
            and player.qic >= qic
        ):
            return True
    return False
