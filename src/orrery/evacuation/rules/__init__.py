"""The rules as plain functions, named after the rulebook's words."""
