"""The Automa: the solo opponent of Gaia Project, with its cards, its deck and its choices."""
