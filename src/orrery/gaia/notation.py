"""Actions as text and back: ``terrans build mine 5B3``.

Each action is a verb and its objects, after the name of who acts: the faction, or ``p1`` to ``p4`` before the
seat has one. A turn can be written in one line, its actions joined by ``. ``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from orrery.core.game import BadNotation, IllegalAction
from orrery.core.hexes import bits
from orrery.core.match import TABLE, Match
from orrery.gaia import actions as a
from orrery.gaia.data.actions import BOARD_ACTION, BOARD_ACTIONS, CONVERSION, CONVERSIONS
from orrery.gaia.data.boards import BOARD, FACTIONS
from orrery.gaia.data.boosters import BOOSTER, BOOSTERS
from orrery.gaia.data.buildings import BUILDING, BUILDINGS
from orrery.gaia.data.federations import TOKEN, TOKENS
from orrery.gaia.data.techs import SPOT, SPOTS, TECHS
from orrery.gaia.data.tracks import TRACK, TRACKS
from orrery.gaia.state import NO_ONE, State

SPECIALS: Final = ("academy", "faction", "booster", *(tile.id for tile in TECHS))
"""Special actions by number."""
SPECIAL: Final = {name: number for number, name in enumerate(SPECIALS)}

ADVANCED_SPOTS: Final = tuple(f"advanced_{track}" for track in TRACKS)
ALL_SPOTS: Final = (*SPOTS, *ADVANCED_SPOTS)
ALL_SPOT: Final = {name: number for number, name in enumerate(ALL_SPOTS)}

PLACES: Final = {"discard": a.BRAIN_GONE, "bowl1": 1, "bowl2": 2, "bowl3": 3, "gaia": a.BRAIN_GAIA}
PLACE: Final = {number: name for name, number in PLACES.items()}

GAIA_WAYS: Final = 4
"""The first conversions, those of power into something, are what the Gaia phase may exchange for."""


def who(state: State, seat: int) -> str:
    """How the notation calls a seat now."""
    faction = state.players[seat].faction
    return f"p{seat + 1}" if faction == NO_ONE else FACTIONS[faction]


def write(state: State, action: a.Action) -> str:
    """The action as an answer to the pending question."""
    seat = state.asked()
    name = "" if seat is None else who(state, seat)
    return f"{name} {phrase(state, action)}"


def phrase(state: State, action: a.Action) -> str:
    """The action without who acts."""
    return _WRITERS[type(action).__name__](state, action)


def _hex(state: State, index: int) -> str:
    return state.world.names[index]


def _faces(state: State) -> list[str]:
    return [placement.face for placement in state.world.placements]


def _build(state: State, action: a.Action) -> str:
    assert isinstance(action, a.Build)
    return f"build {BUILDINGS[action.piece]} {_hex(state, action.where)}"


def _charge(state: State, action: a.Action) -> str:
    assert isinstance(action, a.Charge)
    extra = ("", " then token", " after token")[action.token]
    return f"charge {action.amount}{extra}"


def _bowls(state: State, action: a.Action) -> str:
    assert isinstance(action, a.FromBowls)
    extra = " with brainstone" if action.brainstone else ""
    return f"from bowls {action.one} {action.two} {action.three}{extra}"


def _simple(verb: str, names: Iterable[str] | None = None) -> Callable[[State, a.Action], str]:
    """A verb whose one value is a place in a table of names, a hex, or nothing."""
    words = None if names is None else tuple(names)

    def written(state: State, action: a.Action) -> str:
        values = action.values()
        if not values:
            return verb
        return f"{verb} {words[values[0]] if words is not None else _hex(state, values[0])}"

    return written


_WRITERS: Final[Mapping[str, Callable[[State, a.Action], str]]] = {
    "Lay": lambda state, action: f"lay {_faces(state)[action.values()[0]]} turned {action.values()[1]}",
    "Choose": _simple("choose", FACTIONS),
    "Bid": lambda state, action: f"bid {FACTIONS[action.values()[0]]} {action.values()[1]}",
    "Settle": _simple("settle"),
    "Take": _simple("take", (tile.id for tile in BOOSTERS)),
    "Build": _build,
    "Federate": lambda state, action: (
        f"federate {','.join(sorted(_hex(state, index) for index in bits(action.values()[0])))}".rstrip()
    ),
    "Research": _simple("research", TRACKS),
    "Act": _simple("act", (action.id for action in BOARD_ACTIONS)),
    "Use": _simple("use", SPECIALS),
    "Pass": lambda state, action: (
        "pass" + (f" {BOOSTERS[action.values()[0]].id}" if action.values()[0] != a.NONE else "")
    ),
    "Convert": _simple("convert", (way.id for way in CONVERSIONS)),
    "Burn": _simple("burn"),
    "EndTurn": _simple("end turn"),
    "TakeTech": _simple("tech", ALL_SPOTS),
    "Cover": _simple("cover", SPOTS),
    "Advance": _simple("advance", TRACKS),
    "PlaceLost": _simple("lost planet"),
    "TakeToken": _simple("token", (token.id for token in TOKENS)),
    "Rescore": _simple("rescore", (token.id for token in TOKENS)),
    "Charge": _charge,
    "Decline": _simple("decline"),
    "TakeIncome": lambda state, action: f"income power {action.values()[0]} tokens {action.values()[1]}",
    "Brainstone": lambda state, action: f"brainstone {PLACE[action.values()[0]]}",
    "Exchange": lambda state, action: (
        "exchange " + ("tile" if action.values()[0] == a.TILE else CONVERSIONS[action.values()[0]].id)
    ),
    "FromBowls": _bowls,
    "Swap": _simple("swap"),
    "Done": _simple("done"),
}


def read(state: State, text: str) -> a.Action:
    """The action that the text names as an answer to the pending question."""
    seat = state.asked()
    if seat is None:
        raise BadNotation(f"{text!r}: the game is over, nobody is asked")
    words = text.split()
    name = who(state, seat)
    names = (name, f"p{seat + 1}")
    if not words:
        raise BadNotation(f"expected an answer to {state.question()} such as '{name} ...', got nothing")
    if words[0] not in names:
        if words[0] in _READERS:
            raise BadNotation(f"{text!r} does not say who acts: it begins with {name!r} now")
        raise BadNotation(f"{text!r}: {name} is asked for {state.question()}, not {words[0]!r}")
    if len(words) == 1:
        raise BadNotation(f"{text!r} does not say what {name} does; verbs are {', '.join(sorted(_READERS))}")
    return parse(state, words[1:])


def parse(state: State, words: list[str]) -> a.Action:
    """The action of these words, without who acts."""
    verb, objects = words[0], words[1:]
    reader = _READERS.get(verb)
    if reader is None:
        raise BadNotation(f"{verb!r} is no verb; there are {', '.join(sorted(_READERS))}")
    return reader(state, verb, objects)


Reader = Callable[[State, str, list[str]], a.Action]


def _expect(verb: str, objects: list[str], pattern: str) -> list[str]:
    """The objects that stand for the capital words of the pattern, the small ones being there as written."""
    wanted = pattern.split()
    if len(objects) != len(wanted) or any(
        word.islower() and word != given for word, given in zip(wanted, objects, strict=True)
    ):
        raise BadNotation(f"expected '{' '.join((verb, *wanted))}', got '{' '.join((verb, *objects))}'")
    return [given for word, given in zip(wanted, objects, strict=True) if not word.islower()]


def _of(verb: str, what: str, names: Mapping[str, int], given: str) -> int:
    if given not in names:
        raise BadNotation(f"{verb}: there is no {what} {given!r}; there are {', '.join(names)}")
    return names[given]


def _where(state: State, verb: str, given: str) -> int:
    index = state.world.where.get(given)
    if index is None:
        raise BadNotation(f"{verb}: there is no hex {given!r} on this map")
    return index


def _count(verb: str, given: str) -> int:
    if not (given.isascii() and given.isdigit() and len(given) < 6):
        raise BadNotation(f"{verb}: expected a number, got {given!r}")
    return int(given)


def _named(make: Callable[[int], a.Action], what: str, names: Mapping[str, int]) -> Reader:
    def reader(state: State, verb: str, objects: list[str]) -> a.Action:
        (given,) = _expect(verb, objects, what.upper())
        return make(_of(verb, what, names, given))

    return reader


def _at(make: Callable[[int], a.Action]) -> Reader:
    def reader(state: State, verb: str, objects: list[str]) -> a.Action:
        (given,) = _expect(verb, objects, "HEX")
        return make(_where(state, verb, given))

    return reader


def _bare(make: Callable[[], a.Action], rest: str = "") -> Reader:
    def reader(state: State, verb: str, objects: list[str]) -> a.Action:
        _expect(verb, objects, rest)
        return make()

    return reader


def _read_lay(state: State, verb: str, objects: list[str]) -> a.Action:
    face, turns = _expect(verb, objects, "SECTOR turned TURNS")
    faces = {name: number for number, name in enumerate(_faces(state))}
    return a.Lay(_of(verb, "sector", faces, face), _count(verb, turns))


def _read_bid(state: State, verb: str, objects: list[str]) -> a.Action:
    faction, amount = _expect(verb, objects, "FACTION POINTS")
    return a.Bid(_of(verb, "faction", BOARD, faction), _count(verb, amount))


def _read_build(state: State, verb: str, objects: list[str]) -> a.Action:
    piece, where = _expect(verb, objects, "BUILDING HEX")
    return a.Build(_of(verb, "building", BUILDING, piece), _where(state, verb, where))


def _read_federate(state: State, verb: str, objects: list[str]) -> a.Action:
    if not objects:
        # A growing federation may have reached its next token by what has joined it already.
        return a.Federate(0)
    (given,) = _expect(verb, objects, "HEX,HEX,...")
    hexes = 0
    for name in given.split(","):
        hexes |= 1 << _where(state, verb, name)
    return a.Federate(hexes)


def _read_pass(state: State, verb: str, objects: list[str]) -> a.Action:
    if not objects:
        return a.Pass(a.NONE)
    (given,) = _expect(verb, objects, "BOOSTER")
    return a.Pass(_of(verb, "booster", BOOSTER, given))


def _read_charge(state: State, verb: str, objects: list[str]) -> a.Action:
    if len(objects) == 1:
        return a.Charge(_count(verb, objects[0]))
    order = objects[1] if len(objects) == 3 else "then"
    (amount,) = _expect(verb, objects, f"POWER {'after' if order == 'after' else 'then'} token")
    return a.Charge(_count(verb, amount), a.TOKEN_BEFORE if order == "after" else a.TOKEN_AFTER)


def _read_income(state: State, verb: str, objects: list[str]) -> a.Action:
    power, tokens = _expect(verb, objects, "power POWER tokens TOKENS")
    return a.TakeIncome(_count(verb, power), _count(verb, tokens))


def _read_exchange(state: State, verb: str, objects: list[str]) -> a.Action:
    (given,) = _expect(verb, objects, "CONVERSION")
    ways = {CONVERSIONS[number].id: number for number in range(GAIA_WAYS)}
    return a.Exchange(_of(verb, "exchange", {**ways, "tile": a.TILE}, given))


def _read_bowls(state: State, verb: str, objects: list[str]) -> a.Action:
    brain = objects[-2:] == ["with", "brainstone"]
    numbers = _expect(verb, objects, "bowls I II III" + (" with brainstone" if brain else ""))
    one, two, three = (_count(verb, number) for number in numbers)
    return a.FromBowls(one, two, three, int(brain))


_READERS: Final[Mapping[str, Reader]] = {
    "lay": _read_lay,
    "choose": _named(a.Choose, "faction", BOARD),
    "bid": _read_bid,
    "settle": _at(a.Settle),
    "take": _named(a.Take, "booster", BOOSTER),
    "build": _read_build,
    "federate": _read_federate,
    "research": _named(a.Research, "area", TRACK),
    "act": _named(a.Act, "action", BOARD_ACTION),
    "use": _named(a.Use, "special", SPECIAL),
    "pass": _read_pass,
    "convert": _named(a.Convert, "conversion", CONVERSION),
    "burn": _bare(a.Burn),
    "end": _bare(a.EndTurn, "turn"),
    "tech": _named(a.TakeTech, "spot", ALL_SPOT),
    "cover": _named(a.Cover, "spot", SPOT),
    "advance": _named(a.Advance, "area", TRACK),
    "lost": lambda state, verb, objects: a.PlaceLost(_where(state, verb, _expect(verb, objects, "planet HEX")[0])),
    "token": _named(a.TakeToken, "token", TOKEN),
    "rescore": _named(a.Rescore, "token", TOKEN),
    "charge": _read_charge,
    "decline": _bare(a.Decline),
    "income": _read_income,
    "brainstone": _named(a.Brainstone, "place", PLACES),
    "exchange": _read_exchange,
    "from": _read_bowls,
    "swap": _at(a.Swap),
    "done": _bare(a.Done),
}


def turns(match: Match) -> list[str]:
    """The match a turn a line: who acts, then what was done, joined by ``. ``."""
    lines: list[str] = []
    last = ""
    for number in match.line:
        entry = match.entries[number]
        if entry.question in TABLE:
            continue
        name, _, rest = entry.text.partition(" ")
        if name == last and not lines[-1].endswith(("end turn", "decline")):
            lines[-1] += f". {rest}"
        else:
            lines.append(f"{name} {rest}")
        last = name
    return lines


def play_line(match: Match, line: str) -> None:
    """Play a line of ``turns``; whoever is asked in between must be the one who acts."""
    name, _, rest = line.strip().partition(" ")
    for part in rest.split(". "):
        try:
            match.say(f"{name} {part}")
        except IllegalAction as error:
            raise IllegalAction(f"{part!r} of {line!r}: {error}") from None
