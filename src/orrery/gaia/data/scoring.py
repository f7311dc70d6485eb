"""Round tiles, final tiles and the points of the end of the game."""

from typing import Final, final

from orrery.gaia.data import effects as e
from orrery.gaia.data.effects import Whenever
from orrery.gaia.data.gains import Gains


@final
class RoundTile:
    """A round scoring tile; ``automa_vp`` are the Automa's points for it in rounds 1-3 and 4-6."""

    __slots__ = ("automa_vp", "id", "whenever")

    def __init__(self, id: str, whenever: Whenever, automa_vp: tuple[int, int]) -> None:  # noqa: A002
        self.id: Final = id
        self.whenever: Final = whenever
        self.automa_vp: Final = automa_vp

    def __repr__(self) -> str:
        return f"RoundTile({self.id!r})"


ROUND_TILES: Final[tuple[RoundTile, ...]] = (
    RoundTile("terraforming_step_2", Whenever(e.TERRAFORMED, Gains(vp=2)), (4, 6)),
    RoundTile("research_step_2", Whenever(e.RESEARCHED, Gains(vp=2)), (2, 4)),
    RoundTile("mine_2", Whenever(e.MINE_BUILT, Gains(vp=2)), (4, 6)),
    RoundTile("federation_5", Whenever(e.TOKEN_GAINED, Gains(vp=5)), (0, 5)),
    RoundTile("trading_station_4", Whenever(e.STATION_BUILT, Gains(vp=4)), (3, 6)),
    RoundTile("gaia_mine_4", Whenever(e.GAIA_MINE_BUILT, Gains(vp=4)), (2, 2)),
    RoundTile("big_building_5_a", Whenever(e.BIG_BUILT, Gains(vp=5)), (0, 5)),
    RoundTile("trading_station_3", Whenever(e.STATION_BUILT, Gains(vp=3)), (3, 6)),
    RoundTile("gaia_mine_3", Whenever(e.GAIA_MINE_BUILT, Gains(vp=3)), (2, 2)),
    RoundTile("big_building_5_b", Whenever(e.BIG_BUILT, Gains(vp=5)), (0, 5)),
)
ROUND_TILE: Final = {tile.id: number for number, tile in enumerate(ROUND_TILES)}

IN_FEDERATIONS: Final = 0
ALL_STRUCTURES: Final = 1
TYPES_COLONISED: Final = 2
GAIA_COLONISED: Final = 3
SECTORS_COLONISED: Final = 4
SATELLITES: Final = 5

FINAL_TILES: Final[tuple[str, ...]] = (
    "structures_in_federations",
    "structures",
    "planet_types",
    "gaia_planets",
    "sectors",
    "satellites",
)
"""Final scoring tiles by number."""
FINAL_TILE: Final = {name: number for number, name in enumerate(FINAL_TILES)}
NEUTRAL: Final[tuple[int, ...]] = (10, 11, 5, 4, 6, 8)
"""The value of the neutral player with one or two players, by final tile."""

RANK_VP: Final[tuple[int, ...]] = (18, 12, 6, 0)
RESOURCES_PER_VP: Final = 3
