"""Evacuation as a title: how positions are made, written down, read, shown and explained."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, cast, final

from orrery.core.game import BadOptions, BadPosition, Explained, Explanation, Message, Seat, Setting
from orrery.evacuation import ask as asking
from orrery.evacuation import explain as explaining
from orrery.evacuation import guess as guessing
from orrery.evacuation import notation, options, position, view
from orrery.evacuation.actions import Action
from orrery.evacuation.rules import scoring
from orrery.evacuation.setup import laid_out
from orrery.evacuation.state import State


@final
class Evacuation:
    """The game of 1 to 4 players; race or points, basic or advanced actions, modules, solo."""

    name: Final = "evacuation"
    rules: Final = 3
    settings: tuple[Setting, ...] = options.SETTINGS
    closes: Mapping[str, Action] = MappingProxyType({})
    """Being done with a Transport leaves ships behind: nobody says that ahead."""

    def complete(self, options_: Mapping[str, object]) -> dict[str, object]:
        given = options_.get("position")
        if isinstance(given, Mapping):
            try:
                return position.complete(given, options_)
            except BadPosition as error:
                raise BadOptions(f"position: {error}") from None
        whole = options.complete(options_)
        if any(whole[name] is not None for name in options.GIVEN):
            # A set-up that is given must be one that can be laid out.
            laid_out(options.pack_of(whole), whole, 0)
        return whole

    def formerly(self, options_: Mapping[str, object], rules: int) -> Mapping[str, object]:
        """The options of a match of an older rules number, so that it replays as it was played."""
        return options.formerly(options_, rules)

    def seats(self, options_: Mapping[str, object]) -> int:
        return int(cast("int", self.complete(options_)["players"]))

    def new(self, options_: Mapping[str, object], seed: int) -> State:
        whole = self.complete(options_)
        given = whole["position"]
        if given is not None:
            try:
                return position.position(cast("Mapping[str, object]", given), seed)
            except BadPosition as error:
                raise BadOptions(f"position: {error}") from None
        return laid_out(options.pack_of(whole), whole, seed)

    def write(self, state: State, action: Action) -> str:
        return notation.write(state, action)

    def read(self, state: State, text: str) -> Action:
        return notation.read(state, text)

    def view(self, state: State, seat: Seat | None) -> dict[str, Any]:
        return view.view(state, seat)

    def heard(self, state: State, action: Action, seat: Seat | None) -> str:
        return notation.heard(state, action, seat)

    def tell(self, state: State, action: Action, seat: Seat | None) -> Message:
        return view.tell(state, action, seat)

    def guess(self, state: State, seat: Seat, seed: int) -> State:
        return guessing.guess(state, seat, seed)

    def explain(self, state: State, seat: Seat) -> Explained[Action]:
        return explaining.explain(state, seat)

    def explanation(self, state: State, seat: Seat, action: Action) -> Explanation[Action]:
        return explaining.explanation(state, seat, action)

    def ask(self, state: State, seat: Seat, name: str, args: Mapping[str, object]) -> dict[str, Any]:
        """A service of the page; see ``orrery.evacuation.ask``."""
        return asking.ask(state, seat, name, args)

    def traits(self, state: State, seat: Seat) -> dict[str, str]:
        """What tournaments group results by: the set of technologies; in a race its goal, after all penalties."""
        player = state.players[seat]
        found = {"technologies": str(state.frame.pack.technologies[player.technologies[0]].set + 1)}
        if state.frame.race:
            met = scoring.meets_goal(state, player, scoring.final_markers(state)[seat])
            found["race goal"] = "met" if met else "missed"
        return found

    def data(self, state: State) -> dict[str, object]:
        return position.data(state)

    def position(self, data: Mapping[str, object]) -> State:
        return position.position(data)


EVACUATION: Final = Evacuation()
