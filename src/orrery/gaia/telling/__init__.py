"""How Gaia Project is told: text, facts, views, explanations, positions as data."""
