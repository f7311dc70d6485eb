"""What is still to be carried out: the sub-actions of an action, a card, a bonus or a technology."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from orrery.core.words import Fields, fields
from orrery.evacuation.decisions.base import Decision
from orrery.evacuation.items import (
    BUILD_STADIUM,
    EXPRESS_SHIP,
    FREE_INFRASTRUCTURE,
    GAIN,
    GAIN_FACTORY,
    GAIN_STADIUM,
    SETTLE_OCEAN,
    STADIUM_PRODUCTION,
    Items,
    item,
)
from orrery.evacuation.pack import NEW
from orrery.evacuation.pack.lookup import (
    CROWDED_SPACES,
    EXTRA_FACTORY,
    FACTORY_BOOST,
    IGNORE_SYMBOL,
    OTHER_TERRAIN,
    RETURN_FLIGHT,
    SHIFT_POWER,
    TURNING_POINT_GAIN,
    WIDER_CHOICE,
)
from orrery.evacuation.rules.resources import note, raise_production
from orrery.evacuation.words import FLAG, ITEMS, MAY, SOURCE

if TYPE_CHECKING:
    from orrery.evacuation.state import State

ABILITIES: Final = {
    "return_flight": RETURN_FLIGHT,
    "ignore_symbol": IGNORE_SYMBOL,
    "turning_point_gain": TURNING_POINT_GAIN,
    "other_terrain": OTHER_TERRAIN,
    "crowded_spaces": CROWDED_SPACES,
    "wider_choice": WIDER_CHOICE,
    "shift_power": SHIFT_POWER,
}
"""Permanent technologies that are one ability."""


@final
class Agenda(Decision):
    """Sub-actions to be carried out, one after the other."""

    __slots__ = ("any_order", "items", "may", "source")

    holds: ClassVar[Fields] = fields(items=ITEMS, source=SOURCE, any_order=FLAG, may=MAY)

    def __init__(self, seat: int, items: Items, source: str, any_order: int = 0, may: int = 0) -> None:
        self.seat = seat
        self.items: Final = items
        self.source: Final = source
        self.any_order: Final = any_order
        """1 for played action cards: the player chooses the order (EV-ADV-4)."""
        self.may: Final = may
        """1 for instant effects and bonuses: each may be forgone (EV-AMB-54)."""

    def arrive(self, state: State) -> bool:
        state.stack.pop()
        state.carry_out(self)
        return True


def reward(state: State, seat: int, items: Items, source: str) -> None:
    """Carry out an instant effect or a bonus."""
    state.stack.append(Agenda(seat, items, source, 0, int(state.table.may_decline)))


def learn(state: State, seat: int, tile: int) -> None:
    """A technology is complete: what it allows from now on, and what it does at once (EV-TEC-4, EV-TE-1 to -18)."""
    player = state.players[seat]
    technology = state.table.pack.technologies[tile]
    effect = state.table.pack.technology_effects[technology.effect]
    state.touched = True
    note(state, "technology_complete", seat=seat, technology=technology.id, effect=effect.id)
    items: list[int] = []
    if effect.op in ABILITIES:
        player.abilities |= ABILITIES[effect.op]
        if effect.op == "crowded_spaces":
            items = [item(GAIN, effect.resource + 1)] * effect.n
    elif effect.op == "extra_factory":
        player.abilities |= EXTRA_FACTORY[effect.factory]
        items = [item(GAIN_FACTORY, effect.factory + 1, NEW + 1)]
    elif effect.op == "factory_boost":
        player.abilities |= FACTORY_BOOST[effect.factory]
        settled = player.settled_factories[effect.factory]
        if settled:
            raise_production(state, seat, effect.factory, settled, technology.id)
        items = [item(GAIN_FACTORY, effect.factory + 1, NEW + 1)]
    elif effect.op == "express_ship":
        items = [item(EXPRESS_SHIP)]
    elif effect.op == "gain_stadium":
        items = [item(GAIN_STADIUM)]
    elif effect.op == "settle_ocean":
        items = [item(SETTLE_OCEAN)]
    elif effect.op == "free_infrastructure":
        items = [item(FREE_INFRASTRUCTURE)]
    else:
        assert effect.op == "stadium_production"
        items = [item(BUILD_STADIUM), item(STADIUM_PRODUCTION)]
    if items:
        state.stack.append(Agenda(seat, tuple(items), technology.id))
