"""Actions as words and back: ``take ship heron old``, ``settle C4 with 1 steel``, ``advance 5 3``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from orrery.core.game import BadNotation
from orrery.core.reading import refusal
from orrery.evacuation import actions as a
from orrery.evacuation import items
from orrery.evacuation.decisions.subactions import SettleField
from orrery.evacuation.decisions.transport import LoadPlace, TransportShips
from orrery.evacuation.pack import RESOURCES, WORLDS, Triple
from orrery.evacuation.rules.progress import LANES
from orrery.evacuation.tables import KINDS

if TYPE_CHECKING:
    from orrery.evacuation.actions import Action
    from orrery.evacuation.pack import Pack
    from orrery.evacuation.state import State

BONUSES: Final = ("none", "small", "large")
SECRET: Final = {
    "PickGoal": "keep a goal",
    "PickFromPile": "keep a goal",
    "DropGoal": "return a goal",
    "KeepHand": "keep a hand",
    "TuckCard": "tuck a card",
    "DiscardCard": "discard a card",
}
"""What others hear of the answer to a secret question."""


def triple(amounts: Triple, nothing: str = "nothing") -> str:
    """Amounts of the three resources in words: ``1 food 2 energy``."""
    words = [f"{n} {name}" for n, name in zip(amounts, RESOURCES, strict=True) if n]
    return " ".join(words) or nothing


def write(state: State, action: Action) -> str:
    """The action as text."""
    return text(state.frame.pack, state, action)


def text(pack: Pack, state: State, action: Action) -> str:
    """The action in the words of the pack."""
    if isinstance(action, a.Act):
        return f"action {pack.board[action.board].id}"
    if isinstance(action, a.PlayCard):
        return f"card {pack.cards[action.card].id}"
    if isinstance(action, a.Pass):
        return "pass"
    if isinstance(action, a.PayOrder):
        return f"order {pack.orders[action.order].id}"
    if isinstance(action, a.Done):
        return "done"
    if isinstance(action, a.Forgo):
        return "forgo"
    if isinstance(action, a.Tuck):
        return f"tuck {pack.cards[action.card].id}"
    if isinstance(action, a.PayEnergy):
        return f"pay {action.old} old {action.new} new"
    if isinstance(action, a.Choose):
        return f"next {items.text(action.item)}"
    if isinstance(action, a.Gain):
        return f"gain {RESOURCES[action.resource]} {WORLDS[action.world]}"
    if isinstance(action, a.Exchange):
        return f"exchange {RESOURCES[action.give]} for {RESOURCES[action.take]} {WORLDS[action.world]}"
    if isinstance(action, a.Research):
        return f"research column {action.column + 1}"
    if isinstance(action, a.Settle):
        field = pack.fields[action.field].id
        return f"settle {field}" if action.factories is None else f"settle {field} with {triple(action.factories)}"
    if isinstance(action, a.UseFactories):
        return f"with {triple(action.factories)}"
    if isinstance(action, a.Take):
        name = state.frame.tables.ids[action.kind][action.card]
        where = f" {WORLDS[action.world]}" if action.kind < 2 else ""
        return f"take {KINDS[action.kind]} {name}{where}"
    if isinstance(action, a.Waive):
        return f"save {triple(action.less)}"
    if isinstance(action, a.PlayInfrastructure):
        return f"play {pack.infrastructures[action.card].id}"
    if isinstance(action, a.Reveal):
        return "reveal"
    if isinstance(action, a.Refresh):
        return f"refresh for {RESOURCES[action.resource]} {WORLDS[action.world]}"
    if isinstance(action, a.Under):
        return f"under {state.frame.tables.ids[action.kind][action.card]}"
    if isinstance(action, a.Prepare):
        return f"factory {RESOURCES[action.factory]} {WORLDS[action.world]}"
    if isinstance(action, a.Clone):
        return "clone"
    if isinstance(action, a.Raise):
        return f"raise {RESOURCES[action.resource]}"
    if isinstance(action, a.Fly):
        return f"fly {pack.ships[action.ship].id}"
    if isinstance(action, a.FlyBack):
        return f"return {pack.ships[action.ship].id}"
    if isinstance(action, a.LoadSite):
        return f"site {pack.sites[action.site].id}"
    if isinstance(action, a.LoadFactory):
        return f"factory {RESOURCES[action.factory]}"
    if isinstance(action, a.LoadStadium):
        return f"stadium {state.frame.tables.stadium_ids[action.stadium]}"
    if isinstance(action, a.LoadNothing):
        return "nothing"
    if isinstance(action, a.LoadResources):
        return f"cargo {triple(action.resources)}"
    if isinstance(action, a.Load):
        parts = [text(pack, state, place) for place in action.places] + [f"cargo {triple(action.resources)}"]
        return f"fly {pack.ships[action.ship].id}: {', '.join(parts)}"
    if isinstance(action, a.Power):
        return f"power {action.points}"
    if isinstance(action, a.Advance):
        return f"advance {action.front} {action.rear}" + (" rear first" if action.rear_first else "")
    if isinstance(action, a.Park):
        return f"lane {LANES[action.lane]}"
    if isinstance(action, a.Claim):
        return f"bonus {BONUSES[action.which]}"
    if isinstance(action, a.KeepGoal):
        return f"keep goal {pack.goals[action.goal].id}"
    if isinstance(action, a.ReturnGoal):
        return f"return goal {pack.goals[action.goal].id}"
    if isinstance(action, a.KeepCards):
        return "keep " + " ".join(pack.cards[card].id for card in action.cards)
    if isinstance(action, a.Discard):
        return f"discard {pack.cards[action.card].id}"
    raise TypeError(f"not an action of Evacuation: {action!r}")


def read(state: State, words: str) -> Action:
    """The answer to the pending question that the text names; raises BadNotation."""
    plain = " ".join(words.split())
    if not state.stack:
        raise BadNotation(f"{_short(words)} answers nothing: the game is over")
    low = plain.casefold()
    pack = state.frame.pack
    for option in state.options():
        if text(pack, state, option).casefold() == low:
            return option
    whole = _whole(state, plain)
    if whole is not None:
        return whole
    from orrery.evacuation.refusals import reason

    said = plain if len(plain) <= 60 else plain[:57] + "..."
    top = state.stack[-1]
    raise BadNotation(refusal(said, type(top).__name__, top.seat, possible(state), reason(state, plain)))


def _short(words: str) -> str:
    return repr(words if len(words) <= 60 else words[:57] + "...")


def possible(state: State) -> list[str]:
    """Every option as it is typed."""
    return [write(state, option) for option in state.options()]


def _whole(state: State, words: str) -> Action | None:
    """A whole answer given at once: a field with its factories, a ship with its load."""
    top = state.stack[-1]
    if isinstance(top, SettleField):
        match = re.fullmatch(r"settle (\S+) with (.+)", words, re.IGNORECASE)
        if match is not None:
            field = _find(state, "fields", match[1])
            return a.Settle(field, read_triple(match[2]))
    if isinstance(top, (TransportShips, LoadPlace)):
        match = re.fullmatch(r"fly ([^\s:]+): ?(.+)", words, re.IGNORECASE)
        if match is not None:
            ship = _find(state, "ships", match[1])
            *places, cargo = [part.strip() for part in match[2].split(",")]
            resources = re.fullmatch(r"cargo (.+)", cargo, re.IGNORECASE)
            if resources is None:
                raise BadNotation(f"a load ends with 'cargo ...' or 'cargo nothing', not {cargo!r}")
            loaded = tuple(_place(state, place) for place in places)
            return a.Load(ship, loaded, read_triple(resources[1]))
    return None


def _find(state: State, kind: str, name: str) -> int:
    ids = state.frame.pack.ids[kind]
    for known, index in ids.items():
        if known.casefold() == name.casefold():
            return index
    raise BadNotation(f"there is no {name!r} among the {kind}: {', '.join(ids)}")


def _place(state: State, words: str) -> Action:
    """What goes on one place of a ship."""
    kind, _, name = words.partition(" ")
    kind = kind.casefold()
    if kind == "nothing" and not name:
        return a.NOTHING
    if kind == "site":
        return a.LoadSite(_find(state, "sites", name))
    if kind == "factory" and name.casefold() in RESOURCES:
        return a.LoadFactory(RESOURCES.index(name.casefold()))
    if kind == "stadium":
        ids = [known.casefold() for known in state.frame.tables.stadium_ids]
        if name.casefold() in ids:
            return a.LoadStadium(ids.index(name.casefold()))
    raise BadNotation(f"a place holds 'site NAME', 'factory TYPE', 'stadium NAME' or 'nothing', not {words!r}")


def read_triple(words: str) -> Triple:
    """Amounts of resources: ``1 food 2 energy`` or ``nothing``; raises BadNotation."""
    found = [0, 0, 0]
    parts = words.casefold().split()
    if parts == ["nothing"]:
        return (0, 0, 0)
    if not parts or len(parts) % 2:
        raise BadNotation(f"expected amounts like '1 food 2 energy' or 'nothing', not {words!r}")
    for amount, name in zip(parts[::2], parts[1::2], strict=True):
        if not re.fullmatch(r"[0-9]{1,3}", amount) or name not in RESOURCES:
            raise BadNotation(f"expected amounts like '1 food 2 energy' or 'nothing', not {words!r}")
        found[RESOURCES.index(name)] += int(amount)
    return (found[0], found[1], found[2])


def heard(state: State, action: Action, seat: int | None) -> str:
    """The action as a seat may read it: a secret answer stays secret to others."""
    top = state.stack[-1]
    if top.secret and seat != top.seat:
        return SECRET[type(top).__name__]
    return write(state, action)
