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
    INSTITUTE,
    LAB,
    MINE,
    RESEARCH_COST,
    ROUNDS,
    STATION,
)
from orrery.gaia.data.planets import STEPS
from orrery.gaia.data.tracks import NAVIGATION, REACH, STEP_ORE, TERRAFORMING
from orrery.gaia.decisions.research import PickTrack
from orrery.gaia.decisions.turn import Turn, act_sensible
from orrery.gaia.mind_features import DEAREST, foresee
from orrery.gaia.mind_value import denied as denied
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
from orrery.gaia.rules.federations import federations
from orrery.gaia.rules.forming import payable, realm, satellites_left, thinkable
from orrery.gaia.rules.power import capacity, charge, may_burn, spendable
from orrery.gaia.rules.reach import within
from orrery.gaia.rules.research import may_advance
from orrery.gaia.state import ACTIONS, GAIA_PHASE, INCOME, NO_ONE, NOTHING_HERE, OVER, Player, State

STAGES: Final = 3
"""Rounds that a plan reaches over among people; alone against the Automa it reaches to the end."""
PATIENCE: Final = 1.5
"""How much a single turn may lose before somebody who looks no further passes instead: more turns follow."""
SITES: Final = 6
"""Sites that are compared for a starting structure."""
POWER: Final = ("IncomeOrder", "MoveBrainstone")
"""Questions whose answer depends on the bowls."""
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
    left = ROUNDS + 1 - max(1, state.round)
    return left if state.table.solo else min(STAGES, left)


def between(state: State, seat: int) -> None:
    """What the others do in a round of a plan in which they stand still: bring some power, and change boosters.

    They are thought to take the booster that was given back last, so no plan counts on having it again at once.
    """
    player = state.players[seat]
    grid = state.world.grid
    near = grid.grow(grid.grow(player.own))
    for number, other in enumerate(state.players):
        if number == seat:
            continue
        if other.own & near and not player.brain and capacity(player):
            charge(state, seat, 1, "charge")
        if state.boosters and other.booster != NOTHING_HERE:
            *row, taken_up = state.boosters
            state.boosters = (other.booster, *row)
            other.booster = taken_up


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
_POWER_TO_QIC: Final = a.Convert(CONVERSION["power_to_qic"])
_POWER_TO_ORE: Final = a.Convert(CONVERSION["power_to_ore"])
_POWER_TO_KNOWLEDGE: Final = a.Convert(CONVERSION["power_to_knowledge"])
_CREDITS_TO_QIC: Final = a.Convert(CONVERSION["credits_to_qic"])
_CREDITS_TO_ORE: Final = a.Convert(CONVERSION["credits_to_ore"])
_CREDITS_TO_KNOWLEDGE: Final = a.Convert(CONVERSION["credits_to_knowledge"])
_TOKEN_TO_KNOWLEDGE: Final = a.Convert(CONVERSION["token_to_knowledge"])
_ORE_TO_TOKEN: Final = a.Convert(CONVERSION["ore_to_power_token"])
_ORE_TO_CREDIT: Final = a.Convert(CONVERSION["ore_to_credit"])
_KNOWLEDGE_TO_CREDIT: Final = a.Convert(CONVERSION["knowledge_to_credit"])
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


def ends_turn(action: a.Action) -> bool:
    """Whether the turn is over with this answer."""
    return isinstance(action, (a.EndTurn, a.Pass))


def resumed(state: State, seat: int) -> State | None:
    """Where a plan can begin after an answer, the others standing still; None in set-up and at the end."""
    if state.phase not in (INCOME, GAIA_PHASE, ACTIONS):
        return None
    world = alone(state, seat)
    if state.phase == ACTIONS and state.turn != seat:
        # Somebody else's turn: the own one comes next.
        world.stack = [Turn(seat), *(question for question in state.stack if question.seat == seat)]
        world.turn = seat
        world.pending = ()
        world._offered = None
    return world


def turns(state: State, seat: int) -> Iterator[tuple[a.Action, ...]]:
    """Main actions that are worth a look, each after the conversions that it needs."""
    top = state.stack[-1]
    assert isinstance(top, Turn)
    player = state.players[seat]
    wealth = _Wealth(player)
    parked = (_FORMER_TO_QIC,) * wealth.formers
    for action in top.main_actions(state):
        # Gaiaformers come back before the next turns, so those at home become QIC in time.
        yield (*parked, action) if parked and isinstance(action, a.Pass) else (action,)
    yield from _dear_federations(state, player, wealth)
    if not (wealth.power or player.qic or player.ore or wealth.formers or wealth.trade):
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
        rules = player.rules
        self.player = player
        self.plain = rules.token_worth(player) == 1 and not player.brain
        self.burns = player.bowl2 // 2
        self.power = player.bowl3 + self.burns if self.plain else spendable(player, rules.token_worth(player))
        ways = rules.institute_ways if player.buildings[INSTITUTE] else rules.ways
        self.formers = player.formers if _FORMER_TO_QIC.way in ways else 0
        self.tokens = player.bowl3 if _TOKEN_TO_KNOWLEDGE.way in ways else 0
        self.trade = _CREDITS_TO_QIC.way in ways
        self.reach = bool(player.qic or self.power >= 4 or self.formers or (self.trade and player.credits >= 4))
        """Whether a QIC can be had for range."""

    def plan(self, credits: int = 0, ore: int = 0, knowledge: int = 0, qic: int = 0) -> tuple[a.Action, ...]:  # noqa: A002
        """Free actions after which so much is held; empty if there is no plain way."""
        player = self.player
        need_ore = max(0, ore - player.ore)
        need_qic = max(0, qic - player.qic)
        need_knowledge = max(0, knowledge - player.knowledge)
        found: list[a.Action] = []
        if need_qic:
            if player.rules.qic_becomes_ore(player):
                return ()
            parked = min(need_qic, self.formers)
            found.extend([_FORMER_TO_QIC] * parked)
            need_qic -= parked
        if self.trade:
            spare = player.credits - credits
            for price, way, need in (
                (4, _CREDITS_TO_QIC, need_qic),
                (4, _CREDITS_TO_KNOWLEDGE, need_knowledge),
                (3, _CREDITS_TO_ORE, need_ore),
            ):
                bought = max(0, min(need, spare // price))
                spare -= price * bought
                found.extend([way] * bought)
                if way is _CREDITS_TO_QIC:
                    need_qic -= bought
                elif way is _CREDITS_TO_ORE:
                    need_ore -= bought
                else:
                    need_knowledge -= bought
        held = self.power
        if need_knowledge and self.tokens and self.plain:
            spent = min(need_knowledge, self.tokens)
            found.extend([_TOKEN_TO_KNOWLEDGE] * spent)
            need_knowledge -= spent
            held -= spent
        spare_qic = player.qic - qic
        from_qic = min(need_ore, max(0, spare_qic)) if need_ore and held < 3 * need_ore else 0
        need_ore -= from_qic
        need_credits = max(0, credits - player.credits)
        power = 3 * need_ore + 4 * need_qic + 4 * need_knowledge
        from_knowledge = from_ore = 0
        if need_credits:
            short = need_credits - max(0, held - power)
            if short > 0:
                from_knowledge = min(short, max(0, player.knowledge - knowledge))
                from_ore = min(short - from_knowledge, max(0, player.ore - ore))
                need_credits -= from_knowledge + from_ore
            power += need_credits
        if power > held or (not self.plain and power > spendable(player, 1)):
            return ()
        if player.brain and need_credits and power > player.bowl3:
            # For a single credit the brainstone would be spent as a whole.
            return ()
        if self.plain and power + self.power - held > player.bowl3:
            found[:0] = [a.Burn()] * (power + self.power - held - player.bowl3)
        found.extend([_QIC_TO_ORE] * from_qic)
        found.extend([_KNOWLEDGE_TO_CREDIT] * from_knowledge)
        found.extend([_ORE_TO_CREDIT] * from_ore)
        found.extend([_POWER_TO_ORE] * need_ore)
        found.extend([_POWER_TO_QIC] * need_qic)
        found.extend([_POWER_TO_KNOWLEDGE] * need_knowledge)
        found.extend([_POWER_TO_CREDIT] * need_credits)
        return tuple(found)


def _dear_federations(state: State, player: Player, wealth: _Wealth) -> Iterator[tuple[a.Action, ...]]:
    """Federations whose satellites can be paid for only after conversions."""
    paid = payable(player)
    if paid >= DEAREST or not any(state.supply) or not thinkable(state, player):
        return
    most = paid + (wealth.power // 4 if player.rules.satellites_cost_qic else player.ore)
    most = min(most, DEAREST, satellites_left(player))
    if most <= paid:
        return
    for federation in federations(realm(state, player), most):
        missing = federation.satellites.bit_count() - paid
        if missing <= 0:
            continue
        if player.rules.satellites_cost_qic:
            ways = wealth.plan(qic=paid + missing)
            if ways:
                yield (*ways, a.Federate(federation.hexes))
        else:
            yield (*([_ORE_TO_TOKEN] * missing), a.Federate(federation.hexes))


def _dear_mines(state: State, seat: int, wealth: _Wealth) -> Iterator[tuple[a.Action, ...]]:
    """Mines that conversions make possible: near ones of few steps, and Gaia planets."""
    player = state.players[seat]
    if not mines_left(state, player):
        return
    near = within(state, player, REACH[player.research[NAVIGATION]] + (2 if wealth.reach else 0))
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
    for number, action in enumerate(BOARD_ACTIONS):
        if state.acts[number] != NO_ONE or not act_sensible(state, seat, number):
            continue
        if action.power > player.bowl3:
            burns = action.power - player.bowl3
            if wealth.plain and burns <= wealth.burns and may_burn(player):
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


def same(state: State, seat: int) -> tuple[object, ...]:
    """Equal exactly for positions that differ only by the order in which the seat did things.

    It is the key itself: the hash of a bitboard is the same for hexes 61 places apart.
    """
    return (
        state.players[seat].key(),
        state.acts,
        state.boosters,
        state.spots,
        state.advanced,
        state.gaia,
        state.supply,
        state.round,
    )


def kind(state: State, seat: int) -> tuple[object, ...]:
    """What lines of a plan should differ in: tech tiles, federations, how many planets."""
    player = state.players[seat]
    return player.tiles, len(player.tokens), player.own.bit_count()


def alike(state: State, seat: int) -> tuple[object, ...] | None:
    """Equal for follow-up questions with the same options about which a plan thinks once; None for others."""
    top = state.stack[-1]
    name = top.name
    if top.always or name == "FinalConversions":
        return None
    player = state.players[seat]
    bowls = (player.bowl1, player.bowl2, player.bowl3) if name in POWER else ()
    research = () if name == "PickSite" else player.research
    return name, top.values(), state.round, research, bowls, tuple(state.options())


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


def openings(state: State, seat: int) -> list[a.Action]:
    """Answers of the set-up that are worth a plan each: sites of starting structures, first boosters."""
    name = state.question()
    if name == "PickBooster":
        return state.options()
    if name == "StartingMine":
        sites = sorted(state.options(), key=lambda action: -settling(state, seat, action.values()[0]))
        return sites[:SITES]
    return []


def opened(state: State, seat: int, answer: a.Action) -> State:
    """The seat's first turn after an answer of the set-up, everybody going on by simple rules."""
    trial = state.clone()
    trial.apply(answer)
    while trial.phase != ACTIONS or trial.question() != "Turn":
        asked = trial.asked()
        assert asked is not None
        trial.apply(policy(trial, asked) or still(trial))
    trial = alone(trial, seat)
    trial.stack = [Turn(seat)]
    trial.turn = seat
    return trial


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
