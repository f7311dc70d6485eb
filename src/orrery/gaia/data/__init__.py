"""The components of Gaia Project as checked literals.

Every component has a word as its id, which appears in logs, views and options and never changes; its place in
its table is the small int the engine counts with. What a component does is written down with the five verbs
of ``effects``. Nothing here is a rule of the flow of play, and nothing here changes while a game is played.
"""
