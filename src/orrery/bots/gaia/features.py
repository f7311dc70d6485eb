"""What bots count in a position of Gaia Project: numbers from which a learned sum makes its worth.

Each feature is a number of one seat; ``NAMES`` says which stands where. Nothing here is a weight.
"""

from __future__ import annotations

from functools import lru_cache
from math import fsum
from typing import Final, final

from orrery.core.hexes import bits
from orrery.gaia.data.boards import BOARDS
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.buildings import ACADEMY_LEFT, ACADEMY_RIGHT, INSTITUTE, LAB, MINE, ROUNDS, STATION
from orrery.gaia.data.effects import GAIA_MINE_BUILT, MINE_BUILT, RESEARCHED, STATION_BUILT
from orrery.gaia.data.scoring import NEUTRAL, RANK_VP
from orrery.gaia.data.techs import TECHS
from orrery.gaia.data.tracks import ECONOMY, NAVIGATION, REACH, SCIENCE, TOP, TRACKS
from orrery.gaia.data.tracks import LEVELS as STEPS
from orrery.gaia.phases import NOTHING_HERE
from orrery.gaia.rules.building import big_value, worth
from orrery.gaia.rules.effects import count, planet_types, sectors
from orrery.gaia.rules.federations import fewest
from orrery.gaia.rules.forming import payable, realm, satellites_left
from orrery.gaia.rules.reach import within
from orrery.gaia.rules.scoring import NEUTRAL_UP_TO, final_count
from orrery.gaia.rules.specials import BOOSTER, FACTION, brings, held
from orrery.gaia.state import Player, State

HOLDINGS: Final = (
    "credits",
    "ore",
    "knowledge",
    "qic",
    "bowl1",
    "bowl2",
    "bowl3",
    "credits_income",
    "ore_income",
    "knowledge_income",
    "qic_income",
    "charge_income",
    "token_income",
    "building",
    "formers",
    "green",
    "tokens",
    "unpaid",
    "advanced",
    "tiles",
    "specials",
    "booster",
)
"""Features of what a player holds."""
BOARD: Final = (
    "mines",
    "stations",
    "labs",
    "institute",
    "academy_left",
    "academy_right",
    "types",
    "sectors",
    "room_home",
    "room_near",
    "room_far",
    "room_gaia",
    "forming",
    "ready",
    "hope",
    "spread",
    "finals",
    "neighbours",
)
"""Features of where a player is; most turns leave them as they are."""
NAMES: Final = HOLDINGS + BOARD
"""The features in their order."""
LEVELS: Final = tuple(tuple(f"{track} {level}" for level in range(1, TOP + 1)) for track in TRACKS)
"""Levels by research area, as features: whether it is reached."""

ORE_WORTH: Final = 1.7
"""Credits that building uses for each ore."""
FULL_CREDITS: Final = 26
DEAREST: Final = 5
"""Satellites of a federation at most that is looked at ahead of time."""
OFTEN: Final = {GAIA_MINE_BUILT: 0.6, MINE_BUILT: 1.3, STATION_BUILT: 0.8, RESEARCHED: 1.6}
"""How often in a round the moments of tech tiles come."""
GROWTH: Final[tuple[float, ...]] = (1.0, 1.2, 0.5, 0.35, 0.6, 0.8)
"""How much counts of people grow in a round, by final tile, as values of positions in play reckon with it."""
GROWN: Final[tuple[tuple[float, ...], ...]] = (
    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    (9.5, 8.8, 4.2, 1.6, 3.8, 7.2),
    (9.2, 6.9, 3.4, 1.4, 2.6, 7.0),
    (9.0, 6.0, 3.0, 1.25, 2.3, 6.7),
    (6.9, 4.9, 2.7, 1.2, 1.95, 5.1),
    (5.7, 3.7, 2.15, 0.6, 1.3, 4.5),
    (3.4, 2.1, 1.3, 0.1, 0.8, 3.2),
    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
)
"""By round: what counts grow from its first turn to the end of the game, by final tile (``orrery promises``)."""
PRESENT: Final = 0.75
"""Which part of the growth of the present round is still to come for somebody who has not passed."""
AUTOMA_RATE: Final[tuple[float, ...]] = (1.7, 1.7, 0.7, 0.7, 0.55, 1.3)
"""How much the Automa's counts grow in a round, by final tile."""
SPREAD: Final[tuple[float, ...]] = (1.6, 1.6, 0.8, 0.9, 1.0, 1.7)
"""How much counts differ from what was expected, for each root of a round to come."""
_ROOTS: Final[tuple[float, ...]] = (0.35, 1.0, 1.4, 1.7, 2.0, 2.2, 2.4)


def rounds_left(state: State) -> int:
    """Incomes still to come."""
    return ROUNDS - state.round if state.round else ROUNDS


@final
class Ahead:
    """What a plan knows of the others, who stand still in it, and what it has worked out already."""

    __slots__ = ("boards", "ends", "foreseen", "people", "surroundings")

    def __init__(self, foreseen: tuple[int, ...], ends: tuple[int, ...], people: bool) -> None:
        self.foreseen: Final = foreseen
        """See ``foresee``."""
        self.ends: Final = ends
        """See ``foresee_ends``."""
        self.people: Final = people
        """Whether rivals are people, who want what is good for them too."""
        self.boards: Final[dict[tuple[object, ...], tuple[float, int]]] = {}
        """By ``board_key``: what the features of ``BOARD`` are worth, and the satellites of the next federation."""
        self.surroundings: Final[dict[tuple[int, ...], list[float]]] = {}
        """By what it depends on: see ``_around``."""


def features(state: State, seat: int, ahead: Ahead | None = None) -> list[float]:
    """All features of a seat; see ``NAMES``. ``ahead`` is what a plan knows, if it is one."""
    found, price = board(state, seat, ahead)
    return [*holdings(state, seat, price), *found]


def holdings(state: State, seat: int, price: int) -> list[float]:
    """Features of what a seat holds, see ``HOLDINGS``; ``price`` is the satellites of its next federation."""
    player = state.players[seat]
    rounds = rounds_left(state)
    brain = player.brain
    credits_, ore, knowledge, qic, charge, tokens = _income(state, player)
    held = min(player.credits, FULL_CREDITS)
    lasting = held + rounds * credits_
    solid = ORE_WORTH * (player.ore + rounds * ore)
    green = 0
    for token in player.tokens:
        green += token & 1
    advanced = 0.0
    if rounds:
        research, open_tiles = player.research, state.advanced
        for area in range(len(research)):
            if research[area] >= TOP - 1 and open_tiles[area] != NOTHING_HERE:
                advanced += 1.0 if green else 0.4
    booster = 0.0
    if player.booster != NOTHING_HERE:
        scored = BOOSTERS[player.booster].on_pass
        if scored is not None:
            booster = float(scored.gains.vp * count(state, player, scored.counter))
    return [
        held,
        player.ore,
        player.knowledge,
        player.qic,
        player.bowl1 + player.gaia + (1 if brain in (1, 4) else 0),
        player.bowl2 + (2 if brain == 2 else 0),
        player.bowl3 + (3 if brain == 3 else 0),
        rounds * credits_,
        rounds * ore,
        rounds * knowledge,
        rounds * qic,
        rounds * charge,
        rounds * tokens,
        2.0 * lasting * solid / (lasting + solid + 1.0),
        player.formers + player.parked,
        green,
        len(player.tokens),
        0.3 * price + max(0, price - payable(player)) if price else 0.0,
        advanced,
        _tiles(state, player, rounds) if player.tiles else 0.0,
        rounds * _specials(player) if rounds else 0.0,
        booster,
    ]


def board_key(state: State, seat: int) -> tuple[object, ...]:
    """Equal only where the features of ``BOARD`` are equal, among positions of one plan of the seat."""
    player = state.players[seat]
    return (
        state.round,
        *player.buildings,
        player.shared,
        player.stations,
        player.satellites,
        player.allied,
        player.forming,
        player.federations,
        player.research[NAVIGATION],
        big_value(player),
        state.gaia,
        state.transdim,
        state.lost,
        any(state.supply),
        _others(state, seat),
    )


def _others(state: State, seat: int) -> int:
    """Hexes with structures of the others."""
    found = 0
    for number, other in enumerate(state.players):
        if number != seat:
            found |= other.own
    return found


def board(state: State, seat: int, ahead: Ahead | None = None) -> tuple[list[float], int]:
    """Features of where a seat is, see ``BOARD``; and how many satellites its next federation takes."""
    player = state.players[seat]
    rounds = rounds_left(state)
    buildings = player.buildings
    around = _around(state, seat, None if ahead is None else ahead.surroundings)
    found: list[float] = [
        buildings[MINE].bit_count(),
        buildings[STATION].bit_count(),
        buildings[LAB].bit_count(),
        1 if buildings[INSTITUTE] else 0,
        1 if buildings[ACADEMY_LEFT] else 0,
        1 if buildings[ACADEMY_RIGHT] else 0,
    ]
    found += around[:-1]
    found.append(player.forming.bit_count())
    price = _federating(state, player, found)
    found.append(finals(state, seat, rounds, () if ahead is None else ahead.foreseen))
    found.append(around[-1] * rounds)
    return found, price


def _around(state: State, seat: int, known: dict[tuple[int, ...], list[float]] | None) -> list[float]:
    """Planet types and sectors, free planets near, and how many structures of others are near.

    Upgrades leave all of it as it is, so a plan remembers it in ``known``.
    """
    player = state.players[seat]
    if known is None:
        return _surroundings(state, seat, player)
    depends = [
        player.own,
        player.shared,
        player.stations,
        player.forming,
        player.research[NAVIGATION],
        state.gaia,
        state.transdim,
        state.lost,
    ]
    for number, other in enumerate(state.players):
        if number != seat:
            depends.append(other.own)
            depends.append(other.forming)
    key = tuple(depends)
    found = known.get(key)
    if found is None:
        found = known[key] = _surroundings(state, seat, player)
    return found


def _surroundings(state: State, seat: int, player: Player) -> list[float]:
    found: list[float] = [planet_types(state, player), sectors(state, player)]
    _room(state, player, found)
    grid = state.world.grid
    near = grid.grow(grid.grow(player.own))
    beside = 0
    for number, other in enumerate(state.players):
        if number != seat:
            beside += (other.own & near).bit_count()
    found.append(min(8, beside))
    return found


def _income(state: State, player: Player) -> tuple[int, int, int, int, int, int]:
    """What a round's income brings, without the booster's, which changes."""
    buildings = player.buildings
    research = player.research
    return income_of(
        player.rules.number,
        (buildings[MINE] & ~state.lost).bit_count(),
        buildings[STATION].bit_count(),
        buildings[LAB].bit_count(),
        buildings[INSTITUTE] != 0,
        buildings[ACADEMY_LEFT] != 0,
        research[ECONOMY],
        research[SCIENCE],
        player.tiles,
    )


@lru_cache(maxsize=65536)
def income_of(
    faction: int,
    mines: int,
    stations: int,
    labs: int,
    institute: bool,
    academy: bool,
    economy: int,
    science: int,
    tiles: tuple[int, ...],
) -> tuple[int, int, int, int, int, int]:
    """Credits, ore, knowledge, QIC, charge and tokens of one income."""
    sheet = BOARDS[faction]
    parts = [sheet.base, *sheet.mines[:mines], *sheet.stations[:stations], *sheet.labs[:labs]]
    if institute:
        parts.extend(sheet.institute)
    if academy:
        parts.append(sheet.academy_income)
    parts.append(STEPS[4][economy].income)
    parts.append(STEPS[5][science].income)
    parts.extend(TECHS[kind].income for kind in tiles)
    return (
        sum(gains.credits for gains in parts),
        sum(gains.ore for gains in parts),
        sum(gains.knowledge for gains in parts),
        sum(gains.qic for gains in parts),
        sum(gains.charge for gains in parts),
        sum(gains.tokens for gains in parts),
    )


def _room(state: State, player: Player, found: list[float]) -> None:
    """Free planets near: own colour, one step, more steps, Gaia and transdim."""
    busy = 0
    for other in state.players:
        busy |= other.own | other.forming
    reach = REACH[player.research[NAVIGATION]]
    near = within(state, player, reach) & ~busy
    wider = within(state, player, reach + 2) & ~busy
    of_kind = state.world.of_kind
    home = player.rules.home
    one = of_kind[(home + 1) % 7] | of_kind[(home + 6) % 7]
    two = of_kind[(home + 2) % 7] | of_kind[(home + 5) % 7]
    found.append(min(3.0, (of_kind[home] & near).bit_count() + 0.4 * (of_kind[home] & wider).bit_count()))
    found.append(min(5.0, (one & near).bit_count() + 0.3 * (one & wider).bit_count()))
    found.append(min(4.0, float((two & near).bit_count())))
    found.append(min(4.0, (state.gaia & near).bit_count() + 0.5 * (state.transdim & near).bit_count()))


def _federating(state: State, player: Player, found: list[float]) -> int:
    """The next federation: whether it is ready, how near it is, power for more; and the satellites it takes."""
    if not any(state.supply):
        found.extend((0.0, 0.0, 0.0))
        return 0
    values = worth(state, player)
    needed = player.rules.federation_power(player)
    if player.rules.growing:
        power = player.stations.bit_count()
        for mask, value in values:
            power += mask.bit_count() * value
        short = max(0, needed - power)
        found.append(0.0 if short else 1.0)
        found.append(max(0.0, 1.0 - short / 7) ** 2)
        found.append(min(7.0, float(max(0, power - needed + 7))))
        return 0
    free = player.own & ~player.allied
    total = 0
    for mask, value in values:
        total += (mask & free).bit_count() * value
    if total >= needed:
        price = fewest(realm(state, player), min(satellites_left(player), DEAREST))
        if price >= 0:
            found.extend((1.0, 1.0, min(14.0, float(total))))
            return price
    grid = state.world.grid
    groups = [(mask & free, value) for mask, value in values if mask & free]
    best = 0
    for index in bits(free):
        near = grid.ball(index, 3)
        power = 0
        for mask, value in groups:
            power += (mask & near).bit_count() * value
        if power > best:
            best = power
            if best == total:
                break
    found.extend((0.0, min(1.0, best / needed) ** 2, min(14.0, float(total))))
    return 0


def _tiles(state: State, player: Player, rounds: int) -> float:
    """Tech tiles that pay later: on passing, and whenever something happens."""
    found = 0.0
    for kind in player.tiles:
        tile = TECHS[kind]
        if tile.on_pass is not None:
            found += tile.on_pass.gains.vp * count(state, player, tile.on_pass.counter) * (rounds + 1)
        elif tile.whenever is not None:
            found += tile.whenever.gains.vp * OFTEN.get(tile.whenever.trigger, 0.5) * (rounds + 0.5)
        elif tile.big_value:
            found += 1.2 if rounds else 0.0
    return found


def _specials(player: Player) -> float:
    """Special actions of a round, roughly in points; those of boosters are judged with the booster."""
    found = 0.0
    for number in held(player):
        if number == FACTION:
            found += 1.5
        elif number != BOOSTER:
            gains = brings(player, number)
            found += (
                1.6 * gains.qic + 0.3 * gains.credits + 0.8 * gains.ore + 1.0 * gains.knowledge + 0.3 * gains.charge
            )
    return found


def finals(state: State, seat: int, rounds: int, foreseen: tuple[int, ...] = ()) -> float:
    """Points to hope for from the final tiles; alone, points that the Automa loses are as good as own ones."""
    own, lost = final_points(state, seat, rounds, foreseen)
    return own + lost


def final_points(state: State, seat: int, rounds: int, foreseen: tuple[int, ...] = ()) -> tuple[float, float]:
    """Own points from the final tiles, and in the solo game those that the Automa loses by them.

    By where everybody is and how counts usually grow.
    """
    foreseen = foreseen or foresee(state, seat)
    roots = _ROOTS[foreseen[0]]
    rivals = (len(foreseen) - 1) // 2
    own, lost, at = 0.0, 0.0, 1
    for tile in state.table.final_tiles:
        mine = final_count(state, seat, tile)
        if mine:
            expected = round(10 * (mine + GROWTH[tile] * rounds))
            others = foreseen[at : at + rivals]
            spread = SPREAD[tile] * roots
            own += ranked(expected, others, spread)
            if state.table.solo:
                lost += ranked(others[0], others[1:], spread) - ranked(others[0], (expected, *others[1:]), spread)
        at += rivals
    return own, lost


def foresee(state: State, seat: int) -> tuple[int, ...]:
    """The rounds to come, then for each final tile the tenfold counts with which each rival may end."""
    return _foreseen(state, seat, False)


def foresee_ends(state: State, seat: int) -> tuple[int, ...]:
    """The same by what counts grow in games: for plans that reach the end, where the own counts are known."""
    return _foreseen(state, seat, True)


def _foreseen(state: State, seat: int, measured: bool) -> tuple[int, ...]:
    found = [rounds_left(state)]
    for tile in state.table.final_tiles:
        for other in range(len(state.players)):
            if other != seat:
                expected = final_count(state, other, tile) + _growth(state, other, tile, measured)
                found.append(round(10 * expected))
        if len(state.players) <= NEUTRAL_UP_TO:
            found.append(10 * NEUTRAL[tile])
    return tuple(found)


def _growth(state: State, seat: int, tile: int, measured: bool) -> float:
    """By how much the count of a rival may grow until the end of the game."""
    if seat == state.automa:
        return AUTOMA_RATE[tile] * (rounds_left(state) + _cards_left(state))
    done = not state.round or seat in state.passed
    if not measured:
        return GROWTH[tile] * (rounds_left(state) + (0.0 if done else 0.5))
    later = GROWN[state.round + 1][tile]
    return later if done else later + PRESENT * (GROWN[state.round][tile] - later)


def _cards_left(state: State) -> float:
    """Which part of its turns of the present round the Automa has still to come."""
    if not state.round or state.automa in state.passed or state.deck is None:
        return 0.0
    cards = len(state.deck.cards)
    return cards / max(1, cards + len(state.deck.played()))


def _exp(x: float) -> float:
    """The exponential function by sums and products only: mathematical libraries differ in the last digit."""
    small = x / 64
    total = term = 1.0
    for number in range(1, 12):
        term *= small / number
        total += term
    for _ in range(6):
        total *= total
    return total


@lru_cache(maxsize=65536)
def ranked(mine: int, others: tuple[int, ...], spread: float) -> float:
    """Expected points of a final tile; counts are tenfold."""
    chances = [1.0]
    for other in others:
        ahead = 1.0 / (1.0 + _exp(max(-30.0, min(30.0, (mine - other) / spread * 0.17))))
        longer = [0.0] * (len(chances) + 1)
        for number, chance in enumerate(chances):
            longer[number] += chance * (1.0 - ahead)
            longer[number + 1] += chance * ahead
        chances = longer
    return fsum(chance * RANK_VP[min(number, len(RANK_VP) - 1)] for number, chance in enumerate(chances))
