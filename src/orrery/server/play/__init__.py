"""A running match: one verb a file."""
