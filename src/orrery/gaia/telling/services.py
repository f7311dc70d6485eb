"""Services for composing a move: federations for chosen planets, and reach. They change nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from orrery.core.game import BadNotation
from orrery.core.hexes import bits
from orrery.core.journal import Message, totals
from orrery.core.saying import say
from orrery.gaia import actions as a
from orrery.gaia.decisions.turn import Turn
from orrery.gaia.phases import NO_ONE
from orrery.gaia.rules.building import offer
from orrery.gaia.rules.federations import Federation, completions
from orrery.gaia.rules.forming import payable, realm, satellites_left, verdict
from orrery.gaia.rules.reach import qic_for
from orrery.gaia.telling.explain import holdings
from orrery.gaia.telling.notation import write

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State

Json = dict[str, object]

LAYOUTS = 3
"""So many federations are proposed for chosen planets."""


def ask(state: State, seat: int, name: str, args: Mapping[str, object]) -> Json:
    """Answer a question of a page; ``docs/views/gaia.md`` lists them."""
    if name == "federation":
        return _federation(state, seat, args)
    if name == "reach":
        return _reach(state, seat)
    raise LookupError(f"there is no service {name!r}; there are: federation, reach")


def _hexes(state: State, args: Mapping[str, object], name: str) -> int:
    given = args.get(name, [])
    if not isinstance(given, list):
        raise BadNotation(say("gaia.hexes.list", field=repr(name), got=repr(given)))
    mask = 0
    for place in given:
        if not isinstance(place, str) or place not in state.world.where:
            raise BadNotation(say("gaia.hexes.none", field=repr(name), got=repr(place)))
        mask |= 1 << state.world.where[place]
    return mask


def _federation(state: State, seat: int, args: Mapping[str, object]) -> Json:
    """The cheapest federations with the chosen planets; with satellites, exactly the drawn one."""
    player = state.players[seat]
    if player.faction == NO_ONE:
        raise BadNotation(say("gaia.federation.faction"))
    chosen = _hexes(state, args, "planets")
    mine = realm(state, player)
    found: list[Federation] = []
    broken: list[Message] = []
    power = sum((mask & chosen).bit_count() * value for mask, value in mine.worth)
    if args.get("satellites"):
        judged = verdict(state, player, chosen | _hexes(state, args, "satellites"))
        power = judged.federation.power
        if judged.legal:
            found = [judged.federation]
        else:
            broken = [Message(judged.code, _plain(state, judged.values))]
    elif chosen & ~mine.own:
        broken = [Message("no_planet", {"hexes": state.world.named(chosen & ~mine.own)})]
    else:
        found = completions(mine, chosen, min(payable(player), satellites_left(player)), LAYOUTS)
        if chosen and not found:
            broken = [_why_none(state, player, chosen)]
    return {
        "layouts": [_layout(state, seat, federation) for federation in found],
        "broken": [{"key": key, "args": dict(values)} for key, values in broken],
        "power": power,
        "needed": player.rules.federation_power(player),
        "open": state.world.named(_open(state, player)),
    }


DEARER = 4
"""A federation that needs so many satellites more than can be paid is still named as too dear."""


def _why_none(state: State, player: Player, chosen: int) -> Message:
    """Why no legal federation contains the chosen planets."""
    mine = realm(state, player)
    judged = verdict(state, player, chosen)
    if judged.code in ("planet_of_other_federation", "touches_own_federation"):
        return Message(judged.code, _plain(state, judged.values))
    dearer = completions(mine, chosen, payable(player) + DEARER, 1)
    if dearer:
        cost, left = dearer[0].cost, satellites_left(player)
        if cost > left:
            return Message("limit", {"satellites": cost, "left": left})
        return Message("tokens", {"satellites": cost, "tokens": payable(player)})
    whole = mine.power(mine.own if mine.growing else mine.own & ~mine.allied)
    if whole < mine.required:
        return Message("power", {"power": whole, "required": mine.required})
    if judged.code in ("fewest", "superfluous"):
        return Message(judged.code, _plain(state, judged.values))
    return Message("none", {"planets": state.world.named(chosen)})


def _plain(state: State, values: Mapping[str, int]) -> Json:
    """Values of a verdict with masks as names."""
    return {
        name: state.world.named(value) if name in ("hexes", "planets", "example") else value
        for name, value in values.items()
    }


def _open(state: State, player: Player) -> int:
    """Hexes where a satellite of the player could lie."""
    world = state.world
    near = 0 if player.rules.growing else world.grid.grow(player.allied)
    return world.space & ~(state.lost | player.satellites | player.stations | player.allied | near)


def _layout(state: State, seat: int, federation: Federation) -> Json:
    action = a.Federate(federation.hexes)
    asked = state.stack[-1] if state.stack else None
    found: Json = {
        "planets": state.world.named(federation.planets),
        "satellites": state.world.named(federation.satellites),
        "hexes": state.world.named(federation.hexes),
        "power": federation.power,
        "text": None,
        "cost": {},
        "after": None,
    }
    if isinstance(asked, Turn) and asked.seat == seat and not asked.done:
        trial = state.followed(action)
        assert trial.journal is not None
        found["text"] = write(state, action)
        found["cost"] = totals(trial.journal.bookings, seat).cost
        found["after"] = holdings(trial.players[seat])
    return found


def _reach(state: State, seat: int) -> Json:
    """QIC needed for every hex, and the power that the seat may charge if another builds there."""
    player = state.players[seat]
    if player.faction == NO_ONE or not player.own | player.stations:
        return {"range": {}, "power": {}}
    names = state.world.names
    reach = {names[index]: qic_for(state, player, index) for index in state.world.grid.hexes}
    power = {names[index]: offer(state, player, index) for index in bits(state.world.planets)}
    return {
        "range": {name: qic for name, qic in reach.items() if qic >= 0},
        "power": {name: value for name, value in power.items() if value},
    }
