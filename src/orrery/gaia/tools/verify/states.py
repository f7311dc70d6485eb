"""Our position in the words of the records: digests, states, points by source, final counts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from orrery.core.hexes import bits
from orrery.core.journal import Booking
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.buildings import ACADEMY_RIGHT, INSTITUTE, STRUCTURES, TECH_COPIES
from orrery.gaia.data.federations import COMMON
from orrery.gaia.data.planets import GAIA, LOST
from orrery.gaia.data.scoring import FINAL_TILES, ROUND_TILES
from orrery.gaia.data.techs import FIRST_ADVANCED, SPOTS, TECHS
from orrery.gaia.data.tracks import NAVIGATION, REACH, STEP_ORE, TERRAFORMING, TRACKS
from orrery.gaia.maps import LETTERS
from orrery.gaia.phases import (
    ACTIVE,
    COVERED,
    GAIA_PHASE,
    INCOME,
    MAP,
    MINES,
    NO_ONE,
    NOT_OWNED,
    NOTHING_HERE,
    OVER,
)
from orrery.gaia.phases import BOOSTERS as BOOSTER_PHASE
from orrery.gaia.phases import FACTIONS as FACTION_PHASE
from orrery.gaia.rules.income import sources
from orrery.gaia.rules.scoring import final_count
from orrery.gaia.state import Player, State
from orrery.gaia.tools.verify import words
from orrery.gaia.tools.verify.importer import reward_text
from orrery.gaia.tools.verify.records import Json

FIRST_PRICE: Final = 3
"""Ore for a terraforming step without research; the records hold what is saved."""

_BRAIN_LETTER: Final = {0: "", 1: "B1", 2: "B2", 3: "B3", 4: "Bg"}
_BRAIN: Final[dict[int, int | str | None]] = {0: None, 1: 1, 2: 2, 3: 3, 4: "gaia"}

FACTION_SPECIALS: Final = {
    "ambas": ("swap-PI", True),
    "firaks": ("down-lab", True),
    "ivits": ("space-station", True),
    "bescods": ("up-lowest", False),
}
"""Special action of a faction, and whether it comes with the institute."""


def digest(state: State) -> str:
    """All players in one line, as the records have it after every move."""
    return "|".join(_short(player) for player in state.players)


def _short(player: Player) -> str:
    bowls = f"{player.bowl1}/{player.bowl2}/{player.bowl3}/{player.gaia}{_BRAIN_LETTER[player.brain]}"
    levels = "".join(map(str, player.research))
    return f"{player.vp},{player.credits},{player.ore},{player.knowledge},{player.qic},{bowls},{levels}"


def short_of(player: Json) -> str:
    """A player of a recorded state as the records' digests have it."""
    brain = {1: "B1", 2: "B2", 3: "B3", "gaia": "Bg"}.get(player["brainstone"], "")
    cups = "/".join(map(str, player["power"]))
    levels = "".join(map(str, player["research"]))
    plain = ",".join(str(player[name]) for name in ("vp", "credits", "ore", "knowledge", "qic"))
    return f"{plain},{cups}{brain},{levels}"


def names(state: State, mask: int) -> list[str]:
    """The hexes of a set by name, sorted as text."""
    return sorted(state.world.names[index] for index in bits(mask))


def phase(state: State) -> str:
    """The phase in their words."""
    question = state.question()
    if state.phase == OVER:
        return "endGame"
    if question == "RotateSectors" or state.phase == MAP:
        return "setupBoard"
    if state.phase == FACTION_PHASE:
        auction = state.table.choice == "auction_choose_bid" and question == "Bid"
        return "setupAuction" if auction else "setupFaction"
    if state.phase == MINES:
        return "setupBuilding"
    if state.phase == BOOSTER_PHASE:
        return "setupBooster"
    if question == "LeechOffer":
        return "roundLeech"
    if state.phase == INCOME:
        return "roundIncome"
    return "roundGaia" if state.phase == GAIA_PHASE else "roundMove"


def turn_order(state: State) -> list[int]:
    """Seats as the records list them: those still in the round, in set-up those still to come.

    Named rule ``set_up_order``: while factions are chosen or auctioned they list all seats but the first, except
    that in the first half of the choose-bid auction (and while the map is built) they list those still to come.
    """
    if state.phase == OVER:
        return []
    if state.phase == FACTION_PHASE:
        if state.question() == "RotateSectors":
            return list(state.queue)
        if state.table.choice == "auction_choose_bid" and state.question() == "PickFaction":
            return list(state.queue)
        return list(range(1, len(state.players)))
    if state.phase in (MINES, BOOSTER_PHASE):
        return list(state.queue)
    gone = passed(state)
    return [seat for seat in state.order if seat not in gone]


def passed(state: State) -> tuple[int, ...]:
    """Seats that have passed in the present round."""
    return () if state.phase in (INCOME, GAIA_PHASE) else state.passed


def position(state: State) -> Json:
    """The whole position as the records have it; ``income`` and ``specials`` as sorted lists."""
    world = state.world
    changes = [[world.names[index], LETTERS[GAIA]] for index in bits(state.gaia & ~world.of_kind[GAIA])]
    changes.extend([world.names[index], LETTERS[LOST]] for index in bits(state.lost))
    left = {
        words.SPOT_WORD[spot]: state.spots[spot] - TECH_COPIES + state.table.players for spot in range(len(SPOTS))
    }
    for track, kind in enumerate(state.advanced):
        left[words.SPOT_WORD[FIRST_ADVANCED + track]] = int(kind != NOTHING_HERE)
    return {
        "round": state.round,
        "phase": phase(state),
        "toMove": state.asked(),
        "turnOrder": turn_order(state),
        "passedOrder": list(passed(state)),
        "boardActionsUsed": {
            words.ACTION_WORD[number]: seat
            for number, seat in enumerate(state.acts)
            if seat != NO_ONE and state.phase != OVER
        },
        "boostersFree": sorted(words.BOOSTER_WORD[booster] for booster in state.boosters),
        "federationsLeft": {words.TOKEN_WORD[kind]: state.supply[kind] for kind in COMMON},
        "terraFederation": words.TOKEN_WORD[state.track_token] if state.track_token != NOTHING_HERE else None,
        "techsLeft": left,
        "planetChanges": sorted(changes),
        "players": [_player(state, seat) for seat in range(len(state.players))],
    }


def _player(state: State, seat: int) -> Json:
    player = state.players[seat]
    seated = state.phase not in (MAP, FACTION_PHASE)
    buildings = {
        words.PIECE_WORD[piece]: names(state, player.buildings[piece])
        for piece in STRUCTURES
        if player.buildings[piece]
    }
    if player.forming:
        buildings["gf"] = names(state, player.forming)
    if player.stations:
        buildings["sp"] = names(state, player.stations)
    on_map = player.forming.bit_count()
    return {
        "faction": words.FACTION_WORD[player.faction] if player.faction != NO_ONE else None,
        "vp": player.vp,
        "credits": player.credits,
        "ore": player.ore,
        "knowledge": player.knowledge,
        "qic": player.qic,
        "power": [player.bowl1, player.bowl2, player.bowl3, player.gaia],
        "brainstone": _BRAIN[player.brain],
        "research": list(player.research),
        "buildings": buildings,
        "shared": names(state, player.shared),
        "satellites": names(state, player.satellites),
        "fedHexes": names(state, player.allied),
        "satCount": player.satellites.bit_count(),
        "fedCount": player.federations,
        "federations": [[words.TOKEN_WORD[token >> 1], token & 1] for token in player.tokens],
        "techs": _techs(state, player),
        "booster": words.BOOSTER_WORD[player.booster] if player.booster != NOTHING_HERE else None,
        "passed": seat in passed(state),
        "range": REACH[player.research[NAVIGATION]],
        "terraDiscount": FIRST_PRICE - STEP_ORE[player.research[TERRAFORMING]],
        "gaiaformers": {
            "total": player.formers + player.parked + on_map,
            "inGaia": player.parked,
            "onBoard": on_map,
        },
        "lostPlanet": int(bool(state.lost & player.own & ~player.shared)),
        "bid": player.bid,
        "income": income(state, seat) if seated else None,
        "specials": specials(state, seat) if seated else [],
    }


def _techs(state: State, player: Player) -> list[list[object]]:
    found: list[list[object]] = []
    for spot, status in enumerate(player.techs):
        if status == NOT_OWNED:
            continue
        kind = state.table.techs[spot]
        found.append([words.SPOT_WORD[spot], words.TECH_WORD[kind], int(status == ACTIVE)])
        if status >= COVERED:
            track = status - COVERED
            upon = words.SPOT_WORD[FIRST_ADVANCED + track]
            found.append([upon, words.TECH_WORD[state.table.advanced[track]], 1])
    return sorted(found, key=str)


_INCOME: Final = (
    ("c", "credits"),
    ("o", "ore"),
    ("k", "knowledge"),
    ("q", "qic"),
    ("pw", "charge"),
    ("t", "tokens"),
)


def income(state: State, seat: int) -> dict[str, int]:
    """The sum of the coming income by resource, the booster included until it has been paid for the round."""
    player = state.players[seat]
    total = {word: 0 for word, _ in _INCOME}
    parts = [gains for gains, source in sources(state, player) if not source.startswith("booster:")]
    if booster_due(state, seat):
        parts.append(BOOSTERS[player.booster].income)
    for gains in parts:
        amounts = dict(gains.items())
        for word, name in _INCOME:
            total[word] += amounts.get(name, 0)
    return {word: amount for word, amount in total.items() if amount}


def booster_due(state: State, seat: int) -> bool:
    """Whether the booster in hand has not paid its income yet."""
    if state.players[seat].booster == NOTHING_HERE:
        return False
    return state.phase in (BOOSTER_PHASE, INCOME) or seat in passed(state)


def specials(state: State, seat: int) -> list[list[object]]:
    """Special actions that the player has, and whether they are used this round."""
    player = state.players[seat]
    found: list[list[object]] = []
    # Markers are cleared there after the last round too; a booster taken on passing has not been used.
    used = player.used if state.phase != OVER else 0
    fresh = seat in passed(state)
    word, with_institute = FACTION_SPECIALS.get(player.rules.board.id, ("", False))
    if word and (player.buildings[INSTITUTE] or not with_institute):
        found.append([word, used >> 1 & 1])
    if player.buildings[ACADEMY_RIGHT]:
        found.append([reward_text(player.rules.board.academy_special), used & 1])
    if player.booster != NOTHING_HERE:
        special = BOOSTERS[player.booster].special
        if special is not None:
            found.append(["step" if special.steps else f"range+{special.reach}", 0 if fresh else used >> 2 & 1])
    for kind in player.tiles:
        tile = TECHS[kind].special
        if tile is not None:
            found.append([reward_text(tile.gains), used >> 3 + kind & 1])
    return sorted(found, key=str)


def income_under_way(state: State) -> int | None:
    """The seat that is in the middle of its income, if any.

    Named rule ``income_under_way``: the records then show what that engine has paid so far, in the order in which
    the sources were gained in the game, and tokens before the charge about which it asks. The holdings of that seat
    are compared as soon as its income is over; everything else is compared all the same.
    """
    return state.asked() if state.phase == INCOME else None


_HOLDINGS: Final = ("credits", "ore", "knowledge", "qic", "power", "brainstone")


def holdings(path: str, seat: int) -> bool:
    """Whether a field is one of the holdings of the seat."""
    return path.startswith(tuple(f"players[{seat}].{name}" for name in _HOLDINGS))


def bowls(path: str, seat: int) -> bool:
    """Whether a field is the power of the seat."""
    return path == f"players[{seat}].power"


_BY_INCOME: Final = (*_HOLDINGS, "income", "gaiaformers")


def by_income(path: str, seat: int) -> bool:
    """Whether a field can change by an income and the Gaia phase after it."""
    if path in ("phase", "toMove", "planetChanges"):
        return True
    return path.startswith(tuple(f"players[{seat}].{name}" for name in _BY_INCOME))


def like(theirs: str, ours: str) -> bool:
    """Whether two digests of one player agree in all but holdings."""
    one, other = theirs.split(","), ours.split(",")
    return (one[0], one[-1]) == (other[0], other[-1])


def double_tokens(state: State) -> list[int]:
    """At the end of the game: seats whose tokens are worth 2 power each.

    Named rule ``half_tokens_at_end``: when everything is converted at the end, that engine gains for all tokens of
    bowl III of such a player but moves only half of them to bowl I; their number in both bowls together agrees.
    """
    if state.phase != OVER:
        return []
    return [seat for seat, player in enumerate(state.players) if player.rules.token_worth(player) > 1]


def same_but_bowls(theirs: str, ours: str) -> bool:
    """Whether two digests of one player agree, bowls I and III taken together."""
    one, other = theirs.split(","), ours.split(",")
    return one[:5] + one[6:] == other[:5] + other[6:] and _together(one[5]) == _together(other[5])


def _together(bowls: str) -> tuple[int, str, str]:
    first, second, third, area = bowls.split("/")
    return int(first) + int(third), second, area


def expected(state: Json) -> Json:
    """A state of a record brought into the order in which ``position`` lists things."""
    found = {key: value for key, value in state.items() if key != "after"}
    found["boostersFree"] = sorted(state["boostersFree"])
    found["planetChanges"] = sorted(state["planetChanges"])
    players = []
    for given in state["players"]:
        player = dict(given)
        player["buildings"] = {code: sorted(hexes) for code, hexes in given["buildings"].items() if hexes}
        for field in ("shared", "satellites", "fedHexes"):
            player[field] = sorted(given[field])
        player["techs"] = sorted(given["techs"], key=str)
        player["specials"] = sorted(given["specials"], key=str)
        if given["faction"] is None:
            player["bid"] = 0  # named rule ``outbid``: the last bid of a seat that was outbid means nothing
        if isinstance(given["income"], str):
            player["income"] = words.amounts(given["income"])
        players.append(player)
    found["players"] = players
    return found


def differences(wanted: Any, got: Any, path: str = "") -> Iterable[tuple[str, Any, Any]]:
    """(field, expected, got) wherever two states differ; fields that only one of them has differ too."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        for key in [*wanted, *(key for key in got if key not in wanted)]:
            inner = f"{path}.{key}" if path else str(key)
            yield from differences(wanted.get(key), got.get(key), inner)
    elif path == "players" and isinstance(wanted, list) and isinstance(got, list) and len(wanted) == len(got):
        for seat, (theirs, ours) in enumerate(zip(wanted, got, strict=True)):
            yield from differences(theirs, ours, f"players[{seat}]")
    elif wanted != got:
        yield path, wanted, got


# Points by source


def breakdown(state: State, bookings: Iterable[Booking]) -> list[dict[str, int]]:
    """Points by their sources, from the bookings of the whole game."""
    found: list[dict[str, int]] = [{} for _ in state.players]
    for booking in bookings:
        if booking.what != "vp" or booking.source == "start":
            continue
        source = source_word(state, booking.source)
        row = found[booking.seat]
        row[source] = row.get(source, 0) + booking.amount
    return [{source: amount for source, amount in row.items() if amount} for row in found]


_PLAIN: Final = {"resources": "spend", "charge": "charge", "bid": "bid"}


def source_word(state: State, source: str) -> str:
    """Their word for a source of points of ours."""
    kind, _, name = source.partition(":")
    if kind == "round":
        tile = next(n for n, one in enumerate(ROUND_TILES) if one.id == name)
        return f"round{state.table.round_tiles.index(tile) + 1}"
    if kind == "booster":
        return words.BOOSTER_WORD[next(n for n, tile in enumerate(BOOSTERS) if tile.id == name)]
    if kind == "tech":
        tile = next(n for n, one in enumerate(TECHS) if one.id == name)
        if tile < FIRST_ADVANCED:
            return f"tech-{words.SPOT_WORD[state.table.techs.index(tile)]}"
        return words.SPOT_WORD[FIRST_ADVANCED + state.table.advanced.index(tile)]
    if kind == "federation":
        return "federation"
    if kind == "research":
        return words.TRACK_WORD[TRACKS.index(name)]
    if kind == "final":
        return f"final{state.table.final_tiles.index(FINAL_TILES.index(name)) + 1}"
    if kind == "action":
        return {"qic_rescore_federation": "qic2", "qic_vp_planet_types": "qic3"}.get(name, name)
    if kind == "faction":
        return name
    return _PLAIN.get(source, source)


def final_counts(state: State) -> dict[str, list[int]]:
    """Count of every seat for each final tile."""
    return {
        words.FINAL_WORD[tile]: [final_count(state, seat, tile) for seat in range(len(state.players))]
        for tile in state.table.final_tiles
    }
