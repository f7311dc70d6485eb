"""What every game and every user of a game shares; it knows no game."""
