"""What bots know about Gaia Project: how good a position is, and which turns are worth a look.

Values are victory points that a seat may hope for. They are made by hand; ``Weights`` holds every number that was
tuned in self-play.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from orrery.core.hexes import bits
from orrery.gaia import actions as a
from orrery.gaia.data.actions import BOARD_ACTIONS, CONVERSION
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.buildings import (
    ACADEMY_LEFT,
    ACADEMY_RIGHT,
    FEDERATION_POWER,
    INSTITUTE,
    LAB,
    MINE,
    RESEARCH_COST,
    ROUNDS,
    STATION,
)
from orrery.gaia.data.effects import GAIA_MINE_BUILT, MINE_BUILT, RESEARCHED, STATION_BUILT
from orrery.gaia.data.planets import STEPS
from orrery.gaia.data.scoring import NEUTRAL, RANK_VP
from orrery.gaia.data.techs import TECHS
from orrery.gaia.data.tracks import END_VP, LEVELS, NAVIGATION, REACH, STEP_ORE, TERRAFORMING, TOP
from orrery.gaia.decisions.research import PickTrack
from orrery.gaia.decisions.turn import Turn
from orrery.gaia.rules.building import (
    Price,
    left,
    mine_price,
    mine_sites,
    mines_left,
    taken,
    upgrade_price,
    worth,
)
from orrery.gaia.rules.effects import count
from orrery.gaia.rules.federations import federations
from orrery.gaia.rules.forming import payable, realm, satellites_left
from orrery.gaia.rules.power import may_burn, spendable
from orrery.gaia.rules.reach import within
from orrery.gaia.rules.research import may_advance
from orrery.gaia.scoring import NEUTRAL_UP_TO, final_count
from orrery.gaia.state import NO_ONE, NOTHING_HERE, OVER, Player, State


class Weights(NamedTuple):
    """Everything that was tuned, in victory points."""

    credit: float = 0.27
    ore: float = 0.8
    knowledge: float = 1.05
    qic: float = 1.6
    bowl1: float = 0.1
    bowl2: float = 0.6
    bowl3: float = 0.9
    income: float = 1.05
    credits_income: float = 0.14
    ore_income: float = 0.6
    balance: float = 0.22
    """For credits and ore that come in the ratio in which buildings need them."""
    charge: float = 0.3
    token: float = 0.5
    late: float = 0.75
    """What stocks are worth in the last round, compared with earlier."""
    green: float = 3.0
    federation: float = 13.0
    """For a federation that could be formed; part of it for a group of structures on the way there."""
    last_federation: float = 12.5
    """The same in the last round."""
    ready: float = 1.1
    satellite: float = 0.03
    missing: float = 0.1
    """What share of it each satellite costs, and each that cannot be paid for yet."""
    toward: float = 0.65
    bend: float = 2.0
    """The share for a group on the way there: ``toward`` at most, less the further away, in a curve."""
    spread: float = 1.1
    """For each power value outside federations."""
    terraforming: float = 1.0
    navigation: float = 1.3
    project: float = 0.2
    promise: float = 0.7
    """For each level below the first that brings points at the end."""
    advanced: float = 1.6
    final: float = 0.6
    passive: float = 1.0
    forming: float = 3.2
    special: float = 0.8
    next_pass: float = 0.7
    structure: float = 0.8
    institute: float = 2.5
    contested: float = 0.35
    """What an action of the board loses for each turn that it is put off."""


WEIGHTS: Final = Weights()

PATIENCE: Final = 1.5
"""How much a single turn may lose before somebody who looks no further passes instead: more turns follow."""
TERRAFORM_LEVEL: Final = (0.0, 0.2, 1.0, 2.2, 2.3, 2.3)
NAVIGATE_LEVEL: Final = (0.0, 0.1, 1.0, 1.1, 1.7, 2.0)
PROJECT_LEVEL: Final = (0.0, 0.7, 0.9, 1.6, 2.2, 2.2)
EXPECTED: Final = (11.0, 12.0, 7.0, 5.0, 8.0, 9.0)
"""Counts with which final tiles are often won, by tile."""
SURE: Final = (1.0, 0.7, 0.45, 0.25, 0.15, 0.1, 0.0)
"""How much the present ranks say about the last ones, by rounds to come."""
RANKED: Final = tuple(
    tuple(
        float(sum(RANK_VP[rank] for rank in range(better, min(better + tied + 1, len(RANK_VP)))) // (tied + 1))
        for tied in range(5)
    )
    for better in range(5)
)
"""Points on a final tile by how many have more and how many have as much."""
DEAREST: Final = 9
"""Satellites of a federation at most that is looked at ahead of time."""
OFTEN: Final = {GAIA_MINE_BUILT: 0.6, MINE_BUILT: 1.3, STATION_BUILT: 0.8, RESEARCHED: 1.6}
"""How often in a round the moments of tech tiles come."""


def value(state: State, seat: int, w: Weights = WEIGHTS) -> float:
    """Points that the seat may hope for; exact when the game is over."""
    return sum(parts(state, seat, w).values())


def parts(state: State, seat: int, w: Weights = WEIGHTS) -> dict[str, float]:
    """The value by source."""
    player = state.players[seat]
    if state.phase == OVER:
        return {"points": float(player.vp)}
    rounds = ROUNDS - state.round if state.round else ROUNDS
    stock = 1.0 if rounds else w.late
    brain = player.brain
    held = stock * (
        w.credit * min(player.credits, 24)
        + w.ore * min(player.ore, 11)
        + w.knowledge * player.knowledge
        + w.qic * player.qic
    )
    power = stock * (
        w.bowl3 * (player.bowl3 + (3 if brain == 3 else 0))
        + w.bowl2 * (player.bowl2 + (2 if brain == 2 else 0))
        + w.bowl1 * (player.bowl1 + player.gaia + (1 if brain in (1, 4) else 0))
    )
    booster = 0.0
    if player.booster != NOTHING_HERE:
        scored = BOOSTERS[player.booster].on_pass
        if scored is not None:
            booster = w.next_pass * scored.gains.vp * count(state, player, scored.counter)
    structures = w.structure * player.own.bit_count() * (0.4 + 0.2 * rounds)
    if player.buildings[INSTITUTE]:
        structures += w.institute * rounds * 0.5
    return {
        "points": float(player.vp) - player.bid,
        "resources": held,
        "power": power,
        "income": rounds * w.income * _income(state, player, w) if rounds else 0.0,
        "specials": rounds * _specials(player, w) if rounds else 0.0,
        "research": _research(state, player, rounds, w),
        "federations": _federating(state, player, rounds, w),
        "tiles": _tiles(state, player, rounds, w),
        "finals": _finals(state, seat, rounds, w),
        "gaia": w.forming * min(1.0, 0.4 + 0.3 * rounds) * player.forming.bit_count(),
        "structures": structures,
        "booster": booster,
    }


def _income(state: State, player: Player, w: Weights) -> float:
    """What a round's income is worth, without the booster's, which changes."""
    board = player.rules.board
    buildings = player.buildings
    credits_ = ore = knowledge = qic = charge = tokens = 0
    mines = (buildings[MINE] & ~state.lost).bit_count()
    parts = [board.base, *board.mines[:mines], *board.stations[: buildings[STATION].bit_count()]]
    parts.extend(board.labs[: buildings[LAB].bit_count()])
    if buildings[INSTITUTE]:
        parts.extend(board.institute)
    if buildings[ACADEMY_LEFT]:
        parts.append(board.academy_income)
    research = player.research
    parts.append(LEVELS[4][research[4]].income)
    parts.append(LEVELS[5][research[5]].income)
    parts.extend(TECHS[kind].income for kind in player.tiles)
    for gains in parts:
        credits_ += gains.credits
        ore += gains.ore
        knowledge += gains.knowledge
        qic += gains.qic
        charge += gains.charge
        tokens += gains.tokens
    return (
        w.credits_income * credits_
        + w.ore_income * ore
        + w.balance * min(credits_, 2.5 * ore)
        + w.knowledge * knowledge
        + w.qic * qic
        + w.charge * charge
        + w.token * tokens
    )


def _specials(player: Player, w: Weights) -> float:
    """Special actions of the coming rounds."""
    found = 0.0
    if player.buildings[ACADEMY_RIGHT]:
        gains = player.rules.board.academy_special
        found += w.qic * gains.qic + w.credit * gains.credits
    for kind in player.tiles:
        special = TECHS[kind].special
        if special is not None:
            gains = special.gains
            found += (
                w.qic * gains.qic
                + w.credit * gains.credits
                + w.ore * gains.ore
                + w.knowledge * gains.knowledge
                + w.charge * gains.charge
            )
    if player.rules.special and (player.rules.special_always or player.buildings[INSTITUTE]):
        found += 1.5
    return w.special * found


def _research(state: State, player: Player, rounds: int, w: Weights) -> float:
    found = 0.0
    green = player.green
    for track, level in enumerate(player.research):
        found += END_VP[level]
        if rounds and level < 3:
            found += w.promise * level * min(1.0, rounds / 3)
        elif level == TOP - 1 and rounds and state.advanced[track] != NOTHING_HERE:
            found += w.advanced * (1.0 if green else 0.5)
    found += rounds * (
        w.terraforming * TERRAFORM_LEVEL[player.research[0]]
        + w.navigation * NAVIGATE_LEVEL[player.research[1]]
        + w.project * PROJECT_LEVEL[player.research[3]]
    )
    return found


def _federating(state: State, player: Player, rounds: int, w: Weights) -> float:
    """Green tokens, the next federation (ready or how near), and power values beyond it."""
    found = 0.0
    for token in player.tokens:
        if token & 1:
            found += w.green * (1.0 if rounds else 0.4)
    if not any(state.supply):
        return found
    values = worth(state, player)
    needed = player.rules.federation_power(player)
    if player.rules.growing:
        power = player.stations.bit_count()
        for mask, value in values:
            power += mask.bit_count() * value
        short = max(0, needed - power)
        ready = max(0.0, 1.0 - short / FEDERATION_POWER)
        found += w.spread * max(0, power - needed)
    else:
        free = player.own & ~player.allied
        total = 0
        for mask, value in values:
            total += (mask & free).bit_count() * value
        if not total:
            return found
        found += w.spread * min(total, 14)
        if total >= needed:
            sites = federations(realm(state, player), min(satellites_left(player), DEAREST))
            if sites:
                price = sites[0].satellites.bit_count()
                missing = max(0, price - payable(player))
                ready = w.ready - w.satellite * price - w.missing * missing
                return found + (w.federation if rounds else w.last_federation) * max(0.4, ready)
        grid = state.world.grid
        best = 0
        for index in bits(free):
            near = grid.ball(index, 3) & free
            power = 0
            for mask, value in values:
                power += (mask & near).bit_count() * value
            if power > best:
                best = power
        ready = min(1.0, best / needed)
    hope = w.toward * float(ready**w.bend)
    return found + (w.federation if rounds else 0.7 * w.last_federation) * hope


def _tiles(state: State, player: Player, rounds: int, w: Weights) -> float:
    """Tech tiles that pay later: on passing, and whenever something happens."""
    found = 0.0
    for kind in player.tiles:
        tile = TECHS[kind]
        if tile.on_pass is not None:
            times = rounds + (0 if state.phase == OVER else 1)
            found += tile.on_pass.gains.vp * count(state, player, tile.on_pass.counter) * times * 0.9
        elif tile.whenever is not None:
            found += w.passive * tile.whenever.gains.vp * OFTEN.get(tile.whenever.trigger, 0.5) * (rounds + 0.5)
        elif tile.big_value:
            found += 1.2 if rounds else 0.0
    return found


def _finals(state: State, seat: int, rounds: int, w: Weights) -> float:
    """Final tiles: early by how much there is of what they count, late by the ranks."""
    found = 0.0
    sure = SURE[rounds]
    seats = len(state.players)
    for tile in state.table.final_tiles:
        mine = final_count(state, seat, tile)
        hope = 15.0 * min(1.2, mine / EXPECTED[tile])
        if sure:
            counts = [final_count(state, other, tile) for other in range(seats) if other != seat]
            if seats <= NEUTRAL_UP_TO:
                counts.append(NEUTRAL[tile])
            better = tied = 0
            for other in counts:
                if other > mine:
                    better += 1
                elif other == mine:
                    tied += 1
            hope = hope * (1 - sure) + (RANKED[better][tied] if mine else 0.0) * sure
        found += w.final * hope
    return found


# Turns


def alone(state: State, seat: int) -> State:
    """A clone in which the others have passed and stand still until the round is over."""
    world = state.clone()
    world.passed = tuple(other for other in world.order if other != seat)
    return world


def still(state: State) -> a.Action:
    """What somebody answers who stands still: declines, takes the first, converts at the end."""
    question = state.question()
    options = state.options()
    if question == "FinalConversions":
        seat = state.asked()
        assert seat is not None
        return last_conversion(state, seat, options)
    if question in ("LeechOffer", "GaiaExchange", "Turn"):
        return options[-1]
    return options[0]


_QIC_TO_ORE: Final = a.Convert(CONVERSION["qic_to_ore"])
_POWER_TO_CREDIT: Final = a.Convert(CONVERSION["power_to_credit"])
_TWO_CREDITS: Final = a.Convert(CONVERSION["power_to_two_credits"])
_FORMER_TO_QIC: Final = a.Convert(CONVERSION["gaiaformer_to_qic"])


def last_conversion(state: State, seat: int, options: list[a.Action]) -> a.Action:
    """The next free action of the last conversions: everything becomes ore and credits."""
    for wish in (a.Burn(), _FORMER_TO_QIC, _TWO_CREDITS, _POWER_TO_CREDIT, _QIC_TO_ORE):
        if wish in options:
            return wish
    return options[-1]


def is_turn(state: State) -> bool:
    """Whether the question is a turn whose main action is still to come."""
    top = state.stack[-1] if state.stack else None
    return isinstance(top, Turn) and not top.done


def turns(state: State, seat: int) -> Iterator[tuple[a.Action, ...]]:
    """Main actions that are worth a look, each after the conversions that it needs."""
    top = state.stack[-1]
    assert isinstance(top, Turn)
    for action in top.main_actions(state):
        yield (action,)
    player = state.players[seat]
    wealth = _Wealth(player)
    if not wealth.power and not player.qic:
        return
    yield from _dear_mines(state, seat, wealth)
    yield from _dear_upgrades(state, seat, wealth)
    if player.knowledge < RESEARCH_COST.knowledge:
        ways = wealth.plan(knowledge=RESEARCH_COST.knowledge)
        if ways:
            for track in range(6):
                if may_advance(state, player, track):
                    yield (*ways, a.Research(track))
    yield from _dear_acts(state, seat, wealth)


class _Wealth:
    """What a player could turn into something else, for working out conversions quickly."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.plain = player.rules.token_worth(player) == 1 and not player.brain
        self.burns = player.bowl2 // 2
        self.power = (
            player.bowl3 + self.burns if self.plain else spendable(player, player.rules.token_worth(player))
        )

    def plan(self, credits: int = 0, ore: int = 0, knowledge: int = 0, qic: int = 0) -> tuple[a.Action, ...]:  # noqa: A002
        """Free actions after which so much is held; empty if there is no plain way."""
        player = self.player
        need_ore = max(0, ore - player.ore)
        need_qic = max(0, qic - player.qic)
        if need_qic and player.rules.qic_becomes_ore(player):
            return ()
        spare_qic = player.qic - qic
        from_qic = min(need_ore, max(0, spare_qic)) if need_ore and self.power < 3 * need_ore else 0
        need_ore -= from_qic
        need_credits = max(0, credits - player.credits)
        need_knowledge = max(0, knowledge - player.knowledge)
        power = 3 * need_ore + 4 * need_qic + need_credits + 4 * need_knowledge
        if power > self.power or (not self.plain and power > spendable(player, 1)):
            return ()
        found: list[a.Action] = []
        if self.plain and power > player.bowl3:
            found.extend([a.Burn()] * (power - player.bowl3))
        found.extend([_QIC_TO_ORE] * from_qic)
        found.extend([a.Convert(1)] * need_ore)
        found.extend([a.Convert(0)] * need_qic)
        found.extend([a.Convert(2)] * need_knowledge)
        found.extend([a.Convert(3)] * need_credits)
        return tuple(found)


def _dear_mines(state: State, seat: int, wealth: _Wealth) -> Iterator[tuple[a.Action, ...]]:
    """Mines that conversions make possible: near ones of few steps, and Gaia planets."""
    player = state.players[seat]
    if not mines_left(state, player):
        return
    near = within(state, player, REACH[player.research[NAVIGATION]] + (2 if wealth.power >= 4 or player.qic else 0))
    sites = state.world.planets & near & ~taken(state) & ~state.transdim & ~mine_sites(state, seat)
    home = player.rules.home
    dear = STEP_ORE[player.research[TERRAFORMING]] > 2
    for where in bits(sites):
        kind = state.world.kind[where]
        if kind < 7 and not state.gaia >> where & 1 and STEPS[home][kind] > (1 if dear else 2):
            continue
        price = mine_price(state, seat, where)
        ways = wealth.plan(price.credits, price.ore, 0, price.qic)
        if ways:
            yield (*ways, a.Build(MINE, where))


def _dear_upgrades(state: State, seat: int, wealth: _Wealth) -> Iterator[tuple[a.Action, ...]]:
    player = state.players[seat]
    for old in (MINE, STATION, LAB):
        standing = player.buildings[old]
        if old == MINE:
            standing &= ~(player.shared | state.lost)
        for piece in player.rules.upgrades[old]:
            if not left(player, piece):
                continue
            for where in bits(standing):
                price: Price = upgrade_price(state, seat, piece, where)
                if price.credits <= player.credits and price.ore <= player.ore:
                    break
                ways = wealth.plan(price.credits, price.ore)
                if ways:
                    yield (*ways, a.Build(piece, where))


def _dear_acts(state: State, seat: int, wealth: _Wealth) -> Iterator[tuple[a.Action, ...]]:
    """Board actions that burning or buying QIC makes possible."""
    player = state.players[seat]
    if not wealth.plain:
        return
    for number, action in enumerate(BOARD_ACTIONS):
        if state.acts[number] != NO_ONE:
            continue
        if action.power > player.bowl3:
            burns = action.power - player.bowl3
            if burns <= wealth.burns and may_burn(player):
                yield (*([a.Burn()] * burns), a.Act(number))
        elif action.qic > player.qic:
            ways = wealth.plan(qic=action.qic)
            if ways:
                yield (*ways, a.Act(number))


def put_off(action: a.Action, depth: int, w: Weights = WEIGHTS) -> float:
    """What is lost by doing an action ``depth`` turns later: others want it too."""
    if isinstance(action, a.Act):
        return w.contested * depth
    if isinstance(action, a.Build) and action.piece == MINE:
        return 0.3 * w.contested * depth
    return 0.0


def same(state: State, seat: int) -> int:
    """A number that is equal for positions which differ only by the order in which the seat did things."""
    player = state.players[seat]
    return hash(
        (
            player.key(),
            state.acts,
            state.boosters,
            state.spots,
            state.advanced,
            state.gaia,
            state.supply,
            state.round,
        )
    )


def settling(state: State, seat: int, where: int) -> float:
    """How good a hex is for a starting structure: planets near it, easy ones more, and neighbours."""
    grid, world = state.world.grid, state.world
    home = state.players[seat].rules.home
    busy = taken(state)
    total = 0.0
    for steps, weight in ((1, 1.0), (2, 0.8), (3, 0.4)):
        around = grid.ball(where, steps) & ~grid.ball(where, steps - 1) & world.planets & ~busy
        for index in bits(around):
            kind = world.kind[index]
            if kind < 7:
                total += weight * (1.6, 1.2, 0.5, 0.2)[STEPS[home][kind]]
            else:
                total += weight * (0.9 if kind == 7 else 0.4)
    own = state.players[seat].own
    if own:
        away = grid.steps(where, own.bit_length() - 1)
        total += (0.0, 0.0, 0.3, 0.8, 0.8, 0.5)[away] if away < 6 else 0.0
    for number, other in enumerate(state.players):
        if number != seat and other.own & grid.ball(where, 2):
            total += 0.9
        elif number != seat and other.own & grid.ball(where, 3):
            total += 0.3
    return total


def leaf(state: State, start: State) -> bool:
    """A plan ends with the round."""
    return state.phase == OVER or state.round > start.round


def policy(state: State, seat: int) -> a.Action | None:
    """Answers that need no look ahead: where to settle, when a turn is over, the last conversions."""
    top = state.stack[-1]
    name = top.name
    if name == "Turn" and isinstance(top, Turn) and top.done:
        return a.EndTurn()
    if name == "FinalConversions":
        return last_conversion(state, seat, state.options())
    if name == "StartingMine":
        return max(state.options(), key=lambda action: settling(state, seat, action.values()[0]))
    if name == "WhichBowl":
        return state.options()[0]
    if name == "PickTech":
        return _best_tech(state, seat)
    return None


def _best_tech(state: State, seat: int) -> a.Action:
    """The tech tile that is worth most together with the research step that it allows."""
    steps = []
    for track in range(6):
        if may_advance(state, state.players[seat], track):
            trial = state.clone()
            trial.stack[-1] = PickTrack(seat, 1 << track)
            trial.apply(a.Advance(track))
            steps.append((value(trial, seat), track))
    now = value(state, seat)
    anywhere = max((worth - now for worth, _ in steps), default=0.0)
    in_track = {track: worth - now for worth, track in steps}
    found, most = state.options()[0], float("-inf")
    for option in state.options():
        spot = option.values()[0]
        trial = state.clone()
        trial.apply(option)
        worth = value(trial, seat) + (max(0.0, in_track.get(spot, 0.0)) if spot < 6 else max(0.0, anywhere))
        if worth > most:
            found, most = option, worth
    return found
