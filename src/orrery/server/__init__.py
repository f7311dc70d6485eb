"""The server: tables, matches, people and notices for every registered title; it knows no rules."""
