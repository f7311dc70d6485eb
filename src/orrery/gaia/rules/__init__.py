"""The rules as plain functions over a position."""
