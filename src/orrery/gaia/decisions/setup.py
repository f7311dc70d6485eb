"""Set-up: the map, factions, starting structures, first boosters."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from orrery.core.hexes import bits
from orrery.core.words import Fields, fields
from orrery.gaia import actions
from orrery.gaia import words as w
from orrery.gaia.actions import Action, Choose, Lay, Settle, Take
from orrery.gaia.data.boards import HOME
from orrery.gaia.data.layouts import INNER_CENTRES, INNER_STILL, INNER_UPRIGHT
from orrery.gaia.data.planets import GAIA, TRANSDIM
from orrery.gaia.decisions.base import Decision
from orrery.gaia.maps import Placement, fits, world
from orrery.gaia.phases import NO_ONE
from orrery.gaia.rules.building import everyone, put

if TYPE_CHECKING:
    from orrery.gaia.state import State

SHOWN_BIDS: Final = 9
"""So many amounts are offered for each faction; any higher one may be bid too."""
HIGHEST_BID: Final = 99


@final
class RotateSectors(Decision):
    """The last player builds the map place by place: which sector, turned how? Only what can be completed.

    ``laid`` holds sector and turns of the places done, sectors by their number in the map of the table.
    """

    __slots__ = ("laid",)

    holds: ClassVar[Fields] = fields(laid=w.LAID)

    def __init__(self, seat: int, laid: tuple[int, ...]) -> None:
        self.seat = seat
        self.laid: Final = laid

    def placements(self, state: State) -> tuple[Placement, ...]:
        """The places done."""
        first = state.table.world.placements
        return tuple(
            Placement(first[self.laid[2 * place]].face, first[place].centre, self.laid[2 * place + 1])
            for place in range(len(self.laid) // 2)
        )

    def options(self, state: State) -> list[Action]:
        placements = self.placements(state)
        return [
            Lay(sector, turns)
            for sector in self._left(state, len(placements), set(self.laid[::2]))
            for turns in self._turns(state, len(placements))
            if self._completable(state, placements, set(self.laid[::2]), sector, turns)
        ]

    def _left(self, state: State, place: int, laid: set[int]) -> list[int]:
        first, held = state.table.world.placements, state.table.inner
        if place == len(first):
            return []
        inner = first[place].centre in INNER_CENTRES
        if state.table.map_building == "rotate" or (held == INNER_STILL and inner):
            return [place]
        return [
            sector
            for sector in range(len(first))
            if sector not in laid and (not held or (first[sector].centre in INNER_CENTRES) == inner)
        ]

    def _turns(self, state: State, place: int) -> range:
        """The turns open to the sector of a place; inner ones may have to lie upright."""
        upright = state.table.inner in (INNER_STILL, INNER_UPRIGHT)
        return range(1 if upright and state.table.world.placements[place].centre in INNER_CENTRES else 6)

    def _completable(
        self, state: State, placements: tuple[Placement, ...], laid: set[int], sector: int, turns: int
    ) -> bool:
        first = state.table.world.placements
        new = Placement(first[sector].face, first[len(placements)].centre, turns)
        if not fits(new, placements):
            return False
        done = (*placements, new)
        if len(done) == len(first):
            return True
        laid = laid | {sector}
        return any(
            self._completable(state, done, laid, other, more)
            for other in self._left(state, len(done), laid)
            for more in self._turns(state, len(done))
        )

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, Lay)
        following = RotateSectors(self.seat, (*self.laid, action.sector, action.turns))
        placements = following.placements(state)
        if len(placements) < len(state.table.world.placements):
            state.stack.append(following)
            return
        built = world(placements)
        state.world = built
        state.gaia = built.of_kind[GAIA]
        state.transdim = built.of_kind[TRANSDIM]


def free_factions(state: State) -> list[int]:
    """Factions that may still be chosen: of each home planet one."""
    boards = {HOME[player.faction] for player in state.players if player.faction != NO_ONE}
    boards |= {HOME[faction] for faction in state.out}
    if state.table.solo:
        boards.add(HOME[state.table.automa_faction])
    return [faction for faction in state.table.pool if HOME[faction] not in boards]


@final
class PickFaction(Decision):
    """Which faction? In an auction it is only put up; bids decide who plays it."""

    __slots__ = ()

    def options(self, state: State) -> list[Action]:
        return [Choose(faction) for faction in free_factions(state)]

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, Choose)
        state.out += (action.faction,)
        if not state.table.choice.startswith("auction"):
            state.players[self.seat].faction = action.faction


@final
class Bid(Decision):
    """For which faction, and how many victory points? Or, where that is the custom, choose a free faction."""

    __slots__ = ()

    def options(self, state: State) -> list[Action]:
        found: list[Action] = []
        for faction in state.out:
            least = least_bid(state, faction)
            found.extend(actions.Bid(faction, amount) for amount in range(least, least + SHOWN_BIDS))
        if state.table.choice == "auction_bid_while_choosing":
            found.extend(Choose(faction) for faction in free_factions(state))
        return found

    def allows(self, state: State, action: Action) -> bool:
        if isinstance(action, actions.Bid):
            return action.faction in state.out and least_bid(state, action.faction) <= action.amount <= HIGHEST_BID
        return action in self.options(state)

    def resolve(self, state: State, action: Action) -> None:
        player = state.players[self.seat]
        if isinstance(action, Choose):
            state.out += (action.faction,)
            player.faction = action.faction
            return
        assert isinstance(action, actions.Bid)
        for other in state.players:
            if other.faction == action.faction:
                other.faction = NO_ONE
                other.bid = 0
        player.faction = action.faction
        player.bid = action.amount


def least_bid(state: State, faction: int) -> int:
    """One more than the present bid; 0 if nobody has bid."""
    for player in state.players:
        if player.faction == faction:
            return player.bid + 1
    return 0


@final
class StartingMine(Decision):
    """Where is a starting structure placed, a mine or an institute?"""

    __slots__ = ("piece",)

    holds: ClassVar[Fields] = fields(piece=w.BUILDING)

    def __init__(self, seat: int, piece: int) -> None:
        self.seat = seat
        self.piece: Final = piece

    def options(self, state: State) -> list[Action]:
        home = state.world.of_kind[state.players[self.seat].rules.home]
        return [Settle(where) for where in bits(home & ~everyone(state))]

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, Settle)
        put(state, self.seat, self.piece, 1 << action.where)


@final
class PickBooster(Decision):
    """Which first booster?"""

    __slots__ = ()

    def options(self, state: State) -> list[Action]:
        return [Take(booster) for booster in state.boosters]

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, Take)
        state.boosters = tuple(booster for booster in state.boosters if booster != action.booster)
        state.players[self.seat].booster = action.booster
