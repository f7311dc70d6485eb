"""What a faction may do differently: every hook with the rule as printed for its default."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from orrery.gaia.actions import NO_TOKEN, Action, Charge
from orrery.gaia.data.actions import FOR_ALL
from orrery.gaia.data.boards import BOARD, BOARDS, NO_BOARD
from orrery.gaia.data.buildings import (
    FEDERATION_POWER,
    GAIA_PLANET_QIC,
    UPGRADES,
)

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State


class Faction:
    """The rules of one faction. Holds nothing that changes; there is one of each."""

    def __init__(self, name: str) -> None:
        self.id = name
        self.number = BOARD.get(name, -1)
        self.board = BOARDS[self.number] if name else NO_BOARD
        self.home = self.board.home
        self.source = f"faction:{name}"
        self.upgrades: tuple[tuple[int, ...], ...] = UPGRADES
        """What each structure may become."""
        self.gaia_planet_ore = 0
        """Ore and QIC to make a Gaia planet habitable without an own gaiaformer."""
        self.gaia_planet_qic = GAIA_PLANET_QIC
        self.growing = False
        """One federation only, which grows and brings further tokens."""
        self.satellites_cost_qic = False
        self.special = False
        """Has a special action of its own, see ``special_ready`` and ``special_begin``."""
        self.special_always = False
        """Has it without the institute too."""
        self.ways: tuple[int, ...] = tuple(FOR_ALL)
        """Conversions at any time; ``institute_ways`` come with the institute."""
        self.institute_ways: tuple[int, ...] = self.ways
        self.unoffered_ways: tuple[int, ...] = ()
        """Conversions that are legal but never better than an offered one."""
        self.shares_planets = False
        """Builds mines beside another player's structure, see ``shareable``."""
        self.places_stations = False
        """Has space stations."""
        self.owns_token = False
        """Gains a federation token of its own with the institute."""
        self.burnt_to_gaia = False
        """A token discarded by burning goes to the Gaia area."""
        self.gaia_tokens_to = 1
        """The bowl to which tokens return from the Gaia area."""

    # Holdings

    def qic_becomes_ore(self, player: Player) -> bool:
        """Whether every QIC gained is an ore instead."""
        return False

    def token_worth(self, player: Player) -> int:
        """Power that each token spent from bowl III is worth."""
        return 1

    # Building

    def shareable(self, state: State, seat: int) -> int:
        """Hexes with another player's structure beside which a mine may be built."""
        return 0

    def settled(self, state: State, seat: int, where: int, new_type: bool) -> None:
        """A mine was built (the lost planet is one); ``new_type``: on a planet type not colonised before."""

    def institute_built(self, state: State, seat: int) -> None:
        """The institute was built by an upgrade."""

    def stronger(self, state: State, player: Player) -> int:
        """Hexes on which own structures have 1 more power value."""
        return 0

    # Federations and research

    def federation_power(self, player: Player) -> int:
        """Power value that the next federation needs."""
        return FEDERATION_POWER

    def may_research(self, player: Player, track: int) -> bool:
        """Whether a step in this area is possible for the faction at all."""
        return True

    # Charging

    def charges(self, state: State, seat: int, power: int, room: int) -> list[Action]:
        """Ways to accept an offer of ``power`` with ``room`` in the bowls; empty if there is no offer."""
        amount = min(power, room, state.players[seat].vp + 1)
        return [Charge(amount, NO_TOKEN)] if amount > 0 else []

    # Special action

    def special_ready(self, state: State, seat: int) -> bool:
        """Whether the special action could be carried out now (it is there and not used)."""
        return False

    def special_begin(self, state: State, seat: int) -> None:
        """Carry out the special action, or ask what it needs."""

    # Gaia phase

    def gaia_exchange(self, state: State, seat: int) -> bool:
        """Ask what the institute allows before tokens leave the Gaia area; True if something was asked."""
        return False


UNCHOSEN: Final = Faction("")
"""Stands at a seat before its faction is chosen; nobody asks it anything."""
