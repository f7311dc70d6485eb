"""The 17 Automa cards, the seven faction cards and the five levels, written down."""

from __future__ import annotations

from typing import Final, NamedTuple

UPGRADE: Final = "upgrade"
MINE: Final = "build_mine"
HIGHEST: Final = "research_highest"
RANDOM: Final = "research_random"
BOARD: Final = "power_qic"
FACTION: Final = "faction"
AREA: Final = "research_area"

TOP: Final = "top"
BOTTOM: Final = "bottom"
NONE: Final = "none"

FORWARD: Final = "forward"
BACKWARD: Final = "backward"


class Card(NamedTuple):
    """One Automa card. As action card only ``action`` and ``vp`` count, as support card only the rest."""

    number: int
    action: str
    vp: int
    """0 for a faction action: the faction card's points are gained instead."""
    passes: bool
    """The X: it passes when this is one of the last three cards of the deck."""
    final: str
    """Which final tile breaks ties between planets: top, bottom or none."""
    reach: int
    direction: str
    """Reading order (forward) or against it (backward)."""
    nth: int
    """The numbered selection: positive counts from the left, negative from the right."""
    booster: int
    """Which of the three open boosters it takes when passing, 0 is the left one."""
    slot: int
    """Which of the five boosters it takes at set-up, 0 is the leftmost."""


CARDS: Final = {
    card.number: card
    for card in (
        Card(1, UPGRADE, 1, True, TOP, 4, FORWARD, 1, 0, 0),
        Card(2, UPGRADE, 1, True, BOTTOM, 2, FORWARD, 2, 1, 1),
        Card(3, HIGHEST, 1, True, TOP, 2, FORWARD, 3, 2, 2),
        Card(4, MINE, 1, False, NONE, 2, BACKWARD, -4, 0, 3),
        Card(5, BOARD, 1, True, BOTTOM, 2, BACKWARD, -5, 1, 4),
        Card(6, MINE, 3, False, TOP, 2, FORWARD, -1, 2, 0),
        Card(7, RANDOM, 0, False, TOP, 2, FORWARD, 4, 2, 1),
        Card(8, MINE, 3, True, BOTTOM, 4, BACKWARD, -1, 1, 2),
        Card(9, FACTION, 0, False, BOTTOM, 2, BACKWARD, -2, 2, 3),
        Card(10, UPGRADE, 3, True, TOP, 2, BACKWARD, -3, 0, 4),
        Card(11, UPGRADE, 2, False, BOTTOM, 4, FORWARD, 1, 1, 0),
        Card(12, BOARD, 3, True, TOP, 2, BACKWARD, -1, 2, 1),
        Card(13, FACTION, 0, False, NONE, 2, BACKWARD, -2, 2, 2),
        Card(14, BOARD, 3, False, BOTTOM, 2, BACKWARD, -3, 1, 3),
        Card(15, HIGHEST, 1, False, TOP, 2, BACKWARD, 2, 0, 4),
        Card(16, BOARD, 3, True, TOP, 2, FORWARD, 3, 0, 0),
        Card(17, RANDOM, 2, False, BOTTOM, 2, FORWARD, 5, 0, 1),
    )
}


class Level(NamedTuple):
    """A level of difficulty: which cards start in the deck, which leave the game, what it starts with."""

    name: str
    starters: tuple[int, ...]
    removed: tuple[int, ...]
    vp: int
    bonus: int
    """Added to every gain of victory points before the final scoring."""


LEVELS: Final = {
    "automalein": Level("Automalein", (1, 4, 5, 7, 13), (2,), 0, 0),
    "automa": Level("Automa", (1, 2, 4, 5, 7, 13), (), 10, 0),
    "automaechtig": Level("Automächtig", (1, 2, 4, 5, 7, 9, 13), (), 10, 0),
    "ultoma": Level("Ultoma", (1, 2, 4, 5, 7, 9, 13, 15), (), 10, 0),
    "alptrauma": Level("Alptrauma", (1, 2, 4, 5, 7, 9, 13, 15), (), 10, 1),
}

INSTITUTE: Final = "planetary_institute"
STATION: Final = "trading_station"
LAB: Final = "research_lab"
ACADEMY: Final = "academy"
MINES: Final = "mine"

UPGRADES: Final[tuple[tuple[str, str], ...]] = (
    (INSTITUTE, STATION),
    (STATION, MINES),
    (ACADEMY, LAB),
    (LAB, STATION),
)
"""What it builds and from what, in the order it tries them."""


class Step(NamedTuple):
    """One step of a faction action."""

    action: str
    reach: int = 0
    """Of a mine: replaces the range of the support card."""
    prefer: str = ""
    """Tie-break 3a of a mine: ``transdim`` or ``near_human``."""
    area: str = ""
    """Of AREA: the research area in which it advances."""
    upgrades: tuple[tuple[str, str], ...] = UPGRADES
    instead: int = 0
    """Of an upgrade: the range of the mine it builds when no upgrade is possible; 0 for none."""


class FactionCard(NamedTuple):
    """One of the seven faction cards."""

    faction: str
    vp: int
    steps: tuple[Step, ...]
    start: str = ""
    """The research area in which it starts on level 1."""
    mines: int = 2
    station_vp: int = 0
    """Gained after every upgrade to a trading station."""
    type_vp: int = 0
    """Gained for the first mine on a planet type. Rests on a weak source."""
    board_twice: bool = False
    """A power or QIC action of an action card is carried out twice. Rests on a weak source."""
    lab_research: bool = False
    """Every upgrade to a research lab is followed by research in a random area."""


FACTION_CARDS: Final = {
    card.faction: card
    for card in (
        FactionCard(
            "terrans",
            2,
            (Step(AREA, area="gaia_project"), Step(MINE, reach=4, prefer="transdim")),
            start="gaia_project",
        ),
        FactionCard("hadsch_hallas", 1, (Step(UPGRADE, instead=3),), start="economy", station_vp=3),
        FactionCard("geodens", 1, (Step(RANDOM), Step(BOARD)), start="terraforming", type_vp=2),
        FactionCard(
            "xenos",
            2,
            (Step(MINE, reach=2), Step(BOARD)),
            start="artificial_intelligence",
            mines=3,
            board_twice=True,
        ),
        FactionCard("taklons", 2, (Step(MINE, reach=3, prefer="near_human"), Step(BOARD))),
        FactionCard("firaks", 2, (Step(UPGRADE, upgrades=((STATION, LAB), *UPGRADES)),), lab_research=True),
        FactionCard("itars", 4, (Step(BOARD), Step(BOARD))),
    )
}
