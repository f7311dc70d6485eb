"""What an action is about, in the words of views: its kind, its fields, and what else a page draws or says of it.

Most actions are told by their words alone. The records below say what is added to some of them; where one has a
``kind`` of its own, it is finer than that of the class.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict

from orrery.core.journal import Message
from orrery.gaia import actions as a
from orrery.gaia.data.actions import CONVERSIONS
from orrery.gaia.data.buildings import BUILDINGS, GAIAFORMER, INSTITUTE, MINE, SPACE_STATION
from orrery.gaia.data.planets import GAIA, PLANETS
from orrery.gaia.data.techs import TECHS
from orrery.gaia.data.tracks import TRACKS
from orrery.gaia.decisions.research import PickTrack
from orrery.gaia.decisions.setup import StartingMine
from orrery.gaia.decisions.special import PickLab
from orrery.gaia.decisions.turn import PickSite
from orrery.gaia.rules.building import mine_price, project_price, standing
from orrery.gaia.rules.forming import verdict
from orrery.gaia.rules.reach import qic_for

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State

Json = dict[str, object]


def facts(state: State, action: a.Action) -> Json:
    """``kind`` and what the action belongs to; ``docs/views/gaia.md`` lists them."""
    found = action.says.facts(state, action)
    more = MORE.get(type(action))
    if more is not None:
        found.update(more(state, action))
    return found


def tell(state: State, action: a.Action, seat: int | None) -> Message:
    """The action as a message for the log."""
    args = facts(state, action)
    return Message(str(args.pop("kind")), {"seat": state.asked(), **args})


def settled(state: State, where: int) -> str:
    """The kind of planet that a mine there would stand on."""
    if state.gaia >> where & 1:
        return PLANETS[GAIA]
    kind = state.world.kind[where]
    return PLANETS[kind] if kind >= 0 else "lost"


def _acting(state: State) -> tuple[int, Player]:
    """Who is asked."""
    seat = state.stack[-1].seat
    return seat, state.players[seat]


class MineFacts(TypedDict):
    """A mine."""

    kind: Literal["build_mine"]
    """A mine."""
    planet: str
    """The kind of planet it stands on."""
    steps: int
    """Terraforming steps."""
    free_steps: int
    """Those that an action gives."""
    qic_range: int
    """QIC spent on range."""


class ProjectFacts(TypedDict):
    """A Gaia project."""

    kind: Literal["gaia_project"]
    """A Gaia project."""
    qic_range: int
    """QIC spent on range."""


class StationFacts(TypedDict):
    """A space station."""

    kind: Literal["space_station"]
    """A space station."""
    qic_range: int
    """QIC spent on range."""


UpgradeFacts = TypedDict("UpgradeFacts", {"kind": Literal["upgrade", "downgrade"], "from": str | None})
"""An upgrade, or a lab that becomes a trading station, and what stood there."""


def _build(state: State, action: a.Build) -> MineFacts | ProjectFacts | StationFacts | UpgradeFacts:
    seat, player = _acting(state)
    top, where = state.stack[-1], action.where
    free, extra = (top.free, top.extra) if isinstance(top, PickSite) else (0, 0)
    if action.piece == MINE:
        steps = mine_price(state, seat, where, free, extra).steps
        return {
            "kind": "build_mine",
            "planet": settled(state, where),
            "steps": steps,
            "free_steps": min(free, steps),
            "qic_range": 0 if player.forming >> where & 1 else qic_for(state, player, where, extra),
        }
    if action.piece == GAIAFORMER:
        return {"kind": "gaia_project", "qic_range": project_price(state, seat, where, extra).qic}
    if action.piece == SPACE_STATION:
        return {"kind": "space_station", "qic_range": qic_for(state, player, where)}
    return {"kind": "downgrade" if isinstance(top, PickLab) else "upgrade", "from": standing(player, where)}


class PieceFacts(TypedDict):
    """What is placed on the hex."""

    building: str
    """A mine or an institute."""


def _settle(state: State, action: a.Settle) -> PieceFacts:
    top = state.stack[-1]
    return {"building": BUILDINGS[top.piece if isinstance(top, StartingMine) else MINE]}


class LostFacts(TypedDict):
    """The lost planet."""

    building: Literal["lost_planet"]
    """What stands there."""
    qic_range: int
    """QIC spent on range."""


def _lost(state: State, action: a.PlaceLost) -> LostFacts:
    return {"building": "lost_planet", "qic_range": qic_for(state, _acting(state)[1], action.where)}


SwapFacts = TypedDict("SwapFacts", {"from": str, "building": str})
"""The hex that the institute comes from."""


def _swap(state: State, action: a.Swap) -> SwapFacts:
    institute = _acting(state)[1].buildings[INSTITUTE]
    return {"from": state.world.names[institute.bit_length() - 1], "building": BUILDINGS[INSTITUTE]}


class FederationFacts(TypedDict):
    """The parts of a federation and its power value."""

    hexes: list[str]
    """All of it."""
    planets: list[str]
    """Own planets and space stations."""
    satellites: list[str]
    """New satellites."""
    power: int
    """Its power value."""


def _federate(state: State, action: a.Federate) -> FederationFacts:
    formed = verdict(state, _acting(state)[1], action.hexes).federation
    named = state.world.named
    return {
        "hexes": named(formed.hexes),
        "planets": named(formed.planets),
        "satellites": named(formed.satellites),
        "power": formed.power,
    }


class LevelFacts(TypedDict):
    """The level that is reached."""

    level: int
    """From 1 to 5."""


def _level(state: State, action: a.Research | a.Advance) -> LevelFacts:
    return {"level": _acting(state)[1].research[action.track] + 1}


class TileFacts(TypedDict):
    """A tech tile, the area it belongs to if there is one, and whether it is an advanced one."""

    tile: str
    """Which."""
    track: str | None
    """The area it belongs to; null from a free slot."""
    advanced: bool
    """Whether it is an advanced one."""


def _tech(state: State, action: a.TakeTech) -> TileFacts:
    spot = action.spot
    if spot >= a.FIRST_ADVANCED_SPOT:
        track = spot - a.FIRST_ADVANCED_SPOT
        return {"tile": TECHS[state.advanced[track]].id, "track": TRACKS[track], "advanced": True}
    under = TRACKS[spot] if spot < len(TRACKS) else None
    return {"tile": TECHS[state.table.techs[spot]].id, "track": under, "advanced": False}


class CoverFacts(TypedDict):
    """The tile that is covered."""

    tile: str
    """Which."""


def _cover(state: State, action: a.Cover) -> CoverFacts:
    return {"tile": TECHS[state.table.techs[action.spot]].id}


class ChargeFacts(TypedDict):
    """What charging costs; and, where it brings a token too, whether that comes first."""

    price: int
    """Victory points."""
    token_first: bool | None
    """Whether a token that comes with it is taken first; null if none comes."""


def _charge(state: State, action: a.Charge) -> ChargeFacts:
    first = action.token == a.TOKEN_BEFORE if action.token else None
    return {"price": max(0, action.amount - 1), "token_first": first}


class ConvertFacts(TypedDict):
    """Which conversion, how often."""

    conversion: str
    """Which; ``burn_power`` for burning."""
    times: int
    """How often."""


def _convert(state: State, action: a.Convert) -> ConvertFacts:
    return {"conversion": CONVERSIONS[action.way].id, "times": 1}


def _burn(state: State, action: a.Burn) -> ConvertFacts:
    return {"conversion": "burn_power", "times": 1}


class ExchangeFacts(TypedDict):
    """What tokens of the Gaia area are exchanged for: resources, or a tech tile."""

    gain: dict[str, int]
    """Resources."""
    conversion: str | None
    """The conversion; null for a tile."""
    tech: bool
    """Whether it is a tech tile."""


def _exchange(state: State, action: a.Exchange) -> ExchangeFacts:
    if action.way == a.TILE:
        return {"gain": {}, "conversion": None, "tech": True}
    way = CONVERSIONS[action.way]
    return {"gain": dict(way.gains.items()), "conversion": way.id, "tech": False}


class IncomeFacts(TypedDict):
    """Which kind of source, and what it gives."""

    source: Literal["charge", "tokens"]
    """Power to charge, or tokens."""
    gain: dict[str, int]
    """How much."""


def _income(state: State, action: a.TakeIncome) -> IncomeFacts:
    if action.charge:
        return {"source": "charge", "gain": {"charge": action.charge}}
    return {"source": "tokens", "gain": {"tokens": action.tokens}}


class BrainstoneFacts(TypedDict):
    """Where the brainstone will be: a bowl by number, 0 discarded, 4 the Gaia area."""

    to: int
    """The place."""


def _brainstone(state: State, action: a.Brainstone) -> BrainstoneFacts:
    return {"to": action.place}


class BowlsFacts(TypedDict):
    """Tokens that leave bowls I to III, and whether the brainstone is one of them."""

    bowls: list[int]
    """From I, II, III."""
    brainstone: bool
    """Whether it leaves."""


def _bowls(state: State, action: a.FromBowls) -> BowlsFacts:
    return {"bowls": [action.one, action.two, action.three], "brainstone": bool(action.brainstone)}


class DeclineFacts(TypedDict):
    """Declining a research step is not declining power."""

    kind: Literal["decline", "no_advance"]
    """What is declined: power, or a step."""


def _decline(state: State, action: a.Decline) -> DeclineFacts:
    return {"kind": "no_advance" if isinstance(state.stack[-1], PickTrack) else "decline"}


MORE: Final[Mapping[type[a.Action], Callable[[State, Any], Any]]] = {
    a.Settle: _settle,
    a.Build: _build,
    a.Federate: _federate,
    a.Research: _level,
    a.Advance: _level,
    a.Convert: _convert,
    a.Burn: _burn,
    a.TakeTech: _tech,
    a.Cover: _cover,
    a.PlaceLost: _lost,
    a.Charge: _charge,
    a.Decline: _decline,
    a.TakeIncome: _income,
    a.Brainstone: _brainstone,
    a.Exchange: _exchange,
    a.FromBowls: _bowls,
    a.Swap: _swap,
}
"""What is told of an action besides its words."""
