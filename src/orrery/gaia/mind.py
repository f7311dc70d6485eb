"""What bots know about Gaia Project: how good a position is, and which turns are worth a look.

Values are victory points that a seat may hope for; ``mind_value`` makes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from orrery.core.hexes import bits
from orrery.gaia import actions as a
from orrery.gaia.data.actions import BOARD_ACTIONS, CONVERSION
from orrery.gaia.data.buildings import (
    LAB,
    MINE,
    RESEARCH_COST,
    STATION,
)
from orrery.gaia.data.planets import STEPS
from orrery.gaia.data.tracks import NAVIGATION, REACH, STEP_ORE, TERRAFORMING
from orrery.gaia.decisions.research import PickTrack
from orrery.gaia.decisions.turn import Turn
from orrery.gaia.mind_features import foresee
from orrery.gaia.mind_value import parts as parts
from orrery.gaia.mind_value import value as value
from orrery.gaia.rules.building import (
    Price,
    left,
    mine_price,
    mine_sites,
    mines_left,
    taken,
    upgrade_price,
)
from orrery.gaia.rules.power import capacity, charge, may_burn, spendable
from orrery.gaia.rules.reach import within
from orrery.gaia.rules.research import may_advance
from orrery.gaia.state import ACTIONS, NO_ONE, OVER, Player, State

WIDTHS: Final = (2, 6, 14, 30, 60, 120)
"""Positions kept at each depth, in one search after another."""
STAGES: Final = 2
"""Rounds that a plan reaches over: the present one and the next."""
PATIENCE: Final = 1.5
"""How much a single turn may lose before somebody who looks no further passes instead: more turns follow."""
CONTESTED: Final = 0.35
"""What an action of the board loses for each turn that it is put off; a site for a mine loses less."""


# Turns


def alone(state: State, seat: int) -> State:
    """A clone in which the others stand still: they have no turns, and what they may end with is foreseen.

    ``out``, which only the choice of factions uses otherwise, carries what is foreseen.
    """
    world = state.clone()
    world.order = world.ring = (seat,)
    world.passed = ()
    world.out = foresee(state, seat)
    return world


def stages(state: State) -> int:
    """How many rounds a plan reaches over."""
    return STAGES


def between(state: State, seat: int) -> None:
    """What the others' building brings in a round of a plan in which they stand still: some power to charge."""
    player = state.players[seat]
    grid = state.world.grid
    near = grid.grow(grid.grow(player.own))
    for number, other in enumerate(state.players):
        if number != seat and other.own & near and not player.brain and capacity(player):
            charge(state, seat, 1, "charge")


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


def put_off(action: a.Action, depth: int) -> float:
    """What is lost by doing an action ``depth`` turns later: others want it too."""
    if isinstance(action, a.Act):
        return CONTESTED * depth
    if isinstance(action, a.Build) and action.piece == MINE:
        return 0.3 * CONTESTED * depth
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
    """A stage of a plan ends where the turns of the next round begin."""
    return state.phase == OVER or (state.round > start.round and state.phase == ACTIONS)


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
