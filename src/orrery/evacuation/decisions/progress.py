"""Progress and bonus: power points, splitting them, landing (EV-PRG-1 to EV-PRG-10, EV-BON-1 to EV-BON-4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Final, final

from orrery.core.asking import Wish
from orrery.core.journal import Message
from orrery.core.words import Fields, fields
from orrery.evacuation.actions import Action, Advance, Claim, Park, Power
from orrery.evacuation.decisions.agenda import reward
from orrery.evacuation.decisions.base import Decision
from orrery.evacuation.decisions.subactions import GainResource
from orrery.evacuation.pack.lookup import TURNING_POINT_GAIN
from orrery.evacuation.rules.progress import (
    LANES,
    cross,
    free_lanes,
    may_crowd,
    outcome,
    powers,
    splits,
    stays,
)
from orrery.evacuation.rules.resources import note
from orrery.evacuation.words import COUNT, FLAG, POINTS

if TYPE_CHECKING:
    from orrery.evacuation.state import Player, State


@final
class PowerChoice(Decision):
    """How many power points count in the Progress phase (EV-PRG-3, EV-ADV-6, EV-TE-13)."""

    __slots__ = ()

    def options(self, state: State) -> list[Action]:
        return [Power(points) for points in powers(state, state.players[self.seat])]

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, Power)
        state.stack.append(SplitPower(self.seat, action.points))


@final
class SplitPower(Decision):
    """How many spaces each of the two markers moves (EV-PRG-4, EV-PRG-9, EV-PRG-10)."""

    __slots__ = ("points",)

    holds: ClassVar[Fields] = fields(points=POINTS)

    def __init__(self, seat: int, points: int) -> None:
        self.seat = seat
        self.points: Final = points

    def options(self, state: State) -> list[Action]:
        return [Advance(a, b, first) for a, b, first in splits(state, state.players[self.seat], self.points)]

    def near(self, state: State) -> Iterator[Wish]:
        """Splits that would leave two turning points between the markers."""
        player = state.players[self.seat]
        last = state.table.lookup.last_column
        front, rear = player.columns
        total = min(self.points, last - front + last - rear)
        legal = {(a, b) for a, b, _ in splits(state, player, self.points)}
        for a in range(max(0, total - (last - rear)), min(total, last - front) + 1):
            b = total - a
            if (a, b) not in legal and not (front == rear and b > a):
                yield Wish(Advance(a, b), (Message("two_turning_points", {}),))

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, Advance)
        player = state.players[self.seat]
        zones = state.table.lookup.zones
        left = [action.front, action.rear]
        moved = [steps > 0 for steps in left]
        first = lands_first(state, player, action)
        other = 1 - first
        gains = 0
        while left[first]:
            # The other marker follows where two turning points would come to lie between them.
            too_far = zones[player.columns[first] + 1] - zones[player.columns[other]] > 1
            mover = other if too_far else first
            gains += step(state, self.seat, mover)
            left[mover] -= 1
        state.stack.append(Arrival(self.seat, other, left[other], int(moved[other])))
        if moved[first] or not stays(state, player, first):
            state.stack.append(LaneChoice(self.seat, first, int(moved[first])))
        ask_gains(state, self.seat, gains)


def lands_first(state: State, player: Player, action: Advance) -> int:
    """Which marker comes to its lane first.

    A marker that stays takes its free space beside it before the other one lands, so that its symbols serve an
    instant effect of the other; one that finds none waits, because that effect may allow it to crowd (EV-TE-11).
    """
    front, rear = player.columns
    if (action.front > 0) == (action.rear > 0) or front + action.front == rear + action.rear:
        return int(action.rear_first)
    still = int(action.front > 0)
    return still if free_lanes(state, player.columns[still], may_crowd(player)) else 1 - still


def step(state: State, seat: int, marker: int) -> int:
    """Move a marker one space; returns how many turning points the front marker has passed by it."""
    player = state.players[seat]
    zones = state.table.lookup.zones
    before = zones[player.columns[marker]]
    player.columns[marker] += 1
    after = zones[player.columns[marker]]
    if before == after:
        return 0
    firsts = 0
    for point in range(before, after):
        second = zones[player.columns[1 - marker]] > point
        cross(state, seat, point, second)
        firsts += not second
    return firsts


def ask_gains(state: State, seat: int, points: int) -> None:
    """A technology gives resources for turning points passed by the front marker (EV-TE-6)."""
    if points and state.players[seat].abilities & TURNING_POINT_GAIN:
        n, resource = state.table.lookup.point_gain
        for _ in range(points * n):
            state.stack.append(GainResource(seat, resource, "turning point"))


@final
class Arrival(Decision):
    """The second marker makes the rest of its way and lands."""

    __slots__ = ("marker", "moved", "steps")

    holds: ClassVar[Fields] = fields(marker=FLAG, steps=COUNT, moved=FLAG)

    def __init__(self, seat: int, marker: int, steps: int, moved: int) -> None:
        self.seat = seat
        self.marker: Final = marker
        self.steps: Final = steps
        self.moved: Final = moved
        """1 if it moves at all in this phase, the steps already made included."""

    def arrive(self, state: State) -> bool:
        state.stack.pop()
        gains = 0
        for _ in range(self.steps):
            gains += step(state, self.seat, self.marker)
        state.stack.append(Ranking(self.seat))
        if self.moved or not stays(state, state.players[self.seat], self.marker):
            state.stack.append(LaneChoice(self.seat, self.marker, self.moved))
        ask_gains(state, self.seat, gains)
        return True


@final
class LaneChoice(Decision):
    """Which free driving lane a marker ends on; none is the parking lane (EV-PRG-6, EV-AMB-36, EV-AMB-39)."""

    __slots__ = ("marker", "moved")

    holds: ClassVar[Fields] = fields(marker=FLAG, moved=FLAG)

    def __init__(self, seat: int, marker: int, moved: int) -> None:
        self.seat = seat
        self.marker: Final = marker
        self.moved: Final = moved
        """0: the marker has not moved and triggers no instant effect (EV-AMB-12)."""

    def options(self, state: State) -> list[Action]:
        player = state.players[self.seat]
        return [Park(lane) for lane in free_lanes(state, player.columns[self.marker], may_crowd(player))]

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, Park)
        player = state.players[self.seat]
        column = player.columns[self.marker]
        player.lanes[self.marker] = action.lane
        if self.moved:
            note(state, "landed", seat=self.seat, column=column, lane=LANES[action.lane])
            instant = state.table.lookup.instants[action.lane - 1][column]
            if instant:
                source = state.table.pack.columns[column].id
                reward(state, self.seat, (instant,), source)


@final
class Ranking(Decision):
    """The marker that is ahead is the front one."""

    __slots__ = ()

    def arrive(self, state: State) -> bool:
        state.stack.pop()
        player = state.players[self.seat]
        columns, lanes = player.columns, player.lanes
        if (columns[1], lanes[1]) > (columns[0], lanes[0]):
            columns.reverse()
            lanes.reverse()
        return True


def bonus_goals(state: State, player: Player) -> int:
    """Goals that lie open because they count bonuses that the player has received (EV-GC-13)."""
    goals = state.table.pack.goals
    counted = {"small_bonuses": player.small, "large_bonuses": player.large}
    return sum(1 << goal for goal in player.goals if counted.get(goals[goal].counts))


@final
class BonusChoice(Decision):
    """Which bonus the power points bring, where cards or technologies leave a choice; or none (EV-BON-1 to -4)."""

    __slots__ = ()

    def options(self, state: State) -> list[Action]:
        outcomes = {outcome(state, points) for points in powers(state, state.players[self.seat])}
        if state.table.may_decline:
            outcomes.add(0)
        return [Claim(which) for which in sorted(outcomes)]

    def resolve(self, state: State, action: Action) -> None:
        if isinstance(action, Claim) and action.which:
            player = state.players[self.seat]
            pack = state.table.pack
            card = pack.bonuses[state.bonuses[0]]
            small = action.which == 1
            if small:
                player.small += 1
            else:
                player.large += 1
            if not state.table.race and (player.small if small else player.large) == 1:
                # The goal that counts these bonuses is opened, or everybody sees that it is not among the goals.
                state.reveals += 1
                player.open_goals |= bonus_goals(state, player)
            effect = card.small_effect if small else card.large_effect
            note(state, "bonus", seat=self.seat, card=card.id, effect=pack.bonus_effects[effect].id)
            items = state.table.lookup.bonus_items[effect]
            reward(state, self.seat, items, pack.bonus_effects[effect].id)
