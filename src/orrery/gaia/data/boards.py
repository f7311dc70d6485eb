"""The fourteen faction boards: home, start, incomes. What a faction does differently stands in its own file."""

from typing import Final, final

from orrery.gaia.data import planets as p
from orrery.gaia.data.gains import NOTHING, Gains

_MINES: Final[tuple[Gains, ...]] = (
    Gains(ore=1),
    Gains(ore=1),
    NOTHING,
    Gains(ore=1),
    Gains(ore=1),
    Gains(ore=1),
    Gains(ore=1),
    Gains(ore=1),
)
_STATIONS: Final[tuple[Gains, ...]] = (Gains(credits=3), Gains(credits=4), Gains(credits=4), Gains(credits=5))
_LABS: Final[tuple[Gains, ...]] = (Gains(knowledge=1), Gains(knowledge=1), Gains(knowledge=1))
_INSTITUTE: Final[tuple[Gains, ...]] = (Gains(charge=4), Gains(tokens=1))


@final
class Board:
    """One side of a faction board. Incomes list what each further building of a kind on the map adds."""

    __slots__ = (
        "academy_income",
        "academy_special",
        "base",
        "bowls",
        "brainstone",
        "home",
        "id",
        "institute",
        "labs",
        "mines",
        "research",
        "start",
        "starting_mines",
        "starts_with_institute",
        "stations",
    )

    def __init__(
        self,
        id: str,  # noqa: A002
        home: int,
        *,
        credits: int = 15,  # noqa: A002
        ore: int = 4,
        knowledge: int = 3,
        qic: int = 1,
        bowls: tuple[int, int] = (2, 4),
        brainstone: bool = False,
        research: tuple[int, int, int, int, int, int] = (0, 0, 0, 0, 0, 0),
        starting_mines: int = 2,
        starts_with_institute: bool = False,
        base: Gains = NOTHING,
        stations: tuple[Gains, ...] = _STATIONS,
        labs: tuple[Gains, ...] = _LABS,
        institute: tuple[Gains, ...] = _INSTITUTE,
        academy_income: int = 2,
        academy_special: Gains = NOTHING,
    ) -> None:
        self.id: Final = id
        self.home: Final = home
        self.start: Final = Gains(credits=credits, ore=ore, knowledge=knowledge, qic=qic)
        """As printed; what the starting research levels give comes on top."""
        self.bowls: Final = bowls
        """Power tokens in bowls I and II, without the brainstone."""
        self.brainstone: Final = brainstone
        """Starts with the brainstone in bowl I."""
        self.research: Final = research
        self.starting_mines: Final = starting_mines
        self.starts_with_institute: Final = starts_with_institute
        self.base: Final = base
        """Always received; each holding is an income source of its own."""
        self.mines: Final = _MINES
        self.stations: Final = stations
        self.labs: Final = labs
        self.institute: Final = institute
        """The institute's income; every element is an income source of its own."""
        self.academy_income: Final = Gains(knowledge=academy_income)
        """Income of the left academy."""
        self.academy_special: Final = academy_special or Gains(qic=1)
        """Special action of the right academy."""

    def __repr__(self) -> str:
        return f"Board({self.id!r})"


NO_BOARD: Final = Board(
    "",
    p.LOST,
    credits=0,
    ore=0,
    knowledge=0,
    qic=0,
    bowls=(0, 0),
    starting_mines=0,
    stations=(),
    labs=(),
    institute=(),
)
"""What lies at a seat before its faction is chosen: nothing is printed on it."""

_ORE_KNOWLEDGE: Final = Gains(ore=1, knowledge=1)

BOARDS: Final[tuple[Board, ...]] = (
    Board("terrans", p.TERRA, bowls=(4, 4), research=(0, 0, 0, 1, 0, 0), base=_ORE_KNOWLEDGE),
    Board("lantids", p.TERRA, credits=13, bowls=(4, 0), base=_ORE_KNOWLEDGE, institute=(Gains(charge=4),)),
    Board(
        "hadsch_hallas",
        p.OXIDE,
        research=(0, 0, 0, 0, 1, 0),
        base=Gains(credits=3, ore=1, knowledge=1),
    ),
    Board(
        "ivits",
        p.OXIDE,
        starting_mines=0,
        starts_with_institute=True,
        base=Gains(ore=1, knowledge=1, qic=1),
    ),
    Board("geodens", p.VOLCANIC, research=(1, 0, 0, 0, 0, 0), base=_ORE_KNOWLEDGE),
    Board(
        "bal_taks",
        p.VOLCANIC,
        qic=0,
        bowls=(2, 2),
        research=(0, 0, 0, 1, 0, 0),
        base=_ORE_KNOWLEDGE,
        academy_special=Gains(credits=4),
    ),
    Board(
        "xenos",
        p.DESERT,
        research=(0, 0, 1, 0, 0, 0),
        starting_mines=3,
        base=_ORE_KNOWLEDGE,
        institute=(Gains(charge=4), Gains(qic=1)),
    ),
    Board(
        "gleens",
        p.DESERT,
        qic=0,
        research=(0, 1, 0, 0, 0, 0),
        base=_ORE_KNOWLEDGE,
        institute=(Gains(charge=4), Gains(ore=1)),
    ),
    Board("taklons", p.SWAMP, brainstone=True, base=_ORE_KNOWLEDGE),
    Board(
        "ambas",
        p.SWAMP,
        research=(0, 1, 0, 0, 0, 0),
        base=Gains(ore=2, knowledge=1),
        institute=(Gains(charge=4), Gains(tokens=2)),
    ),
    Board("firaks", p.TITANIUM, ore=3, knowledge=2, base=Gains(ore=1, knowledge=2)),
    Board(
        "bescods",
        p.TITANIUM,
        knowledge=1,
        base=Gains(ore=1),
        stations=(Gains(knowledge=1), Gains(knowledge=1), Gains(knowledge=1), Gains(knowledge=1)),
        labs=(Gains(credits=3), Gains(credits=4), Gains(credits=5)),
        institute=(Gains(charge=4), Gains(tokens=2)),
    ),
    Board(
        "nevlas",
        p.ICE,
        knowledge=2,
        research=(0, 0, 0, 0, 0, 1),
        base=_ORE_KNOWLEDGE,
        labs=(Gains(charge=2), Gains(charge=2), Gains(charge=2)),
    ),
    Board("itars", p.ICE, ore=5, bowls=(4, 4), base=Gains(ore=1, knowledge=1, tokens=1), academy_income=3),
)
"""Every faction by number."""
HOME: Final = tuple(board.home for board in BOARDS)
"""By faction: its home planet. At a table there is at most one faction of each."""
BOARD: Final = {board.id: number for number, board in enumerate(BOARDS)}
FACTIONS: Final = tuple(board.id for board in BOARDS)
PRINTED: Final = 14
"""So many are in the box. Others follow them and come to a table by name only."""
