"""Maps: sectors placed on their lattice, as one immutable World that all positions of a game share.

A map is a sequence of placements: a face of a sector tile, the centre it lies on and how often it is turned.
``world`` builds it; ``check`` says what is wrong with it; ``first_game``, ``variant``, ``small`` make the maps of
the rulebook. Hexes are named by the number of their sector and a place that belongs to the board: ``5A3``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from operator import or_
from typing import Final, NamedTuple, final

from orrery.core.chance import draw, shuffled
from orrery.core.hexes import DIRECTIONS, Grid, Hex, bits, distance, rotated
from orrery.core.reading import shown
from orrery.core.saying import Explained, say
from orrery.gaia.data.layouts import EIGHT, EIGHT_FACES, FIRST_SEVEN, FIRST_TEN, INNER, SEVEN, TEN
from orrery.gaia.data.planets import HOMES, LOST, PLANETS, SPACE
from orrery.gaia.data.sectors import DISC, FACE, LATTICE, POSITIONS, Face

LETTERS: Final = "rovdstigmle"
"""Planet letters of custom sectors, in the order of the planets' numbers; the last is empty space."""

_CUSTOM_LETTERS: Final = LETTERS.replace("l", "")


NUMBERED_SECTORS: Final = 10
"""Learners have numbers for the hexes of so many sectors."""


BESIDE: Final = 5
"""Steps between the centres of sectors that touch."""
PLANE: Final = 32
"""Width and height of a plane that holds two such sectors, with room around them."""
MIDDLE: Final = 8 * PLANE + 8
"""Where the centre of the first one lies on it."""


class BadMap(Explained):
    """Placements that make no map; the sentence says which and why."""


class Placement(NamedTuple):
    """A sector tile on the board. ``face`` is the id of a printed face or of a custom one (see ``face``)."""

    face: str
    centre: Hex
    rotation: int
    """Turns of 60 degrees clockwise, 0 to 5."""


@lru_cache(maxsize=1024)
def face(name: str) -> Face:
    """The face of that id; raises BadMap.

    Printed faces are ``1`` to ``10`` and ``5_outlined``, ``6_outlined``, ``7_outlined``. A custom face is
    ``NUMBER:`` and 19 planet letters for the places A0 to A11, B0 to B5 and C at rotation 0, e.g.
    ``7:eseeeeteeemeoegegee``.
    """
    if name in FACE:
        return FACE[name]
    number, colon, letters = name.partition(":")
    if not colon:
        raise BadMap(say("gaia.sector.none", got=shown(name), known=", ".join(FACE)))
    if not number.isdigit() or int(number) == 0:
        raise BadMap(say("gaia.sector.number", got=repr(name)))
    if len(letters) != len(POSITIONS) or any(letter not in _CUSTOM_LETTERS for letter in letters):
        raise BadMap(say("gaia.sector.letters", got=repr(name), known=repr(_CUSTOM_LETTERS)))
    planets = {
        offset: SPACE if letter == "e" else LETTERS.index(letter)
        for (_, offset), letter in zip(POSITIONS, letters, strict=True)
    }
    return Face(name, int(number), planets)


def custom(number: int, planets: Mapping[Hex, int]) -> str:
    """The id of the custom face with these contents."""
    letters = "".join(LETTERS[planets[offset]] if planets[offset] != SPACE else "e" for _, offset in POSITIONS)
    return f"{number}:{letters}"


@lru_cache(maxsize=4096)
def _turned(name: str, rotation: int) -> tuple[tuple[Hex, int], ...]:
    """Content of the face after the turns, for the 19 offsets in the order of ``DISC``."""
    planets = face(name).planets
    return tuple((offset, planets[rotated(offset, -rotation)]) for offset in DISC)


def contents(placements: Iterable[Placement]) -> dict[Hex, int]:
    """Content of every hex of the map."""
    found: dict[Hex, int] = {}
    for name, centre, rotation in placements:
        for offset, planet in _turned(name, rotation):
            found[Hex(centre.q + offset.q, centre.r + offset.r)] = planet
    return found


def clashes(found: Mapping[Hex, int]) -> Iterator[tuple[Hex, Hex]]:
    """Pairs of adjacent home planets of one colour. Gaia and transdim planets may lie beside their like."""
    for h, planet in found.items():
        if planet in HOMES:
            for way in DIRECTIONS[:3]:
                other = Hex(h.q + way.q, h.r + way.r)
                if found.get(other) == planet:
                    yield h, other


def check(placements: Sequence[Placement], finished: bool = True) -> None:
    """Raises BadMap unless the placements make a legal map.

    Legal is: known faces, each tile once, all centres on one sector lattice, connected, and (if it is finished) no
    two home planets of one colour on adjacent hexes.
    """
    if not placements:
        raise BadMap(say("gaia.map.empty"))
    numbers: dict[int, str] = {}
    centres: dict[Hex, str] = {}
    for name, centre, rotation in placements:
        number = face(name).number
        if number in numbers:
            raise BadMap(say("gaia.sector.twice", sector=number))
        numbers[number] = name
        if centre in centres:
            raise BadMap(say("gaia.sector.same", one=centres[centre], other=name, q=centre.q, r=centre.r))
        centres[centre] = name
        if rotation not in range(6):
            raise BadMap(say("gaia.sector.turned", sector=name, got=rotation))
        away = centre.minus(placements[0].centre)
        if (away.q + 12 * away.r) % 19:  # the lattice of LATTICE is a subgroup of index 19
            raise BadMap(
                say(
                    "gaia.sector.fits",
                    sector=name,
                    q=centre.q,
                    r=centre.r,
                    other=placements[0].face,
                    known=", ".join(f"{h.q},{h.r}" for h in LATTICE),
                )
            )
    reached = {placements[0].centre}
    new = [placements[0].centre]
    while new:
        at = new.pop()
        for step in LATTICE:
            other = at.plus(step)
            if other in centres and other not in reached:
                reached.add(other)
                new.append(other)
    for centre, name in centres.items():
        if centre not in reached:
            raise BadMap(say("gaia.sector.alone", sector=name, other=placements[0].face))
    for a, b in clashes(contents(placements)) if finished else ():
        names = _names(placements)
        planet = PLANETS[contents(placements)[a]]
        raise BadMap(say("gaia.planets.adjacent", one=names[a], other=names[b], planet=planet))


@lru_cache(maxsize=4096)
def _homes(name: str, rotation: int) -> tuple[int, int]:
    """The home planets of a turned face as bits, each colour on a plane of its own; and the hexes beside them."""
    homes = beside = 0
    for h, planet in _turned(name, rotation):
        if planet in HOMES:
            middle = planet * PLANE * PLANE + h.r * PLANE + h.q + MIDDLE
            homes |= 1 << middle
            for q, r in DIRECTIONS:
                beside |= 1 << middle + r * PLANE + q
    return homes, beside


def fits(new: Placement, laid: Iterable[Placement]) -> bool:
    """Whether no home planet of the new sector touches one of its colour on those already laid."""
    homes, _ = _homes(new.face, new.rotation)
    q, r = new.centre
    for name, centre, rotation in laid:
        dq, dr = q - centre.q, r - centre.r
        if -BESIDE <= dq <= BESIDE and -BESIDE <= dr <= BESIDE and -BESIDE <= dq + dr <= BESIDE:
            beside = _homes(name, rotation)[1]
            away = dr * PLANE + dq
            if homes << away & beside if away > 0 else beside << -away & homes:
                return False
    return True


def is_legal(placements: Sequence[Placement]) -> bool:
    """No two home planets of one colour are adjacent; trusts the rest."""
    for number, placement in enumerate(placements):
        homes, beside = _homes(placement.face, placement.rotation)
        if homes & beside or not fits(placement, placements[:number]):
            return False
    return True


def _names(placements: Iterable[Placement]) -> dict[Hex, str]:
    found: dict[Hex, str] = {}
    for name, centre, _ in placements:
        number = face(name).number
        for place, offset in POSITIONS:
            found[centre.plus(offset)] = f"{number}{place}"
    return found


@final
class World:
    """A built map: the grid and everything that depends on the placements only. Never changes.

    Hexes are indices of ``grid``; sets of hexes are masks.
    """

    __slots__ = (
        "_discs",
        "_numbers",
        "_where",
        "grid",
        "key",
        "kind",
        "names",
        "of_kind",
        "placements",
        "planets",
        "sector_of",
        "sectors",
        "space",
    )

    def __init__(self, placements: Sequence[Placement]) -> None:
        self.placements: Final = tuple(placements)
        self.key: Final = " ".join(f"{name}@{h.q},{h.r},{turns}" for name, h, turns in self.placements)
        """The placements as one text: equal exactly for equal maps."""
        grid = Grid([(h.q + q, h.r + r) for _, h, _ in self.placements for q, r in DISC])
        self.grid: Final = grid
        size = grid.board.bit_length()
        kind, of_kind, sector_of, names = [SPACE] * size, [0] * len(PLANETS), [-1] * size, [""] * size
        sectors: list[int] = []
        # From the centre of a sector to its other hexes it is equally far for all sectors.
        places = [(place, r * grid.width + q) for place, (q, r) in POSITIONS]
        for number, (name, centre, turns) in enumerate(self.placements):
            middle = grid.index(centre)
            printed = str(face(name).number)
            sector = 0
            for place, away in places:
                sector |= 1 << middle + away
                sector_of[middle + away] = number
                names[middle + away] = printed + place
            sectors.append(sector)
            for (q, r), planet in _turned(name, turns):
                if planet != SPACE:
                    index = middle + r * grid.width + q
                    kind[index] = planet
                    of_kind[planet] |= 1 << index
        self.kind: Final = kind
        """Index -> printed planet, or SPACE; SPACE too for indices off the map."""
        self.of_kind: Final = of_kind
        """Planet -> mask of the hexes where it is printed."""
        self.sector_of: Final = sector_of
        """Index -> number of the placement it belongs to."""
        self.sectors: Final = sectors
        """Number of the placement -> mask of its 19 hexes."""
        self.names: Final = names
        """Index -> name, e.g. ``5A3``."""
        self._where: Final[dict[str, int]] = {}
        mask = 0
        for planet in range(LOST):
            mask |= self.of_kind[planet]
        self.planets: Final = mask
        """Mask of all printed planets."""
        self._discs: Final[dict[int, list[int]]] = {}
        self._numbers: dict[int, int] = {}
        self.space: Final = self.grid.board & ~mask
        """Mask of all hexes without a printed planet."""

    @property
    def where(self) -> dict[str, int]:
        """Name -> index."""
        if not self._where:
            self._where.update((name, index) for index, name in enumerate(self.names) if name)
        return self._where

    def index(self, name: str) -> int:
        """The hex of that name; the error says what names look like."""
        if name not in self.where:
            raise ValueError(
                f"there is no hex {name!r} on this map; a hex is a sector and a place, e.g. 5A3, 5B0, 5C"
            )
        return self.where[name]

    def named(self, m: int) -> list[str]:
        """The names of a set of hexes."""
        names = self.names
        return [names[index] for index in bits(m)]

    @property
    def numbers(self) -> dict[int, int]:
        """Index -> number for learners: 19 times the sector's place in the map, plus the place in the sector."""
        if not self._numbers:
            for sector, placement in enumerate(self.placements[:NUMBERED_SECTORS]):
                for place, (_, offset) in enumerate(POSITIONS):
                    self._numbers[self.grid.index(placement.centre.plus(offset))] = 19 * sector + place
        return self._numbers

    def across(self, m: int, steps: int) -> int:
        """Hexes at most so many steps from ``m`` on an endless plane: gaps of the map are no obstacle."""
        found = 0
        for index in bits(m):
            discs = self._discs.get(index)
            if discs is None:
                discs = self._discs[index] = self._widening(index)
            found |= discs[min(steps, len(discs) - 1)]
        return found

    def _widening(self, index: int) -> list[int]:
        """The hexes at most 0, 1, 2 ... steps away on an endless plane, until all are in."""
        here = self.grid.hexes[index]
        away = {other: distance(here, h) for other, h in self.grid.hexes.items()}
        discs = [0] * (max(away.values()) + 1)
        for other, steps in away.items():
            discs[steps] |= 1 << other
        return list(accumulate(discs, or_))

    def turned(self, turns: Mapping[int, int]) -> World:
        """The same map with sectors (by the number of their placement) turned further clockwise."""
        return world(
            tuple(
                Placement(p.face, p.centre, (p.rotation + turns.get(number, 0)) % 6)
                for number, p in enumerate(self.placements)
            )
        )

    def __repr__(self) -> str:
        return f"World({listed(self.placements)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return world, (self.placements,)


@lru_cache(maxsize=256)
def world(placements: tuple[Placement, ...]) -> World:
    """The world of these placements, built once; trusts that they are legal."""
    return World(placements)


def listed(placements: Iterable[Placement]) -> list[list[object]]:
    """The placements as plain JSON: ``[face, q, r, rotation]`` each; ``placed`` reads it back."""
    return [[p.face, p.centre.q, p.centre.r, p.rotation] for p in placements]


FAR: Final = 1000
"""No map reaches so far."""


def placed(data: object, finished: bool = True) -> tuple[Placement, ...]:
    """The placements that a list of ``[face, q, r, rotation]`` describes, checked; raises BadMap."""
    if not isinstance(data, (list, tuple)):
        raise BadMap(say("gaia.map.list", got=shown(data)))
    found = []
    for number, item in enumerate(data, 1):
        fits = isinstance(item, (list, tuple)) and len(item) == 4 and isinstance(item[0], str)
        if not fits or not all(type(part) is int and abs(part) < FAR for part in item[1:]):
            raise BadMap(say("gaia.sector.form", number=number, got=shown(item)))
        found.append(Placement(item[0], Hex(item[1], item[2]), item[3]))
    check(found, finished)
    return tuple(found)


def first_game(players: int) -> tuple[Placement, ...]:
    """The map of the first game: seven sectors for one and two players, ten for three and four."""
    slots, faces = (SEVEN, FIRST_SEVEN) if players <= 2 else (TEN, FIRST_TEN)
    return tuple(Placement(faces[slot], centre, 0) for slot, centre in slots.items())


def variants(players: int) -> range:
    """The rulebook's ways to vary the map with that many players."""
    return range(1, 2) if players <= 2 else range(1, 4)


def variant(players: int, number: int, seed: int, turn_inner: bool = True) -> tuple[Placement, ...]:
    """A random legal map by the rulebook's variant, all such maps equally likely.

    1: the outer sectors are shuffled and turned (with seven sectors: all). 2: the inner four are shuffled among
    themselves too, and turned unless ``turn_inner`` is off. 3: all ten are shuffled and turned.
    """
    if players <= 2:
        return _drawn(list(SEVEN.values()), [], list(FIRST_SEVEN.values()), [], seed, True)
    inner = [TEN[slot] for slot in INNER]
    outer = [centre for slot, centre in TEN.items() if slot not in INNER]
    inner_faces = [FIRST_TEN[slot] for slot in INNER]
    outer_faces = [name for slot, name in FIRST_TEN.items() if slot not in INNER]
    if number == 1:
        fixed = [Placement(FIRST_TEN[slot], TEN[slot], 0) for slot in INNER]
        return _drawn(outer, [], outer_faces, [], seed, True, fixed)
    if number == 2:
        return _drawn(outer, inner, outer_faces, inner_faces, seed, turn_inner)
    return _drawn(outer + inner, [], outer_faces + inner_faces, [], seed, True)


def small(seed: int) -> tuple[Placement, ...]:
    """A random legal map of tiles 1 to 8 in the shape 3-2-3."""
    return _drawn(list(EIGHT.values()), [], list(EIGHT_FACES), [], seed, True)


def _drawn(
    free: list[Hex],
    apart: list[Hex],
    free_faces: list[str],
    apart_faces: list[str],
    seed: int,
    turn_apart: bool,
    fixed: Sequence[Placement] = (),
) -> tuple[Placement, ...]:
    """Faces shuffled over centres within two groups and turned, drawn again until the map is legal."""
    number = 0
    while True:
        found = list(fixed)
        for centres, faces, turns in ((free, free_faces, True), (apart, apart_faces, turn_apart)):
            order = shuffled(seed, number, faces)
            number += len(faces)
            for name, centre in zip(order, centres, strict=True):
                found.append(Placement(name, centre, draw(seed, number, 6) if turns else 0))
                number += 1
        if is_legal(found):
            # In the order of the board, rows from the top and from the left: the draw leaves no trace.
            return tuple(sorted(found, key=lambda p: (2 * p.centre.r + p.centre.q, p.centre.q)))
