"""How the bots judge and plan Evacuation."""
