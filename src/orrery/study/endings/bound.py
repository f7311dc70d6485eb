"""How much a seat of Gaia Project can still gain in the last round at the most.

The map, the order of turns and the caps are left out: whatever brings points is an *act* that uses up and
supplies *stocks*, and may be done so many times at the most, in parts too. The best that such acts could bring is
not computed, only bounded: for any prices of the stocks, what the stocks at hand are worth and what each act is
worth beyond what it uses never sum to less. Free conversions may be done any number of times: prices must be such
that none of them pays. Good prices are those of the best use of all stocks (duality of linear programs).

Everything here errs upwards: buildings at the lowest price, every tile that might be taken as if it were held from
now on, no cost of range, of satellites or of further steps of terraforming.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor, inf
from typing import Final, NamedTuple, final

from orrery.gaia.data import effects as e
from orrery.gaia.data.actions import BOARD_ACTIONS, CONVERSIONS
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.buildings import (
    ACADEMY_LEFT,
    ACADEMY_RIGHT,
    BRAINSTONE_POWER,
    COSTS,
    FEDERATION_POWER,
    INSTITUTE,
    LAB,
    MINE,
    RESEARCH_COST,
    SATELLITE,
    SPACE_STATION_VALUE,
    STATION,
    SUPPLY,
)
from orrery.gaia.data.effects import TRIGGERS, Component
from orrery.gaia.data.federations import COMMON, FACTION_TOKEN, TOKENS
from orrery.gaia.data.gains import NOTHING, Gains
from orrery.gaia.data.planets import STEPS
from orrery.gaia.data.scoring import GAIA_COLONISED, IN_FEDERATIONS, RESOURCES_PER_VP, ROUND_TILES
from orrery.gaia.data.scoring import SATELLITES as FINAL_SATELLITES
from orrery.gaia.data.techs import TECHS
from orrery.gaia.data.tracks import (
    CHARGE,
    CHARGE_AT,
    END_VP,
    GAIA_PROJECT,
    LEVELS,
    NAVIGATION,
    STEP_ORE,
    TERRAFORMING,
    TOP,
    TRACKS,
)
from orrery.gaia.factions.base import Faction
from orrery.gaia.phases import NO_ONE, NOT_OWNED, NOTHING_HERE
from orrery.gaia.rules.building import everyone
from orrery.gaia.rules.effects import count
from orrery.gaia.rules.forming import free_power
from orrery.gaia.rules.scoring import shares, standings
from orrery.gaia.rules.specials import ACADEMY, BOOSTER, FACTION, FIRST_TECH, brings, held
from orrery.gaia.state import Player, State

CREDITS: Final = 0
ORE: Final = 1
KNOWLEDGE: Final = 2
QIC: Final = 3
CHARGED: Final = 4
"""Tokens in bowl III."""
POWER: Final = 5
FORMERS: Final = 6
STRENGTH: Final = 7
"""Power values of structures, for federations."""
STEP: Final = 8
"""Research steps that are paid for."""
SOIL: Final = 9
"""Steps of terraforming that are paid for."""
TILE: Final = 10
"""Tech tiles that may be taken."""
GREEN: Final = 11
MINES: Final = 12
STATIONS: Final = 13
LABS: Final = 14
"""Pieces that are not on the map."""
GAIA: Final = 15
"""Mines on Gaia planets: nothing needs them, they are counted."""
RESEARCHED: Final = 16
"""Levels that were reached, from the first of the first track on; each is the way to the next."""
STOCKS: Final = RESEARCHED + len(TRACKS) * (TOP + 1)

PAID: Final = (POWER, CHARGED, FORMERS, CREDITS, ORE, KNOWLEDGE, QIC)
"""The stock of each kind of price of a conversion."""
BACK: Final = ((STATIONS, -1.0), (LABS, -1.0))
"""What large buildings are built of."""
EXTRA_VP: Final = 2
EXTRA_KNOWLEDGE: Final = 3
"""What a faction may gain for a mine beyond what everybody does."""
LOANS: Final = 3
"""Power value that an exchange of structures may free."""
PIVOTS: Final = 400
"""Steps of the simplex method at most."""
FINE: Final = 1e-9
ROUNDING: Final = 1e-6


class Act(NamedTuple):
    """Something that brings points or stocks."""

    value: float
    uses: tuple[tuple[int, float], ...]
    """Stock and amount; less than 0 where it is supplied."""
    times: float


class _Reach(NamedTuple):
    """What can happen at all in the rest of the round."""

    steps: int
    tiles: int
    mines: int
    gaia: int


ANY: Final = _Reach(99, 99, SUPPLY[MINE] + SUPPLY[STATION], SUPPLY[MINE] + SUPPLY[STATION])
TYPES: Final = 9
SECTORS: Final = 10
"""There are no more planet types and sectors than that."""


@final
class Bound:
    """The bound of one search: prices are found for the position at its start, and used for all others."""

    def __init__(self, state: State, seat: int) -> None:
        self.seat: Final = seat
        player = state.players[seat]
        rules = player.rules
        with_institute = player.clone()
        with_institute.buildings[INSTITUTE] |= 1
        self.federation: Final = min(
            FEDERATION_POWER, rules.federation_power(player), rules.federation_power(with_institute)
        )
        self.stronger: Final = bool(rules.stronger(state, with_institute))
        worth = max(rules.token_worth(player), rules.token_worth(with_institute))
        self.free: Final = [Act(0.0, ((CHARGED, 1.0), (POWER, -float(worth))), inf)]
        for number in sorted({*rules.ways, *rules.institute_ways, *rules.unoffered_ways}):
            way = CONVERSIONS[number]
            self.free.append(Act(0.0, ((PAID[way.holding], float(way.amount)), *supplied(way.gains)), inf))
        self.free.append(Act(0.0, ((KNOWLEDGE, float(RESEARCH_COST.knowledge)), (STEP, -1.0)), inf))
        self.free.extend(Act(1 / RESOURCES_PER_VP, ((stock, 1.0),), inf) for stock in (CREDITS, ORE, KNOWLEDGE))
        self.reach = ANY
        self._limit(state)
        self.prices: Final = self._cheapest(self._acts(state), self._stocks(state))

    def most(self, state: State) -> int:
        """What the seat can still gain at the most; ``state`` is the position at the start or one after it."""
        found = _sum(self._acts(state), self._stocks(state), self.prices) + self._safe(state)
        return floor(found + ROUNDING)

    def _limit(self, state: State) -> None:
        """How many steps, tiles and mines there can be: the same sum with each of them as the only aim."""
        self.free.append(Act(0.0, ((ORE, float(STEP_ORE[TOP])), (SOIL, -1.0)), inf))
        stocks = self._stocks(state)
        for _ in range(2):
            acts = self._acts(state)

            def at_most(
                counts: Callable[[Act], bool], acts: Sequence[Act] = acts, stocks: Sequence[float] = stocks
            ) -> int:
                aimed = [Act(float(counts(act)), act.uses, act.times) for act in acts]
                free = [Act(0.0, act.uses, act.times) for act in self.free]
                return floor(_sum(aimed, stocks, _cheapest(aimed, stocks, free)) + ROUNDING)

            self.reach = _Reach(
                at_most(lambda act: (STEP, 1.0) in act.uses),
                at_most(lambda act: (TILE, 1.0) in act.uses),
                min(self.reach.mines, at_most(lambda act: (MINES, 1.0) in act.uses)),
                min(self.reach.gaia, at_most(lambda act: (GAIA, -1.0) in act.uses)),
            )
        level = min(TOP, state.players[self.seat].research[TERRAFORMING] + self.reach.steps)
        self.free[-1] = Act(0.0, ((ORE, float(STEP_ORE[level])), (SOIL, -1.0)), inf)

    def _cheapest(self, acts: Sequence[Act], stocks: Sequence[float]) -> list[float]:
        return _cheapest(acts, stocks, self.free)

    def _stocks(self, state: State) -> list[float]:
        """What is at hand."""
        player = state.players[self.seat]
        found = [0.0] * STOCKS
        found[CREDITS], found[ORE] = player.credits, player.ore
        found[KNOWLEDGE], found[QIC] = player.knowledge, player.qic
        found[CHARGED] = player.bowl3 + player.bowl2 // 2
        if player.brain:
            found[CHARGED] += 1  # it may be burnt with the odd one
            found[POWER] = BRAINSTONE_POWER
        found[FORMERS] = player.formers
        found[STRENGTH] = free_power(state, player)
        if player.rules.growing:
            found[STRENGTH] -= player.rules.federation_power(player) - FEDERATION_POWER
        found[GREEN] = sum(token & 1 for token in player.tokens)
        for stock, piece in ((MINES, MINE), (STATIONS, STATION), (LABS, LAB)):
            found[stock] = SUPPLY[piece] - player.buildings[piece].bit_count()
        for track, level in enumerate(player.research):
            found[reached(track, level)] = 1
        return found

    def _safe(self, state: State) -> float:
        """Points that the end brings anyhow, final tiles at their best."""
        player = state.players[self.seat]
        found = -float(player.bid) + sum(END_VP[level] for level in player.research)
        more = self.reach.mines + 1
        for tile in state.table.final_tiles:
            ranks = standings(state, tile)
            counts = [number for _, number, _ in ranks]
            own = counts[self.seat]
            if tile == FINAL_SATELLITES:
                own += SUPPLY[SATELLITE]
            elif tile == IN_FEDERATIONS:
                own = player.own.bit_count() + more
            else:
                own += self.reach.gaia if tile == GAIA_COLONISED else more
            best = [*counts[: self.seat], own, *counts[self.seat + 1 :]]
            found += max(ranks[self.seat][2], shares(best, len(state.players))[self.seat])
        tiles = [TECHS[kind] for kind in player.tiles]
        if player.booster != NOTHING_HERE:
            tiles.append(BOOSTERS[player.booster])
        for each in tiles:
            if each.on_pass is not None:
                found += each.on_pass.gains.vp * count(state, player, each.on_pass.counter)
        return found

    def _acts(self, state: State) -> list[Act]:
        """Everything that could be done."""
        return _Acts(state, self.seat, self).found()


@final
class _Acts:
    """The acts of one position."""

    def __init__(self, state: State, seat: int, bound: Bound) -> None:
        self.state: Final = state
        self.seat: Final = seat
        self.player: Final[Player] = state.players[seat]
        self.bound: Final = bound
        reach = bound.reach
        self.steps: Final = reach.steps
        self.takeable: Final = self._takeable() if reach.tiles else []
        self.moment: Final = [0.0] * len(TRIGGERS)
        """Points for each moment ..."""
        self.each: Final = [0.0] * len(e.COUNTERS)
        """... and for each more of what is counted."""
        round_tile = ROUND_TILES[state.table.round_tiles[state.round - 1]].whenever
        self.moment[round_tile.trigger] += round_tile.gains.vp
        booster = self.player.booster
        owned = [TECHS[kind] for kind in self.player.tiles]
        if booster != NOTHING_HERE:
            owned.append(BOOSTERS[booster])
        for tile in (*owned, *(tile for tile, _ in self.takeable)):
            if tile.whenever is not None:
                self.moment[tile.whenever.trigger] += tile.whenever.gains.vp
            if tile.on_pass is not None:
                self.each[tile.on_pass.counter] += tile.on_pass.gains.vp
        for tile, _ in self.takeable:
            if tile.at_once is not None and tile.at_once.counter != e.ONE:
                self.each[tile.at_once.counter] += tile.at_once.gains.vp
        for number, action in enumerate(BOARD_ACTIONS):
            if action.also is not None and state.acts[number] == NO_ONE:
                self.each[action.also.counter] += action.also.gains.vp
        if self._open(GAIA_PROJECT, TOP):
            self.each[e.GAIA_PLANETS] += 1

    def _open(self, track: int, level: int) -> bool:
        """Whether a level may be reached."""
        at = self.player.research[track]
        if level <= at or level - at > self.steps:
            return False
        return level < TOP or not self.state.topped >> track & 1

    def _takeable(self) -> list[tuple[Component, tuple[tuple[int, float], ...]]]:
        """Tiles that might be taken, with what they take beyond the right to a tile."""
        state, player = self.state, self.player
        found: list[tuple[Component, tuple[tuple[int, float], ...]]] = [
            (TECHS[state.table.techs[spot]], ())
            for spot, left in enumerate(state.spots)
            if left and player.techs[spot] == NOT_OWNED
        ]
        for track, kind in enumerate(state.advanced):
            if kind != NOTHING_HERE and player.research[track] + self.steps >= TOP - 1:
                way = ((reached(track, TOP - 1), 1.0),) if player.research[track] < TOP - 1 else ()
                found.append((TECHS[kind], ((GREEN, 1.0), *way)))
        return found

    def found(self) -> list[Act]:
        """All of them."""
        return [
            *self._buildings(),
            *self._research(),
            *self._tiles(),
            *self._board(),
            *self._specials(),
            *self._federations(),
        ]

    def _mine(self) -> float:
        """Points of a mine that is not on a Gaia planet."""
        return self.moment[e.MINE_BUILT] + sum(
            self.each[counter] for counter in (e.MINES, e.PLANET_TYPES, e.SECTORS)
        )

    def _token(self, kind: int) -> tuple[float, list[tuple[int, float]]]:
        """Points and stocks of a federation token."""
        token = TOKENS[kind]
        value = token.gains.vp + self.moment[e.TOKEN_GAINED] + self.each[e.FEDERATION_TOKENS]
        return value, [*self._gains(token.gains), (GREEN, -float(token.green))]

    def _gains(self, gains: Gains, times: int = 1) -> list[tuple[int, float]]:
        found = [(stock, amount * times) for stock, amount in supplied(gains)]
        if gains.charge and self.player.brain:  # the brainstone is worth more than a token, whenever it is charged
            found.append((POWER, -float(gains.charge * times * BRAINSTONE_POWER)))
        return found

    def _sites(self) -> list[tuple[float, tuple[tuple[int, float], ...], int]]:
        """Planets that nobody has settled, wherever they lie: more points, what they cost, how many there are."""
        state, player = self.state, self.player
        rules = player.rules
        empty = ~everyone(state)
        gaia = self.moment[e.GAIA_MINE_BUILT] + self.each[e.GAIA_PLANETS]
        price = ((ORE, float(rules.gaia_planet_ore)), (QIC, float(rules.gaia_planet_qic)))
        found: list[tuple[float, tuple[tuple[int, float], ...], int]] = [
            (gaia, ((FORMERS, -1.0), (GAIA, -1.0)), player.forming.bit_count()),
            (gaia, (*price, (GAIA, -1.0)), (state.gaia & empty & ~player.forming).bit_count()),
        ]
        for kind, steps in enumerate(STEPS[rules.home]):
            hexes = state.world.of_kind[kind] & empty & ~state.gaia
            found.append((steps * self.moment[e.TERRAFORMED], ((SOIL, float(steps)),), hexes.bit_count()))
        if rules.shares_planets:
            found.append((0.0, (), SUPPLY[MINE]))
        return found

    def _buildings(self) -> list[Act]:
        player, rules = self.player, self.player.rules
        left = [SUPPLY[piece] - player.buildings[piece].bit_count() for piece in range(ACADEMY_RIGHT + 1)]
        strength = 2.0 if self.bound.stronger else 1.0
        mine: list[tuple[int, float]] = [*cost(MINE), (MINES, 1.0), (STRENGTH, -strength)]
        value = self._mine()
        if type(rules).settled is not Faction.settled:
            value += EXTRA_VP
            mine.append((KNOWLEDGE, -float(EXTRA_KNOWLEDGE)))
        found = [Act(value + more, (*mine, *price), times) for more, price, times in self._sites() if times]
        found.append(
            Act(
                self.moment[e.STATION_BUILT] + self.each[e.TRADING_STATIONS],
                (*cost(STATION), (STATIONS, 1.0), (MINES, -1.0), (STRENGTH, -strength)),
                SUPPLY[MINE],
            )
        )
        lab = (*cost(LAB), (LABS, 1.0), (STATIONS, -1.0), (TILE, -1.0))
        found.append(Act(self.each[e.RESEARCH_LABS], lab, SUPPLY[STATION]))
        big = self.moment[e.BIG_BUILT] + self.each[e.BIG_BUILDINGS]
        if left[INSTITUTE] > 0:
            more = float(player.own.bit_count()) if self.bound.stronger else 0.0
            uses = [*cost(INSTITUTE), *BACK, (STRENGTH, -2.0 - more)]
            worth = big
            if rules.owns_token:
                points, stocks = self._token(FACTION_TOKEN)
                worth += points
                uses += stocks
            found.append(Act(worth, tuple(uses), 1))
        for piece in (ACADEMY_LEFT, ACADEMY_RIGHT):
            if left[piece] > 0:
                uses = [*cost(piece), *BACK, (STRENGTH, -2.0), (TILE, -1.0)]
                if piece == ACADEMY_RIGHT:
                    uses += self._gains(rules.board.academy_special)
                found.append(Act(big, tuple(uses), 1))
        return found

    def _research(self) -> list[Act]:
        found: list[Act] = []
        for track in range(len(TRACKS)):
            for level in range(self.player.research[track] + 1, TOP + 1):
                if not self._open(track, level):
                    continue
                at_once = LEVELS[track][level].at_once
                value = self.moment[e.RESEARCHED] + END_VP[level] - END_VP[level - 1] + at_once.vp
                uses = [(STEP, 1.0), (reached(track, level - 1), 1.0), (reached(track, level), -1.0)]
                if level == TOP - 1:
                    uses[-1] = (reached(track, level), -2.0)  # for the next level, and for an advanced tile
                uses += self._gains(at_once)
                if level == CHARGE_AT:
                    uses += self._gains(CHARGE)
                if level == TOP:
                    uses.append((GREEN, 1.0))
                    if track == TERRAFORMING and self.state.track_token != NOTHING_HERE:
                        points, stocks = self._token(self.state.track_token)
                        value += points
                        uses += stocks
                    elif track == NAVIGATION:
                        value += self._mine() + EXTRA_VP
                        uses += [(STRENGTH, -2.0), (KNOWLEDGE, -float(EXTRA_KNOWLEDGE))]
                    elif track == GAIA_PROJECT:
                        value += count(self.state, self.player, e.GAIA_PLANETS)
                found.append(Act(value, tuple(uses), 1))
        return found

    def _tiles(self) -> list[Act]:
        found: list[Act] = []
        room = {e.PLANET_TYPES: TYPES, e.SECTORS: SECTORS}
        for tile, price in self.takeable:
            value = 0.0
            uses: list[tuple[int, float]] = [(TILE, 1.0), (STEP, -1.0), *price]
            if tile.at_once is not None:
                times = count(self.state, self.player, tile.at_once.counter)
                value += tile.at_once.gains.vp * times
                more = min(self.bound.reach.mines + 1, max(0, room.get(tile.at_once.counter, times) - times))
                uses += self._gains(tile.at_once.gains, times + more)
            if tile.on_pass is not None:
                value += tile.on_pass.gains.vp * count(self.state, self.player, tile.on_pass.counter)
            if tile.special is not None:
                uses += self._gains(tile.special.gains)
                uses.append((SOIL, -float(tile.special.steps)))
            if tile.big_value:
                uses.append((STRENGTH, -float(count(self.state, self.player, e.BIG_BUILDINGS))))
            found.append(Act(value, tuple(uses), 1))
        return found

    def _board(self) -> list[Act]:
        found: list[Act] = []
        for number, action in enumerate(BOARD_ACTIONS):
            if self.state.acts[number] != NO_ONE:
                continue
            value = float(action.gains.vp)
            uses = [(POWER, float(action.power)), (QIC, float(action.qic)), *self._gains(action.gains)]
            uses.append((SOIL, -float(action.steps)))
            if action.also is not None:
                value += action.also.gains.vp * count(self.state, self.player, action.also.counter)
            if action.tech:
                uses.append((TILE, -1.0))
            if action.rescore:
                kinds = {token >> 1 for token in self.player.tokens}
                kinds |= {kind for kind in COMMON if self.state.supply[kind] or kind == self.state.track_token}
                tokens = [TOKENS[kind].gains for kind in sorted(kinds)]
                value += max((token.vp for token in tokens), default=0)
                for token in tokens:
                    uses += self._gains(token)
            found.append(Act(value, tuple(uses), 1))
        return found

    def _specials(self) -> list[Act]:
        player, rules = self.player, self.player.rules
        found: list[Act] = []
        for number in held(player):
            if player.used >> number & 1 or number == FACTION:
                continue
            uses = self._gains(
                brings(player, number) if number in (ACADEMY, BOOSTER) or number >= FIRST_TECH else NOTHING
            )
            if number == BOOSTER:
                special = BOOSTERS[player.booster].special
                assert special is not None
                uses.append((SOIL, -float(special.steps)))
            found.append(Act(0.0, tuple(uses), 1))
        if rules.special and not player.used >> FACTION & 1:
            if rules.places_stations:
                found.append(Act(0.0, ((STRENGTH, -float(SPACE_STATION_VALUE)),), 1))
            elif rules.special_always:
                found.append(Act(0.0, ((STEP, -1.0),), 1))
            else:
                value = self.moment[e.STATION_BUILT] + self.each[e.TRADING_STATIONS]
                found.append(Act(value, ((STEP, -1.0), (LABS, -1.0), (STRENGTH, -float(LOANS))), 1))
        return found

    def _federations(self) -> list[Act]:
        found: list[Act] = []
        for kind in COMMON:
            if self.state.supply[kind]:
                value, stocks = self._token(kind)
                uses = ((STRENGTH, float(self.bound.federation)), *stocks)
                found.append(Act(value, uses, self.state.supply[kind]))
        return found


def supplied(gains: Gains) -> list[tuple[int, float]]:
    """What gains supply, as uses below 0."""
    amounts = (
        (CREDITS, gains.credits),
        (ORE, gains.ore),
        (KNOWLEDGE, gains.knowledge),
        (QIC, gains.qic),
        (CHARGED, gains.charge),
        (FORMERS, gains.gaiaformers),
    )
    return [(stock, -float(amount)) for stock, amount in amounts if amount]


def cost(piece: int) -> tuple[tuple[int, float], ...]:
    """The lowest price of a structure."""
    price = COSTS[piece]
    return (CREDITS, float(price.credits)), (ORE, float(price.ore))


def reached(track: int, level: int) -> int:
    """The stock of a level of a track."""
    return RESEARCHED + track * (TOP + 1) + level


# --- prices -------------------------------------------------------------------------------------------


def _priced(uses: Sequence[tuple[int, float]], prices: Sequence[float]) -> float:
    return sum(amount * prices[stock] for stock, amount in uses)


def _sum(acts: Sequence[Act], stocks: Sequence[float], prices: Sequence[float]) -> float:
    """The bound by these prices: what is at hand, and what each act brings beyond what it uses."""
    found = sum(amount * price for amount, price in zip(stocks, prices, strict=True))
    for act in acts:
        gained = act.value - _priced(act.uses, prices)
        if gained > 0:
            found += gained * act.times
    return found


def _raised(prices: list[float], free: Sequence[Act]) -> list[float]:
    """Prices by which no free conversion pays: that of what it is paid with is raised until it does not."""
    for _ in range(STOCKS):
        done = True
        for act in free:
            (stock, amount), *gained = act.uses
            least = (act.value - _priced(gained, prices)) / amount
            if least > prices[stock] + 1e-12:
                prices[stock] = least
                done = False
        if done:
            return prices
    raise AssertionError("conversions gain nothing in a circle")


def _cheapest(acts: Sequence[Act], stocks: Sequence[float], free: Sequence[Act]) -> list[float]:
    """Prices that make the bound small: those of the best use of all stocks.

    By the simplex method, every act an unknown between 0 and its ``times``. Whatever it ends with is a bound.
    """
    every = [*acts, *free]
    count_of = len(every)
    rows = [[0.0] * (count_of + STOCKS) for _ in range(STOCKS)]
    for number, act in enumerate(every):
        for stock, amount in act.uses:
            rows[stock][number] += amount
    for stock in range(STOCKS):
        rows[stock][count_of + stock] = 1.0
    gains = [act.value for act in every] + [0.0] * STOCKS
    """What one more of each unknown would bring; of stocks that are left over less their price."""
    limits = [act.times for act in every] + [inf] * STOCKS
    filled = [max(0.0, amount) for amount in stocks]
    basis = list(range(count_of, count_of + STOCKS))
    for _ in range(PIVOTS):
        entering = max(range(len(gains)), key=gains.__getitem__)
        if gains[entering] < FINE:
            break
        most, leaving, full = limits[entering], -1, False
        for row in range(STOCKS):
            slope = rows[row][entering]
            if slope > FINE and filled[row] / slope < most:
                most, leaving, full = filled[row] / slope, row, False
            elif slope < -FINE and (limits[basis[row]] - filled[row]) / -slope < most:
                most, leaving, full = (limits[basis[row]] - filled[row]) / -slope, row, True
        if most == inf:
            break
        if leaving < 0:  # done as often as it may be: counted from there downwards
            for row in range(STOCKS):
                filled[row] -= rows[row][entering] * most
                rows[row][entering] = -rows[row][entering]
            gains[entering] = -gains[entering]
            continue
        if full:
            filled[leaving] = limits[basis[leaving]] - filled[leaving]
            rows[leaving] = [-each for each in rows[leaving]]
            rows[leaving][basis[leaving]] = 1.0
        _pivot(rows, filled, gains, leaving, entering)
        basis[leaving] = entering
    prices = [max(0.0, -gains[count_of + stock]) for stock in range(STOCKS)]
    return _raised(prices, free)


def _pivot(rows: list[list[float]], filled: list[float], gains: list[float], leaving: int, entering: int) -> None:
    """Exchange an unknown of the basis for another one."""
    pivot = rows[leaving][entering]
    taken = [each / pivot for each in rows[leaving]]
    rows[leaving] = taken
    filled[leaving] /= pivot
    for row, each in enumerate(rows):
        factor = each[entering]
        if row != leaving and factor:
            rows[row] = [one - factor * other for one, other in zip(each, taken, strict=True)]
            filled[row] -= factor * filled[leaving]
    factor = gains[entering]
    gains[:] = [one - factor * other for one, other in zip(gains, taken, strict=True)]
