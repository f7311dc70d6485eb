"""The last round of Gaia Project, over every action.

Free actions may be done before and after the main action of a turn, in any order: that is what makes endings large.
Nothing is lost by leaving these out:

- Free actions after the main action: the next turn begins with them, and the last turn is to pass.
- A free action before a main action that is possible without it, where both orders lead to the same position. They
  do unless the main action takes tokens out of the bowls (satellites), charges more than there is room for, or
  gains more than a cap allows; and more QIC let the lost planet lie farther away. In these cases all are tried.
- Producing more of a resource than anything costs, before a main action.
- Gaia projects: what they form comes after the end.
- Tokens from a higher bowl than necessary for satellites: what lies in a higher bowl is never worth less.

What was gained already does not change what can be gained: positions that differ in victory points only are one.
The owner of the brainstone may choose which token moves so often that all free actions are tried there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, final

from orrery.bots.gaia.mind import MIND
from orrery.bots.gaia.turns import last_conversion
from orrery.core.journal import Message
from orrery.core.saying import say
from orrery.gaia import actions as a
from orrery.gaia.actions import BRAIN_GAIA, Action
from orrery.gaia.data.actions import BOARD_ACTIONS, CONVERSION, CONVERSIONS
from orrery.gaia.data.buildings import CAP_CREDITS, CAP_KNOWLEDGE, CAP_ORE, GAIAFORMER, LAB, ROUNDS
from orrery.gaia.data.scoring import IN_FEDERATIONS
from orrery.gaia.data.techs import TECH
from orrery.gaia.data.tracks import CHARGE_AT, ECONOMY, NAVIGATION, SCIENCE, STEP_ORE, TERRAFORMING, TOP
from orrery.gaia.decisions.turn import Turn
from orrery.gaia.phases import ACTIONS, ENDING
from orrery.gaia.rules.building import mine_sites, worth
from orrery.gaia.rules.conversions import free_actions
from orrery.gaia.rules.effects import planet_types, sectors
from orrery.gaia.rules.federations import OFFERED, SATELLITES, federations
from orrery.gaia.rules.forming import free_power, payable, realm, satellites_left, thinkable
from orrery.gaia.rules.power import capacity, spendable
from orrery.gaia.rules.research import may_advance, takeable
from orrery.gaia.rules.specials import BOOSTER, FACTION, FIRST_TECH
from orrery.gaia.state import Player, State
from orrery.study.endings.bound import Bound
from orrery.study.finish import Ending

DEAREST_POWER: Final = max(action.power for action in BOARD_ACTIONS)
DEAREST_CREDITS: Final = 6
DEAREST_ORE: Final = 6
"""What upgrades cost at the most; mines may need more ore."""
DEAREST_KNOWLEDGE: Final = 4
FAR: Final = 9
"""QIC that reach over the whole map, or pay for a tech tile."""
CREDITS_AT_ONCE: Final = 7
"""Credits that one main action brings at the most."""
CREDITS_TO_ORE: Final = CONVERSION["credits_to_ore"]
CHARGING_TILE: Final = FIRST_TECH + TECH["action_charge_4"]
END_TURN: Final = a.EndTurn()


class _Needs(NamedTuple):
    """Up to how much of everything is worth producing before a main action, and what a main action may do."""

    credits: int
    ore: int
    qic: int
    tokens: int
    satellites: int
    """Tokens that the dearest federation would take."""
    charge: int
    """What a main action may charge at the most."""
    ore_gain: int
    knowledge_gain: int
    """What a main action may bring at the most."""
    far: bool
    """Whether the lost planet may be placed."""
    all: bool
    """Every free action is tried."""


Unit = tuple[object, ...]
"""A main action, with the site if it asks for one at once."""


@final
class _Place:
    """A position between the free actions of a turn."""

    __slots__ = ("before", "path", "state", "units")

    def __init__(self, state: State, path: tuple[Action, ...]) -> None:
        self.state: Final = state
        self.path: Final = path
        self.before: Final[list[tuple[_Place, Action]]] = []
        """The positions one free action earlier."""
        self.units: dict[Unit, tuple[Action, ...]] = {}
        """Main actions that are possible here -> the answers."""


@final
class GaiaEnding(Ending[State, Action]):
    """The rest of the last round."""

    def __init__(self) -> None:
        super().__init__(MIND)
        self._federations = 0
        self._own = 0
        """As they were at the start of the search."""
        self._bound: Bound | None = None

    def applies(self, state: State, seat: int) -> Message | None:
        if state.round < ROUNDS or state.phase not in (ACTIONS, ENDING):
            return say("study.finish.round")
        return say("study.finish.passed") if state.phase == ACTIONS and seat in state.passed else None

    def world(self, state: State, seat: int) -> State:
        world = self.known.resumed(state, seat)
        if world is None:
            world = self.known.alone(state, seat)
            world.queue = ()
        self._federations = world.players[seat].federations
        self._own = world.players[seat].own
        self._bound = None
        return world

    def disturbed(self, state: State, seat: int) -> bool:
        """Nobody can, once all the others have passed."""
        if state.phase == ENDING:
            return False
        return any(other != seat and other not in state.passed for other in state.order)

    def now(self, state: State, seat: int) -> int:
        return state.players[seat].vp

    def key(self, state: State, seat: int) -> object:
        player = state.players[seat]
        return (
            player.credits,
            player.ore,
            player.knowledge,
            player.qic,
            player.bowl1,
            player.bowl2,
            player.bowl3,
            player.brain,
            player.formers,
            player.forming,
            player.research,
            tuple(player.buildings),
            player.shared,
            player.stations,
            player.satellites,
            player.allied,
            player.federations,
            player.tokens,
            player.techs,
            player.tiles,
            player.used,
            player.booster,
            state.gaia,
            state.lost,
            state.acts,
            state.supply,
            state.track_token,
            state.spots,
            state.advanced,
            state.pending,
            state.phase,
            tuple([decision.key() for decision in state.stack]),
        )

    def open(self, state: State, seat: int) -> bool:
        """Whether a layout of a federation that is not offered could matter from here on.

        One layout is offered for each set of planets. Where its satellites lie matters for one more federation, for
        the lost planet and space stations, and for structures that join it, if they count at the end.
        """
        top = state.stack[-1]
        if not isinstance(top, Turn) or top.done:
            return False
        player = state.players[seat]
        supplied = any(state.supply)
        if supplied and thinkable(state, player):
            most = min(payable(player), satellites_left(player))
            if len(federations(realm(state, player), most)) >= OFFERED:
                return True
        if player.federations == self._federations:
            return False
        rules = player.rules
        joined = player.allied & player.own & ~self._own
        power = free_power(state, player)
        power += sum((hexes & joined).bit_count() * value for hexes, value in worth(state, player))
        return (
            (supplied and (rules.growing or power >= rules.federation_power(player)))
            or (rules.places_stations and not player.used >> FACTION & 1)
            or (player.research[NAVIGATION] == TOP - 1 and may_advance(state, player, NAVIGATION))
            or (
                IN_FEDERATIONS in state.table.final_tiles
                and bool(player.own & ~self._own or mine_sites(state, seat))
            )
        )

    def most(self, state: State, seat: int) -> int | None:
        """By prices that are found for the first position that is asked about; at turns only."""
        if len(state.stack) != 1 or not isinstance(state.stack[-1], Turn):
            return None
        if self._bound is None:
            self._bound = Bound(state, seat)
        return self._bound.most(state)

    def moves(self, state: State, seat: int) -> Sequence[tuple[Action, ...]]:
        top = state.stack[-1]
        if isinstance(top, Turn):
            return [(END_TURN,)] if top.done else _turns(state, seat)
        name = top.name
        player = state.players[seat]
        if name == "FinalConversions" and not player.brain and _room(player):
            return [_last(state, seat)]
        options = state.options()
        if name == "WhichBowl" and not 0 < player.brain < BRAIN_GAIA:
            return [(options[0],)]
        return [(option,) for option in options]


def _room(player: Player) -> bool:
    """Whether the last conversions of everything reach no cap."""
    power = (player.bowl3 + player.bowl2 // 2) * player.rules.token_worth(player)
    return player.credits + power <= CAP_CREDITS and player.ore + player.qic + player.formers <= CAP_ORE


def _last(state: State, seat: int) -> tuple[Action, ...]:
    """The last conversions: everything becomes ore and credits."""
    trial = state.clone()
    found: list[Action] = []
    while trial.question() == "FinalConversions" and trial.asked() == seat:
        answer = last_conversion(trial, seat, trial.options())
        found.append(answer)
        trial.apply(answer)
    return tuple(found)


def _needs(state: State, seat: int) -> _Needs:
    player = state.players[seat]
    rules = player.rules
    steppable = [track for track in range(len(player.research)) if may_advance(state, player, track)]
    charge = 3 if any(player.research[track] == CHARGE_AT - 1 for track in steppable) else 0
    if TECH["action_charge_4"] in player.tiles and not player.used >> CHARGING_TILE & 1:
        charge = 4
    if ECONOMY in steppable and player.research[ECONOMY] == TOP - 1:
        charge = 6
    trade = CREDITS_TO_ORE in (rules.institute_ways if player.has_institute else rules.ways)
    satellites = 0
    if not rules.satellites_cost_qic and any(state.supply) and thinkable(state, player):
        power = spendable(player, rules.token_worth(player)) + player.bowl2 // 2 * rules.token_worth(player)
        wealth = player.power_tokens + player.ore + player.qic + player.formers + power // 2
        wealth += player.credits // 3 if trade else 0
        found = federations(realm(state, player), min(wealth, satellites_left(player)))
        satellites = max((federation.cost for federation in found), default=0)
    kinds = [
        state.table.techs[spot] if spot < a.FIRST_ADVANCED_SPOT else state.advanced[spot - a.FIRST_ADVANCED_SPOT]
        for spot in takeable(state, player)
    ]
    ore = 8 if rules.qic_becomes_ore(player) else 5
    if TECH["now_1_ore_per_sector"] in kinds:
        ore += sectors(state, player) + 1
    knowledge = 5
    if TECH["knowledge_per_planet_type"] in kinds:
        knowledge += planet_types(state, player) + 1
    if SCIENCE in steppable and player.research[SCIENCE] == TOP - 1:
        knowledge += 9
    return _Needs(
        credits=CAP_CREDITS if trade else DEAREST_CREDITS,
        ore=max(DEAREST_ORE, 3 * STEP_ORE[player.research[TERRAFORMING]] + 2),
        qic=SATELLITES if rules.satellites_cost_qic else FAR,
        tokens=satellites,
        satellites=satellites,
        charge=charge,
        ore_gain=ore,
        knowledge_gain=knowledge,
        far=NAVIGATION in steppable and player.research[NAVIGATION] == TOP - 1,
        all=0 < player.brain < BRAIN_GAIA,
    )


def _spends(action: Action) -> bool:
    """Whether a free action changes the bowls other than by burning."""
    if not isinstance(action, a.Convert):
        return False
    way = CONVERSIONS[action.way]
    return bool(way.power or way.bowl3 or way.gains.tokens)


def _crowded(player: Player, needs: _Needs) -> bool:
    """Whether a main action may charge more than there is room for."""
    return capacity(player) < needs.charge


def _sensible(player: Player, action: Action, needs: _Needs) -> bool:
    """Whether a free action may be needed before a main action."""
    if needs.all:
        return True
    taking = needs.satellites > player.bowl1
    if not isinstance(action, a.Convert):
        return taking or spendable(player, player.rules.token_worth(player)) < DEAREST_POWER
    way = CONVERSIONS[action.way]
    gains, price = way.gains, way.price
    return bool(
        (gains.credits and player.credits < needs.credits)
        or (gains.ore and player.ore < needs.ore)
        or (gains.knowledge and player.knowledge < DEAREST_KNOWLEDGE)
        or (gains.qic and player.qic < needs.qic)
        or (gains.tokens and player.power_tokens < needs.tokens)
        or (_spends(action) and (taking or _crowded(player, needs)))
        or (price.ore and player.ore + needs.ore_gain > CAP_ORE)
        or (price.knowledge and player.knowledge + needs.knowledge_gain > CAP_KNOWLEDGE)
        or (price.credits and player.credits + CREDITS_AT_ONCE > CAP_CREDITS)
    )


def _matters(player: Player, action: Action, main: Action, needs: _Needs) -> bool:
    """Whether it matters that a free action is done before a main action that is possible without it."""
    if needs.all:
        return True
    if isinstance(main, a.Pass):
        return False
    burns = not isinstance(action, a.Convert)
    if isinstance(main, a.Federate):
        added = main.hexes & ~(player.own | player.stations)
        if (burns or _spends(action)) and added.bit_count() > player.bowl1 and not player.rules.satellites_cost_qic:
            return True
    if burns:
        return False
    assert isinstance(action, a.Convert)
    steps = (
        isinstance(main, a.Research)
        or (isinstance(main, a.Build) and main.piece >= LAB)
        or (isinstance(main, a.Act) and BOARD_ACTIONS[main.number].tech)
        or (isinstance(main, a.Use) and main.special == FACTION)
    )
    charges = steps or (isinstance(main, a.Use) and main.special == CHARGING_TILE)
    if charges and _spends(action) and _crowded(player, needs):
        return True
    way = CONVERSIONS[action.way]
    if steps and needs.far and way.gains.qic:
        return True
    price = way.price
    return bool(
        (price.ore and player.ore + needs.ore_gain > CAP_ORE)
        or (price.knowledge and player.knowledge + needs.knowledge_gain > CAP_KNOWLEDGE)
        or (price.credits and player.credits + CREDITS_AT_ONCE > CAP_CREDITS)
    )


def _units(state: State, seat: int) -> dict[Unit, tuple[Action, ...]]:
    """The main actions that are possible but Gaia projects; with their site where one is asked for at once."""
    top = state.stack[-1]
    assert isinstance(top, Turn)
    player = state.players[seat]
    found: dict[Unit, tuple[Action, ...]] = {}
    for main in top.main_actions(state):
        if isinstance(main, a.Build) and main.piece == GAIAFORMER:
            continue
        asks = (isinstance(main, a.Act) and BOARD_ACTIONS[main.number].steps) or (
            isinstance(main, a.Use) and main.special in (BOOSTER, FACTION)
        )
        if not asks:
            found[main,] = (main,)
            continue
        trial = state.clone()
        trial.apply(main)
        after = trial.players[seat]
        if trial.question() in ("PickSite", "PickSpace") and trial.asked() == seat:
            for site in trial.options():
                assert isinstance(site, a.Build)
                if site.piece != GAIAFORMER:
                    found[main, site.where] = (main, site)
        elif not after.forming & ~player.forming:
            built = (after.own & ~player.own) | (after.stations & ~player.stations)
            found[main, built.bit_length() - 1] = (main,)
    return found


def _turns(state: State, seat: int) -> list[tuple[Action, ...]]:
    """Main actions, each after the free actions that it needs, in every way."""
    needs = _needs(state, seat)
    start = _Place(state, ())
    places: dict[object, _Place] = {state.players[seat].key(): start}
    todo = [start]
    for place in todo:
        player = place.state.players[seat]
        for action in free_actions(place.state, seat):
            if not _sensible(player, action, needs):
                continue
            trial = place.state.clone()
            trial.apply(action)
            for after, path in _settled(trial, seat, (*place.path, action)):
                key = after.players[seat].key()
                if key not in places:
                    places[key] = _Place(after, path)
                    todo.append(places[key])
                places[key].before.append((place, action))
    found: list[tuple[Action, ...]] = []
    for place in todo:
        place.units = _units(place.state, seat)
    for place in todo:
        for unit, answers in place.units.items():
            if not any(
                unit in before.units and not _matters(before.state.players[seat], action, answers[0], needs)
                for before, action in place.before
            ):
                found.append((*place.path, *answers))
    return found


def _settled(state: State, seat: int, path: tuple[Action, ...]) -> list[tuple[State, tuple[Action, ...]]]:
    """The positions after a free action once the questions about the brainstone are answered."""
    if isinstance(state.stack[-1], Turn):
        return [(state, path)]
    found = []
    for option in state.options():
        trial = state.clone()
        trial.apply(option)
        found += _settled(trial, seat, (*path, option))
    return found
