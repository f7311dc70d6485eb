"""Gaia Project as a title: how positions are made, written down, read, shown and explained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, cast, final

from orrery.core.game import BadOptions, BadPosition, Explanation, Game, NearMiss, Seat, Setting
from orrery.core.journal import Message
from orrery.core.reading import shown
from orrery.core.saying import say, why
from orrery.gaia import guess as guessing
from orrery.gaia import options, tabletop
from orrery.gaia.actions import Action, EndTurn
from orrery.gaia.data.boards import FACTIONS
from orrery.gaia.rules import federations
from orrery.gaia.setup import laid_out
from orrery.gaia.state import State
from orrery.gaia.telling import explain as explaining
from orrery.gaia.telling import facts, notation, position, services, view
from orrery.gaia.telling import printed as faces
from orrery.gaia.telling import show as drawing
from orrery.gaia.telling.records.printed import Printed
from orrery.gaia.telling.records.view import View


@final
class GaiaProject(Game[State, Action]):
    """The game of 1 to 4 players; alone against the Automa."""

    name = "gaia"
    rules = 1
    settings: tuple[Setting, ...] = options.SETTINGS
    closes: Mapping[str, Action] = MappingProxyType({"Turn": EndTurn()})
    derived: Sequence[str] = (
        "map",
        "around",
        "boosters",
        "tokens",
        "terraforming_token",
        "techs",
        "advanced_techs",
        "questions",
        "players.tiles",
        "players.federations",
    )
    tournament: Mapping[str, object] = MappingProxyType({"factions": "random"})

    def complete(self, options_: Mapping[str, object]) -> dict[str, object]:
        given = options_.get("position")
        if not isinstance(given, Mapping):
            return options.complete(options_)
        # A position says how many players there are, and so may the options.
        try:
            players = position.position(given).table.players
        except BadPosition as error:
            raise BadOptions(say("gaia.position", why=why(error))) from None
        stated = options_.get("players", players)
        if stated != players:
            raise BadOptions(say("gaia.position.players", count=players, got=shown(stated)))
        return options.complete({**options_, "players": players})

    def seats(self, options_: Mapping[str, object]) -> int:
        return options.seats(options_)

    def new(self, options_: Mapping[str, object], seed: int) -> State:
        whole = self.complete(options_)
        given = whole.get("position")
        if given is not None:
            return self.position(cast("Mapping[str, object]", given))
        return laid_out(whole, seed)

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
        return faces.printed(state.table)

    def view(self, state: State, seat: Seat | None) -> View:
        return view.view(state, seat)

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

    def service(self, state: State, seat: Seat, name: str, args: Mapping[str, object]) -> dict[str, object]:
        return services.ask(state, seat, name, args)

    def tabletop(self, name: str, args: Mapping[str, object]) -> dict[str, object]:
        return tabletop.ask(name, args)

    def traits(self, state: State, seat: Seat) -> dict[str, str]:
        """The faction, once there is one, and how many federations."""
        player = state.players[seat]
        found = {"federations": str(player.federations)}
        return found if player.faction < 0 else {"faction": FACTIONS[player.faction], **found}

    def forget(self, state: State) -> bool:
        federations.forget()
        state.forget()
        for player in state.players:
            player.reaches = []
        return True


GAIA: Final = GaiaProject()
