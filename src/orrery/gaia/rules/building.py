"""Building: where mines, Gaia projects and upgrades are possible, what they cost, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from orrery.core.asking import Wish
from orrery.core.hexes import bits
from orrery.core.journal import Message
from orrery.gaia.actions import Build
from orrery.gaia.data.buildings import (
    ACADEMY_LEFT,
    ACADEMY_RIGHT,
    BUILDINGS,
    COSTS,
    GAIAFORMER,
    INSTITUTE,
    LAB,
    MINE,
    MINE_COST,
    POWER_VALUE,
    QIC_REACH,
    STATION,
    STATION_COST_ALONE,
    STRUCTURES,
    SUPPLY,
)
from orrery.gaia.data.effects import BIG_BUILT, GAIA_MINE_BUILT, MINE_BUILT, STATION_BUILT, TERRAFORMED
from orrery.gaia.data.planets import STEPS
from orrery.gaia.data.techs import TECHS
from orrery.gaia.data.tracks import GAIA_PROJECT, NAVIGATION, PROJECT_TOKENS, REACH, STEP_ORE, TERRAFORMING
from orrery.gaia.rules.effects import happened, pay
from orrery.gaia.rules.federations import grown
from orrery.gaia.rules.ledger import note
from orrery.gaia.rules.power import TO_GAIA, remove
from orrery.gaia.rules.reach import beyond, qic_for, within

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State

BIG_VALUE: Final = tuple(tile.big_value for tile in TECHS)

BUILD: Final = "build"
"""The source of building costs."""
FAR: Final = 3
"""Planets that more QIC than this would be needed for are not spoken of."""


class Price(NamedTuple):
    """What a mine or a Gaia project costs in all."""

    credits: int = 0
    ore: int = 0
    qic: int = 0
    tokens: int = 0
    steps: int = 0
    """Terraforming steps it takes, free ones included."""

    def amounts(self) -> dict[str, int]:
        """What is to be paid, by the names of holdings."""
        named = {"credits": self.credits, "ore": self.ore, "qic": self.qic, "tokens": self.tokens}
        return {name: amount for name, amount in named.items() if amount}

    def missing(self, player: Player) -> list[Message]:
        """What of it the player does not have."""
        held = {
            "credits": player.credits,
            "ore": player.ore,
            "qic": player.qic,
            "tokens": player.power_tokens,
        }
        return [
            Message("short", {"what": what, "by": needed - held[what]})
            for what, needed in self.amounts().items()
            if needed > held[what]
        ]


def everyone(state: State) -> int:
    """Hexes with anybody's structure."""
    occupied = 0
    for player in state.players:
        occupied |= player.own
    return occupied


def others(state: State, seat: int) -> int:
    """Hexes with structures of other players."""
    found = 0
    for number, player in enumerate(state.players):
        if number != seat:
            found |= player.own
    return found


def taken(state: State) -> int:
    """Hexes with anybody's structure or gaiaformer."""
    occupied = 0
    for player in state.players:
        occupied |= player.own | player.forming
    return occupied


def mines_left(state: State, player: Player) -> int:
    """Mines on the faction board; the lost planet carries none of them."""
    return (
        SUPPLY[MINE] - (player.buildings[MINE] & ~state.lost | player.buildings[MINE] & player.shared).bit_count()
    )


def left(player: Player, piece: int) -> int:
    """Pieces of an upgraded structure left on the faction board."""
    return SUPPLY[piece] - player.buildings[piece].bit_count()


def mine_sites(state: State, seat: int, free: int = 0, extra: int = 0) -> int:
    """Hexes where the player can build a mine now, with free terraforming steps or more range.

    With free steps at least one of them must be used, with more range it must be used where the option says
    so; ``useless_actions = allowed`` lifts the first.
    """
    player = state.players[seat]
    ore = player.ore - MINE_COST.ore
    if player.credits < MINE_COST.credits or ore < 0 or not mines_left(state, player):
        return 0
    faction = player.rules
    must_use = free > 0 and state.table.useless_actions != "allowed"
    of_kind = state.world.of_kind
    price = STEP_ORE[player.research[TERRAFORMING]]
    home = faction.home
    affordable = free + ore // price if price else 3
    sites = 0 if must_use else of_kind[home]
    if affordable >= 1:
        sites |= of_kind[(home + 1) % 7] | of_kind[(home + 6) % 7]
        if affordable >= 2:
            sites |= of_kind[(home + 2) % 7] | of_kind[(home + 5) % 7]
            if affordable >= 3:
                sites |= of_kind[(home + 3) % 7] | of_kind[(home + 4) % 7]
    busy = taken(state)
    basic = REACH[player.research[NAVIGATION]] + extra
    reach = within(state, player, basic + QIC_REACH * player.qic)
    found = sites & ~busy & reach
    if not must_use:
        found |= faction.shareable(state, seat) & reach
        if faction.gaia_planet_ore:
            if ore >= faction.gaia_planet_ore:
                found |= state.gaia & ~busy & reach
        elif player.qic >= faction.gaia_planet_qic:
            nearer = within(state, player, basic + QIC_REACH * (player.qic - faction.gaia_planet_qic))
            found |= state.gaia & ~busy & nearer
        if not extra or state.table.extra_range == "any":
            found |= player.forming & state.gaia
    if extra and state.table.extra_range == "needed":
        found &= ~within(state, player, basic - extra)
    return found


def mine_price(state: State, seat: int, where: int, free: int = 0, extra: int = 0) -> Price:
    """What a mine there costs; trusts that it may be built there."""
    player = state.players[seat]
    bit = 1 << where
    credits_, ore = MINE_COST.credits, MINE_COST.ore
    if player.forming & bit:
        return Price(credits_, ore)
    qic = qic_for(state, player, where, extra)
    if everyone(state) & bit:
        return Price(credits_, ore, qic)
    if state.gaia & bit:
        return Price(credits_, ore + player.rules.gaia_planet_ore, qic + player.rules.gaia_planet_qic)
    steps = STEPS[player.rules.home][state.world.kind[where]]
    paid = max(0, steps - free) * STEP_ORE[player.research[TERRAFORMING]]
    return Price(credits_, ore + paid, qic, 0, steps)


def _range_and_price(state: State, player: Player, where: int, price: Price, qic: int) -> list[Message]:
    """What is missing for a price, a lack of QIC for the range being told as being out of range."""
    if qic <= player.qic:
        return price.missing(player)
    reasons = price._replace(qic=0).missing(player)
    reasons.append(Message("out_of_range", {"by": beyond(state, player, where), "qic": qic}))
    return reasons


def _is_among(sites: Callable[[State, int], int], seat: int, number: int) -> Callable[[State], bool]:
    """Whether a set of possibilities of a seat, as bits, holds this one in another position."""
    return lambda trial: bool(sites(trial, seat) >> number & 1)


def near_mines(state: State, seat: int) -> Iterator[Wish]:
    """Mines on free planets nearby that are not possible."""
    player = state.players[seat]
    supply = mines_left(state, player)
    busy = taken(state) & ~player.forming
    for where in bits(state.world.planets & ~busy & ~mine_sites(state, seat) & ~state.transdim):
        bit = 1 << where
        qic = 0 if player.forming & bit else qic_for(state, player, where)
        if not 0 <= qic <= FAR:
            continue
        price = mine_price(state, seat, where)
        reasons = [] if supply else [Message("no_piece_left", {"building": BUILDINGS[MINE]})]
        reasons += _range_and_price(state, player, where, price, qic)
        if reasons:
            possible = _is_among(mine_sites, seat, where)
            yield Wish(Build(MINE, where), tuple(reasons), {"cost": price.amounts()}, possible)


def build_mine(state: State, seat: int, where: int, free: int = 0, extra: int = 0) -> None:
    """Pay for a mine and place it; a gaiaformer that stood there goes back to its board."""
    price = mine_price(state, seat, where, free, extra)
    player = state.players[seat]
    bit = 1 << where
    pay(state, seat, BUILD, price.credits, price.ore, 0, price.qic)
    if player.forming & bit:
        player.forming ^= bit
        player.formers += 1
        note(state, seat, "gaiaformers", 1, BUILD)
    settle_mine(state, seat, where)
    happened(state, seat, TERRAFORMED, price.steps)


def settle_mine(state: State, seat: int, where: int) -> None:
    """Place a mine (or the lost planet's) and let everything know that waits for it."""
    player = state.players[seat]
    bit = 1 << where
    shared = others(state, seat) & bit
    new_type = not shared and not same_type(state, where) & player.own & ~player.shared
    player.shared |= shared
    put(state, seat, MINE, bit)
    happened(state, seat, MINE_BUILT)
    if state.gaia & bit and not shared:
        happened(state, seat, GAIA_MINE_BUILT)
    player.rules.settled(state, seat, where, new_type)
    state.pending += (where,)


def same_type(state: State, where: int) -> int:
    """All hexes with a planet of the same type."""
    bit = 1 << where
    if state.lost & bit:
        return state.lost
    if state.gaia & bit:
        return state.gaia
    return state.world.of_kind[state.world.kind[where]]


def put(state: State, seat: int, piece: int, bit: int) -> None:
    """Place a structure on a hex without own structure; an own federation beside it grows."""
    player = state.players[seat]
    player.buildings[piece] |= bit
    player.own |= bit
    player.reaches = []
    if player.allied:
        player.allied = grown(state.world.grid, player.allied, player.own | player.stations)


def project_sites(state: State, seat: int, extra: int = 0) -> int:
    """Hexes where the player can start a Gaia project now."""
    player = state.players[seat]
    tokens = PROJECT_TOKENS[player.research[GAIA_PROJECT]]
    if not player.formers or not tokens or player.power_tokens < tokens:
        return 0
    busy = 0
    for other in state.players:
        busy |= other.forming | other.own
    basic = REACH[player.research[NAVIGATION]] + extra
    found = state.transdim & ~busy & within(state, player, basic + QIC_REACH * player.qic)
    if extra and state.table.extra_range == "needed":
        found &= ~within(state, player, basic - extra)
    return found


def project_price(state: State, seat: int, where: int, extra: int = 0) -> Price:
    """What a Gaia project there costs."""
    player = state.players[seat]
    return Price(qic=qic_for(state, player, where, extra), tokens=PROJECT_TOKENS[player.research[GAIA_PROJECT]])


def near_projects(state: State, seat: int) -> Iterator[Wish]:
    """Gaia projects on transdim planets nearby that are not possible."""
    player = state.players[seat]
    sites = project_sites(state, seat)
    owner = {index: other for other, p in enumerate(state.players) for index in bits(p.forming)}
    for where in bits(state.transdim & ~sites & ~player.forming):
        qic = qic_for(state, player, where)
        if not 0 <= qic <= FAR:
            continue
        reasons: list[Message] = []
        if where in owner:
            reasons.append(Message("foreign_gaiaformer", {"seat": owner[where]}))
        elif not player.formers:
            reasons.append(Message("no_gaiaformer", {}))
        price = project_price(state, seat, where)
        reasons += _range_and_price(state, player, where, price, qic)
        if reasons:
            possible = _is_among(project_sites, seat, where)
            yield Wish(Build(GAIAFORMER, where), tuple(reasons), {"cost": price.amounts()}, possible)


def start_project(state: State, seat: int, where: int, extra: int = 0) -> None:
    """Put a gaiaformer on a transdim planet and move the tokens to the Gaia area."""
    price = project_price(state, seat, where, extra)
    player = state.players[seat]
    pay(state, seat, BUILD, 0, 0, 0, price.qic)
    player.formers -= 1
    player.forming |= 1 << where
    note(state, seat, "gaiaformers", -1, BUILD)
    remove(state, seat, price.tokens, TO_GAIA, BUILD)


def crowded(state: State, seat: int) -> int:
    """Hexes with a structure of another player within the neighbourhood."""
    grow = state.world.grid.grow
    return grow(grow(others(state, seat)))


def upgrade_price(state: State, seat: int, piece: int, where: int) -> Price:
    """What an upgrade to the piece costs there."""
    cost = COSTS[piece]
    if piece == STATION and not crowded(state, seat) >> where & 1:
        cost = STATION_COST_ALONE
    return Price(cost.credits, cost.ore)


def upgradable(state: State, player: Player, piece: int) -> int:
    """Own structures of a kind that may be upgraded: not mines beside another's structure, nor the lost planet."""
    standing = player.buildings[piece]
    return standing & ~(player.shared | state.lost) if piece == MINE else standing


def upgrade_sites(state: State, seat: int) -> list[tuple[int, int]]:
    """(piece, hexes) for every upgrade the player can pay for now."""
    player = state.players[seat]
    found: list[tuple[int, int]] = []
    upgrades = player.rules.upgrades
    ore, credits_ = player.ore, player.credits
    if ore < COSTS[STATION].ore or credits_ < COSTS[STATION].credits:
        return found
    for old in (MINE, STATION, LAB):
        standing = upgradable(state, player, old)
        if not standing:
            continue
        for piece in upgrades[old]:
            cost = COSTS[piece]
            if ore < cost.ore or credits_ < cost.credits or not left(player, piece):
                continue
            if piece == STATION and credits_ < STATION_COST_ALONE.credits:
                near = standing & crowded(state, seat)
                if near:
                    found.append((piece, near))
            else:
                found.append((piece, standing))
    return found


def near_upgrades(state: State, seat: int) -> Iterator[Wish]:
    """Upgrades of own structures that are not possible."""
    player = state.players[seat]
    sites = dict.fromkeys(range(len(BUILDINGS)), 0)
    for piece, where in upgrade_sites(state, seat):
        sites[piece] |= where
    for old in (MINE, STATION, LAB):
        for where in bits(upgradable(state, player, old)):
            for piece in player.rules.upgrades[old]:
                if sites[piece] >> where & 1:
                    continue
                price = upgrade_price(state, seat, piece, where)
                reasons = [] if left(player, piece) else [Message("no_piece_left", {"building": BUILDINGS[piece]})]
                reasons += price.missing(player)
                if reasons:
                    possible = _is_among(partial(_sites_of, piece=piece), seat, where)
                    yield Wish(Build(piece, where), tuple(reasons), {"cost": price.amounts()}, possible)


def _sites_of(state: State, seat: int, piece: int) -> int:
    return next((sites for kind, sites in upgrade_sites(state, seat) if kind == piece), 0)


def upgrade(state: State, seat: int, piece: int, where: int) -> None:
    """Pay for an upgrade and exchange the structures."""
    price = upgrade_price(state, seat, piece, where)
    pay(state, seat, BUILD, price.credits, price.ore)
    exchange(state, seat, piece, where)


def exchange(state: State, seat: int, piece: int, where: int) -> None:
    """Replace the own structure on a hex and let everything know that waits for it."""
    player = state.players[seat]
    bit = 1 << where
    for old in (MINE, STATION, LAB):
        if player.buildings[old] & bit:
            player.buildings[old] ^= bit
    player.buildings[piece] |= bit
    if piece == STATION:
        happened(state, seat, STATION_BUILT)
    elif piece != LAB:
        happened(state, seat, BIG_BUILT)
        if piece == INSTITUTE:
            player.rules.institute_built(state, seat)
    state.pending += (where,)


def big_value(player: Player) -> int:
    """Power value of institute and academies."""
    for kind in player.tiles:
        if BIG_VALUE[kind]:
            return BIG_VALUE[kind]
    return POWER_VALUE[INSTITUTE]


def worth(state: State, player: Player) -> list[tuple[int, int]]:
    """(hexes, power value) of all own structures, highest values last; hexes of different entries differ."""
    buildings = player.buildings
    medium = buildings[STATION] | buildings[LAB]
    big = buildings[INSTITUTE] | buildings[ACADEMY_LEFT] | buildings[ACADEMY_RIGHT]
    value = big_value(player)
    stronger = player.rules.stronger(state, player)
    if not stronger:
        return [(buildings[MINE], 1), (medium, 2), (big, value)]
    weaker = ~stronger
    return [
        (buildings[MINE] & weaker, 1),
        (medium & weaker, 2),
        (big & weaker, value),
        (buildings[MINE] & stronger, 2),
        (medium & stronger, 3),
        (big & stronger, value + 1),
    ]


def standing(player: Player, where: int) -> str | None:
    """The own structure on a hex by name."""
    return next((BUILDINGS[piece] for piece in STRUCTURES if player.buildings[piece] >> where & 1), None)


def offer(state: State, player: Player, where: int) -> int:
    """The power that building there offers to the player: the highest value of own structures nearby."""
    near = state.world.grid.ball(where, 2)
    if not player.own & near:
        return 0
    best = 0
    for hexes, value in worth(state, player):
        if value > best and hexes & near:
            best = value
    return best
