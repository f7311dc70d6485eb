"""Questions and small values as JSON and back, with exact errors: what positions as data are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, final

from orrery.core.game import BadPosition
from orrery.core.reading import shown
from orrery.evacuation import items
from orrery.evacuation.decisions.agenda import Agenda
from orrery.evacuation.decisions.displays import Development, DiscountChoice, RefreshCards, TakeCard
from orrery.evacuation.decisions.drafting import DropGoal, KeepHand, PickFromPile, PickGoal
from orrery.evacuation.decisions.effects import EffectOrder
from orrery.evacuation.decisions.progress import (
    Arrival,
    BonusChoice,
    LaneChoice,
    PowerChoice,
    Ranking,
    SplitPower,
)
from orrery.evacuation.decisions.subactions import (
    ClonePopulation,
    ExchangeResource,
    FactorySlots,
    FreeFactory,
    GainResource,
    PrepareFactory,
    RaiseMarker,
    ResearchColumn,
    SettleField,
)
from orrery.evacuation.decisions.transport import LoadPlace, ReturnShips, TransportShips, Unload
from orrery.evacuation.decisions.turn import ActionEnergy, DiscardCard, EndTurn, OrderOffer, TuckCard, Turn
from orrery.evacuation.pack import RESOURCES, WORLDS
from orrery.evacuation.tables import KINDS

if TYPE_CHECKING:
    from orrery.evacuation.decisions.base import Decision
    from orrery.evacuation.state import State
    from orrery.evacuation.tables import Tables

Json = Any


def expect(condition: bool, path: str, expected: str, value: object) -> None:
    """Raise BadPosition unless the condition holds."""
    if not condition:
        raise BadPosition(f"{path}: expected {expected}, got {shown(value, 60)}")


def number(value: object, path: str, low: int = 0, high: int = 999_999) -> int:
    """A whole number within bounds."""
    good = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    expect(good, path, f"a whole number from {low} to {high}", value)
    assert isinstance(value, int)
    return value


def listing(value: object, path: str, length: int | None = None) -> list[Json]:
    """A list, of a given length if one is given."""
    expect(isinstance(value, (list, tuple)), path, "a list", value)
    assert isinstance(value, (list, tuple))
    if length is not None:
        expect(len(value) == length, path, f"a list of {length}", value)
    return list(value)


def mapping(value: object, path: str, names: tuple[str, ...] = ()) -> Mapping[str, Json]:
    """A map with no other names than these."""
    expect(isinstance(value, Mapping), path, "a map", value)
    assert isinstance(value, Mapping)
    for name in value:
        expect(not names or name in names, path, f"only {', '.join(names)}", name)
    return value


def word(value: object, path: str, words: tuple[str, ...]) -> int:
    """One of these words, as its number."""
    expect(isinstance(value, str) and value in words, path, f"one of {', '.join(words)}", value)
    return words.index(str(value))


def amounts(value: object, path: str) -> list[int]:
    """Food, steel and energy; what is left out is 0."""
    given = mapping(value, path, RESOURCES)
    return [number(given.get(name, 0), f"{path}.{name}") for name in RESOURCES]


def component(tables: Tables, kind: str, value: object, path: str) -> int:
    """A component by its id."""
    ids = tables.stadium_ids if kind == "stadiums" else tuple(tables.pack.ids[kind])
    expect(isinstance(value, str) and value in ids, path, f"an id of the {kind} ({', '.join(ids[:4])}, ...)", value)
    return ids.index(str(value)) if kind == "stadiums" else tables.pack.ids[kind][str(value)]


def components(tables: Tables, kind: str, value: object, path: str, unique: bool = True) -> list[int]:
    """A list of components by id, each once."""
    found = [component(tables, kind, each, f"{path}[{i}]") for i, each in enumerate(listing(value, path))]
    if unique:
        expect(len(set(found)) == len(found), path, "each one once", value)
    return found


@final
class Kind:
    """How a field of a question is written as JSON and read back."""

    def __init__(
        self,
        write: Callable[[State, Json], Json],
        read: Callable[[Tables, int, Json, str, Mapping[str, Json]], Json],
    ) -> None:
        self.write: Final = write
        self.read: Final = read


def _numbers(low: int, high: int) -> Kind:
    return Kind(lambda _s, v: v, lambda _t, _p, v, path, _f: number(v, path, low, high))


def _words(words: tuple[str, ...], first: int = 0) -> Kind:
    return Kind(lambda _s, v: words[v - first], lambda _t, _p, v, path, _f: word(v, path, words) + first)


def _component(kind: str) -> Kind:
    def write(state: State, value: Json) -> Json:
        found: Any = getattr(state.frame.pack, kind)[value]
        return found.id

    return Kind(write, lambda t, _p, v, path, _f: component(t, kind, v, path))


def _text(value: Json, path: str) -> str:
    expect(isinstance(value, str) and value.isprintable() and len(value) < 80, path, "a short text", value)
    return str(value)


def _items(value: Json, path: str) -> tuple[int, ...]:
    found = []
    for i, each in enumerate(listing(value, path)):
        expect(isinstance(each, str), f"{path}[{i}]", "a sub-action in words", each)
        try:
            found.append(items.number(each))
        except ValueError as error:
            raise BadPosition(f"{path}[{i}]: {error}") from None
    expect(bool(found), path, "at least one sub-action", value)
    return tuple(found)


def _ship_ids(state: State, ships: tuple[int, ...]) -> list[str]:
    return [state.frame.pack.ships[each].id for each in ships]


def _display_card(tables: Tables, _players: int, value: Json, path: str, fields: Mapping[str, Json]) -> int:
    return component(tables, ("ships", "stadiums", "infrastructures")[fields["kind"]], value, path)


SEAT: Final = Kind(lambda _s, v: v, lambda _t, players, v, path, _f: number(v, path, 0, players - 1))
FLAG: Final = _numbers(0, 1)
COUNT: Final = _numbers(0, 99)
RESOURCE: Final = _words(("any", *RESOURCES), -1)
WORLD: Final = _words(("any", *WORLDS), -1)
KIND: Final = _words(KINDS)
HOW: Final = _words(("normal", "next terrain", "free ocean"))
PURPOSE: Final = _words(("build", "gain", "express", "to hand", "into play"))
FIELD: Final = _component("fields")
SHIP: Final = _component("ships")
SOURCE: Final = Kind(lambda _s, v: v, lambda _t, _p, v, path, _f: _text(v, path))
ITEMS: Final = Kind(
    lambda _s, v: [items.text(each) for each in v],
    lambda _t, _p, v, path, _f: _items(v, path),
)
SHIPS: Final = Kind(
    lambda s, v: _ship_ids(s, v),
    lambda t, _p, v, path, _f: tuple(components(t, "ships", v, path)),
)
CARD: Final = Kind(lambda s, v: v, _display_card)
"""A card of the display that the field ``kind`` before it names; written by ``described`` below."""

Fields = tuple[tuple[str, Kind], ...]
_SEAT: Final[Fields] = (("seat", SEAT),)
_OFFER: Final[Fields] = (*_SEAT, ("kind", KIND), ("purpose", PURPOSE), ("world", WORLD), ("discount", COUNT))
MAY: Final = "may"
"""A field that is there only if it is set: the sub-action may be forgone (EV-AMB-54)."""
_MAY: Final[Fields] = ((MAY, FLAG),)
_AGENDA: Final[Fields] = (*_SEAT, ("items", ITEMS), ("source", SOURCE), ("any_order", FLAG))

DECISIONS: Final[Mapping[str, tuple[Any, Fields]]] = {
    cls.__name__: (cls, fields)
    for cls, fields in (
        (Turn, (*_SEAT, ("paid", FLAG))),
        (TuckCard, _SEAT),
        (ActionEnergy, (*_SEAT, ("amount", COUNT))),
        (EndTurn, _SEAT),
        (OrderOffer, _SEAT),
        (DiscardCard, _SEAT),
        (Agenda, (*_AGENDA, *_MAY)),
        (EffectOrder, _AGENDA),
        (GainResource, (*_SEAT, ("resource", RESOURCE), ("source", SOURCE), *_MAY)),
        (ExchangeResource, (*_SEAT, ("source", SOURCE))),
        (ResearchColumn, (*_SEAT, *_MAY)),
        (SettleField, (*_SEAT, ("how", HOW), ("ignore", COUNT), *_MAY)),
        (FactorySlots, (*_SEAT, ("field", FIELD), ("how", HOW))),
        (PrepareFactory, (*_SEAT, ("factory", RESOURCE), ("used", _numbers(0, 7)), ("extra", FLAG), *_MAY)),
        (FreeFactory, (*_SEAT, ("factory", RESOURCE), ("world", WORLD), ("source", SOURCE), *_MAY)),
        (ClonePopulation, (*_SEAT, *_MAY)),
        (RaiseMarker, (*_SEAT, ("steps", COUNT), ("source", SOURCE))),
        (Development, _SEAT),
        (TakeCard, (*_OFFER, ("refreshed", FLAG))),
        (RefreshCards, (*_OFFER, ("count", COUNT))),
        (DiscountChoice, (*_SEAT, ("kind", KIND), ("card", CARD), ("world", WORLD), ("discount", COUNT))),
        (TransportShips, (*_SEAT, ("flown", SHIPS))),
        (LoadPlace, (*_SEAT, ("ship", SHIP), ("place", COUNT))),
        (Unload, _SEAT),
        (ReturnShips, (*_SEAT, ("flown", SHIPS))),
        (PowerChoice, _SEAT),
        (SplitPower, (*_SEAT, ("points", _numbers(0, 9_999)))),
        (Arrival, (*_SEAT, ("marker", FLAG), ("steps", COUNT), ("moved", FLAG))),
        (LaneChoice, (*_SEAT, ("marker", FLAG), ("moved", FLAG))),
        (Ranking, _SEAT),
        (BonusChoice, _SEAT),
        (PickGoal, _SEAT),
        (PickFromPile, (*_SEAT, ("pile", FLAG))),
        (DropGoal, _SEAT),
        (KeepHand, _SEAT),
    )
}
"""Every question and step by name: its class, and its fields in the order of its constructor."""


def described(state: State, decision: Decision) -> dict[str, Json]:
    """The fields of a question in words."""
    fields = DECISIONS[type(decision).__name__][1]
    found = {name: kind.write(state, value) for (name, kind), value in zip(fields, decision.fields(), strict=False)}
    if isinstance(decision, DiscountChoice):
        found["card"] = state.frame.tables.ids[decision.kind][decision.card]
    return found


def decision(tables: Tables, players: int, value: object, path: str) -> Decision:
    """The question that JSON describes."""
    given = mapping(value, path)
    name = given.get("question")
    expect(isinstance(name, str) and name in DECISIONS, f"{path}.question", f"one of {', '.join(DECISIONS)}", name)
    cls, fields = DECISIONS[str(name)]
    mapping(value, path, ("question", *(field for field, _ in fields)))
    found: dict[str, Json] = {}
    for field, kind in fields:
        if field == MAY and field not in given:
            continue
        expect(field in given, path, f"a field {field!r}", dict(given))
        found[field] = kind.read(tables, players, given[field], f"{path}.{field}", found)
    built: Decision = cls(*found.values())
    return built
