"""Evacuation: the rules engine and the data pack its components come from."""
