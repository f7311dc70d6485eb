"""How Evacuation is told: text, facts, views, explanations, positions as data."""
