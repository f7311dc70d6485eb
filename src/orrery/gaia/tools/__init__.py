"""Tools around the rules of Gaia Project: checks of recorded games, the Automa at the table, commands."""
