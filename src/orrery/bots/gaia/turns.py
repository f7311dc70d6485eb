"""Turns of Gaia Project that are worth a look: main actions, each after the conversions that it needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from orrery.bots.gaia.features import DEAREST
from orrery.core.hexes import bits
from orrery.gaia import actions as a
from orrery.gaia.data.actions import BOARD_ACTIONS, CONVERSION
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.buildings import GAIAFORMER, INSTITUTE, LAB, MINE, RESEARCH_COST, STATION
from orrery.gaia.data.planets import STEPS
from orrery.gaia.data.tracks import GAIA_PROJECT, NAVIGATION, PROJECT_TOKENS, REACH, STEP_ORE, TERRAFORMING
from orrery.gaia.decisions.turn import Turn, act_sensible
from orrery.gaia.phases import NO_ONE, NOTHING_HERE
from orrery.gaia.rules.building import (
    Price,
    left,
    mine_price,
    mine_sites,
    mines_left,
    project_price,
    project_sites,
    taken,
    upgrade_price,
)
from orrery.gaia.rules.federations import federations
from orrery.gaia.rules.forming import payable, realm, satellites_left, thinkable
from orrery.gaia.rules.power import spendable
from orrery.gaia.rules.reach import within
from orrery.gaia.rules.research import may_advance
from orrery.gaia.rules.specials import BOOSTER
from orrery.gaia.state import Player, State

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
    yield from _dear_projects(state, seat, wealth)
    yield from _dear_booster(state, seat, wealth)
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
    for where, mine in zip(bits(sites), a.builds(MINE, sites), strict=True):
        kind = state.world.kind[where]
        if kind < 7 and not state.gaia >> where & 1 and STEPS[home][kind] > (1 if dear else 2):
            continue
        price = mine_price(state, seat, where)
        ways = wealth.plan(price.credits, price.ore, 0, price.qic)
        if ways:
            yield (*ways, mine)


def _dear_projects(state: State, seat: int, wealth: _Wealth) -> Iterator[tuple[a.Action, ...]]:
    """Gaia projects that a QIC for more range makes possible."""
    player = state.players[seat]
    tokens = PROJECT_TOKENS[player.research[GAIA_PROJECT]]
    if not (wealth.reach and player.formers and tokens and player.power_tokens >= tokens):
        return
    near = within(state, player, REACH[player.research[NAVIGATION]] + 2 * (player.qic + 1))
    busy = 0
    for other in state.players:
        busy |= other.forming | other.own
    sites = state.transdim & near & ~busy & ~project_sites(state, seat)
    for where, project in zip(bits(sites), a.builds(GAIAFORMER, sites), strict=True):
        ways = wealth.plan(qic=project_price(state, seat, where).qic)
        burns, formers = ways.count(a.Burn()), ways.count(_FORMER_TO_QIC)
        if ways and player.power_tokens - burns >= tokens and player.formers > formers:
            yield (*ways, project)


def _dear_booster(state: State, seat: int, wealth: _Wealth) -> Iterator[tuple[a.Action, ...]]:
    """The booster's action for a mine whose price or range conversions make possible."""
    player = state.players[seat]
    special = None if player.booster == NOTHING_HERE else BOOSTERS[player.booster].special
    if special is None or player.used >> BOOSTER & 1 or not mines_left(state, player):
        return
    free, extra = special.steps, special.reach
    if not (free or extra):
        return
    basic = REACH[player.research[NAVIGATION]]
    sites = state.world.planets & within(state, player, basic + extra + (2 if wealth.reach else 0))
    sites &= ~taken(state) & ~state.transdim & ~mine_sites(state, seat, free, extra)
    if extra:
        sites &= ~within(state, player, basic)
    found: set[tuple[a.Action, ...]] = set()
    home = player.rules.home
    for where in bits(sites):
        kind = state.world.kind[where]
        steps = STEPS[home][kind] if kind < 7 and not state.gaia >> where & 1 else 0
        if steps > 1 + free or (free and not steps):
            continue
        price = mine_price(state, seat, where, free, extra)
        ways = wealth.plan(price.credits, price.ore, 0, price.qic)
        if ways and ways not in found:
            found.add(ways)
            yield (*ways, a.Use(BOOSTER))


def _dear_upgrades(state: State, seat: int, wealth: _Wealth) -> Iterator[tuple[a.Action, ...]]:
    player = state.players[seat]
    for old in (MINE, STATION, LAB):
        standing = player.buildings[old]
        if old == MINE:
            standing &= ~(player.shared | state.lost)
        for piece in player.rules.upgrades[old]:
            if not left(player, piece):
                continue
            for where, upgrade in zip(bits(standing), a.builds(piece, standing), strict=True):
                price: Price = upgrade_price(state, seat, piece, where)
                if price.credits <= player.credits and price.ore <= player.ore:
                    break
                ways = wealth.plan(price.credits, price.ore)
                if ways:
                    yield (*ways, upgrade)


def _burns(player: Player, power: int) -> int:
    """How often tokens must be burnt until so much power can be spent; 0 if that cannot be.

    With the brainstone in bowl II its owner is asked which token goes, so nobody counts on that here.
    """
    if player.brain == 2:
        return 0
    worth = player.rules.token_worth(player)
    missing = power - spendable(player, worth)
    burns = -(-missing // worth)
    return burns if burns <= player.bowl2 // 2 else 0


def _dear_acts(state: State, seat: int, wealth: _Wealth) -> Iterator[tuple[a.Action, ...]]:
    """Board actions that burning or buying QIC makes possible."""
    player = state.players[seat]
    for number, action in enumerate(BOARD_ACTIONS):
        if state.acts[number] != NO_ONE or not act_sensible(state, seat, number):
            continue
        if action.power > spendable(player, player.rules.token_worth(player)):
            burns = _burns(player, action.power)
            if burns:
                yield (*([a.Burn()] * burns), a.Act(number))
        elif action.qic > player.qic:
            ways = wealth.plan(qic=action.qic)
            if ways:
                yield (*ways, a.Act(number))
