"""How the bots judge and plan Gaia Project."""
