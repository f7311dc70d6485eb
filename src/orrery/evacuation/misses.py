"""Near misses: what one could wish to do that is not possible now, and the reasons as codes with values.

Codes: ``short`` {what, by}, ``closed_terrain`` {terrain, turning_point}, ``lacking_symbols`` {by}, ``no_factory``
{what}, ``covered`` {area}, ``no_card``, ``same_illustration``, ``complete``, ``moved``, ``wrong_terrain`` {terrain,
place}, ``not_loadable``, ``two_turning_points``, ``in_flight``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from orrery.core.game import Message, NearMiss
from orrery.core.hexes import bits
from orrery.evacuation.actions import Act, PlayCard, PlayInfrastructure, Prepare, Research, Settle, Take
from orrery.evacuation.decisions.displays import BUILD, Development, TakeCard
from orrery.evacuation.decisions.progress import SplitPower
from orrery.evacuation.decisions.subactions import PrepareFactory, ResearchColumn, SettleField
from orrery.evacuation.decisions.transport import LoadPlace, TransportShips
from orrery.evacuation.decisions.turn import (
    OrderOffer,
    Turn,
    action_energy,
    area_open,
    energy_at_hand,
    has_cards,
    surcharge,
)
from orrery.evacuation.faces import site_terrains
from orrery.evacuation.notation import write
from orrery.evacuation.pack import ENERGY, NEW, OLD, RESOURCES, STEEL, TERRAINS, WORLDS, Triple
from orrery.evacuation.rules.progress import UNLOCKS, energy_world, splits
from orrery.evacuation.rules.resources import STOCKS
from orrery.evacuation.rules.settling import FREE_OCEAN, ignorable, lacking_symbols, may_play, terrains
from orrery.evacuation.tables import KINDS
from orrery.evacuation.view import target

if TYPE_CHECKING:
    from orrery.evacuation.actions import Action
    from orrery.evacuation.state import Player, State

MOST: Final = 60
"""More near misses than these are not listed."""


def near_misses(state: State) -> list[NearMiss]:
    """The near misses of the pending question."""
    top = state.stack[-1]
    find: Callable[[State, Any], Iterator[NearMiss]] | None = None
    if isinstance(top, Turn):
        find = _turn
    elif isinstance(top, SettleField):
        find = _fields
    elif isinstance(top, TakeCard):
        find = _cards
    elif isinstance(top, Development):
        find = _plans
    elif isinstance(top, PrepareFactory):
        find = _factories
    elif isinstance(top, ResearchColumn):
        find = _columns
    elif isinstance(top, TransportShips):
        find = _ships
    elif isinstance(top, LoadPlace):
        find = _sites
    elif isinstance(top, SplitPower):
        find = _splits
    elif isinstance(top, OrderOffer):
        find = _orders
    return list(find(state, top))[:MOST] if find is not None else []


def _short(what: str, by: int) -> Message:
    return Message("short", {"what": what, "by": by})


def _lacking(player: Player, world: int, cost: Triple, discount: int = 0) -> list[Message]:
    """Which resources of a world a cost is short of."""
    found = [
        _short(STOCKS[world * 3 + resource], amount - player.stock[world * 3 + resource])
        for resource, amount in enumerate(cost)
        if amount > player.stock[world * 3 + resource]
    ]
    total = sum(message.args["by"] for message in found)  # type: ignore[misc]  # ints, see _short
    return found if total > discount else []


def _miss(state: State, action: Action, reasons: list[Message], **facts: object) -> NearMiss:
    return NearMiss(write(state, action), tuple(reasons), {**target(state, action), **facts})


def _turn(state: State, top: Turn) -> Iterator[NearMiss]:
    """Board actions and cards that cannot be paid or are covered; orders that cannot be paid."""
    player = state.players[top.seat]
    at_hand = energy_at_hand(state, player)
    what = ("old energy", "energy", "new energy")[energy_world(state, player)]
    offered = set(state.options())
    for board, area in enumerate(state.frame.tables.board_areas):
        action = Act(board)
        if action not in offered:
            reasons = []
            energy = action_energy(state, player) + surcharge(state, player, area)
            if not has_cards(state, player):
                reasons.append(Message("no_card", {}))
            if not area_open(state, player, area):
                reasons.append(Message("covered", {"area": area}))
            if energy > at_hand:
                reasons.append(_short(what, energy - at_hand))
            yield _miss(state, action, reasons, energy=energy)
    if state.frame.advanced:
        for card in dict.fromkeys(player.hand):
            if PlayCard(card) not in offered:
                yield _miss(state, PlayCard(card), [_short(what, action_energy(state, player) - at_hand)])
    yield from _orders(state, top)


def _orders(state: State, top: Turn | OrderOffer) -> Iterator[NearMiss]:
    player = state.players[top.seat]
    for order in player.orders:
        card = state.frame.pack.orders[order]
        reasons = _lacking(player, NEW, card.cost)
        if reasons:
            yield NearMiss(f"order {card.id}", tuple(reasons), {"kind": "pay_order", "order": card.id})


def _fields(state: State, top: SettleField) -> Iterator[NearMiss]:
    """Free fields that cannot be settled."""
    player = state.players[top.seat]
    pack, tables = state.frame.pack, state.frame.tables
    open_now = terrains(state, player, top.how)
    points = {UNLOCKS[point.first]: point.id for point in pack.turning_points if point.first in UNLOCKS}
    offered = {option.field for option in state.options() if isinstance(option, Settle)}
    free = ((1 << len(pack.fields)) - 1) & ~state.settled
    for field in bits(free):
        if field in offered:
            continue
        reasons: list[Message] = []
        terrain = tables.terrain[field]
        if not open_now >> terrain & 1:
            reasons.append(
                Message("closed_terrain", {"terrain": TERRAINS[terrain], "turning_point": points.get(terrain, "")})
            )
        people = tables.populations[field]
        if people > player.population:
            reasons.append(_short("population", people - player.population))
        steel = 0 if top.how == FREE_OCEAN else people * pack.costs.settle_steel
        if steel > player.stock[NEW * 3 + STEEL]:
            reasons.append(_short("new steel", steel - player.stock[NEW * 3 + STEEL]))
        if tables.factories[field] > sum(player.new_factories):
            reasons.append(_short("factory", tables.factories[field] - sum(player.new_factories)))
        lacking = lacking_symbols(state, player, field) - ignorable(state, player, top.how, top.ignore)
        if lacking > 0:
            reasons.append(Message("lacking_symbols", {"by": lacking}))
        yield _miss(state, Settle(field), reasons, field=pack.fields[field].id)


def _cards(state: State, top: TakeCard) -> Iterator[NearMiss]:
    """Displayed cards that cannot be paid, or not be played."""
    player = state.players[top.seat]
    offered = set(state.options())
    for card in state.displays[top.kind].open + state.extra:
        if top.purpose == BUILD:
            for world in (OLD, NEW):
                action = Take(top.kind, card, world)
                if action not in offered:
                    cost = state.frame.tables.costs[top.kind][card]
                    reasons = _lacking(player, world, cost, top.discount)
                    yield _miss(state, action, reasons, kind=KINDS[top.kind], world=WORLDS[world])
        else:
            action = Take(top.kind, card, NEW)
            if action not in offered and Take(top.kind, card, OLD) not in offered:
                yield _miss(state, action, [Message("same_illustration", {})], kind=KINDS[top.kind])


def _plans(state: State, top: Development) -> Iterator[NearMiss]:
    """Infrastructures in hand that cannot be played."""
    player = state.players[top.seat]
    for card in player.plans:
        reasons = _lacking(player, NEW, state.frame.pack.infrastructures[card].cost)
        if not may_play(state, player, card):
            reasons.append(Message("same_illustration", {}))
        if reasons:
            yield _miss(state, PlayInfrastructure(card), reasons)


def _factories(state: State, top: PrepareFactory) -> Iterator[NearMiss]:
    """Factories that cannot be prepared."""
    player = state.players[top.seat]
    for factory in range(3):
        if top.factory in (-1, factory):
            for world in (OLD, NEW):
                reasons = []
                if not player.supply[factory]:
                    reasons.append(Message("no_factory", {"what": RESOURCES[factory]}))
                if not player.stock[world * 3 + factory]:
                    reasons.append(_short(STOCKS[world * 3 + factory], 1))
                if reasons:
                    yield _miss(state, Prepare(factory, world), reasons)


def _columns(state: State, top: ResearchColumn) -> Iterator[NearMiss]:
    player = state.players[top.seat]
    for column in range(3):
        if player.research[column] >= state.frame.tables.thresholds[2]:
            yield _miss(state, Research(column), [Message("complete", {})])


def _ships(state: State, top: TransportShips) -> Iterator[NearMiss]:
    """Ships that cannot fly."""
    player = state.players[top.seat]
    pack = state.frame.pack
    for code in player.ships:
        ship = pack.ships[code >> 2]
        world = code >> 1 & 1
        what = f"return {ship.id}" if world == NEW else f"fly {ship.id}"
        energy = pack.costs.return_flight if world == NEW else ship.flight
        facts = {"kind": "fly_back" if world == NEW else "fly", "ship": ship.id}
        if code & 1:
            reason = "in_flight" if code >> 2 in top.flown else "moved"
            if reason == "moved":
                yield NearMiss(what, (Message(reason, {}),), facts)
        elif energy > player.stock[world * 3 + ENERGY]:
            by = energy - player.stock[world * 3 + ENERGY]
            yield NearMiss(what, (_short(STOCKS[world * 3 + ENERGY], by),), facts)


def _sites(state: State, top: LoadPlace) -> Iterator[NearMiss]:
    """Face-up sites that do not fit the place."""
    player = state.players[top.seat]
    ship = state.frame.pack.ships[top.ship]
    if top.place >= len(ship.sites) + ship.buildings:
        return
    for index, site in enumerate(state.frame.pack.sites):
        if not player.sites >> index & 1:
            continue
        reasons: list[Message] = []
        if not site.loadable:
            reasons.append(Message("not_loadable", {}))
        else:
            if site.kind == "factory" and not player.supply[site.resource]:
                reasons.append(Message("no_factory", {"what": RESOURCES[site.resource]}))
            if top.place < len(ship.sites):
                place = ship.sites[top.place]
                if not site.terrains & place:
                    reasons.append(
                        Message(
                            "wrong_terrain",
                            {"terrain": site_terrains(site.terrains), "place": site_terrains(place)[0]},
                        )
                    )
            elif site.kind == "population":
                reasons.append(Message("not_a_building", {}))
        text = f"site {site.id}"
        if reasons and all(write(state, option) != text for option in state.options()):
            yield NearMiss(
                text, tuple(reasons), {"kind": "load_site", "site": site.id, "ship": ship.id, "place": top.place}
            )


def _splits(state: State, top: SplitPower) -> Iterator[NearMiss]:
    """Splits that would leave two turning points between the markers."""
    player = state.players[top.seat]
    last = state.frame.tables.last_column
    front, rear = player.columns
    total = min(top.points, last - front + last - rear)
    legal = {(a, b) for a, b, _ in splits(state, player, top.points)}
    for a in range(max(0, total - (last - rear)), min(total, last - front) + 1):
        b = total - a
        if (a, b) not in legal and not (front == rear and b > a):
            yield NearMiss(
                f"advance {a} {b}",
                (Message("two_turning_points", {}),),
                {"kind": "advance", "front": a, "rear": b, "rear_first": False},
            )
