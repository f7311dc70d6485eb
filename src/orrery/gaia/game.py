"""Gaia Project as a title: how positions are made, written down, read, shown and explained."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, cast, final

from orrery.core.game import Explained, Explanation, Message, Seat, Setting
from orrery.gaia import options as gaia_options
from orrery.gaia.actions import Action, EndTurn
from orrery.gaia.data.boards import FACTIONS
from orrery.gaia.state import State, settle


@final
class GaiaProject:
    """The game of 1 to 4 players; alone against the Automa."""

    name: Final = "gaia"
    rules: Final = 1
    settings: tuple[Setting, ...] = gaia_options.SETTINGS
    closes: Mapping[str, Action] = MappingProxyType({"Turn": EndTurn()})

    def complete(self, options: Mapping[str, object]) -> dict[str, object]:
        return gaia_options.complete(options)

    def formerly(self, options: Mapping[str, object], rules: int) -> Mapping[str, object]:
        return options

    def seats(self, options: Mapping[str, object]) -> int:
        return gaia_options.seats(options)

    def new(self, options: Mapping[str, object], seed: int) -> State:
        whole = self.complete(options)
        given = whole.get("position")
        if given is not None:
            return self.position(cast("Mapping[str, object]", given))
        state = State(gaia_options.table(whole, seed), seed)
        settle(state)
        return state

    def position(self, data: Mapping[str, object]) -> State:
        from orrery.gaia.position import position

        return position(data)

    def data(self, state: State) -> dict[str, object]:
        from orrery.gaia.position import data

        return data(state)

    def write(self, state: State, action: Action) -> str:
        from orrery.gaia.notation import write

        return write(state, action)

    def read(self, state: State, text: str) -> Action:
        from orrery.gaia.notation import read

        return read(state, text)

    def view(self, state: State, seat: Seat | None) -> dict[str, object]:
        from orrery.gaia.view import view

        return view(state, seat)

    def heard(self, state: State, action: Action, seat: Seat | None) -> str:
        return self.write(state, action)

    def tell(self, state: State, action: Action, seat: Seat | None) -> Message:
        from orrery.gaia.facts import tell

        return tell(state, action, seat)

    def guess(self, state: State, seat: Seat, seed: int) -> State:
        """Nothing is hidden but the Automa's deck."""
        world = state.clone()
        if world.table.solo:
            from orrery.gaia.automa.turn import reshuffled

            reshuffled(world, seed)
        return world

    def explain(self, state: State, seat: Seat) -> Explained[Action]:
        from orrery.gaia.explain import explain

        return explain(state, seat)

    def explanation(self, state: State, seat: Seat, action: Action) -> Explanation[Action]:
        from orrery.gaia.explain import explanation

        return explanation(state, seat, action)

    def ask(self, state: State, seat: Seat, name: str, args: Mapping[str, object]) -> dict[str, object]:
        """A service for composing a move; see ``orrery.gaia.ask``."""
        from orrery.gaia.ask import ask

        return ask(state, seat, name, args)

    def forget(self, state: State) -> None:
        """Drop what is remembered of this and other positions, so that a call of ``options`` can be measured."""
        from orrery.gaia.rules.federations import forget

        forget()
        state._offered = None
        for player in state.players:
            player.reaches = []

    def traits(self, state: State, seat: Seat) -> dict[str, str]:
        """What tournaments group results by."""
        return {
            "faction": FACTIONS[state.players[seat].faction],
            "federations": str(state.players[seat].federations),
        }

    arena_options: Mapping[str, object] = MappingProxyType({"factions": "random"})
    """Options of tournament games unless they say otherwise."""


GAIA: Final = GaiaProject()
