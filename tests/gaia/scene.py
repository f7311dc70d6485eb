"""Positions for tests of single rules: a table after set-up, which a test then changes as it likes."""

from __future__ import annotations

from orrery.core.hexes import bits
from orrery.core.journal import Booking, Journal
from orrery.gaia.actions import Action, Decline, EndTurn, Pass
from orrery.gaia.data.buildings import MINE
from orrery.gaia.decisions.turn import Turn
from orrery.gaia.game import GAIA
from orrery.gaia.phases import ACTIONS
from orrery.gaia.rules.building import everyone, put
from orrery.gaia.state import Player, State

QUIET = ["federation_5", "gaia_mine_4", "gaia_mine_3", "big_building_5_a", "big_building_5_b", "trading_station_4"]
"""Round tiles that few actions score."""
TECHS = [
    "ore_qic",
    "knowledge_per_planet_type",
    "big_buildings_value_4",
    "seven_vp",
    "income_ore_charge",
    "income_knowledge_credit",
    "gaia_mine_3vp",
    "income_4_credits",
    "action_charge_4",
]
ADVANCED = [
    "pass_3vp_per_federation",
    "research_step_2vp",
    "action_qic_5_credits",
    "now_2vp_per_mine",
    "mine_3vp",
    "now_2vp_per_sector",
]


class Scene:
    """A game with given factions at the first turn of round 1, on the map of the first game."""

    def __init__(self, *factions: str, **options: object) -> None:
        whole: dict[str, object] = {
            "players": len(factions),
            "factions": list(factions),
            "map": "first_game",
            "round_tiles": QUIET,
            "final_tiles": ["structures", "satellites"],
            "techs": TECHS,
            "advanced_techs": ADVANCED,
            "terraforming_token": "fed_7vp_2_ore",
            "boosters": ["ore_knowledge", "ore_mines", "credits_terraform", "charge_range", "credits_gaia"][
                : len(factions) + 3
            ]
            + ["knowledge_labs", "ore_trading_stations"][: max(0, len(factions) - 2)],
            **options,
        }
        self.state: State = GAIA.new(whole, 7)
        self.journal = Journal()
        while self.state.phase != ACTIONS:
            self.state.apply(self.state.options()[0])

    def player(self, seat: int = 0) -> Player:
        return self.state.players[seat]

    def give(self, seat: int = 0, **holdings: int) -> None:
        """Set holdings: credits, ore, knowledge, qic, bowl1, bowl2, bowl3, gaia, brain, vp, formers."""
        for name, amount in holdings.items():
            setattr(self.player(seat), name, amount)

    def level(self, track: int, level: int, seat: int = 0) -> None:
        levels = list(self.player(seat).research)
        levels[track] = level
        self.player(seat).research = tuple(levels)

    def build(self, piece: int, where: int, seat: int = 0) -> None:
        """Put a structure on a hex, as if it had been built long ago; an own one there is replaced."""
        player = self.player(seat)
        bit = 1 << where
        for old in range(6):
            player.buildings[old] &= ~bit
        put(self.state, seat, piece, bit)

    def clear(self, seat: int = 0) -> None:
        """Take all structures of a seat off the map."""
        player = self.player(seat)
        player.buildings = [0] * 6
        player.own = player.shared = player.stations = player.satellites = player.allied = 0
        player.reaches = []

    def mine(self, seat: int = 0) -> int:
        """The hex of the first mine of a seat."""
        return min(bits(self.player(seat).buildings[MINE]))

    def planets(self, kind: int) -> list[int]:
        """Hexes of free planets of a kind."""
        masks = {7: self.state.gaia, 8: self.state.transdim}
        mask = masks.get(kind, self.state.world.of_kind[kind])
        return list(bits(mask & ~everyone(self.state)))

    def turn(self, seat: int = 0) -> None:
        """It is the turn of a seat now, before its main action."""
        self.state.stack = [Turn(seat)]
        self.state.turn = seat
        self.state.pending = ()
        self.state.forget()

    def options(self) -> list[Action]:
        self.state.forget()
        return self.state.options()

    def can(self, action: Action) -> bool:
        self.state.forget()
        return self.state.allows(action)

    def play(self, *actions: Action) -> list[Booking]:
        """Play actions one after another; returns what was noted."""
        self.journal = Journal()
        self.state.journal = self.journal
        self.state.forget()
        for action in actions:
            self.state.play(action)
        self.state.journal = None
        return self.journal.bookings

    def points(self, seat: int = 0) -> dict[str, int]:
        """Victory points by source of the last play."""
        found: dict[str, int] = {}
        for who, what, amount, source in self.journal.bookings:
            if who == seat and what == "vp":
                found[source] = found.get(source, 0) + amount
        return found

    def finish_round(self) -> None:
        """Everybody passes and declines until the next round's first turn or the end."""
        number = self.state.round
        while self.state.round == number and self.state.asked() is not None:
            self.state.apply(self.idle())

    def idle(self) -> Action:
        """The answer that does as little as possible."""
        options = self.state.options()
        for kind in (Pass, EndTurn, Decline):
            for option in options:
                if isinstance(option, kind):
                    return option
        return options[-1]
