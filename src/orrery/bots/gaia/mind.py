"""What bots know about Gaia Project: how good a position is, how to answer, and how far a plan reaches.

``value`` says what positions are worth, ``turns`` which turns are worth a look.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Self, final

from orrery.bots.gaia import value as valuing
from orrery.bots.gaia.features import LEVELS, Ahead, features, foresee, foresee_ends, rounds_left
from orrery.bots.gaia.numbers import MARGINS, NUMBERS, Numbers
from orrery.bots.gaia.rivals import moved, replies
from orrery.bots.gaia.turns import last_conversion, turns
from orrery.bots.gaia.value import WEIGHTS, Weights
from orrery.bots.mind import Mind
from orrery.core.hexes import bits
from orrery.gaia import actions as a
from orrery.gaia.actions import Action
from orrery.gaia.data.boards import BOARDS
from orrery.gaia.data.buildings import MINE, ROUNDS
from orrery.gaia.data.planets import STEPS
from orrery.gaia.data.scoring import FINAL_TILES
from orrery.gaia.data.tracks import TOP
from orrery.gaia.decisions.research import PickTrack
from orrery.gaia.decisions.turn import END_TURN, Turn
from orrery.gaia.phases import ACTIONS, GAIA_PHASE, INCOME, NOTHING_HERE, OVER
from orrery.gaia.rules.building import taken
from orrery.gaia.rules.power import capacity, charge
from orrery.gaia.rules.research import may_advance
from orrery.gaia.rules.scoring import final_count
from orrery.gaia.state import State

STAGES: Final = 3
"""Rounds that a plan reaches over among people; alone against the Automa it reaches to the end."""
EFFORT: Final[tuple[float, ...]] = (1.0, 1.0, 1.0, 1.0, 0.5, 0.5, 0.25)
"""By round: which part of its budget a plan takes."""
SITES: Final = 6
"""Sites that are compared for a starting structure."""
POWER: Final = ("IncomeOrder", "MoveBrainstone")
"""Questions whose answer depends on the bowls."""
CONTESTED: Final = 0.35
"""What an action of the board loses for each turn that it is put off; a site for a mine loses less."""
LATER_ACT: Final = 0.8
"""What an action of the board is worth less in a later round of a plan: somebody else may take it first."""
LATER_SITE: Final = 0.25
"""The same for a site of a mine."""


@final
class GaiaMind(Mind[State, Action]):
    """Values are victory points that a seat may hope for; ``value`` makes them."""

    patience = 1.5
    """More turns follow one that loses a little."""
    numbers = NUMBERS

    def __init__(self, weights: Weights = WEIGHTS, ahead: Ahead | None = None) -> None:
        self._weights: Final = weights
        self._ahead: Final = ahead

    # Positions

    def value(self, state: State, seat: int) -> float:
        return valuing.value(state, seat, self._weights, self._ahead)

    def parts(self, state: State, seat: int) -> dict[str, float]:
        return valuing.parts(state, seat, self._weights, self._ahead)

    def denied(self, state: State, seat: int) -> float:
        return valuing.denied(state, seat, self._ahead)

    def blind(self, parts: Sequence[str]) -> Self:
        return type(self)(Weights(blind=parts), self._ahead)

    def same(self, state: State, seat: int) -> tuple[object, ...]:
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

    def kind(self, state: State, seat: int) -> tuple[object, ...]:
        """What lines of a plan should differ in: tech tiles, federations, how many planets."""
        player = state.players[seat]
        return player.tiles, len(player.tokens), player.own.bit_count()

    # Learning

    def stage(self, state: State) -> int:
        """Incomes to come."""
        return rounds_left(state)

    def counted(self, state: State, seat: int) -> list[float]:
        reached = state.players[seat].research
        levels = [float(level == reached[area]) for area in range(len(LEVELS)) for level in range(1, TOP + 1)]
        return [*map(float, features(state, seat)), *levels]

    def taught(self, numbers: Numbers) -> Self:
        return type(self)(Weights(numbers), self._ahead)

    def tracked(self, state: State, seat: int) -> dict[str, int]:
        """Counts of the final tiles."""
        return {name: final_count(state, seat, tile) for tile, name in enumerate(FINAL_TILES)}

    # Answers

    def policy(self, state: State, seat: int) -> Action | None:
        """Answers that need no look ahead: where to settle, when a turn is over, the last conversions."""
        top = state.stack[-1]
        if isinstance(top, Turn):
            return END_TURN if top.done else None
        name = top.name
        if name == "FinalConversions":
            return last_conversion(state, seat, state.options())
        if name == "StartingMine":
            return max(state.options(), key=lambda action: settling(state, seat, action.values()[0]))
        if name == "WhichBowl":
            return state.options()[0]
        if name == "PickTech":
            return self._best_tech(state, seat)
        if name in ("PickFaction", "Bid"):
            return max(state.options(), key=_margin)
        return None

    def _best_tech(self, state: State, seat: int) -> Action:
        """The tech tile that is worth most together with the research step that it allows."""
        steps = []
        for track in range(6):
            if may_advance(state, state.players[seat], track):
                trial = state.clone()
                trial.stack[-1] = PickTrack(seat, 1 << track)
                trial.apply(a.Advance(track))
                steps.append((self.value(trial, seat), track))
        now = self.value(state, seat)
        anywhere = max((worth - now for worth, _ in steps), default=0.0)
        in_track = {track: worth - now for worth, track in steps}
        found, most = state.options()[0], float("-inf")
        for option in state.options():
            spot = option.values()[0]
            trial = state.clone()
            trial.apply(option)
            worth = self.value(trial, seat) + (
                max(0.0, in_track.get(spot, 0.0)) if spot < 6 else max(0.0, anywhere)
            )
            if worth > most:
                found, most = option, worth
        return found

    def still(self, state: State) -> Action:
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

    def alike(self, state: State, seat: int) -> tuple[object, ...] | None:
        """Equal for follow-up questions with the same options about which a plan thinks once; None for others."""
        top = state.stack[-1]
        if top.always:
            return None
        name = top.name
        if name == "FinalConversions":
            return None
        player = state.players[seat]
        bowls = (player.bowl1, player.bowl2, player.bowl3) if name in POWER else ()
        research = () if name == "PickSite" else player.research
        return name, top.values(), state.round, research, bowls, tuple(state.options())

    # Turns

    def is_turn(self, state: State) -> bool:
        """Whether the question is a turn whose main action is still to come."""
        top = state.stack[-1] if state.stack else None
        return isinstance(top, Turn) and not top.done

    def begins_turn(self, state: State) -> bool:
        """Never by its question: after a conversion the same turn is still at its main action."""
        return False

    def ends_turn(self, action: Action) -> bool:
        """Whether the turn is over with this answer."""
        return isinstance(action, (a.EndTurn, a.Pass))

    def turns(self, state: State, seat: int) -> Iterator[tuple[Action, ...]]:
        return turns(state, seat)

    def put_off(self, action: Action, depth: int, stage: int) -> float:
        """What is lost by doing an action ``depth`` turns later: others want it too."""
        later = stage > 0 and self._ahead is not None and self._ahead.people
        if isinstance(action, a.Act):
            return CONTESTED * depth + (LATER_ACT if later else 0.0)
        if isinstance(action, a.Build) and action.piece == MINE:
            return 0.3 * CONTESTED * depth + (LATER_SITE if later else 0.0)
        return 0.0

    # Plans

    def ahead(self, state: State, seat: int) -> Self:
        """A mind that foresees what the others may end with, though they stand still in its plans."""
        known = Ahead(foresee(state, seat), foresee_ends(state, seat), not state.table.solo)
        return type(self)(self._weights, known)

    def alone(self, state: State, seat: int) -> State:
        """A clone in which the others stand still: they have no turns."""
        world = state.clone()
        world.order = world.ring = (seat,)
        world.passed = ()
        return world

    def replies(self, state: State, seat: int) -> tuple[State, ...]:
        """What the others take in the rest of the round; none against the Automa, whose cards nobody knows."""
        return replies(self, state, seat)

    def replied(self, state: State, seat: int, before: State, after: State) -> None:
        moved(state, seat, before, after)

    def effort(self, state: State) -> float:
        """Early rounds are where wide searches pay."""
        return EFFORT[state.round]

    def leaf(self, state: State, start: State) -> bool:
        """A stage of a plan ends where the turns of the next round begin."""
        return state.phase == OVER or (state.round > start.round and state.phase == ACTIONS)

    def stages(self, state: State) -> int:
        """How many rounds a plan reaches over."""
        left = ROUNDS + 1 - max(1, state.round)
        return left if state.table.solo else min(STAGES, left)

    def between(self, state: State, seat: int) -> None:
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

    def resumed(self, state: State, seat: int) -> State | None:
        """Where a plan can begin after an answer, the others standing still; None in set-up and at the end."""
        if state.phase not in (INCOME, GAIA_PHASE, ACTIONS):
            return None
        world = self.alone(state, seat)
        if state.phase == ACTIONS and state.turn != seat:
            # Somebody else's turn: the own one comes next.
            world.stack = [Turn(seat), *(question for question in state.stack if question.seat == seat)]
            world.turn = seat
            world.pending = ()
            world.forget()
        return world

    def openings(self, state: State, seat: int) -> list[Action]:
        """Answers of the set-up that are worth a plan each: sites of starting structures, first boosters.

        Alone against the Automa, where plans reach to the end of the game, factions too.
        """
        name = state.question()
        if name == "PickBooster" or (name == "PickFaction" and state.table.solo):
            return state.options()
        if name == "StartingMine":
            sites = sorted(state.options(), key=lambda action: -settling(state, seat, action.values()[0]))
            return sites[:SITES]
        return []

    def opened(self, state: State, seat: int, answer: Action) -> list[State]:
        """The seat's first turn after an answer of the set-up, everybody going on by simple rules.

        After a faction there is one such turn with each booster.
        """
        trial = state.clone()
        trial.apply(answer)
        if state.question() != "PickFaction":
            return [self._begun(trial, seat)]
        while trial.question() != "PickBooster":
            self._go_on(trial)
        found = []
        for booster in trial.options():
            way = trial.clone()
            way.apply(booster)
            found.append(self._begun(way, seat))
        return found

    def _begun(self, trial: State, seat: int) -> State:
        """The seat's first turn, once everybody has gone on by simple rules."""
        while trial.phase != ACTIONS or trial.question() != "Turn":
            self._go_on(trial)
        trial = self.alone(trial, seat)
        trial.stack = [Turn(seat)]
        trial.turn = seat
        return trial

    def _go_on(self, trial: State) -> None:
        """Answer the next question by a simple rule."""
        asked = trial.asked()
        assert asked is not None
        trial.apply(self.policy(trial, asked) or self.still(trial))


def _margin(action: Action) -> float:
    """What a faction is thought to bring above its table, after what is bid for it."""
    if isinstance(action, a.Bid):
        return MARGINS[BOARDS[action.faction].id] - action.amount
    assert isinstance(action, a.Choose)
    return MARGINS[BOARDS[action.faction].id]


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


MIND: Final = GaiaMind()
