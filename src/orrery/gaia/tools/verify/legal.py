"""Legal commands: what a record lists against what we offer, both ways, with costs.

Where that engine lists otherwise on purpose, a named rule says so and is counted:

``single_answer``           we do not ask a question with one possible answer; the record lists exactly that one.
``income_after_choice``     the first list of an income lacks the item that is chosen next; added for comparison.
``brainstone_needless``     it asks about the brainstone where the sum of the income leaves no choice.
``brainstone_in_parts``     it asks about each source of an income, we about the final place: the last list counts.
``peer_missed_federation``  we offer a federation where it lists none; an exact search of its own confirms ours.
``dead_end_listed``         it lists an action that builds a mine although none can be built with it; a plain search
                            over all planets confirms that there is none.
``federation_layouts``      it lists one layout for a set of buildings; each listed one must be legal for us.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

from orrery.core.journal import Journal
from orrery.gaia import actions as a
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.buildings import GAIAFORMER, MINE
from orrery.gaia.data.techs import FIRST_ADVANCED, TECHS
from orrery.gaia.decisions.gaia import TOKENS_FOR_TILE
from orrery.gaia.decisions.income import IncomeOrder
from orrery.gaia.decisions.turn import PickSite
from orrery.gaia.rules.building import mine_price
from orrery.gaia.rules.forming import payable, satellites_left, verdict
from orrery.gaia.rules.power import may_burn, spendable
from orrery.gaia.state import State
from orrery.gaia.tools.verify import exact, words
from orrery.gaia.tools.verify.importer import price_and_gain, reward_text
from orrery.gaia.tools.verify.records import Json
from orrery.gaia.tools.verify.states import FACTION_SPECIALS, phase

Difference = tuple[str, Any, Any]
Item = tuple[Any, ...]

_PAID: Final = {"credits": "c", "ore": "o", "knowledge": "k", "qic": "q", "tokens": "t>tg"}

_ASKS: Final = {
    "tech": "PickTech",
    "cover": "CoverTech",
    "fedtile": "RescoreToken",
    "lostPlanet": "PlaceLostPlanet",
    "swap-PI": "PickSwap",
    "brainstone": "MoveBrainstone",
    "income": "IncomeOrder",
}
"""Commands that answer a question of ours which is not asked when there is one answer."""

_HELPS: Final = {"power2": (2, 0), "power6": (1, 0), "step": (1, 0), "range+3": (0, 3)}
"""Actions that build a mine: free terraforming steps and more range."""


def compare(state: State, sample: Json, move: str, prefix: str, rules: Counter[str]) -> Iterator[Difference]:
    """(field, expected, got) wherever the commands of a record and ours differ."""
    if _not_asked(state, sample):
        count = sum(_size(name, sample["args"].get(name)) for name in sample["names"])
        if sample["names"] == ["brainstone"]:
            rules["brainstone_needless"] += 1
        elif count == 1:
            rules["single_answer"] += 1
        else:
            yield "asked", sample["args"], f"seat {state.asked()} is asked {state.question()}"
        return
    if sample["names"] == ["brainstone"] and _asked_again(move, prefix):
        rules["brainstone_in_parts"] += 1
        return
    seat = state.asked()
    if seat is None:
        yield "asked", sample["names"], "the game is over"
        return
    if "player" in sample and sample["player"] != seat:
        yield "player", sample["player"], seat
        return
    if "phase" in sample and sample["phase"] != phase(state):
        yield "phase", sample["phase"], phase(state)
    ours = offered(state, seat)
    theirs = {name: sample["args"].get(name) for name in sample["names"]}
    for name in ("action", "special"):
        for word in theirs.get(name) or []:
            if (
                word in _HELPS
                and (word,) not in ours.get(name, [])
                and not exact.mine_possible(state, seat, *_HELPS[word])
            ):
                rules["dead_end_listed"] += 1
                ours.setdefault(name, []).append((word,))
    for name in sorted({*ours, *theirs} - {"federation"}):
        yield from _lists(name, theirs, ours, bool(prefix), move, rules)
    yield from _federations(state, seat, theirs.get("federation"), ours.get("federation", []), rules)


def _not_asked(state: State, sample: Json) -> bool:
    """Whether the record asks something that we do not ask now."""
    names = sample["names"]
    question = state.question()
    if names and names[0] in _ASKS:
        return question != _ASKS[names[0]]
    if set(names) <= {"up", "decline"} and "decline" in names and sample["args"]["decline"] == [["up", None]]:
        return question != "PickTrack"
    if names == ["up"] and sample["args"]["up"] and sample["args"]["up"][0][2] == "~":
        return question != "PickTrack"
    if names == ["decline"] and sample["args"]["decline"][0][0] == "tech":
        return question != "GaiaExchange"
    if names == ["spend"] and "phase" not in sample:
        return question != "GaiaExchange" and " for " in sample["after"] and "tg for" in sample["after"]
    if names == ["build"] and "phase" not in sample:
        return question not in ("PickSite", "PickLab", "PickSpace")
    return False


def _asked_again(move: str, prefix: str) -> bool:
    """Whether the next two commands of the move are both about the brainstone."""
    commands = move.partition(" ")[2].split(". ")
    done = len(prefix.split(". ")) if prefix else 0
    following = commands[done : done + 2]
    return len(following) == 2 and all(command.startswith("brainstone ") for command in following)


def _size(name: str, args: Any) -> int:
    return len(args) if isinstance(args, list) else 1


def _lists(
    name: str, theirs: Json, ours: dict[str, list[Item]], middle: bool, move: str, rules: Counter[str]
) -> Iterator[Difference]:
    """Compare the lists of one command."""
    if name not in theirs:
        yield name, None, ours[name]
        return
    listed = theirs[name]
    if listed is None:  # in the middle of a turn some commands are named without their list
        if name not in ours:
            yield name, "offered", None
        return
    if name in ("burn", "endturn", "rotate"):
        wanted: list[Item] = [(listed,)]
    else:
        wanted = [_item(name, entry) for entry in listed]
    got = ours.get(name, [])
    if name == "income":
        if not middle:
            chosen = _first_income(move)
            rules["income_after_choice"] += 1
            wanted.append(_item("income", chosen))
        missing, extra = Counter(wanted) - Counter(got), Counter(got) - Counter(wanted)
    else:
        missing, extra = Counter(set(wanted)) - Counter(set(got)), Counter(set(got)) - Counter(set(wanted))
    if missing or extra or (name not in ours and wanted):
        yield name, sorted(map(repr, missing)), sorted(map(repr, extra))


def _first_income(move: str) -> str:
    """The item that an income move takes first."""
    return move.split(" income ", 1)[1].split(".")[0].split(",")[0].strip()


def _cost(text: str | None) -> frozenset[tuple[str, int]]:
    return frozenset(words.amounts(text or "~").items())


def _item(name: str, entry: Any) -> Item:
    """An entry of a list in a form that compares."""
    if name == "build":
        return (entry[0], entry[1], _cost(entry[2]), entry[3], entry[4])
    if name == "up":
        return (entry[0], entry[1], _cost(entry[2]))
    if name == "spend":
        return (_cost(entry[0]), _cost(entry[1]), entry[2])
    if name in ("charge", "lostPlanet"):
        return (entry[0], _cost(entry[1]))
    if name == "decline":
        return (entry[0], None if entry[1] is None else _cost(entry[1]))
    if name in ("income", "pass") and isinstance(entry, str):
        return (_cost(entry),) if name == "income" else (entry,)
    return tuple(entry) if isinstance(entry, list) else (entry,)


# What we offer


def offered(state: State, seat: int) -> dict[str, list[Item]]:
    """Our options as the records list them; federations as sets of hexes."""
    found: dict[str, list[Item]] = {}
    ways: list[int] = []
    for action in state.options():
        if isinstance(action, a.Convert):
            ways.append(action.way)
            continue
        name, item = _WRITERS[type(action).__name__](state, seat, action)
        found.setdefault(name, []).append(item)
    if ways:
        found["spend"] = [_spend(state, seat, way) for way in ways]
    if state.question() == "Turn" and found.get("pass") == [("",)]:
        found["pass"] = []
    top = state.stack[-1]
    if isinstance(top, IncomeOrder):
        found["income"] = [(frozenset({("pw", amount)}),) for amount in top.charges]
        found["income"] += [(frozenset({("t", amount)}),) for amount in top.tokens]
    if state.question() == "LeechOffer":
        found["decline"] = found["charge"][:]
    if state.question() == "RotateSectors":
        found = {"rotate": [(1,)]}
    if "bid" in found:
        found["bid"] = _bids(found["bid"])
    return found


def _bids(items: list[Item]) -> list[Item]:
    """Least and highest bid shown for each faction."""
    amounts: dict[str, list[int]] = {}
    for name, amount in items:
        amounts.setdefault(name, []).append(amount)
    return [(name, min(bids), max(bids)) for name, bids in amounts.items()]


def _paid(state: State, seat: int, action: a.Action) -> frozenset[tuple[str, int]]:
    """What an action costs, by what it books when it is played."""
    copy = state.clone()
    copy.journal = Journal()
    copy.apply(action)
    total: dict[str, int] = {}
    for booking in copy.journal.bookings:
        if booking.seat == seat and booking.amount < 0 and booking.what in _PAID:
            word = _PAID[booking.what]
            total[word] = total.get(word, 0) - booking.amount
    return frozenset(total.items())


def _build(state: State, seat: int, action: a.Action) -> tuple[str, Item]:
    assert isinstance(action, a.Build)
    player = state.players[seat]
    where, piece = action.where, action.piece
    kind, steps = 0, 0
    if state.question() == "PickLab":
        kind = -1
    elif piece == MINE:
        top = state.stack[-1]
        free, extra = (top.free, top.extra) if isinstance(top, PickSite) else (0, 0)
        steps = mine_price(state, seat, where, free, extra).steps
        kind = int(bool(player.forming >> where & 1))
    elif piece < GAIAFORMER:
        kind = 1
    return "build", (words.PIECE_WORD[piece], state.world.names[where], _paid(state, seat, action), kind, steps)


def _settle(state: State, seat: int, action: a.Action) -> tuple[str, Item]:
    piece = "PI" if state.players[seat].rules.board.starts_with_institute else "m"
    return "build", (piece, state.world.names[action.values()[0]], frozenset(), 0, 0)


def _up(state: State, seat: int, action: a.Action) -> tuple[str, Item]:
    track = action.values()[0]
    cost = {("k", 4)} if isinstance(action, a.Research) else set()
    return "up", (words.TRACK_WORD[track], state.players[seat].research[track] + 1, frozenset(cost))


def _use(state: State, seat: int, action: a.Action) -> tuple[str, Item]:
    number = action.values()[0]
    player = state.players[seat]
    if number == 0:
        return "special", (reward_text(player.rules.board.academy_special),)
    if number == 1:
        return "special", (FACTION_SPECIALS[player.rules.board.id][0],)
    if number == 2:
        special = BOOSTERS[player.booster].special
        assert special is not None
        return "special", ("step" if special.steps else f"range+{special.reach}",)
    tile = TECHS[number - 3].special
    assert tile is not None
    return "special", (reward_text(tile.gains),)


def _charge(state: State, seat: int, action: a.Action) -> tuple[str, Item]:
    assert isinstance(action, a.Charge)
    text = f"{action.amount}pw"
    if action.token == a.TOKEN_AFTER:
        text = f"{text},1t"
    elif action.token == a.TOKEN_BEFORE:
        text = f"1t,{text}"
    price = max(0, action.amount - 1)
    return "charge", (text, frozenset({("vp", price)}) if price else frozenset())


def _decline(state: State, seat: int, action: a.Action) -> tuple[str, Item]:
    return "decline", ("up", None)


def _done(state: State, seat: int, action: a.Action) -> tuple[str, Item]:
    return "decline", ("tech", frozenset({("tg", TOKENS_FOR_TILE)}))


def _tech(state: State, seat: int, action: a.Action) -> tuple[str, Item]:
    spot = action.values()[0]
    kind = state.table.techs[spot] if spot < FIRST_ADVANCED else state.advanced[spot - FIRST_ADVANCED]
    return "tech", (words.SPOT_WORD[spot], words.TECH_WORD[kind])


def _cover(state: State, seat: int, action: a.Action) -> tuple[str, Item]:
    spot = action.values()[0]
    return "cover", (words.SPOT_WORD[spot], words.TECH_WORD[state.table.techs[spot]])


def _income(state: State, seat: int, action: a.Action) -> tuple[str, Item]:
    assert isinstance(action, a.TakeIncome)
    return "income", (frozenset({("pw", action.charge)} if action.charge else {("t", action.tokens)}),)


def _exchange(state: State, seat: int, action: a.Action) -> tuple[str, Item]:
    way = action.values()[0]
    if way == a.TILE:
        return "spend", (
            frozenset({("tg", TOKENS_FOR_TILE)}),
            frozenset({("tech", 1)}),
            state.players[seat].gaia // TOKENS_FOR_TILE,
        )
    price, gain = price_and_gain(way)
    tokens = price["pw"]
    times = state.players[seat].gaia // tokens
    return "spend", (frozenset({("tg", tokens)}), frozenset(gain.items()), times)


def _spend(state: State, seat: int, way: int) -> Item:
    """A conversion and how often it can be done."""
    player = state.players[seat]
    price, gain = price_and_gain(way)
    word, amount = next(iter(price.items()))
    have = {
        "pw": spendable(player, player.rules.token_worth(player)),
        "c": player.credits,
        "o": player.ore,
        "k": player.knowledge,
        "q": player.qic,
        "gf": player.formers,
        "t-a3": player.bowl3,
    }
    return (frozenset(price.items()), frozenset(gain.items()), have[word] // amount)


def _burns(state: State, seat: int, action: a.Action) -> tuple[str, Item]:
    player = state.players[seat]
    assert may_burn(player)
    return "burn", ((player.bowl2 + (1 if player.brain == 2 else 0)) // 2,)


def _named(name: str, table: dict[int, str]) -> Callable[[State, int, a.Action], tuple[str, Item]]:
    def written(state: State, seat: int, action: a.Action) -> tuple[str, Item]:
        return name, (table[action.values()[0]],)

    return written


def _placed(name: str) -> Callable[[State, int, a.Action], tuple[str, Item]]:
    def written(state: State, seat: int, action: a.Action) -> tuple[str, Item]:
        return name, (state.world.names[action.values()[0]],)

    return written


def _lost(state: State, seat: int, action: a.Action) -> tuple[str, Item]:
    return "lostPlanet", (state.world.names[action.values()[0]], _paid(state, seat, action))


_WRITERS: Final[dict[str, Callable[[State, int, a.Action], tuple[str, Item]]]] = {
    "Lay": lambda state, seat, action: ("rotate", (1,)),
    "Choose": _named("faction", words.FACTION_WORD),
    "Bid": lambda state, seat, action: ("bid", (words.FACTION_WORD[action.values()[0]], action.values()[1])),
    "Settle": _settle,
    "Take": _named("booster", words.BOOSTER_WORD),
    "Build": _build,
    "Federate": lambda state, seat, action: ("federation", (action.values()[0],)),
    "Research": _up,
    "Advance": _up,
    "Act": _named("action", words.ACTION_WORD),
    "Use": _use,
    "Pass": lambda state, seat, action: ("pass", (words.BOOSTER_WORD.get(action.values()[0], ""),)),
    "Burn": _burns,
    "EndTurn": lambda state, seat, action: ("endturn", (1,)),
    "TakeTech": _tech,
    "Cover": _cover,
    "PlaceLost": _lost,
    "TakeToken": _named("token", words.TOKEN_WORD),
    "Rescore": _named("fedtile", words.TOKEN_WORD),
    "Charge": _charge,
    "Decline": _decline,
    "TakeIncome": _income,
    "Brainstone": _named("brainstone", words.BRAINSTONE_WORD),
    "Exchange": _exchange,
    "Swap": _placed("swap-PI"),
    "Done": _done,
}


# Federations


def _federations(
    state: State, seat: int, listed: Json | None, ours: list[Item], rules: Counter[str]
) -> Iterator[Difference]:
    """Every federation that the record lists must be legal for us; ours beyond it an exact search must confirm."""
    player = state.players[seat]
    feds = (listed or {}).get("feds") or []
    for hexes, satellites, planets, power in feds:
        rules["federation_layouts"] += 1
        mask = 0
        for name in hexes.split(","):
            mask |= 1 << state.world.where[name]
        judged = verdict(state, player, mask)
        if not judged.legal:
            yield "federation", hexes, f"refused: {judged.code} {judged.values}"
            continue
        got = (judged.federation.satellites.bit_count(), judged.federation.power)
        if got != (satellites, power):
            yield "federation", (hexes, satellites, planets, power), got
    if feds:
        tokens = sorted(word for word, kind in words.TOKEN.items() if kind < 6 and state.supply[kind])
        if sorted(listed["tiles"]) != tokens:  # type: ignore[index]  # there is a list, so there is an entry
            yield "federation.tiles", listed["tiles"], tokens  # type: ignore[index]
        if not ours:
            yield "federation", [fed[0] for fed in feds], None
    elif ours:
        least = min(ours, key=lambda item: (item[0].bit_count(), item[0]))[0]
        limit = min(payable(player), satellites_left(player))
        wrong = exact.confirms(state, seat, least, limit)
        if wrong:
            yield "federation", None, f"{_named_hexes(state, least)}: {wrong}"
        else:
            rules["peer_missed_federation"] += 1


def _named_hexes(state: State, mask: int) -> str:
    return ",".join(sorted(state.world.names[index] for index in range(mask.bit_length()) if mask >> index & 1))
