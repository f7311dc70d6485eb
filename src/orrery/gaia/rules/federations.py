"""Federations: which ones a player may found, and what is wrong with one that may not be founded.

Everything here is a pure function of a Realm: bitboards and ints, no position. The words are those of ``realm``;
the search stands in ``webs``.

A federation is a set of clusters P and a set of satellites S that touch exactly the clusters of P and tie
them together. With e(P) the fewest satellites for exactly P, a set P of enough power is legal if and only
if no other set of enough power that contains P or is contained in P has a smaller e.

What the search drops for a cheaper superset can still make another federation superfluous; the few candidates for
which that is possible are searched again among their own clusters alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, final

from orrery.gaia.rules import webs
from orrery.gaia.rules.realm import Clusters, Key, clusters_of
from orrery.gaia.rules.realm import Realm as Realm
from orrery.gaia.rules.realm import grown as grown
from orrery.gaia.rules.webs import Search, reach

SATELLITES: Final = 25
"""How many satellites a player has."""

OFFERED: Final = 100
"""How many federations are offered at most; every legal one may be drawn."""


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
    problem = clusters_of(realm)
    return any(problem.suffices(1 << i) for i in range(len(problem.clusters)))


def _legal(problem: Clusters, most: int) -> tuple[Search, list[int]]:
    """Every legal set of clusters with at most ``most`` satellites, cheapest first."""
    search = Search(problem, most)
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


def _undercut(problem: Clusters, chosen: int, cost: int) -> bool:
    """Whether some of these clusters suffice for less, without any other cluster."""
    inner = problem.within(chosen)
    return any(inner.suffices(part) for part in Search(inner, cost - 1).costs)


def _hidden(problem: Clusters, search: Search, chosen: int, cost: int) -> bool:
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


def _federation(problem: Clusters, search: Search, chosen: int) -> Federation:
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
        problem = clusters_of(realm)
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
        problem = clusters_of(realm)
        known.fewest = webs.ties(problem, most).fewest(problem, most)
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
    webs.forget()


def _rank(problem: Clusters, search: Search, chosen: int) -> tuple[int, int, int]:
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
    problem = clusters_of(realm)
    chosen = problem.touching(body)
    search = Search(problem, cost - 1)

    def cheaper(code: str, searched: Search, of: Clusters, better: int) -> Verdict:
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
        again = Search(inner, cost - 1)
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
    problem = clusters_of(realm)
    chosen = problem.touching(federation.planets) | problem.compulsory
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

    def __init__(self, problem: Clusters, cost: int, count: int) -> None:
        self._problem: Final = problem
        self._reach: Final = reach(problem, cost)
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


def completions(realm: Realm, chosen: int, most: int, count: int = 3) -> list[Federation]:
    """The cheapest legal federations that contain the chosen own nodes: what to offer somebody who picks planets.

    First one layout for each set of planets, fewest satellites first, then fewest planets beyond the chosen
    ones; if these are fewer than ``count``, further layouts of them in the same order. Empty if a chosen node
    belongs to a federation that does not grow, or nothing legal contains them all.
    """
    if chosen & ~realm.own or (chosen & realm.allied and not realm.growing) or not could_federate(realm, most):
        return []
    problem = clusters_of(realm)
    wanted = problem.touching(chosen)
    search, legal = _legal(problem, most)
    order = sorted((c for c in legal if wanted & ~c == 0), key=lambda c: _rank(problem, search, c))
    found = [_federation(problem, search, c) for c in order[:count]]
    for federation in list(found):
        if len(found) < count:
            found.extend(layouts(realm, federation, count - len(found) + 1)[1:])
    return found
