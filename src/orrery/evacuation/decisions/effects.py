"""Carrying out sub-actions: from an item to the question that asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from orrery.core.words import Fields, fields
from orrery.evacuation import items as it
from orrery.evacuation.actions import DONE, Action, Choose, Done, Forgo
from orrery.evacuation.decisions.agenda import Agenda
from orrery.evacuation.decisions.base import Decision
from orrery.evacuation.decisions.displays import BUILD, EXPRESS, GAIN, INTO_PLAY, Development, TakeCard, offer
from orrery.evacuation.decisions.subactions import (
    ClonePopulation,
    ExchangeResource,
    FreeFactory,
    GainResource,
    PrepareFactory,
    RaiseMarker,
    ResearchColumn,
    SettleField,
)
from orrery.evacuation.decisions.transport import TransportShips, begin_transport
from orrery.evacuation.decisions.turn import draw_card
from orrery.evacuation.pack import ANY, NEW, OLD
from orrery.evacuation.pack.lookup import INFRASTRUCTURE, SHIP, STADIUM, WIDER_CHOICE
from orrery.evacuation.rules.resources import populate
from orrery.evacuation.rules.settling import FREE_OCEAN, NEXT_TERRAIN, NORMAL
from orrery.evacuation.words import FLAG, ITEMS, SOURCE

if TYPE_CHECKING:
    from orrery.evacuation.items import Items
    from orrery.evacuation.state import State


def carry_out(state: State, agenda: Agenda) -> None:
    """Begin the next sub-action of an agenda; ask for the order where it is free and matters."""
    items = agenda.items
    if len(items) > 1:
        if (agenda.any_order or state.table.free_order) and len(set(items)) > 1:
            state.stack.append(EffectOrder(agenda.seat, items, agenda.source, agenda.any_order))
            return
        state.stack.append(Agenda(agenda.seat, items[1:], agenda.source, agenda.any_order, agenda.may))
    begin(state, agenda.seat, items[0], agenda.source, agenda.may)


def question(state: State, seat: int, item: int, source: str, may: int = 0) -> Decision | None:
    """The question that a sub-action asks; None for what is done without one: it has neither price nor choice."""
    op, a, b = it.op(item), it.first(item), it.second(item)
    if op == it.GAIN:
        return GainResource(seat, a - 1, source, may)
    if op == it.EXCHANGE:
        return ExchangeResource(seat, source)
    if op == it.DEVELOP:
        return Development(seat)
    if op == it.RESEARCH:
        return ResearchColumn(seat, may)
    if op == it.SETTLE:
        return SettleField(seat, NEXT_TERRAIN if a else NORMAL, b, may)
    if op == it.BUILD_SHIP:
        return TakeCard(seat, SHIP, BUILD, ANY, a, 0)
    if op == it.BUILD_STADIUM:
        return TakeCard(seat, STADIUM, BUILD, ANY, a, 0)
    if op == it.PREPARE:
        return PrepareFactory(seat, a - 1, 0, 0, may)
    if op == it.GAIN_FACTORY:
        return FreeFactory(seat, a - 1, b - 1, source, may)
    if op == it.GAIN_SHIP:
        return TakeCard(seat, SHIP, GAIN, b - 1, 0, 0)
    if op == it.CLONE:
        return ClonePopulation(seat, may)
    if op == it.MOVE_SHIPS:
        return TransportShips(seat, ())
    if op == it.EXPRESS_SHIP:
        return TakeCard(seat, SHIP, EXPRESS, OLD, 0, 0)
    if op == it.GAIN_STADIUM:
        return TakeCard(seat, STADIUM, GAIN, NEW, 0, 0)
    if op == it.SETTLE_OCEAN:
        return SettleField(seat, FREE_OCEAN, 0)
    if op == it.FREE_INFRASTRUCTURE:
        return TakeCard(seat, INFRASTRUCTURE, INTO_PLAY, ANY, 0, 0)
    if op == it.STADIUM_PRODUCTION:
        player = state.players[seat]
        return RaiseMarker(seat, len(player.stadiums[OLD]) + len(player.stadiums[NEW]), source)
    return None


def begin(state: State, seat: int, item: int, source: str, may: int = 0) -> None:
    """Carry out one sub-action: ask its question, or do it where there is nothing to ask."""
    asked = question(state, seat, item, source, may)
    if isinstance(asked, TakeCard):
        offer(state, seat, asked.kind, asked.purpose, asked.world, asked.discount)
    elif isinstance(asked, TransportShips):
        begin_transport(state, seat)
    elif asked is not None:
        state.stack.append(asked)
    elif it.op(item) == it.GAIN_POPULATION:
        populate(state, seat, 1, source)
    else:
        assert it.op(item) == it.DRAW_CARD
        draw_card(state, seat)


def is_possible(state: State, seat: int, item: int, source: str) -> bool:
    """Would this sub-action do anything now?"""
    asked = question(state, seat, item, source)
    if asked is None:
        return True
    if isinstance(asked, TakeCard) and state.players[seat].abilities & WIDER_CHOICE:
        display = state.displays[asked.kind]
        return bool(display.open or display.stack)
    return any(not isinstance(option, (Forgo, Done)) for option in asked.options(state))


@final
class EffectOrder(Decision):
    """Which sub-action comes next; what is not possible now may become so by another one (EV-ADV-4, EV-AMB-17)."""

    __slots__ = ("any_order", "items", "source")

    holds: ClassVar[Fields] = fields(items=ITEMS, source=SOURCE, any_order=FLAG)

    def __init__(self, seat: int, items: Items, source: str, any_order: int) -> None:
        self.seat = seat
        self.items: Final = items
        self.source: Final = source
        self.any_order: Final = any_order

    def options(self, state: State) -> list[Action]:
        found: list[Action] = [
            Choose(item) for item in dict.fromkeys(self.items) if is_possible(state, self.seat, item, self.source)
        ]
        if found and state.table.free_order:
            found.append(DONE)
        return found

    def resolve(self, state: State, action: Action) -> None:
        if isinstance(action, Choose):
            rest = list(self.items)
            rest.remove(action.item)
            if rest:
                state.stack.append(Agenda(self.seat, tuple(rest), self.source, self.any_order))
            begin(state, self.seat, action.item, self.source)
