"""Tech tiles, free research steps and the lost planet."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Literal, TypedDict, final

from orrery.core.hexes import bits
from orrery.core.words import Fields, fields
from orrery.gaia import words as w
from orrery.gaia.actions import FIRST_ADVANCED_SPOT, Action, Advance, Cover, Decline, PlaceLost, TakeTech
from orrery.gaia.data.buildings import STATION
from orrery.gaia.data.techs import TECHS
from orrery.gaia.data.tracks import TRACKS
from orrery.gaia.decisions.base import Decision
from orrery.gaia.phases import ACTIVE
from orrery.gaia.rules.building import BUILD, settle_mine
from orrery.gaia.rules.effects import pay
from orrery.gaia.rules.reach import qic_for, reachable
from orrery.gaia.rules.research import cover, may_advance, step, take_tile, takeable

if TYPE_CHECKING:
    from orrery.gaia.state import State

EVERY_TRACK: Final = (1 << len(TRACKS)) - 1
TAKE_TECH: Final = tuple(TakeTech(spot) for spot in range(FIRST_ADVANCED_SPOT + len(TRACKS)))


def advance(state: State, seat: int, track: int) -> None:
    """Take a research step; at the end of navigation the lost planet is placed at once."""
    # The question lies under those that the step itself raises about the brainstone.
    height = len(state.stack)
    if step(state, seat, track):
        state.stack.insert(height, PlaceLostPlanet(seat))


@final
class PickTech(Decision):
    """Which tech tile?"""

    __slots__ = ()

    def options(self, state: State) -> list[Action]:
        return [TAKE_TECH[spot] for spot in takeable(state, state.players[self.seat])]

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, TakeTech)
        spot = action.spot
        under = 1 << spot if spot < len(TRACKS) else EVERY_TRACK
        state.stack.append(PickTrack(self.seat, under))
        if spot >= FIRST_ADVANCED_SPOT:
            state.stack.append(CoverTech(self.seat, spot - FIRST_ADVANCED_SPOT))
        take_tile(state, self.seat, spot)


class CoveringFacts(TypedDict):
    """The advanced tile that covers another."""

    why: Literal["advanced"]
    """An advanced tile was taken."""
    tile: str
    """Which."""
    track: str
    """Of which area."""


@final
class CoverTech(Decision):
    """Which own standard tile does the advanced tile of the area ``track`` cover?"""

    __slots__ = ("track",)

    holds: ClassVar[Fields] = fields(track=w.TRACK)

    def __init__(self, seat: int, track: int) -> None:
        self.seat = seat
        self.track: Final = track

    def about(self, state: State) -> CoveringFacts:
        tile = TECHS[state.table.advanced[self.track]].id
        return {"why": "advanced", "tile": tile, "track": TRACKS[self.track]}

    def options(self, state: State) -> list[Action]:
        techs = state.players[self.seat].techs
        return [Cover(spot) for spot, status in enumerate(techs) if status == ACTIVE]

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, Cover)
        cover(state, self.seat, action.spot, self.track)


@final
class PickTrack(Decision):
    """A free research step in one of the areas of a mask; it may be declined."""

    __slots__ = ("tracks",)

    holds: ClassVar[Fields] = fields(tracks=w.OPEN_TRACKS)

    def __init__(self, seat: int, tracks: int) -> None:
        self.seat = seat
        self.tracks: Final = tracks

    def options(self, state: State) -> list[Action]:
        player = state.players[self.seat]
        found: list[Action] = [Advance(track) for track in bits(self.tracks) if may_advance(state, player, track)]
        found.append(Decline())
        return found

    def resolve(self, state: State, action: Action) -> None:
        if isinstance(action, Advance):
            advance(state, self.seat, action.track)


@final
class PlaceLostPlanet(Decision):
    """Where does the lost planet lie? Within range of empty space; it counts as building a mine there."""

    __slots__ = ()

    def options(self, state: State) -> list[Action]:
        player = state.players[self.seat]
        busy = state.world.planets
        for other in state.players:
            busy |= other.satellites | other.stations
        free = reachable(state, player, player.qic) & ~busy
        return [PlaceLost(where) for where in bits(free)]

    def resolve(self, state: State, action: Action) -> None:
        assert isinstance(action, PlaceLost)
        qic = qic_for(state, state.players[self.seat], action.where)
        pay(state, self.seat, BUILD, 0, 0, 0, qic)
        state.lost = 1 << action.where
        settle_mine(state, self.seat, action.where)
        # A trading station comes together with a step only by turning a lab into one: then the step comes first.
        if len(state.pending) == 2 and state.players[self.seat].buildings[STATION] >> state.pending[0] & 1:
            state.pending = state.pending[::-1]
