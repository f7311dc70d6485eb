"""Positions as data: any position as plain, checked JSON, both ways (docs/positions.md)."""

from orrery.evacuation.telling.position.reading import complete, position
from orrery.evacuation.telling.position.writing import data

__all__ = ["complete", "data", "position"]
