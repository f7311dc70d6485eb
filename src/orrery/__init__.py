"""Orrery: play, study and solve Gaia Project and Evacuation."""

from importlib.metadata import version as _version

__version__ = _version("orrery")
