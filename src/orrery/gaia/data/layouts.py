"""Where sectors lie: the shapes of the rulebook, and the map, factions and mines of the first game."""

from typing import Final

from orrery.core.hexes import Hex

SEVEN: Final = {
    "top_left": Hex(-2, -3),
    "top_right": Hex(3, -5),
    "middle_left": Hex(-5, 2),
    "centre": Hex(0, 0),
    "middle_right": Hex(5, -2),
    "bottom_left": Hex(-3, 5),
    "bottom_right": Hex(2, 3),
}
TEN: Final = {
    "top_left": Hex(-2, -3),
    "top_middle": Hex(3, -5),
    "top_right": Hex(8, -7),
    "middle_far_left": Hex(-5, 2),
    "middle_left": Hex(0, 0),
    "middle_right": Hex(5, -2),
    "middle_far_right": Hex(10, -4),
    "bottom_left": Hex(-3, 5),
    "bottom_middle": Hex(2, 3),
    "bottom_right": Hex(7, 1),
}
EIGHT: Final = {
    "top_left": Hex(-2, -3),
    "top_middle": Hex(3, -5),
    "top_right": Hex(8, -7),
    "middle_left": Hex(0, 0),
    "middle_right": Hex(5, -2),
    "bottom_left": Hex(-3, 5),
    "bottom_middle": Hex(2, 3),
    "bottom_right": Hex(7, 1),
}
"""``SEVEN``, ``TEN`` and ``EIGHT`` sectors: slots of the maps for one and two players, for three and four, and of
the small map for three (3-2-3), row by row with the centre of each."""

ALONE: Final = ("centre", "top_left", "top_right", "middle_right", "bottom_right", "bottom_left", "middle_left")
"""Slots of ``SEVEN`` in the order in which the solo game lays them: the centre, then clockwise from above it on a
board that is turned so that hexes form horizontal rows."""

INNER: Final = ("top_middle", "middle_left", "middle_right", "bottom_middle")
"""Slots of ``TEN`` in which tiles 1-4 lie in the first game and in variants 1 and 2."""
INNER_CENTRES: Final = frozenset(TEN[slot] for slot in INNER)
INNER_FREE: Final = ""
INNER_APART: Final = "/apart"
INNER_UPRIGHT: Final = "/upright"
INNER_STILL: Final = "/still"
"""The inner four sectors while a map is built: like all others; among themselves; so and not turned; as laid."""

FIRST_SEVEN: Final = {
    "top_left": "1",
    "top_right": "5_outlined",
    "middle_left": "2",
    "centre": "3",
    "middle_right": "6_outlined",
    "bottom_left": "4",
    "bottom_right": "7_outlined",
}
FIRST_TEN: Final = {
    "top_left": "10",
    "top_middle": "1",
    "top_right": "5",
    "middle_far_left": "9",
    "middle_left": "2",
    "middle_right": "3",
    "middle_far_right": "6",
    "bottom_left": "8",
    "bottom_middle": "4",
    "bottom_right": "7",
}
"""Faces of the first game by slot, all with rotation 0."""

EIGHT_FACES: Final = ("1", "2", "3", "4", "5", "6", "7", "8")

FIRST_FACTIONS: Final = {
    1: ("hadsch_hallas", "taklons"),
    2: ("hadsch_hallas", "xenos"),
    3: ("terrans", "taklons", "geodens"),
    4: ("terrans", "hadsch_hallas", "xenos", "taklons"),
}
"""Recommended for the first game by number of players; alone, the second is the Automa's."""

FIRST_MINES: Final = {
    "hadsch_hallas": (Hex(-1, 2), Hex(3, -3)),
    "taklons": (Hex(-1, 1), Hex(9, -4)),
    "terrans": (Hex(-4, -1), Hex(4, 0)),
    "xenos": (Hex(1, -4), Hex(5, 0), Hex(8, -5)),
}
"""Starting mines of the first game with four players; for fewer they are chosen."""
