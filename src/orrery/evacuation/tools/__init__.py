"""Tools around the rules of Evacuation: balance, the page of values, commands."""
