"""Hexes: axial coordinates, and sets of them as bitboards.

Coordinates are axial (q, r), flat-topped, with north = (0, -1) and north-east = (1, -1). A Grid lays a
finite map out on padded rows of one int, so that a step to a neighbour is a shift.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, final


class Hex(NamedTuple):
    """A hex in axial coordinates; adds and subtracts like a vector."""

    q: int
    r: int

    def plus(self, other: Hex) -> Hex:
        return Hex(self.q + other.q, self.r + other.r)

    def minus(self, other: Hex) -> Hex:
        return Hex(self.q - other.q, self.r - other.r)


DIRECTIONS: Final[tuple[Hex, ...]] = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))
"""The six neighbours, clockwise from north."""


def distance(a: Hex, b: Hex) -> int:
    """Steps between two hexes on an endless plane."""
    dq, dr = a.q - b.q, a.r - b.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def rotated(h: Hex, turns: int) -> Hex:
    """The hex turned clockwise about the origin by ``turns`` times 60 degrees."""
    q, r = h
    for _ in range(turns % 6):
        q, r = -r, q + r
    return Hex(q, r)


def disc(radius: int) -> tuple[Hex, ...]:
    """All hexes within ``radius`` of the origin: the 19 of a sector tile for radius 2."""
    span = range(-radius, radius + 1)
    return tuple(Hex(q, r) for q in span for r in span if abs(q + r) <= radius)


def ring(radius: int) -> tuple[Hex, ...]:
    """The hexes at ``radius`` from the origin, clockwise from north."""
    if radius == 0:
        return (Hex(0, 0),)
    found: list[Hex] = []
    for side in range(6):
        corner, way = rotated(Hex(0, -radius), side), DIRECTIONS[(side + 2) % 6]
        found.extend(Hex(corner.q + way.q * i, corner.r + way.r * i) for i in range(radius))
    return tuple(found)


def line(a: Hex, b: Hex) -> list[Hex]:
    """A straight way of hexes from ``a`` to ``b``, both included.

    A way that runs along the border of two hexes always takes the same side, so that ``line(b, a)`` is the
    same way back.
    """
    steps = distance(a, b)
    if steps == 0:
        return [a]
    found = []
    scale = 12 * steps
    for i in range(steps + 1):
        # In twelfths of a step's share everything is a whole number; the nudge of one and two decides every
        # tie and is too small to change anything else.
        q = 12 * (a.q * (steps - i) + b.q * i) + 1
        r = 12 * (a.r * (steps - i) + b.r * i) + 2
        found.append(_rounded(q, r, scale))
    return found


def _rounded(q: int, r: int, scale: int) -> Hex:
    """The hex that holds the point (q / scale, r / scale)."""
    s = -q - r
    near_q, near_r, near_s = _nearest(q, scale), _nearest(r, scale), _nearest(s, scale)
    off_q, off_r, off_s = abs(near_q * scale - q), abs(near_r * scale - r), abs(near_s * scale - s)
    if off_q > off_r and off_q > off_s:
        return Hex(-near_r - near_s, near_r)
    if off_r > off_s:
        return Hex(near_q, -near_q - near_s)
    return Hex(near_q, near_r)


def _nearest(value: int, scale: int) -> int:
    return (2 * value + scale) // (2 * scale)


def bits(m: int) -> list[int]:
    """The numbers of the set bits, lowest first."""
    found: list[int] = []
    while m:
        low = m & -m
        found.append(low.bit_length() - 1)
        m ^= low
    return found


@final
class Grid:
    """A finite map whose sets of hexes are ints: bit ``index`` stands for one hex.

    Rows are as wide as the map plus one empty column, so that a shift over the edge falls off the
    board mask. Indices grow by r, then by q.
    """

    __slots__ = ("_balls", "_hexes", "_q0", "_r0", "board", "width")

    def __init__(self, hexes: Iterable[tuple[int, int]]) -> None:
        cells = list(hexes)
        if not cells:
            raise ValueError("a grid needs at least one hex")
        columns, rows = [q for q, _ in cells], [r for _, r in cells]
        q0, r0 = min(columns), min(rows) - 1
        width = max(columns) - q0 + 2
        board = 0
        for q, r in cells:
            board |= 1 << (r - r0) * width + q - q0
        self._q0: Final = q0
        self._r0: Final = r0
        self.width: Final = width
        self.board: Final = board
        """All hexes."""
        self._hexes: dict[int, Hex] = {}
        self._balls: Final[dict[int, list[int]]] = {}

    @property
    def hexes(self) -> dict[int, Hex]:
        """Index -> hex, for all hexes in the order of their indices."""
        if not self._hexes:
            for index in bits(self.board):
                r, q = divmod(index, self.width)
                self._hexes[index] = Hex(q + self._q0, r + self._r0)
        return self._hexes

    def _index(self, h: Hex) -> int:
        return (h.r - self._r0) * self.width + (h.q - self._q0)

    def __contains__(self, h: Hex) -> bool:
        inside = 0 <= h.q - self._q0 < self.width - 1 and h.r > self._r0
        return inside and bool(self.board >> self._index(h) & 1)

    def index(self, h: Hex) -> int:
        """The number of a hex of the map."""
        if h not in self:
            raise ValueError(f"{h} is not on the map")
        return self._index(h)

    def mask(self, hexes: Iterable[Hex]) -> int:
        """The set of these hexes."""
        m = 0
        for h in hexes:
            m |= 1 << self.index(h)
        return m

    def grow(self, m: int) -> int:
        """All hexes of ``m`` and their neighbours."""
        w = self.width
        row = m | m << 1  # moved by whole rows this makes both neighbours above, and both below
        return (row | m >> 1 | row << (w - 1) | row >> w) & self.board

    def within(self, m: int, steps: int) -> int:
        """All hexes that ``steps`` steps inside the map reach from ``m``."""
        for _ in range(steps):
            m = self.grow(m)
        return m

    def ball(self, index: int, steps: int) -> int:
        """``within`` of one hex, remembered."""
        balls = self._balls.get(index)
        if balls is None:
            balls = self._balls[index] = [1 << index]
        while len(balls) <= steps:
            balls.append(self.grow(balls[-1]))
        return balls[steps]

    def steps(self, a: int, b: int) -> int:
        """Length of the shortest way inside the map; -1 if there is none."""
        m, goal, count = 1 << a, 1 << b, 0
        while not m & goal:
            wider = self.grow(m)
            if wider == m:
                return -1
            m = wider
            count += 1
        return count
