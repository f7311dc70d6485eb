"""A level whose process gives advice that looks at far more positions than anybody waits for."""

from __future__ import annotations

from orrery.bots.random import Random
from orrery.study import hint

hint.NODES["planner"] = 50_000_000

patient = Random
"""Answers like any other; it is the advice that takes long."""
