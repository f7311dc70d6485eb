"""Gaia Project: rules, set-up, notation and proof."""
