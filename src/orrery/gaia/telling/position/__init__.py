"""Positions as data: any position as plain, checked JSON, both ways (docs/positions.md)."""

from orrery.gaia.telling.position.reading import position
from orrery.gaia.telling.position.writing import data

__all__ = ["data", "position"]
