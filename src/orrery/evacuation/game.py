"""Evacuation as a title: how positions are made, written down, read, shown and explained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast, final

from orrery.core.game import BadOptions, BadPosition, Explanation, Game, NearMiss, Seat, Setting
from orrery.core.journal import Message
from orrery.core.saying import say, why
from orrery.evacuation import guess as guessing
from orrery.evacuation import options, tabletop
from orrery.evacuation.actions import Action
from orrery.evacuation.rules import scoring
from orrery.evacuation.setup import laid_out
from orrery.evacuation.state import State
from orrery.evacuation.telling import explain as explaining
from orrery.evacuation.telling import facts, notation, position, services, view
from orrery.evacuation.telling import printed as faces
from orrery.evacuation.telling import show as drawing
from orrery.evacuation.telling.records.printed import Printed
from orrery.evacuation.telling.records.view import View


@final
class Evacuation(Game[State, Action]):
    """The game of 1 to 4 players; race or points, basic or advanced actions, modules, solo."""

    name = "evacuation"
    rules = 3
    settings: tuple[Setting, ...] = options.SETTINGS
    derived: Sequence[str] = (
        "at",
        "ending",
        "stack",
        "players.supply",
        "players.sea_moved",
        "players.fulfilled",
        "players.action_marker",
    )
    # Nothing closes a question here: being done with a Transport leaves ships behind, which nobody says ahead.

    def complete(self, options_: Mapping[str, object]) -> dict[str, object]:
        given = options_.get("position")
        if isinstance(given, Mapping):
            try:
                return position.complete(given, options_)
            except BadPosition as error:
                raise BadOptions(say("evacuation.position", why=why(error))) from None
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
                raise BadOptions(say("evacuation.position", why=why(error))) from None
        return laid_out(options.pack_of(whole), whole, seed)

    def write(self, state: State, action: Action) -> str:
        return notation.write(state, action)

    def read(self, state: State, text: str) -> Action:
        return notation.read(state, text)

    def guess(self, state: State, seat: Seat, seed: int) -> State:
        return guessing.guess(state, seat, seed)

    def data(self, state: State) -> dict[str, object]:
        return cast("dict[str, object]", position.data(state))

    def position(self, data: Mapping[str, object]) -> State:
        return position.position(data)

    def printed(self, state: State) -> Printed:
        return faces.printed(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return view.view(state, seat)

    def heard(self, state: State, action: Action, seat: Seat | None) -> str:
        return notation.heard(state, action, seat)

    def tell(self, state: State, action: Action, seat: Seat | None) -> Message:
        return facts.tell(state, action, seat)

    def explain(self, state: State, seat: Seat) -> tuple[Explanation[Action], ...]:
        return explaining.explain(state, seat)

    def near(self, state: State, seat: Seat) -> tuple[NearMiss, ...]:
        return explaining.near(state, seat)

    def explanation(self, state: State, seat: Seat, action: Action) -> Explanation[Action]:
        return explaining.explanation(state, seat, action)

    def show(self, state: State, seat: Seat | None) -> str:
        return drawing.show(state, seat)

    def service(self, state: State, seat: Seat, name: str, args: Mapping[str, object]) -> dict[str, Any]:
        return services.ask(state, seat, name, args)

    def tabletop(self, name: str, args: Mapping[str, object]) -> dict[str, object]:
        return tabletop.ask(name, args)

    def traits(self, state: State, seat: Seat) -> dict[str, str]:
        """The set of technologies; in a race its goal, after all penalties."""
        player = state.players[seat]
        found: dict[str, str] = {}
        if player.technologies:
            found["technologies"] = str(state.table.pack.technologies[player.technologies[0]].set + 1)
        if state.table.race:
            met = scoring.meets_goal(state, player, scoring.final_markers(state)[seat])
            found["race goal"] = "met" if met else "missed"
        return found


EVACUATION: Final = Evacuation()
