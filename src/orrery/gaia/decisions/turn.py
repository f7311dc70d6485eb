"""The turn: free actions, one main action, free actions; and the questions that main actions raise at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final, Literal, TypedDict, final

from orrery.core.asking import Wish
from orrery.core.journal import Message
from orrery.core.words import Fields, fields
from orrery.gaia import words as w
from orrery.gaia.actions import (
    NONE,
    Act,
    Action,
    Build,
    Burn,
    Convert,
    EndTurn,
    Federate,
    Pass,
    Research,
    Use,
    builds,
)
from orrery.gaia.data.actions import BOARD_ACTIONS
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.buildings import GAIAFORMER, INSTITUTE, MINE, RESEARCH_COST, ROUNDS, STATION
from orrery.gaia.data.techs import TECHS
from orrery.gaia.decisions.base import Decision
from orrery.gaia.decisions.charging import offer_charges
from orrery.gaia.decisions.research import PickTech, advance
from orrery.gaia.decisions.tokens import PickFederationToken, RescoreToken
from orrery.gaia.phases import NO_ONE, NOTHING_HERE
from orrery.gaia.rules.building import (
    build_mine,
    mine_sites,
    near_mines,
    near_projects,
    near_upgrades,
    project_sites,
    start_project,
    upgrade,
    upgrade_sites,
)
from orrery.gaia.rules.conversions import free_action, free_actions, payable
from orrery.gaia.rules.effects import (
    BOOSTER_SOURCES,
    TECH_SOURCES,
    TRACK_SOURCES,
    gain,
    gain_counted,
    pay,
    useful,
)
from orrery.gaia.rules.forming import form, near_federation, offered, verdict
from orrery.gaia.rules.power import spend, spendable
from orrery.gaia.rules.research import affordable_tracks, near_steps, replaced, takeable
from orrery.gaia.rules.specials import ACADEMY, BOOSTER, FACTION, FIRST_TECH, brings, near_specials, specials

if TYPE_CHECKING:
    from orrery.gaia.state import State

ACT_SOURCES: Final = tuple(f"action:{action.id}" for action in BOARD_ACTIONS)
ACADEMY_SOURCE: Final = "action:academy"

ACTS: Final = tuple(Act(number) for number in range(len(BOARD_ACTIONS)))
RESEARCH: Final = tuple(Research(track) for track in range(6))
CHEAPEST_POWER: Final = min(action.power for action in BOARD_ACTIONS if action.power)
CHEAPEST_QIC: Final = min(action.qic for action in BOARD_ACTIONS if action.qic)
END_TURN: Final = EndTurn()


def act_ready(state: State, seat: int, number: int, power: int) -> bool:
    """Whether a free action space of the research board can be used, with so much power to spend."""
    action = BOARD_ACTIONS[number]
    return power >= action.power and state.players[seat].qic >= action.qic and act_sensible(state, seat, number)


def act_sensible(state: State, seat: int, number: int) -> bool:
    """Whether an action space of the research board could be used by somebody who has its price."""
    action = BOARD_ACTIONS[number]
    player = state.players[seat]
    if action.steps:
        return mine_sites(state, seat, action.steps) != 0
    if action.tech:
        return bool(takeable(state, player))
    if action.rescore:
        return bool(player.tokens)
    return state.table.useless_actions == "allowed" or useful(player, action.gains)


def near_acts(state: State, seat: int) -> Iterator[Wish]:
    """Actions of the research board that cannot be used now."""
    player = state.players[seat]
    power = spendable(player, player.rules.token_worth(player))
    for number, action in enumerate(BOARD_ACTIONS):
        if state.acts[number] == NO_ONE and act_ready(state, seat, number, power):
            continue
        reasons: list[Message] = []
        if state.acts[number] != NO_ONE:
            reasons.append(Message("used", {"seat": state.acts[number]}))
        if action.power > power:
            reasons.append(Message("short", {"what": "power", "by": action.power - power}))
        if action.qic > player.qic:
            reasons.append(Message("short", {"what": "qic", "by": action.qic - player.qic}))
        if action.rescore and not player.tokens:
            reasons.append(Message("no_token_owned", {}))
        if not reasons:
            reason = Message("no_site", {"steps": action.steps}) if action.steps else Message("nothing_gained", {})
            reasons.append(reason)
        yield Wish(ACTS[number], tuple(reasons), {}, partial(_act_possible, seat=seat, number=number))


def _act_possible(state: State, seat: int, number: int) -> bool:
    player = state.players[seat]
    power = spendable(player, player.rules.token_worth(player))
    return state.acts[number] == NO_ONE and act_ready(state, seat, number, power)


class TurnFacts(TypedDict):
    """Where in a turn one is."""

    stage: Literal["before", "after"]
    """The main action."""


@final
class Turn(Decision):
    """The own turn: one main action, with free actions directly before and after it."""

    __slots__ = ("done",)

    holds: ClassVar[Fields] = fields(done=w.FLAG)

    always: ClassVar[bool] = True

    def __init__(self, seat: int, done: int = 0) -> None:
        self.seat = seat
        self.done: Final = done
        """1 once the main action is over."""

    def arrive(self, state: State) -> bool:
        if state.pending and self.done and state.table.charge_timing == "immediate":
            offer_charges(state, self.seat)
            return True
        return False

    def options(self, state: State) -> list[Action]:
        if self.done:
            return [END_TURN, *free_actions(state, self.seat)]
        return self.main_actions(state) + free_actions(state, self.seat)

    def main_actions(self, state: State) -> list[Action]:
        """Every main action that can be completed."""
        seat = self.seat
        player = state.players[seat]
        found = builds(MINE, mine_sites(state, seat))
        found += builds(GAIAFORMER, project_sites(state, seat))
        for piece, sites in upgrade_sites(state, seat):
            found += builds(piece, sites)
        found += [Federate(federation.hexes) for federation in offered(state, player)]
        found += [RESEARCH[track] for track in affordable_tracks(state, seat)]
        power = spendable(player, player.rules.token_worth(player))
        if power >= CHEAPEST_POWER or player.qic >= CHEAPEST_QIC:
            acts = state.acts
            found += [
                ACTS[number]
                for number in range(len(ACTS))
                if acts[number] == NO_ONE and act_ready(state, seat, number, power)
            ]
        found += [Use(special) for special in specials(state, seat)]
        if state.round == ROUNDS:
            found.append(Pass(NONE))
        else:
            found += [Pass(booster) for booster in state.boosters]
        return found

    def near(self, state: State) -> Iterator[Wish]:
        if self.done:
            return
        yield from near_mines(state, self.seat)
        yield from near_projects(state, self.seat)
        yield from near_upgrades(state, self.seat)
        yield from near_steps(state, self.seat)
        yield from near_acts(state, self.seat)
        yield from near_specials(state, self.seat)
        yield from near_federation(state, self.seat)

    def about(self, state: State) -> TurnFacts:
        return {"stage": "after" if self.done else "before"}

    def allows(self, state: State, action: Action) -> bool:
        if isinstance(action, Federate):
            return (
                not self.done and any(state.supply) and verdict(state, state.players[self.seat], action.hexes).legal
            )
        if isinstance(action, Convert) and action.way in state.players[self.seat].rules.unoffered_ways:
            return payable(state.players[self.seat], action.way)
        return action in self.options(state)

    def resolve(self, state: State, action: Action) -> None:
        seat = self.seat
        if isinstance(action, (Convert, Burn)):
            state.stack.append(self)
            free_action(state, seat, action)
            return
        if isinstance(action, EndTurn):
            offer_charges(state, seat)
            return
        if isinstance(action, Pass):
            self.leave(state, action.booster)
            return
        state.stack.append(Turn(seat, 1))
        if isinstance(action, Build):
            build(state, seat, action)
        elif isinstance(action, Research):
            pay(state, seat, TRACK_SOURCES[action.track], 0, 0, RESEARCH_COST.knowledge)
            advance(state, seat, action.track)
        elif isinstance(action, Act):
            self.act(state, action.number)
        elif isinstance(action, Use):
            self.use(state, action.special)
        else:
            assert isinstance(action, Federate)
            judged = verdict(state, state.players[seat], action.hexes)
            state.stack.append(PickFederationToken(seat))
            form(state, seat, judged.federation)

    def act(self, state: State, number: int) -> None:
        """Use an action of the research board."""
        seat = self.seat
        action = BOARD_ACTIONS[number]
        state.acts = replaced(state.acts, number, seat)
        source = ACT_SOURCES[number]
        if action.steps:
            state.stack.append(PickSite(seat, action.steps, 0))
        elif action.tech:
            state.stack.append(PickTech(seat))
        elif action.rescore:
            state.stack.append(RescoreToken(seat))
        if action.power:
            spend(state, seat, action.power, state.players[seat].rules.token_worth(state.players[seat]), source)
        else:
            pay(state, seat, source, 0, 0, 0, action.qic)
        if action.gains:
            gain(state, seat, action.gains, source)
        if action.also is not None:
            gain_counted(state, seat, action.also, source)

    def use(self, state: State, special: int) -> None:
        """Use a special action."""
        seat = self.seat
        player = state.players[seat]
        player.used |= 1 << special
        if special == ACADEMY:
            gain(state, seat, brings(player, special), ACADEMY_SOURCE)
        elif special == FACTION:
            player.rules.special_begin(state, seat)
        elif special == BOOSTER:
            booster = BOOSTERS[player.booster].special
            assert booster is not None
            state.stack.append(PickSite(seat, booster.steps, booster.reach))
        else:
            gain(state, seat, brings(player, special), TECH_SOURCES[special - FIRST_TECH])

    def leave(self, state: State, booster: int) -> None:
        """Pass: score what counts on passing, then exchange the booster."""
        seat = self.seat
        player = state.players[seat]
        old = player.booster
        scored = None if old == NOTHING_HERE else BOOSTERS[old].on_pass
        if scored is not None:
            gain_counted(state, seat, scored, BOOSTER_SOURCES[old])
        for kind in player.tiles:
            on_pass = TECHS[kind].on_pass
            if on_pass is not None:
                gain_counted(state, seat, on_pass, TECH_SOURCES[kind])
        exchange_booster(state, seat, booster)
        state.passed += (seat,)


def exchange_booster(state: State, seat: int, booster: int) -> None:
    """Put the own booster back into the open ones and take another (or none)."""
    player = state.players[seat]
    row = [other for other in state.boosters if other != booster]
    if player.booster != NOTHING_HERE:
        row.append(player.booster)
    state.boosters = tuple(row) if state.table.solo else tuple(sorted(row))
    player.booster = booster
    player.used &= ~(1 << BOOSTER)


def build(state: State, seat: int, action: Build, free: int = 0, extra: int = 0) -> None:
    """Build a mine, start a Gaia project or upgrade; a lab or an academy brings a tech tile."""
    if action.piece == MINE:
        build_mine(state, seat, action.where, free, extra)
    elif action.piece == GAIAFORMER:
        start_project(state, seat, action.where, extra)
    else:
        if action.piece not in (STATION, INSTITUTE):
            state.stack.append(PickTech(seat))
        upgrade(state, seat, action.piece, action.where)


class SiteFacts(TypedDict):
    """What an action helps a mine with."""

    action: None
    """Always null."""
    steps: int
    """Free terraforming steps."""
    range: int
    """More range."""


@final
class PickSite(Decision):
    """Where is the mine built (or, with more range, the Gaia project started) that an action helps with?"""

    __slots__ = ("extra", "free")

    holds: ClassVar[Fields] = fields(free=w.COUNT, extra=w.COUNT)

    def __init__(self, seat: int, free: int, extra: int) -> None:
        self.seat = seat
        self.free: Final = free
        self.extra: Final = extra

    def about(self, state: State) -> SiteFacts:
        return {"action": None, "steps": self.free, "range": self.extra}

    def options(self, state: State) -> list[Action]:
        found = builds(MINE, mine_sites(state, self.seat, self.free, self.extra))
        if self.extra:
            found += builds(GAIAFORMER, project_sites(state, self.seat, self.extra))
        return found

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, Build)
        build(state, self.seat, action, self.free, self.extra)
