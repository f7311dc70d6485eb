"""Federations of a position: what ``federations`` needs to know, and what follows from forming one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from orrery.core.asking import Wish
from orrery.core.journal import Message
from orrery.gaia.actions import Federate
from orrery.gaia.data.buildings import SPACE_STATION_VALUE
from orrery.gaia.rules.building import worth
from orrery.gaia.rules.effects import pay
from orrery.gaia.rules.federations import (
    SATELLITES,
    Federation,
    Realm,
    Verdict,
    could_federate,
    federations,
    grown,
    judge,
)
from orrery.gaia.rules.power import DISCARDED, remove

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State

FEDERATION = "federation"
"""The source of what satellites cost."""


def realm(state: State, player: Player) -> Realm:
    """What the player's federations depend on."""
    values = worth(state, player)
    if player.stations:
        values.append((player.stations, SPACE_STATION_VALUE))
    return Realm(
        state.world.grid,
        values,
        state.world.planets | state.lost,
        player.satellites,
        player.allied,
        player.rules.federation_power(player),
        player.rules.growing,
    )


def payable(player: Player) -> int:
    """How many satellites the player could pay for."""
    return player.qic if player.rules.satellites_cost_qic else player.power_tokens


def satellites_left(player: Player) -> int:
    """Satellites not yet on the map."""
    return SATELLITES - player.satellites.bit_count()


def free_power(state: State, player: Player) -> int:
    """The power values that one more federation could have at the most."""
    power = 0
    members = 0 if player.rules.growing else player.allied
    for hexes, value in worth(state, player):
        power += (hexes & ~members).bit_count() * value
    if player.stations:
        power += player.stations.bit_count() * SPACE_STATION_VALUE
    return power


def thinkable(state: State, player: Player) -> bool:
    """Whether the power values suffice for one more federation; quick."""
    return free_power(state, player) >= player.rules.federation_power(player)


def offered(state: State, player: Player) -> tuple[Federation, ...]:
    """The federations that the player is offered: one layout for every legal set of planets."""
    if not any(state.supply) or not thinkable(state, player):
        return ()
    mine = realm(state, player)
    most = min(payable(player), satellites_left(player))
    if not could_federate(mine, most):
        return ()
    return federations(mine, most)


def near_federation(state: State, seat: int) -> Iterator[Wish]:
    """Why no federation can be formed: too little power value outside federations, or too few tokens."""
    player = state.players[seat]
    if offered(state, player):
        return
    power, needed = free_power(state, player), player.rules.federation_power(player)
    if power < needed:
        reason = Message("federation_power", {"power": power, "needed": needed})
    else:
        what = "qic" if player.rules.satellites_cost_qic else "tokens"
        reason = Message("federation_unreachable", {"what": what, "held": payable(player)})
    yield Wish(Federate(0), (reason,))


def verdict(state: State, player: Player, hexes: int) -> Verdict:
    """Whether the player may form the federation of these hexes, and if not, why not."""
    return judge(realm(state, player), hexes, payable(player), satellites_left(player))


def form(state: State, seat: int, federation: Federation) -> None:
    """Place the satellites, pay for them, and remember the members."""
    player = state.players[seat]
    player.satellites |= federation.satellites
    player.allied = grown(state.world.grid, player.allied | federation.hexes, player.own | player.stations)
    player.federations += 1
    count = federation.satellites.bit_count()
    if player.rules.satellites_cost_qic:
        pay(state, seat, FEDERATION, 0, 0, 0, count)
    else:
        remove(state, seat, count, DISCARDED, FEDERATION)
