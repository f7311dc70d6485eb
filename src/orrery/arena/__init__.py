"""Tournaments between bots: games in parallel processes or on a Ray cluster, results, ratings, reports."""
