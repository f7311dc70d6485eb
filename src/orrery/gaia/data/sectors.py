"""The faces of the ten sector tiles, as pictures, and the names of the hexes on them.

Rotation 0 is the tile with its number upright; a rotation of n is n turns of 60 degrees clockwise. Tiles 5, 6
and 7 have two sides: filled digits for three and four players, outlined digits for one and two.
"""

from typing import Final, final

from orrery.core.hexes import Hex, disc, ring
from orrery.gaia.data.planets import PLANET, SPACE

_LETTERS: Final = {
    "..": SPACE,
    "Te": PLANET["terra"],
    "Ox": PLANET["oxide"],
    "Vo": PLANET["volcanic"],
    "De": PLANET["desert"],
    "Sw": PLANET["swamp"],
    "Ti": PLANET["titanium"],
    "Ic": PLANET["ice"],
    "Ga": PLANET["gaia"],
    "Tr": PLANET["transdim"],
}

DISC: Final = disc(2)
"""The 19 hexes of a tile about its centre."""

LATTICE: Final[tuple[Hex, ...]] = (Hex(3, -5), Hex(5, -2), Hex(2, 3), Hex(-3, 5), Hex(-5, 2), Hex(-2, -3))
"""Steps from the centre of a sector to those of its six neighbours, clockwise."""

POSITIONS: Final = tuple(
    [(f"A{i}", h) for i, h in enumerate(ring(2))]
    + [(f"B{i}", h) for i, h in enumerate(ring(1))]
    + [("C", Hex(0, 0))]
)
"""Name of each place of a sector and its offset from the centre: outer ring A0-A11 and inner ring B0-B5
clockwise from north, C the centre. Places belong to the board and do not turn with the tile."""


@final
class Face:
    """A side of a sector tile: its number and the content of its 19 hexes at rotation 0."""

    __slots__ = ("id", "number", "planets")

    def __init__(self, id: str, number: int, planets: dict[Hex, int]) -> None:  # noqa: A002
        self.id: Final = id
        self.number: Final = number
        self.planets: Final = planets

    def __repr__(self) -> str:
        return f"Face({self.id!r})"


def _read(picture: str) -> dict[Hex, int]:
    """Five columns of the picture are q = -2 to 2; its nine lines are 2r + q = -4 to 4."""
    planets: dict[Hex, int] = {}
    for number, line in enumerate(picture.strip("\n").splitlines()):
        for column in range(2, len(line), 5):
            word = line[column : column + 2]
            if word.strip():
                q = (column - 2) // 5 - 2
                planets[Hex(q, (number - 4 - q) // 2)] = _LETTERS[word]
    return planets


def _printed(id: str, picture: str) -> Face:  # noqa: A002
    return Face(id, int(id.partition("_")[0]), _read(picture))


FACES: Final[tuple[Face, ...]] = (
    _printed(
        "1",
        """
            ..
       ..        ..
  ..        ..        ..
       Sw        Te
  De        ..        Tr
       ..        ..
  ..        ..        ..
       ..        Vo
            Ox
""",
    ),
    _printed(
        "2",
        """
            Ti
       Vo        ..
  ..        ..        ..
       ..        Ic
  ..        ..        De
       Sw        ..
  ..        ..        ..
       Ox        Tr
            ..
""",
    ),
    _printed(
        "3",
        """
            Tr
       ..        ..
  ..        ..        ..
       Ga        ..
  ..        ..        Ti
       ..        Ic
  ..        ..        ..
       Te        ..
            De
""",
    ),
    _printed(
        "4",
        """
            Ti
       ..        ..
  ..        Ox        ..
       ..        ..
  Ic        ..        ..
       Vo        Sw
  ..        ..        Te
       ..        ..
            ..
""",
    ),
    _printed(
        "5",
        """
            Ic
       ..        ..
  ..        ..        Tr
       Ga        ..
  ..        ..        Ox
       ..        ..
  ..        ..        ..
       Vo        ..
            De
""",
    ),
    _printed(
        "5_outlined",
        """
            Ic
       ..        ..
  ..        ..        Tr
       Ga        ..
  ..        ..        Ox
       ..        ..
  ..        ..        ..
       Vo        ..
            ..
""",
    ),
    _printed(
        "6",
        """
            ..
       ..        Tr
  ..        ..        ..
       Sw        Te
  ..        ..        ..
       ..        ..
  ..        Ga        De
       ..        Tr
            ..
""",
    ),
    _printed(
        "6_outlined",
        """
            ..
       ..        Tr
  ..        ..        ..
       ..        Te
  ..        ..        ..
       ..        ..
  ..        Ga        De
       ..        Tr
            ..
""",
    ),
    _printed(
        "7",
        """
            ..
       ..        Sw
  Tr        Ox        ..
       ..        ..
  ..        ..        ..
       Ga        Ga
  ..        ..        ..
       ..        ..
            Ti
""",
    ),
    _printed(
        "7_outlined",
        """
            ..
       ..        ..
  Tr        Ga        ..
       ..        ..
  ..        ..        ..
       Ga        Sw
  ..        ..        ..
       ..        ..
            Ti
""",
    ),
    _printed(
        "8",
        """
            Te
       ..        ..
  ..        Ic        Tr
       ..        ..
  ..        ..        ..
       Vo        Ti
  ..        ..        ..
       Tr        ..
            ..
""",
    ),
    _printed(
        "9",
        """
            ..
       Vo        Tr
  ..        ..        Ic
       ..        ..
  ..        ..        ..
       Ti        Ga
  Sw        ..        ..
       ..        ..
            ..
""",
    ),
    _printed(
        "10",
        """
            ..
       ..        Tr
  ..        ..        Tr
       De        ..
  ..        ..        ..
       ..        Ga
  Te        ..        ..
       Ox        ..
            ..
""",
    ),
)
"""All thirteen faces."""
FACE: Final = {face.id: face for face in FACES}
