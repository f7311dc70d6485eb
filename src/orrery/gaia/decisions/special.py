"""Questions of special actions that belong to one faction each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from orrery.core.hexes import bits
from orrery.gaia.actions import Action, Build, Swap, builds
from orrery.gaia.data.buildings import INSTITUTE, LAB, MINE, SPACE_STATION, STATION, SUPPLY
from orrery.gaia.decisions.base import Decision
from orrery.gaia.decisions.research import EVERY_TRACK, PickTrack
from orrery.gaia.rules.building import exchange, left
from orrery.gaia.rules.effects import pay
from orrery.gaia.rules.federations import grown
from orrery.gaia.rules.reach import qic_for, reachable

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State

STATIONS: Final = SUPPLY[SPACE_STATION]


def swappable(state: State, player: Player) -> int:
    """Own mines that may change places with the institute: not the lost planet."""
    return player.buildings[MINE] & ~state.lost


@final
class PickSwap(Decision):
    """Which mine changes places with the institute? It is no building action."""

    __slots__ = ()

    def options(self, state: State) -> list[Action]:
        return [Swap(where) for where in bits(swappable(state, state.players[self.seat]))]

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, Swap)
        buildings = state.players[self.seat].buildings
        bit = 1 << action.where
        buildings[MINE] ^= bit | buildings[INSTITUTE]
        buildings[INSTITUTE] = bit


def downgradable(player: Player) -> int:
    """Labs that may become trading stations: one must be left for it."""
    return player.buildings[LAB] if left(player, STATION) else 0


@final
class PickLab(Decision):
    """Which lab becomes a trading station? It counts as an upgrade to one and brings a research step."""

    __slots__ = ()

    def options(self, state: State) -> list[Action]:
        return builds(STATION, downgradable(state.players[self.seat]))

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, Build)
        state.stack.append(PickTrack(self.seat, EVERY_TRACK))
        exchange(state, self.seat, STATION, action.where)


def open_space(state: State, player: Player) -> int:
    """Hexes in range without a planet, a space station or an own satellite; none when all stations are placed."""
    if player.stations.bit_count() >= STATIONS:
        return 0
    return reachable(state, player, player.qic) & ~(
        state.world.planets | state.lost | player.stations | player.satellites
    )


@final
class PickSpace(Decision):
    """Where is the space station placed?"""

    __slots__ = ()

    def options(self, state: State) -> list[Action]:
        return builds(SPACE_STATION, open_space(state, state.players[self.seat]))

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, Build)
        player = state.players[self.seat]
        pay(state, self.seat, player.rules.source, 0, 0, 0, qic_for(state, player, action.where))
        player.stations |= 1 << action.where
        player.reaches = []
        if player.allied:
            player.allied = grown(state.world.grid, player.allied, player.own | player.stations)
